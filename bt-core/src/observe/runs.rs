use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::observe::Outline;
use crate::status::Status;

/// What the nodes of one agent did last.
#[derive(Clone, Debug)]
pub(crate) struct Runs {
    /// The number of the tick that is going on, or was last; from 1 on.
    pub(crate) tick: u64,
    nodes: Box<[Last]>,
}

#[derive(Clone, Copy, Debug)]
struct Last {
    tick: u64,
    runs: bool,
}

impl Runs {
    fn new(nodes: usize) -> Self {
        Runs { tick: 0, nodes: alloc::vec![Last { tick: 0, runs: false }; nodes].into() }
    }

    /// A node has answered; whether its run began with this tick. `None` for a node
    /// beyond the outline.
    #[inline(always)]
    pub(crate) fn answered(&mut self, node: u32, status: Status) -> Option<bool> {
        let tick = self.tick;
        let last = self.nodes.get_mut(node as usize)?;
        let goes_on = last.runs && last.tick + 1 >= tick;
        *last = Last { tick, runs: status.is_running() };
        Some(!goes_on)
    }

    /// A halt has passed through a node; whether it was running.
    #[inline(always)]
    pub(crate) fn halted(&mut self, node: u32) -> bool {
        let tick = self.tick;
        let Some(last) = self.nodes.get_mut(node as usize) else { return false };
        let was_running = last.runs && last.tick + 1 >= tick;
        last.runs = false;
        was_running
    }
}

/// The [`Runs`] of many agents, by their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Population {
    nodes: usize,
    agents: Vec<Runs>,
}

impl Population {
    pub(crate) fn new(outline: &Outline) -> Self {
        let mut population = Population { nodes: outline.len() as usize, agents: Vec::new() };
        population.agent(0);
        population
    }

    /// The agent with this number, which is made if it is new.
    #[inline]
    pub(crate) fn agent(&mut self, agent: u32) -> &mut Runs {
        let nodes = self.nodes;
        if self.agents.len() <= agent as usize {
            self.agents.resize_with(agent as usize + 1, || Runs::new(nodes));
        }
        &mut self.agents[agent as usize]
    }
}
