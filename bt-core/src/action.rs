//! Stateful leaves.

use crate::behavior::{Behavior, Node};
use crate::fingerprint;
use crate::flag::{Flag, Memo};
use crate::observe::Outliner;
use crate::review::Review;
use crate::status::{Outcome, Status};
use crate::visit::Visit;

/// A leaf with a beginning, an end, or progress of its own.
///
/// Write a plain function where one is enough; write an `Action` where a run
/// has to be set up, kept track of per agent, or cleaned up when it is
/// interrupted. It is put into a tree with `@`.
///
/// - `start` is called in the first tick of a run, just before `tick`.
/// - `tick` is called once per tick, as long as it answers running.
/// - `halt` is called once when the run is interrupted; never after `tick`
///   answered success or failure.
///
/// The state lives from run to run; `start` sets what a run begins with.
///
/// Where another child of a [`selector`](crate::node::selector) takes over, its `start`
/// comes *before* this one's `halt`. What a `halt` clears on the blackboard, such as a
/// velocity, must not be what another `start` sets: see the warning at
/// [`selector`](crate::node::selector), and [`switch`](crate::node::switch_cases), which
/// halts first.
///
/// ```
/// use bt_core::prelude::*;
///
/// struct MoveTo { goal: f32 }
///
/// impl Action<f32> for MoveTo {
///     type State = u32;
///     type Output = Status;
///
///     fn start(&self, steps: &mut u32, _: &mut f32) {
///         *steps = 0;
///     }
///     fn tick(&self, steps: &mut u32, x: &mut f32) -> Status {
///         *steps += 1;
///         *x += 1.0;
///         if *x < self.goal { Status::Running } else { Status::Success }
///     }
/// }
///
/// let tree = bt! { @MoveTo { goal: 2.0 } };
/// let mut agent = Agent::of(&tree);
/// assert_eq!(agent.tick(&tree, &mut 0.0), Status::Running);
/// assert_eq!(agent.tick(&tree, &mut 1.0), Status::Success);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an `Action` on the blackboard `{B}`",
    label = "not an action for `{B}`"
)]
pub trait Action<B: ?Sized> {
    /// What one agent remembers for this action; `()` if nothing.
    type State: Default;
    /// What a tick returns. Where it can't be running, the action can't be
    /// halted, and costs no byte beyond its state.
    type Output: Outcome;

    /// Begins a run: called in its first tick, before [`tick`](Action::tick).
    #[inline(always)]
    fn start(&self, _state: &mut Self::State, _blackboard: &mut B) {}

    /// One tick.
    fn tick(&self, state: &mut Self::State, blackboard: &mut B) -> Self::Output;

    /// The run is interrupted while it is running.
    #[inline(always)]
    fn halt(&self, _state: &mut Self::State, _blackboard: &mut B) {}
}

/// An [`Action`] as a node: its state is `S`, its output `R`.
#[derive(Debug)]
pub struct ActionLeaf<A, S, R> {
    action: A,
    types: core::marker::PhantomData<fn() -> (S, R)>,
}

impl<A: Clone, S, R> Clone for ActionLeaf<A, S, R> {
    fn clone(&self) -> Self {
        ActionLeaf { action: self.action.clone(), types: core::marker::PhantomData }
    }
}

impl<A: Copy, S, R> Copy for ActionLeaf<A, S, R> {}

/// Makes a node of an [`Action`]; `bt!` does this for `@value`.
///
/// ```
/// use bt_core::action::action;
/// use bt_core::prelude::*;
///
/// struct Bark;
/// impl Action<u32> for Bark {
///     type State = ();
///     type Output = ();
///     fn tick(&self, _: &mut (), barks: &mut u32) {
///         *barks += 1;
///     }
/// }
///
/// let tree = action::<u32, _>(Bark);
/// let mut barks = 0;
/// assert_eq!(tree.tick(&mut Default::default(), &mut barks), Status::Success);
/// assert_eq!(barks, 1);
/// ```
#[inline(always)]
pub const fn action<B: ?Sized, A: Action<B>>(action: A) -> ActionLeaf<A, A::State, A::Output> {
    ActionLeaf { action, types: core::marker::PhantomData }
}

/// The state of an [`ActionLeaf`]: the action's own, and whether it is running.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ActionState<S, M> {
    /// The action's own state.
    pub action: S,
    running: M,
}

impl<A, S: Default, R: Outcome> Node for ActionLeaf<A, S, R> {
    type State = ActionState<S, <R::Runs as Flag>::Memo<u8>>;
    type Succeeds = R::Succeeds;
    type Fails = R::Fails;
    type Runs = R::Runs;
    type Resumes = R::Runs;
    type Halts = R::Runs;
    const COUNT: u32 = 1;
    const MARKS: u32 = 1;
    const FINGERPRINT: u64 = fingerprint::node("action", 0);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.leaf("action");
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        review.mark(&state.running, false)
    }
}

impl<B, A, S, R> Behavior<B> for ActionLeaf<A, S, R>
where
    B: ?Sized,
    A: Action<B, State = S, Output = R>,
    S: Default,
    R: Outcome,
{
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        if state.running.get() == 0 {
            self.action.start(&mut state.action, blackboard);
        }
        // Not only where it begins: where `start` does nothing, there is nothing to ask.
        state.running.set(1);
        let output = self.action.tick(&mut state.action, blackboard);
        visit.wake(output.wake());
        let status = output.status();
        state.running.set(u32::from(status.is_running()));
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, _: V) {
        if state.running.get() != 0 {
            state.running.set(0);
            self.action.halt(&mut state.action, blackboard);
        }
    }
}
