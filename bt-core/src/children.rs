//! The children of a composite: tuples, and pairs of lists where a tuple would
//! be too wide.

use core::fmt::Debug;
use core::ops::ControlFlow;

use crate::behavior::{Behavior, Node};
use crate::fingerprint::mix;
use crate::flag::{Flag, Memo};
use crate::made::made;
use crate::observe::Outliner;
use crate::review::Review;
use crate::status::Status;
use crate::visit::Visit;

/// What a list of children is, apart from the blackboard: tuples of 1 to 12
/// nodes, and [`Concat`] of two lists.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of children",
    note = "children are a tuple of up to 12 nodes; `bt!` joins longer lists with `node::concat`"
)]
pub trait ChildList {
    /// The states of the children.
    type States: Default;
    /// A number that holds 0 to [`LEN`](ChildList::LEN).
    type Index: Memo;
    /// A value for each child.
    type Each<T: Value>: Value;
    /// For each child, whether and how it has ended; nothing where that is not
    /// remembered.
    type Latches<Remembered: Flag>: Value;
    /// Whether every child can succeed.
    type AllSucceed: Flag;
    /// Whether some child can succeed.
    type AnySucceeds: Flag;
    /// Whether every child can fail.
    type AllFail: Flag;
    /// Whether some child can fail.
    type AnyFails: Flag;
    /// Whether some child can run.
    type AnyRuns: Flag;
    /// The same where all have their turn one after the other: [`Anew`](crate::flag::Anew)
    /// where some child is.
    type RunsInTurn: Flag;
    /// Whether every child can run.
    type AllRun: Flag;
    /// Whether some child [`Resumes`](Node::Resumes).
    type AnyResumes: Flag;
    /// Whether some child [`Halts`](Node::Halts).
    type AnyHalts: Flag;
    /// Whether more than one child [`Halts`](Node::Halts).
    type SeveralHalt: Flag;
    /// The number of nodes in all children together.
    const COUNT: u32;
    /// The marks of running that halts of all idle children look at.
    #[doc(hidden)]
    const MARKS: u32;
    /// The number of children.
    const LEN: u16;
    /// The children's [`FINGERPRINT`](Node::FINGERPRINT)s, in order.
    const FINGERPRINT: u64;

    /// Describes the children, in order.
    fn outline(outliner: &mut Outliner<'_>);

    /// The value of the child at `index`.
    fn each<T: Value>(values: &mut Self::Each<T>, index: u16) -> &mut T;

    /// How the child at `index` has ended, if it has.
    fn latch<R: Flag>(latches: &Self::Latches<R>, index: u16) -> Option<Status>;

    /// Remembers that the child at `index` has ended: with success or failure.
    fn set_latch<R: Flag>(latches: &mut Self::Latches<R>, index: u16, success: bool);

    /// Whether the child at `index`, a machine, goes on where it was left next time.
    #[doc(hidden)]
    fn set_resuming(states: &mut Self::States, index: u16, resumes: bool);

    /// Whether these are latches that can have been set.
    fn are_latches<R: Flag>(latches: &Self::Latches<R>) -> bool;

    /// [Goes through](Node::review) the states, the first being that of the child at `first`;
    /// of the children, only those that `may_run` names can be running. Whether some are.
    fn review(
        states: &mut Self::States,
        review: &mut Review,
        first: u16,
        may_run: impl Fn(u16) -> bool + Copy,
    ) -> bool;
}

/// What is stored for children: plain data.
pub trait Value: Default + Copy + PartialEq + Debug {}

impl<T: Default + Copy + PartialEq + Debug> Value for T {}

/// A [`ChildList`] whose children run on the blackboard `B`.
pub trait Children<B: ?Sized>: ChildList {
    /// Goes through the children in order, ticks those that the walk enters,
    /// and hands it their statuses until it breaks.
    fn tick_each<V: Visit, W: Walk>(
        &self,
        states: &mut Self::States,
        blackboard: &mut B,
        visit: &mut V,
        first: Place,
        walk: &mut W,
    ) -> ControlFlow<Status>;

    /// Halts the children that `which` names by their index, in order.
    fn halt_each<V: Visit>(
        &self,
        states: &mut Self::States,
        blackboard: &mut B,
        visit: &mut V,
        first: Place,
        which: impl Fn(u16) -> bool + Copy,
    );
}

/// Where the first child of a list stands in its composite.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Its index among the children.
    pub index: u16,
    /// Its distance from the composite, in preorder.
    pub distance: u32,
}

impl Place {
    /// The first child of a composite.
    pub const FIRST: Place = Place { index: 0, distance: 1 };

    /// The one behind the children of `K`.
    #[inline(always)]
    pub(crate) const fn after<K: ChildList>(self) -> Self {
        Place { index: self.index + K::LEN, distance: self.distance + K::COUNT }
    }
}

/// Which children a composite ticks, and what it makes of their answers.
pub trait Walk {
    /// Whether the child at `index` is ticked.
    #[inline(always)]
    fn enters(&mut self, _index: u16) -> bool {
        true
    }

    /// Takes the answer of the child at `index`; breaks with the composite's own.
    fn takes(&mut self, index: u16, status: Status) -> ControlFlow<Status>;
}

macro_rules! fold {
    ($op:ident, $first:ty) => { $first };
    ($op:ident, $first:ty, $($rest:ty),+) => { <$first as Flag>::$op<fold!($op, $($rest),+)> };
}

/// Whether more than one of the children halts.
macro_rules! several {
    ($first:ident) => { crate::flag::No };
    ($first:ident, $($rest:ident),+) => {
        <<$first::Halts as Flag>::And<fold!(Or, $($rest::Halts),+)> as Flag>::Or<several!($($rest),+)>
    };
}

/// The states of the children in a tuple: a tuple too, but for a single one, so that the
/// compiler sees chains of nodes half as deep.
macro_rules! states {
    (type $child:ident) => { $child::State };
    (type $($child:ident),*) => { ($($child::State,)*) };
    (1, $states:ident, $index:tt) => { $states };
    ($len:literal, $states:ident, $index:tt) => { &mut $states.$index };
}

macro_rules! children {
    ($len:tt, $latches:ty: $($child:ident $index:tt),*) => {
        impl<$($child: Node),*> ChildList for ($($child,)*) {
            type States = states!(type $($child),*);
            type Index = u8;
            type Each<T: Value> = [T; $len];
            type Latches<Remembered: Flag> = Remembered::Memo<$latches>;
            type AllSucceed = fold!(And, $($child::Succeeds),*);
            type AnySucceeds = fold!(Or, $($child::Succeeds),*);
            type AllFail = fold!(And, $($child::Fails),*);
            type AnyFails = fold!(Or, $($child::Fails),*);
            type AnyRuns = <fold!(Or, $($child::Runs),*) as Flag>::Plain;
            type RunsInTurn = fold!(OrAnew, $($child::Runs),*);
            type AllRun = <fold!(And, $($child::Runs),*) as Flag>::Plain;
            type AnyResumes = fold!(Or, $($child::Resumes),*);
            type AnyHalts = fold!(Or, $($child::Halts),*);
            type SeveralHalt = several!($($child),*);
            const COUNT: u32 = 0 $(+ $child::COUNT)*;
            const MARKS: u32 = 0 $(+ if $child::Halts::VALUE { $child::MARKS } else { 0 })*;
            const LEN: u16 = $len;
            const FINGERPRINT: u64 = {
                let fingerprint = $len;
                $(let fingerprint = mix(fingerprint, $child::FINGERPRINT);)*
                fingerprint
            };

            fn outline(outliner: &mut Outliner<'_>) {
                $($child::outline(outliner);)*
            }

            fn review(
                states: &mut Self::States,
                review: &mut Review,
                first: u16,
                may_run: impl Fn(u16) -> bool + Copy,
            ) -> bool {
                let mut any_runs = false;
                $(
                    let runs = $child::review(states!($len, states, $index), review);
                    review.require(!runs || may_run(first + $index));
                    any_runs |= runs;
                )*
                any_runs
            }

            #[inline(always)]
            fn each<T: Value>(values: &mut [T; $len], index: u16) -> &mut T {
                &mut values[usize::from(index)]
            }

            // Two bits a child: whether it has ended, and whether with success.
            #[inline(always)]
            fn latch<R: Flag>(latches: &Self::Latches<R>, index: u16) -> Option<Status> {
                let bits = latches.get() >> (2 * index);
                (bits & 1 != 0).then(|| Status::from(bits & 2 != 0))
            }

            #[inline(always)]
            fn set_latch<R: Flag>(latches: &mut Self::Latches<R>, index: u16, success: bool) {
                latches.set(latches.get() | (1 | u32::from(success) << 1) << (2 * index));
            }

            #[inline(always)]
            fn set_resuming(states: &mut Self::States, index: u16, resumes: bool) {
                $(
                    if index == $index {
                        $child::set_resuming(states!($len, states, $index), resumes);
                    }
                )*
            }

            fn are_latches<R: Flag>(latches: &Self::Latches<R>) -> bool {
                let (ended, succeeded) = (latches.get() & 0x5555_5555, latches.get() >> 1 & 0x5555_5555);
                ended >> (2 * $len) == 0 && succeeded & !ended == 0
            }
        }

        made!(tuple $($child),*);

        impl<Blackboard: ?Sized, $($child: Behavior<Blackboard>),*> Children<Blackboard> for ($($child,)*) {
            #[inline(always)]
            fn tick_each<V: Visit, W: Walk>(
                &self,
                states: &mut Self::States,
                blackboard: &mut Blackboard,
                visit: &mut V,
                first: Place,
                walk: &mut W,
            ) -> ControlFlow<Status> {
                let mut _distance = first.distance;
                $(
                    if walk.enters(first.index + $index) {
                        let status = if V::WATCHED {
                            visit.tick(_distance, &self.$index, states!($len, states, $index), blackboard)
                        } else {
                            self.$index.tick_with(states!($len, states, $index), blackboard, ())
                        };
                        walk.takes(first.index + $index, status)?;
                    }
                    _distance += $child::COUNT;
                )*
                ControlFlow::Continue(())
            }

            #[inline(always)]
            fn halt_each<V: Visit>(
                &self,
                states: &mut Self::States,
                blackboard: &mut Blackboard,
                visit: &mut V,
                first: Place,
                which: impl Fn(u16) -> bool + Copy,
            ) {
                // Spares the compiler the code of halts that have nothing to do.
                if Self::AnyHalts::VALUE {
                    let mut _distance = first.distance;
                    $(
                        if $child::Halts::VALUE && which(first.index + $index) {
                            visit.halt(_distance, &self.$index, states!($len, states, $index), blackboard);
                        }
                        _distance += $child::COUNT;
                    )*
                }
            }
        }
    };
}

children!(1, u8: C0 0);
children!(2, u8: C0 0, C1 1);
children!(3, u8: C0 0, C1 1, C2 2);
children!(4, u8: C0 0, C1 1, C2 2, C3 3);
children!(5, u16: C0 0, C1 1, C2 2, C3 3, C4 4);
children!(6, u16: C0 0, C1 1, C2 2, C3 3, C4 4, C5 5);
children!(7, u16: C0 0, C1 1, C2 2, C3 3, C4 4, C5 5, C6 6);
children!(8, u16: C0 0, C1 1, C2 2, C3 3, C4 4, C5 5, C6 6, C7 7);
children!(9, u32: C0 0, C1 1, C2 2, C3 3, C4 4, C5 5, C6 6, C7 7, C8 8);
children!(10, u32: C0 0, C1 1, C2 2, C3 3, C4 4, C5 5, C6 6, C7 7, C8 8, C9 9);
children!(11, u32: C0 0, C1 1, C2 2, C3 3, C4 4, C5 5, C6 6, C7 7, C8 8, C9 9, C10 10);
children!(12, u32: C0 0, C1 1, C2 2, C3 3, C4 4, C5 5, C6 6, C7 7, C8 8, C9 9, C10 10, C11 11);

/// Two lists of children as one, with room for the index in `I`: `u8` up to
/// 254 children, else `u16`.
///
/// It is no node: the children count as the composite's own.
#[derive(Clone, Copy, Debug)]
pub struct Concat<F, S, I> {
    first: F,
    second: S,
    index: core::marker::PhantomData<I>,
}

made!([I,] Concat<F, S, I> { first: F, second: S } index);

/// Joins two lists of children into one, for composites with more than 12.
///
/// `bt!` does this by itself.
///
/// ```
/// use bt_core::node::{concat, success, selector};
/// use bt_core::prelude::*;
///
/// let tree = selector(concat::<u8, _, _>((success(),), (success(), success())));
/// assert_eq!(Agent::of(&tree).tick(&tree, &mut ()), Status::Success);
/// ```
pub const fn concat<I: Memo, F: ChildList, S: ChildList>(first: F, second: S) -> Concat<F, S, I> {
    Concat { first, second, index: core::marker::PhantomData }
}

impl<F: ChildList, S: ChildList, I: Memo> ChildList for Concat<F, S, I> {
    type States = (F::States, S::States);
    type Index = I;
    type Each<T: Value> = (F::Each<T>, S::Each<T>);
    type Latches<Remembered: Flag> = (F::Latches<Remembered>, S::Latches<Remembered>);
    type AllSucceed = <F::AllSucceed as Flag>::And<S::AllSucceed>;
    type AnySucceeds = <F::AnySucceeds as Flag>::Or<S::AnySucceeds>;
    type AllFail = <F::AllFail as Flag>::And<S::AllFail>;
    type AnyFails = <F::AnyFails as Flag>::Or<S::AnyFails>;
    type AnyRuns = <F::AnyRuns as Flag>::Or<S::AnyRuns>;
    type RunsInTurn = <F::RunsInTurn as Flag>::OrAnew<S::RunsInTurn>;
    type AllRun = <F::AllRun as Flag>::And<S::AllRun>;
    type AnyResumes = <F::AnyResumes as Flag>::Or<S::AnyResumes>;
    type AnyHalts = <F::AnyHalts as Flag>::Or<S::AnyHalts>;
    type SeveralHalt =
        <<F::AnyHalts as Flag>::And<S::AnyHalts> as Flag>::Or<<F::SeveralHalt as Flag>::Or<S::SeveralHalt>>;
    const COUNT: u32 = F::COUNT + S::COUNT;
    const MARKS: u32 = F::MARKS + S::MARKS;
    const LEN: u16 = F::LEN + S::LEN;
    const FINGERPRINT: u64 = mix(F::FINGERPRINT, S::FINGERPRINT);

    fn outline(outliner: &mut Outliner<'_>) {
        F::outline(outliner);
        S::outline(outliner);
    }

    fn each<T: Value>(values: &mut Self::Each<T>, index: u16) -> &mut T {
        if index < F::LEN { F::each(&mut values.0, index) } else { S::each(&mut values.1, index - F::LEN) }
    }

    fn latch<R: Flag>(latches: &Self::Latches<R>, index: u16) -> Option<Status> {
        if index < F::LEN {
            F::latch::<R>(&latches.0, index)
        } else {
            S::latch::<R>(&latches.1, index - F::LEN)
        }
    }

    fn set_latch<R: Flag>(latches: &mut Self::Latches<R>, index: u16, success: bool) {
        if index < F::LEN {
            F::set_latch::<R>(&mut latches.0, index, success);
        } else {
            S::set_latch::<R>(&mut latches.1, index - F::LEN, success);
        }
    }

    fn set_resuming(states: &mut Self::States, index: u16, resumes: bool) {
        if index < F::LEN {
            F::set_resuming(&mut states.0, index, resumes);
        } else {
            S::set_resuming(&mut states.1, index - F::LEN, resumes);
        }
    }

    fn are_latches<R: Flag>(latches: &Self::Latches<R>) -> bool {
        F::are_latches::<R>(&latches.0) && S::are_latches::<R>(&latches.1)
    }

    fn review(
        states: &mut Self::States,
        review: &mut Review,
        first: u16,
        may_run: impl Fn(u16) -> bool + Copy,
    ) -> bool {
        let runs = F::review(&mut states.0, review, first, may_run);
        S::review(&mut states.1, review, first + F::LEN, may_run) | runs
    }
}

impl<B: ?Sized, F: Children<B>, S: Children<B>, I: Memo> Children<B> for Concat<F, S, I> {
    #[inline]
    fn tick_each<V: Visit, W: Walk>(
        &self,
        states: &mut Self::States,
        blackboard: &mut B,
        visit: &mut V,
        first: Place,
        walk: &mut W,
    ) -> ControlFlow<Status> {
        self.first.tick_each(&mut states.0, blackboard, visit, first, walk)?;
        self.second.tick_each(&mut states.1, blackboard, visit, first.after::<F>(), walk)
    }

    #[inline]
    fn halt_each<V: Visit>(
        &self,
        states: &mut Self::States,
        blackboard: &mut B,
        visit: &mut V,
        first: Place,
        which: impl Fn(u16) -> bool + Copy,
    ) {
        self.first.halt_each(&mut states.0, blackboard, visit, first, which);
        self.second.halt_each(&mut states.1, blackboard, visit, first.after::<F>(), which);
    }
}
