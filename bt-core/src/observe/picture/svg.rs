use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::{Escaped, Picture, xml};
use crate::observe::{Entry, Statuses};

/// A self-contained SVG: see [`Picture::svg`].
///
/// The tree lies on its side: depth goes to the right, each leaf has a line of its own.
///
/// ```
/// use bt_core::observe::Outline;
/// use bt_core::prelude::*;
///
/// let tree = bt! { |_b: &mut ()| selector < failure, running > };
/// let svg = Outline::of_value(&tree).with(&()).svg().to_string();
/// assert!(svg.starts_with("<svg") && svg.contains(">selector</text>"));
/// ```
#[derive(Debug)]
pub struct Svg<'a, S: ?Sized>(pub(super) Picture<'a, S>);

const STYLE: &str = "<style>\
.bt rect{fill:#f6f8fa;stroke:#8c959f}.bt text{fill:#24292f;font:12px ui-monospace,monospace}\
.bt path{fill:none;stroke:#8c959f}.bt tspan{opacity:.7}\
.bt .success rect{fill:#dafbe1;stroke:#1a7f37}.bt .failure rect{fill:#ffebe9;stroke:#cf222e}\
.bt .running rect{fill:#fff8c5;stroke:#9a6700;stroke-width:2}\
@media(prefers-color-scheme:dark){.bt rect{fill:#161b22;stroke:#6e7681}.bt text{fill:#e6edf3}\
.bt .success rect{fill:#12341d}.bt .failure rect{fill:#3c1618}.bt .running rect{fill:#372a06}}\
</style>";

/// All in pixels.
const ROW: f32 = 30.0;
const HEIGHT: f32 = 22.0;
const GAP: f32 = 28.0;
const LETTER: f32 = 7.3;
const PADDING: f32 = 8.0;
const MARGIN: f32 = 10.0;

/// A node with its place.
struct Drawn {
    entry: Entry,
    parent: Option<usize>,
    text: String,
    remark: String,
    x: f32,
    y: f32,
    width: f32,
}

impl<S: Statuses + ?Sized> Picture<'_, S> {
    /// Lays the tree out: columns as wide as their widest node, a row for each leaf,
    /// and parents in the middle of their children.
    fn boxes(&self) -> Vec<Drawn> {
        let mut boxes: Vec<Drawn> = Vec::new();
        let mut columns: Vec<f32> = Vec::new();
        let drawn = self.each(|entry, parent| {
            let text = entry.to_string();
            let mut remark = String::new();
            if self.statuses.has_remarks() {
                self.statuses.remark(entry.id, &mut remark)?;
            }
            let letters =
                text.chars().count() + if remark.is_empty() { 0 } else { remark.chars().count() + 2 };
            let width = letters as f32 * LETTER + 2.0 * PADDING;
            let column = entry.depth as usize;
            columns.resize(columns.len().max(column + 1), 0.0);
            columns[column] = columns[column].max(width);
            let parent = parent.map(|parent| parent as usize);
            boxes.push(Drawn { entry: *entry, parent, text, remark, x: 0.0, y: 0.0, width });
            Ok(())
        });
        debug_assert!(drawn.is_ok(), "strings take everything");
        let mut left = MARGIN;
        for column in &mut columns {
            let width = *column;
            *column = left;
            left += width + GAP;
        }
        let mut row = 0.0;
        let is_leaf: Vec<bool> = (0..boxes.len())
            .map(|index| boxes.get(index + 1).is_none_or(|next| next.entry.depth <= boxes[index].entry.depth))
            .collect();
        for (node, is_leaf) in boxes.iter_mut().zip(is_leaf) {
            node.x = columns[node.entry.depth as usize];
            if is_leaf {
                node.y = MARGIN + row * ROW;
                row += 1.0;
            }
        }
        // Children come after their parents: from the last on, all are placed already.
        let mut spans: Vec<Option<(f32, f32)>> = (0..boxes.len()).map(|_| None).collect();
        for index in (0..boxes.len()).rev() {
            if let Some((first, last)) = spans[index] {
                boxes[index].y = (first + last) / 2.0;
            }
            if let Some(parent) = boxes[index].parent {
                let y = boxes[index].y;
                let last = spans[parent].map_or(y, |(_, last)| last);
                spans[parent] = Some((y, last));
            }
        }
        boxes
    }
}

impl<S: Statuses + ?Sized> fmt::Display for Svg<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boxes = self.0.boxes();
        let width = boxes.iter().map(|node| node.x + node.width).fold(0.0, f32::max) + MARGIN;
        let height = boxes.iter().map(|node| node.y + HEIGHT).fold(0.0, f32::max) + MARGIN;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"bt\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\">{STYLE}"
        )?;
        for node in &boxes {
            if let Some(parent) = node.parent.map(|parent| &boxes[parent]) {
                let (x1, y1) = (parent.x + parent.width, parent.y + HEIGHT / 2.0);
                let (x2, y2) = (node.x, node.y + HEIGHT / 2.0);
                let bend = x2 - GAP / 2.0;
                writeln!(f, "<path d=\"M{x1:.1} {y1:.1}H{bend:.1}V{y2:.1}H{x2:.1}\"/>")?;
            }
        }
        for node in &boxes {
            let class = self.0.color(&node.entry).map_or("idle", |(class, _)| class);
            write!(f, "<g class=\"{class}\">")?;
            if let Some(note) = node.entry.note {
                f.write_str("<title>")?;
                fmt::Write::write_str(&mut Escaped { to: f, replace: xml }, note)?;
                f.write_str("</title>")?;
            }
            write!(
                f,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{HEIGHT}\" rx=\"5\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\">",
                node.x,
                node.y,
                node.width,
                node.x + PADDING,
                node.y + 15.0
            )?;
            let mut escaped = Escaped { to: f, replace: xml };
            fmt::Write::write_str(&mut escaped, &node.text)?;
            if !node.remark.is_empty() {
                f.write_str("<tspan>  ")?;
                fmt::Write::write_str(&mut Escaped { to: f, replace: xml }, &node.remark)?;
                f.write_str("</tspan>")?;
            }
            f.write_str("</text></g>\n")?;
        }
        f.write_str("</svg>\n")
    }
}
