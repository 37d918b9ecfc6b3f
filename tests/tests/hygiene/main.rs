//! A tree means what is written in it, whatever names are around it: one program in which
//! everything is shadowed, in every edition, with all lints.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn nothing_that_the_macro_writes_is_hit_by_other_names_or_lints() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hygiene");
    let editions = ["2018", "2021", "2024"];
    for edition in editions {
        let package = workspace.join(edition);
        fs::create_dir_all(&package).expect("the target directory can be written");
        let manifest = format!(
            "[package]\nname = \"edition-{edition}\"\nversion = \"0.0.0\"\nedition = \"{edition}\"\n\n\
             [[bin]]\nname = \"edition-{edition}\"\npath = {:?}\n\n\
             [dependencies]\nbt-core = {{ path = {:?}, features = [\"serde\", \"std\"] }}\n",
            here.join("tests/hygiene/shadows.rs"),
            here.join("../bt-core"),
        );
        fs::write(package.join("Cargo.toml"), manifest).expect("the target directory can be written");
    }
    fs::write(
        workspace.join("Cargo.toml"),
        format!("[workspace]\nresolver = \"2\"\nmembers = {editions:?}\n"),
    )
    .expect("the target directory can be written");
    fs::copy(here.join("../Cargo.lock"), workspace.join("Cargo.lock")).expect("the workspace is locked");
    let output = Command::new(env!("CARGO"))
        .args(["clippy", "--offline", "--quiet", "--keep-going"])
        .current_dir(&workspace)
        .env("CARGO_TARGET_DIR", workspace.join("target"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.trim().is_empty(), "{said}");
}
