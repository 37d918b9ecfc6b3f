//! Before anything is measured: all implementations do the same, and the workloads
//! exercise what they are for.

use std::collections::BTreeMap;

use bt_core::observe::{Observer, Outline};
use bt_core::prelude::*;
use suite::rival::{Steers, WithBt};
use suite::workload::{Guard, Halting, Memory};
use suite::{Population, Workload, for_each_rival, for_each_workload};

fn agrees<W: Workload, S: Steers<W>>(expected: u64) {
    let sum = Population::<W, S>::new(10).checksum(2400);
    assert_eq!(sum, expected, "{}: {} does something else than by hand", W::NAME, S::NAME);
    let sum = Population::<W, S>::new(10).counted(2400);
    assert_eq!(sum, expected, "{}: {} is something else when it is counted", W::NAME, S::NAME);
}

fn all_agree<W: Workload>() {
    let expected = Population::<W, WithBt<W>>::new(10).checksum(2400);
    for_each_rival!(agrees::<W>(expected));
}

#[test]
fn all_implementations_do_the_same() {
    for_each_workload!(all_agree());
}

/// What each node has answered, and how often it was halted in mid-run.
#[derive(Default)]
struct Seen(BTreeMap<u32, (bool, bool, u32)>);

impl Observer for Seen {
    fn ticked(&mut self, node: u32, status: Status) {
        let seen = self.0.entry(node).or_default();
        match status {
            Status::Failure => seen.1 = true,
            _ => seen.0 = true,
        }
    }
    fn halted(&mut self, node: u32) {
        self.0.entry(node).or_default().2 += 1;
    }
}

/// Runs one agent through the world's whole story, watched.
fn watch<W: Workload>() -> (Outline, Seen) {
    let (mut world, mut body, tree) = (W::world(), W::body(0), W::Tree::default());
    let (mut agent, mut seen) = (Agent::of(&tree), Seen::default());
    for _ in 0..2400 {
        if !W::step(&mut world) {
            break;
        }
        W::touch(&world, &mut body);
        agent.tick_observed(&tree, &mut W::context(&world, &mut body), &mut seen);
    }
    (Outline::of::<W::Tree>(), seen)
}

fn every_branch_is_taken<W: Workload>() {
    let (outline, seen) = watch::<W>();
    for entry in outline.entries() {
        let (passed, failed, _) = seen.0.get(&entry.id).copied().unwrap_or_default();
        assert!(passed || failed, "{}: `{}` (node {}) is never ticked", W::NAME, entry.text, entry.id);
        // Of a function's two answers, the world shows both.
        let is_condition = entry.text.starts_with("is_") || entry.text.starts_with("sees_");
        assert!(!is_condition || passed && failed, "{}: `{}` always says the same", W::NAME, entry.text);
    }
}

#[test]
fn every_branch_of_the_small_trees_is_taken() {
    every_branch_is_taken::<Guard>();
    every_branch_is_taken::<Halting>();
    every_branch_is_taken::<Memory>();
}

#[test]
fn the_halting_guard_is_interrupted() {
    let (outline, seen) = watch::<Halting>();
    let halted =
        outline.entries().iter().filter(|entry| seen.0.get(&entry.id).is_some_and(|s| s.2 > 0)).count();
    assert!(halted >= 4, "{halted} nodes were halted");
}

#[test]
fn the_sizes_are_as_announced() {
    assert_eq!(<Guard as Workload>::Tree::COUNT, 16);
    assert_eq!(<suite::workload::Big as Workload>::Tree::COUNT, 341);
    assert_eq!(<suite::workload::Wide as Workload>::Tree::COUNT, 129);
    assert_eq!(<suite::workload::Deep as Workload>::Tree::COUNT, 81);
    assert!(size_of::<<Guard as Workload>::Body>() <= 64);
    assert_eq!(size_of::<<suite::workload::Big as Workload>::Body>(), 64);
}
