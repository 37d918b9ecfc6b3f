//! Who needs a tick in this frame?
//!
//! A world with a hundred thousand agents has few that do something in a frame: the others
//! wait for a moment, for an event, or for a condition. A [`Schedule`] knows whom to tick:
//!
//! ```
//! use bt_core::prelude::*;
//! use bt_core::schedule::Schedule;
//! use core::time::Duration;
//!
//! struct World { now: Duration }
//! impl Clock for World {
//!     fn now(&self) -> Duration { self.now }
//! }
//!
//! let tree = bt! { |_w: &mut World| repeater < mem_sequence < wait(2s), success > > };
//! let mut agents = vec![Agent::of(&tree); 1000];
//! let mut schedule = Schedule::new();
//! (0..1000).for_each(|id| { schedule.insert(id); });
//!
//! let mut ticked = 0;
//! for second in 0..10 {
//!     let mut world = World { now: Duration::from_secs(second) };
//!     let frame = schedule.frame(world.now, |id| agents[id as usize].tick_until(&tree, &mut world).1);
//!     ticked += frame.ticked;
//! }
//! assert!(ticked < 8000, "{ticked} ticks, and not 10000");
//! ```
//!
//! It holds no agents, only numbers that index wherever they are: about 9 bytes for each
//! number up to the largest, 4 more where agents have a [pace](Schedule::pace).

mod block;
mod frame;
#[cfg(feature = "serde")]
mod saved;
mod slice;

use alloc::vec::Vec;
use core::time::Duration;

use crate::wake::{Wake, nanos};
use block::{ABSENT, AGENTS, ASLEEP, Block, LATEST, Rough};
pub use frame::{Frame, Others};

/// Who needs a tick in this frame: see the [module](self).
///
/// - An agent is ticked in the first frame whose clock has reached the moment that its last
///   [`Wake`] named, or that comes after it was woken. Within a frame, agents are ticked in
///   ascending order of their numbers.
/// - A frame costs by who is due, not by who sleeps.
/// - A clock that jumps back wakes everybody: the moments they wait for may have become
///   meaningless.
/// - An agent whose tick panics stays due, and so do those who were to follow.
///
/// What the tree itself changes wakes nobody. Where its leaves write what its conditions
/// read, or conditions change with the world, see [`asking_every`](Schedule::asking_every).
#[derive(Clone, Default)]
pub struct Schedule {
    /// The earliest moment of each block; as in a block, it may be too early, but never too
    /// late.
    earliest: Vec<u64>,
    blocks: Vec<Block>,
    /// The clock of the last frame.
    now: u64,
    rough: Rough,
    /// How long the answer of a condition counts.
    asking: u64,
    /// Where the next choice among equals begins.
    turn: u32,
    /// Woken by others, and not yet told.
    woken: Vec<u32>,
    /// Those whose turn it is.
    batch: Vec<u32>,
    /// Since when those who are due have been; only where not all of them can be ticked.
    since: Vec<u64>,
}

impl core::fmt::Debug for Schedule {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Schedule")
            .field("len", &self.len())
            .field("next", &self.next())
            .finish_non_exhaustive()
    }
}

/// Where the moments of an agent are.
const fn place(id: u32) -> (usize, usize) {
    (id as usize / AGENTS, id as usize % AGENTS)
}

impl Schedule {
    /// Nobody.
    pub const fn new() -> Self {
        Schedule {
            earliest: Vec::new(),
            blocks: Vec::new(),
            now: 0,
            rough: Rough::since(0),
            asking: 0,
            turn: 0,
            woken: Vec::new(),
            batch: Vec::new(),
            since: Vec::new(),
        }
    }

    /// An agent that was asked a condition is due again after so long at the latest, since
    /// only the game knows whether the answer stands. `Duration::ZERO`, the default: in
    /// every frame. `Duration::MAX`: only when it is woken.
    ///
    /// ```
    /// use bt_core::Wake;
    /// use bt_core::schedule::Schedule;
    /// use core::time::Duration;
    ///
    /// let mut schedule = Schedule::new().asking_every(Duration::from_millis(500));
    /// schedule.insert(0);
    /// let frame = schedule.frame(Duration::from_secs(1), |_| Wake::WHEN_ASKED);
    /// assert_eq!(frame.next, Some(Duration::from_millis(1500)));
    /// ```
    #[must_use]
    pub const fn asking_every(mut self, interval: Duration) -> Self {
        self.asking = nanos(interval);
        self
    }

    /// Takes an agent in, awake; whether it was new. One that is there already is woken.
    ///
    /// Room is made for all numbers up to this one.
    ///
    /// ```
    /// use bt_core::schedule::Schedule;
    ///
    /// let mut schedule = Schedule::new();
    /// assert!(schedule.insert(7));
    /// assert!(!schedule.insert(7));
    /// assert_eq!(schedule.len(), 1);
    /// ```
    pub fn insert(&mut self, id: u32) -> bool {
        let (block, agent) = place(id);
        if block >= self.blocks.len() {
            self.reserve(block + 1);
        }
        let is_new = !self.blocks[block].has(agent);
        if is_new {
            self.blocks[block].set(agent, self.now, self.rough);
            self.earliest[block] = self.earliest[block].min(self.now);
        } else {
            self.wake(id);
        }
        is_new
    }

    /// Room for so many blocks, and an eighth more than there are: twice as many, as
    /// vectors grow by themselves, would be twice the memory.
    fn reserve(&mut self, blocks: usize) {
        if blocks > self.blocks.capacity() {
            let more = (self.blocks.len() / 8).max(blocks - self.blocks.len());
            self.blocks.reserve_exact(more);
            self.earliest.reserve_exact(more);
        }
        self.blocks.resize(blocks, Block::EMPTY);
        self.earliest.resize(blocks, ABSENT);
    }

    /// Lets an agent go, due or not, and forgets its pace; whether it was there.
    ///
    /// ```
    /// use bt_core::Wake;
    /// use bt_core::schedule::Schedule;
    /// use core::time::Duration;
    ///
    /// let mut schedule = Schedule::new();
    /// schedule.insert(7);
    /// assert!(schedule.remove(7));
    /// assert!(!schedule.remove(7));
    /// assert_eq!(schedule.frame(Duration::ZERO, |_| Wake::NEXT_TICK).ticked, 0);
    /// ```
    pub fn remove(&mut self, id: u32) -> bool {
        let (block, agent) = place(id);
        let was_there = self.contains(id);
        if was_there {
            self.blocks[block].remove(agent, self.rough);
            self.earliest[block] = self.blocks[block].earliest();
        }
        was_there
    }

    /// Whether there is an agent of this number.
    pub fn contains(&self, id: u32) -> bool {
        let (block, agent) = place(id);
        self.blocks.get(block).is_some_and(|block| block.has(agent))
    }

    /// How many agents there are: counted, one by one.
    pub fn len(&self) -> usize {
        self.blocks.iter().map(Block::len).sum()
    }

    /// Whether there is nobody.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Something happened to this agent: an event arrived, a condition changed, it was
    /// halted. It is due in the next frame. A number that is nobody's is none's business.
    ///
    /// ```
    /// use bt_core::Wake;
    /// use bt_core::schedule::Schedule;
    /// use core::time::Duration;
    ///
    /// let mut schedule = Schedule::new();
    /// schedule.insert(7);
    /// let now = Duration::from_secs(1);
    /// assert_eq!(schedule.frame(now, |_| Wake::WHEN_WOKEN).ticked, 1);
    /// assert_eq!(schedule.frame(now, |_| Wake::WHEN_WOKEN).ticked, 0);
    /// schedule.wake(7);
    /// assert_eq!(schedule.frame(now, |_| Wake::WHEN_WOKEN).ticked, 1);
    /// ```
    #[inline]
    pub fn wake(&mut self, id: u32) {
        let (place, agent) = place(id);
        if let Some(block) = self.blocks.get_mut(place) {
            block.wake(agent, id, self.now, self.rough);
            self.earliest[place] = self.earliest[place].min(block.due(agent));
        }
    }

    /// Level of detail: this agent is ticked at most once in each interval of this length,
    /// woken or not. The intervals begin at other moments for other numbers, so that a
    /// crowd of one pace is spread over the frames. `Duration::ZERO`: no limit.
    ///
    /// Paces are kept in microseconds, up to 71 minutes.
    ///
    /// ```
    /// use bt_core::Wake;
    /// use bt_core::schedule::Schedule;
    /// use core::time::Duration;
    ///
    /// let mut schedule = Schedule::new();
    /// for id in 0..1000 {
    ///     schedule.insert(id);
    ///     schedule.pace(id, Duration::from_millis(500));
    /// }
    /// for frame in 1..=50 {
    ///     let now = Duration::from_millis(10 * frame);
    ///     let ticked = schedule.frame(now, |_| Wake::NEXT_TICK).ticked;
    ///     assert!((18..=22).contains(&ticked), "{ticked} of 1000, in one of 50 frames");
    /// }
    /// ```
    pub fn pace(&mut self, id: u32, interval: Duration) {
        let (place, agent) = place(id);
        let pace = u32::try_from(interval.as_nanos().div_ceil(1000)).unwrap_or(u32::MAX);
        let Some(block) = self.blocks.get_mut(place).filter(|block| block.has(agent)) else { return };
        if pace == block.pace(agent) {
            return;
        }
        let wanted = block.wanted(agent);
        block.set_pace(agent, pace);
        block.set(agent, block.paced(agent, id, wanted, self.now), self.rough);
        self.earliest[place] = block.earliest();
    }

    /// When the next is due by the clock: what [`Frame::next`] tells, at any time.
    pub fn next(&self) -> Option<Duration> {
        let earliest = self.earliest.iter().copied().min().unwrap_or(ABSENT);
        (earliest < ASLEEP).then(|| Duration::from_nanos(earliest.max(self.now)))
    }

    /// The clock of a frame that begins.
    fn begin(&mut self, now: Duration) -> u64 {
        let now = nanos(now).min(LATEST);
        let jumped_back = now < self.now;
        self.now = now;
        if jumped_back || !self.rough.covers(now) {
            self.rough = Rough::since(now);
            for (place, block) in self.blocks.iter_mut().enumerate() {
                if jumped_back {
                    block.wake_all((place * AGENTS) as u32, now);
                }
                block.mend_all(self.rough);
                self.earliest[place] = block.earliest();
            }
        }
        // Whoever was woken in a tick that panicked.
        while let Some(id) = self.woken.pop() {
            self.wake(id);
        }
        now
    }

    /// The moment from which an agent is due that said this: before its pace has a say.
    #[inline(always)]
    fn due_after(wake: Wake, now: u64, asking: u64) -> u64 {
        let asked = if wake.asked() { now.saturating_add(asking) } else { ASLEEP };
        wake.nanos().min(ASLEEP).min(asked)
    }
}
