//! A state machine as written.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::{Argument, Hook, Kind, Node};

/// `states < .. >`
#[derive(Debug)]
pub struct Machine {
    /// The word as written.
    pub name: Ident,
    /// The transitions of every state.
    pub any: Vec<Transition>,
    /// The states, the initial one first.
    pub states: Vec<State>,
    /// Whether it may be told to go on where it was left.
    pub keeps_place: bool,
}

/// `label: body, clauses`
#[derive(Debug)]
pub struct State {
    /// The body, with the state's label and note.
    pub body: Node,
    /// `enter(f)`
    pub enter: Option<Hook>,
    /// `exit(f)`
    pub exit: Option<Hook>,
    /// Its transitions.
    pub transitions: Vec<Transition>,
}

/// `trigger if condition -> target`
#[derive(Debug)]
pub struct Transition {
    /// What takes it.
    pub trigger: Trigger,
    /// Where that is written.
    pub span: Span,
    /// What has to hold besides.
    pub guard: Option<Node>,
    /// Where it leads.
    pub target: Target,
    /// All before the arrow, as written.
    pub text: String,
}

/// What takes a transition.
#[derive(Debug)]
pub enum Trigger {
    /// A condition.
    Condition(Node),
    /// `after(duration)`
    After(Argument),
    /// `on(event)`, as a node that succeeds where it takes the event.
    On(Node),
    /// The body has ended so.
    Ended(End),
}

/// How a body ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// `success`
    Success,
    /// `failure`
    Failure,
    /// `done`: either.
    Done,
}

/// Where a transition leads.
#[derive(Debug)]
pub enum Target {
    /// One place.
    One(Aim),
    /// `random < weight => target, .. >`
    Random(Vec<(Option<TokenStream>, Aim)>),
    /// `utility < score => target, .. >`
    Utility(Vec<(Option<TokenStream>, Aim)>),
}

/// One place to go.
#[derive(Debug)]
pub enum Aim {
    /// `label`
    To(Name),
    /// `push label`
    Push(Name),
    /// `resume label`
    Resume(Name),
    /// `back`, at this word.
    Back(Span),
    /// `stay`
    Stay,
    /// `success` or `failure`
    End(End),
}

/// A label that is mentioned.
#[derive(Debug)]
pub struct Name {
    /// The label.
    pub text: String,
    /// Where it is mentioned.
    pub span: Span,
    /// The state it means.
    pub index: Option<u8>,
}

impl Machine {
    /// All transitions with the state each leads out of, those of every state first.
    pub fn transitions(&self) -> impl Iterator<Item = (Option<u8>, &Transition)> {
        let own = (0_u8..).zip(&self.states).flat_map(|(index, state)| {
            state.transitions.iter().map(move |transition| (Some(index), transition))
        });
        self.any.iter().map(|transition| (None, transition)).chain(own)
    }

    /// The bodies of the states.
    pub fn bodies(&self) -> impl Iterator<Item = &Node> {
        self.states.iter().map(|state| &state.body)
    }

    /// The conditions and events, with each transition's `if` before its trigger.
    pub fn triggers(&self) -> impl Iterator<Item = &Node> {
        self.transitions().flat_map(|(_, transition)| transition.nodes())
    }

    /// The nodes right below.
    pub fn below(&self) -> Vec<&Node> {
        self.bodies().chain(self.triggers()).collect()
    }

    /// [`below`](Machine::below), to change the nodes.
    pub fn below_mut(&mut self) -> Vec<&mut Node> {
        let mut bodies = Vec::new();
        let mut triggers: Vec<&mut Node> = self.any.iter_mut().flat_map(Transition::nodes_mut).collect();
        for state in &mut self.states {
            bodies.push(&mut state.body);
            triggers.extend(state.transitions.iter_mut().flat_map(Transition::nodes_mut));
        }
        bodies.extend(triggers);
        bodies
    }

    /// The bodies alone, for a machine with a mistake in it.
    pub fn into_bodies(self) -> Vec<Node> {
        self.states.into_iter().map(|state| state.body).collect()
    }

    /// What is written in its transitions and hooks, apart from conditions and events.
    pub fn graph(&self) -> TokenStream {
        let mut graph = TokenStream::new();
        for (from, transition) in self.transitions() {
            let trigger = match &transition.trigger {
                Trigger::Condition(_) => "condition".to_owned(),
                Trigger::After(Argument::Duration(nanos)) => nanos.to_string(),
                Trigger::After(_) => "after".to_owned(),
                Trigger::On(_) => "on".to_owned(),
                Trigger::Ended(end) => format!("{end:?}"),
            };
            let is_guarded = transition.guard.is_some();
            graph.extend(quote! { #from #trigger #is_guarded });
            for aim in transition.target.aims() {
                let (aim, to) = (aim.word(), aim.state());
                graph.extend(quote! { #aim #to });
            }
        }
        graph.extend(self.rust());
        graph
    }

    /// The pieces of Rust in it.
    pub fn rust(&self) -> Vec<TokenStream> {
        let mut rust = Vec::new();
        for hook in self.states.iter().flat_map(|state| state.enter.iter().chain(&state.exit)) {
            rust.extend(hook.rust());
        }
        for (_, transition) in self.transitions() {
            if let Trigger::After(argument) = &transition.trigger {
                rust.extend(argument.rust());
            }
            rust.extend(transition.target.weights().into_iter().flatten().cloned());
        }
        rust
    }
}

impl Transition {
    /// The `if` and the trigger, as far as they are nodes.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        let trigger = match &self.trigger {
            Trigger::Condition(node) | Trigger::On(node) => Some(node),
            Trigger::After(_) | Trigger::Ended(_) => None,
        };
        self.guard.iter().chain(trigger)
    }

    fn nodes_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        let trigger = match &mut self.trigger {
            Trigger::Condition(node) | Trigger::On(node) => Some(node),
            Trigger::After(_) | Trigger::Ended(_) => None,
        };
        self.guard.iter_mut().chain(trigger)
    }

    /// Whether it is looked at before the body is ticked.
    pub fn preempts(&self) -> bool {
        matches!(self.trigger, Trigger::Condition(_) | Trigger::After(_))
    }
}

impl Target {
    /// The places it may lead to.
    pub fn aims(&self) -> Vec<&Aim> {
        match self {
            Target::One(aim) => vec![aim],
            Target::Random(arms) | Target::Utility(arms) => arms.iter().map(|(_, aim)| aim).collect(),
        }
    }

    /// The same, to change them.
    pub fn aims_mut(&mut self) -> Vec<&mut Aim> {
        match self {
            Target::One(aim) => vec![aim],
            Target::Random(arms) | Target::Utility(arms) => arms.iter_mut().map(|(_, aim)| aim).collect(),
        }
    }

    /// The weights or scores, one for each place where there is a choice.
    pub fn weights(&self) -> Vec<Option<&TokenStream>> {
        match self {
            Target::One(_) => Vec::new(),
            Target::Random(arms) | Target::Utility(arms) => {
                arms.iter().map(|(weight, _)| weight.as_ref()).collect()
            }
        }
    }
}

impl Aim {
    /// The label it mentions.
    pub fn name(&self) -> Option<&Name> {
        match self {
            Aim::To(name) | Aim::Push(name) | Aim::Resume(name) => Some(name),
            Aim::Back(_) | Aim::Stay | Aim::End(_) => None,
        }
    }

    /// The same, to change it.
    pub fn name_mut(&mut self) -> Option<&mut Name> {
        match self {
            Aim::To(name) | Aim::Push(name) | Aim::Resume(name) => Some(name),
            Aim::Back(_) | Aim::Stay | Aim::End(_) => None,
        }
    }

    /// What it is.
    fn word(&self) -> &'static str {
        match self {
            Aim::To(_) => "to",
            Aim::Push(_) => "push",
            Aim::Resume(_) => "resume",
            Aim::Back(_) => "back",
            Aim::Stay => "stay",
            Aim::End(End::Failure) => "failure",
            Aim::End(_) => "success",
        }
    }

    /// The state it leads to, where that is known.
    pub fn state(&self) -> Option<u8> {
        self.name().and_then(|name| name.index)
    }
}

impl State {
    /// Whether its body is a machine.
    pub fn is_machine(&self) -> bool {
        matches!(self.body.kind, Kind::States(_))
    }
}

impl Kind {
    /// The nodes of a machine with a mistake in it.
    pub fn into_nodes(self) -> Vec<Node> {
        match self {
            Kind::States(machine) => machine.into_bodies(),
            Kind::Broken(nodes) => nodes,
            _ => Vec::new(),
        }
    }
}
