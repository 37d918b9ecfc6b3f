//! `peers names`, `peers guard NAME` for callgrind, `peers times`.

use peers::for_each_peer;
use suite::measure::count::FRAMES;
use suite::measure::time::{Contestant, medians};
use suite::rival::{ByHand, Counted, Steers};
use suite::{Population, Workload};

/// All do the same, or nothing is measured.
fn check<W: Workload, S: Steers<W>>(expected: u64) {
    let sum = Population::<W, S>::new(10).checksum(FRAMES);
    assert_eq!(sum, expected, "{} does something else than by hand", S::NAME);
}

fn name<W: Workload, S: Steers<W>>() {
    println!("{}", S::NAME);
}

fn count<W: Workload, S: Steers<W>>(rival: &str) {
    if S::NAME == rival {
        println!("{:x}", Population::<W, Counted<S>>::new(1).checksum(FRAMES));
    }
}

fn enter<W: Workload, S: Steers<W> + 'static>(contestants: &mut Vec<Contestant>) {
    contestants.push(Contestant::ticking::<W, S>(1000));
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["names"] => for_each_peer!(name()),
        ["guard", rival] => for_each_peer!(count(rival)),
        ["times"] => {
            let expected = Population::<Guard, ByHand<Guard>>::new(10).checksum(FRAMES);
            for_each_peer!(check(expected));
            let mut contestants = Vec::new();
            for_each_peer!(enter(&mut contestants));
            for (name, nanos) in medians(&mut contestants, 9) {
                println!("{name}|{nanos:.2}");
            }
        }
        _ => println!("peers names | guard NAME | times"),
    }
}

use suite::workload::Guard;
