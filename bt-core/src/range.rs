//! Ranges in the place of durations and counts: drawn once, and kept.
//!
//! A node that takes a duration or a count has a last type parameter, [`Exact`] unless
//! its method `up_to` has made a range of it. What is kept of a draw is where in the range
//! it fell, in 4 bytes: bounds that change move the value along. An empty range counts as
//! its lower bound.
//!
//! ```
//! use bt_core::blackboard::SmallRng;
//! use bt_core::node::wait;
//! use bt_core::prelude::*;
//! use bt_core::range::below;
//! use core::time::Duration;
//!
//! #[derive(Blackboard)]
//! struct World {
//!     #[bt(clock)]
//!     now: Duration,
//!     #[bt(random)]
//!     dice: SmallRng,
//! }
//!
//! // What `bt!` makes of `wait(2s..5s)`.
//! let tree = wait(Duration::from_secs(2)).up_to(below(Duration::from_secs(5)));
//! let mut agent = Agent::of(&tree);
//! let mut world = World { now: Duration::ZERO, dice: SmallRng::new(1) };
//! assert_eq!(agent.tick(&tree, &mut world), Status::Running);
//! world.now = Duration::from_millis(1999);
//! assert_eq!(agent.tick(&tree, &mut world), Status::Running);
//! world.now = Duration::from_secs(5);
//! assert_eq!(agent.tick(&tree, &mut world), Status::Success);
//! ```

use core::time::Duration;

use crate::ask::{Draws, FromRandom};
use crate::made::made;
use crate::parameter::Parameter;
use crate::time::nanos;
use crate::visit::Visit;

/// One value, and no range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exact;

made!([] Exact = Exact);

/// A range from the node's argument on, up to `H`; with it, if it is `INCLUSIVE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UpTo<H, R, const INCLUSIVE: bool> {
    high: H,
    random: R,
}

made!([const INCLUSIVE: bool,] UpTo<H, R, INCLUSIVE> { high: H, random: R });

/// `low..high`, without `high` itself.
///
/// ```
/// use bt_core::blackboard::SmallRng;
/// use bt_core::node::{repeater, success};
/// use bt_core::prelude::*;
/// use bt_core::range::below;
///
/// // repeater(1..3) < success >
/// let tree = repeater(success()).times(1).up_to(below(3));
/// let (mut agent, mut dice) = (Agent::of(&tree), SmallRng::new(1));
/// let ticks = (1..).find(|_| agent.tick(&tree, &mut dice) == Status::Success);
/// assert!(matches!(ticks, Some(1 | 2)));
/// ```
#[inline(always)]
pub const fn below<H>(high: H) -> UpTo<H, FromRandom, false> {
    UpTo { high, random: FromRandom }
}

/// `low..=high`.
///
/// ```
/// use bt_core::blackboard::SmallRng;
/// use bt_core::node::{failure, retry};
/// use bt_core::prelude::*;
/// use bt_core::range::through;
///
/// // retry(2..=2) < failure >
/// let tree = retry(2, failure()).up_to(through(2));
/// let (mut agent, mut dice) = (Agent::of(&tree), SmallRng::new(1));
/// assert_eq!(agent.tick(&tree, &mut dice), Status::Running);
/// assert_eq!(agent.tick(&tree, &mut dice), Status::Failure);
/// ```
#[inline(always)]
pub const fn through<H>(high: H) -> UpTo<H, FromRandom, true> {
    UpTo { high, random: FromRandom }
}

impl<H, R, const INCLUSIVE: bool> UpTo<H, R, INCLUSIVE> {
    /// The random numbers from a function of one's own instead of the blackboard's
    /// [`Random`](crate::Random): see [`ask`](crate::ask).
    #[inline(always)]
    pub fn with_random<U>(self, random: U) -> UpTo<H, U, INCLUSIVE> {
        UpTo { high: self.high, random }
    }
}

/// What is stored along with what a node remembers anyway: nothing for one value, the
/// place of the draw for a range.
pub trait Extent {
    /// `T`, or `T` and the place.
    type Kept<T: Copy + Default>: Keeps<T>;
    /// Whether it draws at all.
    const DRAWS: bool;
}

impl Extent for Exact {
    type Kept<T: Copy + Default> = T;
    const DRAWS: bool = false;
}

impl<H, R, const INCLUSIVE: bool> Extent for UpTo<H, R, INCLUSIVE> {
    type Kept<T: Copy + Default> = Drawn<T>;
    const DRAWS: bool = true;
}

/// Something that a node remembers, and where in a range the last draw fell: 4 bytes
/// more, since it is packed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C, packed(4))]
pub struct Drawn<T: Copy> {
    kept: T,
    /// In parts of 2^32, an odd number of them; 0 before it is drawn.
    place: u32,
}

/// What a node remembers, with or without the place of a draw.
pub trait Keeps<T>: Default {
    /// What the node remembers.
    fn kept(&self) -> T;
    /// Works on what the node remembers.
    fn edit<R>(&mut self, edit: impl FnOnce(&mut T) -> R) -> R;
    /// Where in the range the draw fell, in parts of 2^32; 0 where there is no range, or
    /// nothing has been drawn yet.
    fn place(&self) -> u32;
    /// Whether there is nothing to draw any more.
    fn is_drawn(&self) -> bool;
    /// Keeps the place of a draw, where there is a range.
    fn set_place(&mut self, place: u32);
}

impl<T: Copy + Default> Keeps<T> for T {
    #[inline(always)]
    fn kept(&self) -> T {
        *self
    }

    #[inline(always)]
    fn edit<R>(&mut self, edit: impl FnOnce(&mut T) -> R) -> R {
        edit(self)
    }

    #[inline(always)]
    fn place(&self) -> u32 {
        0
    }

    #[inline(always)]
    fn is_drawn(&self) -> bool {
        true
    }

    #[inline(always)]
    fn set_place(&mut self, _: u32) {}
}

impl<T: Copy + Default> Keeps<T> for Drawn<T> {
    #[inline(always)]
    fn kept(&self) -> T {
        self.kept
    }

    #[inline(always)]
    fn edit<R>(&mut self, edit: impl FnOnce(&mut T) -> R) -> R {
        // A packed field can't be lent out.
        let mut kept = self.kept;
        let result = edit(&mut kept);
        self.kept = kept;
        result
    }

    #[inline(always)]
    fn place(&self) -> u32 {
        self.place
    }

    #[inline(always)]
    fn is_drawn(&self) -> bool {
        self.place != 0
    }

    #[inline(always)]
    fn set_place(&mut self, place: u32) {
        self.place = place;
    }
}

/// How a node comes by a value of type `T`: its argument `P` as it is, or as the lower
/// bound of a range.
pub trait Amount<B: ?Sized, P, T>: Extent {
    /// Draws where in the range the value shall be, in parts of 2^32; never 0.
    fn draw(&self, blackboard: &mut B) -> u32;
    /// The value now; the visit is told if the blackboard was asked for it.
    fn ask<V: Visit>(&self, argument: &P, place: u32, blackboard: &mut B, visit: &mut V) -> T;
}

impl<B: ?Sized, P: Parameter<B, T>, T> Amount<B, P, T> for Exact {
    #[inline(always)]
    fn draw(&self, _: &mut B) -> u32 {
        0
    }

    #[inline(always)]
    fn ask<V: Visit>(&self, argument: &P, _: u32, blackboard: &mut B, visit: &mut V) -> T {
        argument.ask(blackboard, visit)
    }
}

impl<B, P, T, H, R, const INCLUSIVE: bool> Amount<B, P, T> for UpTo<H, R, INCLUSIVE>
where
    B: ?Sized,
    P: Parameter<B, T>,
    T: Spread,
    H: Parameter<B, T>,
    R: Draws<B>,
{
    #[inline(always)]
    fn draw(&self, blackboard: &mut B) -> u32 {
        (self.random.draw(blackboard) >> 32) as u32 | 1
    }

    #[inline(always)]
    fn ask<V: Visit>(&self, argument: &P, place: u32, blackboard: &mut B, visit: &mut V) -> T {
        let low = argument.ask(blackboard, visit);
        T::within(low, self.high.ask(blackboard, visit), INCLUSIVE, place)
    }
}

/// A value that can be drawn out of a range.
pub trait Spread {
    /// The value at a place, in parts of 2^32; each of the range is as likely as any other.
    fn within(low: Self, high: Self, inclusive: bool, place: u32) -> Self;
}

/// What is so far above the lower bound of a range that is so wide; the last is part of it.
#[inline(always)]
fn above(width: u64, place: u32) -> u64 {
    (((u128::from(width) + 1) * u128::from(place)) >> 32) as u64
}

impl Spread for u64 {
    #[inline(always)]
    fn within(low: u64, high: u64, inclusive: bool, place: u32) -> u64 {
        match high.checked_sub(low).and_then(|width| width.checked_sub(u64::from(!inclusive))) {
            Some(width) => low + above(width, place),
            None => low,
        }
    }
}

impl Spread for u32 {
    #[inline(always)]
    fn within(low: u32, high: u32, inclusive: bool, place: u32) -> u32 {
        u64::within(low.into(), high.into(), inclusive, place) as u32
    }
}

impl Spread for Duration {
    #[inline(always)]
    fn within(low: Duration, high: Duration, inclusive: bool, place: u32) -> Duration {
        Duration::from_nanos(u64::within(nanos(low), nanos(high), inclusive, place))
    }
}

#[cfg(test)]
mod tests {
    use super::{Drawn, Spread};
    use crate::time::{LastEnd, Timer};
    use core::time::Duration;

    #[test]
    fn a_place_in_a_range_is_a_value_of_it() {
        for place in [1, (1 << 31) + 1, u32::MAX] {
            assert!((3..7).contains(&u32::within(3, 7, false, place)));
            assert!((3..=7).contains(&u32::within(3, 7, true, place)));
        }
        assert_eq!(u32::within(3, 7, false, 1), 3);
        assert_eq!(u32::within(3, 7, false, u32::MAX), 6);
        assert_eq!(u32::within(3, 7, true, u32::MAX), 7);
        assert_eq!(u32::within(0, u32::MAX, true, u32::MAX), u32::MAX);
        assert_eq!(u64::within(0, u64::MAX, true, 1), u64::from(u32::MAX) + 1);
        let (one, two) = (Duration::from_secs(1), Duration::from_secs(2));
        assert_eq!(Duration::within(one, two, false, 1 << 31), Duration::from_millis(1500));
    }

    #[test]
    fn an_empty_range_is_its_lower_bound() {
        for place in [0, 9, u32::MAX] {
            assert_eq!(u32::within(5, 5, false, place), 5);
            assert_eq!(u32::within(5, 2, true, place), 5);
            assert_eq!(u32::within(5, 2, false, place), 5);
        }
        assert_eq!(u32::within(5, 5, true, u32::MAX), 5);
    }

    #[test]
    fn a_range_costs_four_bytes() {
        assert_eq!(size_of::<Drawn<Timer>>(), 12);
        assert_eq!(size_of::<Drawn<LastEnd>>(), 12);
        assert_eq!(size_of::<Drawn<u32>>(), 8);
    }
}
