//! A tree as a struct.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

use super::blackboard::{Named, named, static_type};
use super::node::Emitter;
use crate::syntax::{Blackboard, Header, Node};

/// ```text
/// const _: () = {
///     type __BtShape = Selector<(..)>;
///     impl Node for Guard { type State = <__BtShape as Node>::State; .. }
///     impl Guard {
///         fn __bt_visit<'__bt1, .., const HALT: bool>(&self, ..) -> Status {
///             let tree = selector((..));
///             if HALT { tree.halt_with(..); .. } else { tree.tick_with(..) }
///         }
///     }
///     impl<'__bt1> Behavior<Ctx<'__bt1>> for Guard { .. }
/// };
/// ```
pub fn impls(
    krate: &TokenStream,
    name: &Ident,
    generics: &syn::Generics,
    header: &Header,
    root: &Node,
) -> TokenStream {
    let span = Span::mixed_site();
    let Named { tokens: blackboard, lifetimes, parameter } = named(header, generics);
    let static_blackboard = match &header.blackboard {
        Blackboard::Type(tokens) => static_type(tokens, generics),
        Blackboard::Bounds(_) | Blackboard::Broken => quote_spanned!(span=> ()),
    };
    let mut emitter =
        Emitter::new(krate, Some(header), Some(blackboard.clone()), Some(static_blackboard), generics);
    let root_tokens = emitter.node(root);
    let (tree, shape) = (root_tokens.expression, root_tokens.shape);
    let rows = emitter.rows();
    let uses_node_constant = emitter.uses_node_constant();
    let private = quote_spanned!(span=> #krate::private);
    let (parts, aliases) = (emitter.spliced(), emitter.aliases());
    let early_size = generics
        .params
        .is_empty()
        .then(|| quote_spanned!(span=> const _: usize = <#name as #private::Node>::STATE_SIZE;));
    let imports = uses_node_constant
        .then(|| quote_spanned!(span=> #[allow(unused_imports, reason = "one of the two may be enough")] use #private::{IsNot as _, IsNotOn as _};));
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let (shape_parameters, shape_arguments) = used_generics(generics, &shape);
    let own_state = quote_spanned!(span=> <__BtShape #shape_arguments as #private::Node>::State);
    // A struct of its own ends the depth that the compiler counts, and may hold
    // types that are more private than the tree. Where the shape is generic, its
    // field would have to repeat their bounds.
    let hides = shape_parameters.is_empty();
    let names_types = root.names_types().then(|| quote_spanned!(span=> if));
    let state_struct =
        hides.then(|| quote_spanned!(span=> #krate::__bt_state! { __BtState, #own_state, #names_types }));
    let (state, inner_state) = match hides {
        true => (quote_spanned!(span=> __BtState<'static>), quote_spanned!(span=> &mut state.0.state)),
        false => (own_state, quote_spanned!(span=> state)),
    };
    let flag = |name: &str| {
        let name = Ident::new(name, span);
        let flag = quote_spanned!(span=> <__BtShape #shape_arguments as #private::Node>::#name);
        match hides {
            true => {
                quote_spanned!(span=> <() as #private::FlagOf<{ <#flag as #private::Flag>::VALUE }>>::Flag)
            }
            false => flag,
        }
    };
    let (resumes, halts) = (flag("Resumes"), flag("Halts"));
    let this = Ident::new("self", self_span(root).unwrap_or(span));

    let mut behavior_generics = generics.clone();
    let blackboard_parameters = lifetimes
        .iter()
        .map(|lifetime| syn::GenericParam::Lifetime(syn::LifetimeParam::new(lifetime.clone())))
        .chain(parameter.as_ref().and_then(|parameter| syn::parse2(parameter.clone()).ok()));
    behavior_generics.params.extend(blackboard_parameters);
    let (behavior_impl_generics, ..) = behavior_generics.split_for_impl();
    let method_lifetimes = lifetimes.iter().map(|lifetime| quote_spanned!(span=> #lifetime,));
    let method_parameter = parameter.iter().map(|parameter| quote_spanned!(span=> #parameter,));
    let method_arguments = parameter.iter().map(|_| quote_spanned!(span=> #blackboard,));
    let method_arguments: TokenStream = method_arguments.collect();

    quote_spanned! {span=>
        const _: () = {
            #imports
            const __BT_ROWS: &[#private::Row] = #rows;
            #(#aliases)*
            type __BtShape #shape_parameters = #shape;
            #state_struct

            #[automatically_derived]
            impl #impl_generics #private::Node for #name #type_generics #where_clause {
                type State = #state;
                type Succeeds = #private::Yes;
                type Fails = #private::Yes;
                type Runs = #private::Yes;
                type Resumes = #resumes;
                type Halts = #halts;
                const COUNT: u32 = <__BtShape #shape_arguments as #private::Node>::COUNT;
                const STATE_SIZE: usize = {
                    #(let _ = <#parts as #private::Node>::STATE_SIZE;)*
                    ::core::mem::size_of::<Self::State>()
                };

                fn outline(outliner: &mut #private::Outliner<'_>) {
                    outliner.tree(__BT_ROWS, <__BtShape #shape_arguments as #private::Node>::outline);
                }
            }

            impl #impl_generics #name #type_generics #where_clause {
                #[inline(always)]
                fn __bt_visit<#(#method_lifetimes)* #(#method_parameter)* __BtVisit: #private::Visit, const __BT_HALT: bool>(
                    &#this,
                    __bt_state: &mut <__BtShape #shape_arguments as #private::Node>::State,
                    __bt_blackboard: &mut #blackboard,
                    __bt_visit: __BtVisit,
                ) -> #private::Status {
                    let __bt = #private::inferred::<#blackboard>();
                    let __bt_tree = #tree;
                    if __BT_HALT {
                        #private::Behavior::halt_with(&__bt_tree, __bt_state, __bt_blackboard, __bt_visit);
                        #private::Status::Failure
                    } else {
                        #private::Behavior::tick_with(&__bt_tree, __bt_state, __bt_blackboard, __bt_visit)
                    }
                }
            }

            #early_size

            #[automatically_derived]
            impl #behavior_impl_generics #private::Behavior<#blackboard> for #name #type_generics #where_clause {
                #[inline]
                fn tick_with<__BtVisit: #private::Visit>(
                    &self,
                    state: &mut Self::State,
                    blackboard: &mut #blackboard,
                    visit: __BtVisit,
                ) -> #private::Status {
                    self.__bt_visit::<#method_arguments __BtVisit, false>(#inner_state, blackboard, visit)
                }

                #[inline]
                fn halt_with<__BtVisit: #private::Visit>(
                    &self,
                    state: &mut Self::State,
                    blackboard: &mut #blackboard,
                    visit: __BtVisit,
                ) {
                    self.__bt_visit::<#method_arguments __BtVisit, true>(#inner_state, blackboard, visit);
                }
            }
        };
    }
}

/// The generics that a type mentions, as parameters and as arguments: an alias
/// can't have more.
fn used_generics(generics: &syn::Generics, shape: &TokenStream) -> (TokenStream, TokenStream) {
    let span = Span::mixed_site();
    let (mut parameters, mut arguments) = (TokenStream::new(), TokenStream::new());
    for parameter in &generics.params {
        let (name, declared) = match parameter {
            syn::GenericParam::Lifetime(lifetime) => {
                let lifetime = &lifetime.lifetime;
                (&lifetime.ident, lifetime.to_token_stream())
            }
            syn::GenericParam::Type(parameter) => (&parameter.ident, parameter.ident.to_token_stream()),
            syn::GenericParam::Const(parameter) => {
                let (name, type_name) = (&parameter.ident, &parameter.ty);
                (name, quote_spanned!(span=> const #name: #type_name))
            }
        };
        if !mentions(shape, name) {
            continue;
        }
        parameters.extend(quote_spanned!(span=> #declared,));
        arguments.extend(match parameter {
            syn::GenericParam::Lifetime(_) => quote_spanned!(span=> #declared,),
            _ => quote_spanned!(span=> #name,),
        });
    }
    if parameters.is_empty() {
        return (parameters, arguments);
    }
    (quote_spanned!(span=> <#parameters>), quote_spanned!(span=> ::<#arguments>))
}

/// Whether a word occurs among the tokens.
pub fn mentions(tokens: &TokenStream, word: &Ident) -> bool {
    find(tokens, &word.to_string()).is_some()
}

fn find(tokens: &TokenStream, word: &str) -> Option<Span> {
    tokens.clone().into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) if ident == word => Some(ident.span()),
        TokenTree::Group(group) => find(&group.stream(), word),
        _ => None,
    })
}

/// Where the tree says `self`: the receiver has to have the same hygiene.
fn self_span(root: &Node) -> Option<Span> {
    let mut span = None;
    root.for_each(&mut |node| {
        for tokens in node.rust() {
            span = span.or_else(|| find(&tokens, "self"));
        }
    });
    span
}
