//! Random trees: generated, written as source, and interpreted.

pub mod generate;
pub mod interpret;
pub mod invariants;
mod machine;
pub mod source;
pub mod tree;
pub mod values;
pub mod world;

use bt_core::prelude::*;
use world::{Event, Script, World};

/// Runs a script on something that ticks and halts.
fn play(
    script: &Script,
    mut tick: impl FnMut(&mut World) -> Status,
    mut halt: impl FnMut(&mut World),
) -> Vec<Event> {
    // The two share the tree's state, so they come as two closures over a cell.
    let mut world = World::new(script);
    for number in 0..script.ticks {
        world.events.push(Event::TickBegan);
        let status = tick(&mut world);
        world.events.push(Event::TickEnded(status));
        if world.pass(script, number) {
            halt(&mut world);
            world.events.push(Event::Halted);
        }
    }
    world.events
}

/// Runs a script on a compiled tree.
pub fn drive<T: Behavior<World>>(tree: &T, script: &Script) -> Vec<Event> {
    let agent = std::cell::RefCell::new(Agent::of(tree));
    play(script, |world| agent.borrow_mut().tick(tree, world), |world| agent.borrow_mut().halt(tree, world))
}

/// Runs a script on an interpreted tree.
pub fn interpret(tree: &tree::Tree, script: &Script) -> Vec<Event> {
    let node = std::cell::RefCell::new(interpret::Node::new(tree));
    play(script, |world| node.borrow_mut().tick(world), |world| node.borrow_mut().halt(world))
}
