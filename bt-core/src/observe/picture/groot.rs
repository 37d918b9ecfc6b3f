use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::{Escaped, Picture, xml};
use crate::observe::{Entry, Statuses};

/// XML of BehaviorTree.CPP: see [`Picture::groot`].
///
/// ```
/// use bt_core::observe::Outline;
/// use bt_core::prelude::*;
///
/// fn is_tired(_: &u32) -> bool { true }
/// fn rest(_: &mut u32) -> Running { Running }
///
/// let tree = bt! { selector < is_tired => rest, failure > };
/// assert_eq!(Outline::of_value(&tree).with(&()).groot().to_string(), r#"<?xml version="1.0" encoding="UTF-8"?>
/// <root BTCPP_format="4" main_tree_to_execute="MainTree">
///   <BehaviorTree ID="MainTree">
///     <ReactiveFallback name="selector">
///       <ReactiveSequence name="guard">
///         <is_tired name="is_tired"/>
///         <rest name="rest"/>
///       </ReactiveSequence>
///       <AlwaysFailure name="failure"/>
///     </ReactiveFallback>
///   </BehaviorTree>
///   <TreeNodesModel>
///     <Condition ID="is_tired"/>
///     <Action ID="rest"/>
///   </TreeNodesModel>
/// </root>
/// "#);
/// ```
#[derive(Debug)]
pub struct Groot<'a, S: ?Sized>(pub(super) Picture<'a, S>);

/// What kind of node the other library takes it for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Model {
    Control,
    Decorator,
    Condition,
    Action,
}

impl Model {
    fn tag(self) -> &'static str {
        match self {
            Model::Control => "Control",
            Model::Decorator => "Decorator",
            Model::Condition => "Condition",
            Model::Action => "Action",
        }
    }
}

/// A node as an element.
struct Element {
    id: String,
    /// A port and its value.
    port: Option<(&'static str, String)>,
    /// Where it is no node of that library's own.
    model: Option<Model>,
}

/// The nodes that library has itself: what one isn't may not be called so.
const TAKEN: &[&str] = &[
    "root",
    "Root",
    "BehaviorTree",
    "SubTree",
    "TreeNodesModel",
    "Action",
    "Condition",
    "Control",
    "Decorator",
    "Fallback",
    "AsyncFallback",
    "Sequence",
    "AsyncSequence",
    "SequenceWithMemory",
    "SequenceStar",
    "Parallel",
    "ParallelAll",
    "ReactiveSequence",
    "ReactiveFallback",
    "IfThenElse",
    "WhileDoElse",
    "TryCatch",
    "Inverter",
    "RetryUntilSuccessful",
    "KeepRunningUntilFailure",
    "Repeat",
    "Timeout",
    "Delay",
    "RunOnce",
    "ForceSuccess",
    "ForceFailure",
    "AlwaysSuccess",
    "AlwaysFailure",
    "Script",
    "ScriptCondition",
    "SetBlackboard",
    "Sleep",
    "UnsetBlackboard",
    "Precondition",
    "Switch2",
    "Switch3",
    "Switch4",
    "Switch5",
    "Switch6",
    "LoopInt",
    "LoopBool",
    "LoopDouble",
    "LoopString",
    "WasEntryUpdated",
    "SkipUnlessUpdated",
    "WaitValueUpdate",
];

/// The node of that library that does the same, if there is one.
fn same(entry: &Entry) -> Option<(&'static str, Option<(&'static str, String)>)> {
    let argument = entry.text.split_once('(').map(|(_, rest)| rest.trim_end_matches(')').trim());
    let millis = || argument.and_then(millis).map(|millis| millis.to_string());
    Some(match (entry.kind, argument) {
        ("sequence" | "guard", _) => ("ReactiveSequence", None),
        ("selector", _) => ("ReactiveFallback", None),
        ("mem_sequence" | "when", _) => ("Sequence", None),
        ("mem_selector", _) => ("Fallback", None),
        ("checkpoint_sequence", _) => ("SequenceWithMemory", None),
        ("parallel", None) => ("Parallel", None),
        ("if_else", _) => ("WhileDoElse", None),
        ("inverter", _) => ("Inverter", None),
        ("always_succeed", _) => ("ForceSuccess", None),
        ("always_fail", _) => ("ForceFailure", None),
        ("once", _) => ("RunOnce", Some(("then_skip", "false".to_string()))),
        ("timeout", _) => ("Timeout", Some(("msec", millis()?))),
        ("delay", _) => ("Delay", Some(("delay_msec", millis()?))),
        ("wait", _) => ("Sleep", Some(("msec", millis()?))),
        ("retry", Some(count)) => {
            let count: u32 = count.parse().ok()?;
            ("RetryUntilSuccessful", Some(("num_attempts", count.to_string())))
        }
        ("success", _) => ("AlwaysSuccess", None),
        ("failure", _) => ("AlwaysFailure", None),
        _ => return None,
    })
}

/// A duration as it is written, in whole milliseconds.
fn millis(text: &str) -> Option<u64> {
    let digits = text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_'))?;
    let number: f64 = text[..digits].replace('_', "").parse().ok()?;
    let scale = match text[digits..].trim() {
        "us" => 0.001,
        "ms" => 1.0,
        "s" => 1e3,
        "min" => 6e4,
        _ => return None,
    };
    Some((number * scale + 0.5) as u64)
}

/// A name that may stand for an element.
fn name(text: &str, is_condition: bool) -> String {
    let path = text.split(['(', '<', '{']).next().unwrap_or_default();
    let mut name = String::new();
    for word in path.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty()) {
        if !name.is_empty() {
            name.push('_');
        }
        name.push_str(word);
    }
    if name.is_empty() {
        name.push_str(if is_condition { "check" } else { "block" });
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) || TAKEN.contains(&&*name) {
        name.insert_str(0, "bt_");
    }
    name
}

/// How many children each node has, and whether its place is a condition's.
struct Shape {
    children: Vec<u32>,
    is_condition: Vec<bool>,
}

fn shape(entries: &[Entry], parents: &[Option<u32>]) -> Shape {
    let mut children: Vec<u32> = entries.iter().map(|_| 0).collect();
    let mut is_condition = Vec::with_capacity(entries.len());
    for parent in parents {
        let is_first = parent.is_some_and(|parent| children[parent as usize] == 0);
        let asks =
            |parent: u32| matches!(entries[parent as usize].kind, "guard" | "when" | "if_else" | "while_do");
        is_condition.push(is_first && parent.is_some_and(asks));
        if let Some(parent) = parent {
            children[*parent as usize] += 1;
        }
    }
    Shape { children, is_condition }
}

fn elements(entries: &[Entry], shape: &Shape) -> Vec<Element> {
    let asked: Vec<String> = entries
        .iter()
        .zip(&shape.is_condition)
        .filter(|(_, is_condition)| **is_condition)
        .map(|(entry, _)| name(entry.text, true))
        .collect();
    let element = |((entry, children), is_condition): ((&Entry, &u32), &bool)| {
        if let Some((id, port)) = same(entry) {
            return Element { id: id.to_string(), port, model: None };
        }
        // A node of the catalogue is called by its keyword, everything else by its text.
        let id = name(entry.text, *is_condition);
        // The same name may be a leaf, and have one child or many.
        let (id, model) = match children {
            0 if asked.contains(&id) => (id, Model::Condition),
            0 => (id, Model::Action),
            1 => (format!("{id}_decorator"), Model::Decorator),
            _ => (format!("{id}_control"), Model::Control),
        };
        Element { id, port: None, model: Some(model) }
    };
    entries.iter().zip(&shape.children).zip(&shape.is_condition).map(element).collect()
}

impl<S: Statuses + ?Sized> fmt::Display for Groot<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut entries, mut parents) = (Vec::new(), Vec::new());
        self.0.each(|entry, parent| {
            entries.push(*entry);
            parents.push(parent);
            Ok(())
        })?;
        let shape = shape(&entries, &parents);
        let elements = elements(&entries, &shape);

        f.write_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
        f.write_str(
            "<root BTCPP_format=\"4\" main_tree_to_execute=\"MainTree\">\n  <BehaviorTree ID=\"MainTree\">\n",
        )?;
        let mut open: Vec<usize> = Vec::new();
        for (index, (entry, element)) in entries.iter().zip(&elements).enumerate() {
            close(f, &elements, &mut open, entry.depth as usize)?;
            write!(f, "{:1$}<{2} name=\"", "", 4 + 2 * open.len(), element.id)?;
            self.0.label(entry, " ", &mut Escaped { to: f, replace: xml })?;
            f.write_char('"')?;
            if let Some((port, value)) = &element.port {
                write!(f, " {port}=\"{value}\"")?;
            }
            if let Some(note) = entry.note {
                f.write_str(" _description=\"")?;
                Escaped { to: f, replace: xml }.write_str(note)?;
                f.write_char('"')?;
            }
            if shape.children[index] == 0 {
                f.write_str("/>\n")?;
            } else {
                f.write_str(">\n")?;
                open.push(index);
            }
        }
        close(f, &elements, &mut open, 0)?;
        f.write_str("  </BehaviorTree>\n")?;

        let mut models: Vec<(Model, &str)> =
            elements.iter().filter_map(|element| Some((element.model?, &*element.id))).collect();
        models.sort();
        models.dedup();
        f.write_str("  <TreeNodesModel>\n")?;
        for (model, id) in models {
            writeln!(f, "    <{} ID=\"{id}\"/>", model.tag())?;
        }
        f.write_str("  </TreeNodesModel>\n</root>\n")
    }
}

/// Closes the elements that are as deep as the next node, or deeper.
fn close(
    f: &mut fmt::Formatter<'_>,
    elements: &[Element],
    open: &mut Vec<usize>,
    depth: usize,
) -> fmt::Result {
    while open.len() > depth {
        if let Some(index) = open.pop() {
            writeln!(f, "{:1$}</{2}>", "", 4 + 2 * open.len(), elements[index].id)?;
        }
    }
    Ok(())
}
