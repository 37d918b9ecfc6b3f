#![allow(missing_docs, reason = "hidden: not for people")]
//! What the compiler may name where a tree is wrong: in a module of its own, so that no
//! message speaks of privates.

pub use crate::check::{Before, MayFail, MaySucceed, NeverRuns, NeverRunsAfter, NeverRunsBehind, Within};
pub use crate::private::{
    Broken, Checked, ClockField, Custom, EventsField, FromBlackboard, Function, Known, Number, RandomField,
    Splice, Unchecked, answer, number, splice,
};
