//! Seeing what a tree is and what it does.
//!
//! Every node of a tree has a number: its place in preorder, the root being 0.
//! An [`Outline`] says what the nodes are, an [`Observer`] hears what they do.

mod last_status;
mod observer;
mod outline;
mod picture;

pub use last_status::{LastStatus, Statuses};
pub use observer::Observer;
pub use outline::{Entry, Location, Outline, Outliner, Row};
pub use picture::Picture;
