//! `|name: &mut Blackboard|`

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};

use super::cursor::{Cursor, is_punct, is_too_deep, is_word, stream};
use super::parse::{Parser, is_type_name};
use super::{Blackboard, Header, invisible};
use crate::source::text;

const HEADER: &str = "a header is written `|name: &mut Blackboard|`";

impl Parser<'_> {
    /// `|name: &mut blackboard|`, if there is one.
    pub(super) fn header(&mut self, cursor: &mut Cursor) -> Option<Header> {
        cursor.open();
        if cursor.is_word("move") && cursor.is_punct_at(1, '|') {
            self.problems.at(cursor.span(), "a header takes no `move`", "leave it out");
            cursor.skip(1);
        }
        if let Some(header) = self.header_without_bars(cursor) {
            return Some(header);
        }
        if !cursor.is_punct('|') {
            return None;
        }
        let open = cursor.span();
        cursor.skip(1);
        let Some(length) = cursor.rest().iter().position(|token| is_punct(token, '|')) else {
            let mark = cursor.mark();
            let header = self.unclosed(cursor);
            let header_text = text(cursor.since(mark));
            let help =
                if header_text.is_empty() { HEADER.to_owned() } else { format!("write `|{header_text}|`") };
            self.problems.at(open, "this header is never closed", help);
            return header;
        };
        let tokens = cursor.rest()[..length].to_vec();
        cursor.skip(length + 1);
        let end = cursor.previous().map_or(open, TokenTree::span);
        let header = self.header_of(&tokens, end);
        Some(Header { outcome: self.outcome(cursor), ..header })
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
            cursor.path();
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

    /// What stands between the bars.
    fn header_of(&mut self, tokens: &[TokenTree], end: Span) -> Header {
        let mut inside = Cursor::new(stream(tokens), end);
        if inside.is_word("mut") {
            self.problems.at(inside.span(), "a header takes no `mut` before its name", HEADER);
            inside.skip(1);
        }
        let Some(name) = inside.ident().cloned() else {
            self.problems.at(inside.span(), "a header begins with a name for the blackboard", HEADER);
            return Header { name: unnamed(), blackboard: Blackboard::Broken, outcome: None };
        };
        inside.skip(1);
        let has_colon = inside.eat(':');
        if !has_colon {
            let help = if inside.is_punct('&') {
                format!("write `|{name}: {}|`", text(inside.rest()))
            } else if is_type_name(&name) {
                format!("write `|name: &mut {}|`", text(tokens))
            } else {
                format!("write `|{name}: &mut Blackboard|`")
            };
            self.problems.at(name.span(), "this header doesn't say what type the blackboard has", help);
            if !inside.is_punct('&') {
                return Header { name, blackboard: Blackboard::Broken, outcome: None };
            }
        }
        let name = if name == "_" { unnamed() } else { name };
        let before = inside.span();
        if inside.eat('&') {
            let ampersand = inside.previous().map_or(before, TokenTree::span);
            if inside.is_punct('\'') {
                inside.skip(2);
            }
            if inside.is_word("mut") {
                inside.skip(1);
            } else {
                let rest = text(inside.rest());
                let help = format!("write `|{name}: &mut {rest}|`; leaves may still take it as `&`");
                self.problems.at(ampersand, "a tree gets its blackboard as `&mut`", help);
            }
        } else if !inside.is_over() {
            if inside.is_word("mut") {
                inside.skip(1);
            }
            let rest = text(inside.rest());
            self.problems.at(
                before,
                "a tree gets its blackboard as `&mut`",
                format!("write `|{name}: &mut {rest}|`"),
            );
        }
        Header { name, blackboard: self.blackboard(&mut inside), outcome: None }
    }

    /// `(name: &mut Blackboard)` and `name: &mut Blackboard`
    fn header_without_bars(&mut self, cursor: &mut Cursor) -> Option<Header> {
        let is_header = |cursor: &Cursor| {
            cursor.ident().is_some() && cursor.is_punct_at(1, ':') && cursor.is_punct_at(2, '&')
        };
        let group = match cursor.peek()? {
            TokenTree::Group(group) if group.delimiter() != Delimiter::Brace => Some(group.clone()),
            _ => None,
        };
        if let Some(group) = group {
            let inside = Cursor::inside(&group);
            if !is_header(&inside) {
                return None;
            }
            cursor.skip(1);
            self.problems.over(
                &[group.clone().into()],
                "a header stands between bars",
                format!("write `|{}|`", text(inside.rest())),
            );
            return Some(self.header_of(inside.rest(), group.span_close()));
        }
        if !is_header(cursor) {
            return None;
        }
        let mark = cursor.mark();
        let header = self.unclosed(cursor);
        let tokens = cursor.since(mark).to_vec();
        self.problems.over(&tokens, "a header stands between bars", format!("write `|{}|`", text(&tokens)));
        cursor.eat('|');
        header
    }

    /// A header whose end isn't marked: it ends with its type.
    fn unclosed(&mut self, cursor: &mut Cursor) -> Option<Header> {
        let mark = cursor.mark();
        if cursor.ident().is_none() || !cursor.is_punct_at(1, ':') {
            return None;
        }
        cursor.skip(2);
        cursor.eat('&');
        if cursor.is_punct('\'') {
            cursor.skip(2);
        }
        for word in ["mut", "dyn", "impl"] {
            cursor.skip(usize::from(cursor.is_word(word)));
        }
        if cursor.path().is_some() {
            // `Ctx<'_>`, but not `Guard < ..`
            if cursor.is_punct('<') && (cursor.is_punct_at(1, '\'') || cursor.is_punct_at(2, '>')) {
                cursor.skip_angles();
            }
        } else if matches!(cursor.peek(), Some(TokenTree::Group(_))) {
            cursor.skip(1);
        }
        let tokens = cursor.since(mark).to_vec();
        Some(self.header_of(&tokens, cursor.span()))
    }

    fn blackboard(&mut self, cursor: &mut Cursor) -> Blackboard {
        if let Some(comma) = cursor.rest().iter().position(|token| is_punct(token, ','))
            && !cursor.rest()[..comma].iter().any(|token| is_punct(token, '<'))
        {
            let behind = cursor.rest()[comma + 1..].to_vec();
            match &behind[..] {
                [] => self.problems.over(&cursor.rest()[comma..], "a header takes no comma", "leave it out"),
                _ => self.problems.over(
                    &behind,
                    "a tree has one blackboard",
                    "put what it works on into one struct, and name that in the header",
                ),
            }
            return self.blackboard_of(&cursor.rest()[..comma], cursor.span());
        }
        self.blackboard_of(cursor.rest(), cursor.span())
    }

    fn blackboard_of(&mut self, tokens: &[TokenTree], end: Span) -> Blackboard {
        if is_too_deep(tokens) {
            self.problems.at(end, "this type is nested too deep", "give a part of it a name, with `type`");
            return Blackboard::Broken;
        }
        let kept = invisible::parenthesized(stream(tokens));
        if let Some(bounds) = bounds(&kept) {
            return Blackboard::Bounds(bounds);
        }
        match syn::parse2::<syn::Type>(kept.clone()) {
            Ok(_) => Blackboard::Type(kept),
            Err(_) if tokens.is_empty() => {
                self.problems.at(end, "the blackboard's type is missing", HEADER);
                Blackboard::Broken
            }
            // The parser's own error may be at the end of the type, where no token is.
            Err(error) => {
                self.problems.over(tokens, format!("this is no type: {error}"), HEADER);
                Blackboard::Broken
            }
        }
    }
}

/// The bounds of `impl A + B` and `(impl A + B)`.
fn bounds(tokens: &TokenStream) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    match &tokens[..] {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            let (first, bounds) = inside.split_first()?;
            is_word(first, "impl").then(|| stream(bounds))
        }
        [first, bounds @ ..] if is_word(first, "impl") => Some(stream(bounds)),
        _ => None,
    }
}

/// The name of a blackboard that has none, for what the macro writes.
fn unnamed() -> Ident {
    Ident::new("__bt_blackboard", Span::mixed_site())
}
