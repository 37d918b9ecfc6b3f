//! The keywords of `bt!`, each a function that makes its node.
//!
//! `bt!` calls them with the span of the keyword, so that hovering a keyword in
//! an editor shows what its node does. They can be called by hand just as well:
//! arguments come first, children last, several children as a tuple.
//!
//! ```
//! use bt_core::leaf::leaf;
//! use bt_core::node::{selector, sequence, success};
//! use bt_core::prelude::*;
//!
//! let tree = selector((sequence((leaf(|n: &mut i32| *n > 0), success())), leaf(|n: &mut i32| *n = 1)));
//! let (mut agent, mut n) = (Agent::of(&tree), 0);
//! assert_eq!(agent.tick(&tree, &mut n), Status::Success);
//! assert_eq!(n, 1);
//! ```

#[doc(inline)]
pub use crate::children::concat;
#[doc(inline)]
pub use crate::composite::{case, switch_cases};
#[doc(inline)]
pub use keywords::*;

/// The keywords and nothing else: what `bt!` has in scope where a keyword may stand, so
/// that editors offer it.
#[doc(hidden)]
pub mod keywords {
    pub use crate::composite::{
        checkpoint_sequence, if_else, mem_selector, mem_sequence, parallel, race, random, random_selector,
        random_sequence, selector, sequence, simple_parallel, switch, utility, while_do,
    };
    pub use crate::decorator::{
        always_fail, always_succeed, chance, cooldown, delay, finally, focus, fresh, guard, inverter, limit,
        on_halt, once, repeat_until_fail, repeat_until_success, repeater, retry, service, throttle, timeout,
        when,
    };
    pub use crate::leaf::{failure, received, received as on, running, success, wait, wait_event};
    pub use crate::states::states;
}
