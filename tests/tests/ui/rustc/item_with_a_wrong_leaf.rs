use bt_core::prelude::*;

struct Guard;

fn health(_: &Guard) -> f32 {
    1.0
}

bt! {
    struct Tree |_g: &mut Guard| sequence < health, success >
}

fn main() {
    Agent::<Tree>::new().tick(&Tree, &mut Guard);
}
