//! The workloads that the benchmarks run, and every way to run them.

pub mod measure;
pub mod population;
pub mod rival;
pub mod source;
pub mod workload;

pub use population::Population;
pub use rival::Steers;
pub use workload::Workload;
