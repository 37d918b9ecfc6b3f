//! A machine's state is plain data: small, saved and loaded in the middle of a run.

use bt_core::prelude::*;
use serde_json::{from_str, to_string};

use crate::world::*;

fn walk(_: &mut World) -> Status {
    Status::Running
}

macro_rules! size {
    ($name:ident = $bytes:literal: $($tree:tt)*) => {
        #[test]
        fn $name() {
            bt! { struct Item |_w: &mut World| $($tree)* }
            let tree = bt! { |_w: &mut World| $($tree)* };
            assert_eq!(size_of::<StateOf<Item>>(), $bytes, "item");
            assert_eq!(size_of_val(&Agent::of(&tree).state), $bytes, "expression");
            assert_eq!((size_of::<Item>(), size_of_val(&tree)), (0, 0), "the tree itself");
        }
    };
}

size!(a_byte_for_the_state = 1: states < a: walk, x -> b, on('E') -> success, b: walk, success -> a >);
size!(eight_bytes_for_the_entry = 16: states < a: walk, after(1s) -> b, b: walk, after(2s) -> a >);
size!(a_byte_for_each_state_that_may_be_pushed = 3:
    states < any: on('H') -> push b, a: walk, x -> c, c: walk, y -> a, b: walk, on('P') -> back >);
size!(as_deep_as_pushes_can_follow_each_other = 4:
    states < a: walk, x -> push b, b: walk, x -> push c, c: walk, x -> back >);
size!(a_byte_for_the_place = 3:
    states < a: states < i: walk, x -> j, j: walk, y -> i >, on('E') -> b, b: walk, on('E') -> resume a >);
size!(nothing_for_a_place_that_nobody_resumes = 2:
    states < a: states < i: walk, x -> j, j: walk, y -> i >, on('E') -> b, b: walk, on('E') -> a >);

bt! {
    /// All that a machine can remember.
    struct Everything
    |w: &mut World| states <
        any: on('H') -> push stunned,
        day: states <
            patrol: @Body('p'), enter(e("patrol")), exit(l("patrol")), after(2s) -> rest, on('A') -> push alarm,
            rest: @Body('r'), enter(e("rest")), exit(l("rest")), after(1s) -> patrol, on('A') -> push alarm,
            alarm: @Body('m'), enter(e("alarm")), exit(l("alarm")), after(1s) -> back,
        >, enter(e("day")), exit(l("day")), on('N') -> night,
        night: @Body('n'), enter(e("night")), exit(l("night")), after(3s) -> resume day, success -> day,
        stunned: @Body('s'), enter(e("stunned")), exit(l("stunned")), after(1s) -> back,
    >
}

fn step(agent: &mut Agent<Everything>, world: &mut World, number: u32) -> (Status, String) {
    world.inbox.clear();
    let events = match number % 23 {
        6 => "[A]",
        8 => "[H]",
        13 | 14 => "[N]",
        _ => "-",
    };
    prepare(world, events);
    world.now += std::time::Duration::from_millis(450);
    let status = agent.tick(&Everything, world);
    (status, std::mem::take(&mut world.log).join(" "))
}

/// Takes a snapshot after each of some ticks, restores it, and compares what follows.
fn goes_on(restore: impl Fn(&Agent<Everything>) -> Agent<Everything>) {
    let (mut agent, mut world) = (Agent::new(), World::new(""));
    let mut entered = String::new();
    for number in 0..60 {
        let (mut restored, mut then) = (restore(&agent), world.clone());
        assert_eq!(restored, agent);
        let (mut original, mut original_world) = (agent, world.clone());
        for number in number..number + 20 {
            let expected = step(&mut original, &mut original_world, number);
            assert_eq!(step(&mut restored, &mut then, number), expected);
            assert_eq!(restored, original);
        }
        entered += &step(&mut agent, &mut world, number).1;
    }
    for label in ["+patrol", "+rest", "+alarm", "+night", "+stunned"] {
        assert!(entered.contains(label), "{label} is never entered: {entered}");
    }
}

#[test]
fn a_copy_goes_on_in_the_same_way() {
    goes_on(|agent| *agent);
}

#[test]
fn a_save_as_json_goes_on_in_the_same_way() {
    goes_on(|agent| from_str(&to_string(agent).unwrap()).unwrap());
}

#[test]
fn a_compact_save_goes_on_in_the_same_way() {
    goes_on(|agent| postcard::from_bytes(&postcard::to_allocvec(agent).unwrap()).unwrap());
}

#[test]
fn a_stack_that_no_run_can_have_is_not_loaded() {
    type Stack = bt_core::states::Pushed<2>;
    assert!(from_str::<Stack>("[1,0]").is_ok());
    for wrong in ["[1,1]", "[0,1,2]", "[-1]"] {
        assert!(from_str::<Stack>(wrong).is_err(), "{wrong}");
    }
}
