//! What the cases leave open, one idea each.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bt_core::prelude::*;

use crate::check;
use crate::world::*;

fn score(w: &World, of: char) -> f64 {
    if of == 'x' && x(&mut w.clone()) { 1.0 } else { f64::NAN }
}

#[test]
fn the_best_score_is_the_target() {
    bt! { struct Machine |w: &mut World|
    states <
        a: @Body('a'), enter(e("a")), exit(l("a")), on('E') -> utility < score(w, 'x') => b, 0.5 => c >,
        b: @Body('b'), enter(e("b")), exit(l("b")), done -> stay,
        c: @Body('c'), enter(e("c")), exit(l("c")), on('E') -> utility < 0.5 => a, score(w, 'x') => b >,
    > }
    assert_eq!(run(&Machine, "", "[E] | x[E] | -"), "+a A=R A! -a +c | C=R C! -c +b | B=R");
}

#[test]
fn an_event_stays_where_no_target_can_be_chosen() {
    bt! { struct Machine |w: &mut World|
    states <
        a: @Body('a'), enter(e("a")), exit(l("a")),
            on('E') -> utility < f64::NAN => b >,
            on('F') -> random < 0 => b, -1.0 => a >,
            on('G') -> utility < score(w, 'x') => b >,
        b: @Body('b'), enter(e("b")), exit(l("b")), done -> stay,
    > }
    assert_eq!(run(&Machine, "", "[E,F] | x[G] | -"), "+a A=R | A=R A! -a +b | B=R, EF left");
}

#[test]
fn a_choice_of_any_leaves_out_the_current_state() {
    check!("0.1 0.1", "[E] | [E] | -", "+a A=R A! -a +b | B=R B! -b +a | A=R",
        states <
            any: on('E') -> random < 9 => a, 1 => b >,
            a: @Body('a'), enter(e("a")), exit(l("a")),
            b: @Body('b'), enter(e("b")), exit(l("b")),
        >);
}

#[test]
fn a_clock_that_jumps_back_makes_the_entry_now() {
    check!("", "@10 | @5 | @7.9 | @8", "+a A=R | A=R | A=R | A! -a +b B=R",
        states <
            a: @Body('a'), enter(e("a")), exit(l("a")), after(3s) -> b,
            b: @Body('b'), enter(e("b")), exit(l("b")), done -> stay,
        >);
}

#[test]
fn the_end_of_an_inner_machine_is_the_bodys() {
    check!("", "- | [E] | -", "+a +i I=R | I=R I! -i -a +b | B=R",
        states <
            a: states <
                i: @Body('i'), enter(e("i")), exit(l("i")), on('E') -> success,
            >, enter(e("a")), exit(l("a")), success -> b,
            b: @Body('b'), enter(e("b")), exit(l("b")), done -> stay,
        >);
}

#[test]
fn an_end_forgets_the_place() {
    check!("", "[E] | [X] | [R] | - | -",
        "+a +i I=R I! -i +j | J=R J! -j -a +b | B=R B! -b +a | +i I=R | I=R",
        states <
            a: states <
                i: @Body('i'), enter(e("i")), exit(l("i")), on('E') -> j,
                j: @Body('j'), enter(e("j")), exit(l("j")), on('X') -> failure,
            >, enter(e("a")), exit(l("a")), failure -> b,
            b: @Body('b'), enter(e("b")), exit(l("b")), on('R') -> resume a,
        >);
}

#[test]
fn resume_reaches_the_machines_within() {
    check!("", "[E] | [G] | [R] | -",
        "+a +i +m M=R M! -m +n | N=R N! -n -i -a +b | B=R B! -b +a | +i +n N=R",
        states <
            a: states <
                i: states <
                    m: @Body('m'), enter(e("m")), exit(l("m")), on('E') -> n,
                    n: @Body('n'), enter(e("n")), exit(l("n")), done -> stay,
                >, enter(e("i")), exit(l("i")), done -> stay,
            >, enter(e("a")), exit(l("a")), on('G') -> b,
            b: @Body('b'), enter(e("b")), exit(l("b")), on('R') -> resume a,
        >);
}

#[test]
fn a_visit_without_a_tick_leaves_the_place_alone() {
    check!("", "[E] | [G] | [P] | x | X[R] | -",
        "+a +i I=R I! -i +j | J=R J! -j -a +b | B=R B! -b +a | -a +b B=R | B=R B! -b +a | +j J=R",
        states <
            a: states <
                i: @Body('i'), enter(e("i")), exit(l("i")), on('E') -> j,
                j: @Body('j'), enter(e("j")), exit(l("j")), done -> stay,
            >, enter(e("a")), exit(l("a")), on('G') -> b, x -> b,
            b: @Body('b'), enter(e("b")), exit(l("b")), on('R') -> resume a, on('P') -> a,
        >);
}

#[test]
fn the_place_lasts_over_a_halt_of_all() {
    check!("", "[E] | halt | [G] | [R] | -",
        "+a +i I=R I! -i +j | -j -a | +a +i I=R I! -i -a +b | B=R B! -b +a | +i I=R",
        states <
            a: states <
                i: @Body('i'), enter(e("i")), exit(l("i")), on('E') -> j,
                j: @Body('j'), enter(e("j")), exit(l("j")), done -> stay,
            >, enter(e("a")), exit(l("a")), on('G') -> b,
            b: @Body('b'), enter(e("b")), exit(l("b")), on('R') -> resume a,
        >);
}

#[test]
fn a_state_that_pushes_itself_is_entered_anew() {
    check!("", "[S] | [P] | -", "+a A=R A! -a +a | A=R A! -a +b | B=R",
        states <
            a: @Body('a'), enter(e("a")), exit(l("a")), on('S') -> push a, on('P') -> b,
            b: @Body('b'), enter(e("b")), exit(l("b")), on('P') -> back, done -> stay,
        >);
}

#[test]
fn regions_are_machines_in_a_parallel() {
    check!("", "- | [E] | [F] | halt", "+a A=R +i I=R | A=R A! -a +b I=R | B=R I=R I! -i +j | B! -b -j",
        parallel <
            states <
                a: @Body('a'), enter(e("a")), exit(l("a")), on('E') -> b,
                b: @Body('b'), enter(e("b")), exit(l("b")), done -> stay,
            >,
            states <
                i: @Body('i'), enter(e("i")), exit(l("i")), on('F') -> j,
                j: @Body('j'), enter(e("j")), exit(l("j")), done -> stay,
            >,
        >);
}

#[test]
fn a_guard_may_be_any_condition() {
    bt! { struct Machine |w: &mut World|
    states <
        a: @Body('a'), enter(e("a")), exit(l("a")), on('E') if sequence < !never, { w.now.is_zero() } > -> b,
        b: @Body('b'), enter(e("b")), exit(l("b")), done -> stay,
    > }
    assert_eq!(run(&Machine, "", "[E] | -"), "+a A=R A! -a +b | B=R");
}

bt! {
    /// Values of the tree's own.
    struct Patient { patience: Duration, share: f64 }
    |w: &mut World| states <
        a: @Body('a'), enter(says("in")), exit({ let _ = self.share; w.log.push("out".to_owned()); }),
            after(self.patience) -> random < self.share => b, 1.0 - self.share => a >,
        b: @Body('b'), done -> stay,
    >
}

#[test]
fn durations_weights_and_hooks_may_read_the_tree() {
    let tree = Patient { patience: Duration::from_secs(2), share: 0.25 };
    assert_eq!(run(&tree, "0.2", "@0 | @1.9 | @2"), "in A=R | A=R | A! out B=R");
    assert_eq!(run(&tree, "0.3", "@0 | @2"), "in A=R | A! out in A=R");
}

bt! {
    struct Anywhere
    |w: &mut (impl Clock + Events<char>)| states <
        a: running, on('E') -> b,
        b: running, after(1s) -> success,
    >
}

#[test]
fn a_machine_may_be_for_every_blackboard_with_some_traits() {
    assert_eq!(run(&Anywhere, "", "@0[E] | @0.5 | @1.5"), " |  |  => S");
}

fn walk(_: &mut World) -> Status {
    Status::Running
}

#[test]
fn a_machine_needs_no_header() {
    let tree = bt! { states < a: walk, enter(says("in")), on('E') -> b, b: walk, after(1s) -> success > };
    assert_eq!(run(&tree, "", "@0[E] | @0.5 | @1"), "in |  |  => S");
}

#[test]
fn a_panic_leaves_the_state_once() {
    bt! {
        struct Machine
        |w: &mut World| states <
            a: @Body('a'), enter(e("a")), exit(l("a")), x -> b,
            b: @Body('b'), enter(e("b")), exit(l("b")), done -> stay,
        >
    }
    // In the body, and in `enter`: there, the state being entered is the current one.
    for (script, step, trace) in
        [("a=P", "-", "+a A=P A! -a"), ("b=P", "x", "+a -a +b B=P B! -b"), ("", "xp", "+a -a +b -b")]
    {
        let (mut agent, mut world) = (Agent::<Machine>::new(), World::new(script));
        prepare(&mut world, step);
        catch_unwind(AssertUnwindSafe(|| agent.tick(&Machine, &mut world))).unwrap_err();
        Machine.halt(&mut agent.state, &mut world);
        Machine.halt(&mut agent.state, &mut world);
        assert_eq!(world.log.join(" "), trace);
    }
}
