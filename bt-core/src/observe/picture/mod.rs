//! Pictures of a tree, with or without statuses: one file a format.

use core::fmt::{self, Write};

use crate::observe::{Entry, Outline, Passage, Statuses};
use crate::status::Status;

mod dot;
#[cfg(feature = "alloc")]
mod groot;
mod mermaid;
#[cfg(feature = "alloc")]
mod svg;
mod text;

pub use dot::Dot;
#[cfg(feature = "alloc")]
pub use groot::Groot;
pub use mermaid::Mermaid;
#[cfg(feature = "alloc")]
pub use svg::Svg;

/// A tree as a picture, with or without statuses: see [`Outline::with`].
///
/// `Display` draws it as indented text; its methods give other formats, to be written
/// with `Display` as well.
///
/// ```
/// use bt_core::observe::Outline;
/// use bt_core::prelude::*;
///
/// let tree = bt! { |_b: &mut ()| selector < failure, running > };
/// let outline = Outline::of_value(&tree);
/// let picture = outline.with(&());
/// assert_eq!(picture.to_string(), "selector\n├─ failure\n└─ running\n");
/// assert!(picture.dot().to_string().starts_with("digraph"));
/// ```
#[derive(Debug)]
pub struct Picture<'a, S: ?Sized> {
    outline: &'a Outline,
    statuses: &'a S,
    colored: bool,
}

impl Outline {
    /// The tree as text with a status behind every node.
    ///
    /// ```
    /// use bt_core::observe::{LastStatus, Outline};
    /// use bt_core::prelude::*;
    ///
    /// let tree = bt! { |_b: &mut ()| selector < failure, { true }, running > };
    /// let mut last = LastStatus::<[_; 4]>::default();
    /// Agent::of(&tree).tick_observed(&tree, &mut (), &mut last);
    /// assert_eq!(Outline::of_value(&tree).with(&last).to_string(), "\
    /// selector success
    /// ├─ failure failure
    /// ├─ { true } success
    /// └─ running -
    /// ");
    /// ```
    pub fn with<'a, S: Statuses + ?Sized>(&'a self, statuses: &'a S) -> Picture<'a, S> {
        Picture::new(self, statuses)
    }
}

/// The tree as indented text.
impl fmt::Display for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Picture::new(self, &()).fmt(f)
    }
}

impl<S: ?Sized> Clone for Picture<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: ?Sized> Copy for Picture<'_, S> {}

impl<'a, S: Statuses + ?Sized> Picture<'a, S> {
    fn new(outline: &'a Outline, statuses: &'a S) -> Self {
        Picture { outline, statuses, colored: false }
    }

    /// Text with ANSI colours instead of words: green for success, red for failure,
    /// yellow for running, grey for not ticked.
    pub fn colored(mut self, colored: bool) -> Self {
        self.colored = colored;
        self
    }

    /// As a [Mermaid](https://mermaid.js.org) flowchart.
    ///
    /// ```
    /// use bt_core::observe::{LastStatus, Outline};
    /// use bt_core::prelude::*;
    ///
    /// let tree = bt! { |_b: &mut ()| selector < failure, running > };
    /// let mut last = LastStatus::<[_; 3]>::default();
    /// Agent::of(&tree).tick_observed(&tree, &mut (), &mut last);
    /// assert_eq!(Outline::of_value(&tree).with(&last).mermaid().to_string(), "\
    /// flowchart LR
    ///   n0[\"selector\"]:::running
    ///   n0 --> n1
    ///   n1[\"failure\"]:::failure
    ///   n0 --> n2
    ///   n2[\"running\"]:::running
    ///   classDef success fill:#1a7f37,color:#fff,stroke:#1a7f37
    ///   classDef failure fill:#cf222e,color:#fff,stroke:#cf222e
    ///   classDef running fill:#9a6700,color:#fff,stroke:#9a6700
    /// ");
    /// ```
    pub fn mermaid(self) -> Mermaid<'a, S> {
        Mermaid(self)
    }

    /// As a [Graphviz](https://graphviz.org) graph.
    pub fn dot(self) -> Dot<'a, S> {
        Dot(self)
    }

    /// As an SVG that needs nothing else, for light and for dark.
    #[cfg(feature = "alloc")]
    pub fn svg(self) -> Svg<'a, S> {
        Svg(self)
    }

    /// As XML of BehaviorTree.CPP, version 4, which Groot2 opens.
    ///
    /// Nodes that exist there get their names, the others are declared as models of
    /// their own. Statuses have no place in that format.
    #[cfg(feature = "alloc")]
    pub fn groot(self) -> Groot<'a, S> {
        Groot(self)
    }

    /// Draws node by node, each with its parent.
    fn each(&self, mut draw: impl FnMut(&Entry, Option<u32>) -> fmt::Result) -> fmt::Result {
        // The last node of each depth; nodes deeper than that are drawn at its end.
        let mut last = [0_u32; 256];
        let mut result = Ok(());
        self.outline.for_each(|entry| {
            let depth = (entry.depth as usize).min(last.len() - 1);
            last[depth] = entry.id;
            let parent = depth.checked_sub(1).map(|above| last[above]);
            if result.is_ok() {
                result = draw(&entry, parent);
            }
        });
        result
    }

    /// Draws a machine's transitions that lead from one state to another.
    fn passages(
        &self,
        machine: &Entry,
        mut draw: impl FnMut(Entry, Entry, Passage) -> fmt::Result,
    ) -> fmt::Result {
        for edge in 0..machine.edges.len() as u16 {
            let Some(passage) = self.outline.transition(machine.id, edge) else { continue };
            if let (Some(from), Some(to)) = (passage.from(), passage.to()) {
                draw(from, to, passage)?;
            }
        }
        Ok(())
    }

    /// The node's name, and what is to be said of it.
    fn label(&self, entry: &Entry, between: &str, to: &mut dyn Write) -> fmt::Result {
        write!(to, "{entry}")?;
        if self.statuses.has_remarks() {
            to.write_str(between)?;
            self.statuses.remark(entry.id, to)?;
        }
        Ok(())
    }

    /// The colour of the node, if it has one.
    fn color(&self, entry: &Entry) -> Option<(&'static str, &'static str)> {
        Some(match self.statuses.status(entry.id)? {
            Status::Success => ("success", "#1a7f37"),
            Status::Failure => ("failure", "#cf222e"),
            Status::Running => ("running", "#9a6700"),
        })
    }
}

/// Writes with some characters replaced.
struct Escaped<'w, W: ?Sized> {
    to: &'w mut W,
    replace: fn(char) -> Option<&'static str>,
}

impl<W: Write + ?Sized> Write for Escaped<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            match (self.replace)(character) {
                Some(replacement) => self.to.write_str(replacement)?,
                None => self.to.write_char(character)?,
            }
        }
        Ok(())
    }
}

#[cfg(feature = "alloc")]
fn xml(character: char) -> Option<&'static str> {
    match character {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        '\n' => Some("&#10;"),
        _ => None,
    }
}
