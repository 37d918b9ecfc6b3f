//! Rules on a state machine as written: labels are found, and every state and
//! transition is good for something.

use proc_macro2::Span;

use crate::problem::Problems;
use crate::suggest::edits;
use crate::syntax::{Aim, Argument, End, Kind, Machine, Node, Target, Transition, Trigger, target_elsewhere};

/// States are numbered by a byte, and 0 stands for none.
const MOST: usize = 255;

/// Checks the machine that a node is, if it is one.
pub fn check(node: &mut Node, problems: &mut Problems) {
    let Kind::States(machine) = &mut node.kind else { return };
    let before = problems.count();
    if let Some(state) = machine.states.get(MOST) {
        problems.at(
            state.body.span,
            format!("a machine has up to {MOST} states, and this is one more"),
            "move some of them into a machine of their own, the body of one state",
        );
    }
    resolve(machine, problems);
    // What follows from a label that isn't found is no mistake of its own.
    if problems.count() == before {
        resumed(machine, problems);
        pushed(machine, problems);
        entered(machine, problems);
        left(machine, problems);
        taken(machine, problems);
        drawn(machine, problems);
    }
    if problems.count() > before {
        node.kind = match std::mem::replace(&mut node.kind, Kind::Broken(Vec::new())) {
            Kind::States(machine) => Kind::Broken(machine.into_bodies()),
            kind => kind,
        };
    }
}

fn label(machine: &Machine, state: usize) -> &str {
    let label = machine.states.get(state).and_then(|state| state.body.label.as_ref());
    label.map_or("", |label| &label.text)
}

fn label_span(machine: &Machine, state: usize) -> Span {
    let body = &machine.states[state].body;
    body.label.as_ref().map_or(body.span, |label| label.span)
}

/// Labels become the states' numbers.
fn resolve(machine: &mut Machine, problems: &mut Problems) {
    let labels: Vec<String> =
        (0..machine.states.len()).map(|state| label(machine, state).to_owned()).collect();
    let own = machine.states.iter_mut().flat_map(|state| &mut state.transitions);
    let transitions = machine.any.iter_mut().chain(own);
    let aims = transitions.flat_map(|transition| transition.target.aims_mut());
    for name in aims.filter_map(Aim::name_mut) {
        name.index =
            labels.iter().position(|label| *label == name.text).and_then(|index| index.try_into().ok());
        if name.index.is_some() {
            continue;
        }
        let closest = labels.iter().min_by_key(|label| edits(&name.text, label));
        let help = match (target_elsewhere(&name.text), closest) {
            (Some(instead), _) => instead.to_owned(),
            (None, Some(label)) if edits(&name.text, label) <= 2 => format!("did you mean `{label}`?"),
            _ => format!("the states here are {}", list(&labels)),
        };
        problems.at(name.span, format!("there is no state `{}` in this machine", name.text), help);
    }
}

fn list(labels: &[String]) -> String {
    let quoted: Vec<String> = labels.iter().map(|label| format!("`{label}`")).collect();
    quoted.join(", ")
}

fn aims(machine: &Machine) -> impl Iterator<Item = (Option<u8>, &Aim)> {
    machine
        .transitions()
        .flat_map(|(from, transition)| transition.target.aims().into_iter().map(move |aim| (from, aim)))
}

/// Only a machine can go on where it was left.
fn resumed(machine: &Machine, problems: &mut Problems) {
    for (_, aim) in aims(machine) {
        let Aim::Resume(name) = aim else { continue };
        let is_machine = name.index.is_some_and(|index| machine.states[usize::from(index)].is_machine());
        if !is_machine {
            problems.at(
                name.span,
                format!("the body of `{}` is no machine, so there is nothing to resume", name.text),
                format!("write `-> {}`", name.text),
            );
        }
    }
}

/// Nothing to go back to without a push.
fn pushed(machine: &Machine, problems: &mut Problems) {
    if aims(machine).any(|(_, aim)| matches!(aim, Aim::Push(_))) {
        return;
    }
    for (_, aim) in aims(machine) {
        if let Aim::Back(span) = aim {
            problems.at(
                *span,
                "nothing is ever pushed in this machine, so there is nothing to go back to",
                "write `push label` where the state is interrupted",
            );
        }
    }
}

/// Every state is entered, by a way from the first.
fn entered(machine: &Machine, problems: &mut Problems) {
    let mut reached = vec![false; machine.states.len()];
    let mut open = vec![0_u8];
    while let Some(state) = open.pop() {
        if std::mem::replace(&mut reached[usize::from(state)], true) {
            continue;
        }
        let leads_on = aims(machine).filter(|(from, _)| from.is_none_or(|from| from == state));
        open.extend(leads_on.filter_map(|(_, aim)| aim.state()));
    }
    for (state, _) in reached.iter().enumerate().filter(|(_, reached)| !**reached) {
        // A label that is there twice is a mistake of its own.
        if (0..state).any(|earlier| label(machine, earlier) == label(machine, state)) {
            continue;
        }
        problems.at(
            label_span(machine, state),
            format!("the state `{}` is never entered", label(machine, state)),
            format!("no transition leads to it from `{}`, the initial state", label(machine, 0)),
        );
    }
}

/// Every state is left, or said to be the last.
fn left(machine: &Machine, problems: &mut Problems) {
    for (index, state) in machine.states.iter().enumerate() {
        let any = machine.any.iter().flat_map(|transition| transition.target.aims());
        let leads_out = |aim: &Aim| aim.state().is_none_or(|to| usize::from(to) != index);
        if state.transitions.is_empty() && !any.into_iter().any(leads_out) {
            problems.at(
                label_span(machine, index),
                format!("nothing leads out of the state `{}`", label(machine, index)),
                "write `done -> stay` if that is meant",
            );
        }
    }
}

/// No transition is hidden by an earlier one.
fn taken(machine: &Machine, problems: &mut Problems) {
    for state in &machine.states {
        hidden(&state.transitions, false, problems);
    }
    hidden(&machine.any, true, problems);
}

fn hidden(transitions: &[Transition], is_any: bool, problems: &mut Problems) {
    for (index, later) in transitions.iter().enumerate() {
        let earlier = || transitions[..index].iter().filter(|earlier| is_certain(earlier, later, is_any));
        let ends =
            |end| earlier().find(|earlier| matches!(earlier.trigger, Trigger::Ended(own) if own == end));
        let hiding = earlier().find(|earlier| covers(earlier, later)).or_else(|| {
            let is_done = matches!(later.trigger, Trigger::Ended(End::Done));
            ends(End::Success).and(ends(End::Failure)).filter(|_| is_done)
        });
        if let Some(hiding) = hiding {
            problems.at(
                later.span,
                "this transition is never taken",
                format!("`{}` above it is looked at first, and takes it", hiding.text),
            );
        }
    }
}

/// Whether the first is taken whenever its trigger holds, in the states of the second.
fn is_certain(earlier: &Transition, later: &Transition, is_any: bool) -> bool {
    earlier.guard.is_none()
        && match &earlier.target {
            // Of every state, but not of the one it leads to.
            Target::One(Aim::To(_) | Aim::Push(_) | Aim::Resume(_)) => !is_any || same_aim(earlier, later),
            Target::One(Aim::Stay | Aim::End(_)) => true,
            // The stack may be empty, and the weights nothing.
            Target::One(Aim::Back(_)) | Target::Random(_) | Target::Utility(_) => false,
        }
}

fn same_aim(earlier: &Transition, later: &Transition) -> bool {
    match (&earlier.target, &later.target) {
        (Target::One(earlier), Target::One(later)) => {
            earlier.state().is_some() && earlier.state() == later.state()
        }
        _ => false,
    }
}

/// Whether the trigger of the first holds wherever that of the second does.
fn covers(earlier: &Transition, later: &Transition) -> bool {
    match (&earlier.trigger, &later.trigger) {
        (Trigger::Ended(End::Done), Trigger::Ended(_)) => true,
        (Trigger::Ended(earlier), Trigger::Ended(later)) => earlier == later,
        (Trigger::After(Argument::Duration(earlier)), Trigger::After(Argument::Duration(later))) => {
            earlier <= later
        }
        (Trigger::Condition(earlier), Trigger::Condition(later))
        | (Trigger::On(earlier), Trigger::On(later)) => {
            words(earlier).is_some_and(|earlier| Some(earlier) == words(later))
        }
        _ => false,
    }
}

/// A trigger as written, where it means the same wherever it is written so.
fn words(node: &Node) -> Option<String> {
    match &node.kind {
        Kind::Function(call) => {
            let arguments: Vec<String> = call.arguments.iter().map(ToString::to_string).collect();
            Some(format!("{} ({})", call.path, arguments.join(",")))
        }
        Kind::Block(block) => Some(block.to_string()),
        Kind::Keyword { name, written, children, .. } if children.is_empty() => {
            Some(format!("{name} {}", written.as_ref().map(ToString::to_string).unwrap_or_default()))
        }
        Kind::Not(child) => words(child).map(|child| format!("! {child}")),
        _ => None,
    }
}

/// What is drawn in every tick happens sooner the more ticks there are.
fn drawn(machine: &Machine, problems: &mut Problems) {
    for (_, transition) in machine.transitions() {
        let Trigger::Condition(node) = &transition.trigger else { continue };
        node.for_each(&mut |node| {
            if let Kind::Keyword { keyword, name, .. } = &node.kind
                && keyword.name == "chance"
            {
                problems.at(
                    name.span(),
                    "this would be drawn in every tick: how long it lasts would depend on the frame rate",
                    "write a time, `after(3s)`, or draw when something happens: `success if chance(0.3) -> label`",
                );
            }
        });
    }
}

/// Machines that may be told to go on where they were left: those named by a `resume`,
/// those that may be interrupted by a `push`, and the machines within these.
pub fn keep_places(node: &mut Node, outer_keeps: bool) {
    let Kind::States(machine) = &mut node.kind else {
        node.below_mut().into_iter().for_each(|node| keep_places(node, false));
        return;
    };
    machine.keeps_place = outer_keeps;
    let mut keep = vec![outer_keeps; machine.states.len()];
    let has_back = aims(machine).any(|(_, aim)| matches!(aim, Aim::Back(_)));
    for (from, aim) in aims(machine) {
        match aim {
            Aim::Resume(name) => {
                if let Some(index) = name.index {
                    keep[usize::from(index)] = true;
                }
            }
            Aim::Push(name) if has_back => {
                for (index, keep) in (0_u8..).zip(&mut keep) {
                    *keep |= from.map_or(Some(index) != name.index, |from| from == index);
                }
            }
            _ => {}
        }
    }
    let states = machine.states.len();
    for (index, node) in machine.below_mut().into_iter().enumerate() {
        keep_places(node, index < states && keep[index]);
    }
}
