//! Writes the trees of the traces as Rust source, each with its test.

use std::fmt::Write;

fn main() {
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    for library in ["behaviortree_cpp", "py_trees"] {
        let path = format!("{library}.txt");
        println!("cargo:rerun-if-changed={path}");
        let traces = std::fs::read_to_string(&path).expect("the traces are there");
        let mut tests = String::new();
        for (number, tree) in traces.lines().filter_map(|line| line.strip_prefix("tree: ")).enumerate() {
            write!(
                tests,
                "#[test]\nfn tree_{number:03}() {{\n    \
                 bt! {{ struct Tree |b: &mut Board| {tree} }}\n    \
                 replay(&Tree, TRACES, {number});\n}}\n"
            )
            .expect("a string can be written to");
        }
        std::fs::write(format!("{out}/{library}.rs"), tests).expect("the directory is there");
    }
}
