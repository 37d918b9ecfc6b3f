use bt::{A, B, Board, C, Run, Scripted, hook, k, run};

#[test]
fn once_keeps_the_first_end() {
    let mut run = run!("A=RF", once < @A >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "F A:F");
    assert_eq!(run.tick(), "F");
    assert_eq!(run.halt(), "");
    assert_eq!(run.tick(), "F");
}

#[test]
fn a_halt_does_not_set_once() {
    let mut run = run!("A=RS", once < @A >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.halt(), "~A");
    assert_eq!(run.tick(), "S +A A:S");
    assert_eq!(run.tick(), "S");
}

#[test]
fn limit_counts_ends_and_lasts() {
    let mut run = run!("A=RSRF", limit(2) < @A >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "S A:S");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.halt(), "~A");
    assert_eq!(run.tick(), "F +A A:F");
    assert_eq!(run.tick(), "F");
    run.halt();
    assert_eq!(run.tick(), "F");
}

#[test]
fn a_limit_that_shrinks_stops_what_runs() {
    let tree = bt_core::bt! { |b: &mut Board| limit(if b.next("k") == 'T' { 1 } else { 0 }) < @A > };
    let mut run = Run::new(tree, "k=TF A=R");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "F ~A");
}

#[test]
fn throttle_repeats_the_last_answer() {
    let mut run = run!("A=SFR", throttle(1s) < @A >);
    assert_eq!(run.at(0.0).tick(), "S +A A:S");
    assert_eq!(run.at(0.9).tick(), "S");
    assert_eq!(run.at(1.0).tick(), "F +A A:F");
    assert_eq!(run.at(1.5).tick(), "F");
    assert_eq!(run.at(2.0).tick(), "R +A A:R");
    assert_eq!(run.at(2.5).tick(), "R");
    assert_eq!(run.at(3.0).tick(), "R A:R");
}

#[test]
fn a_halt_clears_the_interval_of_what_runs() {
    let mut run = run!("A=R", throttle(1s) < @A >);
    assert_eq!(run.at(0.0).tick(), "R +A A:R");
    assert_eq!(run.at(0.5).halt(), "~A");
    assert_eq!(run.at(0.6).tick(), "R +A A:R");
}

#[test]
fn what_has_ended_keeps_its_interval() {
    let mut run = run!("k=TFTT A=S", k => throttle(1s) < @A >);
    assert_eq!(run.at(0.0).tick(), "S +A A:S");
    assert_eq!(run.at(0.1).tick(), "F");
    assert_eq!(run.at(0.2).tick(), "S");
    assert_eq!(run.at(1.0).tick(), "S +A A:S");
}

#[test]
fn service_is_called_before_the_tick_and_once_per_interval() {
    let mut run = run!("A=RRRSR", service(1s, hook) < @A >);
    assert_eq!(run.at(0.0).tick(), "R hook +A A:R");
    assert_eq!(run.at(0.5).tick(), "R A:R");
    assert_eq!(run.at(1.2).tick(), "R hook A:R");
    assert_eq!(run.at(2.1).tick(), "S A:S");
    assert_eq!(run.at(2.1).tick(), "R hook +A A:R");
    assert_eq!(run.halt(), "~A");
    assert_eq!(run.at(2.2).tick(), "R hook +A A:R");
}

#[test]
fn finally_cleans_up_after_an_end() {
    let mut run = run!("A=RF B=S", finally < @A, { true } >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "F A:F");
    let tree = bt_core::bt! { |b: &mut Board| finally < @A, hook > };
    let mut run = Run::new(tree, "A=RF");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "F A:F hook");
    assert_eq!(run.halt(), "");
}

#[test]
fn finally_cleans_up_after_a_halt_once() {
    let tree = bt_core::bt! { |b: &mut Board| selector < k, finally < @A, sequence < hook, hook > >, @B > };
    let mut run = Run::new(tree, "k=FT A=R B=S");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "S ~A hook hook");
    assert_eq!(run.halt(), "");
}

#[test]
fn wait_event_waits_for_its_own_event() {
    let mut run = run!("", wait_event('e'));
    assert_eq!(run.tick(), "R");
    run.board.inbox.send('x').unwrap();
    assert_eq!(run.tick(), "R");
    run.board.inbox.send('e').unwrap();
    assert_eq!(run.tick(), "S");
    assert_eq!(run.tick(), "R");
}

#[test]
fn focus_reaches_a_part_of_a_borrowed_context() {
    use bt_core::prelude::*;
    struct Robot<'a> {
        arm: &'a mut Board,
        moves: u32,
    }
    bt! { struct Move |_b: &mut Board| mem_sequence < @Scripted("A"), @Scripted("B") > }
    bt! {
        struct Tree |r: &mut Robot<'_>| sequence <
            { r.moves += 1; },
            focus(&mut *r.arm) < |b: &mut Board| k => @Scripted("A") >,
            focus(&mut *r.arm) < @Move >,
        >
    }
    let (mut agent, mut board, mut moves) = (Agent::<Tree>::new(), Board::new("k=TTF A=SSSR B=R"), 0);
    for expected in [Status::Running, Status::Running, Status::Failure] {
        let mut robot = Robot { arm: &mut board, moves };
        assert_eq!(agent.tick(&Tree, &mut robot), expected);
        moves = robot.moves;
    }
    assert_eq!(board.events.join(" "), "+A A:S +A A:S +B B:R +A A:S B:R ~B");
    assert_eq!(moves, 3);
}

#[test]
fn throttle_on_start_lets_a_run_go_on() {
    let mut run = run!("A=RRSR", throttle(1s, on = start) < @A >);
    assert_eq!(run.at(0.0).tick(), "R +A A:R");
    assert_eq!(run.at(0.1).tick(), "R A:R");
    assert_eq!(run.at(0.2).tick(), "S A:S");
    assert_eq!(run.at(0.9).tick(), "S");
    assert_eq!(run.at(1.0).tick(), "R +A A:R");
    assert_eq!(run.at(5.0).tick(), "R A:R");
    assert_eq!(run.halt(), "~A");
    assert_eq!(run.at(5.1).tick(), "R +A A:R");
}

#[test]
fn fresh_makes_what_lasts_last_for_one_run() {
    let mut run = run!("k=TTFTT A=S B=R", k => fresh < sequence < once < @A >, @B > >);
    assert_eq!(run.tick(), "R +A A:S +B B:R");
    assert_eq!(run.tick(), "R B:R");
    assert_eq!(run.tick(), "F ~B");
    assert_eq!(run.tick(), "R +A A:S +B B:R");
    assert_eq!(run.tick(), "R B:R");
}

#[test]
fn fresh_puts_all_that_lasts_to_new() {
    macro_rules! check {
        ($([$($tree:tt)*])*) => { $(
            let mut run = run!("A=S B=F C=R", fresh < $($tree)* >);
            let first = run.tick();
            run.halt();
            assert_eq!(run.tick(), first, "{}", stringify!($($tree)*));
        )* };
    }
    check! {
        [selector < cooldown(9s) < @A >, @B >]
        [once < @A >]
        [limit(1) < @A >]
        [throttle(9s) < @A >]
        [throttle(9s, on = start) < @A >]
        [checkpoint_sequence < @A, @B >]
        [parallel < once < @A >, @C >]
    }
}

#[test]
fn fresh_starts_anew_after_its_own_end_too() {
    let mut run = run!("A=S", fresh < selector < limit(1) < @A >, failure > >);
    assert_eq!(run.tick(), "S +A A:S");
    assert_eq!(run.tick(), "S +A A:S");
}
