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
        |g: &mut Guard| selector <
            fallback < sees_player, cooldown(3) < attack > >,
            inverter < sees_player, attack >,
            retry(2),
        >
    };
    Agent::of(&tree).tick(&tree, &mut guard);
}
