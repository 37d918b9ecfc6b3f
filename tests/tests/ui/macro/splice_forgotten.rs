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

struct Chase { speed: f32 }

bt! {
    struct Tree |g: &mut Guard| selector < Chase { speed: 2.0 }, Chase, Chase::new(2.0), patrol >
}

fn main() {}
