//! Ticking doesn't touch the heap.

use std::alloc::System;
use std::time::Duration;

use bt_core::observe::{Coverage, LastStatus, Outline, Timing, Trace};
use bt_core::prelude::*;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

struct World {
    now: Duration,
    steps: u32,
}

impl Clock for World {
    fn now(&self) -> Duration {
        self.now
    }
}

struct Walk;
impl Action<World> for Walk {
    type State = u32;
    type Output = Status;
    fn start(&self, begun: &mut u32, world: &mut World) {
        *begun = world.steps;
    }
    fn tick(&self, begun: &mut u32, world: &mut World) -> Status {
        world.steps += 1;
        if world.steps - *begun < 7 { Status::Running } else { Status::Success }
    }
}

bt! {
    struct Tree |w: &mut World| selector <
        { w.steps % 50 == 49 } => { w.steps += 1; },
        mem_sequence < @Walk, wait(50ms), retry(3) < cooldown(100ms) < @Walk > > >,
        on_halt({ w.steps += 1; }) < delay(30ms) < running > >,
    >
}

/// The allocations of ten thousand ticks.
fn allocations() -> usize {
    let outline = Outline::of::<Tree>();
    let mut recorders = (Trace::new(&outline, 5000), (Coverage::new(&outline), Timing::new(&outline)));
    let region = Region::new(ALLOCATOR);
    let mut agent = Agent::<Tree>::new();
    let mut last = LastStatus::<[_; Tree::COUNT as usize]>::default();
    let mut world = World { now: Duration::ZERO, steps: 0 };
    for tick in 0..10_000 {
        world.now += Duration::from_millis(16);
        match tick % 3 {
            0 => agent.tick_observed(&Tree, &mut world, &mut last),
            1 => agent.tick_observed(&Tree, &mut world, &mut recorders),
            _ => agent.tick(&Tree, &mut world),
        };
        if tick % 1000 == 999 {
            agent.halt(&Tree, &mut world);
        }
    }
    let change = region.change();
    assert!(world.steps > 1000, "the tree has done something: {}", world.steps);
    change.allocations + change.reallocations
}

/// The counter is the process's, and the test harness has a thread of its own:
/// what the ticks allocate would be there in every try.
#[test]
fn ten_thousand_ticks_allocate_nothing() {
    let least = (0..10).map(|_| allocations()).min();
    assert_eq!(least, Some(0));
}
