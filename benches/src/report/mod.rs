//! Measures everything, and writes `BENCHMARKS.md` with its plots.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use bt_core::Node as _;
use suite::measure::count::{FRAMES, instructions_per_tick, is_possible};
use suite::measure::time::{Contestant, medians};
use suite::rival::{ByHand, Nobody, Steers, WithBt};
use suite::workload::Guard;
use suite::{Population, Workload, for_each_rival, for_each_workload};

use crate::measure::compile::Compiler;
use crate::plot::{Series, draw};

mod compilation;

const ROUNDS: usize = 9;

/// The report in the making.
struct Report {
    root: PathBuf,
    text: String,
}

impl Report {
    fn say(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// A table; the first column is text.
    fn table(&mut self, head: &[String], rows: &[Vec<String>]) {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        self.text += &line(head);
        self.text += &format!("|---|{}\n", "---:|".repeat(head.len() - 1));
        for row in rows {
            self.text += &line(row);
        }
        self.text.push('\n');
    }

    fn plot(&mut self, file: &str, title: &str, x: &str, y: &str, series: &[Series]) {
        let directory = self.root.join("docs/benchmarks");
        std::fs::create_dir_all(&directory).expect("a directory can be made");
        draw(&directory.join(file), title, x, y, series);
        let _ = writeln!(self.text, "![{title}](docs/benchmarks/{file})\n");
    }
}

fn progress(what: &str) {
    eprintln!("measuring {what}");
}

fn output(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn cargo(root: &Path, arguments: &[&str]) -> String {
    output(Command::new(env!("CARGO")).current_dir(root).args(arguments))
}

// ---- collecting what is generic in implementation and workload

fn name<W: Workload, S: Steers<W>>(names: &mut Vec<&'static str>) {
    names.push(S::NAME);
}

fn workload_name<W: Workload>(names: &mut Vec<(&'static str, u32)>) {
    names.push((W::NAME, W::Tree::COUNT));
}

fn check<W: Workload, S: Steers<W>>(expected: u64) {
    let sum = Population::<W, S>::new(10).checksum(FRAMES);
    assert_eq!(sum, expected, "{}: {} does something else than by hand", W::NAME, S::NAME);
}

fn check_all<W: Workload>() {
    let expected = Population::<W, ByHand<W>>::new(10).checksum(FRAMES);
    for_each_rival!(check::<W>(expected));
}

fn enter<W: Workload, S: Steers<W> + 'static>(agents: usize, contestants: &mut Vec<Contestant>) {
    contestants.push(Contestant::ticking::<W, S>(agents));
}

fn enter_making<W: Workload, S: Steers<W> + 'static>(agents: usize, contestants: &mut Vec<Contestant>) {
    contestants.push(Contestant::making::<W, S>(agents));
}

/// Nanoseconds per tick, with the floor first.
fn ticking<W: Workload>(agents: usize) -> Vec<(&'static str, f64)> {
    let mut contestants = vec![Contestant::ticking::<W, Nobody>(agents)];
    for_each_rival!(enter::<W>(agents, &mut contestants));
    medians(&mut contestants, ROUNDS)
}

fn ticking_of<W: Workload>(times: &mut Vec<(&'static str, f64, f64)>) {
    let measured = ticking::<W>(1000);
    let of = |name| measured.iter().find(|(other, _)| *other == name).expect("it was measured").1;
    times.push((W::NAME, of(<ByHand<W> as Steers<W>>::NAME), of(<WithBt<W> as Steers<W>>::NAME)));
}

// ---- the chapters

fn machine(report: &mut Report) {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(": unknown");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let rustc = output(Command::new("rustc").arg("-V"));
    let model = model.trim_start_matches(['\t', ' ', ':']);
    report.say(&format!("Machine: {model}, {cores} cores. Compiler: {}.\n", rustc.trim()));
    report.say(
        "Written by `benches/report`, which measures everything below in one run. *Instructions* are \
         counted by callgrind, and exact: they are what to look at. *Times* are medians of interleaved \
         rounds, and noisy on a shared machine: compare within a table only. All implementations have \
         the same leaves, and have done the same to the last bit before anything is measured.\n",
    );
}

fn instructions(report: &mut Report, peers: &Path) {
    let (mut names, mut workloads) = (Vec::new(), Vec::new());
    for_each_rival!(name::<Guard>(&mut names));
    for_each_workload!(workload_name(&mut workloads));
    progress("instructions");
    let count = ["-q", "-p", "suite", "--bin", "count"];
    cargo(&report.root, &[&["build", "--release"], &count[..]].concat());
    cargo(&report.root, &[&["build", "--profile", "lto"], &count[..]].concat());
    let program = report.root.join("target/release/count");
    let optimized = report.root.join("target/lto/count");

    report.say("## Instructions per tick\n");
    report.say(
        "One agent, 2,400 ticks, stock release profile. In brackets: the ratio to the same behavior by \
         hand. An \"agent\" also remembers whether it runs.\n",
    );
    let head: Vec<String> = [String::new()]
        .into_iter()
        .chain(workloads.iter().map(|(name, nodes)| format!("{name} ({nodes} nodes)")))
        .collect();
    let table = |program: &Path, names: &[&str]| {
        let mut by_hand: BTreeMap<(&str, bool), f64> = BTreeMap::new();
        let row = |rival: &&str| {
            progress(&format!("instructions of {rival}"));
            let cells = workloads.iter().map(|(workload, _)| {
                let count = instructions_per_tick(program, workload, rival);
                let against = *by_hand
                    .entry((workload, rival.ends_with("agent") && rival.contains(',')))
                    .or_insert(count);
                format!("{count:.1} ({:.2})", count / against)
            });
            [rival.to_string()].into_iter().chain(cells).collect::<Vec<String>>()
        };
        names.iter().map(row).collect::<Vec<Vec<String>>>()
    };
    let rows = table(&program, &names);
    report.table(&head, &rows);
    report.say("With link-time optimization and one codegen unit:\n");
    let rows = table(&optimized, &names[..4]);
    report.table(&head, &rows);

    report.say("### Other libraries, with the guard\n");
    report.say(
        "Each as its documentation says; what had to be adapted is listed in `benches/peers/src/lib.rs`. \
         Nanoseconds with 1,000 agents.\n",
    );
    progress("other libraries");
    let names = output(Command::new(peers.join("peers")).arg("names"));
    let times = rows_of(&output(Command::new(peers.join("peers")).arg("times")));
    let footprints = rows_of(&output(&mut Command::new(peers.join("footprints"))));
    let mut by_hand = None;
    let rows = names.lines().zip(times.iter().zip(&footprints)).map(|(name, (time, footprint))| {
        let count = instructions_per_tick(&peers.join("peers"), "guard", name);
        let nanos: f64 = time[1].parse().expect("a number");
        let (first_count, first_nanos) = *by_hand.get_or_insert((count, nanos));
        vec![
            name.to_owned(),
            format!("{count:.1} ({:.2})", count / first_count),
            format!("{nanos:.1} ({:.1})", nanos / first_nanos),
            footprint[2].clone(),
            footprint[3].clone(),
        ]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let head = ["", "instructions", "ns", "bytes per agent", "allocations per agent"].map(String::from);
    report.table(&head, &rows);
}

/// The cells of lines like `a|b|c`.
fn rows_of(text: &str) -> Vec<Vec<String>> {
    text.lines().map(|line| line.split('|').map(String::from).collect()).collect()
}

fn times(report: &mut Report) {
    report.say("## Nanoseconds per tick of the guard\n");
    report.say(
        "The world's own touch is included; \"touch only\" is that alone, the floor that memory sets.\n",
    );
    let agents = [1, 1_000, 100_000, 1_000_000];
    let mut columns = Vec::new();
    for count in agents {
        progress(&format!("{count} agents"));
        columns.push(ticking::<Guard>(count));
    }
    let head: Vec<String> = [String::new()]
        .into_iter()
        .chain(agents.iter().map(|count| format!("{count} agent{}", if *count == 1 { "" } else { "s" })))
        .collect();
    let rows = (0..columns[0].len()).map(|row| {
        let cells =
            columns.iter().map(|column| format!("{:.1} ({:.2})", column[row].1, column[row].1 / column[1].1));
        [columns[0][row].0.to_owned()].into_iter().chain(cells).collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    report.table(&head, &rows);
    let series =
        (0..columns[0].len()).filter(|row| !columns[0][*row].0.ends_with(", agent")).map(|row| Series {
            name: columns[0][row].0.to_owned(),
            points: agents
                .iter()
                .zip(&columns)
                .map(|(count, column)| (*count as f64, column[row].1))
                .collect(),
        });
    let series: Vec<Series> = series.collect();
    report.plot("ticks.svg", "The guard: ns per tick", "agents", "ns per tick", &series);

    report.say("The other workloads, with 1,000 agents:\n");
    let mut rows = Vec::new();
    for_each_workload!(ticking_of(&mut rows));
    let rows = rows.into_iter().map(|(name, by_hand, tree)| {
        vec![name.to_owned(), format!("{by_hand:.1}"), format!("{tree:.1} ({:.2})", tree / by_hand)]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    report.table(&["", "by hand", "bt!"].map(String::from), &rows);

    two_cores(report);
}

fn two_cores(report: &mut Report) {
    report.say("### Two cores\n");
    progress("two cores");
    report.say(
        "Guards in chunks of 4,096 on rayon's threads (`examples/threads`), in million ticks per second. \
         A million with their data are more than the caches hold.\n",
    );
    let rows = [100_000, 1_000_000].map(|crowd| {
        let threads = |threads| Contestant::on_threads::<Guard, WithBt<Guard>>(crowd, threads);
        let measured = medians(&mut [threads(1), threads(2)], ROUNDS);
        let [one, two] = [measured[0].1, measured[1].1];
        vec![crowd.to_string(), format!("{:.1}", 1e3 / one), format!("{:.1} ({:.2})", 1e3 / two, one / two)]
    });
    report.table(&["guards", "one core", "two cores"].map(String::from), &rows);
}

fn memory(report: &mut Report) {
    progress("memory");
    report.say("## An agent\n");
    report.say(
        "Bytes beyond the agent's own data, and allocations; and how long it takes to make a guard with \
         its own data, in nanoseconds, when 100,000 are made.\n",
    );
    let text = cargo(&report.root, &["run", "-q", "--release", "-p", "suite", "--bin", "footprints"]);
    let footprints = rows_of(&text);
    let mut contestants = Vec::new();
    for_each_rival!(enter_making::<Guard>(100_000, &mut contestants));
    let making = medians(&mut contestants, ROUNDS);
    let mut workloads = Vec::new();
    for_each_workload!(workload_name(&mut workloads));
    let head: Vec<String> = [String::new()]
        .into_iter()
        .chain(workloads.iter().map(|(name, _)| (*name).to_owned()))
        .chain(["ns to make".to_owned()])
        .collect();
    let rows = making.iter().map(|(name, nanos)| {
        let cells = footprints.iter().filter(|row| row[1] == *name).map(|row| match &*row[3] {
            "0" => row[2].clone(),
            allocations => format!("{} in {allocations}", row[2]),
        });
        [(*name).to_owned()].into_iter().chain(cells).chain([format!("{nanos:.1}")]).collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    report.table(&head, &rows);
}

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().expect("the workspace is there")
}

/// Prints the ratios of the compiler's time alone.
pub fn print_compilation() {
    let root = root();
    let compiler = Compiler::new(&root);
    let mut report = Report { root, text: String::new() };
    compilation::against_boxes(&mut report, &compiler);
    print!("{}", report.text);
}

/// Writes the report.
pub fn write() {
    let root = root();
    assert!(is_possible(), "the report counts instructions: install valgrind");
    for_each_workload!(check_all());
    let manifest = root.join("benches/peers/Cargo.toml");
    let manifest = manifest.to_str().expect("a readable path").to_owned();
    cargo(&root, &["build", "-q", "--release", "--locked", "--manifest-path", &manifest]);

    let peers = root.join("benches/peers/target/release");
    let mut report = Report { root, text: "# Benchmarks\n\n".to_owned() };
    machine(&mut report);
    instructions(&mut report, &peers);
    times(&mut report);
    memory(&mut report);
    compilation::write(&mut report);
    std::fs::write(report.root.join("BENCHMARKS.md"), report.text).expect("the file can be written");
}
