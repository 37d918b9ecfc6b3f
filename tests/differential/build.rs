//! Writes random trees as Rust source.

use std::fmt::Write;

#[path = "src/generate.rs"]
mod generate;
#[path = "src/source.rs"]
mod source;
#[path = "src/tree.rs"]
mod tree;

fn variable(name: &str, default: u64) -> u64 {
    println!("cargo:rerun-if-env-changed={name}");
    match std::env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{name} is no number")),
        Err(_) => default,
    }
}

fn main() {
    println!("cargo:rerun-if-changed=src");
    let seed = variable("BT_DIFFERENTIAL_SEED", 20_261_130);
    let trees = variable("BT_DIFFERENTIAL_TREES", 240);
    let mut output = format!("pub const SEED: u64 = {seed};\npub const RUNS: &[Run] = &[");
    for index in 0..trees {
        write!(output, "tree_{index}, ").unwrap();
    }
    output.push_str("];\n");
    for index in 0..trees {
        let tree = source::source(&generate::tree(seed, index));
        // Both forms have their turn.
        if index % 2 == 0 {
            write!(
                output,
                "fn tree_{index}(script: &Script) -> Played {{\n    \
                 let tree = bt! {{ |w: &mut World|\n{tree} }};\n    drive(&tree, script)\n}}\n"
            )
        } else {
            write!(
                output,
                "fn tree_{index}(script: &Script) -> Played {{\n    \
                 bt! {{ struct Tree |w: &mut World|\n{tree} }}\n    drive(&Tree, script)\n}}\n"
            )
        }
        .unwrap();
    }
    let directory = std::env::var("OUT_DIR").expect("cargo sets it");
    std::fs::write(format!("{directory}/trees.rs"), output).expect("the directory is there");
}
