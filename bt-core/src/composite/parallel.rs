use core::ops::ControlFlow::{self, Continue};

use crate::behavior::{Behavior, Node};
use crate::children::{ChildList, Children, Place, Walk};
use crate::composite::Branching;
use crate::fingerprint;
use crate::flag::{Flag, No, Yes};
use crate::made::made;
use crate::observe::Outliner;
use crate::parameter::Parameter;
use crate::review::Review;
use crate::status::Status;
use crate::visit::Visit;

/// How many children have to end one way: see [`parallel`].
pub trait Threshold {
    /// Whether a parallel with this success threshold can succeed.
    type Succeeds<K: ChildList>: Flag;
    /// Whether the threshold may be out of reach, or met by nothing at all.
    type IsOpen: Flag;
}

/// A [`Threshold`] as a number.
pub trait Reached<B: ?Sized>: Threshold {
    /// The number, for a list of `children`; more than there are: never.
    fn at<V: Visit>(&self, children: u16, blackboard: &mut B, visit: &mut V) -> u32;
}

/// `all`: every child.
#[derive(Clone, Copy, Debug)]
pub struct Every;

made!([] Every = Every);

/// `any`: one child.
#[derive(Clone, Copy, Debug)]
pub struct AnyOne;

made!([] AnyOne = AnyOne);

/// `never`: no number of children is enough.
#[derive(Clone, Copy, Debug)]
pub struct Never;

made!([] Never = Never);

/// `N`: this many.
#[derive(Clone, Copy, Debug)]
pub struct AtLeast<N>(pub N);

made!([] AtLeast<N> { 0: N });

macro_rules! threshold {
    ($($type:ty: $succeeds:ident, $children:ident => $number:expr;)*) => { $(
        impl Threshold for $type {
            type Succeeds<K: ChildList> = K::$succeeds;
            type IsOpen = No;
        }

        impl<B: ?Sized> Reached<B> for $type {
            #[inline(always)]
            fn at<V: Visit>(&self, $children: u16, _: &mut B, _: &mut V) -> u32 {
                $number
            }
        }
    )* };
}

threshold! {
    Every: AllSucceed, children => u32::from(children);
    AnyOne: AnySucceeds, _children => 1;
    Never: AnySucceeds, _children => u32::MAX;
}

impl<N> Threshold for AtLeast<N> {
    type Succeeds<K: ChildList> = Yes;
    type IsOpen = Yes;
}

impl<B: ?Sized, N: Parameter<B, u32>> Reached<B> for AtLeast<N> {
    #[inline(always)]
    fn at<V: Visit>(&self, _: u16, blackboard: &mut B, visit: &mut V) -> u32 {
        self.0.ask(blackboard, visit)
    }
}

/// All children at once; see [`parallel`].
#[derive(Clone, Copy, Debug)]
pub struct Parallel<K, S, F> {
    children: K,
    success: S,
    failure: F,
}

made!([] Parallel<K, S, F> { children: K, success: S, failure: F });

/// **`parallel < a, b, .. >`**,
/// **`parallel(success = all|any|N, failure = any|all|N|never) < a, b, .. >`**:
/// does several things at once.
///
/// - A tick ticks every child that has not ended yet, in order. One that has
///   ended is left alone until the node ends, and counts with what it answered.
/// - After all were ticked: failure if as many have failed as `failure` says;
///   else success if as many have succeeded as `success` says; else failure if
///   success has become impossible, or all have ended; else running.
/// - Without arguments: `success = all, failure = any`.
/// - When the node ends or is halted, the children that are still running are
///   halted, in order.
/// - A child that has ended isn't asked again, not even a condition. To do something only
///   as long as something else holds, write `condition => child`, or
///   `sequence < condition, child >`; to have a child begin again,
///   `parallel < repeater < care >, play >`.
/// - The success of one child alone decides in `race < parallel < a, b >, c >`: either both
///   of the first two, or the third.
///
/// ```text
///        tick 1   tick 2   tick 3
/// a      running  success  (left alone)
/// b      running  running  success
/// node   running  running  success
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |n: &mut i32| parallel(success = 1) < { *n += 1; }, running > };
/// let (mut agent, mut n) = (Agent::of(&tree), 0);
/// assert_eq!(agent.tick(&tree, &mut n), Status::Success);
/// ```
///
/// BehaviorTree.CPP: `Parallel`, whose thresholds default to all successes and
/// one failure as well. py_trees: `Parallel` with a policy. Unreal: see
/// [`simple_parallel`](crate::node::simple_parallel).
#[doc(alias("Parallel", "ParallelAll", "concurrent"))]
#[inline(always)]
pub const fn parallel<K: ChildList>(children: K) -> Parallel<K, Every, AnyOne> {
    Parallel { children, success: Every, failure: AnyOne }
}

impl<K, S, F> Parallel<K, S, F> {
    /// `success = ..`: how many children have to succeed.
    #[inline(always)]
    pub fn success<T>(self, success: T) -> Parallel<K, T, F> {
        Parallel { children: self.children, success, failure: self.failure }
    }

    /// `failure = ..`: how many children have to fail.
    #[inline(always)]
    pub fn failure<T>(self, failure: T) -> Parallel<K, S, T> {
        Parallel { children: self.children, success: self.success, failure }
    }
}

/// The state of [`parallel`]: how each child has ended, and the children's states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Latched<L, S> {
    latches: L,
    /// The states of the children.
    pub children: S,
}

impl<K: ChildList, S: Threshold, F: Threshold> Node for Parallel<K, S, F> {
    type State = Latched<K::Latches<K::AnyResumes>, K::States>;
    type Succeeds = S::Succeeds<K>;
    type Fails = <K::AnyFails as Flag>::Or<<S::IsOpen as Flag>::Or<F::IsOpen>>;
    type Runs = K::AnyRuns;
    type Resumes = K::AnyResumes;
    type Halts = K::AnyResumes;
    const COUNT: u32 = 1 + K::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("parallel", K::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("parallel", K::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let latches = state.latches;
        review.require(K::are_latches::<K::AnyResumes>(&latches));
        let has_ended = |index| K::latch::<K::AnyResumes>(&latches, index).is_some();
        K::review(&mut state.children, review, 0, |index| !has_ended(index)) || (0..K::LEN).any(has_ended)
    }
}

/// Every child that has not ended yet; counts how all have ended.
struct Unfinished<'l, K: ChildList> {
    latches: &'l mut K::Latches<K::AnyResumes>,
    succeeded: u32,
    failed: u32,
}

impl<K: ChildList> Unfinished<'_, K> {
    #[inline(always)]
    fn count(&mut self, end: Status) {
        match end {
            Status::Success => self.succeeded += 1,
            Status::Failure => self.failed += 1,
            Status::Running => {}
        }
    }
}

impl<K: ChildList> Walk for Unfinished<'_, K> {
    #[inline(always)]
    fn enters(&mut self, index: u16) -> bool {
        let end = K::latch::<K::AnyResumes>(self.latches, index);
        self.count(end.unwrap_or(Status::Running));
        end.is_none()
    }

    #[inline(always)]
    fn takes(&mut self, index: u16, status: Status) -> ControlFlow<Status> {
        if !status.is_running() {
            K::set_latch::<K::AnyResumes>(self.latches, index, status == Status::Success);
        }
        self.count(status);
        Continue(())
    }
}

impl<B, K, S, F> Behavior<B> for Parallel<K, S, F>
where
    B: ?Sized,
    K: Children<B>,
    S: Reached<B>,
    F: Reached<B>,
{
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let none_had_ended = state.latches == Default::default();
        let mut walk = Unfinished::<K> { latches: &mut state.latches, succeeded: 0, failed: 0 };
        let _ = self.children.tick_each(&mut state.children, blackboard, &mut visit, Place::FIRST, &mut walk);
        let (succeeded, failed) = (walk.succeeded, walk.failed);
        let running = u32::from(K::LEN) - succeeded - failed;
        let needed = self.success.at(K::LEN, blackboard, &mut visit);
        let status = if failed >= self.failure.at(K::LEN, blackboard, &mut visit) {
            Status::Failure
        } else if succeeded >= needed {
            Status::Success
        } else if succeeded + running < needed || running == 0 {
            Status::Failure
        } else {
            visit.wake_with_children();
            return Status::Running;
        };
        // The next run starts all children: those that this tick left alone or halts, too.
        if none_had_ended && running == 0 {
            visit.wake_with_children();
        }
        self.halt_with(state, blackboard, visit);
        status
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        let latches = state.latches;
        state.latches = Default::default();
        self.children.halt_each(&mut state.children, blackboard, &mut visit, Place::FIRST, |index| {
            K::latch::<K::AnyResumes>(&latches, index).is_none()
        });
    }
}

/// The first that ends decides; see [`race`].
#[derive(Clone, Copy, Debug)]
pub struct Race<K> {
    children: K,
}

made!([] Race<K> { children: K });

/// **`race < a, b, .. >`**: does several things at once, until one ends.
///
/// - A tick ticks all children, in order. The first of them, in order, that
///   ended in this tick decides: its answer is the node's, and the rest is halted.
///   Otherwise running.
///
/// ```text
///        tick 1   tick 2
/// a      running  running, halted
/// b      running  failure
/// node   running  failure
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |n: &mut i32| race < running, { *n > 0 } > };
/// assert_eq!(Agent::of(&tree).tick(&tree, &mut 1), Status::Success);
/// ```
///
/// BehaviorTree.CPP: `Parallel` with both thresholds at 1. py_trees: `Parallel`
/// with `SuccessOnOne`.
#[doc(alias("Parallel", "SuccessOnOne", "select"))]
#[inline(always)]
pub const fn race<K: ChildList>(children: K) -> Race<K> {
    Race { children }
}

impl<K: ChildList> Node for Race<K> {
    type State = Branching<(), K::States>;
    type Succeeds = K::AnySucceeds;
    type Fails = K::AnyFails;
    type Runs = K::AllRun;
    type Resumes = K::AnyResumes;
    type Halts = K::AnyHalts;
    const COUNT: u32 = 1 + K::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("race", K::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("race", K::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        K::review(&mut state.children, review, 0, |_| true)
    }
}

/// All children; keeps the first end.
struct FirstEnd {
    status: Status,
    others_run: bool,
}

impl Walk for FirstEnd {
    #[inline(always)]
    fn takes(&mut self, _: u16, status: Status) -> ControlFlow<Status> {
        if self.status.is_running() {
            self.status = status;
        }
        self.others_run |= status.is_running();
        Continue(())
    }
}

impl<B: ?Sized, K: Children<B>> Behavior<B> for Race<K> {
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let mut walk = FirstEnd { status: Status::Running, others_run: false };
        let _ = self.children.tick_each(&mut state.children, blackboard, &mut visit, Place::FIRST, &mut walk);
        // The next run starts those again that are halted now.
        if walk.status.is_running() || !walk.others_run {
            visit.wake_with_children();
        }
        if !walk.status.is_running() {
            self.halt_with(state, blackboard, visit);
        }
        walk.status
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        self.children.halt_each(&mut state.children, blackboard, &mut visit, Place::FIRST, |_| true);
    }
}

/// One thing, and another along with it; see [`simple_parallel`].
#[derive(Clone, Copy, Debug)]
pub struct SimpleParallel<K> {
    children: K,
}

made!([] SimpleParallel<K> { children: K });

/// **`simple_parallel < main, background >`**: does one thing, and another along
/// with it.
///
/// - A tick ticks `main`. If it runs, it ticks `background` too, whose answer
///   doesn't matter and which starts again whenever it has ended.
/// - When `main` ends, `background` is halted if it is running, and `main`'s answer
///   is the node's.
///
/// ```text
/// main         running  running  success
/// background   running  success  (not ticked)
/// node         running  running  success
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |n: &mut i32| simple_parallel < running, { *n += 1; } > };
/// let (mut agent, mut n) = (Agent::of(&tree), 0);
/// agent.tick(&tree, &mut n);
/// agent.tick(&tree, &mut n);
/// assert_eq!(n, 2);
/// ```
///
/// Unreal: `Simple Parallel` with finish mode `Immediate`.
#[doc(alias("SimpleParallel"))]
#[inline(always)]
pub const fn simple_parallel<M: Node, G: Node>(children: (M, G)) -> SimpleParallel<(M, G)> {
    SimpleParallel { children }
}

impl<M: Node, G: Node> Node for SimpleParallel<(M, G)> {
    type State = Branching<(), (M::State, G::State)>;
    type Succeeds = M::Succeeds;
    type Fails = M::Fails;
    type Runs = M::Runs;
    type Resumes = <M::Resumes as Flag>::Or<G::Resumes>;
    type Halts = <M::Halts as Flag>::Or<G::Halts>;
    const COUNT: u32 = 1 + M::COUNT + G::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("simple_parallel", <(M, G)>::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("simple_parallel", <(M, G)>::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        <(M, G)>::review(&mut state.children, review, 0, |_| true)
    }
}

impl<B: ?Sized, M: Behavior<B>, G: Behavior<B>> Behavior<B> for SimpleParallel<(M, G)> {
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let (main, background) = &self.children;
        let status = visit.tick(1, main, &mut state.children.0, blackboard);
        if status.is_running() {
            visit.tick(1 + M::COUNT, background, &mut state.children.1, blackboard);
        } else {
            visit.halt(1 + M::COUNT, background, &mut state.children.1, blackboard);
        }
        visit.wake_with_children();
        status
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        let (main, background) = &self.children;
        visit.halt(1, main, &mut state.children.0, blackboard);
        visit.halt(1 + M::COUNT, background, &mut state.children.1, blackboard);
    }
}
