use bt::{A, B, Board, hook, k, run};

#[test]
fn on_halt_calls_after_the_childs_own_halt() {
    let mut run = run!("A=R", on_halt(hook) < @A >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.halt(), "~A hook");
    assert_eq!(run.halt(), "");
}

#[test]
fn on_halt_is_silent_when_the_child_ends_by_itself() {
    let mut run = run!("A=RS", on_halt(hook) < @A >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "S A:S");
    assert_eq!(run.halt(), "");
}

#[test]
fn on_halt_works_for_functions() {
    fn walk(_: &mut Board) -> bt_core::Status {
        bt_core::Status::Running
    }
    let mut run = run!("k=FFT", selector < k, on_halt(hook) < walk > >);
    assert_eq!(run.tick(), "R");
    assert_eq!(run.tick(), "R");
    assert_eq!(run.tick(), "S hook");
}

#[test]
fn hooks_nest_from_the_inside_out() {
    let mut run = run!(
        "A=R",
        on_halt(|board: &mut Board| board.log("outer")) < on_halt(hook) < @A > >
    );
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.halt(), "~A hook outer");
}

#[test]
fn a_hook_may_have_arguments() {
    fn say(board: &mut Board, text: &str, times: usize) {
        board.log(text.repeat(times));
    }
    let mut run = run!("A=R B=R k=TF", selector < k => on_halt(say("ho", 2)) < @A >, @B >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "R ~A hoho +B B:R");
}
