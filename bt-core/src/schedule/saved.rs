//! A schedule as it is saved: agents, in order.

use alloc::vec::Vec;
use core::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Schedule;
use super::block::{AGENTS, Rough};

#[derive(Serialize, Deserialize)]
#[serde(rename = "Schedule")]
struct Saved {
    now: u64,
    asking: u64,
    turn: u32,
    agents: Vec<SavedAgent>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Agent")]
struct SavedAgent {
    id: u32,
    /// Nanoseconds.
    due: u64,
    /// Microseconds.
    pace: u32,
}

impl Serialize for Schedule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let agents = self.blocks.iter().enumerate().flat_map(|(place, block)| {
            block.agents().map(move |(agent, due)| SavedAgent {
                id: (place * AGENTS + agent) as u32,
                due,
                pace: block.pace(agent),
            })
        });
        Saved { now: self.now, asking: self.asking, turn: self.turn, agents: agents.collect() }
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Schedule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = Saved::deserialize(deserializer)?;
        let mut schedule = Schedule::new().asking_every(Duration::from_nanos(saved.asking));
        schedule.now = saved.now.min(super::LATEST);
        schedule.rough = Rough::since(schedule.now);
        schedule.turn = saved.turn;
        for SavedAgent { id, due, pace } in saved.agents {
            schedule.insert(id);
            let (place, agent) = super::place(id);
            let block = &mut schedule.blocks[place];
            block.set_pace(agent, pace);
            block.set(agent, due.min(super::ASLEEP), schedule.rough);
            schedule.earliest[place] = block.earliest();
        }
        Ok(schedule)
    }
}
