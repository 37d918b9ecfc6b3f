//! Time as nodes store it: 8 bytes, whatever happens to the clock.

use core::time::Duration;

const NANOS_PER_SEC: u64 = 1_000_000_000;

/// More than any two moments of a clock are apart.
const LONGEST: u64 = (1 << 62) - 1;

/// A clock's moments are below this: 136 years, and below 2^62.
const END: i64 = (1 << 32) * NANOS_PER_SEC as i64;

/// Moments before a clock's zero are above this, some 146 years: an agent that is moved to a
/// clock that has just begun may have begun to wait before.
const BEGINNING: i64 = -(1 << 62);

/// A moment of a clock in nanoseconds. The seconds are taken modulo 2^32, which costs
/// nothing: a clock beyond 136 years jumps back once, and clocks may.
#[inline(always)]
pub(crate) const fn moment(now: Duration) -> u64 {
    (now.as_secs() as u32 as u64) * NANOS_PER_SEC + now.subsec_nanos() as u64
}

/// Whether there is such a moment, or was one on a clock that had begun earlier.
pub(crate) fn is_moment(moment: i64) -> bool {
    BEGINNING < moment && moment < END
}

/// A moment of another clock, which says so much more.
pub(crate) fn moved(moment: i64, shift: i64) -> i64 {
    moment.saturating_add(shift).clamp(BEGINNING + 1, END - 1)
}

/// The nanoseconds of an argument; 136 years and more count as for ever.
#[inline(always)]
pub(crate) const fn nanos(duration: Duration) -> u64 {
    if duration.as_secs() > u32::MAX as u64 { LONGEST } else { moment(duration) }
}

/// The moment so many nanoseconds after another, as the clock tells it.
#[inline(always)]
pub(crate) const fn later(moment: u64, nanos: u64) -> Duration {
    Duration::from_nanos(moment + nanos)
}

/// When the run of a waiting node began.
///
/// A clock that jumps back restarts the wait.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Timer(i64);

/// No run: later than any moment.
impl Default for Timer {
    #[inline(always)]
    fn default() -> Self {
        Timer(Self::IDLE)
    }
}

impl Timer {
    const IDLE: i64 = i64::MAX;
    const OVER: i64 = i64::MAX - 1;

    /// The nanoseconds since the run began; begins it if there is none.
    #[inline(always)]
    pub(crate) fn elapsed(&mut self, now: u64) -> u64 {
        let now = now as i64;
        if self.0 > now {
            self.0 = now;
        }
        now.wrapping_sub(self.0) as u64
    }

    /// A run begins now.
    #[inline(always)]
    pub(crate) fn begin(&mut self, now: u64) {
        self.0 = now as i64;
    }

    /// Whether no run has begun.
    #[inline(always)]
    pub(crate) fn is_idle(self) -> bool {
        self.0 == Self::IDLE
    }

    /// Whether the wait is marked as over.
    #[inline(always)]
    pub(crate) fn is_over(self) -> bool {
        self.0 == Self::OVER
    }

    /// Marks the wait as over; the default puts it back.
    #[inline(always)]
    pub(crate) fn set_over(&mut self) {
        self.0 = Self::OVER;
    }

    /// The run is over.
    #[inline(always)]
    pub(crate) fn stop(&mut self) {
        self.0 = Self::IDLE;
    }

    /// Puts another moment in the place of the run's beginning, if there is one.
    pub(crate) fn replace(&mut self, other: impl FnOnce(i64) -> i64) {
        if !self.is_idle() && !self.is_over() {
            self.0 = other(self.0);
        }
    }
}

/// When something ended last, and whether it is running again.
///
/// Moments stand in the lower 62 bits; bit 62 alone is "never", and bit 63 is set
/// while it runs. Each of the two is further from any moment than a wait is long,
/// so that one comparison settles the usual case: not yet. What is greater than both
/// together is an end before the clock's zero, as a negative number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LastEnd(u64);

/// It never ended.
impl Default for LastEnd {
    #[inline(always)]
    fn default() -> Self {
        LastEnd(Self::NEVER)
    }
}

impl LastEnd {
    const NEVER: u64 = 1 << 62;
    const RUNNING: u64 = 1 << 63;

    /// Remembers whether the run goes on.
    #[inline(always)]
    pub(crate) fn set_running(&mut self, running: bool) {
        self.0 = if running { self.0 | Self::RUNNING } else { self.0 & !Self::RUNNING };
    }

    /// The run ended now.
    #[inline(always)]
    pub(crate) fn end(&mut self, now: u64) {
        self.0 = now;
    }

    /// When it is ready again, if it isn't now.
    #[inline(always)]
    pub(crate) fn ready_at(self, duration: u64) -> Duration {
        // The end may lie before the clock's zero.
        Duration::from_nanos(self.0.wrapping_add(duration))
    }

    /// Whether a tick may go on to the child: it is running, or `duration` has
    /// passed since the last end. An end that lies in the future, after a clock
    /// jumped back, counts as now.
    #[inline(always)]
    pub(crate) fn is_ready(&mut self, duration: u64, now: u64) -> bool {
        if now.wrapping_sub(self.0) < duration {
            return false;
        }
        if now < self.0 {
            if self.0 < Self::NEVER {
                self.end(now);
                return duration == 0;
            }
            if self.is_before_zero() {
                // It has no room for the mark of running, and won't be asked for any more.
                self.0 = Self::NEVER;
            }
        }
        true
    }

    /// Whether it is running again.
    pub(crate) fn is_running(self) -> bool {
        self.0 & Self::RUNNING != 0 && !self.is_before_zero()
    }

    #[inline(always)]
    fn is_before_zero(self) -> bool {
        self.0 > Self::RUNNING | Self::NEVER
    }

    /// Puts another moment in the place of the last end, if there was one.
    pub(crate) fn replace(&mut self, other: impl FnOnce(i64) -> i64) {
        let running = if self.is_running() { Self::RUNNING } else { 0 };
        let end = self.0 ^ running;
        if end == Self::NEVER {
            return;
        }
        let end = other(end as i64);
        // While it runs, an end that long ago doesn't matter any more.
        let end = if end < 0 && running != 0 { Self::NEVER } else { end as u64 };
        self.0 = end | running;
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, LastEnd, Timer, is_moment, moment, nanos};
    use core::time::Duration;

    #[test]
    fn moments_are_nanoseconds() {
        assert_eq!(moment(Duration::new(2, 5)), 2_000_000_005);
        assert!(moment(Duration::MAX) < LONGEST && is_moment(moment(Duration::MAX) as i64));
        assert_eq!(nanos(Duration::MAX), LONGEST);
    }

    #[test]
    fn what_never_ended_is_ready() {
        for now in [0, 1, moment(Duration::from_secs(u64::from(u32::MAX)))] {
            assert!(LastEnd::default().is_ready(LONGEST, now));
        }
    }

    #[test]
    fn running_keeps_the_last_end() {
        for mut end in [LastEnd::default(), LastEnd(0), LastEnd(7)] {
            let before = end;
            end.set_running(true);
            assert!(end.is_ready(LONGEST, 3) && end.is_ready(LONGEST, LONGEST));
            end.set_running(true);
            end.set_running(false);
            assert_eq!(end, before);
        }
    }

    #[test]
    fn waits_to_the_nanosecond() {
        let mut end = LastEnd(10);
        assert!(!end.is_ready(5, 14));
        assert!(end.is_ready(5, 15));
        assert!(end.is_ready(0, 10));
    }

    #[test]
    fn an_end_before_zero_is_waited_for() {
        for running in [false, true] {
            let mut end = LastEnd(10);
            end.set_running(running);
            end.replace(|end| end - 13);
            assert_eq!(end.is_running(), running);
            // It ended at -3.
            assert_eq!(end.is_ready(5, 1), running, "a run is never blocked");
            assert!(end.is_ready(5, 2));
            end.set_running(true);
            assert!(end.is_running() && end.is_ready(LONGEST, 3));
        }
        let mut timer = Timer::default();
        timer.begin(10);
        timer.replace(|began| began - 13);
        assert_eq!(timer.elapsed(1), 4);
    }

    #[test]
    fn a_clock_that_jumps_back_restarts_the_wait() {
        let mut end = LastEnd(100);
        assert!(!end.is_ready(5, 40));
        assert!(!end.is_ready(5, 44));
        assert!(end.is_ready(5, 45));
        assert!(end.is_ready(0, 20), "no time at all has passed");

        let mut timer = Timer::default();
        assert_eq!(timer.elapsed(100), 0);
        assert_eq!(timer.elapsed(40), 0);
        assert_eq!(timer.elapsed(45), 5);
    }
}
