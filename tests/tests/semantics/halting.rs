use bt::{A, B, C, hook, k, run};

#[test]
fn halting_an_idle_agent_does_nothing() {
    let mut run = run!("A=S", on_halt(hook) < @A >);
    assert_eq!(run.halt(), "");
    assert_eq!(run.tick(), "S +A A:S");
    assert_eq!(run.halt(), "");
}

#[test]
fn a_halt_without_the_wrapper_is_as_careful() {
    use bt_core::prelude::*;
    let tree = bt! { |_b: &mut bt::Board| on_halt(hook) < mem_sequence < @A, wait(1s), @B > > };
    let mut state = Default::default();
    let mut board = bt::Board::new("A=S B=R");
    tree.halt(&mut state, &mut board);
    assert_eq!(board.events.join(" "), "");
    assert_eq!(tree.tick(&mut state, &mut board), Status::Running);
    tree.halt(&mut state, &mut board);
    tree.halt(&mut state, &mut board);
    assert_eq!(board.events.join(" "), "+A A:S hook");
}

#[test]
fn a_deep_tree_is_halted_where_it_runs() {
    let mut run = run!(
        "A=F B=S C=R k=TTF",
        k => selector <
            mem_sequence < @A, @B >,
            always_succeed < mem_selector < !@B, repeater < retry(3) < timeout(9s) < @C > > > > >,
        >
    );
    assert_eq!(run.tick(), "R +A A:F +B B:S +C C:R");
    assert_eq!(run.tick(), "R +A A:F C:R");
    assert_eq!(run.tick(), "F ~C");
    assert_eq!(run.halt(), "");
}

#[test]
fn an_action_that_cannot_run_starts_in_every_tick_and_is_never_halted() {
    use bt_core::prelude::*;
    struct Blink;
    impl Action<bt::Board> for Blink {
        type State = u32;
        type Output = bool;
        fn start(&self, blinks: &mut u32, board: &mut bt::Board) {
            *blinks += 1;
            board.log(format!("start{blinks}"));
        }
        fn tick(&self, _: &mut u32, _: &mut bt::Board) -> bool {
            true
        }
        fn halt(&self, _: &mut u32, board: &mut bt::Board) {
            board.log("halt");
        }
    }
    let mut run = run!("A=R", sequence < @Blink, @A >);
    assert_eq!(run.tick(), "R start1 +A A:R");
    assert_eq!(run.tick(), "R start2 A:R");
    assert_eq!(run.halt(), "~A");
}
