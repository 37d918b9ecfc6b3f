use core::time::Duration;

use crate::ask::{FromClock, ReadsTime};
use crate::behavior::{Behavior, Node};
use crate::decorator::{Counting, Timed, Watching};
use crate::flag::{Memo, Yes};
use crate::observe::Outliner;
use crate::parameter::Parameter;
use crate::status::Status;
use crate::time::{Timer, later, moment, nanos};
use crate::visit::Visit;
use crate::wake::Wake;

/// Keeps its child's first end for ever; see [`once`].
#[derive(Clone, Copy, Debug)]
pub struct Once<C> {
    child: C,
}

/// **`once < c >`**: does it one time, and remembers how that went.
///
/// - A tick is the child's, until it has ended. From then on its answer, without a
///   tick of the child.
/// - That lasts over halts and runs of the tree. A halt while the child is running
///   doesn't set it.
///
/// ```text
/// c      running  failure  (left alone)  (left alone)
/// node   running  failure  failure       failure
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |n: &mut i32| once < { *n += 1; } > };
/// let (mut agent, mut n) = (Agent::of(&tree), 0);
/// assert_eq!(agent.tick(&tree, &mut n), Status::Success);
/// assert_eq!(agent.tick(&tree, &mut n), Status::Success);
/// assert_eq!(n, 1);
/// ```
///
/// BehaviorTree.CPP: `RunOnce`, which can skip instead. py_trees: `OneShot`.
#[doc(alias("RunOnce", "OneShot"))]
#[inline(always)]
pub const fn once<C: Node>(child: C) -> Once<C> {
    Once { child }
}

impl<C: Node> Node for Once<C> {
    // 0: not yet; 1: success; 2: failure.
    type State = Watching<C::State, u8>;
    type Succeeds = C::Succeeds;
    type Fails = C::Fails;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    type Halts = C::Halts;
    const COUNT: u32 = 1 + C::COUNT;

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("once", C::outline);
    }
}

impl<B: ?Sized, C: Behavior<B>> Behavior<B> for Once<C> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let last = match state.memo.get() {
            1 => Some(Status::Success),
            2 => Some(Status::Failure),
            _ => None,
        };
        if let Some(status) = last {
            visit.wake(Wake::WHEN_WOKEN);
            return status;
        }
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        if status.is_running() {
            visit.wake_with_children();
        }
        state.memo.set(match status {
            Status::Success => 1,
            Status::Failure => 2,
            Status::Running => 0,
        });
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, &mut state.child, blackboard);
    }
}

/// Lets its child end so many times; see [`limit`].
#[derive(Clone, Copy, Debug)]
pub struct Limit<C, N> {
    times: N,
    child: C,
}

/// **`limit(n) < c >`**: not more than `n` times.
///
/// - A tick is the child's, as long as it has ended fewer than `n` times. After
///   that failure, without a tick of the child.
/// - The count lasts over halts and runs of the tree; a run that is halted doesn't
///   count.
///
/// ```text
///            limit(2)
/// c      success  success  (left alone)
/// node   success  success  failure
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |_b: &mut ()| limit(1) < success > };
/// let mut agent = Agent::of(&tree);
/// assert_eq!(agent.tick(&tree, &mut ()), Status::Success);
/// assert_eq!(agent.tick(&tree, &mut ()), Status::Failure);
/// ```
///
/// gdx-ai, LimboAI: `Limit`/`BTRunLimit`. py_trees: `Count` only counts.
#[doc(alias("RunLimit", "Limiter"))]
#[inline(always)]
pub const fn limit<N, C: Node>(times: N, child: C) -> Limit<C, N> {
    Limit { times, child }
}

impl<C: Node, N> Node for Limit<C, N> {
    type State = Counting<C::State>;
    type Succeeds = C::Succeeds;
    type Fails = Yes;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    type Halts = C::Halts;
    const COUNT: u32 = 1 + C::COUNT;

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("limit", C::outline);
    }
}

impl<B: ?Sized, C: Behavior<B>, N: Parameter<B, u32>> Behavior<B> for Limit<C, N> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        if state.count >= self.times.ask(blackboard, &mut visit) {
            visit.wake(Wake::WHEN_WOKEN);
            self.halt_with(state, blackboard, visit);
            return Status::Failure;
        }
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        if status.is_running() {
            visit.wake_with_children();
        } else {
            state.count += 1;
        }
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, &mut state.child, blackboard);
    }
}

/// Ticks its child now and then; see [`throttle`].
#[derive(Clone, Copy, Debug)]
pub struct Throttle<C, D, T = FromClock> {
    duration: D,
    clock: T,
    child: C,
}

/// What [`throttle`] remembers: when it last ticked, and the answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LastTick {
    at: Timer,
    answer: Option<Status>,
}

/// **`throttle(d) < c >`**: not more often than once per `d`.
///
/// - A tick ticks the child if `d` has passed since it was last ticked, and is its
///   last answer otherwise: for checks that cost too much to be made in every frame.
/// - The interval lasts over runs of the tree. If the child is halted, the interval
///   is cleared, and the next tick reaches the child.
/// - Needs a blackboard with a [`Clock`](crate::Clock).
///
/// ```text
/// throttle(1s)   0.0 s    0.5 s         1.0 s
/// c              running  (left alone)  success
/// node           running  running       success
/// ```
///
/// ```
/// use bt_core::prelude::*;
/// use core::time::Duration;
///
/// struct World { now: Duration, looks: u32 }
/// impl Clock for World {
///     fn now(&self) -> Duration { self.now }
/// }
///
/// let tree = bt! { |w: &mut World| throttle(1s) < { w.looks += 1; } > };
/// let (mut agent, mut world) = (Agent::of(&tree), World { now: Duration::ZERO, looks: 0 });
/// for _ in 0..5 {
///     assert_eq!(agent.tick(&tree, &mut world), Status::Success);
///     world.now += Duration::from_millis(300);
/// }
/// assert_eq!(world.looks, 2);
/// ```
///
/// Unreal: the tick interval of a service or decorator.
#[doc(alias("RateController", "interval"))]
#[inline(always)]
pub const fn throttle<D, C: Node>(duration: D, child: C) -> Throttle<C, D> {
    Throttle { duration, clock: FromClock, child }
}

impl<C, D, T> Throttle<C, D, T> {
    /// The time from a function of one's own instead of the blackboard's [`Clock`](crate::Clock):
    /// see [`ask`](crate::ask).
    #[inline(always)]
    pub fn with_clock<U>(self, clock: U) -> Throttle<C, D, U> {
        Throttle { duration: self.duration, clock, child: self.child }
    }
}

impl<C: Node, D, T> Node for Throttle<C, D, T> {
    type State = Timed<C::State, LastTick>;
    type Succeeds = C::Succeeds;
    type Fails = C::Fails;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    type Halts = C::Resumes;
    const COUNT: u32 = 1 + C::COUNT;

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("throttle", C::outline);
    }
}

impl<B, C, D, T> Behavior<B> for Throttle<C, D, T>
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
        if let Some(answer) = state.time.answer {
            let elapsed = state.time.at.elapsed(now);
            if elapsed < duration {
                visit.wake_at(later(now, duration - elapsed));
                return answer;
            }
        }
        // Whatever the child needs, it isn't ticked before.
        visit.wake_at(later(now, duration));
        state.time.at.begin(now);
        // Should the child panic, the next halt reaches it.
        state.time.answer = Some(Status::Running);
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        state.time.answer = Some(status);
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        if state.time.answer == Some(Status::Running) {
            visit.halt(1, &self.child, &mut state.child, blackboard);
            state.time = LastTick::default();
        }
    }
}
