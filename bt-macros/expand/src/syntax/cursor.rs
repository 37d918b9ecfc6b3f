//! Tokens, and a place among them.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

/// A place among the tokens of one group.
#[derive(Debug, Clone)]
pub struct Cursor {
    tokens: Vec<TokenTree>,
    position: usize,
    /// What to point at when the tokens are over.
    end: Span,
}

impl Cursor {
    /// At the first token. Invisible groups, which `macro_rules!` puts around
    /// what it substitutes, are opened.
    pub fn new(stream: TokenStream, end: Span) -> Self {
        let mut tokens = Vec::new();
        flatten(stream, &mut tokens);
        Cursor { tokens, position: 0, end }
    }

    /// At the first token of a group.
    pub fn inside(group: &Group) -> Self {
        Cursor::new(group.stream(), group.span_close())
    }

    /// Whether the tokens are over.
    pub fn is_over(&self) -> bool {
        self.position >= self.tokens.len()
    }

    /// The token here.
    pub fn peek(&self) -> Option<&TokenTree> {
        self.peek_at(0)
    }

    /// The token some places on.
    pub fn peek_at(&self, distance: usize) -> Option<&TokenTree> {
        self.tokens.get(self.position + distance)
    }

    /// The token just passed.
    pub fn previous(&self) -> Option<&TokenTree> {
        self.position.checked_sub(1).and_then(|position| self.tokens.get(position))
    }

    /// What an error here points at.
    pub fn span(&self) -> Span {
        self.peek().map_or(self.end, TokenTree::span)
    }

    /// The place, to come back to or to take the tokens since.
    pub fn mark(&self) -> usize {
        self.position
    }

    /// The tokens from a place on up to here.
    pub fn since(&self, mark: usize) -> &[TokenTree] {
        &self.tokens[mark..self.position]
    }

    /// All tokens from here on.
    pub fn rest(&self) -> &[TokenTree] {
        &self.tokens[self.position..]
    }

    /// Moves some places on.
    pub fn skip(&mut self, count: usize) {
        self.position = (self.position + count).min(self.tokens.len());
    }

    /// Whether this sign stands some places on.
    pub fn is_punct_at(&self, distance: usize, sign: char) -> bool {
        matches!(self.peek_at(distance), Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
    }

    /// Whether this sign stands here.
    pub fn is_punct(&self, sign: char) -> bool {
        self.is_punct_at(0, sign)
    }

    /// Whether these two signs stand some places on, as one.
    pub fn is_pair_at(&self, distance: usize, first: char, second: char) -> bool {
        matches!(self.peek_at(distance), Some(TokenTree::Punct(punct))
            if punct.as_char() == first && punct.spacing() == proc_macro2::Spacing::Joint)
            && self.is_punct_at(distance + 1, second)
    }

    /// Whether these two signs stand here, as one.
    pub fn is_pair(&self, first: char, second: char) -> bool {
        self.is_pair_at(0, first, second)
    }

    /// Takes this sign if it stands here.
    pub fn eat(&mut self, sign: char) -> bool {
        let found = self.is_punct(sign);
        self.position += usize::from(found);
        found
    }

    /// The word here.
    pub fn ident(&self) -> Option<&Ident> {
        match self.peek() {
            Some(TokenTree::Ident(ident)) => Some(ident),
            _ => None,
        }
    }

    /// Whether this word stands here.
    pub fn is_word(&self, word: &str) -> bool {
        self.ident().is_some_and(|ident| ident == word)
    }

    /// The group here, if it has these delimiters.
    pub fn group(&self, delimiter: Delimiter) -> Option<&Group> {
        match self.peek() {
            Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group),
            _ => None,
        }
    }

    /// Takes the group here, if it has these delimiters.
    pub fn eat_group(&mut self, delimiter: Delimiter) -> Option<Group> {
        let group = self.group(delimiter).cloned();
        self.position += usize::from(group.is_some());
        group
    }

    /// Passes generic arguments, from `<` to its `>`; false if it is never closed.
    pub fn skip_angles(&mut self) -> bool {
        let mut depth = 0_usize;
        while !self.is_over() {
            if self.is_pair('-', '>') || self.is_pair('=', '>') {
                self.skip(2);
                continue;
            }
            if self.eat('<') {
                depth += 1;
            } else if self.eat('>') {
                depth -= 1;
                if depth == 0 {
                    return true;
                }
            } else {
                self.skip(1);
            }
        }
        false
    }
}

fn flatten(stream: TokenStream, tokens: &mut Vec<TokenTree>) {
    let mut open = vec![stream.into_iter()];
    while let Some(innermost) = open.last_mut() {
        match innermost.next() {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => {
                open.push(group.stream().into_iter());
            }
            Some(token) => tokens.push(token),
            None => drop(open.pop()),
        }
    }
}

/// Whether tokens are nested so deep that a parser of Rust might not get through.
pub fn is_too_deep(tokens: &[TokenTree]) -> bool {
    const DEEPEST: usize = 100;
    let mut open = vec![(stream(tokens).into_iter(), 0_usize)];
    while let Some((innermost, angles)) = open.last_mut() {
        match innermost.next() {
            Some(TokenTree::Group(group)) => {
                open.push((group.stream().into_iter(), 0));
            }
            // Signs that nest types without a group: `<`, `&`, `*`.
            Some(TokenTree::Punct(punct)) if "<&*".contains(punct.as_char()) => *angles += 1,
            Some(_) => {}
            None => drop(open.pop()),
        }
        if open.len() > DEEPEST || open.last().is_some_and(|(_, angles)| *angles > DEEPEST) {
            return true;
        }
    }
    false
}

/// Tokens as a stream.
pub fn stream(tokens: &[TokenTree]) -> TokenStream {
    tokens.iter().cloned().collect()
}
