use core::time::Duration;

/// A fact that is forgotten some time after it was set: where the enemy was seen last,
/// who called for help.
///
/// In a struct with `#[derive(Blackboard)]`, `#[bt(expires = 4s)]` on a field of this type
/// makes a function of the field's name that makes the fact.
///
/// ```
/// use bt_core::blackboard::Expiring;
/// use core::time::Duration;
///
/// let second = Duration::from_secs;
/// let mut last_seen = Expiring::new(second(4));
/// assert_eq!(last_seen.get(second(10)), None);
/// last_seen.set("at the gate", second(10));
/// assert_eq!(last_seen.get(second(13)), Some(&"at the gate"));
/// assert_eq!(last_seen.get(second(14)), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Expiring<T> {
    fact: Option<Fact<T>>,
    time_to_live: Duration,
}

/// Something, and when it was so.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Fact<T> {
    pub value: T,
    pub since: Duration,
}

impl<T> Fact<T> {
    /// A fact of the future, after a clock jumped back, is one of now.
    pub(super) fn age(&self, now: Duration) -> Duration {
        now.saturating_sub(self.since)
    }
}

impl<T> Expiring<T> {
    /// Nothing yet; what is set is forgotten after so long.
    pub const fn new(time_to_live: Duration) -> Self {
        Expiring { fact: None, time_to_live }
    }

    /// From now on, this is so.
    pub fn set(&mut self, value: T, now: Duration) {
        self.fact = Some(Fact { value, since: now });
    }

    /// What is so, if it isn't forgotten.
    pub fn get(&self, now: Duration) -> Option<&T> {
        let fact = self.fact.as_ref().filter(|fact| fact.age(now) < self.time_to_live)?;
        Some(&fact.value)
    }

    /// How long ago it was set, if it isn't forgotten. What was set later than now, before
    /// the clock jumped back, counts as set now.
    ///
    /// ```
    /// # use bt_core::blackboard::Expiring;
    /// # use core::time::Duration;
    /// # let second = Duration::from_secs;
    /// let mut alarm = Expiring::new(second(4));
    /// alarm.set((), second(10));
    /// assert_eq!(alarm.age(second(12)), Some(second(2)));
    /// assert_eq!(alarm.age(second(3)), Some(second(0)));
    /// ```
    pub fn age(&self, now: Duration) -> Option<Duration> {
        self.fact.as_ref().map(|fact| fact.age(now)).filter(|age| *age < self.time_to_live)
    }

    /// Forgets it at once.
    pub fn forget(&mut self) {
        self.fact = None;
    }
}
