//! From tokens to nodes. A mistake is noted, and reading goes on behind it, so
//! that all mistakes are reported at once and an editor still sees the rest.

use std::rc::Rc;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use super::cursor::{Cursor, is_punct, is_word, stream};
use super::{Call, Header, Kind, Label, Node, Tree, invisible, item};
use crate::catalogue::{self, Children, Head, Keyword, SWITCH_CASES, keyword};
use crate::problem::Problems;
use crate::source::text;
use crate::suggest::{Suggestion, suggest, suggest_leaf};

/// Under its default recursion limit, the compiler follows 63 nested composites.
const DEEPEST: usize = 60;

/// Reads all that stands in one `bt!`; nothing if that is no tree at all.
pub fn parse(input: TokenStream, problems: &mut Problems) -> Option<Tree> {
    // What is missing at the end is missing behind the last token.
    let end = input.clone().into_iter().last().map_or_else(Span::call_site, last_span);
    let mut cursor = Cursor::new(input, end);
    cursor.open();
    let mut parser = Parser { problems, header_name: None, is_item: false, open: 0, tries: 0 };
    if cursor.is_over() {
        parser.problems.at(end, "there is no tree in this `bt!`", "write one: `selector < a, b >`");
        return None;
    }
    if parser.xml(&mut cursor) {
        return None;
    }
    let early = if item::begins(&mut cursor.clone()) { None } else { parser.header(&mut cursor) };
    let item = item::parse(&mut cursor, early.is_some(), parser.problems);
    parser.is_item = item.is_some();
    let header = early.or_else(|| parser.header(&mut cursor));
    if let (Some(item), None) = (&item, &header) {
        parser.problems.at(
            item.name.span(),
            "a tree in item form has to name its blackboard",
            format!("write `|name: &mut Type|` between `struct {}` and the tree", item.name),
        );
    }
    parser.header_name = header.as_ref().map(name_of);
    let root = parser.node(&mut cursor, 1);
    parser.left_over(&cursor);
    Some(Tree { item, header, root })
}

pub(super) struct Parser<'p> {
    pub(super) problems: &'p mut Problems,
    /// What blocks call the blackboard here.
    pub(super) header_name: Option<Rc<str>>,
    /// Whether the tree is a struct.
    pub(super) is_item: bool,
    /// How many lists are open that a `>` among the tokens here closes.
    pub(super) open: usize,
    /// How often a part of a mistake is being read to see what it was meant to be.
    pub(super) tries: usize,
}

impl Parser<'_> {
    /// `{ doc-comment } [ label ":" ] prefix [ "=>" node ]`
    pub(super) fn node(&mut self, cursor: &mut Cursor, depth: usize) -> Node {
        cursor.open();
        let note = self.note(cursor);
        cursor.open();
        let label = self.label(cursor);
        cursor.open();
        let span = cursor.span();
        if depth > DEEPEST {
            self.too_deep(
                cursor,
                "move a part of the tree into a tree of its own, and splice it in with `@`",
            );
            return Node::new(note, label, Kind::Broken(Vec::new()), span);
        }
        let (mark, before) = (cursor.mark(), self.problems.count());
        let mut kind = self.prefix(cursor, depth);
        if self.is_rust(cursor, &kind) {
            // What was read before was the beginning of something else.
            self.problems.truncate(before);
            self.bare(cursor, mark);
            kind = Kind::Broken(Vec::new());
        }
        if !self.arrow(cursor, &mut kind) {
            return Node::new(note, label, kind, span);
        }
        let condition = Node::new(Vec::new(), None, kind, span);
        let child = self.node(cursor, depth + 1);
        Node::new(note, label, Kind::Arm(Box::new(condition), Box::new(child)), span)
    }

    /// The doc comment, line by line.
    pub(super) fn note(&mut self, cursor: &mut Cursor) -> Vec<String> {
        let mut note = Vec::new();
        while cursor.is_punct('#') && matches!(cursor.peek_at(1), Some(TokenTree::Group(_))) {
            let span = cursor.span();
            cursor.skip(1);
            let text = cursor.eat_group(Delimiter::Bracket).and_then(|group| doc_text(&group));
            match text {
                Some(text) => note.push(text),
                None => self.problems.at(
                    span,
                    "a node takes no attributes",
                    "only a doc comment may stand here; it becomes the node's note",
                ),
            }
        }
        note
    }

    /// `label ":"`, if there is one.
    pub(super) fn label(&mut self, cursor: &mut Cursor) -> Option<Label> {
        if cursor.is_punct('\'') && cursor.is_punct_at(2, ':') {
            let name = cursor.peek_at(1).map_or(String::new(), ToString::to_string);
            self.problems.over(
                &cursor.rest()[..2],
                "a label is no lifetime",
                format!("write it without `'`: `{name}: ..`"),
            );
            cursor.skip(3);
            return None;
        }
        if matches!(cursor.peek_at(2), Some(TokenTree::Literal(_)))
            && cursor.ident().is_some_and(|word| keyword(&word.to_string()).is_some())
        {
            return None;
        }
        if !cursor.is_punct_at(1, ':') || cursor.is_pair_at(1, ':', ':') || cursor.is_punct_at(2, '<') {
            return None;
        }
        let token = cursor.peek()?;
        let text = match token {
            TokenTree::Ident(ident) => ident.to_string().trim_start_matches("r#").to_owned(),
            TokenTree::Literal(literal) => syn::parse_str::<syn::LitStr>(&literal.to_string()).ok()?.value(),
            _ => return None,
        };
        let span = token.span();
        cursor.skip(2);
        Some(Label { text, span })
    }

    pub(super) fn prefix(&mut self, cursor: &mut Cursor, depth: usize) -> Kind {
        if !cursor.is_punct('!') {
            return self.primary(cursor, depth);
        }
        cursor.skip(1);
        cursor.open();
        let span = cursor.span();
        if depth >= DEEPEST {
            self.too_deep(cursor, "two `!` make none");
            return Kind::Broken(Vec::new());
        }
        let kind = self.prefix(cursor, depth + 1);
        Kind::Not(Box::new(Node::new(Vec::new(), None, kind, span)))
    }

    fn primary(&mut self, cursor: &mut Cursor, depth: usize) -> Kind {
        if cursor.is_punct('@') {
            return self.splice(cursor, depth);
        }
        if let Some(block) = cursor.eat_group(Delimiter::Brace) {
            return match self.node_in_braces(&block, depth) {
                Some(kind) => kind,
                None => Kind::Block(invisible::group(&block)),
            };
        }
        let mark = cursor.mark();
        if let Some(kind) = self.word_of_rust(cursor, depth) {
            return kind;
        }
        self.join_words(cursor);
        let Some(name) = cursor.path() else {
            return self.no_node(cursor, mark, depth);
        };
        let is_word = cursor.mark() == mark + 1;
        let path = stream(cursor.since(mark));
        if let Some(keyword) = keyword(&name.to_string()).filter(|_| is_word) {
            if keyword.name == "states" {
                return self.states(cursor, name, depth);
            }
            return self.keyword(cursor, keyword, name, depth);
        }
        if cursor.is_punct('!') && matches!(cursor.peek_at(1), Some(TokenTree::Group(_))) {
            return self.macro_call(cursor, mark, depth);
        }
        let written = cursor.eat_group(Delimiter::Parenthesis);
        if is_word && self.is_not(cursor, &name, written.as_ref()) {
            return self.word_not(cursor, &name, depth);
        }
        let is_foreign = is_word && is_type_name(&name);
        if let Some(suggestion) = is_foreign.then(|| suggest_leaf(&name.to_string())).flatten()
            && !cursor.is_punct('<')
            && !cursor.is_group_at(0, Delimiter::Brace)
        {
            // Functions are not written like this, but other libraries' nodes are.
            self.unknown(&name, Some(suggestion));
            return Kind::Broken(Vec::new());
        }
        if self.is_value(cursor, &path, &name) {
            return self.value_without_at(cursor, mark);
        }
        if cursor.is_punct('<') || cursor.is_group_at(0, Delimiter::Brace) {
            let suggestion = is_word.then(|| suggest(&name.to_string())).flatten();
            if suggestion.is_none() && cursor.is_punct('<') {
                if self.generics(cursor, mark) {
                    return Kind::Broken(Vec::new());
                }
                if self.is_comparison(cursor) {
                    self.bare(cursor, mark);
                    return Kind::Broken(Vec::new());
                }
            }
            let is_machine = matches!(&suggestion, Some(Suggestion::Known(keyword) | Suggestion::Close(keyword)) if keyword.name == "states");
            self.unknown(&name, suggestion);
            if is_machine {
                return Kind::Broken(self.states(cursor, name, depth).into_nodes());
            }
            return Kind::Broken(self.children(cursor, depth, None));
        }
        let call = Call { path, name, arguments: self.leaf_arguments(written.as_ref()), written };
        self.leaf(call)
    }

    fn keyword(&mut self, cursor: &mut Cursor, keyword: &'static Keyword, name: Ident, depth: usize) -> Kind {
        if let Some(kind) = self.brackets(cursor, keyword, &name, depth) {
            return kind;
        }
        if let Some(kind) = self.without_parentheses(cursor, keyword, &name, depth) {
            return kind;
        }
        let written = cursor.eat_group(Delimiter::Parenthesis);
        // A literal is a pattern, and its subject is missing.
        let is_case = written.is_none() && !matches!(cursor.peek_at(1), Some(TokenTree::Literal(_)));
        let keyword = if keyword.head == Head::Pattern && is_case { &SWITCH_CASES } else { keyword };
        if cursor.is_punct(':') && cursor.is_punct_at(1, '<') {
            self.problems.at(
                cursor.span(),
                format!("nothing stands between `{name}` and its children"),
                format!("write `{}`", keyword.usage),
            );
            cursor.skip(1);
        }
        let has_children = cursor.is_punct('<') || cursor.is_group_at(0, Delimiter::Brace);
        let before = self.problems.count();
        let arguments = self.keyword_arguments(keyword, &name, written.as_ref(), depth, has_children);
        let behind = self.problems.count();
        let mut broken = behind > before;
        let children = if has_children {
            let span = cursor.span();
            let mut children = self.children(cursor, depth, Some(keyword));
            if keyword.head == Head::Case {
                children = self.cases(children);
            }
            if keyword.children == Children::None {
                self.problems.at(
                    span,
                    format!("`{name}` is a leaf and has no children"),
                    format!("write `{}`", keyword.usage),
                );
                return Kind::Broken(children);
            }
            children
        } else if let (false, Some(children)) =
            (broken, self.without_angles(cursor, keyword, &name, written.as_ref(), depth))
        {
            return Kind::Broken(children);
        } else {
            Vec::new()
        };
        if let (true, None, Some(group)) = (has_children, &written, cursor.group(Delimiter::Parenthesis)) {
            let group = TokenTree::from(group.clone());
            self.problems.forget(before..behind);
            self.problems.over(
                &[group],
                format!("what `{name}` takes stands before its children"),
                format!("write `{}`", keyword.usage),
            );
            cursor.skip(1);
            broken = true;
        }
        // Who forgot the argument will see that a child is missing, too; who has one child
        // too many, that it is the condition.
        let wants_condition = written.is_none()
            && keyword.parameters.iter().any(|parameter| {
                matches!(parameter.kind, catalogue::Kind::Condition | catalogue::Kind::Function)
            });
        let is_condition_outside = written.is_some() && keyword.parameters.is_empty();
        if broken && (!has_children || wants_condition || is_condition_outside) {
            return broken_node(keyword, children);
        }
        broken |= self.problems.count() > behind && keyword.head != Head::None;
        if !self.arity(keyword, &name, &children)
            || broken
            || !self.thresholds(keyword, &arguments, children.len(), written.as_ref())
        {
            return broken_node(keyword, children);
        }
        let written = written.map(|group| invisible::group(&group));
        Kind::Keyword { keyword, name, written, arguments, children }
    }

    /// `"<" list ">"` or `"{" list "}"`
    pub(super) fn children(
        &mut self,
        cursor: &mut Cursor,
        depth: usize,
        parent: Option<&Keyword>,
    ) -> Vec<Node> {
        if let Some(group) = cursor.eat_group(Delimiter::Brace) {
            return self.children_in(&group, depth, parent);
        }
        let open = cursor.span();
        cursor.skip(1);
        self.open += 1;
        let children = self.list(cursor, depth, Some(open), parent);
        self.open -= 1;
        children
    }

    /// The list that is all of a group.
    pub(super) fn children_in(&mut self, group: &Group, depth: usize, parent: Option<&Keyword>) -> Vec<Node> {
        self.within(|parser| parser.list(&mut Cursor::inside(group), depth, None, parent))
    }

    /// In a group, no `>` closes what was opened outside.
    pub(super) fn within<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let open = std::mem::take(&mut self.open);
        let value = read(self);
        self.open = open;
        value
    }

    /// A node in a list, with what its parent wants before it.
    fn child(&mut self, cursor: &mut Cursor, depth: usize, parent: Option<&Keyword>) -> Node {
        let before = self.problems.count();
        if parent.is_some_and(|parent| parent.head == Head::Case)
            && let Some(default) = self.default_case(cursor, depth)
        {
            return default;
        }
        let head = parent.and_then(|parent| self.head(cursor, parent));
        let is_headless = self.problems.count() > before;
        let is_focused = parent.is_some_and(|parent| parent.children == Children::Focused);
        let header = if is_focused { self.header(cursor).map(Box::new) } else { None };
        let outer = header.as_deref().map(|header| self.header_name.replace(name_of(header)));
        let mut node = self.node(cursor, depth);
        if let Some(outer) = outer {
            self.header_name = outer;
        }
        if is_headless && matches!(&node.kind, Kind::Broken(_)) {
            self.problems.truncate(before + 1);
        }
        if is_focused && header.is_none() && !matches!(node.kind, Kind::Splice { .. } | Kind::Broken(_)) {
            self.problems.at(
                node.span,
                "this node doesn't know what part of the blackboard it gets",
                "write a header before it, `|part: &mut Part|`; only `@Tree` needs none",
            );
            node.kind = Kind::Broken(Vec::new());
        }
        Node { head, header, ..node }
    }

    /// `pattern =>` or `number =>`
    pub(super) fn head(&mut self, cursor: &mut Cursor, parent: &Keyword) -> Option<TokenStream> {
        if matches!(parent.head, Head::None | Head::Case) {
            return None;
        }
        let mut ahead = cursor.clone();
        while !ahead.is_over() && !ahead.is_punct(',') && !ahead.is_pair('=', '>') {
            if ahead.is_pair(':', ':') && ahead.is_punct_at(2, '<') {
                ahead.skip(2);
                ahead.skip_angles();
            } else if parent.head == Head::Weight && ahead.is_punct('<') {
                // Children begin: what comes is a node.
                return None;
            } else {
                ahead.skip(1);
            }
        }
        if !ahead.is_pair('=', '>') {
            let is_literal = |place: usize| matches!(cursor.peek_at(place), Some(TokenTree::Literal(_)));
            if parent.head != Head::Weight || is_literal(0) || cursor.is_punct_at(1, ':') && is_literal(2) {
                self.no_head(cursor, parent);
            }
            return None;
        }
        if cursor.is_word("else") || cursor.is_word("case") {
            let (word, help) = match cursor.is_word("else") {
                true => ("else", "write `_ => ..`"),
                false => ("case", "leave it out"),
            };
            self.problems.at(cursor.span(), format!("`{word}` is no pattern"), help);
        }
        let head = invisible::value(ahead.since(cursor.mark()));
        if head.is_empty() {
            self.problems.at(
                cursor.span(),
                "something is missing before this `=>`",
                format!("write `{}`", parent.usage),
            );
        }
        cursor.skip(ahead.mark() - cursor.mark() + 2);
        Some(head)
    }

    /// Comma-separated nodes, up to a `>` if there is an opening `<`, else to the end.
    pub(super) fn list(
        &mut self,
        cursor: &mut Cursor,
        depth: usize,
        open: Option<Span>,
        parent: Option<&Keyword>,
    ) -> Vec<Node> {
        let mut children = Vec::new();
        loop {
            if cursor.is_over() {
                if let Some(open) = open {
                    self.problems.at(open, "this `<` is never closed", "a `>` is missing");
                }
                return children;
            }
            if open.is_some() && cursor.eat('>') {
                return children;
            }
            let mark = cursor.mark();
            children.push(self.child(cursor, depth + 1, parent));
            let over = cursor.is_over() || (open.is_some() && cursor.is_punct('>'));
            if over || cursor.eat(',') {
                continue;
            }
            self.no_comma(cursor);
            if cursor.mark() == mark {
                cursor.skip(1);
            }
        }
    }

    fn too_deep(&mut self, cursor: &mut Cursor, help: &str) {
        let message = format!("this is nested more than {DEEPEST} levels deep");
        self.problems.at(cursor.span(), message, help);
        skip_node(cursor);
    }

    /// Reads a node without a word about what is wrong with it: nothing, if something is.
    pub(super) fn try_node(&self, tokens: &[TokenTree]) -> Option<Node> {
        const DEEPEST_TRY: usize = 2;
        if self.tries > DEEPEST_TRY {
            return None;
        }
        let mut problems = Problems::default();
        let (header_name, tries) = (self.header_name.clone(), self.tries + 1);
        let mut parser =
            Parser { problems: &mut problems, header_name, is_item: self.is_item, open: 0, tries };
        let mut cursor = Cursor::new(stream(tokens), tokens.last()?.span());
        let node = parser.node(&mut cursor, 1);
        (problems.count() == 0 && cursor.is_over()).then_some(node)
    }

    /// A node's text: the node itself, or a block if it is an expression.
    pub(super) fn node_text(&self, tokens: &[TokenTree]) -> String {
        if let Some((first, rest)) = tokens.split_first()
            && is_word(first, "not")
            && self.try_node(rest).is_some()
        {
            return format!("!{}", text(rest));
        }
        match self.try_node(tokens) {
            Some(_) => text(tokens),
            None => format!("{{ {} }}", text(tokens)),
        }
    }
}

impl Node {
    pub(super) fn new(note: Vec<String>, label: Option<Label>, kind: Kind, span: Span) -> Self {
        Node { note, label, kind, span, head: None, header: None }
    }
}

fn name_of(header: &Header) -> Rc<str> {
    header.name.to_string().into()
}

/// What is left of a keyword with a mistake: its children, unless they are on a blackboard
/// that nobody knows now.
fn broken_node(keyword: &Keyword, children: Vec<Node>) -> Kind {
    Kind::Broken(if keyword.children == Children::Focused { Vec::new() } else { children })
}

/// Whether a name is written as types are: `MoveTo`, but not `MAX` or `T`.
pub(super) fn is_type_name(name: &Ident) -> bool {
    let name = name.to_string();
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}

/// The text of `[doc = "..."]`.
fn doc_text(attribute: &Group) -> Option<String> {
    let mut cursor = Cursor::inside(attribute);
    cursor.open();
    if !cursor.is_word("doc") {
        return None;
    }
    cursor.skip(1);
    cursor.eat('=');
    let text: syn::LitStr = syn::parse2(stream(cursor.rest())).ok()?;
    Some(text.value().trim().to_owned())
}

/// Passes what looks like one node: up to a comma or a `>` that closes a list
/// around it.
pub(super) fn skip_node(cursor: &mut Cursor) {
    let mut depth = 0_usize;
    while let Some(token) = cursor.peek() {
        if cursor.is_pair('=', '>') || cursor.is_pair('-', '>') {
            cursor.skip(2);
            continue;
        }
        if depth == 0 && (is_punct(token, ',') || is_punct(token, ';') || is_punct(token, '>')) {
            return;
        }
        if cursor.is_punct('<') {
            depth += 1;
        } else if cursor.is_punct('>') {
            depth -= 1;
        }
        cursor.skip(1);
    }
}

/// The end of a token.
fn last_span(token: TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_close(),
        token => token.span(),
    }
}
