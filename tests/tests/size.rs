//! What an agent costs in bytes, and that a tree costs nothing.

use std::time::Duration;

use bt_core::prelude::*;

struct World;

impl Clock for World {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

fn yes(_: &World) -> bool {
    true
}
fn act(_: &mut World) -> Status {
    Status::Running
}
fn stop(_: &mut World) {}

impl Random for World {
    fn next_u64(&mut self) -> u64 {
        0
    }
}

struct Walk;
impl Action<World> for Walk {
    type State = ();
    type Output = Status;
    fn tick(&self, _: &mut (), _: &mut World) -> Status {
        Status::Running
    }
}

macro_rules! sizes {
    ($($name:ident = $bytes:literal: $(($($tree:tt)*))+;)*) => { $(
        #[test]
        fn $name() {
            $( {
                bt! { struct Item |_w: &mut World| $($tree)* }
                let tree = bt! { |_w: &mut World| $($tree)* };
                let name = stringify!($($tree)*);
                assert_eq!(size_of::<StateOf<Item>>(), $bytes, "item: {name}");
                assert_eq!(size_of_val(&Agent::of(&tree).state), $bytes, "expression: {name}");
                assert_eq!(size_of_val(&tree), 0, "the tree itself: {name}");
                assert_eq!(size_of::<Item>(), 0, "the tree itself: {name}");
            } )+
        }
    )* };
}

sizes! {
    functions_alone_need_nothing = 0:
        (act)
        (selector < sequence < yes, act >, act >)
        (selector < yes => act, !yes => sequence < yes, act >, always_fail < act >, repeater < act > >)
        (repeat_until_fail < act >)
        (selector < { true } => act, guard(yes) < act >, running >);
    the_guard = 8:
        (selector <
            yes => act,
            engage: sequence < yes, yes, cooldown(800ms) < act > >,
            yes => act,
            { true } => act,
            act,
        >);
    one_byte_for_each_memory_or_halt = 1:
        (mem_sequence < act, act >)
        (checkpoint_sequence < yes, yes >)
        (on_halt(stop) < act >)
        (when(yes) < act >)
        (@Walk);
    cursors_only_where_one_of_several_can_be_halted = 3:
        (selector < sequence < yes, act >, @Walk, sequence < yes, @Walk > >);
    a_single_one_knows_by_itself = 1:
        (selector < sequence < yes, act >, @Walk, sequence < yes, yes > >)
        (selector < sequence < yes, yes => @Walk >, act >);
    eight_bytes_for_a_time = 8:
        (wait(1s))
        (timeout(1s) < act >)
        (delay(1s) < act >)
        (cooldown(1s, on = success) < act >);
    four_bytes_for_a_count = 4:
        (retry(3) < act >)
        (repeater(3, until = failure) < act >)
        (repeater(3) < act >)
        (repeat_until_success(3) < act >);
    one_byte_for_a_choice_that_is_kept = 1:
        (if_else(at = start) < yes, act, act >)
        (switch(1, at = start) < 1 => act, _ => act >)
        (fresh < act >);
    cases_are_conditions_and_a_cursor_where_something_is_halted = 3:
        (switch < yes => @Walk, _ => @Walk >)
        (switch < yes => act, yes => @Walk, _ => @Walk >);
    cases_of_functions_need_nothing = 0:
        (switch < yes => act, _ => act >)
        (switch < yes => act, { true } => act >);
}

/// What a range costs is what it keeps: four bytes.
macro_rules! ranges {
    ($(($($range:tt)*) ($($plain:tt)*))*) => {
        #[test]
        fn four_bytes_more_for_a_range() {
            $( {
                bt! { struct Range |_w: &mut World| $($range)* }
                bt! { struct Plain |_w: &mut World| $($plain)* }
                let range = bt! { |_w: &mut World| $($range)* };
                let name = stringify!($($range)*);
                assert_eq!(size_of::<StateOf<Range>>(), size_of::<StateOf<Plain>>() + 4, "item: {name}");
                assert_eq!(size_of_val(&Agent::of(&range).state), size_of::<StateOf<Range>>(), "{name}");
                assert_eq!(size_of_val(&range), 0, "the tree itself: {name}");
            } )*
        }
    };
}

ranges! {
    (wait(1s..2s)) (wait(1s))
    (timeout(1s..2s) < act >) (timeout(1s) < act >)
    (delay(1s..=2s) < act >) (delay(1s) < act >)
    (cooldown(1s..2s) < act >) (cooldown(1s) < act >)
    (cooldown(1s..2s, on = success) < act >) (cooldown(1s, on = success) < act >)
    (throttle(1s..2s) < act >) (throttle(1s) < act >)
    (throttle(1s..2s, on = start) < act >) (throttle(1s, on = start) < act >)
    (service(1s..2s, stop) < act >) (service(1s, stop) < act >)
    (repeater(1..3) < act >) (repeater(3) < act >)
    (repeater(1..3, until = failure) < act >) (repeater(3) < act >)
    (retry(1..=3) < act >) (retry(3) < act >)
    (repeat_until_fail(1..=3) < act >) (repeat_until_fail(3) < act >)
}

#[test]
fn functions_that_cannot_run_need_no_cursor_in_an_expression() {
    let tree = bt! { |_w: &mut World| mem_sequence < yes, mem_selector < yes, yes > > };
    assert_eq!(size_of_val(&Agent::of(&tree).state), 0);
}
