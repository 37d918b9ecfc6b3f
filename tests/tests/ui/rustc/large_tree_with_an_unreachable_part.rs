use bt_core::prelude::*;

fn see(_: &u32) -> bool { true }
fn patrol(_: &mut u32) -> Running { Running }
fn count(_: &u32) -> u32 { 0 }

bt! {
    struct Guard |c: &mut u32| selector <
        sequence < see, see, see, see, see, see, see, see, see, see, see, see, see, see, see, see, see >,
        selector <
            selector < see, see, see, see, see, see, see, see, see, see, see, see, see, see, see, see, see >,
            selector < see, see, see, see, see, see, see, see, see, see, see, see, see, see, see, see, see >,
            patrol,
        >,
        sequence < see, see >,
        see,
    >
}
fn main() {}
