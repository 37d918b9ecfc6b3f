use bt_core::prelude::*;

#[derive(Default, Blackboard)]
struct Guard {
    #[bt(clock)]
    now: std::time::Duration,
    #[bt(random)]
    dice: bt_core::blackboard::SmallRng,
    #[bt(events)]
    inbox: bt_core::blackboard::Inbox<u8, 4>,
    limit: u8,
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
        |g: &mut Guard| if_else(at = end) < sees_player, attack >
    };
    Agent::of(&tree).tick(&tree, &mut guard);
}
