//! An enum in a `Vec`, interpreted.

use bt_core::prelude::*;

use super::Steers;
use super::semantics::{self, Place};
use crate::workload::{Kind, Spec, Workload};

/// A node, with the nodes below it.
pub struct Interpreted<W: Workload> {
    kind: Kind<W>,
    halts: bool,
    slot: usize,
    children: Vec<Interpreted<W>>,
}

struct Here<'a, W: Workload> {
    node: &'a Interpreted<W>,
    slots: &'a mut [u64],
}

impl<W: Workload> Place<W> for Here<'_, W> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.node.children.len()
    }
    #[inline(always)]
    fn memory(&mut self) -> &mut u64 {
        &mut self.slots[self.node.slot]
    }
    #[inline(always)]
    fn tick(&mut self, child: usize, c: &mut W::Context<'_>) -> Status {
        self.node.children[child].tick(self.slots, c)
    }
    #[inline(always)]
    fn halt(&mut self, child: usize, c: &mut W::Context<'_>) {
        self.node.children[child].halt(self.slots, c);
    }
}

impl<W: Workload> Interpreted<W> {
    fn build(spec: &Spec<W>, next_slot: &mut usize) -> Self {
        Interpreted {
            kind: spec.kind,
            halts: spec.halts(),
            slot: spec.slot(next_slot),
            children: spec.children.iter().map(|child| Self::build(child, next_slot)).collect(),
        }
    }

    fn tick(&self, slots: &mut [u64], c: &mut W::Context<'_>) -> Status {
        semantics::tick(&self.kind, self.halts, &mut Here { node: self, slots }, c)
    }

    fn halt(&self, slots: &mut [u64], c: &mut W::Context<'_>) {
        if self.halts {
            semantics::halt(&self.kind, &mut Here { node: self, slots }, c);
        }
    }
}

pub struct Enumerated<W: Workload>(W::Slots);

impl<W: Workload> Steers<W> for Enumerated<W> {
    const NAME: &'static str = "enum";
    type Tree = Interpreted<W>;

    fn tree() -> Interpreted<W> {
        Interpreted::build(&W::spec(), &mut 0)
    }

    fn agent(_: &Interpreted<W>) -> Self {
        Enumerated(W::Slots::default())
    }

    #[inline(always)]
    fn tick(&mut self, tree: &Interpreted<W>, context: &mut W::Context<'_>) -> Status {
        tree.tick(self.0.as_mut(), context)
    }
}
