use core::ops::ControlFlow::{self, Break, Continue};

use crate::behavior::{Behavior, Node};
use crate::check::NeverRuns;
use crate::children::{ChildList, Children, Place, Walk};
use crate::composite::Branching;
use crate::fingerprint;
use crate::flag::{Flag, Memo, No, Yes};
use crate::made::made;
use crate::observe::Outliner;
use crate::parameter::Parameter;
use crate::review::Review;
use crate::status::Status;
use crate::visit::Visit;

/// One of two children, by a condition; see [`if_else`].
#[derive(Clone, Copy, Debug)]
pub struct IfElse<K> {
    pub(super) children: K,
}

made!([] IfElse<K> { children: K });

/// **`if_else < k, a >`**, **`if_else < k, a, b >`**: one thing or another.
///
/// - The condition is checked in every tick. True: `a` is ticked; false: `b`, or
///   failure where there is none. The answer is the child's.
/// - When the condition changes, the child that was running is halted first, and
///   then the other one is ticked.
/// - `if_else(at = start) < .. >`: the condition is checked when a run starts, and what it
///   decides is kept until that child has ended.
/// - The condition can't be one that runs; the compiler checks that.
///
/// ```text
/// k      true     true     false
/// a      running  running  halted
/// b                        running
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |n: &mut i32| if_else < { *n > 0 }, success, running > };
/// let mut agent = Agent::of(&tree);
/// assert_eq!(agent.tick(&tree, &mut 0), Status::Running);
/// assert_eq!(agent.tick(&tree, &mut 1), Status::Success);
/// ```
///
/// Called by hand, `if_else((k, a, b)).at_start()`.
///
/// BehaviorTree.CPP: `IfThenElse` is the one with `at = start`; `WhileDoElse` is this one.
/// Unreal: decorators with observer aborts.
#[doc(alias("IfThenElse", "WhileDoElse", "conditional"))]
#[inline(always)]
pub const fn if_else<K: Alternatives>(children: K) -> IfElse<K>
where
    <K::Condition as Node>::Runs: NeverRuns,
{
    IfElse { children }
}

/// A condition and one or two children.
pub trait Alternatives: ChildList {
    /// The condition.
    type Condition: Node;
}

impl<K: Node, C: Node> Alternatives for (K, C) {
    type Condition = K;
}

impl<K: Node, C: Node, D: Node> Alternatives for (K, C, D) {
    type Condition = K;
}

impl<K: Node, C: Node> Node for IfElse<(K, C)> {
    type State = Branching<(), (K::State, C::State)>;
    type Succeeds = <K::Succeeds as Flag>::And<C::Succeeds>;
    type Fails = <K::Fails as Flag>::Or<C::Fails>;
    type Runs = <K::Succeeds as Flag>::And<C::Runs>;
    type Resumes = C::Resumes;
    type Halts = C::Halts;
    const COUNT: u32 = 1 + K::COUNT + C::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("if_else", <(K, C)>::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("if_else", <(K, C)>::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        // A condition never runs.
        <(K, C)>::review(&mut state.children, review, 0, |index| index > 0)
    }
}

impl<B: ?Sized, K: Behavior<B>, C: Behavior<B>> Behavior<B> for IfElse<(K, C)> {
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let (condition, child) = &self.children;
        let status = if visit.tick(1, condition, &mut state.children.0, blackboard) == Status::Success {
            visit.tick(1 + K::COUNT, child, &mut state.children.1, blackboard)
        } else {
            self.halt_with(state, blackboard, &mut visit);
            Status::Failure
        };
        visit.wake_with_children();
        status
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1 + K::COUNT, &self.children.1, &mut state.children.1, blackboard);
    }
}

impl<K: Node, C: Node, D: Node> Node for IfElse<(K, C, D)> {
    type State = Branching<(), (K::State, C::State, D::State)>;
    type Succeeds = <C::Succeeds as Flag>::Or<D::Succeeds>;
    type Fails = <C::Fails as Flag>::Or<D::Fails>;
    type Runs = <<C::Runs as Flag>::Or<D::Runs> as Flag>::Plain;
    type Resumes = <C::Resumes as Flag>::Or<D::Resumes>;
    type Halts = <C::Halts as Flag>::Or<D::Halts>;
    const COUNT: u32 = 1 + K::COUNT + C::COUNT + D::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("if_else", <(K, C, D)>::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("if_else", <(K, C, D)>::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        // A condition never runs, and one of the branches is halted before the other is ticked.
        let (condition, yes, no) = &mut state.children;
        let (asks, yes, no) = (K::review(condition, review), C::review(yes, review), D::review(no, review));
        review.require(!(asks || yes && no));
        yes || no
    }
}

impl<B: ?Sized, K: Behavior<B>, C: Behavior<B>, D: Behavior<B>> Behavior<B> for IfElse<(K, C, D)> {
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let (condition, yes, no) = &self.children;
        let (condition_state, yes_state, no_state) = &mut state.children;
        let status = if visit.tick(1, condition, condition_state, blackboard) == Status::Success {
            visit.halt(1 + K::COUNT + C::COUNT, no, no_state, blackboard);
            visit.tick(1 + K::COUNT, yes, yes_state, blackboard)
        } else {
            visit.halt(1 + K::COUNT, yes, yes_state, blackboard);
            visit.tick(1 + K::COUNT + C::COUNT, no, no_state, blackboard)
        };
        visit.wake_with_children();
        status
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        let (_, yes, no) = &self.children;
        visit.halt(1 + K::COUNT, yes, &mut state.children.1, blackboard);
        visit.halt(1 + K::COUNT + C::COUNT, no, &mut state.children.2, blackboard);
    }
}

/// A child for as long as a condition holds; see [`while_do`].
#[derive(Clone, Copy, Debug)]
pub struct WhileDo<K> {
    children: K,
}

made!([] WhileDo<K> { children: K });

/// **`while_do < k, body >`**: the body, again and again, as long as the condition
/// holds.
///
/// - The condition is checked in every tick. True: the body is ticked, and whatever
///   it answers, the node runs on; a body that has ended starts again in the next
///   tick. False: the body is halted if it was running, and the answer is success.
/// - It never fails. The condition can't be one that runs; the compiler checks that.
/// - To fail when the condition doesn't hold any more, see
///   [`guard`](crate::node::guard).
///
/// ```text
/// k      true     true     false
/// body   running  failure  (not ticked)
/// node   running  running  success
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |n: &mut i32| while_do < { *n < 2 }, { *n += 1; } > };
/// let (mut agent, mut n) = (Agent::of(&tree), 0);
/// assert_eq!(agent.tick(&tree, &mut n), Status::Running);
/// assert_eq!(agent.tick(&tree, &mut n), Status::Running);
/// assert_eq!(agent.tick(&tree, &mut n), Status::Success);
/// ```
///
/// BehaviorTree.CPP: `WhileDoElse` without an else ends with the body.
#[doc(alias("WhileDoElse", "while"))]
#[inline(always)]
pub const fn while_do<K: Node, C: Node>(children: (K, C)) -> WhileDo<(K, C)>
where
    K::Runs: NeverRuns,
{
    WhileDo { children }
}

impl<K: Node, C: Node> Node for WhileDo<(K, C)> {
    type State = Branching<(), (K::State, C::State)>;
    type Succeeds = K::Fails;
    type Fails = No;
    type Runs = K::Succeeds;
    type Resumes = Yes;
    type Halts = C::Halts;
    const COUNT: u32 = 1 + K::COUNT + C::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("while_do", <(K, C)>::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("while_do", <(K, C)>::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        // A condition never runs.
        <(K, C)>::review(&mut state.children, review, 0, |index| index > 0)
    }
}

impl<B: ?Sized, K: Behavior<B>, C: Behavior<B>> Behavior<B> for WhileDo<(K, C)> {
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let (condition, body) = &self.children;
        let status = if visit.tick(1, condition, &mut state.children.0, blackboard) == Status::Success {
            visit.tick(1 + K::COUNT, body, &mut state.children.1, blackboard);
            Status::Running
        } else {
            self.halt_with(state, blackboard, &mut visit);
            Status::Success
        };
        visit.wake_with_children();
        status
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1 + K::COUNT, &self.children.1, &mut state.children.1, blackboard);
    }
}

/// One of several children, by a value; see [`switch`].
#[derive(Clone, Copy, Debug)]
pub struct Switch<K, I> {
    pub(super) index: I,
    pub(super) children: K,
}

made!([] Switch<K, I> { index: I, children: K });

/// **`switch(expr) < pattern => a, pattern if condition => b, .. >`**: a Rust
/// `match` that decides which child is ticked.
///
/// - The expression is evaluated in every tick, and the first arm that matches is
///   ticked; its answer is the node's. The compiler checks that the arms are
///   exhaustive.
/// - Where another arm matches than the one that is running, that is halted first,
///   and then the new one is ticked.
/// - `switch(expr, at = start) < .. >`: the expression is evaluated when a run starts, and
///   the arm is kept until its child has ended.
/// - Without an expression, conditions stand before the children: see
///   [`switch_cases`](crate::node::switch_cases).
/// - Patterns may bind names for their own `if`, not for their node.
///
/// ```text
/// expr   Idle     Hunt     Hunt
/// Idle   running  halted
/// Hunt            running  success
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// enum Mood { Calm, Angry(u32) }
///
/// let tree = bt! {
///     |mood: &mut Mood| switch(mood) < Mood::Calm => success, Mood::Angry(n) if *n > 3 => failure, _ => running >
/// };
/// let mut agent = Agent::of(&tree);
/// assert_eq!(agent.tick(&tree, &mut Mood::Calm), Status::Success);
/// assert_eq!(agent.tick(&tree, &mut Mood::Angry(2)), Status::Running);
/// assert_eq!(agent.tick(&tree, &mut Mood::Angry(4)), Status::Failure);
/// ```
///
/// Called by hand, the first argument gives the index of the child, and `at = start` is
/// the method `at_start`.
///
/// BehaviorTree.CPP: `Switch2` to `Switch6`, over strings, with a default.
#[doc(alias("Switch2", "Switch3", "match"))]
#[inline(always)]
pub const fn switch<I, K: ChildList>(index: I, children: K) -> Switch<K, I> {
    Switch { index, children }
}

impl<K: ChildList, I> Node for Switch<K, I> {
    type State = Branching<<K::AnyHalts as Flag>::Memo<K::Index>, K::States>;
    type Succeeds = K::AnySucceeds;
    type Fails = K::AnyFails;
    type Runs = K::AnyRuns;
    type Resumes = K::AnyResumes;
    type Halts = K::AnyHalts;
    const COUNT: u32 = 1 + K::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("switch", K::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("switch", K::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let cursor = state.cursor.get();
        review.require(cursor <= u32::from(K::LEN));
        K::review(&mut state.children, review, 0, |index| u32::from(index) + 1 == cursor) || cursor != 0
    }
}

/// One child.
pub(super) struct Only(pub u16);

impl Walk for Only {
    #[inline(always)]
    fn enters(&mut self, index: u16) -> bool {
        index == self.0
    }

    #[inline(always)]
    fn takes(&mut self, _: u16, status: Status) -> ControlFlow<Status> {
        Break(status)
    }
}

/// Ticks one child. An index that is none's fails.
#[inline(always)]
pub(super) fn tick_only<B: ?Sized, K: Children<B>, V: Visit>(
    children: &K,
    index: u16,
    states: &mut K::States,
    blackboard: &mut B,
    visit: &mut V,
) -> Status {
    tick_only_at(children, Place::FIRST, index, states, blackboard, visit)
}

/// The same in a list that begins at `first`, with its index in the composite.
#[inline(always)]
pub(crate) fn tick_only_at<B: ?Sized, K: Children<B>, V: Visit>(
    children: &K,
    first: Place,
    index: u16,
    states: &mut K::States,
    blackboard: &mut B,
    visit: &mut V,
) -> Status {
    match children.tick_each(states, blackboard, visit, first, &mut Only(index)) {
        Break(status) => status,
        Continue(()) => Status::Failure,
    }
}

impl<B: ?Sized, K: Children<B>, I: Parameter<B, u16>> Behavior<B> for Switch<K, I> {
    // The cursor: one more than the child that may be running.
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let index = self.index.ask(blackboard, &mut visit);
        if state.cursor.get() != u32::from(index) + 1 {
            self.halt_with(state, blackboard, &mut visit);
            state.cursor.set(u32::from(index) + 1);
        }
        let status = tick_only(&self.children, index, &mut state.children, blackboard, &mut visit);
        visit.wake_with_children();
        if !status.is_running() {
            state.cursor.set(0);
        }
        status
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        let cursor = state.cursor.get();
        self.children.halt_each(&mut state.children, blackboard, &mut visit, Place::FIRST, |index| {
            u32::from(index) + 1 == cursor
        });
        state.cursor.set(0);
    }
}
