use bt_core::prelude::*;

struct Guard;

fn attack(_: &mut Guard) -> Status {
    Status::Success
}

bt! {
    struct Tree { range: f32 }
    |g: &mut Guard| selector < attack, sequense < attack > >
}

fn main() {
    let tree = Tree { range: 1.0 };
    let mut agent = Agent::<Tree>::new();
    let _status: Status = agent.tick(&tree, &mut Guard);
}
