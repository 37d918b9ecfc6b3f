//! From tokens to a state machine.

use proc_macro2::{Delimiter, Ident, Span, TokenTree};

use super::cursor::Cursor;
use super::parse::{Parser, skip_node};
use super::{Aim, Argument, End, Hook, Kind, Machine, Name, Node, State, Target, Transition, Trigger};
use crate::catalogue::{Keyword, clause, keyword};
use crate::source::text;

/// How a machine is written.
const USAGE: &str = "write `label: body, trigger -> label`";

/// What can't be a label: words that mean something where a label may stand.
const RESERVED: &[&str] =
    &["any", "stay", "back", "push", "resume", "success", "failure", "done", "random", "utility"];

/// Words of other libraries that begin a clause, and what they are called here.
const CLAUSES_ELSEWHERE: &[(&str, &str)] = &[
    ("entry", "enter(function)"),
    ("on_enter", "enter(function)"),
    ("on_entry", "enter(function)"),
    ("on_exit", "exit(function)"),
    ("on_leave", "exit(function)"),
    ("on_event", "on(event) -> label"),
    ("event", "on(event) -> label"),
    ("on_done", "done -> label"),
    ("finished", "done -> label"),
    ("elapsed", "after(2s) -> label"),
    ("transition", "trigger -> label"),
    ("goto", "trigger -> label"),
];

/// Words of other libraries where a target stands, and what is written here.
const TARGETS_ELSEWHERE: &[(&str, &str)] = &[
    ("goto", "write the label alone: `trigger -> label`"),
    ("transition", "write the label alone: `trigger -> label`"),
    ("history", "write `resume label`: it goes on where that machine was left"),
    ("shallow_history", "write `resume label`: it goes on where that machine was left"),
    ("deep_history", "write `resume label`: it goes on where that machine was left"),
    ("pop", "write `back`"),
    ("previous", "write `back`: it leads to the state that was left by `push`"),
    ("end", "write `success` or `failure`"),
    ("final", "write `success` or `failure`"),
    ("ignore", "write `stay`"),
    ("self", "write the state's own label, to enter it anew, or `stay`"),
];

/// To whom a clause belongs.
enum Owner {
    Nobody,
    Any,
    State,
}

impl Parser<'_> {
    /// `"states" "<" .. ">"`, behind the word.
    pub(super) fn states(&mut self, cursor: &mut Cursor, name: Ident, depth: usize) -> Kind {
        if let Some(arguments) = cursor.eat_group(Delimiter::Parenthesis) {
            self.problems.at(arguments.span(), "`states` takes no arguments", USAGE);
        }
        let before = self.problems.count();
        let mut machine =
            Machine { name: name.clone(), any: Vec::new(), states: Vec::new(), keeps_place: false };
        if let Some(group) = cursor.eat_group(Delimiter::Brace) {
            self.within(|parser| parser.entries(&mut Cursor::inside(&group), None, depth, &mut machine));
        } else if cursor.is_punct('<') {
            let open = cursor.span();
            cursor.skip(1);
            self.open += 1;
            self.entries(cursor, Some(open), depth, &mut machine);
            self.open -= 1;
        }
        if machine.states.is_empty() && self.problems.count() == before {
            self.problems.at(name.span(), "`states` needs at least one state", USAGE);
        }
        if machine.states.is_empty() || self.problems.count() > before {
            return Kind::Broken(machine.into_bodies());
        }
        Kind::States(Box::new(machine))
    }

    /// States and clauses, up to a `>` if there is an opening `<`, else to the end.
    fn entries(&mut self, cursor: &mut Cursor, open: Option<Span>, depth: usize, machine: &mut Machine) {
        let mut owner = Owner::Nobody;
        loop {
            if cursor.is_over() {
                if let Some(open) = open {
                    self.problems.at(open, "this `<` is never closed", "a `>` is missing");
                }
                return;
            }
            if open.is_some() && cursor.eat('>') {
                return;
            }
            let mark = cursor.mark();
            self.entry(cursor, depth, machine, &mut owner);
            let over = cursor.is_over() || (open.is_some() && cursor.is_punct('>'));
            if over || cursor.eat(',') {
                continue;
            }
            self.problems.at(
                cursor.span(),
                "a comma is missing before this",
                "states and their clauses are separated by commas: `label: body, trigger -> label`",
            );
            skip_node(cursor);
            cursor.eat(',');
            if cursor.mark() == mark {
                cursor.skip(1);
            }
        }
    }

    /// A state's label and body, or a clause of the state before.
    fn entry(&mut self, cursor: &mut Cursor, depth: usize, machine: &mut Machine, owner: &mut Owner) {
        if cursor.is_word("any") && cursor.is_punct_at(1, ':') && !cursor.is_pair_at(1, ':', ':') {
            if !matches!(owner, Owner::Nobody) {
                self.problems.at(
                    cursor.span(),
                    "`any` stands before the first state, and once",
                    "its transitions are those of every state: `any: trigger -> label, a: body`",
                );
            }
            cursor.skip(2);
            *owner = Owner::Any;
        }
        if cursor.is_word("initial") && !cursor.is_punct_at(1, '-') {
            self.problems.at(
                cursor.span(),
                "no word marks the initial state",
                "the first state written is the initial one",
            );
            skip_node(cursor);
            return;
        }
        if begins_state(cursor) {
            *owner = Owner::State;
            let body = self.node(cursor, depth + 1);
            if let Some(label) = body.label.as_ref().filter(|label| RESERVED.contains(&&*label.text)) {
                self.problems.at(
                    label.span,
                    format!("`{}` can't be the label of a state", label.text),
                    "it has a meaning of its own behind `->`; give the state another label",
                );
            }
            machine.states.push(State { body, enter: None, exit: None, transitions: Vec::new() });
            return;
        }
        let span = cursor.span();
        let word = cursor.ident().cloned();
        let hook = word
            .as_ref()
            .and_then(|word| clause(&word.to_string()))
            .filter(|clause| matches!(clause.name, "enter" | "exit"));
        if let (Some(clause), Some(word)) = (hook, &word) {
            cursor.skip(1);
            let function = self.hook(cursor, clause, word, depth);
            self.attach_hook(machine, owner, clause, word, function);
            return;
        }
        let Some(transition) = self.transition(cursor, depth) else { return };
        match (owner, machine.states.last_mut()) {
            (Owner::Any, _) => machine.any.push(transition),
            (Owner::State, Some(state)) => state.transitions.push(transition),
            _ => self.problems.at(
                span,
                "this transition leads out of no state",
                "write the state's label and body before it, or `any:` for every state",
            ),
        }
    }

    fn hook(
        &mut self,
        cursor: &mut Cursor,
        clause: &'static Keyword,
        word: &Ident,
        depth: usize,
    ) -> Option<Hook> {
        match self.argument(cursor, clause, word, depth) {
            Some(Argument::Function(hook)) => Some(hook),
            _ => None,
        }
    }

    fn attach_hook(
        &mut self,
        machine: &mut Machine,
        owner: &Owner,
        clause: &Keyword,
        word: &Ident,
        function: Option<Hook>,
    ) {
        let place = match (owner, machine.states.last_mut()) {
            (Owner::State, Some(state)) if clause.name == "enter" => &mut state.enter,
            (Owner::State, Some(state)) => &mut state.exit,
            _ => {
                self.problems.at(
                    word.span(),
                    format!("`{word}` belongs to a state"),
                    format!("write it behind the state's body: `label: body, {}`", clause.usage),
                );
                return;
            }
        };
        if place.is_some() {
            self.problems.at(
                word.span(),
                format!("this state has an `{word}` already"),
                "to call several functions, write a block: `{ a(c); b(c); }`",
            );
            return;
        }
        *place = function;
    }

    /// The one argument of a clause, in its parentheses.
    fn argument(
        &mut self,
        cursor: &mut Cursor,
        clause: &'static Keyword,
        word: &Ident,
        depth: usize,
    ) -> Option<Argument> {
        let written = cursor.eat_group(Delimiter::Parenthesis);
        let arguments = self.keyword_arguments(clause, word, written.as_ref(), depth, false);
        arguments.into_iter().next().flatten()
    }

    /// `trigger [ "if" condition ] "->" target`
    fn transition(&mut self, cursor: &mut Cursor, depth: usize) -> Option<Transition> {
        let mark = cursor.mark();
        let span = cursor.span();
        let elsewhere = CLAUSES_ELSEWHERE.iter().find(|(theirs, _)| cursor.is_word(theirs));
        if let Some((word, ours)) = elsewhere.filter(|_| !cursor.is_pair_at(1, '-', '>')) {
            self.problems.at(span, format!("there is no clause `{word}`"), format!("write `{ours}`"));
            skip_node(cursor);
            return None;
        }
        let before = self.problems.count();
        let trigger = self.trigger(cursor, depth);
        let guard = cursor.is_word("if").then(|| {
            cursor.skip(1);
            self.clause_condition(cursor, depth)
        });
        let text = text(cursor.since(mark));
        if !cursor.is_pair('-', '>') {
            if self.problems.count() == before {
                self.no_arrow(cursor, span);
            }
            skip_node(cursor);
            return None;
        }
        cursor.skip(2);
        let target = self.target(cursor)?;
        Some(Transition { trigger: trigger?, span, guard, target, text })
    }

    /// A trigger without a target: a body without a label, or another arrow.
    fn no_arrow(&mut self, cursor: &Cursor, span: Span) {
        if cursor.is_pair('=', '>') {
            self.problems.at(
                cursor.span(),
                "a transition is written with `->`",
                "`trigger -> label`; a state's body may begin with `condition =>`, behind its label",
            );
        } else {
            self.problems.at(
                span,
                "this is neither a state nor a transition",
                "a state has a label, `label: body`; a transition leads somewhere, `trigger -> label`",
            );
        }
    }

    fn trigger(&mut self, cursor: &mut Cursor, depth: usize) -> Option<Trigger> {
        let word = cursor.ident().cloned();
        let end = match word.as_ref().map(Ident::to_string).as_deref() {
            Some("success") => Some(End::Success),
            Some("failure") => Some(End::Failure),
            Some("done") => Some(End::Done),
            _ => None,
        };
        if let Some(end) = end {
            cursor.skip(1);
            return Some(Trigger::Ended(end));
        }
        let is_call = matches!(cursor.peek_at(1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
        let is_bare = cursor.is_pair_at(1, '-', '>');
        let clause = word.as_ref().and_then(|word| clause(&word.to_string())).filter(|_| is_call || is_bare);
        let (Some(clause), Some(word)) = (clause, word) else {
            return Some(Trigger::Condition(self.clause_condition(cursor, depth)));
        };
        let span = word.span();
        cursor.skip(1);
        let written = cursor.group(Delimiter::Parenthesis).cloned();
        let argument = self.argument(cursor, clause, &word, depth)?;
        if let Argument::Range(_) = argument {
            self.problems.at(
                span,
                "`after` takes one duration",
                "write `after(2s)`; for a time that is drawn, let the body end: `wait(2s..5s)` and `done -> label`",
            );
            return None;
        }
        if clause.name == "after" {
            return Some(Trigger::After(argument));
        }
        let kind = Kind::Keyword {
            keyword: clause,
            name: word,
            written,
            arguments: vec![Some(argument)],
            children: Vec::new(),
        };
        Some(Trigger::On(Node::new(Vec::new(), None, kind, span)))
    }

    /// A condition in a clause. `chance(p)` needs no child here.
    fn clause_condition(&mut self, cursor: &mut Cursor, depth: usize) -> Node {
        let span = cursor.span();
        let is_chance = cursor.is_word("chance")
            && matches!(cursor.peek_at(1), Some(TokenTree::Group(_)))
            && !cursor.is_punct_at(2, '<')
            && !matches!(cursor.peek_at(2), Some(TokenTree::Group(_)));
        let words = (cursor.ident().cloned(), keyword("chance"), keyword("success"));
        if let (true, (Some(name), Some(chance), Some(success))) = (is_chance, words) {
            cursor.skip(1);
            let written = cursor.eat_group(Delimiter::Parenthesis);
            let arguments = self.keyword_arguments(chance, &name, written.as_ref(), depth, true);
            let always = Kind::Keyword {
                keyword: success,
                name: Ident::new("success", name.span()),
                written: None,
                arguments: Vec::new(),
                children: Vec::new(),
            };
            let children = vec![Node::new(Vec::new(), None, always, span)];
            let kind = match arguments.iter().all(Option::is_some) {
                true => Kind::Keyword { keyword: chance, name, written, arguments, children },
                false => Kind::Broken(children),
            };
            return Node::new(Vec::new(), None, kind, span);
        }
        let kind = self.prefix(cursor, depth + 1);
        Node::new(Vec::new(), None, kind, span)
    }

    fn target(&mut self, cursor: &mut Cursor) -> Option<Target> {
        let choice = cursor.ident().and_then(|word| match &*word.to_string() {
            "random" => Some((keyword("random")?, Target::Random as fn(_) -> _)),
            "utility" => Some((keyword("utility")?, Target::Utility as fn(_) -> _)),
            _ => None,
        });
        let Some((choice, make)) = choice else {
            return self.aim(cursor).map(Target::One);
        };
        let word = cursor.span();
        cursor.skip(1);
        let (mut arms, before) = (Vec::new(), self.problems.count());
        if let Some(group) = cursor.eat_group(Delimiter::Brace) {
            self.within(|parser| parser.arms(&mut Cursor::inside(&group), None, choice, &mut arms));
        } else if cursor.is_punct('<') {
            let open = cursor.span();
            cursor.skip(1);
            self.open += 1;
            self.arms(cursor, Some(open), choice, &mut arms);
            self.open -= 1;
        }
        if arms.is_empty() && self.problems.count() == before {
            self.problems.at(
                word,
                format!("`{}` needs targets to choose from", choice.name),
                format!("write `{} < 3 => a, 1 => b >`", choice.name),
            );
        }
        (self.problems.count() == before).then(|| make(arms))
    }

    fn arms(
        &mut self,
        cursor: &mut Cursor,
        open: Option<Span>,
        choice: &Keyword,
        arms: &mut Vec<(Option<proc_macro2::TokenStream>, Aim)>,
    ) {
        loop {
            if cursor.is_over() {
                if let Some(open) = open {
                    self.problems.at(open, "this `<` is never closed", "a `>` is missing");
                }
                return;
            }
            if open.is_some() && cursor.eat('>') {
                return;
            }
            let weight = self.head(cursor, choice);
            match self.aim(cursor) {
                Some(aim) => arms.push((weight, aim)),
                None => skip_node(cursor),
            }
            let over = cursor.is_over() || (open.is_some() && cursor.is_punct('>'));
            if !over && !cursor.eat(',') {
                self.problems.at(
                    cursor.span(),
                    "a comma is missing before this",
                    format!("write `{} < 3 => a, 1 => b >`", choice.name),
                );
                cursor.skip(1);
            }
        }
    }

    /// One place to go.
    fn aim(&mut self, cursor: &mut Cursor) -> Option<Aim> {
        let span = cursor.span();
        let word = cursor.ident().map(Ident::to_string).unwrap_or_default();
        let elsewhere = TARGETS_ELSEWHERE.iter().find(|(theirs, _)| *theirs == word);
        let next = matches!(cursor.peek_at(1), Some(TokenTree::Ident(_) | TokenTree::Literal(_)));
        let aim = match &*word {
            "back" => Aim::Back(span),
            "stay" => Aim::Stay,
            "success" => Aim::End(End::Success),
            "failure" => Aim::End(End::Failure),
            "push" | "resume" if next => {
                cursor.skip(1);
                let name = name(cursor)?;
                return Some(if word == "push" { Aim::Push(name) } else { Aim::Resume(name) });
            }
            _ => match (elsewhere, name(cursor)) {
                // A state may be called so.
                (Some((_, instead)), Some(_))
                    if matches!(cursor.peek(), Some(TokenTree::Ident(_) | TokenTree::Group(_))) =>
                {
                    self.problems.at(span, format!("there is no target `{word}`"), instead);
                    skip_node(cursor);
                    return None;
                }
                (_, Some(name)) => return Some(Aim::To(name)),
                (_, None) => {
                    self.problems.at(
                        span,
                        "a target is missing here",
                        "write the label of a state, `push label`, `resume label`, `back`, `stay`, `success` or `failure`",
                    );
                    skip_node(cursor);
                    return None;
                }
            },
        };
        cursor.skip(1);
        Some(aim)
    }
}

/// What to write instead of a target that other libraries know.
pub fn target_elsewhere(word: &str) -> Option<&'static str> {
    TARGETS_ELSEWHERE.iter().find(|(theirs, _)| *theirs == word).map(|(_, instead)| *instead)
}

/// A label that is mentioned.
fn name(cursor: &mut Cursor) -> Option<Name> {
    let token = cursor.peek()?;
    let text = match token {
        TokenTree::Ident(ident) => ident.to_string().trim_start_matches("r#").to_owned(),
        TokenTree::Literal(literal) => syn::parse_str::<syn::LitStr>(&literal.to_string()).ok()?.value(),
        _ => return None,
    };
    let span = token.span();
    cursor.skip(1);
    Some(Name { text, span, index: None })
}

/// Whether a label comes, behind doc comments.
fn begins_state(cursor: &Cursor) -> bool {
    let mut ahead = cursor.clone();
    while ahead.is_punct('#') && matches!(ahead.peek_at(1), Some(TokenTree::Group(_))) {
        ahead.skip(2);
    }
    let is_name = matches!(ahead.peek(), Some(TokenTree::Ident(_) | TokenTree::Literal(_)));
    is_name && ahead.is_punct_at(1, ':') && !ahead.is_pair_at(1, ':', ':')
}
