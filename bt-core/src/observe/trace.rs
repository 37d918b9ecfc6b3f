use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use crate::observe::last_status::word;
use crate::observe::{Observer, Outline, Statuses, Transition};
use crate::status::Status;

/// What a node did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// A run of the node began, and this was its first answer.
    Started(Status),
    /// The run went on, and this was its answer.
    Continued(Status),
    /// The node was halted while it was running.
    Halted,
}

impl What {
    /// What the node answered; `None` for a halt.
    pub fn status(self) -> Option<Status> {
        match self {
            What::Started(status) | What::Continued(status) => Some(status),
            What::Halted => None,
        }
    }
}

/// What one node did in one tick.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// The node's number in the outline.
    pub node: u32,
    /// What it did.
    pub what: What,
}

/// The last things that happened, of one agent or of many: a ring with room for a
/// number of events. When it is full, the oldest give way.
///
/// Watch an agent with the trace itself, or several with [`agent`](Trace::agent), by
/// numbers of yours. A function that ran and isn't ticked in the next tick has been
/// left; there is nothing to halt then, and no event.
///
/// Nothing is allocated once each agent has been seen, so that a trace can stay on in a
/// test build.
///
/// ```
/// use bt_core::observe::{Event, Outline, Trace, What};
/// use bt_core::prelude::*;
///
/// bt! {
///     struct Pet |hunger: &mut u32| selector < { *hunger > 9 } => { *hunger = 0; }, running >
/// }
///
/// let mut trace = Trace::new(&Outline::of::<Pet>(), 1000);
/// let mut pet = Agent::<Pet>::new();
/// for mut hunger in [3, 4, 12] {
///     pet.tick_observed(&Pet, &mut hunger, &mut trace);
/// }
///
/// let ticks: Vec<_> = trace.ticks().collect();
/// assert_eq!(ticks.len(), 3);
/// assert_eq!(ticks[1].status(), Some(Status::Running));
/// assert!(ticks[1].events().any(|event| event == Event { node: 4, what: What::Continued(Status::Running) }));
/// assert_eq!(
///     ticks[1].diff(&ticks[2], &Outline::of::<Pet>()).to_string(),
///     "changed its mind: running -> { *hunger = 0; }, because { *hunger > 9 } succeeded"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Trace {
    /// The parent of each node; the root's is itself.
    parents: Box<[u32]>,
    agents: Vec<Mark>,
    ring: Ring,
}

/// Where an agent is.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    ticks: u64,
    /// One more than the place of its last tick; 0 if there was none.
    last: u64,
}

#[derive(Clone, Copy, Debug)]
struct Head {
    agent: u32,
    number: u64,
    time: Duration,
    end: End,
    /// The first of its events, counted from the beginning of the trace.
    first: u64,
    /// The agent's tick before, as in [`Mark::last`].
    previous: u64,
}

/// How a tick has ended.
#[derive(Clone, Copy, Debug)]
enum End {
    Answered(Status),
    /// Not yet, or a panic has broken it off.
    Open,
    /// It is a halt of the whole tree.
    Halt,
}

/// No node.
const NONE: u32 = u32::MAX;

/// An event as it is kept: the node's number, and two bits for what it did.
#[derive(Clone, Copy, Debug)]
struct Packed(u32);

impl Packed {
    const HALTED: u32 = 3;

    #[inline(always)]
    fn answer(node: u32, status: Status) -> Self {
        Packed(node << 2 | status as u32)
    }

    fn halt(node: u32) -> Self {
        Packed(node << 2 | Self::HALTED)
    }

    fn node(self) -> u32 {
        self.0 >> 2
    }

    /// What was answered; `None` for a halt.
    fn status(self) -> Option<Status> {
        [Status::Success, Status::Failure, Status::Running]
            .into_iter()
            .find(|status| *status as u32 == self.0 & 3)
    }
}

/// Whether a run began, and whether there was something to halt, follows from the ticks
/// before: it is found out by whoever reads.
#[derive(Clone, Debug)]
struct Ring {
    now: Duration,
    /// The chunk that is being filled; its length is that of a `u8`, so that no place in
    /// it needs to be checked.
    chunk: Box<Chunk>,
    /// The full ones, the oldest first.
    full: VecDeque<Box<Chunk>>,
    heads: Vec<Head>,
    /// The node that was entered last, in the tick that is going on; else [`NONE`].
    entered: u32,
    /// The same of ticks that were broken off before the last one, with their places.
    broken: Vec<(u64, u32)>,
    events_written: u64,
    heads_written: u64,
    /// The last transitions of machines, each with its tick and its machine.
    moves: VecDeque<(u64, u32, Transition)>,
    /// So many of them are kept.
    room: usize,
}

const CHUNK: u64 = 256;

type Chunk = [Packed; CHUNK as usize];

impl Ring {
    #[inline(always)]
    fn push(&mut self, event: Packed) {
        self.chunk[usize::from(self.events_written as u8)] = event;
        self.events_written += 1;
        if self.events_written as u8 == 0 {
            self.turn();
        }
    }

    /// The chunk is full: the oldest is the next to be filled.
    #[cold]
    fn turn(&mut self) {
        if let Some(oldest) = self.full.pop_front() {
            self.full.push_back(core::mem::replace(&mut self.chunk, oldest));
        }
    }

    /// The events from this one on are still there.
    fn oldest_event(&self) -> u64 {
        (self.events_written / CHUNK).saturating_sub(self.full.len() as u64) * CHUNK
    }

    fn event(&self, index: u64) -> Packed {
        let age = (self.events_written / CHUNK - index / CHUNK) as usize;
        let chunk = if age == 0 { &self.chunk } else { &self.full[self.full.len() - age] };
        chunk[usize::from(index as u8)]
    }

    #[inline(always)]
    fn open(&mut self, agent: u32, mark: &mut Mark, is_halt: bool) {
        if cfg!(debug_assertions) && self.entered != NONE {
            self.note_broken();
        }
        let place = self.heads_written as usize & (self.heads.len() - 1);
        self.heads[place] = Head {
            agent,
            number: mark.ticks,
            time: self.now,
            end: if is_halt { End::Halt } else { End::Open },
            first: self.events_written,
            previous: mark.last,
        };
        self.heads_written += 1;
        mark.last = self.heads_written;
    }

    #[inline(always)]
    fn last_head(&self) -> usize {
        self.heads_written.wrapping_sub(1) as usize & (self.heads.len() - 1)
    }

    #[cold]
    fn moved(&mut self, machine: u32, transition: Transition) {
        if self.moves.len() == self.room {
            self.moves.pop_front();
        }
        self.moves.push_back((self.heads_written, machine, transition));
    }

    #[inline(always)]
    fn close(&mut self, status: Status) {
        let last = self.last_head();
        self.heads[last].end = End::Answered(status);
        self.enter(NONE);
    }

    /// A store for each node: only where panics are looked for.
    #[inline(always)]
    fn enter(&mut self, node: u32) {
        if cfg!(debug_assertions) {
            self.entered = node;
        }
    }

    /// A tick begins, and the one before has not ended.
    #[cold]
    fn note_broken(&mut self) {
        let oldest = self.heads_written.saturating_sub(self.heads.len() as u64);
        self.broken.retain(|(place, _)| *place >= oldest);
        // Not where something was ticked in a halt.
        if matches!(self.heads[self.last_head()].end, End::Open) {
            self.broken.push((self.heads_written - 1, self.entered));
        }
        self.entered = NONE;
    }
}

impl Trace {
    /// With room for at least this many events, of agents of this tree.
    pub fn new(outline: &Outline, events: usize) -> Self {
        let chunks = events.div_ceil(CHUNK as usize);
        let heads = (chunks * CHUNK as usize / 4).next_power_of_two().max(64);
        let chunk = || Box::new([Packed(0); CHUNK as usize]);
        let head = Head { agent: 0, number: 0, time: Duration::ZERO, end: End::Open, first: 0, previous: 0 };
        let ring = Ring {
            now: Duration::ZERO,
            chunk: chunk(),
            full: (0..chunks).map(|_| chunk()).collect(),
            heads: alloc::vec![head; heads],
            entered: NONE,
            broken: Vec::new(),
            events_written: 0,
            heads_written: 0,
            moves: VecDeque::with_capacity(heads),
            room: heads,
        };
        Trace { parents: parents(outline), agents: alloc::vec![Mark::default()], ring }
    }

    /// The time of the ticks to come, from whatever clock the game has.
    pub fn set_time(&mut self, now: Duration) {
        self.ring.now = now;
    }

    /// An observer for the agent with this number. Numbers are indices: count from 0 on.
    ///
    /// ```
    /// use bt_core::observe::{Outline, Trace};
    /// use bt_core::prelude::*;
    ///
    /// let tree = bt! { |_b: &mut ()| selector < failure, running > };
    /// let mut trace = Trace::new(&Outline::of_value(&tree), 100);
    /// let mut agents = [Agent::of(&tree), Agent::of(&tree)];
    /// for (number, agent) in agents.iter_mut().enumerate() {
    ///     agent.tick_observed(&tree, &mut (), &mut trace.agent(number as u32));
    /// }
    /// assert_eq!(trace.ticks().map(|tick| tick.agent()).collect::<Vec<_>>(), [0, 1]);
    /// ```
    #[inline]
    pub fn agent(&mut self, agent: u32) -> Recorder<'_> {
        if self.agents.len() <= agent as usize {
            self.agents.resize(agent as usize + 1, Mark::default());
        }
        Recorder { agent, mark: &mut self.agents[agent as usize], ring: &mut self.ring }
    }

    /// The ticks that are still there in whole, each with the one before it, from the
    /// oldest on. A halt of the whole tree counts as one, without an answer, and so does a tick
    /// that a panic has broken off.
    pub fn ticks(&self) -> impl DoubleEndedIterator<Item = Tick<'_>> {
        let oldest = self.ring.heads_written.saturating_sub(self.ring.heads.len() as u64);
        (oldest..self.ring.heads_written).map(|index| Tick { trace: self, index }).filter(|tick| {
            let is_known = tick.head().previous == 0 || tick.previous().is_some();
            is_known
                && tick.is_whole()
                && (tick.status().is_some() || tick.is_broken_off() || tick.events().next().is_some())
        })
    }

    /// The latest tick of an agent.
    pub fn latest(&self, agent: u32) -> Option<Tick<'_>> {
        self.ticks().rev().find(|tick| tick.agent() == agent)
    }

    /// How many events have given way to later ones.
    pub fn lost(&self) -> u64 {
        self.ring.oldest_event()
    }
}

/// Records one agent of a [`Trace`]; see [`Trace::agent`].
#[derive(Debug)]
pub struct Recorder<'t> {
    agent: u32,
    mark: &'t mut Mark,
    ring: &'t mut Ring,
}

impl Observer for Recorder<'_> {
    #[inline(always)]
    fn tick_began(&mut self) {
        self.mark.ticks += 1;
        self.ring.open(self.agent, self.mark, false);
    }

    #[inline(always)]
    fn tick_ended(&mut self, status: Status) {
        self.ring.close(status);
    }

    fn halt_began(&mut self) {
        self.ring.open(self.agent, self.mark, true);
    }

    #[inline(always)]
    fn entered(&mut self, node: u32) {
        self.ring.enter(node);
    }

    #[inline(always)]
    fn ticked(&mut self, node: u32, status: Status) {
        self.ring.push(Packed::answer(node, status));
    }

    #[inline(always)]
    fn halted(&mut self, node: u32) {
        self.ring.push(Packed::halt(node));
    }

    fn moved(&mut self, node: u32, transition: Transition) {
        self.ring.moved(node, transition);
    }
}

/// As the agent with the number 0.
impl Observer for Trace {
    fn tick_began(&mut self) {
        self.agent(0).tick_began();
    }
    fn tick_ended(&mut self, status: Status) {
        self.agent(0).tick_ended(status);
    }
    fn halt_began(&mut self) {
        self.agent(0).halt_began();
    }
    #[inline]
    fn entered(&mut self, node: u32) {
        self.ring.enter(node);
    }
    #[inline]
    fn ticked(&mut self, node: u32, status: Status) {
        self.ring.push(Packed::answer(node, status));
    }
    #[inline]
    fn halted(&mut self, node: u32) {
        self.ring.push(Packed::halt(node));
    }
    fn moved(&mut self, node: u32, transition: Transition) {
        self.ring.moved(node, transition);
    }
}

/// One tick in a [`Trace`]. It knows the nodes' answers: [`Outline::with`] draws them.
#[derive(Clone, Copy, Debug)]
pub struct Tick<'t> {
    trace: &'t Trace,
    index: u64,
}

impl<'t> Tick<'t> {
    fn head(&self) -> &'t Head {
        &self.trace.ring.heads[self.index as usize & (self.trace.ring.heads.len() - 1)]
    }

    /// Whether its events are all still there.
    fn is_whole(&self) -> bool {
        let ring = &self.trace.ring;
        self.index + ring.heads.len() as u64 >= ring.heads_written && self.head().first >= ring.oldest_event()
    }

    /// The agent's tick before, if it is still there.
    fn previous(&self) -> Option<Tick<'t>> {
        let index = self.head().previous.checked_sub(1)?;
        Some(Tick { trace: self.trace, index }).filter(Tick::is_whole)
    }

    fn packed(&self) -> impl Iterator<Item = Packed> + use<'t> {
        let ring = &self.trace.ring;
        let end = if self.index + 1 == ring.heads_written {
            ring.events_written
        } else {
            ring.heads[(self.index + 1) as usize & (ring.heads.len() - 1)].first
        };
        (self.head().first..end).map(move |event| ring.event(event))
    }

    /// Whose tick it was.
    pub fn agent(&self) -> u32 {
        self.head().agent
    }

    /// Its number among the ticks of this agent, from 1 on.
    pub fn number(&self) -> u64 {
        self.head().number
    }

    /// When it was, by [`Trace::set_time`].
    pub fn time(&self) -> Duration {
        self.head().time
    }

    /// What the tree answered; `None` if it was halted, or if a leaf panicked: then it
    /// [was broken off](Tick::is_broken_off).
    pub fn status(&self) -> Option<Status> {
        match self.head().end {
            End::Answered(status) => Some(status),
            End::Open | End::Halt => None,
        }
    }

    /// The node that was entered last, if the tick was broken off, or is going on.
    fn last_entered(&self) -> Option<u32> {
        let ring = &self.trace.ring;
        let entered = match self.head().end {
            End::Open if self.index + 1 == ring.heads_written => Some(ring.entered),
            End::Open => ring.broken.iter().find(|(place, _)| *place == self.index).map(|(_, node)| *node),
            End::Answered(_) | End::Halt => return None,
        };
        // The root was, in any case.
        Some(entered.filter(|node| *node != NONE).unwrap_or(0))
    }

    /// Whether a panic broke the tick off.
    pub fn is_broken_off(&self) -> bool {
        self.last_entered().is_some()
    }

    /// The nodes that were entered and not left, from the innermost out to the root: where a
    /// panic broke the tick off. None in other ticks.
    ///
    /// Without debug assertions, nothing is written down when a node is entered, and of these
    /// nodes only the root is known.
    ///
    /// ```
    /// use bt_core::observe::{Outline, Trace};
    /// use bt_core::prelude::*;
    /// use std::panic::{AssertUnwindSafe, catch_unwind};
    ///
    /// let tree = bt! { |n: &mut u32| mem_sequence < success, { assert!(*n > 0); true } > };
    /// let outline = Outline::of_value(&tree);
    /// let (mut agent, mut trace) = (Agent::of(&tree), Trace::new(&outline, 100));
    /// let tick = AssertUnwindSafe(|| agent.tick_observed(&tree, &mut 0, &mut trace));
    /// assert!(catch_unwind(tick).is_err());
    ///
    /// let tick = trace.latest(0).unwrap();
    /// assert_eq!(tick.not_left().collect::<Vec<_>>(), [2, 0]);
    /// assert_eq!(outline.with(&tick).to_string(), "\
    /// mem_sequence entered, not left
    /// ├─ success success
    /// └─ { assert!(*n > 0); true } entered, not left
    /// ");
    /// ```
    pub fn not_left(&self) -> impl Iterator<Item = u32> + use<'t> {
        let tick = *self;
        let parent = |node: &u32| tick.trace.parents.get(*node as usize).copied().filter(|up| up != node);
        // Those that were left since then have answered.
        core::iter::successors(self.last_entered(), move |node| parent(node))
            .filter(move |node| Statuses::status(&tick, *node).is_none())
    }

    /// Marks the nodes that run at its end, given those that did at its beginning.
    fn play(&self, runs: &mut [bool]) {
        for event in self.packed() {
            if let Some(node) = runs.get_mut(event.node() as usize) {
                *node = event.status() == Some(Status::Running);
            }
        }
        for node in self.not_left() {
            runs[node as usize] = true;
        }
    }

    /// The transitions that machines took in it, each with its machine, in order.
    ///
    /// ```
    /// use bt_core::observe::{Outline, Trace};
    /// use bt_core::prelude::*;
    ///
    /// let tree = bt! { |n: &mut u32| states < a: running, { *n > 1 } -> b, b: running, { *n > 9 } -> a > };
    /// let outline = Outline::of_value(&tree);
    /// let (mut trace, mut agent) = (Trace::new(&outline, 100), Agent::of(&tree));
    /// for mut n in [0, 5] {
    ///     agent.tick_observed(&tree, &mut n, &mut trace);
    /// }
    /// let ticks: Vec<_> = trace.ticks().collect();
    /// assert_eq!(ticks[1].transitions().count(), 1);
    /// assert_eq!(ticks[0].diff(&ticks[1], &outline).to_string(), "changed its mind: a -> b, because { *n > 1 }");
    /// ```
    pub fn transitions(&self) -> impl DoubleEndedIterator<Item = (u32, Transition)> + use<'t> {
        let tick = self.index + 1;
        let moves = self.trace.ring.moves.iter().filter(move |(at, ..)| *at == tick);
        moves.map(|(_, machine, taken)| (*machine, *taken))
    }

    /// What its nodes did, in order: a node after its children.
    pub fn events(&self) -> impl Iterator<Item = Event> + use<'t> {
        // Which nodes run: at first, those that did at the end of the tick before. One that was
        // broken off has left running what it didn't reach.
        let mut runs = alloc::vec![false; self.trace.parents.len()];
        let mut before = Vec::new();
        let mut tick = self.previous();
        while let Some(earlier) = tick {
            before.push(earlier);
            tick = if earlier.is_broken_off() { earlier.previous() } else { None };
        }
        for earlier in before.iter().rev() {
            earlier.play(&mut runs);
        }
        self.packed().filter_map(move |event| {
            let node = event.node();
            let running = runs.get_mut(node as usize)?;
            let did_run = core::mem::replace(running, event.status() == Some(Status::Running));
            let what = match event.status() {
                Some(status) if did_run => What::Continued(status),
                Some(status) => What::Started(status),
                None if did_run => What::Halted,
                None => return None,
            };
            Some(Event { node, what })
        })
    }
}

impl Statuses for Tick<'_> {
    fn status(&self, node: u32) -> Option<Status> {
        self.packed().filter(|event| event.node() == node).find_map(Packed::status)
    }

    fn remark(&self, node: u32, to: &mut dyn fmt::Write) -> fmt::Result {
        match Statuses::status(self, node) {
            None if self.not_left().any(|open| open == node) => to.write_str("entered, not left"),
            status => to.write_str(word(status)),
        }
    }

    fn has_remarks(&self) -> bool {
        self.is_broken_off()
    }
}

fn parents(outline: &Outline) -> Box<[u32]> {
    let mut parents = Vec::with_capacity(outline.len() as usize);
    // The last node at each depth.
    let mut path = Vec::new();
    outline.for_each(|entry| {
        path.truncate(entry.depth as usize);
        parents.push(path.last().copied().unwrap_or(entry.id));
        path.push(entry.id);
    });
    parents.into()
}
