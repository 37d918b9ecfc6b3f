//! Runs one implementation of the guard, for counting its instructions:
//! `benches/count.sh` does that with callgrind.

#[expect(dead_code, reason = "one of several users of the module")]
mod guards;

use guards::{AsEnum, ByHand, ByHandAgent, DynOwned, DynShared, WithAgent, WithBt, checksum};

fn main() {
    let frames = 2400;
    let sum = match std::env::args().nth(1).as_deref() {
        Some("bt") => checksum::<WithBt>(1, frames),
        Some("bt-agent") => checksum::<WithAgent>(1, frames),
        Some("hand") => checksum::<ByHand>(1, frames),
        Some("hand-agent") => checksum::<ByHandAgent>(1, frames),
        Some("dyn-shared") => checksum::<DynShared>(1, frames),
        Some("dyn-owned") => checksum::<DynOwned>(1, frames),
        Some("enum") => checksum::<AsEnum>(1, frames),
        _ => {
            println!("say which: bt, hand, dyn-shared, dyn-owned, enum");
            return;
        }
    };
    println!("{sum:x}");
}
