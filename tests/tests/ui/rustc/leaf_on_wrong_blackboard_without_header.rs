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

fn of_another_world(_: &mut String) -> bool {
    true
}

fn main() {
    let mut guard = Guard { health: 1.0 };
    let tree = bt! {
        sequence < sees_player, of_another_world >
    };
    Agent::of(&tree).tick(&tree, &mut guard);
}
