//! The children of a `switch` without a subject.

use super::parse::Parser;
use super::{Kind, Node};
use crate::catalogue::SWITCH_CASES;

impl Parser<'_> {
    /// `condition => child`s as a list in which conditions and children take turns, with one
    /// child more at the end for `_ => child`.
    pub(super) fn cases(&mut self, arms: Vec<Node>) -> Vec<Node> {
        let usage = format!("write `{}`", SWITCH_CASES.usage);
        let (last, mut cases) = (arms.len().saturating_sub(1), Vec::new());
        for (index, arm) in arms.into_iter().enumerate() {
            let (condition, mut child) = match arm.kind {
                Kind::Arm(condition, child) => (*condition, *child),
                Kind::Broken(_) => {
                    cases.push(arm);
                    continue;
                }
                _ => {
                    self.problems.at(arm.span, "a child of `switch` needs a condition before it", &usage);
                    cases.push(arm);
                    continue;
                }
            };
            // What stands before an arm says something of its child.
            child.label = child.label.or(arm.label);
            if child.note.is_empty() {
                child.note = arm.note;
            }
            let is_default = matches!(&condition.kind, Kind::Function(call) if call.name == "_");
            match is_default {
                true if index < last => self.problems.at(
                    condition.span,
                    "`_` always holds, so the children after it are never reached",
                    "move it to the end",
                ),
                true if index == 0 => self.problems.at(
                    condition.span,
                    "there is no condition before this `_`",
                    format!("{usage}, or only the child"),
                ),
                true => {}
                false => cases.push(condition),
            }
            cases.push(child);
        }
        cases
    }
}
