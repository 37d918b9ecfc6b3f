//! `|name: &mut Blackboard|`

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

use super::cursor::{Cursor, is_too_deep, stream};
use super::parse::{Parser, is_punct, path};
use super::{Blackboard, Header};

const HEADER: &str = "a header is written `|name: &mut Blackboard|`";

impl Parser<'_> {
    /// `|name: &mut blackboard|`, if there is one.
    pub(super) fn header(&mut self, cursor: &mut Cursor) -> Option<Header> {
        if !cursor.is_punct('|') {
            return None;
        }
        let open = cursor.span();
        cursor.skip(1);
        let Some(length) = cursor.rest().iter().position(|token| is_punct(token, '|')) else {
            self.problems.at(open, "this header is never closed", HEADER);
            return None;
        };
        let tokens = cursor.rest()[..length].to_vec();
        cursor.skip(length + 1);
        let mut inside = Cursor::new(stream(&tokens), cursor.previous().map_or(open, TokenTree::span));
        let Some(name) = inside.ident().cloned() else {
            self.problems.at(inside.span(), "a header begins with a name for the blackboard", HEADER);
            return Some(Header {
                name: Ident::new("_", open),
                blackboard: Blackboard::Broken,
                outcome: None,
            });
        };
        inside.skip(1);
        if !inside.eat(':') {
            self.problems.at(
                name.span(),
                "this header doesn't say what type the blackboard has",
                format!("write `|{name}: &mut Blackboard|`"),
            );
            return Some(Header { name, blackboard: Blackboard::Broken, outcome: None });
        }
        if inside.eat('&') {
            if inside.is_punct('\'') {
                inside.skip(2);
            }
            if inside.is_word("mut") {
                inside.skip(1);
            } else {
                let rest = stream(inside.rest());
                self.problems.at(
                    inside.previous().map_or(open, TokenTree::span),
                    "a tree gets its blackboard as `&mut`",
                    format!("write `|{name}: &mut {rest}|`; leaves may still take it as `&`"),
                );
            }
        } else {
            let rest = stream(inside.rest());
            self.problems.at(
                inside.span(),
                "a tree gets its blackboard as `&mut`",
                format!("write `|{name}: &mut {rest}|`"),
            );
        }
        let blackboard = self.blackboard(&inside);
        Some(Header { name, blackboard, outcome: self.outcome(cursor) })
    }

    /// `-> outcome`, if it is there.
    fn outcome(&mut self, cursor: &mut Cursor) -> Option<TokenStream> {
        if !cursor.is_pair('-', '>') {
            return None;
        }
        let arrow = cursor.span();
        cursor.skip(2);
        let mark = cursor.mark();
        if cursor.eat_group(Delimiter::Parenthesis).is_none() {
            path(cursor);
            if cursor.is_punct('<') {
                cursor.skip_angles();
            }
        }
        let tokens = cursor.since(mark);
        if tokens.is_empty() || is_too_deep(tokens) || syn::parse2::<syn::Type>(stream(tokens)).is_err() {
            self.problems.at(
                arrow,
                "behind this stands what the tree can answer",
                "write `-> bool` for a tree that never runs on, or leave it out",
            );
            return None;
        }
        Some(stream(tokens))
    }

    fn blackboard(&mut self, cursor: &Cursor) -> Blackboard {
        if let ([TokenTree::Group(group)], Delimiter::Parenthesis) =
            (cursor.rest(), cursor.group(Delimiter::Parenthesis).map_or(Delimiter::None, Group::delimiter))
        {
            let mut inside = Cursor::inside(group);
            if inside.is_word("impl") {
                inside.skip(1);
                return Blackboard::Bounds(stream(inside.rest()));
            }
        }
        if cursor.is_word("impl") {
            return Blackboard::Bounds(stream(&cursor.rest()[1..]));
        }
        let tokens = stream(cursor.rest());
        if is_too_deep(cursor.rest()) {
            self.problems.at(
                cursor.span(),
                "this type is nested too deep",
                "give a part of it a name, with `type`",
            );
            return Blackboard::Broken;
        }
        match syn::parse2::<syn::Type>(tokens.clone()) {
            Ok(_) => Blackboard::Type(tokens),
            Err(_) if tokens.is_empty() => {
                self.problems.at(cursor.span(), "the blackboard's type is missing", HEADER);
                Blackboard::Broken
            }
            // The parser's own error may be at the end of the type, where no token is.
            Err(error) => {
                self.problems.over(cursor.rest(), format!("this is no type: {error}"), HEADER);
                Blackboard::Broken
            }
        }
    }
}
