//! Prints what an agent of each implementation occupies. A program of its own: the
//! allocator that counts would slow the others down.

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use suite::measure::memory::print_footprint;
use suite::{Workload, for_each_rival, for_each_workload};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn allocated() -> (usize, usize) {
    let stats = ALLOCATOR.stats();
    (stats.bytes_allocated, stats.allocations)
}

fn print<W: Workload>() {
    for_each_rival!(print_footprint::<W>(allocated));
}

fn main() {
    for_each_workload!(print());
}
