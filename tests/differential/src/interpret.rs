//! The language, interpreted: written from its description, as simple as possible.

use crate::tree::{Threshold, Tree, Value};
use crate::world::{Event, World, condition, function, hook};
use bt_core::prelude::*;

use Status::{Failure, Running, Success};

/// A node with all it might have to remember.
pub struct Node<'t> {
    tree: &'t Tree,
    children: Vec<Node<'t>>,
    /// Whether a run has begun and not ended.
    running: bool,
    /// The child a memory composite, a switch or a random is at.
    place: usize,
    /// Ends counted, for this run or for ever.
    count: u32,
    /// When the run began, or when it was last ticked or called. Milliseconds.
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

    fn child(&mut self, index: usize, world: &mut World) -> Status {
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
        let now = world.now.as_millis() as u64;
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
                }
                let passed = Self::elapsed(&mut self.since, now);
                if passed < duration(value, world) { Running } else { Success }
            }
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
                let needed = duration(value, world);
                if !self.children[0].running
                    && self.ended.is_some()
                    && Self::elapsed(&mut self.ended, now) < needed
                {
                    return Failure;
                }
                let status = self.child(0, world);
                if status == Success || (status == Failure && !on_success) {
                    self.ended = Some(now);
                }
                status
            }
            Timeout(value, _) => {
                if begins {
                    self.since = None;
                }
                let passed = Self::elapsed(&mut self.since, now);
                let allowed = duration(value, world);
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
                }
                if !self.over {
                    let passed = Self::elapsed(&mut self.since, now);
                    if passed < duration(value, world) {
                        return Running;
                    }
                    self.over = true;
                }
                self.child(0, world)
            }
            Throttle(value, _) => {
                let interval = duration(value, world);
                if let Some(last) = self.last
                    && Self::elapsed(&mut self.since, now) < interval
                {
                    return last;
                }
                self.since = Some(now);
                let status = self.child(0, world);
                self.last = Some(status);
                status
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
                if self.count >= count(times, world) {
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
                let interval = duration(value, world);
                if begins || Self::elapsed(&mut self.since, now) >= interval {
                    self.since = Some(now);
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
            Tree::OnHalt(stream, _) => {
                self.children[0].halt(world);
                hook(world, *stream);
            }
            Tree::Throttle(..) => {
                self.children[0].halt(world);
                self.last = None;
            }
            _ => self.halt_children(world),
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
        }
        let times = count(times, world);
        if self.count >= times {
            self.children[0].halt(world);
            return enough;
        }
        let status = self.child(0, world);
        if status != Running && counts(status) {
            self.count += 1;
            if self.count >= times {
                return enough;
            }
        }
        if matches!(self.tree, Tree::Retry(..)) && status == Success { Success } else { Running }
    }
}

/// Milliseconds.
fn duration(value: &Value, world: &mut World) -> u64 {
    match value {
        Value::Literal(millis) => *millis,
        Value::Read(stream) => world.duration(*stream).as_millis() as u64,
    }
}

fn count(value: &Value, world: &mut World) -> u32 {
    match value {
        Value::Literal(count) => *count as u32,
        Value::Read(stream) => world.count(*stream),
    }
}

fn number(threshold: &Threshold, children: u64, world: &mut World) -> u64 {
    match threshold {
        Threshold::All => children,
        Threshold::Any => 1,
        Threshold::Never => u64::MAX,
        Threshold::Count(value) => u64::from(count(value, world)),
    }
}

/// From 0 to below 1.
fn fraction(number: u64) -> f64 {
    (number >> 11) as f64 / 9_007_199_254_740_992.0
}

fn evaluate(weights: &[Option<u32>], world: &mut World) -> Vec<f64> {
    let weight = |stream: &Option<u32>| stream.map_or(1.0, |stream| world.weight(stream));
    weights.iter().map(weight).map(|weight| if weight > 0.0 { weight } else { 0.0 }).collect()
}

/// One that is left, by weight; where those left weigh nothing, all alike.
fn draw(weights: &[f64], taken: &[bool], number: u64) -> usize {
    let mut left: Vec<(usize, f64)> =
        weights.iter().copied().enumerate().filter(|(index, _)| !taken[*index]).collect();
    if left.iter().all(|(_, weight)| *weight == 0.0) {
        left.iter_mut().for_each(|(_, weight)| *weight = 1.0);
    }
    let mut point = fraction(number) * left.iter().map(|(_, weight)| weight).sum::<f64>();
    left.retain(|(_, weight)| *weight > 0.0);
    for (index, weight) in &left {
        point -= weight;
        if point < 0.0 {
            return *index;
        }
    }
    left.last().expect("one is left").0
}

fn draw_order(weights: &[Option<u32>], world: &mut World) -> Vec<usize> {
    let weights = evaluate(weights, world);
    let mut taken = vec![false; weights.len()];
    let mut order = Vec::new();
    for _ in 0..weights.len() {
        let drawn = draw(&weights, &taken, world.next_u64());
        taken[drawn] = true;
        order.push(drawn);
    }
    order
}
