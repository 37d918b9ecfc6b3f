//! What a machine decides: which transition is taken, and where it leads.

use crate::flag::{Flag, Memo};
use crate::observe::{Edge, Target};
use crate::states::{Ask, Entry, Stack};
use crate::status::Status;

/// A state machine's graph, as functions: for each state, which transition is taken.
/// `bt!` writes it.
///
/// States, triggers, durations and weights are numbers: their places in the lists that
/// the [`States`](crate::states::States) around it holds.
///
/// ```
/// use bt_core::flag::{No, Yes};
/// use bt_core::leaf::leaf;
/// use bt_core::node::{running, states};
/// use bt_core::prelude::*;
/// use bt_core::states::{Ask, Crossing, Machine, Parts, Taken, Target};
///
/// /// Two states: above zero the first is left for the second, whose success is the end.
/// struct Thaw;
/// const FROZEN: u8 = 0;
/// const WARM: u8 = 1;
///
/// impl Machine for Thaw {
///     type Succeeds = Yes;
///     type Fails = No;
///     type Entry = ();
///     type Place = ();
///     type Stack = ();
///
///     fn preempt<A: Ask>(state: u8, ask: &mut A) -> Option<Taken> {
///         (state == FROZEN && ask.holds(0)).then_some(Taken { edge: 0, target: Target::To(WARM) })
///     }
///     fn react<A: Ask>(state: u8, status: Status, _: &mut A) -> Option<Taken> {
///         let is_over = state == WARM && status == Status::Success;
///         is_over.then_some(Taken { edge: 1, target: Target::End(Status::Success) })
///     }
/// }
///
/// let tree = states::<Thaw, _>((running(), leaf(|degrees: &mut i32| *degrees > 9)))
///     .triggers((leaf(|degrees: &mut i32| *degrees > 0),))
///     .host(Parts::new().hooks(|degrees: &mut i32, crossing| {
///         if crossing == Crossing::Enter(WARM) {
///             *degrees += 1;
///         }
///     }));
/// let (mut agent, mut degrees) = (Agent::of(&tree), -5);
/// assert_eq!(agent.tick(&tree, &mut degrees), Status::Running);
/// degrees = 5;
/// assert_eq!(agent.tick(&tree, &mut degrees), Status::Running);
/// assert_eq!((degrees, agent.state.current()), (6, Some(WARM)));
/// degrees = 20;
/// assert_eq!(agent.tick(&tree, &mut degrees), Status::Success);
/// ```
pub trait Machine {
    /// Whether some transition ends the machine with success.
    type Succeeds: Flag;
    /// Whether some transition ends the machine with failure.
    type Fails: Flag;
    /// When the current state was entered: a [`Timer`](crate::time::Timer), or `()` if no
    /// transition asks for it.
    type Entry: Entry;
    /// The state in which the machine was last left: a `u8`, with 127 states and more a
    /// `u16`, or `()` if it is never resumed.
    type Place: Memo;
    /// The states that were interrupted: a [`Pushed`](crate::states::Pushed), or `()`.
    type Stack: Stack;

    /// The transitions, as an outline shows them; [`Taken::edge`] is the place among them.
    const EDGES: &'static [Edge] = &[];

    /// Whether a transition that leads out of this state asks how long ago it was entered.
    #[inline(always)]
    fn is_timed(_state: u8) -> bool {
        false
    }

    /// Before the body's tick: the transition that a condition or the time takes.
    #[inline(always)]
    fn preempt<A: Ask>(_state: u8, _ask: &mut A) -> Option<Taken> {
        None
    }

    /// After the body's tick, which answered `status`: the transition that this or an
    /// event takes.
    #[inline(always)]
    fn react<A: Ask>(_state: u8, _status: Status, _ask: &mut A) -> Option<Taken> {
        None
    }
}

/// A transition that is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Taken {
    /// Its place among the [edges](Machine::EDGES).
    pub edge: u16,
    /// Where it leads.
    pub target: Target,
}
