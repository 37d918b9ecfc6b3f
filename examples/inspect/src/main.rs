//! A hundred characters, and a page that shows what they think:
//! `cargo run -p inspect`.
//!
//! Open the address that it prints. Another address can be given as an argument; one
//! that others can reach needs a token behind it.

use std::time::{Duration, Instant};

use bt_core::prelude::*;
use bt_inspect::Inspector;

#[path = "../../battle/mod.rs"]
mod battle;
use battle::*;

/// Ticks agents through the inspector, by names of their own.
struct Inspected<'i>(&'i Inspector);

impl Ticks for Inspected<'_> {
    fn tick<T>(&mut self, name: &str, tree: &T, agent: &mut Agent<T>, ctx: &mut Ctx<'_>)
    where
        T: for<'a> Behavior<Ctx<'a>>,
    {
        self.0
            .agent(format!("{name} {} of team {}", ctx.id, ctx.me.team + 1))
            .publish("health", &ctx.me.health)
            .publish("x", &ctx.me.x)
            .publish("blows", &ctx.me.deeds.blows)
            .tick(tree, agent, ctx);
    }
}

fn is_over(battle: &Battle) -> bool {
    (0..2).any(|team| battle.units.iter().all(|unit| unit.team != team || unit.health <= 0.0))
}

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().unwrap_or_else(|| "127.0.0.1:0".to_owned());
    let inspector = match arguments.next() {
        Some(token) => Inspector::serve_with_token(address, &token)?,
        None => Inspector::serve(address)?,
    };
    println!("Open {} in a browser. Ctrl-C ends it.", inspector.url());

    let mut battle = Battle::new();
    loop {
        let next = Instant::now() + TICK;
        if inspector.advance() {
            inspector.set_time(battle.now);
            battle.step(&mut Inspected(&inspector));
        }
        if battle.now > Duration::from_secs(120) || is_over(&battle) {
            battle = Battle::new();
        }
        std::thread::sleep(next.saturating_duration_since(Instant::now()));
    }
}
