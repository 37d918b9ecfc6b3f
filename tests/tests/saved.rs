//! Saved agents: which tree they belong to, what no run can have left, and another clock.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::time::Duration;

use bt::{Board, Run, Scripted, k, run};
use bt_core::observe::Outline;
use bt_core::prelude::*;
use serde_json::{Value, from_value, json, to_value};

fn fingerprint<T: Node>(_tree: &T) -> u64 {
    Outline::of::<T>().fingerprint()
}

/// Fingerprints of trees of scripted leaves.
macro_rules! fingerprints {
    ($($({ $($tree:tt)* })+;)*) => { [$(vec![$(fingerprint(&run!("", $($tree)*).tree)),+]),*] };
}

#[test]
fn what_is_written_in_a_tree_is_in_its_fingerprint() {
    let all = fingerprints! {
        { sequence < k, @Scripted("A") > };
        { selector < k, @Scripted("A") > };
        { sequence < @Scripted("A"), k > };
        { sequence < k, @Scripted("B") > };
        { sequence < k, a: @Scripted("A") > };
        { sequence < b: k, @Scripted("A") > };
        { sequence < !k, @Scripted("A") > };
        { sequence < k, sequence < @Scripted("A") > > };
        { k => @Scripted("A") };
        { cooldown(1s) < @Scripted("A") > };
        { cooldown(2s) < @Scripted("A") > };
        { cooldown(1s, on = success) < @Scripted("A") > };
        { repeater(2) < @Scripted("A") > };
        { repeater(3) < @Scripted("A") > };
        { utility < 1.0 => @Scripted("A"), 2.0 => success > };
        { utility < 2.0 => @Scripted("A"), 1.0 => success > };
        { switch(2 + 2) < 4 => success, _ => failure > };
        { switch(2 + 2) < 5 => success, _ => failure > };
        { { 2 + 2 == 4 } };
        { { 2 + 2 == 5 } };
    };
    for (index, one) in all.iter().enumerate() {
        assert_eq!(all.iter().filter(|other| *other == one).count(), 1, "tree {index}");
    }
}

#[test]
fn layout_and_comments_are_not_in_a_fingerprint() {
    let all = fingerprints! {
        { sequence < k, cooldown(1s) < @Scripted("A") > > }
        { sequence { k, cooldown ( 1s ) { @Scripted( "A", ), }, } }
        {
            /// What it is for.
            sequence <
                // Asked first.
                k,
                /// Hits.
                cooldown(1s) < @Scripted("A") >,
            >
        };
        { { let a = [1, 2]; a.len() == 2 && a[0] == 1 } }
        { {
            /* Twice. */ let a   =   [
                1, 2,
            ];
            a.len() == 2 &&
                a[0] == 1
        } };
    };
    for same in all {
        assert!(same.iter().all(|one| *one == same[0]), "{same:?}");
    }
}

bt! { #[derive(Clone, Copy)] struct Inner |_b: &mut Board| mem_sequence < @Scripted("A"), @Scripted("B") > }
bt! { struct Renamed |b: &mut Board| mem_sequence < @Scripted("A"), @Scripted("B") > }
bt! { #[derive(Clone, Copy)] struct Other |_b: &mut Board| mem_sequence < @Scripted("B"), @Scripted("A") > }
bt! { struct Generic<T: Behavior<Board> + Copy> { inner: T } |_b: &mut Board| !@(self.inner as T) }

mod elsewhere {
    use super::*;

    bt! { pub struct Spliced |_b: &mut Board| always_fail < @Inner > }
    bt! { pub struct SplicedOther |_b: &mut Board| always_fail < @Inner > }
    use Other as Inner2;
    bt! { pub struct Aliased |_b: &mut Board| always_fail < @Inner2 > }
}

#[test]
fn spliced_trees_are_in_a_fingerprint_and_names_of_trees_are_not() {
    use elsewhere::{Aliased, Spliced, SplicedOther};

    let of = |outline: Outline| outline.fingerprint();
    assert_eq!(of(Outline::of::<Inner>()), of(Outline::of::<Renamed>()));
    assert_ne!(of(Outline::of::<Inner>()), of(Outline::of::<Other>()));
    assert_eq!(of(Outline::of::<Spliced>()), of(Outline::of::<SplicedOther>()));
    assert_ne!(of(Outline::of::<Spliced>()), of(Outline::of::<Aliased>()));
    assert_ne!(of(Outline::of::<Generic<Inner>>()), of(Outline::of::<Generic<Other>>()));
    let (inner, other) = (run!("", sequence < k, @Inner >), run!("", sequence < k, @Other >));
    assert_ne!(fingerprint(&inner.tree), fingerprint(&other.tree));
    const KNOWN: u64 = Inner::FINGERPRINT;
    assert_eq!(KNOWN, of(Outline::of::<Inner>()), "it is known at compile time");
}

#[test]
fn an_agent_of_another_tree_is_refused() {
    let (mut agent, mut board) = (Agent::<Inner>::new(), Board::new("A=S B=R"));
    agent.tick(&Inner, &mut board);
    let saved = to_value(agent).unwrap();
    assert_eq!(from_value::<Agent<Inner>>(saved.clone()).unwrap(), agent);
    let error = from_value::<Agent<Other>>(saved).unwrap_err().to_string();
    assert!(error.starts_with("an agent of another tree: its fingerprint is "), "{error}");

    let saved = postcard::to_allocvec(&agent).unwrap();
    assert_eq!(postcard::from_bytes::<Agent<Inner>>(&saved).unwrap(), agent);
    assert!(postcard::from_bytes::<Agent<Other>>(&saved).is_err());
}

/// An agent, saved as JSON after some ticks.
fn saved<T: Behavior<Board>>(run: &mut Run<T>, ticks: usize) -> Value
where
    T::State: serde::Serialize,
{
    for _ in 0..ticks {
        run.tick();
        run.board.now += Duration::from_millis(100);
    }
    to_value(&run.agent).unwrap()
}

/// Loads an agent of a tree whose type has no name.
fn load<T: Node<State: serde::de::DeserializeOwned>>(_: &Run<T>, saved: Value) -> Result<Agent<T>, String> {
    from_value(saved).map_err(|error| error.to_string())
}

/// Each tree, after some ticks, isn't loaded with the value at a path replaced.
macro_rules! refuses {
    ($($ticks:literal, { $($tree:tt)* }: $($path:literal = $value:expr),+;)*) => { $( {
        let mut run = run!("A=R B=R C=R k=T", $($tree)*);
        let saved = saved(&mut run, $ticks);
        assert!(load(&run, saved.clone()).is_ok(), "{saved}");
        $( {
            let mut changed = saved.clone();
            let place = changed.pointer_mut($path).unwrap_or_else(|| panic!("no {} in {saved}", $path));
            *place = json!($value);
            assert_ne!(changed, saved);
            let error = load(&run, changed).map(drop).expect_err(concat!($path, " = ", stringify!($value), " was accepted"));
            assert!(error.contains("no run can have left"), "{error}");
        } )+
    } )* };
}

/// Later than any moment, and none of the marks.
const LATE: u64 = 5_000_000_000_000_000_000;

#[test]
fn what_no_run_can_have_left_is_refused() {
    refuses! {
        1, { @Scripted("A") }: "/state/running" = 2, "/running" = false;
        1, { mem_sequence < success, @Scripted("A"), @Scripted("B") > }:
            "/state/cursor" = 3, "/state/cursor" = 200, "/state/cursor" = 0, "/state/children/2/running" = 1;
        1, { checkpoint_sequence < success, @Scripted("A") > }: "/state/cursor" = 2, "/state/cursor" = 0;
        1, {
            selector <
                @Scripted("A"), @Scripted("A"), @Scripted("A"), @Scripted("A"),
                @Scripted("A"), @Scripted("A"), @Scripted("A"),
            >
        }: "/state/cursor" = 8, "/state/cursor" = 0, "/state/children/1/running" = 1;
        1, { selector < @Scripted("A"), @Scripted("B"), success > }: "/state/cursor" = 1;
        1, { parallel < @Scripted("A"), success, @Scripted("B") > }:
            "/state/latches" = 1, "/state/latches" = 2, "/state/latches" = 64, "/state/latches" = 13;
        1, { if_else < k, @Scripted("A"), @Scripted("B") > }: "/state/children/2/running" = 1;
        1, { switch('x') < 'y' => success, _ => @Scripted("A") > }:
            "/state/cursor" = 0, "/state/cursor" = 1, "/state/cursor" = 3;
        1, { random < @Scripted("A") > }: "/state/cursor" = 0, "/state/cursor" = 2;
        1, { random_selector < @Scripted("A"), @Scripted("A") > }:
            "/state/cursor" = 0, "/state/cursor" = 2, "/state/cursor" = 3,
            "/state/order" = [0, 0], "/state/order" = [0, 2];
        1, { utility < 1.0 => @Scripted("A"), 0.5 => @Scripted("B") > }:
            "/state/cursor" = 0, "/state/cursor" = 2, "/state/cursor" = 4;
        1, { repeater(3) < @Scripted("A") > }: "/state/child/running" = 7;
        1, { retry(3) < failure > }: "/running" = false;
        1, { once < @Scripted("A") > }: "/state/memo" = 1, "/state/memo" = 3;
        1, { limit(3) < @Scripted("A") > }: "/running" = false;
        1, { chance(1.0) < @Scripted("A") > }: "/state/memo" = 0, "/state/memo" = 2;
        1, { on_halt(bt::hook) < @Scripted("A") > }: "/state/memo" = 0, "/state/memo" = 2;
        1, { finally < @Scripted("A"), success > }: "/state/memo" = 0, "/state/memo" = 2;
        1, { when(k) < @Scripted("A") > }: "/state/running" = 0, "/state/running" = 2;
        1, { k => @Scripted("A") }: "/running" = false;
        1, { wait(1s) }: "/state" = LATE, "/state" = i64::MAX - 1, "/running" = false;
        1, { delay(1s) < @Scripted("A") > }: "/state/time" = LATE, "/state/child/running" = 1;
        1, { timeout(1s) < @Scripted("A") > }:
            "/state/time" = LATE, "/state/time" = i64::MAX, "/state/time" = i64::MAX - 1;
        1, { service(1s, bt::hook) < @Scripted("A") > }: "/state/time" = i64::MAX;
        1, { throttle(1s) < @Scripted("A") > }:
            "/state/time/at" = LATE, "/state/time/at" = i64::MAX,
            "/state/time/answer" = Value::Null, "/state/time/answer" = "Success";
        1, { cooldown(1s) < success > }: "/state/time" = LATE, "/state/time" = (1_u64 << 62) + 1;
        1, { cooldown(1s) < @Scripted("A") > }: "/state/time" = 0, "/state/time" = (1_u64 << 63) - 1;
        1, { race < @Scripted("A"), @Scripted("B") > }: "/state/children/1/running" = 2;
        1, { simple_parallel < @Scripted("A"), @Scripted("B") > }: "/state/children/1/running" = 2;
        1, { while_do < k, @Scripted("A") > }: "/state/children/1/running" = 2;
        1, { !always_fail < repeater < @Scripted("A") > > }: "/running" = false;
    }
}

#[test]
fn wide_composites_are_looked_through_as_well() {
    refuses! {
        1, {
            mem_selector <
                failure, failure, failure, failure, failure, failure, failure,
                failure, failure, failure, failure, failure, failure, @Scripted("A"), failure,
            >
        }: "/state/cursor" = 15, "/state/cursor" = 12;
        1, {
            parallel(failure = never) <
                success, success, success, success, success, success, success,
                success, success, success, success, success, success, @Scripted("A"), failure,
            >
        }: "/state/latches/0" = 1_u32 << 31, "/state/latches/1" = 64, "/state/latches/1" = 2;
    }
}

/// Plays a script with a clock that jumps in the middle, the agent along with it, and without.
fn check_rebase<T: Behavior<Board> + Copy>(tree: T, from: u64, to: u64) -> usize {
    let scripts = "A=RRSRRRFS B=RSRRFRRS k=TTFTTTFTTF";
    let play = |jumps: bool| {
        let mut run = Run::new(tree, scripts);
        run.board.now = Duration::from_secs(from);
        let mut happened = Vec::new();
        for tick in 0..60 {
            happened.push(run.tick());
            run.board.now += Duration::from_millis(130);
            if jumps && tick % 20 == 7 {
                let (old, new) = (run.board.now, Duration::from_secs(to + tick));
                run.agent.rebase(old, new);
                run.board.now = new;
            }
        }
        happened
    };
    let moved = play(true);
    assert_eq!(moved, play(false));
    moved.iter().filter(|tick| *tick != "R" && *tick != "F" && *tick != "S").count()
}

#[test]
fn an_agent_goes_on_at_another_clock() {
    macro_rules! check {
        ($([$($tree:tt)*])*) => { $(
            for (from, to) in [(1000, 0), (1000, 50), (5, 1_700_000_000), (1_700_000_000, 0)] {
                let events = check_rebase(bt! { |_b: &mut Board| $($tree)* }, from, to);
                assert!(events > 3, "{}: {events}", stringify!($($tree)*));
            }
        )* };
    }
    check! {
        [mem_sequence < wait(300ms), @Scripted("A") >]
        [cooldown(700ms) < @Scripted("A") >]
        [cooldown(700ms, on = success) < @Scripted("A") >]
        [timeout(300ms) < @Scripted("A") >]
        [delay(300ms) < @Scripted("A") >]
        [throttle(300ms) < @Scripted("A") >]
        [service(300ms, bt::hook) < @Scripted("A") >]
        [selector < k => cooldown(500ms) < @Scripted("A") >, timeout(1s) < delay(200ms) < @Scripted("B") > > >]
        [parallel < repeater(2) < !@Scripted("A") >, once < throttle(400ms) < @Scripted("B") > > >]
    }
}

#[test]
fn equal_agents_have_equal_hashes() {
    fn hash<T: Hash>(value: &T) -> u64 {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    }
    fn is_eq<T: Eq + Hash>() {}
    is_eq::<Agent<Inner>>();
    is_eq::<StateOf<Inner>>();
    is_eq::<StateOf<elsewhere::Spliced>>();

    let mut run = Run::new(Inner, "A=RS B=R");
    let mut hashes = vec![hash(&run.agent)];
    for _ in 0..3 {
        run.tick();
        assert_eq!(hash(&run.agent), hash(&run.agent.clone()));
        hashes.push(hash(&run.agent));
    }
    run.halt();
    assert_eq!(hash(&run.agent), hashes[0]);
    hashes.dedup();
    assert_eq!(hashes.len(), 3, "the last two ticks leave the same");
}
