use core::time::Duration;

use crate::ask::{FromClock, ReadsTime};
use crate::behavior::{Behavior, Node};
use crate::decorator::{Counting, Timed, Watching};
use crate::fingerprint;
use crate::flag::{Flag, Memo, Yes};
use crate::made::made;
use crate::observe::Outliner;
use crate::parameter::Parameter;
use crate::range::{Amount, Exact, Extent, Keeps};
use crate::review::Review;
use crate::status::Status;
use crate::time::{Timer, later, moment, nanos};
use crate::visit::Visit;
use crate::wake::Wake;

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
/// - That lasts over halts and runs of the tree: once for ever, and not once for each
///   entry, for which there is [`fresh`]. A halt while the child is running doesn't set it.
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
    type Runs = <C::Runs as Flag>::Plain;
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
pub struct ThrottleOf<C, D, const ON_START: bool, T = FromClock, U = Exact> {
    duration: D,
    clock: T,
    extent: U,
    child: C,
}

made!([const ON_START: bool,] ThrottleOf<C, D, ON_START, T, U> { duration: D, clock: T, extent: U, child: C });

/// See [`throttle`].
pub type Throttle<C, D, T = FromClock, U = Exact> = ThrottleOf<C, D, false, T, U>;
/// See [`throttle`].
pub type ThrottleOnStart<C, D, T = FromClock, U = Exact> = ThrottleOf<C, D, true, T, U>;

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
/// - `throttle(d, on = start)`: the child *starts* at most once per `d`. While it runs, it
///   is ticked in every tick; when it has ended, its answer stands until `d` has passed
///   since it started. For things that take several ticks.
/// - The interval lasts over runs of the tree. If the child is halted, the interval
///   is cleared, and the next tick reaches the child.
/// - `throttle(1s..2s)`: each interval is drawn when it begins; 4 bytes of state more. See
///   [`range`](crate::range).
/// - Needs a blackboard with a [`Clock`](crate::Clock).
///
/// ```text
/// throttle(1s)               0.0 s    0.5 s         1.0 s
/// c                          running  (left alone)  success
/// node                       running  running       success
///
/// throttle(1s, on = start)   0.0 s    0.3 s    0.6 s         1.0 s
/// c                          running  success  (left alone)  running
/// node                       running  success  success       running
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
/// Called by hand, `throttle(duration, child).on_start()`.
///
/// Unreal: the tick interval of a service or decorator.
#[doc(alias("RateController", "interval"))]
#[inline(always)]
pub const fn throttle<D, C: Node>(duration: D, child: C) -> Throttle<C, D> {
    ThrottleOf { duration, clock: FromClock, extent: Exact, child }
}

impl<C, D, T, U> Throttle<C, D, T, U> {
    /// `on = start`: the child starts at most once per duration, and runs on undisturbed.
    #[inline(always)]
    pub fn on_start(self) -> ThrottleOnStart<C, D, T, U> {
        ThrottleOf { duration: self.duration, clock: self.clock, extent: self.extent, child: self.child }
    }
}

impl<C, D, const ON_START: bool, T> ThrottleOf<C, D, ON_START, T> {
    /// A range that begins with the duration: see [`range`](crate::range).
    #[inline(always)]
    pub fn up_to<U>(self, extent: U) -> ThrottleOf<C, D, ON_START, T, U> {
        ThrottleOf { duration: self.duration, clock: self.clock, extent, child: self.child }
    }
}

impl<C, D, const ON_START: bool, T, U> ThrottleOf<C, D, ON_START, T, U> {
    /// The time from a function of one's own instead of the blackboard's [`Clock`](crate::Clock):
    /// see [`ask`](crate::ask).
    #[inline(always)]
    pub fn with_clock<V>(self, clock: V) -> ThrottleOf<C, D, ON_START, V, U> {
        ThrottleOf { duration: self.duration, clock, extent: self.extent, child: self.child }
    }
}

impl<C: Node, D, const ON_START: bool, T, U: Extent> Node for ThrottleOf<C, D, ON_START, T, U> {
    type State = Timed<C::State, U::Kept<LastTick>>;
    type Succeeds = C::Succeeds;
    type Fails = C::Fails;
    type Runs = <C::Runs as Flag>::Plain;
    type Resumes = C::Resumes;
    type Halts = C::Resumes;
    const COUNT: u32 = 1 + C::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("throttle", C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("throttle", C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        review.place(&state.time);
        let (was_ticked, answer) = state.time.edit(|last| (review.timer(&mut last.at), last.answer));
        let is_running = answer == Some(Status::Running);
        let runs = C::review(&mut state.child, review);
        review.require(was_ticked == answer.is_some() && (is_running || !runs));
        is_running && C::Resumes::VALUE
    }
}

impl<B, C, D, const ON_START: bool, T, U> Behavior<B> for ThrottleOf<C, D, ON_START, T, U>
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
        let last = state.time.kept().answer;
        let starts = !(ON_START && last == Some(Status::Running));
        if starts {
            if let Some(answer) = last {
                let elapsed = state.time.edit(|last| last.at.elapsed(now));
                if elapsed < duration {
                    visit.wake_at(later(now, duration - elapsed));
                    return answer;
                }
            }
            // Should the child panic, the next halt reaches it.
            state.time.edit(|last| {
                last.at.begin(now);
                last.answer = Some(Status::Running);
            });
            state.time.set_place(self.extent.draw(blackboard));
        }
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        if ON_START && status.is_running() {
            visit.wake_with_children();
        } else if starts && !U::DRAWS {
            // Whatever the child needs, it isn't ticked before.
            visit.wake_at(later(now, duration));
        }
        state.time.edit(|last| last.answer = Some(status));
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        if state.time.kept().answer == Some(Status::Running) {
            visit.halt(1, &self.child, &mut state.child, blackboard);
            state.time = Default::default();
        }
    }
}

/// Lets nothing below last beyond its run; see [`fresh`].
#[derive(Clone, Copy, Debug)]
pub struct Fresh<C> {
    child: C,
}

made!([] Fresh<C> { child: C });

/// **`fresh < c >`**: at each entry, as if for the first time.
///
/// - A tick is the child's.
/// - Where a run starts, everything below starts as new: what elsewhere lasts from run to
///   run lasts for one run of this node. That is the time of a
///   [`cooldown`](crate::node::cooldown), the answer of [`once`], the count of [`limit`],
///   the interval of [`throttle`], the place of a
///   [`checkpoint_sequence`](crate::node::checkpoint_sequence), and the state of an
///   [`Action`](crate::Action).
///
/// ```text
/// fresh < mem_sequence < once < call >, fight > >
/// call   success  (left alone)  success
/// fight  running  halted        running
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// struct Guard { sees_player: bool, calls: u32 }
///
/// let tree = bt! {
///     |g: &mut Guard| { g.sees_player } => fresh < sequence < once < { g.calls += 1; } >, running > >
/// };
/// let (mut agent, mut guard) = (Agent::of(&tree), Guard { sees_player: true, calls: 0 });
/// agent.tick(&tree, &mut guard);
/// agent.tick(&tree, &mut guard);
/// assert_eq!(guard.calls, 1);
/// guard.sees_player = false;
/// agent.tick(&tree, &mut guard);
/// guard.sees_player = true;
/// agent.tick(&tree, &mut guard);
/// assert_eq!(guard.calls, 2, "once for each entry");
/// ```
///
/// Unreal: `On Became Relevant` of a service. BehaviorTree.CPP and py_trees have none.
#[doc(alias("reset", "on_enter"))]
#[inline(always)]
pub const fn fresh<C: Node>(child: C) -> Fresh<C> {
    Fresh { child }
}

impl<C: Node> Node for Fresh<C> {
    // Whether a run has begun.
    type State = Watching<C::State, <C::Resumes as Flag>::Memo<u8>>;
    type Succeeds = C::Succeeds;
    type Fails = C::Fails;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    type Halts = C::Resumes;
    const COUNT: u32 = 1 + C::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("fresh", C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("fresh", C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let runs = C::review(&mut state.child, review);
        review.mark(&state.memo, runs)
    }
}

impl<B: ?Sized, C: Behavior<B>> Behavior<B> for Fresh<C> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        // Where a run starts, nothing runs below: there is nothing to halt.
        if state.memo.get() == 0 {
            state.child = Default::default();
        }
        // Set before the tick: should that panic, the next halt reaches it.
        state.memo.set(1);
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        // The next run starts with another state than this tick's.
        if status.is_running() {
            visit.wake_with_children();
        }
        state.memo.set(u32::from(status.is_running()));
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, &mut state.child, blackboard);
        state.memo.set(0);
    }
}
