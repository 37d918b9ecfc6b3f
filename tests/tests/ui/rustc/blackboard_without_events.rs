use bt_core::prelude::*;

struct Guard {
    health: f32,
}

#[derive(PartialEq)]
struct Alarm;

fn sees_player(_: &Guard) -> bool {
    true
}

fn attack(_: &mut Guard) -> Status {
    Status::Success
}

fn main() {
    let mut guard = Guard { health: 1.0 };
    let tree = bt! {
        |g: &mut Guard| sequence < sees_player, received(let Alarm), wait_event(Alarm) >
    };
    Agent::of(&tree).tick(&tree, &mut guard);
}
