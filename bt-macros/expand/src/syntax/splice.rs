//! What stands behind `@`.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

use super::cursor::{Cursor, is_punct, is_word, stream};
use super::parse::Parser;
use super::{Kind, invisible};
use crate::catalogue::keyword;
use crate::source::{inside, text};

impl Parser<'_> {
    /// `"@" value` or `"@" type-path [ "(" args ")" ] "<" list ">"`
    pub(super) fn splice(&mut self, cursor: &mut Cursor, depth: usize) -> Kind {
        let at = cursor.span();
        cursor.skip(1);
        let mark = cursor.mark();
        if let Some(group) = cursor.eat_group(Delimiter::Parenthesis) {
            return match self.goes_on(cursor, mark) {
                true => Kind::Broken(Vec::new()),
                false => match parenthesized(&group) {
                    Kind::Splice { value, .. } if value.is_empty() => {
                        self.problems.over(
                            &[group.into()],
                            "nothing is spliced in here",
                            "write `@(expression)`",
                        );
                        Kind::Broken(Vec::new())
                    }
                    kind => kind,
                },
            };
        }
        // `@$value`
        if let Some(group) = cursor.group(Delimiter::None).cloned() {
            let mut inside = Cursor::inside(&group);
            let is_value = inside.path().is_some()
                && (inside.eat_group(Delimiter::Parenthesis).is_some()
                    || inside.eat_group(Delimiter::Brace).is_some()
                    || inside.is_over());
            if !is_value || !inside.is_over() {
                cursor.skip(1);
                return parenthesized(&group);
            }
            cursor.open();
        }
        if cursor.path().is_none() {
            return self.no_splice(cursor, at, mark, depth);
        }
        let path = cursor.since(mark).to_vec();
        let call = cursor.eat_group(Delimiter::Parenthesis);
        if let [TokenTree::Ident(word)] = &path[..]
            && keyword(&word.to_string()).is_some()
        {
            self.problems.at(
                at,
                format!("`{word}` is a node of the language, and needs no `@`"),
                format!("write `{word}`; a function of that name is spliced in as `@self::{word}(..)`"),
            );
            let is_list = cursor.is_punct('<');
            return Kind::Broken(if is_list { self.children(cursor, depth, None) } else { Vec::new() });
        }
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
            let arguments = call.map_or(TokenStream::new(), |group| invisible::parenthesized(group.stream()));
            return Kind::Custom { path: stream(&path), arguments, children };
        }
        let type_name = type_of_path(&path, call.is_some());
        let mut value = stream(&path);
        match call {
            Some(group) => value.extend([TokenTree::from(invisible::group(&group))]),
            None => value.extend(
                cursor.eat_group(Delimiter::Brace).map(|group| TokenTree::from(invisible::group(&group))),
            ),
        }
        if self.goes_on(cursor, mark) {
            return Kind::Broken(Vec::new());
        }
        Kind::Splice { value, type_name, is_cast: false }
    }

    /// Reports a value that goes on where `@` takes no more.
    fn goes_on(&mut self, cursor: &mut Cursor, mark: usize) -> bool {
        let goes_on = cursor.is_punct('.')
            || cursor.is_punct('?')
            || cursor.is_punct('!')
            || cursor.is_group_at(0, Delimiter::Bracket)
            || cursor.is_group_at(0, Delimiter::Parenthesis)
            || cursor.is_word("as");
        if goes_on {
            self.expression(cursor, mark);
        }
        goes_on
    }

    /// Reports an expression that has to be in parentheses.
    fn expression(&mut self, cursor: &mut Cursor, mark: usize) {
        while !cursor.is_over() && !cursor.is_punct(',') && !cursor.is_punct('>') && !cursor.is_pair('=', '>')
        {
            cursor.skip(1);
        }
        let tokens = cursor.since(mark).to_vec();
        let has_type = !self.is_item || tokens.iter().any(|token| is_word(token, "as"));
        let as_type = if has_type { "" } else { " as Type" };
        self.problems.over(
            &tokens,
            "an expression behind `@` stands in parentheses",
            format!("write `@({}{as_type})`", text(&tokens)),
        );
    }

    fn no_splice(&mut self, cursor: &mut Cursor, at: Span, mark: usize, depth: usize) -> Kind {
        if let Some(block) = cursor.eat_group(Delimiter::Brace) {
            let help = format!(
                "a block is a leaf without `@`, and a value stands in parentheses: `@({})`",
                inside(block.stream())
            );
            self.problems.over(&[block.into()], "a block can't be spliced in", help);
        } else if cursor.is_punct('@') {
            self.problems.at(cursor.span(), "there is one `@` too many", "leave it out");
            // The last one counts.
            while cursor.is_punct_at(1, '@') {
                cursor.skip(1);
            }
            return self.splice(cursor, depth);
        } else if cursor.mark() == mark && !cursor.is_over() && !cursor.is_punct(',') && !cursor.is_punct('>')
        {
            self.expression(cursor, mark);
        } else {
            self.problems.at(
                at,
                "nothing is spliced in here",
                "write `@Tree`, `@Tree { field: value }`, `@function(value)` or `@(expression)`",
            );
        }
        Kind::Broken(Vec::new())
    }
}

/// `(expression)` or `(expression as Type)`
fn parenthesized(group: &Group) -> Kind {
    let tokens = Cursor::inside(group).rest().to_vec();
    let tokens = match &tokens[..] {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            Cursor::inside(group).rest().to_vec()
        }
        _ => tokens,
    };
    match tokens.iter().rposition(|token| is_word(token, "as")) {
        Some(cast) => Kind::Splice {
            value: invisible::value(&tokens[..cast]),
            type_name: Some(invisible::value(&tokens[cast + 1..])),
            is_cast: true,
        },
        None => Kind::Splice { value: invisible::value(&tokens), type_name: None, is_cast: false },
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
