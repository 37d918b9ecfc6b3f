//! Waiting for events, and asking for them.

use bt::{A, Board, run};
use bt_core::blackboard::Inbox;
use bt_core::prelude::*;

#[derive(Clone, Debug, PartialEq)]
enum Signal {
    Alarm,
    Damage { from: u32, points: u32 },
    Said(String),
}

#[derive(Debug, Default, Blackboard)]
struct Guard {
    #[bt(events)]
    inbox: Inbox<Signal, 4>,
    #[bt(events)]
    numbers: Inbox<u8, 4>,
    attacker: u32,
    heard: String,
}

#[test]
fn received_takes_the_event_and_never_runs() {
    let mut run = run!("A=R", selector < received('a'), @A >);
    assert_eq!(run.tick(), "R +A A:R");
    run.board.inbox.send('b').unwrap();
    run.board.inbox.send('a').unwrap();
    assert_eq!(run.tick(), "S ~A");
    assert_eq!(run.board.inbox.iter().collect::<String>(), "b");
    assert_eq!(run.tick(), "R +A A:R");
}

#[test]
fn received_is_a_condition() {
    let mut run = run!("A=R", switch < received('a') => success, _ => @A >);
    assert_eq!(run.tick(), "R +A A:R");
    run.board.inbox.send('a').unwrap();
    assert_eq!(run.tick(), "S ~A");
    let mut run = run!("A=R", received('a') => @A);
    assert_eq!(run.tick(), "F");
}

#[test]
fn a_pattern_takes_the_oldest_event_that_matches() {
    let tree = bt! {
        |g: &mut Guard| wait_event(let Signal::Damage { from, points } if *points > 1 => { g.attacker = *from; })
    };
    let (mut agent, mut guard) = (Agent::of(&tree), Guard::default());
    guard.inbox.send(Signal::Alarm).unwrap();
    guard.inbox.send(Signal::Damage { from: 1, points: 1 }).unwrap();
    assert_eq!(agent.tick(&tree, &mut guard), Status::Running);
    assert_eq!((guard.attacker, guard.inbox.len()), (0, 2));
    guard.inbox.send(Signal::Damage { from: 2, points: 2 }).unwrap();
    guard.inbox.send(Signal::Damage { from: 3, points: 3 }).unwrap();
    assert_eq!(agent.tick(&tree, &mut guard), Status::Success);
    assert_eq!((guard.attacker, guard.inbox.len()), (2, 3));
}

#[test]
fn bindings_are_references_and_events_need_no_equality() {
    struct Opaque(String);
    bt! { struct Tree |b: &mut (Inbox<Opaque, 2>, String)| focus(&mut b.0) < |i: &mut Inbox<Opaque, 2>| received(let Opaque(_)) > }
    let mut board = (Inbox::new(), String::new());
    assert!(board.0.send(Opaque("x".to_owned())).is_ok());
    assert_eq!(Agent::of(&Tree).tick(&Tree, &mut board), Status::Success);
    assert!(board.0.pop().is_none_or(|Opaque(text)| text.is_empty()));

    bt! { struct Listen |g: &mut Guard| received(let Signal::Said(text) if !text.is_empty() => { g.heard = text.clone(); }) }
    let mut guard = Guard::default();
    guard.inbox.send(Signal::Said("hello".to_owned())).unwrap();
    assert_eq!(Agent::of(&Listen).tick(&Listen, &mut guard), Status::Success);
    assert_eq!(guard.heard, "hello");
}

#[test]
fn of_two_inboxes_the_event_tells_which() {
    let tree = bt! { |_g: &mut Guard| sequence < received(7_u8), received(let Signal::Alarm | Signal::Said(_)), received(let 8_u8..) > };
    let (mut agent, mut guard) = (Agent::of(&tree), Guard::default());
    guard.numbers.send(7).unwrap();
    guard.numbers.send(9).unwrap();
    guard.inbox.send(Signal::Alarm).unwrap();
    assert_eq!(agent.tick(&tree, &mut guard), Status::Success);
    assert!(guard.numbers.is_empty() && guard.inbox.is_empty());
}

#[test]
fn an_event_may_be_read_from_the_blackboard_and_a_tree_be_without_a_header() {
    bt! { struct Tree |g: &mut Guard| received(Signal::Said(g.heard.clone())) }
    let mut guard = Guard { heard: "x".to_owned(), ..Guard::default() };
    guard.inbox.send(Signal::Said("x".to_owned())).unwrap();
    assert_eq!(Agent::of(&Tree).tick(&Tree, &mut guard), Status::Success);

    fn alarmed(guard: &mut Guard) {
        guard.attacker = 9;
    }
    let tree = bt! { sequence < received(Signal::Alarm), alarmed > };
    guard.inbox.send(Signal::Alarm).unwrap();
    assert_eq!(Agent::of(&tree).tick(&tree, &mut guard), Status::Success);
    assert_eq!(guard.attacker, 9);
}

#[test]
fn one_event_goes_to_one_waiter_and_may_come_before_the_first_tick() {
    let mut run = run!("", parallel(success = any) < wait_event('a'), wait_event('a') >);
    run.board.inbox.send('a').unwrap();
    assert_eq!(run.tick(), "S");
    assert_eq!(run.tick(), "R");
}

#[test]
fn by_hand_an_event_is_a_function() {
    use bt_core::node::{received, wait_event};
    let tree = wait_event(|board: &mut Board| board.received(&'a'));
    let mut board = Board::new("");
    let mut agent = Agent::of(&tree);
    assert_eq!(agent.tick(&tree, &mut board), Status::Running);
    board.inbox.send('a').unwrap();
    assert_eq!(agent.tick(&tree, &mut board), Status::Success);
    let tree = received(|board: &mut Board| board.take(|event| event.is_numeric()).is_some());
    assert_eq!(Agent::of(&tree).tick(&tree, &mut board), Status::Failure);
    board.inbox.send('1').unwrap();
    assert_eq!(Agent::of(&tree).tick(&tree, &mut board), Status::Success);
}

#[test]
fn an_inbox_is_saved_as_what_waits() {
    let mut inbox = Inbox::<char, 3>::new();
    inbox.send('a').unwrap();
    inbox.send('b').unwrap();
    inbox.pop();
    let text = serde_json::to_string(&inbox).unwrap();
    assert_eq!(text, r#"["b"]"#);
    assert_eq!(serde_json::from_str::<Inbox<char, 3>>(&text).unwrap(), inbox);
    assert!(serde_json::from_str::<Inbox<char, 1>>(r#"["a","b"]"#).is_err());
    let bytes = postcard::to_allocvec(&inbox).unwrap();
    assert_eq!(postcard::from_bytes::<Inbox<char, 3>>(&bytes).unwrap(), inbox);
}
