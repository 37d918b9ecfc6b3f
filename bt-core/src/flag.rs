//! Booleans of the type level: what a node can do at all, as far as that is known.
//!
//! They decide two things at compile time: which trees are wrong, and which
//! bytes of state are not needed.

use core::fmt::Debug;
use core::hash::Hash;

/// Holds.
#[derive(Clone, Copy, Debug)]
pub enum Yes {}

/// Doesn't hold.
#[derive(Clone, Copy, Debug)]
pub enum No {}

/// Isn't known: whoever depends on it counts it as holding, and nobody calls it a mistake.
#[derive(Clone, Copy, Debug)]
pub enum Maybe {}

/// Holds, of answering running, and more: no run succeeds in the tick in which it
/// starts. A [`wait`](crate::node::wait) is like that, and what wraps one.
///
/// In front of something that runs, in a reactive `sequence`, it would stop it in the
/// tick after its start, for ever. It is [`Yes`] in all else, and what isn't known is
/// `Yes`.
#[derive(Clone, Copy, Debug)]
pub enum Anew {}

/// A boolean of the type level: [`Yes`] (or [`Anew`]), [`No`], or [`Maybe`].
///
/// ```
/// use bt_core::flag::{Flag, No, Yes};
///
/// assert!(<<Yes as Flag>::Or<No>>::VALUE);
/// assert_eq!(size_of::<<No as Flag>::Memo<u8>>(), 0);
/// ```
pub trait Flag {
    /// Disjunction.
    type Or<Other: Flag>: Flag;
    /// Disjunction, which is [`Anew`] where one of the two is.
    type OrAnew<Other: Flag>: Flag;
    /// Conjunction.
    type And<Other: Flag>: Flag;
    /// Disjunction with [`Maybe`].
    type OrMaybe: Flag;
    /// Conjunction with [`Maybe`].
    type AndMaybe: Flag;
    /// The first where the flag holds, else the second.
    type Then<Holds: Flag, Fails: Flag>: Flag;
    /// The same boolean without what [`Anew`] says beyond it.
    type Plain: Flag;
    /// `M` where the flag holds, else nothing: no bytes, no code.
    type Memo<M: Memo>: Memo;
    /// The same boolean as a value.
    const VALUE: bool;
}

impl Flag for Yes {
    type Or<Other: Flag> = Yes;
    type OrAnew<Other: Flag> = Other::Then<Other, Yes>;
    type And<Other: Flag> = Other;
    type OrMaybe = Yes;
    type AndMaybe = Maybe;
    type Then<Holds: Flag, Fails: Flag> = Holds;
    type Plain = Yes;
    type Memo<M: Memo> = M;
    const VALUE: bool = true;
}

impl Flag for Anew {
    type Or<Other: Flag> = Yes;
    type OrAnew<Other: Flag> = Anew;
    type And<Other: Flag> = Other;
    type OrMaybe = Yes;
    type AndMaybe = Maybe;
    type Then<Holds: Flag, Fails: Flag> = Holds;
    type Plain = Yes;
    type Memo<M: Memo> = M;
    const VALUE: bool = true;
}

impl Flag for No {
    type Or<Other: Flag> = Other;
    type OrAnew<Other: Flag> = Other;
    type And<Other: Flag> = No;
    type OrMaybe = Maybe;
    type AndMaybe = No;
    type Then<Holds: Flag, Fails: Flag> = Fails;
    type Plain = No;
    type Memo<M: Memo> = ();
    const VALUE: bool = false;
}

impl Flag for Maybe {
    type Or<Other: Flag> = Other::OrMaybe;
    type OrAnew<Other: Flag> = Other::Then<Other, Maybe>;
    type And<Other: Flag> = Other::AndMaybe;
    type Then<Holds: Flag, Fails: Flag> = Holds;
    type Plain = Maybe;
    type OrMaybe = Maybe;
    type AndMaybe = Maybe;
    type Memo<M: Memo> = M;
    const VALUE: bool = true;
}

/// A small number that a node remembers between ticks; `()` where it has
/// nothing to remember, which always reads 0.
///
/// ```
/// use bt_core::flag::Memo;
///
/// let mut place = 0_u8;
/// place.set(3);
/// assert_eq!(place.get(), 3);
/// ```
pub trait Memo: Default + Copy + Eq + Hash + Debug {
    /// What was set last; 0 at first.
    fn get(&self) -> u32;
    /// Remembers a number that is known to fit.
    fn set(&mut self, value: u32);
}

impl Memo for () {
    #[inline(always)]
    fn get(&self) -> u32 {
        0
    }
    #[inline(always)]
    fn set(&mut self, _: u32) {}
}

macro_rules! memo {
    ($($number:ty),*) => { $(
        impl Memo for $number {
            #[inline(always)]
            fn get(&self) -> u32 {
                u32::from(*self)
            }
            #[inline(always)]
            fn set(&mut self, value: u32) {
                *self = value as $number;
            }
        }
    )* };
}

memo!(u8, u16, u32);
