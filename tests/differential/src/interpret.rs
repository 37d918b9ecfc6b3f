//! The language, interpreted: written from its description, as simple as possible.

use crate::machine::Remembered;
use crate::tree::{Tree, Value};
use crate::values::{count, draw, draw_order, duration, evaluate, fraction, number};
use crate::world::{Event, World, condition, function, hook};
use bt_core::prelude::*;

use Status::{Failure, Running, Success};

/// A node with all it might have to remember.
pub struct Node<'t> {
    pub(crate) tree: &'t Tree,
    pub(crate) children: Vec<Node<'t>>,
    /// Whether a run has begun and not ended.
    running: bool,
    /// The child a memory composite, a switch or a random is at.
    place: usize,
    /// Ends counted, for this run or for ever.
    count: u32,
    /// When the run began, or when it was last ticked or called. Nanoseconds.
    since: Option<u64>,
    /// When the child last ended.
    ended: Option<u64>,
    /// The last answer of the child.
    last: Option<Status>,
    /// Whether a delay is over.
    over: bool,
    /// How each child of a parallel has ended.
    ends: Vec<Option<Status>>,
    /// The order that was drawn.
    order: Vec<usize>,
    /// Where in a range the draw fell, in parts of 2^32.
    drawn: u64,
    /// What a machine remembers.
    pub(crate) machine: Remembered,
}

impl<'t> Node<'t> {
    pub fn new(tree: &'t Tree) -> Self {
        let children: Vec<Node<'t>> = tree.below().into_iter().map(Node::new).collect();
        Node {
            ends: vec![None; children.len()],
            tree,
            children,
            running: false,
            place: 0,
            count: 0,
            since: None,
            ended: None,
            last: None,
            over: false,
            order: Vec::new(),
            drawn: 0,
            machine: Remembered::default(),
        }
    }

    pub fn tick(&mut self, world: &mut World) -> Status {
        let begins = !self.running;
        self.running = true;
        let status = self.answer(begins, world);
        self.running = status == Running;
        status
    }

    pub fn halt(&mut self, world: &mut World) {
        if self.running {
            self.running = false;
            self.interrupt(world);
        }
    }

    pub(crate) fn child(&mut self, index: usize, world: &mut World) -> Status {
        self.children[index].tick(world)
    }

    fn halt_children(&mut self, world: &mut World) {
        for child in &mut self.children {
            child.halt(world);
        }
    }

    fn halt_others(&mut self, winner: usize, world: &mut World) {
        for (index, child) in self.children.iter_mut().enumerate() {
            if index != winner {
                child.halt(world);
            }
        }
    }

    /// How long it has been since `since`; from now on if it lies in the future.
    fn elapsed(since: &mut Option<u64>, now: u64) -> u64 {
        let begun = since.filter(|begun| *begun <= now).unwrap_or(now);
        *since = Some(begun);
        now - begun
    }

    fn answer(&mut self, begins: bool, world: &mut World) -> Status {
        use Tree::*;
        let now = world.now.as_nanos() as u64;
        match self.tree {
            Action(stream) => {
                if begins {
                    world.events.push(Event::Start(*stream));
                }
                let status = world.status(*stream);
                world.events.push(Event::Tick(*stream, status));
                status
            }
            Function(stream) => function(world, *stream).status(),
            Condition(stream) => condition(world, *stream).into(),
            Tree::Succeeds => Success,
            Tree::Fails => Failure,
            Tree::Endless => Running,
            Wait(value) => {
                if begins {
                    self.since = None;
                    self.draw(value, world);
                }
                let passed = Self::elapsed(&mut self.since, now);
                if passed < duration(value, self.drawn, world) { Running } else { Success }
            }
            Received(event) => world.received(event).into(),
            Heard(stream) => match world.take(|event| *event != 'b') {
                Some(_) => {
                    hook(world, *stream);
                    Success
                }
                None => Failure,
            },
            WaitEvent(event) => {
                if world.received(event) {
                    Success
                } else {
                    Running
                }
            }
            Sequence(_) => self.in_order(Success, world),
            Selector(_) => self.in_order(Failure, world),
            MemSequence(_) => {
                if begins {
                    self.place = 0;
                }
                self.go_on(Success, world)
            }
            MemSelector(_) => {
                if begins {
                    self.place = 0;
                }
                self.go_on(Failure, world)
            }
            CheckpointSequence(_) => {
                let status = self.go_on(Success, world);
                if status == Success {
                    self.place = 0;
                }
                status
            }
            Parallel(success, failure, _) => {
                if begins {
                    self.ends.fill(None);
                }
                for index in 0..self.children.len() {
                    if self.ends[index].is_none() {
                        let status = self.child(index, world);
                        self.ends[index] = Some(status).filter(|status| *status != Running);
                    }
                }
                let children = self.children.len() as u64;
                let succeeded = self.ends.iter().filter(|end| **end == Some(Success)).count() as u64;
                let failed = self.ends.iter().filter(|end| **end == Some(Failure)).count() as u64;
                let unfinished = children - succeeded - failed;
                let needed = number(success, children, world);
                let status = if failed >= number(failure, children, world) {
                    Failure
                } else if succeeded >= needed {
                    Success
                } else if succeeded + unfinished < needed || unfinished == 0 {
                    Failure
                } else {
                    Running
                };
                if status != Running {
                    self.halt_children(world);
                }
                status
            }
            Race(_) => {
                let answers: Vec<Status> =
                    (0..self.children.len()).map(|index| self.child(index, world)).collect();
                match answers.into_iter().find(|status| *status != Running) {
                    Some(end) => {
                        self.halt_children(world);
                        end
                    }
                    None => Running,
                }
            }
            SimpleParallel(_) => {
                let status = self.child(0, world);
                if status == Running {
                    self.child(1, world);
                } else {
                    self.children[1].halt(world);
                }
                status
            }
            IfElse(_, otherwise) => {
                let chosen = if self.child(0, world) == Success { 1 } else { 2 };
                self.halt_others(chosen, world);
                if chosen == 2 && otherwise.is_none() { Failure } else { self.child(chosen, world) }
            }
            IfElseAtStart(_, otherwise) => {
                if begins {
                    self.place = if self.child(0, world) == Success { 1 } else { 2 };
                }
                if self.place == 2 && otherwise.is_none() { Failure } else { self.child(self.place, world) }
            }
            SwitchAtStart(stream, _) => {
                if begins {
                    self.place = world.arm(*stream, self.children.len() as u64) as usize;
                }
                self.child(self.place, world)
            }
            Cases(cases, otherwise) => {
                let holds = (0..cases.len()).step_by(2).find(|index| self.child(*index, world) == Success);
                let default = otherwise.as_ref().map(|_| cases.len());
                match holds.map(|index| index + 1).or(default) {
                    Some(chosen) => {
                        self.halt_others(chosen, world);
                        self.child(chosen, world)
                    }
                    None => {
                        self.halt_children(world);
                        Failure
                    }
                }
            }
            WhileDo(_) => {
                if self.child(0, world) != Success {
                    self.children[1].halt(world);
                    return Success;
                }
                self.child(1, world);
                Running
            }
            Switch(stream, _) => {
                let arm = world.arm(*stream, self.children.len() as u64) as usize;
                self.halt_others(arm, world);
                self.child(arm, world)
            }
            RandomSelector(weights, _) => {
                if begins {
                    self.order = draw_order(weights, world);
                    self.place = 0;
                }
                self.in_drawn_order(Failure, world)
            }
            RandomSequence(weights, _) => {
                if begins {
                    self.order = draw_order(weights, world);
                    self.place = 0;
                }
                self.in_drawn_order(Success, world)
            }
            Random(weights, _) => {
                if begins {
                    let weights = evaluate(weights, world);
                    self.place = draw(&weights, &vec![false; weights.len()], world.next_u64());
                }
                self.child(self.place, world)
            }
            Utility(inertia, scores, _) => {
                let mut scores: Vec<f64> = scores.iter().map(|stream| world.score(*stream)).collect();
                for (index, child) in self.children.iter().enumerate() {
                    if child.running {
                        scores[index] += inertia.unwrap_or(0) as f64 / 100.0;
                    }
                }
                let mut candidates: Vec<usize> =
                    (0..scores.len()).filter(|index| !scores[*index].is_nan()).collect();
                // Stable: the earlier of equals stays in front.
                candidates.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
                for index in candidates {
                    let status = self.child(index, world);
                    if status != Failure {
                        self.halt_others(index, world);
                        return status;
                    }
                }
                self.halt_children(world);
                Failure
            }
            States(machine) => self.machine_tick(machine, world),
            Inverter(_) => self.child(0, world).inverted(),
            AlwaysSucceed(_) => match self.child(0, world) {
                Running => Running,
                _ => Success,
            },
            AlwaysFail(_) => match self.child(0, world) {
                Running => Running,
                _ => Failure,
            },
            Repeater(None, _) => {
                self.child(0, world);
                Running
            }
            Repeater(Some(times), _) => self.counted(begins, times, |_| true, Success, world),
            RepeaterUntil(times, _, _) => self.counted(begins, times, |_| true, Success, world),
            UntilFail(None, _) => match self.child(0, world) {
                Failure => Success,
                _ => Running,
            },
            UntilFail(Some(times), _) => self.counted(begins, times, |end| end == Failure, Success, world),
            UntilSuccess(None, _) => match self.child(0, world) {
                Success => Success,
                _ => Running,
            },
            UntilSuccess(Some(times), _) => self.counted(begins, times, |end| end == Success, Success, world),
            Retry(times, _) => self.counted(begins, times, |end| end == Failure, Failure, world),
            Cooldown(value, on_success, _) => {
                let needed = duration(value, self.drawn, world);
                if !self.children[0].running
                    && self.ended.is_some()
                    && Self::elapsed(&mut self.ended, now) < needed
                {
                    return Failure;
                }
                let status = self.child(0, world);
                if status == Success || (status == Failure && !on_success) {
                    self.ended = Some(now);
                    self.draw(value, world);
                }
                status
            }
            Timeout(value, _) => {
                if begins {
                    self.since = None;
                    self.draw(value, world);
                }
                let passed = Self::elapsed(&mut self.since, now);
                let allowed = duration(value, self.drawn, world);
                let status = self.child(0, world);
                if status == Running && passed >= allowed {
                    self.children[0].halt(world);
                    return Failure;
                }
                status
            }
            Delay(value, _) => {
                if begins {
                    self.since = None;
                    self.over = false;
                    self.draw(value, world);
                }
                if !self.over {
                    let passed = Self::elapsed(&mut self.since, now);
                    if passed < duration(value, self.drawn, world) {
                        return Running;
                    }
                    self.over = true;
                }
                self.child(0, world)
            }
            Throttle(value, _) => {
                let interval = duration(value, self.drawn, world);
                if let Some(last) = self.last
                    && Self::elapsed(&mut self.since, now) < interval
                {
                    return last;
                }
                self.since = Some(now);
                self.draw(value, world);
                let status = self.child(0, world);
                self.last = Some(status);
                status
            }
            ThrottleOnStart(value, _) => {
                let interval = duration(value, self.drawn, world);
                if !self.children[0].running {
                    if let Some(last) = self.last
                        && Self::elapsed(&mut self.since, now) < interval
                    {
                        return last;
                    }
                    self.since = Some(now);
                    self.draw(value, world);
                }
                let status = self.child(0, world);
                self.last = Some(status);
                status
            }
            Fresh(child) => {
                if begins {
                    self.children = vec![Node::new(child)];
                }
                self.child(0, world)
            }
            Once(_) => {
                if let Some(last) = self.last {
                    return last;
                }
                let status = self.child(0, world);
                self.last = Some(status).filter(|status| *status != Running);
                status
            }
            Limit(times, _) => {
                if self.count >= count(times, 0, world) {
                    self.children[0].halt(world);
                    return Failure;
                }
                let status = self.child(0, world);
                self.count += u32::from(status != Running);
                status
            }
            Chance(percent, _) => {
                if begins && fraction(world.next_u64()) >= *percent as f64 / 100.0 {
                    return Failure;
                }
                self.child(0, world)
            }
            Service(value, stream, _) => {
                let interval = duration(value, self.drawn, world);
                if begins || Self::elapsed(&mut self.since, now) >= interval {
                    self.since = Some(now);
                    self.draw(value, world);
                    hook(world, *stream);
                }
                self.child(0, world)
            }
            Guard(_) => {
                if self.child(0, world) != Success {
                    self.children[1].halt(world);
                    return Failure;
                }
                self.child(1, world)
            }
            When(_) => {
                if begins && self.child(0, world) != Success {
                    return Failure;
                }
                self.child(1, world)
            }
            OnHalt(..) | Focus(_) => self.child(0, world),
            Finally(_) => {
                let status = self.child(0, world);
                if status != Running {
                    self.child(1, world);
                }
                status
            }
        }
    }

    fn interrupt(&mut self, world: &mut World) {
        match self.tree {
            Tree::Action(stream) => world.events.push(Event::Halt(*stream)),
            Tree::Finally(_) => {
                self.children[0].halt(world);
                self.child(1, world);
            }
            Tree::States(machine) => self.machine_halt(machine, world),
            Tree::OnHalt(stream, _) => {
                self.children[0].halt(world);
                hook(world, *stream);
            }
            Tree::Throttle(..) | Tree::ThrottleOnStart(..) => {
                self.children[0].halt(world);
                self.last = None;
            }
            _ => self.halt_children(world),
        }
    }

    /// Where in its range a value shall be: an odd number of parts of 2^32.
    fn draw(&mut self, value: &Value, world: &mut World) {
        if let Value::Range(..) = value {
            self.drawn = world.next_u64() >> 32 | 1;
        }
    }

    /// From the first child on, as long as they answer `pass`.
    fn in_order(&mut self, pass: Status, world: &mut World) -> Status {
        for index in 0..self.children.len() {
            let status = self.child(index, world);
            if status != pass {
                self.halt_others(index, world);
                return status;
            }
        }
        pass
    }

    /// From the place on, as long as they answer `pass`.
    fn go_on(&mut self, pass: Status, world: &mut World) -> Status {
        while self.place < self.children.len() {
            let status = self.child(self.place, world);
            if status != pass {
                return status;
            }
            self.place += 1;
        }
        pass
    }

    fn in_drawn_order(&mut self, pass: Status, world: &mut World) -> Status {
        while self.place < self.order.len() {
            let status = self.child(self.order[self.place], world);
            if status != pass {
                return status;
            }
            self.place += 1;
        }
        pass
    }

    /// Ends of a kind are counted; enough of them give `enough`.
    fn counted(
        &mut self,
        begins: bool,
        times: &Value,
        counts: fn(Status) -> bool,
        enough: Status,
        world: &mut World,
    ) -> Status {
        if begins {
            self.count = 0;
            self.draw(times, world);
        }
        let times = count(times, self.drawn, world);
        if self.count >= times {
            self.children[0].halt(world);
            return enough;
        }
        let status = self.child(0, world);
        if let Tree::RepeaterUntil(_, success, _) = self.tree
            && status == if *success { Success } else { Failure }
        {
            return status;
        }
        if status != Running && counts(status) {
            self.count += 1;
            if self.count >= times {
                return enough;
            }
        }
        if matches!(self.tree, Tree::Retry(..)) && status == Success { Success } else { Running }
    }
}
