//! Compiled trees and the interpreter do the same, to the last event.
//!
//! `BT_DIFFERENTIAL_SEED` and `BT_DIFFERENTIAL_TREES` choose the trees,
//! `BT_DIFFERENTIAL_SCRIPTS` how many scripts each of them plays.

use bt_core::prelude::*;
use differential::generate::{self, Dice};
use differential::source::source;
use differential::tree::Tree;
use differential::world::{Event, Script, Scripted, World, condition, enter, exit, function, hook};
use differential::{drive, interpret, invariants};

type Played = Vec<Event>;
type Run = fn(&Script) -> Played;

include!(concat!(env!("OUT_DIR"), "/trees.rs"));

fn scripts() -> u64 {
    match std::env::var("BT_DIFFERENTIAL_SCRIPTS") {
        Ok(value) => value.parse().expect("BT_DIFFERENTIAL_SCRIPTS is a number"),
        Err(_) => 1000,
    }
}

fn has_throttle(tree: &Tree) -> bool {
    matches!(tree, Tree::Throttle(..)) || tree.below().into_iter().any(has_throttle)
}

#[test]
fn compiled_and_interpreted_trees_do_the_same() {
    println!("seed {SEED}, {} trees, {} scripts each", RUNS.len(), scripts());
    let mut dice = Dice::new(SEED);
    let mut events = 0;
    for (index, run) in RUNS.iter().enumerate() {
        let tree = generate::tree(SEED, index as u64);
        let has_throttle = has_throttle(&tree);
        for number in 0..scripts() {
            let seed = dice.below(1 << 31) << 20 ^ number;
            let script = Script { seed, ticks: 12, jumps: number % 5 == 0 };
            let (compiled, interpreted) = (run(&script), interpret(&tree, &script));
            if compiled != interpreted {
                let at = compiled.iter().zip(&interpreted).take_while(|(a, b)| a == b).count();
                panic!(
                    "tree {index} of seed {SEED}, {script:?}: after {:?}\ncompiled {:?}\ninterpreted {:?}\n{}",
                    &compiled[at.saturating_sub(12)..at],
                    compiled.get(at),
                    interpreted.get(at),
                    source(&tree)
                );
            }
            let broken =
                invariants::check(&compiled, has_throttle).and(invariants::machines(&compiled, &tree));
            if let Err(broken) = broken {
                panic!("tree {index} of seed {SEED}, {script:?}: {broken}\n{compiled:?}\n{}", source(&tree));
            }
            events += compiled.len();
        }
    }
    println!("{events} events");
    assert!(events > RUNS.len() * scripts() as usize * 12, "the trees do something");
}

#[test]
fn some_trees_have_two_hundred_nodes() {
    let largest = (0..RUNS.len() as u64).map(|index| generate::tree(SEED, index).count()).max();
    assert!(RUNS.len() < 60 || largest >= Some(200), "{largest:?}");
}

/// The machines in a tree, and how deep they are nested.
fn machines(tree: &Tree) -> (usize, usize) {
    let below: Vec<(usize, usize)> = tree.below().into_iter().map(machines).collect();
    let own = usize::from(matches!(tree, Tree::States(_)));
    let count = below.iter().map(|(count, _)| count).sum::<usize>();
    (own + count, own + below.iter().map(|(_, depth)| *depth).max().unwrap_or(0))
}

#[test]
fn two_hundred_machines_are_nested_three_deep() {
    let all: Vec<(usize, usize)> =
        (0..RUNS.len() as u64).map(|index| machines(&generate::tree(SEED, index))).collect();
    let count: usize = all.iter().map(|(count, _)| count).sum();
    let deepest = all.iter().map(|(_, depth)| *depth).max();
    assert!(RUNS.len() < 200 || (count >= 200 && deepest >= Some(3)), "{count} machines, {deepest:?}");
}

#[test]
fn agents_of_one_tree_do_not_influence_each_other() {
    // Two agents in turns, each in a world of its own, do what each does alone.
    let tree = bt! {
        |w: &mut World| selector <
            condition(0) => mem_sequence < @Scripted(1), parallel < @Scripted(2), wait(300ms) > >,
            cooldown(500ms) < retry(2) < @Scripted(3) > >,
            random_selector < @Scripted(4), once < @Scripted(5) >, throttle(200ms) < @Scripted(6) > >,
        >
    };
    for seed in 0..200 {
        let scripts = [seed, seed + 1000].map(|seed| Script { seed, ticks: 30, jumps: false });
        let alone = scripts.map(|script| drive(&tree, &script));
        let mut agents = scripts.map(|script| (Agent::of(&tree), World::new(&script)));
        for number in 0..30 {
            for ((agent, world), script) in agents.iter_mut().zip(&scripts) {
                world.events.push(Event::TickBegan);
                let status = agent.tick(&tree, world);
                world.events.push(Event::TickEnded(status));
                if world.pass(script, number) {
                    agent.halt(&tree, world);
                    world.events.push(Event::Halted);
                }
            }
        }
        for ((_, world), alone) in agents.iter().zip(&alone) {
            assert_eq!(world.events, *alone);
        }
    }
}
