//! The tree's picture, in the documentation of its struct: `#[bt(picture)]`.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::quote_spanned;

use super::table;
use crate::syntax::Node;

/// The struct, with its picture in the place of `#[bt(picture)]`.
pub fn documented(item: &TokenStream, root: &Node) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    for index in 1..tokens.len() {
        let is_attribute = matches!(&tokens[index - 1], TokenTree::Punct(punct) if punct.as_char() == '#');
        let TokenTree::Group(group) = &tokens[index] else { continue };
        if is_attribute && is_picture(group) {
            let text = format!("\n```text\n{}```", text(root));
            let site = Span::mixed_site();
            let mut attribute = Group::new(Delimiter::Bracket, quote_spanned!(site=> doc = #text));
            attribute.set_span(group.span());
            tokens[index] = attribute.into();
        }
    }
    tokens.into_iter().collect()
}

/// Whether an attribute is `[bt(picture)]`.
fn is_picture(group: &Group) -> bool {
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let is_word = |token: &TokenTree, word: &str| matches!(token, TokenTree::Ident(ident) if ident == word);
    match &tokens[..] {
        [name, TokenTree::Group(argument)] if group.delimiter() == Delimiter::Bracket => {
            let argument: Vec<TokenTree> = argument.stream().into_iter().collect();
            is_word(name, "bt") && matches!(&argument[..], [word] if is_word(word, "picture"))
        }
        _ => false,
    }
}

/// The tree as indented text, as `Outline` draws it.
fn text(root: &Node) -> String {
    let mut text = String::new();
    line(root, "", "", &mut text);
    text
}

fn line(node: &Node, before: &str, below: &str, text: &mut String) {
    text.push_str(before);
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
