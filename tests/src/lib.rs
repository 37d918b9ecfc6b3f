//! Trees under test: scripted leaves, a blackboard that logs, and a runner that
//! writes down what happened.
//!
//! A script gives the results of a leaf's successive ticks, the last one
//! repeats: `A=FRS` for an action, `k=TF` for a condition. Events read `+A`
//! (start), `A:R` (tick and result), `~A` (halt); conditions are silent.

use std::collections::BTreeMap;
use std::time::Duration;

use bt_core::blackboard::{Inbox, SmallRng};
use bt_core::prelude::*;

/// The blackboard.
#[derive(Clone, Debug, Default)]
pub struct Board {
    pub now: Duration,
    pub events: Vec<String>,
    pub rng: SmallRng,
    pub inbox: Inbox<char, 8>,
    scripts: BTreeMap<String, Script>,
}

#[derive(Clone, Debug)]
struct Script {
    results: Vec<char>,
    next: usize,
}

impl Board {
    /// A blackboard with these scripts, separated by spaces.
    pub fn new(scripts: &str) -> Self {
        let scripts = scripts.split_whitespace().map(|script| {
            let (name, results) = script.split_once('=').expect("a script is written `A=FRS`");
            (name.to_owned(), Script { results: results.chars().collect(), next: 0 })
        });
        Board { scripts: scripts.collect(), ..Board::default() }
    }

    /// The next result of a script.
    pub fn next(&mut self, name: &str) -> char {
        let script = self.scripts.get_mut(name).unwrap_or_else(|| panic!("no script for {name}"));
        let result = script.results[script.next.min(script.results.len() - 1)];
        script.next += 1;
        result
    }

    /// The next result of a script, as a number of seconds.
    pub fn seconds(&mut self, name: &str) -> Duration {
        let digit = self.next(name).to_digit(10).expect("the script has digits");
        Duration::from_secs(digit.into())
    }

    pub fn log(&mut self, event: impl Into<String>) {
        self.events.push(event.into());
    }
}

impl Clock for Board {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Random for Board {
    fn next_u64(&mut self) -> u64 {
        self.rng.next_u64()
    }
}

impl Events<char> for Board {
    fn take(&mut self, wanted: impl FnMut(&char) -> bool) -> Option<char> {
        self.inbox.take(wanted)
    }
}

/// An action that does what its script says, and logs it.
#[derive(Clone, Copy, Debug)]
pub struct Scripted(pub &'static str);

impl Action<Board> for Scripted {
    type State = ();
    type Output = Status;

    fn start(&self, _: &mut (), board: &mut Board) {
        board.log(format!("+{}", self.0));
    }

    fn tick(&self, _: &mut (), board: &mut Board) -> Status {
        let result = board.next(self.0);
        board.log(format!("{}:{result}", self.0));
        match result {
            'S' => Status::Success,
            'F' => Status::Failure,
            'R' => Status::Running,
            'P' => panic!("{} panics", self.0),
            other => panic!("a script has no result {other}"),
        }
    }

    fn halt(&self, _: &mut (), board: &mut Board) {
        board.log(format!("~{}", self.0));
    }
}

pub const A: Scripted = Scripted("A");
pub const B: Scripted = Scripted("B");
pub const C: Scripted = Scripted("C");
pub const K: Scripted = Scripted("K");
pub const P: Scripted = Scripted("P");
pub const X: Scripted = Scripted("X");

/// A scripted condition.
pub fn k(board: &mut Board) -> bool {
    board.next("k") == 'T'
}

/// Another one.
pub fn c(board: &mut Board) -> bool {
    board.next("c") == 'T'
}

/// What `on_halt` calls.
pub fn hook(board: &mut Board) {
    board.log("hook");
}

/// One agent on its way through a tree.
pub struct Run<T: Node> {
    pub tree: T,
    pub agent: Agent<T>,
    pub board: Board,
}

impl<T: Behavior<Board>> Run<T> {
    pub fn new(tree: T, scripts: &str) -> Self {
        Run { agent: Agent::of(&tree), tree, board: Board::new(scripts) }
    }

    /// Sets the clock, in seconds.
    pub fn at(&mut self, seconds: f64) -> &mut Self {
        self.board.now = Duration::from_secs_f64(seconds);
        self
    }

    /// A tick: the result, and what happened.
    pub fn tick(&mut self) -> String {
        let status = self.agent.tick(&self.tree, &mut self.board);
        assert_eq!(self.agent.is_running(), status.is_running());
        self.board.events.insert(0, letter(status).to_owned());
        self.happened()
    }

    /// A halt: what happened.
    pub fn halt(&mut self) -> String {
        self.agent.halt(&self.tree, &mut self.board);
        assert!(!self.agent.is_running());
        self.happened()
    }

    /// What happened since it was last asked.
    pub fn happened(&mut self) -> String {
        std::mem::take(&mut self.board.events).join(" ")
    }
}

pub fn letter(status: Status) -> &'static str {
    match status {
        Status::Success => "S",
        Status::Failure => "F",
        Status::Running => "R",
    }
}

/// Starts a [`Run`] of a tree, written without its header.
#[macro_export]
macro_rules! run {
    ($scripts:literal, $($tree:tt)*) => {
        $crate::Run::new(bt_core::bt! { |_b: &mut $crate::Board| $($tree)* }, $scripts)
    };
}
