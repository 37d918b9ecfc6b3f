//! Any of the others, with its tick in a function of its own for callgrind to count.

use bt_core::prelude::*;

use super::Steers;
use crate::workload::Workload;

pub struct Counted<S>(S);

impl<W: Workload, S: Steers<W>> Steers<W> for Counted<S> {
    const NAME: &'static str = S::NAME;
    type Tree = S::Tree;

    fn tree() -> S::Tree {
        S::tree()
    }

    fn agent(tree: &S::Tree) -> Self {
        Counted(S::agent(tree))
    }

    fn tick(&mut self, tree: &S::Tree, context: &mut W::Context<'_>) -> Status {
        counted_tick::<W, S>(tree, &mut self.0, context)
    }
}

/// What callgrind is told to count, by its name.
#[inline(never)]
fn counted_tick<W: Workload, S: Steers<W>>(
    tree: &S::Tree,
    agent: &mut S,
    context: &mut W::Context<'_>,
) -> Status {
    agent.tick(tree, context)
}
