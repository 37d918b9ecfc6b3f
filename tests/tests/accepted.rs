//! What a tree may consist of, apart from the usual: it compiles without a warning, and does
//! what it says.

#![deny(warnings)]

use std::fmt::Debug;

use bt_core::prelude::*;

#[derive(Debug, Default)]
struct Guard {
    n: u32,
}

fn is_many(guard: &mut Guard) -> bool {
    guard.n > 1
}

fn gives_up(_: &mut Guard) -> ! {
    panic!("given up")
}

trait Counts {
    fn counts(&mut self) -> bool;
    fn exceeds(&mut self, n: u32) -> bool;
}

impl Counts for Guard {
    fn counts(&mut self) -> bool {
        self.n += 1;
        true
    }

    fn exceeds(&mut self, n: u32) -> bool {
        self.n > n
    }
}

fn tick<B: ?Sized, T: Behavior<B>>(tree: &T, blackboard: &mut B) -> Status {
    tree.tick(&mut Default::default(), blackboard)
}

macro_rules! ensure {
    ($condition:expr) => {
        if !$condition {
            return Status::Failure;
        }
    };
}

bt! {
    struct Unfinished |g: &mut Guard| selector < is_many, { todo!() }, gives_up, { let n = g.n; panic!("{n}") } >
}

#[test]
fn what_never_returns_is_a_leaf() {
    assert_eq!(tick(&Unfinished, &mut Guard { n: 2 }), Status::Success);
    let tree =
        bt! { |g: &mut Guard| selector < is_many, { let n = g.n; panic!("{n}") }, gives_up, { todo!() } > };
    assert_eq!(tick(&tree, &mut Guard { n: 2 }), Status::Success);
    assert!(std::panic::catch_unwind(|| tick(&tree, &mut Guard::default())).is_err());
}

bt! {
    struct Qualified |g: &mut Guard| sequence < <Guard as Counts>::counts, Guard::counts, <Guard as Counts>::exceeds(1) >
}

#[test]
fn a_leaf_may_be_a_qualified_path() {
    let mut guard = Guard::default();
    assert_eq!(tick(&Qualified, &mut guard), Status::Success);
    assert_eq!(guard.n, 2);
}

bt! {
    struct Returning |g: &mut Guard| sequence < { ensure!(g.n > 3); Status::Running }, is_many >
}

#[test]
fn a_macro_may_hide_a_return() {
    assert_eq!(tick(&Returning, &mut Guard { n: 3 }), Status::Failure);
    assert_eq!(tick(&Returning, &mut Guard { n: 4 }), Status::Running);
}

bt! {
    #[expect(dead_code)]
    struct Unused |g: &mut Guard| sequence < is_many, { g.n > 3 } >
}

bt! {
    #[cfg(any())]
    struct Absent { x: NoSuchType } |g: &mut NoSuchType| sequence < no_such_function, { g.n > 3 } >
}

bt! {
    #[allow(non_camel_case_types)]
    #[cfg_attr(all(), derive(Clone))]
    struct named_like_a_function |g: &mut Guard| sequence < is_many, { #[allow(unused_variables)] let n = g.n; true } >
}

#[test]
fn attributes_reach_all_that_is_written() {
    assert_eq!(tick(&named_like_a_function.clone(), &mut Guard { n: 2 }), Status::Success);
}

trait Moves {
    fn steps(&mut self) -> bool;
}

impl Moves for u32 {
    fn steps(&mut self) -> bool {
        *self += 1;
        *self > 1
    }
}

bt! { struct OnTrait |m: &mut dyn Moves| sequence < { m.steps() }, Moves::steps, @OnTraits > }
bt! { struct OnTraits |m: &mut dyn Moves| selector < { m.steps() }, failure > }
bt! { struct OnSend |m: &mut (dyn Moves + Send)| selector < { m.steps() }, { m.steps() } > }
bt! { struct Borrowing |m: &mut (&'x u32, &'y u32)| selector < { *m.0 > *m.1 }, failure > }
bt! { struct Functions |f: &mut fn(&u32) -> &u32| selector < { *f(&3) > 3 }, { *f(&3) == 3 } > }
bt! { struct Boxed |f: &mut Box<dyn for<'a> Fn(&'a u32) -> &'a u32>| selector < { *f(&3) > 3 }, { *f(&3) == 3 } > }
bt! { struct Closure |f: &mut dyn Fn(u32) -> u32| selector < { f(3) > 5 }, { f(3) == 4 } > }

#[test]
fn a_blackboard_may_be_a_trait_or_a_function() {
    assert_eq!(tick(&OnTrait, &mut 1_u32 as &mut dyn Moves), Status::Success);
    assert_eq!(tick(&OnSend, &mut 1_u32 as &mut (dyn Moves + Send)), Status::Success);
    assert_eq!(tick(&Borrowing, &mut (&2, &1)), Status::Success);
    let mut function: fn(&u32) -> &u32 = |n| n;
    assert_eq!(tick(&Functions, &mut function), Status::Success);
    let mut boxed: Box<dyn Fn(&u32) -> &u32> = Box::new(|n| n);
    assert_eq!(tick(&Boxed, &mut boxed), Status::Success);
    // One that lives no longer than what it borrows.
    let one = 1_u32;
    let mut closure = |n| n + one;
    assert_eq!(tick(&Closure, &mut closure as &mut dyn Fn(u32) -> u32), Status::Success);
}

bt! { #[derive(Clone)] struct Many |g: &mut Guard| sequence < is_many, { g.n > 1 } > }
bt! { struct Holding<'a, T: Behavior<Guard>> { tree: &'a T } |g: &mut Guard| sequence < @(self.tree as &'a T), is_many > }

fn spliced<T: Behavior<Guard> + Clone, R: Outcome>(
    tree: T,
    opaque: impl Behavior<Guard>,
    borrowed: &impl Behavior<Guard>,
    leaf: impl Fn(&mut Guard) -> R,
) -> Status {
    let whole = bt! { |g: &mut Guard| sequence <
        guard(@(tree.clone())) < @opaque >, @borrowed, @(&tree), leaf, !{ g.n > 3 }, @(&Many)
    > };
    tick(&whole, &mut Guard { n: 2 })
}

#[test]
fn what_isnt_known_of_a_child_is_no_mistake() {
    assert_eq!(spliced(Many, Many, &Many, |guard| guard.n == 2), Status::Success);
    assert_eq!(spliced(Many, Many, &Many, |guard| guard.n == 3), Status::Failure);
}

#[test]
fn a_borrowed_tree_is_a_tree() {
    assert_eq!(tick(&Holding { tree: &Many }, &mut Guard { n: 2 }), Status::Success);
    assert_eq!(tick(&Holding { tree: &&Many }, &mut Guard { n: 1 }), Status::Failure);
    assert_eq!(<&Many as Node>::COUNT, Many::COUNT);
    assert_eq!(<&Many as Node>::FINGERPRINT, Many::FINGERPRINT);
    let _: &dyn Debug = &Agent::<&Many>::default();
}
