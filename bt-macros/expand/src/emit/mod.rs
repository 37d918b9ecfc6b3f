//! From a tree as written to Rust.

mod argument;
mod attributes;
mod blackboard;
mod divide;
mod emitted;
mod expression;
mod fingerprint;
mod item;
mod keyword;
mod leaf;
mod machine;
mod node;
mod picture;
mod pieces;
mod states;
mod table;
mod tokens;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::problem::Problems;
use crate::syntax::{Blackboard, Header, Tree};

/// The tree, and what was wrong with it.
pub fn emit(krate: &TokenStream, tree: &Tree, problems: &Problems) -> TokenStream {
    match (&tree.item, &tree.header) {
        (Some(item), header) => {
            let item_tokens = picture::documented(item, &tree.root);
            // The header's absence was reported; uses of the struct are no mistake.
            let name = Ident::new("__bt_blackboard", Span::mixed_site());
            let broken = Header { name, blackboard: Blackboard::Broken, outcome: None };
            let header = header.as_ref().unwrap_or(&broken);
            let attributes = attributes::shared(&item.tokens);
            let impls = item::impls(krate, &item.name, &item.generics, header, &tree.root);
            // In a constant, errors don't keep the compiler from resolving other names.
            let problems =
                (problems.count() > 0).then(|| quote! { #attributes const _: () = { #problems }; });
            quote! { #item_tokens #attributes #impls #problems }
        }
        // A closure can't be generic: the tree is an item within the expression.
        (None, Some(header)) if !matches!(header.blackboard, Blackboard::Type(_)) => {
            let name = quote::format_ident!("__BtTree");
            let impls = item::impls(krate, &name, &syn::Generics::default(), header, &tree.root);
            let must_use = "a tree does nothing until it is ticked";
            quote! {{ #[must_use = #must_use] struct #name; #impls #problems #name }}
        }
        (None, header) => expression::expression(krate, header.as_ref(), &tree.root, problems),
    }
}
