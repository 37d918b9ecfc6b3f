//! What a user's `macro_rules!` hands to `bt!`: invisible groups anywhere, attributes,
//! raw identifiers. No panic, and no endless recursion.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

fuzz_target!(|input: (&str, Vec<u8>)| {
    let (source, choices) = input;
    if source.len() > 4096 {
        return;
    }
    let Ok(tokens) = source.parse::<TokenStream>() else { return };
    let mut tree: TokenStream = "::bt_core;".parse().expect("it is Rust");
    tree.extend(substituted(tokens, &mut choices.into_iter()));
    bt_expand::expand(tree.clone());
    bt_expand::blackboard(tree);
});

/// The tokens, some of them as fragments.
fn substituted(tokens: TokenStream, choices: &mut impl Iterator<Item = u8>) -> TokenStream {
    let mut output: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let token = match token {
            TokenTree::Group(group) => {
                Group::new(group.delimiter(), substituted(group.stream(), choices)).into()
            }
            token => token,
        };
        output.push(token);
        match choices.next().unwrap_or_default() {
            choice @ 1..=9 => {
                let begin = output.len().saturating_sub(usize::from(choice));
                let inside: TokenStream = output.drain(begin..).collect();
                output.push(Group::new(Delimiter::None, inside).into());
            }
            10 => output.push(Group::new(Delimiter::None, TokenStream::new()).into()),
            11 => output.push(Ident::new_raw("match", Span::call_site()).into()),
            12 => output.extend("#[cfg(test)] #[doc = \"note\"]".parse::<TokenStream>().expect("it is Rust")),
            _ => {}
        }
    }
    output.into_iter().collect()
}
