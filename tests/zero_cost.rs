//! The guard of `bt!` executes as many instructions as the guard by hand.
//!
//! Counted, not timed, in a release build: the numbers are exact. Skipped with a
//! line where valgrind is missing.

use std::process::Command;

/// What callgrind counts within the `tick`s of one implementation.
fn instructions(binary: &str, which: &str, type_name: &str) -> f64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--collect-atstart=no"])
        .arg(format!("--toggle-collect=*guards::{type_name} as*Steers*tick*"))
        .args([binary, which])
        .output()
        .expect("valgrind was there a moment ago");
    let text = String::from_utf8_lossy(&output.stderr);
    let counted = text.lines().find_map(|line| line.split_once("Collected : "));
    let (_, count) = counted.unwrap_or_else(|| panic!("callgrind counted nothing:\n{text}"));
    count.trim().parse().expect("a number")
}

/// Builds the benchmark that runs one implementation, and returns its path.
fn build() -> String {
    let output = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["bench", "-q", "--bench", "count", "--no-run", "--message-format=json"])
        // The names of functions are what callgrind is told to look at.
        .env("CARGO_PROFILE_BENCH_DEBUG", "line-tables-only")
        .output()
        .expect("cargo runs this test");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let messages = String::from_utf8_lossy(&output.stdout);
    let mut paths = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(message.get("executable")?.as_str()?.to_owned())
    });
    paths.next_back().expect("cargo names the executable")
}

#[test]
fn the_guard_costs_what_it_costs_by_hand() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("skipped: valgrind is not installed");
        return;
    }
    let binary = build();
    let pairs = [("bt", "WithBt", "hand", "ByHand"), ("bt-agent", "WithAgent", "hand-agent", "ByHandAgent")];
    for (which, type_name, hand, hand_type_name) in pairs {
        let (tree, by_hand) =
            (instructions(&binary, which, type_name), instructions(&binary, hand, hand_type_name));
        let ratio = tree / by_hand;
        println!("{which}: {ratio:.4} of {hand}");
        assert!(ratio < 1.02, "{which} executes {ratio:.4} times the instructions of {hand}");
        assert!(ratio > 0.5, "something else was counted: {ratio}");
    }
}
