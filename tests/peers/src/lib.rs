//! Replays what another library did.

use std::fmt::Write;

use bt::{Board, letter};
use bt_core::prelude::*;

/// A condition with a script.
pub fn k(board: &mut Board, name: &str) -> bool {
    board.next(name) == 'T'
}

/// One tree, and what the library did with it.
pub struct Block<'t> {
    pub tree: &'t str,
    pub scripts: &'t str,
    /// The answer, or `halt`, and the events.
    pub steps: Vec<&'t str>,
}

/// The blocks of a file, which are apart by an empty line.
pub fn blocks(traces: &str) -> impl Iterator<Item = Block<'_>> {
    traces.split("\n\n").filter(|block| !block.trim().is_empty()).map(|block| {
        let mut found = Block { tree: "", scripts: "", steps: Vec::new() };
        for line in block.lines() {
            match line.split_once(": ").expect("a line is `word: rest`") {
                ("tree", tree) => found.tree = tree,
                ("scripts", scripts) => found.scripts = scripts,
                ("step", step) => found.steps.push(step),
                ("xml", _) => {}
                (other, _) => panic!("a block has no line {other}"),
            }
        }
        found
    })
}

/// Ticks and halts the tree as the library did, and compares every step.
///
/// # Panics
///
/// If a step differs.
pub fn replay<T: Behavior<Board>>(tree: &T, traces: &str, number: usize) {
    let mut agent = Agent::of(tree);
    compare(traces, number, &mut |halts, board| {
        if halts {
            agent.halt(tree, board);
            "halt"
        } else {
            letter(agent.tick(tree, board))
        }
    });
}

/// The part that is one function for all trees.
fn compare(traces: &str, number: usize, step: &mut dyn FnMut(bool, &mut Board) -> &'static str) {
    let block = blocks(traces).nth(number).expect("the tree comes from there");
    let mut board = Board::new(block.scripts);
    let mut log = String::new();
    for theirs in block.steps {
        let answer = step(theirs.starts_with("halt"), &mut board);
        let ours = std::iter::once(answer.to_owned()).chain(board.events.drain(..)).collect::<Vec<_>>();
        assert_eq!(
            sorted(ours.iter().map(String::as_str)),
            sorted(theirs.split(' ')),
            "tree {number}, {}\nscripts {}\nafter\n{log}",
            block.tree,
            block.scripts
        );
        writeln!(log, "{theirs}").expect("a string can be written to");
    }
}

/// The answer, then the events in an order that doesn't depend on the library.
fn sorted<'e>(events: impl Iterator<Item = &'e str>) -> Vec<&'e str> {
    let mut events: Vec<&str> = events.collect();
    events[1..].sort_unstable();
    events
}
