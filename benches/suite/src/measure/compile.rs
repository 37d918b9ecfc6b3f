//! What a tree costs the compiler: CPU seconds of `rustc` for one crate with one
//! tree in it, its dependencies being there already.

use std::path::{Path, PathBuf};
use std::process::Command;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use super::code::bytes_of_code;
use super::count::{FRAMES, instructions_per_tick};
use crate::source::Plan;

/// How the tree is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    ByHand,
    Item,
    Expression,
    Boxed,
}

impl Form {
    pub const ALL: [Form; 4] = [Form::ByHand, Form::Item, Form::Expression, Form::Boxed];

    pub fn name(self) -> &'static str {
        match self {
            Form::ByHand => "by hand",
            Form::Item => "bt!, item",
            Form::Expression => "bt!, expression",
            Form::Boxed => "Box<dyn>",
        }
    }
}

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

const WORLD: &str = "
    use bt_core::prelude::*;
    pub struct Scene<'a> { pub noise: &'a mut u64 }
    pub fn check(c: &Scene<'_>, number: u32) -> bool { *c.noise >> (number % 64) & 1 == 1 }
    pub fn act(c: &mut Scene<'_>, number: u32) -> Status {
        *c.noise = c.noise.wrapping_mul(31) + u64::from(number);
        if *c.noise & 4 == 0 { Status::Running } else { Status::Failure }
    }
";

const BOXED: &str = "
    trait Node { fn tick(&self, c: &mut Scene<'_>) -> Status; }
    struct Selector(Vec<Box<dyn Node>>);
    impl Node for Selector {
        fn tick(&self, c: &mut Scene<'_>) -> Status {
            for child in &self.0 {
                let status = child.tick(c);
                if status != Status::Failure { return status; }
            }
            Status::Failure
        }
    }
    struct Sequence(Vec<Box<dyn Node>>);
    impl Node for Sequence {
        fn tick(&self, c: &mut Scene<'_>) -> Status {
            for child in &self.0 {
                let status = child.tick(c);
                if status != Status::Success { return status; }
            }
            Status::Success
        }
    }
    struct Leaf<F>(F);
    impl<F: Fn(&mut Scene<'_>) -> Status> Node for Leaf<F> {
        fn tick(&self, c: &mut Scene<'_>) -> Status { (self.0)(c) }
    }
    struct Made;
    impl Made {
        fn selector(children: Vec<Box<dyn Node>>) -> Box<dyn Node> { Box::new(Selector(children)) }
        fn sequence(children: Vec<Box<dyn Node>>) -> Box<dyn Node> { Box::new(Sequence(children)) }
        fn leaf(function: impl Fn(&mut Scene<'_>) -> Status + 'static) -> Box<dyn Node> { Box::new(Leaf(function)) }
    }
";

/// A program that ticks one tree, with many worlds.
fn program(form: Form, plan: &Plan) -> String {
    let (items, tick) = match form {
        Form::ByHand => (format!("fn tick(c: &mut Scene<'_>) -> Status {{ {} }}", plan.by_hand()), "tick(c)"),
        Form::Item => (
            format!("bt! {{ struct Tree |c: &mut Scene<'_>| {} }}", plan.tree()),
            "Behavior::tick(&Tree, &mut Default::default(), c)",
        ),
        Form::Expression => (
            format!(
                "fn tree() -> impl for<'a> Behavior<Scene<'a>> {{ bt! {{ |c: &mut Scene<'_>| {} }} }}",
                plan.tree()
            ),
            "tree().tick(&mut Default::default(), c)",
        ),
        Form::Boxed => (format!("{BOXED} fn tree() -> Box<dyn Node> {{ {} }}", plan.spec()), "tree.tick(c)"),
    };
    let (argument, tree) = if form == Form::Boxed { (", tree: &dyn Node", ", &*tree") } else { ("", "") };
    let made = if form == Form::Boxed { "let tree = tree();" } else { "" };
    format!(
        "{WORLD}\n{items}
         #[inline(never)]
         fn counted_tick(c: &mut Scene<'_>{argument}) -> Status {{ {tick} }}
         fn main() {{
             {made}
             let mut noise = std::env::args().count() as u64;
             for frame in 0..{FRAMES}u64 {{
                 noise = (noise ^ frame).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17);
                 counted_tick(&mut Scene {{ noise: &mut noise }}{tree});
             }}
             println!(\"{{noise}}\");
         }}"
    )
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

    fn rustc(&self, form: Form, job: Job, plan: &Plan) -> Command {
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
        std::fs::write(&source, program(form, plan)).expect("the directory is there");
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
    pub fn instructions(&self, form: Form, nodes: usize) -> (f64, String) {
        let mut command = self.rustc(form, Job::Release, &Plan::fourfold(nodes));
        let status = command.arg("--emit=link").status().expect("rustc is there");
        assert!(status.success(), "{form:?} doesn't compile with {nodes} nodes");
        let program = self.directory.join("out/tree");
        let output = Command::new(&program).output().expect("it was just built");
        (instructions_per_tick(&program, "", ""), String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// The bytes of machine code in a program with one tree, in release.
    pub fn code(&self, form: Form, nodes: usize) -> u64 {
        let mut command = self.rustc(form, Job::Release, &Plan::fourfold(nodes));
        let status = command.arg("-Ccodegen-units=1").status().expect("rustc is there");
        assert!(status.success(), "{form:?} doesn't compile with {nodes} nodes");
        bytes_of_code(&self.directory.join("out/tree.o"))
    }

    /// The CPU seconds of one compilation.
    pub fn seconds(&self, form: Form, job: Job, nodes: usize) -> f64 {
        let mut command = self.rustc(form, job, &Plan::fourfold(nodes));
        let before = children_seconds();
        let status = command.status().expect("rustc is there");
        assert!(status.success(), "{form:?} doesn't compile with {nodes} nodes");
        children_seconds() - before
    }

    /// The seconds that a `cargo check` spends on expanding macros: reading the
    /// tree, and making it the compiler's own.
    pub fn expansion(&self, form: Form, nodes: usize) -> f64 {
        let output = self
            .rustc(form, Job::Check, &Plan::fourfold(nodes))
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
