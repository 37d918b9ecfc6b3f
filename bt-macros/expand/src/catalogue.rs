//! Every keyword of the language, in one table: what it takes, and how to
//! write it. Parsing, checks, suggestions and emission all read it.

/// A keyword.
#[derive(Debug)]
pub struct Keyword {
    /// The word, which is also the name of the function in `bt_core::node`.
    pub name: &'static str,
    /// The node's type, whose parameters are the children, then what stands before
    /// them, then an argument each.
    pub type_name: &'static str,
    /// What it takes in parentheses.
    pub parameters: &'static [Parameter],
    /// What it takes in angle brackets.
    pub children: Children,
    /// What stands before each child.
    pub head: Head,
    /// Which answer of a child lets the next one have its turn.
    pub passes: Option<Pass>,
    /// What it asks of the blackboard.
    pub needs: Option<Need>,
    /// Whether each of its runs takes a while.
    pub waits: bool,
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
    /// `800ms`, an expression of type `Duration`, or a range of these.
    Duration,
    /// `3`, an expression of type `u32`, or a range of these.
    Count,
    /// A count for ever, which is no range: there is no run that it could be drawn for.
    Total,
    /// An expression of a type of numbers.
    Number,
    /// A node that answers at once.
    Condition,
    /// A path, a closure or a block, called with the blackboard.
    Function,
    /// What the patterns before the children are matched with.
    Subject,
    /// `&mut` a part of the blackboard.
    Part,
    /// An event, or `let` and a pattern.
    Event,
    /// One of these words, each with the method and the type it stands for.
    Choice(&'static [Variant]),
    /// One of these words, each with a type, or a count of children.
    Threshold(&'static [(&'static str, &'static str)]),
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
    /// By name, as in `on = success`, to the method of that name; with the type
    /// that the node has without it, if it has one then.
    Named(Option<&'static str>),
}

/// The number of children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Children {
    /// A leaf.
    None,
    /// A decorator.
    One,
    /// A decorator whose child is on another blackboard, with a header of its own.
    Focused,
    /// A composite.
    Some,
    /// One for each of these places, of which so many are required.
    Places(&'static [Place], usize),
}

/// What a child is to its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Any node.
    Child,
    /// A node that answers at once and decides.
    Condition,
    /// A node that answers at once and is ticked last.
    Cleanup,
}

/// What stands before a child, in front of `=>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Head {
    /// Nothing.
    None,
    /// A pattern, with or without an `if`.
    Pattern,
    /// A condition, which is a node as well; `_` before the last.
    Case,
    /// A number.
    Score,
    /// A number, or nothing.
    Weight,
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
    /// `Random`.
    Random,
    /// `Events`.
    Events,
}

const DURATION: Parameter = required("duration", Kind::Duration);
const TIMES: Parameter = required("count", Kind::Count);
const CONDITION: Parameter = required("condition", Kind::Condition);
const FUNCTION: Parameter = required("function", Kind::Function);
const EVENT: Parameter = required("event", Kind::Event);

const fn required(name: &'static str, kind: Kind) -> Parameter {
    Parameter { name, kind, passing: Passing::Required }
}

const fn named(name: &'static str, kind: Kind, default: Option<&'static str>) -> Parameter {
    Parameter { name, kind, passing: Passing::Named(default) }
}

const fn times(type_name: &'static str) -> Parameter {
    let variant = Variant { word: "", method: "times", type_name };
    Parameter { name: "count", kind: Kind::Count, passing: Passing::Optional(variant) }
}

const fn node(
    name: &'static str,
    type_name: &'static str,
    parameters: &'static [Parameter],
    children: Children,
    usage: &'static str,
) -> Keyword {
    Keyword {
        name,
        type_name,
        parameters,
        children,
        head: Head::None,
        passes: None,
        needs: None,
        waits: false,
        usage,
    }
}

const fn passing(keyword: Keyword, pass: Pass) -> Keyword {
    Keyword { passes: Some(pass), ..keyword }
}

const fn headed(keyword: Keyword, head: Head) -> Keyword {
    Keyword { head, ..keyword }
}

const fn needing(keyword: Keyword, need: Need) -> Keyword {
    Keyword { needs: Some(need), ..keyword }
}

const fn waiting(keyword: Keyword) -> Keyword {
    Keyword { waits: true, ..keyword }
}

const IF_ELSE: Children = Children::Places(&[Place::Condition, Place::Child, Place::Child], 2);
const WHILE: Children = Children::Places(&[Place::Condition, Place::Child], 2);
const TWO: Children = Children::Places(&[Place::Child, Place::Child], 2);
const FINALLY: Children = Children::Places(&[Place::Child, Place::Cleanup], 2);

const fn variant(word: &'static str, method: &'static str, type_name: &'static str) -> Variant {
    Variant { word, method, type_name }
}

const ON_SUCCESS: Parameter =
    named("on", Kind::Choice(&[variant("success", "on_success", "CooldownOnSuccess")]), None);
const ON_START: Parameter =
    named("on", Kind::Choice(&[variant("start", "on_start", "ThrottleOnStart")]), None);
const IF_ELSE_AT: Parameter =
    named("at", Kind::Choice(&[variant("start", "at_start", "IfElseAtStart")]), None);
const SWITCH_AT: Parameter =
    named("at", Kind::Choice(&[variant("start", "at_start", "SwitchAtStart")]), None);
const UNTIL: Parameter = named(
    "until",
    Kind::Choice(&[
        variant("failure", "until_failure", "RepeaterUntilFailure"),
        variant("success", "until_success", "RepeaterUntilSuccess"),
    ]),
    None,
);
const SUCCESS: Parameter =
    named("success", Kind::Threshold(&[("all", "Every"), ("any", "AnyOne")]), Some("Every"));
const FAILURE: Parameter = named(
    "failure",
    Kind::Threshold(&[("any", "AnyOne"), ("all", "Every"), ("never", "Never")]),
    Some("AnyOne"),
);

/// The table.
#[rustfmt::skip]
pub const KEYWORDS: &[Keyword] = &[
    passing(node("sequence", "Sequence", &[], Children::Some, "sequence < a, b >"), Pass::Success),
    passing(node("selector", "Selector", &[], Children::Some, "selector < a, b >"), Pass::Failure),
    passing(node("mem_sequence", "MemSequence", &[], Children::Some, "mem_sequence < a, b >"), Pass::Success),
    passing(node("mem_selector", "MemSelector", &[], Children::Some, "mem_selector < a, b >"), Pass::Failure),
    passing(node("checkpoint_sequence", "CheckpointSequence", &[], Children::Some, "checkpoint_sequence < a, b >"), Pass::Success),
    node("parallel", "Parallel", &[SUCCESS, FAILURE], Children::Some, "parallel < a, b >` or `parallel(success = 1, failure = all) < a, b >"),
    node("race", "Race", &[], Children::Some, "race < a, b >"),
    node("simple_parallel", "SimpleParallel", &[], TWO, "simple_parallel < main, background >"),
    node("if_else", "IfElse", &[IF_ELSE_AT], IF_ELSE, "if_else < condition, a, b >` or `if_else(at = start) < condition, a, b >"),
    node("while_do", "WhileDo", &[], WHILE, "while_do < condition, body >"),
    headed(node("switch", "Switch", &[required("subject", Kind::Subject), SWITCH_AT], Children::Some, SWITCH), Head::Pattern),
    needing(headed(node("random_selector", "RandomSelector", &[], Children::Some, "random_selector < a, b >` or `random_selector < 3 => a, 1 => b >"), Head::Weight), Need::Random),
    needing(headed(node("random_sequence", "RandomSequence", &[], Children::Some, "random_sequence < a, b >` or `random_sequence < 3 => a, 1 => b >"), Head::Weight), Need::Random),
    needing(headed(node("random", "RandomOne", &[], Children::Some, "random < a, b >` or `random < 3 => a, 1 => b >"), Head::Weight), Need::Random),
    node("states", "States", &[], Children::Some, "states < a: body, trigger -> b, b: body >"),
    headed(node("utility", "Utility", &[named("inertia", Kind::Number, Some("NoInertia"))], Children::Some, "utility < score => a, score => b >` or `utility(inertia = 0.1) < score => a, score => b >"), Head::Score),
    node("inverter", "Inverter", &[], Children::One, "inverter < a >` or `!a"),
    node("always_succeed", "AlwaysSucceed", &[], Children::One, "always_succeed < a >"),
    node("always_fail", "AlwaysFail", &[], Children::One, "always_fail < a >"),
    node("repeater", "Repeater", &[times("RepeaterTimes"), UNTIL], Children::One, "repeater(3) < a >`, `repeater < a >` or `repeater(3, until = failure) < a >"),
    node("repeat_until_fail", "UntilFailOnce", &[times("UntilFailTimes")], Children::One, "repeat_until_fail < a >` or `repeat_until_fail(3) < a >"),
    node("repeat_until_success", "UntilSuccessOnce", &[times("UntilSuccessTimes")], Children::One, "repeat_until_success < a >` or `repeat_until_success(3) < a >"),
    node("retry", "Retry", &[TIMES], Children::One, "retry(3) < a >"),
    needing(node("cooldown", "Cooldown", &[DURATION, ON_SUCCESS], Children::One, "cooldown(0.8s) < a >` or `cooldown(0.8s, on = success) < a >"), Need::Clock),
    needing(node("timeout", "Timeout", &[DURATION], Children::One, "timeout(2s) < a >"), Need::Clock),
    waiting(needing(node("delay", "Delay", &[DURATION], Children::One, "delay(0.5s) < a >"), Need::Clock)),
    needing(node("throttle", "Throttle", &[DURATION, ON_START], Children::One, "throttle(0.5s) < a >` or `throttle(0.5s, on = start) < a >"), Need::Clock),
    node("once", "Once", &[], Children::One, "once < a >"),
    node("limit", "Limit", &[required("count", Kind::Total)], Children::One, "limit(3) < a >"),
    node("fresh", "Fresh", &[], Children::One, "fresh < a >"),
    needing(node("chance", "Chance", &[required("probability", Kind::Number)], Children::One, "chance(0.3) < a >"), Need::Random),
    needing(node("service", "Service", &[DURATION, FUNCTION], Children::One, "service(0.5s, function) < a >"), Need::Clock),
    node("guard", "Guard", &[CONDITION], Children::One, "guard(condition) < a >` or `condition => a"),
    node("when", "When", &[CONDITION], Children::One, "when(condition) < a >"),
    node("on_halt", "OnHalt", &[FUNCTION], Children::One, "on_halt(function) < a >"),
    node("finally", "Finally", &[], FINALLY, "finally < body, cleanup >"),
    node("focus", "AnyFocus", &[required("part", Kind::Part)], Children::Focused, "focus(&mut blackboard.part) < |part: &mut Part| a >"),
    node("success", "Success", &[], Children::None, "success"),
    node("failure", "Failure", &[], Children::None, "failure"),
    node("running", "Endless", &[], Children::None, "running"),
    waiting(needing(node("wait", "Wait", &[DURATION], Children::None, "wait(2s)"), Need::Clock)),
    waiting(needing(node("wait_event", "WaitEvent", &[EVENT], Children::None, "wait_event(event)` or `wait_event(let pattern => { .. })"), Need::Events)),
    needing(node("received", "Received", &[EVENT], Children::None, "received(event)` or `received(let pattern => { .. })"), Need::Events),
];

const SWITCH: &str = "switch(expression) < pattern => a, _ => b >` or `switch < condition => a, _ => b >";

/// `switch` without parentheses, whose children have conditions before them. In its list of
/// children, conditions and children take turns; one more at the end is the default.
pub static SWITCH_CASES: Keyword =
    headed(node("switch", "SwitchCases", &[], Children::Some, SWITCH), Head::Case);

/// The words of a machine's clauses that take something in parentheses.
#[rustfmt::skip]
pub const CLAUSES: &[Keyword] = &[
    needing(node("after", "", &[DURATION], Children::None, "after(2s) -> label"), Need::Clock),
    needing(node("on", "Received", &[EVENT], Children::None, "on(event) -> label"), Need::Events),
    node("enter", "", &[FUNCTION], Children::None, "enter(function)"),
    node("exit", "", &[FUNCTION], Children::None, "exit(function)"),
];

/// The clause that begins with this word.
pub fn clause(name: &str) -> Option<&'static Keyword> {
    CLAUSES.iter().find(|clause| clause.name == name)
}

/// The keyword of this name.
pub fn keyword(name: &str) -> Option<&'static Keyword> {
    KEYWORDS.iter().find(|keyword| keyword.name == name)
}
