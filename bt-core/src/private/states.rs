//! State machines.

pub use crate::states::{Ask, Edge, Hook, Machine, NoTriggers, Parts, Pushed, Taken, Target};
pub use crate::time::Timer;

use super::{Blackboard, Checked};
use crate::behavior::Node;
use crate::check::{MayEnd, MayEndWithFailure, MayEndWithSuccess};
use crate::flag::Flag;

/// Hooks, durations or weights without a header.
#[inline(always)]
pub const fn numbered_on<B: ?Sized, I, R, F: Fn(&mut B, I) -> R>(_: Blackboard<B>, function: F) -> F {
    function
}

/// What a transition waits for has to be possible.
impl<N: Node> Checked<N> {
    #[inline(always)]
    pub fn ends_with_success(self) -> N
    where
        N::Succeeds: MayEndWithSuccess,
    {
        self.0
    }

    #[inline(always)]
    pub fn ends_with_failure(self) -> N
    where
        N::Fails: MayEndWithFailure,
    {
        self.0
    }

    #[inline(always)]
    pub fn ends(self) -> N
    where
        <N::Succeeds as Flag>::Or<N::Fails>: MayEnd,
    {
        self.0
    }
}
