//! Not ticking can't be told from ticking: each tree is ticked in every frame, and once
//! more only when it is due, and the two do the same, frame by frame.
//!
//! In a calm world, conditions change only when the agent is woken, and most leaves say
//! how long their answers stand.

use bt_core::Wake;
use bt_core::prelude::*;
use differential::generate::{self, Dice};
use differential::source::source;
use differential::world::{Script, Scripted, World, condition, enter, exit, function, hook};

/// The frames of a script, and in how many of them the sleeper was ticked; or the frame
/// in which the two were different, and how.
type Played = Result<(u32, u32), String>;
type Run = fn(&Script) -> Played;

include!(concat!(env!("OUT_DIR"), "/trees.rs"));

fn drive<T: Behavior<World>>(tree: &T, script: &Script) -> Played
where
    T::State: PartialEq + std::fmt::Debug,
{
    let (mut restless, mut sleeper) = (Agent::of(tree), Agent::of(tree));
    let (mut world, mut world_of_sleeper) = (World::calm(script), World::calm(script));
    let (mut last, mut wake) = (Status::Success, Wake::NEXT_TICK);
    let mut ticked = 0;
    for frame in 0..script.ticks {
        let status = restless.tick(tree, &mut world);
        let is_due = wake.at().is_some_and(|at| at <= world.now);
        if std::mem::take(&mut world_of_sleeper.woken) || is_due {
            ticked += 1;
            (last, wake) = sleeper.tick_until(tree, &mut world_of_sleeper);
        }
        world.woken = false;
        if world != world_of_sleeper || status != last || restless != sleeper {
            return Err(format!(
                "frame {frame}, {wake:?}\nin every frame: {status:?} {restless:?}\n{world:?}\n\
                 when due: {last:?} {sleeper:?}\n{world_of_sleeper:?}"
            ));
        }
        let is_halted = world.pass(script, frame);
        world_of_sleeper.pass(script, frame);
        if is_halted {
            restless.halt(tree, &mut world);
            sleeper.halt(tree, &mut world_of_sleeper);
            world_of_sleeper.woken = true;
        }
    }
    Ok((script.ticks, ticked))
}

fn scripts() -> u64 {
    match std::env::var("BT_DIFFERENTIAL_SCRIPTS") {
        Ok(value) => value.parse().expect("BT_DIFFERENTIAL_SCRIPTS is a number"),
        Err(_) => 420,
    }
}

#[test]
fn not_ticking_can_not_be_told_from_ticking() {
    let mut dice = Dice::new(SEED ^ 1);
    let (mut frames, mut ticks) = (0_u64, 0_u64);
    for (index, run) in RUNS.iter().enumerate() {
        for number in 0..scripts() {
            let seed = dice.below(1 << 31) << 20 ^ number;
            let script = Script { seed, ticks: 24, jumps: number % 5 == 0 };
            match run(&script) {
                Ok((of_script, ticked)) => {
                    frames += u64::from(of_script);
                    ticks += u64::from(ticked);
                }
                Err(difference) => {
                    let tree = source(&generate::tree(SEED, index as u64));
                    panic!("tree {index} of seed {SEED}, {script:?}: {difference}\n{tree}");
                }
            }
        }
    }
    let saved = 100.0 * (1.0 - ticks as f64 / frames as f64);
    println!("{} scripts, {frames} frames, {saved:.1} % of the ticks saved", RUNS.len() as u64 * scripts());
    assert!(saved > 10.0, "agents sleep");
}
