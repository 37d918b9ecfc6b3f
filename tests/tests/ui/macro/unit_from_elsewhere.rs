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

fn rest(_: &mut Guard, _: std::time::Duration) -> Status {
    Status::Running
}

bt! {
    struct Tree |g: &mut Guard| mem_sequence < wait(2sec), rest(5minutes), wait(3 s), wait(1fortnight) >
}

fn main() {}
