//! A machine's graph in Rust: nothing but numbers, whatever form the tree has.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

use super::table::shortened;
use crate::syntax::{Aim, End, Machine, Target, Transition, Trigger};

/// A machine with the numbers of all that its transitions mention.
pub struct Plan<'m> {
    machine: &'m Machine,
    numbered: Vec<Numbered<'m>>,
}

/// A transition, and the places of what it mentions in the lists of its machine.
struct Numbered<'m> {
    from: Option<u8>,
    transition: &'m Transition,
    /// Among the conditions and events.
    guard: Option<u16>,
    trigger: Option<u16>,
    duration: Option<u16>,
    /// The first of its weights or scores.
    weight: u16,
    /// The first of its edges: one for each place it may lead to.
    edge: u16,
}

impl<'m> Plan<'m> {
    pub fn new(machine: &'m Machine) -> Self {
        let (mut nodes, mut durations, mut weights, mut edges) = (0, 0, 0, 0);
        let next = |number: &mut u16| std::mem::replace(number, number.saturating_add(1));
        let numbered = machine.transitions().map(|(from, transition)| {
            let numbered = Numbered {
                from,
                transition,
                guard: transition.guard.is_some().then(|| next(&mut nodes)),
                trigger: matches!(transition.trigger, Trigger::Condition(_) | Trigger::On(_))
                    .then(|| next(&mut nodes)),
                duration: matches!(transition.trigger, Trigger::After(_)).then(|| next(&mut durations)),
                weight: weights,
                edge: edges,
            };
            weights += transition.target.weights().len() as u16;
            edges += transition.target.aims().len() as u16;
            numbered
        });
        Plan { machine, numbered: numbered.collect() }
    }

    /// ```text
    /// pub struct __BtMachine0;
    /// impl Machine for __BtMachine0 {
    ///     ..
    ///     fn preempt<A: Ask>(state: u8, ask: &mut A) -> Option<Taken> {
    ///         match state {
    ///             0 => if ask.holds(3) { return Some(Taken { edge: 2, target: Target::To(1) }); }
    ///             _ => {}
    ///         }
    ///         if state != 2 && ask.holds(0) { .. }
    ///         None
    ///     }
    /// }
    /// ```
    pub fn implementation(&self, private: &TokenStream, name: &Ident) -> TokenStream {
        let span = Span::mixed_site();
        let aims = || self.numbered.iter().flat_map(|numbered| numbered.transition.target.aims());
        let flag = |end: End| {
            let ends = aims().any(|aim| matches!(aim, Aim::End(own) if *own == end));
            Ident::new(if ends { "Yes" } else { "No" }, span)
        };
        let (succeeds, fails) = (flag(End::Success), flag(End::Failure));
        let entry = match self.numbered.iter().any(|numbered| numbered.duration.is_some()) {
            true => quote_spanned!(span=> #private::Timer),
            false => quote_spanned!(span=> ()),
        };
        let place = match (self.machine.keeps_place, self.machine.states.len()) {
            (true, 0..127) => quote_spanned!(span=> #private::primitive::u8),
            (true, _) => quote_spanned!(span=> #private::primitive::u16),
            (false, _) => quote_spanned!(span=> ()),
        };
        let stack = match depth(self.machine) {
            0 => quote_spanned!(span=> ()),
            depth => quote_spanned!(span=> #private::Pushed<#depth>),
        };
        let edges = self.numbered.iter().flat_map(|numbered| numbered.edges(private));
        let timed = self.timed();
        let preempt = self.phase(private, |transition| transition.preempts());
        let ended = self.phase(private, |transition| matches!(transition.trigger, Trigger::Ended(_)));
        let events = self.phase(private, |transition| matches!(transition.trigger, Trigger::On(_)));
        let ended = (!ended.is_empty()).then(|| quote_spanned!(span=> if !status.is_running() { #ended }));
        quote_spanned! {span=>
            pub struct #name;

            #[automatically_derived]
            #[allow(unused_variables, reason = "a machine may have no transition of a kind")]
            impl #private::Machine for #name {
                type Succeeds = #private::#succeeds;
                type Fails = #private::#fails;
                type Entry = #entry;
                type Place = #place;
                type Stack = #stack;
                const EDGES: &'static [#private::Edge] = &[#(#edges),*];

                #[inline(always)]
                fn is_timed(state: #private::primitive::u8) -> #private::primitive::bool {
                    #timed
                }

                #[inline(always)]
                fn preempt<__BtAsk: #private::Ask>(
                    state: #private::primitive::u8,
                    ask: &mut __BtAsk,
                ) -> #private::Option<#private::Taken> {
                    #preempt
                    #private::None
                }

                #[inline(always)]
                fn react<__BtAsk: #private::Ask>(
                    state: #private::primitive::u8,
                    status: #private::Status,
                    ask: &mut __BtAsk,
                ) -> #private::Option<#private::Taken> {
                    #ended
                    #events
                    #private::None
                }
            }
        }
    }

    fn timed(&self) -> TokenStream {
        let span = Span::mixed_site();
        let timed = self.numbered.iter().filter(|numbered| numbered.duration.is_some());
        let mut states: Vec<Option<u8>> = timed.map(|numbered| numbered.from).collect();
        states.dedup();
        if states.contains(&None) {
            return quote_spanned!(span=> true);
        }
        match states.is_empty() {
            true => quote_spanned!(span=> false),
            false => quote_spanned!(span=> ::core::matches!(state, #(#states)|*)),
        }
    }

    /// The transitions of a kind: those of the current state, then those of every state.
    fn phase(&self, private: &TokenStream, is_of_kind: impl Fn(&Transition) -> bool) -> TokenStream {
        let span = Span::mixed_site();
        let of = |from: Option<u8>| {
            let numbered = self
                .numbered
                .iter()
                .filter(|numbered| numbered.from == from && is_of_kind(numbered.transition));
            numbered.map(|numbered| numbered.decision(private)).collect::<TokenStream>()
        };
        let own = (0..self.machine.states.len() as u8).map(|state| (state, of(Some(state))));
        let (states, decisions): (Vec<u8>, Vec<TokenStream>) =
            own.filter(|(_, decisions)| !decisions.is_empty()).unzip();
        let any = of(None);
        let own = (!states.is_empty())
            .then(|| quote_spanned!(span=> match state { #(#states => { #decisions })* _ => {} }));
        quote_spanned!(span=> #own #any)
    }
}

impl Numbered<'_> {
    /// The rows that an outline shows.
    fn edges(&self, private: &TokenStream) -> Vec<TokenStream> {
        let span = Span::mixed_site();
        let from = match self.from {
            Some(from) => quote_spanned!(span=> #private::Option::Some(#from)),
            None => quote_spanned!(span=> #private::None),
        };
        let text = shortened(&self.transition.text);
        let edge = |aim: &&Aim| {
            let target = target(private, aim);
            quote_spanned!(span=> #private::Edge { from: #from, trigger: #text, target: #target })
        };
        self.transition.target.aims().iter().map(edge).collect()
    }

    /// `if it holds { return Some(Taken { .. }); }`
    fn decision(&self, private: &TokenStream) -> TokenStream {
        let span = Span::mixed_site();
        let mut before = Vec::new();
        if let Target::One(aim) = &self.transition.target {
            before.extend(self.is_closed(aim).map(|closed| quote_spanned!(span=> !(#closed))));
        }
        let holds = |number: Option<u16>| number.map(|number| quote_spanned!(span=> ask.holds(#number)));
        let (guard, trigger) = (holds(self.guard), holds(self.trigger));
        // An event is taken last: only if all else allows the transition.
        let mut event = None;
        match &self.transition.trigger {
            Trigger::Condition(_) => before.extend(trigger),
            Trigger::On(_) => event = trigger,
            Trigger::After(_) => {
                let duration = self.duration;
                before.push(quote_spanned!(span=> ask.has_passed(#duration)));
            }
            Trigger::Ended(End::Success) => {
                before.push(quote_spanned!(span=> ::core::matches!(status, #private::Status::Success)));
            }
            Trigger::Ended(End::Failure) => {
                before.push(quote_spanned!(span=> ::core::matches!(status, #private::Status::Failure)));
            }
            Trigger::Ended(End::Done) => {}
        }
        before.extend(guard);
        let taken = |arm: usize, aim: &Aim| {
            let (edge, target) = (self.edge + arm as u16, target(private, aim));
            quote_spanned!(span=> #private::Taken { edge: #edge, target: #target })
        };
        let (is_random, aims) = match &self.transition.target {
            Target::One(aim) => {
                let taken = taken(0, aim);
                before.extend(event);
                let answer = quote_spanned!(span=> return #private::Option::Some(#taken););
                return match before.is_empty() {
                    true => quote_spanned!(span=> { #answer }),
                    false => quote_spanned!(span=> if #(#before)&&* { #answer }),
                };
            }
            Target::Random(_) => (true, self.transition.target.aims()),
            Target::Utility(_) => (false, self.transition.target.aims()),
        };
        let (count, first) = (aims.len(), self.weight);
        let closed = (0_u16..).zip(&aims).filter_map(|(arm, aim)| {
            let closed = self.is_closed(aim)?;
            Some(quote_spanned!(span=> if #closed { numbers = numbers.without(#arm); }))
        });
        let event = event.map(|event| quote_spanned!(span=> && #event));
        let arms = aims.iter().enumerate().map(|(arm, aim)| {
            let taken = taken(arm, aim);
            let pattern = match arm + 1 == count {
                true => quote_spanned!(span=> _),
                false => {
                    let arm = arm as u16;
                    quote_spanned!(span=> #arm)
                }
            };
            quote_spanned!(span=> #pattern => #taken)
        });
        let chosen = quote_spanned!(span=> return #private::Option::Some(match chosen { #(#arms,)* }););
        let choice = match is_random {
            true => quote_spanned! {span=>
                if numbers.can_draw() #event {
                    let chosen = ask.draw(numbers);
                    #chosen
                }
            },
            false => quote_spanned! {span=>
                if let #private::Option::Some(chosen) = numbers.best() #event { #chosen }
            },
        };
        let choice = quote_spanned! {span=>
            #[allow(unused_mut, reason = "not every choice can be closed")]
            let mut numbers = ask.numbers::<#count>(#first);
            #(#closed)*
            #choice
        };
        match before.is_empty() {
            true => quote_spanned!(span=> { #choice }),
            false => quote_spanned!(span=> if #(#before)&&* { #choice }),
        }
    }

    /// When there is no way to go there: back with an empty stack, and from a state to
    /// itself by a transition of every state.
    fn is_closed(&self, aim: &Aim) -> Option<TokenStream> {
        let span = Span::mixed_site();
        match (self.from, aim) {
            (_, Aim::Back(_)) => Some(quote_spanned!(span=> !ask.can_go_back())),
            (None, aim) => aim.state().map(|to| quote_spanned!(span=> state == #to)),
            _ => None,
        }
    }
}

fn target(private: &TokenStream, aim: &Aim) -> TokenStream {
    let span = Span::mixed_site();
    let to = aim.state();
    match aim {
        Aim::To(_) => quote_spanned!(span=> #private::Target::To(#to)),
        Aim::Push(_) => quote_spanned!(span=> #private::Target::Push(#to)),
        Aim::Resume(_) => quote_spanned!(span=> #private::Target::Resume(#to)),
        Aim::Back(_) => quote_spanned!(span=> #private::Target::Back),
        Aim::Stay => quote_spanned!(span=> #private::Target::Stay),
        Aim::End(End::Failure) => {
            quote_spanned!(span=> #private::Target::End(#private::Status::Failure))
        }
        Aim::End(_) => quote_spanned!(span=> #private::Target::End(#private::Status::Success)),
    }
}

/// How many states can be on the stack at once.
fn depth(machine: &Machine) -> usize {
    let states = machine.states.len();
    let edges: Vec<(Option<u8>, &Aim)> = machine
        .transitions()
        .flat_map(|(from, transition)| transition.target.aims().into_iter().map(move |aim| (from, aim)))
        .collect();
    let leads = |from: Option<u8>, state: usize, to: u8| {
        from.map_or(state != usize::from(to), |from| usize::from(from) == state)
    };
    let pushes = (0..states).filter(|state| {
        edges
            .iter()
            .any(|(from, aim)| matches!(aim, Aim::Push(to) if leads(*from, *state, to.index.unwrap_or(0))))
    });
    // Each state is on it once at most, and the current one isn't.
    let most = pushes.count().min(states.saturating_sub(1));
    // The greatest depth at which each state is current, as far as it can be told
    // without following all ways; what is pushed in a circle reaches `most`.
    let mut depths = vec![0; states];
    loop {
        let mut changed = false;
        for (from, aim) in &edges {
            let Some(to) = aim.state() else { continue };
            for state in (0..states).filter(|state| leads(*from, *state, to)) {
                let pushed = usize::from(matches!(aim, Aim::Push(_)) && state != usize::from(to));
                let depth = (depths[state] + pushed).min(most);
                if depths[usize::from(to)] < depth {
                    depths[usize::from(to)] = depth;
                    changed = true;
                }
            }
        }
        if !changed {
            return depths.into_iter().max().unwrap_or(0);
        }
    }
}
