//! Prints what an agent of each library occupies.

use std::alloc::System;

use peers::for_each_peer;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use suite::measure::memory::print_footprint;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn allocated() -> (usize, usize) {
    let stats = ALLOCATOR.stats();
    (stats.bytes_allocated, stats.allocations)
}

fn main() {
    for_each_peer!(print_footprint(allocated));
}
