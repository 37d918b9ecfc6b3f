//! The struct of a tree in item form.

use proc_macro2::{Delimiter, Ident, Punct, Spacing, TokenStream, TokenTree};

use super::cursor::{Cursor, stream};
use crate::problem::Problems;

/// The struct that is the tree.
pub struct Item {
    /// The struct, as written.
    pub tokens: TokenStream,
    /// Its name.
    pub name: Ident,
    /// Its generics.
    pub generics: syn::Generics,
}

/// The struct, if the tokens begin with one.
pub fn parse(cursor: &mut Cursor, problems: &mut Problems) -> Option<Item> {
    if !begins(cursor) {
        return None;
    }
    let mark = cursor.mark();
    while !cursor.is_word("struct") {
        cursor.skip(1);
    }
    while !cursor.is_over() && !cursor.is_punct('|') {
        if cursor.is_punct('<') {
            cursor.skip_angles();
        } else if cursor.group(Delimiter::Brace).is_some() || cursor.is_punct(';') {
            cursor.skip(1);
            break;
        } else {
            cursor.skip(1);
        }
    }
    let mut tokens = stream(cursor.since(mark));
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        token => token.to_string() == ";",
    };
    if !cursor.previous().is_some_and(ends) {
        tokens.extend([TokenTree::from(Punct::new(';', Spacing::Alone))]);
    }
    match syn::parse2::<syn::DeriveInput>(tokens.clone()) {
        Ok(input) => Some(Item { tokens, name: input.ident, generics: input.generics }),
        Err(error) => {
            problems.push(error);
            None
        }
    }
}

/// Whether a struct begins here, behind attributes and a visibility.
fn begins(cursor: &Cursor) -> bool {
    let mut cursor = cursor.clone();
    while cursor.is_punct('#') && matches!(cursor.peek_at(1), Some(TokenTree::Group(_))) {
        cursor.skip(2);
    }
    if cursor.is_word("pub") {
        cursor.skip(1);
        cursor.eat_group(Delimiter::Parenthesis);
    }
    cursor.is_word("struct")
}
