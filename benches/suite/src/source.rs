//! Trees of any size as Rust source: for `bt!`, by hand, and for an interpreter.

use std::fmt::Write;

/// A tree of functions.
#[derive(Clone, Debug)]
pub enum Plan {
    Selector(Vec<Plan>),
    Sequence(Vec<Plan>),
    /// A condition, by the name of its function.
    Check(&'static str, usize),
    Act(usize),
}

impl Plan {
    /// Exactly this many nodes, four children each where they suffice; selectors
    /// and sequences take turns.
    pub fn fourfold(nodes: usize) -> Plan {
        Plan::divide(nodes, true, true, &mut 0)
    }

    fn divide(nodes: usize, selects: bool, is_last: bool, leaves: &mut usize) -> Plan {
        if nodes == 1 {
            *leaves += 1;
            return if is_last { Plan::Act(*leaves) } else { Plan::Check("check", *leaves) };
        }
        let (below, count) = (nodes - 1, (nodes - 1).min(4));
        let children = (0..count).map(|index| {
            let share = below / count + usize::from(index < below % count);
            Plan::divide(share, !selects, index == count - 1, leaves)
        });
        let children = children.collect();
        if selects { Plan::Selector(children) } else { Plan::Sequence(children) }
    }

    /// One selector, whose conditions seldom hold.
    pub fn wide(children: usize) -> Plan {
        let conditions = (1..children).map(|index| Plan::Check("seldom", index));
        Plan::Selector(conditions.chain([Plan::Act(children)]).collect())
    }

    /// A condition and the next level, level by level.
    pub fn deep(levels: usize) -> Plan {
        (1..=levels).rev().fold(Plan::Act(0), |below, level| match level % 2 {
            0 => Plan::Selector(vec![Plan::Check("seldom", level), below]),
            _ => Plan::Sequence(vec![Plan::Check("often", level), below]),
        })
    }

    /// As `bt!` takes it.
    pub fn tree(&self) -> String {
        let list = |name, children: &[Plan]| {
            let children: Vec<String> = children.iter().map(Plan::tree).collect();
            format!("{name} <\n{},\n>", children.join(",\n"))
        };
        match self {
            Plan::Selector(children) => list("selector", children),
            Plan::Sequence(children) => list("sequence", children),
            Plan::Check(name, number) => format!("{name}({number})"),
            Plan::Act(number) => format!("act({number})"),
        }
    }

    /// As an expression of type `Status`, as a person would write it.
    pub fn by_hand(&self) -> String {
        self.by_hand_at(0)
    }

    fn by_hand_at(&self, level: usize) -> String {
        match self {
            Plan::Selector(children) => Plan::hand_list(children, level, "", "Success", "Failure"),
            Plan::Sequence(children) => Plan::hand_list(children, level, "!", "Failure", "Success"),
            Plan::Check(name, number) => {
                format!("if {name}(c, {number}) {{ Status::Success }} else {{ Status::Failure }}")
            }
            Plan::Act(number) => format!("act(c, {number})"),
        }
    }

    fn hand_list(children: &[Plan], level: usize, not: &str, end: &str, pass: &str) -> String {
        let mut text = format!("'level_{level}: {{\n");
        let (last, before) = children.split_last().expect("a composite has children");
        for child in before {
            match child {
                Plan::Check(name, number) => {
                    writeln!(text, "if {not}{name}(c, {number}) {{ break 'level_{level} Status::{end}; }}")
                }
                _ => writeln!(
                    text,
                    "let status = {};\nif status != Status::{pass} {{ break 'level_{level} status; }}",
                    child.by_hand_at(level + 1)
                ),
            }
            .expect("a string takes everything");
        }
        text + &last.by_hand_at(level + 1) + "\n}"
    }

    /// As an expression that makes it at run time: `Made::selector(vec![..])`, with a
    /// closure in each leaf.
    pub fn spec(&self) -> String {
        let list = |name, children: &[Plan]| {
            let children: Vec<String> = children.iter().map(Plan::spec).collect();
            format!("Made::{name}(vec![\n{},\n])", children.join(",\n"))
        };
        match self {
            Plan::Selector(children) => list("selector", children),
            Plan::Sequence(children) => list("sequence", children),
            Plan::Check(name, number) => format!("Made::leaf(|c| {name}(c, {number}).into())"),
            Plan::Act(number) => format!("Made::leaf(|c| act(c, {number}))"),
        }
    }
}
