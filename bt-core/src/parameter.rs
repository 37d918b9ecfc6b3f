//! Arguments of nodes: durations, counts, probabilities.

use core::time::Duration;

use crate::made::made;
use crate::visit::Visit;

/// A value of type `T` that a node reads from its argument, anew in every tick.
///
/// | argument | what it is |
/// |---|---|
/// | `Duration`, `u32`, `f64` | that value |
/// | [`Nanos`], [`Times`] | a constant that takes no room in the tree; `bt!` writes literals so |
/// | [`Fixed`] | an expression that doesn't read the blackboard |
/// | `Fn(&mut B) -> T` | an expression over the blackboard |
///
/// ```
/// use core::time::Duration;
/// use bt_core::parameter::{Nanos, Parameter};
///
/// let half = Nanos::<500_000_000>;
/// assert_eq!(half.value(&mut ()), Duration::from_millis(500));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no argument of type `{T}`",
    label = "expected a value of type `{T}`, or a function of the blackboard that returns one"
)]
pub trait Parameter<B: ?Sized, T> {
    /// Whether it reads the blackboard.
    #[doc(hidden)]
    const READS: bool = false;

    /// Whether it stands for an argument that was left out.
    #[doc(hidden)]
    const IS_NOTHING: bool = false;

    /// The value now.
    fn value(&self, blackboard: &mut B) -> T;

    /// The value now; the visit is told if the blackboard was asked for it.
    #[doc(hidden)]
    #[inline(always)]
    fn ask<V: Visit>(&self, blackboard: &mut B, visit: &mut V) -> T {
        if Self::READS {
            visit.asked();
        }
        self.value(blackboard)
    }
}

impl<B: ?Sized, T, F: Fn(&mut B) -> T> Parameter<B, T> for F {
    const READS: bool = true;

    #[inline(always)]
    fn value(&self, blackboard: &mut B) -> T {
        self(blackboard)
    }
}

/// An expression that doesn't read the blackboard, evaluated in every tick.
///
/// ```
/// use bt_core::parameter::{Fixed, Parameter};
///
/// let rounds = 3;
/// assert_eq!(Fixed(move || rounds).value(&mut ()), 3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fixed<F>(pub F);

impl<B: ?Sized, T, F: Fn() -> T> Parameter<B, T> for Fixed<F> {
    #[inline(always)]
    fn value(&self, _: &mut B) -> T {
        (self.0)()
    }
}

/// A constant duration of `N` nanoseconds.
///
/// ```
/// use bt_core::node::wait;
/// use bt_core::parameter::Nanos;
///
/// assert_eq!(size_of_val(&wait(Nanos::<1_000_000>)), 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Nanos<const N: u64>;

made!([const N: u64] Nanos<N> = Nanos);

impl<B: ?Sized, const N: u64> Parameter<B, Duration> for Nanos<N> {
    #[inline(always)]
    fn value(&self, _: &mut B) -> Duration {
        Duration::from_nanos(N)
    }
}

/// A constant count.
///
/// ```
/// use bt_core::node::{failure, retry};
/// use bt_core::parameter::Times;
///
/// assert_eq!(size_of_val(&retry(Times::<3>, failure())), 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Times<const N: u32>;

made!([const N: u32] Times<N> = Times);

impl<B: ?Sized, const N: u32> Parameter<B, u32> for Times<N> {
    #[inline(always)]
    fn value(&self, _: &mut B) -> u32 {
        N
    }
}

macro_rules! plain {
    ($($type:ty),*) => { $(
        impl<B: ?Sized> Parameter<B, $type> for $type {
            #[inline(always)]
            fn value(&self, _: &mut B) -> $type {
                *self
            }
        }
    )* };
}

plain!(Duration, u32, f64, ());
