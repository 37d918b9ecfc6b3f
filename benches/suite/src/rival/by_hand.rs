//! `if`s.

use bt_core::prelude::*;

use super::Steers;
use crate::workload::Workload;

pub struct ByHand<W: Workload>(W::Hand);

impl<W: Workload> Steers<W> for ByHand<W> {
    const NAME: &'static str = "by hand";
    type Tree = W::Tree;

    fn tree() -> W::Tree {
        W::Tree::default()
    }

    fn agent(_: &W::Tree) -> Self {
        ByHand(W::Hand::default())
    }

    #[inline(always)]
    fn tick(&mut self, tree: &W::Tree, context: &mut W::Context<'_>) -> Status {
        W::by_hand(tree, &mut self.0, context)
    }
}

/// By hand, and it remembers whether it runs, as an [`Agent`] does, even if a leaf panics.
pub struct ByHandAgent<W: Workload> {
    hand: W::Hand,
    pub last: Status,
}

impl<W: Workload> Steers<W> for ByHandAgent<W> {
    const NAME: &'static str = "by hand, agent";
    type Tree = W::Tree;

    fn tree() -> W::Tree {
        W::Tree::default()
    }

    fn agent(_: &W::Tree) -> Self {
        ByHandAgent { hand: W::Hand::default(), last: Status::Success }
    }

    #[inline(always)]
    fn tick(&mut self, tree: &W::Tree, context: &mut W::Context<'_>) -> Status {
        self.last = Status::Running;
        self.last = W::by_hand(tree, &mut self.hand, context);
        self.last
    }
}
