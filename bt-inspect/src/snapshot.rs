//! What the nodes of one agent did in one tick.

use bt_core::Status;
use bt_core::observe::{Outline, Recorder, Trace};

/// The last ticks of an agent: a trace with room for little more than two.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    trace: Trace,
    nodes: usize,
}

impl Snapshot {
    pub(crate) fn new(outline: &Outline) -> Self {
        let nodes = outline.len() as usize;
        // A node answers once, and is halted once, in a tick.
        Snapshot { trace: Trace::new(outline, 4 * nodes), nodes }
    }

    pub(crate) fn recorder(&mut self) -> Recorder<'_> {
        self.trace.agent(0)
    }

    /// A letter for each node: `s`, `f`, `r` for what it answered in the last tick, `h` if
    /// it was halted while it was running, `-` if it was left alone.
    pub(crate) fn letters(&self) -> String {
        let mut letters = vec!['-'; self.nodes];
        for event in self.trace.latest(0).into_iter().flat_map(|tick| tick.events()) {
            letters[event.node as usize] = event.what.status().map_or('h', letter_of);
        }
        letters.into_iter().collect()
    }
}

pub(crate) fn letter_of(status: Status) -> char {
    match status {
        Status::Success => 's',
        Status::Failure => 'f',
        Status::Running => 'r',
    }
}
