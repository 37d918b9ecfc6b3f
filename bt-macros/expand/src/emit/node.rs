//! One node after the other.
//!
//! Each becomes a value and, in a tree in item form, a type. The value of a tree in
//! expression form is the tree; that of a tree in item form is never made: it is where the
//! compiler checks the tree.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

use super::emitted::Emitted;
use super::pieces::Pieces;
use super::table::Table;
use super::tokens::at;
use crate::syntax::{Blackboard, Header, Kind, Node};

/// The blackboard that nodes are on.
#[derive(Clone)]
pub struct Place<'a> {
    /// Its header, if it has one.
    pub header: Option<&'a Header>,
    /// Its type, as a closure's parameter names it.
    pub blackboard: Option<TokenStream>,
}

/// Writes nodes, and their table along with them.
pub struct Emitter<'a> {
    pub(super) krate: &'a TokenStream,
    pub(super) place: Place<'a>,
    /// What the user wrote, in a tree in item form.
    pub(super) pieces: Option<Pieces<'a>>,
    pub(super) table: Table,
}

impl<'a> Emitter<'a> {
    pub fn new(krate: &'a TokenStream, place: Place<'a>, pieces: Option<Pieces<'a>>) -> Self {
        Emitter { krate, place, pieces, table: Table::default() }
    }

    /// The table of the nodes written so far.
    pub fn table(&self) -> TokenStream {
        self.table.tokens(self.krate)
    }

    pub(super) fn private(&self) -> TokenStream {
        let krate = self.krate;
        let span = Span::mixed_site();
        quote_spanned!(span=> #krate::private)
    }

    /// A node and all below it.
    pub fn node(&mut self, node: &'a Node) -> Emitted {
        self.table.push(node);
        let is_unusable =
            self.place.header.is_some_and(|header| matches!(header.blackboard, Blackboard::Broken))
                || (self.place.header.is_none() && matches!(node.kind, Kind::Block(_)));
        if is_unusable {
            return self.broken(&[]);
        }
        match &node.kind {
            Kind::Keyword { keyword, name, arguments, children, .. } => {
                self.keyword(keyword, name, arguments, children)
            }
            Kind::States(machine) => self.states(machine),
            Kind::Not(child) => {
                let name = Ident::new("inverter", at(node.span));
                self.sugar("inverter", &name, &[], child)
            }
            Kind::Arm(condition, child) => {
                let name = Ident::new("guard", at(node.span));
                self.sugar("guard", &name, &[condition], child)
            }
            Kind::Function(_) | Kind::Block(_) => self.leaf(node),
            Kind::Splice { value, type_name, is_cast } => {
                self.splice(node, value, type_name.as_ref(), *is_cast)
            }
            Kind::Custom { path, arguments, children } => self.custom(path, arguments, children),
            Kind::Broken(children) => self.broken(children),
        }
    }

    /// The nodes below a mistake are still written, for the editor.
    fn broken(&mut self, children: &'a [Node]) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let mark = self.table.mark();
        let values: Vec<TokenStream> = children.iter().map(|child| self.node(child).value).collect();
        self.table.forget(mark);
        // In an item, what isn't known of a node is no mistake.
        let broken = match self.pieces {
            Some(_) => quote_spanned!(span=> #private::known(#private::Broken)),
            None => quote_spanned!(span=> #private::Broken),
        };
        Emitted {
            value: quote_spanned!(span=> { #(let _ = #values;)* #broken }),
            shape: quote_spanned!(span=> #private::types::Broken),
        }
    }
}
