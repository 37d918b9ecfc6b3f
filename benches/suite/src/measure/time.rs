//! Times. They are noisy: contestants take turns, and the median counts.

use std::hint::black_box;
use std::time::Instant;

use crate::population::Population;
use crate::rival::Steers;
use crate::workload::Workload;

/// Something that can be timed again and again: it answers with nanoseconds.
pub struct Contestant {
    pub name: &'static str,
    run: Box<dyn FnMut() -> f64>,
}

impl Contestant {
    /// Nanoseconds per tick, with this many agents.
    pub fn ticking<W: Workload, S: Steers<W> + 'static>(agents: usize) -> Self {
        let mut population = Population::<W, S>::new(agents);
        let frames = (200_000 / agents).max(2);
        let mut run = move || {
            let start = Instant::now();
            for _ in 0..frames {
                black_box(population.frame());
            }
            start.elapsed().as_nanos() as f64 / (frames * agents) as f64
        };
        // Once for the caches.
        run();
        Contestant { name: S::NAME, run: Box::new(run) }
    }

    /// Nanoseconds per tick on this many threads.
    pub fn on_threads<W: Workload, S: Steers<W> + Send + 'static>(agents: usize, threads: usize) -> Self
    where
        S::Tree: Send,
    {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
        let mut population = Population::<W, S>::new(agents);
        // Long enough for the system to give each thread a core of its own.
        let frames = (40_000_000 / agents).max(2);
        let mut run = move || {
            let start = Instant::now();
            pool.install(|| {
                for _ in 0..frames {
                    black_box(population.frame_on_threads());
                }
            });
            start.elapsed().as_nanos() as f64 / (frames * agents) as f64
        };
        run();
        Contestant { name: S::NAME, run: Box::new(run) }
    }

    /// Nanoseconds per agent that is made, its own data included.
    pub fn making<W: Workload, S: Steers<W> + 'static>(agents: usize) -> Self {
        let run = move || {
            let start = Instant::now();
            let population = Population::<W, S>::new(agents);
            let nanos = start.elapsed().as_nanos() as f64;
            drop(black_box(population));
            nanos / agents as f64
        };
        Contestant { name: S::NAME, run: Box::new(run) }
    }
}

/// The median of each, over some rounds in which all take their turns.
pub fn medians(contestants: &mut [Contestant], rounds: usize) -> Vec<(&'static str, f64)> {
    let mut times = vec![Vec::new(); contestants.len()];
    for _ in 0..rounds {
        for (contestant, times) in contestants.iter_mut().zip(&mut times) {
            times.push((contestant.run)());
        }
    }
    let medians = times.iter_mut().map(|times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    contestants.iter().map(|contestant| contestant.name).zip(medians).collect()
}
