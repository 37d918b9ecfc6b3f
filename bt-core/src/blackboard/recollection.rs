use core::time::Duration;

use super::fading::{Curve, Fading};

/// Up to `N` facts of a kind that fade: where there is no room for another, the weakest
/// gives way.
///
/// ```
/// use bt_core::blackboard::{Curve, Recollection};
/// use core::time::Duration;
///
/// let second = Duration::from_secs;
/// let mut enemies = Recollection::<_, 2>::new(Curve::Linear(second(10)));
/// enemies.set("wolf", second(0));
/// enemies.set("bear", second(1));
/// enemies.set("wolf", second(2)); // seen again
/// enemies.set("snake", second(3)); // the bear is forgotten
/// let known: Vec<_> = enemies.iter(second(3)).map(|(enemy, _)| *enemy).collect();
/// assert_eq!(known, ["wolf", "snake"]);
/// assert_eq!(enemies.strongest(second(4)), Some((&"snake", 0.9)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Recollection<T, const N: usize> {
    facts: [Fading<T>; N],
    curve: Curve,
}

impl<T, const N: usize> Recollection<T, N> {
    /// Nothing yet; what is set fades by this curve.
    pub const fn new(curve: Curve) -> Self {
        Recollection { facts: [const { Fading::new(Curve::Linear(Duration::ZERO)) }; N], curve }
    }

    /// What is known still, with its confidence, in no order.
    pub fn iter(&self, now: Duration) -> impl Iterator<Item = (&T, f32)> {
        self.facts.iter().filter_map(move |fact| Some((fact.get(now)?, fact.confidence(now))))
    }

    /// The fact that is most certain; of equals, one of them.
    pub fn strongest(&self, now: Duration) -> Option<(&T, f32)> {
        self.iter(now).max_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.facts.iter_mut().for_each(Fading::forget);
    }
}

impl<T: PartialEq, const N: usize> Recollection<T, N> {
    /// From now on, this is so, for certain. An equal fact is replaced.
    pub fn set(&mut self, value: T, now: Duration) {
        self.set_with(value, 1.0, now);
    }

    /// From now on, this is so, with a confidence from 0 to 1. An equal fact is replaced;
    /// without room for another, the weakest gives way.
    pub fn set_with(&mut self, value: T, strength: f32, now: Duration) {
        let place = self.place_of(&value, now).or_else(|| {
            let confidence = |place: &usize| self.facts[*place].confidence(now);
            (0..N).min_by(|a, b| confidence(a).total_cmp(&confidence(b)))
        });
        if let Some(fact) = place.and_then(|place| self.facts.get_mut(place)) {
            *fact = Fading::new(self.curve);
            fact.set_with(value, strength, now);
        }
    }

    /// Forgets one fact.
    pub fn forget(&mut self, value: &T, now: Duration) {
        if let Some(place) = self.place_of(value, now) {
            self.facts[place].forget();
        }
    }

    fn place_of(&self, value: &T, now: Duration) -> Option<usize> {
        self.facts.iter().position(|fact| fact.get(now) == Some(value))
    }
}

/// Saved as a list, which serde has for any number.
#[cfg(feature = "serde")]
mod saved {
    use core::fmt;
    use core::marker::PhantomData;

    use serde::de::{SeqAccess, Visitor};
    use serde::ser::SerializeTuple;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Curve, Fading, Recollection};

    impl<T: Serialize, const N: usize> Serialize for Recollection<T, N> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut list = serializer.serialize_tuple(1 + N)?;
            list.serialize_element(&self.curve)?;
            self.facts.iter().try_for_each(|fact| list.serialize_element(fact))?;
            list.end()
        }
    }

    struct Facts<T, const N: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for Facts<T, N> {
        type Value = Recollection<T, N>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a curve and {N} facts")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let missing = |place| serde::de::Error::invalid_length(place, &"a curve and all facts");
            let curve: Curve = list.next_element()?.ok_or_else(|| missing(0))?;
            let mut recollection = Recollection::new(curve);
            for (place, fact) in recollection.facts.iter_mut().enumerate() {
                *fact = list.next_element::<Fading<T>>()?.ok_or_else(|| missing(1 + place))?;
            }
            Ok(recollection)
        }
    }

    impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for Recollection<T, N> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_tuple(1 + N, Facts(PhantomData))
        }
    }
}
