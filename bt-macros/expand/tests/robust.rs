//! Whatever stands in `bt!`, the macro neither panics nor loops, what comes out is
//! Rust, and mistakes are reported at tokens of the input.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use proptest::prelude::*;

const TREES: &[&str] = &[
    "selector < sequence < is_low, flee >, patrol >",
    "|c: &mut Ctx<'_>| selector < { c.x < 2.0 } => flee, engage: sequence < a, cooldown(0.8s, on = success) < b(1, c.y) > >, !patrol >",
    "pub struct Tree { pub x: f32 } |c: &mut (impl A + B)| parallel(success = 1, failure = never) < @X { y: 1 }, @M::new(self.x), @Logged(\"x\") < a > >",
    "#[derive(Debug)] struct Tree<'a, X: Y> where X: Z; |c: &mut X| switch(c.m) < A(n) if n > 3 => a, _ => utility(inertia = 0.1) < c.s => b, 2 => focus(&mut c.p) < |p: &mut P| c > > >",
    "struct Tree; |c: &mut C| -> bool switch < k => a, !k => l: received(let E::A(x) if *x > 1 => { c.x = *x; }), _ => fresh < wait(1s..c.d) > >",
    "if_else(at = start) < k, repeater(1..=3, until = failure) < a >, throttle(1s..=x, on = start) < switch(y, at = start) < _ => b > > >",
    "random < 3 => a, 1 => sequence { b, c } >",
    "|c: &mut Ctx| states < any: dead -> d, on(Hit) if !d -> push s, a: states < i: x, after(3s) -> j, j: y, done -> i >, enter(f(1)), exit({ g(); }), { c.x < 1.0 } -> d, success -> random < 3 => a, c.w => d >, s: z, after(c.t) -> back, d: w, failure -> resume a, success -> success >",
    "finally < service(1s, |c: &mut C| c.x()) < wait_event(E::A) >, on_halt({ f(); }) < repeater(3) < @(x as Y) > > >",
    "/// A note.\n \"a label\": mem_sequence < guard(sequence < a, b >) < when(k) < c > >, self::wait, r#wait, ai::x::<A, B>(1) >",
];

/// Expands, and checks what can be checked of any expansion.
fn expand(input: TokenStream) -> Result<String, TestCaseError> {
    let mut tokens: TokenStream = "::bt_core;".parse().unwrap();
    tokens.extend(input.clone());
    let output = bt_expand::expand(tokens);
    let text = output.to_string();
    // Rust in arguments and blocks is passed on as it is, and may be none; where
    // mistakes were found, all that matters is that they come out.
    for error in errors(output) {
        let inside = input.clone().into_iter().any(|token| contains(&token, error));
        prop_assert!(inside || input.is_empty(), "an error at no token of the input: {text}");
    }
    Ok(text)
}

/// The places of all `compile_error`s.
fn errors(output: TokenStream) -> Vec<Span> {
    let mut found = Vec::new();
    for token in output {
        match token {
            TokenTree::Ident(ident) if ident == "compile_error" => found.push(ident.span()),
            TokenTree::Group(group) => found.extend(errors(group.stream())),
            _ => {}
        }
    }
    found
}

fn contains(token: &TokenTree, span: Span) -> bool {
    let (range, span) = (token.span().byte_range(), span.byte_range());
    // The macro's own span is empty here.
    !span.is_empty() && range.start <= span.start && span.end <= range.end
}

/// Tokens as they come from a source, so that each has a place.
fn placed(tokens: TokenStream) -> Option<TokenStream> {
    tokens.to_string().parse().ok()
}

fn is_rust(text: &str) -> bool {
    syn::parse_str::<syn::File>(&format!("fn f() {{ {text} }}")).is_ok()
        || syn::parse_str::<syn::File>(text).is_ok()
}

#[test]
fn trees_without_mistakes_expand_to_rust() {
    for tree in TREES {
        let text = expand(tree.parse().unwrap()).unwrap();
        assert!(!text.contains("compile_error"), "{tree}\n{text}");
        assert!(is_rust(&text), "{tree}\n{text}");
    }
}

fn word() -> impl Strategy<Value = TokenTree> {
    let words = [
        "selector", "sequence", "cooldown", "switch", "utility", "random", "focus", "parallel", "guard", "a",
        "self", "success", "on", "struct", "pub", "impl", "mut", "as", "_", "fallback", "Selector", "wait",
        "c", "if", "else", "match", "while", "not", "and", "or", "r#if", "Tree", "new", "move", "case", "bt",
        "received", "let", "repeater", "until", "at", "start",
    ];
    prop::sample::select(words.to_vec()).prop_map(|word| match word.strip_prefix("r#") {
        Some(raw) => TokenTree::Ident(Ident::new_raw(raw, Span::call_site())),
        None => TokenTree::Ident(Ident::new(word, Span::call_site())),
    })
}

fn token() -> impl Strategy<Value = TokenTree> {
    let leaf = prop_oneof![
        4 => word(),
        4 => (prop::sample::select(&['<', '>', ',', '|', '!', '@', '=', ':', '&', '#', '-', '.', ';', '?', '%', '/', '\''][..]), any::<bool>())
            .prop_map(|(sign, joint)| {
                TokenTree::Punct(Punct::new(sign, if joint { Spacing::Joint } else { Spacing::Alone }))
            }),
        1 => prop::sample::select(&["1", "0", "0.8s", "250ms", "\"x\"", "'c'", "3.5"][..])
            .prop_map(|literal| TokenTree::Literal(literal.parse::<Literal>().unwrap())),
    ];
    leaf.prop_recursive(4, 64, 8, |inner| {
        let delimiters = [Delimiter::Parenthesis, Delimiter::Brace, Delimiter::Bracket, Delimiter::None];
        (prop::sample::select(delimiters.to_vec()), prop::collection::vec(inner, 0..8)).prop_map(
            |(delimiter, tokens)| TokenTree::Group(Group::new(delimiter, tokens.into_iter().collect())),
        )
    })
}

/// A place in a tree, and what happens to the token there.
fn mutation() -> impl Strategy<Value = (usize, u8, TokenTree)> {
    (any::<usize>(), 0..5_u8, token())
}

fn mutate(tokens: &mut Vec<TokenTree>, (place, what, other): (usize, u8, TokenTree)) {
    if tokens.is_empty() {
        return tokens.push(other);
    }
    let place = place % tokens.len();
    match what {
        0 => drop(tokens.remove(place)),
        1 => tokens.insert(place, tokens[place].clone()),
        2 => {
            let next = (place + 1) % tokens.len();
            tokens.swap(place, next);
        }
        3 => tokens.insert(place, other),
        _ => {
            if let TokenTree::Group(group) = &tokens[place] {
                let mut inner: Vec<TokenTree> = group.stream().into_iter().collect();
                mutate(&mut inner, (place, 0, other));
                tokens[place] = TokenTree::Group(Group::new(group.delimiter(), inner.into_iter().collect()));
            } else {
                tokens[place] = other;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn random_tokens_never_panic(tokens in prop::collection::vec(token(), 0..40)) {
        if let Some(input) = placed(tokens.iter().cloned().collect()) {
            expand(input)?;
        }
        // As they are, with invisible groups and odd spacing.
        bt_expand::expand(tokens.iter().cloned().collect());
        bt_expand::blackboard(tokens.into_iter().collect());
    }

    #[test]
    fn trees_of_fragments_never_panic(tree in prop::sample::select(TREES), groups in prop::collection::vec((any::<usize>(), 1..6_usize), 1..5)) {
        let mut tokens: Vec<TokenTree> = tree.parse::<TokenStream>().unwrap().into_iter().collect();
        for group in groups {
            hide(&mut tokens, group);
        }
        bt_expand::expand("::bt_core;".parse::<TokenStream>().unwrap().into_iter().chain(tokens).collect());
    }

    #[test]
    fn mutated_trees_never_panic(tree in prop::sample::select(TREES), mutations in prop::collection::vec(mutation(), 1..4)) {
        let mut tokens: Vec<TokenTree> = tree.parse::<TokenStream>().unwrap().into_iter().collect();
        for mutation in mutations {
            mutate(&mut tokens, mutation);
        }
        if let Some(input) = placed(tokens.into_iter().collect()) {
            expand(input)?;
        }
    }
}

/// Puts some neighbours into an invisible group, as `macro_rules!` does with what it
/// substitutes; in a group, if one stands there.
fn hide(tokens: &mut Vec<TokenTree>, (place, length): (usize, usize)) {
    if tokens.is_empty() {
        return;
    }
    let begin = place % tokens.len();
    if let TokenTree::Group(group) = &tokens[begin]
        && length % 2 == 0
    {
        let (delimiter, mut inside) = (group.delimiter(), group.stream().into_iter().collect());
        hide(&mut inside, (place / 7, length));
        tokens[begin] = Group::new(delimiter, inside.into_iter().collect()).into();
        return;
    }
    let end = (begin + length).min(tokens.len());
    let inside: TokenStream = tokens[begin..end].iter().cloned().collect();
    tokens.splice(begin..end, [Group::new(Delimiter::None, inside).into()]);
}

/// What `macro_rules!` substitutes for one node is a node like any other.
#[test]
fn fragments_change_nothing() {
    let invisible = |source: &str| Group::new(Delimiter::None, source.parse().unwrap());
    for (before, fragment, after) in [
        ("|c: &mut C| selector <", "shoot(3)", ", patrol >"),
        ("|c: &mut C| selector <", "low", "=> flee, patrol >"),
        ("|c: &mut C| selector < !", "ai::low", "=> flee, patrol >"),
        ("|c: &mut C| selector < @", "Combat { range: 2.0 }", ", patrol >"),
        ("|c: &mut", "Ctx<'_>", "| selector < low, patrol >"),
        ("", "pub(crate)", "struct Tree; |c: &mut C| selector < low, patrol >"),
    ] {
        let plain = expand(format!("{before} {fragment} {after}").parse().unwrap()).unwrap();
        let mut tokens: TokenStream = format!("::bt_core; {before}").parse().unwrap();
        tokens.extend([TokenTree::from(invisible(fragment))]);
        tokens.extend(after.parse::<TokenStream>().unwrap());
        let output = bt_expand::expand(tokens).to_string();
        // Lines and columns differ.
        let words = |text: &str| text.replace(|letter: char| letter.is_ascii_digit() || letter == ' ', "");
        assert_eq!(words(&output), words(&plain), "{fragment}");
    }
}

/// `before` and `after`, that many times around `inner`.
fn nested(before: &str, inner: &str, after: &str, depth: usize) -> TokenStream {
    format!("{}{inner}{}", before.repeat(depth), after.repeat(depth)).parse().unwrap()
}

#[test]
fn deep_nesting_is_an_error() {
    for input in [
        nested("sequence < ", "a", " >", 5000),
        nested("sequence < ", "a", "", 5000),
        nested("! ", "a", "", 5000),
        nested("a => ", "a", "", 5000),
        nested("< ", "a", " >", 5000),
        nested("guard(a) < ", "a", " >", 5000),
        nested("sequence { ", "a", " }", 500),
        nested("guard(", "a", ") < a >", 500),
        nested("(", "a", ")", 500),
        nested("if a { ", "b", " }", 500),
        nested("if a { b } else ", "b", "", 500),
        nested("a && (", "b", ")", 500),
        nested("not ", "a", "", 5000),
        nested("@", "a", "", 5000),
        nested("else => ", "a", "", 5000),
        nested("inverter ", "a", "", 5000),
        format!("|c: &mut {}A{}| a", "A<".repeat(5000), ">".repeat(5000)).parse().unwrap(),
        format!("|c: &mut {}A| a", "&mut ".repeat(5000)).parse().unwrap(),
        format!("struct T<X: {}A{}>; |c: &mut C| a", "A<".repeat(5000), ">".repeat(5000)).parse().unwrap(),
    ] {
        let text = expand(input).unwrap();
        assert!(text.contains("compile_error"), "{}", &text[..200.min(text.len())]);
    }
}

#[test]
fn wide_trees_expand() {
    let leaves = vec!["leaf"; 10_000].join(", ");
    let text = expand(format!("selector < {leaves} >").parse().unwrap()).unwrap();
    assert!(!text.contains("compile_error"));
    assert!(is_rust(&text));
}

/// The names of all leaves up to a token, as long as they are complete.
#[test]
fn half_written_trees_keep_their_leaves() {
    for tree in [
        "|c: &mut Ctx<'_>| selector < ai::is_low_health(0.25) => ai::flee_home, engage: sequence < ai::sees_player, \
         cooldown(800ms) < ai::attack > >, { c.now < 4.0 } => ai::chase, mem_sequence { ai::walk, ai::look } >",
        "struct Tree { x: f32 } |c: &mut Ctx| parallel < ai::first, race < ai::second, ai::third(self.x) >, \
         utility < c.score => ai::fourth, 1.0 => ai::fifth >, if_else < ai::sixth, ai::seventh > >",
    ] {
        let tokens: Vec<TokenTree> = tree.parse::<TokenStream>().unwrap().into_iter().collect();
        let begin = tokens
            .iter()
            .position(|token| matches!(token, TokenTree::Ident(ident) if ident == "ai"))
            .unwrap();
        for cut in begin..tokens.len() {
            let prefix: TokenStream = tokens[..cut].iter().cloned().collect();
            let text = expand(prefix).unwrap().replace(' ', "");
            for at in begin..cut {
                let is_leaf = matches!(&tokens[at], TokenTree::Ident(ident) if ident == "ai");
                // The name is there, and the token behind it shows that it is over.
                if is_leaf && at + 4 < cut {
                    let name = format!("ai::{}(", tokens[at + 3]);
                    assert!(
                        text.contains(&name),
                        "{name} is lost in {:?}\n{text}",
                        tokens[..cut].iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
                    );
                }
            }
        }
    }
}

#[test]
fn mistakes_are_reported_together_and_the_struct_is_kept() {
    let text = expand(
        "struct Tree { x: f32 } |c: &mut Ctx| selector < fallback < a >, cooldown(3) < b >, inverter >"
            .parse()
            .unwrap(),
    )
    .unwrap();
    assert_eq!(text.matches("compile_error").count(), 3, "{text}");
    assert!(text.contains("struct Tree") && text.contains("Behavior < Ctx > for Tree"), "{text}");
    assert!(is_rust(&text), "{text}");
}
