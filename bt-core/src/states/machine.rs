//! What a machine decides: which transition is taken, and where it leads.

use crate::flag::{Flag, Memo};
use crate::observe::{Edge, Target};
use crate::states::{Ask, Entry, Stack};
use crate::status::Status;

/// A state machine's graph, as functions: for each state, which transition is taken.
/// `bt!` writes it; see [`states`](crate::node::states) for one written by hand.
///
/// States, triggers, durations and weights are numbers: their places in the lists that
/// the [`States`](crate::states::States) around it holds.
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
