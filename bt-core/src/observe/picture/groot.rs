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

/// The port of nodes that the other library doesn't have.
const ARGUMENTS: &str = "arguments";

/// What stands in the parentheses of a node. In braces, it would be a name to that library.
fn arguments(entry: &Entry) -> Option<String> {
    let (_, arguments) = entry.text.strip_suffix(')')?.split_once('(')?;
    let is_keyword_or_call = !entry.text.starts_with(['@', '{']) && !arguments.starts_with('{');
    is_keyword_or_call.then(|| arguments.trim().to_string())
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
        Element { id, port: arguments(entry).map(|arguments| (ARGUMENTS, arguments)), model: Some(model) }
    };
    entries.iter().zip(&shape.children).zip(&shape.is_condition).map(element).collect()
}

/// The document while it is written.
struct Document<'p, S: ?Sized> {
    picture: Picture<'p, S>,
    entries: Vec<Entry>,
    children: Vec<u32>,
    elements: Vec<Element>,
    /// The trees that are spliced in: their IDs, and what they consist of.
    trees: Vec<(String, String)>,
}

impl<S: Statuses + ?Sized> Document<'_, S> {
    /// The first node behind a subtree.
    fn end(&self, root: usize) -> usize {
        let depth = self.entries[root].depth;
        let below = self.entries[root + 1..].iter().take_while(|entry| entry.depth > depth);
        root + 1 + below.count()
    }

    /// The nodes of a tree, without those of the trees that are spliced into it.
    fn body(&mut self, root: usize) -> Result<String, fmt::Error> {
        let (mut body, mut open) = (String::new(), Vec::new());
        let (end, depth) = (self.end(root), self.entries[root].depth);
        let mut index = root;
        while index < end {
            let entry = self.entries[index];
            close(&mut body, &self.elements, &mut open, (entry.depth - depth) as usize)?;
            let indent = 4 + 2 * open.len();
            if index > root && entry.tree.is_some() {
                let id = self.tree(index)?;
                write!(body, "{:indent$}<SubTree ID=\"{id}\" name=\"", "")?;
                let site = Entry { text: entry.tree.unwrap_or_default(), tree: None, ..entry };
                self.picture.label(&site, " ", &mut Escaped { to: &mut body, replace: xml })?;
                body.push_str("\"/>\n");
                index = self.end(index);
                continue;
            }
            let element = &self.elements[index];
            write!(body, "{:indent$}<{} name=\"", "", element.id)?;
            // What is said where a tree is spliced in stays there.
            let own = if root > 0 && index == root {
                Entry { head: None, label: None, tree: None, note: None, ..entry }
            } else {
                entry
            };
            self.picture.label(&own, " ", &mut Escaped { to: &mut body, replace: xml })?;
            body.push('"');
            if let Some((port, value)) = &element.port {
                write!(body, " {port}=\"")?;
                Escaped { to: &mut body, replace: xml }.write_str(value)?;
                body.push('"');
            }
            if let Some(note) = own.note {
                body.push_str(" _description=\"");
                Escaped { to: &mut body, replace: xml }.write_str(note)?;
                body.push('"');
            }
            if self.children[index] == 0 {
                body.push_str("/>\n");
            } else {
                body.push_str(">\n");
                open.push(index);
            }
            index += 1;
        }
        close(&mut body, &self.elements, &mut open, 0)?;
        Ok(body)
    }

    /// The ID of the tree that begins with a node. Trees that are alike are written once.
    fn tree(&mut self, root: usize) -> Result<String, fmt::Error> {
        let body = self.body(root)?;
        let written = self.entries[root].tree.unwrap_or_default();
        let name = name(written, false);
        let mut id = name.clone();
        for number in 2.. {
            match self.trees.iter().find(|(taken, _)| *taken == id) {
                Some((_, other)) if *other == body => return Ok(id),
                None if id != MAIN && self.elements.iter().all(|element| element.id != id) => break,
                _ => id = format!("{name}_{number}"),
            }
        }
        self.trees.push((id.clone(), body));
        Ok(id)
    }
}

/// The ID of the whole tree.
const MAIN: &str = "MainTree";

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
        let mut document =
            Document { picture: self.0, entries, children: shape.children, elements, trees: Vec::new() };
        let main = document.body(0)?;

        f.write_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
        writeln!(f, "<root BTCPP_format=\"4\" main_tree_to_execute=\"{MAIN}\">")?;
        let spliced = document.trees.iter().map(|(id, body)| (&**id, &**body));
        for (id, body) in core::iter::once((MAIN, &*main)).chain(spliced) {
            writeln!(f, "  <BehaviorTree ID=\"{id}\">\n{body}  </BehaviorTree>")?;
        }

        let models = document
            .elements
            .iter()
            .filter_map(|element| Some((element.model?, &*element.id, element.port.is_some())));
        let mut models: Vec<(Model, &str, bool)> = models.collect();
        // Of those with the same ID, one that has arguments comes first.
        models.sort_by_key(|(model, id, has_port)| (*model, *id, !has_port));
        models.dedup_by_key(|(model, id, _)| (*model, *id));
        f.write_str("  <TreeNodesModel>\n")?;
        for (model, id, has_port) in models {
            let tag = model.tag();
            match has_port {
                true => writeln!(f, "    <{tag} ID=\"{id}\"><input_port name=\"{ARGUMENTS}\"/></{tag}>")?,
                false => writeln!(f, "    <{tag} ID=\"{id}\"/>")?,
            }
        }
        f.write_str("  </TreeNodesModel>\n</root>\n")
    }
}

/// Closes the elements that are as deep as the next node, or deeper.
fn close(body: &mut String, elements: &[Element], open: &mut Vec<usize>, depth: usize) -> fmt::Result {
    while open.len() > depth {
        if let Some(index) = open.pop() {
            writeln!(body, "{:1$}</{2}>", "", 4 + 2 * open.len(), elements[index].id)?;
        }
    }
    Ok(())
}
