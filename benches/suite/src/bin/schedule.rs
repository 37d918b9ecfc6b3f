//! `schedule AGENTS FRAMES`: a frame of agents of whom each has something to do once in so
//! many frames, found by a schedule, against ticking exactly those from a list, and against
//! ticking all; in nanoseconds per tick.
//!
//! For instructions, run it in callgrind and collect in `*counted_schedule*`,
//! `*counted_list*` or `*counted_all*`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bt_core::Wake;
use bt_core::blackboard::{Random, SmallRng};
use bt_core::schedule::Schedule;

const FRAME: Duration = Duration::from_millis(16);

/// Somebody of two cache lines, with a bit to do.
#[derive(Clone)]
struct Npc {
    rng: SmallRng,
    place: [f32; 2],
    ticks: u64,
    _rest: [u64; 12],
}

impl Npc {
    fn new(seed: usize) -> Self {
        Npc { rng: SmallRng::new(seed as u64), place: [0.0; 2], ticks: 0, _rest: [0; 12] }
    }

    /// A tick; the next is needed after about `every` frames.
    #[inline(always)]
    fn tick(&mut self, now: Duration, every: u32) -> Wake {
        self.place[0] += 0.1;
        self.ticks += 1;
        let frames = every / 2 + (self.rng.next_u64() >> 32) as u32 % (every + 1);
        Wake::at_moment(now + FRAME * frames)
    }
}

#[inline(never)]
fn counted_schedule(schedule: &mut Schedule, now: Duration, npcs: &mut [Npc], every: u32) -> usize {
    schedule.frame_slice(now, npcs, |npc| npc.tick(now, every)).ticked
}

#[inline(never)]
fn counted_list(due: &[u32], now: Duration, npcs: &mut [Npc], every: u32) {
    for &id in due {
        black_box(npcs[id as usize].tick(now, every));
    }
}

#[inline(never)]
fn counted_all(now: Duration, npcs: &mut [Npc], every: u32) {
    for npc in npcs {
        black_box(npc.tick(now, every));
    }
}

fn measure(agents: usize, frames: u32, every: u32) {
    let mut now = FRAME;
    let mut npcs: Vec<Npc> = (0..agents).map(Npc::new).collect();
    let mut schedule = Schedule::new();
    (0..agents as u32).for_each(|id| {
        schedule.insert(id);
    });
    // Nobody begins at the same time as all others.
    schedule.frame(now, |id| {
        let frames = id.wrapping_mul(0x9E37_79B9) % every.max(1);
        Wake::at_moment(now + FRAME * (1 + frames))
    });

    // Who is due, told by a schedule of the same agents in advance.
    let mut foretold = schedule.clone();
    let mut twins = npcs.clone();
    let lists: Vec<Vec<u32>> = (1..=frames)
        .map(|frame| {
            let now = now + FRAME * frame;
            let mut list = Vec::new();
            foretold.frame(now, |id| {
                list.push(id);
                twins[id as usize].tick(now, every)
            });
            list
        })
        .collect();
    let mut twins = npcs.clone();

    let (mut scheduled, mut listed, mut all, mut ticks) = (Duration::ZERO, Duration::ZERO, Duration::ZERO, 0);
    for list in &lists {
        now += FRAME;
        let start = Instant::now();
        ticks += counted_schedule(&mut schedule, now, &mut npcs, every);
        scheduled += start.elapsed();
        let start = Instant::now();
        counted_list(list, now, &mut twins, every);
        listed += start.elapsed();
    }
    let rounds = 4;
    for _ in 0..rounds {
        let start = Instant::now();
        counted_all(now, &mut twins, every);
        all += start.elapsed();
    }
    let nanos = |time: Duration, ticks: usize| time.as_nanos() as f64 / ticks as f64;
    println!(
        "{agents} agents, {:.2} % due: schedule {:.1} ns a tick, list {:.1} ns, all {:.1} ns an agent",
        100.0 * ticks as f64 / (agents as f64 * f64::from(frames)),
        nanos(scheduled, ticks),
        nanos(listed, ticks),
        nanos(all, rounds * agents),
    );
}

fn main() {
    let arguments: Vec<u32> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let [agents, frames] = arguments[..] else { return println!("schedule AGENTS FRAMES") };
    for every in [0, 10, 100, 1000] {
        measure(agents as usize, frames.max(1), every);
    }
}
