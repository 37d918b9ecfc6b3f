use crate::behavior::{Behavior, Node};
use crate::children::{ChildList, Children, Place};
use crate::composite::choice::tick_only;
use crate::composite::{Branching, Weights};
use crate::fingerprint;
use crate::flag::{Flag, Memo, Yes};
use crate::made::made;
use crate::observe::Outliner;
use crate::parameter::Parameter;
use crate::review::Review;
use crate::status::Status;
use crate::visit::Visit;

/// The child with the best score first; see [`utility`].
#[derive(Clone, Copy, Debug)]
pub struct Utility<K, W, I> {
    children: K,
    scores: W,
    inertia: I,
}

made!([] Utility<K, W, I> { children: K, scores: W, inertia: I });

/// No bonus for the child that is running.
#[derive(Clone, Copy, Debug)]
pub struct NoInertia;

made!([] NoInertia = NoInertia);

impl<B: ?Sized> Parameter<B, f64> for NoInertia {
    const IS_NOTHING: bool = true;

    #[inline(always)]
    fn value(&self, _: &mut B) -> f64 {
        0.0
    }
}

/// **`utility < score => a, score => b, .. >`**,
/// **`utility(inertia = x) < score => a, .. >`**: what is best at the moment.
///
/// - A tick evaluates all scores, in order, and ticks the children from the best
///   score down, until one doesn't fail: its answer is the node's. All failed:
///   failure.
/// - The child that is running gets the inertia added to its score, so that it isn't
///   given up for next to nothing. Ties: the earlier child first. A child whose
///   score is NaN is never chosen; an inertia of NaN counts as 0.
/// - A child that was running and isn't the one any more is halted, after the one
///   that took over was ticked: so after that one's start. Where both touch the same
///   thing, see the warning at [`selector`](crate::node::selector).
/// - [`curve`](crate::curve) has response curves for scores.
///
/// ```text
/// score of a   0.9      0.4
/// a            running  halted
/// score of b   0.5      0.5
/// b                     running
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// struct Pet { hunger: f64, fatigue: f64 }
///
/// let tree = bt! {
///     |pet: &mut Pet| utility(inertia = 0.1) <
///         pet.hunger => { pet.hunger -= 0.5; Status::Running },
///         pet.fatigue => { pet.fatigue -= 0.5; },
///     >
/// };
/// let (mut agent, mut pet) = (Agent::of(&tree), Pet { hunger: 0.9, fatigue: 0.45 });
/// assert_eq!(agent.tick(&tree, &mut pet), Status::Running);
/// // Eating has 0.4 + 0.1 now: it goes on.
/// assert_eq!(agent.tick(&tree, &mut pet), Status::Running);
/// assert_eq!(agent.tick(&tree, &mut pet), Status::Success);
/// ```
///
/// Called by hand, the first argument gives the score of the child at an index.
///
/// Utility selectors are found in add-ons to Unreal and Unity; BehaviorTree.CPP and
/// py_trees have none.
#[doc(alias("UtilitySelector", "score", "DynamicPrioritySelector"))]
#[inline(always)]
pub const fn utility<W, K: ChildList>(scores: W, children: K) -> Utility<K, W, NoInertia> {
    Utility { children, scores, inertia: NoInertia }
}

impl<K, W, I> Utility<K, W, I> {
    /// `inertia = x`: added to the score of the child that is running.
    #[inline(always)]
    pub fn inertia<X>(self, inertia: X) -> Utility<K, W, X> {
        Utility { children: self.children, scores: self.scores, inertia }
    }
}

impl<K: ChildList, W, I> Node for Utility<K, W, I> {
    type State = Branching<<K::AnyResumes as Flag>::Memo<K::Index>, K::States>;
    type Succeeds = K::AnySucceeds;
    type Fails = Yes;
    type Runs = K::AnyRuns;
    type Resumes = K::AnyResumes;
    type Halts = K::AnyResumes;
    const COUNT: u32 = 1 + K::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("utility", K::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("utility", K::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let (cursor, len) = (state.cursor.get(), u32::from(K::LEN));
        review.require(cursor <= len + 1);
        let may_run = |index| cursor > len || u32::from(index) + 1 == cursor;
        K::review(&mut state.children, review, 0, may_run) || cursor != 0
    }
}

/// The index of the best score, the first of equals; none if all are NaN.
#[inline]
pub(crate) fn best_of(len: u16, mut score: impl FnMut(u16) -> f64) -> Option<u16> {
    let mut best: Option<(u16, f64)> = None;
    for index in 0..len {
        let score = score(index);
        let is_better = best.is_none_or(|(_, highest)| score > highest);
        if is_better && !score.is_nan() {
            best = Some((index, score));
        }
    }
    best.map(|(index, _)| index)
}

impl<B, K, W, I> Behavior<B> for Utility<K, W, I>
where
    B: ?Sized,
    K: Children<B>,
    W: Weights<B>,
    I: Parameter<B, f64>,
{
    // The cursor: one more than the child that may be running; beyond the last,
    // any may.
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let before = state.cursor.get();
        let mut scores = K::Each::<f64>::default();
        for index in 0..K::LEN {
            *K::each(&mut scores, index) = self.scores.weight(blackboard, index);
        }
        if (1..=u32::from(K::LEN)).contains(&before) {
            let inertia = self.inertia.value(blackboard);
            *K::each(&mut scores, before as u16 - 1) += if inertia.is_nan() { 0.0 } else { inertia };
        }
        // Should a leaf panic, the next halt looks everywhere.
        state.cursor.set(u32::from(K::LEN) + 1);
        let mut status = Status::Failure;
        let mut chosen = 0;
        while let Some(index) = best_of(K::LEN, |index| *K::each(&mut scores, index)) {
            status = tick_only(&self.children, index, &mut state.children, blackboard, &mut visit);
            if status != Status::Failure {
                chosen = u32::from(index) + 1;
                break;
            }
            *K::each(&mut scores, index) = f64::NAN;
        }
        if before != 0 && before != chosen {
            let may_run = |index: u16| before > u32::from(K::LEN) || u32::from(index) + 1 == before;
            self.children.halt_each(&mut state.children, blackboard, &mut visit, Place::FIRST, |index| {
                may_run(index) && u32::from(index) + 1 != chosen
            });
        }
        let after = if status.is_running() { chosen } else { 0 };
        state.cursor.set(after);
        visit.asked();
        // Where the inertia goes from one child to another, the scale may turn again.
        if after == before || I::IS_NOTHING {
            visit.wake_with_children();
        }
        status
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        self.children.halt_each(&mut state.children, blackboard, &mut visit, Place::FIRST, |_| true);
        state.cursor.set(0);
    }
}
