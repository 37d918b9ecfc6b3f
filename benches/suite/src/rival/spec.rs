//! A tree as data: what the interpreters are built from.

use std::time::Duration;

use bt_core::prelude::*;

use crate::workload::Workload;

pub type Function<W> = for<'a, 'b> fn(&'a mut <W as Workload>::Context<'b>) -> Status;
pub type OnState<W, R> = for<'s, 'a, 'b> fn(&'s mut u64, &'a mut <W as Workload>::Context<'b>) -> R;

/// What a node is, apart from its children.
pub enum Kind<W: Workload> {
    Selector,
    Sequence,
    MemSequence,
    Parallel,
    /// In nanoseconds, as everything in time here.
    Cooldown(u64),
    Wait(u64),
    Leaf(Function<W>),
    Action(Actions<W>),
}

/// An action, as functions of its state.
pub struct Actions<W: Workload> {
    pub start: OnState<W, ()>,
    pub tick: OnState<W, Status>,
    pub halt: OnState<W, ()>,
}

impl<W: Workload> Clone for Actions<W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: Workload> Copy for Actions<W> {}

impl<W: Workload> Clone for Kind<W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: Workload> Copy for Kind<W> {}

/// A node and all below it.
pub struct Spec<W: Workload> {
    pub kind: Kind<W>,
    pub children: Vec<Spec<W>>,
}

impl<W: Workload> Spec<W> {
    pub fn selector(children: Vec<Self>) -> Self {
        Spec { kind: Kind::Selector, children }
    }
    pub fn sequence(children: Vec<Self>) -> Self {
        Spec { kind: Kind::Sequence, children }
    }
    pub fn mem_sequence(children: Vec<Self>) -> Self {
        Spec { kind: Kind::MemSequence, children }
    }
    pub fn parallel(children: Vec<Self>) -> Self {
        Spec { kind: Kind::Parallel, children }
    }
    pub fn cooldown(duration: Duration, child: Self) -> Self {
        Spec { kind: Kind::Cooldown(duration.as_nanos() as u64), children: vec![child] }
    }
    pub fn wait(duration: Duration) -> Self {
        Spec { kind: Kind::Wait(duration.as_nanos() as u64), children: vec![] }
    }
    /// The pointer is made opaque, as if it had come from a file or a script.
    pub fn leaf(function: Function<W>) -> Self {
        Spec { kind: Kind::Leaf(std::hint::black_box(function)), children: vec![] }
    }
    pub fn action(start: OnState<W, ()>, tick: OnState<W, Status>, halt: OnState<W, ()>) -> Self {
        Spec {
            kind: Kind::Action(Actions { start, tick: std::hint::black_box(tick), halt }),
            children: vec![],
        }
    }

    /// Whether there is something to halt here or below.
    pub fn halts(&self) -> bool {
        match self.kind {
            Kind::Selector | Kind::Sequence | Kind::Cooldown(_) => self.children.iter().any(Spec::halts),
            Kind::MemSequence | Kind::Parallel | Kind::Wait(_) | Kind::Action(_) => true,
            Kind::Leaf(_) => false,
        }
    }

    /// The place of the node's memory among an agent's slots, if it has to remember
    /// something; else the next node's.
    pub fn slot(&self, next: &mut usize) -> usize {
        let slot = *next;
        *next += usize::from(matches!(self.kind, Kind::Cooldown(_)) || self.halts());
        slot
    }
}
