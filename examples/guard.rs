//! The guard of every tutorial: `cargo run --example guard`.

use std::io::IsTerminal;
use std::time::Duration;

use bt_core::observe::{LastStatus, Outline};
use bt_core::prelude::*;

mod world;
use world::*;

bt! {
    /// What a guard does, most urgent first.
    #[bt(picture)]
    #[derive(Debug, Clone)]
    pub struct GuardTree { pub flee_below: f32 }

    |c: &mut Ctx<'_>| selector <
        is_low_health(self.flee_below) => flee_home,
        engage: sequence < sees_player, in_attack_range, cooldown(800ms) < attack > >,
        sees_player => chase,
        { c.since_seen() < Duration::from_secs(4) } => chase,
        patrol,
    >
}

fn main() {
    let tree = GuardTree { flee_below: 30.0 };
    let mut agent = Agent::<GuardTree>::new();
    let mut statuses = LastStatus::<[_; GuardTree::COUNT as usize]>::default();

    let (mut guard, mut world) = (Guard::default(), World::default());
    let mut before = "";
    while world.now < Duration::from_secs(40) {
        world.step();
        world.touch(&mut guard);

        let mut ctx = Ctx { guard: &mut guard, world: &world, now: world.now };
        agent.tick_observed(&tree, &mut ctx, &mut statuses);

        if guard.doing != before {
            before = guard.doing;
            println!(
                "{:5.1} s  at {:4.1} m, health {:3.0}, {:2} hits: {}",
                world.now.as_secs_f32(),
                guard.x,
                guard.health,
                guard.hits,
                guard.doing
            );
        }
    }

    println!("\nThe tree, as the last tick left it:\n");
    let outline = Outline::of::<GuardTree>();
    print!("{}", outline.with(&statuses).colored(std::io::stdout().is_terminal()));
    println!("\nWhat an agent remembers between ticks: {} bytes.", size_of::<StateOf<GuardTree>>());
}
