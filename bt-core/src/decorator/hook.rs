use crate::behavior::{Behavior, Node};
use crate::flag::{Flag, Memo};
use crate::observe::Outliner;
use crate::status::Status;
use crate::visit::Visit;

/// The state of a decorator that has to know whether its child is running.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Watching<C, M> {
    /// The child's state.
    pub child: C,
    pub(crate) running: M,
}

/// Calls a function when its child is halted; see [`on_halt`].
#[derive(Clone, Copy, Debug)]
pub struct OnHalt<C, F> {
    function: F,
    child: C,
}

/// **`on_halt(f) < c >`**: tidies up when the child is interrupted.
///
/// - A tick is the child's.
/// - If the child is halted while running: first that halt, then `f`. A child
///   that finishes by itself, or that isn't running, doesn't call `f`.
///
/// ```
/// use bt_core::prelude::*;
///
/// let tree = bt! { |doors: &mut u32| on_halt({ *doors = 0; }) < { *doors = 1; Status::Running } > };
/// let (mut agent, mut doors) = (Agent::of(&tree), 0);
/// agent.tick(&tree, &mut doors);
/// assert_eq!(doors, 1);
/// agent.halt(&tree, &mut doors);
/// assert_eq!(doors, 0);
/// ```
#[doc(alias("onHalted", "terminate"))]
#[inline(always)]
pub const fn on_halt<F, C: Node>(function: F, child: C) -> OnHalt<C, F> {
    OnHalt { function, child }
}

impl<C: Node, F> Node for OnHalt<C, F> {
    type State = Watching<C::State, <C::Resumes as Flag>::Memo<u8>>;
    type Succeeds = C::Succeeds;
    type Fails = C::Fails;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    type Halts = C::Resumes;
    const COUNT: u32 = 1 + C::COUNT;

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("on_halt", C::outline);
    }
}

impl<B: ?Sized, C: Behavior<B>, F: Fn(&mut B)> Behavior<B> for OnHalt<C, F> {
    #[inline(always)]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        // Set before the tick: should that panic, the next halt reaches it.
        state.running.set(1);
        let status = visit.tick(1, &self.child, &mut state.child, blackboard);
        state.running.set(u16::from(status.is_running()));
        status
    }

    #[inline(always)]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.child, &mut state.child, blackboard);
        if state.running.get() != 0 {
            state.running.set(0);
            (self.function)(blackboard);
        }
    }
}
