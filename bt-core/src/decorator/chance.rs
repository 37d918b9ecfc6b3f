use crate::ask::{Draws, FromRandom};
use crate::behavior::{Behavior, Node};
use crate::blackboard::unit;
use crate::decorator::Watching;
use crate::fingerprint;
use crate::flag::{Flag, Memo, Yes};
use crate::made::made;
use crate::observe::Outliner;
use crate::parameter::Parameter;
use crate::review::Review;
use crate::status::Status;
use crate::visit::Visit;

/// Its child, or not; see [`chance`].
#[derive(Clone, Copy, Debug)]
pub struct Chance<C, P, T = FromRandom> {
    probability: P,
    random: T,
    child: C,
}

made!([] Chance<C, P, T> { probability: P, random: T, child: C });

/// **`chance(p) < c >`**: does it, or not, by chance.
///
/// - When a run starts, a number is drawn: with probability `p` the child is
///   ticked, to its end; else the answer is failure. `p <= 0`: never, `p >= 1`:
///   always.
/// - The random number comes from the blackboard, which has to be [`Random`](crate::Random).
///
/// ```
/// use bt_core::blackboard::SmallRng;
/// use bt_core::prelude::*;
///
/// let tree = bt! { |_r: &mut SmallRng| chance(0.25) < success > };
/// let (mut agent, mut dice) = (Agent::of(&tree), SmallRng::new(1));
/// let hits = (0..1000).filter(|_| agent.tick(&tree, &mut dice) == Status::Success).count();
/// assert!((200..300).contains(&hits));
/// ```
///
/// LimboAI: `BTProbability`. gdx-ai: `Random` decorator.
#[doc(alias("Probability", "RandomChance"))]
#[inline(always)]
pub const fn chance<P, C: Node>(probability: P, child: C) -> Chance<C, P> {
    Chance { probability, random: FromRandom, child }
}

impl<C, P, T> Chance<C, P, T> {
    /// The random numbers from a function of one's own instead of the blackboard's
    /// [`Random`](crate::Random): see [`ask`](crate::ask).
    #[inline(always)]
    pub fn with_random<U>(self, random: U) -> Chance<C, P, U> {
        Chance { probability: self.probability, random, child: self.child }
    }
}

impl<C: Node, P, T> Node for Chance<C, P, T> {
    type State = Watching<C::State, <C::Resumes as Flag>::Memo<u8>>;
    type Succeeds = C::Succeeds;
    type Fails = Yes;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    type Halts = C::Resumes;
    const COUNT: u32 = 1 + C::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("chance", C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("chance", C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        state.review(review, C::review)
    }
}

impl<B: ?Sized, C: Behavior<B>, P: Parameter<B, f64>, T: Draws<B>> Behavior<B> for Chance<C, P, T> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let begins = state.memo.get() == 0;
        if begins {
            let probability = self.probability.ask(blackboard, &mut visit);
            // The drawn number is below 1, and not below 0.
            if unit(self.random.draw(blackboard)) >= probability || probability.is_nan() {
                return Status::Failure;
            }
            state.memo.set(1);
        }
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        if !begins && status.is_running() {
            visit.wake_with_children();
        }
        state.memo.set(u32::from(status.is_running()));
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, &mut state.child, blackboard);
        state.memo.set(0);
    }
}
