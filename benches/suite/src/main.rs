//! `suite count WORKLOAD IMPLEMENTATION`: runs it, for callgrind to count.

use suite::rival::Steers;
use suite::{Population, Workload, for_each_rival, for_each_workload};

const FRAMES: usize = 2400;

fn count_if_meant<W: Workload, S: Steers<W>>(workload: &str, rival: &str) {
    if W::NAME == workload && S::NAME == rival {
        println!("{:x}", Population::<W, S>::new(1).counted(FRAMES));
    }
}

fn count<W: Workload>(workload: &str, rival: &str) {
    for_each_rival!(count_if_meant::<W>(workload, rival));
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["count", workload, rival] => for_each_workload!(count(workload, rival)),
        ["compile"] => compile(),
        _ => println!("suite count WORKLOAD IMPLEMENTATION"),
    }
}

fn compile() {
    use suite::measure::compile::{Compiler, Form, Job};
    let compiler = Compiler::new(std::path::Path::new("."));
    for nodes in [10, 100, 341, 1000, 3000] {
        for form in Form::ALL {
            print!("{nodes:5} {:16}", form.name());
            for job in Job::ALL {
                if nodes == 3000 && job == Job::Debug { continue; }
                print!(" {:6.2}", compiler.seconds(form, job, nodes));
            }
            println!("  expansion {:.3}", compiler.expansion(form, nodes));
        }
    }
}
