//! What a tree costs the compiler: CPU seconds of `rustc` for one crate with
//! trees in it, its dependencies being there already.

use std::path::{Path, PathBuf};
use std::process::Command;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use suite::measure::count::instructions_per_tick;

use super::code::bytes_of_code;
use super::program::Program;

/// What the compiler is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Job {
    Check,
    Debug,
    Release,
}

impl Job {
    pub const ALL: [Job; 3] = [Job::Check, Job::Debug, Job::Release];

    pub fn name(self) -> &'static str {
        match self {
            Job::Check => "check",
            Job::Debug => "debug",
            Job::Release => "release",
        }
    }

    /// What cargo would say, without linking: that is no different for a tree.
    fn flags(self) -> &'static [&'static str] {
        match self {
            Job::Check => &["--emit=metadata"],
            Job::Debug => &["--emit=obj", "-Cdebuginfo=2", "-Ccodegen-units=256"],
            Job::Release => &["--emit=obj", "-Copt-level=3"],
        }
    }
}

/// A place to compile in, with `bt_core` in it.
pub struct Compiler {
    directory: PathBuf,
    root: PathBuf,
}

impl Compiler {
    pub fn new(root: &Path) -> Self {
        let directory = root.join("target/compile-time");
        for arguments in [&["check"][..], &["build"], &["build", "--release"]] {
            let status = Command::new(env!("CARGO"))
                .args(arguments)
                .args(["-q", "-p", "bt-core", "--target-dir"])
                .arg(&directory)
                .current_dir(root)
                .status()
                .expect("cargo is there");
            assert!(status.success(), "bt-core doesn't build");
        }
        Compiler { directory, root: root.to_owned() }
    }

    fn rustc(&self, program: &Program, job: Job) -> Command {
        let (profile, extension) = match job {
            Job::Check => ("debug", "rmeta"),
            Job::Debug => ("debug", "rlib"),
            Job::Release => ("release", "rlib"),
        };
        let libraries = self.directory.join(profile).join("deps");
        let found = std::fs::read_dir(&libraries).expect("cargo made it");
        let mut found: Vec<PathBuf> = found
            .map(|entry| entry.expect("a readable directory").path())
            .filter(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                name.starts_with("libbt_core-") && name.ends_with(extension)
            })
            .collect();
        found.sort_by_key(|path| path.metadata().and_then(|data| data.modified()).expect("a file"));
        let source = self.directory.join("tree.rs");
        std::fs::write(&source, program.text()).expect("the directory is there");
        let mut command = Command::new("rustc");
        command
            .current_dir(&self.root)
            .args(["--edition=2024", "--crate-type=bin", "-Awarnings"])
            .args(job.flags())
            .arg(format!("-Ldependency={}", libraries.display()))
            .arg(format!("--extern=bt_core={}", found.last().expect("cargo made it").display()))
            .arg("--out-dir")
            .arg(self.directory.join("out"))
            .arg(source);
        command
    }

    /// The instructions per tick of a program with one tree, and what it printed at the
    /// end: the same for all forms, or they don't do the same.
    pub fn instructions(&self, program: &Program) -> (f64, String) {
        let mut command = self.rustc(program, Job::Release);
        let status = command.arg("--emit=link").status().expect("rustc is there");
        assert!(status.success(), "{} doesn't compile", program.name);
        let made = self.directory.join("out/tree");
        let output = Command::new(&made).output().expect("it was just built");
        (instructions_per_tick(&made, "", ""), String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// The bytes of machine code in a program, in release.
    pub fn code(&self, program: &Program) -> u64 {
        let mut command = self.rustc(program, Job::Release);
        let status = command.arg("-Ccodegen-units=1").status().expect("rustc is there");
        assert!(status.success(), "{} doesn't compile", program.name);
        bytes_of_code(&self.directory.join("out/tree.o"))
    }

    /// The CPU seconds of one compilation.
    pub fn seconds(&self, program: &Program, job: Job) -> f64 {
        let mut command = self.rustc(program, job);
        let before = children_seconds();
        let status = command.status().expect("rustc is there");
        assert!(status.success(), "{} doesn't compile", program.name);
        children_seconds() - before
    }

    /// The seconds that a `cargo check` spends on expanding macros: reading the
    /// tree, and making it the compiler's own.
    pub fn expansion(&self, program: &Program) -> f64 {
        let output = self
            .rustc(program, Job::Check)
            .arg("-Ztime-passes")
            .env("RUSTC_BOOTSTRAP", "1")
            .output()
            .expect("rustc is there");
        let text = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
        let line = text.lines().find(|line| line.trim_end().ends_with("macro_expand_crate"));
        let seconds =
            line.and_then(|line| line.split_whitespace().nth(1)?.trim_end_matches(';').parse().ok());
        seconds.unwrap_or(0.0)
    }
}

fn children_seconds() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("every process has it");
    (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6
}
