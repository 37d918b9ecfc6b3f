//! How a node reaches its children: [`Visit`].

pub use crate::behavior::Visit;
