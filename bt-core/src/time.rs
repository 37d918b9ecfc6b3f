//! Time as nodes store it: 8 bytes, whatever happens to the clock.

use core::time::Duration;

/// Nanoseconds of a duration; 292 years and more all count as 292 years.
#[inline(always)]
pub(crate) const fn nanos(duration: Duration) -> u64 {
    const NANOS_PER_SEC: u64 = 1_000_000_000;
    const MAX_SECS: u64 = LONGEST / NANOS_PER_SEC;
    if duration.as_secs() >= MAX_SECS {
        return LONGEST;
    }
    duration.as_secs() * NANOS_PER_SEC + duration.subsec_nanos() as u64
}

/// One bit is left for a mark, and one value for "never".
const LONGEST: u64 = (u64::MAX >> 1) - 1;

/// When the run of a waiting node began.
///
/// A clock that jumps back restarts the wait.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Timer(u64);

/// No run: later than any moment.
impl Default for Timer {
    #[inline(always)]
    fn default() -> Self {
        Timer(u64::MAX)
    }
}

impl Timer {
    const OVER: u64 = u64::MAX - 1;

    /// The nanoseconds since the run began; begins it if there is none.
    #[inline(always)]
    pub(crate) fn elapsed(&mut self, now: u64) -> u64 {
        if self.0 > now {
            self.0 = now;
        }
        now - self.0
    }

    /// Whether the wait is marked as over.
    #[inline(always)]
    pub(crate) fn is_over(self) -> bool {
        self.0 == Self::OVER
    }

    /// Marks the wait as over; [`stop`](Timer::stop) puts it back.
    #[inline(always)]
    pub(crate) fn set_over(&mut self) {
        self.0 = Self::OVER;
    }

    /// The run is over.
    #[inline(always)]
    pub(crate) fn stop(&mut self) {
        self.0 = u64::MAX;
    }
}

/// When something ended last, and whether it is running again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LastEnd(u64);

impl LastEnd {
    const RUNNING: u64 = 1;

    /// Whether the run goes on.
    #[inline(always)]
    pub(crate) fn is_running(self) -> bool {
        self.0 & Self::RUNNING != 0
    }

    /// Remembers whether the run goes on.
    #[inline(always)]
    pub(crate) fn set_running(&mut self, running: bool) {
        self.0 = self.0 & !Self::RUNNING | u64::from(running);
    }

    /// The run ended now.
    #[inline(always)]
    pub(crate) fn end(&mut self, now: u64) {
        self.0 = (now + 1) << 1;
    }

    /// Whether less than `duration` has passed since the last end. An end that
    /// lies in the future, after a clock jumped back, counts as now.
    #[inline(always)]
    pub(crate) fn is_within(&mut self, duration: u64, now: u64) -> bool {
        if self.0 == 0 {
            return false;
        }
        let ended = (self.0 >> 1) - 1;
        if ended > now {
            self.end(now);
            return duration > 0;
        }
        now - ended < duration
    }
}
