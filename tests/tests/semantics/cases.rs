//! `switch` over conditions, and choices that are kept.

use bt::{A, B, Board, C, Run, Scripted, c, k, run};
use bt_core::observe::Outline;
use bt_core::prelude::*;

#[test]
fn the_loser_is_halted_before_the_winner_is_ticked() {
    let mut run = run!("k=FTF A=R B=R", switch < k => @A, _ => @B >);
    assert_eq!(run.tick(), "R +B B:R");
    assert_eq!(run.tick(), "R ~B +A A:R");
    assert_eq!(run.tick(), "R ~A +B B:R");
    assert_eq!(run.halt(), "~B");
    assert_eq!(run.halt(), "");
}

#[test]
fn the_first_condition_that_holds_decides() {
    let mut run = run!("k=FTTF c=TTFF A=R B=R C=S", switch < k => @A, c => @B, _ => @C >);
    assert_eq!(run.tick(), "R +B B:R");
    // The condition behind the first that holds isn't asked.
    assert_eq!(run.tick(), "R ~B +A A:R");
    assert_eq!(run.tick(), "R A:R");
    assert_eq!(run.tick(), "R ~A +B B:R");
    assert_eq!(run.tick(), "S ~B +C C:S");
}

#[test]
fn it_commits() {
    let mut run = run!("k=T A=F B=S", switch < k => @A, _ => @B >);
    assert_eq!(run.tick(), "F +A A:F");
}

#[test]
fn where_no_condition_holds_it_fails_and_halts() {
    let mut run = run!("k=TF c=F A=R B=R", switch < k => @A, c => @B >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "F ~A");
    assert_eq!(run.halt(), "");
}

#[test]
fn a_condition_may_be_a_tree_and_a_child_have_conditions_of_its_own() {
    let mut run = run!("k=T c=TF A=R B=R", switch < sequence < k, !c > => @A, k => c => @B, _ => success >);
    assert_eq!(run.tick(), "F", "c holds, then no more");
    let mut run = run!("k=T c=FTF A=R B=R", switch < sequence < k, c > => @A, k => !c => @B, _ => success >);
    assert_eq!(run.tick(), "F");
    assert_eq!(run.tick(), "R +B B:R");
}

#[test]
fn more_cases_than_a_tuple_holds() {
    let tree = bt! {
        |b: &mut Board| switch <
            { b.next("n") == '0' } => success, { b.next("n") == '1' } => failure, { b.next("n") == '2' } => failure,
            { b.next("n") == '3' } => failure, { b.next("n") == '4' } => failure, { b.next("n") == '5' } => failure,
            { b.next("n") == '6' } => failure, last: { b.next("n") == '7' } => @A,
            _ => @B,
        >
    };
    let mut run = Run::new(tree, "n=777777770000000 A=R B=R");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "S ~A");
    assert_eq!(Outline::of_value(&tree).find("last"), Some(16));
}

#[test]
fn an_item_of_cases_goes_on_and_is_halted() {
    bt! { struct Tree |_b: &mut Board| switch < k => wait(1s), c => mem_sequence < @Scripted("A"), @Scripted("B") >, _ => @Scripted("C") > }
    let mut run = Run::new(Tree, "k=FFT c=T A=S B=R C=R");
    assert_eq!(run.tick(), "R +A A:S +B B:R");
    assert_eq!(run.tick(), "R B:R");
    assert_eq!(run.tick(), "R ~B");
}

#[test]
fn cases_in_the_outline() {
    bt! { struct Tree |_b: &mut Board| switch < k => @Scripted("A"), rest: _ => selector < c, @Scripted("B") > > }
    assert_eq!(
        Outline::of::<Tree>().to_string(),
        "switch\n├─ k\n├─ @Scripted(\"A\")\n└─ rest: selector\n   ├─ c\n   └─ @Scripted(\"B\")\n"
    );
    assert_eq!(Outline::of::<Tree>().len(), 6);
}

#[test]
fn at_the_start_is_kept_until_the_child_has_ended() {
    let mut run = run!("k=TFT A=RS B=R", if_else(at = start) < k, @A, @B >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "S A:S");
    assert_eq!(run.tick(), "R +B B:R");
    assert_eq!(run.halt(), "~B");
    assert_eq!(run.tick(), "S +A A:S");
}

#[test]
fn at_the_start_without_an_else_fails() {
    let mut run = run!("k=FT A=R", if_else(at = start) < k, @A >);
    assert_eq!(run.tick(), "F");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "R A:R");
}

#[test]
fn a_switch_at_the_start_keeps_its_arm() {
    let tree = bt! { |b: &mut Board| switch(b.next("m"), at = start) < 'x' => @A, 'y' => @B, _ => failure > };
    let mut run = Run::new(tree, "m=xyz A=RS B=R");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "S A:S");
    assert_eq!(run.tick(), "R +B B:R");
    assert_eq!(run.halt(), "~B");
    assert_eq!(run.tick(), "F");
}

#[test]
fn choices_at_the_start_in_an_item_go_on_with_functions_too() {
    fn two(board: &mut Board) -> Status {
        if board.next("f") == 'R' { Status::Running } else { Status::Success }
    }
    bt! { struct Tree |_b: &mut Board| if_else(at = start) < k, two, failure > }
    let mut run = Run::new(Tree, "k=TF f=RRS");
    assert_eq!(run.tick(), "R");
    assert_eq!(run.tick(), "R");
    assert_eq!(run.tick(), "S");
    assert_eq!(run.tick(), "F");
}

#[test]
fn a_velocity_that_one_sets_and_another_clears() {
    struct Go(f64);
    impl Action<(bool, f64)> for Go {
        type State = ();
        type Output = Running;
        fn start(&self, _: &mut (), (_, velocity): &mut (bool, f64)) {
            *velocity = self.0;
        }
        fn tick(&self, _: &mut (), _: &mut (bool, f64)) -> Running {
            Running
        }
        fn halt(&self, _: &mut (), (_, velocity): &mut (bool, f64)) {
            *velocity = 0.0;
        }
    }
    let tree = bt! { |b: &mut (bool, f64)| switch < { b.0 } => @Go(-1.0), _ => @Go(1.0) > };
    let (mut agent, mut board) = (Agent::of(&tree), (false, 0.0));
    agent.tick(&tree, &mut board);
    board.0 = true;
    agent.tick(&tree, &mut board);
    assert_eq!(board.1, -1.0);
}
