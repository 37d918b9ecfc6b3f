//! What is measured, and how.

pub mod count;
pub mod memory;
pub mod time;
