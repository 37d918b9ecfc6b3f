//! Measures everything, and writes it down: `benches/report`.

mod plot;
mod report;

fn main() {
    report::write();
}
