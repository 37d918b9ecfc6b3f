use bt_core::blackboard::SmallRng;
use bt_core::prelude::*;

#[derive(Blackboard)]
struct World {
    rng: SmallRng,
}

fn main() {}
