//! Nodes that are made of their type alone.
//!
//! In a tree in item form nothing has to be stored: what the user wrote is called by its
//! number. So the tree's value says no more than its type, and is made where it is
//! ticked.

/// A value that holds nothing.
#[doc(hidden)]
pub trait Zero: Sized {
    /// The value.
    const NEW: Self;
}

/// A value that holds nothing but copies of `this`: the tree's struct, where something
/// that the user wrote reads it.
#[doc(hidden)]
pub trait Make<T: Copy>: Sized {
    /// The value.
    fn make(this: T) -> Self;
}

/// Both for the type of a node: its fields with the type of each, then its markers.
macro_rules! made {
    ([$($generics:tt)*] $type:ty { $($field:tt: $part:ident),* } $($marker:ident),*) => {
        impl<$($generics)* $($part: $crate::made::Zero),*> $crate::made::Zero for $type {
            const NEW: Self = Self { $($field: $part::NEW,)* $($marker: core::marker::PhantomData,)* };
        }

        impl<MadeOf: Copy, $($generics)* $($part: $crate::made::Make<MadeOf>),*> $crate::made::Make<MadeOf> for $type {
            #[inline(always)]
            fn make(_this: MadeOf) -> Self {
                Self { $($field: $part::make(_this),)* $($marker: core::marker::PhantomData,)* }
            }
        }
    };
    (tuple $($part:ident),*) => {
        impl<$($part: $crate::made::Zero),*> $crate::made::Zero for ($($part,)*) {
            const NEW: Self = ($($part::NEW,)*);
        }

        impl<MadeOf: Copy, $($part: $crate::made::Make<MadeOf>),*> $crate::made::Make<MadeOf> for ($($part,)*) {
            #[inline(always)]
            fn make(this: MadeOf) -> Self {
                ($($part::make(this),)*)
            }
        }
    };
    // A value without fields.
    ([$($generics:tt)*] $type:ty = $value:expr) => {
        impl<$($generics)*> $crate::made::Zero for $type {
            const NEW: Self = $value;
        }

        impl<MadeOf: Copy, $($generics)*> $crate::made::Make<MadeOf> for $type {
            #[inline(always)]
            fn make(_: MadeOf) -> Self {
                $value
            }
        }
    };
}

made!([]() = ());

impl<'t, I> Make<&'t I> for &'t I {
    #[inline(always)]
    fn make(this: &'t I) -> Self {
        this
    }
}

/// [`made!`](made), and copied, whatever the tree's struct is.
macro_rules! copied {
    ([$($generics:tt)*] $type:ty { $($field:tt: $part:ident),* } $($marker:ident),*) => {
        $crate::made::made!([$($generics)*] $type { $($field: $part),* } $($marker),*);

        impl<$($generics)* $($part: Copy),*> Clone for $type {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($generics)* $($part: Copy),*> Copy for $type {}
    };
}

pub(crate) use {copied, made};
