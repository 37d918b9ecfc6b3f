//! Going through a tree.

use proc_macro2::{Group, Span, TokenStream};

use super::{Argument, Hook, Kind, Node, Pattern};

impl Node {
    /// The nodes right below, in order: conditions in arguments first.
    pub fn below(&self) -> Vec<&Node> {
        match &self.kind {
            Kind::Keyword { arguments, children, .. } => {
                let conditions = arguments.iter().flatten().filter_map(|argument| argument.condition());
                conditions.chain(children).collect()
            }
            Kind::States(machine) => machine.below(),
            Kind::Not(child) => vec![child],
            Kind::Arm(condition, child) => vec![condition, child],
            Kind::Custom { children, .. } | Kind::Broken(children) => children.iter().collect(),
            Kind::Function(_) | Kind::Block(_) | Kind::Splice { .. } => Vec::new(),
        }
    }

    /// Calls `f` with this node and all below, in preorder.
    pub fn for_each<'n>(&'n self, f: &mut impl FnMut(&'n Node)) {
        f(self);
        for node in self.below() {
            node.for_each(f);
        }
    }

    /// [`below`](Node::below), to change the nodes.
    pub fn below_mut(&mut self) -> Vec<&mut Node> {
        match &mut self.kind {
            Kind::Keyword { arguments, children, .. } => {
                let conditions = arguments.iter_mut().flatten().filter_map(|argument| match argument {
                    Argument::Condition(node) => Some(&mut **node),
                    _ => None,
                });
                conditions.chain(children).collect()
            }
            Kind::States(machine) => machine.below_mut(),
            Kind::Not(child) => vec![child],
            Kind::Arm(condition, child) => vec![condition, child],
            Kind::Custom { children, .. } | Kind::Broken(children) => children.iter_mut().collect(),
            Kind::Function(_) | Kind::Block(_) | Kind::Splice { .. } => Vec::new(),
        }
    }

    /// [`for_each`](Node::for_each), to change the nodes.
    pub fn for_each_mut(&mut self, f: &mut impl FnMut(&mut Node)) {
        f(self);
        for node in self.below_mut() {
            node.for_each_mut(f);
        }
    }

    /// The number of levels, of this node and those below.
    pub fn depth(&self) -> usize {
        1 + self.below().into_iter().map(Node::depth).max().unwrap_or(0)
    }

    /// The pieces of Rust in this node.
    pub fn rust(&self) -> Vec<TokenStream> {
        let mut rust: Vec<TokenStream> = self.head.iter().cloned().collect();
        rust.extend(match &self.kind {
            Kind::Keyword { arguments, .. } => arguments.iter().flatten().flat_map(Argument::rust).collect(),
            Kind::States(machine) => machine.rust(),
            Kind::Function(call) => call.arguments.clone(),
            Kind::Block(block) => vec![block.stream()],
            Kind::Splice { value, .. } => vec![value.clone()],
            Kind::Custom { arguments, .. } => vec![arguments.clone()],
            Kind::Not(_) | Kind::Arm(..) | Kind::Broken(_) => Vec::new(),
        });
        rust
    }

    /// Whether something is waited for, here or below.
    pub fn waits(&self) -> bool {
        matches!(&self.kind, Kind::Keyword { keyword, .. } if keyword.waits)
            || self.below().into_iter().any(Node::waits)
    }

    /// Where a spliced value begins, behind the `@`.
    pub fn value_span(&self) -> Span {
        match &self.kind {
            Kind::Splice { value, .. } => {
                value.clone().into_iter().next().map_or(self.span, |token| token.span())
            }
            _ => self.span,
        }
    }
}

impl Argument {
    /// The node, if the argument is a condition.
    pub fn condition(&self) -> Option<&Node> {
        match self {
            Argument::Condition(node) => Some(node),
            _ => None,
        }
    }

    /// The argument itself, or the lower bound of a range.
    pub fn low(&self) -> &Argument {
        match self {
            Argument::Range(range) => &range.low,
            argument => argument,
        }
    }

    /// The pieces of Rust in this argument.
    pub fn rust(&self) -> Vec<TokenStream> {
        match self {
            Argument::Expression(tokens) => vec![tokens.clone()],
            Argument::Range(range) => [range.low.rust(), range.high.rust()].concat(),
            Argument::Pattern(Pattern { guard, block, .. }) => {
                guard.iter().cloned().chain(block.as_ref().map(Group::stream)).collect()
            }
            Argument::Function(hook) => hook.rust(),
            Argument::Duration(_)
            | Argument::Count(_)
            | Argument::Threshold(_)
            | Argument::Condition(_)
            | Argument::Choice(_) => Vec::new(),
        }
    }
}

impl Hook {
    pub(super) fn rust(&self) -> Vec<TokenStream> {
        match self {
            Hook::Call(call) => call.arguments.clone(),
            Hook::Closure(tokens) => vec![tokens.clone()],
            Hook::Block(block) => vec![block.stream()],
        }
    }
}
