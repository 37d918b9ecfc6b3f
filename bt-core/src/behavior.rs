//! What every node implements, [`Node`] and [`Behavior`], and how it reaches its children,
//! [`Visit`]: `Behavior` and `Visit` are defined by each other.

use core::time::Duration;

use crate::fingerprint::mix;
use crate::flag::Flag;
use crate::observe::{Observer, Outliner, Transition};
use crate::review::Review;
use crate::status::Status;
use crate::wake::Wake;
use crate::waking::Account;

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
/// use bt_core::review::Review;
/// use bt_core::visit::Visit;
///
/// /// Counts how often its child is ticked.
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
///     const FINGERPRINT: u64 = bt_core::fingerprint::node("Counted", C::FINGERPRINT);
///     fn outline(outliner: &mut Outliner<'_>) {
///         outliner.node("Counted", C::outline);
///     }
///     fn review((_, state): &mut Self::State, review: &mut Review) -> bool {
///         C::review(state, review)
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

    /// Whether the next run of a machine goes on where it was left, or starts from its
    /// first state. Not for use: a machine around it calls it.
    #[doc(hidden)]
    #[inline(always)]
    fn set_resuming(_state: &mut Self::State, _resumes: bool) {}

    /// A number that tells this tree from others: saved agents carry it, so that none is
    /// loaded into another tree. `bt!` takes into it what is written in a tree, apart from
    /// comments and layout; a node adds its name to what is below it, by
    /// [`fingerprint::node`](crate::fingerprint::node) and [`fingerprint::mix`](crate::fingerprint::mix).
    ///
    /// By default it follows from the number of nodes and the size of the state: a node of
    /// one's own that has trees spliced in below it does better.
    const FINGERPRINT: u64 = mix(Self::COUNT as u64, size_of::<Self::State>() as u64);

    /// Describes this subtree, node by node in preorder: exactly
    /// [`COUNT`](Node::COUNT) nodes.
    fn outline(outliner: &mut Outliner<'_>);

    /// Goes through a state: the node [requires](Review::require) what holds in every state
    /// that a run can leave, hands the moments in it to the review, and has its children do
    /// the same. Returns whether there is a run that a halt would have to end.
    ///
    /// By default it does nothing, which is right for a node without a state. A node of one's
    /// own with children passes it on to them, as in this node's page.
    fn review(_state: &mut Self::State, _review: &mut Review) -> bool {
        false
    }
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
        let mut account = Account::NEW;
        let status = self.tick_with(state, blackboard, Waking(&mut account));
        (status, account.balance())
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
        observer.halt_began();
        Watched::root(observer).halt(0, self, state, blackboard);
        observer.halt_ended();
    }
}

/// A borrowed tree is the tree: `@(&tree)` splices it into several others.
impl<T: Node> Node for &T {
    type State = T::State;
    type Succeeds = T::Succeeds;
    type Fails = T::Fails;
    type Runs = T::Runs;
    type Resumes = T::Resumes;
    type Halts = T::Halts;
    const COUNT: u32 = T::COUNT;
    const STATE_SIZE: usize = T::STATE_SIZE;
    const MARKS: u32 = T::MARKS;
    const FINGERPRINT: u64 = T::FINGERPRINT;

    fn outline(outliner: &mut Outliner<'_>) {
        T::outline(outliner);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        T::review(state, review)
    }
}

impl<B: ?Sized, T: Behavior<B>> Behavior<B> for &T {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, visit: V) -> Status {
        (**self).tick_with(state, blackboard, visit)
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, visit: V) {
        (**self).halt_with(state, blackboard, visit);
    }
}

/// Where a tick is in the tree, and who watches it.
///
/// A node reaches its children through it, naming each by its distance in
/// preorder: the first child is at 1, the next at 1 plus the
/// [`COUNT`](crate::Node::COUNT) of the first, and so on. Unobserved ticks use
/// `()`, which is nothing at run time. See [`Node`](crate::Node) for a node
/// that uses it.
pub trait Visit {
    /// Whether anything is done with what is visited. Not for use: where nothing is, a
    /// composite calls its children itself, which spares the compiler a function each.
    #[doc(hidden)]
    const WATCHED: bool = true;

    /// Ticks the child `distance` nodes further on.
    fn tick<B: ?Sized, C: Behavior<B>>(
        &mut self,
        distance: u32,
        child: &C,
        state: &mut C::State,
        blackboard: &mut B,
    ) -> Status;

    /// Halts the child `distance` nodes further on, if it is running.
    fn halt<B: ?Sized, C: Behavior<B>>(
        &mut self,
        distance: u32,
        child: &C,
        state: &mut C::State,
        blackboard: &mut B,
    );

    /// The node, a machine, has taken a transition. Not for use.
    #[doc(hidden)]
    #[inline(always)]
    fn moved(&mut self, _transition: Transition) {}

    // What follows is for `tick_until`, and nothing in any other tick.

    /// Says when this node needs its next tick, as [`Wake`] means it; said several times,
    /// the earliest counts. A node that says nothing needs the very next tick.
    #[inline(always)]
    fn wake(&mut self, _wake: Wake) {}

    /// Says that a tick is needed at this moment of the blackboard's clock.
    #[inline(always)]
    fn wake_at(&mut self, moment: Duration) {
        self.wake(Wake::at_moment(moment));
    }

    /// Says that a tick is needed when one of the children needs it that were ticked.
    #[inline(always)]
    fn wake_with_children(&mut self) {}

    /// Says that a tick is needed when the child needs it that was ticked last.
    #[inline(always)]
    fn wake_with_last_child(&mut self) {}

    /// Tells that something was asked whose answer only the game knows to stand.
    #[inline(always)]
    fn asked(&mut self) {}

    /// Tells that something was done besides ticks, as in a halt: the next tick is needed.
    #[inline(always)]
    fn acted(&mut self) {}
}

impl Visit for () {
    const WATCHED: bool = false;

    #[inline(always)]
    fn tick<B: ?Sized, C: Behavior<B>>(
        &mut self,
        _: u32,
        child: &C,
        state: &mut C::State,
        blackboard: &mut B,
    ) -> Status {
        child.tick_with(state, blackboard, ())
    }

    #[inline(always)]
    fn halt<B: ?Sized, C: Behavior<B>>(
        &mut self,
        _: u32,
        child: &C,
        state: &mut C::State,
        blackboard: &mut B,
    ) {
        // Spares the compiler the code of halts that have nothing to do.
        if C::Halts::VALUE {
            child.halt_with(state, blackboard, ());
        }
    }
}

impl<V: Visit> Visit for &mut V {
    const WATCHED: bool = V::WATCHED;

    #[inline(always)]
    fn tick<B: ?Sized, C: Behavior<B>>(
        &mut self,
        distance: u32,
        child: &C,
        state: &mut C::State,
        blackboard: &mut B,
    ) -> Status {
        (**self).tick(distance, child, state, blackboard)
    }

    #[inline(always)]
    fn halt<B: ?Sized, C: Behavior<B>>(
        &mut self,
        distance: u32,
        child: &C,
        state: &mut C::State,
        blackboard: &mut B,
    ) {
        (**self).halt(distance, child, state, blackboard);
    }

    #[inline(always)]
    fn moved(&mut self, transition: Transition) {
        (**self).moved(transition);
    }

    #[inline(always)]
    fn wake(&mut self, wake: Wake) {
        (**self).wake(wake);
    }

    #[inline(always)]
    fn wake_with_children(&mut self) {
        (**self).wake_with_children();
    }

    #[inline(always)]
    fn wake_with_last_child(&mut self) {
        (**self).wake_with_last_child();
    }

    #[inline(always)]
    fn asked(&mut self) {
        (**self).asked();
    }

    #[inline(always)]
    fn acted(&mut self) {
        (**self).acted();
    }
}

/// A visit that tells an observer.
#[derive(Debug)]
pub(crate) struct Watched<'o, O> {
    observer: &'o mut O,
    id: u32,
}

impl<'o, O: Observer> Watched<'o, O> {
    pub(crate) fn root(observer: &'o mut O) -> Self {
        Watched { observer, id: 0 }
    }
}

impl<O: Observer> Visit for Watched<'_, O> {
    #[inline]
    fn tick<B: ?Sized, C: Behavior<B>>(
        &mut self,
        distance: u32,
        child: &C,
        state: &mut C::State,
        blackboard: &mut B,
    ) -> Status {
        let id = self.id + distance;
        self.observer.entered(id);
        if C::Halts::VALUE {
            self.observer.must_be_halted(id);
        }
        let visit = Watched { observer: &mut *self.observer, id };
        let status = child.tick_with(state, blackboard, visit);
        self.observer.ticked(id, status);
        status
    }

    #[inline]
    fn halt<B: ?Sized, C: Behavior<B>>(
        &mut self,
        distance: u32,
        child: &C,
        state: &mut C::State,
        blackboard: &mut B,
    ) {
        if C::Halts::VALUE {
            let id = self.id + distance;
            let visit = Watched { observer: &mut *self.observer, id };
            child.halt_with(state, blackboard, visit);
            self.observer.halted(id);
        }
    }

    #[inline]
    fn moved(&mut self, transition: Transition) {
        self.observer.moved(self.id, transition);
    }
}

/// The visit of a node that keeps an account of when it needs its next tick.
struct Waking<'a>(&'a mut Account);

impl Visit for Waking<'_> {
    #[inline(always)]
    fn tick<B: ?Sized, C: Behavior<B>>(
        &mut self,
        _: u32,
        child: &C,
        state: &mut C::State,
        blackboard: &mut B,
    ) -> Status {
        let (status, wake) = child.tick_until(state, blackboard);
        self.0.ticked(wake);
        status
    }

    #[inline(always)]
    fn halt<B: ?Sized, C: Behavior<B>>(
        &mut self,
        _: u32,
        child: &C,
        state: &mut C::State,
        blackboard: &mut B,
    ) {
        if C::Halts::VALUE {
            let mut account = Account::NEW;
            child.halt_with(state, blackboard, Waking(&mut account));
            self.0.besides(account.besides);
        }
    }

    #[inline(always)]
    fn wake(&mut self, wake: Wake) {
        self.0.say(wake);
    }

    #[inline(always)]
    fn wake_with_children(&mut self) {
        self.0.say(self.0.children);
    }

    #[inline(always)]
    fn wake_with_last_child(&mut self) {
        self.0.say(self.0.last_child);
    }

    #[inline(always)]
    fn asked(&mut self) {
        self.0.besides(Wake::WHEN_ASKED);
    }

    #[inline(always)]
    fn acted(&mut self) {
        self.0.besides(Wake::NEXT_TICK);
    }
}
