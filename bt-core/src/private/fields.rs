//! What a marked field of a derived blackboard can be.

use core::time::Duration;

use crate::blackboard::{Expiring, Fading, Inbox, Random, SmallRng};

#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` is no clock",
    label = "expected `Duration`, or seconds as `f32` or `f64`"
)]
pub trait ClockField {
    fn time(&self) -> Duration;
}

impl ClockField for Duration {
    #[inline(always)]
    fn time(&self) -> Duration {
        *self
    }
}

/// Seconds; what is negative or no number counts as zero.
impl ClockField for f64 {
    #[inline(always)]
    fn time(&self) -> Duration {
        Duration::try_from_secs_f64(*self).unwrap_or(if *self > 0.0 { Duration::MAX } else { Duration::ZERO })
    }
}

impl ClockField for f32 {
    #[inline(always)]
    fn time(&self) -> Duration {
        Duration::try_from_secs_f32(*self).unwrap_or(if *self > 0.0 { Duration::MAX } else { Duration::ZERO })
    }
}

impl<T: ClockField + ?Sized> ClockField for &T {
    #[inline(always)]
    fn time(&self) -> Duration {
        (**self).time()
    }
}

impl<T: ClockField + ?Sized> ClockField for &mut T {
    #[inline(always)]
    fn time(&self) -> Duration {
        (**self).time()
    }
}

#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` is no fact that expires",
    label = "expected `Expiring<T>`, or `Fading<T>`, which fades evenly"
)]
pub trait ExpiringField {
    fn expiring(time_to_live: Duration) -> Self;
}

impl<T> ExpiringField for Expiring<T> {
    fn expiring(time_to_live: Duration) -> Self {
        Expiring::new(time_to_live)
    }
}

impl<T> ExpiringField for Fading<T> {
    fn expiring(time_to_live: Duration) -> Self {
        Fading::linear(time_to_live)
    }
}

#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` is no source of random numbers",
    label = "expected `SmallRng`, or a generator of `rand_core` with the feature `rand_core`"
)]
pub trait RandomField {
    fn number(&mut self) -> u64;
}

#[cfg(not(feature = "rand_core"))]
impl RandomField for SmallRng {
    #[inline(always)]
    fn number(&mut self) -> u64 {
        self.next_u64()
    }
}

#[cfg(not(feature = "rand_core"))]
impl<T: RandomField + ?Sized> RandomField for &mut T {
    #[inline(always)]
    fn number(&mut self) -> u64 {
        (**self).number()
    }
}

/// `SmallRng` is one of them then.
#[cfg(feature = "rand_core")]
impl<R: rand_core::Rng + ?Sized> RandomField for R {
    #[inline(always)]
    fn number(&mut self) -> u64 {
        self.next_u64()
    }
}

#[cfg(feature = "rand_core")]
mod small_rng {
    use super::{Random, SmallRng};

    impl rand_core::TryRng for SmallRng {
        type Error = core::convert::Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            Ok((self.next_u64() >> 32) as u32)
        }

        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            Ok(Random::next_u64(self))
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
            for chunk in bytes.chunks_mut(8) {
                chunk.copy_from_slice(&Random::next_u64(self).to_le_bytes()[..chunk.len()]);
            }
            Ok(())
        }
    }
}

#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` is no inbox for events",
    label = "expected `Inbox<Event, N>`"
)]
pub trait EventsField {
    type Event;
    fn take_event(&mut self, wanted: impl FnMut(&Self::Event) -> bool) -> Option<Self::Event>;
}

impl<E, const N: usize> EventsField for Inbox<E, N> {
    type Event = E;

    #[inline(always)]
    fn take_event(&mut self, wanted: impl FnMut(&E) -> bool) -> Option<E> {
        self.take(wanted)
    }
}

impl<T: EventsField + ?Sized> EventsField for &mut T {
    type Event = T::Event;

    #[inline(always)]
    fn take_event(&mut self, wanted: impl FnMut(&T::Event) -> bool) -> Option<T::Event> {
        (**self).take_event(wanted)
    }
}
