//! What is known of a node's next tick, while it is ticked.

use crate::wake::Wake;

/// The account that a node is ticked with.
pub(crate) struct Account {
    /// What the children said that were ticked, together..
    pub children: Wake,
    /// .. and the last of them alone.
    pub last_child: Wake,
    /// What the node says of itself.
    said: Option<Wake>,
    /// What holds whatever the node says: questions asked, hooks called.
    pub besides: Wake,
}

impl Account {
    pub(crate) const NEW: Account = Account {
        children: Wake::WHEN_WOKEN,
        last_child: Wake::WHEN_WOKEN,
        said: None,
        besides: Wake::WHEN_WOKEN,
    };

    /// A child was ticked, and said this.
    #[inline(always)]
    pub(crate) fn ticked(&mut self, child: Wake) {
        self.children = self.children.or(child);
        self.last_child = child;
    }

    /// The node says this; said several times, the earliest counts.
    #[inline(always)]
    pub(crate) fn say(&mut self, wake: Wake) {
        self.said = Some(self.said.map_or(wake, |said| said.or(wake)));
    }

    /// This holds whatever the node says.
    #[inline(always)]
    pub(crate) fn besides(&mut self, wake: Wake) {
        self.besides = self.besides.or(wake);
    }

    /// A node that says nothing needs the next tick.
    #[inline(always)]
    pub(crate) fn balance(&self) -> Wake {
        self.said.unwrap_or(Wake::NEXT_TICK).or(self.besides)
    }
}
