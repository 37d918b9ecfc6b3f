//! A state as a whole: looked through after it was loaded, or moved to another clock.

use core::time::Duration;

use crate::flag::Memo;
use crate::range::Keeps;
use crate::time::{LastEnd, Timer, is_moment, moment, moved};

/// Goes through the state of a tree, node by node: see [`Node::review`](crate::Node::review).
///
/// It finds out whether a run can have left the state at all, and moves the moments in it from
/// one clock to another. [`Agent`](crate::Agent) does both by itself: the first when it is
/// loaded, the second in [`rebase`](crate::Agent::rebase). Whoever saves bare states does it so:
///
/// ```
/// use bt_core::prelude::*;
/// use bt_core::review::Review;
///
/// bt! {
///     struct Pet |hunger: &mut u32| mem_sequence < { *hunger > 9 }, running >
/// }
///
/// let mut state = StateOf::<Pet>::default();
/// let mut review = Review::new();
/// assert!(!Pet::review(&mut state, &mut review), "nothing runs");
/// assert!(review.is_sound());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Review {
    /// What is added to each moment.
    shift: i64,
    is_sound: bool,
}

impl Default for Review {
    fn default() -> Self {
        Self::new()
    }
}

impl Review {
    /// Looks, and moves nothing.
    pub const fn new() -> Self {
        Review { shift: 0, is_sound: true }
    }

    /// Looks, and moves each moment from a clock that says `from` to one that says `to`.
    pub fn moving(from: Duration, to: Duration) -> Self {
        Review { shift: moment(to) as i64 - moment(from) as i64, is_sound: true }
    }

    /// Whether a run can have left all that was seen so far.
    pub const fn is_sound(&self) -> bool {
        self.is_sound
    }

    /// Something has to hold in every state that a run can leave.
    pub fn require(&mut self, holds: bool) {
        self.is_sound &= holds;
    }

    /// A moment of the old clock in terms of the new one, at zero at the earliest: for nodes of
    /// one's own that keep the time.
    ///
    /// ```
    /// use bt_core::review::Review;
    /// use core::time::Duration;
    ///
    /// let review = Review::moving(Duration::from_secs(100), Duration::from_secs(7));
    /// assert_eq!(review.moved(Duration::from_secs(98)), Duration::from_secs(5));
    /// ```
    pub fn moved(&self, moment: Duration) -> Duration {
        let shift = Duration::from_nanos(self.shift.unsigned_abs());
        if self.shift < 0 { moment.saturating_sub(shift) } else { moment.saturating_add(shift) }
    }

    fn stored(&mut self, moment: i64) -> i64 {
        self.require(is_moment(moment));
        moved(moment, self.shift)
    }

    /// A mark of a node that it runs, set before its child is ticked; whether it is set.
    pub(crate) fn mark(&mut self, mark: &impl Memo, child_runs: bool) -> bool {
        let is_set = mark.get() != 0;
        self.require(mark.get() <= 1 && (is_set || !child_runs));
        is_set
    }

    /// A timer of a node that never marks it as over; whether it has begun.
    pub(crate) fn timer(&mut self, timer: &mut Timer) -> bool {
        self.require(!timer.is_over());
        self.timer_or_over(timer)
    }

    /// A timer; whether it has begun.
    pub(crate) fn timer_or_over(&mut self, timer: &mut Timer) -> bool {
        timer.replace(|moment| self.stored(moment));
        !timer.is_idle()
    }

    /// A timer beside the place of a draw; whether it has begun.
    pub(crate) fn drawn_timer(&mut self, timer: &mut impl Keeps<Timer>) -> bool {
        self.place(timer);
        timer.edit(|timer| self.timer(timer))
    }

    /// The place of a draw: a place that was drawn is odd.
    pub(crate) fn place<T>(&mut self, kept: &impl Keeps<T>) {
        self.require(kept.place() == 0 || kept.place() & 1 == 1);
    }

    /// A last end; whether it is running again.
    pub(crate) fn last_end(&mut self, end: &mut LastEnd) -> bool {
        end.replace(|moment| self.stored(moment));
        end.is_running()
    }
}
