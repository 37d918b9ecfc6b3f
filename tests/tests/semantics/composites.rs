use bt::{A, B, C, c, k, run};

#[test]
fn sequence_asks_from_the_first_child_every_tick() {
    let mut run = run!("A=SSF B=RR", sequence < @A, @B >);
    assert_eq!(run.tick(), "R +A A:S +B B:R");
    assert_eq!(run.tick(), "R +A A:S B:R");
    assert_eq!(run.tick(), "F +A A:F ~B");
}

#[test]
fn sequence_succeeds_after_the_last_child() {
    let mut run = run!("A=S B=S C=S", sequence < @A, @B, @C >);
    assert_eq!(run.tick(), "S +A A:S +B B:S +C C:S");
}

#[test]
fn selector_halts_the_loser_after_the_winner_was_ticked() {
    let mut run = run!("A=FR B=R", selector < @A, @B >);
    assert_eq!(run.tick(), "R +A A:F +B B:R");
    assert_eq!(run.tick(), "R +A A:R ~B");
}

#[test]
fn selector_fails_after_the_last_child() {
    let mut run = run!("A=F B=F", selector < @A, @B >);
    assert_eq!(run.tick(), "F +A A:F +B B:F");
}

#[test]
fn a_child_that_ends_is_not_halted_when_another_takes_over() {
    let mut run = run!("A=F B=RF C=R", selector < @A, @B, @C >);
    assert_eq!(run.tick(), "R +A A:F +B B:R");
    assert_eq!(run.tick(), "R +A A:F B:F +C C:R");
}

#[test]
fn mem_sequence_goes_on_where_it_was() {
    let mut run = run!("A=S B=RS C=F", mem_sequence < @A, @B, @C >);
    assert_eq!(run.tick(), "R +A A:S +B B:R");
    assert_eq!(run.tick(), "F B:S +C C:F");
    assert_eq!(run.tick(), "F +A A:S +B B:S +C C:F");
}

#[test]
fn mem_selector_goes_on_where_it_was() {
    let mut run = run!("A=F B=RF C=S", mem_selector < @A, @B, @C >);
    assert_eq!(run.tick(), "R +A A:F +B B:R");
    assert_eq!(run.tick(), "S B:F +C C:S");
    assert_eq!(run.tick(), "S +A A:F +B B:F +C C:S");
}

#[test]
fn mem_sequence_begins_anew_after_a_halt() {
    let mut run = run!("A=S B=R", mem_sequence < @A, @B >);
    assert_eq!(run.tick(), "R +A A:S +B B:R");
    assert_eq!(run.halt(), "~B");
    assert_eq!(run.tick(), "R +A A:S +B B:R");
}

#[test]
fn mem_sequence_of_functions_keeps_its_place_and_loses_it_by_a_halt() {
    fn step(board: &mut bt::Board) -> bt_core::Status {
        board.log("step");
        if board.next("k") == 'T' { bt_core::Status::Success } else { bt_core::Status::Running }
    }
    let mut run = run!("k=TFF c=TTF", sequence < c, mem_sequence < step, step > >);
    assert_eq!(run.tick(), "R step step");
    assert_eq!(run.tick(), "R step");
    // The sequence leaves it: the next run begins with the first step.
    assert_eq!(run.tick(), "F");
    run.board = bt::Board::new("k=TF c=T");
    assert_eq!(run.tick(), "R step step");
}

#[test]
fn checkpoint_sequence_keeps_its_place_over_failure_and_halt() {
    let mut run = run!("A=S B=FRS C=S", checkpoint_sequence < @A, @B, @C >);
    assert_eq!(run.tick(), "F +A A:S +B B:F");
    assert_eq!(run.tick(), "R +B B:R");
    assert_eq!(run.halt(), "~B");
    assert_eq!(run.tick(), "S +B B:S +C C:S");
    assert_eq!(run.tick(), "S +A A:S +B B:S +C C:S");
}

#[test]
fn checkpoint_sequence_keeps_its_place_when_its_parent_turns_away() {
    let mut run = run!("k=TFT A=S B=R", k => checkpoint_sequence < @A, @B >);
    assert_eq!(run.tick(), "R +A A:S +B B:R");
    assert_eq!(run.tick(), "F ~B");
    assert_eq!(run.tick(), "R +B B:R");
}

#[test]
fn nested_composites_halt_only_what_runs() {
    let mut run = run!(
        "k=FFT A=S B=R C=R",
        selector < k, mem_sequence < @A, selector < sequence < @A, @B >, @C > > >
    );
    assert_eq!(run.tick(), "R +A A:S +A A:S +B B:R");
    assert_eq!(run.tick(), "R +A A:S B:R");
    assert_eq!(run.tick(), "S ~B");
}

#[test]
fn more_children_than_a_tuple_holds() {
    let mut run = run!(
        "A=F B=RS C=F",
        selector <
            @A, @A, @A, @A, @A, @A, @A, @A, @A, @A, @A, @A, @A,
            last: @B,
            @C,
        >
    );
    let failures = ["+A A:F"; 13].join(" ");
    assert_eq!(run.tick(), format!("R {failures} +B B:R"));
    assert_eq!(run.tick(), format!("S {failures} B:S"));
    run.board = bt::Board::new("A=F B=RF C=R");
    assert_eq!(run.tick(), format!("R {failures} +B B:R"));
    assert_eq!(run.tick(), format!("R {failures} B:F +C C:R"));
    assert_eq!(run.halt(), "~C");
}

#[test]
fn what_never_runs_may_stand_behind_a_wait_and_what_need_not_wait_before_anything() {
    let mut run = run!("k=T", sequence < wait(1s), k >);
    assert_eq!(run.at(0.0).tick(), "R");
    assert_eq!(run.at(1.0).tick(), "S");
    assert_eq!(run.at(1.1).tick(), "R");
    let mut run = run!("k=T A=R", sequence < selector < k, wait(1s) >, @A >);
    assert_eq!(run.tick(), "R +A A:R");
    let mut run = run!("A=R", sequence < once < wait(1s) >, @A >);
    assert_eq!(run.at(0.0).tick(), "R");
    assert_eq!(run.at(1.0).tick(), "R +A A:R");
    assert_eq!(run.at(1.1).tick(), "R A:R");
    let mut run = run!("A=R", sequence < mem_sequence < wait(1s), @A > >);
    assert_eq!(run.at(0.0).tick(), "R");
    assert_eq!(run.at(1.0).tick(), "R +A A:R");
    assert_eq!(run.at(1.1).tick(), "R A:R");
}
