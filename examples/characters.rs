//! Five characters out of one set of leaves: `cargo run --example characters`.
//!
//! Two teams, each with a population of guards, berserks, cowards, archers and
//! mages. What makes a character is its tree alone.

use std::time::Duration;

use bt_core::prelude::*;

mod battle;
use battle::*;

/// Ticks agents as they are.
struct Plainly;

impl Ticks for Plainly {
    fn tick<T>(&mut self, _: &str, tree: &T, agent: &mut Agent<T>, ctx: &mut Ctx<'_>)
    where
        T: for<'a> Behavior<Ctx<'a>>,
    {
        agent.tick(tree, ctx);
    }
}

fn report<T: Node>(population: &Population<T>, units: &[Unit]) {
    let mut sum = Deeds::default();
    let mut alive = 0;
    for (id, _) in &population.agents {
        let Unit { health, deeds, .. } = &units[*id];
        alive += usize::from(*health > 0.0);
        sum.blows += deeds.blows;
        sum.arrows += deeds.arrows;
        sum.heals += deeds.heals;
        sum.flights += deeds.flights;
    }
    println!(
        "{:8} {:>7} {:>7} {:>7} {:>8} {:>9} {:>12}",
        population.name,
        sum.blows,
        sum.arrows,
        sum.heals,
        sum.flights,
        format!("{alive}/{}", population.agents.len()),
        size_of::<StateOf<T>>()
    );
}

fn main() {
    let mut battle = Battle::new();
    while battle.now < Duration::from_secs(60) {
        battle.step(&mut Plainly);
    }

    println!("After a minute of fighting, two teams of {OF_EACH} each:\n");
    println!(
        "{:8} {:>7} {:>7} {:>7} {:>8} {:>9} {:>12}",
        "", "blows", "arrows", "heals", "flights", "alive", "state bytes"
    );
    report(&battle.guards, &battle.units);
    report(&battle.berserks, &battle.units);
    report(&battle.cowards, &battle.units);
    report(&battle.archers, &battle.units);
    report(&battle.mages, &battle.units);
}
