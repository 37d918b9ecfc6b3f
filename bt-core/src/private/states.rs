//! State machines.

pub use crate::observe::{Edge, Target};
pub use crate::states::{Absent, Ask, Enter, Exit, Machine, NoTriggers, Parts, Pushed, Taken, Then};
pub use crate::time::Timer;
