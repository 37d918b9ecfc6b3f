//! What the user wrote in a tree in item form: numbered pieces of Rust, in functions.
//!
//! Nothing whose length depends on the user's tokens may be written in front of them:
//! editors expand a tree a second time with a mark at the cursor, and look at the mark's
//! offset in the first expansion. So types and texts that repeat something come last.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::blackboard::{Named, named};
use super::divide::Division;
use super::emitted::Emitted;
use super::tokens::{answered, mentions, replace};
use crate::syntax::{Blackboard, Header, Node};

/// The tree's struct, as impls name it.
pub struct This<'a> {
    pub name: &'a Ident,
    pub generics: &'a syn::Generics,
}

impl This<'_> {
    /// `Guard<'a, T>`
    pub fn type_name(&self) -> TokenStream {
        let (name, (_, arguments, _)) = (self.name, self.generics.split_for_impl());
        quote! { #name #arguments }
    }

    /// `impl<'a, T, ..> head for Guard<'a, T> where .. { body }`
    pub fn implement(&self, more: &TokenStream, head: &TokenStream, body: &TokenStream) -> TokenStream {
        let span = Span::mixed_site();
        let this = self.type_name();
        let mut generics = self.generics.clone();
        if let Ok(more) = syn::parse2::<syn::Generics>(quote! { <#more> }) {
            let (lifetimes, others): (Vec<_>, Vec<_>) = more
                .params
                .into_iter()
                .partition(|parameter| matches!(parameter, syn::GenericParam::Lifetime(_)));
            generics.params = lifetimes.into_iter().chain(generics.params).chain(others).collect();
        }
        let (parameters, _, bounds) = generics.split_for_impl();
        quote_spanned! {span=>
            #[automatically_derived]
            impl #parameters #head for #this #bounds { #body }
        }
    }
}

/// A blackboard that pieces are on.
pub struct On {
    /// Its type, as impls name it.
    pub named: Named,
    /// Its type, with the lifetimes left out that the header leaves out.
    pub open: TokenStream,
    /// What pieces call it.
    pub name: Ident,
}

impl On {
    /// The blackboard of a header; without one, any.
    pub fn of(header: Option<&Header>, generics: &syn::Generics) -> Self {
        let named = named(header, generics);
        let open = match header.map(|header| &header.blackboard) {
            Some(Blackboard::Type(tokens)) => tokens.clone(),
            _ => named.tokens.clone(),
        };
        let name = match header {
            Some(header) => header.name.clone(),
            None => Ident::new("__bt_blackboard", Span::mixed_site()),
        };
        On { named, open, name }
    }
}

/// What a piece gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    /// What a leaf answers.
    Answer,
    Duration,
    Count,
    Number,
    Index,
    Draw,
    Received,
    Nothing,
    /// The number of the child at an index.
    Weights,
    /// What is spliced in as number `K`, which is its group's number too.
    Splice,
}

impl Output {
    fn type_name(self, private: &TokenStream, this: &TokenStream, group: u32) -> TokenStream {
        let span = Span::mixed_site();
        match self {
            Output::Answer => quote_spanned!(span=> #private::Until),
            Output::Duration => quote_spanned!(span=> #private::Duration),
            Output::Count => quote_spanned!(span=> #private::primitive::u32),
            Output::Number | Output::Weights => quote_spanned!(span=> #private::primitive::f64),
            Output::Index => quote_spanned!(span=> #private::primitive::u16),
            Output::Draw => quote_spanned!(span=> #private::primitive::u64),
            Output::Received => quote_spanned!(span=> #private::primitive::bool),
            Output::Nothing => quote_spanned!(span=> ()),
            Output::Splice => {
                quote_spanned!(span=> <#this as #private::SpliceAt<__BtHere, #group>>::Node)
            }
        }
    }
}

/// Pieces that give the same on the same blackboard: the arms of one function.
struct Group {
    number: u32,
    on: usize,
    output: Output,
    reads_self: bool,
    /// Whether they read the blackboard, as far as that makes a difference to an agent that
    /// sleeps.
    asks: bool,
    arms: Vec<TokenStream>,
    /// Under leaves: what checks them and the nodes above them.
    check: Option<Check>,
}

/// What stands in a function of leaves to be checked, and never run.
enum Check {
    /// The root.
    Root(TokenStream),
    /// Some children of one node, as a tuple.
    Children(TokenStream),
}

/// All pieces of a tree.
pub struct Pieces<'a> {
    krate: &'a TokenStream,
    this: This<'a>,
    division: Division,
    ons: Vec<On>,
    /// The blackboard that the next piece is on.
    on: usize,
    leaves: usize,
    groups: Vec<Group>,
    next_group: u32,
    /// How what the user's own nodes and the parts of the blackboard are made.
    places: Vec<TokenStream>,
    /// The types of what is made.
    types: Vec<TokenStream>,
    /// The nodes whose types the user has named.
    spliced: Vec<TokenStream>,
    /// `self`, as the tree says it.
    receiver: Ident,
    has_parts: bool,
}

impl<'a> Pieces<'a> {
    pub fn new(krate: &'a TokenStream, this: This<'a>, on: On, root: &Node, receiver: Ident) -> Self {
        // What a part can answer is a constant, and constants can't be generic.
        let has_parts =
            this.generics.params.is_empty() && on.named.parameter.is_none() && on.named.named.is_empty();
        let division = Division::of(root, has_parts);
        let next_group = division.len();
        let mut pieces = Pieces {
            krate,
            this,
            division,
            ons: vec![on],
            on: 0,
            leaves: 0,
            groups: Vec::new(),
            next_group,
            places: Vec::new(),
            types: Vec::new(),
            spliced: Vec::new(),
            receiver,
            has_parts,
        };
        pieces.group(0, Output::Answer, pieces.division.reads_self(0), true);
        pieces
    }

    fn private(&self) -> TokenStream {
        let (krate, span) = (self.krate, Span::mixed_site());
        quote_spanned!(span=> #krate::private)
    }

    pub fn this(&self) -> &This<'a> {
        &self.this
    }

    /// The blackboard that the next piece is on.
    pub fn on(&self) -> &On {
        &self.ons[self.on]
    }

    /// The blackboard of the tree.
    pub fn main(&self) -> &On {
        &self.ons[0]
    }

    /// What the user has named of the nodes in the tree.
    pub fn spliced(&self) -> &[TokenStream] {
        &self.spliced
    }

    /// The number of leaves.
    pub fn leaves(&self) -> usize {
        self.leaves
    }

    /// Whether the tree is one function.
    pub fn is_whole(&self) -> bool {
        self.division.len() == 1
    }

    /// Pieces from here on are on another blackboard, until they [`leave`](Self::leave) it.
    pub fn enter(&mut self, on: On) -> usize {
        self.ons.push(on);
        std::mem::replace(&mut self.on, self.ons.len() - 1)
    }

    pub fn leave(&mut self, outer: usize) {
        self.on = outer;
    }

    fn group(&mut self, number: u32, output: Output, reads_self: bool, asks: bool) -> &mut Group {
        let index = self.groups.iter().position(|group| group.number == number);
        let index = index.unwrap_or_else(|| {
            let on = self.on;
            self.groups.push(Group { number, on, output, reads_self, asks, arms: Vec::new(), check: None });
            self.groups.len() - 1
        });
        &mut self.groups[index]
    }

    /// `, __BtThis` where `self` is read.
    fn holding(reads_self: bool) -> Option<TokenStream> {
        let span = Span::mixed_site();
        reads_self.then(|| quote_spanned!(span=> , __BtThis))
    }

    fn arm(
        &mut self,
        group: u32,
        output: Output,
        reads_self: bool,
        asks: bool,
        body: TokenStream,
    ) -> TokenStream {
        let arms = &mut self.group(group, output, reads_self, asks).arms;
        arms.push(body);
        let number = arms.len() - 1;
        let (private, this, receiver) = (self.private(), self.this.type_name(), Self::holding(reads_self));
        let (constant, span) = (number as u32, Span::mixed_site());
        quote_spanned!(span=> #private::Call<#this, #constant, #group #receiver>)
    }

    /// The next leaf, with the span of a block: what stands for it where it is checked, and
    /// its type.
    pub fn leaf(&mut self, body: TokenStream, block: Option<Span>) -> Emitted {
        let (function, span) = (self.division.function(self.leaves), Span::mixed_site());
        self.leaves += 1;
        let reads_self = self.division.reads_self(function);
        let group = self.group(function, Output::Answer, reads_self, true);
        let slot = Literal::usize_unsuffixed(group.arms.len());
        let body = answered(body, block, |answer| quote_spanned!(span=> __bt_leaves.#slot.answer(#answer)));
        let shape = self.arm(function, Output::Answer, reads_self, true, body);
        Emitted { value: quote_spanned!(span=> __bt_leaves.#slot), shape }
    }

    /// A piece that is no leaf: its type.
    pub fn piece(&mut self, output: Output, body: TokenStream) -> TokenStream {
        let asks = mentions(&body, &self.on().name);
        self.question(output, body, asks)
    }

    /// A piece of which it is known whether it asks for what only the game knows to stand.
    pub fn question(&mut self, output: Output, body: TokenStream, asks: bool) -> TokenStream {
        let reads_self = mentions(&body, &self.receiver);
        // Hooks answer nothing, and what is in numbers is asked anyway.
        let asks = asks || matches!(output, Output::Nothing | Output::Draw | Output::Weights);
        let (on, leaves) = (self.on, self.division.len());
        let known = self.groups.iter().find(|group| {
            group.number >= leaves
                && (group.on, group.output) == (on, output)
                && (group.reads_self, group.asks) == (reads_self, asks)
        });
        let group = known.map(|group| group.number).unwrap_or_else(|| self.new_group());
        self.arm(group, output, reads_self, asks, body)
    }

    fn new_group(&mut self) -> u32 {
        self.next_group += 1;
        self.next_group - 1
    }

    /// The root, to be checked.
    pub fn check_root(&mut self, value: TokenStream) {
        self.group(0, Output::Answer, false, true).check = Some(Check::Root(value));
    }

    /// Whether the children up to this one are a function of their own, and which.
    pub fn closing(&self, child: &Node) -> Option<u32> {
        self.division.closing(child)
    }

    /// Children that are a function of their own: what is known of all of them, and of any.
    pub fn check_children(
        &mut self,
        function: u32,
        tuple: TokenStream,
        shapes: &[&TokenStream],
    ) -> Vec<TokenStream> {
        let (private, span) = (self.private(), Span::mixed_site());
        let reads_self = self.division.reads_self(function);
        let is_constant =
            self.has_parts && self.on().named.parameter.is_none() && self.on().named.named.is_empty();
        let check = if is_constant { Check::Children(tuple) } else { Check::Root(tuple) };
        self.group(function, Output::Answer, reads_self, true).check = Some(check);
        if !is_constant {
            let shapes = shapes.iter().map(|shape| self.with_this((*shape).clone(), false));
            let known: Vec<TokenStream> =
                shapes.map(|shape| quote_spanned!(span=> #private::known_as::<#shape>())).collect();
            return known;
        }
        let flags = flags_name(function);
        let known = |indices: [usize; 3]| {
            let flags = indices.map(|index| {
                let index = Literal::usize_unsuffixed(index);
                quote_spanned!(span=> { #flags[#index] })
            });
            quote_spanned!(span=> #private::Flagged::<#(#flags),*>::NEW)
        };
        vec![known([0, 1, 2]), known([3, 4, 5])]
    }

    /// A value that is spliced in, of which the type of the node is known.
    pub fn splice(&mut self, value: TokenStream, node: &TokenStream) -> Emitted {
        let (private, this, span) = (self.private(), self.this.type_name(), Span::mixed_site());
        let reads_self = mentions(&value, &self.receiver);
        let group = self.new_group();
        let asks = mentions(&value, &self.on().name);
        self.arm(group, Output::Splice, reads_self, asks, value);
        let head = quote_spanned!(span=> #private::SpliceAt<__BtHere, #group>);
        self.types.push(self.this.implement(
            &TokenStream::new(),
            &head,
            &quote_spanned!(span=> type Node = #node;),
        ));
        let node = quote_spanned!(span=> <#this as #head>::Node);
        self.spliced.push(node.clone());
        let receiver = Self::holding(reads_self);
        Emitted {
            value: quote_spanned!(span=> #private::known_as::<#node>()),
            shape: quote_spanned!(span=> #private::SplicedAt<#this, __BtHere, #group #receiver>),
        }
    }

    /// A node of the user's: `node` is its type over the children's shape, `value` makes it of
    /// `__bt_children`.
    pub fn custom(&mut self, value: TokenStream, node: &TokenStream, children: &Emitted) -> Emitted {
        let (private, this, span) = (self.private(), self.this.type_name(), Span::mixed_site());
        let reads_self = mentions(&value, &self.receiver);
        let below_reads_self = self.has_this(&children.shape);
        let number = self.new_group();
        let on = &self.ons[self.on];
        let (name, blackboard) = (&on.name, &on.named.tokens);
        let shape = self.with_this(children.shape.clone(), true);
        let (construct, receiver) = match reads_self {
            true => (quote_spanned!(span=> ConstructsOn), self.receiver()),
            false => (quote_spanned!(span=> Constructs), None),
        };
        let function = Ident::new(if reads_self { "construct_on" } else { "construct" }, span);
        self.places.push(self.this.implement(
            &on.named.parameters(below_reads_self.then(this_lifetime)),
            &quote_spanned!(span=> #private::#construct<#blackboard, __BtHere, #number, #shape>),
            &quote_spanned! {span=>
                #[inline(always)]
                fn #function(#receiver __bt_children: #shape, #name: &mut #blackboard) -> Self::Node {
                    let _ = &#name;
                    #value
                }
            },
        ));
        for has_this in [false, true].into_iter().filter(|has_this| !has_this || below_reads_self) {
            let (shape, node) =
                (self.with_this(children.shape.clone(), has_this), self.with_this(node.clone(), has_this));
            let lifetime = has_this.then(|| this_lifetime().into_token_stream());
            self.types.push(self.this.implement(
                &lifetime.unwrap_or_default(),
                &quote_spanned!(span=> #private::CustomAt<__BtHere, #number, #shape>),
                &quote_spanned!(span=> type Node = #node;),
            ));
        }
        let bare = self.with_this(children.shape.clone(), false);
        let node = quote_spanned!(span=> <#this as #private::CustomAt<__BtHere, #number, #bare>>::Node);
        self.spliced.push(node.clone());
        let (below, receiver) = (&children.value, Self::holding(reads_self));
        let shape = &children.shape;
        Emitted {
            value: quote_spanned!(span=> { let _ = #below; #private::known_as::<#node>() }),
            shape: quote_spanned!(span=> #private::Constructed<#this, __BtHere, #number, #shape #receiver>),
        }
    }

    /// The type of `focus` on the part of the blackboard that `part` finds; its type where it
    /// is known.
    pub fn focus(&mut self, part: &TokenStream, part_type: &TokenStream, child: &TokenStream) -> TokenStream {
        let (private, this, span) = (self.private(), self.this.type_name(), Span::mixed_site());
        let reads_self = mentions(part, &self.receiver);
        let below_reads_self = self.has_this(child);
        let number = self.new_group();
        let on = &self.ons[self.on];
        let (name, blackboard) = (&on.name, &on.named.tokens);
        let shape = self.with_this(child.clone(), true);
        let (focuses, receiver) = match reads_self {
            true => (quote_spanned!(span=> FocusesOn), self.receiver()),
            false => (quote_spanned!(span=> Focuses), None),
        };
        let function = Ident::new(if reads_self { "focus_on" } else { "focus" }, span);
        self.places.push(self.this.implement(
            &on.named.parameters(below_reads_self.then(this_lifetime)),
            &quote_spanned!(span=> #private::#focuses<#blackboard, #number, #shape>),
            &quote_spanned! {span=>
                #[inline(always)]
                fn #function<const __BT_TICKS: #private::primitive::bool, __BtVisit: #private::Visit>(
                    #receiver
                    __bt_child: &#shape,
                    __bt_state: &mut <#shape as #private::Node>::State,
                    __bt_visit: __BtVisit,
                    #name: &mut #blackboard,
                ) -> #private::Status {
                    #private::focused::<__BT_TICKS, #part_type, _, _>(__bt_child, __bt_state, __bt_visit, #part)
                }
            },
        ));
        let receiver = Self::holding(reads_self);
        quote_spanned!(span=> #private::FocusedAt<#this, #number, #child #receiver>)
    }

    /// The graph of a machine: a type of its own, which `implementation` writes.
    pub fn machine(&mut self, implementation: impl FnOnce(&Ident) -> TokenStream) -> Ident {
        let name = format_ident!("__BtMachine{}", self.new_group(), span = Span::mixed_site());
        self.types.push(implementation(&name));
        name
    }

    /// `&self,`
    fn receiver(&self) -> Option<TokenStream> {
        let (receiver, span) = (&self.receiver, Span::mixed_site());
        Some(quote_spanned!(span=> &#receiver,))
    }

    /// Whether a type of nodes holds `self`.
    pub fn has_this(&self, shape: &TokenStream) -> bool {
        mentions(shape, &format_ident!("__BtThis"))
    }

    /// What nodes hold: `&'__bt_this Guard`, with the lifetime; or nothing.
    pub fn receiver_type(&self, has_this: bool) -> (TokenStream, TokenStream) {
        let span = Span::mixed_site();
        if !has_this {
            return (TokenStream::new(), quote_spanned!(span=> ()));
        }
        let (lifetime, this) = (this_lifetime(), self.this.type_name());
        (lifetime.to_token_stream(), quote_spanned!(span=> &#lifetime #this))
    }

    /// A type of nodes where they hold `self`, or where they don't: for their state.
    pub fn with_this(&self, shape: TokenStream, has_this: bool) -> TokenStream {
        replace(shape, "__BtThis", &self.receiver_type(has_this).1)
    }

    /// The functions of all pieces, in the order of the tree, and what repeats their tokens
    /// behind them.
    pub fn tokens(&self) -> TokenStream {
        let (functions, places, types) =
            (self.groups.iter().map(|group| self.function(group)), &self.places, &self.types);
        quote! { #(#functions)* #(#places)* #(#types)* }
    }

    /// ```text
    /// impl<'__bt1> Calls<Ctx<'__bt1>, Until, 0> for Guard {
    ///     fn call<const __BT_NUMBER: u32>(c: &mut Ctx<'__bt1>) -> Until {
    ///         let __bt_leaves = (Known::NEW, Known::NEW);
    ///         match __BT_NUMBER {
    ///             0 => __bt_leaves.0.answer(is_low(c)),
    ///             1 => __bt_leaves.1.answer(flee(c)),
    ///             _ => { let _ = sequence((__bt_leaves.0.can_succeed(), __bt_leaves.1)); Status::Failure.until_woken() }
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// A part of a large tree is a function of its own, which `call` calls.
    fn function(&self, group: &Group) -> TokenStream {
        let (private, span) = (self.private(), Span::mixed_site());
        let on = &self.ons[group.on];
        let (name, blackboard) = (&on.name, &on.named.tokens);
        let number = group.number;
        let output = group.output.type_name(&private, &self.this.type_name(), number);
        let receiver = group.reads_self.then(|| self.receiver()).flatten();
        let suffix = if group.reads_self { "_on" } else { "" };
        let is_part = matches!(group.check, Some(Check::Children(_)));
        let index = (group.output == Output::Weights)
            .then(|| quote_spanned!(span=> , __bt_index: #private::primitive::u16));
        let body = self.body(group);
        let (body, part) = match is_part {
            false => (quote_spanned!(span=> { let _ = &#name; #body }), None),
            true => {
                let part = format_ident!("__bt_part{number}", span = span);
                let call = match group.reads_self {
                    true => {
                        let this = &self.receiver;
                        quote_spanned!(span=> { Self::#part::<__BT_NUMBER>(#this, #name).until })
                    }
                    false => quote_spanned!(span=> { Self::#part::<__BT_NUMBER>(#name).until }),
                };
                (call, Some(self.part(group, &part, &body)))
            }
        };
        let (calls, call) = match group.output {
            Output::Weights => {
                (format!("Weighs{}", if group.reads_self { "On" } else { "" }), format!("weigh{suffix}"))
            }
            _ => (format!("Calls{}", if group.reads_self { "On" } else { "" }), format!("call{suffix}")),
        };
        let (calls, call) = (Ident::new(&calls, span), Ident::new(&call, span));
        let arguments = match group.output {
            Output::Weights => quote_spanned!(span=> #blackboard, #number),
            _ => quote_spanned!(span=> #blackboard, #output, #number),
        };
        let reads =
            (!group.asks).then(|| quote_spanned!(span=> const READS: #private::primitive::bool = false;));
        let function = self.this.implement(
            &on.named.parameters(None),
            &quote_spanned!(span=> #private::#calls<#arguments>),
            &quote_spanned! {span=>
                #reads
                #[inline(always)]
                fn #call<const __BT_NUMBER: #private::primitive::u32>(#receiver #name: &mut #blackboard #index) -> #output #body
            },
        );
        quote! { #part #function }
    }

    fn body(&self, group: &Group) -> TokenStream {
        let (private, span) = (self.private(), Span::mixed_site());
        let arms = &group.arms;
        let numbers = (0..arms.len()).map(Literal::usize_unsuffixed);
        if group.output != Output::Answer {
            let Some((last, others)) = arms.split_last() else { return TokenStream::new() };
            return match others {
                [] => last.clone(),
                _ => quote_spanned!(span=> match __BT_NUMBER { #(#numbers => #others,)* _ => #last }),
            };
        }
        let slots = arms.iter().map(|_| quote_spanned!(span=> #private::Known::NEW,));
        let slots = (!arms.is_empty()).then(|| quote_spanned!(span=> let __bt_leaves = (#(#slots)*);));
        let numbers: Vec<Literal> = numbers.collect();
        let imports = quote_spanned!(span=> #[allow(unused_imports)] use #private::Unchecked as _;);
        match &group.check {
            Some(Check::Children(children)) => quote_spanned! {span=>
                #slots
                match __BT_NUMBER {
                    #(#numbers => #private::Answered::by(#arms),)*
                    _ => { #imports #private::Answered::knowing(#children) }
                }
            },
            check => {
                let root = match check {
                    Some(Check::Root(root)) => Some(root),
                    _ => None,
                };
                quote_spanned! {span=>
                    #slots
                    match __BT_NUMBER {
                        #(#numbers => #arms,)*
                        _ => { #imports let _ = #root; #private::Status::Failure.until_woken() }
                    }
                }
            }
        }
    }

    /// ```text
    /// impl Guard {
    ///     fn __bt_part1<const __BT_NUMBER: u32>(c: &mut Ctx<'_>) -> Answered<impl ChildList> { .. }
    /// }
    /// const __BT_FLAGS1: [bool; 6] = flags_of(Guard::__bt_part1::<0>);
    /// ```
    fn part(&self, group: &Group, part: &Ident, body: &TokenStream) -> TokenStream {
        let (private, span, this) = (self.private(), Span::mixed_site(), self.this.type_name());
        let on = &self.ons[group.on];
        let (name, open) = (&on.name, &on.open);
        let receiver = group.reads_self.then(|| self.receiver()).flatten();
        let flags = flags_name(group.number);
        let read = Ident::new(if group.reads_self { "flags_of_on" } else { "flags_of" }, span);
        quote_spanned! {span=>
            impl #this {
                #[inline(always)]
                fn #part<const __BT_NUMBER: #private::primitive::u32>(
                    #receiver #name: &mut #open,
                ) -> #private::Answered<impl #private::ChildList + use<__BT_NUMBER>> {
                    let _ = &#name;
                    #body
                }
            }
            const #flags: [#private::primitive::bool; 6] = #private::#read(#this::#part::<0>);
        }
    }
}

/// What is known of the children in a part.
fn flags_name(function: u32) -> Ident {
    format_ident!("__BT_FLAGS{function}", span = Span::mixed_site())
}

/// How long a tree that holds `self` holds it.
fn this_lifetime() -> syn::Lifetime {
    syn::Lifetime::new("'__bt_this", Span::mixed_site())
}
