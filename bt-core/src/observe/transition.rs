use crate::status::Status;

/// Where a transition leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// To a state, which starts from its beginning.
    To(u8),
    /// To a state whose machine goes on where it was left.
    Resume(u8),
    /// To a state; the current one is remembered.
    Push(u8),
    /// To the state that was remembered last, as [`Resume`](Target::Resume) does.
    Back,
    /// Nowhere.
    Stay,
    /// The machine ends, with success or failure.
    End(Status),
}

/// A transition, as an outline shows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    /// The state it leads out of; `None` for all of them.
    pub from: Option<u8>,
    /// What takes it, as written, such as `after(3s)`.
    pub trigger: &'static str,
    /// Where it leads.
    pub target: Target,
}

/// A transition that a machine has taken, as an observer hears of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Transition {
    /// Its place among the machine's [edges](crate::observe::Entry::edges).
    pub edge: u16,
    /// The state that was current.
    pub from: u8,
    /// The state that is current now; `None` if the machine has ended.
    pub to: Option<u8>,
}
