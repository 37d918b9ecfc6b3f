//! Measures everything, and writes it down: `benches/report`. With the word `compile`, only
//! prints what trees cost the compiler.

mod measure;
mod plot;
mod report;

fn main() {
    match std::env::args().nth(1).as_deref() {
        None => report::write(),
        Some("compile") => report::print_compilation(),
        Some(other) => panic!("`compile`, or nothing, instead of `{other}`"),
    }
}
