use bt_core::prelude::*;

struct Guard;

bt! {
    struct Tree |_g: &mut Guard| sequence < wait(1s), success >
}

fn main() {
    Agent::<Tree>::new().tick(&Tree, &mut Guard);
}
