//! The state of a tree in item form: a struct of its own.
//!
//! The compiler counts how deep types are nested, and begins anew at a struct.
//! And the state of a tree that splices in a value names that value's type: an
//! associated type can't be more private than its impl, a struct's field can.

use core::fmt;
use core::marker::PhantomData;

#[cfg(feature = "serde")]
pub use serde;

/// A state, with a lifetime that means nothing: a bound that mentions it may be
/// false, and is decided where it is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
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

/// A struct around a state, with the traits that the state has. Without `if`, it
/// has them all: only what the user splices in may lack some.
#[doc(hidden)]
#[macro_export]
macro_rules! __bt_state {
    ($name:ident, $inner:ty, ) => {
        $crate::__bt_state! { @struct $name, $inner }
        $crate::__bt_state! { @impls $name, }
        $crate::__bt_serde! { $name, }
    };
    ($name:ident, $inner:ty, if) => {
        // With the bound `Tag<'a>: State`, the compiler takes the state for unknown,
        // and doesn't look through all of it in every one of these impls.
        struct Tag<'a>($crate::private::Held<'a, ()>);
        trait State {
            type State: ::core::default::Default;
        }
        impl State for Tag<'_> {
            type State = $inner;
        }
        $crate::__bt_state! { @struct $name, <Tag<'a> as State>::State }
        $crate::__bt_state! { @impls $name, Tag<'a>: State, $crate::private::Held<'a, <Tag<'a> as State>::State> }
        $crate::__bt_serde! { $name, Tag<'a>: State, $crate::private::Held<'a, <Tag<'a> as State>::State> }
    };
    (@struct $name:ident, $inner:ty) => {
        pub struct $name<'a>($crate::private::Held<'a, $inner>);

        #[automatically_derived]
        impl ::core::default::Default for $name<'static> {
            fn default() -> Self {
                $name(::core::default::Default::default())
            }
        }
    };
    (@impls $name:ident, $($tag:ty: $state:path, $inner:ty)?) => {
        #[automatically_derived]
        impl<'a> ::core::clone::Clone for $name<'a> $(where $tag: $state, $inner: ::core::clone::Clone)? {
            fn clone(&self) -> Self {
                $name(::core::clone::Clone::clone(&self.0))
            }
        }

        #[automatically_derived]
        impl<'a> ::core::marker::Copy for $name<'a> $(where $tag: $state, $inner: ::core::marker::Copy)? {}

        #[automatically_derived]
        impl<'a> ::core::cmp::PartialEq for $name<'a> $(where $tag: $state, $inner: ::core::cmp::PartialEq)? {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        #[automatically_derived]
        impl<'a> ::core::cmp::Eq for $name<'a> $(where $tag: $state, $inner: ::core::cmp::Eq)? {}

        #[automatically_derived]
        impl<'a> ::core::hash::Hash for $name<'a> $(where $tag: $state, $inner: ::core::hash::Hash)? {
            fn hash<H: ::core::hash::Hasher>(&self, hasher: &mut H) {
                ::core::hash::Hash::hash(&self.0, hasher);
            }
        }

        #[automatically_derived]
        impl<'a> ::core::fmt::Debug for $name<'a> $(where $tag: $state, $inner: ::core::fmt::Debug)? {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.0, f)
            }
        }
    };
}

#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __bt_serde {
    ($name:ident, $($tag:ty: $state:path, $inner:ty)?) => {
        #[automatically_derived]
        impl<'a> $crate::private::serde::Serialize for $name<'a> $(where $tag: $state, $inner: $crate::private::serde::Serialize)? {
            fn serialize<S: $crate::private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::private::serde::Serialize::serialize(&self.0, serializer)
            }
        }

        #[automatically_derived]
        impl<'a, 'de> $crate::private::serde::Deserialize<'de> for $name<'a>
        $(where $tag: $state, $inner: $crate::private::serde::Deserialize<'de>)?
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
    ($name:ident, $($tag:ty: $state:path, $inner:ty)?) => {};
}
