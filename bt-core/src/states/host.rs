//! What a machine asks of the blackboard, and does to it.

use core::time::Duration;

use crate::ask::{Draws, ReadsTime};
use crate::composite::{Even, Weights};

/// A call that a state makes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hook {
    /// The state is entered.
    Enter(u8),
    /// The state is left.
    Exit(u8),
}

/// All that a machine needs of the blackboard besides its bodies and triggers. It is
/// never asked for what no transition mentions.
pub trait Host<B: ?Sized> {
    /// A state is entered or left.
    fn call(&self, blackboard: &mut B, hook: Hook);
    /// The duration with this number.
    fn duration(&self, blackboard: &mut B, index: u16) -> Duration;
    /// The weight or score with this number.
    fn weight(&self, blackboard: &mut B, index: u16) -> f64;
    /// The time.
    fn now(&self, blackboard: &mut B) -> Duration;
    /// A random number.
    fn draw(&self, blackboard: &mut B) -> u64;
}

/// A [`Host`] of functions, each absent until it is given.
///
/// ```
/// use bt_core::states::{Hook, Parts};
///
/// let parts = Parts::new().hooks(|log: &mut Vec<Hook>, hook| log.push(hook));
/// assert_eq!(size_of_val(&parts), 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Parts<K = Absent, D = Absent, W = Even, C = Absent, R = Absent> {
    hooks: K,
    durations: D,
    weights: W,
    clock: C,
    random: R,
}

/// A function that isn't there, because nobody asks for it.
#[derive(Clone, Copy, Debug)]
pub struct Absent;

impl Parts {
    /// Nothing.
    #[inline(always)]
    pub const fn new() -> Self {
        Parts { hooks: Absent, durations: Absent, weights: Even, clock: Absent, random: Absent }
    }
}

impl Default for Parts {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, D, W, C, R> Parts<K, D, W, C, R> {
    /// What is called where states are entered and left: `Fn(&mut B, Hook)`.
    #[inline(always)]
    pub fn hooks<X>(self, hooks: X) -> Parts<X, D, W, C, R> {
        let Parts { durations, weights, clock, random, .. } = self;
        Parts { hooks, durations, weights, clock, random }
    }

    /// The durations, by their numbers: `Fn(&mut B, u16) -> Duration`.
    #[inline(always)]
    pub fn durations<X>(self, durations: X) -> Parts<K, X, W, C, R> {
        let Parts { hooks, weights, clock, random, .. } = self;
        Parts { hooks, durations, weights, clock, random }
    }

    /// The weights and scores, by their numbers: `Fn(&mut B, u16) -> f64`.
    #[inline(always)]
    pub fn weights<X>(self, weights: X) -> Parts<K, D, X, C, R> {
        let Parts { hooks, durations, clock, random, .. } = self;
        Parts { hooks, durations, weights, clock, random }
    }

    /// The time: [`FromClock`](crate::ask::FromClock), or a function.
    #[inline(always)]
    pub fn clock<X>(self, clock: X) -> Parts<K, D, W, X, R> {
        let Parts { hooks, durations, weights, random, .. } = self;
        Parts { hooks, durations, weights, clock, random }
    }

    /// The random numbers: [`FromRandom`](crate::ask::FromRandom), or a function.
    #[inline(always)]
    pub fn random<X>(self, random: X) -> Parts<K, D, W, C, X> {
        let Parts { hooks, durations, weights, clock, .. } = self;
        Parts { hooks, durations, weights, clock, random }
    }
}

/// What is called where states are entered and left.
pub trait Hooks<B: ?Sized> {
    /// Calls what belongs to it, if anything does.
    fn call(&self, blackboard: &mut B, hook: Hook);
}

impl<B: ?Sized> Hooks<B> for Absent {
    #[inline(always)]
    fn call(&self, _: &mut B, _: Hook) {}
}

impl<B: ?Sized, F: Fn(&mut B, Hook)> Hooks<B> for F {
    #[inline(always)]
    fn call(&self, blackboard: &mut B, hook: Hook) {
        self(blackboard, hook);
    }
}

/// The durations of a machine.
pub trait Durations<B: ?Sized> {
    /// The one with this number.
    fn duration(&self, blackboard: &mut B, index: u16) -> Duration;
}

impl<B: ?Sized> Durations<B> for Absent {
    #[inline(always)]
    fn duration(&self, _: &mut B, _: u16) -> Duration {
        Duration::ZERO
    }
}

impl<B: ?Sized, F: Fn(&mut B, u16) -> Duration> Durations<B> for F {
    #[inline(always)]
    fn duration(&self, blackboard: &mut B, index: u16) -> Duration {
        self(blackboard, index)
    }
}

impl<B: ?Sized> ReadsTime<B> for Absent {
    #[inline(always)]
    fn now(&self, _: &mut B) -> Duration {
        Duration::ZERO
    }
}

impl<B: ?Sized> Draws<B> for Absent {
    #[inline(always)]
    fn draw(&self, _: &mut B) -> u64 {
        0
    }
}

impl<B, K, D, W, C, R> Host<B> for Parts<K, D, W, C, R>
where
    B: ?Sized,
    K: Hooks<B>,
    D: Durations<B>,
    W: Weights<B>,
    C: ReadsTime<B>,
    R: Draws<B>,
{
    #[inline(always)]
    fn call(&self, blackboard: &mut B, hook: Hook) {
        self.hooks.call(blackboard, hook);
    }

    #[inline(always)]
    fn duration(&self, blackboard: &mut B, index: u16) -> Duration {
        self.durations.duration(blackboard, index)
    }

    #[inline(always)]
    fn weight(&self, blackboard: &mut B, index: u16) -> f64 {
        self.weights.weight(blackboard, index)
    }

    #[inline(always)]
    fn now(&self, blackboard: &mut B) -> Duration {
        self.clock.now(blackboard)
    }

    #[inline(always)]
    fn draw(&self, blackboard: &mut B) -> u64 {
        self.random.draw(blackboard)
    }
}
