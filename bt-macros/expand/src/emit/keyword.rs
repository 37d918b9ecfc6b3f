//! Nodes of the catalogue.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};

use super::divide::waits_in_turn;
use super::emitted::Emitted;
use super::node::{Emitter, Place};
use super::pieces::On;
use super::tokens::at;
use crate::catalogue::{self, Children, Head, Keyword, Kind, Pass, Passing, Place as ChildPlace};
use crate::syntax::{Argument, Blackboard, Header, Node};

/// The widest tuple; std implements its traits up to here.
const WIDEST: usize = 12;

/// A keyword's node in the making: `name(leading, children).methods()`, whose type is
/// `type_name<children, shapes>`.
struct Parts {
    leading: Vec<TokenStream>,
    methods: TokenStream,
    type_name: &'static str,
    shapes: Vec<TokenStream>,
    /// The type of a range, where one stands in the place of an argument.
    extent: Option<TokenStream>,
}

impl Parts {
    fn new(keyword: &Keyword) -> Self {
        Parts {
            leading: Vec::new(),
            methods: TokenStream::new(),
            type_name: keyword.type_name,
            shapes: Vec::new(),
            extent: None,
        }
    }

    fn lead(&mut self, argument: Emitted) {
        self.leading.push(argument.value);
        self.shapes.push(argument.shape);
    }

    fn method(&mut self, name: &str, argument: Option<Emitted>) {
        let (span, value) = (Span::mixed_site(), argument.as_ref().map(|argument| &argument.value));
        let name = Ident::new(name, span);
        self.methods.extend(quote_spanned!(span=> .#name(#value)));
        self.shapes.extend(argument.map(|argument| argument.shape));
    }
}

impl<'a> Emitter<'a> {
    /// `!child` and `condition => child`.
    pub(super) fn sugar(
        &mut self,
        keyword: &str,
        name: &Ident,
        conditions: &[&'a Node],
        child: &'a Node,
    ) -> Emitted {
        let keyword = catalogue::keyword(keyword).expect("the catalogue has it");
        let mut parts = Parts::new(keyword);
        for condition in conditions {
            parts.lead(self.condition(condition));
        }
        let child = self.node(child);
        self.assemble(keyword, name, parts, Some(child))
    }

    pub(super) fn keyword(
        &mut self,
        keyword: &'static Keyword,
        name: &Ident,
        arguments: &'a [Option<Argument>],
        children: &'a [Node],
    ) -> Emitted {
        let mut parts = Parts::new(keyword);
        self.weigh(keyword, children, &mut parts);
        for (parameter, argument) in keyword.parameters.iter().zip(arguments) {
            match (&parameter.passing, argument) {
                (Passing::Required, Some(Argument::Expression(subject)))
                    if parameter.kind == Kind::Subject =>
                {
                    parts.lead(self.subject(subject, children));
                }
                (Passing::Required, Some(Argument::Expression(part))) if parameter.kind == Kind::Part => {
                    return self.focus(keyword, name, part, children);
                }
                (Passing::Required, Some(argument)) if parameter.kind == Kind::Event => {
                    parts.lead(self.event(argument, at(name.span())));
                }
                (Passing::Required, Some(argument)) => {
                    let argument = self.argument(parameter, argument.low());
                    parts.lead(argument);
                }
                (Passing::Optional(variant), Some(argument)) => {
                    let argument = self.argument(parameter, argument.low());
                    parts.method(variant.method, Some(argument));
                    parts.type_name = variant.type_name;
                }
                (Passing::Named(_), Some(Argument::Choice(variant))) => {
                    parts.method(variant.method, None);
                    parts.type_name = variant.type_name;
                }
                (Passing::Named(_), Some(argument)) => {
                    let argument = self.argument(parameter, argument);
                    parts.method(parameter.name, Some(argument));
                }
                (Passing::Named(Some(default)), None) => {
                    let default = self.named_type(default);
                    parts.shapes.push(default);
                }
                (_, None) => {}
            }
            if let Some(Argument::Range(range)) = argument {
                let upper = self.upper_bound(parameter, range, at(name.span()));
                parts.extent = Some(upper.shape);
                // Where a tree in item form is checked, a range is as good as a value.
                if self.pieces.is_none() {
                    let value = Emitted { value: upper.value, shape: TokenStream::new() };
                    parts.method("up_to", Some(value));
                }
            }
        }
        let below = match keyword.children {
            Children::None => None,
            Children::One | Children::Focused => children.first().map(|child| self.node(child)),
            Children::Some if keyword.head == Head::Case => Some(self.cases(children, &mut parts)),
            Children::Some if waits_in_turn(keyword, children) => Some(self.reactive_sequence(children)),
            Children::Some => Some(self.list(children, keyword.passes)),
            Children::Places(places, _) => Some(self.places(children, places)),
        };
        self.assemble(keyword, name, parts, below)
    }

    /// The scores or weights of children.
    fn weigh(&mut self, keyword: &Keyword, children: &[Node], parts: &mut Parts) {
        match (keyword.head, self.heads(keyword, children)) {
            (Head::Score, Some(scores)) => parts.lead(scores),
            (Head::Weight, Some(weights)) => parts.method("weighted", Some(weights)),
            (Head::Weight, None) => parts.shapes.push(self.named_type("Even")),
            _ => {}
        }
    }

    fn named_type(&self, name: &str) -> TokenStream {
        let (private, span) = (self.private(), Span::mixed_site());
        let name = Ident::new(name, span);
        quote_spanned!(span=> #private::types::#name)
    }

    fn assemble(&mut self, keyword: &Keyword, name: &Ident, parts: Parts, below: Option<Emitted>) -> Emitted {
        let (krate, private) = (self.krate, self.private());
        let span = Span::mixed_site();
        let Parts { leading, methods, type_name, mut shapes, extent } = parts;
        let values = leading.iter().chain(below.as_ref().map(|below| &below.value));
        let function = match keyword.head {
            Head::Case => {
                let function = Ident::new("switch_cases", name.span());
                quote_spanned!(span=> #krate::node::#function)
            }
            _ => quote_spanned!(span=> #krate::node::keywords::#name),
        };
        let mut value = quote_spanned!(span=> #function(#(#values),*) #methods);
        if let Some(need) = keyword.needs {
            let asking = self.asking(need, at(name.span()), value);
            value = asking.value;
            shapes.extend(Some(asking.shape).filter(|shape| !shape.is_empty()));
        }
        shapes.extend(extent);
        if self.pieces.is_none() {
            return Emitted { value, shape: TokenStream::new() };
        }
        let type_name = Ident::new(type_name, span);
        let shapes = below.as_ref().map(|below| &below.shape).into_iter().chain(&shapes);
        let shapes: Vec<&TokenStream> = shapes.collect();
        let parameters = (!shapes.is_empty()).then(|| quote_spanned!(span=> <#(#shapes),*>));
        Emitted {
            value: quote_spanned!(span=> #private::known(#value)),
            shape: quote_spanned!(span=> #private::types::#type_name #parameters),
        }
    }

    /// The children in a list. All but the last must be able to let the next one have its
    /// turn. In an item, children that are a function of their own are checked there.
    pub(super) fn list(&mut self, children: &'a [Node], passes: Option<Pass>) -> Emitted {
        let last = children.len().saturating_sub(1);
        self.gathered(&children.iter().collect::<Vec<_>>(), |emitter, index, emitted| match passes {
            Some(Pass::Success) if index < last => {
                emitter.checked("can_succeed", children[index].span, emitted)
            }
            Some(Pass::Failure) if index < last => emitter.checked("can_fail", children[index].span, emitted),
            _ => emitted,
        })
    }

    /// Children in a list, each of which has to pass a check.
    pub(super) fn gathered(
        &mut self,
        children: &[&'a Node],
        check: impl Fn(&Self, usize, Emitted) -> Emitted,
    ) -> Emitted {
        let (mut values, mut shapes) = (Vec::new(), Vec::new());
        // Of the children that aren't in a part yet.
        let (mut first, mut first_shape) = (0, 0);
        for (index, child) in children.iter().enumerate() {
            let emitted = self.node(child);
            let emitted = check(self, index, emitted);
            values.push(emitted.value);
            shapes.push(emitted.shape);
            let closing = self.pieces.as_ref().and_then(|pieces| pieces.closing(child));
            if let Some(function) = closing {
                let known = self.check_children(function, values.split_off(first), &shapes[first_shape..]);
                values.extend(known);
                (first, first_shape) = (values.len(), shapes.len());
            }
        }
        self.tuples(&values, &shapes, index_type(children.len()))
    }

    /// The children of a sequence that comes back to its first in every tick, some of which
    /// wait. Nothing that runs may stand behind a wait:
    ///
    /// ```text
    /// {
    ///     let __bt_child0 = checked(wait(..)).can_succeed();
    ///     let __bt_child1 = ..;
    ///     let __bt_child0 = checked(__bt_child0).before(&__bt_child1).node();
    ///     (__bt_child0, __bt_child1)
    /// }
    /// ```
    fn reactive_sequence(&mut self, children: &'a [Node]) -> Emitted {
        let (private, span, last) = (self.private(), Span::mixed_site(), children.len() - 1);
        let (mut lets, mut names, mut shapes) = (TokenStream::new(), Vec::new(), Vec::new());
        for (index, child) in children.iter().enumerate() {
            let emitted = self.node(child);
            let emitted =
                if index < last { self.checked("can_succeed", child.span, emitted) } else { emitted };
            let (mut value, name) = (emitted.value, format_ident!("__bt_child{}", index, span = span));
            if let Some(function) = self.pieces.as_ref().and_then(|pieces| pieces.closing(child)) {
                // Of a part, what any of its children can answer is enough here.
                let known = self.check_children(function, vec![value], std::slice::from_ref(&emitted.shape));
                value = known.last().cloned().unwrap_or_default();
            }
            lets.extend(quote_spanned!(span=> let #name = #value;));
            names.push(name);
            shapes.push(emitted.shape);
        }
        for (index, child) in children[..last].iter().enumerate().filter(|(_, child)| child.waits()) {
            // At the wait: there the compiler says what is wrong.
            let (name, here) = (&names[index], at(child.span));
            let before = Ident::new("before", here);
            let later = names[index + 1..].iter().map(|later| {
                let later = Ident::new(&later.to_string(), here);
                quote_spanned!(here=> &#later)
            });
            lets.extend(match self.pieces {
                Some(_) => quote_spanned!(span=> let #name = #name #(.#before(#later))*;),
                None => {
                    quote_spanned!(span=> let #name = #private::checked(#name) #(.#before(#later))*.node();)
                }
            });
        }
        let values: Vec<TokenStream> = names.iter().map(|name| quote_spanned!(span=> #name)).collect();
        let list = self.tuples(&values, &shapes, index_type(children.len()));
        let value = list.value;
        Emitted { value: quote_spanned!(span=> { #lets #value }), shape: list.shape }
    }

    /// Conditions and children in turns; one child more at the end is the default.
    fn cases(&mut self, children: &'a [Node], parts: &mut Parts) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let (children, default) = match children {
            [cases @ .., default] if children.len() % 2 == 1 => (cases, Some(default)),
            _ => (children, None),
        };
        let (mut values, mut shapes) = (Vec::new(), Vec::new());
        for (index, child) in children.iter().enumerate() {
            let emitted = match index % 2 {
                0 => {
                    let Emitted { value, shape } = self.condition(child);
                    Emitted {
                        value: quote_spanned!(span=> #private::case(#value)),
                        shape: quote_spanned!(span=> #private::types::Case<#shape>),
                    }
                }
                _ => self.node(child),
            };
            values.push(emitted.value);
            shapes.push(emitted.shape);
        }
        let list = self.tuples(&values, &shapes, index_type(children.len() + 1));
        if let Some(default) = default {
            let default = self.node(default);
            parts.method("or", Some(default));
        }
        list
    }

    /// What is known of children that are a function of their own.
    fn check_children(
        &mut self,
        function: u32,
        values: Vec<TokenStream>,
        shapes: &[TokenStream],
    ) -> Vec<TokenStream> {
        let tuple = self.tuple_of_values(&values, "u16");
        let shapes: Vec<&TokenStream> = shapes.iter().collect();
        match &mut self.pieces {
            Some(pieces) => pieces.check_children(function, tuple, &shapes),
            None => values,
        }
    }

    /// Children of which each has a place of its own.
    fn places(&mut self, children: &'a [Node], places: &[ChildPlace]) -> Emitted {
        let (mut values, mut shapes) = (Vec::new(), Vec::new());
        for (child, place) in children.iter().zip(places) {
            let emitted = match place {
                ChildPlace::Child => self.node(child),
                ChildPlace::Condition => self.condition(child),
                ChildPlace::Cleanup => {
                    let (private, span) = (self.private(), Span::mixed_site());
                    let emitted = self.node(child);
                    let shape = emitted.shape.clone();
                    let shape = quote_spanned!(span=> #private::Condition<#shape>);
                    Emitted { shape, ..self.checked("cleanup", child.span, emitted) }
                }
            };
            values.push(emitted.value);
            shapes.push(emitted.shape);
        }
        self.tuples(&values, &shapes, "u8")
    }

    /// A tuple, or joined tuples where there are many.
    pub(super) fn tuples(&self, values: &[TokenStream], shapes: &[TokenStream], index: &str) -> Emitted {
        let shape = match self.pieces {
            Some(_) => self.tuple_of_shapes(shapes, index),
            None => TokenStream::new(),
        };
        Emitted { value: self.tuple_of_values(values, index), shape }
    }

    fn tuple_of_values(&self, values: &[TokenStream], index: &str) -> TokenStream {
        let (private, krate, span) = (self.private(), self.krate, Span::mixed_site());
        let number = Ident::new(index, span);
        joined(
            values,
            &|values| quote_spanned!(span=> (#(#values,)*)),
            &|first, second| quote_spanned!(span=> #krate::node::concat::<#private::primitive::#number, _, _>(#first, #second)),
        )
    }

    fn tuple_of_shapes(&self, shapes: &[TokenStream], index: &str) -> TokenStream {
        let (private, span) = (self.private(), Span::mixed_site());
        let number = Ident::new(index, span);
        joined(
            shapes,
            &|shapes| quote_spanned!(span=> (#(#shapes,)*)),
            &|first, second| quote_spanned!(span=> #private::types::Concat<#first, #second, #private::primitive::#number>),
        )
    }

    /// `focus(part) < child >`: the child is on another blackboard.
    fn focus(
        &mut self,
        keyword: &Keyword,
        name: &Ident,
        part: &TokenStream,
        children: &'a [Node],
    ) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let Some(child) = children.first() else {
            return Emitted {
                value: quote_spanned!(span=> #private::Broken),
                shape: quote_spanned!(span=> #private::Broken),
            };
        };
        let header: Option<&'a Header> = child.header.as_deref();
        let blackboard = header.and_then(|header| match &header.blackboard {
            Blackboard::Type(tokens) => Some(tokens.clone()),
            Blackboard::Bounds(_) | Blackboard::Broken => None,
        });
        // With the type from the child's header, another part is a mistake there.
        let part_type = blackboard.clone().unwrap_or_else(|| quote_spanned!(span=> _));
        let outer = std::mem::replace(&mut self.place, Place { header, blackboard });
        let emitted = match &mut self.pieces {
            Some(pieces) => {
                let outer_on = pieces.enter(On::of(header, pieces.this().generics));
                let child_emitted = self.node(child);
                let function = self.pieces.as_ref().and_then(|pieces| pieces.closing(child)).unwrap_or(0);
                let known = self.check_children(
                    function,
                    vec![child_emitted.value],
                    std::slice::from_ref(&child_emitted.shape),
                );
                let value = known.last().cloned().unwrap_or_default();
                if let Some(pieces) = &mut self.pieces {
                    pieces.leave(outer_on);
                }
                Emitted { value, shape: child_emitted.shape }
            }
            None => self.node(child),
        };
        self.place = outer;
        let mut parts = Parts::new(keyword);
        if let Some(pieces) = &mut self.pieces {
            let shape = pieces.focus(part, &part_type, &emitted.shape);
            parts.leading.push(quote_spanned!(span=> #private::any_part));
            return Emitted { shape, ..self.assemble(keyword, name, parts, Some(emitted)) };
        }
        parts.leading.push(quote_spanned!(span=> __bt_part.function));
        let focus = self.assemble(keyword, name, parts, Some(emitted));
        self.with_part(part, &part_type, &focus.value)
    }

    /// ```text
    /// {
    ///     let __bt_part = part::<_, Part, _>(__bt, move |name: &mut Blackboard| &mut name.part);
    ///     let __bt = __bt_part.blackboard();
    ///     focus(__bt_part.function, child)
    /// }
    /// ```
    fn with_part(&self, part: &TokenStream, part_type: &TokenStream, focus: &TokenStream) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let parameter = self.parameter(span, Some(part));
        let annotation =
            self.place.blackboard.as_ref().map(|blackboard| quote_spanned!(span=> : &mut #blackboard));
        Emitted {
            value: quote_spanned! {span=> {
                let __bt_part = #private::part::<_, #part_type, _>(__bt, move |#parameter #annotation| #part);
                let __bt = __bt_part.blackboard();
                #focus
            }},
            shape: TokenStream::new(),
        }
    }
}

/// The type of numbers up to that of a child, and one more.
fn index_type(children: usize) -> &'static str {
    if children < usize::from(u8::MAX) { "u8" } else { "u16" }
}

/// Lists of at most [`WIDEST`] each, joined two by two. The first half is as many full lists
/// as make the two halves even.
fn joined(
    all: &[TokenStream],
    list: &impl Fn(&[TokenStream]) -> TokenStream,
    join: &impl Fn(TokenStream, TokenStream) -> TokenStream,
) -> TokenStream {
    if all.len() <= WIDEST {
        return list(all);
    }
    let (first, second) = all.split_at(all.len().div_ceil(WIDEST) / 2 * WIDEST);
    join(joined(first, list, join), joined(second, list, join))
}
