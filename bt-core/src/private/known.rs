//! What a node can answer, and whether its place allows that.
//!
//! What the compiler has against the call of a method it says at the method's name: a
//! token of the user's. A flag that it knows picks the inherent method, which has the bound;
//! where the flag isn't known, the trait's method has none.

use core::marker::PhantomData;

use crate::behavior::{Behavior, Node, Visit};
use crate::check::{
    Before, MayEnd, MayEndWithFailure, MayEndWithSuccess, MayFail, MaySucceed, NeverRuns, NeverRunsAfter,
    Within,
};
use crate::children::ChildList;
use crate::flag::{Anew, Flag, No, Yes};
use crate::observe::Outliner;
use crate::private::Condition;
use crate::status::{Outcome, Status};
use crate::until::Until;

/// What is known of a node of a tree in item form, where it is checked: the answers it can
/// give. It is a node itself, but is never ticked.
pub struct Known<S, F, R>(PhantomData<(S, F, R)>);

impl<S, F, R> Clone for Known<S, F, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, F, R> Copy for Known<S, F, R> {}

impl<S, F, R> Known<S, F, R> {
    pub const NEW: Self = Known(PhantomData);

    /// The answer of a leaf, whose type tells what it can be. What is no outcome is
    /// reported here, and what is built on the answer has no part in the mistake.
    #[inline(always)]
    pub fn answer<O>(self, outcome: O) -> Until
    where
        O: Outcome<Succeeds = S, Fails = F, Runs = R>,
    {
        Until::of(outcome)
    }
}

impl<S: Flag, F: Flag, R: Flag> Node for Known<S, F, R> {
    type State = ();
    type Succeeds = S;
    type Fails = F;
    type Runs = R;
    type Resumes = R;
    type Halts = No;
    const COUNT: u32 = 1;

    fn outline(_: &mut Outliner<'_>) {}
}

impl<B: ?Sized, S: Flag, F: Flag, R: Flag> Behavior<B> for Known<S, F, R> {
    fn tick_with<V: Visit>(&self, (): &mut (), _: &mut B, _: V) -> Status {
        Status::Failure
    }

    fn halt_with<V: Visit>(&self, (): &mut (), _: &mut B, _: V) {}
}

/// What is known of a node.
pub type KnownOf<N> = Known<<N as Node>::Succeeds, <N as Node>::Fails, <N as Node>::Runs>;

#[inline(always)]
pub fn known<N: Node>(_: N) -> KnownOf<N> {
    Known::NEW
}

/// What is known of a node by its type.
#[inline(always)]
pub fn known_as<N: Node>() -> KnownOf<N> {
    Known::NEW
}

/// A node of a tree in expression form whose place asks something of it.
pub struct Checked<N, S, F, R> {
    node: N,
    flags: PhantomData<(S, F, R)>,
}

#[inline(always)]
pub const fn checked<N: Node>(node: N) -> Checked<N, N::Succeeds, N::Fails, N::Runs> {
    Checked { node, flags: PhantomData }
}

impl<N, S: Certain, F: Certain, R: Certain> Checked<N, S, F, R> {
    /// The root of a tree whose header says what it can answer at all: as `O` does.
    #[inline(always)]
    pub fn within<O: Outcome>(self) -> N
    where
        S: Within<O::Succeeds>,
        F: Within<O::Fails>,
        R: Within<O::Runs>,
    {
        self.node
    }
}

impl<N, S, F, R> Checked<N, S, F, R> {
    /// What was checked.
    #[inline(always)]
    pub fn node(self) -> N {
        self.node
    }
}

/// A flag that is known.
pub trait Certain {}
impl Certain for Yes {}
impl Certain for Anew {}
impl Certain for No {}

/// The checks, for flags that aren't known.
pub trait Unchecked: Sized {
    type Node;
    type Condition;
    fn can_fail(self) -> Self::Node;
    fn can_succeed(self) -> Self::Node;
    fn ends_with_success(self) -> Self::Node;
    fn ends_with_failure(self) -> Self::Node;
    fn ends(self) -> Self::Node;
    fn condition(self) -> Self::Condition;
    fn cleanup(self) -> Self::Condition;
    fn before<N: Node>(self, _: &N) -> Self {
        self
    }
    fn within<O: Outcome>(self) -> Self::Node;
}

macro_rules! checks {
    ([$($node:ident: $bound:ident)?] $type:ident, $plain:ty, $condition:ty, |$this:ident| $value:expr, $made:expr) => {
        impl<$($node: $bound,)? S, F, R> Unchecked for $type<$($node,)? S, F, R> {
            type Node = $plain;
            type Condition = $condition;
            checks!(@method can_fail, $plain, |$this| $value);
            checks!(@method can_succeed, $plain, |$this| $value);
            checks!(@method ends_with_success, $plain, |$this| $value);
            checks!(@method ends_with_failure, $plain, |$this| $value);
            checks!(@method ends, $plain, |$this| $value);
            checks!(@method condition, $condition, |$this| $made);
            checks!(@method cleanup, $condition, |$this| $made);

            #[inline(always)]
            fn within<O: Outcome>(self) -> $plain {
                let $this = self;
                $value
            }
        }

        impl<$($node: $bound,)? S, F: Certain, R> $type<$($node,)? S, F, R> {
            checks!(@method pub can_fail, $plain, |$this| $value, F: MayFail);
            checks!(@method pub ends_with_failure, $plain, |$this| $value, F: MayEndWithFailure);
        }

        impl<$($node: $bound,)? S: Certain, F, R> $type<$($node,)? S, F, R> {
            checks!(@method pub can_succeed, $plain, |$this| $value, S: MaySucceed);
            checks!(@method pub ends_with_success, $plain, |$this| $value, S: MayEndWithSuccess);
        }

        impl<$($node: $bound,)? S: Certain, F: Certain, R> $type<$($node,)? S, F, R> {
            checks!(@method pub ends, $plain, |$this| $value, (S, F): MayEnd);
        }

        impl<$($node: $bound,)? S, F, R: Certain> $type<$($node,)? S, F, R> {
            checks!(@method pub condition, $condition, |$this| $made, R: NeverRuns);
            // Like a condition, a cleanup is known not to run.
            checks!(@method pub cleanup, $condition, |$this| $made, R: NeverRunsAfter);

            /// This one stands before another, in a sequence that comes back to it in every
            /// tick.
            #[inline(always)]
            pub fn before<M: Node>(self, _: &M) -> Self
            where
                R: Before<M::Runs>,
            {
                self
            }
        }
    };
    (@method $name:ident, $result:ty, |$this:ident| $value:expr) => {
        #[inline(always)]
        fn $name(self) -> $result {
            let $this = self;
            $value
        }
    };
    (@method pub $name:ident, $result:ty, |$this:ident| $value:expr, $flag:ty: $trait:ident) => {
        #[inline(always)]
        pub fn $name(self) -> $result
        where
            $flag: $trait,
        {
            let $this = self;
            $value
        }
    };
}

checks!([] Known, Self, Known<S, F, No>, |this| this, {
    let _ = this;
    Known::NEW
});
checks!([N: Node] Checked, N, Condition<N>, |this| this.node, Condition { node: this.node });

/// What a part of a large tree, some children of one composite, returns: a leaf's answer,
/// and in its type what is known of the children.
pub struct Answered<L> {
    pub until: Until,
    children: PhantomData<fn() -> L>,
}

impl<L: ChildList> Answered<L> {
    #[inline(always)]
    pub fn by(until: Until) -> Self {
        Answered { until, children: PhantomData }
    }

    #[inline(always)]
    pub fn knowing(_: L) -> Self {
        Answered { until: Status::Failure.until_woken(), children: PhantomData }
    }

    const FLAGS: [bool; 6] = [
        L::AllSucceed::VALUE,
        L::AllFail::VALUE,
        L::AllRun::VALUE,
        L::AnySucceeds::VALUE,
        L::AnyFails::VALUE,
        L::AnyRuns::VALUE,
    ];
}

/// What is known of the children in a part: what all of them can answer, then what any can. A
/// part's type is opaque, but to constants.
pub const fn flags_of<B: ?Sized, L: ChildList>(_: fn(&mut B) -> Answered<L>) -> [bool; 6] {
    Answered::<L>::FLAGS
}

/// [`flags_of`] a part that reads `self`.
pub const fn flags_of_on<I, B: ?Sized, L: ChildList>(_: fn(&I, &mut B) -> Answered<L>) -> [bool; 6] {
    Answered::<L>::FLAGS
}

/// A node of which that much is known.
pub type Flagged<const S: bool, const F: bool, const R: bool> =
    Known<<() as FlagOf<S>>::Flag, <() as FlagOf<F>>::Flag, <() as FlagOf<R>>::Flag>;

/// The flag of a constant: a way to take a flag over without naming its type.
pub trait FlagOf<const HOLDS: bool> {
    type Flag: Flag;
}

impl FlagOf<true> for () {
    type Flag = Yes;
}

impl FlagOf<false> for () {
    type Flag = No;
}
