use bt_core::prelude::*;

struct Guard;

fn attack(_: &mut Guard) -> Status {
    Status::Success
}

struct Walk;

impl Action<String> for Walk {
    type State = u32;
    type Output = Status;
    fn tick(&self, _: &mut u32, _: &mut String) -> Status {
        Status::Running
    }
}

bt! {
    struct Tree |_g: &mut Guard| mem_sequence < attack, @Walk >
}

fn main() {
    Agent::<Tree>::new().tick(&Tree, &mut Guard);
}
