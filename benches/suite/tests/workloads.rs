//! Before anything is measured: all implementations do the same, and the workloads
//! exercise what they are for.

use bt_core::observe::{Coverage, Outline};
use bt_core::prelude::*;
use suite::rival::{ByHand, Counted, Steers};
use suite::workload::{Guard, Halting, Memory};
use suite::{Population, Workload, for_each_rival, for_each_workload};

fn agrees<W: Workload, S: Steers<W>>(expected: u64) {
    let sum = Population::<W, S>::new(10).checksum(2400);
    assert_eq!(sum, expected, "{}: {} does something else than by hand", W::NAME, S::NAME);
    let sum = Population::<W, Counted<S>>::new(10).checksum(2400);
    assert_eq!(sum, expected, "{}: {} is something else when it is counted", W::NAME, S::NAME);
}

fn all_agree<W: Workload>() {
    let expected = Population::<W, ByHand<W>>::new(10).checksum(2400);
    for_each_rival!(agrees::<W>(expected));
}

#[test]
fn all_implementations_do_the_same() {
    for_each_workload!(all_agree());
}

/// Runs one agent through the world's whole story, watched.
fn watch<W: Workload>() -> (Outline, Coverage) {
    let (mut world, mut body, tree) = (W::world(), W::body(0), W::Tree::default());
    let outline = Outline::of::<W::Tree>();
    let (mut agent, mut coverage) = (Agent::of(&tree), Coverage::new(&outline));
    for _ in 0..2400 {
        if !W::step(&mut world) {
            break;
        }
        W::touch(&world, &mut body);
        agent.tick_observed(&tree, &mut W::context(&world, &mut body), &mut coverage);
    }
    (outline, coverage)
}

fn every_branch_is_taken<W: Workload>() {
    let (outline, coverage) = watch::<W>();
    let picture = outline.with(&coverage);
    assert_eq!(coverage.never_reached().count(), 0, "{}:\n{picture}", W::NAME);
    for entry in outline.entries() {
        // Of a condition's two answers, the world shows both.
        let counts = coverage.get(entry.id);
        let is_condition = ["is_", "sees_", "saw_", "in_"].iter().any(|word| entry.text.starts_with(word));
        let shows_both = counts.succeeded > 0 && counts.failed > 0;
        assert!(
            !is_condition || shows_both,
            "{}: `{}` always says the same:\n{picture}",
            W::NAME,
            entry.text
        );
    }
}

#[test]
fn every_branch_of_the_small_trees_is_taken() {
    every_branch_is_taken::<Guard>();
    every_branch_is_taken::<Halting>();
    every_branch_is_taken::<Memory>();
}

#[test]
fn the_actions_of_the_halting_guard_are_interrupted() {
    let (outline, coverage) = watch::<Halting>();
    let entries = outline.entries();
    let actions = entries.iter().filter(|entry| entry.kind == "action");
    let interrupted = actions.filter(|entry| coverage.get(entry.id).halted > 0).map(|entry| entry.text);
    let interrupted: Vec<&str> = interrupted.collect();
    assert_eq!(interrupted, ["@Flee", "@Chase", "@Patrol"], "{}", outline.with(&coverage));
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
