use bt_core::blackboard::Expiring;
use bt_core::prelude::*;

#[derive(Blackboard)]
struct World {
    #[bt(expires = 4)]
    seen: Expiring<f32>,
}

fn main() {}
