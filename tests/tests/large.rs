//! Wide and deep trees.

use bt_core::observe::{Outline, Outliner};
use bt_core::prelude::*;
use bt_core::visit::Visit;

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

fn bit(n: &u32, index: u32) -> bool {
    n >> (index % 29) & 1 == 1
}

fn work(n: &mut u32, index: u32) -> Status {
    *n = n.rotate_left(index % 7);
    if bit(n, index) { Status::Running } else { Status::from(bit(n, index + 1)) }
}

/// An action with something to halt.
struct Dig(u32);

impl Action<u32> for Dig {
    type State = u32;
    type Output = Status;
    fn start(&self, depth: &mut u32, _: &mut u32) {
        *depth = 0;
    }
    fn tick(&self, depth: &mut u32, _: &mut u32) -> Status {
        *depth += 1;
        if *depth < self.0 { Status::Running } else { Status::Success }
    }
    fn halt(&self, depth: &mut u32, n: &mut u32) {
        *n ^= *depth;
    }
}

/// A node of one's own, that is nothing but its child.
struct Plain<C>(C);

impl<C> Plain<C> {
    fn new(child: C) -> Self {
        Plain(child)
    }
}

impl<C: Node> Node for Plain<C> {
    type State = C::State;
    type Succeeds = C::Succeeds;
    type Fails = C::Fails;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    type Halts = C::Halts;
    const COUNT: u32 = 1 + C::COUNT;
    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("Plain", C::outline);
    }
}

impl<B: ?Sized, C: Behavior<B>> Behavior<B> for Plain<C> {
    fn tick_with<V: Visit>(&self, state: &mut C::State, blackboard: &mut B, mut visit: V) -> Status {
        visit.tick(1, &self.0, state, blackboard)
    }
    fn halt_with<V: Visit>(&self, state: &mut C::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.0, state, blackboard);
    }
}

/// The same tree as an item, where each large subtree is a part, and as an expression,
/// where none is.
macro_rules! both_forms {
    ($($tree:tt)*) => {
        bt! { struct Divided $($tree)* }

        fn undivided() -> impl Behavior<u32> {
            bt! { $($tree)* }
        }
    };
}

/// A subtree stands in every kind of place.
macro_rules! in_every_place {
    ($($large:tt)*) => {
        both_forms! {
            |n: &mut u32| mem_selector <
                sequence < bit(1), $($large)* >,
                bit(2) => $($large)*,
                !$($large)*,
                retry(3) < $($large)* >,
                @Plain < $($large)* >,
                parallel(success = any) < $($large)*, $($large)* >,
                if_else < bit(3), $($large)*, $($large)* >,
                switch(*n % 3) < 0 => $($large)*, 1 => @Dig(4), _ => $($large)* >,
                label: finally < $($large)*, { *n += 1; } >,
                when(sequence < bit(4), bit(5) >) < $($large)* >,
            >
        }
    };
}

// 36 leaves.
in_every_place! {
    selector <
        sequence < bit(6), bit(7), work(8), bit(9), @Dig(3), bit(10), bit(11), work(12), bit(13), bit(14), bit(15), work(16) >,
        mem_sequence < bit(17), work(18), bit(19), @Dig(2), bit(20), work(21), bit(22), bit(23), bit(24), work(25), bit(26), bit(27) >,
        sequence < bit(28), bit(1), bit(2), bit(3), bit(4), bit(5), bit(6), bit(7), bit(8), bit(9), bit(10), work(11) >,
    >
}

#[test]
fn a_divided_tree_does_what_the_same_tree_in_one_piece_does() {
    let whole = undivided();
    let (mut divided_agent, mut whole_agent) = (Agent::<Divided>::new(), Agent::of(&whole));
    let (mut divided_n, mut whole_n) = (0x1234_5678_u32, 0x1234_5678_u32);
    let mut seen = [0; 3];
    for tick in 0..20_000_u32 {
        let noise = tick.wrapping_mul(0x9E37_79B9).rotate_left(tick % 31);
        (divided_n, whole_n) = (divided_n ^ noise, whole_n ^ noise);
        let status = divided_agent.tick(&Divided, &mut divided_n);
        assert_eq!(status, whole_agent.tick(&whole, &mut whole_n), "in tick {tick}");
        seen[status as usize] += 1;
        if tick % 97 == 0 {
            divided_agent.halt(&Divided, &mut divided_n);
            whole_agent.halt(&whole, &mut whole_n);
        }
        assert_eq!(divided_n, whole_n, "after tick {tick}");
    }
    assert!(seen.iter().all(|count| *count > 10), "{seen:?}");

    let text = |outline: Outline| {
        let lines = outline
            .entries()
            .into_iter()
            .map(|entry| format!("{} {} {}", entry.id, entry.depth, entry.name()));
        lines.collect::<Vec<_>>()
    };
    assert_eq!(text(Outline::of::<Divided>()), text(Outline::of_value(&whole)));
    assert_eq!(size_of::<StateOf<Divided>>(), size_of_val(&whole_agent.state));
}
