use core::time::Duration;

use crate::ask::{FromClock, ReadsTime};
use crate::behavior::{Behavior, Node};
use crate::fingerprint;
use crate::flag::{Anew, Flag, Yes};
use crate::made::made;
use crate::observe::Outliner;
use crate::range::{Amount, Exact, Extent, Keeps};
use crate::review::Review;
use crate::status::Status;
use crate::time::{LastEnd, Timer, later, moment, nanos};
use crate::visit::Visit;

/// The state of a decorator that keeps the time: `T` is what it remembers of
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Timed<C, T> {
    /// The child's state.
    pub child: C,
    pub(crate) time: T,
}

/// Keeps its child from starting again too soon; see [`cooldown`].
#[derive(Clone, Copy, Debug)]
pub struct CooldownAfter<C, D, const ON_SUCCESS: bool, T = FromClock, U = Exact> {
    duration: D,
    clock: T,
    extent: U,
    child: C,
}

made!([const ON_SUCCESS: bool,] CooldownAfter<C, D, ON_SUCCESS, T, U> { duration: D, clock: T, extent: U, child: C });

/// See [`cooldown`].
pub type Cooldown<C, D, T = FromClock, U = Exact> = CooldownAfter<C, D, false, T, U>;
/// See [`cooldown`].
pub type CooldownOnSuccess<C, D, T = FromClock, U = Exact> = CooldownAfter<C, D, true, T, U>;

/// **`cooldown(d) < c >`**: after it has ended, not again for a while.
///
/// - A tick: failure, without a tick of the child, while `d` hasn't passed
///   since the child last ended. Otherwise the child's. A child that is running
///   is never blocked.
/// - `cooldown(d, on = success)` counts from successes only.
/// - `cooldown(1s..=2s)`: how long is drawn when the pause begins; 4 bytes of state more.
///   See [`range`](crate::range).
/// - Lasts over halts and runs of the tree; a halt doesn't start it.
/// - Needs a blackboard with a [`Clock`](crate::Clock).
///
/// ```text
/// cooldown(1s)   0.0 s    0.5 s         1.0 s
/// c              success  (left alone)  running
/// node           success  failure       running
/// ```
///
/// ```
/// use bt_core::prelude::*;
/// use core::time::Duration;
///
/// impl Clock for World {
///     fn now(&self) -> Duration { self.0 }
/// }
/// struct World(Duration);
///
/// let tree = bt! { |_w: &mut World| cooldown(800ms) < success > };
/// let mut agent = Agent::of(&tree);
/// let mut at = |ms| agent.tick(&tree, &mut World(Duration::from_millis(ms)));
/// assert_eq!(at(0), Status::Success);
/// assert_eq!(at(799), Status::Failure);
/// assert_eq!(at(800), Status::Success);
/// ```
///
/// Unreal: `Cooldown`. BehaviorTree.CPP and py_trees have none; `Delay` is another thing.
#[inline(always)]
pub const fn cooldown<D, C: Node>(duration: D, child: C) -> Cooldown<C, D> {
    CooldownAfter { duration, clock: FromClock, extent: Exact, child }
}

impl<C, D, T, U> Cooldown<C, D, T, U> {
    /// `on = success`: counts from successes only.
    #[inline(always)]
    pub fn on_success(self) -> CooldownOnSuccess<C, D, T, U> {
        CooldownAfter { duration: self.duration, clock: self.clock, extent: self.extent, child: self.child }
    }
}

impl<C, D, const ON_SUCCESS: bool, T> CooldownAfter<C, D, ON_SUCCESS, T> {
    /// A range that begins with the duration: see [`range`](crate::range).
    #[inline(always)]
    pub fn up_to<U>(self, extent: U) -> CooldownAfter<C, D, ON_SUCCESS, T, U> {
        CooldownAfter { duration: self.duration, clock: self.clock, extent, child: self.child }
    }
}

impl<C, D, const ON_SUCCESS: bool, T, U> CooldownAfter<C, D, ON_SUCCESS, T, U> {
    /// The time from a function of one's own instead of the blackboard's [`Clock`](crate::Clock):
    /// see [`ask`](crate::ask).
    #[inline(always)]
    pub fn with_clock<V>(self, clock: V) -> CooldownAfter<C, D, ON_SUCCESS, V, U> {
        CooldownAfter { duration: self.duration, clock, extent: self.extent, child: self.child }
    }
}

impl<C: Node, D, const ON_SUCCESS: bool, T, U: Extent> Node for CooldownAfter<C, D, ON_SUCCESS, T, U> {
    type State = Timed<C::State, U::Kept<LastEnd>>;
    type Succeeds = C::Succeeds;
    type Fails = Yes;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    // A run of a child with nothing to halt may be left without notice: the
    // mark that it is running then only spares a check that had passed already.
    type Halts = C::Halts;
    const COUNT: u32 = 1 + C::COUNT;
    const MARKS: u32 = C::MARKS;
    const FINGERPRINT: u64 = fingerprint::node("cooldown", C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("cooldown", C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        review.place(&state.time);
        let is_running = state.time.edit(|time| review.last_end(time));
        let runs = C::review(&mut state.child, review);
        review.require(is_running || !runs);
        is_running && C::Halts::VALUE
    }
}

impl<B, C, D, const ON_SUCCESS: bool, T, U> Behavior<B> for CooldownAfter<C, D, ON_SUCCESS, T, U>
where
    B: ?Sized,
    C: Behavior<B>,
    T: ReadsTime<B>,
    U: Amount<B, D, Duration>,
{
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let now = moment(self.clock.now(blackboard));
        let duration = nanos(self.extent.ask(&self.duration, state.time.place(), blackboard, &mut visit));
        if !state.time.edit(|time| time.is_ready(duration, now)) {
            visit.wake_at(state.time.kept().ready_at(duration));
            return Status::Failure;
        }
        // Should the child panic, its run is one that goes on.
        if C::Halts::VALUE {
            state.time.edit(|time| time.set_running(true));
        }
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        match status {
            Status::Running => {
                visit.wake_with_children();
                if !C::Halts::VALUE {
                    state.time.edit(|time| time.set_running(true));
                }
            }
            Status::Failure if ON_SUCCESS => {
                visit.wake_with_children();
                state.time.edit(|time| time.set_running(false));
            }
            _ => {
                // To be blocked is a failure too.
                if status == Status::Failure && !U::DRAWS {
                    visit.wake_at(later(now, duration));
                }
                state.time.edit(|time| time.end(now));
                state.time.set_place(self.extent.draw(blackboard));
            }
        }
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, &mut state.child, blackboard);
        state.time.edit(|time| time.set_running(false));
    }
}

/// Stops its child when it takes too long; see [`timeout`].
#[derive(Clone, Copy, Debug)]
pub struct Timeout<C, D, T = FromClock, U = Exact> {
    duration: D,
    clock: T,
    extent: U,
    child: C,
}

made!([] Timeout<C, D, T, U> { duration: D, clock: T, extent: U, child: C });

/// **`timeout(d) < c >`**: gives up when it takes too long.
///
/// - A tick ticks the child. If it still runs and `d` or more has passed since
///   the run began, it is halted, and the answer is failure. A child that ends
///   in that very tick wins.
/// - `timeout(2s..5s)`: how long is drawn when the run starts; 4 bytes of state more. See
///   [`range`](crate::range).
/// - Needs a blackboard with a [`Clock`](crate::Clock).
///
/// ```text
/// timeout(1s)   0.0 s    0.5 s    1.0 s
/// c             running  running  running, halted
/// node          running  running  failure
/// ```
///
/// ```
/// use bt_core::prelude::*;
/// use core::time::Duration;
///
/// impl Clock for World {
///     fn now(&self) -> Duration { self.0 }
/// }
/// struct World(Duration);
///
/// let tree = bt! { |_w: &mut World| timeout(1s) < running > };
/// let mut agent = Agent::of(&tree);
/// let mut at = |ms| agent.tick(&tree, &mut World(Duration::from_millis(ms)));
/// assert_eq!(at(0), Status::Running);
/// assert_eq!(at(1000), Status::Failure);
/// ```
///
/// BehaviorTree.CPP, py_trees: `Timeout`. Unreal: `TimeLimit`.
#[doc(alias("Timeout", "TimeLimit"))]
#[inline(always)]
pub const fn timeout<D, C: Node>(duration: D, child: C) -> Timeout<C, D> {
    Timeout { duration, clock: FromClock, extent: Exact, child }
}

impl<C, D, T> Timeout<C, D, T> {
    /// A range that begins with the duration: see [`range`](crate::range).
    #[inline(always)]
    pub fn up_to<U>(self, extent: U) -> Timeout<C, D, T, U> {
        Timeout { duration: self.duration, clock: self.clock, extent, child: self.child }
    }
}

impl<C, D, T, U> Timeout<C, D, T, U> {
    /// The time from a function of one's own instead of the blackboard's [`Clock`](crate::Clock):
    /// see [`ask`](crate::ask).
    #[inline(always)]
    pub fn with_clock<V>(self, clock: V) -> Timeout<C, D, V, U> {
        Timeout { duration: self.duration, clock, extent: self.extent, child: self.child }
    }
}

impl<C: Node, D, T, U: Extent> Node for Timeout<C, D, T, U> {
    type State = Timed<C::State, U::Kept<Timer>>;
    type Succeeds = C::Succeeds;
    type Fails = <C::Fails as Flag>::Or<<C::Runs as Flag>::Plain>;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    type Halts = C::Resumes;
    const COUNT: u32 = 1 + C::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("timeout", C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("timeout", C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let has_begun = review.drawn_timer(&mut state.time);
        let runs = C::review(&mut state.child, review);
        review.require(has_begun || !runs);
        has_begun && C::Resumes::VALUE
    }
}

impl<B, C, D, T, U> Behavior<B> for Timeout<C, D, T, U>
where
    B: ?Sized,
    C: Behavior<B>,
    T: ReadsTime<B>,
    U: Amount<B, D, Duration>,
{
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let now = moment(self.clock.now(blackboard));
        if !state.time.is_drawn() {
            state.time.set_place(self.extent.draw(blackboard));
        }
        let elapsed = state.time.edit(|timer| timer.elapsed(now));
        let duration = nanos(self.extent.ask(&self.duration, state.time.place(), blackboard, &mut visit));
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        if !status.is_running() {
            // The next run draws.
            if !U::DRAWS {
                visit.wake_with_children();
            }
            state.time = Default::default();
            return status;
        }
        if elapsed < duration {
            visit.wake_with_children();
            visit.wake_at(later(now, duration - elapsed));
            return Status::Running;
        }
        self.halt_with(state, blackboard, visit);
        Status::Failure
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, &mut state.child, blackboard);
        state.time = Default::default();
    }
}

/// Lets its child start after a while; see [`delay`].
#[derive(Clone, Copy, Debug)]
pub struct Delay<C, D, T = FromClock, U = Exact> {
    duration: D,
    clock: T,
    extent: U,
    child: C,
}

made!([] Delay<C, D, T, U> { duration: D, clock: T, extent: U, child: C });

/// **`delay(d) < c >`**: waits first, then does it.
///
/// - A tick: running until `d` has passed since the run began, then the child's,
///   in the same tick.
/// - Halted, it waits anew in the next run.
/// - `delay(2s..5s)`: how long is drawn when the run starts; 4 bytes of state more. See
///   [`range`](crate::range).
/// - Needs a blackboard with a [`Clock`](crate::Clock).
///
/// ```text
/// delay(1s)   0.0 s    0.5 s    1.0 s
/// c                             success
/// node        running  running  success
/// ```
///
/// ```
/// use bt_core::prelude::*;
/// use core::time::Duration;
///
/// impl Clock for World {
///     fn now(&self) -> Duration { self.0 }
/// }
/// struct World(Duration);
///
/// let tree = bt! { |_w: &mut World| delay(1s) < success > };
/// let mut agent = Agent::of(&tree);
/// let mut at = |ms| agent.tick(&tree, &mut World(Duration::from_millis(ms)));
/// assert_eq!(at(0), Status::Running);
/// assert_eq!(at(1000), Status::Success);
/// ```
///
/// BehaviorTree.CPP: `Delay`. py_trees and Unreal: a wait in a sequence before it.
#[doc(alias("Delay"))]
#[inline(always)]
pub const fn delay<D, C: Node>(duration: D, child: C) -> Delay<C, D> {
    Delay { duration, clock: FromClock, extent: Exact, child }
}

impl<C, D, T> Delay<C, D, T> {
    /// A range that begins with the duration: see [`range`](crate::range).
    #[inline(always)]
    pub fn up_to<U>(self, extent: U) -> Delay<C, D, T, U> {
        Delay { duration: self.duration, clock: self.clock, extent, child: self.child }
    }
}

impl<C, D, T, U> Delay<C, D, T, U> {
    /// The time from a function of one's own instead of the blackboard's [`Clock`](crate::Clock):
    /// see [`ask`](crate::ask).
    #[inline(always)]
    pub fn with_clock<V>(self, clock: V) -> Delay<C, D, V, U> {
        Delay { duration: self.duration, clock, extent: self.extent, child: self.child }
    }
}

impl<C: Node, D, T, U: Extent> Node for Delay<C, D, T, U> {
    type State = Timed<C::State, U::Kept<Timer>>;
    type Succeeds = C::Succeeds;
    type Fails = C::Fails;
    type Runs = Anew;
    type Resumes = Yes;
    type Halts = Yes;
    const COUNT: u32 = 1 + C::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("delay", C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("delay", C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        review.place(&state.time);
        let (has_begun, is_over) = state.time.edit(|time| (review.timer_or_over(time), time.is_over()));
        let runs = C::review(&mut state.child, review);
        review.require(is_over || !runs);
        has_begun
    }
}

impl<B, C, D, T, U> Behavior<B> for Delay<C, D, T, U>
where
    B: ?Sized,
    C: Behavior<B>,
    T: ReadsTime<B>,
    U: Amount<B, D, Duration>,
{
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        if !state.time.kept().is_over() {
            let now = moment(self.clock.now(blackboard));
            if !state.time.is_drawn() {
                state.time.set_place(self.extent.draw(blackboard));
            }
            let elapsed = state.time.edit(|timer| timer.elapsed(now));
            let duration = nanos(self.extent.ask(&self.duration, state.time.place(), blackboard, &mut visit));
            if elapsed < duration {
                visit.wake_at(later(now, duration - elapsed));
                return Status::Running;
            }
            state.time.edit(Timer::set_over);
        }
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        if status.is_running() {
            visit.wake_with_children();
        } else {
            state.time = Default::default();
        }
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, &mut state.child, blackboard);
        state.time = Default::default();
    }
}
