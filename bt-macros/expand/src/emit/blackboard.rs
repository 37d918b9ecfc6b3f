//! The blackboard's type, with its lifetimes spelled out.

use std::iter::Peekable;

use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::format_ident;

use crate::syntax::{Blackboard, Header};

/// The blackboard as an impl names it.
pub struct Named {
    /// Its type.
    pub tokens: TokenStream,
    /// The lifetimes in it that the header names, and the struct doesn't.
    pub named: Vec<syn::Lifetime>,
    /// The lifetimes in it that the header leaves out.
    pub elided: Vec<syn::Lifetime>,
    /// Where it is generic: its parameter, with bounds.
    pub parameter: Option<TokenStream>,
}

impl Named {
    /// What an impl on it is generic in, apart from the struct's own, with another lifetime.
    pub fn parameters(&self, more: Option<syn::Lifetime>) -> TokenStream {
        let (named, elided, parameter) = (&self.named, &self.elided, self.parameter.iter());
        let (span, more) = (Span::mixed_site(), more.iter());
        quote::quote_spanned!(span=> #(#more,)* #(#named,)* #(#elided,)* #(#parameter,)*)
    }
}

/// The blackboard for the impls of a struct with these generics.
pub fn named(header: Option<&Header>, generics: &syn::Generics) -> Named {
    let tokens = match header.map(|header| &header.blackboard) {
        Some(Blackboard::Type(tokens)) => tokens,
        Some(Blackboard::Bounds(bounds)) => return generic(bounds),
        Some(Blackboard::Broken) | None => return generic(&quote::quote! { ?::core::marker::Sized }),
    };
    let (mut named, mut elided): (Vec<syn::Lifetime>, Vec<syn::Lifetime>) = (Vec::new(), Vec::new());
    let tokens = replace_lifetimes(tokens.clone(), &mut |name| {
        let Some(name) = name else { return left_out(&mut elided) };
        let lifetime = syn::Lifetime { apostrophe: name.span(), ident: name.clone() };
        let known = generics.lifetimes().any(|own| own.lifetime == lifetime) || named.contains(&lifetime);
        if !known && lifetime.ident != "static" {
            named.push(lifetime.clone());
        }
        lifetime
    });
    let tokens = closed(tokens, &mut elided);
    Named { tokens, named, elided, parameter: None }
}

/// `dyn Trait` with a lifetime: left out behind `&mut` it is any, in an impl `'static`. In
/// parentheses of our own, which the compiler doesn't call superfluous.
fn closed(tokens: TokenStream, elided: &mut Vec<syn::Lifetime>) -> TokenStream {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let own = |inside: TokenStream| {
        let mut group = Group::new(Delimiter::Parenthesis, inside);
        group.set_span(Span::mixed_site());
        TokenTree::from(group).into()
    };
    match all.as_slice() {
        [TokenTree::Ident(word), rest @ ..] if word == "dyn" => {
            let has_lifetime = rest.windows(2).any(|pair| {
                matches!(pair, [TokenTree::Punct(plus), TokenTree::Punct(quote)] if plus.as_char() == '+' && quote.as_char() == '\'')
            });
            if has_lifetime {
                return own(tokens);
            }
            let lifetime = left_out(elided);
            own(quote::quote!(#tokens + #lifetime))
        }
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis && !is_tuple(group) => {
            closed(group.stream(), elided)
        }
        _ => tokens,
    }
}

fn is_tuple(group: &Group) -> bool {
    let mut tokens = group.stream().into_iter().peekable();
    tokens.peek().is_none()
        || tokens.any(|token| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ','))
}

/// The next lifetime that the header leaves out.
fn left_out(elided: &mut Vec<syn::Lifetime>) -> syn::Lifetime {
    let lifetime = syn::Lifetime::new(&format!("'__bt{}", elided.len() + 1), Span::mixed_site());
    elided.push(lifetime.clone());
    lifetime
}

fn generic(bounds: &TokenStream) -> Named {
    let name = format_ident!("__BtBlackboard", span = Span::mixed_site());
    Named {
        tokens: quote::quote! { #name },
        named: Vec::new(),
        elided: Vec::new(),
        parameter: Some(quote::quote! { #name: #bounds }),
    }
}

/// A type with every lifetime `'static` that the struct doesn't name: enough to
/// tell what state belongs to it.
pub fn static_type(tokens: &TokenStream, generics: &syn::Generics) -> TokenStream {
    replace_lifetimes(tokens.clone(), &mut |name| match name {
        Some(name) if generics.lifetimes().any(|own| own.lifetime.ident == *name) => {
            syn::Lifetime { apostrophe: name.span(), ident: name.clone() }
        }
        _ => syn::Lifetime::new("'static", Span::mixed_site()),
    })
}

/// Replaces the lifetimes in a type, elided ones (`None`) included.
fn replace_lifetimes(
    tokens: TokenStream,
    replace: &mut impl FnMut(Option<&Ident>) -> syn::Lifetime,
) -> TokenStream {
    let mut output = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    // Lifetimes elided in `Fn(&T)` and `fn(&T)` are that function's own.
    let mut is_function = false;
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                let Some(TokenTree::Ident(name)) = tokens.next() else { continue };
                let lifetime = replace(Some(&name).filter(|name| *name != "_"));
                push_lifetime(&mut output, lifetime);
            }
            TokenTree::Punct(punct) if punct.as_char() == '&' => {
                output.extend([TokenTree::from(punct)]);
                let is_named =
                    matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == '\'');
                if !is_named {
                    push_lifetime(&mut output, replace(None));
                }
            }
            TokenTree::Group(group) if !is_function => {
                let mut inner = Group::new(group.delimiter(), replace_lifetimes(group.stream(), replace));
                inner.set_span(group.span());
                output.extend([TokenTree::from(inner)]);
            }
            TokenTree::Group(group) => {
                output.extend([TokenTree::from(group)]);
                returned(&mut tokens, &mut output);
            }
            TokenTree::Ident(name) if name == "for" => {
                output.extend([TokenTree::from(name)]);
                bound(&mut tokens, &mut output);
            }
            token => {
                is_function = matches!(&token, TokenTree::Ident(name) if ["fn", "Fn", "FnMut", "FnOnce"].contains(&name.to_string().as_str()));
                output.extend([token]);
                continue;
            }
        }
        is_function = false;
    }
    output
}

fn push_lifetime(output: &mut TokenStream, lifetime: syn::Lifetime) {
    let mut apostrophe = Punct::new('\'', Spacing::Joint);
    apostrophe.set_span(lifetime.apostrophe);
    output.extend([TokenTree::from(apostrophe), TokenTree::from(lifetime.ident)]);
}

/// `for<'a> Fn(&'a T) -> &'a T`, after `for`: these lifetimes are the function's own.
fn bound(tokens: &mut Peekable<IntoIter>, output: &mut TokenStream) {
    for token in tokens.by_ref() {
        let is_end = matches!(&token, TokenTree::Group(_));
        output.extend([token]);
        if is_end {
            break;
        }
    }
    returned(tokens, output);
}

/// `-> &T`, if that is next: the lifetimes are the function's too.
fn returned(tokens: &mut Peekable<IntoIter>, output: &mut TokenStream) {
    if !matches!(tokens.peek(), Some(TokenTree::Punct(sign)) if sign.as_char() == '-') {
        return;
    }
    output.extend(tokens.by_ref().take(2));
    let mut depth = 0_usize;
    while let Some(token) = tokens.peek() {
        if let TokenTree::Punct(sign) = token {
            match sign.as_char() {
                '<' => depth += 1,
                '>' if depth > 0 => depth -= 1,
                '>' | ',' | '+' if depth == 0 => return,
                _ => {}
            }
        }
        output.extend(tokens.next());
    }
}
