//! What holds of every error, whatever it is about.

use super::compiler::{Diagnostic, Span};

/// Names of the macro's making, and of what it calls: a user has written none of them.
const OURS: &[&str] = &[
    "__bt",
    "__Bt",
    "__BT",
    "private::",
    "Answer<",
    "Returned",
    "{closure",
    "closure@",
    "Asked",
    "Spliced<",
    "bt_impl",
    "AnyLeaf",
    "bt_core::leaf::",
    "bt_core::check::",
    "_::_",
];

/// The errors among what the compiler said.
pub fn errors(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    // "aborting due to .." points at nothing.
    diagnostics.iter().filter(|found| found.level == "error" && !found.spans.is_empty()).collect()
}

/// What is wrong with the way an error is reported, in a file of this name and content.
pub fn broken(file: &str, source: &str, error: &Diagnostic) -> Vec<String> {
    let mut broken = Vec::new();
    for span in error.spans.iter().filter(|span| span.is_primary) {
        if !span.file.ends_with(file) {
            broken.push(format!("points into {}", span.file));
        } else if is_whole(source, span) {
            broken.push("points at the whole `bt!`".to_owned());
        }
    }
    for part in error.parts() {
        let labels = part.spans.iter().map(|span| &span.label);
        for text in labels.chain([&part.message]) {
            for name in OURS.iter().filter(|name| text.contains(**name)) {
                broken.push(format!("says `{name}` in \"{}\"", text.lines().collect::<Vec<_>>().join(" ")));
            }
        }
        broken.extend(part.spans.iter().filter_map(|span| wrong_edit(file, source, span)));
    }
    broken
}

fn is_whole(source: &str, span: &Span) -> bool {
    let text = source.get(span.range.clone()).unwrap_or_default();
    let inside = ["bt!", "bt_core::bt!"].iter().find_map(|name| text.strip_prefix(name));
    // A tree within a tree is not the whole.
    let before = &source[..span.range.start];
    let since = before.rfind("bt!").map_or("", |outer| &before[outer..]);
    if since.matches(['{', '(', '[']).count() > since.matches(['}', ')', ']']).count() {
        return false;
    }
    // Where there is nothing, there is nothing else to point at.
    inside
        .is_some_and(|inside| inside.contains(|sign: char| !sign.is_whitespace() && !"(){}[]".contains(sign)))
}

/// A proposal to write something that is wrong, or somewhere else than in the user's file.
fn wrong_edit(file: &str, source: &str, span: &Span) -> Option<String> {
    let replacement = span.replacement.as_ref()?;
    if !span.file.ends_with(file) {
        return Some(format!("proposes to edit {}", span.file));
    }
    // A leaf gets its blackboard from the macro: `near(near, 3.0)` has one too many.
    let line_start = source[..span.range.start].rfind('\n').map_or(0, |end| end + 1);
    let line_end = source[span.range.end..].find('\n').map_or(source.len(), |end| span.range.end + end);
    let line = format!(
        "{}{replacement}{}",
        &source[line_start..span.range.start],
        &source[span.range.end..line_end]
    );
    let mut calls = line.match_indices('(').filter_map(|(open, _)| {
        let name = |letter: char| letter.is_alphanumeric() || letter == '_';
        let before = &line[..open];
        let called = &before[before.trim_end_matches(name).len()..];
        let inside = line[open + 1..].trim_start();
        let first = &inside[..inside.len() - inside.trim_start_matches(name).len()];
        (!called.is_empty() && called == first).then(|| called.to_owned())
    });
    let called = calls.next()?;
    Some(format!("proposes `{called}({called}, ..)`"))
}
