//! `suite report` measures everything, and writes it down; `suite count WORKLOAD
//! IMPLEMENTATION` runs one, for callgrind to count.

mod plot;
mod report;

use suite::measure::count::FRAMES;
use suite::rival::Steers;
use suite::{Population, Workload, for_each_rival, for_each_workload};

fn count_if_meant<W: Workload, S: Steers<W>>(workload: &str, rival: &str) {
    if W::NAME == workload && S::NAME == rival {
        println!("{:x}", Population::<W, S>::new(1).counted(FRAMES));
    }
}

fn count<W: Workload>(workload: &str, rival: &str) {
    for_each_rival!(count_if_meant::<W>(workload, rival));
    #[cfg(feature = "observe")]
    count_if_meant::<W, suite::rival::Traced<W>>(workload, rival);
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["count", workload, rival] => for_each_workload!(count(workload, rival)),
        ["report"] => report::write(),
        _ => println!("suite report | count WORKLOAD IMPLEMENTATION"),
    }
}
