//! A tree without std and without alloc.
#![no_std]
#![forbid(unsafe_code)]

use core::time::Duration;

use bt_core::observe::LastStatus;
use bt_core::prelude::*;

struct Robot {
    now: Duration,
    battery: u8,
}

impl Clock for Robot {
    fn now(&self) -> Duration {
        self.now
    }
}

bt! {
    struct RobotTree |r: &mut Robot| selector <
        { r.battery < 10 } => mem_sequence < wait(1s), { r.battery = 100; } >,
        cooldown(5s) < { r.battery -= 1; } >,
    >
}

/// Ticks it a few times.
pub extern "C" fn run() -> bool {
    let mut robot = Robot { now: Duration::ZERO, battery: 9 };
    let mut agent = Agent::<RobotTree>::new();
    let mut last = LastStatus::<[_; RobotTree::COUNT as usize]>::default();
    for _ in 0..10 {
        robot.now += Duration::from_millis(500);
        agent.tick_observed(&RobotTree, &mut robot, &mut last);
    }
    robot.battery == 99
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
