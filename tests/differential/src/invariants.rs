//! What every node obeys, checked on a trace.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::Tree;
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
            Event::Halt(_)
            | Event::Halted
            | Event::Condition(..)
            | Event::Hook(_)
            | Event::Enter(_)
            | Event::Exit(_) => {}
        }
    }
    Ok(())
}

/// The states of a tree: each with the one around it and with its machine.
fn states(tree: &Tree, around: Option<u32>, all: &mut BTreeMap<u32, (Option<u32>, u32)>) {
    let Tree::States(machine) = tree else {
        tree.below().into_iter().for_each(|tree| states(tree, around, all));
        return;
    };
    for state in &machine.states {
        all.insert(state.number, (around, machine.states[0].number));
        states(&state.body, Some(state.number), all);
    }
}

/// Checks that states are entered and left in pairs, inner ones within outer ones, one of
/// a machine at a time, and that a machine moves at most twice in a tick.
pub fn machines(trace: &[Event], tree: &Tree) -> Result<(), String> {
    let mut all = BTreeMap::new();
    states(tree, None, &mut all);
    let mut current: BTreeSet<u32> = BTreeSet::new();
    let mut entered: BTreeMap<u32, u32> = BTreeMap::new();
    for event in trace {
        match event {
            Event::TickBegan => entered.clear(),
            Event::Enter(state) => {
                let (around, machine) = all[state];
                if current.iter().any(|other| all[other].1 == machine) {
                    return Err(format!("{state} is entered beside another state of its machine"));
                }
                if around.is_some_and(|around| !current.contains(&around)) {
                    return Err(format!("{state} is entered outside of the state around it"));
                }
                current.insert(*state);
                let entries = entered.entry(machine).or_insert(0);
                *entries += 1;
                // The initial state, and two moves.
                if *entries > 3 {
                    return Err(format!("{entries} states of one machine are entered in one tick"));
                }
            }
            Event::Exit(state) => {
                if !current.remove(state) {
                    return Err(format!("{state} is left, but wasn't entered"));
                }
                if current.iter().any(|inner| all[inner].0 == Some(*state)) {
                    return Err(format!("{state} is left before a state in it"));
                }
            }
            Event::TickEnded(status) if *status != Status::Running && !current.is_empty() => {
                return Err(format!("the tree has ended in {current:?}"));
            }
            Event::Halted if !current.is_empty() => {
                return Err(format!("the tree was halted in {current:?}"));
            }
            _ => {}
        }
    }
    Ok(())
}
