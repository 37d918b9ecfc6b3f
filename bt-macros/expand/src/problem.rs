//! The mistakes found in one `bt!`, reported together.

use std::ops::Range;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;

/// Collects mistakes.
#[derive(Debug, Default)]
pub struct Problems {
    found: Vec<syn::Error>,
}

impl Problems {
    /// Says what is wrong at a token, and what to write instead.
    pub fn at(&mut self, span: Span, message: impl AsRef<str>, help: impl AsRef<str>) {
        self.found.push(syn::Error::new(span, with_help(message.as_ref(), help.as_ref())));
    }

    /// Says what is wrong with some tokens, from the first to the last.
    pub fn over(&mut self, tokens: &[TokenTree], message: impl AsRef<str>, help: impl AsRef<str>) {
        let tokens: TokenStream = tokens.iter().cloned().collect();
        self.found.push(syn::Error::new_spanned(tokens, with_help(message.as_ref(), help.as_ref())));
    }

    /// Takes a mistake that a parser of Rust found.
    pub fn push(&mut self, error: syn::Error) {
        self.found.push(error);
    }

    /// Takes back all but the first.
    pub fn truncate(&mut self, count: usize) {
        self.found.truncate(count);
    }

    /// Takes back some, which followed from what is found now.
    pub fn forget(&mut self, which: Range<usize>) {
        self.found.drain(which);
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.found.len()
    }
}

fn with_help(message: &str, help: &str) -> String {
    if help.is_empty() { message.to_owned() } else { format!("{message}\nhelp: {help}") }
}

/// As `compile_error!`s, in order.
impl ToTokens for Problems {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        for error in &self.found {
            tokens.extend(error.to_compile_error());
        }
    }
}
