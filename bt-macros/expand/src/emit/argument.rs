//! What stands in parentheses.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};

use super::item::mentions;
use super::node::{Emitted, Emitter, at};
use crate::catalogue::{Kind, Parameter};
use crate::syntax::{Argument, Call, Hook, Node, Pattern, Range};

impl<'a> Emitter<'a> {
    /// `path(blackboard, arguments)`; arguments that read the blackboard are
    /// evaluated before it is lent out.
    pub(super) fn call(&self, call: &Call, blackboard: &Ident) -> TokenStream {
        let site = Span::mixed_site();
        let Call { path, name, arguments, .. } = call;
        let lent = Ident::new(&blackboard.to_string(), blackboard.span().located_at(name.span()));
        let reads =
            |argument: &TokenStream| self.header.is_some_and(|header| mentions(argument, &header.name));
        if !arguments.iter().any(reads) {
            // Without arguments, the parentheses are the leaf's: there the compiler
            // says that some are missing.
            let mut group = Group::new(Delimiter::Parenthesis, quote_spanned!(site=> #lent #(, #arguments)*));
            group.set_span(if arguments.is_empty() { lent.span() } else { site });
            return quote_spanned!(site=> #path #group);
        }
        let values: Vec<Ident> =
            (0..arguments.len()).map(|index| format_ident!("__bt_argument{}", index, span = site)).collect();
        quote_spanned!(site=> match (#(#arguments,)*) { (#(#values,)*) => #path(#lent #(, #values)*) })
    }

    pub(super) fn condition(&mut self, node: &'a Node) -> Emitted {
        let emitted = self.node(node);
        let (private, span) = (self.private(), Span::mixed_site());
        let condition = Ident::new("condition", at(node.span));
        let (value, shape) = (emitted.expression, emitted.shape);
        Emitted {
            expression: quote_spanned!(span=> #private::checked(#value).#condition()),
            shape: quote_spanned!(span=> #private::types::Condition<#shape>),
        }
    }

    pub(super) fn argument(&mut self, parameter: &Parameter, argument: &'a Argument) -> Emitted {
        let private = self.private();
        let span = Span::mixed_site();
        let expression = match argument {
            Argument::Condition(node) => return self.condition(node),
            Argument::Duration(nanos) => quote_spanned!(span=> #private::Nanos::<#nanos>),
            Argument::Count(count) => quote_spanned!(span=> #private::Times::<#count>),
            Argument::Expression(tokens) => self.expression(parameter, tokens),
            Argument::Function(hook) => self.hook(hook),
            Argument::Threshold(type_name) => return self.threshold(type_name),
            Argument::Choice(_) | Argument::Range(_) | Argument::Pattern(_) => TokenStream::new(),
        };
        if matches!(parameter.kind, Kind::Threshold(_)) {
            return Emitted {
                expression: quote_spanned!(span=> #private::types::AtLeast(#expression)),
                shape: quote_spanned!(span=> #private::types::AtLeast<()>),
            };
        }
        Emitted { expression, shape: quote_spanned!(span=> ()) }
    }

    /// `below(high)` or `through(high)`, with the random numbers of the blackboard.
    pub(super) fn upper_bound(&mut self, parameter: &Parameter, range: &'a Range, keyword: Span) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let high = self.argument(parameter, &range.high).expression;
        let question = self.question("next_u64", keyword);
        let inclusive = range.inclusive;
        let below = Ident::new(if inclusive { "through" } else { "below" }, span);
        Emitted {
            expression: quote_spanned!(span=> #private::#below(#high).with_random(#question)),
            shape: quote_spanned!(span=> #private::types::UpTo<(), #private::types::FromRandom, #inclusive>),
        }
    }

    /// A closure that takes an event out of the blackboard, and says whether it was there:
    ///
    /// ```text
    /// |c: &mut Ctx<'_>| { let event = Signal::Alarm; Asked(c).received(&event) }
    /// |c: &mut Ctx<'_>| match Asked(&mut *c).take(|event| match event { pattern if guard => true, _ => false }) {
    ///     Some(event) => { match &event { pattern => { block } _ => {} } true }
    ///     None => false,
    /// }
    /// ```
    pub(super) fn event(&self, argument: &Argument, keyword: Span) -> TokenStream {
        let (private, span) = (self.private(), Span::mixed_site());
        let all: TokenStream = argument.rust().into_iter().collect();
        let parameter = match self.header {
            Some(header) if mentions(&all, &header.name) => header.name.clone(),
            _ => Ident::new("__bt_asked", span),
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
                let taken = quote_spanned!(span=> #private::Asked(&mut *#parameter).#take(#wanted));
                match block {
                    None => quote_spanned!(span=> #taken.is_some()),
                    Some(block) => quote_spanned! {span=>
                        match #taken {
                            ::core::option::Option::Some(__bt_event) => {
                                #[allow(unused_variables, unreachable_patterns)]
                                match &__bt_event { #pattern => #block _ => {} }
                                true
                            }
                            ::core::option::Option::None => false,
                        }
                    },
                }
            }
            _ => {
                let (received, event) = (Ident::new("received", keyword), Ident::new("__bt_event", keyword));
                let asked = quote_spanned!(keyword=> &#event);
                quote_spanned!(span=> { let #event = #all; #private::Asked(#parameter).#received(#asked) })
            }
        };
        match &self.blackboard {
            Some(blackboard) => quote_spanned!(span=> move |#parameter: &mut #blackboard| #body),
            None => quote_spanned!(span=> #private::question_on(__bt, move |#parameter| #body)),
        }
    }

    fn threshold(&self, type_name: &str) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let type_name = Ident::new(type_name, span);
        let word = quote_spanned!(span=> #private::types::#type_name);
        Emitted { expression: word.clone(), shape: word }
    }

    /// A closure that evaluates an expression, with or without the blackboard.
    fn expression(&self, parameter: &Parameter, tokens: &TokenStream) -> TokenStream {
        let private = self.private();
        let span = Span::mixed_site();
        let (type_name, tokens) = match parameter.kind {
            Kind::Duration => (quote_spanned!(span=> -> ::core::time::Duration), tokens.clone()),
            Kind::Number => (quote_spanned!(span=> -> f64), quote_spanned!(span=> #private::number(#tokens))),
            Kind::Subject => (quote_spanned!(span=> -> u16), tokens.clone()),
            _ => (quote_spanned!(span=> -> u32), tokens.clone()),
        };
        match (self.header, &self.blackboard) {
            (Some(header), Some(blackboard)) if mentions(&tokens, &header.name) => {
                let name = &header.name;
                quote_spanned!(span=> move |#name: &mut #blackboard| #type_name { #tokens })
            }
            _ => quote_spanned!(span=> #private::Fixed(move || #type_name { #tokens })),
        }
    }

    /// A function of the blackboard whose answer doesn't matter.
    fn hook(&self, hook: &Hook) -> TokenStream {
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
            Hook::Block(block) => block.to_token_stream(),
        };
        match &self.blackboard {
            Some(blackboard) => quote_spanned!(site=> move |#parameter: &mut #blackboard| { #body; }),
            None => quote_spanned!(site=> #private::hook_on(__bt, move |#parameter| { #body; })),
        }
    }
}
