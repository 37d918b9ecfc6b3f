//! Nodes that the user wrote in Rust: functions, blocks, values, nodes of one's own.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};

use super::blackboard::static_type;
use super::emitted::Emitted;
use super::node::Emitter;
use super::tokens::{all_at, answered, at, braced, mentions};
use crate::catalogue::keyword;
use crate::syntax::{Blackboard, Call, Kind, Node};

impl<'a> Emitter<'a> {
    /// A function or a block.
    ///
    /// In an item, a numbered piece. In an expression, a closure, which may use what is
    /// around it: `function(move |name: &mut Blackboard| body).leaf(__bt)`.
    pub(super) fn leaf(&mut self, node: &'a Node) -> Emitted {
        let private = self.private();
        let site = Span::mixed_site();
        let (block, span) = match &node.kind {
            Kind::Block(block) => (Some(block.stream()), at(block.span())),
            _ => (None, at(node.span)),
        };
        let parameter = self.parameter(span, block.as_ref());
        let body = match &node.kind {
            Kind::Function(call) => self.call(call, &parameter),
            Kind::Block(block) => braced(block),
            _ => return Emitted { value: TokenStream::new(), shape: TokenStream::new() },
        };
        let is_block = block.is_some();
        if let Some(pieces) = &mut self.pieces {
            return pieces.leaf(body, is_block.then_some(span));
        }
        let body = answered(
            body,
            is_block.then_some(span),
            |answer| quote_spanned!(site=> __bt_answers.answer(#answer)),
        );
        let value = match &self.place.blackboard {
            Some(blackboard) => {
                quote_spanned!(site=> #private::function(move |#parameter: &mut #blackboard| #body).leaf(__bt))
            }
            None => quote_spanned!(site=> #private::function_on(__bt, move |#parameter| #body).leaf(__bt)),
        };
        Emitted { value, shape: TokenStream::new() }
    }

    /// `path(blackboard, arguments)`; arguments that read the blackboard are evaluated before
    /// it is lent out.
    pub(super) fn call(&self, call: &Call, blackboard: &Ident) -> TokenStream {
        let site = Span::mixed_site();
        let Call { path, name, arguments, written } = call;
        let mut lent = blackboard.clone();
        lent.set_span(blackboard.span().located_at(name.span()));
        let reads =
            |argument: &TokenStream| self.place.header.is_some_and(|header| mentions(argument, &header.name));
        let is_evaluated_before = arguments.iter().any(reads);
        let values: Vec<Ident> =
            (0..arguments.len()).map(|index| format_ident!("__bt_argument{}", index, span = site)).collect();
        // The parentheses are the leaf's: there the compiler says that arguments are missing,
        // and there a debugger stops.
        let mut group = Group::new(
            Delimiter::Parenthesis,
            match is_evaluated_before {
                true => quote_spanned!(site=> #lent #(, #values)*),
                false => quote_spanned!(site=> #lent #(, #arguments)*),
            },
        );
        group.set_span(written.as_ref().map_or(lent.span(), |written| at(written.span())));
        let call = quote_spanned!(site=> #path #group);
        match is_evaluated_before {
            true => quote_spanned!(site=> match (#(#arguments,)*) { (#(#values,)*) => #call }),
            // A word that may become a keyword: its functions are in scope for editors, unless
            // they would hide the blackboard, in a tree that calls it `guard`.
            false if arguments.is_empty() && is_word(path) && keyword(&lent.to_string()).is_none() => {
                let private = self.private();
                let inside = quote_spanned!(site=> #[allow(unused_imports)] use #private::keywords::*; #call);
                let mut block = Group::new(Delimiter::Brace, inside);
                block.set_span(lent.span());
                block.into_token_stream()
            }
            false => call,
        }
    }

    /// A closure's name for the blackboard: the header's, or one of our own where there is
    /// none or a block doesn't use it.
    pub(super) fn parameter(&self, span: Span, block: Option<&TokenStream>) -> Ident {
        match self.place.header {
            Some(header)
                if self.pieces.is_some() || block.is_none_or(|block| mentions(block, &header.name)) =>
            {
                header.name.clone()
            }
            _ => Ident::new("__bt_blackboard", span),
        }
    }

    /// `@value`
    pub(super) fn splice(
        &mut self,
        node: &Node,
        value: &TokenStream,
        type_name: Option<&TokenStream>,
        is_cast: bool,
    ) -> Emitted {
        let private = self.private();
        let site = Span::mixed_site();
        let value_span = at(node.value_span());
        let splice = Ident::new("splice", value_span);
        let splice = all_at(quote_spanned!(site=> #private::#splice), value_span);
        let value = match type_name {
            Some(type_name) if is_cast => quote_spanned!(site=> #private::typed::<#type_name>(#value)),
            _ => value.clone(),
        };
        let (Some(pieces), Some(type_name)) = (&mut self.pieces, type_name) else {
            return Emitted {
                value: quote_spanned!(site=> #private::spliced(#splice(__bt, #value))),
                shape: TokenStream::new(),
            };
        };
        let generics = pieces.this().generics;
        let is_generic = generics.params.iter().any(|parameter| match parameter {
            syn::GenericParam::Lifetime(_) => false,
            syn::GenericParam::Type(parameter) => mentions(type_name, &parameter.ident),
            syn::GenericParam::Const(parameter) => mentions(type_name, &parameter.ident),
        });
        let own_type = static_type(type_name, generics);
        let bare_type = static_type(type_name, &syn::Generics::default());
        let is_node = match is_generic {
            true => quote_spanned!(site=> true),
            false => quote_spanned!(site=> { #private::Is::<#bare_type>::NODE }),
        };
        let blackboard = match self.place.header.map(|header| &header.blackboard) {
            Some(Blackboard::Type(blackboard)) => blackboard,
            _ => {
                let span = value_span;
                // Said here, in words: from here on, what is no tree counts as broken.
                let check = quote_spanned! {span=>
                    const _: () = {
                        use #private::{Fact as __BtFact, IsTree as __BtIsTree};
                        <__BtFact<#is_node> as __BtIsTree>::SAID
                    };
                };
                return pieces.splice(
                    quote_spanned!(site=> { #check #private::splice_unnamed::<#is_node, _>(#value) }),
                    &quote_spanned!(site=> <#own_type as #private::IfNode<#is_node>>::Shape),
                );
            }
        };
        let (is_tree, is_action) = match is_generic {
            true => (quote_spanned!(site=> true), quote_spanned!(site=> false)),
            false => {
                let blackboard = static_type(blackboard, &syn::Generics::default());
                let known = quote_spanned!(site=> #private::IsOn::<#bare_type, #blackboard>);
                (quote_spanned!(site=> { #known::TREE }), quote_spanned!(site=> { #known::ACTION }))
            }
        };
        let blackboard = static_type(blackboard, generics);
        let on = pieces.on().named.tokens.clone();
        pieces.splice(
            quote_spanned!(site=> #splice(#private::on::<#on>(), #value)),
            &quote_spanned!(site=> <#own_type as #private::SpliceShape<#blackboard, #is_tree, #is_action>>::Shape),
        )
    }

    /// `@Type(arguments) < children >`
    pub(super) fn custom(
        &mut self,
        path: &TokenStream,
        arguments: &TokenStream,
        children: &'a [Node],
    ) -> Emitted {
        let site = Span::mixed_site();
        let below = match children {
            [child] => self.node(child),
            _ => self.list(children, None),
        };
        let private = self.private();
        let span = path.clone().into_iter().last().map_or(site, |token| at(token.span()));
        let new = Ident::new("new", span);
        let arguments = (!arguments.is_empty()).then(|| quote_spanned!(site=> , #arguments));
        let Some(pieces) = &mut self.pieces else {
            let (children, check) = (&below.value, Ident::new("is_a_node", span));
            return Emitted {
                value: quote_spanned!(site=> #private::Custom(#path::#new(#children #arguments)).#check()),
                shape: TokenStream::new(),
            };
        };
        let shape = &below.shape;
        let node = quote_spanned!(site=> #path<#shape>);
        let value = quote_spanned!(site=> #path::#new(__bt_children #arguments));
        if !pieces.this().generics.params.is_empty() {
            return pieces.custom(value, &node, &below);
        }
        let bare = pieces.with_this(node.clone(), false);
        let is_node = quote_spanned!(site=> { #private::Is::<#bare>::NODE });
        let check = quote_spanned! {span=>
            const _: () = {
                use #private::{Fact as __BtFact, IsNode as __BtIsNode};
                <__BtFact<#is_node> as __BtIsNode>::SAID
            };
        };
        pieces.custom(
            quote_spanned!(site=> { #check #private::custom::<#is_node, _>(#value) }),
            &quote_spanned!(site=> <#node as #private::IfNode<#is_node>>::Shape),
            &below,
        )
    }
}

/// Whether a path is one plain word.
fn is_word(path: &TokenStream) -> bool {
    let mut tokens = path.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(proc_macro2::TokenTree::Ident(word)), None) => !word.to_string().starts_with("r#"),
        _ => false,
    }
}
