//! What an agent occupies.

use std::hint::black_box;

use crate::rival::Steers;
use crate::workload::Workload;

/// Prints the bytes and allocations of one agent, beyond its own data, as a row:
/// `workload|implementation|bytes|allocations`. `allocated` tells the bytes and
/// allocations of the program so far.
pub fn print_footprint<W: Workload, S: Steers<W>>(allocated: impl Fn() -> (usize, usize)) {
    const AGENTS: usize = 1000;
    let tree = S::tree();
    let mut agents = Vec::with_capacity(AGENTS);
    let (bytes, allocations) = allocated();
    agents.extend((0..AGENTS).map(|_| S::agent(&tree)));
    let (more_bytes, more_allocations) = allocated();
    black_box(&agents);
    println!(
        "{}|{}|{}|{}",
        W::NAME,
        S::NAME,
        size_of::<S>() + (more_bytes - bytes) / AGENTS,
        (more_allocations - allocations) / AGENTS
    );
}
