//! Instructions: exact, whatever else the machine is doing.

use std::path::Path;
use std::process::Command;

/// How many frames are counted, with one agent.
pub const FRAMES: usize = 2400;

/// Whether valgrind can be run.
pub fn is_possible() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok()
}

/// The instructions per tick of one implementation of a workload, which the program
/// runs when it is told both names.
pub fn instructions_per_tick(program: &Path, workload: &str, rival: &str) -> f64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--collect-atstart=no"])
        .arg("--toggle-collect=*counted_tick*")
        .arg(program)
        .args([workload, rival])
        .output()
        .expect("valgrind is installed");
    let text = String::from_utf8_lossy(&output.stderr);
    let counted = text.lines().find_map(|line| line.split_once("Collected : "));
    let (_, count) = counted.unwrap_or_else(|| panic!("callgrind counted nothing:\n{text}"));
    let count: f64 = count.trim().parse().expect("a number");
    count / FRAMES as f64
}
