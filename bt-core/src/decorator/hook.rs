use core::time::Duration;

use crate::ask::{FromClock, Hook, ReadsTime};
use crate::behavior::{Behavior, Node};
use crate::check::NeverRunsAfter;
use crate::decorator::Timed;
use crate::fingerprint;
use crate::flag::{Flag, Memo};
use crate::made::made;
use crate::observe::Outliner;
use crate::range::{Amount, Exact, Extent, Keeps};
use crate::review::Review;
use crate::status::Status;
use crate::time::{Timer, later, moment, nanos};
use crate::visit::Visit;

/// The state of a decorator that remembers something small about its child, such
/// as whether it is running.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Watching<C, M> {
    /// The child's state.
    pub child: C,
    pub(crate) memo: M,
}

impl<C, M: Memo> Watching<C, M> {
    /// [Goes through](Node::review) the state of a node whose memo is a mark that it runs.
    pub(crate) fn review(
        &mut self,
        review: &mut Review,
        child: impl FnOnce(&mut C, &mut Review) -> bool,
    ) -> bool {
        let runs = child(&mut self.child, review);
        review.mark(&self.memo, runs)
    }
}

/// Calls a function when its child is halted; see [`on_halt`].
#[derive(Clone, Copy, Debug)]
pub struct OnHalt<C, F> {
    function: F,
    child: C,
}

made!([] OnHalt<C, F> { function: F, child: C });

/// **`on_halt(f) < c >`**: tidies up when the child is interrupted.
///
/// - A tick is the child's.
/// - If the child is halted while running: first that halt, then `f`. A child
///   that finishes by itself, or that isn't running, doesn't call `f`.
/// - Where a [`selector`](crate::node::selector) or [`utility`](crate::node::utility) goes
///   over to another child, that one has been ticked before: `f` must not undo what the
///   other has set. See the warning at [`selector`](crate::node::selector).
///
/// ```text
/// c      running  halted
/// f               called
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |doors: &mut u32| on_halt({ *doors = 0; }) < { *doors = 1; Status::Running } > };
/// let (mut agent, mut doors) = (Agent::of(&tree), 0);
/// agent.tick(&tree, &mut doors);
/// assert_eq!(doors, 1);
/// agent.halt(&tree, &mut doors);
/// assert_eq!(doors, 0);
/// ```
///
/// BehaviorTree.CPP: the script `_onHalted`. py_trees: `terminate(INVALID)`. Unreal:
/// `OnTaskFinished` with `Aborted`.
#[doc(alias("onHalted", "terminate"))]
#[inline(always)]
pub const fn on_halt<F, C: Node>(function: F, child: C) -> OnHalt<C, F> {
    OnHalt { function, child }
}

impl<C: Node, F> Node for OnHalt<C, F> {
    type State = Watching<C::State, <C::Resumes as Flag>::Memo<u8>>;
    type Succeeds = C::Succeeds;
    type Fails = C::Fails;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    type Halts = C::Resumes;
    const COUNT: u32 = 1 + C::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("on_halt", C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("on_halt", C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        state.review(review, C::review)
    }
}

impl<B: ?Sized, C: Behavior<B>, F: Hook<B>> Behavior<B> for OnHalt<C, F> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        // Set before the tick: should that panic, the next halt reaches it.
        state.memo.set(1);
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        visit.wake_with_children();
        state.memo.set(u32::from(status.is_running()));
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, &mut state.child, blackboard);
        if state.memo.get() != 0 {
            state.memo.set(0);
            visit.acted();
            self.function.call(blackboard);
        }
    }
}

/// Calls a function now and then while its child runs; see [`service`].
#[derive(Clone, Copy, Debug)]
pub struct Service<C, D, F, T = FromClock, U = Exact> {
    duration: D,
    clock: T,
    extent: U,
    function: F,
    child: C,
}

made!([] Service<C, D, F, T, U> { duration: D, clock: T, extent: U, function: F, child: C });

/// **`service(d, f) < c >`**: keeps something up to date while the child runs.
///
/// - `f` is called with the blackboard when a run starts, and then once per `d` as
///   long as the child runs; each time before the child's tick. The answer is the
///   child's.
/// - `service(1s..2s, f)`: each interval is drawn when it begins; 4 bytes of state more.
///   See [`range`](crate::range).
/// - Needs a blackboard with a [`Clock`](crate::Clock).
///
/// ```text
/// service(1s, f)   0.0 s    0.5 s    1.0 s
/// f                called            called
/// c                running  running  running
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
/// let tree = bt! { |w: &mut World| service(1s, { w.looks += 1; }) < running > };
/// let (mut agent, mut world) = (Agent::of(&tree), World { now: Duration::ZERO, looks: 0 });
/// for _ in 0..5 {
///     agent.tick(&tree, &mut world);
///     world.now += Duration::from_millis(500);
/// }
/// assert_eq!(world.looks, 3);
/// ```
///
/// Unreal: `Service`.
#[doc(alias("Service", "on_tick"))]
#[inline(always)]
pub const fn service<D, F, C: Node>(duration: D, function: F, child: C) -> Service<C, D, F> {
    Service { duration, clock: FromClock, extent: Exact, function, child }
}

impl<C, D, F, T> Service<C, D, F, T> {
    /// A range that begins with the duration: see [`range`](crate::range).
    #[inline(always)]
    pub fn up_to<U>(self, extent: U) -> Service<C, D, F, T, U> {
        let Service { duration, clock, function, child, .. } = self;
        Service { duration, clock, extent, function, child }
    }
}

impl<C, D, F, T, U> Service<C, D, F, T, U> {
    /// The time from a function of one's own instead of the blackboard's [`Clock`](crate::Clock):
    /// see [`ask`](crate::ask).
    #[inline(always)]
    pub fn with_clock<V>(self, clock: V) -> Service<C, D, F, V, U> {
        let Service { duration, extent, function, child, .. } = self;
        Service { duration, clock, extent, function, child }
    }
}

impl<C: Node, D, F, T, U: Extent> Node for Service<C, D, F, T, U> {
    type State = Timed<C::State, U::Kept<Timer>>;
    type Succeeds = C::Succeeds;
    type Fails = C::Fails;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    type Halts = C::Resumes;
    const COUNT: u32 = 1 + C::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("service", C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("service", C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let has_begun = review.drawn_timer(&mut state.time);
        let runs = C::review(&mut state.child, review);
        review.require(has_begun || !runs);
        has_begun && C::Resumes::VALUE
    }
}

impl<B, C, D, F, T, U> Behavior<B> for Service<C, D, F, T, U>
where
    B: ?Sized,
    C: Behavior<B>,
    T: ReadsTime<B>,
    F: Hook<B>,
    U: Amount<B, D, Duration>,
{
    // The timer: since the last call.
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let now = moment(self.clock.now(blackboard));
        let duration = nanos(self.extent.ask(&self.duration, state.time.place(), blackboard, &mut visit));
        let left = match state.time.kept().is_idle() {
            true => 0,
            false => duration.saturating_sub(state.time.edit(|timer| timer.elapsed(now))),
        };
        if left == 0 {
            state.time.edit(|timer| timer.begin(now));
            state.time.set_place(self.extent.draw(blackboard));
            self.function.call(blackboard);
        }
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        if !status.is_running() {
            state.time = Default::default();
        } else if left != 0 || !U::DRAWS {
            visit.wake_with_children();
            visit.wake_at(later(now, if left == 0 { duration } else { left }));
        }
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, &mut state.child, blackboard);
        state.time = Default::default();
    }
}

/// Cleans up after its body; see [`finally`].
#[derive(Clone, Copy, Debug)]
pub struct Finally<K> {
    children: K,
}

made!([] Finally<K> { children: K });

/// **`finally < body, cleanup >`**: cleans up, however it ends.
///
/// - A tick ticks the body. After it has ended, or has been halted while running,
///   the cleanup is ticked once, in the same tick. The body's answer is the node's;
///   the cleanup's doesn't matter.
/// - The cleanup can't be one that runs; the compiler checks that.
/// - For a function that is called on halts only, see
///   [`on_halt`](crate::node::on_halt).
///
/// ```text
/// body      running  failure           running  halted
/// cleanup            success                    success
/// node      running  failure           running  (halted)
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |doors: &mut i32| finally < sequence < { *doors += 1; }, running >, { *doors = 0; } > };
/// let (mut agent, mut doors) = (Agent::of(&tree), 0);
/// agent.tick(&tree, &mut doors);
/// assert_eq!(doors, 1);
/// agent.halt(&tree, &mut doors);
/// assert_eq!(doors, 0);
/// ```
///
/// py_trees: the `eventually` idiom. BehaviorTree.CPP: `TryCatch` with
/// `catch_on_halt`.
#[doc(alias("eventually", "TryCatch", "cleanup"))]
#[inline(always)]
pub const fn finally<C: Node, D: Node>(children: (C, D)) -> Finally<(C, D)>
where
    D::Runs: NeverRunsAfter,
{
    Finally { children }
}

impl<C: Node, D: Node> Node for Finally<(C, D)> {
    type State = Watching<(C::State, D::State), <C::Resumes as Flag>::Memo<u8>>;
    type Succeeds = C::Succeeds;
    type Fails = C::Fails;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    type Halts = C::Resumes;
    const COUNT: u32 = 1 + C::COUNT + D::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("finally", fingerprint::mix(C::FINGERPRINT, D::FINGERPRINT));

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("finally", |outliner| {
            C::outline(outliner);
            D::outline(outliner);
        });
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        state.review(review, |(body, cleanup), review| {
            let cleans_up = D::review(cleanup, review);
            review.require(!cleans_up);
            C::review(body, review)
        })
    }
}

impl<B: ?Sized, C: Behavior<B>, D: Behavior<B>> Behavior<B> for Finally<(C, D)> {
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let (body, cleanup) = &self.children;
        // Set before the tick: should that panic, the next halt reaches it.
        state.memo.set(1);
        let status = visit.tick(1, body, &mut state.child.0, blackboard);
        if status.is_running() {
            visit.wake_with_children();
        } else {
            state.memo.set(0);
            visit.tick(1 + C::COUNT, cleanup, &mut state.child.1, blackboard);
        }
        status
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        let (body, cleanup) = &self.children;
        visit.halt(1, body, &mut state.child.0, blackboard);
        if state.memo.get() != 0 {
            state.memo.set(0);
            visit.acted();
            visit.tick(1 + C::COUNT, cleanup, &mut state.child.1, blackboard);
        }
    }
}
