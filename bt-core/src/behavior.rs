//! The two traits every node implements.

use crate::flag::Flag;
use crate::observe::{Observer, Outliner};
use crate::status::Status;
use crate::visit::{Visit, Watched};
use crate::wake::Wake;
use crate::waking::tick_until;

/// The state that one agent needs for a tree (or a node) of type `T`.
///
/// ```
/// use bt_core::prelude::*;
///
/// bt! {
///     struct Patient |calm: &mut bool| sequence < { *calm }, { *calm = false; } >
/// }
/// assert_eq!(size_of::<StateOf<Patient>>(), 0);
/// ```
pub type StateOf<T> = <T as Node>::State;

/// What a node is, apart from the blackboard it works on: the state one agent
/// needs for it, the answers it can give, and its size.
///
/// Since nothing here depends on the blackboard, the state of a tree can be
/// named and stored while the blackboard is borrowed anew in every frame.
/// [`Behavior`] is the part that ticks.
///
/// Every node type of this crate implements both; implement them for a node of
/// your own and splice it into a tree with `@`:
///
/// ```
/// use bt_core::observe::Outliner;
/// use bt_core::prelude::*;
/// use bt_core::visit::Visit;
///
/// /// Ticks its child twice as often as it is ticked itself: never write this.
/// struct Counted<C>(C);
///
/// impl<C> Counted<C> {
///     fn new(child: C) -> Self {
///         Counted(child)
///     }
/// }
///
/// impl<C: Node> Node for Counted<C> {
///     type State = (u32, C::State);
///     type Succeeds = C::Succeeds;
///     type Fails = C::Fails;
///     type Runs = C::Runs;
///     type Resumes = C::Resumes;
///     type Halts = C::Halts;
///     const COUNT: u32 = 1 + C::COUNT;
///     fn outline(outliner: &mut Outliner<'_>) {
///         outliner.node("Counted", C::outline);
///     }
/// }
///
/// impl<B: ?Sized, C: Behavior<B>> Behavior<B> for Counted<C> {
///     fn tick_with<V: Visit>(&self, (ticks, state): &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
///         *ticks += 1;
///         visit.tick(1, &self.0, state, blackboard)
///     }
///     fn halt_with<V: Visit>(&self, (_, state): &mut Self::State, blackboard: &mut B, mut visit: V) {
///         visit.halt(1, &self.0, state, blackboard);
///     }
/// }
///
/// let tree = bt! { |n: &mut i32| @Counted < { *n > 0 } > };
/// let mut agent = Agent::of(&tree);
/// assert_eq!(agent.tick(&tree, &mut 1), Status::Success);
/// assert_eq!(agent.state.0, 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a node of a behavior tree",
    label = "not a node",
    note = "a node is written in `bt!`, spliced in with `@`, or a type that implements `Node` and `Behavior`"
)]
pub trait Node {
    /// What one agent needs to remember. The default is the idle state.
    type State: Default;
    /// Whether the node can answer success.
    type Succeeds: Flag;
    /// Whether the node can answer failure.
    type Fails: Flag;
    /// Whether the node can answer running.
    type Runs: Flag;
    /// Whether a run may outlast a tick as far as storage is concerned:
    /// [`Runs`](Node::Runs), except that a tree in item form reserves room for
    /// leaves whose answers it can't know.
    type Resumes: Flag;
    /// Whether a halt has anything to do here: a run to clear, in the node or
    /// below it. `Halts` implies `Resumes`.
    type Halts: Flag;
    /// The number of nodes in this subtree, the node itself included.
    const COUNT: u32;

    /// The size of the state. Not for use: a tree in item form has the compiler
    /// evaluate it early, the trees it splices in first, so that it never has to
    /// look through all of them at once, however deep they are nested.
    #[doc(hidden)]
    const STATE_SIZE: usize = size_of::<Self::State>();

    /// The marks of running that a halt looks at when nothing runs, as far as that is
    /// known. Not for use: where they are few, looking at them all is cheaper than
    /// remembering where to look.
    #[doc(hidden)]
    const MARKS: u32 = u8::MAX as u32;

    /// Describes this subtree, node by node in preorder: exactly
    /// [`COUNT`](Node::COUNT) nodes.
    fn outline(outliner: &mut Outliner<'_>);
}

/// A [`Node`] that can be ticked with a blackboard of type `B`.
///
/// To run a tree, call [`tick`](Behavior::tick) once per frame with the agent's
/// state, or let an [`Agent`](crate::Agent) keep the state. To write a node of
/// your own, implement [`tick_with`](Behavior::tick_with) and
/// [`halt_with`](Behavior::halt_with), and reach the children through
/// [`Visit`] only; see [`Node`] for a whole one.
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |hunger: &mut u32| selector < { *hunger < 10 }, { *hunger = 0; } > };
/// let mut state = Default::default();
/// assert_eq!(tree.tick(&mut state, &mut 12), Status::Success);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't run on the blackboard `{B}`",
    label = "not a behavior for `{B}`"
)]
pub trait Behavior<B: ?Sized>: Node {
    /// One tick of this node, with its whereabouts.
    ///
    /// A node ticks each child at most once per tick. A child that was running
    /// and isn't ticked now must be halted in this call; when the node ends,
    /// no child may be left running.
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, visit: V) -> Status;

    /// [`tick_with`](Behavior::tick_with), for the root of a tree in item form, whose
    /// tick is nothing but this: one function, not two. Not for use.
    #[doc(hidden)]
    #[inline(always)]
    fn tick_in_place<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, visit: V) -> Status {
        self.tick_with(state, blackboard, visit)
    }

    /// Ends the run of this node, if it is running: halts what runs below it
    /// and puts the state back to idle, except for what is declared to last.
    ///
    /// Does nothing when the node is idle.
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, visit: V);

    /// Ticks the tree once.
    #[inline(always)]
    fn tick(&self, state: &mut Self::State, blackboard: &mut B) -> Status {
        self.tick_with(state, blackboard, ())
    }

    /// [`tick`](Behavior::tick), which tells when the next one is needed: see
    /// [`Agent::tick_until`](crate::Agent::tick_until).
    #[inline]
    fn tick_until(&self, state: &mut Self::State, blackboard: &mut B) -> (Status, Wake)
    where
        Self: Sized,
    {
        tick_until(self, state, blackboard)
    }

    /// Ends the run of the tree, if it is running; does nothing when it is idle.
    #[inline(always)]
    fn halt(&self, state: &mut Self::State, blackboard: &mut B) {
        self.halt_with(state, blackboard, ());
    }

    /// [`tick`](Behavior::tick), watched.
    #[inline]
    fn tick_observed<O: Observer>(
        &self,
        state: &mut Self::State,
        blackboard: &mut B,
        observer: &mut O,
    ) -> Status
    where
        Self: Sized,
    {
        observer.tick_began();
        let status = Watched::root(observer).tick(0, self, state, blackboard);
        observer.tick_ended(status);
        status
    }

    /// [`halt`](Behavior::halt), watched.
    #[inline]
    fn halt_observed<O: Observer>(&self, state: &mut Self::State, blackboard: &mut B, observer: &mut O)
    where
        Self: Sized,
    {
        Watched::root(observer).halt(0, self, state, blackboard);
    }
}
