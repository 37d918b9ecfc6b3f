//! What a machine asks of the blackboard, and does to it.

use core::time::Duration;

use crate::ask::{Draws, Hook, ReadsTime};
use crate::composite::{Even, Weights};
use crate::made::made;
use crate::parameter::Parameter;
use crate::visit::Visit;

/// What happens to a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Crossing {
    /// The state is entered.
    Enter(u8),
    /// The state is left.
    Exit(u8),
}

/// All that a machine needs of the blackboard besides its bodies and triggers. It is
/// never asked for what no transition mentions.
pub trait Host<B: ?Sized> {
    /// A state is entered or left.
    fn call(&self, blackboard: &mut B, crossing: Crossing);
    /// The duration with this number.
    fn duration<V: Visit>(&self, blackboard: &mut B, index: u16, visit: &mut V) -> Duration;
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
/// use bt_core::states::{Crossing, Parts};
///
/// let parts = Parts::new().hooks(|log: &mut Vec<Crossing>, crossing| log.push(crossing));
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

made!([] Parts<K, D, W, C, R> { hooks: K, durations: D, weights: W, clock: C, random: R });
made!([] Absent = Absent);

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
    /// What is called where states are entered and left: `Fn(&mut B, Crossing)`.
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
    pub fn with_clock<X>(self, clock: X) -> Parts<K, D, W, X, R> {
        let Parts { hooks, durations, weights, random, .. } = self;
        Parts { hooks, durations, weights, clock, random }
    }

    /// The random numbers: [`FromRandom`](crate::ask::FromRandom), or a function.
    #[inline(always)]
    pub fn with_random<X>(self, random: X) -> Parts<K, D, W, C, X> {
        let Parts { hooks, durations, weights, clock, .. } = self;
        Parts { hooks, durations, weights, clock, random }
    }
}

/// What is called where states are entered and left.
pub trait Hooks<B: ?Sized> {
    /// Calls what belongs to it, if anything does.
    fn call(&self, blackboard: &mut B, crossing: Crossing);
}

impl<B: ?Sized> Hooks<B> for Absent {
    #[inline(always)]
    fn call(&self, _: &mut B, _: Crossing) {}
}

impl<B: ?Sized, F: Fn(&mut B, Crossing)> Hooks<B> for F {
    #[inline(always)]
    fn call(&self, blackboard: &mut B, crossing: Crossing) {
        self(blackboard, crossing);
    }
}

/// The durations of a machine.
pub trait Durations<B: ?Sized> {
    /// The one with this number.
    fn duration<V: Visit>(&self, blackboard: &mut B, index: u16, visit: &mut V) -> Duration;
}

impl<B: ?Sized> Durations<B> for Absent {
    #[inline(always)]
    fn duration<V: Visit>(&self, _: &mut B, _: u16, _: &mut V) -> Duration {
        Duration::ZERO
    }
}

impl<B: ?Sized, F: Fn(&mut B, u16) -> Duration> Durations<B> for F {
    #[inline(always)]
    fn duration<V: Visit>(&self, blackboard: &mut B, index: u16, visit: &mut V) -> Duration {
        visit.asked();
        self(blackboard, index)
    }
}

/// One after the other: durations in the order of their numbers, or hooks.
///
/// ```
/// use bt_core::parameter::Nanos;
/// use bt_core::states::{Absent, Durations, Then};
///
/// let durations = Then(Nanos::<5>, Then(Nanos::<7>, Absent));
/// assert_eq!(durations.duration(&mut (), 1, &mut ()).as_nanos(), 7);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Then<F, R>(pub F, pub R);

made!([] Then<F, R> { 0: F, 1: R });

impl<B: ?Sized, D: Parameter<B, Duration>, R: Durations<B>> Durations<B> for Then<D, R> {
    #[inline(always)]
    fn duration<V: Visit>(&self, blackboard: &mut B, index: u16, visit: &mut V) -> Duration {
        match index.checked_sub(1) {
            None => self.0.ask(blackboard, visit),
            Some(rest) => self.1.duration(blackboard, rest, visit),
        }
    }
}

impl<B: ?Sized, F: Hooks<B>, R: Hooks<B>> Hooks<B> for Then<F, R> {
    #[inline(always)]
    fn call(&self, blackboard: &mut B, crossing: Crossing) {
        self.0.call(blackboard, crossing);
        self.1.call(blackboard, crossing);
    }
}

/// What is called where the state with this number is entered.
#[derive(Clone, Copy, Debug)]
pub struct Enter<const S: u8, F>(pub F);

/// What is called where the state with this number is left.
#[derive(Clone, Copy, Debug)]
pub struct Exit<const S: u8, F>(pub F);

made!([const S: u8,] Enter<S, F> { 0: F });
made!([const S: u8,] Exit<S, F> { 0: F });

impl<B: ?Sized, const S: u8, F: Hook<B>> Hooks<B> for Enter<S, F> {
    #[inline(always)]
    fn call(&self, blackboard: &mut B, crossing: Crossing) {
        if crossing == Crossing::Enter(S) {
            self.0.call(blackboard);
        }
    }
}

impl<B: ?Sized, const S: u8, F: Hook<B>> Hooks<B> for Exit<S, F> {
    #[inline(always)]
    fn call(&self, blackboard: &mut B, crossing: Crossing) {
        if crossing == Crossing::Exit(S) {
            self.0.call(blackboard);
        }
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
    fn call(&self, blackboard: &mut B, crossing: Crossing) {
        self.hooks.call(blackboard, crossing);
    }

    #[inline(always)]
    fn duration<V: Visit>(&self, blackboard: &mut B, index: u16, visit: &mut V) -> Duration {
        self.durations.duration(blackboard, index, visit)
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
