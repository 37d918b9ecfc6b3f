use bt_core::prelude::*;

#[derive(Default, Blackboard)]
struct Guard {
    #[bt(clock)]
    now: std::time::Duration,
}

fn sees_player(_: &Guard) -> bool {
    true
}

fn attack(_: &mut Guard) -> Status {
    Status::Success
}

fn main() {
    let mut guard = Guard::default();
    let tree = bt! {
        |g: &mut Guard| sequence < sees_player, wait(1s..2s) >
    };
    Agent::of(&tree).tick(&tree, &mut guard);
}
