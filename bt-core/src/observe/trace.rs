use alloc::vec::Vec;
use core::time::Duration;

use crate::observe::runs::{Population, Runs};
use crate::observe::{Change, Observer, Outline, Statuses};
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
    population: Population,
    ring: Ring,
}

#[derive(Clone, Copy, Debug)]
struct Head {
    agent: u32,
    number: u64,
    time: Duration,
    status: Option<Status>,
    /// The first of its events, counted from the beginning of the trace.
    first: u64,
}

#[derive(Clone, Debug)]
struct Ring {
    now: Duration,
    events: Vec<Event>,
    heads: Vec<Head>,
    events_written: u64,
    heads_written: u64,
    /// Whether a tick is going on.
    is_open: bool,
}

impl Ring {
    #[inline(always)]
    fn push(&mut self, node: u32, what: What) {
        // The length is a power of two.
        let place = self.events_written as usize & (self.events.len() - 1);
        self.events[place] = Event { node, what };
        self.events_written += 1;
    }

    #[inline(always)]
    fn open(&mut self, agent: u32, number: u64) {
        let place = self.heads_written as usize & (self.heads.len() - 1);
        self.heads[place] = Head { agent, number, time: self.now, status: None, first: self.events_written };
        self.heads_written += 1;
        self.is_open = true;
    }

    #[inline(always)]
    fn close(&mut self, status: Status) {
        let place = self.heads_written.wrapping_sub(1) as usize & (self.heads.len() - 1);
        self.heads[place].status = Some(status);
        self.is_open = false;
    }
}

impl Trace {
    /// With room for at least this many events, of agents of this tree.
    pub fn new(outline: &Outline, events: usize) -> Self {
        let events = events.max(16).next_power_of_two();
        let head = Head { agent: 0, number: 0, time: Duration::ZERO, status: None, first: 0 };
        let ring = Ring {
            now: Duration::ZERO,
            events: alloc::vec![Event { node: 0, what: What::Halted }; events],
            heads: alloc::vec![head; events / 4],
            events_written: 0,
            heads_written: 0,
            is_open: false,
        };
        Trace { population: Population::new(outline), ring }
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
        Recorder { agent, runs: self.population.agent(agent), ring: &mut self.ring }
    }

    /// The ticks that are still there in whole, from the oldest on. A halt of the
    /// whole tree counts as one, without an answer.
    pub fn ticks(&self) -> impl DoubleEndedIterator<Item = Tick<'_>> {
        let Ring { events, heads, events_written, heads_written, .. } = &self.ring;
        let oldest_event = events_written.saturating_sub(events.len() as u64);
        let oldest = heads_written.saturating_sub(heads.len() as u64);
        (oldest..*heads_written)
            .map(|index| Tick { ring: &self.ring, index })
            .filter(move |tick| tick.head().first >= oldest_event)
    }

    /// The latest tick of an agent.
    pub fn latest(&self, agent: u32) -> Option<Tick<'_>> {
        self.ticks().rev().find(|tick| tick.agent() == agent)
    }

    /// How many events have given way to later ones.
    pub fn lost(&self) -> u64 {
        self.ring.events_written.saturating_sub(self.ring.events.len() as u64)
    }
}

/// Records one agent of a [`Trace`]; see [`Trace::agent`].
#[derive(Debug)]
pub struct Recorder<'t> {
    agent: u32,
    runs: &'t mut Runs,
    ring: &'t mut Ring,
}

impl Observer for Recorder<'_> {
    #[inline(always)]
    fn tick_began(&mut self) {
        self.runs.tick += 1;
        self.ring.open(self.agent, self.runs.tick);
    }

    #[inline(always)]
    fn tick_ended(&mut self, status: Status) {
        self.ring.close(status);
    }

    #[inline(always)]
    fn ticked(&mut self, node: u32, status: Status) {
        match self.runs.answered(node, status) {
            Some(true) => self.ring.push(node, What::Started(status)),
            Some(false) => self.ring.push(node, What::Continued(status)),
            None => {}
        }
    }

    #[inline(always)]
    fn halted(&mut self, node: u32) {
        if self.runs.halted(node) {
            if !self.ring.is_open {
                self.ring.open(self.agent, self.runs.tick);
                self.ring.is_open = false;
            }
            self.ring.push(node, What::Halted);
        }
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
    #[inline]
    fn ticked(&mut self, node: u32, status: Status) {
        self.agent(0).ticked(node, status);
    }
    fn halted(&mut self, node: u32) {
        self.agent(0).halted(node);
    }
}

/// One tick in a [`Trace`]. It knows the nodes' answers: [`Outline::with`] draws them.
#[derive(Clone, Copy, Debug)]
pub struct Tick<'t> {
    ring: &'t Ring,
    index: u64,
}

impl<'t> Tick<'t> {
    fn head(&self) -> &'t Head {
        &self.ring.heads[self.index as usize & (self.ring.heads.len() - 1)]
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

    /// What the tree answered; `None` if it was halted, or if a leaf panicked.
    pub fn status(&self) -> Option<Status> {
        self.head().status
    }

    /// What its nodes did, in order: a node after its children.
    pub fn events(&self) -> impl Iterator<Item = Event> + use<'t> {
        let ring = self.ring;
        let end = if self.index + 1 == ring.heads_written {
            ring.events_written
        } else {
            ring.heads[(self.index + 1) as usize & (ring.heads.len() - 1)].first
        };
        (self.head().first..end).map(move |event| ring.events[event as usize & (ring.events.len() - 1)])
    }

    /// What changed from this tick to a later one.
    pub fn diff(&self, later: &Tick<'_>, outline: &Outline) -> Change {
        Change::between(outline, self, later)
    }
}

impl Statuses for Tick<'_> {
    fn status(&self, node: u32) -> Option<Status> {
        self.events().filter(|event| event.node == node).find_map(|event| event.what.status())
    }
}
