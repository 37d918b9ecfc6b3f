//! Booleans of the type level: what a node can do at all.
//!
//! They decide two things at compile time: which trees are wrong, and which
//! bytes of state are not needed.

use core::fmt::Debug;

/// Holds.
#[derive(Clone, Copy, Debug)]
pub enum Yes {}

/// Doesn't hold.
#[derive(Clone, Copy, Debug)]
pub enum No {}

/// Holds, of answering running, and more: no run succeeds in the tick in which it
/// starts. A [`wait`](crate::node::wait) is like that, and what wraps one.
///
/// In front of something that runs, in a reactive `sequence`, it would stop it in the
/// tick after its start, for ever. It is [`Yes`] in all else, and what isn't known is
/// `Yes`.
#[derive(Clone, Copy, Debug)]
pub enum Anew {}

/// A boolean of the type level: [`Yes`] (or [`Anew`]), or [`No`].
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
    /// The first where the flag holds, else the second.
    type Then<Holds: Flag, Fails: Flag>: Flag;
    /// The same boolean without what [`Anew`] says beyond it.
    type Plain: Flag;
    /// `M` where the flag holds, else nothing: no bytes, no code.
    type Memo<M: Memo>: Memo;
    /// The same boolean as a value.
    const VALUE: bool;
    /// Does it where the flag holds. Where it doesn't, the compiler never sees what
    /// would be done.
    fn when(action: impl FnOnce());
}

impl Flag for Yes {
    type Or<Other: Flag> = Yes;
    type OrAnew<Other: Flag> = Other::Then<Other, Yes>;
    type And<Other: Flag> = Other;
    type Then<Holds: Flag, Fails: Flag> = Holds;
    type Plain = Yes;
    type Memo<M: Memo> = M;
    const VALUE: bool = true;
    #[inline(always)]
    fn when(action: impl FnOnce()) {
        action();
    }
}

impl Flag for Anew {
    type Or<Other: Flag> = Yes;
    type OrAnew<Other: Flag> = Anew;
    type And<Other: Flag> = Other;
    type Then<Holds: Flag, Fails: Flag> = Holds;
    type Plain = Yes;
    type Memo<M: Memo> = M;
    const VALUE: bool = true;
    #[inline(always)]
    fn when(action: impl FnOnce()) {
        action();
    }
}

impl Flag for No {
    type Or<Other: Flag> = Other;
    type OrAnew<Other: Flag> = Other;
    type And<Other: Flag> = No;
    type Then<Holds: Flag, Fails: Flag> = Fails;
    type Plain = No;
    type Memo<M: Memo> = ();
    const VALUE: bool = false;
    #[inline(always)]
    fn when(_: impl FnOnce()) {}
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
pub trait Memo: Default + Copy + PartialEq + Debug {
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
