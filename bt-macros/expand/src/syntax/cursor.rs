//! Tokens, and a place among them.

use std::rc::Rc;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

/// A place among the tokens of one group. A copy, to look ahead, shares them.
#[derive(Debug, Clone)]
pub struct Cursor {
    tokens: Rc<Vec<TokenTree>>,
    position: usize,
    /// What to point at when the tokens are over.
    end: Span,
}

impl Cursor {
    /// At the first token.
    pub fn new(stream: TokenStream, end: Span) -> Self {
        Cursor { tokens: Rc::new(visible(stream).collect()), position: 0, end }
    }

    /// Where a node may stand, what is in an invisible group is read as if it stood
    /// there by itself.
    pub fn open(&mut self) {
        while let Some(group) = self.group(Delimiter::None) {
            let inside: Vec<TokenTree> = visible(group.stream()).collect();
            self.replace(1, inside);
        }
    }

    /// Puts other tokens into the place of the next ones.
    pub fn replace(&mut self, count: usize, tokens: impl IntoIterator<Item = TokenTree>) {
        Rc::make_mut(&mut self.tokens).splice(self.position..self.position + count, tokens);
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

    /// Whether a group with these delimiters stands some places on.
    pub fn is_group_at(&self, distance: usize, delimiter: Delimiter) -> bool {
        matches!(self.peek_at(distance), Some(TokenTree::Group(group)) if group.delimiter() == delimiter)
    }

    /// Goes back to a place.
    pub fn back_to(&mut self, mark: usize) {
        self.position = mark;
    }

    /// Passes a path and returns its last name. Passes nothing if there is none,
    /// and stops behind `::` where the name is missing.
    pub fn path(&mut self) -> Option<Ident> {
        if self.is_pair(':', ':') {
            self.skip(2);
        } else if self.is_punct('<') {
            // `<Type as Trait>::name`
            let mut ahead = self.clone();
            if !ahead.skip_angles() || !ahead.is_pair(':', ':') {
                return None;
            }
            self.position = ahead.position + 2;
        }
        loop {
            let name = self.ident().cloned()?;
            self.skip(1);
            if !self.is_pair(':', ':') {
                return Some(name);
            }
            self.skip(2);
            if self.is_punct('<') {
                if !self.skip_angles() {
                    return None;
                }
                if !self.is_pair(':', ':') {
                    return Some(name);
                }
                self.skip(2);
            }
        }
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

/// Whether a token is this sign.
pub fn is_punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// Whether a token is this word.
pub fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

/// Tokens as a stream.
pub fn stream(tokens: &[TokenTree]) -> TokenStream {
    tokens.iter().cloned().collect()
}

/// The tokens of a group, without invisible groups of one token or none.
pub fn visible(stream: TokenStream) -> impl Iterator<Item = TokenTree> {
    stream.into_iter().filter_map(|mut token| {
        loop {
            let TokenTree::Group(group) = &token else { return Some(token) };
            if group.delimiter() != Delimiter::None {
                return Some(token);
            }
            let mut inside = group.stream().into_iter();
            let only = inside.next()?;
            if inside.next().is_some() {
                return Some(token);
            }
            token = only;
        }
    })
}
