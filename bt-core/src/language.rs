#![allow(missing_docs, reason = "hidden: not for people")]
//! What the compiler may name where a tree is wrong: in a module of its own, so that no
//! message speaks of privates.

pub use crate::check::{
    Before, MayEnd, MayEndWithFailure, MayEndWithSuccess, MayFail, MaySucceed, NeverRuns, NeverRunsAfter,
    NeverRunsBehind, Within,
};
pub use crate::private::{
    Answers, Broken, Checked, ClockField, Custom, EventsField, Fact, FromBlackboard, Function, IsNode,
    IsTree, Known, Number, RandomField, Splice, Unchecked, number, splice,
};
