//! Rust where a node stands: the likeliest slip of all. One error over the whole
//! expression says how to write it.

use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenStream, TokenTree};

use super::cursor::{Cursor, is_punct, is_word};
use super::parse::{Parser, is_type_name};
use super::{Call, Kind};
use crate::catalogue::keyword;
use crate::source::{inside, text};
use crate::suggest::suggest;

/// Words that no leaf is called by.
#[rustfmt::skip]
pub(super) const WORDS: &[&str] = &[
    "as", "async", "await", "break", "const", "continue", "dyn", "else", "enum", "extern", "false", "fn", "for",
    "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "static", "struct",
    "trait", "true", "type", "unsafe", "use", "where", "while",
];

/// Functions of types that make a value of them.
const CONSTRUCTORS: &[&str] = &["new", "default", "from", "builder"];

impl Parser<'_> {
    /// Whether Rust goes on behind what was read as a node.
    pub(super) fn is_rust(&self, cursor: &Cursor, kind: &Kind) -> bool {
        let is_logic = |sign| cursor.is_pair(sign, sign);
        let has_children = match kind {
            Kind::Keyword { children, .. } | Kind::Custom { children, .. } | Kind::Broken(children) => {
                !children.is_empty()
            }
            _ => false,
        };
        match cursor.peek() {
            Some(TokenTree::Punct(sign)) => match sign.as_char() {
                '&' | '|' if has_children => is_logic(sign.as_char()),
                _ if has_children => false,
                '.' | '?' | '+' | '*' | '/' | '%' | '^' | '&' | '|' => true,
                '-' => !cursor.is_pair('-', '>'),
                '=' => cursor.is_pair('=', '=') && !cursor.is_pair_at(1, '=', '>'),
                '!' => cursor.is_pair('!', '='),
                '<' => {
                    cursor.is_pair('<', '=')
                        || cursor.is_pair('<', '<')
                        || matches!(kind, Kind::Block(_)) && self.is_comparison(cursor)
                }
                '>' => self.compares(cursor),
                _ => false,
            },
            Some(TokenTree::Ident(word)) => word == "and" || word == "or" || (word == "as" && !has_children),
            Some(TokenTree::Group(group)) => match group.delimiter() {
                Delimiter::Bracket => !has_children,
                Delimiter::Parenthesis => matches!(kind, Kind::Function(_) | Kind::Block(_)),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether the `>` here is no end of a list: it is followed by a value, and there are
    /// more of its kind than lists to close.
    fn compares(&self, cursor: &Cursor) -> bool {
        if cursor.is_pair('>', '=') {
            return !cursor.is_pair_at(1, '=', '>');
        }
        match cursor.peek_at(1) {
            Some(TokenTree::Literal(_)) => !cursor.is_punct_at(2, ':'),
            Some(TokenTree::Ident(_)) => closing(cursor.rest()) > self.open as isize,
            Some(TokenTree::Group(group)) => {
                group.delimiter() == Delimiter::Parenthesis && closing(cursor.rest()) > self.open as isize
            }
            Some(TokenTree::Punct(sign)) => {
                matches!(sign.as_char(), '-' | '*' | '&') && closing(cursor.rest()) > self.open as isize
            }
            None => false,
        }
    }

    /// Whether the `<` here opens no list: a number follows, or there is no `>` for it.
    pub(super) fn is_comparison(&self, cursor: &Cursor) -> bool {
        let after = &cursor.rest()[1..];
        let number = matches!(after.first(), Some(TokenTree::Literal(_)));
        let is_head = after.get(1).is_some_and(|token| is_punct(token, ':') || is_punct(token, '='));
        number && !is_head || closing(after) <= self.open as isize
    }

    /// Reports the Rust that began at a place and goes on here.
    pub(super) fn bare(&mut self, cursor: &mut Cursor, mut mark: usize) {
        self.skip_rust(cursor, mark);
        while mark > 0 && is_punct(&cursor.since(mark - 1)[0], '!') {
            mark -= 1;
        }
        let tokens = cursor.since(mark).to_vec();
        let (message, help) = self.instead(&tokens);
        self.problems.over(&tokens, message, help);
    }

    /// Passes an expression, up to what separates nodes.
    fn skip_rust(&self, cursor: &mut Cursor, mark: usize) {
        let first = cursor.since(mark).first().or(cursor.peek());
        let is_control = first.is_some_and(|first| {
            ["if", "match", "while", "for", "loop", "unsafe"].iter().any(|word| is_word(first, word))
        });
        while let Some(token) = cursor.peek() {
            let is_arrow = cursor.is_pair('=', '>');
            if is_punct(token, ',') || is_punct(token, ';') || is_arrow {
                break;
            }
            if is_control && cursor.is_group_at(0, Delimiter::Brace) {
                cursor.skip(1);
                if !cursor.is_word("else") {
                    break;
                }
            } else if cursor.is_pair('-', '>')
                || cursor.is_pair('<', '=')
                || cursor.is_pair('<', '<')
                || cursor.is_pair('>', '=') && !cursor.is_pair_at(1, '=', '>')
            {
                cursor.skip(2);
            } else if cursor.is_pair(':', ':') && cursor.is_punct_at(2, '<') {
                cursor.skip(2);
                cursor.skip_angles();
            } else if is_punct(token, '>') {
                if !self.compares(cursor) {
                    break;
                }
                cursor.skip(1);
            } else if let TokenTree::Ident(word) = token
                && keyword(&word.to_string()).is_some()
            {
                cursor.skip(1);
                cursor.eat_group(Delimiter::Parenthesis);
                if cursor.is_punct('<') && !self.is_comparison(cursor) {
                    cursor.skip_angles();
                }
            } else {
                cursor.skip(1);
            }
        }
    }

    /// A word that Rust keeps for itself, and what begins like no node.
    pub(super) fn word_of_rust(&mut self, cursor: &mut Cursor, depth: usize) -> Option<Kind> {
        let mark = cursor.mark();
        match cursor.peek()? {
            TokenTree::Ident(word) => {
                let word = word.to_string();
                let is_path = cursor.is_pair_at(1, ':', ':');
                let is_self = ["self", "Self", "super", "crate"].contains(&word.as_str()) && !is_path;
                let is_header = self.header_name.as_deref() == Some(word.as_str())
                    && !is_path
                    && (cursor.is_punct_at(1, '.') || keyword(&word).is_none());
                let has_children = cursor.is_punct_at(1, '<') && !cursor.is_pair_at(1, '<', '<');
                if word == "else" || word == "_" {
                    return Some(self.word_else(cursor, depth));
                }
                if word == "move" && cursor.is_punct_at(1, '|') {
                    cursor.skip(1);
                    return Some(self.closure(cursor, mark));
                }
                let is_word = WORDS.contains(&word.as_str());
                // `if < condition, a >`
                if is_word && has_children && suggest(&word).is_some() {
                    return None;
                }
                if !is_word && !is_self && !is_header {
                    return None;
                }
                cursor.skip(1);
            }
            TokenTree::Literal(_) => {
                if cursor.is_pair_at(1, '=', '>') {
                    let tokens = cursor.rest()[..1].to_vec();
                    self.problems.over(
                        &tokens,
                        "no number stands before a child here",
                        "only `random`, `random_selector` and `random_sequence` take weights, and `utility` scores",
                    );
                    cursor.skip(1);
                    return Some(Kind::Broken(Vec::new()));
                }
                cursor.skip(1);
            }
            TokenTree::Punct(sign) => match sign.as_char() {
                '-' | '*' | '&' if !cursor.is_pair('-', '>') => cursor.skip(1),
                '|' => return Some(self.closure(cursor, mark)),
                _ => return None,
            },
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                let group = group.clone();
                cursor.skip(1);
                if !cursor.is_punct('<') || !self.is_comparison(cursor) {
                    return Some(self.parenthesized(&group, depth));
                }
            }
            TokenTree::Group(_) => return None,
        }
        self.bare(cursor, mark);
        Some(Kind::Broken(Vec::new()))
    }

    /// `|name| ..`, at its first bar.
    fn closure(&mut self, cursor: &mut Cursor, mark: usize) -> Kind {
        skip_parameters(cursor);
        self.skip_rust(cursor, mark);
        let tokens = cursor.since(mark).to_vec();
        let help = match &self.header_name {
            Some(name) => format!("write a block over the header's name, `{name}`: `{{ .. }}`"),
            None => {
                "write a header, `|name: &mut Blackboard|`, before the tree, and a block: `{ .. }`".to_owned()
            }
        };
        self.problems.over(&tokens, "a closure can't be a leaf", help);
        Kind::Broken(Vec::new())
    }

    /// `(node)` and `(expression)`
    fn parenthesized(&mut self, group: &Group, depth: usize) -> Kind {
        let before = self.problems.count();
        let mut cursor = Cursor::inside(group);
        if cursor.is_punct_at(1, ',') && cursor.ident().is_some() {
            let children = self.children_in(group, depth, None);
            self.problems.truncate(before);
            let help = format!("write `sequence < {} >` or another composite", inside(group.stream()));
            self.problems.over(&[group.clone().into()], "these children have no node", help);
            return Kind::Broken(children);
        }
        let node = self.within(|parser| parser.node(&mut cursor, depth + 1));
        let is_node = self.problems.count() == before && cursor.is_over();
        self.problems.truncate(before);
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        let (message, help) = match is_node {
            true => ("a node stands without parentheses".to_owned(), format!("write `{}`", text(&tokens))),
            false => self.instead(&tokens),
        };
        self.problems.over(&[group.clone().into()], message, help);
        Kind::Broken(vec![node])
    }

    /// A node in braces of its own, and several.
    pub(super) fn node_in_braces(&mut self, block: &Group, depth: usize) -> Option<Kind> {
        let cursor = Cursor::inside(block);
        let name = cursor.ident()?.to_string();
        let has_parentheses = cursor.is_group_at(1, Delimiter::Parenthesis);
        let begins = keyword(&name).is_some() && cursor.is_punct_at(if has_parentheses { 2 } else { 1 }, '<');
        let names_leaf = self.names_function(cursor.rest());
        let is_list = cursor.is_punct_at(1, ',');
        if is_list {
            let children = self.children_in(block, depth, None);
            self.problems.over(
                &[block.clone().into()],
                "these children have no node",
                format!("write `sequence {{ {} }}` or another composite", inside(block.stream())),
            );
            return Some(Kind::Broken(children));
        }
        if !begins && !names_leaf {
            return None;
        }
        let node = self.try_node(cursor.rest())?;
        self.problems.over(
            &[block.clone().into()],
            "a node stands without braces, which are for Rust",
            format!("write `{}`", text(cursor.rest())),
        );
        Some(Kind::Broken(vec![node]))
    }

    fn word_else(&mut self, cursor: &mut Cursor, depth: usize) -> Kind {
        self.problems.at(
            cursor.span(),
            format!("`{}` is no node", text(&cursor.rest()[..1])),
            "leave it out: what is done otherwise is the last child, without a condition",
        );
        cursor.skip(1);
        if cursor.is_pair('=', '>') {
            cursor.skip(2);
        }
        if cursor.is_over() || cursor.is_punct(',') || cursor.is_punct('>') {
            return Kind::Broken(Vec::new());
        }
        self.node(cursor, depth + 1).kind
    }

    /// `name!(..)`
    pub(super) fn macro_call(&mut self, cursor: &mut Cursor, mark: usize, depth: usize) -> Kind {
        let is_tree = cursor.previous().is_some_and(|token| is_word(token, "bt"));
        cursor.skip(1);
        if let (true, Some(TokenTree::Group(group))) = (is_tree, cursor.peek().cloned()) {
            cursor.skip(1);
            let tokens = cursor.since(mark).to_vec();
            let help = format!("write `{}`", inside(group.stream()));
            self.problems.over(&tokens, "a tree within a tree needs no `bt!`", help);
            return Kind::Broken(self.children_in(&group, depth, None));
        }
        self.bare(cursor, mark);
        Kind::Broken(Vec::new())
    }

    /// Whether a value can only be a function: in an item there are no variables.
    pub(super) fn names_function(&self, tokens: &[TokenTree]) -> bool {
        let [TokenTree::Ident(name)] = tokens else { return false };
        self.is_item && is_function_name(&name.to_string(), self)
    }

    /// Whether a path, with its parentheses, makes a value rather than a leaf.
    pub(super) fn is_value(&self, cursor: &Cursor, path: &TokenStream, name: &Ident) -> bool {
        if is_type_name(name) {
            let is_fields = cursor.group(Delimiter::Brace).is_some_and(|group| {
                let inside = Cursor::inside(group);
                inside.is_over()
                    || inside.is_punct('.')
                    || inside.is_punct_at(1, ':')
                    || inside.is_punct_at(1, ',')
            });
            return is_fields || !cursor.is_punct('<') && !cursor.is_group_at(0, Delimiter::Brace);
        }
        if !CONSTRUCTORS.iter().any(|word| name == word) {
            return false;
        }
        let path: Vec<TokenTree> = path.clone().into_iter().collect();
        let owner = path.len().checked_sub(4).and_then(|place| path.get(place));
        matches!(owner, Some(TokenTree::Ident(owner)) if is_type_name(owner))
    }

    /// A forgotten `@`.
    pub(super) fn value_without_at(&mut self, cursor: &mut Cursor, mark: usize) -> Kind {
        cursor.eat_group(Delimiter::Brace);
        let tokens = cursor.since(mark).to_vec();
        self.problems.over(
            &tokens,
            "a leaf is a function, and this is a value",
            format!("a tree or an `Action` is spliced in with `@`: write `@{}`", text(&tokens)),
        );
        Kind::Broken(Vec::new())
    }

    /// A function, whose blackboard the macro hands over.
    pub(super) fn leaf(&mut self, call: Call) -> Kind {
        let Some(written) = call.written.as_ref().filter(|_| self.header_name.is_some()) else {
            return Kind::Function(call);
        };
        let cursor = Cursor::inside(written);
        let references = usize::from(cursor.is_punct('&'));
        let place = references + usize::from(references == 1 && is_mut(cursor.peek_at(1)));
        let is_blackboard = matches!(cursor.peek_at(place), Some(TokenTree::Ident(word))
            if self.header_name.as_deref() == Some(word.to_string().as_str()));
        let behind = cursor.peek_at(place + 1);
        if !is_blackboard || !behind.is_none_or(|token| is_punct(token, ',')) {
            return Kind::Function(call);
        }
        let others = text(cursor.rest().get(place + 2..).unwrap_or_default());
        let path: Vec<TokenTree> = call.path.clone().into_iter().collect();
        let arguments = if others.is_empty() { others } else { format!("({others})") };
        self.problems.over(
            &cursor.rest()[..=place],
            "a leaf gets the blackboard by itself",
            format!("write `{}{arguments}`", text(&path)),
        );
        Kind::Broken(Vec::new())
    }

    /// `not a`
    pub(super) fn is_not(&self, cursor: &Cursor, name: &Ident, written: Option<&Group>) -> bool {
        if name != "not" {
            return false;
        }
        // `not(a)`
        if let Some(written) = written {
            let tokens: Vec<TokenTree> = written.stream().into_iter().collect();
            return self.try_node(&tokens).is_some();
        }
        match cursor.peek() {
            Some(TokenTree::Ident(word)) => word != "and" && word != "or" && word != "as",
            Some(TokenTree::Punct(sign)) => sign.as_char() == '@',
            Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
            _ => false,
        }
    }

    pub(super) fn word_not(&mut self, cursor: &mut Cursor, name: &Ident, depth: usize) -> Kind {
        self.problems.at(name.span(), "`not` is written `!` here", "write `!a` or `inverter < a >`");
        let is_call = matches!(cursor.previous(), Some(TokenTree::Group(_)));
        if is_call { Kind::Broken(Vec::new()) } else { self.node(cursor, depth + 1).kind }
    }

    /// `=>`, or what was written for it.
    pub(super) fn arrow(&mut self, cursor: &mut Cursor, kind: &mut Kind) -> bool {
        if cursor.is_pair('=', '>') {
            cursor.skip(2);
            return true;
        }
        let length = if cursor.is_pair('-', '>') {
            2
        } else if cursor.is_pair('=', '=') && cursor.is_pair_at(1, '=', '>') {
            3
        } else if cursor.is_punct('=') && !matches!(kind, Kind::Broken(_)) {
            if cursor.is_punct_at(1, '>') { 2 } else { 1 }
        } else {
            return false;
        };
        let tokens = cursor.rest()[..length].to_vec();
        let help = match length {
            1 => "write `condition => node`, or for a label, `label: node`",
            _ => "write `condition => node`",
        };
        self.problems.over(&tokens, format!("there is no `{}` here", text(&tokens).replace(' ', "")), help);
        cursor.skip(length);
        // A label that was meant is no function; a leaf whose arrow isn't finished is one.
        let is_name = matches!(kind, Kind::Function(call) if call.written.is_none());
        if length == 1 && is_name && !cursor.is_over() {
            *kind = Kind::Broken(Vec::new());
        }
        true
    }
}

/// Whether this is what functions are called: no constant, and not the blackboard.
fn is_function_name(name: &str, parser: &Parser<'_>) -> bool {
    name.starts_with(char::is_lowercase)
        && parser.header_name.as_deref() != Some(name)
        && !WORDS.contains(&name)
        && name != "self"
}

fn is_mut(token: Option<&TokenTree>) -> bool {
    token.is_some_and(|token| is_word(token, "mut"))
}

/// Passes `|a, b|`.
fn skip_parameters(cursor: &mut Cursor) {
    cursor.skip(1);
    while !cursor.is_over() && !cursor.is_punct('|') {
        cursor.skip(1);
    }
    cursor.skip(1);
}

/// How many lists are closed here that were not opened here.
fn closing(tokens: &[TokenTree]) -> isize {
    let mut count = 0;
    let mut before = None;
    for (index, token) in tokens.iter().enumerate() {
        let TokenTree::Punct(sign) = token else {
            before = None;
            continue;
        };
        let next = tokens.get(index + 1).filter(|_| sign.spacing() == Spacing::Joint);
        let is_joint_to = |other: char| next.is_some_and(|next| is_punct(next, other));
        match (before, sign.as_char()) {
            (Some('=' | '-'), '>') => {}
            (_, '>') => count += 1,
            (Some('<'), '<') => {}
            (_, '<') if is_joint_to('=') || is_joint_to('<') => {}
            (_, '<') => count -= 1,
            _ => {}
        }
        before = (sign.spacing() == Spacing::Joint).then(|| sign.as_char());
    }
    count
}
