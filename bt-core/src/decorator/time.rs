use core::time::Duration;

use crate::ask::{FromClock, ReadsTime};
use crate::behavior::{Behavior, Node};
use crate::flag::{Flag, Yes};
use crate::observe::Outliner;
use crate::parameter::Parameter;
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
pub struct CooldownAfter<C, D, const ON_SUCCESS: bool, T = FromClock> {
    duration: D,
    clock: T,
    child: C,
}

/// See [`cooldown`].
pub type Cooldown<C, D, T = FromClock> = CooldownAfter<C, D, false, T>;
/// See [`cooldown`].
pub type CooldownOnSuccess<C, D, T = FromClock> = CooldownAfter<C, D, true, T>;

/// **`cooldown(d) < c >`**: after it has ended, not again for a while.
///
/// - A tick: failure, without a tick of the child, while `d` hasn't passed
///   since the child last ended. Otherwise the child's. A child that is running
///   is never blocked.
/// - `cooldown(d, on = success)` counts from successes only.
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
    CooldownAfter { duration, clock: FromClock, child }
}

impl<C, D, T> Cooldown<C, D, T> {
    /// `on = success`: counts from successes only.
    #[inline(always)]
    pub fn on_success(self) -> CooldownOnSuccess<C, D, T> {
        CooldownAfter { duration: self.duration, clock: self.clock, child: self.child }
    }
}

impl<C, D, const ON_SUCCESS: bool, T> CooldownAfter<C, D, ON_SUCCESS, T> {
    /// The time from a function of one's own instead of the blackboard's [`Clock`](crate::Clock):
    /// see [`ask`](crate::ask).
    #[inline(always)]
    pub fn with_clock<U>(self, clock: U) -> CooldownAfter<C, D, ON_SUCCESS, U> {
        CooldownAfter { duration: self.duration, clock, child: self.child }
    }
}

impl<C: Node, D, const ON_SUCCESS: bool, T> Node for CooldownAfter<C, D, ON_SUCCESS, T> {
    type State = Timed<C::State, LastEnd>;
    type Succeeds = C::Succeeds;
    type Fails = Yes;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    // A run of a child with nothing to halt may be left without notice: the
    // mark that it is running then only spares a check that had passed already.
    type Halts = C::Halts;
    const COUNT: u32 = 1 + C::COUNT;
    const MARKS: u32 = C::MARKS;

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("cooldown", C::outline);
    }
}

impl<B, C, D, const ON_SUCCESS: bool, T> Behavior<B> for CooldownAfter<C, D, ON_SUCCESS, T>
where
    B: ?Sized,
    C: Behavior<B>,
    D: Parameter<B, Duration>,
    T: ReadsTime<B>,
{
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let now = moment(self.clock.now(blackboard));
        let duration = nanos(self.duration.ask(blackboard, &mut visit));
        if !state.time.is_ready(duration, now) {
            visit.wake_at(state.time.ready_at(duration));
            return Status::Failure;
        }
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        match status {
            Status::Running => {
                visit.wake_with_children();
                state.time.set_running(true);
            }
            Status::Failure if ON_SUCCESS => {
                visit.wake_with_children();
                state.time.set_running(false);
            }
            _ => {
                // To be blocked is a failure too.
                if status == Status::Failure {
                    visit.wake_at(later(now, duration));
                }
                state.time.end(now);
            }
        }
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, &mut state.child, blackboard);
        state.time.set_running(false);
    }
}

/// Stops its child when it takes too long; see [`timeout`].
#[derive(Clone, Copy, Debug)]
pub struct Timeout<C, D, T = FromClock> {
    duration: D,
    clock: T,
    child: C,
}

/// **`timeout(d) < c >`**: gives up when it takes too long.
///
/// - A tick ticks the child. If it still runs and `d` or more has passed since
///   the run began, it is halted, and the answer is failure. A child that ends
///   in that very tick wins.
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
    Timeout { duration, clock: FromClock, child }
}

impl<C, D, T> Timeout<C, D, T> {
    /// The time from a function of one's own instead of the blackboard's [`Clock`](crate::Clock):
    /// see [`ask`](crate::ask).
    #[inline(always)]
    pub fn with_clock<U>(self, clock: U) -> Timeout<C, D, U> {
        Timeout { duration: self.duration, clock, child: self.child }
    }
}

impl<C: Node, D, T> Node for Timeout<C, D, T> {
    type State = Timed<C::State, Timer>;
    type Succeeds = C::Succeeds;
    type Fails = <C::Fails as Flag>::Or<C::Runs>;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    type Halts = C::Resumes;
    const COUNT: u32 = 1 + C::COUNT;

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("timeout", C::outline);
    }
}

impl<B, C, D, T> Behavior<B> for Timeout<C, D, T>
where
    B: ?Sized,
    C: Behavior<B>,
    D: Parameter<B, Duration>,
    T: ReadsTime<B>,
{
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let now = moment(self.clock.now(blackboard));
        let elapsed = state.time.elapsed(now);
        let duration = nanos(self.duration.ask(blackboard, &mut visit));
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        if !status.is_running() {
            visit.wake_with_children();
            state.time.stop();
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
        state.time.stop();
    }
}

/// Lets its child start after a while; see [`delay`].
#[derive(Clone, Copy, Debug)]
pub struct Delay<C, D, T = FromClock> {
    duration: D,
    clock: T,
    child: C,
}

/// **`delay(d) < c >`**: waits first, then does it.
///
/// - A tick: running until `d` has passed since the run began, then the child's,
///   in the same tick.
/// - Halted, it waits anew in the next run.
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
    Delay { duration, clock: FromClock, child }
}

impl<C, D, T> Delay<C, D, T> {
    /// The time from a function of one's own instead of the blackboard's [`Clock`](crate::Clock):
    /// see [`ask`](crate::ask).
    #[inline(always)]
    pub fn with_clock<U>(self, clock: U) -> Delay<C, D, U> {
        Delay { duration: self.duration, clock, child: self.child }
    }
}

impl<C: Node, D, T> Node for Delay<C, D, T> {
    type State = Timed<C::State, Timer>;
    type Succeeds = C::Succeeds;
    type Fails = C::Fails;
    type Runs = Yes;
    type Resumes = Yes;
    type Halts = Yes;
    const COUNT: u32 = 1 + C::COUNT;

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("delay", C::outline);
    }
}

impl<B, C, D, T> Behavior<B> for Delay<C, D, T>
where
    B: ?Sized,
    C: Behavior<B>,
    D: Parameter<B, Duration>,
    T: ReadsTime<B>,
{
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        if !state.time.is_over() {
            let now = moment(self.clock.now(blackboard));
            let elapsed = state.time.elapsed(now);
            let duration = nanos(self.duration.ask(blackboard, &mut visit));
            if elapsed < duration {
                visit.wake_at(later(now, duration - elapsed));
                return Status::Running;
            }
            state.time.set_over();
        }
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        if status.is_running() {
            visit.wake_with_children();
        } else {
            state.time.stop();
        }
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, &mut state.child, blackboard);
        state.time.stop();
    }
}
