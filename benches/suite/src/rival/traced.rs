//! `bt!`, and everything is recorded.

use bt_core::observe::{Outline, Trace};
use bt_core::prelude::*;

use super::Steers;
use crate::workload::Workload;

pub struct Traced<W: Workload> {
    agent: Agent<W::Tree>,
    trace: Trace,
}

impl<W: Workload> Steers<W> for Traced<W> {
    const NAME: &'static str = "bt!, traced";
    type Tree = W::Tree;

    fn tree() -> W::Tree {
        W::Tree::default()
    }

    fn agent(_: &W::Tree) -> Self {
        Traced { agent: Agent::new(), trace: Trace::new(&Outline::of::<W::Tree>(), 1 << 12) }
    }

    #[inline(always)]
    fn tick(&mut self, tree: &W::Tree, context: &mut W::Context<'_>) -> Status {
        self.agent.tick_observed(tree, context, &mut self.trace.agent(0))
    }
}
