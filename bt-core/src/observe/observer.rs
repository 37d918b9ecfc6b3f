use crate::observe::Transition;
use crate::status::Status;

/// Hears what the nodes of a tree do, each named by its number in preorder.
///
/// `()` hears nothing and costs nothing: an unobserved tick has no trace of all
/// this.
///
/// A node that answered running and is not ticked in the next tick has been
/// left; a node that can be cleaned up hears of it by a halt, and so does the
/// observer. A function has nothing to clean up, and no event then.
///
/// ```
/// use bt_core::observe::Observer;
/// use bt_core::prelude::*;
///
/// #[derive(Default)]
/// struct Ticks(u32);
/// impl Observer for Ticks {
///     fn ticked(&mut self, _node: u32, _status: Status) {
///         self.0 += 1;
///     }
/// }
///
/// let tree = bt! { |_b: &mut ()| selector < failure, success > };
/// let mut ticks = Ticks::default();
/// Agent::of(&tree).tick_observed(&tree, &mut (), &mut ticks);
/// assert_eq!(ticks.0, 3);
/// ```
pub trait Observer {
    /// A tick of the whole tree begins.
    #[inline(always)]
    fn tick_began(&mut self) {}

    /// The tick of the whole tree is over. If a leaf panics, it never is.
    #[inline(always)]
    fn tick_ended(&mut self, _status: Status) {}

    /// A halt of the whole tree begins.
    #[inline(always)]
    fn halt_began(&mut self) {}

    /// The halt of the whole tree is over.
    #[inline(always)]
    fn halt_ended(&mut self) {}

    /// The tick of a node begins; those of its children follow.
    #[inline(always)]
    fn entered(&mut self, _node: u32) {}

    /// The node that was just entered is one that halts: if it is left while it runs, it has
    /// to be halted.
    #[inline(always)]
    fn must_be_halted(&mut self, _node: u32) {}

    /// The tick of a node is over.
    #[inline(always)]
    fn ticked(&mut self, _node: u32, _status: Status) {}

    /// A halt has passed through a node, after those of its children. If its
    /// last answer wasn't running, there was nothing to halt.
    #[inline(always)]
    fn halted(&mut self, _node: u32) {}

    /// A machine has taken a transition; the halt of the body that was left, if it ran,
    /// came before.
    #[inline(always)]
    fn moved(&mut self, _node: u32, _transition: Transition) {}
}

impl Observer for () {}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn tick_began(&mut self) {
        (**self).tick_began();
    }
    fn tick_ended(&mut self, status: Status) {
        (**self).tick_ended(status);
    }
    fn halt_began(&mut self) {
        (**self).halt_began();
    }
    fn halt_ended(&mut self) {
        (**self).halt_ended();
    }
    fn entered(&mut self, node: u32) {
        (**self).entered(node);
    }
    fn must_be_halted(&mut self, node: u32) {
        (**self).must_be_halted(node);
    }
    fn ticked(&mut self, node: u32, status: Status) {
        (**self).ticked(node, status);
    }
    fn halted(&mut self, node: u32) {
        (**self).halted(node);
    }
    fn moved(&mut self, node: u32, transition: Transition) {
        (**self).moved(node, transition);
    }
}

/// Both hear everything, in this order.
impl<A: Observer, B: Observer> Observer for (A, B) {
    fn tick_began(&mut self) {
        self.0.tick_began();
        self.1.tick_began();
    }
    fn tick_ended(&mut self, status: Status) {
        self.0.tick_ended(status);
        self.1.tick_ended(status);
    }
    fn halt_began(&mut self) {
        self.0.halt_began();
        self.1.halt_began();
    }
    fn halt_ended(&mut self) {
        self.0.halt_ended();
        self.1.halt_ended();
    }
    fn entered(&mut self, node: u32) {
        self.0.entered(node);
        self.1.entered(node);
    }
    fn must_be_halted(&mut self, node: u32) {
        self.0.must_be_halted(node);
        self.1.must_be_halted(node);
    }
    fn ticked(&mut self, node: u32, status: Status) {
        self.0.ticked(node, status);
        self.1.ticked(node, status);
    }
    fn halted(&mut self, node: u32) {
        self.0.halted(node);
        self.1.halted(node);
    }
    fn moved(&mut self, node: u32, transition: Transition) {
        self.0.moved(node, transition);
        self.1.moved(node, transition);
    }
}
