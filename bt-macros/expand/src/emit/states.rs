//! A machine's node: its bodies, its conditions and events, and what else it asks of
//! the blackboard. Its graph is written by `machine`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};

use super::machine::Plan;
use super::node::{Emitted, Emitter, at};
use crate::catalogue::Need;
use crate::syntax::{Argument, End, Hook, Machine, State, Target, Trigger};

impl<'a> Emitter<'a> {
    /// ```text
    /// {
    ///     pub struct __BtMachine0;
    ///     impl Machine for __BtMachine0 { .. }
    ///     states::<__BtMachine0, _>((body, body))
    ///         .triggers((condition, event))
    ///         .host(Parts::new().hooks(..).durations(..).clock(..))
    /// }
    /// ```
    pub(super) fn states(&mut self, machine: &'a Machine) -> Emitted {
        let (krate, private, span) = (self.krate, self.private(), Span::mixed_site());
        let bodies: Vec<Emitted> = machine.states.iter().map(|state| self.body(state)).collect();
        let triggers = self.triggers(machine);
        let host = self.host(machine);
        let is_item = self.static_blackboard.is_some();
        let name = format_ident!("__BtMachine{}", self.aliases.len(), span = span);
        let implementation = Plan::new(machine).implementation(&private, &name);
        let (wide, u16_index) = (self.tuples(&bodies, &Ident::new("u16", span)), Ident::new("u16", span));
        let (triggers, trigger_shape) = match triggers.is_empty() {
            true => (None, quote_spanned!(span=> #private::NoTriggers)),
            false => {
                let list = self.tuples(&triggers, &u16_index);
                let value = list.expression;
                (Some(quote_spanned!(span=> .triggers(#value))), list.shape)
            }
        };
        let (body_values, body_shapes) = (wide.expression, wide.shape);
        let states = &machine.name;
        let value = quote_spanned! {span=>
            #krate::node::#states::<#name, _>(#body_values) #triggers .host(#host)
        };
        // In an item, the shape names the graph as well.
        let expression = match is_item {
            true => {
                self.aliases.push(implementation);
                value
            }
            false => quote_spanned!(span=> { #implementation #value }),
        };
        Emitted {
            expression,
            shape: quote_spanned!(span=> #private::types::States<#name, #body_shapes, #trigger_shape, ()>),
        }
    }

    /// A body, which has to be able to end where a transition waits for that.
    fn body(&mut self, state: &'a State) -> Emitted {
        let mut emitted = self.node(&state.body);
        for transition in &state.transitions {
            let Trigger::Ended(end) = transition.trigger else { continue };
            let method = match end {
                End::Success => "ends_with_success",
                End::Failure => "ends_with_failure",
                End::Done => "ends",
            };
            let (private, span) = (self.private(), Span::mixed_site());
            let (method, value) = (Ident::new(method, at(transition.span)), emitted.expression);
            emitted.expression = quote_spanned!(span=> #private::checked(#value).#method());
        }
        emitted
    }

    fn triggers(&mut self, machine: &'a Machine) -> Vec<Emitted> {
        let mut triggers = Vec::new();
        for (_, transition) in machine.transitions() {
            triggers.extend(transition.guard.as_ref().map(|guard| self.condition(guard)));
            match &transition.trigger {
                Trigger::Condition(node) => triggers.push(self.condition(node)),
                Trigger::On(node) => triggers.push(self.node(node)),
                Trigger::After(_) | Trigger::Ended(_) => {}
            }
        }
        triggers
    }

    /// `Parts::new()`, and the functions that are asked for.
    fn host(&self, machine: &Machine) -> TokenStream {
        let (private, span) = (self.private(), Span::mixed_site());
        let hooks = self.hooks(machine);
        let durations = self.durations(machine);
        let clock = durations.is_some().then(|| {
            let after = machine
                .transitions()
                .find(|(_, transition)| matches!(transition.trigger, Trigger::After(_)))
                .map_or(machine.name.span(), |(_, transition)| transition.span);
            let question = self.question(Need::Clock, at(after));
            quote_spanned!(span=> .clock(#question))
        });
        let random = machine.transitions().find(|(_, transition)| matches!(transition.target, Target::Random(_)));
        let random = random.map(|(_, transition)| {
            let question = self.question(Need::Random, at(transition.span));
            quote_spanned!(span=> .random(#question))
        });
        let weights = self.weights(machine);
        quote_spanned!(span=> #private::Parts::new() #hooks #durations #weights #clock #random)
    }

    fn hooks(&self, machine: &Machine) -> Option<TokenStream> {
        let (private, span) = (self.private(), Span::mixed_site());
        let calls = (0_u8..).zip(&machine.states).flat_map(|(index, state)| {
            [("Enter", &state.enter), ("Exit", &state.exit)]
                .into_iter()
                .filter_map(move |(kind, hook)| Some((index, kind, hook.as_ref()?)))
        });
        let calls: Vec<(u8, &str, &Hook)> = calls.collect();
        if calls.is_empty() {
            return None;
        }
        let all: TokenStream = calls.iter().flat_map(|(_, _, hook)| hook_tokens(hook)).collect();
        let calls_function = calls.iter().any(|(_, _, hook)| !matches!(hook, Hook::Block(_)));
        let parameter = self.parameter(span, Some(&all).filter(|_| !calls_function));
        let arms = calls.iter().map(|(index, kind, hook)| {
            let kind = Ident::new(kind, span);
            let body = match hook {
                Hook::Call(call) => self.call(call, &parameter),
                Hook::Closure(closure) => quote_spanned!(span=> #private::call(#parameter, #closure)),
                Hook::Block(block) => block.to_token_stream(),
            };
            quote_spanned!(span=> #private::Hook::#kind(#index) => { #body; })
        });
        let body = quote_spanned!(span=> match __bt_hook { #(#arms)* _ => {} });
        let hook = quote_spanned!(span=> #private::Hook);
        Some(self.numbered("hooks", &parameter, "__bt_hook", &hook, &quote_spanned!(span=> ()), &body))
    }

    fn durations(&self, machine: &Machine) -> Option<TokenStream> {
        let span = Span::mixed_site();
        let durations = machine.transitions().filter_map(|(_, transition)| match &transition.trigger {
            Trigger::After(Argument::Duration(nanos)) => {
                Some(quote_spanned!(span=> ::core::time::Duration::from_nanos(#nanos)))
            }
            Trigger::After(Argument::Expression(tokens)) => Some(tokens.clone()),
            _ => None,
        });
        let duration = quote_spanned!(span=> ::core::time::Duration);
        self.choice("durations", durations.collect(), &duration)
    }

    fn weights(&self, machine: &Machine) -> Option<TokenStream> {
        let (private, span) = (self.private(), Span::mixed_site());
        let weights = machine.transitions().flat_map(|(_, transition)| transition.target.weights());
        let numbers = weights.map(|weight| match weight {
            Some(weight) => quote_spanned!(span=> #private::number(#weight)),
            None => quote_spanned!(span=> 1.0),
        });
        self.choice("weights", numbers.collect(), &quote_spanned!(span=> f64))
    }

    /// A closure that evaluates one of several expressions.
    fn choice(&self, method: &str, values: Vec<TokenStream>, type_name: &TokenStream) -> Option<TokenStream> {
        let span = Span::mixed_site();
        let (last, others) = values.split_last()?;
        let indices = 0..others.len() as u16;
        let all: TokenStream = values.iter().cloned().collect();
        let parameter = self.parameter(span, Some(&all));
        let body = quote_spanned!(span=> match __bt_index { #(#indices => #others,)* _ => #last });
        let index = quote_spanned!(span=> u16);
        Some(self.numbered(method, &parameter, "__bt_index", &index, type_name, &body))
    }

    /// `.method(move |parameter, number| -> type { body })`
    fn numbered(
        &self,
        method: &str,
        parameter: &Ident,
        number: &str,
        number_type: &TokenStream,
        type_name: &TokenStream,
        body: &TokenStream,
    ) -> TokenStream {
        let (private, span) = (self.private(), Span::mixed_site());
        let (method, number) = (Ident::new(method, span), Ident::new(number, span));
        let closure = match &self.blackboard {
            Some(blackboard) => {
                quote_spanned!(span=> move |#parameter: &mut #blackboard, #number: #number_type| -> #type_name { #body })
            }
            None => {
                quote_spanned!(span=> #private::numbered_on(__bt, move |#parameter, #number: #number_type| -> #type_name { #body }))
            }
        };
        quote_spanned!(span=> .#method(#closure))
    }
}

fn hook_tokens(hook: &Hook) -> TokenStream {
    match hook {
        Hook::Call(call) => call.arguments.iter().cloned().collect(),
        Hook::Closure(tokens) => tokens.clone(),
        Hook::Block(block) => block.stream(),
    }
}
