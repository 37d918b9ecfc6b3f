use bt_core::prelude::*;

#[derive(Blackboard)]
struct World {
    #[bt(clock)]
    now: f64,
    #[bt(clock)]
    then: f64,
}

fn main() {}
