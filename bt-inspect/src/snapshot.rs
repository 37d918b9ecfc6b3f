//! What the nodes of one agent did in one tick.

use bt_core::Status;
use bt_core::observe::Observer;

/// A letter for each node: `s`, `f`, `r` for what it answered, `h` if it was halted
/// while it was running, `-` if it was left alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Snapshot {
    nodes: Vec<u8>,
    /// The nodes of the tick before.
    before: Vec<u8>,
}

impl Snapshot {
    pub(crate) fn new(nodes: u32) -> Self {
        Snapshot { nodes: vec![b'-'; nodes as usize], before: vec![b'-'; nodes as usize] }
    }

    pub(crate) fn letters(&self) -> String {
        self.nodes.iter().map(|letter| char::from(*letter)).collect()
    }

    pub(crate) fn begin(&mut self) {
        std::mem::swap(&mut self.nodes, &mut self.before);
        self.nodes.fill(b'-');
    }

    pub(crate) fn set(&mut self, node: u32, status: Status) {
        if let Some(letter) = self.nodes.get_mut(node as usize) {
            *letter = letter_of(status);
        }
    }

    pub(crate) fn halt(&mut self, node: u32) {
        let node = node as usize;
        let runs = |nodes: &[u8]| nodes.get(node) == Some(&b'r');
        // Ticked and halted in the same tick, or running before and not ticked now.
        if runs(&self.nodes) || self.nodes.get(node) == Some(&b'-') && runs(&self.before) {
            self.nodes[node] = b'h';
        }
    }
}

pub(crate) fn letter_of(status: Status) -> u8 {
    match status {
        Status::Success => b's',
        Status::Failure => b'f',
        Status::Running => b'r',
    }
}

impl Observer for Snapshot {
    fn tick_began(&mut self) {
        self.begin();
    }
    fn ticked(&mut self, node: u32, status: Status) {
        self.set(node, status);
    }
    fn halted(&mut self, node: u32) {
        self.halt(node);
    }
}
