//! What nodes ask of a blackboard: time, chance, events.

mod clock;
mod events;
mod random;

pub use clock::Clock;
pub use events::{Events, Inbox};
pub(crate) use random::unit;
pub use random::{Random, SmallRng};
