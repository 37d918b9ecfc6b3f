//! Agents as they are saved: with the fingerprint of their tree.

use core::marker::PhantomData;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::agent::Agent;
use crate::behavior::Node;
use crate::review::Review;
use crate::status::Status;

/// The fingerprint comes first, so that a state of another tree isn't even looked at.
#[derive(Serialize, Deserialize)]
#[serde(
    rename = "Agent",
    bound(serialize = "S: Serialize, T: Node", deserialize = "S: Deserialize<'de>, T: Node")
)]
struct Saved<T, S> {
    tree: Fingerprint<T>,
    state: S,
    running: bool,
}

/// The fingerprint of the tree `T`.
struct Fingerprint<T>(PhantomData<T>);

impl<T: Node> Serialize for Fingerprint<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        T::FINGERPRINT.serialize(serializer)
    }
}

impl<'de, T: Node> Deserialize<'de> for Fingerprint<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = u64::deserialize(deserializer)?;
        if found == T::FINGERPRINT {
            return Ok(Fingerprint(PhantomData));
        }
        Err(D::Error::custom(format_args!(
            "an agent of another tree: its fingerprint is {found}, and this tree's is {}",
            T::FINGERPRINT
        )))
    }
}

impl<T: Node<State: Serialize>> Serialize for Agent<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tree = Fingerprint::<T>(PhantomData);
        Saved { tree, state: &self.state, running: self.is_running() }.serialize(serializer)
    }
}

impl<'de, T: Node<State: Deserialize<'de>>> Deserialize<'de> for Agent<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Saved { tree: Fingerprint::<T>(_), mut state, running } = Saved::deserialize(deserializer)?;
        let mut review = Review::new();
        let runs = T::review(&mut state, &mut review);
        review.require(running || !runs);
        if !review.is_sound() {
            return Err(D::Error::custom(
                "a state that no run can have left: a cursor, counter, order, moment or mark in it is out of range",
            ));
        }
        Ok(Agent { state, last: if running { Status::Running } else { Status::Success } })
    }
}
