use bt::{A, k, run};

#[test]
fn repeater_restarts_after_each_end_in_the_next_tick() {
    let mut run = run!("A=SFRS", repeater < @A >);
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "R +A A:F");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "R A:S");
}

#[test]
fn counted_repeater_counts_any_end() {
    let mut run = run!("A=SFS", repeater(3) < @A >);
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "R +A A:F");
    assert_eq!(run.tick(), "S +A A:S");
    assert_eq!(run.tick(), "R +A A:S");
}

#[test]
fn counted_repeater_counts_anew_after_a_halt() {
    let mut run = run!("A=SRS", repeater(2) < @A >);
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.halt(), "~A");
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "S +A A:S");
}

#[test]
fn the_count_starts_anew_when_a_parent_turns_away_between_rounds() {
    let mut run = run!("k=TFTT A=S", k => repeater(2) < @A >);
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "F");
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "S +A A:S");
}

#[test]
fn a_count_is_read_in_every_tick_and_may_shrink() {
    let tree = bt_core::bt! {
        |b: &mut bt::Board| repeater(if b.next("k") == 'T' { 3 } else { 1 }) < @A >
    };
    let mut run = bt::Run::new(tree, "k=TTF A=SRR");
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "S ~A");
}

#[test]
fn repeat_until_fail_succeeds_at_the_first_failure() {
    let mut run = run!("A=SRF", repeat_until_fail < @A >);
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "S A:F");
}

#[test]
fn repeat_until_fail_counts_failures_only() {
    let mut run = run!("A=FSF", repeat_until_fail(2) < @A >);
    assert_eq!(run.tick(), "R +A A:F");
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "S +A A:F");
}

#[test]
fn repeat_until_success_succeeds_at_the_first_success() {
    let mut run = run!("A=FRS", repeat_until_success < @A >);
    assert_eq!(run.tick(), "R +A A:F");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "S A:S");
}

#[test]
fn repeat_until_success_counts_successes_only() {
    let mut run = run!("A=SFS", repeat_until_success(2) < @A >);
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "R +A A:F");
    assert_eq!(run.tick(), "S +A A:S");
}

#[test]
fn until_zero_times_is_success_without_a_tick() {
    let none = 0;
    assert_eq!(run!("A=S", repeat_until_fail(none) < @A >).tick(), "S");
    assert_eq!(run!("A=S", repeat_until_success(none) < @A >).tick(), "S");
}

#[test]
fn retry_succeeds_at_once() {
    let mut run = run!("A=FRS", retry(2) < @A >);
    assert_eq!(run.tick(), "R +A A:F");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "S A:S");
}

#[test]
fn retry_counts_anew_after_its_own_end() {
    let mut run = run!("A=FSFFF", retry(2) < @A >);
    assert_eq!(run.tick(), "R +A A:F");
    assert_eq!(run.tick(), "S +A A:S");
    assert_eq!(run.tick(), "R +A A:F");
    assert_eq!(run.tick(), "F +A A:F");
    assert_eq!(run.tick(), "R +A A:F");
}

#[test]
fn a_repeater_until_failure_ends_at_the_first() {
    let mut run = run!("A=SRFSSS", repeater(3, until = failure) < @A >);
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "F A:F");
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "S +A A:S");
}

#[test]
fn a_repeater_until_success_ends_at_the_first_and_after_its_number() {
    let mut run = run!("A=FSFFF", repeater(3, until = success) < @A >);
    assert_eq!(run.tick(), "R +A A:F");
    assert_eq!(run.tick(), "S +A A:S");
    assert_eq!(run.tick(), "R +A A:F");
    assert_eq!(run.tick(), "R +A A:F");
    assert_eq!(run.tick(), "S +A A:F");
}

#[test]
fn a_repeater_until_something_counts_anew_after_a_halt() {
    let mut run = run!("A=SRSSS", repeater(3, until = failure) < @A >);
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.halt(), "~A");
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "S +A A:S");
}
