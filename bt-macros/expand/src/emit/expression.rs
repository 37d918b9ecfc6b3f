//! A tree as an expression.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::fingerprint;
use super::node::Emitter;
use crate::problem::Problems;
use crate::syntax::{Blackboard, Header, Node};

/// ```text
/// {
///     struct __BtTable;
///     impl Table for __BtTable { const ROWS: &[Row] = &[..]; }
///     let __bt = named(|_: &mut Ctx<'_>| {});
///     tree::<__BtTable, _>(selector((..)))
/// }
/// ```
pub fn expression(
    krate: &TokenStream,
    header: Option<&Header>,
    root_node: &Node,
    problems: &Problems,
) -> TokenStream {
    let blackboard = header.and_then(|header| match &header.blackboard {
        Blackboard::Type(tokens) => Some(tokens.clone()),
        Blackboard::Bounds(_) | Blackboard::Broken => None,
    });
    let generics = syn::Generics::default();
    let mut emitter = Emitter::new(krate, header, blackboard.clone(), None, &generics);
    let root = emitter.node(root_node).expression;
    let rows = emitter.rows();
    let fingerprint = fingerprint::of(root_node);
    let span = Span::mixed_site();
    let on = match &blackboard {
        Some(blackboard) => quote_spanned!(span=> #krate::private::named(|_: &mut #blackboard| {})),
        None => quote_spanned!(span=> #krate::private::inferred()),
    };
    quote_spanned! {span=> {
        #problems
        struct __BtTable;
        #[automatically_derived]
        impl #krate::private::Table for __BtTable {
            const ROWS: &'static [#krate::private::Row] = #rows;
            const FINGERPRINT: u64 = #fingerprint;
        }
        let __bt = #on;
        #krate::private::tree::<__BtTable, _>(#root)
    }}
}
