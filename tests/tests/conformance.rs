//! Cases from public bug reports against other behavior tree libraries, by id.
//! The number behind an id is the public report.

use bt::{A, B, Board, C, K, P, Run, X, c, k, run};
use bt_core::observe::Observer;
use bt_core::prelude::*;

/// BehaviorTree.CPP#48
#[test]
fn v01_retry_counts_anew_after_a_halt() {
    let mut run = run!("A=FFRFFF", retry(3) < @A >);
    assert_eq!(run.tick(), "R +A A:F");
    assert_eq!(run.tick(), "R +A A:F");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.halt(), "~A");
    assert_eq!(run.tick(), "R +A A:F");
    assert_eq!(run.tick(), "R +A A:F");
    assert_eq!(run.tick(), "F +A A:F");
}

/// BehaviorTree.CPP PR#272
#[test]
fn v02_delay_waits_anew_after_a_halt() {
    let mut run = run!("A=S", delay(5s) < @A >);
    assert_eq!(run.at(0.0).tick(), "R");
    assert_eq!(run.at(2.0).halt(), "");
    assert_eq!(run.at(2.0).tick(), "R");
    assert_eq!(run.at(6.0).tick(), "R");
    assert_eq!(run.at(7.0).tick(), "S +A A:S");
}

/// BehaviorTree.CPP#1111
#[test]
fn v03_every_decorator_passes_the_halt_on_once() {
    macro_rules! check {
        ($([$($tree:tt)*])*) => { $(
            let mut run = run!("A=R k=T", $($tree)*);
            assert_eq!(run.tick(), "R +A A:R", "{}", stringify!($($tree)*));
            assert_eq!(run.halt(), "~A", "{}", stringify!($($tree)*));
            assert_eq!(run.halt(), "", "{}", stringify!($($tree)*));
        )* };
    }
    check! {
        [inverter < @A >]
        [!@A]
        [always_succeed < @A >]
        [always_fail < @A >]
        [repeater < @A >]
        [repeater(3) < @A >]
        [repeater(3, until = failure) < @A >]
        [repeater(3, until = success) < @A >]
        [repeater(2..=3) < @A >]
        [repeat_until_fail < @A >]
        [repeat_until_fail(2) < @A >]
        [repeat_until_success < @A >]
        [repeat_until_success(2) < @A >]
        [retry(3) < @A >]
        [cooldown(1s) < @A >]
        [cooldown(1s, on = success) < @A >]
        [timeout(1s) < @A >]
        [delay(0s) < @A >]
        [guard(k) < @A >]
        [k => @A]
        [when(k) < @A >]
        [on_halt({}) < @A >]
        [throttle(0s) < @A >]
        [throttle(1s, on = start) < @A >]
        [timeout(1s..2s) < @A >]
        [once < @A >]
        [fresh < @A >]
        [limit(3) < @A >]
        [chance(1.0) < @A >]
        [service(1s, {}) < @A >]
        [finally < @A, success >]
        [parallel < @A >]
        [race < @A >]
        [simple_parallel < @A, success >]
        [if_else < k, @A >]
        [if_else < !k, success, @A >]
        [if_else(at = start) < k, @A >]
        [if_else(at = start) < !k, success, @A >]
        [while_do < k, @A >]
        [switch(3) < 1 => success, _ => @A >]
        [switch(3, at = start) < 1 => success, _ => @A >]
        [switch < k => @A, _ => success >]
        [switch < !k => success, _ => @A >]
        [random_selector < @A >]
        [random_sequence < @A >]
        [random < @A >]
        [utility < 1 => @A >]
        [sequence < @A >]
        [selector < @A >]
        [mem_sequence < @A >]
        [mem_selector < @A >]
        [checkpoint_sequence < @A >]
    }
}

#[test]
fn v03_focus_passes_the_halt_on_once() {
    let tree = bt! { |b: &mut Board| focus(b) < |_part: &mut Board| @A > };
    let mut run = Run::new(tree, "A=R");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.halt(), "~A");
    assert_eq!(run.halt(), "");
}

/// BehaviorTree.CPP#47
#[test]
fn v04_guard_halts_its_child() {
    let mut run = run!("k=TFT A=R", guard(k) < @A >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "F ~A");
    assert_eq!(run.tick(), "R +A A:R");
}

/// BehaviorTree.CPP#601
#[test]
fn v05_parallel_halts_the_rest_once() {
    let mut run = run!("A=R B=RF", parallel < @A, @B >);
    assert_eq!(run.tick(), "R +A A:R +B B:R");
    assert_eq!(run.tick(), "F A:R B:F ~A");
    assert_eq!(run.halt(), "");
}

/// beehave#220
#[test]
fn v06_mem_selector_leaves_a_branch_that_failed() {
    let mut run = run!("c=TF A=R B=R", mem_selector < sequence < c, @A >, @B >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "R ~A +B B:R");
}

/// beehave PR#212
#[test]
fn v07_what_has_finished_is_not_halted() {
    let mut run = run!("A=RS B=F", mem_sequence < @A, @B >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "F A:S +B B:F");
}

/// beehave PR#93
#[test]
fn v08_a_halt_forgets_the_place() {
    let mut run = run!("c=FTF A=F B=R", selector < c, mem_selector < @A, @B > >);
    assert_eq!(run.tick(), "R +A A:F +B B:R");
    assert_eq!(run.tick(), "S ~B");
    assert_eq!(run.tick(), "R +A A:F +B B:R");
}

/// py_trees#345
#[test]
fn v09_parallel_halts_through_a_parallel() {
    let mut run = run!("K=RS A=R B=R", parallel(success = 1) < @K, parallel < @A, @B > >);
    assert_eq!(run.tick(), "R +K K:R +A A:R +B B:R");
    assert_eq!(run.tick(), "S K:S A:R B:R ~A ~B");
    assert_eq!(run.halt(), "");
}

/// py_trees#284
#[test]
fn v10_timeout_halts_through_memory_and_parallel() {
    let mut run = run!("X=S A=R B=R", timeout(2s) < mem_sequence < @X, parallel < @A, @B > > >);
    assert_eq!(run.at(0.0).tick(), "R +X X:S +A A:R +B B:R");
    assert_eq!(run.at(2.0).tick(), "F A:R B:R ~A ~B");
    assert_eq!(run.halt(), "");
}

/// py_trees#477
#[test]
fn v11_mem_selector_stays_where_it_is() {
    let mut run = run!("A=F B=R", mem_selector < @A, @B >);
    assert_eq!(run.tick(), "R +A A:F +B B:R");
    assert_eq!(run.tick(), "R B:R");
}

/// A plugin for Godot, PR#21
#[test]
fn v12_inverter_passes_running() {
    let mut run = run!("A=RS", inverter < @A >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "F A:S");
}

/// BehaviorTree.CPP#517
#[test]
fn v13_a_run_after_a_halt_equals_the_first() {
    macro_rules! check {
        ($([$($tree:tt)*])*) => { $(
            let mut run = run!("A=F B=R k=T", $($tree)*);
            let first = run.tick();
            run.halt();
            assert_eq!(run.tick(), first, "{}", stringify!($($tree)*));
        )* };
    }
    check! {
        [selector < @A, @B >]
        [mem_selector < @A, @B >]
        [mem_selector < retry(2) < @A >, @B >]
        [mem_sequence < !@A, @B >]
        [k => mem_selector < @A, timeout(1s) < @B > >]
        [when(k) < repeater(3) < always_succeed < @A > > >]
    }
}

/// BehaviorTree.CPP#82
#[test]
fn v14_sequence_goes_on_in_the_same_tick() {
    let mut run = run!("A=RS B=S", sequence < @A, @B >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "S A:S +B B:S");
}

/// BehaviorTree.CPP#819
#[test]
fn v15_memory_and_reactivity() {
    let mut memory = run!("c=TF A=R", mem_sequence < c, @A >);
    assert_eq!(memory.tick(), "R +A A:R");
    assert_eq!(memory.tick(), "R A:R");
    let mut reactive = run!("c=TF A=R", sequence < c, @A >);
    assert_eq!(reactive.tick(), "R +A A:R");
    assert_eq!(reactive.tick(), "F ~A");
}

/// py_trees#329
#[test]
fn v16_a_run_starts_once() {
    let mut run = run!("c=T A=R", sequence < c, @A >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "R A:R");
    assert_eq!(run.tick(), "R A:R");
}

/// py_trees#62
#[test]
fn v17_parallel_leaves_alone_what_has_ended() {
    let mut run = run!("A=S B=RS", parallel < @A, @B >);
    assert_eq!(run.tick(), "R +A A:S +B B:R");
    assert_eq!(run.tick(), "S B:S");
}

/// BehaviorTree.CPP#238
#[test]
fn v18_parallel_fails_when_success_is_out_of_reach() {
    let mut run = run!("A=S B=F", parallel(success = 2, failure = never) < @A, @B >);
    assert_eq!(run.tick(), "F +A A:S +B B:F");
}

/// BehaviorTree.CPP#338
#[test]
fn v19_if_else_without_else() {
    let mut run = run!("k=TF A=R", if_else < k, @A >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "F ~A");
}

/// gdx-ai#132
#[test]
fn v20_repeater_over_parallel_starts_anew() {
    let mut run = run!("A=S B=S", repeater < parallel < mem_sequence < @A, @B > > >);
    assert_eq!(run.tick(), "R +A A:S +B B:S");
    assert_eq!(run.tick(), "R +A A:S +B B:S");
}

/// NPBehave#15
#[test]
fn v21_random_draws_by_weight() {
    fn count<const N: usize>(tree: &impl Behavior<Dice>, runs: u32) -> [u32; N] {
        let (mut dice, mut counts) = (Dice { rng: bt_core::blackboard::SmallRng::new(21), drawn: 0 }, [0; N]);
        for _ in 0..runs {
            assert_eq!(tree.tick(&mut Default::default(), &mut dice), Status::Success);
            counts[dice.drawn] += 1;
        }
        counts
    }
    #[derive(Blackboard)]
    struct Dice {
        #[bt(random)]
        rng: bt_core::blackboard::SmallRng,
        drawn: usize,
    }
    let even = bt! { |d: &mut Dice| random < { d.drawn = 0; }, { d.drawn = 1; }, { d.drawn = 2; } > };
    for drawn in count::<3>(&even, 3000) {
        assert!((900..=1100).contains(&drawn), "{drawn}");
    }
    let weighted = bt! {
        |d: &mut Dice| random <
            40 => { d.drawn = 0; },
            30 => { d.drawn = 1; },
            15.0 => { d.drawn = 2; },
            15_u8 => { d.drawn = 3; },
            0 => { d.drawn = 4; },
        >
    };
    let counts = count::<5>(&weighted, 10_000);
    for (drawn, expected) in counts.into_iter().zip([4000, 3000, 1500, 1500, 0_u32]) {
        assert!(drawn.abs_diff(expected) <= 200, "{counts:?}");
    }
    assert_eq!(counts[4], 0);
}

/// Seen in a running library.
#[test]
fn v22_inverter_over_memory() {
    let mut run = run!("A=S B=RS", inverter < mem_sequence < @A, @B > >);
    assert_eq!(run.tick(), "R +A A:S +B B:R");
    assert_eq!(run.tick(), "F B:S");
}

/// Seen in a running library.
#[test]
fn v23_parallel_starts_anew_after_its_end() {
    let mut run = run!("A=SR B=R", parallel(success = 1) < @A, @B >);
    assert_eq!(run.tick(), "S +A A:S +B B:R ~B");
    assert_eq!(run.tick(), "R +A A:R +B B:R");
}

/// BehaviorTree.js#74
#[test]
fn v24_repeater_does_not_restart_what_runs() {
    let mut run = run!("A=R", repeater(3) < @A >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "R A:R");
}

/// Seen in running libraries. A literal 0 is a compile error.
#[test]
fn v25_zero_times() {
    let none = 0;
    let mut repeater = run!("A=S", repeater(none) < @A >);
    assert_eq!(repeater.tick(), "S");
    let mut retry = run!("A=S", retry(none) < @A >);
    assert_eq!(retry.tick(), "F");
}

/// Seen in a running library.
#[test]
fn v26_repeater_counts_ends_not_ticks() {
    let mut run = run!("A=RSS", repeater(2) < @A >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "R A:S");
    assert_eq!(run.tick(), "S +A A:S");
}

/// BehaviorTree.CPP#57
#[test]
fn v27_timeout_halts_through_a_loop() {
    let mut run = run!("A=R", timeout(1s) < retry(2) < @A > >);
    assert_eq!(run.at(0.0).tick(), "R +A A:R");
    assert_eq!(run.at(1.0).tick(), "F A:R ~A");
}

/// beehave#319
#[test]
fn v28_delay_does_not_depend_on_the_tick_rate() {
    let mut slow = run!("A=S", delay(1s) < @A >);
    assert_eq!(slow.at(0.0).tick(), "R");
    assert_eq!(slow.at(1.0).tick(), "S +A A:S");
    let mut fast = run!("A=S", delay(1s) < @A >);
    for step in 0..20 {
        assert_eq!(fast.at(f64::from(step) * 0.05).tick(), "R");
    }
    assert_eq!(fast.at(1.0).tick(), "S +A A:S");
}

/// beehave#320
#[test]
fn v29_cooldown_over_memory() {
    let mut run = run!("A=FS B=S", cooldown(1s) < mem_selector < @A, @B > >);
    assert_eq!(run.at(0.0).tick(), "S +A A:F +B B:S");
    assert_eq!(run.at(2.0).tick(), "S +A A:S");
}

/// beehave#340
#[test]
fn v30_cooldown_lasts_while_others_run() {
    let mut run = run!("c=FTF A=S", selector < c, cooldown(5s) < @A > >);
    assert_eq!(run.at(0.0).tick(), "S +A A:S");
    assert_eq!(run.at(1.0).tick(), "S");
    assert_eq!(run.at(2.0).tick(), "F");
}

/// Seen in running libraries.
#[test]
fn v31_no_time_at_all() {
    let mut ends = run!("A=S", timeout(0s) < @A >);
    assert_eq!(ends.tick(), "S +A A:S");
    let mut runs = run!("A=R", timeout(0s) < @A >);
    assert_eq!(runs.tick(), "F +A A:R ~A");
    let mut wait = run!("", wait(0s));
    assert_eq!(wait.tick(), "S");
}

/// BehaviorTree.CPP#904
#[test]
fn v32_when_asks_once_and_guard_always() {
    let mut when = run!("k=TFF A=RRS", when(k) < @A >);
    assert_eq!(when.tick(), "R +A A:R");
    assert_eq!(when.tick(), "R A:R");
    assert_eq!(when.tick(), "S A:S");
    let mut guard = run!("k=TF A=RRS", guard(k) < @A >);
    assert_eq!(guard.tick(), "R +A A:R");
    assert_eq!(guard.tick(), "F ~A");
}

/// BehaviorTree.CPP#585
#[test]
fn v33_nothing_is_ticked_behind_a_false_condition() {
    macro_rules! check {
        ($([$($tree:tt)*])*) => { $(
            let mut run = run!("A=S B=S C=S k=T", when({ false }) < $($tree)* >);
            assert_eq!(run.tick(), "F", "{}", stringify!($($tree)*));
            assert_eq!(run.halt(), "", "{}", stringify!($($tree)*));
        )* };
    }
    check! {
        [sequence < @A, @B >] [selector < @A, @B >] [mem_sequence < @A, @B >] [mem_selector < @A, @B >]
        [checkpoint_sequence < @A, @B >] [parallel < @A, @B >] [race < @A, @B >] [simple_parallel < @A, @B >]
        [if_else < k, @A, @B >] [while_do < k, @A >] [switch(1) < 1 => @A, _ => @B >]
        [if_else(at = start) < k, @A, @B >] [switch(1, at = start) < 1 => @A, _ => @B >]
        [switch < k => @A, _ => @B >] [fresh < @A >] [repeater(2, until = failure) < @A >]
        [throttle(1s, on = start) < @A >] [cooldown(1s..2s) < @A >] [wait(1s..2s)] [received('e')]
        [random_selector < @A, @B >] [random_sequence < @A, @B >] [random < @A, @B >]
        [utility < 1 => @A, 2 => @B >] [inverter < @A >] [always_succeed < @A >] [always_fail < @A >]
        [repeater < @A >] [repeater(2) < @A >] [repeat_until_fail < @A >] [repeat_until_success(2) < @A >]
        [retry(2) < @A >] [cooldown(1s) < @A >] [timeout(1s) < @A >] [delay(1s) < @A >] [throttle(1s) < @A >]
        [once < @A >] [limit(1) < @A >] [chance(1) < @A >] [service(1s, bt::hook) < @A >] [guard(k) < @A >]
        [when(k) < @A >] [on_halt(bt::hook) < @A >] [parallel(success = any) < @A, @C >] [finally < @A, { true } >] [success] [failure] [running]
        [wait(1s)] [wait_event('e')] [@A]
    }
}

/// gdx-ai#70
#[test]
fn v34_agents_do_not_share_progress() {
    let mut first = run!("A=S B=R", mem_sequence < @A, @B >);
    let mut second = bt_core::Agent::of(&first.tree);
    let mut board = Board::new("A=S B=R");
    assert_eq!(first.tick(), "R +A A:S +B B:R");
    assert_eq!(second.tick(&first.tree, &mut board), Status::Running);
    assert_eq!(board.events.join(" "), "+A A:S +B B:R");
    assert_eq!(first.tick(), "R B:R");
}

/// BehaviorTree.CPP#696
#[test]
fn v35_each_splice_is_its_own_value() {
    struct Say {
        text: &'static str,
    }
    impl Action<Board> for Say {
        type State = ();
        type Output = ();
        fn tick(&self, _: &mut (), board: &mut Board) {
            board.log(self.text);
        }
    }
    let mut run = run!("", mem_sequence < @Say { text: "one" }, @Say { text: "two" } >);
    assert_eq!(run.tick(), "S one two");
}

/// BehaviorTree.CPP#239
#[test]
fn v36_a_halted_sequence_begins_at_its_first_child() {
    let mut run = run!("P=SSRS A=S B=R", sequence < @P, mem_sequence < @A, @B > >);
    assert_eq!(run.tick(), "R +P P:S +A A:S +B B:R");
    assert_eq!(run.tick(), "R +P P:S B:R");
    assert_eq!(run.tick(), "R +P P:R ~B");
    assert_eq!(run.tick(), "R P:S +A A:S +B B:R");
}

/// behavior3js#25
#[test]
fn v37_limit_fails_without_a_tick() {
    let mut run = run!("A=S", limit(2) < @A >);
    assert_eq!(run.tick(), "S +A A:S");
    assert_eq!(run.tick(), "S +A A:S");
    assert_eq!(run.tick(), "F");
    assert_eq!(run.tick(), "F");
}

/// BehaviorTree.CPP#686
#[test]
fn v38_halting_starts_nothing() {
    let mut run = run!("A=R", sequence < @A >);
    assert_eq!(run.halt(), "");
    assert_eq!(run.halt(), "");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.halt(), "~A");
    assert_eq!(run.halt(), "");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "R A:R");
    assert_eq!(run.halt(), "~A");
}

/// py_trees#132
#[test]
fn v39_an_observer_hears_the_result_and_the_halt() {
    #[derive(Default)]
    struct Heard(Vec<String>);
    impl Observer for Heard {
        fn ticked(&mut self, node: u32, status: Status) {
            self.0.push(format!("{node}:{}", bt::letter(status)));
        }
        fn halted(&mut self, node: u32) {
            self.0.push(format!("~{node}"));
        }
    }
    let mut run = run!("A=R B=RF", parallel < @A, @B >);
    run.tick();
    let mut heard = Heard::default();
    run.agent.tick_observed(&run.tree, &mut run.board, &mut heard);
    assert_eq!(heard.0.join(" "), "1:R 2:F ~1 0:F");
}

// V40 [BehaviorTree.js#76] is three compile errors: duration_is_a_string,
// duration_missing and argument_too_many in tests/ui/macro.
#[test]
fn v40_has_its_ui_tests() {
    for case in ["duration_is_a_string", "duration_missing", "argument_too_many"] {
        let path = format!("{}/tests/ui/macro/{case}.stderr", env!("CARGO_MANIFEST_DIR"));
        let error = std::fs::read_to_string(path).expect("the case is there");
        assert!(
            error.contains("cooldown(\"x\")")
                || error.contains("cooldown < attack")
                || error.contains("cooldown(1s, 2s)")
        );
    }
}
