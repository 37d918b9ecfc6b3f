//! What is measured of the compiler.

mod code;
pub mod compile;
pub mod program;
