//! A tree as written: what the parser makes of the tokens.

mod arguments;
mod arity;
mod bare;
mod cases;
mod cursor;
mod header;
mod instead;
mod invisible;
mod item;
pub mod literal;
mod machine;
mod mistakes;
mod parse;
mod reader;
mod splice;
mod states;
mod walk;

use proc_macro2::{Group, Ident, Span, TokenStream};

use crate::catalogue::{Keyword, Variant};

pub use item::Item;
pub use machine::{Aim, End, Machine, Name, State, Target, Transition, Trigger};
pub use parse::parse;
pub use states::target_elsewhere;

/// All that stands in one `bt!`.
pub struct Tree {
    /// The struct, in item form.
    pub item: Option<Item>,
    /// `|c: &mut Ctx<'_>|`.
    pub header: Option<Header>,
    /// The root.
    pub root: Node,
}

/// `|name: &mut blackboard|`.
#[derive(Debug)]
pub struct Header {
    /// The name that blocks and arguments use for the blackboard.
    pub name: Ident,
    /// Its type.
    pub blackboard: Blackboard,
    /// What the tree can answer at all, as a type: `-> bool`.
    pub outcome: Option<TokenStream>,
}

/// What a header says of the blackboard.
#[derive(Debug)]
pub enum Blackboard {
    /// A type.
    Type(TokenStream),
    /// The bounds of `(impl A + B)`.
    Bounds(TokenStream),
    /// Something with a mistake in it.
    Broken,
}

/// A node, with what stands before it.
#[derive(Debug)]
pub struct Node {
    /// The lines of its doc comment.
    pub note: Vec<String>,
    /// Its label.
    pub label: Option<Label>,
    /// What it is.
    pub kind: Kind,
    /// Where it is: its first token after the label.
    pub span: Span,
    /// What stands before it in front of `=>`, in a list where that is no condition.
    pub head: Option<TokenStream>,
    /// The header of its own, under `focus`.
    pub header: Option<Box<Header>>,
}

/// A label: the text, and where it is written.
#[derive(Debug)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Its token.
    pub span: Span,
}

/// What a node is.
#[derive(Debug)]
pub enum Kind {
    /// A node of the catalogue.
    Keyword {
        /// Its row.
        keyword: &'static Keyword,
        /// The word as written.
        name: Ident,
        /// Its arguments as written, in parentheses.
        written: Option<Group>,
        /// Its arguments, one for each parameter of the row.
        arguments: Vec<Option<Argument>>,
        /// Its children.
        children: Vec<Node>,
    },
    /// `states < .. >`
    States(Box<Machine>),
    /// `!x`, at the exclamation mark.
    Not(Box<Node>),
    /// `condition => child`.
    Arm(Box<Node>, Box<Node>),
    /// A function, called with the blackboard.
    Function(Call),
    /// Inline Rust.
    Block(Group),
    /// `@value`.
    Splice {
        /// The value.
        value: TokenStream,
        /// Its type, as far as it can be read from the tokens.
        type_name: Option<TokenStream>,
        /// Whether the type was written behind the value, with `as`.
        is_cast: bool,
    },
    /// `@Type(args) < children >`.
    Custom {
        /// The type.
        path: TokenStream,
        /// The arguments after the child.
        arguments: TokenStream,
        /// Its children.
        children: Vec<Node>,
    },
    /// Something with a mistake in it, and the nodes below that could be read.
    Broken(Vec<Node>),
}

/// A function and the arguments it gets after the blackboard.
#[derive(Debug)]
pub struct Call {
    /// The path, as written.
    pub path: TokenStream,
    /// The path's last name, which errors point at.
    pub name: Ident,
    /// The arguments, each as written.
    pub arguments: Vec<TokenStream>,
    /// All arguments, in their parentheses.
    pub written: Option<Group>,
}

/// An argument of a keyword.
#[derive(Debug)]
pub enum Argument {
    /// A duration written with its unit, in nanoseconds.
    Duration(u64),
    /// A number.
    Count(u32),
    /// An expression.
    Expression(TokenStream),
    /// `low..high` or `low..=high`, of durations or counts.
    Range(Box<Range>),
    /// `let pattern`, for an event.
    Pattern(Pattern),
    /// A threshold's word, as a type.
    Threshold(&'static str),
    /// A node that answers at once.
    Condition(Box<Node>),
    /// A function.
    Function(Hook),
    /// A word out of a few.
    Choice(&'static Variant),
}

/// A range in the place of a duration or a count.
#[derive(Debug)]
pub struct Range {
    /// The lower bound.
    pub low: Argument,
    /// The upper bound.
    pub high: Argument,
    /// Whether the upper bound is part of it.
    pub inclusive: bool,
}

/// `let pattern if guard => { block }`
#[derive(Debug)]
pub struct Pattern {
    /// The pattern.
    pub pattern: TokenStream,
    /// The condition behind its `if`.
    pub guard: Option<TokenStream>,
    /// What runs with its bindings.
    pub block: Option<Group>,
}

/// Something that is called with the blackboard and answers nothing.
#[derive(Debug)]
pub enum Hook {
    /// A function.
    Call(Call),
    /// A closure.
    Closure(TokenStream),
    /// Inline Rust over the header's name.
    Block(Group),
}
