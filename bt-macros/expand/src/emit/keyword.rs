//! Nodes of the catalogue.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

use super::blackboard::static_type;
use super::item::mentions;
use super::node::{Emitted, Emitter, at};
use crate::catalogue::{self, Children, Head, Keyword, Kind, Need, Pass, Passing, Place};
use crate::syntax::{Argument, Blackboard, Header, Node};

/// The widest tuple; std implements its traits up to here.
const WIDEST: usize = 12;

/// A keyword's node in the making: `node::name(leading, children).methods()`, whose
/// type is `type_name<children, shapes>`.
struct Parts {
    leading: Vec<TokenStream>,
    methods: TokenStream,
    type_name: &'static str,
    shapes: Vec<TokenStream>,
}

impl Parts {
    fn new(keyword: &Keyword) -> Self {
        Parts {
            leading: Vec::new(),
            methods: TokenStream::new(),
            type_name: keyword.type_name,
            shapes: Vec::new(),
        }
    }

    fn method(&mut self, name: &str, argument: Option<&TokenStream>) {
        let span = Span::mixed_site();
        let name = Ident::new(name, span);
        self.methods.extend(quote_spanned!(span=> .#name(#argument)));
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
            let emitted = self.condition(condition);
            parts.leading.push(emitted.expression);
            parts.shapes.push(emitted.shape);
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
        self.heads(keyword, children, &mut parts);
        for (parameter, argument) in keyword.parameters.iter().zip(arguments) {
            match (&parameter.passing, argument) {
                (Passing::Required, Some(Argument::Expression(subject)))
                    if parameter.kind == Kind::Subject =>
                {
                    parts.leading.push(self.subject(subject, children));
                    parts.shapes.push(TokenStream::new());
                }
                // The part is bound to a name: its type is the child's blackboard.
                (Passing::Required, Some(Argument::Expression(part))) if parameter.kind == Kind::Part => {
                    let child = children.first().map(|child| self.focused(child));
                    let span = Span::mixed_site();
                    parts.leading.push(quote_spanned!(span=> __bt_part.function));
                    parts.shapes.push(TokenStream::new());
                    let emitted = self.assemble(keyword, name, parts, child);
                    let part_type = children.first().and_then(|child| child.header.as_deref());
                    return self.with_part(part, part_type, emitted);
                }
                (Passing::Required, Some(argument)) => {
                    let emitted = self.argument(parameter, argument);
                    parts.leading.push(emitted.expression);
                    parts.shapes.push(emitted.shape);
                }
                (Passing::Optional(variant), Some(argument)) => {
                    let emitted = self.argument(parameter, argument);
                    parts.method(variant.method, Some(&emitted.expression));
                    parts.shapes.push(emitted.shape);
                    parts.type_name = variant.type_name;
                }
                (Passing::Named(_), Some(Argument::Choice(variant))) => {
                    parts.method(variant.method, None);
                    parts.type_name = variant.type_name;
                }
                (Passing::Named(_), Some(argument)) => {
                    let emitted = self.argument(parameter, argument);
                    parts.method(parameter.name, Some(&emitted.expression));
                    parts.shapes.push(emitted.shape);
                }
                (Passing::Named(Some(default)), None) => parts.shapes.push(self.default_shape(default)),
                (_, None) => {}
            }
        }
        let below = match keyword.children {
            Children::None => None,
            Children::One | Children::Focused => children.first().map(|child| self.node(child)),
            Children::Some => Some(self.list(children, keyword.passes)),
            Children::Places(places, _) => Some(self.places(children, places)),
        };
        self.assemble(keyword, name, parts, below)
    }

    fn default_shape(&self, default: &str) -> TokenStream {
        let (private, span) = (self.private(), Span::mixed_site());
        if default == "()" {
            return TokenStream::new();
        }
        let default = Ident::new(default, span);
        quote_spanned!(span=> #private::types::#default)
    }

    fn assemble(&mut self, keyword: &Keyword, name: &Ident, parts: Parts, below: Option<Emitted>) -> Emitted {
        let (krate, private) = (self.krate, self.private());
        let span = Span::mixed_site();
        let Parts { leading, methods, type_name, shapes } = parts;
        let values = leading.iter().chain(below.as_ref().map(|below| &below.expression));
        let mut expression = quote_spanned!(span=> #krate::node::#name(#(#values),*) #methods);
        if let Some(need) = keyword.needs {
            let question = self.question(need, at(name.span()));
            expression = match need {
                Need::Clock => quote_spanned!(span=> #expression.with_clock(#question)),
                Need::Random => quote_spanned!(span=> #expression.with_random(#question)),
                Need::Events => quote_spanned! {span=> {
                    let __bt_node = __bt.event(#expression);
                    let __bt_event_type = #private::event_type(&__bt_node);
                    __bt_node.with_events(#question)
                }},
            };
        }
        let type_name = Ident::new(type_name, span);
        let unit = quote_spanned!(span=> ());
        let shapes = shapes.iter().map(|shape| if shape.is_empty() { &unit } else { shape });
        let shapes: Vec<&TokenStream> =
            below.as_ref().map(|below| &below.shape).into_iter().chain(shapes).collect();
        let parameters = (!shapes.is_empty()).then(|| quote_spanned!(span=> <#(#shapes),*>));
        Emitted { expression, shape: quote_spanned!(span=> #private::types::#type_name #parameters) }
    }

    /// A closure that asks the blackboard for what a node needs.
    pub(super) fn question(&self, need: Need, keyword: Span) -> TokenStream {
        let (private, span) = (self.private(), Span::mixed_site());
        let (method, event, on) = match need {
            Need::Clock => ("now", None, "question_on"),
            Need::Random => ("next_u64", None, "question_on"),
            Need::Events => ("received", Some(Ident::new("__bt_event", keyword)), "event_question_on"),
        };
        let (method, on) = (Ident::new(method, keyword), Ident::new(on, span));
        let arguments = event.as_ref().map(|event| quote_spanned!(span=> #event, __bt_event_type));
        let asked = quote_spanned!(span=> #private::Asked(__bt_asked).#method(#arguments));
        match &self.blackboard {
            Some(blackboard) => {
                let event = event.map(|event| quote_spanned!(span=> , #event: &_));
                quote_spanned!(span=> move |__bt_asked: &mut #blackboard #event| #asked)
            }
            None => {
                let event = event.map(|event| quote_spanned!(span=> , #event));
                quote_spanned!(span=> #private::#on(__bt, move |__bt_asked #event| #asked))
            }
        }
    }

    /// The children in a list. All but the last must be able to let the next one
    /// have its turn.
    pub(super) fn list(&mut self, children: &'a [Node], passes: Option<Pass>) -> Emitted {
        let last = children.len().saturating_sub(1);
        let emitted = children.iter().enumerate().map(|(index, child)| {
            let emitted = self.node(child);
            match passes {
                Some(Pass::Success) if index < last => self.checked("can_succeed", child, emitted),
                Some(Pass::Failure) if index < last => self.checked("can_fail", child, emitted),
                _ => emitted,
            }
        });
        let emitted: Vec<Emitted> = emitted.collect();
        let index =
            Ident::new(if children.len() < usize::from(u8::MAX) { "u8" } else { "u16" }, Span::mixed_site());
        self.tuples(&emitted, &index)
    }

    /// Children of which each has a place of its own.
    fn places(&mut self, children: &'a [Node], places: &[Place]) -> Emitted {
        let emitted = children.iter().zip(places).map(|(child, place)| match place {
            Place::Child => self.node(child),
            Place::Condition => self.condition(child),
            Place::Cleanup => {
                let (private, span) = (self.private(), Span::mixed_site());
                let emitted = self.node(child);
                let shape = emitted.shape.clone();
                let shape = quote_spanned!(span=> #private::types::Condition<#shape>);
                Emitted { shape, ..self.checked("cleanup", child, emitted) }
            }
        });
        let emitted: Vec<Emitted> = emitted.collect();
        self.tuples(&emitted, &Ident::new("u8", Span::mixed_site()))
    }

    /// A node that a method of `Checked` has something to say about.
    pub(super) fn checked(&self, method: &str, child: &Node, emitted: Emitted) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let (method, value) = (Ident::new(method, at(child.span)), emitted.expression);
        Emitted {
            expression: quote_spanned!(span=> #private::checked(#value).#method()),
            shape: emitted.shape,
        }
    }

    /// A tuple, or joined tuples where there are many.
    pub(super) fn tuples(&self, children: &[Emitted], index: &Ident) -> Emitted {
        let (private, krate) = (self.private(), self.krate);
        let span = Span::mixed_site();
        if children.len() <= WIDEST {
            let (values, shapes) =
                (children.iter().map(|child| &child.expression), children.iter().map(|child| &child.shape));
            return Emitted {
                expression: quote_spanned!(span=> (#(#values,)*)),
                shape: quote_spanned!(span=> (#(#shapes,)*)),
            };
        }
        // The first half is as many full tuples as make the two halves even.
        let tuples = children.len().div_ceil(WIDEST);
        let (first, second) = children.split_at(tuples / 2 * WIDEST);
        let (first, second) = (self.tuples(first, index), self.tuples(second, index));
        let (values, shapes) = ([first.expression, second.expression], [first.shape, second.shape]);
        Emitted {
            expression: quote_spanned!(span=> #krate::node::concat::<#index, _, _>(#(#values),*)),
            shape: quote_spanned!(span=> #private::types::Concat<#(#shapes,)* #index>),
        }
    }

    /// The scores or weights before the children: a closure that gives each its own.
    fn heads(&self, keyword: &Keyword, children: &[Node], parts: &mut Parts) {
        if !matches!(keyword.head, Head::Score | Head::Weight) {
            return;
        }
        parts.shapes.push(TokenStream::new());
        let (private, span) = (self.private(), Span::mixed_site());
        let numbers = children.iter().map(|child| match &child.head {
            Some(head) => quote_spanned!(span=> #private::number(#head)),
            None => quote_spanned!(span=> 1.0),
        });
        let numbers: Vec<TokenStream> = numbers.collect();
        let Some((last, others)) = numbers.split_last() else { return };
        let indices = 0..others.len() as u16;
        let index = Ident::new("__bt_index", span);
        let body = quote_spanned!(span=> match #index { #(#indices => #others,)* _ => #last });
        let all: TokenStream = numbers.iter().cloned().collect();
        let parameter = self.parameter(span, Some(&all));
        let closure = match &self.blackboard {
            Some(blackboard) => {
                quote_spanned!(span=> move |#parameter: &mut #blackboard, #index: u16| -> f64 { #body })
            }
            None => {
                quote_spanned!(span=> #private::numbers_on(__bt, move |#parameter, #index: u16| -> f64 { #body }))
            }
        };
        if keyword.head == Head::Score {
            parts.leading.push(closure);
        } else if children.iter().any(|child| child.head.is_some()) {
            parts.method("weighted", Some(&closure));
        }
    }

    /// `match subject { pattern => 0, pattern => 1, .. }`
    fn subject(&self, subject: &TokenStream, children: &[Node]) -> TokenStream {
        let (private, span) = (self.private(), Span::mixed_site());
        let heads = children.iter().map(|child| &child.head);
        let indices = 0..children.len() as u16;
        let body = quote_spanned!(span=> match #subject { #(#heads => #indices,)* });
        match (self.header, &self.blackboard) {
            (Some(header), Some(blackboard)) if mentions(&body, &header.name) => {
                let name = &header.name;
                quote_spanned!(span=> move |#name: &mut #blackboard| -> u16 { #body })
            }
            _ => quote_spanned!(span=> #private::Fixed(move || -> u16 { #body })),
        }
    }

    /// The child of `focus`, under its own header.
    fn focused(&mut self, child: &'a Node) -> Emitted {
        let span = Span::mixed_site();
        let header: Option<&'a Header> = child.header.as_deref();
        let blackboard = header.and_then(|header| match &header.blackboard {
            Blackboard::Type(tokens) => Some(tokens.clone()),
            Blackboard::Bounds(_) | Blackboard::Broken => None,
        });
        let is_item = self.static_blackboard.is_some();
        let shape = blackboard
            .as_ref()
            .map_or(quote_spanned!(span=> ()), |tokens| static_type(tokens, self.generics));
        let outer_unnamed = std::mem::replace(&mut self.is_unnamed, is_item && blackboard.is_none());
        let outer_header = std::mem::replace(&mut self.header, header);
        let outer_blackboard = std::mem::replace(&mut self.blackboard, blackboard);
        let outer_static = std::mem::replace(&mut self.static_blackboard, is_item.then_some(shape));
        let outer_focused = std::mem::replace(&mut self.is_focused, true);
        let emitted = self.node(child);
        self.is_focused = outer_focused;
        self.is_unnamed = outer_unnamed;
        self.header = outer_header;
        self.blackboard = outer_blackboard;
        self.static_blackboard = outer_static;
        emitted
    }

    /// ```text
    /// {
    ///     let __bt_part = part::<_, Part, _>(__bt, move |name: &mut Blackboard| &mut name.part);
    ///     let __bt = __bt_part.blackboard();
    ///     focus(__bt_part.function, child)
    /// }
    /// ```
    fn with_part(&self, part: &TokenStream, header: Option<&Header>, focus: Emitted) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let parameter = self.parameter(span, Some(part));
        let annotation = self.blackboard.as_ref().map(|blackboard| quote_spanned!(span=> : &mut #blackboard));
        // With the type from the child's header, another part is a mistake there.
        let part_type = match header.map(|header| &header.blackboard) {
            Some(Blackboard::Type(tokens)) => tokens.clone(),
            _ => quote_spanned!(span=> _),
        };
        let value = focus.expression;
        Emitted {
            expression: quote_spanned! {span=> {
                let __bt_part = #private::part::<_, #part_type, _>(__bt, move |#parameter #annotation| #part);
                let __bt = __bt_part.blackboard();
                #value
            }},
            shape: focus.shape,
        }
    }
}
