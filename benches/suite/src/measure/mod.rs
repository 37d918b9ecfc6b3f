//! What is measured, and how.

pub mod compile;
