//! Leaves: functions, and the leaves every tree language has.

use core::marker::PhantomData;

use crate::ask::{FromClock, FromEvents, ReadsTime, Receives};
use crate::behavior::{Behavior, Node};
use crate::flag::{Flag, No, Yes};
use crate::observe::Outliner;
use crate::parameter::Parameter;
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

/// [`leaf`] for a tree in item form, whose storage is laid out before the
/// leaf's outcome is known.
#[doc(hidden)]
#[inline(always)]
pub const fn reserving_leaf<F, A>(function: F) -> Leaf<F, A, Yes> {
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
pub struct Wait<D, T = FromClock> {
    duration: D,
    clock: T,
}

/// **`wait(d)`**: runs until `d` has passed since the run began, then succeeds.
///
/// - A tick: running while less than `d` has passed, else success; `wait(0s)`
///   succeeds at once.
/// - Halted: the time is forgotten, the next run waits from the start.
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
    Wait { duration, clock: FromClock }
}

impl<D, T> Wait<D, T> {
    /// The time from a function of one's own instead of the blackboard's [`Clock`](crate::Clock):
    /// see [`ask`](crate::ask).
    #[inline(always)]
    pub fn with_clock<U>(self, clock: U) -> Wait<D, U> {
        Wait { duration: self.duration, clock }
    }
}

impl<D, T> Node for Wait<D, T> {
    type State = Timer;
    type Succeeds = Yes;
    type Fails = No;
    type Runs = Yes;
    type Resumes = Yes;
    type Halts = Yes;
    const COUNT: u32 = 1;
    const MARKS: u32 = 1;

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.leaf("wait");
    }
}

impl<B: ?Sized, D: Parameter<B, core::time::Duration>, T: ReadsTime<B>> Behavior<B> for Wait<D, T> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, timer: &mut Timer, blackboard: &mut B, mut visit: V) -> Status {
        let now = moment(self.clock.now(blackboard));
        let elapsed = timer.elapsed(now);
        let duration = nanos(self.duration.ask(blackboard, &mut visit));
        if elapsed < duration {
            visit.wake_at(later(now, duration - elapsed));
            return Status::Running;
        }
        timer.stop();
        Status::Success
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, timer: &mut Timer, _: &mut B, _: V) {
        timer.stop();
    }
}

/// A leaf that runs until an event has been received; see [`wait_event`].
pub struct WaitEvent<P, E, T = FromEvents> {
    event: P,
    events: T,
    type_of_event: PhantomData<fn() -> E>,
}

impl<P: Clone, E, T: Clone> Clone for WaitEvent<P, E, T> {
    fn clone(&self) -> Self {
        WaitEvent { event: self.event.clone(), events: self.events.clone(), type_of_event: PhantomData }
    }
}

impl<P: Copy, E, T: Copy> Copy for WaitEvent<P, E, T> {}

impl<P, E, T> core::fmt::Debug for WaitEvent<P, E, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("WaitEvent").finish_non_exhaustive()
    }
}

/// **`wait_event(e)`**: runs until the blackboard has received the event `e`, then
/// succeeds.
///
/// - A tick asks the blackboard, [`Events::received`](crate::Events::received): success or running.
/// - The event is an expression, evaluated in every tick.
///
/// ```
/// use bt_core::blackboard::Inbox;
/// use bt_core::prelude::*;
///
/// #[derive(PartialEq)]
/// enum Signal { Alarm }
///
/// let tree = bt! { |_i: &mut Inbox<Signal, 4>| wait_event(Signal::Alarm) };
/// let (mut agent, mut inbox) = (Agent::of(&tree), Inbox::<_, 4>::new());
/// assert_eq!(agent.tick(&tree, &mut inbox), Status::Running);
/// assert!(inbox.send(Signal::Alarm).is_ok());
/// assert_eq!(agent.tick(&tree, &mut inbox), Status::Success);
/// ```
///
/// LimboAI and Unity Behavior have nodes that wait for an event; in
/// BehaviorTree.CPP one writes a stateful action.
#[doc(alias("WaitForEvent", "signal"))]
#[inline(always)]
pub const fn wait_event<P, E>(event: P) -> WaitEvent<P, E> {
    WaitEvent { event, events: FromEvents, type_of_event: PhantomData }
}

impl<P, E, T> WaitEvent<P, E, T> {
    /// The events from a function of one's own instead of the blackboard's
    /// [`Events`](crate::Events): see [`ask`](crate::ask).
    #[inline(always)]
    pub fn with_events<U>(self, events: U) -> WaitEvent<P, E, U> {
        WaitEvent { event: self.event, events, type_of_event: PhantomData }
    }
}

impl<P, E, T> Node for WaitEvent<P, E, T> {
    type State = ();
    type Succeeds = Yes;
    type Fails = No;
    type Runs = Yes;
    type Resumes = Yes;
    type Halts = No;
    const COUNT: u32 = 1;

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.leaf("wait_event");
    }
}

impl<B: ?Sized, E, P: Parameter<B, E>, T: Receives<B, E>> Behavior<B> for WaitEvent<P, E, T> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, _: &mut (), blackboard: &mut B, mut visit: V) -> Status {
        let event = self.event.ask(blackboard, &mut visit);
        if self.events.received(blackboard, &event) {
            return Status::Success;
        }
        visit.wake(Wake::WHEN_WOKEN);
        Status::Running
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, _: &mut (), _: &mut B, _: V) {}
}
