//! Frames: who is due, is ticked.

use alloc::vec::Vec;
use core::time::Duration;

use super::block::AGENTS;
use super::{Schedule, place};
use crate::wake::Wake;

/// What a frame of a [`Schedule`] was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Frame {
    /// How many agents were ticked.
    pub ticked: usize,
    /// How many were due and not ticked: they still are.
    pub left: usize,
    /// When the next is due by the clock: at once, if that is the frame's own moment;
    /// `None`: not before somebody is woken.
    pub next: Option<Duration>,
}

/// The other agents of a [`Schedule`], for the one whose turn it is: see
/// [`frame_with`](Schedule::frame_with).
#[derive(Debug)]
pub struct Others<'s>(&'s mut Vec<u32>);

impl Others<'_> {
    /// As [`Schedule::wake`]: an agent whose turn is still to come is ticked in this frame,
    /// another in the next.
    pub fn wake(&mut self, id: u32) {
        self.0.push(id);
    }
}

/// So many are looked for at once, about. Then they are ticked in one go: while one of
/// them is waited for to come from memory, the next are on their way already.
const BATCH: usize = 256;

impl Schedule {
    /// Ticks who is due at this moment of the clock, in ascending order.
    ///
    /// `tick` gets the number of an agent, and tells what [`Agent::tick_until`] found out.
    ///
    /// [`Agent::tick_until`]: crate::Agent::tick_until
    ///
    /// ```
    /// use bt_core::Wake;
    /// use bt_core::schedule::Schedule;
    /// use core::time::Duration;
    ///
    /// let mut schedule = Schedule::new();
    /// (0..100).for_each(|id| { schedule.insert(id); });
    /// let later = |id| Wake::at_moment(Duration::from_secs(u64::from(id)));
    /// let frame = schedule.frame(Duration::ZERO, later);
    /// assert_eq!((frame.ticked, frame.left), (100, 0));
    ///
    /// let mut due = Vec::new();
    /// schedule.frame(Duration::from_secs(2), |id| { due.push(id); Wake::WHEN_WOKEN });
    /// assert_eq!(due, [0, 1, 2]);
    /// ```
    pub fn frame(&mut self, now: Duration, mut tick: impl FnMut(u32) -> Wake) -> Frame {
        let now = self.begin(now);
        self.walk(now, |_, _| true, |id, _| tick(id))
    }

    /// [`frame`](Schedule::frame), where one agent's tick wakes another.
    ///
    /// ```
    /// use bt_core::Wake;
    /// use bt_core::schedule::Schedule;
    /// use core::time::Duration;
    ///
    /// let mut schedule = Schedule::new();
    /// (0..3).for_each(|id| { schedule.insert(id); });
    /// schedule.frame(Duration::ZERO, |_| Wake::WHEN_WOKEN);
    ///
    /// schedule.wake(1);
    /// let mut order = Vec::new();
    /// for _ in 0..2 {
    ///     schedule.frame_with(Duration::ZERO, |id, others| {
    ///         order.push(id);
    ///         if id == 1 {
    ///             others.wake(0); // has had its turn
    ///             others.wake(2);
    ///         }
    ///         Wake::WHEN_WOKEN
    ///     });
    /// }
    /// assert_eq!(order, [1, 2, 0]);
    /// ```
    pub fn frame_with(&mut self, now: Duration, tick: impl FnMut(u32, &mut Others<'_>) -> Wake) -> Frame {
        let now = self.begin(now);
        self.walk(now, |_, _| true, tick)
    }

    /// [`frame`](Schedule::frame), with at most so many ticks: those longest due are chosen,
    /// and ticked in ascending order. The others stay due, so that everybody has their turn,
    /// even if the clock stands still.
    ///
    /// ```
    /// use bt_core::Wake;
    /// use bt_core::schedule::Schedule;
    /// use core::time::Duration;
    ///
    /// let mut schedule = Schedule::new();
    /// (0..5).for_each(|id| { schedule.insert(id); });
    /// let mut order = Vec::new();
    /// for second in 1..=3 {
    ///     let now = Duration::from_secs(second);
    ///     let frame = schedule.frame_within(now, 2, |id| { order.push(id); Wake::NEXT_TICK });
    ///     assert_eq!((frame.ticked, frame.left), (2, 3));
    /// }
    /// assert_eq!(order, [0, 1, 2, 3, 0, 4]);
    /// ```
    pub fn frame_within(&mut self, now: Duration, budget: usize, mut tick: impl FnMut(u32) -> Wake) -> Frame {
        let now = self.begin(now);
        let Some(mut last) = self.last_within(now, budget) else {
            return self.walk(now, |_, _| true, |id, _| tick(id));
        };
        let frame = self.walk(now, |id, since| last.admits(id, since), |id, _| tick(id));
        self.turn = last.next_turn();
        frame
    }

    /// The last who have a turn, if it isn't everybody who is due.
    fn last_within(&mut self, now: u64, budget: usize) -> Option<Last> {
        let mut since = core::mem::take(&mut self.since);
        since.clear();
        self.each_due(now, |_, moment| since.push(moment));
        let last = (since.len() > budget).then(|| {
            // Without a budget, nobody is due since before the beginning.
            let Some(place) = budget.checked_sub(1) else { return Last::new(0, self.turn, 0, 0) };
            let (sooner, &mut moment, _) = since.select_nth_unstable(place);
            let places = budget - sooner.iter().filter(|&&since| since < moment).count();
            let mut waiting = 0;
            self.each_due(now, |id, since| waiting += usize::from(since == moment && id >= self.turn));
            Last::new(moment, self.turn, places.min(waiting), places.saturating_sub(waiting))
        });
        self.since = since;
        last
    }

    fn each_due(&self, now: u64, mut take: impl FnMut(u32, u64)) {
        for (place, block) in self.blocks.iter().enumerate() {
            if self.earliest[place] <= now {
                block.each_due(now, self.rough, |agent, since| take((place * AGENTS + agent) as u32, since));
            }
        }
    }

    /// Ticks those who are due and chosen, in ascending order.
    ///
    /// An agent counts as due until its tick is over: if that panics, it still is.
    #[inline(always)]
    pub(super) fn walk(
        &mut self,
        now: u64,
        mut chooses: impl FnMut(u32, u64) -> bool,
        mut tick: impl FnMut(u32, &mut Others<'_>) -> Wake,
    ) -> Frame {
        let mut batch = core::mem::take(&mut self.batch);
        let mut frame = Frame::default();
        let mut end = 0;
        while end < self.blocks.len() {
            let start = end;
            batch.clear();
            while end < self.blocks.len() && batch.len() < BATCH {
                if self.earliest[end] <= now {
                    self.blocks[end].each_due(now, self.rough, |agent, since| {
                        let id = (end * AGENTS + agent) as u32;
                        if chooses(id, since) { batch.push(id) } else { frame.left += 1 }
                    });
                }
                end += 1;
            }
            let mut turn = 0;
            while let Some(&id) = batch.get(turn) {
                turn += 1;
                let wake = tick(id, &mut Others(&mut self.woken));
                let (block, agent) = place(id);
                self.blocks[block].settle(agent, id, Self::due_after(wake, now, self.asking), now);
                if !self.woken.is_empty() {
                    self.tell_the_woken(&mut batch, turn, end);
                }
            }
            frame.ticked += turn;
            for place in start..end {
                if self.earliest[place] <= now {
                    self.earliest[place] = self.blocks[place].mend_due(now, self.rough);
                }
            }
        }
        self.batch = batch;
        frame.next = self.next();
        frame
    }

    /// Wakes those who were woken by others; who is due in the blocks before `end` and has
    /// the turn still to come, is put into the batch.
    #[cold]
    fn tell_the_woken(&mut self, batch: &mut Vec<u32>, turn: usize, end: usize) {
        while let Some(id) = self.woken.pop() {
            self.wake(id);
            let (block, agent) = place(id);
            let is_due = block < end && self.blocks[block].due(agent) <= self.now;
            let to_come = &batch[turn..];
            let is_behind = turn.checked_sub(1).is_some_and(|current| batch[current] < id);
            if let (true, Err(place)) = (is_due && is_behind, to_come.binary_search(&id)) {
                batch.insert(turn + place, id);
            }
        }
    }
}

/// Who is ticked where not everybody can be: who is due since before a moment, and of
/// those who are since that very moment, so many in turn.
struct Last {
    moment: u64,
    turn: u32,
    from_turn: Places,
    before_turn: Places,
}

/// Places that are left, and who got the last one.
struct Places {
    left: usize,
    last: Option<u32>,
}

impl Last {
    fn new(moment: u64, turn: u32, from_turn: usize, before_turn: usize) -> Self {
        let places = |left| Places { left, last: None };
        Last { moment, turn, from_turn: places(from_turn), before_turn: places(before_turn) }
    }

    fn admits(&mut self, id: u32, since: u64) -> bool {
        if since != self.moment {
            return since < self.moment;
        }
        let places = if id >= self.turn { &mut self.from_turn } else { &mut self.before_turn };
        let Some(left) = places.left.checked_sub(1) else { return false };
        *places = Places { left, last: Some(id) };
        true
    }

    /// Who comes next among equals: the one behind the last.
    fn next_turn(&self) -> u32 {
        self.before_turn.last.or(self.from_turn.last).map_or(self.turn, |id| id.wrapping_add(1))
    }
}
