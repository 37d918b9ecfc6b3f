//! Leaves: functions, and the leaves every tree language has.

use core::marker::PhantomData;
use core::time::Duration;

use crate::ask::{FromClock, ReadsTime};
use crate::behavior::{Behavior, Node};
use crate::fingerprint;
use crate::flag::{Anew, Flag, No, Yes};
use crate::made::made;
use crate::observe::Outliner;
use crate::parameter::Parameter;
use crate::range::{Amount, Exact, Extent, Keeps};
use crate::review::Review;
use crate::status::{Outcome, Running, Status};
use crate::time::{Timer, later, moment, nanos};
use crate::visit::Visit;
use crate::wake::Wake;

/// A function of the blackboard as a node. `A` are the [`Answers`] it can give;
/// `L` says whether storage is reserved above it for runs that outlast a tick.
#[derive(Clone, Copy)]
pub struct Leaf<F, A, L> {
    function: F,
    types: PhantomData<fn() -> (A, L)>,
}

/// The answers that an [`Outcome`] can give: success, failure, running.
#[derive(Clone, Copy, Debug)]
pub struct Answers<S, F, R>(PhantomData<(S, F, R)>);

/// The answers of the outcome `R`.
pub type AnswersOf<R> = Answers<<R as Outcome>::Succeeds, <R as Outcome>::Fails, <R as Outcome>::Runs>;

/// Makes a node of a function; `bt!` does this for every path and block.
///
/// ```
/// use bt_core::leaf::leaf;
/// use bt_core::prelude::*;
///
/// let tree = leaf(|n: &mut i32| *n > 3);
/// assert_eq!(tree.tick(&mut (), &mut 4), Status::Success);
/// ```
#[inline(always)]
pub const fn leaf<B: ?Sized, F: Fn(&mut B) -> R, R: Outcome>(function: F) -> Leaf<F, AnswersOf<R>, R::Runs> {
    Leaf { function, types: PhantomData }
}

impl<F, S: Flag, X: Flag, R: Flag, L: Flag> Node for Leaf<F, Answers<S, X, R>, L> {
    type State = ();
    type Succeeds = S;
    type Fails = X;
    type Runs = R;
    type Resumes = L;
    type Halts = No;
    const COUNT: u32 = 1;
    const FINGERPRINT: u64 = fingerprint::node("function", 0);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.leaf("function");
    }
}

impl<B, F, O, S, X, R, L> Behavior<B> for Leaf<F, Answers<S, X, R>, L>
where
    B: ?Sized,
    F: Fn(&mut B) -> O,
    O: Outcome,
    S: Flag,
    X: Flag,
    R: Flag,
    L: Flag,
{
    #[inline(always)]
    fn tick_with<V: Visit>(&self, _: &mut (), blackboard: &mut B, mut visit: V) -> Status {
        let outcome = (self.function)(blackboard);
        visit.wake(outcome.wake());
        outcome.status()
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, _: &mut (), _: &mut B, _: V) {}
}

/// A leaf that always gives the same answer, told by the outcome type `R`.
#[derive(Clone, Copy, Debug)]
pub struct Constant<R>(R);

/// The answer of [`failure`], on the type level.
#[derive(Clone, Copy, Debug)]
pub struct Fail;

made!([] Success = Constant(()));
made!([] Failure = Constant(Fail));
made!([] Endless = Constant(Running));

impl Outcome for Fail {
    type Succeeds = No;
    type Fails = Yes;
    type Runs = No;
    #[inline(always)]
    fn status(self) -> Status {
        Status::Failure
    }
}

/// A leaf that succeeds in every tick.
pub type Success = Constant<()>;
/// A leaf that fails in every tick.
pub type Failure = Constant<Fail>;
/// A leaf that runs for ever.
pub type Endless = Constant<Running>;

/// **`success`**: succeeds in every tick.
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |_b: &mut ()| success };
/// assert_eq!(tree.tick(&mut (), &mut ()), Status::Success);
/// ```
///
/// BehaviorTree.CPP: `AlwaysSuccess`. py_trees: `Success`. Unreal: `FinishWithResult`.
#[doc(alias("AlwaysSuccess", "Success"))]
#[inline(always)]
pub const fn success() -> Success {
    Constant(())
}

/// **`failure`**: fails in every tick.
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |_b: &mut ()| failure };
/// assert_eq!(tree.tick(&mut (), &mut ()), Status::Failure);
/// ```
///
/// BehaviorTree.CPP: `AlwaysFailure`. py_trees: `Failure`. Unreal: `FinishWithResult`.
#[doc(alias("AlwaysFailure", "Failure"))]
#[inline(always)]
pub const fn failure() -> Failure {
    Constant(Fail)
}

/// **`running`**: runs for ever, until it is halted.
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |_b: &mut ()| running };
/// assert_eq!(tree.tick(&mut (), &mut ()), Status::Running);
/// ```
///
/// py_trees: `Running`. BehaviorTree.CPP and Unreal: a task that never finishes.
#[doc(alias("Running", "idle"))]
#[inline(always)]
pub const fn running() -> Endless {
    Constant(Running)
}

impl<R: Outcome> Node for Constant<R> {
    type State = ();
    type Succeeds = R::Succeeds;
    type Fails = R::Fails;
    type Runs = R::Runs;
    type Resumes = R::Runs;
    type Halts = No;
    const COUNT: u32 = 1;
    const FINGERPRINT: u64 =
        fingerprint::node("constant", R::Succeeds::VALUE as u64 + 2 * R::Fails::VALUE as u64);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.leaf("constant");
    }
}

impl<B: ?Sized, R: Outcome + Copy> Behavior<B> for Constant<R> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, _: &mut (), _: &mut B, mut visit: V) -> Status {
        visit.wake(Wake::WHEN_WOKEN);
        self.0.status()
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, _: &mut (), _: &mut B, _: V) {}
}

/// A leaf that runs for a while; see [`wait`].
#[derive(Clone, Copy, Debug)]
pub struct Wait<D, T = FromClock, U = Exact> {
    duration: D,
    clock: T,
    extent: U,
}

made!([] Wait<D, T, U> { duration: D, clock: T, extent: U });

/// **`wait(d)`**: runs until `d` has passed since the run began, then succeeds.
///
/// - A tick: running while less than `d` has passed, else success; `wait(0s)`
///   succeeds at once.
/// - Halted: the time is forgotten, the next run waits from the start.
/// - `wait(2s..5s)`: how long is drawn when the run starts; 4 bytes of state more. See
///   [`range`](crate::range).
/// - In front of something that runs, it belongs into a
///   [`mem_sequence`](crate::node::mem_sequence): a `sequence` would come back to it in
///   every tick, and wait again. The compiler checks that.
/// - Needs a blackboard with a [`Clock`](crate::Clock).
///
/// ```text
/// wait(1s)   0.0 s    0.5 s    1.0 s
/// node       running  running  success
/// ```
///
/// ```
/// use bt_core::prelude::*;
/// use core::time::Duration;
///
/// struct World { now: Duration }
/// impl Clock for World {
///     fn now(&self) -> Duration { self.now }
/// }
///
/// let tree = bt! { |_w: &mut World| wait(2s) };
/// let mut agent = Agent::of(&tree);
/// assert_eq!(agent.tick(&tree, &mut World { now: Duration::from_secs(10) }), Status::Running);
/// assert_eq!(agent.tick(&tree, &mut World { now: Duration::from_secs(12) }), Status::Success);
/// ```
///
/// BehaviorTree.CPP: `Sleep`. py_trees: `Timer`. Unreal: `Wait`.
#[doc(alias("Sleep", "Timer"))]
#[inline(always)]
pub const fn wait<D>(duration: D) -> Wait<D> {
    Wait { duration, clock: FromClock, extent: Exact }
}

impl<D, T> Wait<D, T> {
    /// A range that begins with the duration: see [`range`](crate::range).
    #[inline(always)]
    pub fn up_to<U>(self, extent: U) -> Wait<D, T, U> {
        Wait { duration: self.duration, clock: self.clock, extent }
    }
}

impl<D, T, U> Wait<D, T, U> {
    /// The time from a function of one's own instead of the blackboard's [`Clock`](crate::Clock):
    /// see [`ask`](crate::ask).
    #[inline(always)]
    pub fn with_clock<V>(self, clock: V) -> Wait<D, V, U> {
        Wait { duration: self.duration, clock, extent: self.extent }
    }
}

impl<D, T, U: Extent> Node for Wait<D, T, U> {
    type State = U::Kept<Timer>;
    type Succeeds = Yes;
    type Fails = No;
    type Runs = Anew;
    type Resumes = Yes;
    type Halts = Yes;
    const COUNT: u32 = 1;
    const MARKS: u32 = 1;
    const FINGERPRINT: u64 = fingerprint::node("wait", 0);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.leaf("wait");
    }

    fn review(timer: &mut Self::State, review: &mut Review) -> bool {
        review.drawn_timer(timer)
    }
}

impl<B, D, T, U> Behavior<B> for Wait<D, T, U>
where
    B: ?Sized,
    T: ReadsTime<B>,
    U: Amount<B, D, Duration>,
{
    #[inline(always)]
    fn tick_with<V: Visit>(&self, timer: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let now = moment(self.clock.now(blackboard));
        if !timer.is_drawn() {
            timer.set_place(self.extent.draw(blackboard));
        }
        let elapsed = timer.edit(|timer| timer.elapsed(now));
        let duration = nanos(self.extent.ask(&self.duration, timer.place(), blackboard, &mut visit));
        if elapsed < duration {
            visit.wake_at(later(now, duration - elapsed));
            return Status::Running;
        }
        *timer = Default::default();
        Status::Success
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, timer: &mut Self::State, _: &mut B, _: V) {
        *timer = Default::default();
    }
}

/// A leaf that runs until an event has been received; see [`wait_event`].
#[derive(Clone, Copy, Debug)]
pub struct WaitEvent<P> {
    event: P,
}

made!([] WaitEvent<P> { event: P });

/// **`wait_event(e)`**, **`wait_event(let pattern if guard => { .. })`**: runs until the
/// blackboard has received an event, then succeeds.
///
/// - A tick asks the blackboard: success, and the event is taken, or running. See
///   [`Events`](crate::Events).
/// - The event is an expression, evaluated in every tick and compared with `==`; or a
///   pattern after `let`, with or without a guard. A block behind `=>` runs with what the
///   pattern binds, by reference, when the event is taken. The guard can't read the
///   blackboard, the block can.
/// - One event goes to one waiter: of two that wait for it, the first that is ticked takes
///   it. What was sent before the first tick counts.
/// - While it waits it runs, and so keeps a [`selector`](crate::node::selector) from the
///   children behind it; for a condition, see [`received`].
///
/// ```
/// use bt_core::blackboard::Inbox;
/// use bt_core::prelude::*;
///
/// enum Signal { Alarm, Damage { from: u32, points: u32 } }
///
/// #[derive(Blackboard)]
/// struct Guard {
///     #[bt(events)]
///     inbox: Inbox<Signal, 4>,
///     attacker: u32,
/// }
///
/// let tree = bt! {
///     |g: &mut Guard| wait_event(let Signal::Damage { from, points } if *points > 1 => { g.attacker = *from; })
/// };
/// let (mut agent, mut guard) = (Agent::of(&tree), Guard { inbox: Inbox::new(), attacker: 0 });
/// assert!(guard.inbox.send(Signal::Alarm).is_ok());
/// assert!(guard.inbox.send(Signal::Damage { from: 8, points: 1 }).is_ok());
/// assert_eq!(agent.tick(&tree, &mut guard), Status::Running);
/// assert!(guard.inbox.send(Signal::Damage { from: 7, points: 5 }).is_ok());
/// assert_eq!(agent.tick(&tree, &mut guard), Status::Success);
/// assert_eq!((guard.attacker, guard.inbox.len()), (7, 2));
/// ```
///
/// Called by hand, the argument is a function that takes the event out of the blackboard,
/// and says whether it was there: `|inbox: &mut Inbox<_, 4>| inbox.received(&Signal::Alarm)`.
///
/// LimboAI and Unity Behavior have nodes that wait for an event; in
/// BehaviorTree.CPP one writes a stateful action.
#[doc(alias("WaitForEvent", "signal"))]
#[inline(always)]
pub const fn wait_event<P>(event: P) -> WaitEvent<P> {
    WaitEvent { event }
}

impl<P> Node for WaitEvent<P> {
    type State = ();
    type Succeeds = Yes;
    type Fails = No;
    type Runs = Anew;
    type Resumes = Yes;
    type Halts = No;
    const COUNT: u32 = 1;
    const FINGERPRINT: u64 = fingerprint::node("wait_event", 0);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.leaf("wait_event");
    }
}

impl<B: ?Sized, P: Parameter<B, bool>> Behavior<B> for WaitEvent<P> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, _: &mut (), blackboard: &mut B, mut visit: V) -> Status {
        if self.event.ask(blackboard, &mut visit) {
            return Status::Success;
        }
        visit.wake(Wake::WHEN_WOKEN);
        Status::Running
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, _: &mut (), _: &mut B, _: V) {}
}

/// A condition on what has been received; see [`received`].
#[derive(Clone, Copy, Debug)]
pub struct Received<P> {
    event: P,
}

made!([] Received<P> { event: P });

/// **`received(e)`**, **`received(let pattern if guard => { .. })`**: whether the
/// blackboard has received an event.
///
/// - A tick takes the event if it is there: success, else failure. It never runs, and so
///   is a condition.
/// - Events and patterns are written as for [`wait_event`].
///
/// ```
/// use bt_core::blackboard::Inbox;
/// use bt_core::prelude::*;
///
/// #[derive(PartialEq)]
/// enum Signal { Alarm }
///
/// let tree = bt! { |_i: &mut Inbox<Signal, 4>| selector < received(Signal::Alarm), running > };
/// let (mut agent, mut inbox) = (Agent::of(&tree), Inbox::<_, 4>::new());
/// assert_eq!(agent.tick(&tree, &mut inbox), Status::Running);
/// assert!(inbox.send(Signal::Alarm).is_ok());
/// assert_eq!(agent.tick(&tree, &mut inbox), Status::Success);
/// assert_eq!(agent.tick(&tree, &mut inbox), Status::Running);
/// ```
///
/// Called by hand, the argument is a function, as for [`wait_event`].
///
/// In BehaviorTree.CPP and py_trees one writes a condition.
#[doc(alias("CheckEvent", "on_event"))]
#[inline(always)]
pub const fn received<P>(event: P) -> Received<P> {
    Received { event }
}

impl<P> Node for Received<P> {
    type State = ();
    type Succeeds = Yes;
    type Fails = Yes;
    type Runs = No;
    type Resumes = No;
    type Halts = No;
    const COUNT: u32 = 1;
    const FINGERPRINT: u64 = fingerprint::node("received", 0);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.leaf("received");
    }
}

impl<B: ?Sized, P: Parameter<B, bool>> Behavior<B> for Received<P> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, _: &mut (), blackboard: &mut B, mut visit: V) -> Status {
        let is_there = self.event.ask(blackboard, &mut visit);
        if !is_there {
            visit.wake(Wake::WHEN_WOKEN);
        }
        Status::from(is_there)
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, _: &mut (), _: &mut B, _: V) {}
}
