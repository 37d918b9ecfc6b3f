//! What every node obeys, checked on a trace.

use std::collections::{BTreeMap, BTreeSet};

use crate::world::Event;
use bt_core::Status;

/// Checks I1 to I4 and I6 for all actions of a tree; I2 only where nothing may be
/// left alone while it runs, as `throttle` does.
pub fn check(trace: &[Event], has_throttle: bool) -> Result<(), String> {
    let mut running: BTreeSet<u32> = BTreeSet::new();
    let mut before: BTreeSet<u32> = BTreeSet::new();
    let mut ticked: BTreeMap<u32, u32> = BTreeMap::new();
    let mut started: BTreeSet<u32> = BTreeSet::new();
    let actions: BTreeSet<u32> = trace
        .iter()
        .filter_map(|event| if let Event::Start(leaf) = event { Some(*leaf) } else { None })
        .collect();
    for event in trace {
        match event {
            Event::TickBegan => {
                before.clone_from(&running);
                ticked.clear();
                started.clear();
            }
            Event::Start(leaf) if !running.insert(*leaf) => {
                return Err(format!("{leaf} starts while it runs"));
            }
            Event::Start(leaf) => {
                started.insert(*leaf);
            }
            Event::Tick(leaf, _) if !actions.contains(leaf) => {}
            Event::Tick(leaf, status) => {
                let ticks = ticked.entry(*leaf).or_insert(0);
                *ticks += 1;
                if *ticks > 1 {
                    return Err(format!("{leaf} is ticked twice in one tick"));
                }
                if !running.contains(leaf) {
                    return Err(format!("{leaf} is ticked without a start"));
                }
                if *status != Status::Running {
                    running.remove(leaf);
                }
            }
            Event::Halt(leaf) if !running.remove(leaf) => {
                return Err(format!("{leaf} is halted while it is idle"));
            }
            Event::TickEnded(status) => {
                if *status != Status::Running && !running.is_empty() {
                    return Err(format!("the tree has ended, but {running:?} run"));
                }
                let left: Vec<&u32> = before
                    .iter()
                    .filter(|leaf| running.contains(leaf) && !ticked.contains_key(leaf))
                    .collect();
                if !has_throttle && !left.is_empty() {
                    return Err(format!("{left:?} ran, were not ticked, and were not halted"));
                }
            }
            Event::Halted if !running.is_empty() => {
                return Err(format!("the tree was halted, but {running:?} run"));
            }
            Event::Halt(_) | Event::Halted | Event::Condition(..) | Event::Hook(_) => {}
        }
    }
    Ok(())
}
