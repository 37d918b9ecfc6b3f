//! Questions to tokens, and tokens that errors and editors point at.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

use crate::syntax::Node;

/// At a token of the user's for messages, but with names of our own.
pub fn at(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}

/// A path of ours at a token of the user's.
pub fn all_at(path: TokenStream, span: Span) -> TokenStream {
    let at_token = |mut token: TokenTree| {
        token.set_span(token.span().located_at(span));
        token
    };
    path.into_iter().map(at_token).collect()
}

/// Whether a word occurs among the tokens, or is captured in a format string.
pub fn mentions(tokens: &TokenStream, word: &Ident) -> bool {
    find(tokens, &word.to_string()).is_some()
}

fn find(tokens: &TokenStream, word: &str) -> Option<Span> {
    tokens.clone().into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) => (ident == word).then(|| ident.span()),
        TokenTree::Group(group) => find(&group.stream(), word),
        TokenTree::Literal(literal) => captures(&literal.to_string(), word).then(|| literal.span()),
        TokenTree::Punct(_) => None,
    })
}

/// Whether a literal is a string with `{word}` or `{word:..}` in it.
fn captures(literal: &str, word: &str) -> bool {
    let word = word.trim_start_matches("r#");
    literal.ends_with(['"', '#'])
        && literal.split('{').skip(1).any(|rest| {
            rest.trim_start().strip_prefix(word).is_some_and(|rest| rest.trim_start().starts_with(['}', ':']))
        })
}

/// Where a node, apart from those below it, says `self`: the receiver has to have the same
/// hygiene.
pub fn self_span(node: &Node) -> Option<Span> {
    node.rust().iter().find_map(|tokens| find(tokens, "self"))
}

/// A block with braces of our own: the compiler would have the user's removed. One that may
/// return early is a closure of its own, since its answer is converted.
pub fn braced(block: &Group) -> TokenStream {
    let site = Span::mixed_site();
    let mut group = Group::new(Delimiter::Brace, block.stream());
    group.set_span(site);
    if returns(block.stream()) { quote_spanned!(site=> (|| #group)()) } else { group.into_token_stream() }
}

/// `ask(body)`, where the body may never return: what comes after it is no mistake then. What
/// the compiler has against a block itself it still says.
pub fn answered(
    body: TokenStream,
    block: Option<Span>,
    ask: impl FnOnce(TokenStream) -> TokenStream,
) -> TokenStream {
    let site = Span::mixed_site();
    let Some(span) = block else {
        let asked = ask(body);
        return quote_spanned!(site=> { #[allow(unreachable_code)] let __bt_status = #asked; __bt_status });
    };
    let answer = Ident::new("__bt_answer", span);
    let asked = ask(answer.to_token_stream());
    quote_spanned! {site=> {
        let #answer = #body;
        #[allow(unreachable_code)]
        let __bt_status = #asked;
        __bt_status
    }}
}

/// Whether there is a `return` or a `?` among the tokens, or a macro that may hide one.
pub fn returns(tokens: TokenStream) -> bool {
    let mut before = None;
    tokens.into_iter().any(|token| {
        let is_macro =
            matches!(before, Some(true)) && matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '!');
        before = Some(matches!(token, TokenTree::Ident(_)));
        match token {
            TokenTree::Group(group) => returns(group.stream()),
            TokenTree::Ident(word) => word == "return",
            TokenTree::Punct(sign) => sign.as_char() == '?' || is_macro,
            TokenTree::Literal(_) => false,
        }
    })
}

/// The tokens with something else in the place of a word.
pub fn replace(tokens: TokenStream, word: &str, by: &TokenStream) -> TokenStream {
    let mut output = TokenStream::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) if ident == word => output.extend(by.clone()),
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replace(group.stream(), word, by));
                inner.set_span(group.span());
                output.extend([TokenTree::Group(inner)]);
            }
            token => output.extend([token]),
        }
    }
    output
}

/// The tokens once more: an editor looks at those that the user wrote.
pub fn unspanned(tokens: TokenStream) -> TokenStream {
    let again = |token| match token {
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), unspanned(group.stream()));
            inner.set_span(Span::call_site());
            TokenTree::Group(inner)
        }
        mut token => {
            token.set_span(Span::call_site().resolved_at(token.span()));
            token
        }
    };
    tokens.into_iter().map(again).collect()
}
