//! What stands in parentheses, in front of `=>`, and what nodes ask of the blackboard.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

use super::emitted::Emitted;
use super::node::Emitter;
use super::pieces::Output;
use super::tokens::{all_at, at, mentions};
use crate::catalogue::{Head, Keyword, Kind, Need, Parameter};
use crate::syntax::{Argument, Hook, Node, Pattern, Range};

impl<'a> Emitter<'a> {
    pub(super) fn condition(&mut self, node: &'a Node) -> Emitted {
        let emitted = self.node(node);
        let (private, span) = (self.private(), Span::mixed_site());
        let shape = emitted.shape.clone();
        Emitted {
            shape: quote_spanned!(span=> #private::Condition<#shape>),
            ..self.checked("condition", node.span, emitted)
        }
    }

    pub(super) fn argument(&mut self, parameter: &Parameter, argument: &'a Argument) -> Emitted {
        let private = self.private();
        let span = Span::mixed_site();
        let constant = |value: TokenStream| Emitted { shape: value.clone(), value };
        let emitted = match argument {
            Argument::Condition(node) => return self.condition(node),
            Argument::Duration(nanos) => {
                let shape = quote_spanned!(span=> #private::Nanos<#nanos>);
                Emitted { value: quote_spanned!(span=> #private::Nanos::<#nanos>), shape }
            }
            Argument::Count(count) => {
                let shape = quote_spanned!(span=> #private::Times<#count>);
                Emitted { value: quote_spanned!(span=> #private::Times::<#count>), shape }
            }
            Argument::Expression(tokens) => self.value(parameter.kind, tokens),
            Argument::Function(hook) => self.hook(hook),
            Argument::Threshold(type_name) => {
                let type_name = Ident::new(type_name, span);
                return constant(quote_spanned!(span=> #private::types::#type_name));
            }
            Argument::Choice(_) | Argument::Range(_) | Argument::Pattern(_) => constant(TokenStream::new()),
        };
        if matches!(parameter.kind, Kind::Threshold(_)) {
            let (value, shape) = (emitted.value, emitted.shape);
            return Emitted {
                value: quote_spanned!(span=> #private::types::AtLeast(#value)),
                shape: quote_spanned!(span=> #private::types::AtLeast<#shape>),
            };
        }
        emitted
    }

    /// An expression, with or without the blackboard.
    fn value(&mut self, kind: Kind, tokens: &TokenStream) -> Emitted {
        let private = self.private();
        let span = Span::mixed_site();
        let (output, type_name) = match kind {
            Kind::Duration => (Output::Duration, quote_spanned!(span=> #private::Duration)),
            Kind::Number => (Output::Number, quote_spanned!(span=> #private::primitive::f64)),
            _ => (Output::Count, quote_spanned!(span=> #private::primitive::u32)),
        };
        let body = match kind {
            Kind::Number => number(private.clone(), tokens),
            _ => tokens.clone(),
        };
        self.closure(output, &quote_spanned!(span=> -> #type_name), body)
    }

    /// A piece of Rust that gives a value: in an expression, a closure.
    fn closure(&mut self, output: Output, type_name: &TokenStream, body: TokenStream) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        if let Some(pieces) = &mut self.pieces {
            return Emitted { value: quote_spanned!(span=> ()), shape: pieces.piece(output, body) };
        }
        let value = match (self.place.header, &self.place.blackboard) {
            (Some(header), Some(blackboard)) if mentions(&body, &header.name) => {
                let name = &header.name;
                quote_spanned!(span=> move |#name: &mut #blackboard| #type_name { #body })
            }
            _ => quote_spanned!(span=> #private::Fixed(move || #type_name { #body })),
        };
        Emitted { value, shape: TokenStream::new() }
    }

    /// A function of the blackboard whose answer doesn't matter.
    pub(super) fn hook(&mut self, hook: &Hook) -> Emitted {
        let private = self.private();
        let site = Span::mixed_site();
        let block = match hook {
            Hook::Block(block) => Some(block.stream()),
            _ => None,
        };
        let parameter = self.parameter(site, block.as_ref());
        let body = match hook {
            Hook::Call(call) => self.call(call, &parameter),
            Hook::Closure(closure) => quote_spanned!(site=> #private::call(#parameter, #closure)),
            Hook::Block(block) => super::tokens::braced(block),
        };
        if let Some(pieces) = &mut self.pieces {
            let shape = pieces.piece(Output::Nothing, quote_spanned!(site=> { #body; }));
            return Emitted { value: quote_spanned!(site=> ()), shape };
        }
        let value = match &self.place.blackboard {
            Some(blackboard) => quote_spanned!(site=> move |#parameter: &mut #blackboard| { #body; }),
            None => quote_spanned!(site=> #private::hook_on(__bt, move |#parameter| { #body; })),
        };
        Emitted { value, shape: TokenStream::new() }
    }

    /// A question to the blackboard, asked at a keyword: a closure, or the type of a piece.
    fn question(&mut self, method: &str, output: Output, keyword: Span) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let method = Ident::new(method, keyword);
        if let Some(pieces) = &mut self.pieces {
            let name = pieces.on().name.clone();
            let body = quote_spanned!(span=> #private::FromBlackboard(#name).#method());
            return Emitted { value: TokenStream::new(), shape: pieces.piece(output, body) };
        }
        let asked = quote_spanned!(span=> #private::FromBlackboard(__bt_asked).#method());
        let value = match &self.place.blackboard {
            Some(blackboard) => quote_spanned!(span=> move |__bt_asked: &mut #blackboard| #asked),
            None => quote_spanned!(span=> #private::question_on(__bt, move |__bt_asked| #asked)),
        };
        Emitted { value, shape: TokenStream::new() }
    }

    /// A node that asks the blackboard for what it needs: with the method and its closure, in
    /// an expression; and the type of the question.
    pub(super) fn asking(&mut self, need: Need, keyword: Span, node: TokenStream) -> Emitted {
        let (with, question) = match need {
            Need::Clock => ("with_clock", self.question("now", Output::Duration, keyword)),
            Need::Random => ("with_random", self.question("next_u64", Output::Draw, keyword)),
            // The question is the event itself.
            Need::Events => return Emitted { value: node, shape: TokenStream::new() },
        };
        let (with, asked, span) = (Ident::new(with, Span::mixed_site()), question.value, Span::mixed_site());
        let value = match self.pieces {
            Some(_) => node,
            None => quote_spanned!(span=> #node.#with(#asked)),
        };
        Emitted { value, shape: question.shape }
    }

    /// `below(high)` or `through(high)`, with the random numbers of the blackboard.
    pub(super) fn upper_bound(&mut self, parameter: &Parameter, range: &'a Range, keyword: Span) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let high = self.argument(parameter, &range.high);
        let question = self.question("next_u64", Output::Draw, keyword);
        let inclusive = range.inclusive;
        let below = Ident::new(if inclusive { "through" } else { "below" }, span);
        let (value, asked) = (high.value, question.value);
        let (high_shape, random) = (high.shape, question.shape);
        Emitted {
            value: quote_spanned!(span=> #private::#below(#value).with_random(#asked)),
            shape: quote_spanned!(span=> #private::types::UpTo<#high_shape, #random, #inclusive>),
        }
    }

    /// Takes an event out of the blackboard, and says whether it was there:
    ///
    /// ```text
    /// |c: &mut Ctx<'_>| { let event = Signal::Alarm; FromBlackboard(c).received(&event) }
    /// |c: &mut Ctx<'_>| match FromBlackboard(&mut *c).take(|event| match event { pattern if guard => true, _ => false }) {
    ///     Some(event) => { match &event { pattern => { block } _ => {} } true }
    ///     None => false,
    /// }
    /// ```
    pub(super) fn event(&mut self, argument: &Argument, keyword: Span) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let all: TokenStream = argument.rust().into_iter().collect();
        let parameter = match self.place.header {
            Some(header) if self.pieces.is_some() || mentions(&all, &header.name) => header.name.clone(),
            _ => Ident::new("__bt_blackboard", span),
        };
        let body = match argument {
            Argument::Pattern(Pattern { pattern, guard, block }) => {
                let take = Ident::new("take", keyword);
                let guard = guard.as_ref().map(|guard| quote_spanned!(span=> if #guard));
                // What a pattern binds may be used in one of the two places only. The closure
                // is at the keyword: there the compiler says that there is no inbox.
                let wanted = quote_spanned! {keyword=>
                    |__bt_event| {
                        #[allow(unused_variables, unreachable_patterns)]
                        match __bt_event { #pattern #guard => true, _ => false }
                    }
                };
                let taken = quote_spanned!(span=> #private::FromBlackboard(&mut *#parameter).#take(#wanted));
                match block {
                    None => quote_spanned!(span=> #taken.is_some()),
                    Some(block) => quote_spanned! {span=>
                        match #taken {
                            #private::Some(__bt_event) => {
                                #[allow(unused_variables, unreachable_patterns)]
                                match &__bt_event { #pattern => #block _ => {} }
                                true
                            }
                            #private::None => false,
                        }
                    },
                }
            }
            _ => {
                let (received, event) = (Ident::new("received", keyword), Ident::new("__bt_event", keyword));
                let asked = quote_spanned!(keyword=> &#event);
                quote_spanned!(span=> { let #event = #all; #private::FromBlackboard(#parameter).#received(#asked) })
            }
        };
        // An event that arrives wakes an agent; what it is compared with may be read.
        let asks = !matches!(argument, Argument::Pattern(_)) && mentions(&all, &parameter);
        if let Some(pieces) = &mut self.pieces {
            let shape = pieces.question(Output::Received, body, asks);
            return Emitted { value: quote_spanned!(span=> ()), shape };
        }
        let value = match &self.place.blackboard {
            Some(blackboard) => quote_spanned!(span=> move |#parameter: &mut #blackboard| #body),
            None => quote_spanned!(span=> #private::question_on(__bt, move |#parameter| #body)),
        };
        let value = if asks { value } else { quote_spanned!(span=> #private::Arrival(#value)) };
        Emitted { value, shape: TokenStream::new() }
    }

    /// The scores or weights before the children.
    pub(super) fn heads(&mut self, keyword: &Keyword, children: &[Node]) -> Option<Emitted> {
        if !matches!(keyword.head, Head::Score | Head::Weight) {
            return None;
        }
        let is_weighted = keyword.head == Head::Score || children.iter().any(|child| child.head.is_some());
        let (private, span) = (self.private(), Span::mixed_site());
        let numbers = children.iter().map(|child| match &child.head {
            Some(head) => number(private.clone(), head),
            None => quote_spanned!(span=> 1.0),
        });
        let numbers: Vec<TokenStream> = numbers.collect();
        if is_weighted { self.numbers(&numbers) } else { None }
    }

    /// Numbers by their index.
    pub(super) fn numbers(&mut self, numbers: &[TokenStream]) -> Option<Emitted> {
        let (private, span) = (self.private(), Span::mixed_site());
        let (last, others) = numbers.split_last()?;
        let indices = 0..others.len() as u16;
        let index = Ident::new("__bt_index", span);
        let body = quote_spanned!(span=> match #index { #(#indices => #others,)* _ => #last });
        if let Some(pieces) = &mut self.pieces {
            let body =
                if others.is_empty() { quote_spanned!(span=> { let _ = #index; #last }) } else { body };
            return Some(Emitted {
                value: quote_spanned!(span=> ()),
                shape: pieces.piece(Output::Weights, body),
            });
        }
        let all: TokenStream = numbers.iter().cloned().collect();
        let parameter = self.parameter(span, Some(&all));
        let types = (
            quote_spanned!(span=> #private::primitive::u16),
            quote_spanned!(span=> #private::primitive::f64),
        );
        let (index_type, number_type) = &types;
        let value = match &self.place.blackboard {
            Some(blackboard) => {
                quote_spanned!(span=> move |#parameter: &mut #blackboard, #index: #index_type| -> #number_type { #body })
            }
            None => {
                quote_spanned!(span=> #private::numbers_on(__bt, move |#parameter, #index: #index_type| -> #number_type { #body }))
            }
        };
        Some(Emitted { value, shape: TokenStream::new() })
    }

    /// `match subject { pattern => 0, pattern => 1, .. }`
    pub(super) fn subject(&mut self, subject: &TokenStream, children: &[Node]) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let heads = children.iter().map(|child| &child.head);
        let indices = 0..children.len() as u16;
        let body = quote_spanned!(span=> match #subject { #(#heads => #indices,)* });
        self.closure(Output::Index, &quote_spanned!(span=> -> #private::primitive::u16), body)
    }

    /// A node that its place asks something of.
    pub(super) fn checked(&self, method: &str, child: Span, emitted: Emitted) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let (method, value) = (Ident::new(method, at(child)), emitted.value);
        let value = match self.pieces {
            Some(_) => quote_spanned!(span=> #value.#method()),
            None => quote_spanned!(span=> #private::checked(#value).#method()),
        };
        Emitted { value, shape: emitted.shape }
    }
}

/// A number of any type, as the user wrote it.
fn number(private: TokenStream, written: &TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    let span = written.clone().into_iter().next().map_or(site, |token| token.span());
    let number = all_at(quote_spanned!(site=> #private::number), span);
    quote_spanned!(site=> #number(#written))
}
