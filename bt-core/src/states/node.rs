use core::marker::PhantomData;
use core::ops::ControlFlow;

use crate::behavior::{Behavior, Node};
use crate::children::{ChildList, Children, Place, Value, Walk};
use crate::composite::tick_only_at;
use crate::fingerprint;
use crate::flag::{Flag, Memo, No, Yes};
use crate::made::made;
use crate::observe::{Outliner, Target, Transition};
use crate::review::Review;
use crate::states::ask::Asking;
use crate::states::{Crossing, Entry, Host, Machine, Parts, Stack, Taken};
use crate::status::Status;
use crate::time::moment;
use crate::visit::Visit;
use crate::wake::Wake;

/// A state machine whose states are trees; see [`states`].
pub struct States<M, K, T = NoTriggers, H = Parts> {
    machine: PhantomData<fn() -> M>,
    bodies: K,
    triggers: T,
    host: H,
}

made!([M,] States<M, K, T, H> { bodies: K, triggers: T, host: H } machine);
made!([] NoTriggers = NoTriggers);

impl<M, K: Clone, T: Clone, H: Clone> Clone for States<M, K, T, H> {
    fn clone(&self) -> Self {
        States {
            machine: PhantomData,
            bodies: self.bodies.clone(),
            triggers: self.triggers.clone(),
            host: self.host.clone(),
        }
    }
}

impl<M, K: Copy, T: Copy, H: Copy> Copy for States<M, K, T, H> {}

impl<M, K: core::fmt::Debug, T, H> core::fmt::Debug for States<M, K, T, H> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("States").field("bodies", &self.bodies).finish_non_exhaustive()
    }
}

/// **`states < a: body, trigger -> b, b: body, .. >`**: a state machine whose states are
/// trees.
///
/// ```text
/// states = states < [ any: transition, .. ] state, .. >
/// state  = label: node, clause, ..           the first state is the initial one
/// clause = enter(f) | exit(f) | trigger [ if condition ] -> target
/// ```
///
/// | trigger | is looked at |
/// |---|---|
/// | a condition, `after(3s)` | before the body's tick |
/// | `success`, `failure`, `done` | after it, if the body ended so; `done` is either |
/// | `on(event)` | after that: the body, with the machines in it, gets events first |
///
/// | target | |
/// |---|---|
/// | `label` | that state, from its beginning |
/// | `push label`, `back` | interrupts this state, and returns to the last one interrupted |
/// | `resume label` | that state, whose body is a machine, where that was left by a halt |
/// | `stay` | nowhere: takes the trigger, so that nothing else gets it |
/// | `success`, `failure` | out of the machine, which answers this |
/// | `random < 3 => a, 1 => b >`, `utility < score => a, score => b >` | one of several |
///
/// - A tick: enter the initial state if the machine is idle; move if a condition or the
///   time says so; tick the body of the current state, once; move if its end or an event
///   says so, and tick the new body in the next tick. Otherwise running.
/// - The first transition that is enabled is taken, in written order, those of the state
///   before those of `any`. `any`'s don't apply to the state they lead to.
/// - An event is taken last, if all else holds; what nobody takes stays in the inbox. The
///   weights of a choice behind `on(event)` are evaluated before it is taken.
/// - A move halts the body if it runs, calls `exit`, then `enter` of the new state. Each
///   `enter` meets one `exit`. `after` counts from the entry.
/// - `after` takes one duration. For a time that is drawn, let the body end: `wait(2s..5s)`,
///   and `done -> label`.
/// - A body that ends without a transition starts again in the next tick.
/// - A halt leaves the current state, with everything in it, from the inside out. The place
///   of a machine that a `resume` or `back` names lasts over that, and nothing else does.
/// - Entering a state that was pushed takes it off the stack, and all above it: no state is
///   on it twice. `back` isn't enabled while nothing is.
/// - Several machines at once are children of a [`parallel`](crate::node::parallel).
///
/// An agent keeps a byte for the current state, and the states of all bodies; 8 bytes if
/// some state has `after`; a byte for each state that may be on the stack and one for its
/// depth, if something is pushed; a byte for the place, in a machine that is resumed.
///
/// ```text
///            tick 1     tick 2              tick 3
/// events     -          Alarm               -
/// patrol     running    running, halted
/// fight                 entered             running
/// ```
///
/// ```
/// use bt_core::blackboard::Inbox;
/// use bt_core::prelude::*;
///
/// #[derive(PartialEq)]
/// enum Signal { Alarm, AllClear }
///
/// struct World { inbox: Inbox<Signal, 4>, hits: u32 }
/// impl Events<Signal> for World {
///     fn take(&mut self, wanted: impl FnMut(&Signal) -> bool) -> Option<Signal> { self.inbox.take(wanted) }
/// }
///
/// bt! {
///     struct Guard |w: &mut World| states <
///         patrol: running, on(Signal::Alarm) -> fight,
///         fight: { w.hits += 1; }, on(Signal::AllClear) -> patrol, { w.hits > 9 } -> success,
///     >
/// }
///
/// let (mut agent, mut world) = (Agent::<Guard>::new(), World { inbox: Inbox::new(), hits: 0 });
/// agent.tick(&Guard, &mut world);
/// world.inbox.send(Signal::Alarm).ok();
/// agent.tick(&Guard, &mut world);
/// assert_eq!(world.hits, 0);
/// agent.tick(&Guard, &mut world);
/// assert_eq!(world.hits, 1);
/// ```
///
/// Called by hand, the graph is a [`Machine`]; see there.
///
/// Unity: `StateMachine`, Unreal: `StateTree`, UML: statecharts, whose deep history is
/// `resume`. BehaviorTree.CPP and py_trees have none.
#[doc(alias("StateMachine", "StateTree", "FSM", "statechart"))]
#[inline(always)]
pub const fn states<M: Machine, K: ChildList>(bodies: K) -> States<M, K> {
    States { machine: PhantomData, bodies, triggers: NoTriggers, host: Parts::new() }
}

impl<M, K, T, H> States<M, K, T, H> {
    /// With these conditions and events, which the machine names by their places.
    #[inline(always)]
    pub fn triggers<X: ChildList>(self, triggers: X) -> States<M, K, X, H> {
        States { machine: PhantomData, bodies: self.bodies, triggers, host: self.host }
    }

    /// With this for what else the machine asks of the blackboard: see [`Parts`].
    #[inline(always)]
    pub fn host<X>(self, host: X) -> States<M, K, T, X> {
        States { machine: PhantomData, bodies: self.bodies, triggers: self.triggers, host }
    }
}

/// Set in a machine's place if its next run begins there.
const RESUMES: u32 = 1;
const PLACE: u32 = 2;

/// The state of a [`States`]: which state is current, and what is remembered of others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Current<E, P, S, K, T> {
    /// One more than the state; 0 while the machine is idle.
    cursor: u8,
    entry: E,
    /// One more than the state in which the machine was left, 0 if there is none, times
    /// [`PLACE`]; and [`RESUMES`].
    place: P,
    stack: S,
    /// The states of the bodies.
    pub bodies: K,
    /// The states of the conditions and events.
    pub triggers: T,
}

impl<E, P, S, K, T> Current<E, P, S, K, T> {
    /// The current state, by its place among the bodies; `None` while the machine is idle.
    pub fn current(&self) -> Option<u8> {
        self.cursor.checked_sub(1)
    }
}

impl<M: Machine, K: ChildList, T: ChildList, H> Node for States<M, K, T, H> {
    type State = Current<M::Entry, M::Place, M::Stack, K::States, T::States>;
    type Succeeds = M::Succeeds;
    type Fails = M::Fails;
    type Runs = Yes;
    type Resumes = Yes;
    type Halts = Yes;
    const COUNT: u32 = 1 + K::COUNT + T::COUNT;
    const MARKS: u32 = 1;
    const FINGERPRINT: u64 = fingerprint::node("states", fingerprint::mix(K::FINGERPRINT, T::FINGERPRINT));

    fn review(state: &mut Self::State, review: &mut Review) -> bool {
        let (states, cursor) = (u32::from(K::LEN), u32::from(state.cursor));
        review.require(cursor <= states && state.place.get() / PLACE <= states);
        let is_timed = state.current().is_some_and(M::is_timed);
        let has_entry = state.entry.review(review);
        review.require(has_entry.is_none_or(|has_entry| has_entry == is_timed));
        for pushed in state.stack.pushed() {
            review.require(cursor != 0 && u32::from(*pushed) < states && u32::from(*pushed) + 1 != cursor);
        }
        K::review(&mut state.bodies, review, 0, |index| u32::from(index) + 1 == cursor);
        T::review(&mut state.triggers, review, 0, |_| false);
        cursor != 0
    }

    #[inline(always)]
    fn set_resuming(state: &mut Self::State, resumes: bool) {
        state.place.set(state.place.get() & !RESUMES | u32::from(resumes));
    }

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.machine("states", M::EDGES, |outliner| {
            K::outline(outliner);
            T::outline(outliner);
        });
    }
}

impl<M: Machine, K: ChildList, T: ChildList, H> States<M, K, T, H> {
    /// Makes a state the current one, which then counts as entered: should a hook panic,
    /// the next halt leaves it.
    #[inline]
    fn set_current<B: ?Sized>(
        &self,
        state: &mut <Self as Node>::State,
        to: u8,
        resumes: bool,
        blackboard: &mut B,
    ) where
        H: Host<B>,
    {
        state.cursor = to.saturating_add(1);
        state.stack.cut(to);
        if M::is_timed(to) {
            state.entry.begin(|| self.host.now(blackboard));
        } else {
            state.entry.stop();
        }
        K::set_resuming(&mut state.bodies, to.into(), resumes);
    }

    /// Halts the body of the current state, if it runs.
    #[inline(always)]
    fn halt_body<B: ?Sized, V: Visit>(
        &self,
        state: &mut <Self as Node>::State,
        blackboard: &mut B,
        visit: &mut V,
    ) where
        K: Children<B>,
    {
        let cursor = u16::from(state.cursor);
        self.bodies
            .halt_each(&mut state.bodies, blackboard, visit, Place::FIRST, |index| index + 1 == cursor);
    }

    /// Leaves the current state, and forgets all that belongs to the run.
    #[inline]
    fn leave<B: ?Sized, V: Visit>(&self, state: &mut <Self as Node>::State, blackboard: &mut B, visit: &mut V)
    where
        K: Children<B>,
        H: Host<B>,
    {
        self.halt_body(state, blackboard, visit);
        let Some(from) = state.current() else { return };
        state.cursor = 0;
        state.stack.clear();
        state.entry.stop();
        self.host.call(blackboard, Crossing::Exit(from));
    }

    /// Takes a transition; the answer, if that ends the machine.
    #[inline]
    fn take<B: ?Sized, V: Visit>(
        &self,
        taken: Taken,
        state: &mut <Self as Node>::State,
        blackboard: &mut B,
        visit: &mut V,
    ) -> Option<Status>
    where
        K: Children<B>,
        H: Host<B>,
    {
        let from = state.current()?;
        let (to, resumes) = match taken.target {
            Target::To(to) | Target::Push(to) => (to, false),
            Target::Resume(to) => (to, true),
            Target::Back => (state.stack.top()?, true),
            Target::Stay => {
                visit.moved(Transition { edge: taken.edge, from, to: Some(from) });
                return None;
            }
            Target::End(status) => {
                state.place.set(0);
                self.leave(state, blackboard, visit);
                visit.moved(Transition { edge: taken.edge, from, to: None });
                return Some(status);
            }
        };
        self.halt_body(state, blackboard, visit);
        if matches!(taken.target, Target::Push(to) if to != from) {
            state.stack.push(from);
        }
        visit.moved(Transition { edge: taken.edge, from, to: Some(to) });
        self.set_current(state, to, resumes, blackboard);
        self.host.call(blackboard, Crossing::Exit(from));
        self.host.call(blackboard, Crossing::Enter(to));
        None
    }
}

impl<B, M, K, T, H> Behavior<B> for States<M, K, T, H>
where
    B: ?Sized,
    M: Machine,
    K: Children<B>,
    T: Children<B>,
    H: Host<B>,
{
    #[inline]
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        let first = Place { index: 0, distance: Place::FIRST.after::<K>().distance };
        // Whether the state stays, and its body runs on.
        let mut stays = state.cursor != 0;
        if state.cursor == 0 {
            let place = state.place.get();
            let left = (place / PLACE).checked_sub(1).filter(|_| place & RESUMES != 0);
            state.place.set(place & !RESUMES);
            self.set_current(state, left.unwrap_or(0) as u8, left.is_some(), blackboard);
            self.host.call(blackboard, Crossing::Enter(state.cursor - 1));
        }
        let current = state.cursor - 1;
        let (now, elapsed) = match M::is_timed(current) {
            true => {
                let now = self.host.now(blackboard);
                (moment(now), state.entry.elapsed(|| now))
            }
            false => (0, 0),
        };
        let mut asking = Asking {
            triggers: &self.triggers,
            states: &mut state.triggers,
            first,
            host: &self.host,
            blackboard,
            visit: &mut visit,
            now,
            elapsed,
            can_go_back: !state.stack.is_empty(),
        };
        if let Some(taken) = M::preempt(current, &mut asking) {
            stays = false;
            if let Some(end) = self.take(taken, state, blackboard, &mut visit) {
                visit.wake(Wake::NEXT_TICK);
                return end;
            }
        }
        let current = state.cursor - 1;
        let status = tick_only_at(
            &self.bodies,
            Place::FIRST,
            current.into(),
            &mut state.bodies,
            blackboard,
            &mut visit,
        );
        let mut asking = Asking {
            triggers: &self.triggers,
            states: &mut state.triggers,
            first,
            host: &self.host,
            blackboard,
            visit: &mut visit,
            now,
            elapsed: 0,
            can_go_back: !state.stack.is_empty(),
        };
        let taken = M::react(current, status, &mut asking);
        if stays && taken.is_none() && status.is_running() {
            visit.wake_with_children();
        } else {
            visit.wake(Wake::NEXT_TICK);
        }
        taken.and_then(|taken| self.take(taken, state, blackboard, &mut visit)).unwrap_or(Status::Running)
    }

    #[inline]
    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        if state.cursor != 0 {
            state.place.set(u32::from(state.cursor) * PLACE);
            visit.acted();
            self.leave(state, blackboard, &mut visit);
        }
    }
}

/// No conditions and no events.
#[derive(Clone, Copy, Debug)]
pub struct NoTriggers;

impl ChildList for NoTriggers {
    type States = ();
    type Index = ();
    type Each<T: Value> = [T; 0];
    type Latches<Remembered: Flag> = ();
    type AllSucceed = Yes;
    type AnySucceeds = No;
    type AllFail = Yes;
    type AnyFails = No;
    type RunsInTurn = No;
    type AnyRuns = No;
    type AllRun = Yes;
    type AnyResumes = No;
    type AnyHalts = No;
    type SeveralHalt = No;
    const COUNT: u32 = 0;
    const FINGERPRINT: u64 = 0;
    const MARKS: u32 = 0;
    const LEN: u16 = 0;

    fn outline(_: &mut Outliner<'_>) {}

    fn each<T: Value>(values: &mut [T; 0], index: u16) -> &mut T {
        &mut values[usize::from(index)]
    }

    fn latch<R: Flag>((): &(), _: u16) -> Option<Status> {
        None
    }

    fn set_latch<R: Flag>((): &mut (), _: u16, _: bool) {}

    fn are_latches<R: Flag>((): &()) -> bool {
        true
    }

    fn review((): &mut (), _: &mut Review, _: u16, _: impl Fn(u16) -> bool + Copy) -> bool {
        false
    }

    fn set_resuming((): &mut (), _: u16, _: bool) {}
}

impl<B: ?Sized> Children<B> for NoTriggers {
    #[inline(always)]
    fn tick_each<V: Visit, W: Walk>(
        &self,
        (): &mut (),
        _: &mut B,
        _: &mut V,
        _: Place,
        _: &mut W,
    ) -> ControlFlow<Status> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn halt_each<V: Visit>(
        &self,
        (): &mut (),
        _: &mut B,
        _: &mut V,
        _: Place,
        _: impl Fn(u16) -> bool + Copy,
    ) {
    }
}
