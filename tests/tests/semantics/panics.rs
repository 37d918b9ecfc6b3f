//! A panic passes through; what ran before counts as running, and the next halt
//! reaches it once.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bt::{A, B, Board, P, Run, hook, k, run};
use bt_core::prelude::*;

fn tick_panics<T: Behavior<Board>>(run: &mut Run<T>) -> String {
    let tick = catch_unwind(AssertUnwindSafe(|| run.tick()));
    assert!(tick.is_err(), "the tick was expected to panic");
    assert!(run.agent.is_running(), "what had begun is running");
    run.happened()
}

#[test]
fn a_running_leaf_that_panics_is_halted_once() {
    let mut run = run!("P=RP", sequence < @P >);
    assert_eq!(run.tick(), "R +P P:R");
    assert_eq!(tick_panics(&mut run), "P:P");
    assert_eq!(run.halt(), "~P");
    assert_eq!(run.halt(), "");
}

#[test]
fn a_first_tick_that_panics_is_no_fresh_start() {
    let mut run = run!("P=PRS", mem_sequence < success, @P >);
    assert!(!run.agent.is_running());
    assert_eq!(tick_panics(&mut run), "+P P:P");
    assert_eq!(run.tick(), "R P:R");
    assert_eq!(run.tick(), "S P:S");
    assert!(!run.agent.is_running());
    let mut halted = run!("P=PS", mem_sequence < success, @P >);
    assert_eq!(tick_panics(&mut halted), "+P P:P");
    assert_eq!(halted.halt(), "~P");
    assert!(!halted.agent.is_running());
    assert_eq!(halted.tick(), "S +P P:S");
}

#[test]
fn a_cooldown_over_what_panicked_lets_it_go_on() {
    let mut run = run!("P=SPRS", cooldown(1s) < @P >);
    assert_eq!(run.at(5.0).tick(), "S +P P:S");
    run.at(6.0);
    assert_eq!(tick_panics(&mut run), "+P P:P");
    // The clock jumps back: the run goes on all the same.
    assert_eq!(run.at(5.5).tick(), "R P:R");
    assert_eq!(run.halt(), "~P");
}

#[test]
fn what_ran_behind_the_leaf_that_panics_is_halted() {
    let mut run = run!("P=FP B=R", selector < @P, @B >);
    assert_eq!(run.tick(), "R +P P:F +B B:R");
    assert_eq!(tick_panics(&mut run), "+P P:P");
    assert_eq!(run.halt(), "~P ~B");
    assert_eq!(run.halt(), "");
}

#[test]
fn what_had_finished_before_the_panic_is_not_halted() {
    let mut run = run!("A=RS P=P", sequence < @A, @P >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(tick_panics(&mut run), "A:S +P P:P");
    assert_eq!(run.halt(), "~P");
}

#[test]
fn a_tree_that_is_ticked_on_after_a_panic_leaves_nothing_running() {
    let mut run = run!("k=FT A=R P=P", selector < k, mem_sequence < !@P, @A > >);
    assert_eq!(tick_panics(&mut run), "+P P:P");
    assert_eq!(run.tick(), "S ~P");
}

#[test]
fn a_panic_under_decorators() {
    let mut run = run!("k=T A=RR P=FP", on_halt(hook) < k => retry(9) < selector < @P, @A > > >);
    assert_eq!(run.tick(), "R +P P:F +A A:R");
    assert_eq!(tick_panics(&mut run), "+P P:P");
    assert_eq!(run.halt(), "~P ~A hook");
    assert_eq!(run.halt(), "");
}

#[test]
fn a_panic_in_a_parallel_leaves_its_siblings_to_the_halt() {
    let mut run = run!("A=R B=R P=RP", parallel < @A, @P, @B >);
    assert_eq!(run.tick(), "R +A A:R +P P:R +B B:R");
    assert_eq!(tick_panics(&mut run), "A:R P:P");
    assert_eq!(run.halt(), "~A ~P ~B");
    let mut first = run!("A=R B=R P=P", sequence < parallel < @A, @P, @B > >);
    assert_eq!(tick_panics(&mut first), "+A A:R +P P:P");
    assert_eq!(first.halt(), "~A ~P");
    assert_eq!(first.halt(), "");
}

#[test]
fn a_panic_in_a_choice() {
    let mut run = run!("k=TF A=R P=P", if_else < k, @A, @P >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(tick_panics(&mut run), "~A +P P:P");
    assert_eq!(run.halt(), "~P");
    let mut utility = run!("A=R P=RP", utility < 1 => @A, 2 => always_fail < @P > >);
    assert_eq!(utility.tick(), "R +P P:R");
    assert_eq!(tick_panics(&mut utility), "P:P");
    assert_eq!(utility.halt(), "~P");
}
