//! Random trees.

use crate::tree::{Aim, Machine, State, Target, Threshold, Transition, Tree, Trigger, Value};

/// A small generator of random numbers, of its own: the trees must not depend on
/// what is tested.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        let mut dice = Dice(seed ^ 0x5851_F42D_4C95_7F2D);
        dice.below(1);
        dice
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % bound
    }

    fn one_in(&mut self, bound: u64) -> bool {
        self.below(bound) == 0
    }
}

/// The tree of this number.
pub fn tree(seed: u64, index: u64) -> Tree {
    let dice = Dice::new(seed.wrapping_mul(1_000_003).wrapping_add(index));
    let mut generator = Generator { dice, streams: 0, may_run_unhalted: true };
    // A few are large.
    if index % 60 == 59 {
        let mut parts = Vec::new();
        while parts.iter().map(Tree::count).sum::<usize>() < 200 {
            parts.push(generator.tree(5));
        }
        return Tree::Parallel(Threshold::All, Threshold::Never, parts);
    }
    // Many are machines, in both forms.
    if index % 4 < 2 {
        return generator.machine(3);
    }
    let depth = 2 + generator.dice.below(5);
    generator.tree(depth)
}

struct Generator {
    dice: Dice,
    streams: u32,
    may_run_unhalted: bool,
}

impl Generator {
    fn stream(&mut self) -> u32 {
        self.streams += 1;
        self.streams - 1
    }

    /// A range of two values; of two numbers, the smaller first.
    fn range(&mut self, mut bound: impl FnMut(&mut Self) -> Value) -> Value {
        let (low, mut high) = (bound(self), bound(self));
        if let (Value::Literal(low), Value::Literal(high)) = (&low, &mut high) {
            *high += low + 1;
        }
        Value::Range(Box::new([low, high]), self.dice.one_in(2))
    }

    fn duration_or_range(&mut self) -> Value {
        if self.dice.one_in(4) { self.range(Self::duration) } else { self.duration() }
    }

    fn count_or_range(&mut self) -> Value {
        if self.dice.one_in(4) { self.range(Self::count) } else { self.count() }
    }

    /// Milliseconds.
    fn duration(&mut self) -> Value {
        match self.dice.below(6) {
            0 => Value::Read(self.stream()),
            1 => Value::Literal(0),
            _ => Value::Literal(100 * (1 + self.dice.below(9))),
        }
    }

    fn count(&mut self) -> Value {
        match self.dice.below(4) {
            0 => Value::Read(self.stream()),
            _ => Value::Literal(1 + self.dice.below(3)),
        }
    }

    fn leaf(&mut self) -> Tree {
        match self.dice.below(14) {
            0 => Tree::Succeeds,
            1 => Tree::Fails,
            2 if self.may_run_unhalted => Tree::Endless,
            3 => Tree::Wait(self.duration_or_range()),
            4 if self.may_run_unhalted => Tree::WaitEvent(if self.dice.one_in(2) { 'a' } else { 'b' }),
            5 => Tree::Condition(self.stream()),
            7 => Tree::Received(if self.dice.one_in(2) { 'a' } else { 'b' }),
            8 => Tree::Heard(self.stream()),
            6 if self.may_run_unhalted => Tree::Function(self.stream()),
            _ => Tree::Action(self.stream()),
        }
    }

    /// A tree that answers at once.
    fn condition(&mut self, depth: u64) -> Tree {
        if depth > 0 && self.dice.one_in(4) {
            return match self.dice.below(4) {
                0 => Tree::Inverter(Box::new(self.condition(depth - 1))),
                1 => {
                    let children = vec![Tree::Condition(self.stream()), self.condition(depth - 1)];
                    Tree::Sequence(children)
                }
                2 => {
                    let children = vec![Tree::Condition(self.stream()), self.condition(depth - 1)];
                    Tree::MemSelector(children)
                }
                _ => Tree::IfElse(
                    Box::new([self.condition(depth - 1), self.condition(depth - 1)]),
                    Some(Box::new(self.condition(depth - 1))),
                ),
            };
        }
        match self.dice.below(14) {
            0 => Tree::Succeeds,
            1 => Tree::Fails,
            2 => Tree::Received('a'),
            3 => Tree::Heard(self.stream()),
            _ => Tree::Condition(self.stream()),
        }
    }

    fn children(&mut self, depth: u64) -> Vec<Tree> {
        // Now and then more than a tuple holds.
        let width = if self.dice.one_in(40) { 13 + self.dice.below(4) } else { 1 + self.dice.below(4) };
        let depth = if width > 4 { depth.min(1) } else { depth };
        (0..width).map(|_| self.tree(depth)).collect()
    }

    /// Children of which each, but for the last, can let the next have its turn.
    fn ordered(&mut self, depth: u64, passes: fn(&Tree) -> bool) -> Vec<Tree> {
        let mut children = self.children(depth);
        let last = children.len() - 1;
        for child in &mut children[..last] {
            if !passes(child) {
                *child = Tree::Action(self.stream());
            }
        }
        children
    }

    /// The children of a sequence that comes back to its first in every tick: none that
    /// waits stands before one that may run.
    fn reactive_sequence(&mut self, depth: u64) -> Vec<Tree> {
        let mut children = self.ordered(depth, |tree| tree.answers().succeeds);
        let last = children.len() - 1;
        for index in 0..last {
            let runs_later = children[index + 1..].iter().any(|later| later.answers().runs);
            if children[index].waits() && runs_later {
                children[index] = Tree::Action(self.stream());
            }
        }
        children
    }

    fn weights(&mut self, children: &[Tree]) -> Vec<Option<u32>> {
        let weighted = self.dice.one_in(2);
        children
            .iter()
            .map(|_| if weighted && !self.dice.one_in(4) { Some(self.stream()) } else { None })
            .collect()
    }

    fn threshold(&mut self, children: usize, is_failure: bool) -> Threshold {
        match self.dice.below(4) {
            0 => Threshold::All,
            1 => Threshold::Any,
            2 if is_failure => Threshold::Never,
            2 => Threshold::Any,
            _ => match self.count() {
                Value::Literal(count) => Threshold::Count(Value::Literal(count.min(children as u64))),
                read => Threshold::Count(read),
            },
        }
    }

    fn tree(&mut self, depth: u64) -> Tree {
        if depth == 0 {
            return self.leaf();
        }
        let below = depth - 1;
        let succeeds = |tree: &Tree| tree.answers().succeeds;
        let fails = |tree: &Tree| tree.answers().fails;
        match self.dice.below(59) {
            0..=2 => Tree::Sequence(self.reactive_sequence(below)),
            3..=5 => Tree::Selector(self.ordered(below, fails)),
            6 | 7 => Tree::MemSequence(self.ordered(below, succeeds)),
            8 | 9 => Tree::MemSelector(self.ordered(below, fails)),
            10 => Tree::CheckpointSequence(self.ordered(below, succeeds)),
            11 | 12 => {
                let children = self.children(below);
                let (success, failure) =
                    (self.threshold(children.len(), false), self.threshold(children.len(), true));
                Tree::Parallel(success, failure, children)
            }
            13 => Tree::Race(self.children(below)),
            14 => Tree::SimpleParallel(Box::new([self.tree(below), self.tree(below)])),
            15 => Tree::IfElse(Box::new([self.condition(2), self.tree(below)]), None),
            16 => {
                let otherwise = self.tree(below);
                Tree::IfElse(Box::new([self.condition(2), self.tree(below)]), Some(Box::new(otherwise)))
            }
            17 => Tree::WhileDo(Box::new([self.condition(2), self.tree(below)])),
            18 => Tree::Switch(self.stream(), self.children(below)),
            19 => {
                let children = self.children(below);
                Tree::RandomSelector(self.weights(&children), children)
            }
            20 => {
                let children = self.children(below);
                Tree::RandomSequence(self.weights(&children), children)
            }
            21 => {
                let children = self.children(below);
                Tree::Random(self.weights(&children), children)
            }
            22 => {
                let children = self.children(below);
                let scores = children.iter().map(|_| self.stream()).collect();
                let inertia = self.dice.one_in(2).then(|| self.dice.below(50));
                Tree::Utility(inertia, scores, children)
            }
            23 => Tree::Inverter(Box::new(self.tree(below))),
            24 => Tree::AlwaysSucceed(Box::new(self.tree(below))),
            25 => Tree::AlwaysFail(Box::new(self.tree(below))),
            26 => {
                let times = (!self.dice.one_in(3)).then(|| self.count_or_range());
                Tree::Repeater(times, Box::new(self.tree(below)))
            }
            27 => {
                let times = self.dice.one_in(2).then(|| self.count_or_range());
                Tree::UntilFail(times, Box::new(self.tree(below)))
            }
            28 => {
                let times = self.dice.one_in(2).then(|| self.count_or_range());
                Tree::UntilSuccess(times, Box::new(self.tree(below)))
            }
            29 => Tree::Retry(self.count_or_range(), Box::new(self.tree(below))),
            30 | 31 => {
                // Documented: a run with nothing to halt may be left without notice.
                let before = std::mem::replace(&mut self.may_run_unhalted, false);
                let mut child = self.tree(below);
                if child.answers().runs && !child.acts() {
                    child = Tree::Action(self.stream());
                }
                self.may_run_unhalted = before;
                Tree::Cooldown(self.duration_or_range(), self.dice.one_in(3), Box::new(child))
            }
            32 => Tree::Timeout(self.duration_or_range(), Box::new(self.tree(below))),
            33 => Tree::Delay(self.duration_or_range(), Box::new(self.tree(below))),
            34 => Tree::Throttle(self.duration_or_range(), Box::new(self.tree(below))),
            35 => Tree::Once(Box::new(self.tree(below))),
            36 => Tree::Limit(self.count(), Box::new(self.tree(below))),
            37 => Tree::Chance(self.dice.below(11) * 10, Box::new(self.tree(below))),
            38 => Tree::Service(self.duration_or_range(), self.stream(), Box::new(self.tree(below))),
            39 => Tree::Guard(Box::new([self.condition(2), self.tree(below)])),
            40 => Tree::When(Box::new([self.condition(2), self.tree(below)])),
            41 => Tree::OnHalt(self.stream(), Box::new(self.tree(below))),
            42 => Tree::Finally(Box::new([self.tree(below), self.condition(2)])),
            43 => {
                let otherwise = self.dice.one_in(2).then(|| Box::new(self.tree(below)));
                Tree::IfElseAtStart(Box::new([self.condition(2), self.tree(below)]), otherwise)
            }
            44 => Tree::SwitchAtStart(self.stream(), self.children(below)),
            45..=47 => {
                let children = self.children(below);
                let cases = children.into_iter().flat_map(|child| [self.condition(2), child]).collect();
                Tree::Cases(cases, self.dice.one_in(2).then(|| Box::new(self.tree(below))))
            }
            48 => Tree::RepeaterUntil(self.count_or_range(), self.dice.one_in(2), Box::new(self.tree(below))),
            49 => Tree::ThrottleOnStart(self.duration_or_range(), Box::new(self.tree(below))),
            50 | 51 => Tree::Fresh(Box::new(self.tree(below))),
            52 => Tree::Focus(Box::new(self.tree(below))),
            _ => self.machine(depth.min(3)),
        }
    }

    /// A machine of two to eight states, in which other machines are likely.
    fn machine(&mut self, depth: u64) -> Tree {
        let below = depth - 1;
        let count = 2 + self.dice.below(if depth > 2 { 3 } else { 7 }) as usize;
        let bodies = (0..count).map(|_| match self.dice.below(4) {
            0 if below > 0 => self.machine(below),
            _ => self.tree(below.min(2)),
        });
        let bodies: Vec<Tree> = bodies.collect();
        let pushes = self.dice.one_in(2);
        let mut seen = Vec::new();
        let any =
            (0..self.dice.below(3)).map(|_| self.transition(&bodies, None, pushes, &mut seen)).collect();
        let mut machine = Machine { any, states: Vec::new() };
        for body in &bodies {
            let number = self.stream();
            let mut seen = Vec::new();
            let transitions = (0..1 + self.dice.below(4))
                .map(|_| self.transition(&bodies, Some(body), pushes, &mut seen))
                .collect();
            machine.states.push(State { number, body: body.clone(), transitions });
        }
        // Every state is entered, from one before it.
        for state in 1..count {
            let trigger = self.condition_trigger();
            let from = self.dice.below(state as u64) as usize;
            let aim = if pushes && self.dice.one_in(3) { Aim::Push(state) } else { Aim::To(state) };
            let transition = Transition { trigger, guard: None, target: Target::One(aim) };
            machine.states[from].transitions.push(transition);
        }
        // Nothing to go back to without a push.
        if !machine.aims().any(|aim| matches!(aim, Aim::Push(_))) {
            let own = machine.states.iter_mut().flat_map(|state| &mut state.transitions);
            for transition in machine.any.iter_mut().chain(own) {
                match &mut transition.target {
                    Target::One(aim) if *aim == Aim::Back => *aim = Aim::Stay,
                    Target::One(_) => {}
                    Target::Random(arms) | Target::Utility(arms) => {
                        arms.iter_mut()
                            .filter(|(_, aim)| *aim == Aim::Back)
                            .for_each(|(_, aim)| *aim = Aim::Stay);
                    }
                }
            }
        }
        Tree::States(Box::new(machine))
    }

    /// A transition, whose trigger hides none of those seen before it in its list.
    fn transition(
        &mut self,
        bodies: &[Tree],
        body: Option<&Tree>,
        pushes: bool,
        seen: &mut Vec<&'static str>,
    ) -> Transition {
        let answers = body.map(Tree::answers);
        let (succeeds, fails) = answers.map_or((true, true), |answers| (answers.succeeds, answers.fails));
        let (kind, trigger) = match self.dice.below(9) {
            0 => ("after", Trigger::After(self.duration())),
            1 | 2 => ("a", Trigger::On('a')),
            3 => ("b", Trigger::On('b')),
            4 if succeeds => ("success", Trigger::Success),
            5 if fails => ("failure", Trigger::Failure),
            6 if succeeds || fails => ("done", Trigger::Done),
            _ => ("", self.condition_trigger()),
        };
        let ended = ["success", "failure", "done"];
        let hidden = seen.contains(&kind)
            || (kind == "done" && seen.iter().any(|kind| ended.contains(kind)))
            || (ended.contains(&kind) && seen.contains(&"done"));
        let trigger = if hidden { self.condition_trigger() } else { trigger };
        seen.push(kind);
        let guard = self.dice.one_in(4).then(|| self.condition(1));
        let target = match self.dice.below(8) {
            0 => Target::Random(
                (0..1 + self.dice.below(3)).map(|_| (self.stream(), self.aim(bodies, pushes))).collect(),
            ),
            1 => Target::Utility(
                (0..1 + self.dice.below(3)).map(|_| (self.stream(), self.aim(bodies, pushes))).collect(),
            ),
            _ => Target::One(self.aim(bodies, pushes)),
        };
        Transition { trigger, guard, target }
    }

    /// `success` and `failure` alone mean the body's end there.
    fn condition_trigger(&mut self) -> Trigger {
        Trigger::Condition(match self.condition(1) {
            Tree::Succeeds | Tree::Fails => Tree::Condition(self.stream()),
            // No two triggers are the same: the second would never be taken.
            Tree::Received(event) => {
                Tree::Sequence(vec![Tree::Condition(self.stream()), Tree::Received(event)])
            }
            condition => condition,
        })
    }

    fn aim(&mut self, bodies: &[Tree], pushes: bool) -> Aim {
        let to = self.dice.below(bodies.len() as u64) as usize;
        match self.dice.below(16) {
            0 => Aim::Stay,
            1 if self.dice.one_in(2) => Aim::Success,
            2 if self.dice.one_in(2) => Aim::Failure,
            3..=5 if pushes => Aim::Push(to),
            6..=8 if pushes => Aim::Back,
            9..=12 if matches!(bodies[to], Tree::States(_)) => Aim::Resume(to),
            _ => Aim::To(to),
        }
    }
}
