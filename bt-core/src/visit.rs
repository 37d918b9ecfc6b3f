//! How a node reaches its children.

use core::time::Duration;

use crate::behavior::Behavior;
use crate::flag::Flag;
use crate::observe::Observer;
use crate::status::Status;
use crate::wake::Wake;

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
}
