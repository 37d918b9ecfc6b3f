#![allow(missing_docs, missing_debug_implementations, reason = "hidden: not for people")]
//! What `bt!` expands to needs these; nobody else should.

pub use core::assert;
pub use core::marker::PhantomData;
pub use core::mem::size_of;
pub use core::option::Option::{self, None, Some};
pub use core::primitive;
pub use core::time::Duration;

mod call;
mod fields;
mod item;
mod known;
mod place;
mod state;
mod states;

#[cfg(feature = "macros")]
pub use bt_macros::bt_impl;

pub use call::*;
pub use fields::*;
pub use item::*;
pub use known::*;
pub use place::*;
pub use state::*;
pub use states::*;

pub use crate::behavior::{Behavior, Node, Visit};
pub use crate::children::ChildList;
pub use crate::composite::case;
pub use crate::fingerprint::mix;
pub use crate::flag::{Flag, No, Yes};
pub use crate::node::keywords;
pub use crate::observe::{Outliner, Rows};
pub use crate::parameter::{Fixed, Nanos, Parameter, Times};
pub use crate::range::{below, through};
pub use crate::review::Review;
pub use crate::status::{Outcome, Status};
pub use crate::until::Until;

use crate::action::{Action, ActionLeaf, action};
use crate::blackboard::{Clock, Events, Random};
use crate::flag::Maybe;
use crate::leaf::{AnswersOf, Leaf, leaf};
use crate::made::made;
use crate::wake::Wake;

/// The types of the nodes, for the shape of a tree in item form.
pub mod types {
    pub use crate::ask::{FromClock, FromRandom};
    pub use crate::children::Concat;
    pub use crate::composite::*;
    pub use crate::decorator::*;
    pub use crate::leaf::*;
    pub use crate::range::UpTo;
    pub use crate::states::States;

    pub use super::{Broken, Condition};

    /// `repeat_until_fail` without a number.
    pub type UntilFailOnce<C> = RepeatUntil<C, UntilFail>;
    /// `repeat_until_success` without a number.
    pub type UntilSuccessOnce<C> = RepeatUntil<C, UntilSuccess>;
}

/// The blackboard's type, as a value that ties all leaves of a tree to it.
pub struct Blackboard<B: ?Sized>(PhantomData<fn(&mut B)>);

impl<B: ?Sized> Clone for Blackboard<B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: ?Sized> Copy for Blackboard<B> {}

/// A blackboard that a node asks something. What it doesn't have is reported here,
/// at the node, and nothing outside the closure around it has a part in it.
pub struct FromBlackboard<'b, B: ?Sized>(pub &'b mut B);

impl<B: ?Sized> FromBlackboard<'_, B> {
    #[inline(always)]
    pub fn now(self) -> Duration
    where
        B: Clock,
    {
        self.0.now()
    }

    #[inline(always)]
    pub fn next_u64(self) -> u64
    where
        B: Random,
    {
        self.0.next_u64()
    }

    #[inline(always)]
    pub fn received<E: PartialEq>(self, event: &E) -> bool
    where
        B: Events<E>,
    {
        self.0.received(event)
    }

    #[inline(always)]
    pub fn take<E>(self, wanted: impl FnMut(&E) -> bool) -> Option<E>
    where
        B: Events<E>,
    {
        self.0.take(wanted)
    }
}

/// A question without a header: the closure's signature follows from the blackboard.
#[inline(always)]
pub const fn question_on<B: ?Sized, A, F: Fn(&mut B) -> A>(_: Blackboard<B>, question: F) -> F {
    question
}

/// A value of a type of the user's that has to be a node.
pub struct Custom<N>(pub N);

impl<N: Node> Custom<N> {
    #[inline(always)]
    pub fn is_a_node(self) -> N {
        self.0
    }
}

/// Takes the answers of the leaves of a tree in expression form: what all of them say about it
/// is in one place.
#[derive(Clone, Copy)]
pub struct Answers;

impl Answers {
    /// What a leaf answered. If it is no outcome, this is where it is said; what is built on
    /// the answer has no part in the mistake.
    #[inline(always)]
    pub fn answer<S, X, N, R>(self, outcome: R) -> Answer<S, X, N>
    where
        R: Outcome<Succeeds = S, Fails = X, Runs = N>,
    {
        let wake = outcome.wake();
        Answer { status: outcome.status(), wake, flags: PhantomData }
    }
}

/// A status, with what it can be.
pub struct Answer<S, F, R> {
    status: Status,
    wake: Wake,
    flags: PhantomData<(S, F, R)>,
}

impl<S: Flag, F: Flag, R: Flag> Outcome for Answer<S, F, R> {
    type Succeeds = S;
    type Fails = F;
    type Runs = R;

    #[inline(always)]
    fn status(self) -> Status {
        self.status
    }

    #[inline(always)]
    fn wake(&self) -> Wake {
        self.wake
    }
}

/// The blackboard's type is whatever the leaves take.
#[inline(always)]
pub const fn inferred<B: ?Sized>() -> Blackboard<B> {
    Blackboard(PhantomData)
}

/// The blackboard of this type.
#[inline(always)]
pub const fn on<B: ?Sized>() -> Blackboard<B> {
    Blackboard(PhantomData)
}

/// The blackboard's type is what this closure takes.
#[inline(always)]
pub fn named<B: ?Sized, F: Fn(&mut B)>(_: F) -> Blackboard<B> {
    Blackboard(PhantomData)
}

/// A closure that is checked by its own signature, and not against a bound: so
/// its parameter's lifetimes stay open, and one tree serves all of them.
pub struct Function<F>(F);

#[inline(always)]
pub const fn function<F>(function: F) -> Function<F> {
    Function(function)
}

impl<F> Function<F> {
    #[inline(always)]
    pub fn leaf<B: ?Sized, R: Outcome>(self, _: Blackboard<B>) -> Leaf<F, AnswersOf<R>, R::Runs>
    where
        F: Fn(&mut B) -> R,
    {
        leaf(self.0)
    }
}

/// Without a header: the closure's signature follows from the blackboard.
#[inline(always)]
pub const fn function_on<B: ?Sized, R, F: Fn(&mut B) -> R>(_: Blackboard<B>, function: F) -> Function<F> {
    Function(function)
}

/// A function of the blackboard that is no leaf, without a header.
#[inline(always)]
pub const fn hook_on<B: ?Sized, F: Fn(&mut B)>(_: Blackboard<B>, function: F) -> F {
    function
}

/// Scores or weights without a header.
#[inline(always)]
pub const fn numbers_on<B: ?Sized, F: Fn(&mut B, u16) -> f64>(_: Blackboard<B>, function: F) -> F {
    function
}

/// A number of any type, as a score, a weight or a probability.
#[diagnostic::on_unimplemented(message = "`{Self}` is no number", label = "expected a number")]
pub trait Number {
    fn to_f64(self) -> f64;
}

macro_rules! number {
    ($($type:ty),*) => { $(
        impl Number for $type {
            #[inline(always)]
            fn to_f64(self) -> f64 {
                self as f64
            }
        }
    )* };
}

number!(f32, f64, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

#[inline(always)]
pub fn number(number: impl Number) -> f64 {
    number.to_f64()
}

/// A part of the blackboard, by a function that finds it.
pub struct Part<F, P: ?Sized> {
    pub function: F,
    type_of_part: PhantomData<fn(&mut P)>,
}

impl<F, P: ?Sized> Part<F, P> {
    #[inline(always)]
    pub fn blackboard(&self) -> Blackboard<P> {
        Blackboard(PhantomData)
    }
}

#[inline(always)]
pub const fn part<B: ?Sized, P: ?Sized, F: Fn(&mut B) -> &mut P>(
    _: Blackboard<B>,
    function: F,
) -> Part<F, P> {
    Part { function, type_of_part: PhantomData }
}

/// Stands for the function that finds a part, where a tree in item form is checked.
pub fn any_part(blackboard: &mut ()) -> &mut () {
    blackboard
}

/// Calls a closure of the user's whose parameter may be without a type.
#[inline(always)]
pub fn call<B: ?Sized, R>(blackboard: &mut B, function: impl FnOnce(&mut B) -> R) -> R {
    function(blackboard)
}

/// A value whose type is written out.
#[inline(always)]
pub const fn typed<T>(value: T) -> T {
    value
}

/// The question whether an event has arrived, which wakes an agent: it isn't asked for
/// anything else.
#[derive(Clone, Copy)]
pub struct Arrival<F>(pub F);

impl<B: ?Sized, F: Fn(&mut B) -> bool> Parameter<B, bool> for Arrival<F> {
    #[inline(always)]
    fn value(&self, blackboard: &mut B) -> bool {
        (self.0)(blackboard)
    }
}

/// The root of a tree in expression form, with the table of its nodes.
#[must_use = "a tree does nothing until it is ticked"]
pub struct Tree<N, T> {
    root: N,
    table: PhantomData<fn() -> T>,
}

impl<N: Clone, T> Clone for Tree<N, T> {
    fn clone(&self) -> Self {
        Tree { root: self.root.clone(), table: PhantomData }
    }
}

impl<N: Copy, T> Copy for Tree<N, T> {}

/// What `bt!` knows of the nodes of a tree, in preorder.
pub trait Table {
    const ROWS: Rows;
    /// Of what is written in the `bt!`.
    const FINGERPRINT: u64;
}

#[inline(always)]
pub const fn tree<T: Table, N: Node>(root: N) -> Tree<N, T> {
    Tree { root, table: PhantomData }
}

/// A node that is another in all but name.
macro_rules! transparent {
    ([$($generics:tt)*] $type:ty, $runs:ty, $fingerprint:expr, $outline:expr, $field:ident: $inner:ident) => {
        impl<$($generics)*> Node for $type {
            type State = $inner::State;
            type Succeeds = $inner::Succeeds;
            type Fails = $inner::Fails;
            type Runs = $runs;
            type Resumes = $inner::Resumes;
            type Halts = $inner::Halts;
            const COUNT: u32 = $inner::COUNT;
            const MARKS: u32 = $inner::MARKS;
            const FINGERPRINT: u64 = $fingerprint;

            fn outline(outliner: &mut Outliner<'_>) {
                $outline(outliner);
            }

            fn review(state: &mut Self::State, review: &mut Review) -> bool {
                $inner::review(state, review)
            }
        }
    };
    (behavior [$($generics:tt)*] $type:ty, $field:ident) => {
        impl<$($generics)*> Behavior<B> for $type {
            #[inline(always)]
            fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, visit: V) -> Status {
                self.$field.tick_with(state, blackboard, visit)
            }

            #[inline(always)]
            fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, visit: V) {
                self.$field.halt_with(state, blackboard, visit);
            }
        }
    };
}

transparent!([N: Node, T: Table] Tree<N, T>, N::Runs, mix(T::FINGERPRINT, N::FINGERPRINT), |outliner: &mut Outliner<'_>| outliner.tree(T::ROWS, N::outline), root: N);
transparent!(behavior [B: ?Sized, N: Behavior<B>, T: Table] Tree<N, T>, root);

/// A node in a condition's place, which is known not to run.
#[derive(Clone, Copy)]
pub struct Condition<K> {
    node: K,
}

made!([] Condition<K> { node: K });
transparent!([K: Node] Condition<K>, No, K::FINGERPRINT, K::outline, node: K);
transparent!(behavior [B: ?Sized, K: Behavior<B>] Condition<K>, node);

/// A node that was spliced in.
#[derive(Clone, Copy)]
pub struct Spliced<T> {
    node: T,
}

transparent!([T: Node] Spliced<T>, T::Runs, T::FINGERPRINT, |outliner: &mut Outliner<'_>| outliner.splice(T::outline), node: T);
transparent!(behavior [B: ?Sized, T: Behavior<B>] Spliced<T>, node);

/// Something that can be spliced in: a tree, or an action. `M` tells which, so
/// that both can have an impl; it is inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be spliced into a tree on the blackboard `{B}`",
    label = "neither a tree nor an `Action` for `{B}`",
    note = "`@` takes another tree, or a value whose type implements `Action<{B}>` or `Behavior<{B}>`"
)]
pub trait Splice<B: ?Sized, M> {
    type Node;
    fn into_node(self) -> Self::Node;
}

pub enum AsTree {}
pub enum AsAction {}

#[diagnostic::do_not_recommend]
impl<B: ?Sized, T: Behavior<B>> Splice<B, AsTree> for T {
    type Node = T;
    #[inline(always)]
    fn into_node(self) -> T {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<B: ?Sized, A: Action<B>> Splice<B, AsAction> for A {
    type Node = ActionLeaf<A, A::State, A::Output>;
    #[inline(always)]
    fn into_node(self) -> Self::Node {
        action(self)
    }
}

#[inline(always)]
pub fn splice<B: ?Sized, T: Splice<B, M>, M>(_: Blackboard<B>, value: T) -> T::Node {
    value.into_node()
}

#[inline(always)]
pub const fn spliced<T: Node>(node: T) -> Spliced<T> {
    Spliced { node }
}

/// Whether a type is a node, as a constant: `Is::<T>::NODE`. The inherent
/// constant comes before the trait's.
pub struct Is<T: ?Sized>(PhantomData<T>);

impl<T: Node + ?Sized> Is<T> {
    pub const NODE: bool = true;
}

pub trait IsNot {
    const NODE: bool = false;
}

impl<T: ?Sized> IsNot for Is<T> {}

/// What is known of a type, where that is a constant.
pub struct Fact<const HOLDS: bool>;

#[diagnostic::on_unimplemented(
    message = "this type is no node of a behavior tree",
    label = "not a node",
    note = "implement `Node` and `Behavior` for it"
)]
pub trait IsNode {
    const SAID: () = ();
}

#[diagnostic::do_not_recommend]
impl IsNode for Fact<true> {}

#[diagnostic::on_unimplemented(
    message = "only a tree can be spliced in where the header says `impl`",
    label = "this is no tree",
    note = "an `Action`'s state can't be named for every blackboard: name the blackboard's type in the header"
)]
pub trait IsTree {
    const SAID: () = ();
}

#[diagnostic::do_not_recommend]
impl IsTree for Fact<true> {}

/// A node of the user's in an item.
#[inline(always)]
pub fn custom<const NODE: bool, T: IfNode<NODE>>(value: T) -> T::Shape {
    value.into_node()
}

/// Whether a type is a tree, or an action, on a blackboard: see [`Is`].
pub struct IsOn<T: ?Sized, B: ?Sized>(PhantomData<T>, PhantomData<B>);

impl<T: Action<B>, B: ?Sized> IsOn<T, B> {
    pub const ACTION: bool = true;
}

impl<T: Behavior<B>, B: ?Sized> IsOn<T, B> {
    pub const TREE: bool = true;
}

pub trait IsNotOn {
    const TREE: bool = false;
    const ACTION: bool = false;
}

impl<T: ?Sized, B: ?Sized> IsNotOn for IsOn<T, B> {}

/// [`Splice`] in a type's place, where nothing is inferred. What is neither a tree nor
/// an action is reported where its value stands.
pub trait SpliceShape<B: ?Sized, const NODE: bool, const ACTION: bool> {
    type Shape;
}

impl<B: ?Sized, T: Node, const ACTION: bool> SpliceShape<B, true, ACTION> for T {
    type Shape = T;
}

impl<B: ?Sized, A: Action<B>> SpliceShape<B, false, true> for A {
    type Shape = ActionLeaf<A, A::State, A::Output>;
}

impl<B: ?Sized, T> SpliceShape<B, false, false> for T {
    type Shape = Broken;
}

/// What has to be a node: a node of the user's, or what is spliced in where the header
/// names no one blackboard. What is none has been reported, where it stands.
pub trait IfNode<const NODE: bool> {
    type Shape;
    fn into_node(self) -> Self::Shape;
}

impl<T> IfNode<false> for T {
    type Shape = Broken;
    #[inline(always)]
    fn into_node(self) -> Broken {
        Broken
    }
}

impl<T: Node> IfNode<true> for T {
    type Shape = T;
    #[inline(always)]
    fn into_node(self) -> T {
        self
    }
}

#[inline(always)]
pub fn splice_unnamed<const NODE: bool, T: IfNode<NODE>>(value: T) -> T::Shape {
    value.into_node()
}

/// A node that could not be understood: the error is reported elsewhere, and
/// the tree around it still has a type.
#[derive(Clone, Copy)]
pub struct Broken;

made!([] Broken = Broken);

impl Node for Broken {
    type State = ();
    type Succeeds = Maybe;
    type Fails = Maybe;
    type Runs = Maybe;
    type Resumes = No;
    type Halts = No;
    const COUNT: u32 = 1;

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.leaf("broken");
    }
}

impl<B: ?Sized> Behavior<B> for Broken {
    fn tick_with<V: Visit>(&self, (): &mut (), _: &mut B, _: V) -> Status {
        Status::Failure
    }

    fn halt_with<V: Visit>(&self, (): &mut (), _: &mut B, _: V) {}
}
