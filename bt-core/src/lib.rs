#![no_std]
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
pub mod flag;
pub mod leaf;
pub mod node;
pub mod observe;
pub mod parameter;
#[doc(hidden)]
pub mod private;
#[cfg(feature = "alloc")]
pub mod schedule;
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

/// Writes a behavior tree: see the [crate's documentation](crate) for the
/// language, and [`node`] for the keywords.
///
/// # Which form
///
/// | form | when |
/// |---|---|
/// | `bt! { selector < a, b > }` | the blackboard is a plain type, and all leaves are functions |
/// | `bt! { \|c: &mut Ctx<'_>\| selector < a, b > }` | the blackboard borrows, or there is inline code |
/// | `bt! { struct Tree { .. } \|c: &mut Ctx<'_>\| .. }` | the tree, or an agent's state, needs a name; the tree is large |
///
/// An expression is one expression to the compiler too, which takes its time with more
/// than a few hundred leaves in one; a large tree in item form is divided.
///
/// A header's type may be `(impl A + B)`: in an item, and in an expression that uses
/// none of the variables around it, the tree then fits every blackboard with these
/// traits. `@` splices in trees there, but no [`Action`]: its state can't be named for
/// a blackboard that isn't.
///
/// # Blackboards that borrow
///
/// Without a header, a tree is made for one type, and a type that borrows is another
/// one with each lifetime. Such a tree compiles, and the second frame doesn't:
///
/// ```compile_fail
/// # use bt_core::prelude::*;
/// struct Ctx<'a> { health: &'a mut f32 }
/// fn is_low(c: &Ctx<'_>) -> bool { *c.health < 1.0 }
///
/// let tree = bt! { selector < is_low, is_low > };
/// let mut agent = Agent::of(&tree);
/// for _frame in 0..2 {
///     let mut health = 1.0;
///     // error[E0597]: `health` does not live long enough
///     agent.tick(&tree, &mut Ctx { health: &mut health });
/// }
/// ```
///
/// Name the blackboard, and one tree serves all lifetimes:
///
/// ```
/// # use bt_core::prelude::*;
/// # struct Ctx<'a> { health: &'a mut f32 }
/// # fn is_low(c: &Ctx<'_>) -> bool { *c.health < 1.0 }
/// let tree = bt! { |c: &mut Ctx<'_>| selector < is_low, is_low > };
/// # let mut agent = Agent::of(&tree);
/// # for _frame in 0..2 {
/// #     let mut health = 1.0;
/// #     agent.tick(&tree, &mut Ctx { health: &mut health });
/// # }
/// ```
///
/// # Values and their types
///
/// What stands in a leaf's parentheses, and every argument of a node, is evaluated in
/// every tick; with a header, it may read the blackboard, and in an item `self`. A
/// value behind `@` is made once in an expression, and in every tick in an item, so
/// that it may read `self`. In an item, its type has to be readable from its tokens:
/// `@Tree`, `@Tree { range: 2.0 }`, `@Tree::new(2.0)`, or `@(expression as Tree)`.
///
/// # A picture in the documentation
///
/// `#[bt(picture)]` on the struct of a tree stands for a picture of the tree, as text,
/// at this place of its documentation.
///
/// # Examples
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
