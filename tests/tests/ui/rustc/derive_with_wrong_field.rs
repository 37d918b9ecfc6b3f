use bt_core::prelude::*;

#[derive(Blackboard)]
struct World {
    #[bt(clock)]
    now: String,
    #[bt(random)]
    rng: u64,
    #[bt(events)]
    inbox: Vec<u8>,
}

fn main() {}
