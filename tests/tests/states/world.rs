//! Machines under test: bodies that answer as scripted, a blackboard that logs, and a
//! runner that writes down what happened.
//!
//! A trace reads `A=R` for a body's tick and its answer, `A!` for its halt, `+a` and `-a`
//! for states that are entered and left, `|` for the next tick. A script says what comes
//! before each tick: `[E]` an event, `x` a condition that is true from then on, `@3` the
//! clock in seconds, `-` nothing, `halt` a halt in a tick's place.

use std::collections::BTreeMap;
use std::time::Duration;

use bt_core::blackboard::Inbox;
use bt_core::prelude::*;

#[derive(Clone, Debug, Default)]
pub struct World {
    pub now: Duration,
    pub log: Vec<String>,
    pub inbox: Inbox<char, 8>,
    true_ones: String,
    answers: BTreeMap<char, Vec<char>>,
    draws: Vec<f64>,
}

impl World {
    /// Answers of bodies as in `a=RS b=S`, a body running on when they are used up; and
    /// draws as in `0.1`.
    pub fn new(script: &str) -> Self {
        let mut world = World::default();
        for word in script.split_whitespace() {
            match word.split_once('=') {
                Some((body, answers)) => {
                    let body = body.chars().next().unwrap();
                    world.answers.insert(body, answers.chars().rev().collect());
                }
                None => world.draws.insert(0, word.parse().unwrap()),
            }
        }
        world
    }

    fn log(&mut self, event: String) {
        self.log.push(event);
    }
}

impl Clock for World {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Random for World {
    fn next_u64(&mut self) -> u64 {
        let draw = self.draws.pop().expect("a draw that the script doesn't have");
        (draw * 2_f64.powi(64)) as u64
    }
}

impl Events<char> for World {
    fn take(&mut self, wanted: impl FnMut(&char) -> bool) -> Option<char> {
        self.inbox.take(wanted)
    }
}

/// A body.
#[derive(Clone, Copy, Debug)]
pub struct Body(pub char);

impl Action<World> for Body {
    type State = ();
    type Output = Status;

    fn tick(&self, _: &mut (), world: &mut World) -> Status {
        let answer = world.answers.get_mut(&self.0).and_then(Vec::pop).unwrap_or('R');
        world.log(format!("{}={answer}", self.0.to_ascii_uppercase()));
        match answer {
            'S' => Status::Success,
            'F' => Status::Failure,
            'P' => panic!("{} panics", self.0),
            _ => Status::Running,
        }
    }

    fn halt(&self, _: &mut (), world: &mut World) {
        world.log(format!("{}!", self.0.to_ascii_uppercase()));
    }
}

/// A state is entered.
pub fn e(world: &mut World, label: &str) {
    world.log(format!("+{label}"));
    assert!(!world.true_ones.contains('p') || label != "b", "b panics");
}

/// A state is left.
pub fn l(world: &mut World, label: &str) {
    world.log(format!("-{label}"));
}

/// Logs a body that isn't a [`Body`].
pub fn says(world: &mut World, word: &str) {
    world.log(word.to_owned());
}

pub fn x(world: &mut World) -> bool {
    world.true_ones.contains('x')
}

pub fn y(world: &mut World) -> bool {
    world.true_ones.contains('y')
}

pub fn never(_: &mut World) -> bool {
    false
}

/// What comes before one tick.
pub fn prepare(world: &mut World, step: &str) {
    let mut rest = step;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '@' => {
                let end = rest.find(|c: char| c != '@' && c != '.' && !c.is_ascii_digit());
                let end = end.unwrap_or(rest.len());
                world.now = Duration::from_secs_f64(rest[1..end].parse().unwrap());
                end
            }
            '[' => {
                let end = rest.find(']').unwrap();
                for event in rest[1..end].split(',') {
                    world.inbox.send(event.chars().next().unwrap()).unwrap();
                }
                end + 1
            }
            '-' | ',' | ' ' => 1,
            '#' => {
                world.inbox.clear();
                1
            }
            flag => {
                match world.true_ones.find(flag.to_ascii_lowercase()) {
                    Some(place) if flag.is_uppercase() => drop(world.true_ones.remove(place)),
                    _ => world.true_ones.push(flag),
                }
                1
            }
        };
        rest = &rest[length..];
    }
}

/// Runs a script: the trace, with ` => S` where a tick ended the tree, and the events
/// that are left at the end.
pub fn run<T: Behavior<World>>(tree: &T, answers: &str, script: &str) -> String {
    let (mut agent, mut world) = (Agent::of(tree), World::new(answers));
    let mut trace = Vec::new();
    for step in script.split('|').map(str::trim) {
        let mut end = "";
        if step == "halt" {
            agent.halt(tree, &mut world);
        } else {
            prepare(&mut world, step);
            end = match agent.tick(tree, &mut world) {
                Status::Success => " => S",
                Status::Failure => " => F",
                Status::Running => "",
            };
        }
        trace.push(std::mem::take(&mut world.log).join(" ") + end);
    }
    let mut left = String::new();
    for event in 'A'..='Z' {
        while world.inbox.take(|sent| *sent == event).is_some() {
            left.push(event);
        }
    }
    let mut trace = trace.join(" | ");
    if !left.is_empty() {
        trace += &format!(", {left} left");
    }
    trace
}

/// Runs a machine in every form and place in which it does the same.
#[macro_export]
macro_rules! check {
    ($answers:literal, $script:literal, $trace:literal, $($tree:tt)*) => {{
        use bt_core::prelude::*;
        use $crate::world::*;
        let check = |place: &str, trace: String| assert_eq!(trace, $trace, "{place}");
        let tree = bt! { |w: &mut World| $($tree)* };
        check("expression", run(&tree, $answers, $script));
        bt! { struct Machine |w: &mut World| $($tree)* }
        check("item", run(&Machine, $answers, $script));
        bt! { struct Spliced |w: &mut World| @Machine }
        check("spliced", run(&Spliced, $answers, $script));
        check("sequence", run(&bt! { |w: &mut World| sequence < success, $($tree)* > }, $answers, $script));
        check("selector", run(&bt! { |w: &mut World| selector < never, @Machine > }, $answers, $script));
        check("parallel", run(&bt! { |w: &mut World| parallel(success = 1) < running, $($tree)* > }, $answers, $script));
        check("timeout", run(&bt! { |w: &mut World| timeout(1000s) < $($tree)* > }, $answers, $script));
        check("focus", run(&bt! { |w: &mut World| focus(&mut *w) < |w: &mut World| $($tree)* > }, $answers, $script));
    }};
}
