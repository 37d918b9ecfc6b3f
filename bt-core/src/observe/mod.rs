//! Seeing what a tree is and what it does.
//!
//! Every node of a tree has a number: its place in preorder, the root being 0.
//! An [`Outline`] says what the nodes are, an [`Observer`] hears what they do:
//!
//! | question | observer |
//! |---|---|
//! | What did each node answer in the last tick? | [`LastStatus`] |
//! | What happened, and why did it change its mind? | `Trace` (feature `alloc`) |
//! | What is never reached? | `Coverage` (feature `alloc`) |
//! | What takes so long? | `Timing` (feature `std`) |
//! | Does a node of my own keep the rules? | `Rules` (feature `alloc`) |
//!
//! A tuple of two observers is one. All of them can be drawn: [`Outline::with`] gives a
//! [`Picture`], as text, Mermaid, Graphviz, SVG, or XML for Groot2. The crate
//! `bt-inspect` shows running agents on a page.

#[cfg(feature = "alloc")]
mod change;
#[cfg(feature = "alloc")]
mod coverage;
mod last_status;
mod observer;
mod outline;
mod picture;
#[cfg(feature = "alloc")]
mod rules;
#[cfg(feature = "alloc")]
mod runs;
#[cfg(feature = "std")]
mod timing;
#[cfg(feature = "alloc")]
mod trace;
mod transition;

#[cfg(feature = "alloc")]
pub use change::Change;
#[cfg(feature = "alloc")]
pub use coverage::{Counter, Counts, Coverage};
pub use last_status::{LastStatus, Slot, Statuses};
pub use observer::Observer;
pub use outline::{Entry, Location, Outline, Outliner, Passage, Rows};
pub use picture::{Dot, Mermaid, Picture};
#[cfg(feature = "alloc")]
pub use picture::{Groot, Svg};
#[cfg(feature = "alloc")]
pub use rules::{Breach, Rule, Rules};
#[cfg(feature = "std")]
pub use timing::Timing;
#[cfg(feature = "alloc")]
pub use trace::{Event, Recorder, Tick, Trace, What};
pub use transition::{Edge, Target, Transition};
