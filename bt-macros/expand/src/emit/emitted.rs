//! What becomes of a node.

use proc_macro2::TokenStream;

/// A node in Rust.
#[derive(Debug)]
pub struct Emitted {
    /// The value.
    pub value: TokenStream,
    /// Its type, in a tree in item form.
    pub shape: TokenStream,
}
