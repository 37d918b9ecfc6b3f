//! What `bt!` expands to, as an ordinary function on token streams: so it can be
//! tested, fuzzed, and used by tools that read trees.
//!
//! The way through it: `syntax` reads the tokens, `check` looks for what is
//! wrong with the tree, `emit` writes it as Rust. The keywords are all in one
//! table, [`catalogue`].

pub mod catalogue;
mod check;
mod derive;
mod emit;
mod problem;
mod source;
mod suggest;
mod syntax;

use proc_macro2::{TokenStream, TokenTree};

pub use derive::blackboard;

/// Expands the input of `bt!`. It begins with the path of `bt-core` and a
/// semicolon, which the macro's wrapper puts there.
///
/// Mistakes become `compile_error!`s in the output, all of them; this function
/// never panics.
///
/// ```
/// let output = bt_expand::expand("::bt_core; selector < attack, patrol >".parse().unwrap());
/// assert!(output.to_string().contains("selector"));
/// ```
pub fn expand(input: TokenStream) -> TokenStream {
    let mut tokens = input.into_iter();
    let is_semicolon = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';');
    let krate: TokenStream = tokens.by_ref().take_while(|token| !is_semicolon(token)).collect();
    let mut problems = problem::Problems::default();
    match syntax::parse(tokens.collect(), &mut problems) {
        Some(mut tree) => {
            check::check(&mut tree, &mut problems);
            emit::emit(&krate, &tree, &problems)
        }
        // What is no tree would only be reported again.
        None => quote::quote! { #problems },
    }
}
