//! Boxed trait objects, one tree for all agents.

use bt_core::prelude::*;

use super::Steers;
use super::semantics::{self, Place};
use super::spec::{self, Actions, Kind, Spec};
use crate::workload::Workload;

trait Shared<W: Workload>: Send + Sync {
    fn tick(&self, slots: &mut [u64], c: &mut W::Context<'_>) -> Status;
    fn halt(&self, slots: &mut [u64], c: &mut W::Context<'_>);
}

type Child<W> = Box<dyn Shared<W>>;

struct Here<'a, W> {
    children: &'a [Child<W>],
    slots: &'a mut [u64],
    slot: usize,
}

impl<W: Workload> Place<W> for Here<'_, W> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.children.len()
    }
    #[inline(always)]
    fn memory(&mut self) -> &mut u64 {
        &mut self.slots[self.slot]
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
            slot: usize,
        }

        impl<W: Workload> Shared<W> for $name<W> {
            fn tick(&self, slots: &mut [u64], $c: &mut W::Context<'_>) -> Status {
                let $name { $($field,)* children, slot } = self;
                let $here = &mut Here { children, slots, slot: *slot };
                $tick
            }
            fn halt(&self, slots: &mut [u64], $c: &mut W::Context<'_>) {
                let $name { children, slot, .. } = self;
                let $here = &mut Here { children, slots, slot: *slot };
                $halt
            }
        }
    )* };
}

nodes! {
    Reactive { pass: Status } here, c: semantics::reactive(here, *pass, c), { let _ = (here, c); };
    ReactiveHalting { pass: Status } here, c:
        semantics::reactive_halting(here, *pass, c), semantics::halt_running(here, c);
    MemSequence {} here, c: semantics::mem_sequence(here, c), semantics::halt_current(here, c);
    Parallel {} here, c: semantics::parallel(here, c), semantics::halt_unfinished(here, c);
    Cooldown { duration: u64 } here, c:
        semantics::cooldown(*duration, here, c), semantics::halt_cooldown(here, c);
}

struct Function<W: Workload>(spec::Function<W>);

impl<W: Workload> Shared<W> for Function<W> {
    fn tick(&self, _: &mut [u64], c: &mut W::Context<'_>) -> Status {
        (self.0)(c)
    }
    fn halt(&self, _: &mut [u64], _: &mut W::Context<'_>) {}
}

struct Wait {
    duration: u64,
    slot: usize,
}

impl<W: Workload> Shared<W> for Wait {
    fn tick(&self, slots: &mut [u64], c: &mut W::Context<'_>) -> Status {
        semantics::wait::<W>(self.duration, &mut slots[self.slot], c)
    }
    fn halt(&self, slots: &mut [u64], _: &mut W::Context<'_>) {
        slots[self.slot] = 0;
    }
}

struct Action<W: Workload> {
    functions: Actions<W>,
    slot: usize,
}

impl<W: Workload> Shared<W> for Action<W> {
    fn tick(&self, slots: &mut [u64], c: &mut W::Context<'_>) -> Status {
        semantics::action(&self.functions, &mut slots[self.slot], c)
    }
    fn halt(&self, slots: &mut [u64], c: &mut W::Context<'_>) {
        semantics::halt_action(&self.functions, &mut slots[self.slot], c);
    }
}

fn build<W: Workload>(spec: &Spec<W>, next_slot: &mut usize) -> Child<W> {
    let (halts, slot) = (spec.halts(), spec.slot(next_slot));
    let children = spec.children.iter().map(|child| build(child, next_slot)).collect();
    match spec.kind {
        Kind::Selector if halts => Box::new(ReactiveHalting { pass: Status::Failure, children, slot }),
        Kind::Sequence if halts => Box::new(ReactiveHalting { pass: Status::Success, children, slot }),
        Kind::Selector => Box::new(Reactive { pass: Status::Failure, children, slot }),
        Kind::Sequence => Box::new(Reactive { pass: Status::Success, children, slot }),
        Kind::MemSequence => Box::new(MemSequence { children, slot }),
        Kind::Parallel => Box::new(Parallel { children, slot }),
        Kind::Cooldown(duration) => Box::new(Cooldown { duration, children, slot }),
        Kind::Wait(duration) => Box::new(Wait { duration, slot }),
        Kind::Leaf(function) => Box::new(Function(function)),
        Kind::Action(functions) => Box::new(Action { functions, slot }),
    }
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
