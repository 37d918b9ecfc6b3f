use bt_core::prelude::*;

struct Guard;

fn attack(_: &mut Guard) -> Status {
    Status::Success
}

bt! {
    struct Words |s: &mut String| mem_sequence < { s.push('x'); }, running >
}

bt! {
    struct Tree |_g: &mut Guard| sequence < attack, @Words >
}

fn main() {
    Agent::<Tree>::new().tick(&Tree, &mut Guard);
}
