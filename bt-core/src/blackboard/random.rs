/// A blackboard that random numbers come from.
///
/// Nodes that draw read it from here and from nowhere else, so that a replay with
/// the same seed repeats. `#[derive(Blackboard)]` implements it from a field marked
/// `#[bt(random)]`.
///
/// ```
/// use bt_core::blackboard::SmallRng;
/// use bt_core::prelude::*;
///
/// struct Ctx<'a> { dice: &'a mut SmallRng }
///
/// impl Random for Ctx<'_> {
///     fn next_u64(&mut self) -> u64 {
///         self.dice.next_u64()
///     }
/// }
/// let mut dice = SmallRng::new(7);
/// let first = Ctx { dice: &mut dice }.next_u64();
/// assert_eq!(first, SmallRng::new(7).next_u64());
/// ```
#[diagnostic::on_unimplemented(
    message = "the blackboard `{Self}` has no source of random numbers",
    label = "this node draws random numbers",
    note = "implement `Random` for `{Self}`, or derive `Blackboard` with a field marked `#[bt(random)]`"
)]
pub trait Random {
    /// The next number, each of the 2^64 as likely as any other.
    fn next_u64(&mut self) -> u64;
}

impl<R: Random + ?Sized> Random for &mut R {
    #[inline(always)]
    fn next_u64(&mut self) -> u64 {
        (**self).next_u64()
    }
}

/// A number from 0 to below 1, in steps of 2^-53.
#[inline(always)]
pub(crate) fn unit(number: u64) -> f64 {
    (number >> 11) as f64 / (1_u64 << 53) as f64
}

/// A small generator of random numbers: 8 bytes, fast, the same on every machine.
///
/// Good enough for games; not for secrets. It is SplitMix64: every number occurs
/// once in a period of 2^64.
///
/// ```
/// use bt_core::blackboard::{Random, SmallRng};
///
/// let (mut a, mut b) = (SmallRng::new(42), SmallRng::new(42));
/// assert_eq!(a.next_u64(), b.next_u64());
/// assert_ne!(a.next_u64(), a.next_u64());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SmallRng {
    state: u64,
}

impl SmallRng {
    /// A generator that starts from this seed; any number will do.
    pub const fn new(seed: u64) -> Self {
        SmallRng { state: seed }
    }
}

impl Random for SmallRng {
    #[inline]
    fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}
