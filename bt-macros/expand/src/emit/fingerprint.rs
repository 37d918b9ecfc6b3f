//! What a saved agent carries of the tree that it belongs to.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

use super::table;
use crate::syntax::{Kind, Node};

/// A hash of all that is written in a tree, apart from its comments, its layout and the types
/// of blackboards. Spliced trees add their own, which the compiler knows.
pub fn of(root: &Node) -> u64 {
    let mut hash = Hash(0xCBF2_9CE4_8422_2325);
    hash.node(root);
    hash.0
}

/// FNV-1a, in 64 bits.
struct Hash(u64);

impl Hash {
    fn word(&mut self, word: &str) {
        // No word has a zero in it: it ends one.
        for byte in word.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn node(&mut self, node: &Node) {
        self.word(node.label.as_ref().map_or("", |label| &label.text));
        self.tokens(node.head.clone().unwrap_or_default());
        self.word(&table::kind(node));
        self.tokens(own_tokens(node));
        let below = node.below();
        self.word(&below.len().to_string());
        for child in below {
            self.node(child);
        }
    }

    /// Token by token: how they are laid out is no part of them, nor are the last comma in
    /// parentheses and doc comments.
    fn tokens(&mut self, tokens: TokenStream) {
        let is =
            |token: &TokenTree, sign| matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign);
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            if is(&token, '#') && tokens.next_if(is_doc_comment).is_some() {
                continue;
            }
            if is(&token, ',') && tokens.peek().is_none() {
                break;
            }
            match token {
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Brace => ("{", "}"),
                        Delimiter::Bracket => ("[", "]"),
                        // Around what a macro was given.
                        Delimiter::None => ("", ""),
                    };
                    self.word(open);
                    self.tokens(group.stream());
                    self.word(close);
                }
                token => self.word(&token.to_string()),
            }
        }
        self.word("");
    }
}

/// What a doc comment becomes behind its `#`.
fn is_doc_comment(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else { return false };
    let first = group.stream().into_iter().next();
    group.delimiter() == Delimiter::Bracket && matches!(first, Some(TokenTree::Ident(word)) if word == "doc")
}

/// What is written in a node itself.
fn own_tokens(node: &Node) -> TokenStream {
    match &node.kind {
        Kind::Keyword { written, .. } => written.to_token_stream(),
        Kind::Function(call) => {
            let (path, written) = (&call.path, &call.written);
            quote::quote! { #path #written }
        }
        Kind::Block(block) => block.to_token_stream(),
        Kind::Splice { value, .. } => value.clone(),
        Kind::Custom { path, arguments, .. } => quote::quote! { #path, #arguments },
        Kind::States(machine) => machine.graph(),
        Kind::Not(_) | Kind::Arm(..) | Kind::Broken(_) => TokenStream::new(),
    }
}
