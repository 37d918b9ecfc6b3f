//! A scene without a story: agents with a random word each, whose bits decide what
//! their conditions say.

use std::time::Duration;

use bt_core::prelude::*;

pub const TICK: Duration = Duration::from_nanos(16_666_667);

/// One agent's own data: 64 bytes.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub noise: u64,
    pub done: u64,
    pub place: i64,
    pub looks: u64,
    pub rest: [u64; 4],
}

impl Body {
    pub fn new(index: usize) -> Self {
        Body { noise: (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15), ..Body::default() }
    }

    /// The next random word.
    #[inline(always)]
    pub fn shake(&mut self) {
        self.noise ^= self.noise << 13;
        self.noise ^= self.noise >> 7;
        self.noise ^= self.noise << 17;
    }

    pub fn digest(&self) -> u64 {
        self.noise
            ^ self.done.rotate_left(7)
            ^ (self.place as u64).rotate_left(31)
            ^ self.looks.rotate_left(47)
    }
}

/// What a tick gets.
pub struct Scene<'a> {
    pub body: &'a mut Body,
    pub now: Duration,
}

impl Clock for Scene<'_> {
    fn now(&self) -> Duration {
        self.now
    }
}

/// Holds half the time.
#[inline(always)]
pub fn check(c: &Scene<'_>, number: u32) -> bool {
    c.body.noise >> (number % 64) & 1 == 1
}

/// Holds once in 128 times.
#[inline(always)]
pub fn seldom(c: &Scene<'_>, number: u32) -> bool {
    c.body.noise >> (number % 57) & 127 == u64::from(number % 128)
}

/// Holds 31 of 32 times.
#[inline(always)]
pub fn often(c: &Scene<'_>, number: u32) -> bool {
    c.body.noise >> (number % 59) & 31 != u64::from(number % 32)
}

#[inline(always)]
pub fn act(c: &mut Scene<'_>, number: u32) -> Status {
    c.body.done = c.body.done.rotate_left(3) ^ u64::from(number);
    match c.body.noise >> (number % 61) & 3 {
        0 => Status::Success,
        1 => Status::Failure,
        _ => Status::Running,
    }
}

/// The parts of [`Workload`](super::Workload) that all scenes have in common.
macro_rules! in_a_scene {
    () => {
        type World = std::time::Duration;
        type Body = crate::workload::scene::Body;
        type Context<'a> = crate::workload::scene::Scene<'a>;

        fn world() -> std::time::Duration {
            std::time::Duration::ZERO
        }

        fn body(index: usize) -> Self::Body {
            crate::workload::scene::Body::new(index)
        }

        fn step(now: &mut std::time::Duration) -> bool {
            *now += crate::workload::scene::TICK;
            true
        }

        #[inline(always)]
        fn touch(_: &std::time::Duration, body: &mut Self::Body) {
            body.shake();
        }

        #[inline(always)]
        fn context<'a>(now: &'a std::time::Duration, body: &'a mut Self::Body) -> Self::Context<'a> {
            crate::workload::scene::Scene { body, now: *now }
        }

        fn digest(body: &Self::Body) -> u64 {
            body.digest()
        }
    };
}

/// A workload whose tree consists of functions, from the build script.
macro_rules! generated {
    ($type:ident, $name:literal) => {
        use bt_core::prelude::*;

        use crate::workload::scene::*;
        use crate::workload::{Spec, Workload};

        type Made = Spec<$type>;

        include!(concat!(env!("OUT_DIR"), "/", $name, ".rs"));

        impl Default for Tree {
            fn default() -> Self {
                Tree
            }
        }

        pub struct $type;

        impl Workload for $type {
            const NAME: &'static str = $name;
            type Tree = Tree;
            type Hand = ();
            type Slots = [u64; 0];

            crate::workload::scene::in_a_scene!();

            #[inline]
            fn by_hand(_: &Tree, (): &mut (), c: &mut Scene<'_>) -> Status {
                by_hand(c)
            }

            fn spec() -> Spec<Self> {
                spec()
            }
        }
    };
}

pub(crate) use {generated, in_a_scene};
