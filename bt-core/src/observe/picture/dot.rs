use core::fmt;

use super::{Escaped, Picture};
use crate::observe::Statuses;

/// A Graphviz graph: see [`Picture::dot`].
#[derive(Debug)]
pub struct Dot<'a, S: ?Sized>(pub(super) Picture<'a, S>);

fn quoted(character: char) -> Option<&'static str> {
    match character {
        '"' => Some("\\\""),
        '\\' => Some("\\\\"),
        '\n' => Some("\\n"),
        _ => None,
    }
}

impl<S: Statuses + ?Sized> fmt::Display for Dot<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("digraph tree {\n  rankdir=LR;\n  node [shape=box, style=\"rounded\", fontname=\"sans-serif\"];\n")?;
        self.0.each(|entry, parent| {
            write!(f, "  n{} [label=\"", entry.id)?;
            self.0.label(entry, "\n", &mut Escaped { to: f, replace: quoted })?;
            f.write_str("\"")?;
            if let Some((_, color)) = self.0.color(entry) {
                write!(f, ", style=\"rounded,filled\", fillcolor=\"{color}\", fontcolor=\"white\"")?;
            }
            f.write_str("];\n")?;
            if let Some(parent) = parent {
                writeln!(f, "  n{parent} -> n{};", entry.id)?;
            }
            self.0.passages(entry, |from, to, passage| {
                write!(f, "  n{} -> n{} [style=dashed, constraint=false, label=\"", from.id, to.id)?;
                fmt::Write::write_str(&mut Escaped { to: f, replace: quoted }, passage.edge.trigger)?;
                f.write_str("\"];\n")
            })
        })?;
        f.write_str("}\n")
    }
}
