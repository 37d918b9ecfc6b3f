use bt_core::prelude::*;

#[derive(Blackboard)]
enum World {
    Day,
    Night,
}

fn main() {}
