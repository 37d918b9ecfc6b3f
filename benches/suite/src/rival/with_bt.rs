//! `bt!`.

use bt_core::prelude::*;

use super::Steers;
use crate::workload::Workload;

/// With the bare state.
pub struct WithBt<W: Workload>(StateOf<W::Tree>);

impl<W: Workload> Steers<W> for WithBt<W> {
    const NAME: &'static str = "bt!";
    type Tree = W::Tree;

    fn tree() -> W::Tree {
        W::Tree::default()
    }

    fn agent(_: &W::Tree) -> Self {
        WithBt(Default::default())
    }

    #[inline(always)]
    fn tick(&mut self, tree: &W::Tree, context: &mut W::Context<'_>) -> Status {
        Behavior::tick(tree, &mut self.0, context)
    }
}

/// With an [`Agent`].
pub struct WithAgent<W: Workload>(Agent<W::Tree>);

impl<W: Workload> Steers<W> for WithAgent<W> {
    const NAME: &'static str = "bt!, agent";
    type Tree = W::Tree;

    fn tree() -> W::Tree {
        W::Tree::default()
    }

    fn agent(_: &W::Tree) -> Self {
        WithAgent(Agent::new())
    }

    #[inline(always)]
    fn tick(&mut self, tree: &W::Tree, context: &mut W::Context<'_>) -> Status {
        self.0.tick(tree, context)
    }
}
