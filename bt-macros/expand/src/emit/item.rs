//! A tree as a struct.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

use super::fingerprint;
use super::node::{Emitter, Place};
use super::pieces::{On, Pieces, This};
use super::tokens::{at, self_span, unspanned};
use crate::syntax::{Blackboard, Header, Node};

/// A tree with so many leaves is small.
const FEW: usize = 16;

/// A tree with so many levels is shallow.
const SHALLOW: usize = 16;

/// ```text
/// const _: () = {
///     impl<'__bt1> Calls<Ctx<'__bt1>, Status, 0> for Guard { .. }      // what the user wrote
///     impl Item<()> for Guard { type Shape = Selector<(Call<Guard, 0, 0>, Call<Guard, 1, 0>)>; }
///     impl Node for Guard { type State = ItemState<Guard>; .. }
///     impl<'__bt1> On<Ctx<'__bt1>> for Guard {}
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
    let receiver = Ident::new("self", receiver_span(root).unwrap_or(span));
    let on = On::of(Some(header), generics);
    let blackboard = match &header.blackboard {
        Blackboard::Type(_) => Some(on.open.clone()),
        Blackboard::Bounds(_) | Blackboard::Broken => None,
    };
    let pieces = Pieces::new(krate, This { name, generics }, on, root, receiver);
    let mut emitter = Emitter::new(krate, Place { header: Some(header), blackboard }, Some(pieces));
    let tree = emitter.node(root);
    let table = emitter.table();
    let Some(mut pieces) = emitter.pieces else { return TokenStream::new() };
    pieces.check_root(within(krate, Some(header), tree.value));
    let item = Item {
        krate,
        pieces: &pieces,
        shape: tree.shape,
        depth: root.depth(),
        is_generic: !generics.params.is_empty(),
        fingerprint: fingerprint::of(root),
        outcome: header.outcome.as_ref(),
    };
    let (calls, shapes, state, node, behavior) =
        (pieces.tokens(), item.shapes(), item.state_type(), item.node(&table), item.behavior());
    quote_spanned! {span=>
        const _: () = {
            #calls
            #shapes
            #state
            #node
            #behavior
        };
    }
}

/// What is written for a tree, apart from its pieces.
struct Item<'a> {
    krate: &'a TokenStream,
    pieces: &'a Pieces<'a>,
    shape: TokenStream,
    depth: usize,
    is_generic: bool,
    fingerprint: u64,
    outcome: Option<&'a TokenStream>,
}

impl Item<'_> {
    fn private(&self) -> TokenStream {
        let (krate, span) = (self.krate, Span::mixed_site());
        quote_spanned!(span=> #krate::private)
    }

    fn names_types(&self) -> bool {
        !self.pieces.spliced().is_empty()
    }

    fn reads_self(&self) -> bool {
        self.pieces.has_this(&self.shape)
    }

    /// A private type, in impls that name types which may be private.
    fn here(&self) -> TokenStream {
        let span = Span::mixed_site();
        if self.names_types() { quote_spanned!(span=> __BtHere) } else { quote_spanned!(span=> ()) }
    }

    /// The tree as a type, without `self` for its state, and with it where it is read.
    fn shapes(&self) -> TokenStream {
        let (private, here, span) = (self.private(), self.here(), Span::mixed_site());
        let this = self.pieces.this();
        let shape = |has_this: bool| {
            let shape = self.pieces.with_this(self.shape.clone(), has_this);
            let (lifetime, receiver) = self.pieces.receiver_type(has_this);
            this.implement(
                &lifetime,
                &quote_spanned!(span=> #private::Item<#receiver, #here>),
                &quote_spanned!(span=> type Shape = #shape;),
            )
        };
        let marker = self.names_types().then(|| {
            quote_spanned! {span=>
                #[allow(unused_imports)]
                use #private::{IsNot as _, IsNotOn as _};
                enum __BtHere {}
            }
        });
        let (plain, with_this) = (shape(false), self.reads_self().then(|| shape(true)));
        quote_spanned!(span=> #marker #plain #with_this)
    }

    /// The state of the tree, as its shape has it.
    fn own_state(&self) -> TokenStream {
        let (private, here, span) = (self.private(), self.here(), Span::mixed_site());
        let this = self.pieces.this().type_name();
        quote_spanned!(span=> #private::StateIn<#this, #here>)
    }

    /// What makes the state a type of its own, where the compiler counts anew how deep types
    /// are nested.
    fn state_type(&self) -> Option<TokenStream> {
        let (krate, private, own_state, span) =
            (self.krate, self.private(), self.own_state(), Span::mixed_site());
        match (self.is_generic, self.names_types()) {
            (true, _) => None,
            (false, true) => Some(quote_spanned!(span=> #krate::__bt_state! { __BtState, #own_state })),
            (false, false) => {
                let plain = quote_spanned!(span=> #private::Plain);
                Some(self.pieces.this().implement(&TokenStream::new(), &plain, &TokenStream::new()))
            }
        }
    }

    /// Where a type in the state may be private, a struct of its own, whose field may be so
    /// too. A generic one would have to repeat the bounds of the tree.
    fn state(&self) -> TokenStream {
        let (private, span) = (self.private(), Span::mixed_site());
        let this = self.pieces.this().type_name();
        match (self.is_generic, self.names_types()) {
            (true, _) => self.own_state(),
            (false, true) => quote_spanned!(span=> __BtState<'static>),
            (false, false) => quote_spanned!(span=> #private::ItemState<#this>),
        }
    }

    /// The shape's state in the variable `__bt_state`.
    fn inner_state(&self) -> TokenStream {
        let span = Span::mixed_site();
        match (self.is_generic, self.names_types()) {
            (true, _) => quote_spanned!(span=> __bt_state),
            (false, true) => quote_spanned!(span=> &mut __bt_state.0.state),
            (false, false) => quote_spanned!(span=> &mut __bt_state.state),
        }
    }

    /// ```text
    /// impl Node for Guard {
    ///     type State = ItemState<Guard>;
    ///     type Succeeds = Yes;
    ///     ..
    ///     fn outline(outliner: &mut Outliner<'_>) { outliner.tree(Rows { .. }, Shape::outline) }
    /// }
    /// ```
    fn node(&self, table: &TokenStream) -> TokenStream {
        let (private, here, span) = (self.private(), self.here(), Span::mixed_site());
        let (this, state) = (self.pieces.this(), self.state());
        let type_name = this.type_name();
        let shape =
            quote_spanned!(span=> <<#type_name as #private::Item<(), #here>>::Shape as #private::Node>);
        let flag = |name: &str| {
            let name = Ident::new(name, span);
            match self.is_generic {
                // Not the type itself: a tree that this one is spliced into would look
                // through all of it.
                false => {
                    quote_spanned!(span=> <() as #private::FlagOf<{ <#shape::#name as #private::Flag>::VALUE }>>::Flag)
                }
                true => quote_spanned!(span=> #shape::#name),
            }
        };
        let (resumes, halts) = (flag("Resumes"), flag("Halts"));
        let answers = |name: &str| match self.outcome {
            Some(outcome) => {
                let (name, outcome) = (Ident::new(name, span), unspanned(outcome.clone()));
                quote_spanned!(span=> <#outcome as #private::Outcome>::#name)
            }
            None => quote_spanned!(span=> #private::Yes),
        };
        let (succeeds, fails, runs) = (answers("Succeeds"), answers("Fails"), answers("Runs"));
        let (fingerprint, inner_state) = (self.fingerprint, self.inner_state());
        let spliced = self.pieces.spliced();
        // The trees below first, so that the compiler never looks through all of them at once.
        let size = (!spliced.is_empty()).then(|| {
            quote_spanned! {span=>
                const STATE_SIZE: #private::primitive::usize = {
                    #(let _ = <#spliced as #private::Node>::STATE_SIZE;)*
                    #private::size_of::<Self::State>()
                };
            }
        });
        // A state that is looked through here, in itself, isn't again where it is a part of
        // another: the compiler counts how deep types are nested.
        let is_deep = self.names_types() || self.depth > SHALLOW;
        let early = (is_deep && !self.is_generic).then(|| {
            quote_spanned! {span=>
                const _: #private::primitive::usize = <#type_name as #private::Node>::STATE_SIZE;
                const _: &#private::Option<<#type_name as #private::Node>::State> = &#private::None;
            }
        });
        let node = this.implement(
            &TokenStream::new(),
            &quote_spanned!(span=> #private::Node),
            &quote_spanned! {span=>
                type State = #state;
                type Succeeds = #succeeds;
                type Fails = #fails;
                type Runs = #runs;
                type Resumes = #resumes;
                type Halts = #halts;
                const COUNT: #private::primitive::u32 = #shape::COUNT;
                const MARKS: #private::primitive::u32 = #shape::MARKS;
                const FINGERPRINT: #private::primitive::u64 = #private::mix(#fingerprint, #shape::FINGERPRINT);
                #size

                fn outline(__bt_outliner: &mut #private::Outliner<'_>) {
                    __bt_outliner.tree(#table, #shape::outline);
                }

                fn review(__bt_state: &mut Self::State, __bt_review: &mut #private::Review) -> #private::primitive::bool {
                    #shape::review(#inner_state, __bt_review)
                }
            },
        );
        quote_spanned!(span=> #node #early)
    }

    /// ```text
    /// impl<'__bt1> On<Ctx<'__bt1>> for Guard {}
    /// impl<'__bt1> Behavior<Ctx<'__bt1>> for Guard {
    ///     fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut Ctx<'__bt1>, visit: V) -> Status {
    ///         tick::<Self, (), _, _>(&mut __bt_state.state, blackboard, visit)
    ///     }
    ///     ..
    /// }
    /// ```
    ///
    /// A small tree is what a person would write where it is ticked; a large one must not be
    /// copied there.
    fn behavior(&self) -> TokenStream {
        let (private, here, span) = (self.private(), self.here(), Span::mixed_site());
        let (this, named) = (self.pieces.this(), &self.pieces.main().named);
        let blackboard = &named.tokens;
        let is_small = self.pieces.leaves() <= FEW && self.pieces.is_whole() && !self.names_types();
        let inline = match is_small {
            true => quote_spanned!(span=> #[inline(always)]),
            false => quote_spanned!(span=> #[inline]),
        };
        let state = self.inner_state();
        let function = |name: &str, answer: Option<TokenStream>| {
            let (method, plain) = (Ident::new(&format!("{name}_with"), span), Ident::new(name, span));
            let with_self = Ident::new(&format!("{name}_self"), span);
            let call = match self.reads_self() {
                true => {
                    quote_spanned!(span=> #private::#with_self::<Self, #here, _, _>(self, #state, __bt_blackboard, __bt_visit))
                }
                false => {
                    quote_spanned!(span=> #private::#plain::<Self, #here, _, _>(#state, __bt_blackboard, __bt_visit))
                }
            };
            quote_spanned! {span=>
                #inline
                fn #method<__BtVisit: #private::Visit>(
                    &self,
                    __bt_state: &mut Self::State,
                    __bt_blackboard: &mut #blackboard,
                    __bt_visit: __BtVisit,
                ) #answer {
                    #call
                }
            }
        };
        let (tick, halt) =
            (function("tick", Some(quote_spanned!(span=> -> #private::Status))), function("halt", None));
        let on = match self.reads_self() {
            true => {
                let (lifetime, receiver) = self.pieces.receiver_type(true);
                let parameters = named.parameters(None);
                this.implement(
                    &quote_spanned!(span=> #lifetime, #parameters),
                    &quote_spanned!(span=> #private::OnSelf<#receiver, #blackboard, #here>),
                    &TokenStream::new(),
                )
            }
            false => this.implement(
                &named.parameters(None),
                &quote_spanned!(span=> #private::On<#blackboard, #here>),
                &TokenStream::new(),
            ),
        };
        let behavior = this.implement(
            &named.parameters(None),
            &quote_spanned!(span=> #private::Behavior<#blackboard>),
            &quote_spanned!(span=> #tick #halt),
        );
        quote_spanned!(span=> #on #behavior)
    }
}

/// The root, within what the header says that it can answer.
pub fn within(krate: &TokenStream, header: Option<&Header>, root: TokenStream) -> TokenStream {
    let Some(outcome) = header.and_then(|header| header.outcome.as_ref()) else { return root };
    let span = Span::mixed_site();
    let here = outcome.clone().into_iter().next().map_or(span, |token| at(token.span()));
    let within = Ident::new("within", here);
    quote_spanned!(span=> #krate::private::checked(#root).#within::<#outcome>())
}

/// Where the tree says `self`: the receiver has to have the same hygiene.
fn receiver_span(root: &Node) -> Option<Span> {
    let mut span = None;
    root.for_each(&mut |node| span = span.or_else(|| self_span(node)));
    span
}
