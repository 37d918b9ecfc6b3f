//! A leaf's answer that says how long it stands.

use core::time::Duration;

use crate::flag::Yes;
use crate::status::{Outcome, Status};
use crate::wake::Wake;

/// An answer that says how long it stands: for agents that sleep, see
/// [`Agent::tick_until`](crate::Agent::tick_until).
///
/// A leaf that returns it promises that, until then, another tick would give the same
/// answer and have no effect. Made by [`Status::until`] and [`Status::until_woken`], or from
/// a [`Status`], which says nothing: then the next tick is needed.
///
/// ```
/// use bt_core::prelude::*;
/// use bt_core::Until;
/// use core::time::Duration;
///
/// struct Oven { now: Duration, done_at: Duration }
///
/// fn bake(oven: &mut Oven) -> Until {
///     if oven.now < oven.done_at { Status::Running.until(oven.done_at) } else { Status::Success.into() }
/// }
///
/// let tree = bt! { bake };
/// let mut oven = Oven { now: Duration::ZERO, done_at: Duration::from_secs(600) };
/// let (status, wake) = Agent::of(&tree).tick_until(&tree, &mut oven);
/// assert_eq!((status, wake.at()), (Status::Running, Some(oven.done_at)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Until {
    status: Status,
    wake: Wake,
}

impl Until {
    /// What a leaf has returned.
    #[inline(always)]
    pub(crate) fn of(outcome: impl Outcome) -> Until {
        let wake = outcome.wake();
        Until { status: outcome.status(), wake }
    }
}

impl Status {
    /// This answer, which stands until this moment of the blackboard's clock.
    #[inline(always)]
    pub const fn until(self, moment: Duration) -> Until {
        Until { status: self, wake: Wake::at_moment(moment) }
    }

    /// This answer, which stands until something happens to the agent.
    ///
    /// ```
    /// use bt_core::prelude::*;
    /// use bt_core::Until;
    ///
    /// let tree = bt! { |_b: &mut ()| { Status::Running.until_woken() } };
    /// let (_, wake) = Agent::of(&tree).tick_until(&tree, &mut ());
    /// assert_eq!(wake.at(), None);
    /// ```
    #[inline(always)]
    pub const fn until_woken(self) -> Until {
        Until { status: self, wake: Wake::WHEN_WOKEN }
    }
}

/// An answer that may be another in the next tick.
impl From<Status> for Until {
    #[inline(always)]
    fn from(status: Status) -> Self {
        Until { status, wake: Wake::NEXT_TICK }
    }
}

impl Outcome for Until {
    type Succeeds = Yes;
    type Fails = Yes;
    type Runs = Yes;

    #[inline(always)]
    fn status(self) -> Status {
        self.status
    }

    #[inline(always)]
    fn wake(&self) -> Wake {
        self.wake
    }
}
