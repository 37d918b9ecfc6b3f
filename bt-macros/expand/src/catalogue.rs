//! Every keyword of the language, in one table: what it takes, and how to
//! write it. Parsing, checks, suggestions and emission all read it.

/// A keyword.
#[derive(Debug)]
pub struct Keyword {
    /// The word, which is also the name of the function in `bt_core::node`.
    pub name: &'static str,
    /// The node's type, whose parameters are the children, then an argument each.
    pub type_name: &'static str,
    /// What it takes in parentheses.
    pub parameters: &'static [Parameter],
    /// What it takes in angle brackets.
    pub children: Children,
    /// Which answer of a child lets the next one have its turn.
    pub passes: Option<Pass>,
    /// What it asks of the blackboard.
    pub needs: Option<Need>,
    /// How to write it.
    pub usage: &'static str,
}

/// An argument.
#[derive(Debug)]
pub struct Parameter {
    /// What it is called in messages; for a named argument, its name.
    pub name: &'static str,
    /// What may stand there.
    pub kind: Kind,
    /// How it gets to the node.
    pub passing: Passing,
}

/// What an argument is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `800ms`, or an expression of type `Duration`.
    Duration,
    /// `3`, or an expression of type `u32`.
    Count,
    /// A node that answers at once.
    Condition,
    /// A path, a closure or a block, called with the blackboard.
    Function,
    /// One of these words, each with the method and the type it stands for.
    Choice(&'static [Variant]),
}

/// What an optional argument turns the node into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variant {
    /// The word, for a choice.
    pub word: &'static str,
    /// The method of the plain node's type.
    pub method: &'static str,
    /// The type that comes out.
    pub type_name: &'static str,
}

/// How an argument gets to the node.
#[derive(Debug)]
pub enum Passing {
    /// To the node's function, in order.
    Required,
    /// Where given, to a method.
    Optional(Variant),
    /// By name, as in `on = success`; the kind is a choice.
    Named,
}

/// The number of children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Children {
    /// A leaf.
    None,
    /// A decorator.
    One,
    /// A composite.
    Some,
}

/// See [`Keyword::passes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// Success: a sequence.
    Success,
    /// Failure: a selector.
    Failure,
}

/// A trait that the blackboard has to implement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// `Clock`.
    Clock,
}

const DURATION: Parameter = required("duration", Kind::Duration);
const TIMES: Parameter = required("count", Kind::Count);
const CONDITION: Parameter = required("condition", Kind::Condition);
const FUNCTION: Parameter = required("function", Kind::Function);

const fn required(name: &'static str, kind: Kind) -> Parameter {
    Parameter { name, kind, passing: Passing::Required }
}

const fn times(type_name: &'static str) -> Parameter {
    let variant = Variant { word: "", method: "times", type_name };
    Parameter { name: "count", kind: Kind::Count, passing: Passing::Optional(variant) }
}

const fn composite(name: &'static str, type_name: &'static str, pass: Pass, usage: &'static str) -> Keyword {
    Keyword {
        name,
        type_name,
        parameters: &[],
        children: Children::Some,
        passes: Some(pass),
        needs: None,
        usage,
    }
}

const fn decorator(
    name: &'static str,
    type_name: &'static str,
    parameters: &'static [Parameter],
    usage: &'static str,
) -> Keyword {
    Keyword { name, type_name, parameters, children: Children::One, passes: None, needs: None, usage }
}

const fn leaf(
    name: &'static str,
    type_name: &'static str,
    parameters: &'static [Parameter],
    usage: &'static str,
) -> Keyword {
    Keyword { name, type_name, parameters, children: Children::None, passes: None, needs: None, usage }
}

const fn timed(keyword: Keyword) -> Keyword {
    Keyword { needs: Some(Need::Clock), ..keyword }
}

/// The table.
pub const KEYWORDS: &[Keyword] = &[
    composite("sequence", "Sequence", Pass::Success, "sequence < a, b >"),
    composite("selector", "Selector", Pass::Failure, "selector < a, b >"),
    composite("mem_sequence", "MemSequence", Pass::Success, "mem_sequence < a, b >"),
    composite("mem_selector", "MemSelector", Pass::Failure, "mem_selector < a, b >"),
    composite("checkpoint_sequence", "CheckpointSequence", Pass::Success, "checkpoint_sequence < a, b >"),
    decorator("inverter", "Inverter", &[], "inverter < a >` or `!a"),
    decorator("always_succeed", "AlwaysSucceed", &[], "always_succeed < a >"),
    decorator("always_fail", "AlwaysFail", &[], "always_fail < a >"),
    decorator("repeater", "Repeater", &[times("RepeaterTimes")], "repeater(3) < a >` or `repeater < a >"),
    decorator(
        "repeat_until_fail",
        "UntilFailOnce",
        &[times("UntilFailTimes")],
        "repeat_until_fail < a >` or `repeat_until_fail(3) < a >",
    ),
    decorator(
        "repeat_until_success",
        "UntilSuccessOnce",
        &[times("UntilSuccessTimes")],
        "repeat_until_success < a >` or `repeat_until_success(3) < a >",
    ),
    decorator("retry", "Retry", &[TIMES], "retry(3) < a >"),
    timed(decorator(
        "cooldown",
        "Cooldown",
        &[
            DURATION,
            Parameter {
                name: "on",
                kind: Kind::Choice(&[Variant {
                    word: "success",
                    method: "on_success",
                    type_name: "CooldownOnSuccess",
                }]),
                passing: Passing::Named,
            },
        ],
        "cooldown(0.8s) < a >` or `cooldown(0.8s, on = success) < a >",
    )),
    timed(decorator("timeout", "Timeout", &[DURATION], "timeout(2s) < a >")),
    timed(decorator("delay", "Delay", &[DURATION], "delay(0.5s) < a >")),
    decorator("guard", "Guard", &[CONDITION], "guard(condition) < a >` or `condition => a"),
    decorator("when", "When", &[CONDITION], "when(condition) < a >"),
    decorator("on_halt", "OnHalt", &[FUNCTION], "on_halt(function) < a >"),
    leaf("success", "Success", &[], "success"),
    leaf("failure", "Failure", &[], "failure"),
    leaf("running", "Endless", &[], "running"),
    timed(leaf("wait", "Wait", &[DURATION], "wait(2s)")),
];

/// The keyword of this name.
pub fn keyword(name: &str) -> Option<&'static Keyword> {
    KEYWORDS.iter().find(|keyword| keyword.name == name)
}
