use bt_core::prelude::*;

struct Guard {
    health: f32,
}

fn attack(_: &mut Guard) -> Status {
    Status::Success
}

bt! {
    struct Tree
    |g: &mut Guard| states <
        patrol: running, success -> combat,
        combat: attack, attack -> rest,
        rest: { g.health += 1.0; }, after(2s) -> patrol,
    >
}

fn main() {
    Agent::<Tree>::new().tick(&Tree, &mut Guard { health: 1.0 });
}
