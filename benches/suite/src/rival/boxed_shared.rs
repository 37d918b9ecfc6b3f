//! Boxed trait objects, one tree for all agents.

use bt_core::prelude::*;

use super::Steers;
use super::semantics::{self, Place};
use crate::workload::{self, Actions, Kind, Spec, Workload};

trait Shared<W: Workload>: Send + Sync {
    fn tick(&self, slots: &mut [u64], c: &mut W::Context<'_>) -> Status;
    fn halt(&self, slots: &mut [u64], c: &mut W::Context<'_>);
}

type Child<W> = Box<dyn Shared<W>>;

/// The memory of a node is a place among the slots of an agent.
struct Here<'a, W> {
    children: &'a [Child<W>],
    slots: &'a mut [u64],
    memory: usize,
}

impl<W: Workload> Place<W> for Here<'_, W> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.children.len()
    }
    #[inline(always)]
    fn memory(&mut self) -> &mut u64 {
        &mut self.slots[self.memory]
    }
    #[inline(always)]
    fn tick(&mut self, child: usize, c: &mut W::Context<'_>) -> Status {
        self.children[child].tick(self.slots, c)
    }
    #[inline(always)]
    fn halt(&mut self, child: usize, c: &mut W::Context<'_>) {
        self.children[child].halt(self.slots, c);
    }
}

/// One type a node: what it does in a tick, and in a halt.
macro_rules! nodes {
    ($($name:ident { $($field:ident: $type:ty),* } $here:ident, $c:ident: $tick:expr, $halt:expr;)*) => { $(
        struct $name<W: Workload> {
            $($field: $type,)*
            children: Vec<Child<W>>,
            memory: usize,
        }

        impl<W: Workload> Shared<W> for $name<W> {
            fn tick(&self, slots: &mut [u64], $c: &mut W::Context<'_>) -> Status {
                let $name { $($field,)* children, memory } = self;
                let $here = &mut Here { children, slots, memory: *memory };
                $tick
            }
            fn halt(&self, slots: &mut [u64], $c: &mut W::Context<'_>) {
                let $name { children, memory, .. } = self;
                let $here = &mut Here { children, slots, memory: *memory };
                $halt
            }
        }
    )* };
}

semantics::composites!(nodes);

struct Function<W: Workload>(workload::Function<W>);

impl<W: Workload> Shared<W> for Function<W> {
    fn tick(&self, _: &mut [u64], c: &mut W::Context<'_>) -> Status {
        (self.0)(c)
    }
    fn halt(&self, _: &mut [u64], _: &mut W::Context<'_>) {}
}

struct Wait {
    duration: u64,
    memory: usize,
}

impl<W: Workload> Shared<W> for Wait {
    fn tick(&self, slots: &mut [u64], c: &mut W::Context<'_>) -> Status {
        semantics::wait::<W>(self.duration, &mut slots[self.memory], c)
    }
    fn halt(&self, slots: &mut [u64], _: &mut W::Context<'_>) {
        slots[self.memory] = 0;
    }
}

struct Action<W: Workload> {
    functions: Actions<W>,
    memory: usize,
}

impl<W: Workload> Shared<W> for Action<W> {
    fn tick(&self, slots: &mut [u64], c: &mut W::Context<'_>) -> Status {
        semantics::action(&self.functions, &mut slots[self.memory], c)
    }
    fn halt(&self, slots: &mut [u64], c: &mut W::Context<'_>) {
        semantics::halt_action(&self.functions, &mut slots[self.memory], c);
    }
}

fn build<W: Workload>(spec: &Spec<W>, next_slot: &mut usize) -> Child<W> {
    let slot = spec.slot(next_slot);
    semantics::boxed!(spec, spec.children.iter().map(|child| build(child, next_slot)).collect(), slot)
}

pub struct BoxedShared<W: Workload>(W::Slots);

pub struct SharedTree<W: Workload>(Child<W>);

impl<W: Workload> Steers<W> for BoxedShared<W> {
    const NAME: &'static str = "Box<dyn>, shared";
    type Tree = SharedTree<W>;

    fn tree() -> SharedTree<W> {
        SharedTree(build(&W::spec(), &mut 0))
    }

    fn agent(_: &SharedTree<W>) -> Self {
        BoxedShared(W::Slots::default())
    }

    #[inline(always)]
    fn tick(&mut self, tree: &SharedTree<W>, context: &mut W::Context<'_>) -> Status {
        tree.0.tick(self.0.as_mut(), context)
    }
}
