use bt::{A, B, c, k, run};

#[test]
fn guard_asks_before_every_tick() {
    let mut run = run!("k=FTTF A=RR", guard(k) < @A >);
    assert_eq!(run.tick(), "F");
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "R A:R");
    assert_eq!(run.tick(), "F ~A");
}

#[test]
fn arrows_are_guards() {
    let mut run = run!("k=TTF c=TFT A=R B=R", selector < k => c => @A, @B >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "R ~A +B B:R");
    assert_eq!(run.tick(), "R B:R");
}

#[test]
fn a_condition_may_be_any_node_that_answers_at_once() {
    let mut run = run!("k=TTF c=TFT A=R", guard(selector < sequence < k, c >, failure >) < @A >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "F ~A");
}

#[test]
fn negated_conditions() {
    let mut run = run!("k=FT A=R", !k => @A);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "F ~A");
}

#[test]
fn when_asks_again_for_each_run() {
    let mut run = run!("k=TFT A=RSR", when(k) < @A >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "S A:S");
    assert_eq!(run.tick(), "F");
    assert_eq!(run.tick(), "R +A A:R");
}

#[test]
fn when_asks_again_after_a_halt() {
    let mut run = run!("k=TF A=R", when(k) < @A >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.halt(), "~A");
    assert_eq!(run.tick(), "F");
}

#[test]
fn when_remembers_the_run_of_a_function_too() {
    fn walk(board: &mut bt::Board) -> bt_core::Running {
        board.log("walk");
        bt_core::Running
    }
    let mut run = run!("c=TTFT k=TF B=S", selector < c => when(k) < walk >, @B >);
    assert_eq!(run.tick(), "R walk");
    assert_eq!(run.tick(), "R walk");
    assert_eq!(run.tick(), "S +B B:S");
    assert_eq!(run.tick(), "S +B B:S");
}

#[test]
fn a_guard_that_fails_lets_the_selector_go_on() {
    let mut run = run!("k=TFT A=R B=R", selector < k => @A, @B >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "R ~A +B B:R");
    assert_eq!(run.tick(), "R +A A:R ~B");
}
