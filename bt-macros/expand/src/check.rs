//! Rules on a tree as written. What depends on types is left to the compiler.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;

use crate::problem::Problems;
use crate::syntax::{Kind, Node, Tree};

/// Checks a tree.
pub fn check(tree: &Tree, problems: &mut Problems) {
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
        if let Kind::Splice { type_name, value, .. } = &node.kind {
            check_splice(tree, node, type_name.as_ref(), value, problems);
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

fn check_splice(tree: &Tree, node: &Node, type_name: Option<&TokenStream>, value: &TokenStream, problems: &mut Problems) {
    let Some(item) = &tree.item else { return };
    match type_name {
        None => problems.at(
            node.value_span(),
            "the type of this value can't be read from its tokens, and a tree in item form has to name it",
            format!("write `@({value} as Type)`"),
        ),
        Some(type_name) if is_own_name(type_name, item.name.to_string().as_str()) => problems.at(
            node.value_span(),
            format!("`{}` contains itself, so it would never end", item.name),
            "to do something again, use `repeater < .. >`",
        ),
        Some(_) => {}
    }
}

fn is_own_name(type_name: &TokenStream, name: &str) -> bool {
    let text = type_name.to_string().replace(' ', "");
    let text = text.trim_start_matches("self::");
    text == name || text == "Self" || text.strip_prefix(name).is_some_and(|rest| rest.starts_with(['<', ':']))
}
