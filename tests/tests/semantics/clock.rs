use std::time::Duration;

use bt::{A, B, Board, Run, k, run};

#[test]
fn wait_succeeds_once_the_time_has_passed() {
    let mut run = run!("", wait(2s));
    assert_eq!(run.at(10.0).tick(), "R");
    assert_eq!(run.at(11.9).tick(), "R");
    assert_eq!(run.at(12.0).tick(), "S");
    assert_eq!(run.at(12.0).tick(), "R");
}

#[test]
fn wait_begins_anew_after_a_halt() {
    let mut run = run!("", wait(2s));
    assert_eq!(run.at(0.0).tick(), "R");
    assert_eq!(run.at(1.0).halt(), "");
    assert_eq!(run.at(1.5).tick(), "R");
    assert_eq!(run.at(3.0).tick(), "R");
    assert_eq!(run.at(3.5).tick(), "S");
}

#[test]
fn a_parent_that_turns_away_resets_a_wait() {
    let mut run = run!("k=TFTT", k => wait(2s));
    assert_eq!(run.at(0.0).tick(), "R");
    assert_eq!(run.at(1.0).tick(), "F");
    assert_eq!(run.at(3.0).tick(), "R");
    assert_eq!(run.at(5.0).tick(), "S");
}

#[test]
fn a_wait_for_ever_never_ends() {
    let mut run = run!("", wait(Duration::MAX));
    assert_eq!(run.at(0.0).tick(), "R");
    run.board.now = Duration::MAX;
    assert_eq!(run.tick(), "R");
}

#[test]
fn timeout_counts_from_the_beginning_of_the_run() {
    let mut run = run!("A=RRRS", timeout(2s) < @A >);
    assert_eq!(run.at(5.0).tick(), "R +A A:R");
    assert_eq!(run.at(6.9).tick(), "R A:R");
    assert_eq!(run.at(7.0).tick(), "F A:R ~A");
    assert_eq!(run.at(9.0).tick(), "S +A A:S");
}

#[test]
fn a_child_that_ends_in_the_last_tick_wins_over_the_timeout() {
    let mut run = run!("A=RS", timeout(1s) < @A >);
    assert_eq!(run.at(0.0).tick(), "R +A A:R");
    assert_eq!(run.at(5.0).tick(), "S A:S");
}

#[test]
fn timeout_starts_anew_after_a_halt() {
    let mut run = run!("A=R", timeout(1s) < @A >);
    assert_eq!(run.at(0.0).tick(), "R +A A:R");
    assert_eq!(run.at(0.5).halt(), "~A");
    assert_eq!(run.at(1.2).tick(), "R +A A:R");
    assert_eq!(run.at(2.2).tick(), "F A:R ~A");
}

#[test]
fn delay_waits_before_each_run() {
    let mut run = run!("A=RS", delay(1s) < @A >);
    assert_eq!(run.at(0.0).tick(), "R");
    assert_eq!(run.at(1.0).tick(), "R +A A:R");
    assert_eq!(run.at(1.1).tick(), "S A:S");
    assert_eq!(run.at(1.2).tick(), "R");
    assert_eq!(run.at(2.2).tick(), "S +A A:S");
}

#[test]
fn delay_waits_anew_when_its_child_was_halted() {
    let mut run = run!("A=R", delay(1s) < @A >);
    assert_eq!(run.at(0.0).tick(), "R");
    assert_eq!(run.at(1.0).tick(), "R +A A:R");
    assert_eq!(run.halt(), "~A");
    assert_eq!(run.at(1.5).tick(), "R");
}

#[test]
fn cooldown_starts_at_the_end_of_its_child() {
    let mut run = run!("A=RS", cooldown(1s) < @A >);
    assert_eq!(run.at(0.0).tick(), "R +A A:R");
    assert_eq!(run.at(5.0).tick(), "S A:S");
    assert_eq!(run.at(5.9).tick(), "F");
    assert_eq!(run.at(6.0).tick(), "S +A A:S");
}

#[test]
fn cooldown_counts_from_failures_too() {
    let mut run = run!("A=FS", cooldown(1s) < @A >);
    assert_eq!(run.at(0.0).tick(), "F +A A:F");
    assert_eq!(run.at(0.5).tick(), "F");
    assert_eq!(run.at(1.0).tick(), "S +A A:S");
}

#[test]
fn cooldown_on_success_lets_a_failure_try_again() {
    let mut run = run!("A=FSF", cooldown(1s, on = success) < @A >);
    assert_eq!(run.at(0.0).tick(), "F +A A:F");
    assert_eq!(run.at(0.1).tick(), "S +A A:S");
    assert_eq!(run.at(0.2).tick(), "F");
    assert_eq!(run.at(1.1).tick(), "F +A A:F");
    assert_eq!(run.at(1.2).tick(), "F +A A:F");
}

#[test]
fn a_halt_does_not_start_a_cooldown_and_does_not_end_one() {
    let mut run = run!("A=SR", cooldown(1s) < @A >);
    assert_eq!(run.at(0.0).tick(), "S +A A:S");
    run.at(0.5).halt();
    assert_eq!(run.at(0.6).tick(), "F");
    assert_eq!(run.at(1.0).tick(), "R +A A:R");
    assert_eq!(run.at(1.1).halt(), "~A");
    assert_eq!(run.at(1.2).tick(), "R +A A:R");
}

#[test]
fn a_cooldown_that_grows_is_measured_from_the_last_end() {
    let tree = bt_core::bt! {
        |b: &mut Board| cooldown(if b.next("k") == 'T' { Duration::from_secs(1) } else { Duration::from_secs(10) }) < @A >
    };
    let mut run = Run::new(tree, "k=TTF A=SR");
    assert_eq!(run.at(0.0).tick(), "S +A A:S");
    assert_eq!(run.at(2.0).tick(), "R +A A:R");
    assert_eq!(run.at(2.1).halt(), "~A");
    assert_eq!(run.at(3.0).tick(), "F");
    assert_eq!(run.at(10.0).tick(), "R +A A:R");
}

#[test]
fn a_clock_that_jumps_back_restarts_waits_and_cooldowns() {
    let mut wait = run!("", wait(1s));
    assert_eq!(wait.at(10.0).tick(), "R");
    assert_eq!(wait.at(2.0).tick(), "R");
    assert_eq!(wait.at(2.9).tick(), "R");
    assert_eq!(wait.at(3.0).tick(), "S");

    let mut cooldown = run!("A=S", cooldown(1s) < @A >);
    assert_eq!(cooldown.at(10.0).tick(), "S +A A:S");
    assert_eq!(cooldown.at(2.0).tick(), "F");
    assert_eq!(cooldown.at(2.9).tick(), "F");
    assert_eq!(cooldown.at(3.0).tick(), "S +A A:S");

    let mut timeout = run!("A=R", timeout(1s) < @A >);
    assert_eq!(timeout.at(10.0).tick(), "R +A A:R");
    assert_eq!(timeout.at(2.0).tick(), "R A:R");
    assert_eq!(timeout.at(3.0).tick(), "F A:R ~A");

    let mut delay = run!("A=S", delay(1s) < @A >);
    assert_eq!(delay.at(10.0).tick(), "R");
    assert_eq!(delay.at(2.0).tick(), "R");
    assert_eq!(delay.at(3.0).tick(), "S +A A:S");
}

#[test]
fn a_clock_that_jumps_anywhere_never_panics() {
    let mut run =
        run!("A=RS B=R k=T", selector < cooldown(1s) < timeout(1s) < @A > >, delay(0.5s) < @B >, k >);
    for now in
        [Duration::MAX, Duration::ZERO, Duration::from_nanos(1), Duration::MAX, Duration::from_secs(1 << 40)]
    {
        run.board.now = now;
        run.tick();
    }
}
