//! One agent's progress through a tree.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::time::Duration;

use crate::behavior::{Behavior, Node};
use crate::observe::Observer;
use crate::review::Review;
use crate::status::Status;
use crate::wake::Wake;

/// One agent's progress through a tree of type `T`: plain data.
///
/// The tree is shared by all agents and never changes; what differs from agent
/// to agent is here. Cloning an agent clones its progress, and a clone that is
/// ticked with an equal blackboard goes on in the same way.
///
/// A tree in item form has a name, and so has its agent. For a tree in
/// expression form, let the compiler infer the type, from [`Agent::of`] or from
/// the first tick.
///
/// ```
/// use bt_core::prelude::*;
///
/// bt! {
///     /// Eats when hungry.
///     struct Pet |hunger: &mut u32| selector < { *hunger < 10 }, { *hunger = 0; } >
/// }
///
/// let mut pets = vec![Agent::<Pet>::new(); 1000];
/// let mut hunger = 12;
/// for pet in &mut pets {
///     assert_eq!(pet.tick(&Pet, &mut hunger), Status::Success);
/// }
/// ```
pub struct Agent<T: Node> {
    /// The tree's state, for saving it or looking into it.
    pub state: T::State,
    /// What the last tick answered; success if there was none, or a halt since.
    pub(crate) last: Status,
}

impl<T: Node> Agent<T> {
    /// An idle agent.
    ///
    /// ```
    /// # use bt_core::prelude::*;
    /// let tree = bt! { |_b: &mut ()| running };
    /// let mut agent = Agent::new();
    /// assert_eq!(agent.tick(&tree, &mut ()), Status::Running);
    /// ```
    #[inline(always)]
    pub fn new() -> Self {
        Agent { state: T::State::default(), last: Status::Success }
    }

    /// An idle agent for this tree, whose type needs no name then.
    ///
    /// ```
    /// # use bt_core::prelude::*;
    /// let tree = bt! { |_b: &mut ()| running };
    /// assert!(!Agent::of(&tree).is_running());
    /// ```
    #[inline(always)]
    pub fn of(_tree: &T) -> Self {
        Self::new()
    }

    /// Ticks the tree once for this agent.
    ///
    /// Any tree of the type will do: the state belongs to the type, not to the
    /// value.
    #[inline(always)]
    pub fn tick<B: ?Sized>(&mut self, tree: &T, blackboard: &mut B) -> Status
    where
        T: Behavior<B>,
    {
        // Should a leaf panic, what had begun is running.
        self.last = Status::Running;
        self.last = tree.tick(&mut self.state, blackboard);
        self.last
    }

    /// [`tick`](Agent::tick), which tells when the next one is needed: an agent may sleep
    /// until then, and nobody can tell.
    ///
    /// - A leaf that returns `bool` is a condition: its answer stands until the game knows
    ///   better, and [`Wake::asked`] tells that it was asked. So is whatever reads the
    ///   blackboard for an argument, a score, or the subject of a `switch`.
    /// - A leaf that returns [`Until`](crate::Until) says how long its answer stands.
    /// - Any other leaf may have an effect in each tick, so that the next one is needed.
    /// - `wait` and the other nodes that keep the time name the moment they wait for.
    ///
    /// A halt, an event, a state that was restored, a parameter that was changed, and a clock
    /// that jumps back wake an agent. What its own leaves write and its conditions read,
    /// doesn't. A [`Schedule`](crate::schedule::Schedule) keeps the time for many agents.
    ///
    /// ```
    /// use bt_core::prelude::*;
    /// use core::time::Duration;
    ///
    /// struct World { now: Duration, alarm: bool }
    /// impl Clock for World {
    ///     fn now(&self) -> Duration { self.now }
    /// }
    ///
    /// let tree = bt! { |w: &mut World| selector < { w.alarm }, wait(5s) > };
    /// let mut world = World { now: Duration::from_secs(1), alarm: false };
    /// let (status, wake) = Agent::of(&tree).tick_until(&tree, &mut world);
    /// assert_eq!(status, Status::Running);
    /// assert_eq!(wake.at(), Some(Duration::from_secs(6)));
    /// assert!(wake.asked());
    /// ```
    #[inline]
    pub fn tick_until<B: ?Sized>(&mut self, tree: &T, blackboard: &mut B) -> (Status, Wake)
    where
        T: Behavior<B>,
    {
        let (status, wake) = tree.tick_until(&mut self.state, blackboard);
        self.last = status;
        (status, wake)
    }

    /// Ends the run, if there is one: everything that is running is halted, and
    /// the next tick starts a new run. Halting an idle agent does nothing.
    ///
    /// ```
    /// # use bt_core::prelude::*;
    /// let tree = bt! { |_b: &mut ()| running };
    /// let mut agent = Agent::of(&tree);
    /// agent.tick(&tree, &mut ());
    /// agent.halt(&tree, &mut ());
    /// assert!(!agent.is_running());
    /// ```
    #[inline]
    pub fn halt<B: ?Sized>(&mut self, tree: &T, blackboard: &mut B)
    where
        T: Behavior<B>,
    {
        tree.halt(&mut self.state, blackboard);
        self.last = Status::Success;
    }

    /// [`tick`](Agent::tick), watched by an observer.
    ///
    /// ```
    /// use bt_core::observe::LastStatus;
    /// use bt_core::prelude::*;
    ///
    /// let tree = bt! { |_b: &mut ()| selector < failure, running > };
    /// let mut last = LastStatus::<[_; 3]>::default();
    /// Agent::of(&tree).tick_observed(&tree, &mut (), &mut last);
    /// assert_eq!(last.get(1), Some(Status::Failure));
    /// ```
    #[inline]
    pub fn tick_observed<B: ?Sized, O: Observer>(
        &mut self,
        tree: &T,
        blackboard: &mut B,
        observer: &mut O,
    ) -> Status
    where
        T: Behavior<B>,
    {
        self.last = Status::Running;
        self.last = tree.tick_observed(&mut self.state, blackboard, observer);
        self.last
    }

    /// [`halt`](Agent::halt), watched by an observer.
    #[inline]
    pub fn halt_observed<B: ?Sized, O: Observer>(&mut self, tree: &T, blackboard: &mut B, observer: &mut O)
    where
        T: Behavior<B>,
    {
        tree.halt_observed(&mut self.state, blackboard, observer);
        self.last = Status::Success;
    }

    /// Whether the last tick answered running or was broken off by a panic, and no halt came
    /// since.
    #[inline]
    pub fn is_running(&self) -> bool {
        self.last.is_running()
    }

    /// Moves all moments in the state: an agent that was saved when its clock said `from`
    /// goes on at a clock that says `to`, as if no time had passed in between.
    ///
    /// What a wait or a cooldown has behind it, it keeps, even if it began before the new
    /// clock's zero. What an [`Action`](crate::Action) keeps in its state is its own business.
    ///
    /// ```
    /// use bt_core::prelude::*;
    /// use core::time::Duration;
    ///
    /// struct Clocked(Duration);
    /// impl Clock for Clocked {
    ///     fn now(&self) -> Duration { self.0 }
    /// }
    /// let at = |seconds| Clocked(Duration::from_secs(seconds));
    ///
    /// let tree = bt! { |_c: &mut Clocked| wait(5s) };
    /// let mut agent = Agent::of(&tree);
    /// agent.tick(&tree, &mut at(1000));
    /// agent.tick(&tree, &mut at(1003));
    /// // Another day, another clock: two seconds are left.
    /// agent.rebase(Duration::from_secs(1003), Duration::ZERO);
    /// assert_eq!(agent.tick(&tree, &mut at(1)), Status::Running);
    /// assert_eq!(agent.tick(&tree, &mut at(2)), Status::Success);
    /// ```
    pub fn rebase(&mut self, from: Duration, to: Duration) {
        T::review(&mut self.state, &mut Review::moving(from, to));
    }
}

impl<T: Node> Default for Agent<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Node<State: Clone>> Clone for Agent<T> {
    fn clone(&self) -> Self {
        Agent { state: self.state.clone(), last: self.last }
    }
}

impl<T: Node<State: Copy>> Copy for Agent<T> {}

impl<T: Node<State: PartialEq>> PartialEq for Agent<T> {
    fn eq(&self, other: &Self) -> bool {
        self.is_running() == other.is_running() && self.state == other.state
    }
}

impl<T: Node<State: Eq>> Eq for Agent<T> {}

impl<T: Node<State: Hash>> Hash for Agent<T> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.is_running().hash(hasher);
        self.state.hash(hasher);
    }
}

impl<T: Node<State: fmt::Debug>> fmt::Debug for Agent<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent").field("running", &self.is_running()).field("state", &self.state).finish()
    }
}
