//! What an argument of a keyword says.

use proc_macro2::{Delimiter, Spacing, Span, TokenTree};

use super::cursor::{Cursor, is_punct, is_word, stream};
use super::literal::{Literal, UNITS, read};
use super::parse::Parser;
use super::{Argument, Hook, Pattern, Range, invisible};
use crate::catalogue::{Keyword, Kind, Parameter, Passing};
use crate::source::text;

/// One argument, and whose it is.
pub struct Reader<'a, 'p, 'q> {
    pub keyword: &'static Keyword,
    pub tokens: &'a [TokenTree],
    pub end: Span,
    pub(super) parser: &'q mut Parser<'p>,
}

impl Reader<'_, '_, '_> {
    /// What is in the place of a parameter.
    pub fn read(&mut self, parameter: &Parameter) -> Option<Argument> {
        match parameter.kind {
            Kind::Duration | Kind::Count if self.dots().is_some() => self.range(parameter.kind),
            Kind::Total if self.dots().is_some() => {
                let usage = format!("write `{}`", self.keyword.usage);
                self.refuse("this count is for ever, so there is no run that it could be drawn for", usage)
            }
            Kind::Duration => self.duration(),
            Kind::Count | Kind::Total => self.count(),
            Kind::Event if self.tokens.first().is_some_and(|first| is_word(first, "let")) => self.pattern(),
            Kind::Function => self.function(),
            Kind::Number => self.number(parameter),
            Kind::Subject if self.parser.names_function(self.tokens) => {
                let name = text(self.tokens);
                let header = self.parser.header_name.clone();
                let header = header.as_deref().unwrap_or("name");
                self.refuse(
                    "this only names a function",
                    format!("call it: `switch({name}({header}))`; between two children, `if_else < {name}, a, b >` decides"),
                )
            }
            Kind::Part => self.part(),
            Kind::Subject | Kind::Event => Some(Argument::Expression(invisible::value(self.tokens))),
            Kind::Condition | Kind::Choice(_) | Kind::Threshold(_) => None,
        }
    }

    fn refuse(&mut self, message: &str, help: String) -> Option<Argument> {
        self.parser.problems.over(self.tokens, message, help);
        None
    }

    fn duration(&mut self) -> Option<Argument> {
        if let [TokenTree::Literal(number), TokenTree::Ident(unit)] = self.tokens
            && UNITS.iter().any(|(word, _)| unit == word)
        {
            return self.refuse("a unit stands right behind its number", format!("write `{number}{unit}`"));
        }
        let Some(written) = read(self.tokens) else {
            return Some(Argument::Expression(invisible::value(self.tokens)));
        };
        let digits = &written.digits;
        match written.literal {
            Literal::Integer(_) | Literal::Float if written.has_foreign_suffix() => {
                let help = written.meant().unwrap_or_else(|| format!("{digits}s` or `{digits}ms"));
                self.refuse(&format!("there is no unit `{}`", written.suffix), format!("write `{help}`"))
            }
            Literal::Duration(_) if written.negative => {
                self.refuse("a duration can't be negative", format!("write `{}`", self.keyword.usage))
            }
            Literal::Duration(Some(nanos)) => Some(Argument::Duration(nanos)),
            Literal::Duration(None) => {
                self.refuse("this duration is too long", "the longest is about 584 years".to_owned())
            }
            Literal::Integer(_) => {
                self.refuse("a duration needs a unit", format!("write `{digits}s` or `{digits}ms`"))
            }
            Literal::Float => self.refuse("a duration needs a unit", format!("write `{digits}s`")),
            Literal::Other => self.refuse(
                "this is no duration",
                "write a number with a unit, such as `0.8s` or `250ms`, or an expression of type `Duration`"
                    .to_owned(),
            ),
        }
    }

    fn count(&mut self) -> Option<Argument> {
        let Some(written) = read(self.tokens) else {
            return Some(Argument::Expression(invisible::value(self.tokens)));
        };
        let usage = format!("write `{}`", self.keyword.usage);
        match written.literal {
            Literal::Integer(Some(0)) => self.refuse("zero makes no sense here", usage),
            Literal::Integer(_) if written.negative => self.refuse("a count can't be negative", usage),
            Literal::Integer(Some(count)) => Some(Argument::Count(count)),
            Literal::Integer(None) => {
                self.refuse("this count is too large", format!("the largest is {}", u32::MAX))
            }
            _ => self.refuse(
                "this is no count",
                "write a whole number, or an expression of type `u32`".to_owned(),
            ),
        }
    }

    /// `&mut c.part`. A field may be a `&mut` itself, but what begins with `&` isn't.
    fn part(&mut self) -> Option<Argument> {
        match self.tokens {
            [ampersand, fields @ ..]
                if is_punct(ampersand, '&') && !fields.first().is_some_and(|first| is_word(first, "mut")) =>
            {
                let help = format!("write `focus(&mut {})`", text(fields));
                self.refuse("a part is lent as `&mut`", help)
            }
            tokens => Some(Argument::Expression(invisible::value(tokens))),
        }
    }

    /// Where the two dots of a range stand.
    fn dots(&self) -> Option<usize> {
        self.tokens.windows(2).position(|two| match two {
            [TokenTree::Punct(first), second] => {
                first.as_char() == '.' && first.spacing() == Spacing::Joint && is_punct(second, '.')
            }
            _ => false,
        })
    }

    /// `low..high`, `low..=high`
    fn range(&mut self, kind: Kind) -> Option<Argument> {
        let tokens = self.tokens;
        let (low, rest) = tokens.split_at(self.dots()?);
        let inclusive = rest.get(2).is_some_and(|token| is_punct(token, '='));
        let high = &rest[if inclusive { 3 } else { 2 }..];
        let example = if kind == Kind::Duration { "2s..5s" } else { "1..=5" };
        if low.is_empty() || high.is_empty() {
            let help = format!("write them both, as in `{example}`");
            return self.refuse("a range needs both its bounds here", help);
        }
        let (low, high) = (self.bound(low, kind), self.bound(high, kind));
        let (low, high) = (low?, high?);
        let ends = match (&low, &high) {
            (Argument::Duration(low), Argument::Duration(high)) => Some((*low, *high)),
            (Argument::Count(low), Argument::Count(high)) => Some((u64::from(*low), u64::from(*high))),
            _ => None,
        };
        if ends.is_some_and(|(low, high)| if inclusive { low > high } else { low >= high }) {
            let help = format!("write the smaller bound first, as in `{example}`");
            return self.refuse("there is nothing in this range", help);
        }
        Some(Argument::Range(Box::new(Range { low, high, inclusive })))
    }

    /// A bound of a range.
    fn bound(&mut self, tokens: &[TokenTree], kind: Kind) -> Option<Argument> {
        let mut reader = Reader { keyword: self.keyword, tokens, end: self.end, parser: self.parser };
        match (kind, read(tokens).map(|written| (written.literal, written.negative))) {
            (Kind::Duration, _) => reader.duration(),
            // Not even once, now and then.
            (_, Some((Literal::Integer(Some(0)), false))) => Some(Argument::Count(0)),
            _ => reader.count(),
        }
    }

    /// `let pattern if guard => { .. }`
    fn pattern(&mut self) -> Option<Argument> {
        let mut cursor = Cursor::new(stream(self.tokens), self.end);
        cursor.skip(1);
        let mark = cursor.mark();
        while !cursor.is_over() && !cursor.is_word("if") && !cursor.is_pair('=', '>') {
            cursor.skip(1);
        }
        let pattern = stream(cursor.since(mark));
        let mut guard = None;
        if cursor.is_word("if") {
            cursor.skip(1);
            let mark = cursor.mark();
            while !cursor.is_over() && !cursor.is_pair('=', '>') {
                cursor.skip(1);
            }
            guard = Some(stream(cursor.since(mark)));
        }
        let mut block = None;
        if cursor.is_pair('=', '>') {
            cursor.skip(2);
            block = Some(cursor.eat_group(Delimiter::Brace));
        }
        let is_whole = !pattern.is_empty()
            && guard.as_ref().is_none_or(|guard| !guard.is_empty())
            && !matches!(block, Some(None))
            && cursor.is_over();
        if !is_whole {
            let help = format!("write `{}(let pattern if condition => {{ .. }})`", self.keyword.name);
            return self.refuse("this is no pattern for an event", help);
        }
        Some(Argument::Pattern(Pattern { pattern, guard, block: block.flatten() }))
    }

    fn function(&mut self) -> Option<Argument> {
        let mut cursor = Cursor::new(stream(self.tokens), self.end);
        if cursor.is_punct('|') || cursor.is_word("move") {
            return Some(Argument::Function(Hook::Closure(invisible::value(self.tokens))));
        }
        let hook = match cursor.eat_group(Delimiter::Brace) {
            Some(block) => Some(Hook::Block(invisible::group(&block))),
            None => self.parser.call(&mut cursor).map(Hook::Call),
        };
        match hook {
            Some(hook) if cursor.is_over() => Some(Argument::Function(hook)),
            Some(_) => {
                let help = self.parser.in_braces(self.tokens);
                self.refuse("this is no function", help)
            }
            _ => self.refuse(
                "this is no function",
                "write the name of a function, a closure `|name: &mut Blackboard| ..`, or a block `{ .. }`"
                    .to_owned(),
            ),
        }
    }

    /// The value of a named argument.
    pub fn named(&mut self, parameter: &Parameter, rest: &[TokenTree]) -> Option<Argument> {
        let word = match rest {
            [TokenTree::Ident(word)] => word.to_string(),
            _ => String::new(),
        };
        let (argument, words): (_, Vec<&str>) = match parameter.kind {
            Kind::Choice(variants) => (
                variants.iter().find(|variant| word == variant.word).map(Argument::Choice),
                variants.iter().map(|variant| variant.word).collect(),
            ),
            Kind::Threshold(types) => (
                types
                    .iter()
                    .find(|(known, _)| word == *known)
                    .map(|(_, type_name)| Argument::Threshold(type_name)),
                types.iter().map(|(known, _)| *known).chain(["2"]).collect(),
            ),
            _ => (None, Vec::new()),
        };
        if argument.is_some() {
            return argument;
        }
        let mut value = Reader { keyword: self.keyword, tokens: rest, end: self.end, parser: self.parser };
        match parameter.kind {
            Kind::Threshold(_) if !rest.is_empty() => value.count(),
            Kind::Number if !rest.is_empty() => value.number(parameter),
            _ => {
                let words: Vec<String> =
                    words.iter().map(|word| format!("`{} = {word}`", parameter.name)).collect();
                let help = if words.is_empty() { self.keyword.usage.to_owned() } else { words.join(" or ") };
                let at = if rest.is_empty() { self.tokens } else { rest };
                self.parser.problems.over(
                    at,
                    format!("`{}` can't be this", parameter.name),
                    format!("write {help}"),
                );
                None
            }
        }
    }

    fn number(&mut self, parameter: &Parameter) -> Option<Argument> {
        let percent = match self.tokens {
            [number, percent] if is_punct(percent, '%') => read(std::slice::from_ref(number)),
            _ => None,
        };
        if let Some(written) = percent {
            return self.probability(written.value());
        }
        if let Some(written) = read(self.tokens) {
            let usage = format!("write `{}`", self.keyword.usage);
            match written.literal {
                Literal::Integer(_) | Literal::Float if written.negative => {
                    return self.refuse("a negative number makes no sense here", usage);
                }
                Literal::Integer(_) | Literal::Float
                    if parameter.name == "probability" && written.value() > 1.0 =>
                {
                    return self.probability(written.value());
                }
                Literal::Integer(_) | Literal::Float => {}
                _ => return self.refuse("this is no number", usage),
            }
        }
        Some(Argument::Expression(invisible::value(self.tokens)))
    }

    /// A probability that is none, perhaps in percent.
    fn probability(&mut self, value: f64) -> Option<Argument> {
        let meant = if (2.0..=100.0).contains(&value) { value / 100.0 } else { 0.5 };
        self.refuse("a probability is between 0 and 1", format!("write `{meant}`"))
    }

    /// Whether there are arguments that are known by their place.
    pub fn has_places(&self) -> bool {
        self.keyword.parameters.iter().any(|parameter| !matches!(parameter.passing, Passing::Named(_)))
    }

    /// Reports an argument that has its name missing, or not as it should be.
    pub fn is_unnamed(&mut self, index: usize) -> bool {
        let mut named =
            self.keyword.parameters.iter().filter(|parameter| matches!(parameter.passing, Passing::Named(_)));
        if let [TokenTree::Ident(key), colon, value @ ..] = self.tokens
            && is_punct(colon, ':')
            && named.clone().any(|parameter| key == parameter.name)
        {
            let help = format!("write `{key} = {}`", text(value));
            self.parser.problems.over(&self.tokens[1..2], "here stands `=`", help);
            return true;
        }
        if let [TokenTree::Ident(key), _, .., value] | [TokenTree::Ident(key), value] = self.tokens
            && named.clone().any(|parameter| key == parameter.name)
        {
            self.refuse("here stands a name, `=` and a value", format!("write `{key} = {value}`"));
            return true;
        }
        let word = text(self.tokens);
        if named.clone().any(|parameter| word == parameter.name) {
            return false;
        }
        let is_choice = |parameter: &&Parameter| match parameter.kind {
            Kind::Choice(variants) => variants.iter().any(|variant| word == variant.word),
            _ => false,
        };
        let found = if self.has_places() {
            named.find(is_choice)
        } else {
            named.clone().nth(index).or_else(|| named.next())
        };
        let Some(parameter) = found else { return false };
        let message = format!("`{}` takes this by its name", self.keyword.name);
        self.refuse(&message, format!("write `{} = {word}`", parameter.name));
        true
    }
}
