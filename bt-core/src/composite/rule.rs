use crate::children::ChildList;
use crate::flag::Flag;
use crate::status::Status;

/// What makes a composite go on to its next child: success ([`All`]) or
/// failure ([`Any`]).
pub trait Rule {
    /// A child's answer that lets the next child have its turn, and the
    /// composite's own when it was the last one's.
    const PASS: Status;
    /// Whether a composite over these children can succeed.
    type Succeeds<K: ChildList>: Flag;
    /// Whether a composite over these children can fail.
    type Fails<K: ChildList>: Flag;
    /// Whether a composite over these children can run.
    type Runs<K: ChildList>: Flag;
}

/// Sequence: all children have to succeed.
#[derive(Clone, Copy, Debug)]
pub enum All {}

/// Selector: any child has to succeed.
#[derive(Clone, Copy, Debug)]
pub enum Any {}

impl Rule for All {
    const PASS: Status = Status::Success;
    type Succeeds<K: ChildList> = K::AllSucceed;
    type Fails<K: ChildList> = K::AnyFails;
    type Runs<K: ChildList> = K::RunsInTurn;
}

impl Rule for Any {
    const PASS: Status = Status::Failure;
    type Succeeds<K: ChildList> = K::AnySucceeds;
    type Fails<K: ChildList> = K::AllFail;
    type Runs<K: ChildList> = K::AnyRuns;
}
