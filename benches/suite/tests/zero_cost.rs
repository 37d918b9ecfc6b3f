//! The guard of `bt!` executes as many instructions as the guard by hand.
//!
//! Counted, not timed, in a release build: the numbers are exact. Skipped with a
//! line where valgrind is missing.

use std::path::{Path, PathBuf};
use std::process::Command;

use suite::measure::count::{instructions_per_tick, is_possible};

/// Builds the program that runs one implementation, and returns its path.
fn build(features: &[&str]) -> PathBuf {
    let output = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["build", "-q", "--release", "-p", "suite", "--bin", "count", "--message-format=json"])
        .args(features)
        .output()
        .expect("cargo runs this test");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let messages = String::from_utf8_lossy(&output.stdout);
    let mut paths = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(message.get("executable")?.as_str()?.into())
    });
    paths.next_back().expect("cargo names the executable")
}

fn assert_equal_cost(program: &Path, workload: &str, tree: &str, by_hand: &str) {
    let count = |rival| instructions_per_tick(program, workload, rival);
    let ratio = count(tree) / count(by_hand);
    println!("{workload}: {tree} executes {ratio:.4} times the instructions of {by_hand}");
    assert!(ratio < 1.02, "{workload}: {tree} executes {ratio:.4} times the instructions of {by_hand}");
    assert!(ratio > 0.5, "something else was counted: {ratio}");
}

#[test]
fn a_tree_costs_what_it_costs_by_hand() {
    if !is_possible() {
        println!("skipped: valgrind is not installed");
        return;
    }
    let program = build(&[]);
    for workload in ["guard", "big", "wide", "deep"] {
        assert_equal_cost(&program, workload, "bt!", "by hand");
    }
    assert_equal_cost(&program, "guard", "bt!, agent", "by hand, agent");
    let unobserved = instructions_per_tick(&program, "guard", "bt!, agent");

    // The same, and the same guard is traced elsewhere in the program.
    let program = build(&["--features", "observe"]);
    let count = |rival| instructions_per_tick(&program, "guard", rival);
    assert_eq!(count("bt!, agent"), unobserved, "code that observes has a cost where it isn't used");
    let (traced, boxed) = (count("bt!, traced"), count("Box<dyn>, per agent"));
    println!("guard: traced {traced:.1} instructions, boxed trait objects {boxed:.1}");
    assert!(traced <= boxed, "tracing costs {traced} instructions, boxed trait objects {boxed}");
}
