use core::time::Duration;

use crate::ask::{FromClock, ReadsTime};
use crate::behavior::{Behavior, Node};
use crate::decorator::{Counting, Timed, Watching};
use crate::fingerprint;
use crate::flag::{Flag, Memo, Yes};
use crate::made::made;
use crate::observe::Outliner;
use crate::parameter::Parameter;
use crate::review::Review;
use crate::status::Status;
use crate::time::{Timer, moment, nanos};
use crate::visit::Visit;

/// Keeps its child's first end for ever; see [`once`].
#[derive(Clone, Copy, Debug)]
pub struct Once<C> {
    child: C,
}

made!([] Once<C> { child: C });

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
    const FINGERPRINT: u64 = fingerprint::node("once", C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("once", C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let runs = C::review(&mut state.child, review);
        review.require(state.memo == 0 || state.memo <= 2 && !runs);
        runs
    }
}

impl<B: ?Sized, C: Behavior<B>> Behavior<B> for Once<C> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        match state.memo.get() {
            1 => return Status::Success,
            2 => return Status::Failure,
            _ => {}
        }
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
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

made!([] Limit<C, N> { times: N, child: C });

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
    const FINGERPRINT: u64 = fingerprint::node("limit", C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("limit", C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        C::review(&mut state.child, review)
    }
}

impl<B: ?Sized, C: Behavior<B>, N: Parameter<B, u32>> Behavior<B> for Limit<C, N> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        if state.count >= self.times.value(blackboard) {
            self.halt_with(state, blackboard, visit);
            return Status::Failure;
        }
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        if !status.is_running() {
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

made!([] Throttle<C, D, T> { duration: D, clock: T, child: C });

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
    const FINGERPRINT: u64 = fingerprint::node("throttle", C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("throttle", C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let was_ticked = review.timer(&mut state.time.at);
        let is_running = state.time.answer == Some(Status::Running);
        let runs = C::review(&mut state.child, review);
        review.require(was_ticked == state.time.answer.is_some() && (is_running || !runs));
        is_running && C::Resumes::VALUE
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
        let duration = nanos(self.duration.value(blackboard));
        match state.time.answer {
            Some(answer) if state.time.at.elapsed(now) < duration => return answer,
            _ => {}
        }
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
