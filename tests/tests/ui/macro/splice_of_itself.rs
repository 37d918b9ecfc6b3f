use bt_core::prelude::*;

struct Guard;

fn attack(_: &mut Guard) -> Status {
    Status::Success
}

bt! {
    struct Tree |g: &mut Guard| selector < attack, @Tree >
}

fn main() {
    Agent::<Tree>::new().tick(&Tree, &mut Guard);
}
