use crate::behavior::{Behavior, Node};
use crate::check::NeverRuns;
use crate::fingerprint;
use crate::flag::{Flag, Memo};
use crate::made::made;
use crate::observe::Outliner;
use crate::review::Review;
use crate::status::Status;
use crate::visit::Visit;

/// The state of a node with a condition and a child.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Conditioned<K, C, M = ()> {
    /// The condition's state.
    pub condition: K,
    /// The child's state.
    pub child: C,
    running: M,
}

/// A child under a condition that is asked in every tick; see [`guard`].
#[derive(Clone, Copy, Debug)]
pub struct Guard<C, K> {
    condition: K,
    child: C,
}

made!([] Guard<C, K> { condition: K, child: C });

/// **`guard(k) < c >`**, short `k => c`: the child, as long as the condition
/// holds.
///
/// - The condition is checked before every tick of the child. False: the child
///   is halted if it was running, and the answer is failure. True: the child's
///   answer.
/// - The condition can't be one that runs; the compiler checks that.
/// - To check only once, when a run starts, see [`when`](crate::node::when).
///
/// ```text
/// k      true     true     false
/// c      running  running  halted
/// node   running  running  failure
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |hp: &mut i32| { *hp > 0 } => running };
/// let mut agent = Agent::of(&tree);
/// assert_eq!(agent.tick(&tree, &mut 1), Status::Running);
/// assert_eq!(agent.tick(&tree, &mut 0), Status::Failure);
/// ```
///
/// BehaviorTree.CPP: the precondition `_while`, which answers *skipped* where the condition
/// doesn't hold, so that the parent passes over it; here that is failure. py_trees: `EternalGuard`. Unreal: a
/// decorator that aborts itself.
#[doc(alias("Precondition", "EternalGuard", "conditional"))]
#[inline(always)]
pub const fn guard<K: Node, C: Node>(condition: K, child: C) -> Guard<C, K>
where
    K::Runs: NeverRuns,
{
    Guard { condition, child }
}

impl<C: Node, K: Node> Node for Guard<C, K> {
    type State = Conditioned<K::State, C::State>;
    type Succeeds = <K::Succeeds as Flag>::And<C::Succeeds>;
    type Fails = <K::Fails as Flag>::Or<C::Fails>;
    type Runs = <K::Succeeds as Flag>::And<C::Runs>;
    type Resumes = C::Resumes;
    type Halts = C::Halts;
    const COUNT: u32 = 1 + K::COUNT + C::COUNT;
    const MARKS: u32 = C::MARKS;
    const FINGERPRINT: u64 = fingerprint::node("guard", fingerprint::mix(K::FINGERPRINT, C::FINGERPRINT));

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("guard", |outliner| {
            K::outline(outliner);
            C::outline(outliner);
        });
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let asks = K::review(&mut state.condition, review);
        review.require(!asks);
        C::review(&mut state.child, review)
    }
}

impl<B: ?Sized, C: Behavior<B>, K: Behavior<B>> Behavior<B> for Guard<C, K> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let holds = visit.tick(1, &self.condition, &mut state.condition, blackboard) == Status::Success;
        let status = if holds {
            visit.tick(1 + K::COUNT, &self.child, &mut state.child, blackboard)
        } else {
            self.halt_with(state, blackboard, &mut visit);
            Status::Failure
        };
        visit.wake_with_children();
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1 + K::COUNT, &self.child, &mut state.child, blackboard);
    }
}

/// A child under a condition that is asked when a run starts; see [`when`].
#[derive(Clone, Copy, Debug)]
pub struct When<C, K> {
    condition: K,
    child: C,
}

made!([] When<C, K> { condition: K, child: C });

/// **`when(k) < c >`**: starts the child only if the condition holds.
///
/// - The condition is checked when a run starts. False: failure, without a tick
///   of the child. While the child runs it isn't asked again.
/// - The condition can't be one that runs; the compiler checks that.
/// - To stop the child when the condition doesn't hold any more, see
///   [`guard`](crate::node::guard).
///
/// ```text
/// k      true     (not asked)  (not asked)
/// c      running  running      success
/// node   running  running      success
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |ammo: &mut i32| when({ *ammo > 0 }) < running > };
/// let mut agent = Agent::of(&tree);
/// assert_eq!(agent.tick(&tree, &mut 1), Status::Running);
/// assert_eq!(agent.tick(&tree, &mut 0), Status::Running);
/// ```
///
/// BehaviorTree.CPP: `Precondition`, `_failureIf`. Unreal: a decorator without aborts.
/// py_trees: a condition in a sequence with memory.
#[inline(always)]
pub const fn when<K: Node, C: Node>(condition: K, child: C) -> When<C, K>
where
    K::Runs: NeverRuns,
{
    When { condition, child }
}

impl<C: Node, K: Node> Node for When<C, K> {
    type State = Conditioned<K::State, C::State, <C::Resumes as Flag>::Memo<u8>>;
    type Succeeds = <K::Succeeds as Flag>::And<C::Succeeds>;
    type Fails = <K::Fails as Flag>::Or<C::Fails>;
    type Runs = <K::Succeeds as Flag>::And<C::Runs>;
    type Resumes = C::Resumes;
    type Halts = C::Resumes;
    const COUNT: u32 = 1 + K::COUNT + C::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("when", fingerprint::mix(K::FINGERPRINT, C::FINGERPRINT));

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("when", |outliner| {
            K::outline(outliner);
            C::outline(outliner);
        });
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let asks = K::review(&mut state.condition, review);
        review.require(!asks);
        let runs = C::review(&mut state.child, review);
        review.mark(&state.running, runs)
    }
}

impl<B: ?Sized, C: Behavior<B>, K: Behavior<B>> Behavior<B> for When<C, K> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let begins = state.running.get() == 0;
        if begins {
            if visit.tick(1, &self.condition, &mut state.condition, blackboard) != Status::Success {
                visit.wake_with_children();
                return Status::Failure;
            }
            // Set before the child's tick: should that panic, the next halt reaches it.
            state.running.set(1);
        }
        let status = visit.tick(1 + K::COUNT, &self.child, &mut state.child, blackboard);
        // A new run asks the condition.
        if begins || status.is_running() {
            visit.wake_with_children();
        }
        state.running.set(u32::from(status.is_running()));
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1 + K::COUNT, &self.child, &mut state.child, blackboard);
        state.running.set(0);
    }
}
