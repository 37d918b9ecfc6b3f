use bt::{A, B, Board, C, Run, run};

#[test]
fn parallel_ticks_all_before_it_decides() {
    let mut run = run!("A=F B=R C=R", parallel < @A, @B, @C >);
    assert_eq!(run.tick(), "F +A A:F +B B:R +C C:R ~B ~C");
}

#[test]
fn failure_comes_before_success() {
    let mut run = run!("A=S B=F", parallel(success = any, failure = any) < @A, @B >);
    assert_eq!(run.tick(), "F +A A:S +B B:F");
}

#[test]
fn failure_all_waits_for_the_last_failure() {
    let mut run = run!("A=F B=RF", parallel(success = any, failure = all) < @A, @B >);
    assert_eq!(run.tick(), "R +A A:F +B B:R");
    assert_eq!(run.tick(), "F B:F");
}

#[test]
fn success_out_of_reach_is_failure() {
    let mut run = run!("A=F B=R", parallel(success = all, failure = never) < @A, @B >);
    assert_eq!(run.tick(), "F +A A:F +B B:R ~B");
}

#[test]
fn numbers_as_thresholds() {
    let mut run = run!("A=S B=RRS C=F", parallel(success = 2, failure = 2) < @A, @B, @C >);
    assert_eq!(run.tick(), "R +A A:S +B B:R +C C:F");
    assert_eq!(run.tick(), "R B:R");
    assert_eq!(run.tick(), "S B:S");
}

#[test]
fn a_threshold_may_be_an_expression() {
    let tree = bt_core::bt! {
        |b: &mut Board| parallel(success = if b.next("k") == 'T' { 1 } else { 2 }) < @A, @B >
    };
    let mut run = Run::new(tree, "k=FT A=S B=R");
    assert_eq!(run.tick(), "R +A A:S +B B:R");
    assert_eq!(run.tick(), "S B:R ~B");
}

#[test]
fn a_threshold_of_nothing_is_met_at_once() {
    let none = 0;
    let mut success = run!("A=R", parallel(success = none) < @A >);
    assert_eq!(success.tick(), "S +A A:R ~A");
    let mut failure = run!("A=S", parallel(failure = none) < @A >);
    assert_eq!(failure.tick(), "F +A A:S");
}

#[test]
fn a_halt_forgets_what_had_ended() {
    let mut run = run!("A=S B=R", parallel < @A, @B >);
    assert_eq!(run.tick(), "R +A A:S +B B:R");
    assert_eq!(run.halt(), "~B");
    assert_eq!(run.tick(), "R +A A:S +B B:R");
}

#[test]
fn more_children_than_a_tuple_holds() {
    let mut run = run!(
        "A=S B=RS C=R",
        parallel(success = 14) < @A, @A, @A, @A, @A, @A, @A, @A, @A, @A, @A, @A, @A, @B, @C >
    );
    let all = ["+A A:S"; 13].join(" ");
    assert_eq!(run.tick(), format!("R {all} +B B:R +C C:R"));
    assert_eq!(run.tick(), "S B:S C:R ~C");
}

#[test]
fn the_first_in_order_wins_a_race() {
    let mut run = run!("A=R B=RF C=RS", race < @A, @B, @C >);
    assert_eq!(run.tick(), "R +A A:R +B B:R +C C:R");
    assert_eq!(run.tick(), "F A:R B:F C:S ~A");
}

#[test]
fn a_race_is_halted_as_a_whole() {
    let mut run = run!("A=R B=R", race < @A, @B >);
    assert_eq!(run.tick(), "R +A A:R +B B:R");
    assert_eq!(run.halt(), "~A ~B");
}

#[test]
fn the_background_restarts_and_ends_with_the_main_thing() {
    let mut run = run!("A=RRRS B=SFR", simple_parallel < @A, @B >);
    assert_eq!(run.tick(), "R +A A:R +B B:S");
    assert_eq!(run.tick(), "R A:R +B B:F");
    assert_eq!(run.tick(), "R A:R +B B:R");
    assert_eq!(run.tick(), "S A:S ~B");
}

#[test]
fn the_background_is_not_ticked_when_the_main_thing_ends() {
    let mut run = run!("A=F B=R", simple_parallel < @A, @B >);
    assert_eq!(run.tick(), "F +A A:F");
}
