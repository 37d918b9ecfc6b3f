//! What a name that is no keyword was meant to be.

use crate::catalogue::{KEYWORDS, Keyword, keyword};

/// What a name means here.
#[derive(Debug)]
pub enum Suggestion {
    /// Another library's name, or another spelling.
    Known(&'static Keyword),
    /// A typing slip.
    Close(&'static Keyword),
}

/// Names of other libraries, in snake case, and what they are called here.
const ELSEWHERE: &[(&str, &str)] = &[
    ("and", "sequence"),
    ("reactive_sequence", "sequence"),
    ("active_sequence", "sequence"),
    ("all", "sequence"),
    ("fallback", "selector"),
    ("reactive_fallback", "selector"),
    ("reactive_selector", "selector"),
    ("active_selector", "selector"),
    ("dynamic_selector", "selector"),
    ("priority", "selector"),
    ("or", "selector"),
    ("any", "selector"),
    ("choice", "selector"),
    ("sequence_star", "mem_sequence"),
    ("memory_sequence", "mem_sequence"),
    ("stateful_sequence", "mem_sequence"),
    ("fallback_star", "mem_selector"),
    ("memory_fallback", "mem_selector"),
    ("mem_fallback", "mem_selector"),
    ("memory_selector", "mem_selector"),
    ("stateful_selector", "mem_selector"),
    ("sequence_with_memory", "checkpoint_sequence"),
    ("not", "inverter"),
    ("invert", "inverter"),
    ("inverse", "inverter"),
    ("negate", "inverter"),
    ("force_success", "always_succeed"),
    ("succeeder", "always_succeed"),
    ("always_success", "always_succeed"),
    ("failure_is_success", "always_succeed"),
    ("force_failure", "always_fail"),
    ("failer", "always_fail"),
    ("always_failure", "always_fail"),
    ("success_is_failure", "always_fail"),
    ("repeat", "repeater"),
    ("repeat_forever", "repeater"),
    ("loop", "repeater"),
    ("forever", "repeater"),
    ("until_fail", "repeat_until_fail"),
    ("until_failure", "repeat_until_fail"),
    ("repeat_until_failure", "repeat_until_fail"),
    ("keep_running_until_failure", "repeat_until_fail"),
    ("until_success", "repeat_until_success"),
    ("repeat_until_successful", "repeat_until_success"),
    ("retry_until_successful", "retry"),
    ("retry_until_success", "retry"),
    ("time_limit", "timeout"),
    ("limit_time", "timeout"),
    ("rate_limit", "throttle"),
    ("cool_down", "cooldown"),
    ("condition", "guard"),
    ("conditional", "guard"),
    ("parallel_all", "parallel"),
    ("concurrent", "parallel"),
    ("join", "parallel"),
    ("first", "race"),
    ("select", "race"),
    ("when_any", "race"),
    ("if", "if_else"),
    ("if_then_else", "if_else"),
    ("while_do_else", "if_else"),
    ("ternary", "if_else"),
    ("while", "while_do"),
    ("switch2", "switch"),
    ("switch3", "switch"),
    ("switch4", "switch"),
    ("switch5", "switch"),
    ("switch6", "switch"),
    ("match", "switch"),
    ("shuffle", "random_sequence"),
    ("random_priority", "random_selector"),
    ("probability_selector", "random_selector"),
    ("utility_selector", "utility"),
    ("dynamic_priority_selector", "utility"),
    ("run_once", "once"),
    ("one_shot", "once"),
    ("oneshot", "once"),
    ("run_limit", "limit"),
    ("limiter", "limit"),
    ("probability", "chance"),
    ("rate_controller", "throttle"),
    ("interval", "throttle"),
    ("eventually", "finally"),
    ("try_catch", "finally"),
    ("scope", "focus"),
    ("subtree", "focus"),
    ("sub_tree", "focus"),
    ("wait_for_event", "wait_event"),
    ("wait_signal", "wait_event"),
    ("eternal_guard", "guard"),
    ("precondition", "guard"),
    ("sleep", "wait"),
    ("pause", "wait"),
    ("succeed", "success"),
    ("fail", "failure"),
    ("run", "running"),
];

/// Endings and beginnings that other libraries give their names.
const AFFIXES: &[&str] = &["_node", "_decorator", "_composite", "bt_", "composite_", "decorator_"];

/// What `name` was meant to be, if it looks like a keyword at all.
pub fn suggest(name: &str) -> Option<Suggestion> {
    let snake = snake_case(name);
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
fn edits(from: &str, to: &str) -> usize {
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
