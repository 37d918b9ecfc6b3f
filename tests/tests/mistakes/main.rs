//! A mistake in a tree is one error, at what is wrong and no more, in words about trees:
//! rules on what the compiler says of every mistake that these tests know.

mod compiler;
mod rules;
mod table;

use std::fs;
use std::path::PathBuf;

/// Files of `tests/ui` that hold several mistakes.
const SEVERAL: &[(&str, usize)] = &[
    ("argument_without_its_name", 3),
    ("bare_expression", 4),
    ("blackboard_as_argument", 2),
    ("blackboard_without_events", 2),
    ("braces_around_a_node", 2),
    ("brackets_for_angles", 2),
    ("child_in_parentheses", 2),
    ("derive_with_wrong_field", 3),
    ("five_wrong_leaves", 5),
    ("keyword_in_several_words", 2),
    ("leaf_of_another_library", 2),
    ("outcome_missing", 2),
    ("parentheses_around_a_node", 2),
    ("pattern_with_another_arrow", 2),
    ("probability_in_percent", 3),
    ("range_without_end", 2),
    ("several_mistakes", 4),
    ("several_names_from_elsewhere", 4),
    ("splice_forgotten", 3),
    ("splice_of_an_expression", 4),
    ("states_after_without_unit", 2),
    ("states_body_that_never_ends_so", 3),
    ("states_hook_of_no_state", 2),
    ("states_in_an_item", 3),
    ("states_never_entered", 2),
    ("states_never_taken", 4),
    ("states_unknown_target", 2),
    ("states_words_of_other_libraries", 5),
    ("two_wrong_leaves_of_one_type", 2),
    ("unit_from_elsewhere", 4),
    ("utility_without_scores", 2),
    ("word_of_rust", 4),
];

/// What is known to break a rule.
const EXCEPTIONS: &[&str] = &[
    "custom_node_that_is_none",
    "derive_expires_on_wrong_field",
    "derive_with_wrong_field",
    "five_wrong_leaves",
    "leaf_with_too_few_arguments",
    "switch_is_not_exhaustive",
];

/// All of `tests/ui`: a name for each, its path, and its content.
fn cases() -> Vec<(String, PathBuf, String)> {
    let directory = compiler::root().join("tests/tests/ui");
    let mut cases = Vec::new();
    for folder in ["macro", "rustc"] {
        for entry in fs::read_dir(directory.join(folder)).expect("it is there") {
            let path = entry.expect("it can be read").path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
                let source = fs::read_to_string(&path).expect("it is text");
                cases.push((name, path, source));
            }
        }
    }
    cases.sort();
    cases
}

#[test]
fn every_case_keeps_the_rules() {
    let cases = cases();
    let programs: Vec<(String, PathBuf)> =
        cases.iter().map(|(name, path, _)| (name.clone(), path.clone())).collect();
    let said = compiler::check("rules", &programs);
    let mut broken = Vec::new();
    for (name, _, source) in &cases {
        let mut here: Vec<String> = Vec::new();
        let errors = rules::errors(&said[name]);
        let expected = SEVERAL.iter().find(|(case, _)| case == name).map_or(1, |(_, count)| *count);
        if errors.len() != expected {
            here.push(format!("{} errors for {expected} mistakes", errors.len()));
        }
        for error in errors {
            here.extend(rules::broken(&format!("{name}.rs"), source, error));
        }
        match EXCEPTIONS.contains(&name.as_str()) {
            true if here.is_empty() => broken.push(format!("{name} is no exception any more")),
            true => {}
            false => broken.extend(here.iter().map(|what| format!("{name}: {what}"))),
        }
    }
    assert!(broken.is_empty(), "{}\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn every_mistake_of_the_table_is_one_error_at_the_mark() {
    let entries = table::read(include_str!("mistakes.txt"));
    let (source, placed) = table::program(&entries, |entry| Some(&entry.wrong));
    let said = check("wrong", &source);
    let errors = rules::errors(&said);
    let mut broken = Vec::new();
    for tree in &placed {
        let mut here = Vec::new();
        let found: Vec<_> = errors
            .iter()
            .filter(|error| error.primary().is_some_and(|span| tree.module.contains(&span.range.start)))
            .collect();
        let mut missing: Vec<_> = tree.entry.marks.iter().zip(&tree.entry.says).collect();
        for error in found {
            let range = error.primary().expect("it was found by its place").range.clone();
            let range = range.start.saturating_sub(tree.begin)..range.end.saturating_sub(tree.begin);
            let place =
                missing.iter().position(|(mark, says)| **mark == range && error.message.contains(*says));
            match place {
                Some(place) => drop(missing.remove(place)),
                None => here.push(format!("unexpected:\n{}", error.rendered)),
            }
            here.extend(rules::broken("wrong.rs", &source, error));
        }
        here.extend(
            missing
                .iter()
                .map(|(mark, says)| format!("missing at `{}`: {says}", &tree.entry.wrong[(*mark).clone()])),
        );
        broken.extend(here.iter().map(|what| format!("{}\n    {what}", source[tree.module.clone()].trim())));
    }
    broken.extend(
        errors
            .iter()
            .filter(|error| error.primary().is_some_and(|span| !span.file.ends_with("wrong.rs")))
            .map(|error| format!("elsewhere:\n{}", error.rendered)),
    );
    assert!(broken.is_empty(), "{} of {} trees\n{}", broken.len(), placed.len(), broken.join("\n"));
}

#[test]
fn every_help_of_the_table_works_when_followed() {
    let entries = table::read(include_str!("mistakes.txt"));
    let (source, placed) = table::program(&entries, |entry| entry.right.as_deref());
    assert!(placed.len() > 40);
    let said = check("right", &source);
    let said: Vec<&str> =
        said.iter().filter(|said| !said.spans.is_empty()).map(|said| said.rendered.as_str()).collect();
    assert!(said.is_empty(), "{}", said.join("\n"));
}

fn check(name: &str, source: &str) -> Vec<compiler::Diagnostic> {
    let path = compiler::target().join("tests").join(format!("{name}.rs"));
    fs::create_dir_all(path.parent().expect("it has one")).expect("the target directory can be written");
    fs::write(&path, source).expect("the target directory can be written");
    compiler::check(name, &[(name.to_owned(), path)]).remove(name).expect("it was checked")
}
