//! Invisible groups, which `macro_rules!` puts around what it substitutes. Rust forgets
//! them in what a procedural macro writes, so that `$x * 2` would be `1 + 2 * 2`.

use proc_macro2::{Delimiter, Group, Punct, Spacing, Span, TokenStream, TokenTree};

use super::cursor::{Cursor, visible};

/// Words that begin an item or a statement, around which no parentheses can be.
const NO_VALUES: &[&str] = &[
    "async",
    "const",
    "enum",
    "extern",
    "fn",
    "impl",
    "let",
    "macro_rules",
    "mod",
    "pub",
    "static",
    "struct",
    "trait",
    "type",
    "union",
    "unsafe",
    "use",
];

/// A value that is the whole of what it stands in: it needs no parentheses itself.
pub fn value(tokens: &[TokenTree]) -> TokenStream {
    match tokens {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            value(&visible(group.stream()).collect::<Vec<_>>())
        }
        tokens => parenthesized(tokens.iter().cloned().collect()),
    }
}

/// A group of the user's, with all values in it as they were grouped.
pub fn group(group: &Group) -> Group {
    if !has_invisible(group.stream()) {
        return group.clone();
    }
    let mut kept = Group::new(group.delimiter(), parenthesized(group.stream()));
    kept.set_span(group.span());
    kept
}

/// Tokens in which every invisible group is in parentheses, unless it holds together
/// without.
pub fn parenthesized(stream: TokenStream) -> TokenStream {
    if !has_invisible(stream.clone()) {
        return stream;
    }
    let mut output: Vec<TokenTree> = Vec::new();
    let mut tokens = visible(stream).peekable();
    while let Some(token) = tokens.next() {
        let TokenTree::Group(written) = token else {
            output.push(token);
            continue;
        };
        if written.delimiter() != Delimiter::None {
            let is_attribute = matches!(output.last(), Some(TokenTree::Punct(sign)) if sign.as_char() == '#');
            output.push(match is_attribute {
                true => written.into(),
                false => group(&written).into(),
            });
            continue;
        }
        let inside = parenthesized(written.stream());
        let is_owner = matches!(tokens.peek(), Some(TokenTree::Punct(sign)) if sign.as_char() == ':' && sign.spacing() == Spacing::Joint);
        if is_owner {
            // `$Type::new()`
            output.push(Punct::new('<', Spacing::Alone).into());
            output.extend(inside);
            output.push(Punct::new('>', Spacing::Alone).into());
        } else if stands_alone(&inside) {
            output.extend(inside);
        } else {
            let mut parentheses = Group::new(Delimiter::Parenthesis, inside);
            // Of our own: the compiler doesn't ask the user to leave them out.
            parentheses.set_span(Span::mixed_site().located_at(written.span()));
            output.push(parentheses.into());
        }
    }
    output.into_iter().collect()
}

/// Whether nothing beside it can pull this apart: a path, or what is no value at all.
fn stands_alone(stream: &TokenStream) -> bool {
    let mut cursor = Cursor::new(stream.clone(), Span::mixed_site());
    let begins_item = cursor.ident().is_some_and(|word| NO_VALUES.iter().any(|other| word == other));
    let is_block = cursor.peek_at(1).is_some_and(
        |token| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace),
    );
    if begins_item && !is_block || cursor.is_punct('#') {
        return true;
    }
    if cursor.is_pair(':', ':') {
        cursor.skip(2);
    }
    while cursor.ident().is_some() {
        cursor.skip(1);
        if cursor.is_pair(':', ':') && cursor.is_punct_at(2, '<') {
            cursor.skip(2);
        }
        if cursor.is_punct('<') && !cursor.skip_angles() {
            return false;
        }
        if cursor.is_over() {
            return true;
        }
        if !cursor.is_pair(':', ':') {
            return false;
        }
        cursor.skip(2);
    }
    false
}

fn has_invisible(stream: TokenStream) -> bool {
    stream.into_iter().any(|token| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::None || has_invisible(group.stream()),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

    use super::value;

    /// Brackets with an `i` in front are invisible.
    fn invisible(stream: TokenStream) -> TokenStream {
        let mut tokens = stream.into_iter().peekable();
        let mut output = TokenStream::new();
        while let Some(token) = tokens.next() {
            let next = tokens.peek().cloned();
            let token = match (token, next) {
                (TokenTree::Ident(word), Some(TokenTree::Group(group))) if word == "i" => {
                    tokens.next();
                    Group::new(Delimiter::None, invisible(group.stream())).into()
                }
                (TokenTree::Group(group), _) => {
                    Group::new(group.delimiter(), invisible(group.stream())).into()
                }
                (token, _) => token,
            };
            output.extend([token]);
        }
        output
    }

    #[test]
    fn values_keep_their_grouping() {
        for (written, kept) in [
            ("i[1 + 2]", "1 + 2"),
            ("i[1 + 2] * 2", "(1 + 2) * 2"),
            ("!i[true || true]", "!(true || true)"),
            ("10 - i[i[1 + 2]]", "10 - (1 + 2)"),
            ("i[x as u8] < 3", "(x as u8) < 3"),
            ("i[-1].abs()", "(-1).abs()"),
            ("i[0..3].len()", "(0..3).len()"),
            ("i[|x| x + 1](2)", "(|x| x + 1)(2)"),
            ("Some(i[1 | 2]) if i[a || b] && c", "Some((1 | 2)) if (a || b) && c"),
            ("S { k: i[1 + 2] * 2 }", "S { k: (1 + 2) * 2 }"),
            ("i[1].pow(i[2])", "1.pow(2)"),
            ("i[{ 1 }] + 1", "{ 1 } + 1"),
            ("i[] x", "x"),
        ] {
            let expected: TokenStream = kept.parse().unwrap();
            let tokens: Vec<TokenTree> = invisible(written.parse().unwrap()).into_iter().collect();
            assert_eq!(value(&tokens).to_string(), expected.to_string(), "{written}");
        }
    }

    #[test]
    fn what_is_no_value_gets_no_parentheses() {
        for (written, kept) in [
            ("{ i[fn f() {}] f() }", "{ fn f() {} f() }"),
            ("{ i[let x = 1]; x }", "{ let x = 1; x }"),
            ("i[a::b](1)", "a::b(1)"),
            ("x::<i[Vec<u8>]>()", "x::<Vec<u8>>()"),
            ("i[Vec<u8>]::new()", "<Vec<u8>>::new()"),
            ("{ #[i[cfg(x)]] f() }", "{ #[cfg(x)] f() }"),
        ] {
            let expected: TokenStream = kept.parse().unwrap();
            let tokens: Vec<TokenTree> = invisible(written.parse().unwrap()).into_iter().collect();
            let text = value(&tokens).to_string().replace(' ', "");
            assert_eq!(text, expected.to_string().replace(' ', ""), "{written}");
        }
    }
}
