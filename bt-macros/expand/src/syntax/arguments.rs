//! What stands in a keyword's or a leaf's parentheses.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;

use super::cursor::{Cursor, stream};
use super::literal::{Literal, Written, read};
use super::{Argument, Call, Hook, parse};
use crate::catalogue::{Keyword, Kind, Parameter, Passing};
use crate::problem::Problems;

/// The arguments in a group, split at its commas, but not at those of generic
/// arguments and closure parameters.
pub fn split(group: &Group) -> Vec<Vec<TokenTree>> {
    let mut cursor = Cursor::inside(group);
    let mut arguments = Vec::new();
    let mut mark = cursor.mark();
    let mut begins = true;
    while !cursor.is_over() {
        if cursor.is_punct(',') {
            arguments.push(cursor.since(mark).to_vec());
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
        arguments.push(cursor.since(mark).to_vec());
    }
    arguments
}

/// An argument of a leaf: any expression, where a duration may be written with
/// its unit.
fn leaf(tokens: &[TokenTree]) -> TokenStream {
    if let Some(Written { literal: Literal::Duration(Some(nanos)), negative: false, .. }) = read(tokens) {
        let span = tokens[0].span().resolved_at(Span::mixed_site());
        return quote_spanned!(span=> ::core::time::Duration::from_nanos(#nanos));
    }
    stream(tokens)
}

/// The arguments of a leaf.
pub fn of_leaf(written: Option<&Group>) -> Vec<TokenStream> {
    written.map_or(Vec::new(), split).iter().map(|tokens| leaf(tokens)).collect()
}

/// The arguments of a keyword, one for each of its parameters.
pub fn of_keyword(
    keyword: &'static Keyword,
    name: &Ident,
    written: Option<&Group>,
    depth: usize,
    problems: &mut Problems,
) -> Vec<Option<Argument>> {
    // A node has commas of its own.
    let nodes = written.filter(|group| !group.stream().is_empty());
    if let ([Parameter { kind: Kind::Condition, .. }], Some(group)) = (keyword.parameters, nodes) {
        let node = parse::condition(keyword, group, depth + 1, problems);
        return vec![Some(Argument::Condition(Box::new(node)))];
    }
    let mut arguments: Vec<Option<Argument>> = keyword.parameters.iter().map(|_| None).collect();
    let mut positions = keyword
        .parameters
        .iter()
        .enumerate()
        .filter(|(_, parameter)| !matches!(parameter.passing, Passing::Named(_)));
    let end = written.map_or(name.span(), Group::span_close);
    let usage = format!("write `{}`", keyword.usage);
    let mut mistaken = false;
    for tokens in written.map_or(Vec::new(), split) {
        let Some(first) = tokens.first().map(TokenTree::span) else {
            problems.at(end, "an argument is missing before this comma", &usage);
            mistaken = true;
            continue;
        };
        let reader = Reader { keyword, tokens: &tokens, end };
        if let Some((key, rest)) = key(&tokens) {
            let named = keyword.parameters.iter().position(|parameter| {
                key == parameter.name && matches!(parameter.passing, Passing::Named(_))
            });
            match named {
                Some(position) => {
                    arguments[position] = reader.named(&keyword.parameters[position], rest, problems)
                }
                None => problems.at(key.span(), format!("`{name}` has no argument called `{key}`"), &usage),
            }
            continue;
        }
        let Some((position, parameter)) = positions.next() else {
            let message = match (&tokens[..], keyword.parameters) {
                ([TokenTree::Ident(word)], known) if known.iter().any(|known| word == known.name) => {
                    format!("`{word}` needs a value")
                }
                (_, []) => format!("`{name}` takes no arguments"),
                _ => format!("`{name}` takes no further argument"),
            };
            problems.at(first, message, &usage);
            return arguments;
        };
        arguments[position] = reader.read(parameter, problems);
        mistaken |= arguments[position].is_none();
    }
    let missing = positions.find(|(_, parameter)| matches!(parameter.passing, Passing::Required));
    if let (Some((_, parameter)), false) = (missing, mistaken) {
        let article = if parameter.name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        problems.at(name.span(), format!("`{name}` needs {article} {}", parameter.name), &usage);
    }
    arguments
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

/// One argument, and whose it is.
struct Reader<'a> {
    keyword: &'static Keyword,
    tokens: &'a [TokenTree],
    end: Span,
}

impl Reader<'_> {
    fn read(&self, parameter: &Parameter, problems: &mut Problems) -> Option<Argument> {
        match parameter.kind {
            Kind::Duration => self.duration(problems),
            Kind::Count => self.count(problems),
            Kind::Function => self.function(problems),
            Kind::Number => self.number(problems),
            Kind::Subject | Kind::Part | Kind::Event => Some(Argument::Expression(stream(self.tokens))),
            Kind::Condition | Kind::Choice(_) | Kind::Threshold(_) => None,
        }
    }

    fn refuse(&self, problems: &mut Problems, message: &str, help: String) -> Option<Argument> {
        problems.over(self.tokens, message, help);
        None
    }

    fn duration(&self, problems: &mut Problems) -> Option<Argument> {
        let Some(written) = read(self.tokens) else {
            return Some(Argument::Expression(stream(self.tokens)));
        };
        let digits = &written.digits;
        match written.literal {
            Literal::Duration(_) if written.negative => self.refuse(
                problems,
                "a duration can't be negative",
                format!("write `{}`", self.keyword.usage),
            ),
            Literal::Duration(Some(nanos)) => Some(Argument::Duration(nanos)),
            Literal::Duration(None) => self.refuse(
                problems,
                "this duration is too long",
                "the longest is about 584 years".to_owned(),
            ),
            Literal::Integer(_) => {
                self.refuse(problems, "a duration needs a unit", format!("write `{digits}s` or `{digits}ms`"))
            }
            Literal::Float => self.refuse(problems, "a duration needs a unit", format!("write `{digits}s`")),
            Literal::Other => self.refuse(
                problems,
                "this is no duration",
                "write a number with a unit, such as `0.8s` or `250ms`, or an expression of type `Duration`"
                    .to_owned(),
            ),
        }
    }

    fn count(&self, problems: &mut Problems) -> Option<Argument> {
        let Some(written) = read(self.tokens) else {
            return Some(Argument::Expression(stream(self.tokens)));
        };
        let usage = format!("write `{}`", self.keyword.usage);
        match written.literal {
            Literal::Integer(Some(0)) => self.refuse(problems, "zero makes no sense here", usage),
            Literal::Integer(_) if written.negative => {
                self.refuse(problems, "a count can't be negative", usage)
            }
            Literal::Integer(Some(count)) => Some(Argument::Count(count)),
            Literal::Integer(None) => {
                self.refuse(problems, "this count is too large", format!("the largest is {}", u32::MAX))
            }
            _ => self.refuse(
                problems,
                "this is no count",
                "write a whole number, or an expression of type `u32`".to_owned(),
            ),
        }
    }

    fn function(&self, problems: &mut Problems) -> Option<Argument> {
        let mut cursor = Cursor::new(stream(self.tokens), self.end);
        if cursor.is_punct('|') || cursor.is_word("move") {
            return Some(Argument::Function(Hook::Closure(stream(self.tokens))));
        }
        let hook = match cursor.eat_group(Delimiter::Brace) {
            Some(block) => Some(Hook::Block(block)),
            None => call(&mut cursor).map(Hook::Call),
        };
        match hook {
            Some(hook) if cursor.is_over() => Some(Argument::Function(hook)),
            _ => self.refuse(
                problems,
                "this is no function",
                "write the name of a function, a closure `|name: &mut Blackboard| ..`, or a block `{ .. }`"
                    .to_owned(),
            ),
        }
    }

    /// The value of a named argument.
    fn named(&self, parameter: &Parameter, rest: &[TokenTree], problems: &mut Problems) -> Option<Argument> {
        let word = match rest {
            [TokenTree::Ident(word)] => word.to_string(),
            _ => String::new(),
        };
        let (argument, words): (_, Vec<&str>) = match parameter.kind {
            Kind::Choice(variants) => (
                variants.iter().find(|variant| word == variant.word).map(Argument::Choice),
                variants.iter().map(|variant| variant.word).collect(),
            ),
            Kind::Threshold(types) => (
                types
                    .iter()
                    .find(|(known, _)| word == *known)
                    .map(|(_, type_name)| Argument::Threshold(type_name)),
                types.iter().map(|(known, _)| *known).chain(["2"]).collect(),
            ),
            _ => (None, Vec::new()),
        };
        if argument.is_some() {
            return argument;
        }
        let value = Reader { tokens: rest, ..*self };
        match parameter.kind {
            Kind::Threshold(_) if !rest.is_empty() => value.count(problems),
            Kind::Number if !rest.is_empty() => value.number(problems),
            _ => {
                let words: Vec<String> =
                    words.iter().map(|word| format!("`{} = {word}`", parameter.name)).collect();
                let help = if words.is_empty() { self.keyword.usage.to_owned() } else { words.join(" or ") };
                let at = if rest.is_empty() { self.tokens } else { rest };
                problems.over(at, format!("`{}` can't be this", parameter.name), format!("write {help}"));
                None
            }
        }
    }

    fn number(&self, problems: &mut Problems) -> Option<Argument> {
        if let Some(written) = read(self.tokens) {
            let usage = format!("write `{}`", self.keyword.usage);
            match written.literal {
                Literal::Integer(_) | Literal::Float if written.negative => {
                    return self.refuse(problems, "a negative number makes no sense here", usage);
                }
                Literal::Integer(_) | Literal::Float => {}
                _ => return self.refuse(problems, "this is no number", usage),
            }
        }
        Some(Argument::Expression(stream(self.tokens)))
    }
}

/// `path [ "(" args ")" ]`
fn call(cursor: &mut Cursor) -> Option<Call> {
    let mark = cursor.mark();
    let name = parse::path(cursor)?;
    let path = stream(cursor.since(mark));
    let written = cursor.eat_group(Delimiter::Parenthesis);
    Some(Call { path, name, arguments: of_leaf(written.as_ref()), written })
}
