//! Trees in item form: the tree as a type, and its state.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::behavior::{Behavior, Node, Visit};
use crate::made::{Make, Zero};
use crate::status::Status;

/// The tree in item form `Self` as a type of nodes, in which all that the user wrote is a
/// number. `T` is `&Self` where something reads `self`, else `()`. `H` is a private type
/// where the shape names types that may be private too.
pub trait Item<T, H = ()> {
    type Shape: Node;
}

/// The state of a tree in item form.
pub type StateIn<I, H = ()> = <<I as Item<(), H>>::Shape as Node>::State;

/// The blackboard of a tree in item form: that its shape runs on it is asked once, where
/// this is implemented.
pub trait On<B: ?Sized, H = ()>: Item<(), H, Shape: Behavior<B> + Zero> {}

/// [`On`], for a tree that reads `self`, which is `T`.
pub trait OnSelf<T: Copy, B: ?Sized, H = ()>:
    Item<(), H> + Item<T, H, Shape: Behavior<B, State = StateIn<Self, H>> + Make<T>>
{
}

/// The tick of a tree in item form: its root's own, and not a call of it.
#[inline(always)]
pub fn tick<I: On<B, H>, H, B: ?Sized, V: Visit>(
    state: &mut StateIn<I, H>,
    blackboard: &mut B,
    visit: V,
) -> Status {
    <I::Shape as Zero>::NEW.tick_in_place(state, blackboard, visit)
}

#[inline(always)]
pub fn halt<I: On<B, H>, H, B: ?Sized, V: Visit>(state: &mut StateIn<I, H>, blackboard: &mut B, visit: V) {
    <I::Shape as Zero>::NEW.halt_with(state, blackboard, visit);
}

/// [`tick`], for a tree that reads `self`.
#[inline(always)]
pub fn tick_self<'t, I: OnSelf<&'t I, B, H>, H, B: ?Sized, V: Visit>(
    this: &'t I,
    state: &mut StateIn<I, H>,
    blackboard: &mut B,
    visit: V,
) -> Status {
    <I as Item<&'t I, H>>::Shape::make(this).tick_in_place(state, blackboard, visit)
}

#[inline(always)]
pub fn halt_self<'t, I: OnSelf<&'t I, B, H>, H, B: ?Sized, V: Visit>(
    this: &'t I,
    state: &mut StateIn<I, H>,
    blackboard: &mut B,
    visit: V,
) {
    <I as Item<&'t I, H>>::Shape::make(this).halt_with(state, blackboard, visit);
}

/// A tree in item form that names no types of the user's: its state is plain data, which is
/// asked once, where this is implemented. So the compiler never looks into it from outside.
pub trait Plain: Item<(), Shape: Node<State: PlainData>> {}

/// What every state of this library is.
#[cfg(not(feature = "serde"))]
pub trait PlainData: Copy + Eq + Hash + fmt::Debug + Default {}

#[cfg(not(feature = "serde"))]
impl<S: Copy + Eq + Hash + fmt::Debug + Default> PlainData for S {}

/// What every state of this library is.
#[cfg(feature = "serde")]
pub trait PlainData:
    Copy + Eq + Hash + fmt::Debug + Default + serde::Serialize + serde::de::DeserializeOwned
{
}

#[cfg(feature = "serde")]
impl<S> PlainData for S where
    S: Copy + Eq + Hash + fmt::Debug + Default + serde::Serialize + serde::de::DeserializeOwned
{
}

/// The state of a [`Plain`] tree.
pub struct ItemState<I: Plain> {
    pub state: StateIn<I>,
    /// The last field decides whether a struct is sized: the compiler needn't look into the
    /// other for that.
    _end: [(); 0],
}

impl<I: Plain> Default for ItemState<I> {
    #[inline(always)]
    fn default() -> Self {
        ItemState { state: Default::default(), _end: [] }
    }
}

impl<I: Plain> Clone for ItemState<I> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: Plain> Copy for ItemState<I> {}

impl<I: Plain> PartialEq for ItemState<I> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl<I: Plain> Eq for ItemState<I> {}

impl<I: Plain> Hash for ItemState<I> {
    fn hash<Z: Hasher>(&self, hasher: &mut Z) {
        self.state.hash(hasher);
    }
}

impl<I: Plain> fmt::Debug for ItemState<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.fmt(f)
    }
}

#[cfg(feature = "serde")]
impl<I: Plain> serde::Serialize for ItemState<I> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.state.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, I: Plain> serde::Deserialize<'de> for ItemState<I> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(ItemState { state: serde::Deserialize::deserialize(deserializer)?, _end: [] })
    }
}
