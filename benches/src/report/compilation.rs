//! What trees cost the compiler.

use std::collections::BTreeMap;

use super::{Report, progress};
use crate::measure::compile::{Compiler, Job};
use crate::measure::program::{Form, Program};
use crate::plot::Series;

const SIZES: [usize; 5] = [10, 100, 341, 1000, 3000];

/// The chapter.
pub(super) fn write(report: &mut Report) {
    let compiler = Compiler::new(&report.root);
    report.say("## What a tree costs the compiler\n");
    report.say(
        "CPU seconds of `rustc` for a program with one tree, its dependencies being built (median of 3); \
         `check`, `debug` and `release` without linking. The macro's own share of a check is reading \
         the tree and writing it out as Rust.\n",
    );
    let mut series: BTreeMap<&str, [Vec<(f64, f64)>; 3]> = BTreeMap::new();
    let mut rows = Vec::new();
    for nodes in SIZES {
        for form in Form::ALL {
            progress(&format!("the compilation of {nodes} nodes, {}", form.name()));
            let program = Program::one(form, nodes);
            let mut row = vec![nodes.to_string(), form.name().to_owned()];
            for (index, job) in Job::ALL.into_iter().enumerate() {
                let seconds = median((0..3).map(|_| compiler.seconds(&program, job)));
                series.entry(form.name()).or_default()[index].push((nodes as f64, seconds));
                row.push(format!("{:.2}", seconds));
            }
            row.push(match form {
                Form::Item | Form::Expression => format!("{:.2}", compiler.expansion(&program)),
                Form::ByHand | Form::Boxed => "-".to_owned(),
            });
            rows.push(row);
        }
    }
    let head = ["nodes", "", "check", "debug", "release", "expansion"].map(String::from);
    report.table(&head, &rows);
    for (index, job) in Job::ALL.into_iter().enumerate() {
        if job == Job::Debug {
            continue;
        }
        let series = series
            .iter()
            .map(|(name, jobs)| Series { name: (*name).to_owned(), points: jobs[index].clone() });
        let series: Vec<Series> = series.collect();
        let (file, title) = (format!("{}.svg", job.name()), format!("CPU seconds of a {}", job.name()));
        report.plot(&file, &title, "nodes", "seconds", &series);
    }

    against_boxes(report, &compiler);

    report.say("### The code\n");
    report.say("Bytes of machine code per node, between 100 and 1,000 nodes; and instructions per tick:\n");
    let forms = [Form::ByHand, Form::Item, Form::Boxed];
    let nodes = [5, 21, 85, 341, 1365];
    let (mut rows, mut series) = (Vec::new(), Vec::new());
    let mut printed: BTreeMap<usize, String> = BTreeMap::new();
    for form in forms {
        progress(&format!("the code of {}", form.name()));
        let code = |nodes| compiler.code(&Program::one(form, nodes));
        let bytes = (code(1000) - code(100)) as f64 / 900.0;
        let mut row = vec![form.name().to_owned(), format!("{bytes:.0}")];
        let mut points = Vec::new();
        for count in nodes {
            let (instructions, end) = compiler.instructions(&Program::one(form, count));
            let first = printed.entry(count).or_insert(end.clone());
            assert_eq!(*first, end, "{form:?} does something else with {count} nodes");
            row.push(format!("{instructions:.1}"));
            points.push((count as f64, instructions));
        }
        rows.push(row);
        series.push(Series { name: form.name().to_owned(), points });
    }
    let head: Vec<String> = ["".to_owned(), "bytes per node".to_owned()]
        .into_iter()
        .chain(nodes.iter().map(|count| format!("{count} nodes")))
        .collect();
    report.table(&head, &rows);
    report.plot("nodes.svg", "Instructions per tick", "nodes", "instructions", &series);
}

/// Many trees, and long lists: seconds, and the ratio to a program that does the same, or
/// as much.
pub(super) fn against_boxes(report: &mut Report, compiler: &Compiler) {
    report.say("### Many trees, and long lists\n");
    report.say(
        "CPU seconds, and in brackets the ratio to the other program, both by turns (median of 5). A \
         mixed tree has `mem_sequence`, `wait`, `cooldown`, `=>` and `!`; the boxed ones beside it are plain.\n",
    );
    let pairs = [
        (Program::one(Form::Item, 100), Program::one(Form::Boxed, 100)),
        (Program::one(Form::Item, 1000), Program::one(Form::Boxed, 1000)),
        (Program::many(Form::Item, 50, 20), Program::many(Form::Boxed, 50, 20)),
        (Program::mixed(50), Program::many(Form::Boxed, 50, 20)),
        (Program::one(Form::Expression, 100), Program::one(Form::Boxed, 100)),
        (Program::lists(1000, 1000), Program::lists(1000, 10)),
    ];
    let rows = pairs.iter().map(|(program, other)| {
        let cells = Job::ALL.map(|job| {
            progress(&format!("the {} of {}", job.name(), program.name));
            let rounds: Vec<[f64; 2]> =
                (0..5).map(|_| [program, other].map(|program| compiler.seconds(program, job))).collect();
            let [seconds, others] = [0, 1].map(|which| median(rounds.iter().map(|round| round[which])));
            format!("{seconds:.2} ({:.2})", seconds / others)
        });
        [program.name.clone(), other.name.clone()].into_iter().chain(cells).collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    report.table(&["", "against", "check", "debug", "release"].map(String::from), &rows);
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
