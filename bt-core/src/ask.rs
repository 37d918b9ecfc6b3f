//! How nodes ask the blackboard: by its traits, or by functions of one's own.
//!
//! A node that needs the time takes it from a [`ReadsTime`]; by default that is
//! [`FromClock`]. `bt!` puts closures there, so that a blackboard without a clock is
//! reported at the node that needs one, and nowhere else.

use core::time::Duration;

use crate::blackboard::{Clock, Random};

/// A source of the time.
///
/// ```
/// use bt_core::node::wait;
/// use bt_core::prelude::*;
/// use core::time::Duration;
///
/// // A blackboard that is nothing but seconds.
/// let tree = wait(Duration::from_secs(2)).with_clock(|seconds: &mut u64| Duration::from_secs(*seconds));
/// let mut agent = Agent::of(&tree);
/// assert_eq!(agent.tick(&tree, &mut 5), Status::Running);
/// assert_eq!(agent.tick(&tree, &mut 7), Status::Success);
/// ```
pub trait ReadsTime<B: ?Sized> {
    /// The time now: see [`Clock::now`].
    fn now(&self, blackboard: &mut B) -> Duration;
}

/// The blackboard's [`Clock`].
#[derive(Clone, Copy, Debug)]
pub struct FromClock;

impl<B: Clock + ?Sized> ReadsTime<B> for FromClock {
    #[inline(always)]
    fn now(&self, blackboard: &mut B) -> Duration {
        blackboard.now()
    }
}

impl<B: ?Sized, F: Fn(&mut B) -> Duration> ReadsTime<B> for F {
    #[inline(always)]
    fn now(&self, blackboard: &mut B) -> Duration {
        self(blackboard)
    }
}

/// A source of random numbers.
pub trait Draws<B: ?Sized> {
    /// The next number: see [`Random::next_u64`].
    fn draw(&self, blackboard: &mut B) -> u64;
}

/// The blackboard's [`Random`].
#[derive(Clone, Copy, Debug)]
pub struct FromRandom;

impl<B: Random + ?Sized> Draws<B> for FromRandom {
    #[inline(always)]
    fn draw(&self, blackboard: &mut B) -> u64 {
        blackboard.next_u64()
    }
}

impl<B: ?Sized, F: Fn(&mut B) -> u64> Draws<B> for F {
    #[inline(always)]
    fn draw(&self, blackboard: &mut B) -> u64 {
        self(blackboard)
    }
}

/// Something to do with the blackboard, whose answer doesn't matter.
///
/// ```
/// use bt_core::node::{on_halt, running};
/// use bt_core::prelude::*;
///
/// let tree = on_halt(|halts: &mut u32| *halts += 1, running());
/// let (mut agent, mut halts) = (Agent::of(&tree), 0);
/// agent.tick(&tree, &mut halts);
/// agent.halt(&tree, &mut halts);
/// assert_eq!(halts, 1);
/// ```
pub trait Hook<B: ?Sized> {
    /// Does it.
    fn call(&self, blackboard: &mut B);
}

impl<B: ?Sized, F: Fn(&mut B)> Hook<B> for F {
    #[inline(always)]
    fn call(&self, blackboard: &mut B) {
        self(blackboard);
    }
}
