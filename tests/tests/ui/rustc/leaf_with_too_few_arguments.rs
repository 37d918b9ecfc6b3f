use bt_core::prelude::*;

struct Guard {
    health: f32,
}

fn sees_player(_: &Guard) -> bool {
    true
}

fn attack(_: &mut Guard) -> Status {
    Status::Success
}

fn near(_: &Guard, _distance: f32) -> bool {
    true
}

fn main() {
    let mut guard = Guard { health: 1.0 };
    let tree = bt! {
        |g: &mut Guard| sequence < sees_player, near >
    };
    Agent::of(&tree).tick(&tree, &mut guard);
}
