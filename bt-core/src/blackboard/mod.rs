//! What nodes ask of a blackboard: time.

mod clock;

pub use clock::Clock;
