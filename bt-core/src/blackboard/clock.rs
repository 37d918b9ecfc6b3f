use core::time::Duration;

/// A blackboard that knows the time.
///
/// Every node that waits reads it from here and from nowhere else, so that a
/// paused game is paused, a test needs no sleep and a replay repeats. A clock
/// that jumps back restarts the waits that began later than now.
///
/// ```
/// use bt_core::prelude::*;
/// use core::time::Duration;
///
/// struct Ctx<'a> { clock: &'a Duration }
///
/// impl Clock for Ctx<'_> {
///     fn now(&self) -> Duration {
///         *self.clock
///     }
/// }
/// assert_eq!(Ctx { clock: &Duration::from_secs(1) }.now().as_millis(), 1000);
/// ```
#[diagnostic::on_unimplemented(
    message = "the blackboard `{Self}` has no clock",
    label = "this node needs to know the time",
    note = "implement `Clock` for `{Self}`, or derive `Blackboard` with a field marked `#[bt(clock)]`"
)]
pub trait Clock {
    /// The time since some moment that never changes, such as the start of the game.
    fn now(&self) -> Duration;
}

impl<C: Clock + ?Sized> Clock for &C {
    #[inline(always)]
    fn now(&self) -> Duration {
        (**self).now()
    }
}

impl<C: Clock + ?Sized> Clock for &mut C {
    #[inline(always)]
    fn now(&self) -> Duration {
        (**self).now()
    }
}
