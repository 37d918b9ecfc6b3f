//! Tokens as they are written, for messages that show what to write instead.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Longer texts say no more than their beginning.
const LONGEST: usize = 90;

/// What the user wrote, on one line; `..` where that is too long to be repeated.
pub fn text(tokens: &[TokenTree]) -> String {
    let mut text = String::new();
    write(tokens, &mut text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    if text.chars().count() > LONGEST { "..".to_owned() } else { text }
}

/// The text within a group.
pub fn inside(stream: TokenStream) -> String {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    text(&tokens)
}

fn write(tokens: &[TokenTree], text: &mut String) {
    let mut end = None;
    for token in tokens {
        let span = token.span();
        if end.is_some_and(|end| end != span.start()) {
            text.push(' ');
        }
        end = Some(span.end());
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                write(&inner, text);
            }
            token => text.push_str(&span.source_text().unwrap_or_else(|| token.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::inside;

    #[test]
    fn a_text_is_as_written() {
        for written in ["g.hp < 3.0", "!g.names.is_empty()", "f(x)[0]  ", "a::<B>( 1 )", "x\n  .y"] {
            let words: Vec<&str> = written.split_whitespace().collect();
            assert_eq!(inside(written.parse().unwrap()), words.join(" "));
        }
    }

    #[test]
    fn a_long_text_is_left_out() {
        assert_eq!(inside("a + ".repeat(50).parse().unwrap()), "..");
    }
}
