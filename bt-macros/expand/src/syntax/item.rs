//! The struct of a tree in item form.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};

use quote::quote;

use super::cursor::{Cursor, is_too_deep, stream};
use crate::problem::Problems;
use crate::suggest::edits;

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

/// The struct, if the tokens begin with one, or with what was meant to be one.
pub fn parse(cursor: &mut Cursor, behind_header: bool, problems: &mut Problems) -> Option<Item> {
    misspelt(cursor, problems);
    let mark = cursor.mark();
    if !begins(cursor) {
        cursor.back_to(mark);
        return None;
    }
    if behind_header {
        let help = "write `struct Name |name: &mut Blackboard| ..`";
        problems.at(cursor.span(), "the struct stands before the header", help);
    }
    // `struct Name`, and what may follow.
    let (word, is_named) = (cursor.span(), matches!(cursor.peek_at(1), Some(TokenTree::Ident(_))));
    cursor.skip(1);
    if !is_named {
        problems.at(word, "this struct has no name", "write `struct Name`");
        // What has no name can't be used: one of our own is as good.
        cursor.replace(0, [Ident::new("__BtTree", word).into()]);
    }
    let name = cursor.ident()?.clone();
    cursor.skip(1);
    if cursor.is_punct('<') {
        cursor.skip_angles();
    }
    let is_header = |group: &Group| {
        let inside = Cursor::inside(group);
        inside.is_punct_at(1, ':') && inside.is_punct_at(2, '&')
    };
    if !cursor.group(Delimiter::Parenthesis).is_some_and(is_header) {
        cursor.eat_group(Delimiter::Parenthesis);
    }
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
    let written = cursor.since(mark).to_vec();
    let mut tokens = stream(&written);
    if !is_closed {
        // At the user's name: what is said of the struct isn't said within a macro.
        let mut end = Punct::new(';', Spacing::Alone);
        end.set_span(name.span());
        tokens.extend([TokenTree::from(end)]);
    }
    let misplaced = [':', '=', ',', ';'].into_iter().any(|sign| cursor.is_punct(sign));
    if misplaced && !is_too_deep(&written) {
        let length = if cursor.is_pair('=', '>') { 2 } else { 1 };
        problems.over(
            &cursor.rest()[..length],
            "nothing stands between a struct and its header",
            "leave it out",
        );
        cursor.skip(length);
    }
    let error = match is_too_deep(&written) {
        true => "this struct is nested too deep".to_owned(),
        false => match syn::parse2::<syn::DeriveInput>(tokens.clone()) {
            Ok(input) => return Some(Item { tokens, name: input.ident, generics: input.generics }),
            Err(error) => format!("this is no struct: {error}"),
        },
    };
    let last = if is_too_deep(&written) { 1 } else { written.len() };
    problems.over(&written[..last], error, "a tree in item form begins with a struct: `struct Tree { .. }`");
    // That it is there is all that the rest of the file needs to know.
    Some(Item { tokens: quote!(struct #name;), name, generics: syn::Generics::default() })
}

/// Passes attributes and a visibility, and says whether a struct begins there.
pub fn begins(cursor: &mut Cursor) -> bool {
    before_struct(cursor);
    cursor.is_word("struct")
}

fn before_struct(cursor: &mut Cursor) {
    cursor.open();
    while cursor.is_punct('#') && matches!(cursor.peek_at(1), Some(TokenTree::Group(_))) {
        cursor.skip(2);
        cursor.open();
    }
    if cursor.is_word("pub") {
        cursor.skip(1);
        cursor.eat_group(Delimiter::Parenthesis);
    }
    cursor.open();
}

/// What people write for `struct`.
const STRUCTS: &[&str] = &[
    "behavior",
    "behaviour",
    "class",
    "const",
    "def",
    "enum",
    "fn",
    "let",
    "static",
    "tree",
    "type",
    "union",
];

/// `strcut Name`, or no word at all before a name and a header.
fn misspelt(cursor: &mut Cursor, problems: &mut Problems) {
    let mark = cursor.mark();
    before_struct(cursor);
    let is_first = cursor.mark() == mark;
    let name_at = |place: usize| match cursor.peek_at(place) {
        Some(TokenTree::Ident(name)) => name.to_string().starts_with(char::is_uppercase),
        _ => false,
    };
    let ends = |place: usize| {
        cursor.is_punct_at(place, '|')
            || cursor.is_punct_at(place, ';') && cursor.is_punct_at(place + 1, '|')
            || cursor.is_group_at(place, Delimiter::Brace) && cursor.is_punct_at(place + 1, '|')
    };
    if let Some(word) = cursor.ident().cloned() {
        let text = word.to_string();
        let is_slip = text != "struct" && (edits(&text, "struct") <= 2 || STRUCTS.contains(&text.as_str()));
        let written_struct = TokenTree::from(Ident::new("struct", word.span()));
        if is_slip && name_at(1) {
            let name = cursor.peek_at(1).map_or(String::new(), ToString::to_string);
            problems.at(
                word.span(),
                format!("a tree in item form is a struct, and `{text}` is none"),
                format!("write `struct {name}`"),
            );
            cursor.replace(1, [written_struct]);
        } else if name_at(0) && (ends(1) || !is_first) {
            problems.at(word.span(), "a tree in item form is a struct", format!("write `struct {text}`"));
            cursor.replace(0, [written_struct]);
        }
    }
    cursor.back_to(mark);
}
