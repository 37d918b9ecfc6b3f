use bt_core::prelude::*;

#[derive(Blackboard)]
struct World {
    #[bt(time)]
    now: f64,
}

fn main() {}
