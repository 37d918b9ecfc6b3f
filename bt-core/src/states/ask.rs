//! What a decision may ask.

use crate::children::{ChildList, Children, Place};
use crate::composite::{best_of, draw_of, positive, tick_only_at};
use crate::states::Host;
use crate::status::Status;
use crate::time::{later, nanos};
use crate::visit::Visit;

/// What a [`Machine`](crate::states::Machine) asks while it decides.
pub trait Ask {
    /// Whether the trigger with this number succeeds; an event is taken by that.
    fn holds(&mut self, trigger: u16) -> bool;
    /// Whether the duration with this number has passed since the state was entered.
    fn has_passed(&mut self, duration: u16) -> bool;
    /// Whether a state was pushed that one can go back to.
    fn can_go_back(&self) -> bool;
    /// The weights or scores from this number on.
    fn numbers<const N: usize>(&mut self, first: u16) -> Numbers<N>;
    /// One of these weights, drawn: its place among them.
    fn draw<const N: usize>(&mut self, weights: Numbers<N>) -> u16;
}

/// Weights or scores of several targets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Numbers<const N: usize>([f64; N]);

impl<const N: usize> Numbers<N> {
    /// Without the one at this place.
    #[inline(always)]
    pub fn without(mut self, place: u16) -> Self {
        if let Some(number) = self.0.get_mut(usize::from(place)) {
            *number = f64::NAN;
        }
        self
    }

    /// Whether one of them can be drawn.
    #[inline(always)]
    pub fn can_draw(&self) -> bool {
        self.0.iter().any(|weight| *weight > 0.0)
    }

    /// The place of the best, the first of equals; none if all are NaN.
    #[inline(always)]
    pub fn best(&self) -> Option<u16> {
        best_of(N as u16, |place| self.0[usize::from(place)])
    }
}

/// Asks on behalf of one tick.
pub(super) struct Asking<'a, B: ?Sized, T: ChildList, H, V> {
    pub triggers: &'a T,
    pub states: &'a mut T::States,
    pub first: Place,
    pub host: &'a H,
    pub blackboard: &'a mut B,
    pub visit: &'a mut V,
    /// The moment now, where the state has durations.
    pub now: u64,
    /// The nanoseconds since the state was entered.
    pub elapsed: u64,
    pub can_go_back: bool,
}

impl<B: ?Sized, T: Children<B>, H: Host<B>, V: Visit> Ask for Asking<'_, B, T, H, V> {
    #[inline(always)]
    fn holds(&mut self, trigger: u16) -> bool {
        let status =
            tick_only_at(self.triggers, self.first, trigger, self.states, self.blackboard, self.visit);
        status == Status::Success
    }

    #[inline(always)]
    fn has_passed(&mut self, duration: u16) -> bool {
        let duration = nanos(self.host.duration(self.blackboard, duration, self.visit));
        let has_passed = self.elapsed >= duration;
        if !has_passed {
            self.visit.wake_at(later(self.now, duration - self.elapsed));
        }
        has_passed
    }

    #[inline(always)]
    fn can_go_back(&self) -> bool {
        self.can_go_back
    }

    #[inline(always)]
    fn numbers<const N: usize>(&mut self, first: u16) -> Numbers<N> {
        self.visit.asked();
        let mut numbers = [0.0; N];
        for (index, number) in (first..).zip(&mut numbers) {
            *number = self.host.weight(self.blackboard, index);
        }
        Numbers(numbers)
    }

    #[inline(always)]
    fn draw<const N: usize>(&mut self, weights: Numbers<N>) -> u16 {
        let number = self.host.draw(self.blackboard);
        draw_of(N as u16, |place| positive(weights.0[usize::from(place)]), number)
    }
}
