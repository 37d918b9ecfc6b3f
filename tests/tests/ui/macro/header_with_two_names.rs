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
    struct Tree |g: &mut Guard, x: u32| selector < is_low => attack, patrol >
}

fn main() {}
