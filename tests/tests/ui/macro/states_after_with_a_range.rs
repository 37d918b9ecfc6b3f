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

fn main() {
    let mut guard = Guard { health: 1.0 };
    let tree = bt! {
        |g: &mut Guard| states <
            patrol: attack, after(2s..5s) -> combat,
            combat: attack, done -> patrol,
        >
    };
    Agent::of(&tree).tick(&tree, &mut guard);
}
