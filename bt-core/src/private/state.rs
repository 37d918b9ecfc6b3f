//! The state of a tree in item form: a struct of its own.
//!
//! The compiler counts how deep types are nested, and begins anew at a struct.
//! And the state of a tree that splices in a value names that value's type: an
//! associated type can't be more private than its impl, a struct's field can.

use core::marker::PhantomData;

#[cfg(feature = "serde")]
pub use serde;

/// A state, with a lifetime that means nothing: a bound that mentions it may be
/// false, and is decided where it is used.
#[derive(Clone, Copy, Default)]
pub struct Held<'a, S> {
    pub state: S,
    lifetime: PhantomData<&'a ()>,
}

impl<S> Held<'_, S> {
    pub const fn new(state: S) -> Self {
        Held { state, lifetime: PhantomData }
    }
}

/// A struct around a state, with the traits that the state has.
#[doc(hidden)]
#[macro_export]
macro_rules! __bt_state {
    ($name:ident, $inner:ty) => {
        // With the bound `Tag<'a>: State`, the compiler takes the state for unknown,
        // and doesn't look through all of it in every one of these impls.
        struct __BtTag<'a>($crate::private::Held<'a, ()>);
        trait __BtInner {
            type State: ::core::default::Default;
        }
        impl __BtInner for __BtTag<'_> {
            type State = $inner;
        }
        $crate::__bt_state! { @impls $name, __BtTag<'a>: __BtInner, <__BtTag<'a> as __BtInner>::State }
        $crate::__bt_serde! { $name, __BtTag<'a>: __BtInner, <__BtTag<'a> as __BtInner>::State }
    };
    (@impls $name:ident, $tag:ty: $state:path, $inner:ty) => {
        pub struct $name<'a>($crate::private::Held<'a, $inner>);

        #[automatically_derived]
        impl ::core::default::Default for $name<'static> {
            fn default() -> Self {
                $name(::core::default::Default::default())
            }
        }

        #[automatically_derived]
        impl<'a> ::core::clone::Clone for $name<'a>
        where
            $tag: $state,
            $inner: ::core::clone::Clone,
        {
            fn clone(&self) -> Self {
                $name($crate::private::Held::new(::core::clone::Clone::clone(&self.0.state)))
            }
        }

        #[automatically_derived]
        impl<'a> ::core::marker::Copy for $name<'a>
        where
            $tag: $state,
            $inner: ::core::marker::Copy,
        {
        }

        #[automatically_derived]
        impl<'a> ::core::cmp::PartialEq for $name<'a>
        where
            $tag: $state,
            $inner: ::core::cmp::PartialEq,
        {
            fn eq(&self, other: &Self) -> bool {
                self.0.state == other.0.state
            }
        }

        #[automatically_derived]
        impl<'a> ::core::cmp::Eq for $name<'a>
        where
            $tag: $state,
            $inner: ::core::cmp::Eq,
        {
        }

        #[automatically_derived]
        impl<'a> ::core::hash::Hash for $name<'a>
        where
            $tag: $state,
            $inner: ::core::hash::Hash,
        {
            fn hash<H: ::core::hash::Hasher>(&self, hasher: &mut H) {
                ::core::hash::Hash::hash(&self.0.state, hasher);
            }
        }

        #[automatically_derived]
        impl<'a> ::core::fmt::Debug for $name<'a>
        where
            $tag: $state,
            $inner: ::core::fmt::Debug,
        {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.0.state, f)
            }
        }
    };
}

#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __bt_serde {
    ($name:ident, $tag:ty: $state:path, $inner:ty) => {
        #[automatically_derived]
        impl<'a> $crate::private::serde::Serialize for $name<'a>
        where
            $tag: $state,
            $inner: $crate::private::serde::Serialize,
        {
            fn serialize<S: $crate::private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::private::serde::Serialize::serialize(&self.0.state, serializer)
            }
        }

        #[automatically_derived]
        impl<'a, 'de> $crate::private::serde::Deserialize<'de> for $name<'a>
        where
            $tag: $state,
            $inner: $crate::private::serde::Deserialize<'de>,
        {
            fn deserialize<D: $crate::private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::private::serde::Deserialize::deserialize(deserializer)
                    .map(|state| $name($crate::private::Held::new(state)))
            }
        }
    };
}

#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __bt_serde {
    ($name:ident, $tag:ty: $state:path, $inner:ty) => {};
}
