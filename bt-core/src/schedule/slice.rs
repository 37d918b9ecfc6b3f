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
    use core::time::Duration;

    use rayon::prelude::*;

    use super::super::block::{AGENTS, Count};
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
            let counts =
                blocks.zip(items.par_chunks_mut(AGENTS)).map(|((place, (block, earliest)), items)| {
                    if *earliest > now {
                        return Count::default();
                    }
                    let first = (place * AGENTS) as u32;
                    let len = items.len();
                    let count = block.frame(
                        now,
                        rough,
                        |agent, _| agent < len,
                        |block, agent| {
                            let wake = tick(&mut items[agent]);
                            block.settle(
                                agent,
                                first + agent as u32,
                                Self::due_after(wake, now, asking),
                                now,
                            );
                            false
                        },
                    );
                    *earliest = block.earliest();
                    count
                });
            let mut all = counts.reduce(Count::default, |mut all, count| {
                all += count;
                all
            });
            let beyond = items.len().div_ceil(AGENTS);
            for block in self.blocks.iter().skip(beyond) {
                block.each_due(now, rough, |_, _| all.left += 1);
            }
            all.frame(self.next())
        }
    }
}
