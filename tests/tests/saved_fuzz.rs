//! Saved agents, mutated: each is refused, or behaves by the rules from there on.
//!
//! `BT_SAVED_FUZZ=n` mutates `n` times as many as usual: 250 for a million.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bt::{Board, Scripted, hook, k};
use bt_core::blackboard::SmallRng;
use bt_core::observe::{Outline, Rules};
use bt_core::prelude::*;
use bt_core::review::Review;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

bt! {
    #[derive(Clone, Copy)]
    struct Lasting |b: &mut Board| selector <
        k => failure,
        parallel(success = all, failure = never) <
            mem_sequence < wait(1s), @Scripted("A"), repeater(2) < @Scripted("B") > >,
            once < @Scripted("C") >,
            throttle(0.4s) < checkpoint_sequence < @Scripted("D"), @Scripted("E") > >,
            cooldown(0.5s) < limit(9) < @Scripted("F") > >,
            cooldown(0.3s, on = success) < @Scripted("G") >,
            service(0.3s, hook) < timeout(1.5s) < delay(0.2s) < @Scripted("H") > > >,
        >,
    >
}

bt! {
    #[derive(Clone, Copy)]
    struct Part |_b: &mut Board| when(k) < on_halt(hook) < repeater(4) < @Scripted("A") > > >
}

bt! {
    #[derive(Clone, Copy)]
    struct Forgetting |b: &mut Board| parallel(success = all, failure = never) <
        random_sequence < @Scripted("B"), @Scripted("C"), wait(200ms) >,
        random_selector < 2.0 => @Scripted("D"), @Scripted("E"), failure >,
        utility(inertia = 0.5) <
            1.0 => @Scripted("F"),
            f64::from(u32::from(b.next("s"))) => random < @Scripted("G"), @Scripted("H") >,
        >,
        @Part,
        finally < switch(b.next("s")) < 'x' => @Scripted("I"), _ => mem_selector < @Scripted("J"), k > >, success >,
        if_else < k, retry(3) < !@Scripted("K") >, simple_parallel < @Scripted("L"), @Scripted("M") > >,
        while_do < k, race < @Scripted("N"), chance(0.9) < timeout(0.5s) < @Scripted("O") > > > >,
        selector <
            @Scripted("P"), @Scripted("Q"), @Scripted("R"), delay(100ms) < @Scripted("S") >,
            @Scripted("T"), !repeat_until_fail(2) < @Scripted("U") >, @Scripted("V"), failure,
        >,
        mem_selector <
            failure, failure, failure, failure, failure, failure, failure,
            failure, failure, failure, failure, failure, failure, @Scripted("W"),
        >,
        random_selector <
            @Scripted("X"), failure, failure, failure, failure, failure, failure,
            failure, failure, failure, failure, failure, failure, @Scripted("Y"),
        >,
    >
}

/// Answers for all leaves, out of these.
fn board(dice: &mut SmallRng, of: &[char]) -> Board {
    let mut scripts = String::new();
    for leaf in 'A'..='Y' {
        scripts.push_str(&format!("{leaf}="));
        scripts.extend((0..40).map(|_| of[below(dice, of.len())]));
        scripts.push(' ');
    }
    for (condition, answers) in [('k', ['T', 'T', 'F']), ('s', ['x', 'y', 'x'])] {
        scripts.push_str(&format!("{condition}="));
        scripts.extend((0..200).map(|_| answers[below(dice, 3)]));
        scripts.push(' ');
    }
    let mut board = Board::new(&scripts);
    board.now = Duration::from_secs(100);
    board
}

fn below(dice: &mut SmallRng, limit: usize) -> usize {
    (dice.next_u64() % limit as u64) as usize
}

/// Numbers that are likely to be out of range, or just in it.
fn number(dice: &mut SmallRng) -> u64 {
    const NUMBERS: &[u64] = &[
        0,
        1,
        2,
        3,
        4,
        5,
        7,
        8,
        12,
        13,
        14,
        15,
        16,
        64,
        127,
        128,
        200,
        254,
        255,
        256,
        65_535,
        65_536,
        u32::MAX as u64,
        100_000_000_000,
        537_011_912_000_000_000,
        1 << 61,
        1 << 62,
        (1 << 62) + 1,
        1 << 63,
        3 << 62,
        u64::MAX - 1,
        u64::MAX,
    ];
    match below(dice, 4) {
        0 => dice.next_u64() >> below(dice, 64),
        _ => NUMBERS[below(dice, NUMBERS.len())],
    }
}

/// The places in a JSON value that hold no others.
fn places(value: &Value, path: &mut String, found: &mut Vec<String>) {
    let length = path.len();
    let mut enter = |key: &str, value: &Value| {
        path.push('/');
        path.push_str(key);
        places(value, path, found);
        path.truncate(length);
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| enter(key, value)),
        Value::Array(items) => {
            (0..).zip(items).for_each(|(index, value): (usize, _)| enter(&index.to_string(), value))
        }
        _ => found.push(path.clone()),
    }
}

/// A few places of a state changed, or taken from another state.
fn mutate_json(saved: &[Value], dice: &mut SmallRng) -> Value {
    let mut value = saved[below(dice, saved.len())].clone();
    let other = &saved[below(dice, saved.len())];
    let mut found = Vec::new();
    places(&value["state"], &mut "/state".to_owned(), &mut found);
    found.push("/running".to_owned());
    for _ in 0..=below(dice, 3) {
        let mut path = found[below(dice, found.len())].clone();
        if below(dice, 3) == 0 {
            // All of another state below some node.
            while path.len() > "/state".len() && below(dice, 2) == 0 {
                path.truncate(path.rfind('/').expect("it begins with one"));
            }
            if let (Some(place), Some(part)) = (value.pointer_mut(&path), other.pointer(&path)) {
                *place = part.clone();
            }
        } else if let Some(place) = value.pointer_mut(&path) {
            *place = match below(dice, 12) {
                0 => Value::Null,
                1 => json!("Success"),
                2 => json!("Running"),
                3 => json!(-1),
                _ if place.is_boolean() => json!(below(dice, 2) == 0),
                _ => json!(number(dice)),
            };
        }
    }
    value
}

/// A few bytes changed, added, left out, or taken from another state.
fn mutate_bytes(saved: &[Vec<u8>], dice: &mut SmallRng) -> Vec<u8> {
    let mut bytes = saved[below(dice, saved.len())].clone();
    let other = &saved[below(dice, saved.len())];
    for _ in 0..=below(dice, 3) {
        // Most of them behind the fingerprint.
        let from = if below(dice, 20) == 0 { 0 } else { bytes.len().min(10) };
        let place = from + below(dice, (bytes.len() - from).max(1));
        if place >= bytes.len() {
            continue;
        }
        match below(dice, 8) {
            0 => bytes[place] ^= 1 << below(dice, 8),
            1 => drop(bytes.remove(place)),
            2 => bytes.insert(place, number(dice) as u8),
            3 => bytes.truncate(place),
            4 if place < other.len() => bytes.splice(place.., other[place..].iter().copied()).for_each(drop),
            _ => bytes[place] = number(dice) as u8,
        }
    }
    bytes
}

/// What a leaf did in one tick, or in a halt.
#[derive(Default)]
struct Done {
    started: bool,
    answer: Option<char>,
    halted: bool,
}

fn done(board: &mut Board) -> BTreeMap<char, Done> {
    let mut leaves = BTreeMap::<char, Done>::new();
    for event in std::mem::take(&mut board.events) {
        let mut letters = event.chars();
        let (first, second) = (letters.next().unwrap(), letters.next().unwrap());
        match (first, second) {
            ('+', leaf) => {
                let done = leaves.entry(leaf).or_default();
                assert!(!done.started && done.answer.is_none(), "{leaf} is started twice");
                done.started = true;
            }
            ('~', leaf) => {
                let done = leaves.entry(leaf).or_default();
                assert!(!done.halted, "{leaf} is halted twice");
                done.halted = true;
            }
            (leaf, ':') => {
                let answer = leaves.entry(leaf).or_default().answer.replace(letters.next().unwrap());
                assert!(answer.is_none(), "{leaf} is ticked twice in one tick");
            }
            _ => assert_eq!(event, "hook"),
        }
    }
    leaves
}

/// Plays on from a state that was loaded, and checks what every node obeys.
fn play<T: Behavior<Board, State: Clone + PartialEq>>(
    tree: &T,
    mut agent: Agent<T>,
    mut board: Board,
    leaves_alone: &str,
    is_forgetting: bool,
) {
    let mut rules = Rules::new(&Outline::of::<T>());
    // What runs; at first, what a leaf does tells.
    let (mut running, mut known) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..8 {
        board.now += Duration::from_millis(130);
        let status = agent.tick_observed(tree, &mut board, &mut rules);
        let before = running.clone();
        let leaves = done(&mut board);
        for (leaf, Done { started, answer, halted }) in &leaves {
            let was_running = before.contains(leaf);
            assert!(!started || !was_running, "{leaf} is started while it runs");
            assert!(
                *started || was_running || !known.contains(leaf),
                "{leaf} goes on, or is halted, while it is idle"
            );
            assert!(!halted || answer.is_none_or(|answer| answer == 'R'), "{leaf} is halted after its end");
            if *answer == Some('R') && !halted {
                running.insert(*leaf)
            } else {
                running.remove(leaf)
            };
            known.insert(*leaf);
        }
        let left = before.iter().find(|leaf| !leaves.contains_key(leaf) && !leaves_alone.contains(**leaf));
        assert!(left.is_none(), "{left:?} is left without a halt");
        assert!(status.is_running() || running.is_empty(), "the tree has ended, but {running:?} run");
        check_state(&mut agent);
    }
    assert!(rules.breaches().is_empty(), "{rules}");

    agent.halt(tree, &mut board);
    for (leaf, Done { answer, halted, .. }) in done(&mut board) {
        assert!(answer.is_none() && halted, "{leaf} is ticked in a halt");
        assert!(running.remove(&leaf) || !known.contains(&leaf), "{leaf} is halted while it is idle");
    }
    assert!(running.is_empty(), "the tree was halted, but {running:?} run");
    check_state(&mut agent);
    assert!(!is_forgetting || agent == Agent::new(), "after a halt, all is as at first");
}

/// The state is one that would be accepted.
fn check_state<T: Node<State: Clone>>(agent: &mut Agent<T>) {
    let mut review = Review::new();
    let runs = T::review(&mut agent.state, &mut review);
    assert!(review.is_sound() && (!runs || agent.is_running()), "a run leaves a state that is refused");
}

/// States along some runs.
fn record<T: Behavior<Board, State: Clone>>(tree: &T, dice: &mut SmallRng) -> Vec<(Agent<T>, Board)> {
    let mut recorded = Vec::new();
    for _ in 0..8 {
        let (mut agent, mut board) = (Agent::new(), board(dice, &['S', 'F', 'R', 'R', 'R']));
        for tick in 0..25 {
            recorded.push((agent.clone(), board.clone()));
            board.now += Duration::from_millis(130);
            agent.tick(tree, &mut board);
            if tick % 9 == 8 {
                agent.halt(tree, &mut board);
            }
            board.events.clear();
        }
    }
    recorded
}

/// How many were refused, and how many accepted.
fn fuzz<T>(tree: &T, leaves_alone: &str, is_forgetting: bool)
where
    T: Behavior<Board, State: Clone + PartialEq + Serialize + DeserializeOwned>,
{
    let times: usize = match std::env::var("BT_SAVED_FUZZ") {
        Ok(times) => times.parse().expect("BT_SAVED_FUZZ is a number"),
        Err(_) => 1,
    };
    let mut dice = SmallRng::new(7);
    let recorded = record(tree, &mut dice);
    let boards: Vec<&Board> = recorded.iter().map(|(_, board)| board).collect();
    let json: Vec<Value> = recorded.iter().map(|(agent, _)| serde_json::to_value(agent).unwrap()).collect();
    let bytes: Vec<Vec<u8>> =
        recorded.iter().map(|(agent, _)| postcard::to_allocvec(agent).unwrap()).collect();
    for (value, bytes) in json.iter().zip(&bytes) {
        assert!(serde_json::from_value::<Agent<T>>(value.clone()).is_ok(), "{value} is refused");
        assert!(postcard::from_bytes::<Agent<T>>(bytes).is_ok(), "{value} is refused");
    }
    let mut counts = [[0_usize; 2]; 2];
    for _ in 0..1_000 * times {
        let value = mutate_json(&json, &mut dice);
        let loaded = serde_json::from_str::<Agent<T>>(&value.to_string()).ok();
        let compact = postcard::from_bytes::<Agent<T>>(&mutate_bytes(&bytes, &mut dice)).ok();
        for (loaded, counts) in [loaded, compact].into_iter().zip(&mut counts) {
            counts[usize::from(loaded.is_some())] += 1;
            if let Some(agent) = loaded {
                play(
                    tree,
                    agent,
                    boards[below(&mut dice, boards.len())].clone(),
                    leaves_alone,
                    is_forgetting,
                );
            }
        }
    }
    for (format, [refused, accepted]) in ["JSON", "postcard"].into_iter().zip(counts) {
        println!("{format}: {refused} refused, {accepted} accepted");
        assert!(refused > 50 && accepted > 50, "both happen");
    }
}

/// States that panics leave are accepted, and the agents go on.
fn panic_now_and_then<T>(tree: &T)
where
    T: Behavior<Board, State: Clone + PartialEq + Serialize + DeserializeOwned>,
{
    let (mut dice, mut panics) = (SmallRng::new(3), 0);
    for _ in 0..30 {
        let (mut agent, mut board) =
            (Agent::<T>::new(), board(&mut dice, &['S', 'F', 'R', 'R', 'R', 'R', 'R', 'P']));
        for number in 0..20 {
            board.now += Duration::from_millis(130);
            let tick = AssertUnwindSafe(|| agent.tick(tree, &mut board));
            if catch_unwind(tick).is_err() {
                panics += 1;
                assert!(agent.is_running());
            }
            if number % 7 == 6 {
                agent.halt(tree, &mut board);
            }
            let saved = serde_json::to_string(&agent).unwrap();
            let loaded = serde_json::from_str(&saved).unwrap_or_else(|error| panic!("{error}: {saved}"));
            assert!(agent == loaded, "{saved}");
            agent = loaded;
        }
    }
    assert!(panics > 20, "{panics}");
}

#[test]
fn what_a_panic_leaves_is_accepted() {
    panic_now_and_then(&Lasting);
    panic_now_and_then(&Forgetting);
}

#[test]
fn mutated_states_with_much_that_lasts() {
    // `throttle` leaves its child alone between its ticks.
    fuzz(&Lasting, "DE", false);
}

#[test]
fn mutated_states_that_forget() {
    fuzz(&Forgetting, "", true);
}
