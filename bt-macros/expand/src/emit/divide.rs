//! Which leaves of a tree in item form stand in one function.
//!
//! What the compiler spends on a function grows with the square of the leaves in it. So the
//! children of a composite are gathered until they have many leaves together; these are a
//! part, a function of its own. The leaves under a `focus` are on another blackboard, and a
//! function of their own as well.

use std::collections::BTreeMap;

use super::tokens::self_span;
use crate::catalogue::{Children, Head, Keyword};
use crate::syntax::{Kind, Node};

/// So many leaves are a part.
const MANY: usize = 32;

/// The division of a tree.
#[derive(Debug, Default)]
pub struct Division {
    /// The function that each leaf stands in, in preorder.
    functions: Vec<u32>,
    /// Whether a leaf in the function reads `self`.
    reads_self: Vec<bool>,
    /// The last children of parts, and the children of `focus`, with their functions.
    closing: BTreeMap<usize, u32>,
}

impl Division {
    /// Divides a tree; where parts can't be, all leaves on one blackboard stand together.
    pub fn of(root: &Node, has_parts: bool) -> Self {
        let mut divider = Divider { division: Division::default(), leaves: Vec::new(), has_parts };
        // The main function comes first.
        divider.division.reads_self.push(false);
        let mut open = Vec::new();
        divider.node(root, &mut open);
        divider.close(&open, 0);
        divider.division
    }

    /// The function of a leaf.
    pub fn function(&self, leaf: usize) -> u32 {
        self.functions[leaf]
    }

    /// The number of functions.
    pub fn len(&self) -> u32 {
        self.reads_self.len() as u32
    }

    /// Whether something in a function reads `self`.
    pub fn reads_self(&self, function: u32) -> bool {
        self.reads_self[function as usize]
    }

    /// The function that ends with this node: a part, or what is below a `focus`.
    pub fn closing(&self, node: &Node) -> Option<u32> {
        self.closing.get(&key(node)).copied()
    }
}

struct Divider {
    division: Division,
    /// Of each leaf, whether it reads `self`.
    leaves: Vec<bool>,
    has_parts: bool,
}

impl Divider {
    fn node(&mut self, node: &Node, open: &mut Vec<usize>) {
        match &node.kind {
            Kind::Function(_) | Kind::Block(_) => {
                open.push(self.leaves.len());
                self.leaves.push(self_span(node).is_some());
                self.division.functions.push(0);
            }
            Kind::Keyword { keyword, children, .. } if matches!(keyword.children, Children::Focused) => {
                for child in children {
                    let mut focused = Vec::new();
                    self.node(child, &mut focused);
                    self.function(child, &focused);
                }
            }
            Kind::Keyword { keyword, arguments, children, .. }
                if self.has_parts
                    && matches!(keyword.children, Children::Some)
                    && keyword.head != Head::Case =>
            {
                for argument in arguments.iter().flatten().filter_map(|argument| argument.condition()) {
                    self.node(argument, open);
                }
                self.children(children, waits_in_turn(keyword, children), open);
            }
            Kind::States(machine) if self.has_parts => {
                self.children(machine.bodies(), false, open);
                machine.triggers().for_each(|trigger| self.node(trigger, open));
            }
            _ => node.below().into_iter().for_each(|node| self.node(node, open)),
        }
    }

    /// Children of one node, of which some may be a part.
    fn children<'n>(
        &mut self,
        children: impl IntoIterator<Item = &'n Node>,
        each_by_itself: bool,
        open: &mut Vec<usize>,
    ) {
        let mut first = open.len();
        for child in children {
            if each_by_itself {
                first = open.len();
            }
            self.node(child, open);
            if open.len() - first >= MANY {
                let part = open.split_off(first);
                self.function(child, &part);
                first = open.len();
            }
        }
    }

    fn function(&mut self, last: &Node, leaves: &[usize]) {
        let function = self.division.len();
        self.division.reads_self.push(false);
        self.close(leaves, function);
        self.division.closing.insert(key(last), function);
    }

    fn close(&mut self, leaves: &[usize], function: u32) {
        for &leaf in leaves {
            self.division.functions[leaf] = function;
        }
        self.division.reads_self[function as usize] = leaves.iter().any(|&leaf| self.leaves[leaf]);
    }
}

/// Whether each child of a sequence is checked with those behind it: none may run behind one
/// that waits, so that each stays by itself.
pub fn waits_in_turn(keyword: &Keyword, children: &[Node]) -> bool {
    keyword.name == "sequence" && children.iter().any(Node::waits)
}

/// A node by where it is.
fn key(node: &Node) -> usize {
    std::ptr::from_ref(node) as usize
}
