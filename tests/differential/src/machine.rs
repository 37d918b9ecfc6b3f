//! State machines, interpreted: written from their rules.

use crate::interpret::Node;
use crate::tree::{Aim, Machine, Target, Transition, Tree, Trigger};
use crate::values::{draw, duration};
use crate::world::{World, enter, exit};
use bt_core::prelude::*;

/// What a machine remembers.
#[derive(Default)]
pub struct Remembered {
    current: Option<usize>,
    /// Nanoseconds.
    entered: u64,
    /// The states that were interrupted, the last one on top.
    stack: Vec<usize>,
    /// The state in which it was last left by a halt; none if it has ended since.
    left: Option<usize>,
    /// Whether it is to go on there.
    resumes: bool,
}

/// When a transition is looked at.
#[derive(Clone, Copy)]
enum Phase {
    /// Before the body's tick.
    Before,
    /// The body has ended so.
    Ended(Status),
    Events,
}

impl<'t> Node<'t> {
    pub(crate) fn machine_tick(&mut self, machine: &'t Machine, world: &mut World) -> Status {
        if self.machine.current.is_none() {
            // Where it goes on, the machines within do so too.
            let left = self.machine.left.filter(|_| self.machine.resumes);
            self.enter_state(machine, left.unwrap_or(0), left.is_some(), world);
        }
        let now = world.now.as_nanos() as u64;
        self.machine.entered = self.machine.entered.min(now);
        if let Some(aim) = self.decide(machine, Phase::Before, world)
            && let Some(end) = self.go(machine, aim, world)
        {
            return end;
        }
        let status = self.child(self.current(), world);
        let mut aim = None;
        if status != Status::Running {
            aim = self.decide(machine, Phase::Ended(status), world);
        }
        if aim.is_none() {
            aim = self.decide(machine, Phase::Events, world);
        }
        aim.and_then(|aim| self.go(machine, aim, world)).unwrap_or(Status::Running)
    }

    pub(crate) fn machine_halt(&mut self, machine: &'t Machine, world: &mut World) {
        let current = self.current();
        self.children[current].halt(world);
        self.machine.left = Some(current);
        self.machine.current = None;
        self.machine.stack.clear();
        exit(world, machine.states[current].number);
    }

    fn current(&self) -> usize {
        self.machine.current.expect("a machine that runs is in some state")
    }

    fn enter_state(&mut self, machine: &Machine, state: usize, resumes: bool, world: &mut World) {
        if let Some(place) = self.machine.stack.iter().position(|pushed| *pushed == state) {
            self.machine.stack.truncate(place);
        }
        self.machine.current = Some(state);
        self.machine.entered = world.now.as_nanos() as u64;
        self.children[state].machine.resumes = resumes;
        enter(world, machine.states[state].number);
    }

    /// The first transition that is enabled: the state's own, then those of every state.
    fn decide(&mut self, machine: &Machine, phase: Phase, world: &mut World) -> Option<Aim> {
        let current = self.current();
        for transition in &machine.states[current].transitions {
            let aim = self.enabled(transition, false, phase, world);
            if aim.is_some() {
                return aim;
            }
        }
        machine.any.iter().find_map(|transition| self.enabled(transition, true, phase, world))
    }

    fn enabled(
        &mut self,
        transition: &Transition,
        is_any: bool,
        phase: Phase,
        world: &mut World,
    ) -> Option<Aim> {
        let current = self.current();
        let is_empty = self.machine.stack.is_empty();
        let is_open = |aim: &Aim| match aim {
            Aim::Back => !is_empty,
            Aim::To(to) | Aim::Push(to) | Aim::Resume(to) => !is_any || *to != current,
            Aim::Stay | Aim::Success | Aim::Failure => true,
        };
        match (&transition.trigger, phase) {
            (Trigger::Condition(_) | Trigger::After(_), Phase::Before) | (Trigger::On(_), Phase::Events) => {}
            (Trigger::Success, Phase::Ended(Status::Success)) => {}
            (Trigger::Failure, Phase::Ended(Status::Failure)) => {}
            (Trigger::Done, Phase::Ended(_)) => {}
            _ => return None,
        }
        if let Target::One(aim) = &transition.target
            && !is_open(aim)
        {
            return None;
        }
        let holds = match &transition.trigger {
            Trigger::Condition(tree) => self.trigger(tree).tick(world) == Status::Success,
            Trigger::After(value) => {
                let now = world.now.as_nanos() as u64;
                now - self.machine.entered >= duration(value, 0, world)
            }
            _ => true,
        };
        if !holds {
            return None;
        }
        if let Some(guard) = &transition.guard
            && self.trigger(guard).tick(world) != Status::Success
        {
            return None;
        }
        let took = |world: &mut World| match transition.trigger {
            Trigger::On(event) => world.received(&event),
            _ => true,
        };
        match &transition.target {
            Target::One(aim) => took(world).then_some(*aim),
            Target::Random(arms) => {
                let weights: Vec<f64> = arms
                    .iter()
                    .map(|(stream, aim)| (world.weight(*stream), aim))
                    .map(|(weight, aim)| if weight > 0.0 && is_open(aim) { weight } else { 0.0 })
                    .collect();
                if weights.iter().all(|weight| *weight == 0.0) || !took(world) {
                    return None;
                }
                Some(arms[draw(&weights, &vec![false; weights.len()], world.next_u64())].1)
            }
            Target::Utility(arms) => {
                let mut best: Option<(f64, Aim)> = None;
                for (stream, aim) in arms {
                    let score = world.score(*stream);
                    if !score.is_nan() && is_open(aim) && best.is_none_or(|(highest, _)| score > highest) {
                        best = Some((score, *aim));
                    }
                }
                best.filter(|_| took(world)).map(|(_, aim)| aim)
            }
        }
    }

    /// The node of a condition.
    fn trigger(&mut self, tree: &Tree) -> &mut Node<'t> {
        let child = self.children.iter_mut().find(|child| std::ptr::eq(child.tree, tree));
        child.expect("a condition is a child of its machine")
    }

    /// Goes where a transition leads; the answer, if that is out of the machine.
    fn go(&mut self, machine: &Machine, aim: Aim, world: &mut World) -> Option<Status> {
        let from = self.current();
        let (to, resumes) = match aim {
            Aim::Stay => return None,
            Aim::Success | Aim::Failure => {
                self.children[from].halt(world);
                self.machine.current = None;
                self.machine.stack.clear();
                self.machine.left = None;
                exit(world, machine.states[from].number);
                return Some(if aim == Aim::Success { Status::Success } else { Status::Failure });
            }
            Aim::To(to) | Aim::Push(to) => (to, false),
            Aim::Resume(to) => (to, true),
            Aim::Back => (self.machine.stack.pop().expect("`back` was open"), true),
        };
        self.children[from].halt(world);
        exit(world, machine.states[from].number);
        if matches!(aim, Aim::Push(_)) {
            self.machine.stack.push(from);
        }
        self.enter_state(machine, to, resumes, world);
        None
    }
}
