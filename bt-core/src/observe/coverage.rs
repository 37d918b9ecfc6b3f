use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use crate::observe::runs::{Population, Runs};
use crate::observe::{Observer, Outline, Statuses, Transition};
use crate::status::Status;

/// How often a node did what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Counts {
    /// Ticks; the sum of the next three.
    pub ticked: u64,
    /// Ticks that succeeded.
    pub succeeded: u64,
    /// Ticks that failed.
    pub failed: u64,
    /// Ticks that answered running.
    pub ran: u64,
    /// Halts while it was running.
    pub halted: u64,
}

/// How often each node did what, over a whole test run or a population: what was never
/// reached is not tested, or not needed.
///
/// Watch one agent with the coverage itself, or several with
/// [`agent`](Coverage::agent). Threads have one each, and [`merge`](Coverage::merge)
/// them in the end. [`Outline::with`] prints the tree with it.
///
/// ```
/// use bt_core::observe::{Coverage, Outline};
/// use bt_core::prelude::*;
///
/// bt! {
///     struct Pet |hunger: &mut u32| selector < { *hunger > 9 } => { *hunger = 0; }, running >
/// }
///
/// let outline = Outline::of::<Pet>();
/// let mut coverage = Coverage::new(&outline);
/// let mut pet = Agent::<Pet>::new();
/// for mut hunger in 0..3 {
///     pet.tick_observed(&Pet, &mut hunger, &mut coverage);
/// }
/// assert_eq!(coverage.never_reached().collect::<Vec<_>>(), [3]);
/// assert_eq!(outline.with(&coverage).to_string(), "\
/// selector 3 ticks, 3 running
/// ├─ guard 3 ticks, 3 failed
/// │  ├─ { *hunger > 9 } 3 ticks, 3 failed
/// │  └─ { *hunger = 0; } NEVER REACHED
/// └─ running 3 ticks, 3 running
/// ");
/// ```
#[derive(Clone, Debug)]
pub struct Coverage {
    population: Population,
    counts: Vec<Counts>,
    /// How often each transition of each machine was taken.
    taken: BTreeMap<(u32, u16), u64>,
    outline: Outline,
}

impl Coverage {
    /// Of agents of this tree.
    pub fn new(outline: &Outline) -> Self {
        let counts = alloc::vec![Counts::default(); outline.len() as usize];
        Coverage { population: Population::new(outline), counts, taken: BTreeMap::new(), outline: *outline }
    }

    /// An observer for the agent with this number. Numbers are indices: count from 0
    /// on.
    pub fn agent(&mut self, agent: u32) -> Counter<'_> {
        Counter { runs: self.population.agent(agent), counts: &mut self.counts, taken: &mut self.taken }
    }

    /// What a node has done; nothing for one beyond the outline.
    pub fn get(&self, node: u32) -> Counts {
        self.counts.get(node as usize).copied().unwrap_or_default()
    }

    /// The nodes that have never been ticked.
    pub fn never_reached(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.counts).filter(|(_, counts)| counts.ticked == 0).map(|(node, _)| node)
    }

    /// How often a machine has taken the transition at this place among its
    /// [edges](crate::observe::Entry::edges).
    ///
    /// ```
    /// use bt_core::observe::{Coverage, Outline};
    /// use bt_core::prelude::*;
    ///
    /// let tree = bt! { |n: &mut u32| states < a: running, { *n > 1 } -> b, b: running, { *n > 9 } -> a > };
    /// let mut coverage = Coverage::new(&Outline::of_value(&tree));
    /// Agent::of(&tree).tick_observed(&tree, &mut 2, &mut coverage);
    /// assert_eq!(coverage.taken(0, 0), 1);
    /// assert_eq!(coverage.never_taken(), [(0, 1)]);
    /// ```
    pub fn taken(&self, machine: u32, edge: u16) -> u64 {
        self.taken.get(&(machine, edge)).copied().unwrap_or(0)
    }

    /// The transitions that have never been taken: each with its machine, and its place
    /// among the edges.
    pub fn never_taken(&self) -> Vec<(u32, u16)> {
        let mut never = Vec::new();
        self.outline.for_each(|entry| {
            let edges = (0..entry.edges.len() as u16).map(|edge| (entry.id, edge));
            never.extend(edges.filter(|(machine, edge)| self.taken(*machine, *edge) == 0));
        });
        never
    }

    /// Adds what another has counted of the same tree.
    ///
    /// # Panics
    ///
    /// If the other is of a tree with another number of nodes.
    pub fn merge(&mut self, other: &Coverage) {
        assert_eq!(self.counts.len(), other.counts.len(), "coverage of two different trees");
        for (counts, more) in self.counts.iter_mut().zip(&other.counts) {
            counts.ticked += more.ticked;
            counts.succeeded += more.succeeded;
            counts.failed += more.failed;
            counts.ran += more.ran;
            counts.halted += more.halted;
        }
        for (edge, times) in &other.taken {
            *self.taken.entry(*edge).or_insert(0) += times;
        }
    }
}

/// Counts for one agent of a [`Coverage`]; see [`Coverage::agent`].
#[derive(Debug)]
pub struct Counter<'c> {
    runs: &'c mut Runs,
    counts: &'c mut [Counts],
    taken: &'c mut BTreeMap<(u32, u16), u64>,
}

impl Observer for Counter<'_> {
    #[inline]
    fn tick_began(&mut self) {
        self.runs.tick += 1;
    }

    #[inline]
    fn ticked(&mut self, node: u32, status: Status) {
        self.runs.answered(node, status);
        let Some(counts) = self.counts.get_mut(node as usize) else { return };
        counts.ticked += 1;
        match status {
            Status::Success => counts.succeeded += 1,
            Status::Failure => counts.failed += 1,
            Status::Running => counts.ran += 1,
        }
    }

    #[inline]
    fn halted(&mut self, node: u32) {
        if self.runs.halted(node) {
            self.counts[node as usize].halted += 1;
        }
    }

    fn moved(&mut self, node: u32, transition: Transition) {
        *self.taken.entry((node, transition.edge)).or_insert(0) += 1;
    }
}

/// As the agent with the number 0.
impl Observer for Coverage {
    fn tick_began(&mut self) {
        self.agent(0).tick_began();
    }
    #[inline]
    fn ticked(&mut self, node: u32, status: Status) {
        self.agent(0).ticked(node, status);
    }
    fn halted(&mut self, node: u32) {
        self.agent(0).halted(node);
    }
    fn moved(&mut self, node: u32, transition: Transition) {
        self.agent(0).moved(node, transition);
    }
}

/// In pictures, what was reached counts as success, and what was not as failure.
impl Statuses for Coverage {
    fn status(&self, node: u32) -> Option<Status> {
        Some(Status::from(self.get(node).ticked > 0))
    }

    fn remark(&self, node: u32, to: &mut dyn fmt::Write) -> fmt::Result {
        let Counts { ticked, succeeded, failed, ran, halted } = self.get(node);
        if ticked == 0 {
            return to.write_str("NEVER REACHED");
        }
        write!(to, "{ticked} ticks")?;
        for (count, word) in
            [(succeeded, "succeeded"), (failed, "failed"), (ran, "running"), (halted, "halted")]
        {
            if count > 0 {
                write!(to, ", {count} {word}")?;
            }
        }
        Ok(())
    }

    fn has_remarks(&self) -> bool {
        true
    }
}
