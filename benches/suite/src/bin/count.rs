//! `count WORKLOAD IMPLEMENTATION`: runs it, for callgrind to count. A program of its
//! own, in which each implementation is called from one place, as in a game.

use suite::measure::count::FRAMES;
use suite::rival::{Counted, Steers};
use suite::{Population, Workload, for_each_rival, for_each_workload};

fn count_if_meant<W: Workload, S: Steers<W>>(workload: &str, rival: &str) {
    if W::NAME == workload && S::NAME == rival {
        println!("{:x}", Population::<W, Counted<S>>::new(1).checksum(FRAMES));
    }
}

fn count<W: Workload>(workload: &str, rival: &str) {
    for_each_rival!(count_if_meant::<W>(workload, rival));
    #[cfg(feature = "observe")]
    count_if_meant::<W, suite::rival::Traced<W>>(workload, rival);
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [workload, rival] => for_each_workload!(count(workload, rival)),
        _ => println!("count WORKLOAD IMPLEMENTATION"),
    }
}
