//! Response curves for the scores of [`utility`](crate::node::utility): pure
//! functions from 0..1 to 0..1.
//!
//! Each clamps its input to 0..1 first; NaN stays NaN, which a utility never
//! chooses. They are made to be combined: `1.0 - x` turns one around, a product of
//! several is "this and that".
//!
//! ```
//! use bt_core::curve;
//!
//! // Gets urgent quickly as the health goes down.
//! let urgency = |health: f64| curve::polynomial(1.0 - health, 3);
//! assert_eq!(urgency(1.0), 0.0);
//! assert_eq!(urgency(0.5), 0.125);
//! assert_eq!(urgency(0.0), 1.0);
//! ```

/// `x`, but not below 0 and not above 1; NaN stays NaN.
///
/// ```
/// use bt_core::curve::clamp;
///
/// assert_eq!(clamp(-2.0), 0.0);
/// assert_eq!(clamp(0.3), 0.3);
/// assert_eq!(clamp(7.0), 1.0);
/// assert!(clamp(f64::NAN).is_nan());
/// ```
#[inline]
pub const fn clamp(x: f64) -> f64 {
    x.clamp(0.0, 1.0)
}

/// A straight line, from 0 at `from` to 1 at `to`; `from` may be the greater one.
///
/// Here the input is not clamped to 0..1, but to what lies between `from` and `to`:
/// it brings a distance, say, into the range of the other curves. Where both are
/// equal, it is a [`step`].
///
/// ```
/// use bt_core::curve::linear;
///
/// assert_eq!(linear(15.0, 10.0, 20.0), 0.5);
/// assert_eq!(linear(12.0, 20.0, 10.0), 0.8);
/// assert_eq!(linear(99.0, 10.0, 20.0), 1.0);
/// ```
#[inline]
pub const fn linear(x: f64, from: f64, to: f64) -> f64 {
    if from == to {
        return step(x, to);
    }
    clamp((x - from) / (to - from))
}

/// `x` to the power of `exponent`: slow at first, then fast. `exponent = 0` is 1
/// everywhere.
///
/// ```
/// use bt_core::curve::polynomial;
///
/// assert_eq!(polynomial(0.5, 1), 0.5);
/// assert_eq!(polynomial(0.5, 2), 0.25);
/// // Fast at first, then slow.
/// assert_eq!(1.0 - polynomial(1.0 - 0.5, 2), 0.75);
/// ```
#[inline]
pub const fn polynomial(x: f64, exponent: u32) -> f64 {
    let x = clamp(x);
    let (mut power, mut round) = (1.0, 0);
    while round < exponent {
        power *= x;
        // From here on nothing changes.
        if power == 0.0 || power == 1.0 {
            return power;
        }
        round += 1;
    }
    power
}

/// A smooth step around `middle`: 1 / (1 + e^(-steepness * (x - middle))).
///
/// 0.5 at `middle`; the greater the steepness, the sharper. A negative steepness
/// goes down.
///
/// ```
/// use bt_core::curve::logistic;
///
/// assert_eq!(logistic(0.5, 10.0, 0.5), 0.5);
/// assert!((logistic(0.7, 10.0, 0.5) - 0.880797).abs() < 1e-6);
/// assert!((logistic(0.7, -10.0, 0.5) - 0.119203).abs() < 1e-6);
/// ```
#[inline]
pub fn logistic(x: f64, steepness: f64, middle: f64) -> f64 {
    1.0 / (1.0 + exp(-steepness * (clamp(x) - middle)))
}

/// 0 below `threshold`, 1 from there on.
///
/// ```
/// use bt_core::curve::step;
///
/// assert_eq!(step(0.49, 0.5), 0.0);
/// assert_eq!(step(0.5, 0.5), 1.0);
/// ```
#[inline]
pub const fn step(x: f64, threshold: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x >= threshold { 1.0 } else { 0.0 }
}

/// e to the power of `x`: without std there is none. The series converges fast on
/// the small remainder of `x` by ln 2; the rest is a power of two.
fn exp(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    let x = x.clamp(-700.0, 700.0);
    // Rounds to the nearest whole number.
    let halves = (x / core::f64::consts::LN_2 + if x < 0.0 { -0.5 } else { 0.5 }) as i64;
    let rest = x - halves as f64 * core::f64::consts::LN_2;
    let (mut sum, mut term) = (1.0, 1.0);
    for index in 1..14 {
        term *= rest / f64::from(index);
        sum += term;
    }
    sum * f64::from_bits(((1023 + halves) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::{clamp, exp, linear, logistic, polynomial, step};

    #[test]
    fn exp_is_exact_to_fifteen_digits() {
        let known = [
            (0.0, 1.0),
            (1.0, core::f64::consts::E),
            (-1.0, 0.367_879_441_171_442_33),
            (10.0, 22_026.465_794_806_718),
        ];
        for (x, expected) in known {
            assert!((exp(x) / expected - 1.0_f64).abs() < 1e-15, "{x}");
        }
        assert!(exp(1e9).is_finite() && exp(-1e9) > 0.0);
    }

    #[test]
    fn all_stay_between_0_and_1() {
        for x in [-1e300, -1.0, 0.0, 0.1, 0.5, 0.9, 1.0, 2.0, 1e300, f64::INFINITY, f64::NEG_INFINITY] {
            for y in [
                clamp(x),
                linear(x, 0.2, 0.8),
                linear(x, 0.8, 0.2),
                polynomial(x, 3),
                logistic(x, 12.0, 0.4),
                logistic(x, -1e6, 0.4),
                step(x, 0.5),
            ] {
                assert!((0.0..=1.0).contains(&y), "{y} of {x}");
            }
        }
    }

    #[test]
    fn not_a_number_stays_so() {
        let nan = f64::NAN;
        for y in
            [clamp(nan), linear(nan, 0.0, 1.0), polynomial(nan, 2), logistic(nan, 1.0, 0.5), step(nan, 0.5)]
        {
            assert!(y.is_nan());
        }
    }
}
