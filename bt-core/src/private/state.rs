//! The state of a public tree with private parts.
//!
//! The state of a tree that splices in a value names that value's type, and an
//! associated type can't be more private than its impl. A struct's private
//! field can.

use core::fmt;
use core::marker::PhantomData;

#[cfg(feature = "serde")]
pub use serde;

/// A state, with a lifetime that means nothing: a bound that mentions it may be
/// false, and is decided where it is used.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Held<'a, S> {
    pub state: S,
    lifetime: PhantomData<&'a ()>,
}

impl<S: fmt::Debug> fmt::Debug for Held<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.fmt(f)
    }
}

#[cfg(feature = "serde")]
impl<S: serde::Serialize> serde::Serialize for Held<'_, S> {
    fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.state.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, S: serde::Deserialize<'de>> serde::Deserialize<'de> for Held<'_, S> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Held { state: S::deserialize(deserializer)?, lifetime: PhantomData })
    }
}

/// A struct around a state, with the traits that the state has.
#[doc(hidden)]
#[macro_export]
macro_rules! __bt_state {
    ($name:ident, $inner:ty) => {
        pub struct $name<'a>($crate::private::Held<'a, $inner>);

        impl ::core::default::Default for $name<'_> {
            fn default() -> Self {
                $name(::core::default::Default::default())
            }
        }

        impl<'a> ::core::clone::Clone for $name<'a>
        where
            $crate::private::Held<'a, $inner>: ::core::clone::Clone,
        {
            fn clone(&self) -> Self {
                $name(::core::clone::Clone::clone(&self.0))
            }
        }

        impl<'a> ::core::marker::Copy for $name<'a> where $crate::private::Held<'a, $inner>: ::core::marker::Copy {}

        impl<'a> ::core::cmp::PartialEq for $name<'a>
        where
            $crate::private::Held<'a, $inner>: ::core::cmp::PartialEq,
        {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        impl<'a> ::core::cmp::Eq for $name<'a> where $crate::private::Held<'a, $inner>: ::core::cmp::Eq {}

        impl<'a> ::core::fmt::Debug for $name<'a>
        where
            $crate::private::Held<'a, $inner>: ::core::fmt::Debug,
        {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.0, f)
            }
        }

        $crate::__bt_serde! { $name, $inner }
    };
}

#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __bt_serde {
    ($name:ident, $inner:ty) => {
        impl<'a> $crate::private::serde::Serialize for $name<'a>
        where
            $crate::private::Held<'a, $inner>: $crate::private::serde::Serialize,
        {
            fn serialize<S: $crate::private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::private::serde::Serialize::serialize(&self.0, serializer)
            }
        }

        impl<'a, 'de> $crate::private::serde::Deserialize<'de> for $name<'a>
        where
            $crate::private::Held<'a, $inner>: $crate::private::serde::Deserialize<'de>,
        {
            fn deserialize<D: $crate::private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::private::serde::Deserialize::deserialize(deserializer).map($name)
            }
        }
    };
}

#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __bt_serde {
    ($name:ident, $inner:ty) => {};
}
