use bt_core::prelude::*;

struct Guard;

fn attack(_: &mut Guard) -> Status {
    Status::Success
}

struct Logged<C>(C);

impl<C> Logged<C> {
    fn new(child: C) -> Self {
        Logged(child)
    }
}

bt! {
    struct Tree |_g: &mut Guard| sequence < attack, @Logged < attack > >
}

fn main() {
    Agent::<Tree>::new().tick(&Tree, &mut Guard);
}
