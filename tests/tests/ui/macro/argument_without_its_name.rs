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

impl Clock for Guard {
    fn now(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}

bt! {
    struct Tree |g: &mut Guard| selector < cooldown(1s, success) < attack >, cooldown(1s, on: success) < attack >, parallel(1) < patrol, attack > >
}

fn main() {}
