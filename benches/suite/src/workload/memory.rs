//! A patrol that remembers where it is: `mem_sequence`, `wait`, `parallel`.

use std::time::Duration;

use bt_core::prelude::*;

use super::scene::{Body, Scene, in_a_scene};
use crate::workload::{Spec, Workload};

/// One step towards a place, which takes a while.
#[inline(always)]
fn walk(body: &mut Body, to: i64) -> Status {
    let way = to - body.place;
    body.place += way.clamp(-3, 3);
    if way.abs() <= 3 { Status::Success } else { Status::Running }
}

#[inline(always)]
fn walk_to(c: &mut Scene<'_>, to: i64) -> Status {
    walk(c.body, to)
}

#[inline(always)]
fn look(c: &mut Scene<'_>) -> Status {
    c.body.looks = c.body.looks.rotate_left(1) ^ c.body.noise & 255;
    if c.body.noise.is_multiple_of(16) { Status::Success } else { Status::Running }
}

#[inline(always)]
fn report(c: &mut Scene<'_>) {
    c.body.done += 1;
}

const REST: Duration = Duration::from_millis(300);
const GAZE: Duration = Duration::from_millis(500);

bt! {
    #[derive(Default)]
    pub struct Tree

    |c: &mut Scene<'_>| mem_sequence <
        walk_to(100),
        wait(300ms),
        parallel < look, wait(500ms) >,
        walk_to(-60),
        wait(300ms),
        parallel < look, wait(500ms) >,
        report,
    >
}

pub struct Memory;

/// The patrol by hand: a stage, and a moment.
#[derive(Default)]
pub struct Hand {
    stage: u8,
    /// Of a look around: whether it has seen enough, and has lasted long enough.
    has_looked: bool,
    has_waited: bool,
    is_waiting: bool,
    since: Duration,
}

impl Hand {
    /// Whether this much time has passed since the first call.
    #[inline(always)]
    fn has_passed(&mut self, duration: Duration, now: Duration) -> bool {
        if !self.is_waiting {
            (self.is_waiting, self.since) = (true, now);
        }
        let has_passed = now - self.since >= duration;
        if has_passed {
            self.is_waiting = false;
        }
        has_passed
    }

    #[inline(always)]
    fn look_around(&mut self, c: &mut Scene<'_>) -> bool {
        if !self.has_looked {
            self.has_looked = look(c) == Status::Success;
        }
        if !self.has_waited {
            self.has_waited = self.has_passed(GAZE, c.now);
        }
        let is_done = self.has_looked && self.has_waited;
        if is_done {
            (self.has_looked, self.has_waited) = (false, false);
        }
        is_done
    }
}

impl Workload for Memory {
    const NAME: &'static str = "memory";
    type Tree = Tree;
    type Hand = Hand;
    type Slots = [u64; 7];

    in_a_scene!();

    #[inline]
    fn by_hand(_: &Tree, hand: &mut Hand, c: &mut Scene<'_>) -> Status {
        if hand.stage == 0 {
            if walk_to(c, 100).is_running() {
                return Status::Running;
            }
            hand.stage = 1;
        }
        if hand.stage == 1 {
            if !hand.has_passed(REST, c.now) {
                return Status::Running;
            }
            hand.stage = 2;
        }
        if hand.stage == 2 {
            if !hand.look_around(c) {
                return Status::Running;
            }
            hand.stage = 3;
        }
        if hand.stage == 3 {
            if walk_to(c, -60).is_running() {
                return Status::Running;
            }
            hand.stage = 4;
        }
        if hand.stage == 4 {
            if !hand.has_passed(REST, c.now) {
                return Status::Running;
            }
            hand.stage = 5;
        }
        if !hand.look_around(c) {
            return Status::Running;
        }
        report(c);
        hand.stage = 0;
        Status::Success
    }

    fn spec() -> Spec<Self> {
        Spec::<Self>::mem_sequence(vec![
            Spec::<Self>::leaf(|c| walk_to(c, 100)),
            Spec::<Self>::wait(REST),
            Spec::<Self>::parallel(vec![Spec::<Self>::leaf(look), Spec::<Self>::wait(GAZE)]),
            Spec::<Self>::leaf(|c| walk_to(c, -60)),
            Spec::<Self>::wait(REST),
            Spec::<Self>::parallel(vec![Spec::<Self>::leaf(look), Spec::<Self>::wait(GAZE)]),
            Spec::<Self>::leaf(|c| {
                report(c);
                Status::Success
            }),
        ])
    }
}
