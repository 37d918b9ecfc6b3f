//! The cost of dispatch: the guard, ticked by each implementation.
//!
//! `cargo bench --bench dispatch`. Times are noisy on a shared machine: compare
//! within one run, and see `benches/count.sh` for instructions.

mod guards;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use guards::{
    AsEnum, ByHand, ByHandAgent, DynOwned, DynShared, Population, Steers, WithAgent, WithBt, checksum,
};

fn measure<S: Steers>(criterion: &mut Criterion, agents: usize) {
    let mut group = criterion.benchmark_group(format!("guard/{agents}"));
    group.throughput(Throughput::Elements(agents as u64));
    let mut population = Population::<S>::new(agents);
    group.bench_function(BenchmarkId::from_parameter(S::name()), |bencher| {
        bencher.iter(|| population.frame());
    });
    group.finish();
}

fn dispatch(criterion: &mut Criterion) {
    let expected = checksum::<ByHand>(10, 2400);
    for (name, sum) in [
        (WithBt::name(), checksum::<WithBt>(10, 2400)),
        (ByHandAgent::name(), checksum::<ByHandAgent>(10, 2400)),
        (WithAgent::name(), checksum::<WithAgent>(10, 2400)),
        (DynShared::name(), checksum::<DynShared>(10, 2400)),
        (DynOwned::name(), checksum::<DynOwned>(10, 2400)),
        (AsEnum::name(), checksum::<AsEnum>(10, 2400)),
    ] {
        assert_eq!(sum, expected, "{name} does something else than by hand");
    }
    for agents in [1, 10_000] {
        measure::<ByHand>(criterion, agents);
        measure::<ByHandAgent>(criterion, agents);
        measure::<WithBt>(criterion, agents);
        measure::<WithAgent>(criterion, agents);
        measure::<DynShared>(criterion, agents);
        measure::<DynOwned>(criterion, agents);
        measure::<AsEnum>(criterion, agents);
    }
}

criterion_group!(benches, dispatch);
criterion_main!(benches);
