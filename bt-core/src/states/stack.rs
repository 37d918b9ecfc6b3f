//! The states that were interrupted, and the time of the last entry: what only some
//! machines have.

use core::fmt::Debug;
use core::time::Duration;

use crate::review::Review;
use crate::time::{Timer, moment};

/// When the current state was entered, or `()`.
pub trait Entry: Default + Copy + PartialEq + Debug {
    /// The state is entered now.
    fn begin(&mut self, now: impl FnOnce() -> Duration);
    /// The nanoseconds since the entry; one that lies in the future counts as now.
    fn elapsed(&mut self, now: impl FnOnce() -> Duration) -> u64;
    /// Nobody asks.
    fn stop(&mut self);
    /// [Goes through](crate::Node::review) the moment; whether there is one.
    fn review(&mut self, review: &mut Review) -> Option<bool>;
}

impl Entry for () {
    #[inline(always)]
    fn begin(&mut self, _: impl FnOnce() -> Duration) {}
    #[inline(always)]
    fn elapsed(&mut self, _: impl FnOnce() -> Duration) -> u64 {
        0
    }
    #[inline(always)]
    fn stop(&mut self) {}
    fn review(&mut self, _: &mut Review) -> Option<bool> {
        None
    }
}

impl Entry for Timer {
    #[inline(always)]
    fn begin(&mut self, now: impl FnOnce() -> Duration) {
        Timer::begin(self, moment(now()));
    }
    #[inline(always)]
    fn elapsed(&mut self, now: impl FnOnce() -> Duration) -> u64 {
        Timer::elapsed(self, moment(now()))
    }
    #[inline(always)]
    fn stop(&mut self) {
        Timer::stop(self);
    }
    fn review(&mut self, review: &mut Review) -> Option<bool> {
        Some(review.timer(self))
    }
}

/// The states that were interrupted by a push, the last one on top; or `()`.
///
/// No state is on it twice, so that a machine bounds its depth.
pub trait Stack: Default + Copy + PartialEq + Debug {
    /// Whether nothing is on it.
    fn is_empty(&self) -> bool;
    /// Puts a state on top.
    fn push(&mut self, state: u8);
    /// The state on top, which stays there.
    fn top(&self) -> Option<u8>;
    /// Takes a state off, and all above it, if it is there.
    fn cut(&mut self, state: u8);
    /// Takes all off.
    fn clear(&mut self);
    /// What is on it, from the bottom on.
    fn pushed(&self) -> &[u8];
}

impl Stack for () {
    #[inline(always)]
    fn is_empty(&self) -> bool {
        true
    }
    #[inline(always)]
    fn push(&mut self, _: u8) {}
    #[inline(always)]
    fn top(&self) -> Option<u8> {
        None
    }
    #[inline(always)]
    fn cut(&mut self, _: u8) {}
    #[inline(always)]
    fn clear(&mut self) {}
    fn pushed(&self) -> &[u8] {
        &[]
    }
}

/// Up to `D` states; what is above the top is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pushed<const D: usize> {
    depth: u8,
    states: [u8; D],
}

impl<const D: usize> Default for Pushed<D> {
    #[inline(always)]
    fn default() -> Self {
        Pushed { depth: 0, states: [0; D] }
    }
}

impl<const D: usize> Pushed<D> {
    /// The states, the last one pushed last.
    ///
    /// ```
    /// use bt_core::states::{Pushed, Stack};
    ///
    /// let mut stack = Pushed::<3>::default();
    /// stack.push(4);
    /// stack.push(2);
    /// assert_eq!(stack.as_slice(), [4, 2]);
    /// stack.cut(4);
    /// assert!(stack.is_empty());
    /// ```
    pub fn as_slice(&self) -> &[u8] {
        self.states.get(..usize::from(self.depth)).unwrap_or(&self.states)
    }
}

impl<const D: usize> Stack for Pushed<D> {
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.depth == 0
    }

    #[inline]
    fn push(&mut self, state: u8) {
        if let Some(place) = self.states.get_mut(usize::from(self.depth)) {
            *place = state;
            self.depth += 1;
        }
    }

    #[inline]
    fn top(&self) -> Option<u8> {
        self.as_slice().last().copied()
    }

    #[inline]
    fn cut(&mut self, state: u8) {
        if let Some(place) = self.as_slice().iter().position(|pushed| *pushed == state) {
            self.states[place..].fill(0);
            self.depth = place as u8;
        }
    }

    #[inline]
    fn clear(&mut self) {
        *self = Self::default();
    }

    fn pushed(&self) -> &[u8] {
        self.as_slice()
    }
}

/// As the list of the states on it.
#[cfg(feature = "serde")]
impl<const D: usize> serde::Serialize for Pushed<D> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, const D: usize> serde::Deserialize<'de> for Pushed<D> {
    fn deserialize<Z: serde::Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        struct States<const D: usize>;

        impl<'de, const D: usize> serde::de::Visitor<'de> for States<D> {
            type Value = Pushed<D>;

            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, "up to {D} different states")
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<Pushed<D>, A::Error> {
                let mut stack = Pushed::default();
                while let Some(state) = list.next_element::<u8>()? {
                    if stack.as_slice().contains(&state) || usize::from(stack.depth) == D {
                        return Err(serde::de::Error::invalid_value(
                            serde::de::Unexpected::Unsigned(state.into()),
                            &self,
                        ));
                    }
                    stack.push(state);
                }
                Ok(stack)
            }
        }

        deserializer.deserialize_seq(States::<D>)
    }
}
