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

use bt_core::prelude::*;

use crate::rival::Spec;

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
