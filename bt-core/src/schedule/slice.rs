//! Frames over a slice of whatever is ticked.

use core::time::Duration;

use super::{Frame, Schedule};
use crate::wake::Wake;

impl Schedule {
    /// [`frame`](Schedule::frame) over a slice that the numbers index.
    ///
    /// Agents whose numbers are beyond the slice aren't ticked: they count as
    /// [`left`](Frame::left), and stay due.
    ///
    /// ```
    /// use bt_core::Wake;
    /// use bt_core::schedule::Schedule;
    /// use core::time::Duration;
    ///
    /// let mut schedule = Schedule::new();
    /// schedule.insert(1);
    /// let mut npcs = [0, 0, 0];
    /// schedule.frame_slice(Duration::ZERO, &mut npcs, |npc| { *npc += 1; Wake::NEXT_TICK });
    /// assert_eq!(npcs, [0, 1, 0]);
    /// ```
    pub fn frame_slice<T>(
        &mut self,
        now: Duration,
        items: &mut [T],
        mut tick: impl FnMut(&mut T) -> Wake,
    ) -> Frame {
        let now = self.begin(now);
        let len = items.len();
        self.walk(now, |id, _| (id as usize) < len, |id, _| tick(&mut items[id as usize]))
    }
}

/// A frame on all threads, block by block.
#[cfg(feature = "rayon")]
mod parallel {
    use alloc::vec::Vec;
    use core::time::Duration;

    use rayon::prelude::*;

    use super::super::block::AGENTS;
    use super::super::{Frame, Schedule};
    use crate::wake::Wake;

    impl Schedule {
        /// [`frame_slice`](Schedule::frame_slice) on the threads of rayon. The order within a
        /// frame is no more than that of neighbours; what the ticks do has to be independent
        /// of it.
        ///
        /// ```
        /// use bt_core::Wake;
        /// use bt_core::schedule::Schedule;
        /// use core::time::Duration;
        ///
        /// let mut schedule = Schedule::new();
        /// (0..10_000).for_each(|id| { schedule.insert(id); });
        /// let mut npcs = vec![0; 10_000];
        /// let frame = schedule.par_frame_slice(Duration::ZERO, &mut npcs, |npc| {
        ///     *npc += 1;
        ///     Wake::WHEN_WOKEN
        /// });
        /// assert_eq!(frame.ticked, 10_000);
        /// assert!(npcs.iter().all(|npc| *npc == 1));
        /// ```
        pub fn par_frame_slice<T: Send>(
            &mut self,
            now: Duration,
            items: &mut [T],
            tick: impl Fn(&mut T) -> Wake + Sync,
        ) -> Frame {
            let now = self.begin(now);
            let (asking, rough) = (self.asking, self.rough);
            let blocks = self.blocks.par_iter_mut().zip(&mut self.earliest).enumerate();
            let counts = blocks.zip(items.par_chunks_mut(AGENTS)).map_init(
                Vec::new,
                |batch, ((place, (block, earliest)), items)| {
                    if *earliest > now {
                        return (0, 0);
                    }
                    batch.clear();
                    block.each_due(now, rough, |agent, _| batch.push(agent));
                    let due = batch.len();
                    batch.retain(|agent| *agent < items.len());
                    for &agent in &*batch {
                        let id = (place * AGENTS + agent) as u32;
                        let wake = tick(&mut items[agent]);
                        block.settle(agent, id, Self::due_after(wake, now, asking), now);
                    }
                    *earliest = block.mend_due(now, rough);
                    (batch.len(), due - batch.len())
                },
            );
            let (ticked, mut left) = counts.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
            let beyond = items.len().div_ceil(AGENTS);
            for block in self.blocks.iter().skip(beyond) {
                block.each_due(now, rough, |_, _| left += 1);
            }
            Frame { ticked, left, next: self.next() }
        }
    }
}
