//! What nodes ask of a blackboard: time, chance, events; and facts that fade.

mod clock;
mod events;
mod expiring;
mod fading;
mod random;
mod recollection;

pub use clock::Clock;
pub use events::{Events, Inbox};
pub use expiring::Expiring;
pub use fading::{Curve, Fading};
pub(crate) use random::unit;
pub use random::{Random, SmallRng};
pub use recollection::Recollection;
