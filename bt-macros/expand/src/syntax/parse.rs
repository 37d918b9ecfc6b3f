//! From tokens to nodes. A mistake is noted, and reading goes on behind it, so
//! that all mistakes are reported at once and an editor still sees the rest.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use super::cursor::{Cursor, stream};
use super::{Call, Kind, Label, Node, Tree, arguments, item};
use crate::catalogue::{Children, Head, Keyword, keyword};
use crate::problem::Problems;
use crate::suggest::{Suggestion, suggest, suggest_leaf};

/// Under its default recursion limit, the compiler follows 63 nested composites.
const DEEPEST: usize = 60;

/// Reads all that stands in one `bt!`; nothing if its struct is none.
pub fn parse(input: TokenStream, problems: &mut Problems) -> Option<Tree> {
    // What is missing at the end is missing behind the last token.
    let end = input.clone().into_iter().last().map_or_else(Span::call_site, last_span);
    let mut cursor = Cursor::new(input, end);
    let mut parser = Parser { problems };
    let item = match item::parse(&mut cursor) {
        Some(Ok(item)) => Some(item),
        None => None,
        Some(Err((tokens, error))) => {
            let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
            parser.problems.over(
                &all,
                error,
                "a tree in item form begins with a struct: `struct Tree { .. }`",
            );
            return None;
        }
    };
    let header = parser.header(&mut cursor);
    if let (Some(item), None) = (&item, &header) {
        parser.problems.at(
            item.name.span(),
            "a tree in item form has to name its blackboard",
            format!("write `|name: &mut Type|` between `struct {}` and the tree", item.name),
        );
    }
    let root = parser.node(&mut cursor, 1);
    if !cursor.is_over() {
        let (message, help) = if cursor.is_punct('>') || cursor.is_punct(',') {
            ("the tree ends before this", "there is one `>` too many before, or this is left over")
        } else {
            (
                "the tree ends before this",
                "one `bt!` holds one tree; to have several nodes, put them into a `sequence` or `selector`",
            )
        };
        parser.problems.at(cursor.span(), message, help);
    }
    Some(Tree { item, header, root })
}

/// Reads the node that is a keyword's one argument.
pub(super) fn condition(keyword: &Keyword, group: &Group, depth: usize, problems: &mut Problems) -> Node {
    let mut cursor = Cursor::inside(group);
    let mut parser = Parser { problems };
    let node = parser.node(&mut cursor, depth);
    if !cursor.eat(',') && cursor.is_over() {
        return node;
    }
    if !cursor.is_over() {
        parser.problems.at(
            cursor.span(),
            format!("`{}` takes one condition, and it ends before this", keyword.name),
            "to check several things, write `sequence < a, b >`",
        );
    }
    node
}

pub(super) struct Parser<'p> {
    pub(super) problems: &'p mut Problems,
}

impl Parser<'_> {
    /// `{ doc-comment } [ label ":" ] prefix [ "=>" node ]`
    pub(super) fn node(&mut self, cursor: &mut Cursor, depth: usize) -> Node {
        let note = self.note(cursor);
        let label = label(cursor);
        let span = cursor.span();
        if depth > DEEPEST {
            self.problems.at(
                span,
                format!("this is nested more than {DEEPEST} levels deep"),
                "move a part of the tree into a tree of its own, and splice it in with `@`",
            );
            skip_node(cursor);
            return Node::new(note, label, Kind::Broken(Vec::new()), span);
        }
        let kind = self.prefix(cursor, depth);
        if !cursor.is_pair('=', '>') {
            return Node::new(note, label, kind, span);
        }
        cursor.skip(2);
        let condition = Node::new(Vec::new(), None, kind, span);
        let child = self.node(cursor, depth + 1);
        Node::new(note, label, Kind::Arm(Box::new(condition), Box::new(child)), span)
    }

    /// The doc comment, line by line.
    fn note(&mut self, cursor: &mut Cursor) -> Vec<String> {
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

    pub(super) fn prefix(&mut self, cursor: &mut Cursor, depth: usize) -> Kind {
        if !cursor.is_punct('!') {
            return self.primary(cursor, depth);
        }
        cursor.skip(1);
        let span = cursor.span();
        if depth >= DEEPEST {
            self.problems.at(
                span,
                format!("this is nested more than {DEEPEST} levels deep"),
                "two `!` make none",
            );
            skip_node(cursor);
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
            return Kind::Block(block);
        }
        let mark = cursor.mark();
        let Some(name) = path(cursor) else {
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
            self.problems.at(
                cursor.span(),
                "a macro can't be a leaf",
                format!("write it in a block: `{{ {name}!(..) }}`"),
            );
            cursor.skip(2);
            return Kind::Broken(Vec::new());
        }
        let written = cursor.eat_group(Delimiter::Parenthesis);
        if cursor.is_punct('<') || cursor.group(Delimiter::Brace).is_some() {
            self.unknown(&name, suggest(&name.to_string()).filter(|_| is_word));
            return Kind::Broken(self.children(cursor, depth, None));
        }
        // Functions are not written like this, but other libraries' nodes are.
        let is_foreign = name.to_string().starts_with(char::is_uppercase) && is_word;
        if let Some(suggestion) = suggest_leaf(&name.to_string()).filter(|_| is_foreign) {
            self.unknown(&name, Some(suggestion));
            return Kind::Broken(Vec::new());
        }
        Kind::Function(Call { path, name, arguments: arguments::of_leaf(written.as_ref()), written })
    }

    /// There is no node where one should be.
    fn no_node(&mut self, cursor: &mut Cursor, mark: usize, depth: usize) -> Kind {
        let span = cursor.span();
        if cursor.mark() > mark {
            self.problems.at(span, "a path ends in `::`", "the name of a function is missing behind it");
        } else if cursor.is_over() || cursor.is_punct(',') || cursor.is_punct('>') {
            self.problems.at(
                span,
                "a node is missing here",
                "write a keyword such as `selector < a, b >`, a function, a block, or `@` and a tree",
            );
        } else if cursor.is_punct('<') {
            self.problems.at(
                span,
                "these children have no node",
                "write `sequence < a, b >` or another composite",
            );
            return Kind::Broken(self.children(cursor, depth, None));
        } else if cursor.is_punct('|') {
            self.problems.at(
                span,
                "a closure can't be a leaf",
                "write a block over the header's name: `{ .. }`",
            );
            // A `>` in it is more likely a comparison than the end of the list.
            match cursor.rest().iter().position(|token| is_punct(token, ',')) {
                Some(length) => cursor.skip(length),
                None => skip_node(cursor),
            }
        } else if cursor.is_punct('=') {
            self.problems.at(span, "a node is missing before this", "write `condition => node`");
            cursor.skip(if cursor.is_pair('=', '>') { 2 } else { 1 });
            return self.node(cursor, depth + 1).kind;
        } else {
            self.problems.at(
                span,
                "this is no node",
                "write a keyword such as `selector < a, b >`, a function, a block, or `@` and a tree",
            );
            skip_node(cursor);
        }
        Kind::Broken(Vec::new())
    }

    /// A name that is no keyword, in the place of one.
    fn unknown(&mut self, name: &Ident, suggestion: Option<Suggestion>) {
        let (message, help) = match suggestion {
            Some(Suggestion::Known(keyword)) => {
                (format!("`{name}` is called `{}` here", keyword.name), format!("write `{}`", keyword.usage))
            }
            Some(Suggestion::Instead(instead)) => {
                (format!("there is no node called `{name}`"), instead.to_owned())
            }
            Some(Suggestion::Close(keyword)) => {
                (format!("there is no node called `{name}`"), format!("did you mean `{}`?", keyword.name))
            }
            None => (
                format!("there is no node called `{name}`, and a leaf has no children"),
                format!(
                    "a node of your own is written `@{name} < .. >`; a function that decides about a child, `{name} => ..`"
                ),
            ),
        };
        self.problems.at(name.span(), message, help);
    }

    fn keyword(&mut self, cursor: &mut Cursor, keyword: &'static Keyword, name: Ident, depth: usize) -> Kind {
        let written = cursor.eat_group(Delimiter::Parenthesis);
        let before = self.problems.count();
        let arguments = arguments::of_keyword(keyword, &name, written.as_ref(), depth, self.problems);
        let broken = self.problems.count() > before;
        let children = if cursor.is_punct('<') || cursor.group(Delimiter::Brace).is_some() {
            let span = cursor.span();
            let children = self.children(cursor, depth, Some(keyword));
            if keyword.children == Children::None {
                self.problems.at(
                    span,
                    format!("`{name}` is a leaf and has no children"),
                    format!("write `{}`", keyword.usage),
                );
                return Kind::Broken(children);
            }
            children
        } else {
            Vec::new()
        };
        let broken = broken || self.problems.count() > before && keyword.head != Head::None;
        if !self.arity(keyword, &name, &children)
            || broken
            || !self.thresholds(keyword, &arguments, children.len(), written.as_ref())
        {
            return Kind::Broken(children);
        }
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
            return self.list(&mut Cursor::inside(&group), depth, None, parent);
        }
        let open = cursor.span();
        cursor.skip(1);
        self.list(cursor, depth, Some(open), parent)
    }

    /// A node in a list, with what its parent wants before it.
    fn child(&mut self, cursor: &mut Cursor, depth: usize, parent: Option<&Keyword>) -> Node {
        let head = parent.and_then(|parent| self.head(cursor, parent));
        let is_focused = parent.is_some_and(|parent| parent.children == Children::Focused);
        let header = if is_focused { self.header(cursor).map(Box::new) } else { None };
        let mut node = self.node(cursor, depth);
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
        if parent.head == Head::None {
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
            if parent.head != Head::Weight {
                let what = if parent.head == Head::Pattern { "pattern" } else { "score" };
                self.problems.at(
                    cursor.span(),
                    format!("a child of `{}` needs a {what} before it", parent.name),
                    format!("write `{}`", parent.usage),
                );
            }
            return None;
        }
        let head = stream(ahead.since(cursor.mark()));
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
    fn list(
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
            if cursor.is_punct('>') {
                self.problems.at(cursor.span(), "this `>` closes nothing", "the children began with `{`");
                cursor.skip(1);
            } else {
                self.problems.at(
                    cursor.span(),
                    "a comma is missing before this",
                    "nodes are separated by commas: `a, b`",
                );
            }
            if cursor.mark() == mark {
                cursor.skip(1);
            }
        }
    }
}

impl Node {
    pub(super) fn new(note: Vec<String>, label: Option<Label>, kind: Kind, span: Span) -> Self {
        Node { note, label, kind, span, head: None, header: None }
    }
}

/// Passes a path and returns its last name. Passes nothing if there is none,
/// and stops behind `::` where the name is missing.
pub(super) fn path(cursor: &mut Cursor) -> Option<Ident> {
    if cursor.is_pair(':', ':') {
        cursor.skip(2);
    }
    loop {
        let name = cursor.ident().cloned()?;
        cursor.skip(1);
        if !cursor.is_pair(':', ':') {
            return Some(name);
        }
        cursor.skip(2);
        if cursor.is_punct('<') {
            if !cursor.skip_angles() {
                return None;
            }
            if !cursor.is_pair(':', ':') {
                return Some(name);
            }
            cursor.skip(2);
        }
    }
}

/// `label ":"`, if there is one.
pub(super) fn label(cursor: &mut Cursor) -> Option<Label> {
    if !cursor.is_punct_at(1, ':') || cursor.is_pair_at(1, ':', ':') {
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

/// The text of `[doc = "..."]`.
fn doc_text(attribute: &Group) -> Option<String> {
    let mut cursor = Cursor::inside(attribute);
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
    while !cursor.is_over() {
        if cursor.is_pair('=', '>') || cursor.is_pair('-', '>') {
            cursor.skip(2);
            continue;
        }
        if depth == 0 && (cursor.is_punct(',') || cursor.is_punct('>')) {
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

pub(super) fn is_punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// The end of a token.
fn last_span(token: TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_close(),
        token => token.span(),
    }
}
