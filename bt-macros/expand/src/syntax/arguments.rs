//! What stands in a keyword's or a leaf's parentheses.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;

use super::cursor::{Cursor, stream};
use super::literal::{self, Literal, read};
use super::parse::Parser;
use super::reader::Reader;
use super::{Argument, Call, Node, invisible};
use crate::catalogue::{Children, Keyword, Kind, Parameter, Passing};
use crate::source::text;

/// An argument as written.
struct Written {
    tokens: Vec<TokenTree>,
    /// The comma behind it, or the closing parenthesis.
    end: Span,
}

/// The arguments in a group, split at its commas, but not at those of generic
/// arguments and closure parameters.
fn split(group: &Group) -> Vec<Written> {
    let mut cursor = Cursor::inside(group);
    let mut arguments = Vec::new();
    let mut mark = cursor.mark();
    let mut begins = true;
    while !cursor.is_over() {
        if cursor.is_punct(',') {
            arguments.push(Written { tokens: opened(cursor.since(mark)), end: cursor.span() });
            cursor.skip(1);
            mark = cursor.mark();
            begins = true;
        } else if cursor.is_pair(':', ':') && cursor.is_punct_at(2, '<') {
            cursor.skip(2);
            cursor.skip_angles();
            begins = false;
        } else if begins && cursor.is_punct('|') {
            cursor.skip(1);
            while !cursor.is_over() && !cursor.is_punct('|') {
                cursor.skip(1);
            }
            cursor.skip(1);
            begins = false;
        } else {
            begins = cursor.is_word("move");
            cursor.skip(1);
        }
    }
    if cursor.mark() > mark {
        arguments.push(Written { tokens: opened(cursor.since(mark)), end: group.span_close() });
    }
    arguments
}

/// An argument that is one invisible group, without it.
fn opened(tokens: &[TokenTree]) -> Vec<TokenTree> {
    let mut cursor = Cursor::new(stream(tokens), Span::call_site());
    if tokens.len() == 1 {
        cursor.open();
    }
    cursor.rest().to_vec()
}

/// The arguments that were written, in the order of a keyword's parameters.
type Arguments = Vec<Option<Argument>>;

impl Parser<'_> {
    /// The arguments of a leaf.
    pub(super) fn leaf_arguments(&mut self, written: Option<&Group>) -> Vec<TokenStream> {
        let Some(written) = written.filter(|written| !written.stream().is_empty()) else { return Vec::new() };
        split(written).iter().map(|argument| self.leaf_argument(argument)).collect()
    }

    /// An argument of a leaf: any expression, where a duration may be written with
    /// its unit.
    fn leaf_argument(&mut self, Written { tokens, end }: &Written) -> TokenStream {
        let Some(first) = tokens.first() else {
            self.problems.at(*end, "an argument is missing before this comma", "leave one comma out");
            return TokenStream::new();
        };
        let span = first.span().resolved_at(Span::mixed_site());
        let Some(written) = read(tokens) else { return invisible::value(tokens) };
        match (&written, written.meant()) {
            (literal::Written { literal: Literal::Duration(Some(nanos)), negative: false, .. }, _) => {
                quote_spanned!(span=> ::core::time::Duration::from_nanos(#nanos))
            }
            (_, Some(meant)) => {
                let message = format!("there is no unit `{}`", written.suffix);
                self.problems.over(tokens, message, format!("write `{meant}`"));
                quote_spanned!(span=> ::core::time::Duration::ZERO)
            }
            _ => invisible::value(tokens),
        }
    }

    /// The arguments of a keyword, one for each of its parameters.
    pub(super) fn keyword_arguments(
        &mut self,
        keyword: &'static Keyword,
        name: &Ident,
        written: Option<&Group>,
        depth: usize,
        has_children: bool,
    ) -> Arguments {
        // A node has commas of its own.
        if let ([Parameter { kind: Kind::Condition, .. }], Some(group)) = (keyword.parameters, written)
            && !group.stream().is_empty()
        {
            let node = self.condition(keyword, group, depth + 1, has_children);
            return vec![Some(Argument::Condition(Box::new(node)))];
        }
        let mut arguments: Arguments = keyword.parameters.iter().map(|_| None).collect();
        let mut positions = keyword
            .parameters
            .iter()
            .enumerate()
            .filter(|(_, parameter)| !matches!(parameter.passing, Passing::Named(_)));
        let usage = format!("write `{}`", keyword.usage);
        let mut mistaken = false;
        let written = written.map_or(Vec::new(), split);
        if self.swapped(keyword, name, &written) {
            return arguments;
        }
        for (index, Written { tokens, end }) in written.iter().enumerate() {
            let Some(first) = tokens.first().map(TokenTree::span) else {
                self.problems.at(*end, "an argument is missing before this comma", &usage);
                mistaken = true;
                continue;
            };
            let mut reader = Reader { keyword, tokens, end: *end, parser: self };
            if let Some((key, rest)) = key(tokens) {
                let named = keyword.parameters.iter().position(|parameter| {
                    key == parameter.name && matches!(parameter.passing, Passing::Named(_))
                });
                match named {
                    Some(position) => {
                        arguments[position] = reader.named(&keyword.parameters[position], rest);
                    }
                    None => {
                        let help = match &written[..] {
                            [_] if reader.has_places() => format!("write `{name}({})`", text(rest)),
                            _ => usage.clone(),
                        };
                        self.problems.at(
                            key.span(),
                            format!("`{name}` has no argument called `{key}`"),
                            help,
                        );
                    }
                }
                mistaken |= named.is_none();
                continue;
            }
            if reader.is_unnamed(index) {
                mistaken = true;
                continue;
            }
            let Some((position, parameter)) = positions.next() else {
                if let [TokenTree::Ident(word)] = &tokens[..]
                    && keyword.parameters.iter().any(|parameter| word == parameter.name)
                {
                    self.problems.at(first, format!("`{word}` needs a value"), &usage);
                    return arguments;
                }
                if !has_children && index > 0 && keyword.children != Children::None {
                    let before: Vec<String> =
                        written[..index].iter().map(|argument| text(&argument.tokens)).collect();
                    let others: Vec<String> =
                        written[index..].iter().map(|argument| text(&argument.tokens)).collect();
                    let (mut before, mut others) = (before.join(", "), others.join(", "));
                    // `retry(a, 3)`
                    if index == 1 && read(tokens).is_some() {
                        std::mem::swap(&mut before, &mut others);
                    }
                    let help = format!("write `{name}({before}) < {others} >`");
                    self.problems.over(tokens, format!("the child of `{name}` stands in `< >`"), help);
                    return arguments;
                }
                let message = match keyword.parameters {
                    [] => format!("`{name}` takes no arguments"),
                    _ => format!("`{name}` takes no further argument"),
                };
                self.problems.at(first, message, &usage);
                return arguments;
            };
            arguments[position] = reader.read(parameter);
            mistaken |= arguments[position].is_none();
        }
        // A word for a node with a count, where there is none.
        let count =
            keyword.parameters.iter().position(|parameter| matches!(parameter.passing, Passing::Optional(_)));
        let is_missing = count.is_some_and(|position| arguments[position].is_none());
        if is_missing && !mistaken && arguments.iter().any(Option::is_some) {
            self.problems.at(name.span(), format!("this `{name}` needs a count"), &usage);
        }
        let missing = positions.find(|(_, parameter)| matches!(parameter.passing, Passing::Required));
        if let (Some((_, parameter)), false) = (missing, mistaken) {
            let article = if parameter.name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            self.problems.at(name.span(), format!("`{name}` needs {article} {}", parameter.name), &usage);
        }
        arguments
    }

    /// The node that is a keyword's one argument.
    fn condition(&mut self, keyword: &Keyword, group: &Group, depth: usize, has_children: bool) -> Node {
        let mut cursor = Cursor::inside(group);
        let before = self.problems.count();
        let node = self.within(|parser| parser.node(&mut cursor, depth));
        let condition = text(cursor.since(0));
        if cursor.eat(',') && !cursor.is_over() && !has_children && self.problems.count() == before {
            let help = format!("write `{}({condition}) < {} >`", keyword.name, text(cursor.rest()));
            self.problems.over(
                cursor.rest(),
                format!("the child of `{}` stands in `< >`", keyword.name),
                help,
            );
        } else if !cursor.is_over() {
            self.problems.over(
                cursor.rest(),
                format!("`{}` takes one condition, and it ends before this", keyword.name),
                "to check several things, write `sequence < a, b >`",
            );
        }
        node
    }

    /// A function before the duration.
    fn swapped(&mut self, keyword: &Keyword, name: &Ident, written: &[Written]) -> bool {
        let (
            [first, second],
            [Parameter { kind: Kind::Duration, .. }, Parameter { kind: Kind::Function, .. }],
        ) = (written, keyword.parameters)
        else {
            return false;
        };
        let is_duration = |argument: &Written| {
            read(&argument.tokens).is_some_and(|written| matches!(written.literal, Literal::Duration(_)))
        };
        if is_duration(first) || !is_duration(second) {
            return false;
        }
        let (function, duration) = (text(&first.tokens), text(&second.tokens));
        let both: Vec<TokenTree> = first.tokens.iter().chain(&second.tokens).cloned().collect();
        self.problems.over(
            &both,
            "the duration comes before the function",
            format!("write `{name}({duration}, {function})`"),
        );
        true
    }

    /// `path [ "(" args ")" ]`
    pub(super) fn call(&mut self, cursor: &mut Cursor) -> Option<Call> {
        let mark = cursor.mark();
        let name = cursor.path()?;
        let path = stream(cursor.since(mark));
        let written = cursor.eat_group(Delimiter::Parenthesis);
        Some(Call { path, name, arguments: self.leaf_arguments(written.as_ref()), written })
    }
}

/// `key = value`
fn key(tokens: &[TokenTree]) -> Option<(&Ident, &[TokenTree])> {
    match tokens {
        [TokenTree::Ident(key), TokenTree::Punct(equals), rest @ ..]
            if equals.as_char() == '='
                && !matches!(rest.first(), Some(TokenTree::Punct(next)) if "=>".contains(next.as_char()) && equals.spacing() == proc_macro2::Spacing::Joint) =>
        {
            Some((key, rest))
        }
        _ => None,
    }
}
