//! Nothing whose length depends on what the user wrote stands in front of the user's tokens:
//! an editor completes by expanding a tree a second time, with a mark at the cursor, and looks
//! up the mark's offset in the first expansion.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};

/// Trees in which one place after the other, each `_0_`, gets a longer name.
const TREES: &[&str] = &[
    "selector < sequence < _0_, b, _0_ >, _0_ >",
    "mem_sequence < _0_::b, a::_0_, a::<_0_>, _0_(1), f(1, _0_), <T as U>::_0_ >",
    "parallel(success = 1) < { _0_ }, { let x = g._0_; x.b(_0_) }, _0_ >",
    "selector < { g._0_ } => _0_, !_0_, inverter < _0_ >, { if g._0_ { return true } g.b } >",
    "sequence < cooldown(g._0_) < a >, repeater(f(_0_)) < _0_ >, chance(g._0_) < a >, wait(_0_) >",
    "switch(g._0_) < A::B(_0_) if g._0_ => _0_, _ => _0_ >",
    "utility < g._0_ => a, f(_0_) => _0_, 1.0 => b >",
    "random < 2 => a, g._0_ => _0_ >",
    "guard(_0_) < while_do < _0_, _0_ > >",
    "when(_0_) < finally < _0_, { g._0_() } > >",
    "on_halt({ g._0_() }) < on_halt(_0_) < service(1s, |g: &mut G| g._0_()) < _0_ > > >",
    "if_else < _0_, _0_, _0_ >",
    "sequence < _0_, wait_event(E::_0_), sequence < a, wait_event(_0_) >, _0_ >",
    "sequence < _0_, a b, _0_, c. , _0_ >",
    "sequence < a, sequence < _0_, b, _0_",
];

/// With what else stands in an item.
const ITEMS: &[&str] = &[
    "sequence < @Other { a: self._0_ }, @(self._0_ as Other), _0_ >",
    "focus(&mut g._0_) < |p: &mut P| sequence < _0_, { p._0_ } > >",
    "sequence < a, @Custom(self._0_) < _0_ >, { self._0_ } >",
];

/// The text in front of the first token of this name.
fn before(name: &str, tokens: TokenStream) -> Option<String> {
    fn read(name: &str, tokens: TokenStream, text: &mut String) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Group(group) => {
                text.push_str(&format!("{:?}", group.delimiter()));
                read(name, group.stream(), text)
            }
            TokenTree::Ident(ident) if ident == name => true,
            token => {
                text.push_str(&token.to_string());
                text.push(' ');
                false
            }
        })
    }
    let mut text = String::new();
    read(name, tokens, &mut text).then_some(text)
}

fn expand(head: &str, tree: &str, place: usize, name: &str) -> TokenStream {
    let mut written = format!("::bt_core; {head}");
    for (index, part) in tree.split("_0_").enumerate() {
        match index {
            0 => {}
            index if index - 1 == place => written.push_str(name),
            _ => written.push_str("other"),
        }
        written.push_str(part);
    }
    bt_expand::expand(written.parse().unwrap_or_else(|_| panic!("these are no tokens: {written}")))
}

fn check(head: &str, tree: &str) {
    for place in 0..tree.matches("_0_").count() {
        let names = ["mark", "mark_that_is_longer"];
        let [short, long] = names.map(|name| before(name, expand(head, tree, place, name)));
        assert!(short.is_some(), "`{head} {tree}`: place {place} is lost");
        assert_eq!(short, long, "`{head} {tree}`: in front of place {place}");
    }
}

#[test]
fn nothing_of_variable_length_stands_before_what_the_user_wrote() {
    for tree in TREES {
        for head in
            ["|g: &mut G|", "struct Tree; |g: &mut G|", "struct Tree<'a, T> { t: &'a T } |g: &mut G<'_>|"]
        {
            check(head, tree);
        }
    }
    for tree in ITEMS {
        check("struct Tree { x: u32 } |g: &mut G|", tree);
    }
}

#[test]
fn a_large_tree_keeps_to_it_in_all_its_parts() {
    let leaves: Vec<&str> = (0..100).map(|index| if index % 9 == 0 { "_0_" } else { "a" }).collect();
    let tree = format!("selector < sequence < {} >, _0_ >", leaves.join(", "));
    check("struct Tree; |g: &mut G|", &tree);
    check("|g: &mut G|", &tree);
}

#[test]
fn the_check_sees_a_difference() {
    let named = |text: &str| -> TokenStream {
        [TokenTree::from(proc_macro2::Literal::string(text)), Ident::new(text, Span::call_site()).into()]
            .into_iter()
            .collect()
    };
    assert_ne!(before("a", named("a")), before("abc", named("abc")));
}
