use bt_core::prelude::*;

#[derive(Blackboard)]
struct World {
    #[bt(expires = 4s)]
    seen: f32,
}

fn main() {}
