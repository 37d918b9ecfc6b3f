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
    struct Chase |g: &mut Guard| sequence < is_low, attack >
}

bt! {
    struct Tree |g: &mut Guard| selector < @self.tree, @Box::new(3).clone(), @@Chase, @{ 1 }, patrol >
}

fn main() {}
