use core::marker::PhantomData;

use crate::behavior::{Behavior, Node};
use crate::fingerprint;
use crate::flag::{Flag, No, Yes};
use crate::made::made;
use crate::observe::Outliner;
use crate::range::{Amount, Exact, Extent, Keeps};
use crate::review::Review;
use crate::status::Status;
use crate::visit::Visit;
use crate::wake::Wake;

/// Runs its child for ever; see [`repeater`].
#[derive(Clone, Copy, Debug)]
pub struct Repeater<C> {
    child: C,
}

made!([] Repeater<C> { child: C });

/// **`repeater < c >`**, **`repeater(n) < c >`**,
/// **`repeater(n, until = failure) < c >`**: does it again and again.
///
/// - Without a number: runs for ever. The child is started anew in the tick
///   after each end, whatever it returned.
/// - With a number: success after `n` ends of the child, whatever they were, failures
///   too; running until then. `n = 0`: success without a tick.
/// - `until = failure`: failure at the child's first failure. `until = success`: success
///   at its first success.
/// - `repeater(1..=5)`: the number is drawn when a run starts; 4 bytes of state more. See
///   [`range`](crate::range).
/// - One end of the child per tick. A halt, like the end, makes it count anew.
///
/// ```text
///            repeater(2)                 repeater(2, until = failure)
/// c      success  running  failure       running  failure
/// node   running  running  success       running  failure
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
/// Called by hand, `repeater(child).times(3).until_failure()`.
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
        Counted { child: self.child, times, extent: Exact, rule: PhantomData }
    }
}

impl<C, N, U> RepeaterTimes<C, N, U> {
    /// `until = failure`: failure at the child's first failure.
    #[inline(always)]
    pub fn until_failure(self) -> RepeaterUntilFailure<C, N, U> {
        Counted { child: self.child, times: self.times, extent: self.extent, rule: PhantomData }
    }

    /// `until = success`: success at the child's first success.
    #[inline(always)]
    pub fn until_success(self) -> RepeaterUntilSuccess<C, N, U> {
        Counted { child: self.child, times: self.times, extent: self.extent, rule: PhantomData }
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
    const FINGERPRINT: u64 = fingerprint::node("repeater", C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("repeater", C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        C::review(state, review)
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
    /// Whether the loop can run: always, but it may be more than that.
    type Runs<C: Node>: Flag;
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

/// Any end counts, and failure finishes at once.
#[derive(Clone, Copy, Debug)]
pub enum RepeatWhileSuccess {}

/// Any end counts, and success finishes at once.
#[derive(Clone, Copy, Debug)]
pub enum RepeatWhileFailure {}

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
    type Runs<C: Node> = <C::Fails as Flag>::Then<Yes, <C::Runs as Flag>::OrAnew<Yes>>;
    #[inline(always)]
    fn counts(_: Status) -> bool {
        true
    }
}

impl LoopRule for RepeatWhileSuccess {
    const NAME: &'static str = "repeater";
    const ENOUGH: Status = Status::Success;
    type Succeeds<C: Node> = Yes;
    type Fails<C: Node> = C::Fails;
    type Runs<C: Node> = <C::Runs as Flag>::OrAnew<Yes>;
    #[inline(always)]
    fn counts(_: Status) -> bool {
        true
    }
    #[inline(always)]
    fn finishes(end: Status) -> bool {
        end == Status::Failure
    }
}

impl LoopRule for RepeatWhileFailure {
    const NAME: &'static str = "repeater";
    const ENOUGH: Status = Status::Success;
    type Succeeds<C: Node> = Yes;
    type Fails<C: Node> = No;
    type Runs<C: Node> = <C::Fails as Flag>::Then<Yes, <C::Runs as Flag>::OrAnew<Yes>>;
    #[inline(always)]
    fn counts(_: Status) -> bool {
        true
    }
    #[inline(always)]
    fn finishes(end: Status) -> bool {
        end == Status::Success
    }
}

impl LoopRule for UntilFail {
    const NAME: &'static str = "repeat_until_fail";
    const ENOUGH: Status = Status::Success;
    type Succeeds<C: Node> = C::Fails;
    type Fails<C: Node> = No;
    type Runs<C: Node> = Yes;
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
    type Runs<C: Node> = <C::Runs as Flag>::OrAnew<Yes>;
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
    type Runs<C: Node> = <C::Runs as Flag>::OrAnew<Yes>;
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

made!([L,] RepeatUntil<C, L> { child: C } rule);

/// **`repeat_until_fail < c >`**, **`repeat_until_fail(n) < c >`**: does it
/// until it can't.
///
/// - Success at the child's first failure, or at its `n`-th; otherwise running.
///   `n = 0`: success without a tick. `n` may be a [`range`](crate::range).
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
///   `n = 0`: success without a tick. `n` may be a [`range`](crate::range).
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
        Counted { child: self.child, times, extent: Exact, rule: PhantomData }
    }
}

impl<C: Node, L: LoopRule> Node for RepeatUntil<C, L> {
    type State = C::State;
    type Succeeds = L::Succeeds<C>;
    type Fails = No;
    type Runs = L::Runs<C>;
    type Resumes = Yes;
    type Halts = C::Halts;
    const COUNT: u32 = 1 + C::COUNT;
    const FINGERPRINT: u64 = fingerprint::node(L::NAME, C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node(L::NAME, C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        C::review(state, review)
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
pub struct Counted<C, N, L, U = Exact> {
    child: C,
    times: N,
    extent: U,
    rule: PhantomData<L>,
}

made!([L,] Counted<C, N, L, U> { child: C, times: N, extent: U } rule);

/// See [`repeater`].
pub type RepeaterTimes<C, N, U = Exact> = Counted<C, N, Repeat, U>;
/// See [`repeater`].
pub type RepeaterUntilFailure<C, N, U = Exact> = Counted<C, N, RepeatWhileSuccess, U>;
/// See [`repeater`].
pub type RepeaterUntilSuccess<C, N, U = Exact> = Counted<C, N, RepeatWhileFailure, U>;
/// See [`repeat_until_fail`].
pub type UntilFailTimes<C, N, U = Exact> = Counted<C, N, UntilFail, U>;
/// See [`repeat_until_success`].
pub type UntilSuccessTimes<C, N, U = Exact> = Counted<C, N, UntilSuccess, U>;
/// See [`retry`].
pub type Retry<C, N, U = Exact> = Counted<C, N, RetryRule, U>;

impl<C, N, L> Counted<C, N, L> {
    /// A range that begins with the number: see [`range`](crate::range).
    #[inline(always)]
    pub fn up_to<U>(self, extent: U) -> Counted<C, N, L, U> {
        Counted { child: self.child, times: self.times, extent, rule: PhantomData }
    }
}

/// **`retry(n) < c >`**: tries it up to `n` times.
///
/// - Success at the child's first success; failure after `n` failures; running
///   between. `n = 0`: failure without a tick. `n` may be a [`range`](crate::range).
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
    Counted { child, times, extent: Exact, rule: PhantomData }
}

/// The state of a loop that counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counting<C, N = u32> {
    /// The child's state.
    pub child: C,
    /// The ends counted so far.
    pub(crate) count: N,
}

impl<C: Node, N, L: LoopRule, U: Extent> Node for Counted<C, N, L, U> {
    type State = Counting<C::State, U::Kept<u32>>;
    type Succeeds = L::Succeeds<C>;
    type Fails = L::Fails<C>;
    type Runs = L::Runs<C>;
    type Resumes = Yes;
    type Halts = Yes;
    const COUNT: u32 = 1 + C::COUNT;
    const FINGERPRINT: u64 = fingerprint::node(L::NAME, C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node(L::NAME, C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        review.place(&state.count);
        C::review(&mut state.child, review) || state.count.kept() != 0
    }
}

impl<B, C, N, L, U> Behavior<B> for Counted<C, N, L, U>
where
    B: ?Sized,
    C: Behavior<B>,
    L: LoopRule,
    U: Amount<B, N, u32>,
{
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        if !state.count.is_drawn() {
            state.count.set_place(self.extent.draw(blackboard));
        }
        let times = self.extent.ask(&self.times, state.count.place(), blackboard, &mut visit);
        if state.count.kept() >= times {
            if state.count.kept() == 0 && !U::DRAWS {
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
            state.count = Default::default();
            return status;
        }
        if L::counts(status) {
            state.count.edit(|count| *count += 1);
            if state.count.kept() >= times {
                state.count = Default::default();
                return L::ENOUGH;
            }
        }
        Status::Running
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, &mut state.child, blackboard);
        state.count = Default::default();
    }
}
