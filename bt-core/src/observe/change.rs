use alloc::vec::Vec;
use core::fmt;

use crate::observe::{Entry, Outline, Statuses, Tick, Transition};
use crate::status::Status;

/// How a tick differs from an earlier one: what the agent did, what it does now, and
/// why. `Display` says it in words. See [`Tick::diff`].
#[derive(Clone, Copy, Debug)]
pub struct Change {
    outline: Outline,
    /// The branch that was taken; `None` if the tree failed.
    pub from: Option<u32>,
    /// The branch that is taken; `None` if the tree failed.
    pub to: Option<u32>,
    /// The first leaf that answers otherwise, and its answer now.
    pub because: Option<(u32, Status)>,
    /// The transition that led to what the agent does now, and its machine: one before the
    /// body's tick, or one after the body's tick in the tick before.
    pub transition: Option<(u32, Transition)>,
}

impl Tick<'_> {
    /// What changed from this tick to a later one.
    pub fn diff(&self, later: &Tick<'_>, outline: &Outline) -> Change {
        let entries = outline.entries();
        let (before, now) = (path(&entries, self), path(&entries, later));
        let common = before.iter().zip(&now).take_while(|(before, now)| before == now).count();
        // Where the paths part; if they don't, what both end with.
        let branch = |path: &[u32]| {
            let rest = path.get(common..).filter(|rest| !rest.is_empty()).unwrap_or(path);
            let labelled = rest.iter().find(|id| entries[**id as usize].label.is_some());
            labelled.or(rest.last()).copied()
        };
        let leaves = entries.iter().filter(|entry| is_leaf(&entries, entry.id));
        let because = leaves.filter_map(|leaf| {
            let (before, now) = (Statuses::status(self, leaf.id)?, Statuses::status(later, leaf.id)?);
            (before != now).then_some((leaf.id, now))
        });
        Change {
            outline: *outline,
            from: branch(&before),
            to: branch(&now),
            because: because.min_by_key(|(id, _)| *id),
            transition: later.transitions().chain(self.transitions().rev()).find(|(machine, transition)| {
                // One after the body's tick shows in the next one.
                let body = transition.to.and_then(|to| outline.state(*machine, to));
                let is_move = transition.to != Some(transition.from);
                is_move && body.is_some_and(|body| Statuses::status(later, body.id).is_some())
            }),
        }
    }
}

impl Change {
    /// Whether the agent does the same as before.
    pub fn is_none(&self) -> bool {
        self.from == self.to
    }
}

fn is_leaf(entries: &[Entry], id: u32) -> bool {
    let next = entries.get(id as usize + 1);
    next.is_none_or(|next| next.depth <= entries[id as usize].depth)
}

/// The nodes that decided, from the root on: of each, the child that was ticked last.
/// Empty if the tree failed or was halted.
fn path(entries: &[Entry], tick: &Tick<'_>) -> Vec<u32> {
    if tick.status().is_none_or(|status| status == Status::Failure) {
        return Vec::new();
    }
    let mut path = Vec::new();
    let ticked: Vec<u32> =
        tick.events().filter(|event| event.what.status().is_some()).map(|event| event.node).collect();
    let mut next = Some(0);
    while let Some(id) = next {
        path.push(id);
        let depth = entries[id as usize].depth;
        let end = entries[id as usize + 1..]
            .iter()
            .find(|entry| entry.depth <= depth)
            .map_or(entries.len() as u32, |entry| entry.id);
        let is_child = |child: u32| id < child && child < end && entries[child as usize].depth == depth + 1;
        // The conditions and events of a machine, which have no labels, come after its states.
        let is_state = |child: u32| entries[child as usize].label.is_some();
        let is_machine = !entries[id as usize].edges.is_empty();
        let below = || ticked.iter().rev().copied().filter(|child| is_child(*child));
        next = below().find(|child| is_machine && is_state(*child)).or_else(|| below().next());
    }
    path
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |id: Option<u32>| id.and_then(|id| self.outline.get(id)).map_or("nothing", Entry::name);
        if self.is_none() {
            return write!(f, "goes on: {}", name(self.to));
        }
        f.write_str("changed its mind: ")?;
        if let Some((machine, transition)) = self.transition {
            let state = |state| self.outline.state(machine, state).map_or("nothing", |entry| entry.name());
            let passage = self.outline.transition(machine, transition.edge);
            let trigger = passage.map_or("of something", |passage| passage.edge.trigger);
            let to = transition.to.map_or("nothing", state);
            return write!(f, "{} -> {to}, because {trigger}", state(transition.from));
        }
        match (self.from, self.to) {
            // Two nodes may have one name.
            (Some(from), Some(to)) if name(self.from) == name(self.to) => {
                write!(f, "{} (node {from}) -> {} (node {to})", name(self.from), name(self.to))?;
            }
            _ => write!(f, "{} -> {}", name(self.from), name(self.to))?,
        }
        if let Some((leaf, status)) = self.because {
            let did = match status {
                Status::Success => "succeeded",
                Status::Failure => "failed",
                Status::Running => "runs",
            };
            write!(f, ", because {} {did}", name(Some(leaf)))?;
        }
        Ok(())
    }
}
