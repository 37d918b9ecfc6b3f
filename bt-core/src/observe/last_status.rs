use core::fmt;

use crate::observe::Observer;
use crate::status::Status;

/// Something that knows what each node of a tree answered: what pictures are coloured
/// by, and what they say beside each node.
pub trait Statuses {
    /// What the node with this number answered; `None` if it wasn't ticked.
    fn status(&self, node: u32) -> Option<Status>;

    /// Whether there is anything to say at all.
    fn is_known(&self) -> bool {
        true
    }

    /// What stands beside the node in a picture; by default its status in a word.
    fn remark(&self, node: u32, to: &mut dyn fmt::Write) -> fmt::Result {
        to.write_str(word(self.status(node)))
    }

    /// Whether the remarks say more than the colours do.
    fn has_remarks(&self) -> bool {
        false
    }
}

pub(super) fn word(status: Option<Status>) -> &'static str {
    match status {
        Some(Status::Success) => "success",
        Some(Status::Failure) => "failure",
        Some(Status::Running) => "running",
        None => "-",
    }
}

/// Nothing is known.
impl Statuses for () {
    fn status(&self, _: u32) -> Option<Status> {
        None
    }
    fn is_known(&self) -> bool {
        false
    }
}

/// The last status of each node, for one agent.
///
/// `S` holds a slot per node: an array of the tree's
/// [`COUNT`](crate::Node::COUNT), a `Vec`, or a borrowed slice. Nodes beyond it
/// are not recorded.
///
/// ```
/// use bt_core::observe::LastStatus;
/// use bt_core::prelude::*;
///
/// bt! {
///     struct Pet |hunger: &mut u32| selector < { *hunger < 10 }, { *hunger = 0; } >
/// }
///
/// let mut last = LastStatus::<[_; Pet::COUNT as usize]>::default();
/// let mut pet = Agent::<Pet>::new();
/// pet.tick_observed(&Pet, &mut 12, &mut last);
/// assert_eq!(last.get(1), Some(Status::Failure));
/// pet.tick_observed(&Pet, &mut 0, &mut last);
/// assert_eq!(last.get(1), Some(Status::Success));
/// assert_eq!(last.get(2), None, "not ticked this time");
/// assert_eq!(last.ever(2), Some(Status::Success));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LastStatus<S> {
    slots: S,
    tick: u64,
}

/// What one node did last, as [`LastStatus`] keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slot {
    status: Option<Status>,
    tick: u64,
}

impl<const N: usize> Default for LastStatus<[Slot; N]> {
    fn default() -> Self {
        Self::new([Slot::default(); N])
    }
}

impl<S: AsRef<[Slot]> + AsMut<[Slot]>> LastStatus<S> {
    /// Records into these slots.
    pub fn new(slots: S) -> Self {
        LastStatus { slots, tick: 0 }
    }

    fn slot(&self, node: u32) -> Option<&Slot> {
        self.slots.as_ref().get(node as usize)
    }

    /// What the node answered in the last tick of the tree; `None` if it wasn't
    /// ticked then.
    pub fn get(&self, node: u32) -> Option<Status> {
        let slot = self.slot(node)?;
        if slot.tick == self.tick { slot.status } else { None }
    }

    /// What the node answered when it was last ticked, however long ago.
    pub fn ever(&self, node: u32) -> Option<Status> {
        self.slot(node)?.status
    }
}

#[cfg(feature = "alloc")]
impl LastStatus<alloc::vec::Vec<Slot>> {
    /// For a tree with this outline, on the heap.
    pub fn for_outline(outline: &crate::observe::Outline) -> Self {
        Self::new(alloc::vec![Slot::default(); outline.len() as usize])
    }
}

impl<S: AsRef<[Slot]> + AsMut<[Slot]>> Observer for LastStatus<S> {
    fn tick_began(&mut self) {
        self.tick += 1;
    }

    fn ticked(&mut self, node: u32, status: Status) {
        if let Some(slot) = self.slots.as_mut().get_mut(node as usize) {
            *slot = Slot { status: Some(status), tick: self.tick };
        }
    }
}

impl<S: AsRef<[Slot]> + AsMut<[Slot]>> Statuses for LastStatus<S> {
    fn status(&self, node: u32) -> Option<Status> {
        self.get(node)
    }
}
