//! Facts that fade, and blackboards with scopes.

use std::time::Duration;

use bt_core::blackboard::{Curve, Expiring, Fading, Inbox, Recollection, SmallRng};
use bt_core::prelude::*;

fn seconds(seconds: f32) -> Duration {
    Duration::from_secs_f32(seconds)
}

#[test]
fn a_fact_expires_to_the_nanosecond() {
    let mut fact = Expiring::new(seconds(4.0));
    fact.set('x', seconds(1.0));
    assert_eq!(fact.get(seconds(5.0) - Duration::from_nanos(1)), Some(&'x'));
    assert_eq!((fact.get(seconds(5.0)), fact.age(seconds(5.0))), (None, None));
    fact.set('y', seconds(5.0));
    fact.forget();
    assert_eq!(fact.get(seconds(5.0)), None);
}

#[test]
fn a_fact_of_the_future_is_one_of_now() {
    let mut fact = Expiring::new(seconds(4.0));
    fact.set('x', seconds(9.0));
    assert_eq!((fact.get(seconds(1.0)), fact.age(seconds(1.0))), (Some(&'x'), Some(Duration::ZERO)));
    let mut fact = Fading::linear(seconds(4.0));
    fact.set('x', seconds(9.0));
    assert_eq!((fact.confidence(seconds(1.0)), fact.age(seconds(1.0))), (1.0, Some(Duration::ZERO)));
}

#[test]
fn confidence_halves() {
    let mut fact = Fading::half_life(seconds(2.0));
    fact.set_with((), 0.5, seconds(0.0));
    let mut last = 1.0;
    for step in 0..200 {
        let age = 0.1 * step as f32;
        let confidence = fact.confidence(seconds(age));
        assert!((confidence - 0.5 * 0.5_f32.powf(age / 2.0)).abs() < 1e-4, "{confidence} at {age}");
        assert!(confidence < last);
        last = confidence;
    }
    assert_eq!((fact.confidence(seconds(20.0)), fact.get(seconds(20.0))), (0.0, None));
}

#[test]
fn nothing_lives_no_time_at_all() {
    for curve in [Curve::Linear(Duration::ZERO), Curve::HalfLife(Duration::ZERO)] {
        let mut fact = Fading::new(curve);
        fact.set('x', seconds(1.0));
        assert_eq!(fact.get(seconds(1.0)), None);
    }
    // A strength that is none is none.
    let mut fact = Fading::linear(seconds(1.0));
    fact.set_with('x', f32::NAN, seconds(1.0));
    assert_eq!(fact.confidence(seconds(1.0)), 0.0);
    fact.set_with('x', 7.0, seconds(1.0));
    assert_eq!(fact.confidence(seconds(1.0)), 1.0);
}

#[test]
fn the_weakest_gives_way() {
    let mut facts = Recollection::<_, 3>::new(Curve::Linear(seconds(10.0)));
    facts.set('a', seconds(0.0));
    facts.set_with('b', 0.2, seconds(1.0));
    facts.set('c', seconds(2.0));
    facts.set('d', seconds(3.0));
    let known = |facts: &Recollection<char, 3>, now| {
        facts.iter(seconds(now)).map(|(fact, _)| *fact).collect::<String>()
    };
    assert_eq!(known(&facts, 3.0), "adc");
    facts.forget(&'d', seconds(3.0));
    assert_eq!(known(&facts, 3.0), "ac");
    assert_eq!(known(&facts, 10.0), "c");
    facts.clear();
    assert_eq!(facts.strongest(seconds(3.0)), None);
    Recollection::<_, 0>::new(Curve::Linear(seconds(1.0))).set('x', seconds(0.0));
}

#[test]
fn facts_are_saved() {
    let mut facts = Recollection::<_, 40>::new(Curve::HalfLife(seconds(2.0)));
    facts.set(7_u32, seconds(1.0));
    facts.set_with(8, 0.3, seconds(1.5));
    let text = serde_json::to_string(&facts).expect("plain data");
    assert_eq!(serde_json::from_str::<Recollection<u32, 40>>(&text).expect("it was saved"), facts);
    assert!(serde_json::from_str::<Recollection<u32, 41>>(&text).is_err());
    let bytes = postcard::to_allocvec(&facts).expect("plain data");
    assert_eq!(postcard::from_bytes::<Recollection<u32, 40>>(&bytes).expect("it was saved"), facts);

    let mut fact = Expiring::new(seconds(4.0));
    fact.set('x', seconds(9.0));
    let text = serde_json::to_string(&fact).expect("plain data");
    assert_eq!(serde_json::from_str::<Expiring<char>>(&text).expect("it was saved"), fact);
}

#[derive(Blackboard)]
struct Scene {
    #[bt(clock)]
    now: Duration,
    #[bt(random)]
    rng: SmallRng,
    #[bt(events)]
    signals: Inbox<char, 4>,
}

#[derive(Blackboard)]
struct Npc<'a> {
    #[bt(scope)]
    scene: &'a mut Scene,
    #[bt(expires = 0.5s)]
    heard: Expiring<char>,
    #[bt(expires = 2s)]
    seen: Fading<char>,
}

/// A scope without chance and events, and a struct that has events of its own.
#[derive(Blackboard)]
struct Clerk<'a> {
    #[bt(scope)]
    office: &'a Office,
    #[bt(events)]
    post: Inbox<u8, 2>,
}

#[derive(Blackboard)]
struct Office {
    #[bt(clock)]
    now: f32,
}

#[test]
fn a_scope_passes_on_what_it_has() {
    let tree =
        bt! { |_npc: &mut Npc<'_>| mem_sequence < wait(1s), wait_event('a'), chance(1.0) < success > > };
    let mut scene = Scene { now: Duration::ZERO, rng: SmallRng::new(1), signals: Inbox::new() };
    let mut agent = Agent::of(&tree);
    let (heard, seen) = (Npc::heard(), Npc::seen());
    assert_eq!(agent.tick(&tree, &mut Npc { scene: &mut scene, heard, seen }), Status::Running);
    scene.now = seconds(1.0);
    scene.signals.send('a').expect("there is room");
    assert_eq!(agent.tick(&tree, &mut Npc { scene: &mut scene, heard, seen }), Status::Success);

    let mut npc = Npc { scene: &mut scene, heard, seen };
    npc.heard.set('x', npc.now());
    npc.seen.set('x', npc.now());
    npc.scene.now += seconds(1.0);
    assert_eq!((npc.heard.get(npc.now()), npc.seen.confidence(npc.now())), (None, 0.5));

    let tree = bt! { |_clerk: &mut Clerk<'_>| mem_sequence < wait(1s), wait_event(7) > };
    let mut agent = Agent::of(&tree);
    let mut post = Inbox::new();
    post.send(7).expect("there is room");
    let mut clerk = Clerk { office: &Office { now: 0.0 }, post };
    assert_eq!(agent.tick(&tree, &mut clerk), Status::Running);
    clerk.office = &Office { now: 1.0 };
    assert_eq!(agent.tick(&tree, &mut clerk), Status::Success);
}
