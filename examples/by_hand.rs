//! The guard without the macro: what `bt!` writes is built from functions that
//! can be called by hand. `cargo run --example by_hand` shows that both guards
//! do the same.

use std::time::Duration;

use bt_core::leaf::leaf;
use bt_core::node::{cooldown, guard, selector, sequence};
use bt_core::prelude::*;

mod world;
use world::*;

// A leaf takes the blackboard as `&mut`; `bt!` writes such small functions as
// closures.
fn low(c: &mut Ctx<'_>) -> bool {
    is_low_health(c, 30.0)
}
fn sees(c: &mut Ctx<'_>) -> bool {
    sees_player(c)
}
fn in_range(c: &mut Ctx<'_>) -> bool {
    in_attack_range(c)
}
fn saw_lately(c: &mut Ctx<'_>) -> bool {
    c.since_seen() < Duration::from_secs(4)
}

fn main() {
    let by_hand = selector((
        guard(leaf(low), leaf(flee_home)),
        sequence((leaf(sees), leaf(in_range), cooldown(Duration::from_millis(800), leaf(attack)))),
        guard(leaf(sees), leaf(chase)),
        guard(leaf(saw_lately), leaf(chase)),
        leaf(patrol),
    ));
    let with_macro = bt! {
        |c: &mut Ctx<'_>| selector <
            low => flee_home,
            sequence < sees, in_range, cooldown(800ms) < attack > >,
            sees => chase,
            saw_lately => chase,
            patrol,
        >
    };

    let (mut agent, mut twin) = (Agent::of(&by_hand), Agent::of(&with_macro));
    let (mut guard, mut twin_guard) = (Guard::default(), Guard::default());
    let mut world = World::default();
    let mut ticks = 0;
    while world.now < Duration::from_secs(40) {
        world.step();
        world.touch(&mut guard);
        world.touch(&mut twin_guard);
        let status = agent.tick(&by_hand, &mut Ctx { guard: &mut guard, world: &world, now: world.now });
        let twin_status =
            twin.tick(&with_macro, &mut Ctx { guard: &mut twin_guard, world: &world, now: world.now });
        assert_eq!((status, &guard), (twin_status, &twin_guard), "after {:?}", world.now);
        ticks += 1;
    }
    println!(
        "{ticks} ticks, {} hits: the guard by hand and the guard of `bt!` did the same throughout.",
        guard.hits
    );
    println!("Each remembers {} bytes between ticks.", size_of_val(&agent.state));
}
