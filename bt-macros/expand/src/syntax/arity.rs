//! Whether a keyword has what it takes.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};

use super::parse::Parser;
use super::{Argument, Node};
use crate::catalogue::{Children, Keyword, Kind};

impl Parser<'_> {
    /// Whether no literal threshold is above the number of children.
    pub(super) fn thresholds(
        &mut self,
        keyword: &Keyword,
        arguments: &[Option<Argument>],
        children: usize,
        written: Option<&Group>,
    ) -> bool {
        let too_high =
            keyword.parameters.iter().zip(arguments).find_map(|(parameter, argument)| match argument {
                Some(Argument::Count(count)) if matches!(parameter.kind, Kind::Threshold(_)) => {
                    (*count as usize > children).then_some(*count)
                }
                _ => None,
            });
        let Some(count) = too_high else { return true };
        let literal = written.and_then(|group| find_literal(group.stream(), count));
        let span = literal.or(written.map(Group::span)).unwrap_or_else(Span::call_site);
        self.problems.at(
            span,
            format!("there are {children} children, so {count} of them can never end"),
            format!("write a number up to {children}, or `all`"),
        );
        false
    }

    /// Whether a keyword has as many children as it takes.
    pub(super) fn arity(&mut self, keyword: &Keyword, name: &Ident, children: &[Node]) -> bool {
        // What is broken may have been several.
        let is_broken = children.iter().any(|child| matches!(child.kind, super::Kind::Broken(_)));
        match (keyword.children, children) {
            (Children::Places(places, _), children) if is_broken && children.len() <= places.len() => true,
            (Children::One | Children::Focused, []) => {
                self.problems.at(
                    name.span(),
                    format!("`{name}` needs a child"),
                    format!("write `{}`", keyword.usage),
                );
                false
            }
            (Children::Some, []) => {
                self.problems.at(
                    name.span(),
                    format!("`{name}` needs at least one child"),
                    format!("write `{}`", keyword.usage),
                );
                false
            }
            (Children::Places(places, least), children) if children.len() < least => {
                let number = if places.len() > least {
                    format!("at least {least} children")
                } else {
                    format!("{least} children")
                };
                self.problems.at(
                    name.span(),
                    format!("`{name}` needs {number}"),
                    format!("write `{}`", keyword.usage),
                );
                false
            }
            (Children::Places(places, _), children) if children.len() > places.len() => {
                self.problems.at(
                    children[places.len()].span,
                    format!("`{name}` takes {} children, and this is one more", places.len()),
                    format!("write `{}`", keyword.usage),
                );
                false
            }
            (Children::One | Children::Focused, [_, second, ..]) => {
                self.problems.at(
                    second.span,
                    format!("`{name}` takes one child, and this is one more"),
                    "put the children into a `sequence` or `selector`",
                );
                false
            }
            _ => true,
        }
    }
}

/// Where a whole number stands among the tokens.
fn find_literal(tokens: TokenStream, number: u32) -> Option<Span> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Literal(literal) if literal.to_string() == number.to_string() => Some(literal.span()),
        _ => None,
    })
}
