//! A machine's node: its bodies, its conditions and events, and what else it asks of
//! the blackboard. Its graph is written by [`Plan`].

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};

use super::emitted::Emitted;
use super::machine::Plan;
use super::node::Emitter;
use super::tokens::at;
use crate::catalogue::{Need, clause};
use crate::syntax::{Aim, End, Machine, Node, State, Target, Trigger};

impl<'a> Emitter<'a> {
    /// ```text
    /// {
    ///     pub struct __BtMachine;
    ///     impl Machine for __BtMachine { .. }
    ///     states::<__BtMachine, _>((body, body))
    ///         .triggers((condition, event))
    ///         .host(Parts::new().hooks(..).durations(..).with_clock(..))
    /// }
    /// ```
    ///
    /// In an item, the type `States<__BtMachine0, (..), (..), Parts<..>>`.
    pub(super) fn states(&mut self, machine: &'a Machine) -> Emitted {
        let (krate, private, span) = (self.krate, self.private(), Span::mixed_site());
        let bodies = self.bodies(machine);
        let triggers = self.triggers(machine);
        let host = self.host(machine);
        let plan = Plan::new(machine);
        let (implementation, name) = match &mut self.pieces {
            Some(pieces) => (None, pieces.machine(|name| plan.implementation(&private, name))),
            None => {
                let name = format_ident!("__BtMachine", span = span);
                (Some(plan.implementation(&private, &name)), name)
            }
        };
        let (states, body_values, trigger_values) = (&machine.name, bodies.value, triggers.value);
        let value = quote_spanned! {span=>
            #krate::node::keywords::#states::<#name, _>(#body_values).triggers(#trigger_values)
        };
        if self.pieces.is_none() {
            let host = host.value;
            let value = quote_spanned!(span=> { #implementation #value.host(#host) });
            return Emitted { value, shape: TokenStream::new() };
        }
        let (bodies, triggers, host) = (bodies.shape, triggers.shape, host.shape);
        Emitted {
            value: quote_spanned!(span=> #private::known(#value)),
            shape: quote_spanned!(span=> #private::types::States<#name, #bodies, #triggers, #host>),
        }
    }

    /// The bodies, which have to be able to end where a transition waits for that.
    fn bodies(&mut self, machine: &'a Machine) -> Emitted {
        let bodies: Vec<&'a Node> = machine.bodies().collect();
        self.gathered(&bodies, |emitter, index, emitted| {
            machine
                .states
                .get(index)
                .map_or_else(Vec::new, ends)
                .into_iter()
                .fold(emitted, |emitted, (method, span)| emitter.checked(method, span, emitted))
        })
    }

    fn triggers(&mut self, machine: &'a Machine) -> Emitted {
        let (mut values, mut shapes) = (Vec::new(), Vec::new());
        for (_, transition) in machine.transitions() {
            let guard = transition.guard.as_ref().map(|guard| self.condition(guard));
            let trigger = match &transition.trigger {
                Trigger::Condition(node) => Some(self.condition(node)),
                Trigger::On(node) => Some(self.node(node)),
                Trigger::After(_) | Trigger::Ended(_) => None,
            };
            for emitted in guard.into_iter().chain(trigger) {
                values.push(emitted.value);
                shapes.push(emitted.shape);
            }
        }
        if values.is_empty() {
            return self.constant("NoTriggers");
        }
        self.tuples(&values, &shapes, "u16")
    }

    /// A value of a type that has one.
    fn constant(&self, name: &str) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let name = Ident::new(name, span);
        let value = quote_spanned!(span=> #private::#name);
        Emitted { shape: value.clone(), value }
    }

    /// `Parts::new()`, with what is asked for.
    fn host(&mut self, machine: &'a Machine) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let hooks = self.hooks(machine);
        let durations = self.durations(machine);
        let weights = self.weights(machine);
        let (hooks_value, durations_value) = (hooks.value, durations.value);
        let mut value =
            quote_spanned!(span=> #private::Parts::new().hooks(#hooks_value).durations(#durations_value));
        let weights_shape = match weights {
            Some(Emitted { value: weights, shape }) => {
                value = quote_spanned!(span=> #value.weights(#weights));
                shape
            }
            None => quote_spanned!(span=> #private::types::Even),
        };
        let mut asks = |need, place: Option<Span>| match place {
            Some(place) => {
                let asked = self.asking(need, at(place), value.clone());
                value = asked.value;
                asked.shape
            }
            None => self.constant("Absent").shape,
        };
        let place = |is_asked: fn(&crate::syntax::Transition) -> bool| {
            machine.transitions().find(|(_, transition)| is_asked(transition)).map(|(_, it)| it.span)
        };
        let clock = asks(Need::Clock, place(|it| matches!(it.trigger, Trigger::After(_))));
        let random = asks(Need::Random, place(|it| matches!(it.target, Target::Random(_))));
        let (hooks, durations) = (hooks.shape, durations.shape);
        Emitted {
            value,
            shape: quote_spanned!(span=> #private::Parts<#hooks, #durations, #weights_shape, #clock, #random>),
        }
    }

    /// `Then(Enter::<0, _>(f), Then(Exit::<0, _>(f), Absent))`
    fn hooks(&mut self, machine: &'a Machine) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let mut hooks = Vec::new();
        for (index, state) in (0_u8..).zip(&machine.states) {
            for (kind, hook) in [("Enter", &state.enter), ("Exit", &state.exit)] {
                let Some(hook) = hook else { continue };
                let kind = Ident::new(kind, span);
                let Emitted { value, shape } = self.hook(hook);
                hooks.push(Emitted {
                    value: quote_spanned!(span=> #private::#kind::<#index, _>(#value)),
                    shape: quote_spanned!(span=> #private::#kind<#index, #shape>),
                });
            }
        }
        self.one_by_one(hooks)
    }

    fn durations(&mut self, machine: &'a Machine) -> Emitted {
        let parameter = clause("after").and_then(|after| after.parameters.first());
        let durations = machine.transitions().filter_map(|(_, transition)| match &transition.trigger {
            Trigger::After(duration) => Some(self.argument(parameter?, duration)),
            _ => None,
        });
        let durations = durations.collect();
        self.one_by_one(durations)
    }

    fn weights(&mut self, machine: &'a Machine) -> Option<Emitted> {
        let (private, span) = (self.private(), Span::mixed_site());
        let weights = machine.transitions().flat_map(|(_, transition)| transition.target.weights());
        let numbers = weights.map(|weight| match weight {
            Some(weight) => quote_spanned!(span=> #private::number(#weight)),
            None => quote_spanned!(span=> 1.0),
        });
        self.numbers(&numbers.collect::<Vec<_>>())
    }

    /// `Then(a, Then(b, Absent))`
    fn one_by_one(&self, all: Vec<Emitted>) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        all.into_iter().rev().fold(self.constant("Absent"), |rest, first| {
            let (value, shape, rest_value, rest_shape) = (first.value, first.shape, rest.value, rest.shape);
            Emitted {
                value: quote_spanned!(span=> #private::Then(#value, #rest_value)),
                shape: quote_spanned!(span=> #private::Then<#shape, #rest_shape>),
            }
        })
    }
}

/// What the transitions of a state ask of its body, and where. `done -> stay` asks nothing:
/// it says that the state is the last.
fn ends(state: &State) -> Vec<(&'static str, Span)> {
    let ends = state.transitions.iter().filter_map(|transition| match transition.trigger {
        Trigger::Ended(End::Success) => Some(("ends_with_success", transition.span)),
        Trigger::Ended(End::Failure) => Some(("ends_with_failure", transition.span)),
        Trigger::Ended(End::Done) if matches!(transition.target, Target::One(Aim::Stay)) => None,
        Trigger::Ended(End::Done) => Some(("ends", transition.span)),
        _ => None,
    });
    ends.collect()
}
