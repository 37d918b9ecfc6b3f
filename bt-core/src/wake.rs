//! When an agent needs its next tick.

use core::time::Duration;

/// What a tick found out about the next one: see
/// [`Agent::tick_until`](crate::Agent::tick_until).
///
/// As long as the blackboard's clock hasn't reached [`at`](Wake::at), no condition that
/// was asked in the tick would answer differently, and no event has arrived, another tick
/// would give the same answer, have no effect, and leave an equal state: the agent may
/// sleep, and nobody can tell. A [`Schedule`](crate::schedule::Schedule) keeps the time
/// for many agents.
///
/// ```
/// use bt_core::Wake;
/// use core::time::Duration;
///
/// let moment = Duration::from_secs(9);
/// assert_eq!(Wake::at_moment(moment).at(), Some(moment));
/// assert_eq!(Wake::NEXT_TICK.at(), Some(Duration::ZERO));
/// assert_eq!(Wake::WHEN_WOKEN.at(), None);
/// assert!(Wake::WHEN_ASKED.asked());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wake {
    /// Nanoseconds; `u64::MAX` for never.
    at: u64,
    asked: bool,
}

impl Wake {
    /// The very next tick is needed.
    pub const NEXT_TICK: Wake = Wake { at: 0, asked: false };
    /// No tick is needed before something happens to the agent.
    pub const WHEN_WOKEN: Wake = Wake { at: u64::MAX, asked: false };
    /// The same, but a condition was asked.
    pub const WHEN_ASKED: Wake = Wake { at: u64::MAX, asked: true };

    /// A tick is needed when the clock has reached this moment.
    #[inline(always)]
    pub const fn at_moment(moment: Duration) -> Wake {
        Wake { at: nanos(moment), asked: false }
    }

    /// The moment of the clock from which another tick may answer differently.
    /// `Some(Duration::ZERO)`: the very next tick; `None`: not before something happens
    /// to the agent, or a condition answers differently.
    #[inline]
    pub const fn at(self) -> Option<Duration> {
        if self.at == u64::MAX { None } else { Some(Duration::from_nanos(self.at)) }
    }

    /// [`at`](Wake::at) in nanoseconds; `u64::MAX` for never.
    #[cfg(feature = "alloc")]
    pub(crate) const fn nanos(self) -> u64 {
        self.at
    }

    /// Whether a condition was asked, whose answer only the game knows to stand.
    #[inline]
    pub const fn asked(self) -> bool {
        self.asked
    }

    /// The earlier of the two; asked if either was.
    ///
    /// ```
    /// use bt_core::Wake;
    /// use core::time::Duration;
    ///
    /// let moment = Duration::from_secs(9);
    /// let both = Wake::at_moment(moment).or(Wake::WHEN_ASKED);
    /// assert!(both.at() == Some(moment) && both.asked());
    /// ```
    #[inline(always)]
    pub const fn or(self, other: Wake) -> Wake {
        let at = if self.at < other.at { self.at } else { other.at };
        Wake { at, asked: self.asked | other.asked }
    }
}

/// A moment in nanoseconds; after 584 years, never.
pub(crate) const fn nanos(moment: Duration) -> u64 {
    let nanos = moment.as_nanos();
    if nanos > u64::MAX as u128 { u64::MAX } else { nanos as u64 }
}
