#![no_std]
#![doc = include_str!("../README.md")]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod action;
mod agent;
mod behavior;
pub mod blackboard;
mod check;
pub mod children;
pub mod composite;
pub mod curve;
pub mod decorator;
pub mod flag;
pub mod leaf;
pub mod node;
pub mod observe;
pub mod parameter;
#[doc(hidden)]
pub mod private;
mod status;
pub mod time;
pub mod visit;

#[cfg(feature = "macros")]
pub use bt_macros::Blackboard;

pub use action::Action;
pub use agent::Agent;
pub use behavior::{Behavior, Node, StateOf};
pub use blackboard::{Clock, Events, Random};
pub use status::{Outcome, Running, Status};

/// Writes a behavior tree: see the [crate's documentation](crate) for the
/// language, and [`node`] for the keywords.
///
/// ```
/// use bt_core::prelude::*;
///
/// fn is_low_health(hp: &u32) -> bool { *hp < 5 }
/// fn flee(hp: &mut u32) -> Status { *hp += 1; Status::Running }
/// fn patrol(_: &mut u32) -> Running { Running }
///
/// let tree = bt! { selector < sequence < is_low_health, flee >, patrol > };
/// let (mut agent, mut hp) = (Agent::of(&tree), 4);
/// assert_eq!(agent.tick(&tree, &mut hp), Status::Running);
/// assert_eq!(hp, 5);
/// ```
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
