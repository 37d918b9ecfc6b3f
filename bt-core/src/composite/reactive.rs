use core::marker::PhantomData;
use core::ops::ControlFlow::{self, Break, Continue};

use crate::behavior::{Behavior, Node};
use crate::children::{ChildList, Children, Place, Walk};
use crate::composite::{All, Any, Rule};
use crate::fingerprint;
use crate::flag::{Flag, Memo};
use crate::made::made;
use crate::observe::Outliner;
use crate::review::Review;
use crate::status::Status;
use crate::visit::Visit;

/// A composite that asks its children anew in every tick, from the first on.
#[derive(Clone, Copy, Debug)]
pub struct Reactive<K, R> {
    children: K,
    rule: PhantomData<R>,
}

made!([R,] Reactive<K, R> { children: K } rule);

/// See [`sequence`].
pub type Sequence<K> = Reactive<K, All>;
/// See [`selector`].
pub type Selector<K> = Reactive<K, Any>;

/// **`sequence < a, b, .. >`**: does one thing after the other, as long as all
/// before it hold.
///
/// - A tick goes from the first child on, every time. A child that fails or
///   runs ends the tick with that; after the last success: success.
/// - A later child that was still running is halted, after the child that took
///   over was ticked.
/// - To go on where the last tick stopped instead, see
///   [`mem_sequence`](crate::node::mem_sequence).
///
/// ```text
/// a      success  success  failure
/// b      running  running  halted
/// node   running  running  failure
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |n: &mut i32| sequence < { *n > 0 }, { *n -= 1; } > };
/// let mut n = 1;
/// assert_eq!(tree.tick(&mut Default::default(), &mut n), Status::Success);
/// assert_eq!(tree.tick(&mut Default::default(), &mut n), Status::Failure);
/// ```
///
/// BehaviorTree.CPP: `ReactiveSequence`. py_trees: `Sequence(memory=False)`. Unreal:
/// `Sequence`, which remembers.
#[doc(alias("ReactiveSequence", "and"))]
#[inline(always)]
pub const fn sequence<K: ChildList>(children: K) -> Sequence<K> {
    Reactive { children, rule: PhantomData }
}

/// **`selector < a, b, .. >`**: does the first thing that works, most urgent
/// first.
///
/// - A tick goes from the first child on, every time. A child that succeeds or
///   runs ends the tick with that; after the last failure: failure.
/// - A later child that was still running is halted, after the child that took
///   over was ticked.
/// - **Start comes before halt.** Where the start of one child and the halt of another touch
///   the same thing, the halt has the last word: see below.
/// - To stay with the child that is running instead, see
///   [`mem_selector`](crate::node::mem_selector).
///
/// ```text
/// a      failure  failure  running
/// b      running  running  halted
/// node   running  running  running
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |hp: &mut i32| selector < { *hp > 5 }, { *hp += 1; } > };
/// let mut hp = 5;
/// assert_eq!(tree.tick(&mut Default::default(), &mut hp), Status::Success);
/// assert_eq!(hp, 6);
/// ```
///
/// # When a start and a halt touch the same thing
///
/// Only the tick of a child tells that it takes over, so that is before the halt of the
/// other. This guard should flee, and stands still for ever:
///
/// ```
/// use bt_core::prelude::*;
///
/// struct Guard { is_hurt: bool, velocity: f32 }
///
/// struct Go(f32);
/// impl Action<Guard> for Go {
///     type State = ();
///     type Output = Running;
///     fn start(&self, _: &mut (), guard: &mut Guard) { guard.velocity = self.0; }
///     fn tick(&self, _: &mut (), _: &mut Guard) -> Running { Running }
///     fn halt(&self, _: &mut (), guard: &mut Guard) { guard.velocity = 0.0; }
/// }
///
/// let tree = bt! { |g: &mut Guard| selector < { g.is_hurt } => @Go(-1.0), @Go(1.0) > };
/// # let (mut agent, mut guard) = (Agent::of(&tree), Guard { is_hurt: false, velocity: 0.0 });
/// # agent.tick(&tree, &mut guard);
/// # guard.is_hurt = true;
/// agent.tick(&tree, &mut guard);
/// assert_eq!(guard.velocity, 0.0);    // set by the new start, cleared by the old halt
/// ```
///
/// Write it with conditions, `switch < { g.is_hurt } => @Go(-1.0), _ => @Go(1.0) >`: a
/// [`switch`](crate::node::switch_cases) halts the loser before the winner is ticked. Or
/// have the action set in every tick what it needs.
///
/// BehaviorTree.CPP: `ReactiveFallback`. py_trees: `Selector(memory=False)`. Unreal:
/// `Selector`, which remembers.
#[doc(alias("ReactiveFallback", "fallback", "priority", "or"))]
#[inline(always)]
pub const fn selector<K: ChildList>(children: K) -> Selector<K> {
    Reactive { children, rule: PhantomData }
}

/// The state of a composite: where it is, and its children's states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Branching<C, S> {
    /// What the cursor says is up to the composite.
    pub(crate) cursor: C,
    /// The states of the children.
    pub children: S,
}

impl<K: ChildList, R: Rule> Node for Reactive<K, R> {
    type State = Branching<<K::SeveralHalt as Flag>::Memo<K::Index>, K::States>;
    type Succeeds = R::Succeeds<K>;
    type Fails = R::Fails<K>;
    type Runs = R::Runs<K>;
    type Resumes = K::AnyResumes;
    type Halts = K::AnyHalts;
    const COUNT: u32 = 1 + K::COUNT;
    // In one step, not by `REMEMBERS`: the compiler counts how deep constants go.
    const MARKS: u32 = if K::MARKS > FEW { 1 } else { K::MARKS };
    const FINGERPRINT: u64 = fingerprint::node(
        if matches!(R::PASS, Status::Success) { "sequence" } else { "selector" },
        K::FINGERPRINT,
    );

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node(if matches!(R::PASS, Status::Success) { "sequence" } else { "selector" }, K::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let cursor = state.cursor.get();
        review.require(if Self::REMEMBERS { cursor <= u32::from(K::LEN) } else { cursor == 0 });
        let before = Self::reached_before(&state.cursor);
        K::review(&mut state.children, review, 0, |index| index < before) || cursor != 0
    }
}

/// From the first child on, as long as they pass.
struct Pass<R> {
    reached: u16,
    rule: PhantomData<R>,
}

impl<R: Rule> Walk for Pass<R> {
    #[inline(always)]
    fn takes(&mut self, index: u16, status: Status) -> ControlFlow<Status> {
        self.reached = index + 1;
        if status == R::PASS { Continue(()) } else { Break(status) }
    }
}

/// So many marks are looked at for what remembering would cost.
const FEW: u32 = 6;

/// What a reactive composite knows of which children may run.
impl<K: ChildList, R: Rule> Reactive<K, R> {
    /// Whether the cursor is used: children from there on are idle. Otherwise all are
    /// looked at: a halt of an idle child does nothing.
    const REMEMBERS: bool = K::SeveralHalt::VALUE && K::MARKS > FEW;

    /// Children from this index on are idle.
    #[inline(always)]
    fn reached_before(cursor: &impl Memo) -> u16 {
        match (Self::REMEMBERS, K::AnyHalts::VALUE) {
            (true, _) => cursor.get() as u16,
            (false, true) => K::LEN,
            (false, false) => 0,
        }
    }

    #[inline(always)]
    fn remember(cursor: &mut impl Memo, reached: u16) {
        if Self::REMEMBERS {
            cursor.set(u32::from(reached));
        }
    }
}

impl<B: ?Sized, K: Children<B>, R: Rule> Behavior<B> for Reactive<K, R> {
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, visit: V) -> Status {
        self.tick_in_place(state, blackboard, visit)
    }

    #[inline(always)]
    fn tick_in_place<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let before = Self::reached_before(&state.cursor);
        // Should a leaf panic, the next halt looks everywhere.
        Self::remember(&mut state.cursor, K::LEN);
        let mut walk = Pass::<R> { reached: 0, rule: PhantomData };
        let status = match self.children.tick_each(
            &mut state.children,
            blackboard,
            &mut visit,
            Place::FIRST,
            &mut walk,
        ) {
            Break(status) => status,
            Continue(()) => R::PASS,
        };
        visit.wake_with_children();
        let reached = walk.reached;
        if reached < before {
            self.children.halt_each(&mut state.children, blackboard, &mut visit, Place::FIRST, |index| {
                reached <= index && index < before
            });
        }
        Self::remember(&mut state.cursor, if status.is_running() { reached } else { 0 });
        status
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        let before = Self::reached_before(&state.cursor);
        self.children
            .halt_each(&mut state.children, blackboard, &mut visit, Place::FIRST, |index| index < before);
        Self::remember(&mut state.cursor, 0);
    }
}
