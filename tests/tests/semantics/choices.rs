use bt::{A, B, Board, C, Run, c, k, run};

#[test]
fn if_else_halts_the_loser_before_the_winner_is_ticked() {
    let mut run = run!("k=TFT A=R B=R", if_else < k, @A, @B >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "R ~A +B B:R");
    assert_eq!(run.tick(), "R ~B +A A:R");
    assert_eq!(run.halt(), "~A");
}

#[test]
fn while_do_runs_whatever_its_body_returns() {
    let mut run = run!("k=TTTF A=SFR", while_do < k, @A >);
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "R +A A:F");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "S ~A");
}

#[test]
fn while_do_with_a_condition_that_never_held_succeeds() {
    let mut run = run!("k=F A=S", while_do < k, @A >);
    assert_eq!(run.tick(), "S");
}

#[derive(Clone, Copy)]
enum Mood {
    Calm,
    Angry(u32),
}

fn mood(board: &mut Board) -> Mood {
    match board.next("m") {
        'c' => Mood::Calm,
        digit => Mood::Angry(digit.to_digit(10).unwrap()),
    }
}

#[test]
fn switch_is_a_match() {
    let tree = bt_core::bt! {
        |b: &mut Board| switch(mood(b)) < Mood::Calm => @A, Mood::Angry(n) if n > 3 => @B, Mood::Angry(1 | 2) => failure, _ => @C >
    };
    let mut run = Run::new(tree, "m=c4511c3 A=R B=R C=S");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "R ~A +B B:R");
    assert_eq!(run.tick(), "R B:R");
    assert_eq!(run.tick(), "F ~B");
    assert_eq!(run.tick(), "F");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "S ~A +C C:S");
}

#[test]
fn switch_starts_an_arm_anew_when_it_matches_again() {
    let tree =
        bt_core::bt! { |b: &mut Board| switch(b.next("m")) < 'x' => mem_sequence < @A, @B >, _ => @C > };
    let mut run = Run::new(tree, "m=xyx A=S B=R C=S");
    assert_eq!(run.tick(), "R +A A:S +B B:R");
    assert_eq!(run.tick(), "S ~B +C C:S");
    assert_eq!(run.tick(), "R +A A:S +B B:R");
}

fn score(board: &mut Board, name: &str) -> f64 {
    match board.next(name) {
        'N' => f64::NAN,
        digit => f64::from(digit.to_digit(10).unwrap()) / 10.0,
    }
}

#[test]
fn utility_tries_from_the_best_down() {
    let tree = bt_core::bt! {
        |b: &mut Board| utility < score(b, "a") => @A, score(b, "b") => @B, score(b, "c") => @C >
    };
    let mut run = Run::new(tree, "a=1 b=5 c=3 A=S B=F C=F");
    assert_eq!(run.tick(), "S +B B:F +C C:F +A A:S");
}

#[test]
fn utility_halts_the_loser_after_the_winner_was_ticked() {
    let tree = bt_core::bt! { |b: &mut Board| utility < score(b, "a") => @A, score(b, "b") => @B > };
    let mut run = Run::new(tree, "a=52 b=4 A=R B=R");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "R +B B:R ~A");
}

#[test]
fn inertia_keeps_the_running_child() {
    let tree =
        bt_core::bt! { |b: &mut Board| utility(inertia = 0.2) < score(b, "a") => @A, score(b, "b") => @B > };
    let mut run = Run::new(tree, "a=533 b=446 A=R B=R");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "R A:R");
    assert_eq!(run.tick(), "R +B B:R ~A");
    // Where nothing runs, there is no inertia.
    run.halt();
    run.board = Board::new("a=5 b=4 A=R B=R");
    assert_eq!(run.tick(), "R +A A:R");
}

#[test]
fn utility_prefers_the_earlier_of_equals_and_never_what_is_no_number() {
    let tree = bt_core::bt! { |b: &mut Board| utility < score(b, "a") => @A, 0.5 => @B, 0.5 => @C > };
    let mut run = Run::new(tree, "a=N9N A=R B=RF C=R");
    assert_eq!(run.tick(), "R +B B:R");
    assert_eq!(run.tick(), "R +A A:R ~B");
    assert_eq!(run.tick(), "R +B B:F +C C:R ~A");
}

#[test]
fn utility_fails_when_all_fail_or_none_has_a_score() {
    let mut all_fail = run!("A=F B=F", utility < 1 => @A, 2 => @B >);
    assert_eq!(all_fail.tick(), "F +B B:F +A A:F");
    let mut none = run!("A=S", utility < f64::NAN => @A >);
    assert_eq!(none.tick(), "F");
}

#[test]
fn conditions_may_nest_choices() {
    let mut run = run!("k=TF c=TT A=R B=R", guard(if_else < k, c, !c >) < if_else < c, @A, @B > >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "F ~A");
}

#[test]
fn an_inertia_of_nan_counts_as_nothing() {
    let tree = bt_core::bt! { |_b: &mut Board| utility(inertia = f64::NAN) < 2 => @A, 1 => @B > };
    let mut run = Run::new(tree, "A=R B=R");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "R A:R");
}
