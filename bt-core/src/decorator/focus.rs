use core::marker::PhantomData;

use crate::behavior::{Behavior, Node};
use crate::fingerprint;
use crate::observe::Outliner;
use crate::review::Review;
use crate::status::Status;
use crate::visit::Visit;

/// Its child, on a part of the blackboard; see [`focus`].
pub struct Focus<C, F, P: ?Sized> {
    part: F,
    child: C,
    type_of_part: PhantomData<fn(&mut P)>,
}

impl<C: Clone, F: Clone, P: ?Sized> Clone for Focus<C, F, P> {
    fn clone(&self) -> Self {
        Focus { part: self.part.clone(), child: self.child.clone(), type_of_part: PhantomData }
    }
}

impl<C: Copy, F: Copy, P: ?Sized> Copy for Focus<C, F, P> {}

impl<C: core::fmt::Debug, F, P: ?Sized> core::fmt::Debug for Focus<C, F, P> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Focus").field("child", &self.child).finish_non_exhaustive()
    }
}

/// **`focus(&mut b.part) < |part: &mut Part| c >`**: runs the child on a part of
/// the blackboard.
///
/// - Ticks and halts are the child's, with the part as its blackboard.
/// - The child has a header of its own, with a name for the part. It needs none
///   before `@Tree`.
/// - In a tree in expression form, the blackboard and the part can't be types that
///   borrow; in item form they can.
///
/// ```
/// use bt_core::prelude::*;
///
/// struct Arm { raised: bool }
/// struct Robot { left: Arm, right: Arm }
///
/// bt! { struct Raise |arm: &mut Arm| { arm.raised = true; } }
///
/// let tree = bt! {
///     |robot: &mut Robot| sequence <
///         focus(&mut robot.left) < @Raise >,
///         focus(&mut robot.right) < |arm: &mut Arm| !{ arm.raised } >,
///     >
/// };
/// let mut robot = Robot { left: Arm { raised: false }, right: Arm { raised: false } };
/// assert_eq!(Agent::of(&tree).tick(&tree, &mut robot), Status::Success);
/// assert!(robot.left.raised);
/// ```
///
/// BehaviorTree.CPP: `SubTree` with remapped ports. py_trees: namespaces of the
/// blackboard.
#[doc(alias("SubTree", "namespace", "lens"))]
#[inline(always)]
pub const fn focus<B: ?Sized, P: ?Sized, F: Fn(&mut B) -> &mut P, C: Node>(
    part: F,
    child: C,
) -> Focus<C, F, P> {
    Focus { part, child, type_of_part: PhantomData }
}

impl<C: Node, F, P: ?Sized> Node for Focus<C, F, P> {
    type State = C::State;
    type Succeeds = C::Succeeds;
    type Fails = C::Fails;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    type Halts = C::Halts;
    const COUNT: u32 = 1 + C::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("focus", C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("focus", C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        C::review(state, review)
    }
}

impl<B: ?Sized, P: ?Sized, C: Behavior<P>, F: Fn(&mut B) -> &mut P> Behavior<B> for Focus<C, F, P> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut C::State, blackboard: &mut B, mut visit: V) -> Status {
        let status = visit.tick(1, &self.child, state, (self.part)(blackboard));
        visit.wake_with_children();
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut C::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, state, (self.part)(blackboard));
    }
}
