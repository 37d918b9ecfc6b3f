//! What stands behind `@`.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::Kind;
use super::cursor::{Cursor, stream};
use super::parse::{Parser, is_punct, path};

impl Parser<'_> {
    /// `"@" value` or `"@" type-path [ "(" args ")" ] "<" list ">"`
    pub(super) fn splice(&mut self, cursor: &mut Cursor, depth: usize) -> Kind {
        let at = cursor.span();
        cursor.skip(1);
        if let Some(group) = cursor.eat_group(Delimiter::Parenthesis) {
            return parenthesized(&group);
        }
        let mark = cursor.mark();
        if path(cursor).is_none() {
            self.problems.at(
                at,
                "nothing is spliced in here",
                "write `@Tree`, `@Tree { field: value }`, `@function(value)` or `@(expression)`",
            );
            return Kind::Broken(Vec::new());
        }
        let path = cursor.since(mark).to_vec();
        let call = cursor.eat_group(Delimiter::Parenthesis);
        if cursor.is_punct('<') {
            let open = cursor.span();
            let children = self.children(cursor, depth, None);
            if children.is_empty() {
                self.problems.at(
                    open,
                    "a node of your own with `< >` needs a child",
                    "without children, it is written `@Value`",
                );
                return Kind::Broken(children);
            }
            let arguments = call.map_or(TokenStream::new(), |group| group.stream());
            return Kind::Custom { path: stream(&path), arguments, children };
        }
        let type_name = type_of_path(&path, call.is_some());
        let mut value = stream(&path);
        match call {
            Some(group) => value.extend([TokenTree::from(group)]),
            None => value.extend(cursor.eat_group(Delimiter::Brace).map(TokenTree::from)),
        }
        Kind::Splice { value, type_name, is_cast: false }
    }
}

/// `(expression)` or `(expression as Type)`
fn parenthesized(group: &Group) -> Kind {
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let cast = tokens.iter().rposition(|token| matches!(token, TokenTree::Ident(ident) if ident == "as"));
    match cast {
        Some(cast) => Kind::Splice {
            value: stream(&tokens[..cast]),
            type_name: Some(stream(&tokens[cast + 1..])),
            is_cast: true,
        },
        None => Kind::Splice { value: group.stream(), type_name: None, is_cast: false },
    }
}

/// The type of a value that begins with this path: the path itself, or without
/// its last name for `Type::function(..)`, `Type::CONSTANT` and `Enum::Variant`.
fn type_of_path(path: &[TokenTree], is_call: bool) -> Option<TokenStream> {
    let is_type = |token: &TokenTree| match token {
        TokenTree::Ident(ident) => ident.to_string().trim_start_matches("r#").starts_with(char::is_uppercase),
        _ => false,
    };
    let (last, before) = path.split_last()?;
    // The name before the last `::`; generic arguments belong to a type.
    let owner = before.len().checked_sub(3).map(|position| &before[position]);
    let owner_is_type = owner.is_some_and(|token| is_type(token) || is_punct(token, '>'));
    if owner_is_type && !is_punct(last, '>') {
        return Some(stream(&before[..before.len() - 2]));
    }
    let names_type = is_type(last) || (is_punct(last, '>') && !is_call);
    names_type.then(|| stream(path))
}
