use bt_core::prelude::*;

struct Guard;

fn attack(_: &mut Guard) -> Status {
    Status::Success
}

bt! {
    struct Tree |_g: &mut Guard| sequence < attack, @Guard >
}

fn main() {
    Agent::<Tree>::new().tick(&Tree, &mut Guard);
}
