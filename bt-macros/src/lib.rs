//! The procedural macros of `bt-core`, which re-exports them: depend on that crate.

use proc_macro::TokenStream;

/// What `bt_core::bt!` calls, with the crate's path in front.
#[proc_macro]
pub fn bt_impl(input: TokenStream) -> TokenStream {
    bt_expand::expand(input.into()).into()
}

/// Implements what nodes ask of a blackboard from the marked fields of a struct.
///
/// | mark | type of the field | trait |
/// |---|---|---|
/// | `#[bt(clock)]` | `Duration`, or seconds as `f32` or `f64` | `Clock` |
/// | `#[bt(random)]` | `SmallRng`; with the feature `rand_core`, any `rand_core::Rng` | `Random` |
/// | `#[bt(events)]` | `Inbox<Event, N>` | `Events<Event>` |
///
/// References to such fields will do as well, mutable ones where something is taken
/// out. Where `bt-core` has another name, write `#[bt(crate = path)]` on the struct.
///
/// ```
/// use bt_core::blackboard::{Inbox, SmallRng};
/// use bt_core::prelude::*;
/// use std::time::Duration;
///
/// #[derive(Blackboard)]
/// struct Ctx<'a> {
///     #[bt(clock)]
///     now: Duration,
///     #[bt(random)]
///     dice: &'a mut SmallRng,
///     #[bt(events)]
///     inbox: &'a mut Inbox<&'static str, 8>,
/// }
///
/// bt! {
///     struct Alert |_c: &mut Ctx<'_>| mem_sequence < wait_event("alarm"), chance(1.0) < wait(1s) > >
/// }
///
/// let (mut dice, mut inbox) = (SmallRng::new(1), Inbox::new());
/// inbox.send("alarm").unwrap();
/// let mut agent = Agent::<Alert>::new();
/// for (seconds, expected) in [(0, Status::Running), (1, Status::Success)] {
///     let now = Duration::from_secs(seconds);
///     let mut ctx = Ctx { now, dice: &mut dice, inbox: &mut inbox };
///     assert_eq!(agent.tick(&Alert, &mut ctx), expected);
/// }
/// ```
///
/// # Scopes and facts
///
/// `#[bt(scope)]` on a field that is itself a blackboard passes on its clock, chance and
/// events, as far as no other field is marked for them. `#[bt(expires = 4s)]` on a field of
/// type `Expiring` makes a function of the field's name, which makes the fact:
///
/// ```
/// use bt_core::blackboard::Expiring;
/// use bt_core::prelude::*;
/// use std::time::Duration;
///
/// #[derive(Blackboard)]
/// struct Scene {
///     #[bt(clock)]
///     now: Duration,
/// }
///
/// #[derive(Blackboard)]
/// struct Guard<'a> {
///     #[bt(scope)]
///     scene: &'a Scene,
///     #[bt(expires = 4s)]
///     last_seen: Expiring<(i32, i32)>,
/// }
///
/// let tree = bt! { |guard: &mut Guard<'_>| { guard.last_seen.get(guard.now()).is_some() } };
/// let scene = Scene { now: Duration::from_secs(10) };
/// let mut guard = Guard { scene: &scene, last_seen: Guard::last_seen() };
/// assert_eq!(Agent::of(&tree).tick(&tree, &mut guard), Status::Failure);
/// guard.last_seen.set((3, 4), guard.now());
/// assert_eq!(Agent::of(&tree).tick(&tree, &mut guard), Status::Success);
/// ```
#[proc_macro_derive(Blackboard, attributes(bt))]
pub fn blackboard(input: TokenStream) -> TokenStream {
    bt_expand::blackboard(input.into()).into()
}
