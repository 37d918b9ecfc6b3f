//! How a node reaches its children.

use crate::behavior::Behavior;
use crate::flag::Flag;
use crate::observe::{Observer, Transition};
use crate::status::Status;

/// Where a tick is in the tree, and who watches it.
///
/// A node reaches its children through it, naming each by its distance in
/// preorder: the first child is at 1, the next at 1 plus the
/// [`COUNT`](crate::Node::COUNT) of the first, and so on. Unobserved ticks use
/// `()`, which is nothing at run time. See [`Node`](crate::Node) for a node
/// that uses it.
pub trait Visit {
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

    /// The node, a machine, has taken a transition.
    #[doc(hidden)]
    #[inline(always)]
    fn moved(&mut self, _transition: Transition) {}
}

impl Visit for () {
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
