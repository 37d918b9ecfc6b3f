use core::marker::PhantomData;

use crate::behavior::{Behavior, Node};
use crate::fingerprint;
use crate::flag::{Flag, No};
use crate::made::made;
use crate::observe::Outliner;
use crate::review::Review;
use crate::status::Status;
use crate::visit::Visit;

/// What becomes of a child's answer.
pub trait Mapping {
    /// The keyword.
    const NAME: &'static str;
    /// Whether success can come out.
    type Succeeds<C: Node>: Flag;
    /// Whether failure can come out.
    type Fails<C: Node>: Flag;
    /// Whether running can come out.
    type Runs<C: Node>: Flag;
    /// The answer that comes out.
    fn map(status: Status) -> Status;
}

/// A decorator that changes its child's answer and nothing else.
#[derive(Clone, Copy, Debug)]
pub struct Mapped<C, M> {
    child: C,
    mapping: PhantomData<M>,
}

made!([M,] Mapped<C, M> { child: C } mapping);

/// See [`inverter`].
pub type Inverter<C> = Mapped<C, Invert>;
/// See [`always_succeed`].
pub type AlwaysSucceed<C> = Mapped<C, ToSuccess>;
/// See [`always_fail`].
pub type AlwaysFail<C> = Mapped<C, ToFailure>;

/// Success and failure swapped.
#[derive(Clone, Copy, Debug)]
pub enum Invert {}

/// Any end becomes success.
#[derive(Clone, Copy, Debug)]
pub enum ToSuccess {}

/// Any end becomes failure.
#[derive(Clone, Copy, Debug)]
pub enum ToFailure {}

impl Mapping for Invert {
    const NAME: &'static str = "inverter";
    type Succeeds<C: Node> = C::Fails;
    type Fails<C: Node> = C::Succeeds;
    type Runs<C: Node> = <C::Runs as Flag>::Plain;
    #[inline(always)]
    fn map(status: Status) -> Status {
        status.inverted()
    }
}

impl Mapping for ToSuccess {
    const NAME: &'static str = "always_succeed";
    type Succeeds<C: Node> = <C::Succeeds as Flag>::Or<C::Fails>;
    type Fails<C: Node> = No;
    type Runs<C: Node> = <C::Fails as Flag>::Then<<C::Runs as Flag>::Plain, C::Runs>;
    #[inline(always)]
    fn map(status: Status) -> Status {
        if status.is_running() { status } else { Status::Success }
    }
}

impl Mapping for ToFailure {
    const NAME: &'static str = "always_fail";
    type Succeeds<C: Node> = No;
    type Fails<C: Node> = <C::Succeeds as Flag>::Or<C::Fails>;
    type Runs<C: Node> = <C::Runs as Flag>::Plain;
    #[inline(always)]
    fn map(status: Status) -> Status {
        if status.is_running() { status } else { Status::Failure }
    }
}

/// **`inverter < c >`**, short `!c`: success and failure swapped; running
/// passes.
///
/// ```text
/// c      running  success
/// node   running  failure
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |n: &mut i32| !{ *n > 0 } };
/// assert_eq!(tree.tick(&mut (), &mut 1), Status::Failure);
/// ```
///
/// BehaviorTree.CPP, py_trees: `Inverter`. Unreal: the flag "inverse condition".
#[doc(alias("Inverter", "not"))]
#[inline(always)]
pub const fn inverter<C: Node>(child: C) -> Inverter<C> {
    Mapped { child, mapping: PhantomData }
}

/// **`always_succeed < c >`**: any end of the child becomes success; running
/// passes.
///
/// ```text
/// c      running  failure
/// node   running  success
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |_b: &mut ()| always_succeed < failure > };
/// assert_eq!(tree.tick(&mut (), &mut ()), Status::Success);
/// ```
///
/// BehaviorTree.CPP: `ForceSuccess`. py_trees: `FailureIsSuccess`. Unreal:
/// `ForceSuccess`.
#[doc(alias("ForceSuccess", "succeeder"))]
#[inline(always)]
pub const fn always_succeed<C: Node>(child: C) -> AlwaysSucceed<C> {
    Mapped { child, mapping: PhantomData }
}

/// **`always_fail < c >`**: any end of the child becomes failure; running
/// passes.
///
/// ```text
/// c      running  success
/// node   running  failure
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |_b: &mut ()| always_fail < success > };
/// assert_eq!(tree.tick(&mut (), &mut ()), Status::Failure);
/// ```
///
/// BehaviorTree.CPP: `ForceFailure`. py_trees: `SuccessIsFailure`. Unreal has none.
#[doc(alias("ForceFailure", "failer"))]
#[inline(always)]
pub const fn always_fail<C: Node>(child: C) -> AlwaysFail<C> {
    Mapped { child, mapping: PhantomData }
}

impl<C: Node, M: Mapping> Node for Mapped<C, M> {
    type State = C::State;
    type Succeeds = M::Succeeds<C>;
    type Fails = M::Fails<C>;
    type Runs = M::Runs<C>;
    type Resumes = C::Resumes;
    type Halts = C::Halts;
    const COUNT: u32 = 1 + C::COUNT;
    const MARKS: u32 = C::MARKS;
    const FINGERPRINT: u64 = fingerprint::node(M::NAME, C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node(M::NAME, C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        C::review(state, review)
    }
}

impl<B: ?Sized, C: Behavior<B>, M: Mapping> Behavior<B> for Mapped<C, M> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut C::State, blackboard: &mut B, mut visit: V) -> Status {
        let status = visit.tick(1, &self.child, state, blackboard);
        visit.wake_with_children();
        M::map(status)
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut C::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, state, blackboard);
    }
}
