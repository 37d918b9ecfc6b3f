//! Ranges in the place of durations and counts.

use std::time::Duration;

use bt::{A, Board, run};
use bt_core::blackboard::SmallRng;
use bt_core::prelude::*;

const RUNS: u32 = 2000;

/// How long a thing took, in seconds, over many runs at 60 ticks a second.
fn durations<T: Behavior<Board>>(tree: &T, mut over: impl FnMut(Status, &Board) -> bool) -> Vec<f64> {
    let mut board = Board::new("A=S");
    board.rng = SmallRng::new(11);
    let mut agent = Agent::of(tree);
    let mut durations = Vec::new();
    while durations.len() < RUNS as usize {
        let begun = board.now;
        loop {
            let status = agent.tick(tree, &mut board);
            if over(status, &board) {
                break;
            }
            board.now += Duration::from_micros(16_667);
        }
        durations.push((board.now - begun).as_secs_f64());
        board.now += Duration::from_micros(16_667);
    }
    durations
}

/// The least, the mean and the most.
fn spread(values: &[f64]) -> (f64, f64, f64) {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(0.0, f64::max);
    (least, values.iter().sum::<f64>() / values.len() as f64, most)
}

#[track_caller]
fn is_spread_over_two_to_five_seconds(durations: &[f64]) {
    let (least, mean, most) = spread(durations);
    assert!((2.0..2.05).contains(&least), "{least}");
    // The deviation is 3 / sqrt(12), that of the mean of 2000 runs is 0.02; ticks round up.
    assert!((3.45..3.57).contains(&mean), "{mean}");
    assert!((4.95..5.02).contains(&most), "{most}");
}

#[test]
fn a_wait_is_drawn_once_a_run() {
    let tree = bt! { |_b: &mut Board| wait(2s..5s) };
    is_spread_over_two_to_five_seconds(&durations(&tree, |status, _| status == Status::Success));
}

#[test]
fn bounds_are_expressions() {
    let tree = bt! {
        |b: &mut Board| wait(Duration::from_secs(2 + b.inbox.len() as u64)..=Duration::from_millis(5000))
    };
    is_spread_over_two_to_five_seconds(&durations(&tree, |status, _| status == Status::Success));
}

#[test]
fn a_delay_and_a_timeout_are_drawn_once_a_run() {
    let delay = bt! { |_b: &mut Board| delay(2s..5s) < success > };
    is_spread_over_two_to_five_seconds(&durations(&delay, |status, _| status == Status::Success));
    let timeout = bt! { |_b: &mut Board| timeout(2s..5s) < running > };
    is_spread_over_two_to_five_seconds(&durations(&timeout, |status, _| status == Status::Failure));
}

/// The times between things that happen, in seconds.
fn intervals<T: Behavior<Board>>(tree: &T, happened: impl Fn(Status, &[String]) -> bool) -> Vec<f64> {
    let mut board = Board::new("A=S");
    board.rng = SmallRng::new(12);
    let mut agent = Agent::of(tree);
    let (mut last, mut intervals) = (None, Vec::new());
    while intervals.len() < RUNS as usize {
        let status = agent.tick(tree, &mut board);
        let now = happened(status, &std::mem::take(&mut board.events)).then_some(board.now);
        let before = now.and_then(|now| last.replace(now));
        intervals.extend(before.map(|before| (board.now - before).as_secs_f64()));
        board.now += Duration::from_micros(16_667);
    }
    intervals
}

#[test]
fn a_pause_is_drawn_when_it_begins() {
    let tree = bt! { |_b: &mut Board| cooldown(2s..=5s) < @A > };
    is_spread_over_two_to_five_seconds(&intervals(&tree, |status, _| status == Status::Success));
}

#[test]
fn each_interval_is_drawn() {
    let throttle = bt! { |_b: &mut Board| throttle(2s..=5s) < @A > };
    is_spread_over_two_to_five_seconds(&intervals(&throttle, |_, events| !events.is_empty()));
    let on_start = bt! { |_b: &mut Board| throttle(2s..=5s, on = start) < @A > };
    is_spread_over_two_to_five_seconds(&intervals(&on_start, |_, events| !events.is_empty()));
    let service = bt! { |_b: &mut Board| service(2s..5s, bt::hook) < running > };
    is_spread_over_two_to_five_seconds(&intervals(&service, |_, events| !events.is_empty()));
}

/// How often each number of rounds came, from 1 on.
fn rounds<T: Behavior<Board>>(tree: &T) -> [u32; 5] {
    let mut board = Board::new("A=S");
    board.rng = SmallRng::new(13);
    let mut agent = Agent::of(tree);
    let mut counts = [0; 5];
    for _ in 0..RUNS {
        let rounds = (1..).find(|_| !agent.tick(tree, &mut board).is_running());
        counts[rounds.expect("it ends") - 1] += 1;
    }
    counts
}

#[track_caller]
fn is_even(counts: [u32; 5]) {
    let expected = f64::from(RUNS) / 5.0;
    let chi_square: f64 = counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
    // With 4 degrees of freedom, more than this comes once in a thousand times.
    assert!(chi_square < 18.47, "{chi_square}: {counts:?}");
}

#[test]
fn a_count_is_drawn_once_a_run() {
    is_even(rounds(&bt! { |_b: &mut Board| repeater(1..=5) < success > }));
    is_even(rounds(&bt! { |_b: &mut Board| repeater(1..6, until = failure) < success > }));
    is_even(rounds(&bt! { |_b: &mut Board| retry(1..=5) < failure > }));
    is_even(rounds(&bt! { |_b: &mut Board| repeat_until_fail(1..=5) < failure > }));
    is_even(rounds(&bt! { |_b: &mut Board| repeat_until_success(1..=5) < success > }));
}

#[test]
fn a_halt_draws_anew_and_the_idle_state_is_the_first() {
    let tree = bt! { |_b: &mut Board| repeater(2..=9) < @A > };
    let mut run = bt::Run::new(tree, "A=R");
    run.tick();
    run.halt();
    assert_eq!(run.agent.state, Agent::of(&run.tree).state);
}

#[test]
fn bounds_that_change_move_the_value() {
    // Where it falls is kept: with seed 3, somewhere between the bounds.
    let tree = bt! { |b: &mut Board| wait(b.seconds("l")..b.seconds("h")) };
    let mut run = bt::Run::new(tree, "l=0079 h=9979");
    run.board.rng = SmallRng::new(3);
    assert_eq!(run.at(0.0).tick(), "R");
    assert_eq!(run.at(0.0).tick(), "R");
    assert_eq!(run.at(6.9).tick(), "R", "from 7 to below 7: an empty range is its lower bound");
    assert_eq!(run.at(9.0).tick(), "S");
}

#[test]
fn an_empty_range_is_its_lower_bound() {
    let (low, high) = (3, 2);
    let mut run = run!("A=S", repeater(low..high) < @A >);
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "R +A A:S");
    assert_eq!(run.tick(), "S +A A:S");
}

#[test]
fn nothing_is_drawn_before_a_pause() {
    let mut run = run!("A=RS", cooldown(1s..2s) < @A >);
    let before = run.board.rng;
    run.tick();
    assert_eq!(run.board.rng, before);
    run.tick();
    assert_ne!(run.board.rng, before);
    let after = run.board.rng;
    assert_eq!(run.at(0.9).tick(), "F");
    assert_eq!(run.board.rng, after);
}

#[test]
fn what_was_drawn_is_saved() {
    bt! { struct Tree |_b: &mut Board| sequence < fresh < timeout(1s..=9s) < repeater(2..=3) < running > > > > }
    let mut board = Board::new("");
    board.rng = SmallRng::new(5);
    let mut agent = Agent::<Tree>::new();
    assert_eq!(agent.tick(&Tree, &mut board), Status::Running);
    let saved = serde_json::to_string(&agent).unwrap();
    let mut other: Agent<Tree> = serde_json::from_str(&saved).unwrap();
    assert_eq!(other, agent);
    // Nothing is drawn any more, and both end in the same tick.
    let mut twin = board.clone();
    let end = |agent: &mut Agent<Tree>, board: &mut Board| {
        (0..1000).find(|_| {
            board.now += Duration::from_millis(10);
            !agent.tick(&Tree, board).is_running()
        })
    };
    let ends = (end(&mut agent, &mut board), end(&mut other, &mut twin));
    assert!(ends.0.is_some() && ends.0 == ends.1, "{ends:?}");
    assert_eq!(board.rng, twin.rng);
}
