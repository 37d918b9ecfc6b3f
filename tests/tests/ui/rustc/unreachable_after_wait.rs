use bt_core::prelude::*;

struct Guard {
    health: f32,
}

impl Clock for Guard {
    fn now(&self) -> core::time::Duration {
        core::time::Duration::ZERO
    }
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
        |g: &mut Guard| selector < wait(1s), attack >
    };
    Agent::of(&tree).tick(&tree, &mut guard);
}
