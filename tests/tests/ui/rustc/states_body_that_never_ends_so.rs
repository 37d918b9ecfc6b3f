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

impl Clock for Guard {
    fn now(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}

fn main() {
    let mut guard = Guard { health: 1.0 };
    let tree = bt! {
        |g: &mut Guard| states <
            patrol: running, success -> combat,
            combat: wait(1s), failure -> rest,
            rest: running, done -> patrol, after(1s) -> patrol,
        >
    };
    Agent::of(&tree).tick(&tree, &mut guard);
}
