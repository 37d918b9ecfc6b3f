//! Attributes of the struct that hold for all that is written for it.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// `#[cfg]`, and the levels of lints. What is expected of the struct is allowed elsewhere.
pub fn shared(item: &TokenStream) -> TokenStream {
    let mut shared = TokenStream::new();
    let mut tokens = item.clone().into_iter();
    while let (Some(TokenTree::Punct(sign)), Some(TokenTree::Group(group))) = (tokens.next(), tokens.next()) {
        if sign.as_char() != '#' {
            break;
        }
        if let Some(inside) = inside(group.stream()) {
            let mut group = Group::new(group.delimiter(), inside);
            group.set_span(sign.span());
            shared.extend(quote! { #sign #group });
        }
    }
    shared
}

fn inside(attribute: TokenStream) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = attribute.into_iter().collect();
    let [TokenTree::Ident(name), rest @ ..] = tokens.as_slice() else { return None };
    match (name.to_string().as_str(), rest) {
        ("cfg" | "allow" | "warn" | "deny" | "forbid", _) => Some(tokens.into_iter().collect()),
        ("expect", rest) => {
            let allow = Ident::new("allow", name.span());
            Some(quote! { #allow #(#rest)* })
        }
        ("cfg_attr", [TokenTree::Group(group)]) => {
            let all: Vec<TokenTree> = group.stream().into_iter().collect();
            let is_comma =
                |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',');
            let mut parts = all.split(is_comma);
            let condition: TokenStream = parts.next()?.iter().map(ToTokens::to_token_stream).collect();
            let kept: Vec<TokenStream> = parts
                .filter_map(|part| inside(part.iter().map(ToTokens::to_token_stream).collect()))
                .collect();
            (!kept.is_empty()).then(|| quote! { #name(#condition #(, #kept)*) })
        }
        _ => None,
    }
}
