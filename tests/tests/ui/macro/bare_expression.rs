use bt_core::prelude::*;

struct Guard {
    health: f32,
    names: Vec<String>,
}

fn is_low(guard: &Guard) -> bool {
    guard.health < 3.0
}

fn attack(_: &mut Guard) -> Status {
    Status::Success
}

fn patrol(_: &mut Guard) -> Status {
    Status::Running
}

bt! {
    struct Tree |g: &mut Guard| selector <
        g.health < 3.0 => patrol,
        !g.names.is_empty() => attack,
        is_low && g.health > 1.0 => attack,
        (g.health == 2.0) => attack,
        patrol,
    >
}

fn main() {}
