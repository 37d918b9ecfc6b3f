//! The struct of a tree in item form.

use proc_macro2::{Delimiter, Ident, Punct, Spacing, TokenStream, TokenTree};

use super::cursor::{Cursor, is_too_deep, stream};

/// The struct that is the tree.
pub struct Item {
    /// The struct, as written.
    pub tokens: TokenStream,
    /// Its name.
    pub name: Ident,
    /// Its generics.
    pub generics: syn::Generics,
}

/// An attribute `#[bt(..)]` of the struct: what is in the brackets, and where among the
/// struct's tokens.
pub struct Attribute {
    /// The place of the bracketed group.
    pub index: usize,
    /// The word `bt`.
    pub name: Ident,
    /// Whether it says `picture`.
    pub is_picture: bool,
}

impl Item {
    /// The attributes that are for the macro.
    pub fn attributes(&self) -> Vec<Attribute> {
        let tokens: Vec<TokenTree> = self.tokens.clone().into_iter().collect();
        let attribute = |(index, pair): (usize, &[TokenTree])| {
            let [TokenTree::Punct(sign), TokenTree::Group(group)] = pair else { return None };
            let mut inside = group.stream().into_iter();
            let TokenTree::Ident(name) = inside.next().filter(|_| sign.as_char() == '#')? else {
                return None;
            };
            let argument = inside.next().map(|argument| argument.to_string().replace(' ', ""));
            let is_picture = argument.as_deref() == Some("(picture)") && inside.next().is_none();
            (name == "bt").then_some(Attribute { index: index + 1, name, is_picture })
        };
        tokens.windows(2).enumerate().filter_map(attribute).collect()
    }
}

/// The struct, if the tokens begin with one; or the tokens that look like one,
/// and what is wrong with them.
pub fn parse(cursor: &mut Cursor) -> Option<Result<Item, (TokenStream, String)>> {
    if !begins(cursor) {
        return None;
    }
    let mark = cursor.mark();
    while !cursor.is_word("struct") {
        cursor.skip(1);
    }
    // `struct Name`, and what may follow.
    cursor.skip(2);
    if cursor.is_punct('<') {
        cursor.skip_angles();
    }
    cursor.eat_group(Delimiter::Parenthesis);
    if cursor.is_word("where") {
        while !cursor.is_over()
            && !cursor.is_punct('|')
            && !cursor.is_punct(';')
            && cursor.group(Delimiter::Brace).is_none()
        {
            cursor.skip(1);
        }
    }
    let has_fields = cursor.eat_group(Delimiter::Brace).is_some();
    let is_closed = has_fields || cursor.eat(';');
    let mut tokens = stream(cursor.since(mark));
    if !is_closed {
        tokens.extend([TokenTree::from(Punct::new(';', Spacing::Alone))]);
    }
    if is_too_deep(cursor.since(mark)) {
        return Some(Err((stream(&cursor.since(mark)[..1]), "this struct is nested too deep".to_owned())));
    }
    Some(match syn::parse2::<syn::DeriveInput>(tokens.clone()) {
        Ok(input) => Ok(Item { tokens, name: input.ident, generics: input.generics }),
        Err(error) => Err((tokens, format!("this is no struct: {error}"))),
    })
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
