//! Small machines, each with a script and its whole trace.

use crate::check;

#[test]
fn the_first_state_is_the_initial_one() {
    check!("", "- | -", "+a A=R | A=R",
        states < a: @Body('a'), enter(e("a")), exit(l("a")), never -> b, b: @Body('b'), done -> stay >);
}

#[test]
fn a_condition_preempts_the_body() {
    check!("", "- | x | -", "+a A=R | A! -a +b B=R | B=R",
        states <
            a: @Body('a'), enter(e("a")), exit(l("a")), x -> b,
            b: @Body('b'), enter(e("b")), exit(l("b")), done -> stay,
        >);
}

#[test]
fn a_condition_may_hold_at_once() {
    check!("", "x | -", "+a -a +b B=R | B=R",
        states <
            a: @Body('a'), enter(e("a")), exit(l("a")), x -> b,
            b: @Body('b'), enter(e("b")), exit(l("b")), done -> stay,
        >);
}

#[test]
fn the_body_gets_an_event_first() {
    check!("", "- | [E] | [E,E]", "+a | W=S | W=S -a +b",
        states <
            a: sequence < wait_event('E'), says("W=S") >, enter(e("a")), exit(l("a")), on('E') -> b,
            b: @Body('b'), enter(e("b")), done -> stay,
        >);
}

#[test]
fn an_event_moves_after_the_body() {
    check!("", "- | [E] | -", "+a A=R | A=R A! -a +b | B=R",
        states <
            a: @Body('a'), enter(e("a")), exit(l("a")), on('E') -> b,
            b: @Body('b'), enter(e("b")), done -> stay,
        >);
}

#[test]
fn a_result_moves() {
    check!("a=RS", "- | - | -", "+a A=R | A=S -a +b | B=R",
        states <
            a: @Body('a'), enter(e("a")), exit(l("a")), success -> b,
            b: @Body('b'), enter(e("b")), done -> stay,
        >);
}

#[test]
fn a_body_that_ends_unnoticed_starts_again() {
    check!("a=SFR", "- | - | -", "+a A=S | A=F | A=R",
        states <
            a: @Body('a'), enter(e("a")), exit(l("a")), never -> b,
            b: @Body('b'), done -> stay,
        >);
}

#[test]
fn after_counts_from_the_entry() {
    check!("", "@10 | @12.9 | @13 | @15.9 | @16",
        "+a A=R | A=R | A! -a +b B=R | B=R | B! -b +a A=R",
        states <
            a: @Body('a'), enter(e("a")), exit(l("a")), after(3s) -> b,
            b: @Body('b'), enter(e("b")), exit(l("b")), after(3s) -> a,
        >);
}

#[test]
fn transitions_of_any_do_not_apply_to_their_own_target() {
    check!("", "- | [K] | [K]", "+a A=R | A=R A! -a +dead | D=R, K left",
        states <
            any: on('K') -> dead,
            a: @Body('a'), enter(e("a")), exit(l("a")),
            dead: @Body('d'), enter(e("dead")), exit(l("dead")), done -> stay,
        >);
}

#[test]
fn stay_shadows_any() {
    check!("", "- | [H] | -", "+a A=R | A=R | A=R",
        states <
            any: on('H') -> b,
            a: @Body('a'), enter(e("a")), exit(l("a")), on('H') -> stay,
            b: @Body('b'), done -> stay,
        >);
}

#[test]
fn the_first_enabled_transition_is_taken() {
    check!("", "- | x,y", "+a A=R | A! -a +b B=R",
        states <
            a: @Body('a'), enter(e("a")), exit(l("a")), x -> b, y -> c,
            b: @Body('b'), enter(e("b")), done -> stay,
            c: @Body('c'), enter(e("c")), done -> stay,
        >);
}

#[test]
fn a_guard_is_asked_before_the_event_is_taken() {
    check!("", "- | [E] | x | -", "+a A=R | A=R | A=R A! -a +b | B=R",
        states <
            a: @Body('a'), enter(e("a")), exit(l("a")), on('E') if x -> b,
            b: @Body('b'), enter(e("b")), done -> stay,
        >);
}

#[test]
fn a_state_entered_anew_counts_its_time_anew() {
    check!("", "@0 | @1[E] | @2 | @3", "+a A=R | A=R A! -a +a | A=R | A! -a +b B=R",
        states <
            a: @Body('a'), enter(e("a")), exit(l("a")), on('E') -> a, after(2s) -> b,
            b: @Body('b'), enter(e("b")), done -> stay,
        >);
}

#[test]
fn an_inner_machine_leaves_first() {
    check!("", "- | [E] | - | x", "+a +i I=R | I=R I! -i +j | J=R | J! -j -a +b B=R",
        states <
            a: states <
                i: @Body('i'), enter(e("i")), exit(l("i")), on('E') -> j,
                j: @Body('j'), enter(e("j")), exit(l("j")), done -> stay,
            >, enter(e("a")), exit(l("a")), x -> b,
            b: @Body('b'), enter(e("b")), done -> stay,
        >);
}

#[test]
fn the_inner_machine_gets_an_event_first() {
    check!("", "- | [E] | - | [E] | -",
        "+a +i I=R | I=R I! -i +j | J=R | J=R J! -j -a +b | B=R",
        states <
            a: states <
                i: @Body('i'), enter(e("i")), exit(l("i")), on('E') -> j,
                j: @Body('j'), enter(e("j")), exit(l("j")), done -> stay,
            >, enter(e("a")), exit(l("a")), on('E') -> b,
            b: @Body('b'), enter(e("b")), done -> stay,
        >);
}

#[test]
fn resume_goes_on_where_the_machine_was_left() {
    check!("", "- | [E] | - | [G] | [R] | - | [G] | [P] | -",
        "+a +i I=R | I=R I! -i +j | J=R | J=R J! -j -a +b | B=R B! -b +a | +j J=R | J=R J! -j -a +b | B=R B! -b +a | +i I=R",
        states <
            a: states <
                i: @Body('i'), enter(e("i")), exit(l("i")), on('E') -> j,
                j: @Body('j'), enter(e("j")), exit(l("j")), done -> stay,
            >, enter(e("a")), exit(l("a")), on('G') -> b,
            b: @Body('b'), enter(e("b")), exit(l("b")), on('R') -> resume a, on('P') -> a,
        >);
}

#[test]
fn back_goes_on_where_it_was_interrupted() {
    check!("", "@0 | @1[E] | @2 | @3[H] | @4[H] | #@5 | @6",
        "+a +i I=R | I=R I! -i +j | J=R | J=R J! -j -a +s | Z=R | Z! -s +a +j J=R | J=R",
        states <
            any: on('H') -> push s,
            a: states <
                i: @Body('i'), enter(e("i")), exit(l("i")), on('E') -> j,
                j: @Body('j'), enter(e("j")), exit(l("j")), done -> stay,
            >, enter(e("a")), exit(l("a")),
            s: @Body('z'), enter(e("s")), exit(l("s")), after(2s) -> back,
        >);
}

#[test]
fn no_state_is_on_the_stack_twice() {
    check!("", "- | [S] | [F] | [S] | [P] | [P]",
        "+a A=R | A=R A! -a +s | Z=R Z! -s +f | Y=R Y! -f +s | Z=R Z! -s +a | A=R, P left",
        states <
            any: on('S') -> push s,
            on('F') -> push f,
            a: @Body('a'), enter(e("a")), exit(l("a")),
            s: @Body('z'), enter(e("s")), exit(l("s")), on('P') -> back,
            f: @Body('y'), enter(e("f")), exit(l("f")), on('P') -> back,
        >);
}

#[test]
fn a_halt_leaves_the_state_once_and_an_end_too() {
    check!("", "[E] | - | halt | halt | [E] | [Q] | -",
        "+a A=R A! -a +b | B=R | B! -b |  | +a A=R A! -a +b | B=R B! -b => S | +a A=R",
        states <
            a: @Body('a'), enter(e("a")), exit(l("a")), on('E') -> b,
            b: @Body('b'), enter(e("b")), exit(l("b")), on('Q') -> success,
        >);
}

#[test]
fn a_tick_has_at_most_two_moves() {
    check!("b=S", "- | x | - | -", "+a A=R | A! -a +b B=S -b +d | -d +a A=R | A! -a +b B=R",
        states <
            a: @Body('a'), enter(e("a")), exit(l("a")), x -> b,
            b: @Body('b'), enter(e("b")), exit(l("b")), x -> c, success -> d,
            c: @Body('c'), done -> stay,
            d: @Body('d'), enter(e("d")), exit(l("d")), x -> a,
        >);
}

#[test]
fn other_moves_keep_the_stack() {
    check!("", "- | [I] | [C] | [B] | -",
        "+a A=R | A=R A! -a +i | I=R I! -i +c | C=R C! -c +a | A=R",
        states <
            a: @Body('a'), enter(e("a")), exit(l("a")), on('I') -> push i,
            i: @Body('i'), enter(e("i")), exit(l("i")), on('C') -> c,
            c: @Body('c'), enter(e("c")), exit(l("c")), on('B') -> back,
        >);
}

#[test]
fn a_target_may_be_drawn() {
    check!("a=SSS 0.1 0.9", "- | - | -", "+a A=S -a +a | A=S -a +b | B=R",
        states <
            a: @Body('a'), enter(e("a")), exit(l("a")), success -> random < 3 => a, 1 => b >,
            b: @Body('b'), enter(e("b")), exit(l("b")), done -> stay,
        >);
}
