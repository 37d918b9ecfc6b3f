//! The tree's picture, in the documentation of its struct: `#[bt(picture)]`.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::quote_spanned;

use super::table;
use crate::syntax::{Item, Node};

/// The struct, with its picture in the place of `#[bt(picture)]`; what else is written
/// like that has been reported.
pub fn documented(item: &Item, root: &Node) -> TokenStream {
    let site = Span::mixed_site();
    let mut tokens: Vec<TokenTree> = item.tokens.clone().into_iter().collect();
    for attribute in item.attributes() {
        let text = if attribute.is_picture { format!("\n```text\n{}```", text(root)) } else { String::new() };
        let mut group = Group::new(Delimiter::Bracket, quote_spanned!(site=> doc = #text));
        group.set_span(tokens[attribute.index].span());
        tokens[attribute.index] = group.into();
    }
    tokens.into_iter().collect()
}

/// The tree as indented text, as `Outline` draws it.
fn text(root: &Node) -> String {
    let mut text = String::new();
    line(root, "", "", &mut text);
    text
}

fn line(node: &Node, before: &str, below: &str, text: &mut String) {
    text.push_str(before);
    if let Some(head) = table::head(node) {
        text.push_str(&head);
        text.push_str(" => ");
    }
    if let Some(label) = &node.label {
        text.push_str(&label.text);
        text.push_str(": ");
    }
    text.push_str(&table::text(node));
    text.push('\n');
    let children = node.below();
    for (index, child) in children.iter().enumerate() {
        let is_last = index + 1 == children.len();
        let (branch, line_on) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        line(child, &format!("{below}{branch}"), &format!("{below}{line_on}"), text);
    }
}
