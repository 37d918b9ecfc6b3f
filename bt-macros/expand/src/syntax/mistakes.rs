//! What is no node, and what was meant.

use proc_macro2::{Delimiter, Group, Ident, TokenTree};

use super::cursor::{Cursor, is_punct};
use super::parse::{Parser, skip_node};
use super::{Kind, Node};
use crate::catalogue::{Children, Head, Keyword, Kind as ParameterKind, Passing, keyword};
use crate::source::{inside, text};
use crate::suggest::Suggestion;

const NODE: &str = "write a keyword such as `selector < a, b >`, a function, a block, or `@` and a tree";

impl Parser<'_> {
    /// There is no node where one should be.
    pub(super) fn no_node(&mut self, cursor: &mut Cursor, mark: usize, depth: usize) -> Kind {
        let span = cursor.span();
        if cursor.mark() > mark {
            self.problems.at(span, "a path ends in `::`", "the name of a function is missing behind it");
        } else if cursor.is_over() || cursor.is_punct(',') || cursor.is_punct('>') || cursor.is_punct(';') {
            self.problems.at(span, "a node is missing here", NODE);
        } else if self.xml(cursor) {
        } else if cursor.is_punct('<') {
            self.problems.at(
                span,
                "these children have no node",
                "write `sequence < a, b >` or another composite",
            );
            return Kind::Broken(self.children(cursor, depth, None));
        } else if let Some(group) = cursor.eat_group(Delimiter::Bracket) {
            self.problems.over(
                &[group.clone().into()],
                "these children have no node",
                format!("write `sequence < {} >` or another composite", inside(group.stream())),
            );
            return Kind::Broken(self.children_in(&group, depth, None));
        } else if cursor.is_punct('=') {
            let length = if cursor.is_pair('=', '>') { 2 } else { 1 };
            let sign = &cursor.rest()[..length];
            self.problems.over(sign, "a node is missing before this", "write `condition => node`");
            cursor.skip(length);
            return self.node(cursor, depth + 1).kind;
        } else {
            skip_node(cursor);
            let tokens = cursor.since(mark).to_vec();
            self.problems.over(&tokens, "this is no node", NODE);
        }
        Kind::Broken(Vec::new())
    }

    /// A name that is no keyword, in the place of one.
    pub(super) fn unknown(&mut self, name: &Ident, suggestion: Option<Suggestion>) {
        let message = match &suggestion {
            Some(Suggestion::Known(keyword)) => format!("`{name}` is called `{}` here", keyword.name),
            Some(_) => format!("there is no node called `{name}`"),
            None => format!("there is no node called `{name}`, and a leaf has no children"),
        };
        let help = suggestion.map(|suggestion| suggestion.help()).unwrap_or_else(|| {
            format!(
                "a node of your own is written `@{name} < .. >`; a function that decides about a child, `{name} => ..`"
            )
        });
        self.problems.at(name.span(), message, help);
    }

    /// `mem-sequence` and `mem sequence` for `mem_sequence`.
    pub(super) fn join_words(&mut self, cursor: &mut Cursor) {
        let Some(first) = cursor.ident() else { return };
        let is_ident = |place: usize| matches!(cursor.peek_at(place), Some(TokenTree::Ident(_)));
        let goes_on = is_ident(1) || cursor.is_punct_at(1, '-') && is_ident(2);
        if !goes_on {
            return;
        }
        let (first, mut name) = (first.clone(), first.to_string());
        let mut length = 1;
        loop {
            let dash = usize::from(cursor.is_punct_at(length, '-'));
            let Some(TokenTree::Ident(word)) = cursor.peek_at(length + dash) else { return };
            name = format!("{name}_{word}");
            length += dash + 1;
            if keyword(&name).is_some() {
                break;
            }
        }
        let tokens = cursor.rest()[..length].to_vec();
        self.problems.over(
            &tokens,
            format!("`{}` is called `{name}` here", text(&tokens)),
            format!("write `{name}`"),
        );
        cursor.replace(length, [Ident::new(&name, first.span()).into()]);
    }

    /// A keyword with parentheses or brackets where `< >` belong.
    pub(super) fn brackets(
        &mut self,
        cursor: &mut Cursor,
        keyword: &'static Keyword,
        name: &Ident,
        depth: usize,
    ) -> Option<Kind> {
        let sign = usize::from(cursor.is_punct('!'));
        let TokenTree::Group(group) = cursor.peek_at(sign)? else { return None };
        let group = group.clone();
        let is_list = match group.delimiter() {
            Delimiter::Bracket => true,
            Delimiter::Brace => sign == 1,
            Delimiter::Parenthesis => {
                let behind = cursor.peek_at(sign + 1);
                let has_children = behind.is_some_and(|token| is_punct(token, '<'))
                    || cursor.is_group_at(sign + 1, Delimiter::Brace);
                sign == 1 || keyword.parameters.is_empty() && !has_children && !group.stream().is_empty()
            }
            Delimiter::None => false,
        };
        if !is_list || keyword.children == Children::None {
            return None;
        }
        let tokens = cursor.rest()[..=sign].to_vec();
        cursor.skip(sign + 1);
        self.problems.over(
            &tokens,
            format!("the children of `{name}` stand in `< >`"),
            match inside(group.stream()) {
                text if text.is_empty() => format!("write `{}`", keyword.usage),
                text => format!("write `{name} < {text} >`"),
            },
        );
        Some(Kind::Broken(self.children_in(&group, depth, Some(keyword))))
    }

    /// What a keyword takes, without parentheses around it: `wait 1s`, `cooldown < 1s, a >`.
    pub(super) fn without_parentheses(
        &mut self,
        cursor: &mut Cursor,
        keyword: &'static Keyword,
        name: &Ident,
        depth: usize,
    ) -> Option<Kind> {
        let parameter =
            keyword.parameters.iter().find(|parameter| !matches!(parameter.passing, Passing::Named(_)))?;
        let is_literal = |place: usize| matches!(cursor.peek_at(place), Some(TokenTree::Literal(_)));
        let sign = usize::from(cursor.is_punct(':') || cursor.is_punct('=') && !cursor.is_pair('=', '>'));
        let is_macro = cursor.is_punct('!') && cursor.is_group_at(1, Delimiter::Parenthesis);
        let (begin, length, behind) = match cursor.peek()? {
            // `wait: 1s`
            _ if is_literal(sign) => (0, sign + 1, sign + 1),
            // `cooldown < 1s, a >` and `wait < 1s >`
            _ if cursor.is_punct('<') && is_literal(1) && cursor.is_punct_at(2, ',') => (1, 1, 3),
            _ if cursor.is_punct('<') && keyword.children == Children::None => {
                let mut ahead = cursor.clone();
                ahead.skip_angles();
                let length = ahead.mark() - cursor.mark();
                (0, length, length)
            }
            TokenTree::Punct(_) if is_macro => (0, 2, 2),
            TokenTree::Group(group)
                if keyword.children == Children::None && group.delimiter() != Delimiter::Parenthesis =>
            {
                (0, 1, 1)
            }
            TokenTree::Ident(word)
                if matches!(parameter.kind, ParameterKind::Condition | ParameterKind::Subject)
                    && word != "and"
                    && word != "or"
                    && word != "else" =>
            {
                (0, 0, 0)
            }
            _ => return None,
        };
        if length == 0 {
            return Some(self.condition_without_parentheses(cursor, keyword, name, depth));
        }
        let tokens = cursor.rest()[begin..begin + length].to_vec();
        let inside: Vec<TokenTree> = match &tokens[..] {
            [TokenTree::Group(group)] | [_, TokenTree::Group(group)] => group.stream().into_iter().collect(),
            [open, inside @ .., _] if is_punct(open, '<') => inside.to_vec(),
            [_, value] | [value] => vec![value.clone()],
            _ => return None,
        };
        self.problems.over(
            &tokens,
            format!("what `{name}` takes stands in parentheses"),
            format!("write `{name}({})`", text(&inside)),
        );
        let mut group = Group::new(Delimiter::Parenthesis, inside.into_iter().collect());
        group.set_span(tokens[0].span());
        let open = cursor.peek().cloned().filter(|_| begin == 1);
        cursor.replace(behind, std::iter::once(group.into()).chain(open));
        None
    }

    /// `leaf<T>(..)` for `leaf::<T>(..)`
    pub(super) fn generics(&mut self, cursor: &mut Cursor, mark: usize) -> bool {
        let mut ahead = cursor.clone();
        if !ahead.skip_angles() || ahead.eat_group(Delimiter::Parenthesis).is_none() {
            return false;
        }
        let (name, rest) = (text(cursor.since(mark)), text(ahead.since(cursor.mark())));
        self.problems.over(
            ahead.since(mark),
            "generic arguments stand behind `::`",
            format!("write `{name}::{rest}`"),
        );
        *cursor = ahead;
        true
    }

    /// `when low => a` and `switch x { .. }`
    fn condition_without_parentheses(
        &mut self,
        cursor: &mut Cursor,
        keyword: &Keyword,
        name: &Ident,
        depth: usize,
    ) -> Kind {
        let mark = cursor.mark();
        while !cursor.is_over()
            && !cursor.is_group_at(0, Delimiter::Brace)
            && !['<', ',', '>', ';'].into_iter().any(|sign| cursor.is_punct(sign))
            && !cursor.is_pair('=', '>')
        {
            cursor.skip(1);
        }
        let tokens = cursor.since(mark).to_vec();
        let help = match cursor.is_pair('=', '>') {
            true => format!("write it without `{name}`: `{} => ..`", self.node_text(&tokens)),
            false => format!("write `{name}({}) < .. >`", text(&tokens)),
        };
        self.problems.over(&tokens, format!("what `{name}` takes stands in parentheses"), help);
        let has_children = cursor.is_punct('<') || cursor.is_group_at(0, Delimiter::Brace);
        let before = self.problems.count();
        let children = if has_children { self.children(cursor, depth, Some(keyword)) } else { Vec::new() };
        self.problems.truncate(before);
        Kind::Broken(children)
    }

    /// Children behind their node without `< >`: `inverter low`.
    pub(super) fn without_angles(
        &mut self,
        cursor: &mut Cursor,
        keyword: &'static Keyword,
        name: &Ident,
        written: Option<&Group>,
        depth: usize,
    ) -> Option<Vec<Node>> {
        let begins_node = match cursor.peek()? {
            TokenTree::Ident(word) => !["and", "or", "as", "else"].iter().any(|other| word == other),
            TokenTree::Punct(sign) => {
                sign.as_char() == '@' || sign.as_char() == '!' && !cursor.is_pair('!', '=')
            }
            TokenTree::Group(group) => group.delimiter() == Delimiter::Parenthesis,
            TokenTree::Literal(_) => false,
        };
        if !begins_node || keyword.children == Children::None {
            return None;
        }
        let (mark, before) = (cursor.mark(), self.problems.count());
        let is_all = self.open == 0 && !matches!(keyword.children, Children::One | Children::Focused);
        let group = cursor.eat_group(Delimiter::Parenthesis);
        let children = match &group {
            Some(group) => self.children_in(group, depth, Some(keyword)),
            None if is_all => self.list(cursor, depth, None, Some(keyword)),
            None => vec![self.node(cursor, depth + 1)],
        };
        let tokens = cursor.since(mark).to_vec();
        let inside = group.map_or_else(|| text(&tokens), |group| inside(group.stream()));
        self.problems.truncate(before);
        let arguments = written.map_or(String::new(), |group| text(&[group.clone().into()]));
        let what = if is_all { "children" } else { "child" };
        self.problems.over(
            &tokens,
            format!("the {what} of `{name}` stand{} in `< >`", if is_all { "" } else { "s" }),
            format!("write `{name}{arguments} < {inside} >`"),
        );
        Some(children)
    }

    /// A child without the pattern or number that its parent wants.
    pub(super) fn no_head(&mut self, cursor: &mut Cursor, parent: &Keyword) {
        if let [node @ TokenTree::Ident(_), colon, number @ TokenTree::Literal(_), ..] = cursor.rest()
            && is_punct(colon, ':')
        {
            let (node, help) = (node.clone(), format!("write `{number} => {node}`"));
            self.problems.over(&cursor.rest()[..3], "the number stands before the child", help);
            cursor.replace(3, [node]);
            return;
        }
        let mut ahead = cursor.clone();
        while !ahead.is_over() && !ahead.is_punct(',') && !ahead.is_punct('<') {
            let length = match () {
                () if ahead.is_pair('-', '>') => 2,
                () if ahead.is_pair(':', ':') || ahead.is_pair('=', '=') => {
                    ahead.skip(2);
                    continue;
                }
                () if ahead.is_punct(':') || ahead.is_punct('=') => 1,
                () => {
                    ahead.skip(1);
                    continue;
                }
            };
            if ahead.mark() == cursor.mark() {
                break;
            }
            let tokens = ahead.rest()[..length].to_vec();
            let head = text(ahead.since(cursor.mark()));
            let head = if head == "else" { "_".to_owned() } else { head };
            self.problems.over(&tokens, "here stands `=>`", format!("write `{head} => ..`"));
            cursor.skip(ahead.mark() - cursor.mark() + length);
            return;
        }
        if parent.head == Head::Weight {
            return;
        }
        let what = if parent.head == Head::Pattern { "pattern" } else { "score" };
        self.problems.at(
            cursor.span(),
            format!("a child of `{}` needs a {what} before it", parent.name),
            format!("write `{}`", parent.usage),
        );
    }

    /// Something else than a comma behind a child.
    pub(super) fn no_comma(&mut self, cursor: &mut Cursor) {
        if cursor.is_punct('>') {
            self.problems.at(cursor.span(), "this `>` closes nothing", "the children began with `{`");
            cursor.skip(1);
        } else if cursor.is_punct(';') {
            self.problems.at(cursor.span(), "nodes are separated by commas", "write `,` for `;`");
            cursor.skip(1);
        } else if cursor.is_word("else") {
            self.problems.at(cursor.span(), "nodes are separated by commas", "write `,` for `else`");
            cursor.skip(1);
        } else {
            let begins_node = match cursor.peek() {
                Some(TokenTree::Punct(sign)) => ['@', '!', '#', '\''].contains(&sign.as_char()),
                Some(TokenTree::Literal(_)) => cursor.is_punct_at(1, ':'),
                Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
                _ => true,
            };
            let help = "nodes are separated by commas: `a, b`";
            if begins_node {
                self.problems.at(cursor.span(), "a comma is missing before this", help);
                return;
            }
            let mark = cursor.mark();
            skip_node(cursor);
            self.problems.over(cursor.since(mark), "the node ends before this", help);
            cursor.eat(',');
        }
    }

    /// What stands behind the tree.
    pub(super) fn left_over(&mut self, cursor: &Cursor) {
        if cursor.is_over() {
            return;
        }
        let is_list = (cursor.is_punct(',') || cursor.is_punct(';')) && cursor.rest().len() > 1;
        let help = if is_list || !(cursor.is_punct('>') || cursor.is_punct(',') || cursor.is_punct(';')) {
            "one `bt!` holds one tree; to have several nodes, put them into a `sequence` or `selector`"
        } else if cursor.is_punct('>') {
            "there is one `>` too many before, or this is left over"
        } else {
            "leave it out"
        };
        self.problems.at(cursor.span(), "the tree ends before this", help);
    }

    /// A tree in XML; all that comes is passed.
    pub(super) fn xml(&mut self, cursor: &mut Cursor) -> bool {
        if !cursor.is_punct('<') {
            return false;
        }
        let ends = |pair: &[TokenTree]| {
            is_punct(&pair[0], '<') && (is_punct(&pair[1], '/') || is_punct(&pair[1], '?'))
                || is_punct(&pair[0], '/') && is_punct(&pair[1], '>')
        };
        if !cursor.rest().windows(2).any(ends) {
            return false;
        }
        let length = cursor.rest().iter().position(|token| is_punct(token, '>')).unwrap_or(0);
        self.problems.over(
            &cursor.rest()[..=length],
            "a tree is not written in XML here",
            "write `selector < a, b >`: the node's name, and its children in `< >`",
        );
        // What closes the lists around it is left to them.
        let closing = cursor.rest().iter().rev().take_while(|token| is_punct(token, '>')).count();
        cursor.skip(cursor.rest().len() - closing.min(self.open));
        true
    }
}
