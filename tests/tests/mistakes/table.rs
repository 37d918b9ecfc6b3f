//! Mistakes in a line each, in `mistakes.txt`: what is wrong is marked, with what the
//! error says of it and what works instead.

use std::fmt::Write as _;
use std::ops::Range;

/// A mistake.
pub struct Entry {
    /// The tree, without the marks.
    pub wrong: String,
    /// The marked places in it.
    pub marks: Vec<Range<usize>>,
    /// What is said, at each.
    pub says: Vec<String>,
    /// The tree that the help leads to.
    pub right: Option<String>,
}

/// Reads the table.
pub fn read(text: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    for block in text.split("\n\n").map(str::trim) {
        let mut entry = Entry { wrong: String::new(), marks: Vec::new(), says: Vec::new(), right: None };
        for line in block.lines().filter(|line| !line.starts_with('#')) {
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            let value = value.trim();
            match key {
                "wrong" => (entry.wrong, entry.marks) = unmarked(value),
                "says" => entry.says.push(value.to_owned()),
                "right" => entry.right = Some(value.to_owned()),
                _ => panic!("{key} is no key of the table: {line}"),
            }
        }
        if !entry.says.is_empty() {
            assert_eq!(entry.marks.len(), entry.says.len(), "a text for each mark: {block}");
            entries.push(entry);
        }
    }
    entries
}

fn unmarked(text: &str) -> (String, Vec<Range<usize>>) {
    let (mut plain, mut marks) = (String::new(), Vec::new());
    let mut begin = 0;
    for letter in text.chars() {
        match letter {
            '«' => begin = plain.len(),
            '»' => marks.push(begin..plain.len()),
            letter => plain.push(letter),
        }
    }
    (plain, marks)
}

/// A tree in one of the places where it may stand.
pub struct Placed<'e> {
    /// Whose it is.
    pub entry: &'e Entry,
    /// Its module in the program.
    pub module: Range<usize>,
    /// Where the tree begins.
    pub begin: usize,
}

/// A program of many trees, each in a module of its own: as an item, and as an expression
/// where it can be one.
pub fn program<'e>(
    entries: &'e [Entry],
    tree: impl Fn(&'e Entry) -> Option<&'e str>,
) -> (String, Vec<Placed<'e>>) {
    let mut program = format!("{}\n", include_str!("world.rs"));
    let mut placed = Vec::new();
    for entry in entries {
        let Some(tree) = tree(entry) else { continue };
        const ITEM: (&str, &str) = ("bt! { struct T { x: u32 } |g: &mut Guard| ", " }");
        let places: &[(&str, &str)] = if tree.starts_with("bt!") || tree.starts_with("fn ") {
            &[("", "")]
        } else if tree.contains("self") {
            &[ITEM]
        } else {
            &[ITEM, ("fn tree() { let tree = bt! { |g: &mut Guard| ", " }; Agent::of(&tree); }")]
        };
        for (before, after) in places {
            let start = program.len();
            write!(program, "mod m{} {{ use super::*; {before}", placed.len()).expect("a string takes all");
            let begin = program.len();
            writeln!(program, "{tree}{after} }}").expect("a string takes all");
            placed.push(Placed { entry, module: start..program.len(), begin });
        }
    }
    (program, placed)
}
