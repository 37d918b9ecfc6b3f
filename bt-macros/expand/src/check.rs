//! Rules on a tree as written. What depends on types is left to the compiler.

mod states;

use std::collections::BTreeMap;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};

use crate::problem::Problems;
use crate::source::text;
use crate::syntax::{Argument, Kind, Node, Pattern, Tree};

/// Checks a tree.
pub fn check(tree: &mut Tree, problems: &mut Problems) {
    if let Some(item) = &tree.item {
        let name = item.name.to_string();
        tree.root.for_each_mut(&mut |node| check_splice(&name, node, problems));
        for attribute in item.attributes().iter().filter(|attribute| !attribute.is_picture) {
            problems.at(
                attribute.name.span(),
                "the struct of a tree takes no such attribute",
                "write `#[bt(picture)]` for a picture of the tree in its documentation",
            );
        }
    }
    tree.root.for_each_mut(&mut |node| states::check(node, problems));
    states::keep_places(&mut tree.root, false);
    let mut labels = BTreeMap::new();
    tree.root.for_each(&mut |node| {
        if let Some(label) = &node.label
            && let Some(line) = labels.insert(label.text.clone(), label.span.start().line)
        {
            problems.at(
                label.span,
                format!("two nodes of this tree are called `{}`", label.text),
                format!("the other is in line {line}; give one of them another label"),
            );
        }
        if let Some(header) = &tree.header {
            check_guards(&header.name, node, problems);
        }
        if let (Kind::Block(_), None) = (&node.kind, &tree.header) {
            problems.at(
                node.span,
                "an inline block has no name for the blackboard",
                "begin with a header, `|name: &mut Blackboard|`, and use its name in the block",
            );
        }
    });
}

/// A tree in item form names the types of what it splices in, and none of them
/// is its own.
fn check_splice(name: &str, node: &mut Node, problems: &mut Problems) {
    let Kind::Splice { type_name, value, .. } = &node.kind else { return };
    let tokens: Vec<TokenTree> = value.clone().into_iter().collect();
    match type_name {
        Some(type_name) if !is_own_name(type_name, name) => return,
        Some(_) => problems.over(
            &tokens,
            format!("`{name}` contains itself, so it would never end"),
            "to do something again, use `repeater < .. >`",
        ),
        None => problems.over(
            &tokens,
            "the type of this value can't be read from its tokens, and a tree in item form has to name it",
            format!("write `@({} as Type)`", text(&tokens)),
        ),
    }
    node.kind = Kind::Broken(Vec::new());
}

/// While an event is looked for, the blackboard is lent out.
fn check_guards(blackboard: &Ident, node: &Node, problems: &mut Problems) {
    let Kind::Keyword { arguments, .. } = &node.kind else { return };
    for argument in arguments.iter().flatten() {
        let Argument::Pattern(Pattern { guard: Some(guard), .. }) = argument else { continue };
        if let Some(span) = find(guard.clone(), blackboard) {
            problems.at(
                span,
                "the condition of a pattern can't read the blackboard, which is lent out by then",
                "check it before: `{ .. } => received(..)`, or in the block behind `=>`",
            );
        }
    }
}

/// Where a name stands among the tokens.
fn find(tokens: TokenStream, name: &Ident) -> Option<Span> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) if ident == *name => Some(ident.span()),
        TokenTree::Group(group) => find(group.stream(), name),
        _ => None,
    })
}

fn is_own_name(type_name: &TokenStream, name: &str) -> bool {
    let text = type_name.to_string().replace(' ', "");
    let text = text.trim_start_matches("self::");
    text == name || text == "Self" || text.strip_prefix(name).is_some_and(|rest| rest.starts_with(['<', ':']))
}
