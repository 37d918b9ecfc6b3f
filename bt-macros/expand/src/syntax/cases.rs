//! The children of a `switch` without a subject.

use super::cursor::{Cursor, stream};
use super::parse::Parser;
use super::{Kind, Node};
use crate::catalogue::SWITCH_CASES;

impl Parser<'_> {
    /// `_ => child`, if it stands here, as a child with `_` before it.
    pub(super) fn default_case(&mut self, cursor: &mut Cursor, depth: usize) -> Option<Node> {
        let (mut ahead, before) = (cursor.clone(), self.problems.count());
        let (note, label) = (self.note(&mut ahead), self.label(&mut ahead));
        if !ahead.is_word("_") || !ahead.is_pair_at(1, '=', '>') {
            self.problems.truncate(before);
            return None;
        }
        let head = stream(&ahead.rest()[..1]);
        ahead.skip(3);
        *cursor = ahead;
        let node = self.node(cursor, depth);
        let note = if node.note.is_empty() { note } else { node.note };
        Some(Node { head: Some(head), label: node.label.or(label), note, ..node })
    }

    /// `condition => child`s as a list in which conditions and children take turns, with one
    /// child more at the end for `_ => child`.
    pub(super) fn cases(&mut self, arms: Vec<Node>) -> Vec<Node> {
        let usage = format!("write `{}`", SWITCH_CASES.usage);
        let (last, mut cases) = (arms.len().saturating_sub(1), Vec::new());
        for (index, arm) in arms.into_iter().enumerate() {
            if let Some(head) = &arm.head {
                let span = head.clone().into_iter().next().map_or(arm.span, |token| token.span());
                match index < last {
                    true => self.problems.at(
                        span,
                        "`_` always holds, so the children after it are never reached",
                        "move it to the end",
                    ),
                    false if index == 0 => self.problems.at(
                        span,
                        "there is no condition before this `_`",
                        format!("{usage}, or only the child"),
                    ),
                    false => {}
                }
                cases.push(Node { head: None, ..arm });
                continue;
            }
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
            cases.push(condition);
            cases.push(child);
        }
        cases
    }
}
