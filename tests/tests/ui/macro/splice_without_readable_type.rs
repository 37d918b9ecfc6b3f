use bt_core::prelude::*;

struct Guard;

fn attack(_: &mut Guard) -> Status {
    Status::Success
}

bt! {
    struct Combat |g: &mut Guard| attack
}

fn combat() -> Combat {
    Combat
}

bt! {
    struct Tree |g: &mut Guard| selector < attack, @combat() >
}

fn main() {
    Agent::<Tree>::new().tick(&Tree, &mut Guard);
}
