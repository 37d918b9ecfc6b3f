//! Wide and deep trees.

use bt_core::observe::Outline;
use bt_core::prelude::*;

fn no(n: &mut u32) -> bool {
    *n += 1;
    false
}

fn go_on(n: &mut u32) -> Status {
    if *n > 1000 { Status::Success } else { Status::Running }
}

/// Three hundred children that fail, and one that goes on.
macro_rules! wide {
    ($name:ident, $keyword:ident) => {
        bt! {
            struct $name |n: &mut u32| $keyword <
                no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
                no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
                no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
                no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
                no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
                no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
                no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
                no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
                no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
                no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
                no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
                no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
                no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
                no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
                no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no,
                last: go_on,
            >
        }
    };
}

wide!(Wide, selector);
wide!(WideMemory, mem_selector);

#[test]
fn three_hundred_children_under_one_composite() {
    let (mut agent, mut n) = (Agent::<Wide>::new(), 0);
    assert_eq!(agent.tick(&Wide, &mut n), Status::Running);
    assert_eq!(n, 300);
    assert_eq!(Outline::of::<Wide>().len(), 302);
    assert_eq!(Outline::of::<Wide>().find("last"), Some(301));
    assert_eq!(size_of::<StateOf<Wide>>(), 0);
}

#[test]
fn a_cursor_counts_beyond_255() {
    let (mut agent, mut n) = (Agent::<WideMemory>::new(), 0);
    assert_eq!(agent.tick(&WideMemory, &mut n), Status::Running);
    assert_eq!(agent.tick(&WideMemory, &mut n), Status::Running);
    assert_eq!(n, 300, "the failed children are not asked again");
    n = 2000;
    assert_eq!(agent.tick(&WideMemory, &mut n), Status::Success);
    assert_eq!(size_of::<StateOf<WideMemory>>(), 2);
}

bt! {
    struct Deep |n: &mut u32|
        sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence <
        sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence <
        sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence <
        sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence <
        sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence <
        sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence <
        sequence < sequence < sequence < sequence < sequence < go_on > > > > > > > > > > > > > > > > > > > >
        > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > >
}

bt! {
    struct DeepMixed |n: &mut u32|
        mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
        mem_sequence < mem_sequence < mem_sequence < mem_sequence < repeater < repeater < repeater < repeater
        < repeater < repeater < repeater < repeater < repeater < repeater < selector < selector < selector <
        selector < selector < selector < selector < selector < selector < selector < inverter < inverter <
        inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter <
        always_succeed < always_succeed < always_succeed < always_succeed < always_succeed < always_succeed <
        always_succeed < always_succeed < always_succeed < always_succeed < go_on > > > > > > > > > > > > > >
        > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > >
}

bt! {
    struct Deeper |n: &mut u32|
        mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
        mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
        mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
        mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
        mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
        mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
        mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
        mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
        mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
        mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < @Deep > > > > > > > > > >
        > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > >
}

bt! {
    struct Deepest |n: &mut u32| mem_selector < !@Deeper, @Deeper >
}

#[test]
fn sixty_levels_and_more_by_splicing() {
    let mut n = 0;
    assert_eq!(Deep::COUNT, 60);
    assert_eq!(Agent::<Deep>::new().tick(&Deep, &mut n), Status::Running);
    assert_eq!(Agent::<DeepMixed>::new().tick(&DeepMixed, &mut n), Status::Running);
    assert_eq!(Deepest::COUNT, 2 + 2 * (59 + 60));
    let mut agent = Agent::<Deepest>::new();
    assert_eq!(agent.tick(&Deepest, &mut n), Status::Running);
    agent.halt(&Deepest, &mut n);
    assert_eq!(agent.tick(&Deepest, &mut 2000), Status::Success);
    assert_eq!(Outline::of::<Deepest>().to_string().lines().count(), 240);
}

#[test]
fn sixty_levels_in_an_expression() {
    let tree = bt! { |n: &mut u32|
            sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence
            < sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence <
            sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence
            < sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence <
            sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence
            < sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence <
            sequence < sequence < sequence < sequence < sequence < sequence < sequence < sequence < go_on > >
            > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > >
            > > > > > > > >
    };
    assert_eq!(Agent::of(&tree).tick(&tree, &mut 0), Status::Running);
    let haltable = bt! { |n: &mut u32|
            mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
            mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
            mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
            mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
            mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
            mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
            mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
            mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
            mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence <
            mem_sequence < mem_sequence < mem_sequence < mem_sequence < mem_sequence < go_on > > > > > > > >
            > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > >
            > >
    };
    let mut agent = Agent::of(&haltable);
    assert_eq!(agent.tick(&haltable, &mut 0), Status::Running);
    agent.halt(&haltable, &mut 0);
    let decorated = bt! { |n: &mut u32|
            inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter
            < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter <
            inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter
            < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter <
            inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter
            < inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter <
            inverter < inverter < inverter < inverter < inverter < inverter < inverter < inverter < go_on > >
            > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > >
            > > > > > > > >
    };
    assert_eq!(Agent::of(&decorated).tick(&decorated, &mut 0), Status::Running);
}
