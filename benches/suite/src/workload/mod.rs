//! What is measured: trees, the worlds they work on, and the same behavior by hand.
//!
//! Everything is deterministic, so that implementations can be compared by what
//! their agents have done.

mod big;
mod deep;
pub mod guard;
mod halting;
mod memory;
pub mod scene;
mod wide;

pub use big::Big;
pub use deep::Deep;
pub use guard::Guard;
pub use halting::Halting;
pub use memory::Memory;
pub use wide::Wide;

use std::time::Duration;

use bt_core::prelude::*;

/// A tree with its world, in every form in which it is measured.
pub trait Workload: Send + Sized + 'static {
    const NAME: &'static str;

    /// What all agents share.
    type World: Send + Sync;
    /// One agent's own data.
    type Body: Send + Sync;
    /// What a tick gets.
    type Context<'a>: Clock;
    /// The tree of `bt!`; its fields are parameters, for all implementations.
    type Tree: Default + Sync + Node<State: Send> + for<'a> Behavior<Self::Context<'a>>;
    /// What the hand-written code remembers for an agent.
    type Hand: Default + Send;
    /// What an interpreter remembers for an agent: a number for each node that
    /// has something to remember.
    type Slots: Default + Send + AsMut<[u64]>;

    /// The world in its beginning.
    fn world() -> Self::World;
    fn body(index: usize) -> Self::Body;
    /// The world's next frame; false when it begins anew.
    fn step(world: &mut Self::World) -> bool;
    /// What the world does to an agent before its tick.
    fn touch(world: &Self::World, body: &mut Self::Body);
    fn context<'a>(world: &'a Self::World, body: &'a mut Self::Body) -> Self::Context<'a>;
    /// What an agent has come to, as a number.
    fn digest(body: &Self::Body) -> u64;

    fn by_hand(tree: &Self::Tree, hand: &mut Self::Hand, context: &mut Self::Context<'_>) -> Status;
    fn spec() -> Spec<Self>;
}

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

/// A tree as data: what the interpreters are built from. A node and all below it.
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
