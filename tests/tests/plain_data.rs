//! States and agents are plain data: they are copied, compared, saved and loaded,
//! and what is loaded goes on as if nothing had happened.

use std::fmt::Debug;

use bt::{Board, Scripted, k};
use bt_core::prelude::*;
use serde_json::{from_str, to_string};

bt! {
    struct Everything |b: &mut Board| selector <
        k => failure,
        parallel(success = all, failure = never) <
            mem_sequence < wait(1s), @Scripted("A") >,
            once < @Scripted("B") >,
            random_sequence < @Scripted("C"), @Scripted("D"), @Scripted("E") >,
            retry(3) < !@Scripted("F") >,
            service(0.3s, bt::hook) < timeout(1.5s) < delay(0.2s) < @Scripted("G") > > >,
            throttle(0.4s) < checkpoint_sequence < @Scripted("H"), @Scripted("I") > >,
            cooldown(0.5s) < limit(9) < @Scripted("J") > >,
            @Part,
            utility < 1.0 => @Scripted("K"), 2.0 => random < @Scripted("L"), @Scripted("M") > >,
            finally < switch(b.next("s")) < 'x' => @Scripted("N"), _ => @Scripted("O") >, success >,
        >,
    >
}

bt! {
    pub struct Part |_b: &mut Board| when(k) < on_halt(bt::hook) < repeater(4) < @Scripted("P") > > >
}

const SCRIPTS: &str = "k=FTFFFT A=RRS B=RS C=RS D=RS E=RS F=SRSRS G=RRS H=SRS I=RRS J=RS K=FR L=RRS M=RRS \
                       N=RR O=RRS P=SRSS s=xxyxy";

fn step(agent: &mut Agent<Everything>, board: &mut Board) -> (Status, Vec<String>) {
    board.now += std::time::Duration::from_millis(130);
    let status = agent.tick(&Everything, board);
    (status, std::mem::take(&mut board.events))
}

/// Takes a snapshot after each of some ticks, restores it, and compares what follows.
fn check(restore: impl Fn(&Agent<Everything>) -> Agent<Everything>) {
    let (mut agent, mut board) = (Agent::new(), Board::new(SCRIPTS));
    let mut events = 0;
    for _ in 0..25 {
        let (mut restored, mut board_then) = (restore(&agent), board.clone());
        assert_eq!(restored, agent);
        let (mut original, mut original_board) = (agent, board.clone());
        for _ in 0..10 {
            let expected = step(&mut original, &mut original_board);
            events += expected.1.len();
            assert_eq!(step(&mut restored, &mut board_then), expected);
            assert_eq!(restored, original);
        }
        step(&mut agent, &mut board);
    }
    assert!(events > 500, "something happened: {events}");
}

#[test]
fn a_copy_goes_on_in_the_same_way() {
    check(|agent| *agent);
}

#[test]
fn a_save_as_json_goes_on_in_the_same_way() {
    check(|agent| from_str(&to_string(agent).unwrap()).unwrap());
}

#[test]
fn a_compact_save_goes_on_in_the_same_way() {
    check(|agent| postcard::from_bytes(&postcard::to_allocvec(agent).unwrap()).unwrap());
}

#[test]
fn a_compact_save_is_small() {
    let (mut agent, mut board) = (Agent::<Everything>::new(), Board::new(SCRIPTS));
    step(&mut agent, &mut board);
    let bytes = postcard::to_allocvec(&agent).unwrap().len();
    assert!(bytes < size_of::<Agent<Everything>>(), "{bytes} of {}", size_of::<Agent<Everything>>());
}

/// Loads an agent of a tree whose type has no name.
fn load<T: Node<State: serde::de::DeserializeOwned>>(_tree: &T, saved: &str) -> Agent<T> {
    from_str(saved).unwrap()
}

#[test]
fn trees_without_names_are_saved_too() {
    let tree = bt! { |_b: &mut Board| mem_sequence < @Scripted("A"), wait(1s), @Scripted("B") > };
    let (mut agent, mut board) = (Agent::of(&tree), Board::new("A=S B=S"));
    assert_eq!(agent.tick(&tree, &mut board), Status::Running);
    let mut other = load(&tree, &to_string(&agent).unwrap());
    board.now += std::time::Duration::from_secs(1);
    assert_eq!(other.tick(&tree, &mut board), Status::Success);
    assert_eq!(board.events.join(" "), "+A A:S +B B:S");
}

#[test]
fn what_a_state_can_do_follows_from_its_parts() {
    fn all<T: Copy + PartialEq + Debug + Default + Send + Sync>() {}
    all::<StateOf<Everything>>();
    all::<StateOf<Part>>();

    /// A state that can be cloned, and nothing more.
    #[derive(Clone, Default)]
    struct Path(Vec<u32>);
    struct Walk;
    impl Action<u32> for Walk {
        type State = Path;
        type Output = Status;
        fn tick(&self, path: &mut Path, steps: &mut u32) -> Status {
            path.0.push(*steps);
            if path.0.len() < 3 { Status::Running } else { Status::Success }
        }
    }
    bt! { struct Walks |_n: &mut u32| mem_sequence < @Walk, @Walk > }
    let mut agent = Agent::<Walks>::new();
    agent.tick(&Walks, &mut 1);
    let mut twin = agent.clone();
    for n in 2..6 {
        assert_eq!(agent.tick(&Walks, &mut { n }), twin.tick(&Walks, &mut { n }));
    }
}
