use core::marker::PhantomData;
use core::ops::ControlFlow::{self, Break, Continue};

use crate::behavior::{Behavior, Node};
use crate::children::{ChildList, Children, Place, Walk};
use crate::composite::{All, Any, Branching, Rule};
use crate::fingerprint;
use crate::flag::{Flag, Memo};
use crate::made::made;
use crate::observe::Outliner;
use crate::review::Review;
use crate::status::Status;
use crate::visit::Visit;

/// A composite that goes on with the child that was running.
#[derive(Clone, Copy, Debug)]
pub struct Memory<K, R> {
    children: K,
    rule: PhantomData<R>,
}

made!([R,] Memory<K, R> { children: K } rule);

/// See [`mem_sequence`].
pub type MemSequence<K> = Memory<K, All>;
/// See [`mem_selector`].
pub type MemSelector<K> = Memory<K, Any>;

/// **`mem_sequence < a, b, .. >`**: does one thing after the other, each to its
/// end.
///
/// - A tick starts at the child that was running; the children before it are
///   not asked again. A child that fails or runs ends the tick with that; after
///   the last success: success.
/// - Success, failure or a halt puts it back to the first child.
///
/// ```text
/// a      success  (left alone)  (left alone)
/// b      running  running       success
/// node   running  running       success
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// fn walk(n: &mut u32) -> Status {
///     *n += 1;
///     if *n < 2 { Status::Running } else { Status::Success }
/// }
///
/// let tree = bt! { mem_sequence < walk, walk > };
/// let (mut agent, mut n) = (Agent::of(&tree), 0);
/// assert_eq!(agent.tick(&tree, &mut n), Status::Running);
/// assert_eq!(agent.tick(&tree, &mut n), Status::Success);
/// ```
///
/// BehaviorTree.CPP: `Sequence`. py_trees: `Sequence(memory=True)`. Unreal:
/// `Sequence`.
#[doc(alias("Sequence", "sequence_star"))]
#[inline(always)]
pub const fn mem_sequence<K: ChildList>(children: K) -> MemSequence<K> {
    Memory { children, rule: PhantomData }
}

/// **`mem_selector < a, b, .. >`**: tries one thing after the other, each to
/// its end.
///
/// - A tick starts at the child that was running; the children before it are
///   not asked again. A child that succeeds or runs ends the tick with that;
///   after the last failure: failure.
/// - Success, failure or a halt puts it back to the first child.
///
/// ```text
/// a      failure  (left alone)  (left alone)
/// b      running  running       success
/// node   running  running       success
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |n: &mut i32| mem_selector < { *n > 9 }, running > };
/// let mut agent = Agent::of(&tree);
/// assert_eq!(agent.tick(&tree, &mut 0), Status::Running);
/// // The condition isn't asked again.
/// assert_eq!(agent.tick(&tree, &mut 10), Status::Running);
/// ```
///
/// BehaviorTree.CPP: `Fallback`. py_trees: `Selector(memory=True)`. Unreal:
/// `Selector`.
#[doc(alias("Fallback", "fallback_star"))]
#[inline(always)]
pub const fn mem_selector<K: ChildList>(children: K) -> MemSelector<K> {
    Memory { children, rule: PhantomData }
}

impl<K: ChildList, R: Rule> Node for Memory<K, R> {
    type State = Branching<<K::AnyResumes as Flag>::Memo<K::Index>, K::States>;
    type Succeeds = R::Succeeds<K>;
    type Fails = R::Fails<K>;
    type Runs = R::Runs<K>;
    type Resumes = K::AnyResumes;
    type Halts = K::AnyResumes;
    const COUNT: u32 = 1 + K::COUNT;
    const FINGERPRINT: u64 = fingerprint::node(
        if matches!(R::PASS, Status::Success) { "mem_sequence" } else { "mem_selector" },
        K::FINGERPRINT,
    );

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node(
            if matches!(R::PASS, Status::Success) { "mem_sequence" } else { "mem_selector" },
            K::outline,
        );
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        review_current::<K, _>(state, review) || state.cursor.get() != 0
    }
}

/// From the child at the cursor on, as long as they pass; the cursor goes along.
struct Resume<'c, C, R> {
    cursor: &'c mut C,
    rule: PhantomData<R>,
}

impl<C: Memo, R: Rule> Walk for Resume<'_, C, R> {
    #[inline(always)]
    fn enters(&mut self, index: u16) -> bool {
        self.cursor.get() <= u32::from(index)
    }

    #[inline(always)]
    fn takes(&mut self, index: u16, status: Status) -> ControlFlow<Status> {
        if status != R::PASS {
            return Break(status);
        }
        self.cursor.set(u32::from(index) + 1);
        Continue(())
    }
}

/// Ticks the children from the cursor on, which stays at the last one ticked.
#[inline(always)]
fn resume<B: ?Sized, K: Children<B>, R: Rule, C: Memo, V: Visit>(
    children: &K,
    state: &mut Branching<C, K::States>,
    blackboard: &mut B,
    visit: &mut V,
) -> Status {
    let mut walk = Resume::<C, R> { cursor: &mut state.cursor, rule: PhantomData };
    match children.tick_each(&mut state.children, blackboard, visit, Place::FIRST, &mut walk) {
        Break(status) => status,
        Continue(()) => R::PASS,
    }
}

/// [Goes through](Node::review) the state: only the child at the cursor can be running.
fn review_current<K: ChildList, C: Memo>(state: &mut Branching<C, K::States>, review: &mut Review) -> bool {
    let current = state.cursor.get();
    review.require(current < u32::from(K::LEN));
    K::review(&mut state.children, review, 0, |index| u32::from(index) == current)
}

/// Halts the child at the cursor.
#[inline(always)]
fn halt_current<B: ?Sized, K: Children<B>, C: Memo, V: Visit>(
    children: &K,
    state: &mut Branching<C, K::States>,
    blackboard: &mut B,
    mut visit: V,
) {
    let current = state.cursor.get();
    children.halt_each(&mut state.children, blackboard, &mut visit, Place::FIRST, |index| {
        u32::from(index) == current
    });
}

impl<B: ?Sized, K: Children<B>, R: Rule> Behavior<B> for Memory<K, R> {
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let started_at = state.cursor.get();
        let status = resume::<B, K, R, _, V>(&self.children, state, blackboard, &mut visit);
        if status.is_running() {
            visit.wake_with_last_child();
        } else {
            // The next run asks children that this tick may not have asked.
            if started_at == 0 {
                visit.wake_with_children();
            }
            state.cursor.set(0);
        }
        status
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, visit: V) {
        halt_current(&self.children, state, blackboard, visit);
        state.cursor.set(0);
    }
}

/// A sequence that keeps its place; see [`checkpoint_sequence`].
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint<K> {
    children: K,
}

made!([] Checkpoint<K> { children: K });

/// See [`checkpoint_sequence`].
pub type CheckpointSequence<K> = Checkpoint<K>;

/// **`checkpoint_sequence < a, b, .. >`**: does one thing after the other, and
/// what is done stays done.
///
/// - A tick starts at the first child that has not succeeded yet. A child that
///   fails or runs ends the tick with that; after the last success: success.
/// - It keeps its place over its own failure and over a halt. Only its success
///   puts it back to the first child.
///
/// ```text
/// a      success  (left alone)  (left alone)
/// b      failure  failure       success
/// node   failure  failure       success
/// ```
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |n: &mut i32| checkpoint_sequence < { *n += 1; }, { *n > 5 } > };
/// let (mut agent, mut n) = (Agent::of(&tree), 0);
/// assert_eq!(agent.tick(&tree, &mut n), Status::Failure);
/// assert_eq!(agent.tick(&tree, &mut n), Status::Failure);
/// assert_eq!(n, 1);
/// ```
///
/// BehaviorTree.CPP: `SequenceWithMemory`. py_trees and Unreal have none.
#[doc(alias("SequenceWithMemory"))]
#[inline(always)]
pub const fn checkpoint_sequence<K: ChildList>(children: K) -> Checkpoint<K> {
    Checkpoint { children }
}

impl<K: ChildList> Node for Checkpoint<K> {
    type State = Branching<K::Index, K::States>;
    type Succeeds = K::AllSucceed;
    type Fails = K::AnyFails;
    type Runs = K::RunsInTurn;
    type Resumes = K::AnyResumes;
    type Halts = K::AnyHalts;
    const COUNT: u32 = 1 + K::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("checkpoint_sequence", K::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("checkpoint_sequence", K::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        review_current::<K, _>(state, review)
    }
}

impl<B: ?Sized, K: Children<B>> Behavior<B> for Checkpoint<K> {
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let started_at = state.cursor.get();
        let status = resume::<B, K, All, _, V>(&self.children, state, blackboard, &mut visit);
        if status != Status::Success {
            visit.wake_with_last_child();
        } else {
            if started_at == 0 {
                visit.wake_with_children();
            }
            state.cursor.set(0);
        }
        status
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, visit: V) {
        halt_current(&self.children, state, blackboard, visit);
    }
}
