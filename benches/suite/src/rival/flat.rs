//! A flat array of nodes, interpreted.

use bt_core::prelude::*;

use super::Steers;
use super::semantics::{self, Place};
use crate::workload::{Kind, Spec, Workload};

struct FlatNode<W: Workload> {
    kind: Kind<W>,
    halts: bool,
    slot: u32,
    /// Its children, by their places in [`FlatTree::links`].
    first: u32,
    len: u32,
}

/// All nodes in preorder, and the children of each side by side.
pub struct FlatTree<W: Workload> {
    nodes: Vec<FlatNode<W>>,
    links: Vec<u32>,
}

struct Here<'a, W: Workload> {
    tree: &'a FlatTree<W>,
    node: &'a FlatNode<W>,
    slots: &'a mut [u64],
}

impl<W: Workload> Here<'_, W> {
    #[inline(always)]
    fn child(&self, index: usize) -> u32 {
        self.tree.links[self.node.first as usize + index]
    }
}

impl<W: Workload> Place<W> for Here<'_, W> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.node.len as usize
    }
    #[inline(always)]
    fn memory(&mut self) -> &mut u64 {
        &mut self.slots[self.node.slot as usize]
    }
    #[inline(always)]
    fn tick(&mut self, child: usize, c: &mut W::Context<'_>) -> Status {
        self.tree.tick(self.child(child), self.slots, c)
    }
    #[inline(always)]
    fn halt(&mut self, child: usize, c: &mut W::Context<'_>) {
        self.tree.halt(self.child(child), self.slots, c);
    }
}

impl<W: Workload> FlatTree<W> {
    fn add(&mut self, spec: &Spec<W>, next_slot: &mut usize) -> u32 {
        let id = self.nodes.len();
        self.nodes.push(FlatNode {
            kind: spec.kind,
            halts: spec.halts(),
            slot: spec.slot(next_slot) as u32,
            first: 0,
            len: spec.children.len() as u32,
        });
        let children: Vec<u32> = spec.children.iter().map(|child| self.add(child, next_slot)).collect();
        self.nodes[id].first = self.links.len() as u32;
        self.links.extend(children);
        id as u32
    }

    fn tick(&self, id: u32, slots: &mut [u64], c: &mut W::Context<'_>) -> Status {
        let node = &self.nodes[id as usize];
        semantics::tick(&node.kind, node.halts, &mut Here { tree: self, node, slots }, c)
    }

    fn halt(&self, id: u32, slots: &mut [u64], c: &mut W::Context<'_>) {
        let node = &self.nodes[id as usize];
        if node.halts {
            semantics::halt(&node.kind, &mut Here { tree: self, node, slots }, c);
        }
    }
}

pub struct Flat<W: Workload>(W::Slots);

impl<W: Workload> Steers<W> for Flat<W> {
    const NAME: &'static str = "flat array";
    type Tree = FlatTree<W>;

    fn tree() -> FlatTree<W> {
        let mut tree = FlatTree { nodes: Vec::new(), links: Vec::new() };
        tree.add(&W::spec(), &mut 0);
        tree
    }

    fn agent(_: &FlatTree<W>) -> Self {
        Flat(W::Slots::default())
    }

    #[inline(always)]
    fn tick(&mut self, tree: &FlatTree<W>, context: &mut W::Context<'_>) -> Status {
        tree.tick(0, self.0.as_mut(), context)
    }
}
