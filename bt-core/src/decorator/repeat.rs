use core::marker::PhantomData;

use crate::behavior::{Behavior, Node};
use crate::flag::{Flag, No, Yes};
use crate::observe::Outliner;
use crate::parameter::Parameter;
use crate::status::Status;
use crate::visit::Visit;
use crate::wake::Wake;

/// Runs its child for ever; see [`repeater`].
#[derive(Clone, Copy, Debug)]
pub struct Repeater<C> {
    child: C,
}

/// **`repeater < c >`**, **`repeater(n) < c >`**: does it again and again.
///
/// - Without a number: runs for ever. The child is started anew in the tick
///   after each end, whatever it returned.
/// - With a number: success after `n` ends of the child, whatever they were;
///   running until then. `n = 0`: success without a tick.
/// - One end of the child per tick. A halt, like the end, makes it count anew.
///
/// ```text
/// repeater(2)
/// c      success  running  failure
/// node   running  running  success
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |n: &mut i32| repeater(2) < { *n += 1; } > };
/// let (mut agent, mut n) = (Agent::of(&tree), 0);
/// assert_eq!(agent.tick(&tree, &mut n), Status::Running);
/// assert_eq!(agent.tick(&tree, &mut n), Status::Success);
/// ```
///
/// BehaviorTree.CPP: `Repeat`, which ends at a failure. py_trees: `Repeat`, likewise.
/// Unreal: `Loop`.
#[doc(alias("Repeat", "loop", "KeepRunningUntilFailure"))]
#[inline(always)]
pub const fn repeater<C: Node>(child: C) -> Repeater<C> {
    Repeater { child }
}

impl<C> Repeater<C> {
    /// `repeater(n)`: success after `n` ends.
    #[inline(always)]
    pub fn times<N>(self, times: N) -> RepeaterTimes<C, N> {
        Counted { child: self.child, times, rule: PhantomData }
    }
}

impl<C: Node> Node for Repeater<C> {
    type State = C::State;
    type Succeeds = No;
    type Fails = No;
    type Runs = Yes;
    type Resumes = Yes;
    type Halts = C::Halts;
    const COUNT: u32 = 1 + C::COUNT;

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("repeater", C::outline);
    }
}

impl<B: ?Sized, C: Behavior<B>> Behavior<B> for Repeater<C> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut C::State, blackboard: &mut B, mut visit: V) -> Status {
        visit.tick(1, &self.child, state, blackboard);
        visit.wake_with_children();
        Status::Running
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut C::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, state, blackboard);
    }
}

/// Which ends of a child a loop counts, and what follows from them.
pub trait LoopRule {
    /// The keyword.
    const NAME: &'static str;
    /// The answer when enough ends were counted.
    const ENOUGH: Status;
    /// Whether the loop can succeed.
    type Succeeds<C: Node>: Flag;
    /// Whether the loop can fail.
    type Fails<C: Node>: Flag;
    /// Whether this end counts.
    fn counts(end: Status) -> bool;
    /// Whether this end is the loop's own answer.
    fn finishes(_end: Status) -> bool {
        false
    }
}

/// Any end counts.
#[derive(Clone, Copy, Debug)]
pub enum Repeat {}

/// Failures count, and success is what they bring.
#[derive(Clone, Copy, Debug)]
pub enum UntilFail {}

/// Successes count.
#[derive(Clone, Copy, Debug)]
pub enum UntilSuccess {}

/// Failures count, and success finishes at once.
#[derive(Clone, Copy, Debug)]
pub enum RetryRule {}

impl LoopRule for Repeat {
    const NAME: &'static str = "repeater";
    const ENOUGH: Status = Status::Success;
    type Succeeds<C: Node> = Yes;
    type Fails<C: Node> = No;
    #[inline(always)]
    fn counts(_: Status) -> bool {
        true
    }
}

impl LoopRule for UntilFail {
    const NAME: &'static str = "repeat_until_fail";
    const ENOUGH: Status = Status::Success;
    type Succeeds<C: Node> = C::Fails;
    type Fails<C: Node> = No;
    #[inline(always)]
    fn counts(end: Status) -> bool {
        end == Status::Failure
    }
}

impl LoopRule for UntilSuccess {
    const NAME: &'static str = "repeat_until_success";
    const ENOUGH: Status = Status::Success;
    type Succeeds<C: Node> = C::Succeeds;
    type Fails<C: Node> = No;
    #[inline(always)]
    fn counts(end: Status) -> bool {
        end == Status::Success
    }
}

impl LoopRule for RetryRule {
    const NAME: &'static str = "retry";
    const ENOUGH: Status = Status::Failure;
    type Succeeds<C: Node> = C::Succeeds;
    type Fails<C: Node> = Yes;
    #[inline(always)]
    fn counts(end: Status) -> bool {
        end == Status::Failure
    }
    #[inline(always)]
    fn finishes(end: Status) -> bool {
        end == Status::Success
    }
}

/// Runs its child until an end of the right kind; see [`repeat_until_fail`].
#[derive(Clone, Copy, Debug)]
pub struct RepeatUntil<C, L> {
    child: C,
    rule: PhantomData<L>,
}

/// **`repeat_until_fail < c >`**, **`repeat_until_fail(n) < c >`**: does it
/// until it can't.
///
/// - Success at the child's first failure, or at its `n`-th; otherwise running.
///   `n = 0`: success without a tick.
/// - One end of the child per tick. A halt, like the end, makes it count anew.
///
/// ```text
/// c      success  running  failure
/// node   running  running  success
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |coins: &mut i32| repeat_until_fail < { *coins -= 1; *coins > 0 } > };
/// let (mut agent, mut coins) = (Agent::of(&tree), 2);
/// assert_eq!(agent.tick(&tree, &mut coins), Status::Running);
/// assert_eq!(agent.tick(&tree, &mut coins), Status::Success);
/// ```
///
/// BehaviorTree.CPP: `KeepRunningUntilFailure`, which then fails. py_trees and Unreal
/// have none.
#[doc(alias("KeepRunningUntilFailure", "UntilFail"))]
#[inline(always)]
pub const fn repeat_until_fail<C: Node>(child: C) -> RepeatUntil<C, UntilFail> {
    RepeatUntil { child, rule: PhantomData }
}

/// **`repeat_until_success < c >`**, **`repeat_until_success(n) < c >`**: does
/// it until it works.
///
/// - Success at the child's first success, or at its `n`-th; otherwise running.
///   `n = 0`: success without a tick.
/// - One end of the child per tick. A halt, like the end, makes it count anew.
/// - To give up after some failures, see [`retry`](crate::node::retry).
///
/// ```text
/// c      failure  running  success
/// node   running  running  success
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |n: &mut i32| repeat_until_success < { *n += 1; *n > 1 } > };
/// let (mut agent, mut n) = (Agent::of(&tree), 0);
/// assert_eq!(agent.tick(&tree, &mut n), Status::Running);
/// assert_eq!(agent.tick(&tree, &mut n), Status::Success);
/// ```
///
/// BehaviorTree.CPP: `RetryUntilSuccessful(-1)`. py_trees: `Retry(-1)`. Unreal has
/// none.
#[doc(alias("UntilSuccess"))]
#[inline(always)]
pub const fn repeat_until_success<C: Node>(child: C) -> RepeatUntil<C, UntilSuccess> {
    RepeatUntil { child, rule: PhantomData }
}

impl<C, L> RepeatUntil<C, L> {
    /// With a number: success at the `n`-th end of that kind.
    #[inline(always)]
    pub fn times<N>(self, times: N) -> Counted<C, N, L> {
        Counted { child: self.child, times, rule: PhantomData }
    }
}

impl<C: Node, L: LoopRule> Node for RepeatUntil<C, L> {
    type State = C::State;
    type Succeeds = L::Succeeds<C>;
    type Fails = No;
    type Runs = Yes;
    type Resumes = Yes;
    type Halts = C::Halts;
    const COUNT: u32 = 1 + C::COUNT;

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node(L::NAME, C::outline);
    }
}

impl<B: ?Sized, C: Behavior<B>, L: LoopRule> Behavior<B> for RepeatUntil<C, L> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut C::State, blackboard: &mut B, mut visit: V) -> Status {
        let status = visit.tick(1, &self.child, state, blackboard);
        visit.wake_with_children();
        if !status.is_running() && L::counts(status) { L::ENOUGH } else { Status::Running }
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut C::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, state, blackboard);
    }
}

/// Runs its child until enough ends of the right kind; see [`repeater`] and
/// [`retry`].
#[derive(Clone, Copy, Debug)]
pub struct Counted<C, N, L> {
    child: C,
    times: N,
    rule: PhantomData<L>,
}

/// See [`repeater`].
pub type RepeaterTimes<C, N> = Counted<C, N, Repeat>;
/// See [`repeat_until_fail`].
pub type UntilFailTimes<C, N> = Counted<C, N, UntilFail>;
/// See [`repeat_until_success`].
pub type UntilSuccessTimes<C, N> = Counted<C, N, UntilSuccess>;
/// See [`retry`].
pub type Retry<C, N> = Counted<C, N, RetryRule>;

/// **`retry(n) < c >`**: tries it up to `n` times.
///
/// - Success at the child's first success; failure after `n` failures; running
///   between. `n = 0`: failure without a tick.
/// - One end of the child per tick. A halt, like the end, makes it count anew.
///
/// ```text
/// retry(2)
/// c      failure  running  failure
/// node   running  running  failure
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |n: &mut i32| retry(3) < { *n += 1; *n == 2 } > };
/// let (mut agent, mut n) = (Agent::of(&tree), 0);
/// assert_eq!(agent.tick(&tree, &mut n), Status::Running);
/// assert_eq!(agent.tick(&tree, &mut n), Status::Success);
/// ```
///
/// BehaviorTree.CPP: `RetryUntilSuccessful`. py_trees: `Retry`. Unreal has none.
#[doc(alias("RetryUntilSuccessful"))]
#[inline(always)]
pub const fn retry<N, C: Node>(times: N, child: C) -> Retry<C, N> {
    Counted { child, times, rule: PhantomData }
}

/// The state of a loop that counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counting<C> {
    /// The child's state.
    pub child: C,
    /// The ends counted so far.
    pub(crate) count: u32,
}

impl<C: Node, N, L: LoopRule> Node for Counted<C, N, L> {
    type State = Counting<C::State>;
    type Succeeds = L::Succeeds<C>;
    type Fails = L::Fails<C>;
    type Runs = Yes;
    type Resumes = Yes;
    type Halts = Yes;
    const COUNT: u32 = 1 + C::COUNT;

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node(L::NAME, C::outline);
    }
}

impl<B, C, N, L> Behavior<B> for Counted<C, N, L>
where
    B: ?Sized,
    C: Behavior<B>,
    N: Parameter<B, u32>,
    L: LoopRule,
{
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let times = self.times.ask(blackboard, &mut visit);
        if state.count >= times {
            if state.count == 0 {
                visit.wake(Wake::WHEN_WOKEN);
            }
            self.halt_with(state, blackboard, visit);
            return L::ENOUGH;
        }
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        if status.is_running() {
            visit.wake_with_children();
            return status;
        }
        if L::finishes(status) {
            state.count = 0;
            return status;
        }
        if L::counts(status) {
            state.count += 1;
            if state.count >= times {
                state.count = 0;
                return L::ENOUGH;
            }
        }
        Status::Running
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, &mut state.child, blackboard);
        state.count = 0;
    }
}
