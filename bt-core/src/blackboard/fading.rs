use core::time::Duration;

use super::expiring::Fact;

/// How confidence in a fact fades.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Curve {
    /// Evenly, from 1 to 0 within this time.
    Linear(Duration),
    /// By half within each such time. After ten of them, when a thousandth is left, the
    /// fact is forgotten.
    HalfLife(Duration),
}

impl Curve {
    /// What is left of 1 at this age.
    fn left(self, age: Duration) -> f32 {
        let (Curve::Linear(unit) | Curve::HalfLife(unit)) = self;
        if unit.is_zero() {
            return 0.0;
        }
        let age = age.as_secs_f32() / unit.as_secs_f32();
        match self {
            Curve::Linear(_) => (1.0 - age).max(0.0),
            Curve::HalfLife(_) if age >= 10.0 => 0.0,
            Curve::HalfLife(_) => half_to_the(age),
        }
    }
}

/// `0.5` to the power of up to 10, to five digits: without `std`, there is no `powf`.
fn half_to_the(power: f32) -> f32 {
    let whole = power as u32;
    let x = (power - whole as f32) * core::f32::consts::LN_2;
    // The series of e to the -x.
    let fraction = 1.0 - x * (1.0 - x / 2.0 * (1.0 - x / 3.0 * (1.0 - x / 4.0 * (1.0 - x / 5.0))));
    fraction / (1_u32 << whole) as f32
}

/// A strength from 0 to 1 in 16 bits, so that facts are plain data that can be compared.
const FULL: u16 = u16::MAX;

/// A fact that grows less certain with time; made for [`utility`](crate::node::utility).
///
/// ```
/// use bt_core::blackboard::Fading;
/// use core::time::Duration;
///
/// let second = Duration::from_secs;
/// let mut noise = Fading::linear(second(10));
/// noise.set("footsteps", second(0));
/// assert_eq!(noise.confidence(second(5)), 0.5);
/// assert_eq!(noise.get(second(9)), Some(&"footsteps"));
/// assert_eq!(noise.get(second(10)), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fading<T> {
    fact: Option<Fact<T>>,
    strength: u16,
    curve: Curve,
}

impl<T> Fading<T> {
    /// Nothing yet; what is set fades by this curve.
    pub const fn new(curve: Curve) -> Self {
        Fading { fact: None, strength: FULL, curve }
    }

    /// Nothing yet; what is set fades evenly within this time.
    pub const fn linear(time_to_live: Duration) -> Self {
        Fading::new(Curve::Linear(time_to_live))
    }

    /// Nothing yet; what is set fades by half within each such time.
    ///
    /// ```
    /// # use bt_core::blackboard::Fading;
    /// # use core::time::Duration;
    /// let mut scent = Fading::half_life(Duration::from_secs(3));
    /// scent.set((), Duration::ZERO);
    /// assert!((scent.confidence(Duration::from_secs(6)) - 0.25).abs() < 1e-4);
    /// ```
    pub const fn half_life(half: Duration) -> Self {
        Fading::new(Curve::HalfLife(half))
    }

    /// From now on, this is so, for certain.
    pub fn set(&mut self, value: T, now: Duration) {
        self.set_with(value, 1.0, now);
    }

    /// From now on, this is so, with a confidence from 0 to 1.
    pub fn set_with(&mut self, value: T, strength: f32, now: Duration) {
        self.fact = Some(Fact { value, since: now });
        self.strength = (strength * f32::from(FULL)) as u16;
    }

    /// How certain it is, from 1 to 0; 0 if it isn't known at all.
    pub fn confidence(&self, now: Duration) -> f32 {
        let left = |fact: &Fact<T>| self.curve.left(fact.age(now));
        self.fact.as_ref().map_or(0.0, left) * f32::from(self.strength) / f32::from(FULL)
    }

    /// What is so, if there is any confidence left.
    pub fn get(&self, now: Duration) -> Option<&T> {
        let fact = self.fact.as_ref().filter(|_| self.confidence(now) > 0.0)?;
        Some(&fact.value)
    }

    /// How long ago it was set, if there is any confidence left. What was set later than
    /// now, before the clock jumped back, counts as set now.
    pub fn age(&self, now: Duration) -> Option<Duration> {
        self.fact.as_ref().filter(|_| self.confidence(now) > 0.0).map(|fact| fact.age(now))
    }

    /// Forgets it at once.
    pub fn forget(&mut self) {
        self.fact = None;
    }
}
