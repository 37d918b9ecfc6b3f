use core::fmt;
use core::time::Duration;
use std::time::Instant;
use std::vec::Vec;

use crate::observe::{Observer, Outline, Statuses};
use crate::status::Status;

/// How long the ticks of each node take, the nodes below it included.
///
/// Looking at the clock takes longer than most nodes: compare the nodes of one tree, and
/// don't take the sums for the cost of an unobserved tick.
///
/// ```
/// use bt_core::observe::{Outline, Timing};
/// use bt_core::prelude::*;
///
/// let tree = bt! { |_b: &mut ()| selector < failure, running > };
/// let mut timing = Timing::new(&Outline::of_value(&tree));
/// Agent::of(&tree).tick_observed(&tree, &mut (), &mut timing);
/// assert_eq!(timing.ticks(1), 1);
/// assert!(timing.total(0) >= timing.total(1));
/// ```
#[derive(Clone, Debug)]
pub struct Timing {
    nodes: Vec<(u64, Duration)>,
    /// When the nodes that are being ticked began.
    open: Vec<Instant>,
}

impl Timing {
    /// Of agents of this tree.
    pub fn new(outline: &Outline) -> Self {
        Timing { nodes: vec![(0, Duration::ZERO); outline.len() as usize], open: Vec::with_capacity(64) }
    }

    /// How often a node was ticked.
    pub fn ticks(&self, node: u32) -> u64 {
        self.nodes.get(node as usize).map_or(0, |(ticks, _)| *ticks)
    }

    /// How long all ticks of a node took together.
    pub fn total(&self, node: u32) -> Duration {
        self.nodes.get(node as usize).map_or(Duration::ZERO, |(_, total)| *total)
    }
}

impl Observer for Timing {
    fn tick_began(&mut self) {
        // A leaf may have panicked in the tick before.
        self.open.clear();
    }

    fn entered(&mut self, _: u32) {
        self.open.push(Instant::now());
    }

    fn ticked(&mut self, node: u32, _: Status) {
        let Some(began) = self.open.pop() else { return };
        if let Some((ticks, total)) = self.nodes.get_mut(node as usize) {
            *ticks += 1;
            *total += began.elapsed();
        }
    }
}

/// In pictures, each node with its mean time.
impl Statuses for Timing {
    fn status(&self, node: u32) -> Option<Status> {
        (self.ticks(node) > 0).then_some(Status::Success)
    }

    fn remark(&self, node: u32, to: &mut dyn fmt::Write) -> fmt::Result {
        match self.ticks(node) {
            0 => to.write_str("-"),
            ticks => write!(to, "{} ns in {ticks} ticks", self.total(node).as_nanos() / u128::from(ticks)),
        }
    }

    fn has_remarks(&self) -> bool {
        true
    }
}
