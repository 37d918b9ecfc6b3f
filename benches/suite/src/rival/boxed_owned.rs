//! Boxed trait objects, one tree per agent.

use bt_core::prelude::*;

use super::Steers;
use super::semantics::{self, Place};
use crate::workload::{self, Actions, Kind, Spec, Workload};

trait Owned<W: Workload>: Send {
    fn tick(&mut self, c: &mut W::Context<'_>) -> Status;
    fn halt(&mut self, c: &mut W::Context<'_>);
}

type Child<W> = Box<dyn Owned<W>>;

struct Here<'a, W> {
    children: &'a mut [Child<W>],
    memory: &'a mut u64,
}

impl<W: Workload> Place<W> for Here<'_, W> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.children.len()
    }
    #[inline(always)]
    fn memory(&mut self) -> &mut u64 {
        self.memory
    }
    #[inline(always)]
    fn tick(&mut self, child: usize, c: &mut W::Context<'_>) -> Status {
        self.children[child].tick(c)
    }
    #[inline(always)]
    fn halt(&mut self, child: usize, c: &mut W::Context<'_>) {
        self.children[child].halt(c);
    }
}

/// One type a node: what it does in a tick, and in a halt.
macro_rules! nodes {
    ($($name:ident { $($field:ident: $type:ty),* } $here:ident, $c:ident: $tick:expr, $halt:expr;)*) => { $(
        struct $name<W: Workload> {
            $($field: $type,)*
            children: Vec<Child<W>>,
            memory: u64,
        }

        impl<W: Workload> Owned<W> for $name<W> {
            fn tick(&mut self, $c: &mut W::Context<'_>) -> Status {
                let $name { $($field,)* children, memory } = self;
                let $here = &mut Here { children, memory };
                $tick
            }
            fn halt(&mut self, $c: &mut W::Context<'_>) {
                let $name { children, memory, .. } = self;
                let $here = &mut Here { children, memory };
                $halt
            }
        }
    )* };
}

semantics::composites!(nodes);

struct Function<W: Workload>(workload::Function<W>);

impl<W: Workload> Owned<W> for Function<W> {
    fn tick(&mut self, c: &mut W::Context<'_>) -> Status {
        (self.0)(c)
    }
    fn halt(&mut self, _: &mut W::Context<'_>) {}
}

struct Wait {
    duration: u64,
    memory: u64,
}

impl<W: Workload> Owned<W> for Wait {
    fn tick(&mut self, c: &mut W::Context<'_>) -> Status {
        semantics::wait::<W>(self.duration, &mut self.memory, c)
    }
    fn halt(&mut self, _: &mut W::Context<'_>) {
        self.memory = 0;
    }
}

struct Action<W: Workload> {
    functions: Actions<W>,
    memory: u64,
}

impl<W: Workload> Owned<W> for Action<W> {
    fn tick(&mut self, c: &mut W::Context<'_>) -> Status {
        semantics::action(&self.functions, &mut self.memory, c)
    }
    fn halt(&mut self, c: &mut W::Context<'_>) {
        semantics::halt_action(&self.functions, &mut self.memory, c);
    }
}

fn build<W: Workload>(spec: &Spec<W>) -> Child<W> {
    semantics::boxed!(spec, spec.children.iter().map(build).collect(), 0)
}

pub struct BoxedOwned<W: Workload>(Child<W>);

impl<W: Workload> Steers<W> for BoxedOwned<W> {
    const NAME: &'static str = "Box<dyn>, per agent";
    type Tree = Spec<W>;

    fn tree() -> Spec<W> {
        W::spec()
    }

    fn agent(tree: &Spec<W>) -> Self {
        BoxedOwned(build(tree))
    }

    #[inline(always)]
    fn tick(&mut self, _: &Spec<W>, context: &mut W::Context<'_>) -> Status {
        self.0.tick(context)
    }
}
