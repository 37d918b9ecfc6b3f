//! Many agents of one workload, each steered in the same way.

use std::hint::black_box;
use std::marker::PhantomData;

use bt_core::Status;
use rayon::prelude::*;

use crate::rival::Steers;
use crate::workload::Workload;

/// Agents in their world.
pub struct Population<W: Workload, S: Steers<W>> {
    world: W::World,
    tree: S::Tree,
    agents: Vec<(W::Body, S)>,
    workload: PhantomData<W>,
}

impl<W: Workload, S: Steers<W>> Population<W, S> {
    pub fn new(size: usize) -> Self {
        let tree = S::tree();
        let agents = (0..size).map(|index| (W::body(index), S::agent(&tree))).collect();
        Population { world: W::world(), tree, agents, workload: PhantomData }
    }

    /// One frame: every agent is touched by its world, and ticked. What it answers
    /// goes to `take`.
    #[inline(always)]
    fn frame_with(&mut self, mut take: impl FnMut(&W::Body, Status)) {
        if !W::step(&mut self.world) {
            self.begin_anew();
        }
        let tree = black_box(&self.tree);
        for (body, agent) in &mut self.agents {
            W::touch(&self.world, body);
            let status = agent.tick(tree, &mut W::context(&self.world, body));
            take(body, status);
        }
    }

    #[cold]
    fn begin_anew(&mut self) {
        self.world = W::world();
        for (index, (body, agent)) in self.agents.iter_mut().enumerate() {
            *body = W::body(index);
            *agent = S::agent(&self.tree);
        }
    }

    pub fn frame(&mut self) -> u32 {
        let mut sum = 0;
        self.frame_with(|_, status| sum += status as u32);
        sum
    }

    /// A number that tells whether two ways to steer agree, over some frames.
    pub fn checksum(&mut self, frames: usize) -> u64 {
        let mut sum = 0_u64;
        for _ in 0..frames {
            self.frame_with(|body, status| sum = sum.rotate_left(5) ^ status as u64 ^ W::digest(body));
        }
        sum
    }

    /// A frame on all of rayon's threads, in chunks.
    pub fn frame_on_threads(&mut self) -> u32
    where
        S: Send,
        S::Tree: Sync,
    {
        if !W::step(&mut self.world) {
            self.begin_anew();
        }
        let (tree, world) = (black_box(&self.tree), &self.world);
        let chunks = self.agents.par_chunks_mut(4096).map(|chunk| {
            let mut sum = 0;
            for (body, agent) in chunk {
                W::touch(world, body);
                sum += agent.tick(tree, &mut W::context(world, body)) as u32;
            }
            sum
        });
        chunks.sum()
    }
}
