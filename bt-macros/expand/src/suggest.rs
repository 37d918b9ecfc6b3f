//! What a name that is no keyword was meant to be.

use crate::catalogue::{KEYWORDS, Keyword, keyword};

/// What a name means here.
#[derive(Debug)]
pub enum Suggestion {
    /// Another library's name, or another spelling.
    Known(&'static Keyword),
    /// A typing slip.
    Close(&'static Keyword),
    /// Something that is no node here: what to write instead.
    Instead(&'static str),
}

impl Suggestion {
    /// What to write.
    pub fn help(&self) -> String {
        match self {
            Suggestion::Known(keyword) => format!("write `{}`", keyword.usage),
            Suggestion::Close(keyword) => format!("did you mean `{}`?", keyword.name),
            Suggestion::Instead(instead) => (*instead).to_owned(),
        }
    }
}

/// Names of other libraries, in snake case, and what they are called here.
#[rustfmt::skip]
const ELSEWHERE: &[(&str, &str)] = &[
    ("always_fails", "always_fail"), ("always_failure", "always_fail"), ("failer", "always_fail"),
    ("force_failure", "always_fail"), ("success_is_failure", "always_fail"),
    ("always_succeeds", "always_succeed"), ("always_success", "always_succeed"),
    ("failure_is_success", "always_succeed"), ("force_success", "always_succeed"),
    ("ignore_failure", "always_succeed"), ("succeeder", "always_succeed"),
    ("probability", "chance"),
    ("sequence_with_memory", "checkpoint_sequence"),
    ("cool_down", "cooldown"), ("set_tag_cooldown", "cooldown"), ("tag_cooldown", "cooldown"),
    ("fail", "failure"),
    ("defer", "finally"), ("ensure", "finally"), ("eventually", "finally"), ("try_catch", "finally"),
    ("namespace", "focus"), ("new_scope", "focus"),
    ("condition", "guard"), ("conditional", "guard"), ("eternal_guard", "guard"), ("precondition", "guard"),
    ("semaphore_guard", "guard"),
    ("if", "if_else"), ("if_then_else", "if_else"), ("ternary", "if_else"), ("while_do_else", "if_else"),
    ("inverse", "inverter"), ("invert", "inverter"), ("negate", "inverter"), ("negation", "inverter"),
    ("not", "inverter"),
    ("limiter", "limit"), ("run_limit", "limit"),
    ("async_fallback", "mem_selector"), ("async_selector", "mem_selector"), ("fallback_star", "mem_selector"),
    ("mem_fallback", "mem_selector"), ("memory_fallback", "mem_selector"),
    ("memory_selector", "mem_selector"), ("stateful_selector", "mem_selector"),
    ("async_sequence", "mem_sequence"), ("memory_sequence", "mem_sequence"),
    ("sequence_star", "mem_sequence"), ("stateful_sequence", "mem_sequence"),
    ("on_abort", "on_halt"), ("on_halted", "on_halt"), ("on_interrupt", "on_halt"),
    ("do_once", "once"), ("one_shot", "once"), ("oneshot", "once"), ("run_once", "once"),
    ("after", "parallel"), ("concurrent", "parallel"), ("join", "parallel"), ("parallel_all", "parallel"),
    ("parallel_sequence", "parallel"), ("when_all", "parallel"),
    ("first", "race"), ("parallel_selector", "race"), ("when_any", "race"),
    ("weighted_random", "random"),
    ("probability_selector", "random_selector"), ("random_priority", "random_selector"),
    ("shuffle_selector", "random_selector"),
    ("shuffle", "random_sequence"), ("shuffle_sequence", "random_sequence"),
    ("keep_running_until_failure", "repeat_until_fail"), ("repeat_until_failure", "repeat_until_fail"),
    ("until_fail", "repeat_until_fail"), ("until_failure", "repeat_until_fail"),
    ("repeat_until_successful", "repeat_until_success"), ("until", "repeat_until_success"),
    ("until_success", "repeat_until_success"),
    ("for", "repeater"), ("forever", "repeater"), ("loop", "repeater"), ("loop_double", "repeater"),
    ("loop_int", "repeater"), ("loop_string", "repeater"), ("repeat", "repeater"),
    ("repeat_forever", "repeater"), ("repeat_sequence", "repeater"), ("times", "repeater"),
    ("retry_until_success", "retry"), ("retry_until_successful", "retry"),
    ("idle", "running"), ("run", "running"), ("wait_forever", "running"),
    ("active_selector", "selector"), ("any", "selector"), ("any_of", "selector"), ("choice", "selector"),
    ("dynamic_guard_selector", "selector"), ("dynamic_selector", "selector"), ("fallback", "selector"),
    ("or", "selector"), ("priority", "selector"), ("priority_selector", "selector"),
    ("reactive_fallback", "selector"), ("reactive_select", "selector"), ("reactive_selector", "selector"),
    ("select", "selector"),
    ("finite_state_machine", "states"), ("fsm", "states"), ("hfsm", "states"), ("hsm", "states"),
    ("machine", "states"), ("state", "states"), ("state_chart", "states"), ("state_machine", "states"),
    ("statechart", "states"), ("statemachine", "states"),
    ("active_sequence", "sequence"), ("all", "sequence"), ("all_of", "sequence"), ("and", "sequence"),
    ("dynamic_sequence", "sequence"), ("reactive_sequence", "sequence"), ("sequencer", "sequence"),
    ("succeed", "success"),
    ("case", "switch"), ("match", "switch"), ("select_one", "switch"), ("switch2", "switch"),
    ("switch3", "switch"), ("switch4", "switch"), ("switch5", "switch"), ("switch6", "switch"),
    ("debounce", "throttle"), ("interval", "throttle"), ("rate_controller", "throttle"),
    ("rate_limit", "throttle"), ("tick_interval", "throttle"),
    ("deadline", "timeout"), ("limit_time", "timeout"), ("max_duration", "timeout"),
    ("time_limit", "timeout"),
    ("dynamic_priority_selector", "utility"), ("score_selector", "utility"), ("utility_selector", "utility"),
    ("pause", "wait"), ("sleep", "wait"), ("timer", "wait"), ("wait_time", "wait"),
    ("wait_for_event", "wait_event"), ("wait_signal", "wait_event"),
    ("conditional_loop", "while_do"), ("while", "while_do"), ("while_all", "while_do"),
];

/// Names of other libraries that are no node here, and what to write instead.
const OTHERWISE: &[(&str, &str)] = &[
    ("sub_tree", "splice another tree in with `@Tree`"),
    ("subtree", "splice another tree in with `@Tree`"),
    ("include", "splice another tree in with `@Tree`"),
    ("reference", "splice another tree in with `@Tree`"),
    ("tree", "one `bt!` is one tree: begin with its root, or splice another tree in with `@Tree`"),
    ("root", "one `bt!` is one tree: begin with its root"),
    ("behavior_tree", "one `bt!` is one tree: begin with its root"),
    ("behaviour_tree", "one `bt!` is one tree: begin with its root"),
    ("action", "a function is a leaf by its name, an `Action` is spliced in with `@Value`"),
    ("leaf", "a function is a leaf by its name"),
    ("task", "a function is a leaf by its name"),
    ("script", "write inline Rust in a block, `{ .. }`"),
    ("set_blackboard", "write inline Rust in a block, `{ b.value = 1; }`"),
    ("for_each", "keep the place in the blackboard, and use `repeat_until_fail < .. >`"),
];

/// Endings and beginnings that other libraries give their names.
const AFFIXES: &[&str] = &[
    "_node",
    "_decorator",
    "_composite",
    "bt_",
    "bt",
    "composite_",
    "decorator_",
    "behavior_",
    "behaviour_",
];

/// What a leaf that is written like another library's node is called here.
pub fn suggest_leaf(name: &str) -> Option<Suggestion> {
    let name = match snake_case(name).as_str() {
        // These are decorators with a child, and leaves without.
        "always_success" => "success",
        "always_failure" => "failure",
        _ => name,
    }
    .to_owned();
    let is_foreign = |suggestion: &Suggestion| matches!(suggestion, Suggestion::Known(_));
    keyword(&name).map(Suggestion::Known).or_else(|| suggest(&name)).filter(is_foreign)
}

/// What `name` was meant to be, if it looks like a keyword at all.
pub fn suggest(name: &str) -> Option<Suggestion> {
    let snake = snake_case(name);
    if let Some((_, instead)) = OTHERWISE.iter().find(|(theirs, _)| *theirs == snake) {
        return Some(Suggestion::Instead(instead));
    }
    let bare = AFFIXES.iter().fold(snake.as_str(), |name, affix| {
        let name = name.strip_suffix(affix).unwrap_or(name);
        name.strip_prefix(affix).unwrap_or(name)
    });
    let elsewhere = ELSEWHERE.iter().find(|(theirs, _)| *theirs == bare).map(|(_, ours)| *ours);
    if let Some(known) = elsewhere.and_then(keyword).or_else(|| keyword(bare)) {
        return Some(Suggestion::Known(known));
    }
    let slips = |keyword: &&'static Keyword| edits(bare, keyword.name);
    let closest = KEYWORDS.iter().min_by_key(slips)?;
    // Two slips in a short word make another word.
    let allowed = if closest.name.len() < 5 { 1 } else { 2 };
    (slips(&closest) <= allowed).then_some(Suggestion::Close(closest))
}

/// `ForceSuccess` and `force-success` as `force_success`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut after_lower = false;
    for letter in name.trim_start_matches("r#").chars() {
        if letter.is_uppercase() && after_lower {
            snake.push('_');
        }
        after_lower = letter.is_lowercase() || letter.is_numeric();
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// The number of letters to insert, delete, replace or swap with the next to
/// get from one word to the other.
pub fn edits(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=to.len()).collect()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::{ELSEWHERE, Suggestion, suggest};
    use crate::catalogue::keyword;

    fn meaning(name: &str) -> Option<&'static str> {
        suggest(name).map(|suggestion| match suggestion {
            Suggestion::Known(keyword) | Suggestion::Close(keyword) => keyword.name,
            Suggestion::Instead(instead) => instead,
        })
    }

    #[test]
    fn names_from_elsewhere_lead_to_keywords() {
        for (theirs, ours) in ELSEWHERE {
            assert!(keyword(ours).is_some(), "{ours} is no keyword");
            assert!(keyword(theirs).is_none(), "{theirs} is a keyword");
            assert_eq!(meaning(theirs), Some(*ours));
        }
    }

    #[test]
    fn spelling_does_not_matter() {
        for (written, meant) in [
            ("Sequence", "sequence"),
            ("ForceSuccess", "always_succeed"),
            ("RetryUntilSuccessful", "retry"),
            ("selctor", "selector"),
            ("seletcor", "selector"),
            ("inverterr", "inverter"),
            ("SelectorNode", "selector"),
            ("BTDynamicSelector", "selector"),
            ("BehaviourSequence", "sequence"),
            ("SequenceWithMemory", "checkpoint_sequence"),
            ("Switch3", "switch"),
            ("SimpleParallel", "simple_parallel"),
            ("KeepRunningUntilFailure", "repeat_until_fail"),
            ("SubTree", "splice another tree in with `@Tree`"),
        ] {
            assert_eq!(meaning(written), Some(meant), "{written}");
        }
    }

    #[test]
    fn other_names_are_left_alone() {
        for name in ["attack", "is_low_health", "patrol", "wander", "x"] {
            assert!(meaning(name).is_none(), "{name}");
        }
    }
}
