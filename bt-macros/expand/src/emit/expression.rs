//! A tree as an expression.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::fingerprint;
use super::item::within;
use super::node::{Emitter, Place};
use crate::problem::Problems;
use crate::syntax::{Blackboard, Header, Node};

/// ```text
/// {
///     let __bt = named(|_: &mut Ctx<'_>| {});
///     let __bt_answers = Answers;
///     let __bt_root = selector((..));
///     struct __BtTable;
///     impl Table for __BtTable { const ROWS: Rows = Rows { .. }; }
///     tree::<__BtTable, _>(__bt_root)
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
    let mut emitter = Emitter::new(krate, Place { header, blackboard: blackboard.clone() }, None);
    let root = within(krate, header, emitter.node(root_node).value);
    let table = emitter.table();
    let fingerprint = fingerprint::of(root_node);
    let span = Span::mixed_site();
    let on = match &blackboard {
        Some(blackboard) => quote_spanned!(span=> #krate::private::named(|_: &mut #blackboard| {})),
        None => quote_spanned!(span=> #krate::private::inferred()),
    };
    quote_spanned! {span=> {
        #[allow(unused_imports)]
        use #krate::private::Unchecked as _;
        let __bt = #on;
        let __bt_answers = #krate::private::Answers;
        let __bt_root = #root;
        struct __BtTable;
        #[automatically_derived]
        impl #krate::private::Table for __BtTable {
            const ROWS: #krate::private::Rows = #table;
            const FINGERPRINT: #krate::private::primitive::u64 = #fingerprint;
        }
        #problems
        #krate::private::tree::<__BtTable, _>(__bt_root)
    }}
}
