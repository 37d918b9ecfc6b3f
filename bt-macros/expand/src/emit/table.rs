//! The table of a tree's nodes, as it goes into the program.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use crate::syntax::{Kind, Node};

/// Longer texts are cut.
const LONGEST: usize = 60;

/// The row of one node.
pub fn row(krate: &TokenStream, node: &Node) -> TokenStream {
    let (kind, text) = (kind(node), text(node));
    let label = optional(node.label.as_ref().map(|label| label.text.clone()));
    let note = optional((!node.note.is_empty()).then(|| node.note.join("\n")));
    let start = node.span.start();
    let (line, column) = (start.line as u32, start.column as u32 + 1);
    let span = Span::mixed_site();
    quote_spanned! {span=>
        #krate::private::Row {
            kind: #kind,
            text: #text,
            label: #label,
            note: #note,
            location: #krate::private::Location { file: ::core::file!(), line: #line, column: #column },
        }
    }
}

fn optional(text: Option<String>) -> TokenStream {
    let span = Span::mixed_site();
    match text {
        Some(text) => quote_spanned!(span=> ::core::option::Option::Some(#text)),
        None => quote_spanned!(span=> ::core::option::Option::None),
    }
}

fn kind(node: &Node) -> String {
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
    cut(&text)
}

/// In one line, and not too long.
pub fn cut(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let text = lines.join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn last_name(path: &TokenStream) -> String {
    path.to_string().rsplit("::").next().unwrap_or_default().trim().to_owned()
}
