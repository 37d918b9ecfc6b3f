//! Nodes of a tree in item form whose value is made where they are ticked: what is spliced
//! in, users' own nodes, and parts of the blackboard.
//!
//! `H` is as in [`Item`](super::Item), `T` as in [`Call`].

use core::marker::PhantomData;

use crate::behavior::{Behavior, Node, Visit};
use crate::fingerprint;
use crate::made::copied;
use crate::observe::Outliner;
use crate::parameter::Parameter;
use crate::private::Call;
use crate::review::Review;
use crate::status::Status;

/// The type of what is spliced into the tree `Self` as number `K`.
pub trait SpliceAt<H, const K: u32> {
    type Node;
}

/// What is spliced into the tree `I` as number `K`.
pub struct SplicedAt<I, H, const K: u32, T = ()> {
    this: T,
    place: PhantomData<fn() -> (I, H)>,
}

copied!([I, H, const K: u32,] SplicedAt<I, H, K, T> { this: T } place);

impl<I: SpliceAt<H, K, Node: Node>, H, const K: u32, T> Node for SplicedAt<I, H, K, T> {
    type State = <I::Node as Node>::State;
    type Succeeds = <I::Node as Node>::Succeeds;
    type Fails = <I::Node as Node>::Fails;
    type Runs = <I::Node as Node>::Runs;
    type Resumes = <I::Node as Node>::Resumes;
    type Halts = <I::Node as Node>::Halts;
    const COUNT: u32 = I::Node::COUNT;
    const MARKS: u32 = I::Node::MARKS;
    const FINGERPRINT: u64 = I::Node::FINGERPRINT;

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.splice(I::Node::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        I::Node::review(state, review)
    }
}

impl<B: ?Sized, I: SpliceAt<H, K, Node: Behavior<B>>, H, const K: u32, T: Copy> Behavior<B>
    for SplicedAt<I, H, K, T>
where
    Call<I, 0, K, T>: Parameter<B, I::Node>,
{
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        Call::of(self.this).ask(blackboard, &mut visit).tick_with(state, blackboard, visit)
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, visit: V) {
        Call::of(self.this).value(blackboard).halt_with(state, blackboard, visit);
    }
}

/// The type of a node of the user's over the children `C`, number `K` of the tree `Self`.
pub trait CustomAt<H, const K: u32, C> {
    type Node;
}

/// How it is made on the blackboard `B`.
pub trait Constructs<B: ?Sized, H, const K: u32, C>: CustomAt<H, K, C> {
    fn construct(children: C, blackboard: &mut B) -> Self::Node;
}

/// [`Constructs`], where an argument reads `self`.
pub trait ConstructsOn<B: ?Sized, H, const K: u32, C>: CustomAt<H, K, C> {
    fn construct_on(&self, children: C, blackboard: &mut B) -> Self::Node;
}

/// A node of the user's over the children `C`, number `K` of the tree `I`.
pub struct Constructed<I, H, const K: u32, C, T = ()> {
    this: T,
    children: C,
    place: PhantomData<fn() -> (I, H)>,
}

copied!([I, H, const K: u32,] Constructed<I, H, K, C, T> { children: C, this: T } place);

impl<I: CustomAt<H, K, C, Node: Node>, H, const K: u32, C, T> Node for Constructed<I, H, K, C, T> {
    type State = <I::Node as Node>::State;
    type Succeeds = <I::Node as Node>::Succeeds;
    type Fails = <I::Node as Node>::Fails;
    type Runs = <I::Node as Node>::Runs;
    type Resumes = <I::Node as Node>::Resumes;
    type Halts = <I::Node as Node>::Halts;
    const COUNT: u32 = I::Node::COUNT;
    const MARKS: u32 = I::Node::MARKS;
    const FINGERPRINT: u64 = I::Node::FINGERPRINT;

    fn outline(outliner: &mut Outliner<'_>) {
        I::Node::outline(outliner);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        I::Node::review(state, review)
    }
}

macro_rules! constructed {
    ([$($lifetime:lifetime)?] $this:ty, $constructs:ident, |$node:ident, $blackboard:ident| $value:expr) => {
        impl<$($lifetime,)? B: ?Sized, I, H, const K: u32, C: Copy> Behavior<B> for Constructed<I, H, K, C, $this>
        where
            I: CustomAt<H, K, C, Node: Behavior<B>> + $constructs<B, H, K, C>,
        {
            #[inline(always)]
            fn tick_with<V: Visit>(&self, state: &mut Self::State, $blackboard: &mut B, visit: V) -> Status {
                let $node = self;
                $value.tick_with(state, $blackboard, visit)
            }

            #[inline(always)]
            fn halt_with<V: Visit>(&self, state: &mut Self::State, $blackboard: &mut B, visit: V) {
                let $node = self;
                $value.halt_with(state, $blackboard, visit);
            }
        }
    };
}

constructed!([](), Constructs, |node, blackboard| I::construct(node.children, blackboard));
constructed!(['t] &'t I, ConstructsOn, |node, blackboard| node.this.construct_on(node.children, blackboard));

/// The part of the blackboard `B` that the child `C` of `focus` runs on, number `K` of the
/// tree `Self`. Its type may be known nowhere but in here: so the child is ticked, or else
/// halted, in here.
pub trait Focuses<B: ?Sized, const K: u32, C: Node> {
    fn focus<const TICKS: bool, V: Visit>(
        child: &C,
        state: &mut C::State,
        visit: V,
        blackboard: &mut B,
    ) -> Status;
}

/// [`Focuses`], where the part is found by `self`.
pub trait FocusesOn<B: ?Sized, const K: u32, C: Node> {
    fn focus_on<const TICKS: bool, V: Visit>(
        &self,
        child: &C,
        state: &mut C::State,
        visit: V,
        blackboard: &mut B,
    ) -> Status;
}

/// Ticks the child of `focus`, or halts it.
#[inline(always)]
pub fn focused<const TICKS: bool, P: ?Sized, C: Behavior<P>, V: Visit>(
    child: &C,
    state: &mut C::State,
    mut visit: V,
    part: &mut P,
) -> Status {
    if TICKS {
        visit.tick(1, child, state, part)
    } else {
        visit.halt(1, child, state, part);
        Status::Failure
    }
}

/// `focus`, number `K` of the tree `I`.
pub struct FocusedAt<I, const K: u32, C, T = ()> {
    this: T,
    child: C,
    place: PhantomData<fn() -> I>,
}

copied!([I, const K: u32,] FocusedAt<I, K, C, T> { child: C, this: T } place);

impl<I, const K: u32, C: Node, T> Node for FocusedAt<I, K, C, T> {
    type State = C::State;
    type Succeeds = C::Succeeds;
    type Fails = C::Fails;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    type Halts = C::Halts;
    const COUNT: u32 = 1 + C::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("focus", C::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("focus", C::outline);
    }

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        C::review(state, review)
    }
}

macro_rules! focused {
    ([$($lifetime:lifetime)?] $this:ty, $focuses:ident, |$node:ident| $($focus:tt)*) => {
        impl<$($lifetime,)? B: ?Sized, I: $focuses<B, K, C>, const K: u32, C: Node> Behavior<B>
            for FocusedAt<I, K, C, $this>
        {
            #[inline(always)]
            fn tick_with<V: Visit>(&self, state: &mut C::State, blackboard: &mut B, visit: V) -> Status {
                let $node = self;
                $($focus)*::<true, V>(&self.child, state, visit, blackboard)
            }

            #[inline(always)]
            fn halt_with<V: Visit>(&self, state: &mut C::State, blackboard: &mut B, visit: V) {
                let $node = self;
                $($focus)*::<false, V>(&self.child, state, visit, blackboard);
            }
        }
    };
}

focused!([](), Focuses, |_node| I::focus);
focused!(['t] &'t I, FocusesOn, |node| node.this.focus_on);
