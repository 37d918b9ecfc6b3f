//! What rustc says of some programs, as data.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

/// An error or a warning.
#[derive(Debug)]
pub struct Diagnostic {
    /// `error`, `warning`, `note`, `help`.
    pub level: String,
    /// What it says.
    pub message: String,
    /// The places it points at.
    pub spans: Vec<Span>,
    /// Its notes and helps.
    pub children: Vec<Diagnostic>,
    /// As the user sees it.
    pub rendered: String,
}

/// A place in a file.
#[derive(Debug)]
pub struct Span {
    /// The file.
    pub file: String,
    /// Where it begins and ends there, in bytes.
    pub range: std::ops::Range<usize>,
    /// Whether it is where the caret is.
    pub is_primary: bool,
    /// What is written at it.
    pub label: String,
    /// What to write there instead.
    pub replacement: Option<String>,
}

impl Diagnostic {
    fn read(value: &Value, program: &str) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let place = |value: &Value| value.as_u64().unwrap_or_default() as usize;
        let span = |span: &Value| {
            // As it is shown: what another crate's macro wrote is shown where it is called.
            let mut shown = span;
            while !text(&shown["file_name"]).ends_with(program)
                && shown["suggested_replacement"].is_null()
                && shown["expansion"]["span"].is_object()
            {
                shown = &shown["expansion"]["span"];
            }
            Span {
                file: text(&shown["file_name"]),
                range: place(&shown["byte_start"])..place(&shown["byte_end"]),
                is_primary: span["is_primary"] == true,
                label: text(&span["label"]),
                replacement: span["suggested_replacement"].as_str().map(str::to_owned),
            }
        };
        Diagnostic {
            level: text(&value["level"]),
            message: text(&value["message"]),
            spans: list(&value["spans"]).iter().map(span).collect(),
            children: list(&value["children"]).iter().map(|child| Diagnostic::read(child, program)).collect(),
            rendered: text(&value["rendered"]),
        }
    }

    /// This one, and its notes and helps.
    pub fn parts(&self) -> impl Iterator<Item = &Diagnostic> {
        std::iter::once(self).chain(&self.children)
    }

    /// Where the caret is.
    pub fn primary(&self) -> Option<&Span> {
        self.spans.iter().find(|span| span.is_primary)
    }
}

/// Checks programs as binaries of one package that depends on `bt-core`, and returns what
/// the compiler said of each, by name.
pub fn check(package: &str, programs: &[(String, PathBuf)]) -> BTreeMap<String, Vec<Diagnostic>> {
    let root = root();
    let target = target();
    let directory = target.join("tests").join(package);
    fs::create_dir_all(&directory).expect("the target directory can be written");
    let mut manifest = format!(
        "[package]\nname = \"{package}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [workspace]\n\n[dependencies]\nbt-core = {{ path = {:?}, features = [\"serde\", \"std\"] }}\n",
        root.join("bt-core")
    );
    for (name, path) in programs {
        write!(manifest, "\n[[bin]]\nname = \"{name}\"\npath = {path:?}\n").expect("a string takes all");
    }
    fs::write(directory.join("Cargo.toml"), manifest).expect("the target directory can be written");
    fs::copy(root.join("Cargo.lock"), directory.join("Cargo.lock")).expect("the workspace is locked");
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["check", "--offline", "--quiet", "--bins", "--keep-going", "--message-format=json"])
        .current_dir(&directory)
        // The same as for the golden files, so that all is built once.
        .env("CARGO_TARGET_DIR", target.join("tests").join("trybuild"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo runs");
    let mut found: BTreeMap<String, Vec<Diagnostic>> =
        programs.iter().map(|(name, _)| (name.clone(), Vec::new())).collect();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let message: Value = serde_json::from_str(line).expect("cargo speaks JSON");
        let name = message["target"]["name"].as_str().unwrap_or_default();
        if let (Some(list), "compiler-message") =
            (found.get_mut(name), message["reason"].as_str().unwrap_or_default())
        {
            list.push(Diagnostic::read(&message["message"], &format!("{name}.rs")));
        }
    }
    let said: usize = found.values().map(Vec::len).sum();
    assert!(said > 0 || output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    found
}

/// The repository's.
pub fn root() -> PathBuf {
    let mut root = Path::new(env!("CARGO_MANIFEST_DIR"));
    while !root.join("bt-core").exists() {
        root = root.parent().expect("the tests are in the repository");
    }
    root.to_owned()
}

/// Where this test itself was built: `target/debug/deps/..`.
pub fn target() -> PathBuf {
    let program = env::current_exe().expect("a program knows where it is");
    program.ancestors().nth(3).expect("cargo builds in its target directory").to_owned()
}
