//! The table of a tree's nodes, as it goes into the program.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use crate::syntax::{Kind, Node};

/// Longer texts are cut.
const LONGEST: usize = 60;

/// The table of the nodes of a tree, in preorder.
#[derive(Debug, Default)]
pub struct Table {
    text: String,
}

impl Table {
    /// The next node: its kind, text, head, label, note, line and column.
    pub fn push(&mut self, node: &Node) {
        let label = node.label.as_ref().map_or("", |label| &label.text);
        let start = node.span.start();
        let (line, column) = (start.line.to_string(), (start.column + 1).to_string());
        let (head, note) = (head(node).unwrap_or_default(), node.note.join("\n"));
        for field in [&kind(node), &text(node), &head, label, &note, &line, &column] {
            // What separates fields stands in no field.
            self.text.extend(field.chars().filter(|&letter| letter != SEPARATOR));
            self.text.push(SEPARATOR);
        }
    }

    /// How far the table is.
    pub fn mark(&self) -> usize {
        self.text.len()
    }

    /// Leaves out what came after a mark.
    pub fn forget(&mut self, mark: usize) {
        self.text.truncate(mark);
    }

    /// As it goes into the program: one text, which is read when somebody asks for it.
    pub fn tokens(&self, krate: &TokenStream) -> TokenStream {
        let (text, span) = (&self.text, Span::mixed_site());
        quote_spanned!(span=> #krate::private::Rows { file: ::core::file!(), text: #text })
    }
}

/// Stands behind each field.
const SEPARATOR: char = '\x1f';

/// The keyword, or what kind of leaf it is.
pub fn kind(node: &Node) -> String {
    match &node.kind {
        Kind::Keyword { keyword, .. } => keyword.name.to_owned(),
        Kind::States(_) => "states".to_owned(),
        Kind::Not(_) => "inverter".to_owned(),
        Kind::Arm(..) => "guard".to_owned(),
        Kind::Function(_) => "function".to_owned(),
        Kind::Block(_) => "block".to_owned(),
        Kind::Splice { .. } => "action".to_owned(),
        Kind::Custom { path, .. } => last_name(path),
        Kind::Broken(_) => "broken".to_owned(),
    }
}

/// The node as written, without its children.
pub fn text(node: &Node) -> String {
    let text = match &node.kind {
        Kind::Keyword { name, written, .. } => {
            let arguments = written.as_ref().map_or(String::new(), ToString::to_string);
            format!("{name}{arguments}")
        }
        Kind::Function(call) => {
            let path = call.path.to_string().replace(' ', "");
            let arguments: Vec<String> = call.written.iter().map(ToString::to_string).collect();
            format!("{path}{}", arguments.concat())
        }
        Kind::Block(block) => block.to_string(),
        Kind::Splice { value, .. } => format!("@{value}"),
        Kind::Custom { path, arguments, .. } if arguments.is_empty() => format!("@{path}"),
        Kind::Custom { path, arguments, .. } => format!("@{path}({arguments})"),
        Kind::States(_) | Kind::Not(_) | Kind::Arm(..) | Kind::Broken(_) => kind(node),
    };
    shortened(&text)
}

/// What stands before the node, in front of `=>`.
pub fn head(node: &Node) -> Option<String> {
    node.head.as_ref().map(|head| shortened(&head.to_string()))
}

/// On one line, and not too long.
pub fn shortened(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    // The compiler may write paths with spaces.
    let text = lines.join(" ").replace(" :: ", "::");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn last_name(path: &TokenStream) -> String {
    path.to_string().rsplit("::").next().unwrap_or_default().trim().to_owned()
}
