//! A visit that finds out when the next tick is needed.

use crate::behavior::Behavior;
use crate::flag::Flag;
use crate::status::Status;
use crate::visit::Visit;
use crate::wake::Wake;

/// What is known of a node's next tick, while it is ticked.
struct Account {
    /// What the children said that were ticked, together..
    children: Wake,
    /// .. and the last of them alone.
    last_child: Wake,
    /// What the node says of itself.
    said: Option<Wake>,
    /// What holds whatever the node says: questions asked, hooks called.
    besides: Wake,
}

impl Account {
    const NEW: Account = Account {
        children: Wake::WHEN_WOKEN,
        last_child: Wake::WHEN_WOKEN,
        said: None,
        besides: Wake::WHEN_WOKEN,
    };

    /// A node that says nothing needs the next tick.
    fn balance(&self) -> Wake {
        self.said.unwrap_or(Wake::NEXT_TICK).or(self.besides)
    }
}

/// The visit of a node that writes into its account.
struct Waking<'a>(&'a mut Account);

/// Ticks a tree, and tells what it says about the next tick.
#[inline]
pub(crate) fn tick_until<B: ?Sized, T: Behavior<B>>(
    tree: &T,
    state: &mut T::State,
    blackboard: &mut B,
) -> (Status, Wake) {
    let mut account = Account::NEW;
    let status = tree.tick_with(state, blackboard, Waking(&mut account));
    (status, account.balance())
}

impl Visit for Waking<'_> {
    #[inline(always)]
    fn tick<B: ?Sized, C: Behavior<B>>(
        &mut self,
        _: u32,
        child: &C,
        state: &mut C::State,
        blackboard: &mut B,
    ) -> Status {
        let (status, wake) = tick_until(child, state, blackboard);
        self.0.children = self.0.children.or(wake);
        self.0.last_child = wake;
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
            self.0.besides = self.0.besides.or(account.besides);
        }
    }

    #[inline(always)]
    fn wake(&mut self, wake: Wake) {
        self.0.said = Some(self.0.said.map_or(wake, |said| said.or(wake)));
    }

    #[inline(always)]
    fn wake_with_children(&mut self) {
        let children = self.0.children;
        self.wake(children);
    }

    #[inline(always)]
    fn wake_with_last_child(&mut self) {
        let last_child = self.0.last_child;
        self.wake(last_child);
    }

    #[inline(always)]
    fn asked(&mut self) {
        self.0.besides = self.0.besides.or(Wake::WHEN_ASKED);
    }

    #[inline(always)]
    fn acted(&mut self) {
        self.0.besides = self.0.besides.or(Wake::NEXT_TICK);
    }
}
