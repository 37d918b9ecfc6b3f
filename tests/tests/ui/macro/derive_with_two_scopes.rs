use bt_core::prelude::*;

#[derive(Blackboard)]
struct Scene {
    #[bt(clock)]
    now: f64,
}

#[derive(Blackboard)]
struct World {
    #[bt(scope)]
    here: Scene,
    #[bt(scope)]
    there: Scene,
}

fn main() {}
