//! Indented text.

use core::fmt::{self, Write};

use super::Picture;
use crate::observe::{Entry, Statuses};
use crate::status::Status;

impl<S: Statuses + ?Sized> Picture<'_, S> {
    /// Whether the node has a younger sibling: a later node of the same depth
    /// before one that is less deep.
    fn goes_on(&self, id: u32, depth: u32) -> bool {
        let mut answer = None;
        self.outline.for_each(|entry| {
            if answer.is_none() && entry.id > id && entry.depth <= depth {
                answer = Some(entry.depth == depth);
            }
        });
        answer.unwrap_or(false)
    }

    fn node(&self, f: &mut fmt::Formatter<'_>, entry: &Entry) -> fmt::Result {
        let status = self.statuses.status(entry.id);
        if self.colored {
            f.write_str(match status {
                Some(Status::Success) => "\x1b[32m",
                Some(Status::Failure) => "\x1b[31m",
                Some(Status::Running) => "\x1b[33m",
                None => "\x1b[90m",
            })?;
        }
        write!(f, "{entry}")?;
        if self.colored {
            f.write_str("\x1b[0m")?;
        }
        if self.statuses.is_known() && (!self.colored || self.statuses.has_remarks()) {
            f.write_char(' ')?;
            self.statuses.remark(entry.id, f)?;
        }
        f.write_char('\n')
    }
}

impl<S: Statuses + ?Sized> fmt::Display for Picture<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Whether the ancestors at each depth have younger siblings: a bit each,
        // and no line is drawn for what is deeper than that.
        let mut lines = 0_u128;
        let mut result = Ok(());
        self.outline.for_each(|entry| {
            if result.is_ok() {
                result = self.line(f, &entry, &mut lines);
            }
        });
        result
    }
}

impl<S: Statuses + ?Sized> Picture<'_, S> {
    fn line(&self, f: &mut fmt::Formatter<'_>, entry: &Entry, lines: &mut u128) -> fmt::Result {
        let bit = |depth: u32| 1_u128.checked_shl(depth).unwrap_or(0);
        for depth in 1..entry.depth {
            f.write_str(if *lines & bit(depth) != 0 { "│  " } else { "   " })?;
        }
        let goes_on = self.goes_on(entry.id, entry.depth);
        *lines = if goes_on { *lines | bit(entry.depth) } else { *lines & !bit(entry.depth) };
        if entry.depth > 0 {
            f.write_str(if goes_on { "├─ " } else { "└─ " })?;
        }
        self.node(f, entry)?;
        // A machine's transitions stand above its states.
        let edges = 0..entry.edges.len() as u16;
        for passage in edges.filter_map(|edge| self.outline.transition(entry.id, edge)) {
            for depth in 1..=entry.depth {
                f.write_str(if *lines & bit(depth) != 0 { "│  " } else { "   " })?;
            }
            writeln!(f, "│  {passage}")?;
        }
        Ok(())
    }
}
