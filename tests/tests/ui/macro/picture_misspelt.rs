use bt_core::prelude::*;

fn patrol(_: &mut u32) -> Running {
    Running
}

bt! {
    #[bt(pictures)]
    struct Guard |g: &mut u32| patrol
}

fn main() {
    let _ = Agent::<Guard>::new();
}
