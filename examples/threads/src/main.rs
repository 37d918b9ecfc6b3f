//! Thousands of agents on all cores: `cargo run --release -p threads`.
//!
//! A tree is shared, and agents are plain data: chunks of agents, each with its own
//! part of the game's data, are ticked by as many threads as there are.

use bt_core::prelude::*;
use rayon::prelude::*;

struct Fish {
    depth: f32,
    hunger: f32,
}

/// What all see, and nobody changes during a tick.
struct Sea {
    plankton_at: f32,
}

struct Ctx<'a> {
    fish: &'a mut Fish,
    sea: &'a Sea,
}

fn is_hungry(c: &Ctx<'_>) -> bool {
    c.fish.hunger > 1.0
}

fn swim_to_food(c: &mut Ctx<'_>) -> Status {
    let way = c.sea.plankton_at - c.fish.depth;
    c.fish.depth += way.clamp(-0.5, 0.5);
    if way.abs() < 0.5 { Status::Success } else { Status::Running }
}

fn eat(c: &mut Ctx<'_>) {
    c.fish.hunger = 0.0;
}

fn drift(c: &mut Ctx<'_>) -> Running {
    c.fish.depth += 0.01;
    c.fish.hunger += 0.02;
    Running
}

bt! {
    struct FishTree |c: &mut Ctx<'_>| selector <
        is_hungry => sequence < swim_to_food, eat >,
        drift,
    >
}

const FISH: usize = 100_000;
const CHUNK: usize = 4096;

fn main() {
    let sea = Sea { plankton_at: 12.0 };
    let mut school: Vec<Fish> = (0..FISH)
        .map(|index| Fish { depth: (index % 40) as f32, hunger: (index % 7) as f32 / 5.0 })
        .collect();
    let mut agents = vec![Agent::<FishTree>::new(); FISH];

    for _frame in 0..600 {
        school.par_chunks_mut(CHUNK).zip(agents.par_chunks_mut(CHUNK)).for_each(|(school, agents)| {
            for (fish, agent) in school.iter_mut().zip(agents) {
                agent.tick(&FishTree, &mut Ctx { fish, sea: &sea });
            }
        });
    }

    let fed = school.iter().filter(|fish| fish.hunger < 1.0).count();
    println!("{FISH} fish on {} threads, after ten seconds: {fed} are fed.", rayon::current_num_threads());
    println!("An agent: {} byte.", size_of::<Agent<FishTree>>());
}
