//! Writes the trees that are too large to be written by a person.

#[path = "src/source.rs"]
mod source;

use source::Plan;

fn main() {
    println!("cargo:rerun-if-changed=src/source.rs");
    let directory = std::env::var("OUT_DIR").expect("cargo sets it");
    for (name, plan) in [("big", Plan::fourfold(341)), ("wide", Plan::wide(128)), ("deep", Plan::deep(40))] {
        let text = format!(
            "bt! {{ pub struct Tree |c: &mut Scene<'_>| {} }}\n\
             pub fn by_hand(c: &mut Scene<'_>) -> Status {{ {} }}\n\
             pub fn spec() -> Made {{ {} }}\n",
            plan.tree(),
            plan.by_hand(),
            plan.spec()
        );
        std::fs::write(format!("{directory}/{name}.rs"), text).expect("the directory is there");
    }
}
