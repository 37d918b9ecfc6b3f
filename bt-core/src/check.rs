//! What a node must be able to do in its place, checked by the compiler.

use crate::flag::{Anew, Maybe, No, Yes};

/// A condition: it answers at once.
#[diagnostic::on_unimplemented(
    message = "a condition can't answer running",
    label = "this may run on, so it can't decide at once",
    note = "a condition returns `bool`; to go on while something runs, put it into a `sequence`"
)]
pub trait NeverRuns {}
#[diagnostic::do_not_recommend]
impl NeverRuns for No {}

/// A cleanup: it answers at once.
#[diagnostic::on_unimplemented(
    message = "a cleanup can't answer running",
    label = "this may run on, but the body is over when it is ticked",
    note = "a cleanup is ticked once: let it return `()` or `bool`"
)]
pub trait NeverRunsAfter {}
#[diagnostic::do_not_recommend]
impl NeverRunsAfter for No {}

/// A child of a selector with others behind it.
#[diagnostic::on_unimplemented(
    message = "the children after this one are never reached",
    label = "this never fails, so the selector never goes on to the next child",
    note = "move it to the end, or let it fail"
)]
pub trait MayFail {}
#[diagnostic::do_not_recommend]
impl MayFail for Yes {}

/// A child of a sequence with others behind it.
#[diagnostic::on_unimplemented(
    message = "the children after this one are never reached",
    label = "this never succeeds, so the sequence never goes on to the next child",
    note = "move it to the end, or let it succeed"
)]
pub trait MaySucceed {}
#[diagnostic::do_not_recommend]
impl MaySucceed for Yes {}

/// A child of a reactive sequence with `Later` somewhere behind it: one that waits anew in
/// each run can only stand before what never runs.
pub trait Before<Later> {}
impl<Later> Before<Later> for No {}
impl<Later> Before<Later> for Yes {}
impl<Later: NeverRunsBehind> Before<Later> for Anew {}

/// A child of a reactive sequence behind a wait.
#[diagnostic::on_unimplemented(
    message = "what runs behind this wait is stopped as soon as it has started",
    label = "a `sequence` begins with this in every tick, and so waits again when it is over",
    note = "write `mem_sequence`, which goes on behind a wait that is over"
)]
pub trait NeverRunsBehind {}
#[diagnostic::do_not_recommend]
impl NeverRunsBehind for No {}
#[diagnostic::do_not_recommend]
impl NeverRunsBehind for Maybe {}

/// An answer of a tree whose header says, with `-> outcome`, which ones it can give at all.
#[diagnostic::on_unimplemented(
    message = "the tree can answer more than its header says",
    label = "the tree can give an answer that this outcome has not",
    note = "`-> bool`: it never runs on; `-> ()`: it always succeeds; `-> Running`: it never ends; without an outcome it may answer anything"
)]
pub trait Within<Allowed> {}
#[diagnostic::do_not_recommend]
impl<Allowed> Within<Allowed> for No {}
#[diagnostic::do_not_recommend]
impl Within<Yes> for Yes {}
#[diagnostic::do_not_recommend]
impl Within<Yes> for Anew {}

/// The body of a state that is left at its success.
#[diagnostic::on_unimplemented(
    message = "this transition is never taken",
    label = "the body of this state never succeeds",
    note = "`done` stands for success and failure, `failure` for failure alone"
)]
pub trait MayEndWithSuccess {}
impl MayEndWithSuccess for Yes {}

/// The body of a state that is left at its failure.
#[diagnostic::on_unimplemented(
    message = "this transition is never taken",
    label = "the body of this state never fails",
    note = "`done` stands for success and failure, `success` for success alone"
)]
pub trait MayEndWithFailure {}
impl MayEndWithFailure for Yes {}

/// The body of a state that is left at its end.
#[diagnostic::on_unimplemented(
    message = "this transition is never taken",
    label = "the body of this state never ends",
    note = "a body that runs on is left by a condition, `after(2s)`, or `on(event)`"
)]
pub trait MayEnd {}
impl<F> MayEnd for (Yes, F) {}
impl MayEnd for (No, Yes) {}
