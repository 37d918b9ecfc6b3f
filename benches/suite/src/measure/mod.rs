//! What is measured, and how.

pub mod code;
pub mod compile;
pub mod count;
pub mod memory;
pub mod program;
pub mod time;
