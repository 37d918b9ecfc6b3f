//! Some agents, and the moments from which they are due.

use alloc::boxed::Box;

/// How many share a minimum: a cache line of moments.
const EIGHT: usize = 8;

/// How many agents a block has.
pub(super) const AGENTS: usize = EIGHT * EIGHT * EIGHT;

/// The last moment that can be kept: later ones count as this one.
pub(super) const LATEST: u64 = ASLEEP - 1;
/// Later than any moment: due when woken.
pub(super) const ASLEEP: u64 = ABSENT - 1;
/// There is no agent of this number.
pub(super) const ABSENT: u64 = u64::MAX;

/// The moments of 512 agents, in nanoseconds, with about the earliest of each eight, and
/// of each eight of those.
///
/// A minimum is never later than what it stands for. It may be earlier, after a panic:
/// then somebody looks in vain, and puts it right.
// So that eight moments are one cache line, and not two halves.
#[derive(Clone)]
#[repr(C, align(64))]
pub(super) struct Block {
    due: [[u64; EIGHT]; EIGHT * EIGHT],
    earliest: [[i32; EIGHT]; EIGHT],
    earliest_of_all: [i32; EIGHT],
    /// Microseconds; 0 for no limit.
    paces: Option<Box<[u32; AGENTS]>>,
}

/// Rough moments, of half the size, and so twice as fast to look through: quarters of a
/// millisecond since some moment, which has to be moved along now and then.
#[derive(Clone, Copy, Default)]
pub(super) struct Rough {
    since: u64,
}

impl Rough {
    /// Not within the six days that can be told apart.
    const FAR: i32 = i32::MAX;

    pub(super) const fn since(now: u64) -> Self {
        Rough { since: now }
    }

    /// Whether this moment is told from others still, and for a long time to come.
    pub(super) const fn covers(self, now: u64) -> bool {
        now >= self.since && now - self.since < 1 << 48
    }

    /// Never later than the moment; what was before the beginning is at the beginning.
    #[inline(always)]
    const fn moment(self, moment: u64) -> i32 {
        let since = moment.saturating_sub(self.since) >> 18;
        if since > Self::FAR as u64 { Self::FAR } else { since as i32 }
    }
}

/// A bit for each moment that has come.
// Not in place: there, the compiler makes vectors of it, and thrice the instructions.
#[inline(never)]
fn come(moments: &[u64; EIGHT], now: u64) -> u32 {
    moments.iter().rev().fold(0, |bits, &moment| bits << 1 | u32::from(moment <= now))
}

/// A bit for each rough moment that has come. None is negative, so that the sign of the
/// difference tells.
#[inline(never)]
fn about_come(moments: &[i32; EIGHT], now: i32) -> u32 {
    moments.iter().rev().fold(0, |bits, &moment| bits << 1 | !(now - moment) as u32 >> 31)
}

// Not in place either.
#[inline(never)]
fn least<T: Copy + Ord>(moments: &[T; EIGHT]) -> T {
    moments.iter().copied().fold(moments[0], T::min)
}

/// The numbers of the bits that are set.
#[inline(always)]
fn bits(mut bits: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        bit
    })
}

impl Block {
    pub(super) const EMPTY: Block = Block {
        due: [[ABSENT; EIGHT]; EIGHT * EIGHT],
        earliest: [[Rough::FAR; EIGHT]; EIGHT],
        earliest_of_all: [Rough::FAR; EIGHT],
        paces: None,
    };

    pub(super) fn has(&self, agent: usize) -> bool {
        self.due(agent) != ABSENT
    }

    pub(super) fn due(&self, agent: usize) -> u64 {
        self.due[agent / EIGHT][agent % EIGHT]
    }

    /// How many agents there are.
    pub(super) fn len(&self) -> usize {
        self.agents().count()
    }

    /// Every agent, and the moment from which it is due.
    pub(super) fn agents(&self) -> impl Iterator<Item = (usize, u64)> {
        self.due.as_flattened().iter().copied().enumerate().filter(|&(_, due)| due != ABSENT)
    }

    /// The moment from which the first of all is due; [`ASLEEP`] and later if nobody is by
    /// the clock.
    #[inline(always)]
    pub(super) fn earliest(&self) -> u64 {
        // Nobody else can be the first than those of the least rough minima.
        let about = least(&self.earliest_of_all);
        let mut earliest = ABSENT;
        for chunk in bits(about_come(&self.earliest_of_all, about)) {
            for group in bits(about_come(&self.earliest[chunk], about)) {
                earliest = earliest.min(least(&self.due[chunk * EIGHT + group]));
            }
        }
        earliest
    }

    /// Due from this moment on.
    pub(super) fn set(&mut self, agent: usize, moment: u64, rough: Rough) {
        self.due[agent / EIGHT][agent % EIGHT] = moment;
        let (chunk, group) = (agent / EIGHT / EIGHT, agent / EIGHT % EIGHT);
        self.mend(chunk, group, rough);
        self.mend_chunk(chunk);
    }

    pub(super) fn remove(&mut self, agent: usize, rough: Rough) {
        self.set_pace(agent, 0);
        self.set(agent, ABSENT, rough);
    }

    #[inline(always)]
    fn mend(&mut self, chunk: usize, group: usize, rough: Rough) {
        self.earliest[chunk][group] = rough.moment(least(&self.due[chunk * EIGHT + group]));
    }

    #[inline(always)]
    fn mend_chunk(&mut self, chunk: usize) {
        self.earliest_of_all[chunk] = least(&self.earliest[chunk]);
    }

    /// Rough moments begin anew.
    pub(super) fn mend_all(&mut self, rough: Rough) {
        for chunk in 0..EIGHT {
            (0..EIGHT).for_each(|group| self.mend(chunk, group, rough));
            self.mend_chunk(chunk);
        }
    }

    /// Those who are due, in order, and since when.
    pub(super) fn each_due(&self, now: u64, rough: Rough, mut take: impl FnMut(usize, u64)) {
        let about_now = rough.moment(now);
        for chunk in bits(about_come(&self.earliest_of_all, about_now)) {
            for group in bits(about_come(&self.earliest[chunk], about_now)) {
                let group = chunk * EIGHT + group;
                for agent in bits(come(&self.due[group], now)) {
                    take(group * EIGHT + agent, self.due[group][agent]);
                }
            }
        }
    }

    /// After a frame: the minima of those who were due, and the earliest moment of all.
    pub(super) fn mend_due(&mut self, now: u64, rough: Rough) -> u64 {
        let about_now = rough.moment(now);
        for chunk in bits(about_come(&self.earliest_of_all, about_now)) {
            for group in bits(about_come(&self.earliest[chunk], about_now)) {
                self.mend(chunk, group, rough);
            }
            self.mend_chunk(chunk);
        }
        self.earliest()
    }

    /// The pace of an agent in microseconds; 0 for no limit.
    pub(super) fn pace(&self, agent: usize) -> u32 {
        self.paces.as_ref().map_or(0, |paces| paces[agent])
    }

    pub(super) fn set_pace(&mut self, agent: usize, pace: u32) {
        if self.paces.is_some() || pace != 0 {
            self.paces.get_or_insert_with(|| Box::new([0; AGENTS]))[agent] = pace;
        }
    }

    /// The moment from which an agent is due that wants to be at this one: not before its
    /// next beat, if it has a pace.
    #[inline(always)]
    pub(super) fn paced(&self, agent: usize, id: u32, moment: u64, now: u64) -> u64 {
        match &self.paces {
            Some(paces) if paces[agent] != 0 => on_the_beat(id, nanos(paces[agent]), moment.max(now + 1)),
            _ => moment.max(now),
        }
    }

    /// What a tick found out about the next; the minimum is to be mended.
    #[inline(always)]
    pub(super) fn settle(&mut self, agent: usize, id: u32, moment: u64, now: u64) {
        self.due[agent / EIGHT][agent % EIGHT] = self.paced(agent, id, moment, now);
    }

    /// The moment that an agent of this pace wanted to be due at, or an earlier one: the
    /// pace has put it off by less than an interval.
    pub(super) fn wanted(&self, agent: usize) -> u64 {
        let due = self.due(agent);
        if due < ASLEEP { due.saturating_sub(nanos(self.pace(agent))) } else { due }
    }

    /// Everybody is due now, or as soon as their paces allow; the minima are to be mended.
    pub(super) fn wake_all(&mut self, first: u32, now: u64) {
        for agent in 0..AGENTS {
            if self.has(agent) {
                self.settle(agent, first + agent as u32, now, now);
            }
        }
    }

    /// Due now, or as soon as the agent's pace allows.
    #[inline]
    pub(super) fn wake(&mut self, agent: usize, id: u32, now: u64, rough: Rough) {
        if self.has(agent) {
            let (chunk, group) = (agent / EIGHT / EIGHT, agent / EIGHT % EIGHT);
            let moment = self.paced(agent, id, now, now).min(self.due(agent));
            let about = rough.moment(moment);
            self.due[agent / EIGHT][agent % EIGHT] = moment;
            self.earliest[chunk][group] = about.min(self.earliest[chunk][group]);
            self.earliest_of_all[chunk] = about.min(self.earliest_of_all[chunk]);
        }
    }
}

/// The nanoseconds of a pace.
pub(super) const fn nanos(pace: u32) -> u64 {
    pace as u64 * 1000
}

/// The first beat from `moment` on. The beats of neighbours lie apart: by the golden
/// ratio of the pace, which spreads any number of them evenly.
#[inline(never)]
fn on_the_beat(id: u32, pace: u64, moment: u64) -> u64 {
    if moment >= ASLEEP {
        return moment;
    }
    let share = u128::from(id.wrapping_mul(0x9E37_79B9));
    let offset = ((u128::from(pace) * share) >> 32) as u64;
    let since = (moment % pace + pace - offset) % pace;
    let wait = if since == 0 { 0 } else { pace - since };
    (moment + wait).min(LATEST)
}
