//! Durations and counts as they are written.

use proc_macro2::{TokenStream, TokenTree};

/// What a literal says.
#[derive(Debug, PartialEq)]
pub enum Literal {
    /// A number with a unit of time, in nanoseconds; `None` if that is more
    /// than 584 years.
    Duration(Option<u64>),
    /// A whole number without a unit; `None` if it does not fit.
    Integer(Option<u32>),
    /// Another number without a unit.
    Float,
    /// No number.
    Other,
}

/// A literal argument: what it says, whether a minus stands before it, and its
/// digits.
#[derive(Debug)]
pub struct Written {
    /// What it says.
    pub literal: Literal,
    /// Whether a minus stands before it.
    pub negative: bool,
    /// The number without its suffix.
    pub digits: String,
    /// What stands right behind the number.
    pub suffix: String,
}

impl Written {
    /// The number.
    pub fn value(&self) -> f64 {
        self.digits.parse().unwrap_or_default()
    }

    /// Whether the suffix is neither a unit nor a type of Rust's.
    pub fn has_foreign_suffix(&self) -> bool {
        let is_type = self.suffix.starts_with(['i', 'u', 'f'])
            && self.suffix[1..].chars().all(|letter| letter.is_ascii_digit() || "size".contains(letter));
        !self.suffix.is_empty() && !is_type
    }

    /// What was meant by a suffix that is no unit here: `3s` for `3sec`.
    pub fn meant(&self) -> Option<String> {
        let suffix = self.suffix.to_lowercase();
        if ["d", "day", "days"].contains(&suffix.as_str()) {
            return Some(format!("{}h", self.value() * 24.0));
        }
        let meant = MEANT.iter().find(|(words, _)| words.contains(&suffix.as_str()))?;
        Some(format!("{}{}", self.digits, meant.1))
    }
}

/// How people write units elsewhere.
const MEANT: &[(&[&str], &str)] = &[
    (&["nsec", "nanos", "nanoseconds"], "ns"),
    (&["µs", "usec", "micros", "microseconds"], "us"),
    (&["ms", "msec", "msecs", "milli", "millis", "milliseconds"], "ms"),
    (&["s", "sec", "secs", "second", "seconds"], "s"),
    (&["m", "mins", "minute", "minutes"], "min"),
    (&["hr", "hrs", "hour", "hours"], "h"),
];

/// The units, in nanoseconds.
pub const UNITS: &[(&str, u64)] = &[
    ("ns", 1),
    ("us", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("min", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// Reads an argument that is one literal, with or without a minus.
pub fn read(tokens: &[TokenTree]) -> Option<Written> {
    let (negative, token) = match tokens {
        [token] => (false, token),
        [TokenTree::Punct(minus), token] if minus.as_char() == '-' => (true, token),
        _ => return None,
    };
    let TokenTree::Literal(literal) = token else { return None };
    let parsed: syn::Lit = syn::parse2(TokenStream::from(TokenTree::Literal(literal.clone()))).ok()?;
    let (digits, suffix, whole) = match &parsed {
        syn::Lit::Int(int) => (int.base10_digits().to_owned(), int.suffix().to_owned(), true),
        syn::Lit::Float(float) => (float.base10_digits().to_owned(), float.suffix().to_owned(), false),
        _ => {
            let suffix = String::new();
            return Some(Written { literal: Literal::Other, negative, digits: String::new(), suffix });
        }
    };
    let literal = match UNITS.iter().find(|(unit, _)| *unit == suffix) {
        Some((_, nanos)) => Literal::Duration(scaled(&digits, *nanos)),
        None if whole => Literal::Integer(digits.parse().ok()),
        None => Literal::Float,
    };
    Some(Written { literal, negative, digits, suffix })
}

/// A decimal number times a whole one, rounded down: exact for what people write.
fn scaled(digits: &str, factor: u64) -> Option<u64> {
    if digits.contains(['e', 'E']) {
        let value = digits.parse::<f64>().ok()? * factor as f64;
        return (value < u64::MAX as f64).then_some(value as u64);
    }
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let whole = whole.parse::<u128>().ok()?.checked_mul(u128::from(factor))?;
    // Sixteen digits are more than any unit has nanoseconds for.
    let fraction = &fraction[..fraction.len().min(16)];
    let part = match fraction {
        "" => 0,
        _ => fraction.parse::<u128>().ok()? * u128::from(factor) / 10_u128.pow(fraction.len() as u32),
    };
    u64::try_from(whole + part).ok()
}

#[cfg(test)]
mod tests {
    use super::{Literal, read};

    fn literal(source: &str) -> Literal {
        let tokens: Vec<_> = source.parse::<proc_macro2::TokenStream>().unwrap().into_iter().collect();
        read(&tokens).unwrap().literal
    }

    #[test]
    fn durations_are_exact() {
        for (source, nanos) in [
            ("0s", 0),
            ("10us", 10_000),
            ("800ms", 800_000_000),
            ("0.8s", 800_000_000),
            ("1_000.25ms", 1_000_250_000),
            ("2min", 120_000_000_000),
            ("0.1s", 100_000_000),
            ("1h", 3_600_000_000_000),
            ("3e2ms", 300_000_000),
        ] {
            assert_eq!(literal(source), Literal::Duration(Some(nanos)), "{source}");
        }
        assert_eq!(literal("99999999999999h"), Literal::Duration(None));
    }

    #[test]
    fn other_literals_are_told_apart() {
        assert_eq!(literal("3"), Literal::Integer(Some(3)));
        assert_eq!(literal("5000000000"), Literal::Integer(None));
        assert_eq!(literal("0.5"), Literal::Float);
        assert_eq!(literal("\"x\""), Literal::Other);
    }
}
