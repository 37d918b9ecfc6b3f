//! What to write instead of Rust in a node's place.

use proc_macro2::{Delimiter, Group, TokenTree};

use super::bare::WORDS;
use super::cursor::{is_punct, is_word};
use super::parse::Parser;
use crate::source::{inside, text};
use crate::suggest::suggest;

impl Parser<'_> {
    /// What is wrong with Rust in a node's place, and what to write.
    pub(super) fn instead(&self, tokens: &[TokenTree]) -> (String, String) {
        if let Some(found) = self.instead_of_control(tokens) {
            return found;
        }
        let message = "a Rust expression is no node".to_owned();
        if let [TokenTree::Ident(word)] = tokens {
            return match word.to_string().as_str() {
                "true" => (message, "write `success`, or in braces: `{ true }`".to_owned()),
                "false" => (message, "write `failure`, or in braces: `{ false }`".to_owned()),
                other => match suggest(other) {
                    Some(_) if WORDS.contains(&other) => (
                        format!("`{other}` is a word of Rust, and no node"),
                        suggest(other).map_or(String::new(), |suggestion| suggestion.help()),
                    ),
                    _ if WORDS.contains(&other) => (
                        format!("`{other}` is a word of Rust, and no node"),
                        format!("a function of this name is written `r#{other}`"),
                    ),
                    _ => (message, self.in_braces(tokens)),
                },
            };
        }
        if let [TokenTree::Literal(_)] = tokens {
            return (message, "a leaf is a function, or a block that answers `true` or `false`".to_owned());
        }
        let help = self.instead_of_logic(tokens).or_else(|| self.instead_of_choice(tokens));
        (message, help.unwrap_or_else(|| self.in_braces(tokens)))
    }

    /// `condition ? a : b`, and `condition >= a` for `condition => a`.
    fn instead_of_choice(&self, tokens: &[TokenTree]) -> Option<String> {
        if let [TokenTree::Ident(condition), more, equals, TokenTree::Ident(child)] = tokens
            && is_punct(more, '>')
            && is_punct(equals, '=')
        {
            let text = text(tokens);
            return Some(format!("write `{condition} => {child}`, or in braces: `{{ {text} }}`"));
        }
        let question = tokens.iter().position(|token| is_punct(token, '?'))?;
        let colon = tokens.iter().position(|token| is_punct(token, ':')).filter(|colon| *colon > question)?;
        let parts = [&tokens[..question], &tokens[question + 1..colon], &tokens[colon + 1..]];
        let [condition, child, other] = parts.map(|part| self.node_text(part));
        Some(format!("write `if_else < {condition}, {child}, {other} >`"))
    }

    pub(super) fn in_braces(&self, tokens: &[TokenTree]) -> String {
        let text = text(tokens);
        match &self.header_name {
            Some(_) => format!("write it in braces: `{{ {text} }}`"),
            None => format!(
                "begin with a header, `|name: &mut Blackboard|`, and write it in braces: `{{ {text} }}`"
            ),
        }
    }

    /// `a && b` is a sequence, if one of the two is a node.
    fn instead_of_logic(&self, tokens: &[TokenTree]) -> Option<String> {
        let kinds = [(["&", "and"], "sequence"), (["|", "or"], "selector")];
        let kinds = [2, 1].into_iter().flat_map(|length| kinds.map(|kind| (length, kind)));
        let (length, operands, composite) = kinds
            .map(|(length, (signs, composite))| (length, operands(tokens, &signs, length), composite))
            .find(|(_, operands, _)| !operands.is_empty())?;
        let is_node = |operand: &&[TokenTree]| {
            let not = usize::from(operand.first().is_some_and(|first| is_word(first, "not")));
            self.try_node(&operand[not..]).is_some()
        };
        // A single sign is arithmetic, unless there are but nodes.
        let is_logic = if length == 2 { operands.iter().any(is_node) } else { operands.iter().all(is_node) };
        if !is_logic {
            return None;
        }
        let texts: Vec<String> = operands.iter().map(|operand| self.node_text(operand)).collect();
        Some(format!("write `{composite} < {} >`", texts.join(", ")))
    }

    /// `if`, `match`, `while` and `loop`.
    fn instead_of_control(&self, tokens: &[TokenTree]) -> Option<(String, String)> {
        let (TokenTree::Ident(word), rest) = tokens.split_first()? else { return None };
        let word = word.to_string();
        let help = match word.as_str() {
            "if" => self.instead_of_if(rest, 0),
            "match" => {
                let (TokenTree::Group(arms), subject) = rest.split_last()? else { return None };
                let arms = inside(arms.stream());
                Some(format!("switch({}) < {} >", text(subject), arms.trim_end_matches(',')))
            }
            "while" if !rest.first().is_some_and(|token| is_word(token, "let")) => {
                let (TokenTree::Group(body), condition) = rest.split_last()? else { return None };
                Some(format!("while_do < {}, {} >", self.node_text(condition), self.branch(body)))
            }
            "loop" => match rest {
                [TokenTree::Group(body)] => Some(format!("repeater < {} >", self.branch(body))),
                _ => None,
            },
            _ => None,
        }?;
        Some((format!("a Rust `{word}` is no node"), format!("write `{help}`")))
    }

    fn instead_of_if(&self, tokens: &[TokenTree], depth: usize) -> Option<String> {
        const DEEPEST: usize = 8;
        if depth > DEEPEST {
            return None;
        }
        let is_braces = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        let Some(place) = tokens.iter().position(is_braces) else {
            // `if low => flee`
            return (!tokens.is_empty()).then(|| format!("{} => ..", self.node_text(tokens)));
        };
        let (condition, rest) = tokens.split_at(place);
        // `if (condition) { .. }`
        let inside: Vec<TokenTree>;
        let condition = match condition {
            [TokenTree::Group(group)] => {
                inside = group.stream().into_iter().collect();
                &inside
            }
            condition => condition,
        };
        let TokenTree::Group(then) = &rest[0] else { return None };
        let (then, otherwise) = (self.branch(then), &rest[1..]);
        let otherwise = match otherwise {
            [] => None,
            [_, TokenTree::Group(block)] => Some(self.branch(block)),
            [_, TokenTree::Ident(word), rest @ ..] if word == "if" => {
                Some(self.instead_of_if(rest, depth + 1)?)
            }
            _ => return None,
        };
        let pattern = condition.iter().position(|token| is_punct(token, '='));
        match (condition.first(), pattern) {
            (Some(first), Some(place)) if is_word(first, "let") => {
                let (pattern, subject) = (text(&condition[1..place]), text(&condition[place + 1..]));
                let otherwise = otherwise.unwrap_or_else(|| "failure".to_owned());
                Some(format!("switch({subject}) < {pattern} => {then}, _ => {otherwise} >"))
            }
            _ => {
                let condition = self.node_text(condition);
                Some(match otherwise {
                    Some(otherwise) => format!("if_else < {condition}, {then}, {otherwise} >"),
                    None => format!("{condition} => {then}"),
                })
            }
        }
    }

    /// What stands in the braces of an `if`, as a node.
    fn branch(&self, block: &Group) -> String {
        let tokens: Vec<TokenTree> = block.stream().into_iter().collect();
        let parts = tokens.split(|token| is_punct(token, ';')).filter(|part| !part.is_empty());
        let parts: Vec<&[TokenTree]> = parts.collect();
        if !parts.iter().all(|part| self.try_node(part).is_some()) {
            return self.node_text(&tokens);
        }
        match parts.iter().map(|part| text(part)).collect::<Vec<_>>() {
            parts if parts.len() == 1 => parts.concat(),
            parts => format!("sequence < {} >", parts.join(", ")),
        }
    }
}

/// What stands between signs such as `&&`; nothing if there are none.
fn operands<'t>(tokens: &'t [TokenTree], signs: &[&str; 2], length: usize) -> Vec<&'t [TokenTree]> {
    let mut operands = Vec::new();
    let (mut begin, mut place) = (0, 0);
    while place < tokens.len() {
        let are_signs = |tokens: &[TokenTree]| {
            tokens.iter().all(|token| signs[0].chars().all(|sign| is_punct(token, sign)))
        };
        let length = if is_word(&tokens[place], signs[1]) {
            1
        } else if tokens.get(place..place + length).is_some_and(are_signs) {
            length
        } else {
            place += 1;
            continue;
        };
        operands.push(&tokens[begin..place]);
        place += length;
        begin = place;
    }
    if !operands.is_empty() {
        operands.push(&tokens[begin..]);
    }
    operands
}
