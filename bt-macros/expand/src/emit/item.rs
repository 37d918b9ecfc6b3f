//! A tree as a struct.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

use super::blackboard::{Named, named, static_type};
use super::fingerprint;
use super::node::{Emitted, Emitter, part_names};
use crate::syntax::{Blackboard, Header, Node};

/// A tree with so many leaves is small.
const FEW: usize = 16;

/// ```text
/// const _: () = {
///     type __BtShape = Selector<(..)>;
///     impl Node for Guard { type State = <__BtShape as Node>::State; .. }
///     impl Guard {
///         fn __bt_leaf<R, F: for<'__bt1> Fn(&mut Ctx<'__bt1>) -> R>(function: F) -> Leaf<..> { .. }
///         fn __bt_tree(&self) -> impl for<'__bt1> Behavior<Ctx<'__bt1>, State = ..> {
///             selector((..))
///         }
///     }
///     impl<'__bt1> Behavior<Ctx<'__bt1>> for Guard { .. self.__bt_tree().tick_with(..) .. }
/// };
/// ```
///
/// The function that makes the tree is no more generic than it has to be: each closure
/// has the generics of the function around it in its type, and the compiler would
/// follow a lifetime among them through every type in the tree.
pub fn impls(
    krate: &TokenStream,
    name: &Ident,
    generics: &syn::Generics,
    header: &Header,
    root: &Node,
) -> TokenStream {
    let span = Span::mixed_site();
    let private = quote_spanned!(span=> #krate::private);
    let mut on = named(header, generics);
    // A part of the blackboard may borrow for as long as the blackboard does: all
    // closures have to mean the same lifetime then.
    if root.focuses() {
        on.named.append(&mut on.elided);
    }
    // As a closure's parameter names it: the lifetimes left out stay open.
    let (open_blackboard, static_blackboard) = match &header.blackboard {
        Blackboard::Type(tokens) if on.elided.is_empty() => {
            (on.tokens.clone(), static_type(tokens, generics))
        }
        Blackboard::Type(tokens) => (tokens.clone(), static_type(tokens, generics)),
        Blackboard::Bounds(_) | Blackboard::Broken => (on.tokens.clone(), quote_spanned!(span=> ())),
    };
    let mut emitter =
        Emitter::new(krate, Some(header), Some(open_blackboard.clone()), Some(static_blackboard), generics);
    // What a part can answer is a constant, and constants can't be generic.
    if generics.params.is_empty() && on.parameter.is_none() && on.named.is_empty() {
        emitter = emitter.dividing();
    }
    let tree = emitter.node(root);
    let rows = emitter.rows();
    let fingerprint = fingerprint::of(root);
    let (spliced, aliases) = (emitter.spliced(), emitter.aliases());
    let imports = emitter
        .uses_node_constant()
        .then(|| quote_spanned!(span=> #[allow(unused_imports, reason = "one of the two may be enough")] use #private::{IsNot as _, IsNotOn as _};));
    let shape = &tree.shape;
    let (shape_parameters, shape_arguments) = used_generics(generics, shape);
    let own_shape = quote_spanned!(span=> __BtShape #shape_arguments);
    let own_state = quote_spanned!(span=> <#own_shape as #private::Node>::State);
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
        let flag = quote_spanned!(span=> <#own_shape as #private::Node>::#name);
        match hides {
            true => {
                quote_spanned!(span=> <() as #private::FlagOf<{ <#flag as #private::Flag>::VALUE }>>::Flag)
            }
            false => flag,
        }
    };
    let (resumes, halts) = (flag("Resumes"), flag("Halts"));
    let early_size = generics
        .params
        .is_empty()
        .then(|| quote_spanned!(span=> const _: usize = <#name as #private::Node>::STATE_SIZE;));

    let this = Ident::new("self", self_span(root).unwrap_or(span));
    let maker = Maker { private: &private, on: &on, open_blackboard: &open_blackboard, this };
    let make = maker.function(&Ident::new("__bt_tree", span), &tree.expression, &own_shape);
    let leaf = maker.leaf();
    let parts = emitter.parts().iter().enumerate().map(|(index, part)| maker.part(name, index, part));
    let parts: Vec<Part> = parts.collect();
    let (part_functions, part_items) =
        (parts.iter().map(|part| &part.function), parts.iter().map(|part| &part.items));

    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let blackboard = &on.tokens;
    let mut behavior_generics = generics.clone();
    let lifetimes = on.named.iter().chain(&on.elided);
    let blackboard_parameters = lifetimes
        .map(|lifetime| syn::GenericParam::Lifetime(syn::LifetimeParam::new(lifetime.clone())))
        .chain(on.parameter.as_ref().and_then(|parameter| syn::parse2(parameter.clone()).ok()));
    behavior_generics.params.extend(blackboard_parameters);
    let (behavior_impl_generics, ..) = behavior_generics.split_for_impl();
    let generic_blackboard = on.parameter.is_some().then(|| quote_spanned!(span=> ::<#blackboard>));
    let behavior = maker.behavior(
        emitter.leaves() <= FEW && emitter.parts().is_empty() && spliced.is_empty(),
        &quote_spanned!(span=> #behavior_impl_generics),
        &quote_spanned!(span=> #name #type_generics #where_clause),
        &quote_spanned!(span=> self.__bt_tree #generic_blackboard()),
        &inner_state,
    );

    quote_spanned! {span=>
        const _: () = {
            #imports
            const __BT_ROWS: &[#private::Row] = #rows;
            #(#aliases)*
            #(#part_items)*
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
                const COUNT: u32 = <#own_shape as #private::Node>::COUNT;
                const MARKS: u32 = <#own_shape as #private::Node>::MARKS;
                const STATE_SIZE: usize = {
                    #(let _ = <#spliced as #private::Node>::STATE_SIZE;)*
                    ::core::mem::size_of::<Self::State>()
                };

                const FINGERPRINT: u64 = #private::mix(#fingerprint, <#own_shape as #private::Node>::FINGERPRINT);

                fn outline(outliner: &mut #private::Outliner<'_>) {
                    outliner.tree(__BT_ROWS, <#own_shape as #private::Node>::outline);
                }

                fn review(state: &mut Self::State, review: &mut #private::Review) -> bool {
                    <#own_shape as #private::Node>::review(#inner_state, review)
                }
            }

            impl #impl_generics #name #type_generics #where_clause {
                #leaf
                #make
                #(#part_functions)*
            }

            #early_size

            #behavior
        };
    }
}

/// Writes the functions that make a tree.
struct Maker<'a> {
    private: &'a TokenStream,
    on: &'a Named,
    /// The blackboard as the header has it.
    open_blackboard: &'a TokenStream,
    /// The receiver, with the hygiene of the `self` in the tree.
    this: Ident,
}

/// A part of a divided tree.
struct Part {
    function: TokenStream,
    /// Its shape, and what it can answer.
    items: TokenStream,
}

impl Maker<'_> {
    /// What the functions are generic in: what the header names, and no lifetime that
    /// it leaves out.
    fn parameters(&self) -> TokenStream {
        let span = Span::mixed_site();
        let (named, parameter) = (&self.on.named, self.on.parameter.iter());
        quote_spanned!(span=> #(#named,)* #(#parameter,)*)
    }

    fn open(&self) -> TokenStream {
        let (span, elided) = (Span::mixed_site(), &self.on.elided);
        quote_spanned!(span=> for<#(#elided),*>)
    }

    fn leaf(&self) -> TokenStream {
        let span = Span::mixed_site();
        let (private, blackboard, parameters) = (self.private, &self.on.tokens, self.parameters());
        let elided = &self.on.elided;
        quote_spanned! {span=>
            #[inline(always)]
            fn __bt_leaf<#parameters __BtOutcome: #private::Outcome, __BtFunction>(
                function: __BtFunction,
            ) -> #private::ItemLeaf<__BtFunction, __BtOutcome>
            where
                __BtFunction: for<'__bt, #(#elided),*> ::core::ops::Fn(&'__bt mut #blackboard) -> __BtOutcome,
            {
                #private::reserving_leaf(function)
            }
        }
    }

    fn function(&self, name: &Ident, tree: &TokenStream, shape: &TokenStream) -> TokenStream {
        let span = Span::mixed_site();
        let (private, blackboard, open_blackboard, this) =
            (self.private, &self.on.tokens, self.open_blackboard, &self.this);
        let (parameters, open) = (self.parameters(), self.open());
        quote_spanned! {span=>
            #[inline(always)]
            fn #name<#parameters>(
                &#this,
            ) -> impl #open #private::Behavior<#blackboard, State = <#shape as #private::Node>::State> {
                let __bt_this = #this;
                let __bt = #private::named(|_: &mut #open_blackboard| {});
                #tree
            }
        }
    }

    /// The `Behavior` of a type that makes a tree and ticks it: its tick is the root's own,
    /// and not a call of it. A small tree is what a person would write where it is ticked;
    /// a large one must not be copied there.
    fn behavior(
        &self,
        is_small: bool,
        generics: &TokenStream,
        own_type: &TokenStream,
        tree: &TokenStream,
        state: &TokenStream,
    ) -> TokenStream {
        let span = Span::mixed_site();
        let (private, blackboard) = (self.private, &self.on.tokens);
        let inline = match is_small {
            true => quote_spanned!(span=> #[inline(always)]),
            false => quote_spanned!(span=> #[inline]),
        };
        quote_spanned! {span=>
            #[automatically_derived]
            impl #generics #private::Behavior<#blackboard> for #own_type {
                #inline
                fn tick_with<__BtVisit: #private::Visit>(
                    &self,
                    state: &mut Self::State,
                    blackboard: &mut #blackboard,
                    visit: __BtVisit,
                ) -> #private::Status {
                    #private::Behavior::tick_in_place(&#tree, #state, blackboard, visit)
                }

                #[inline]
                fn halt_with<__BtVisit: #private::Visit>(
                    &self,
                    state: &mut Self::State,
                    blackboard: &mut #blackboard,
                    visit: __BtVisit,
                ) {
                    #private::Behavior::halt_with(&#tree, #state, blackboard, visit);
                }
            }
        }
    }

    /// ```text
    /// type __BtShape0 = Selector<(..)>;
    /// struct __BtPart0<'t>(&'t Guard);
    /// impl Node for __BtPart0<'_> { type State = <__BtShape0 as Node>::State; .. }
    /// impl<'__bt1> Behavior<Ctx<'__bt1>> for __BtPart0<'_> { .. self.0.__bt_part0().tick_with(..) .. }
    /// ```
    fn part(&self, tree: &Ident, index: usize, part: &Emitted) -> Part {
        let span = Span::mixed_site();
        let (private, shape) = (self.private, &part.shape);
        let elided = &self.on.elided;
        let [function, part_name, shape_name] = part_names(index);
        let answer = |name: &str| {
            let name = Ident::new(name, span);
            quote_spanned!(span=> <() as #private::FlagOf<{ #private::#name(#tree::#function) }>>::Flag)
        };
        let (succeeds, fails, runs) = (answer("succeeds"), answer("fails"), answer("runs"));
        let shape_node = quote_spanned!(span=> <#shape_name as #private::Node>);
        let behavior = self.behavior(
            false,
            &quote_spanned!(span=> <#(#elided),*>),
            &quote_spanned!(span=> #part_name<'_>),
            &quote_spanned!(span=> self.0.#function()),
            &quote_spanned!(span=> state),
        );
        Part {
            function: self.function(&function, &part.expression, &shape_name.to_token_stream()),
            items: quote_spanned! {span=>
                type #shape_name = #shape;
                struct #part_name<'__bt_tree>(&'__bt_tree #tree);

                #[automatically_derived]
                impl #private::Node for #part_name<'_> {
                    type State = #shape_node::State;
                    type Succeeds = #succeeds;
                    type Fails = #fails;
                    type Runs = #runs;
                    type Resumes = #shape_node::Resumes;
                    type Halts = #shape_node::Halts;
                    const COUNT: u32 = #shape_node::COUNT;
                    const MARKS: u32 = #shape_node::MARKS;
                    const FINGERPRINT: u64 = #shape_node::FINGERPRINT;

                    fn outline(outliner: &mut #private::Outliner<'_>) {
                        #shape_node::outline(outliner);
                    }

                    fn review(state: &mut Self::State, review: &mut #private::Review) -> bool {
                        #shape_node::review(state, review)
                    }
                }

                #behavior
            },
        }
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
