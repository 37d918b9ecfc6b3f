//! The state of a public tree with private parts.
//!
//! The state of a tree that splices in a value names that value's type, and an
//! associated type can't be more private than its impl. A struct's private
//! field can.

use core::fmt::Debug;

/// Bounds that may be false without a type parameter: with the lifetime, the
/// compiler decides where the impl is used.
pub trait IfClone<'a>: Clone {}
impl<T: Clone> IfClone<'_> for T {}

pub trait IfCopy<'a>: Copy {}
impl<T: Copy> IfCopy<'_> for T {}

pub trait IfEq<'a>: PartialEq {}
impl<T: PartialEq> IfEq<'_> for T {}

pub trait IfDebug<'a>: Debug {}
impl<T: Debug> IfDebug<'_> for T {}

#[cfg(feature = "serde")]
pub use serde;

#[cfg(feature = "serde")]
pub trait IfSerialize<'a>: serde::Serialize {}
#[cfg(feature = "serde")]
impl<T: serde::Serialize> IfSerialize<'_> for T {}

#[cfg(feature = "serde")]
pub trait IfDeserialize<'a>: serde::de::DeserializeOwned {}
#[cfg(feature = "serde")]
impl<T: serde::de::DeserializeOwned> IfDeserialize<'_> for T {}

/// A state around another.
#[doc(hidden)]
#[macro_export]
macro_rules! __bt_state {
    ($name:ident, $inner:ty) => {
        pub struct $name($inner);

        impl ::core::default::Default for $name {
            fn default() -> Self {
                $name(::core::default::Default::default())
            }
        }

        impl<'a> ::core::clone::Clone for $name
        where
            $inner: $crate::private::IfClone<'a>,
        {
            fn clone(&self) -> Self {
                $name(::core::clone::Clone::clone(&self.0))
            }
        }

        impl<'a> ::core::marker::Copy for $name where $inner: $crate::private::IfCopy<'a> {}

        impl<'a> ::core::cmp::PartialEq for $name
        where
            $inner: $crate::private::IfEq<'a>,
        {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        impl<'a> ::core::fmt::Debug for $name
        where
            $inner: $crate::private::IfDebug<'a>,
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
        impl<'a> $crate::private::serde::Serialize for $name
        where
            $inner: $crate::private::IfSerialize<'a>,
        {
            fn serialize<S: $crate::private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::private::serde::Serialize::serialize(&self.0, serializer)
            }
        }

        impl<'a, 'de> $crate::private::serde::Deserialize<'de> for $name
        where
            $inner: $crate::private::IfDeserialize<'a>,
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
