use core::marker::PhantomData;

use crate::ask::{Draws, FromRandom};
use crate::behavior::{Behavior, Node};
use crate::blackboard::unit;
use crate::children::{ChildList, Children, Place};
use crate::composite::choice::tick_only;
use crate::composite::{All, Any, Branching, Rule};
use crate::fingerprint;
use crate::flag::{Flag, Memo};
use crate::made::made;
use crate::observe::Outliner;
use crate::review::Review;
use crate::status::Status;
use crate::visit::Visit;

/// The weights of children that are drawn, or the scores of children that compete.
pub trait Weights<B: ?Sized> {
    /// The weight of the child at `index`.
    fn weight(&self, blackboard: &mut B, index: u16) -> f64;
}

/// All children weigh the same.
#[derive(Clone, Copy, Debug)]
pub struct Even;

made!([] Even = Even);

impl<B: ?Sized> Weights<B> for Even {
    #[inline(always)]
    fn weight(&self, _: &mut B, _: u16) -> f64 {
        1.0
    }
}

impl<B: ?Sized, F: Fn(&mut B, u16) -> f64> Weights<B> for F {
    #[inline(always)]
    fn weight(&self, blackboard: &mut B, index: u16) -> f64 {
        self(blackboard, index)
    }
}

/// A weight: negative ones and NaN count as 0, and the sum of all has to be finite.
#[inline(always)]
pub(crate) fn positive(weight: f64) -> f64 {
    if weight > 0.0 { weight.min(1e300) } else { 0.0 }
}

/// The weights of all children, in order.
fn weights<B: ?Sized, K: ChildList, W: Weights<B>>(weights: &W, blackboard: &mut B) -> K::Each<f64> {
    let mut all = K::Each::<f64>::default();
    for index in 0..K::LEN {
        *K::each(&mut all, index) = positive(weights.weight(blackboard, index));
    }
    all
}

/// Draws a child by its weight: see [`draw_of`].
fn draw<K: ChildList>(weights: &mut K::Each<f64>, number: u64) -> u16 {
    draw_of(K::LEN, |index| *K::each(weights, index), number)
}

/// Draws one of several by its weight, but none that was drawn already; where all that
/// are left weigh nothing, they weigh the same.
#[inline]
pub(crate) fn draw_of(len: u16, mut weight: impl FnMut(u16) -> f64, number: u64) -> u16 {
    let drawn = |weight: f64| weight == DRAWN;
    let mut sum = 0.0;
    let mut left = 0_u16;
    for index in 0..len {
        let weight = weight(index);
        if !drawn(weight) {
            sum += weight;
            left += 1;
        }
    }
    let even = sum <= 0.0;
    let mut point = unit(number) * if even { f64::from(left) } else { sum };
    let mut last = 0;
    for index in 0..len {
        let weight = weight(index);
        let share = if even { 1.0 } else { weight };
        if drawn(weight) || share <= 0.0 {
            continue;
        }
        last = index;
        point -= share;
        if point < 0.0 {
            break;
        }
    }
    last
}

/// What marks a weight whose child has been drawn.
const DRAWN: f64 = -1.0;

/// One child, drawn; see [`random`].
#[derive(Clone, Copy, Debug)]
pub struct RandomOne<K, W, T = FromRandom> {
    children: K,
    random: T,
    weights: W,
}

made!([] RandomOne<K, W, T> { children: K, random: T, weights: W });

/// **`random < a, b, .. >`**, **`random < weight => a, weight => b, .. >`**: one
/// thing, by chance.
///
/// - One child is drawn when a run starts. A tick is the drawn child's, to its end.
/// - A weight is an expression, evaluated when a run starts; without one, a child
///   weighs 1. Weight 0 is never drawn while another is positive; negative ones and
///   NaN count as 0.
/// - The random number comes from the blackboard, which has to be [`Random`](crate::Random).
///
/// ```
/// use bt_core::blackboard::SmallRng;
/// use bt_core::prelude::*;
///
/// let tree = bt! { |_r: &mut SmallRng| random < 0 => failure, 3 => success > };
/// assert_eq!(tree.tick(&mut Default::default(), &mut SmallRng::new(1)), Status::Success);
/// ```
///
/// LimboAI, gdx-ai: `RandomSelector` tries the others too; see
/// [`random_selector`](crate::node::random_selector).
#[doc(alias("Random", "Probability", "ProbabilitySelector"))]
#[inline(always)]
pub const fn random<K: ChildList>(children: K) -> RandomOne<K, Even> {
    RandomOne { children, random: FromRandom, weights: Even }
}

impl<K, W, T> RandomOne<K, W, T> {
    /// With weights.
    #[inline(always)]
    pub fn weighted<X>(self, weights: X) -> RandomOne<K, X, T> {
        RandomOne { children: self.children, random: self.random, weights }
    }

    /// The random numbers from a function of one's own instead of the blackboard's
    /// [`Random`](crate::Random): see [`ask`](crate::ask).
    #[inline(always)]
    pub fn with_random<U>(self, random: U) -> RandomOne<K, W, U> {
        RandomOne { children: self.children, random, weights: self.weights }
    }
}

impl<K: ChildList, W, T> Node for RandomOne<K, W, T> {
    type State = Branching<<K::AnyResumes as Flag>::Memo<K::Index>, K::States>;
    type Succeeds = K::AnySucceeds;
    type Fails = K::AnyFails;
    type Runs = K::AnyRuns;
    type Resumes = K::AnyResumes;
    type Halts = K::AnyResumes;
    const COUNT: u32 = 1 + K::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("random", K::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("random", K::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let cursor = state.cursor.get();
        review.require(cursor <= u32::from(K::LEN));
        K::review(&mut state.children, review, 0, |index| u32::from(index) + 1 == cursor) || cursor != 0
    }
}

impl<B: ?Sized, K: Children<B>, W: Weights<B>, T: Draws<B>> Behavior<B> for RandomOne<K, W, T> {
    // The cursor: one more than the child that was drawn.
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let drawn = match state.cursor.get() {
            0 => draw::<K>(&mut weights::<B, K, W>(&self.weights, blackboard), self.random.draw(blackboard)),
            cursor => cursor as u16 - 1,
        };
        state.cursor.set(u32::from(drawn) + 1);
        let status = tick_only(&self.children, drawn, &mut state.children, blackboard, &mut visit);
        if status.is_running() {
            visit.wake_with_last_child();
        } else {
            state.cursor.set(0);
        }
        status
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        self.children.halt_each(&mut state.children, blackboard, &mut visit, Place::FIRST, |_| true);
        state.cursor.set(0);
    }
}

/// All children, in an order that is drawn; see [`random_selector`].
#[derive(Clone, Copy, Debug)]
pub struct Shuffled<K, W, R, T = FromRandom> {
    children: K,
    random: T,
    weights: W,
    rule: PhantomData<R>,
}

made!([R,] Shuffled<K, W, R, T> { children: K, random: T, weights: W } rule);

/// See [`random_selector`].
pub type RandomSelector<K, W, T = FromRandom> = Shuffled<K, W, Any, T>;
/// See [`random_sequence`].
pub type RandomSequence<K, W, T = FromRandom> = Shuffled<K, W, All, T>;

/// **`random_selector < a, b, .. >`**, **`random_selector < weight => a, .. >`**:
/// tries one thing after the other, in an order left to chance.
///
/// - The order is drawn when a run starts, and kept during the run. Then as
///   [`mem_selector`](crate::node::mem_selector).
/// - A weight is an expression, evaluated when a run starts; without one, a child
///   weighs 1. Heavier children tend to come earlier. Weight 0 never comes before a
///   positive one; negative ones and NaN count as 0.
/// - The random numbers come from the blackboard, which has to be [`Random`](crate::Random).
///
/// ```
/// use bt_core::blackboard::SmallRng;
/// use bt_core::prelude::*;
///
/// let tree = bt! { |_r: &mut SmallRng| random_selector < failure, failure > };
/// assert_eq!(tree.tick(&mut Default::default(), &mut SmallRng::new(1)), Status::Failure);
/// ```
///
/// LimboAI: `BTRandomSelector`. gdx-ai: `RandomSelector`. bonsai-bt: none.
#[doc(alias("RandomSelector", "shuffle"))]
#[inline(always)]
pub const fn random_selector<K: ChildList>(children: K) -> RandomSelector<K, Even> {
    Shuffled { children, random: FromRandom, weights: Even, rule: PhantomData }
}

/// **`random_sequence < a, b, .. >`**, **`random_sequence < weight => a, .. >`**:
/// does one thing after the other, in an order left to chance.
///
/// - The order is drawn when a run starts, and kept during the run. Then as
///   [`mem_sequence`](crate::node::mem_sequence).
/// - Weights and random numbers: see [`random_selector`].
///
/// ```
/// use bt_core::blackboard::SmallRng;
/// use bt_core::prelude::*;
///
/// let tree = bt! { |_r: &mut SmallRng| random_sequence < success, success > };
/// assert_eq!(tree.tick(&mut Default::default(), &mut SmallRng::new(1)), Status::Success);
/// ```
///
/// LimboAI: `BTRandomSequence`. gdx-ai: `RandomSequence`.
#[doc(alias("RandomSequence", "shuffle"))]
#[inline(always)]
pub const fn random_sequence<K: ChildList>(children: K) -> RandomSequence<K, Even> {
    Shuffled { children, random: FromRandom, weights: Even, rule: PhantomData }
}

impl<K, W, R, T> Shuffled<K, W, R, T> {
    /// With weights.
    #[inline(always)]
    pub fn weighted<X>(self, weights: X) -> Shuffled<K, X, R, T> {
        Shuffled { children: self.children, random: self.random, weights, rule: PhantomData }
    }

    /// The random numbers from a function of one's own instead of the blackboard's
    /// [`Random`](crate::Random): see [`ask`](crate::ask).
    #[inline(always)]
    pub fn with_random<U>(self, random: U) -> Shuffled<K, W, R, U> {
        Shuffled { children: self.children, random, weights: self.weights, rule: PhantomData }
    }
}

/// The state of a composite that draws an order: the children in that order, and
/// the place in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ordered<O, C, S> {
    order: O,
    /// One more than the place in the order; 0 before it is drawn.
    cursor: C,
    /// The states of the children.
    pub children: S,
}

impl<K: ChildList, W, R: Rule, T> Node for Shuffled<K, W, R, T> {
    type State = Ordered<K::Each<K::Index>, K::Index, K::States>;
    type Succeeds = R::Succeeds<K>;
    type Fails = R::Fails<K>;
    type Runs = R::Runs<K>;
    type Resumes = K::AnyResumes;
    type Halts = K::AnyResumes;
    const COUNT: u32 = 1 + K::COUNT;
    const FINGERPRINT: u64 = fingerprint::node(
        if matches!(R::PASS, Status::Success) { "random_sequence" } else { "random_selector" },
        K::FINGERPRINT,
    );

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node(
            if matches!(R::PASS, Status::Success) { "random_sequence" } else { "random_selector" },
            K::outline,
        );
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let cursor = state.cursor.get();
        review.require(cursor <= u32::from(K::LEN));
        let mut at = |place: u16| K::each(&mut state.order, place).get();
        for place in 0..K::LEN {
            let child = at(place);
            let is_drawn = child < u32::from(K::LEN) && (0..place).all(|before| at(before) != child);
            review.require(if cursor == 0 { child == 0 } else { is_drawn });
        }
        let current =
            if (1..=u32::from(K::LEN)).contains(&cursor) { Some(at(cursor as u16 - 1)) } else { None };
        K::review(&mut state.children, review, 0, |index| current == Some(index.into()));
        cursor != 0 && K::AnyResumes::VALUE
    }
}

impl<B, K, W, R, T> Behavior<B> for Shuffled<K, W, R, T>
where
    B: ?Sized,
    K: Children<B>,
    W: Weights<B>,
    R: Rule,
    T: Draws<B>,
{
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        if state.cursor.get() == 0 {
            let mut weights = weights::<B, K, W>(&self.weights, blackboard);
            for place in 0..K::LEN {
                let drawn = draw::<K>(&mut weights, self.random.draw(blackboard));
                *K::each(&mut weights, drawn) = DRAWN;
                K::each(&mut state.order, place).set(u32::from(drawn));
            }
            state.cursor.set(1);
        }
        while state.cursor.get() <= u32::from(K::LEN) {
            let place = state.cursor.get() as u16 - 1;
            let index = K::each(&mut state.order, place).get() as u16;
            let status = tick_only(&self.children, index, &mut state.children, blackboard, &mut visit);
            if status != R::PASS {
                if status.is_running() {
                    visit.wake_with_last_child();
                } else {
                    state.cursor.set(0);
                    state.order = Default::default();
                }
                return status;
            }
            state.cursor.set(u32::from(place) + 2);
        }
        state.cursor.set(0);
        state.order = Default::default();
        R::PASS
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        self.children.halt_each(&mut state.children, blackboard, &mut visit, Place::FIRST, |_| true);
        state.cursor.set(0);
        state.order = Default::default();
    }
}
