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

impl Random for Guard {
    fn next_u64(&mut self) -> u64 {
        7
    }
}

bt! {
    struct Tree |g: &mut Guard| selector < chance(50) < attack >, chance(30%) < attack >, chance(1.5) < attack >, patrol >
}

fn main() {}
