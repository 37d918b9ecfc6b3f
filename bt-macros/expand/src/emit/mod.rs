//! From a tree as written to Rust.

mod argument;
mod blackboard;
mod expression;
mod item;
mod keyword;
mod machine;
mod node;
mod picture;
mod states;
mod table;

use proc_macro2::TokenStream;
use quote::quote;

use crate::problem::Problems;
use crate::syntax::{Blackboard, Header, Tree};

/// The tree, and what was wrong with it.
pub fn emit(krate: &TokenStream, tree: &Tree, problems: &Problems) -> TokenStream {
    match (&tree.item, &tree.header) {
        (Some(item), Some(header)) => {
            let item_tokens = picture::documented(item, &tree.root);
            let impls = item::impls(krate, &item.name, &item.generics, header, &tree.root);
            quote! { #problems #item_tokens #impls }
        }
        // The header's absence was reported; uses of the struct are no mistake.
        (Some(item), None) => {
            let item_tokens = picture::documented(item, &tree.root);
            let header = Header { name: item.name.clone(), blackboard: Blackboard::Broken };
            let impls = item::impls(krate, &item.name, &item.generics, &header, &tree.root);
            quote! { #problems #item_tokens #impls }
        }
        // A closure can't be generic: the tree is an item within the expression.
        (None, Some(header)) if !matches!(header.blackboard, Blackboard::Type(_)) => {
            let name = quote::format_ident!("__BtTree");
            let impls = item::impls(krate, &name, &syn::Generics::default(), header, &tree.root);
            quote! {{ #problems struct #name; #impls #name }}
        }
        (None, header) => expression::expression(krate, header.as_ref(), &tree.root, problems),
    }
}
