//! What the user wrote in a tree in item form, by number.

use core::marker::PhantomData;
use core::time::Duration;

use crate::ask::{Draws, Hook, ReadsTime};
use crate::behavior::{Behavior, Node, Visit};
use crate::composite::Weights;
use crate::fingerprint;
use crate::flag::{Maybe, No, Yes};
use crate::made::copied;
use crate::observe::Outliner;
use crate::parameter::Parameter;
use crate::status::{Outcome, Status};
use crate::until::Until;

/// The pieces of Rust in the tree `Self` that give an `O` on the blackboard `B`, as far as
/// they stand in the group `G`: one function, whose arms are their numbers. A number is a
/// constant, so that all other arms vanish.
pub trait Calls<B: ?Sized, O, const G: u32> {
    /// Whether some piece reads the blackboard.
    const READS: bool = true;
    fn call<const N: u32>(blackboard: &mut B) -> O;
}

/// [`Calls`], where some piece reads `self`.
pub trait CallsOn<B: ?Sized, O, const G: u32> {
    const READS: bool = true;
    fn call_on<const N: u32>(&self, blackboard: &mut B) -> O;
}

/// The scores or weights of children.
pub trait Weighs<B: ?Sized, const G: u32> {
    fn weigh<const N: u32>(blackboard: &mut B, index: u16) -> f64;
}

/// [`Weighs`], where some of them read `self`.
pub trait WeighsOn<B: ?Sized, const G: u32> {
    fn weigh_on<const N: u32>(&self, blackboard: &mut B, index: u16) -> f64;
}

/// The piece of Rust with the number `N` in the group `G` of the tree `I`. `T` is `&I` where
/// the group reads `self`, else `()`.
pub struct Call<I, const N: u32, const G: u32, T = ()> {
    this: T,
    tree: PhantomData<fn() -> I>,
}

copied!([I, const N: u32, const G: u32,] Call<I, N, G, T> { this: T } tree);

impl<I, const N: u32, const G: u32, T: Copy> Call<I, N, G, T> {
    #[inline(always)]
    pub(super) fn of(this: T) -> Self {
        Call { this, tree: PhantomData }
    }
}

/// A leaf. What it can answer is known where it is written, and nowhere else.
impl<I, const N: u32, const G: u32, T> Node for Call<I, N, G, T> {
    type State = ();
    type Succeeds = Maybe;
    type Fails = Maybe;
    type Runs = Maybe;
    type Resumes = Yes;
    type Halts = No;
    const COUNT: u32 = 1;
    const FINGERPRINT: u64 = fingerprint::node("function", 0);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.leaf("function");
    }
}

macro_rules! on {
    ([$($lifetime:lifetime)?] $this:ty, $calls:ident, $weighs:ident, |$call:ident, $blackboard:ident| $value:expr, |$index:ident| $weight:expr) => {
        impl<$($lifetime,)? B: ?Sized, I: $calls<B, Until, G>, const N: u32, const G: u32> Behavior<B> for Call<I, N, G, $this> {
            #[inline(always)]
            fn tick_with<V: Visit>(&self, _: &mut (), $blackboard: &mut B, mut visit: V) -> Status {
                let $call = self;
                let until: Until = $value;
                visit.wake(until.wake());
                until.status()
            }

            #[inline(always)]
            fn halt_with<V: Visit>(&self, _: &mut (), _: &mut B, _: V) {}
        }

        impl<$($lifetime,)? B: ?Sized, O, I: $calls<B, O, G>, const N: u32, const G: u32> Parameter<B, O> for Call<I, N, G, $this> {
            const READS: bool = I::READS;

            #[inline(always)]
            fn value(&self, $blackboard: &mut B) -> O {
                let $call = self;
                $value
            }
        }

        impl<$($lifetime,)? B: ?Sized, I: $calls<B, (), G>, const N: u32, const G: u32> Hook<B> for Call<I, N, G, $this> {
            #[inline(always)]
            fn call(&self, $blackboard: &mut B) {
                let $call = self;
                $value
            }
        }

        impl<$($lifetime,)? B: ?Sized, I: $weighs<B, G>, const N: u32, const G: u32> Weights<B> for Call<I, N, G, $this> {
            #[inline(always)]
            fn weight(&self, $blackboard: &mut B, $index: u16) -> f64 {
                let $call = self;
                $weight
            }
        }
    };
}

on!([](), Calls, Weighs, |_call, blackboard| I::call::<N>(blackboard), |index| I::weigh::<N>(
    blackboard, index
));
on!(['t] &'t I, CallsOn, WeighsOn,
    |call, blackboard| call.this.call_on::<N>(blackboard),
    |index| call.this.weigh_on::<N>(blackboard, index));

impl<B: ?Sized, I: Calls<B, Duration, G>, const N: u32, const G: u32> ReadsTime<B> for Call<I, N, G> {
    #[inline(always)]
    fn now(&self, blackboard: &mut B) -> Duration {
        I::call::<N>(blackboard)
    }
}

impl<B: ?Sized, I: Calls<B, u64, G>, const N: u32, const G: u32> Draws<B> for Call<I, N, G> {
    #[inline(always)]
    fn draw(&self, blackboard: &mut B) -> u64 {
        I::call::<N>(blackboard)
    }
}
