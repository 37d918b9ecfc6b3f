//! Everything that a tree could stumble over at once: names that the macro or the library use
//! mean something else here, nothing is in scope by itself, and no lint is tolerated.

#![no_implicit_prelude]
#![deny(warnings, unused, future_incompatible, nonstandard_style)]
#![deny(rust_2018_idioms, rust_2021_compatibility, rust_2024_compatibility, keyword_idents, let_underscore)]
#![deny(
    absolute_paths_not_starting_with_crate,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_debug_implementations,
    non_ascii_idents,
    redundant_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unsafe_code,
    unused_extern_crates,
    unused_import_braces,
    unused_lifetimes,
    unused_macro_rules,
    unused_parens,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]
#![deny(clippy::all, clippy::pedantic)]
#![allow(dead_code, non_upper_case_globals, non_camel_case_types)]

mod shadows {
    #[derive(::std::marker::Copy, ::std::clone::Clone, ::std::fmt::Debug)]
    pub struct State;
    #[derive(::std::marker::Copy, ::std::clone::Clone, ::std::fmt::Debug)]
    pub struct Tag;
    #[derive(::std::marker::Copy, ::std::clone::Clone, ::std::fmt::Debug)]
    pub struct Option;
    #[derive(::std::marker::Copy, ::std::clone::Clone, ::std::fmt::Debug)]
    pub struct Some;
    #[derive(::std::marker::Copy, ::std::clone::Clone, ::std::fmt::Debug)]
    pub struct None;
    #[derive(::std::marker::Copy, ::std::clone::Clone, ::std::fmt::Debug)]
    pub struct Result;
    #[derive(::std::marker::Copy, ::std::clone::Clone, ::std::fmt::Debug)]
    pub struct Ok;
    #[derive(::std::marker::Copy, ::std::clone::Clone, ::std::fmt::Debug)]
    pub struct Err;
    #[derive(::std::marker::Copy, ::std::clone::Clone, ::std::fmt::Debug)]
    pub struct Status;
    #[derive(::std::marker::Copy, ::std::clone::Clone, ::std::fmt::Debug)]
    pub struct Node;
    #[derive(::std::marker::Copy, ::std::clone::Clone, ::std::fmt::Debug)]
    pub struct Call;
    #[derive(::std::marker::Copy, ::std::clone::Clone, ::std::fmt::Debug)]
    pub struct Known;
    pub trait Behavior {
        fn answer(&self) {}
        fn before(&self) {}
        fn blackboard(&self) {}
        fn call(&self) {}
        fn can_fail(&self) {}
        fn can_succeed(&self) {}
        fn cleanup(&self) {}
        fn clone(&self) {}
        fn condition(&self) {}
        fn focus(&self) {}
        fn halt(&self) {}
        fn leaf(&self) {}
        fn next_u64(&self) {}
        fn node(&self) {}
        fn now(&self) {}
        fn outline(&self) {}
        fn received(&self) {}
        fn state(&self) {}
        fn status(&self) {}
        fn take(&self) {}
        fn tick(&self) {}
        fn tick_with(&self) {}
        fn tree(&self) {}
        fn with_clock(&self) {}
        fn with_random(&self) {}
        fn within(&self) {}
    }
    impl<T: ?::std::marker::Sized> Behavior for T {}
    pub use self::Behavior as Visit;
}

#[allow(unused_imports)]
use shadows::{Behavior, Call, Err, Known, Node, None, Ok, Option, Result, Some, State, Status, Tag, Visit};
type u8 = State;
type u16 = State;
type u32 = State;
type u64 = State;
type usize = State;
type bool = State;
type f64 = State;
type i32 = State;
const state: State = State;
const visit: State = State;
const blackboard: State = State;

const outliner: State = State;
const review: State = State;
const value: State = State;
const index: State = State;
const __state: State = State;
fn sequence() {}
fn selector() {}
fn wait() {}
mod core {}
mod bt_macros {}
#[derive(::std::fmt::Debug)]
pub struct W {
    n: ::core::primitive::u32,
    t: ::core::time::Duration,
}
impl ::bt_core::Clock for W {
    fn now(&self) -> ::core::time::Duration {
        self.t
    }
}
impl ::bt_core::Random for W {
    fn next_u64(&mut self) -> ::core::primitive::u64 {
        3
    }
}
impl ::bt_core::Events<Tag> for W {
    fn take(
        &mut self,
        mut f: impl ::core::ops::FnMut(&Tag) -> ::core::primitive::bool,
    ) -> ::core::option::Option<Tag> {
        if f(&Tag) { ::core::option::Option::Some(Tag) } else { ::core::option::Option::None }
    }
}
fn leaf(w: &mut W) -> ::core::primitive::bool {
    w.n > 3
}
mod state_mod {
    pub(super) fn leaf(w: &mut super::W, n: ::core::primitive::u32) -> ::core::primitive::bool {
        w.n > n
    }
}
::bt_core::bt! {
    /// A tree.
    struct Item { k: ::core::primitive::u32 } |r#in: &mut W| mem_sequence <
        leaf, !leaf, { r#in.n > 2 } => state_mod::leaf(r#in.n), wait(1s),
        guard({ r#in.n > self.k }) < repeater(3) < cooldown(1s) < leaf > > >,
        utility < 3 => leaf, r#in.n => state_mod::leaf(3) >, random < 3 => leaf, 4 => leaf >,
        switch(r#in.n) < 1 => leaf, _ => leaf >, chance(0.5) < leaf >, parallel(success = 1) < leaf, { r#in.n = 3; } >,
        on_halt({ r#in.n = 3; }) < leaf >, { ::std::println!("{in}", in = r#in.n); }, received(let Tag), { if r#in.n > 3 { return ::bt_core::Status::Success; } ::bt_core::Status::Running },
        focus(&mut r#in.n) < |p: &mut ::core::primitive::u32| sequence < { *p > 3 }, { *p > 4 } > >, @Other
    >
}
::bt_core::bt! { struct Other |r#loop: &mut W| selector < leaf, { r#loop.n > 3 }, failure > }
::bt_core::bt! { struct Gen<'a, T: ::core::marker::Copy> { t: &'a T } |w: &mut W| selector < leaf, { w.n > 3 && { let _ = self.t; true } }, failure > }
::bt_core::bt! { struct Clocked |function: &mut impl ::bt_core::Clock| selector < { ::bt_core::Clock::now(function).is_zero() }, failure > }
fn main() {
    let mut w = W { n: 3, t: ::core::time::Duration::ZERO };
    let tree = ::bt_core::bt! { |r#in: &mut W| mem_sequence <
        leaf, !leaf, { r#in.n > 2 } => state_mod::leaf(r#in.n), wait(1s),
        guard({ r#in.n > 3 }) < repeater(3) < cooldown(1s) < leaf > > >,
        utility < 3 => leaf, r#in.n => state_mod::leaf(3) >, random < 3 => leaf, 4 => leaf >,
        switch(r#in.n) < 1 => leaf, _ => leaf >, chance(0.5) < leaf >, parallel(success = 1) < leaf, { r#in.n = 3; } >,
        on_halt({ r#in.n = 3; }) < leaf >, { ::std::println!("{in}", in = r#in.n); }, received(let Tag), { if r#in.n > 3 { return ::bt_core::Status::Success; } ::bt_core::Status::Running },
        focus(&mut r#in.n) < |p: &mut ::core::primitive::u32| sequence < { *p > 3 }, { *p > 4 } > >, @Other
    > };
    let mut agent = ::bt_core::Agent::of(&tree);
    let _ = ::bt_core::Agent::tick(&mut agent, &tree, &mut w);
    let tree = ::bt_core::bt! { sequence < leaf, leaf > };
    let mut agent = ::bt_core::Agent::of(&tree);
    let _ = ::bt_core::Agent::tick(&mut agent, &tree, &mut w);
    let tree = Item { k: 3 };
    let _ = ::bt_core::Agent::tick(&mut ::bt_core::Agent::of(&tree), &tree, &mut w);
    let _ = ::bt_core::Agent::tick(&mut ::bt_core::Agent::of(&Other), &Other, &mut w);
    let _ = ::bt_core::Agent::tick(&mut ::bt_core::Agent::of(&Clocked), &Clocked, &mut w);
    let tree = Gen { t: &3 };
    let _ = ::bt_core::Agent::tick(&mut ::bt_core::Agent::of(&tree), &tree, &mut w);
}
