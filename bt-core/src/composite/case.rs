//! `switch` over conditions.

use core::ops::ControlFlow::{self, Break, Continue};

use crate::behavior::{Behavior, Node};
use crate::check::NeverRuns;
use crate::children::{ChildList, Children, Place, Walk};
use crate::composite::Branching;
use crate::composite::choice::tick_only;
use crate::fingerprint::{self, mix};
use crate::flag::{Flag, Memo, No, Yes};
use crate::made::made;
use crate::observe::Outliner;
use crate::review::Review;
use crate::status::Status;
use crate::visit::Visit;

/// The first child whose condition holds; see [`switch_cases`].
#[derive(Clone, Copy, Debug)]
pub struct SwitchCases<K, Z = NoDefault> {
    children: K,
    default: Z,
}

made!([] SwitchCases<K, Z> { children: K, default: Z });

/// A condition in front of a child of [`switch_cases`]: its answers are not the node's.
#[derive(Clone, Copy, Debug)]
pub struct Case<K> {
    condition: K,
}

made!([] Case<K> { condition: K });

/// No child for the rest: failure. It is no node of the tree.
#[derive(Clone, Copy, Debug)]
pub struct NoDefault;

made!([] NoDefault = NoDefault);

/// **`switch < k => a, .., _ => z >`**: what the first condition that holds says.
///
/// - A tick checks the conditions, in order, up to the first that holds; its child is
///   ticked. `_`, which may stand last, always holds. None holds: failure.
/// - Where another child takes over, the one that was running is halted first, and then
///   the new one is ticked: unlike in a [`selector`](crate::node::selector), which learns
///   only from a child's tick that it takes over.
/// - It commits: the child's answer is the node's. A child that fails doesn't let the
///   next one have its turn.
/// - The conditions can't be ones that run; the compiler checks that.
///
/// ```text
/// k      false    false    true
/// a                        running
/// z      running  running  halted, before a is ticked
/// node   running  running  running
/// ```
///
/// Write priorities like this when what one action starts and another one's halt undo each
/// other. Here the halt of one would stop what the other has set going:
///
/// ```
/// use bt_core::prelude::*;
///
/// struct Guard { is_hurt: bool, velocity: f32 }
///
/// struct Go(f32);
/// impl Action<Guard> for Go {
///     type State = ();
///     type Output = Running;
///     fn start(&self, _: &mut (), guard: &mut Guard) { guard.velocity = self.0; }
///     fn tick(&self, _: &mut (), _: &mut Guard) -> Running { Running }
///     fn halt(&self, _: &mut (), guard: &mut Guard) { guard.velocity = 0.0; }
/// }
///
/// let tree = bt! { |g: &mut Guard| switch < { g.is_hurt } => @Go(-1.0), _ => @Go(1.0) > };
/// let (mut agent, mut guard) = (Agent::of(&tree), Guard { is_hurt: false, velocity: 0.0 });
/// agent.tick(&tree, &mut guard);
/// assert_eq!(guard.velocity, 1.0);
/// guard.is_hurt = true;
/// agent.tick(&tree, &mut guard);
/// assert_eq!(guard.velocity, -1.0);
/// ```
///
/// Called by hand, conditions and children take turns, each condition in [`case`], and the
/// last child is added with a method:
///
/// ```
/// use bt_core::leaf::leaf;
/// use bt_core::node::{case, failure, success, switch_cases};
/// use bt_core::prelude::*;
///
/// let tree = switch_cases((case(leaf(|n: &mut i32| *n > 0)), success())).or(failure());
/// assert_eq!(Agent::of(&tree).tick(&tree, &mut 1), Status::Success);
/// assert_eq!(Agent::of(&tree).tick(&tree, &mut 0), Status::Failure);
/// ```
///
/// BehaviorTree.CPP: nested `WhileDoElse`. py_trees has none. Unreal: decorators with
/// observer aborts.
#[doc(alias("switch", "cond", "priorities"))]
#[inline(always)]
pub const fn switch_cases<K: ChildList>(children: K) -> SwitchCases<K> {
    SwitchCases { children, default: NoDefault }
}

impl<K> SwitchCases<K> {
    /// `_ => z`: the child where no condition holds.
    #[inline(always)]
    pub fn or<Z: Node>(self, default: Z) -> SwitchCases<K, Z> {
        SwitchCases { children: self.children, default }
    }
}

/// A condition in front of a child of [`switch_cases`].
///
/// ```
/// use bt_core::node::{case, failure, success, switch_cases};
/// use bt_core::prelude::*;
///
/// let tree = switch_cases((case(failure()), success()));
/// assert_eq!(Agent::of(&tree).tick(&tree, &mut ()), Status::Failure);
/// ```
#[inline(always)]
pub const fn case<K: Node>(condition: K) -> Case<K>
where
    K::Runs: NeverRuns,
{
    Case { condition }
}

impl<K: Node> Node for Case<K> {
    type State = K::State;
    type Succeeds = No;
    type Fails = No;
    type Runs = No;
    type Resumes = No;
    type Halts = No;
    const COUNT: u32 = K::COUNT;
    const FINGERPRINT: u64 = K::FINGERPRINT;

    fn outline(outliner: &mut Outliner<'_>) {
        K::outline(outliner);
    }

    fn review(state: &mut K::State, review: &mut Review) -> bool {
        K::review(state, review)
    }
}

impl<B: ?Sized, K: Behavior<B>> Behavior<B> for Case<K> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut K::State, blackboard: &mut B, visit: V) -> Status {
        self.condition.tick_with(state, blackboard, visit)
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, _: &mut K::State, _: &mut B, _: V) {}
}

impl Node for NoDefault {
    type State = ();
    type Succeeds = No;
    type Fails = Yes;
    type Runs = No;
    type Resumes = No;
    type Halts = No;
    const COUNT: u32 = 0;
    const FINGERPRINT: u64 = 0;

    fn outline(_: &mut Outliner<'_>) {}
}

impl<B: ?Sized> Behavior<B> for NoDefault {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, (): &mut (), _: &mut B, _: V) -> Status {
        Status::Failure
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, (): &mut (), _: &mut B, _: V) {}
}

impl<K: ChildList, Z: Node> Node for SwitchCases<K, Z> {
    type State =
        Branching<<<K::AnyHalts as Flag>::Or<Z::Halts> as Flag>::Memo<K::Index>, (K::States, Z::State)>;
    type Succeeds = <K::AnySucceeds as Flag>::Or<Z::Succeeds>;
    type Fails = <K::AnyFails as Flag>::Or<Z::Fails>;
    type Runs = <<K::AnyRuns as Flag>::Or<Z::Runs> as Flag>::Plain;
    type Resumes = <K::AnyResumes as Flag>::Or<Z::Resumes>;
    type Halts = <K::AnyHalts as Flag>::Or<Z::Halts>;
    const COUNT: u32 = 1 + K::COUNT + Z::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("switch", mix(K::FINGERPRINT, Z::FINGERPRINT));

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("switch", |outliner| {
            K::outline(outliner);
            Z::outline(outliner);
        });
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let cursor = state.cursor.get();
        let default = u32::from(K::LEN) + 1;
        // Conditions stand at even places: none of them runs.
        let is_child = cursor == 0 || cursor % 2 == 0 || cursor == default;
        review.require(cursor <= default && is_child);
        let (states, default_state) = &mut state.children;
        let child = K::review(states, review, 0, |index| u32::from(index) + 1 == cursor);
        let runs = Z::review(default_state, review);
        review.require(!runs || cursor == default);
        child || runs || cursor != 0
    }
}

/// The conditions, which stand before a child each, up to the first that holds.
struct FirstHolding {
    /// The child behind it.
    child: Option<u16>,
}

impl Walk for FirstHolding {
    #[inline(always)]
    fn enters(&mut self, index: u16) -> bool {
        index & 1 == 0
    }

    #[inline(always)]
    fn takes(&mut self, index: u16, status: Status) -> ControlFlow<Status> {
        if status != Status::Success {
            return Continue(());
        }
        self.child = Some(index + 1);
        Break(status)
    }
}

impl<B: ?Sized, K: Children<B>, Z: Behavior<B>> Behavior<B> for SwitchCases<K, Z> {
    // The cursor: one more than the child that may be running, the default being the last.
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let mut walk = FirstHolding { child: None };
        let _ =
            self.children.tick_each(&mut state.children.0, blackboard, &mut visit, Place::FIRST, &mut walk);
        let cursor = u32::from(walk.child.unwrap_or(K::LEN)) + 1;
        if state.cursor.get() != cursor {
            self.halt_with(state, blackboard, &mut visit);
            state.cursor.set(cursor);
        }
        let (states, default_state) = &mut state.children;
        let status = match walk.child {
            Some(child) => tick_only(&self.children, child, states, blackboard, &mut visit),
            None if Z::COUNT == 0 => Status::Failure,
            None => visit.tick(1 + K::COUNT, &self.default, default_state, blackboard),
        };
        visit.wake_with_children();
        if !status.is_running() {
            state.cursor.set(0);
        }
        status
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        let cursor = state.cursor.get();
        let (states, default_state) = &mut state.children;
        self.children
            .halt_each(states, blackboard, &mut visit, Place::FIRST, |index| u32::from(index) + 1 == cursor);
        if cursor == u32::from(K::LEN) + 1 {
            visit.halt(1 + K::COUNT, &self.default, default_state, blackboard);
        }
        state.cursor.set(0);
    }
}
