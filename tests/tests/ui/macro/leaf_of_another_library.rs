use bt_core::prelude::*;

struct Guard;

fn main() {
    let tree = bt! {
        |g: &mut Guard| sequence < AlwaysSuccess, Sleep(1000) >
    };
    Agent::of(&tree).tick(&tree, &mut Guard);
}
