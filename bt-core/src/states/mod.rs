//! State machines whose states are trees: see [`states`].
//!
//! A machine is a node like any other. Its graph is a [`Machine`], whose functions
//! decide; a [`States`] holds the bodies of the states, the conditions and events that
//! trigger transitions, and what else the machine asks of the blackboard, its [`Host`].

mod ask;
mod host;
mod machine;
mod node;
mod stack;

pub use crate::observe::{Edge, Target};
pub use ask::{Ask, Numbers};
pub use host::{Absent, Crossing, Durations, Enter, Exit, Hooks, Host, Parts, Then};
pub use machine::{Machine, Taken};
pub use node::{Current, NoTriggers, States, states};
pub use stack::{Entry, Pushed, Stack};
