//! 200,000 people of a valley, most of whom have nothing to do: who needs a tick, gets one.
//!
//! They rest, forage in turns, and are afraid of the wolves that come near; those far from
//! the player are ticked less often, and no frame has more than 6,000 ticks. A line a second
//! of the valley's time, and what it would have cost to tick everybody.
//!
//! `cargo run --release --example crowd`

use std::time::{Duration, Instant};

use bt_core::Wake;
use bt_core::blackboard::Expiring;
use bt_core::prelude::*;
use bt_core::schedule::Schedule;

const PEOPLE: usize = 200_000;
const VILLAGES: usize = 500;
const FRAME: Duration = Duration::from_millis(16);
const SECONDS: u64 = 10;

/// What all share.
#[derive(Blackboard)]
struct Scene {
    #[bt(clock)]
    now: Duration,
}

/// What a village shares: its food, and where a wolf was seen.
#[derive(Clone)]
struct Village {
    food: u32,
    wolf: Expiring<f32>,
}

struct Person {
    place: f32,
    health: f32,
    village: u32,
    agent: Agent<PersonTree>,
}

/// A person's view: themselves, their village, the scene.
#[derive(Blackboard)]
struct Ctx<'a> {
    #[bt(scope)]
    scene: &'a Scene,
    village: &'a mut Village,
    place: &'a mut f32,
    health: &'a mut f32,
    rest: Duration,
}

fn wolf_is_near(c: &Ctx<'_>) -> bool {
    c.village.wolf.get(c.scene.now).is_some_and(|wolf| (wolf - *c.place).abs() < 20.0)
}

/// A step away from the wolf, every tick.
fn run_away(c: &mut Ctx<'_>) -> Running {
    let wolf = c.village.wolf.get(c.scene.now).copied().unwrap_or_default();
    *c.place += 0.1 * (*c.place - wolf).signum();
    Running
}

fn is_hurt(c: &Ctx<'_>) -> bool {
    *c.health < 0.5
}

fn heal(c: &mut Ctx<'_>) {
    *c.health = 1.0;
}

fn forage(c: &mut Ctx<'_>) {
    c.village.food += 1;
}

bt! {
    /// What a person does, most urgent first.
    struct PersonTree |c: &mut Ctx<'_>| selector <
        wolf_is_near => run_away,
        is_hurt => mem_sequence < wait(2s), heal >,
        daily: repeater < mem_sequence < wait(c.rest), forage > >,
    >
}

impl Person {
    fn new(id: usize) -> Self {
        Person {
            place: id as f32 / 20.0,
            health: 1.0,
            village: (id * VILLAGES / PEOPLE) as u32,
            agent: Agent::new(),
        }
    }
}

struct Valley {
    scene: Scene,
    people: Vec<Person>,
    villages: Vec<Village>,
}

impl Valley {
    fn new() -> Self {
        Valley {
            scene: Scene { now: FRAME },
            people: (0..PEOPLE).map(Person::new).collect(),
            villages: vec![Village { food: 0, wolf: Expiring::new(Duration::from_secs(3)) }; VILLAGES],
        }
    }

    /// One person's tick; what it says about the next.
    fn tick(&mut self, id: u32) -> Wake {
        let Person { place, health, village, agent } = &mut self.people[id as usize];
        let mut ctx = Ctx {
            scene: &self.scene,
            village: &mut self.villages[*village as usize],
            place,
            health,
            // Each at their own pace.
            rest: Duration::from_millis(3000 + u64::from(id.wrapping_mul(0x9E37_79B9) >> 19)),
        };
        agent.tick_until(&PersonTree, &mut ctx).1
    }

    /// What happens in the valley; whom it concerns is told.
    fn pass(&mut self, frame: u64, mut concerns: impl FnMut(u32)) {
        self.scene.now += FRAME;
        // Now and then, a wolf comes to a village: all who live there have to know.
        if frame % 60 == 30 {
            let village = (frame * 7919) as usize % VILLAGES;
            let first = village * (PEOPLE / VILLAGES);
            self.villages[village].wolf.set(first as f32 / 20.0 + 10.0, self.scene.now);
            (first..first + PEOPLE / VILLAGES).for_each(|id| concerns(id as u32));
        }
        // Somebody falls, and is hurt.
        let id = (frame * 104_729) as usize % PEOPLE;
        self.people[id].health = 0.2;
        concerns(id as u32);
    }

    fn food(&self) -> u32 {
        self.villages.iter().map(|village| village.food).sum()
    }
}

fn main() {
    let frames_a_second = 1000 / FRAME.as_millis() as u64;
    let mut valley = Valley::new();
    // What a person asks changes only when they are told.
    let mut schedule = Schedule::new().asking_every(Duration::MAX);
    for id in 0..PEOPLE as u32 {
        schedule.insert(id);
        if id >= 20_000 {
            // Far from the player.
            schedule.pace(id, Duration::from_millis(250));
        }
    }

    let (mut ticks, mut time) = (0, Duration::ZERO);
    for second in 0..SECONDS {
        let (mut ticked, mut most, mut left, start) = (0, 0, 0, Instant::now());
        for frame in second * frames_a_second..(second + 1) * frames_a_second {
            valley.pass(frame, |id| schedule.wake(id));
            let frame = schedule.frame_within(valley.scene.now, 6_000, |id| valley.tick(id));
            (ticked, most, left) = (ticked + frame.ticked, most.max(frame.ticked), frame.left);
        }
        let elapsed = start.elapsed();
        println!(
            "second {second:2}: {ticked:6} ticks, at most {most:5} a frame, {left:6} left over, {:.2} ms a frame",
            elapsed.as_secs_f64() * 1000.0 / frames_a_second as f64
        );
        (ticks, time) = (ticks + ticked, time + elapsed);
    }
    assert!(valley.food() > 0, "they live");

    // The same valley, everybody in every frame.
    let (mut restless, mut all) = (Valley::new(), Duration::ZERO);
    for frame in 0..frames_a_second {
        restless.pass(frame, |_| {});
        let start = Instant::now();
        (0..PEOPLE as u32).for_each(|id| {
            restless.tick(id);
        });
        all += start.elapsed();
    }
    println!(
        "{:.2} % of all ticks; {:.2} ms a frame, and {:.2} ms with everybody in every frame",
        100.0 * ticks as f64 / (SECONDS * frames_a_second) as f64 / PEOPLE as f64,
        time.as_secs_f64() * 1000.0 / (SECONDS * frames_a_second) as f64,
        all.as_secs_f64() * 1000.0 / frames_a_second as f64
    );
}
