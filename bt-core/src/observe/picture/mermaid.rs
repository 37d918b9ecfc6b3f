use core::fmt::{self, Write};

use super::{Escaped, Picture};
use crate::observe::Statuses;

/// A flowchart: see [`Picture::mermaid`].
#[derive(Debug)]
pub struct Mermaid<'a, S: ?Sized>(pub(super) Picture<'a, S>);

/// In Mermaid, entities are written with `#`.
fn entity(character: char) -> Option<&'static str> {
    match character {
        '"' => Some("#quot;"),
        '#' => Some("#35;"),
        '<' => Some("#lt;"),
        '>' => Some("#gt;"),
        '&' => Some("#amp;"),
        '`' => Some("#96;"),
        '\n' => Some(" "),
        _ => None,
    }
}

impl<S: Statuses + ?Sized> fmt::Display for Mermaid<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("flowchart LR\n")?;
        self.0.each(|entry, parent| {
            if let Some(parent) = parent {
                writeln!(f, "  n{parent} --> n{}", entry.id)?;
            }
            write!(f, "  n{}[\"", entry.id)?;
            self.0.label(entry, ", ", &mut Escaped { to: f, replace: entity })?;
            f.write_str("\"]")?;
            if let Some((class, _)) = self.0.color(entry) {
                write!(f, ":::{class}")?;
            }
            f.write_char('\n')?;
            self.0.passages(entry, |from, to, passage| {
                write!(f, "  n{} -. \"", from.id)?;
                write!(Escaped { to: f, replace: entity }, "{}", passage.edge.trigger)?;
                writeln!(f, "\" .-> n{}", to.id)
            })
        })?;
        if self.0.statuses.is_known() {
            for (class, color) in [("success", "#1a7f37"), ("failure", "#cf222e"), ("running", "#9a6700")] {
                writeln!(f, "  classDef {class} fill:{color},color:#fff,stroke:{color}")?;
            }
        }
        Ok(())
    }
}
