use std::collections::BTreeMap;

use bt::{A, B, Board, C, run};
use bt_core::blackboard::SmallRng;

/// How often each trace came in a thousand first ticks.
macro_rules! traces {
    ($scripts:literal, $($tree:tt)*) => {{
        let mut counts = BTreeMap::new();
        for seed in 0..1000 {
            let mut run = run!($scripts, $($tree)*);
            run.board.rng = SmallRng::new(seed);
            *counts.entry(run.tick()).or_insert(0) += 1;
        }
        counts
    }};
}

#[test]
fn every_order_comes_about_as_often() {
    let counts = traces!("A=F B=F C=F", random_selector < @A, @B, @C >);
    assert_eq!(counts.len(), 6, "{counts:?}");
    assert!(counts.values().all(|count| (120..215).contains(count)), "{counts:?}");
}

#[test]
fn an_order_is_kept_during_a_run() {
    for seed in 0..50 {
        let mut run = run!("A=RF B=RF C=RF", random_selector < @A, @B, @C >);
        run.board.rng = SmallRng::new(seed);
        let mut trace = Vec::new();
        for _ in 0..4 {
            trace.push(run.tick());
        }
        let all = trace.join(" ");
        for name in ["A", "B", "C"] {
            assert_eq!(all.matches(&format!("+{name}")).count(), 1, "{all}");
        }
        assert!(trace[3].starts_with('F'), "{all}");
    }
}

#[test]
fn random_sequence_stops_at_the_first_failure() {
    let counts = traces!("A=S B=F", random_sequence < @A, @B >);
    assert_eq!(counts.len(), 2, "{counts:?}");
    assert!(counts["F +B B:F"] > 400 && counts["F +A A:S +B B:F"] > 400, "{counts:?}");
}

#[test]
fn weight_zero_comes_last() {
    let counts = traces!("A=F B=F C=F", random_selector < 0 => @A, 1 => @B, 2 => @C >);
    assert!(counts.keys().all(|trace| trace.ends_with("+A A:F")), "{counts:?}");
    let first_c = counts["F +C C:F +B B:F +A A:F"];
    assert!((600..730).contains(&first_c), "{counts:?}");
}

#[test]
fn negative_weights_and_nan_count_as_zero() {
    let counts = traces!("A=S B=S C=S", random < -5.0 => @A, f64::NAN => @B, 1e-9 => @C >);
    assert_eq!(counts.len(), 1, "{counts:?}");
    assert_eq!(counts["S +C C:S"], 1000);
}

#[test]
fn without_any_weight_all_are_as_likely() {
    let counts = traces!("A=S B=S", random < 0 => @A, -1 => @B >);
    assert!(counts["S +A A:S"] > 400 && counts["S +B B:S"] > 400, "{counts:?}");
}

#[test]
fn what_was_drawn_runs_to_its_end() {
    for seed in 0..50 {
        let mut run = run!("A=RRS B=RRS", random < @A, @B >);
        run.board.rng = SmallRng::new(seed);
        let first = run.tick();
        let drawn = if first.contains("+A") { 'A' } else { 'B' };
        assert_eq!(run.tick(), format!("R {drawn}:R"));
        assert_eq!(run.tick(), format!("S {drawn}:S"));
    }
}

#[test]
fn a_halt_halts_what_was_drawn_and_the_next_run_draws_anew() {
    let mut drawn = BTreeMap::new();
    let mut run = run!("A=R B=R", random < @A, @B >);
    for _ in 0..100 {
        let name = run.tick().chars().nth(3).unwrap();
        assert_eq!(run.halt(), format!("~{name}"));
        *drawn.entry(name).or_insert(0) += 1;
    }
    assert!(drawn.values().all(|count| *count > 25), "{drawn:?}");
}

#[test]
fn chance_draws_once_a_run() {
    let counts = traces!("A=R", chance(0.3) < @A >);
    assert!((250..350).contains(&counts["R +A A:R"]), "{counts:?}");
    for seed in 0..50 {
        let mut run = run!("A=RRS", chance(0.5) < @A >);
        run.board.rng = SmallRng::new(seed);
        if run.tick() == "R +A A:R" {
            assert_eq!(run.tick(), "R A:R");
            assert_eq!(run.tick(), "S A:S");
        }
    }
}

#[test]
fn chances_out_of_range_are_never_and_always() {
    for probability in [0.0, -1.0, f64::NAN] {
        let tree = bt_core::bt! { |_b: &mut Board| chance(probability) < @A > };
        assert_eq!(bt::Run::new(tree, "A=S").tick(), "F");
    }
    for probability in [1.0, 7.0, f64::INFINITY] {
        let tree = bt_core::bt! { |_b: &mut Board| chance(probability) < @A > };
        assert_eq!(bt::Run::new(tree, "A=S").tick(), "S +A A:S");
    }
}
