//! Choices that are made when a run starts, and kept.

use crate::behavior::{Behavior, Node};
use crate::children::{ChildList, Children, Place};
use crate::composite::choice::tick_only;
use crate::composite::{Alternatives, Branching, IfElse, Switch};
use crate::fingerprint;
use crate::flag::{Flag, Memo};
use crate::made::made;
use crate::observe::Outliner;
use crate::parameter::Parameter;
use crate::review::Review;
use crate::status::Status;
use crate::visit::Visit;

/// One of two children, by a condition at the start; see [`if_else`](crate::node::if_else).
#[derive(Clone, Copy, Debug)]
pub struct IfElseAtStart<K> {
    children: K,
}

made!([] IfElseAtStart<K> { children: K });

impl<K> IfElse<K> {
    /// `at = start`: the condition is checked when a run starts.
    #[inline(always)]
    pub fn at_start(self) -> IfElseAtStart<K> {
        IfElseAtStart { children: self.children }
    }
}

impl<K: Alternatives> Node for IfElseAtStart<K>
where
    IfElse<K>: Node,
{
    type State = Branching<<<IfElse<K> as Node>::Resumes as Flag>::Memo<u8>, K::States>;
    type Succeeds = <IfElse<K> as Node>::Succeeds;
    type Fails = <IfElse<K> as Node>::Fails;
    type Runs = <IfElse<K> as Node>::Runs;
    type Resumes = <IfElse<K> as Node>::Resumes;
    type Halts = <IfElse<K> as Node>::Resumes;
    const COUNT: u32 = 1 + K::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("if_else at start", K::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("if_else", K::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let chosen = state.cursor.get();
        review.require(chosen < u32::from(K::LEN));
        K::review(&mut state.children, review, 0, |index| index > 0 && u32::from(index) == chosen)
            || chosen != 0
    }
}

impl<B: ?Sized, K: Alternatives + Children<B>> Behavior<B> for IfElseAtStart<K>
where
    IfElse<K>: Node,
{
    // The cursor: the child that may be running. The condition is at 0.
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let mut chosen = state.cursor.get();
        if chosen == 0 {
            let condition = tick_only(&self.children, 0, &mut state.children, blackboard, &mut visit);
            chosen = if condition == Status::Success { 1 } else { 2 };
            // Set before the child's tick: should that panic, the next halt reaches it.
            state.cursor.set(chosen);
        }
        let status = tick_only(&self.children, chosen as u16, &mut state.children, blackboard, &mut visit);
        if status.is_running() {
            visit.wake_with_last_child();
        } else {
            state.cursor.set(0);
        }
        status
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        let chosen = state.cursor.get();
        self.children.halt_each(&mut state.children, blackboard, &mut visit, Place::FIRST, |index| {
            u32::from(index) == chosen && chosen != 0
        });
        state.cursor.set(0);
    }
}

/// One of several children, by a value at the start; see [`switch`](crate::node::switch).
#[derive(Clone, Copy, Debug)]
pub struct SwitchAtStart<K, I> {
    index: I,
    children: K,
}

made!([] SwitchAtStart<K, I> { index: I, children: K });

impl<K, I> Switch<K, I> {
    /// `at = start`: the value is looked at when a run starts.
    #[inline(always)]
    pub fn at_start(self) -> SwitchAtStart<K, I> {
        SwitchAtStart { index: self.index, children: self.children }
    }
}

impl<K: ChildList, I> Node for SwitchAtStart<K, I> {
    type State = Branching<<K::AnyResumes as Flag>::Memo<K::Index>, K::States>;
    type Succeeds = K::AnySucceeds;
    type Fails = K::AnyFails;
    type Runs = K::AnyRuns;
    type Resumes = K::AnyResumes;
    type Halts = K::AnyResumes;
    const COUNT: u32 = 1 + K::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("switch at start", K::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("switch", K::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let cursor = state.cursor.get();
        review.require(cursor <= u32::from(K::LEN));
        K::review(&mut state.children, review, 0, |index| u32::from(index) + 1 == cursor) || cursor != 0
    }
}

impl<B: ?Sized, K: Children<B>, I: Parameter<B, u16>> Behavior<B> for SwitchAtStart<K, I> {
    // The cursor: one more than the child that may be running.
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let index = match state.cursor.get() {
            0 => self.index.value(blackboard),
            running => running as u16 - 1,
        };
        // Set before the child's tick: should that panic, the next halt reaches it.
        state.cursor.set(u32::from(index) + 1);
        let status = tick_only(&self.children, index, &mut state.children, blackboard, &mut visit);
        if status.is_running() {
            visit.wake_with_last_child();
        } else {
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
