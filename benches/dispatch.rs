//! The cost of dispatch: every workload, ticked by each implementation.
//!
//! `cargo bench -p benches`. Times are noisy on a shared machine: compare
//! within one run, and see `benches/report` for instructions.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use suite::rival::Steers;
use suite::{Population, Workload, for_each_rival, for_each_workload};

const AGENTS: usize = 1000;

fn measure<W: Workload, S: Steers<W>>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(W::NAME);
    group.throughput(Throughput::Elements(AGENTS as u64));
    let mut population = Population::<W, S>::new(AGENTS);
    group.bench_function(BenchmarkId::from_parameter(S::NAME), |bencher| {
        bencher.iter(|| population.frame());
    });
    group.finish();
}

fn workload<W: Workload>(criterion: &mut Criterion) {
    for_each_rival!(measure::<W>(criterion));
}

fn dispatch(criterion: &mut Criterion) {
    for_each_workload!(workload(criterion));
}

criterion_group!(benches, dispatch);
criterion_main!(benches);
