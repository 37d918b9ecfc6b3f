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
            fn eq(&self, __bt_other: &Self) -> $crate::private::primitive::bool {
                self.0.state == __bt_other.0.state
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
            fn hash<H: ::core::hash::Hasher>(&self, __bt_hasher: &mut H) {
                ::core::hash::Hash::hash(&self.0.state, __bt_hasher);
            }
        }

        #[automatically_derived]
        impl<'a> ::core::fmt::Debug for $name<'a>
        where
            $tag: $state,
            $inner: ::core::fmt::Debug,
        {
            fn fmt(&self, __bt_formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.0.state, __bt_formatter)
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
                __bt_serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::private::serde::Serialize::serialize(&self.0.state, __bt_serializer)
            }
        }

        #[automatically_derived]
        impl<'a, 'de> $crate::private::serde::Deserialize<'de> for $name<'a>
        where
            $tag: $state,
            $inner: $crate::private::serde::Deserialize<'de>,
        {
            fn deserialize<D: $crate::private::serde::Deserializer<'de>>(
                __bt_deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::private::serde::Deserialize::deserialize(__bt_deserializer)
                    .map(|__bt_state| $name($crate::private::Held::new(__bt_state)))
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
