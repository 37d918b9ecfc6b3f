#![no_std]
// The first definition of a link counts: here the README's lead to pages of this crate.
#![doc = include_str!("../docs/links.md")]
#![doc = include_str!("../README.md")]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
#[macro_use]
extern crate std;

pub mod action;
mod agent;
pub mod ask;
mod behavior;
pub mod blackboard;
mod check;
pub mod children;
pub mod composite;
pub mod curve;
pub mod decorator;
pub mod fingerprint;
pub mod flag;
#[doc(hidden)]
pub mod language;
pub mod leaf;
mod made;
pub mod node;
pub mod observe;
pub mod parameter;
#[doc(hidden)]
pub mod private;
pub mod range;
pub mod review;
#[cfg(feature = "serde")]
mod saved;
#[cfg(feature = "alloc")]
pub mod schedule;
#[doc = include_str!("../docs/semantics.md")]
pub mod semantics {}
pub mod states;
mod status;
pub mod time;
mod until;
pub mod visit;
mod wake;
mod waking;

#[cfg(feature = "macros")]
pub use bt_macros::Blackboard;

pub use action::Action;
pub use agent::Agent;
pub use behavior::{Behavior, Node, StateOf};
pub use blackboard::{Clock, Events, Random};
pub use status::{Outcome, Running, Status};
pub use until::Until;
pub use wake::Wake;

#[doc = include_str!("../docs/language.md")]
#[cfg(feature = "macros")]
#[macro_export]
macro_rules! bt {
    ($($tree:tt)*) => {
        $crate::private::bt_impl! { $crate; $($tree)* }
    };
}

/// What one writes trees with: `use bt_core::prelude::*;`.
pub mod prelude {
    pub use crate::{
        Action, Agent, Behavior, Clock, Events, Node, Outcome, Random, Running, StateOf, Status,
    };
    #[cfg(feature = "macros")]
    pub use crate::{Blackboard, bt};
}
