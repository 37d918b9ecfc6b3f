//! Traces, coverage and timing.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bt_core::observe::{Coverage, Event, Outline, Timing, Trace, What};
use bt_core::prelude::*;

/// What the leaves do: `alarm`, and how long work takes.
#[derive(Clone, Default)]
struct World {
    alarm: bool,
    left: u32,
    breaks: bool,
}

struct Work;

impl Action<World> for Work {
    type State = ();
    type Output = Status;
    fn tick(&self, (): &mut (), world: &mut World) -> Status {
        assert!(!world.breaks, "it breaks");
        world.left = world.left.saturating_sub(1);
        if world.left > 0 { Status::Running } else { Status::Success }
    }
}

fn hide(_: &mut World) -> Running {
    Running
}

// 0 selector, 1 guard, 2 alarm, 3 hide, 4 work
bt! {
    struct Worker |w: &mut World| selector < { w.alarm } => hide, work: @Work >
}

fn outline() -> Outline {
    Outline::of::<Worker>()
}

fn started(node: u32, status: Status) -> Event {
    Event { node, what: What::Started(status) }
}

fn continued(node: u32, status: Status) -> Event {
    Event { node, what: What::Continued(status) }
}

#[test]
fn a_trace_tells_beginnings_from_goings_on_and_halts() {
    use Status::{Failure, Running, Success};

    let (mut trace, mut agent) = (Trace::new(&outline(), 100), Agent::<Worker>::new());
    let mut world = World { left: 9, ..World::default() };
    for alarm in [false, false, true, true, false] {
        world.alarm = alarm;
        agent.tick_observed(&Worker, &mut world, &mut trace);
    }
    agent.halt_observed(&Worker, &mut world, &mut trace);
    agent.halt_observed(&Worker, &mut world, &mut trace);

    let ticks: Vec<Vec<Event>> = trace.ticks().map(|tick| tick.events().collect()).collect();
    let idle = |root: fn(u32, Status) -> Event, work: fn(u32, Status) -> Event| {
        vec![started(2, Failure), started(1, Failure), work(4, Running), root(0, Running)]
    };
    assert_eq!(ticks[0], idle(started, started));
    assert_eq!(ticks[1], idle(continued, continued));
    let halted = Event { node: 4, what: What::Halted };
    assert_eq!(
        ticks[2],
        [started(2, Success), started(3, Running), started(1, Running), halted, continued(0, Running)]
    );
    assert_eq!(ticks[3][..2], [started(2, Success), continued(3, Running)]);
    // The guard had been running. The function was left without a halt, which is no event.
    assert_eq!(
        ticks[4],
        [started(2, Failure), continued(1, Failure), started(4, Running), continued(0, Running)]
    );
    assert_eq!(ticks[5], [halted, Event { node: 0, what: What::Halted }]);
    assert_eq!(ticks.len(), 6, "a halt of an idle tree is nothing");
}

#[test]
fn a_trace_forgets_the_oldest_and_says_how_much() {
    let (mut trace, mut agent) = (Trace::new(&outline(), 1000), Agent::<Worker>::new());
    for tick in 0..10_000_u32 {
        trace.set_time(Duration::from_millis(tick.into()));
        let mut world = World { left: 2, alarm: tick % 7 == 0, ..World::default() };
        agent.tick_observed(&Worker, &mut world, &mut trace);
    }
    let ticks: Vec<_> = trace.ticks().collect();
    assert!(ticks.iter().map(|tick| tick.events().count()).sum::<usize>() >= 1000);
    assert!(ticks.len() < 1000);
    assert!(ticks.windows(2).all(|pair| pair[1].number() == pair[0].number() + 1));
    assert_eq!(trace.latest(0).unwrap().number(), 10_000);
    assert_eq!(trace.latest(0).unwrap().time(), Duration::from_millis(9999));
    assert!(trace.lost() > 30_000);
    // With the tick before at hand, even the oldest knows what went on.
    let oldest = ticks[0].events().find(|event| event.node == 0).unwrap();
    assert!(matches!(oldest.what, What::Continued(Status::Running)));
}

#[test]
fn a_trace_keeps_agents_apart() {
    let mut trace = Trace::new(&outline(), 1000);
    let mut agents = [Agent::<Worker>::new(), Agent::new(), Agent::new()];
    for round in 0..3_u32 {
        for (number, agent) in (0..).zip(&mut agents) {
            let mut world = World { left: 5, alarm: number == 1, ..World::default() };
            agent.tick_observed(&Worker, &mut world, &mut trace.agent(number));
            let tick = trace.latest(number).unwrap();
            assert_eq!((tick.agent(), tick.number()), (number, u64::from(round) + 1));
        }
    }
    let hides =
        |agent| trace.latest(agent).unwrap().events().any(|event| event == continued(3, Status::Running));
    assert_eq!([hides(0), hides(1), hides(2)], [false, true, false]);
}

#[test]
fn a_change_of_mind_has_its_reason() {
    let (mut trace, mut agent) = (Trace::new(&outline(), 1000), Agent::<Worker>::new());
    for alarm in [false, false, true] {
        let mut world = World { left: 5, alarm, ..World::default() };
        agent.tick_observed(&Worker, &mut world, &mut trace);
    }
    let ticks: Vec<_> = trace.ticks().collect();
    let same = ticks[0].diff(&ticks[1], &outline());
    assert!(same.is_none());
    assert_eq!(same.to_string(), "goes on: work");
    let change = ticks[1].diff(&ticks[2], &outline());
    assert_eq!((change.from, change.to, change.because), (Some(4), Some(3), Some((2, Status::Success))));
    assert_eq!(change.to_string(), "changed its mind: work -> hide, because { w.alarm } succeeded");
}

#[test]
fn a_tree_that_gives_up_does_nothing() {
    bt! { struct Picky |n: &mut u32| sequence < { *n > 1 }, running > }
    let outline = Outline::of::<Picky>();
    let (mut trace, mut agent) = (Trace::new(&outline, 100), Agent::<Picky>::new());
    for mut n in [2, 1] {
        agent.tick_observed(&Picky, &mut n, &mut trace);
    }
    let ticks: Vec<_> = trace.ticks().collect();
    assert_eq!(
        ticks[0].diff(&ticks[1], &outline).to_string(),
        "changed its mind: running -> nothing, because { *n > 1 } failed"
    );
}

#[test]
fn a_leaf_that_panics_leaves_a_tick_without_an_answer() {
    let (mut trace, mut agent) = (Trace::new(&outline(), 1000), Agent::<Worker>::new());
    let mut world = World { left: 5, ..World::default() };
    for breaks in [false, true, false] {
        world.breaks = breaks;
        let tick = AssertUnwindSafe(|| agent.tick_observed(&Worker, &mut world, &mut trace));
        assert_eq!(catch_unwind(tick).is_err(), breaks);
    }
    let statuses: Vec<_> = trace.ticks().map(|tick| tick.status()).collect();
    assert_eq!(statuses, [Some(Status::Running), None, Some(Status::Running)]);
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "without them, a trace doesn't know")]
fn a_tick_that_panics_is_kept_with_what_was_entered_and_not_left() {
    bt! { struct Breaks |w: &mut World| mem_sequence < success, !@Work > }
    let outline = Outline::of::<Breaks>();
    let (mut trace, mut agent) = (Trace::new(&outline, 1000), Agent::<Breaks>::new());
    let mut world = World { left: 9, ..World::default() };
    for breaks in [false, true, true, false] {
        world.breaks = breaks;
        let tick = AssertUnwindSafe(|| agent.tick_observed(&Breaks, &mut world, &mut trace));
        assert_eq!(catch_unwind(tick).is_err(), breaks);
    }
    world.breaks = true;
    let tick = AssertUnwindSafe(|| agent.tick_observed(&Breaks, &mut world, &mut trace));
    assert!(catch_unwind(tick).is_err());
    agent.halt_observed(&Breaks, &mut world, &mut trace);

    let ticks: Vec<_> = trace.ticks().collect();
    let statuses: Vec<_> = ticks.iter().map(|tick| tick.status()).collect();
    assert_eq!(statuses, [Some(Status::Running), None, None, Some(Status::Running), None, None]);
    let broken: Vec<_> = ticks.iter().map(|tick| tick.is_broken_off()).collect();
    assert_eq!(broken, [false, true, true, false, true, false]);
    assert_eq!(ticks[1].events().count(), 0);
    assert_eq!(ticks[1].not_left().collect::<Vec<_>>(), [3, 2, 0]);
    assert_eq!(ticks[0].not_left().count(), 0);
    let picture = outline.with(&ticks[1]).to_string();
    let expected = "mem_sequence entered, not left\n\
                    ├─ success -\n\
                    └─ inverter entered, not left\n   \
                    └─ @Work entered, not left\n";
    assert_eq!(picture, expected);
    assert!(outline.with(&ticks[1]).mermaid().to_string().contains("n3[\"@Work, entered, not left\"]"));
    // It ran all the time.
    assert!(ticks[3].events().any(|event| event == continued(3, Status::Running)));
    let halted = |node| Event { node, what: What::Halted };
    assert_eq!(ticks[5].events().collect::<Vec<_>>(), [halted(3), halted(2), halted(0)]);
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "without them, a trace doesn't know")]
fn a_node_that_panics_after_its_children_is_the_one_that_was_not_left() {
    // The threshold is evaluated once all children were ticked.
    bt! {
        struct Counts |w: &mut World| parallel(success = { assert!(!w.breaks); 1 }) < { w.alarm }, hide >
    }
    let outline = Outline::of::<Counts>();
    let (mut trace, mut agent) = (Trace::new(&outline, 100), Agent::<Counts>::new());
    let mut world = World { breaks: true, ..World::default() };
    let tick = AssertUnwindSafe(|| agent.tick_observed(&Counts, &mut world, &mut trace));
    assert!(catch_unwind(tick).is_err());
    assert_eq!(trace.latest(0).unwrap().not_left().collect::<Vec<_>>(), [0]);
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "without them, a trace doesn't know")]
fn agents_that_panic_are_kept_apart() {
    let mut trace = Trace::new(&outline(), 1000);
    let mut agents = [Agent::<Worker>::new(), Agent::new()];
    for breaks in [true, false] {
        for (number, agent) in (0..).zip(&mut agents) {
            let mut world = World { left: 5, breaks: breaks && number == 0, ..World::default() };
            let tick =
                AssertUnwindSafe(|| agent.tick_observed(&Worker, &mut world, &mut trace.agent(number)));
            assert_eq!(catch_unwind(tick).is_err(), world.breaks);
        }
    }
    let ticks: Vec<_> =
        trace.ticks().map(|tick| (tick.agent(), tick.not_left().collect::<Vec<_>>())).collect();
    assert_eq!(ticks, [(0, vec![4, 0]), (1, vec![]), (0, vec![]), (1, vec![])]);
}

#[test]
fn coverage_counts_and_finds_what_was_never_reached() {
    let (mut coverage, mut agent) = (Coverage::new(&outline()), Agent::<Worker>::new());
    let mut world = World { left: 9, ..World::default() };
    for alarm in [false, false, true] {
        world.alarm = alarm;
        agent.tick_observed(&Worker, &mut world, &mut coverage);
    }
    let work = coverage.get(4);
    assert_eq!((work.ticked, work.ran, work.succeeded, work.failed, work.halted), (2, 2, 0, 0, 1));
    assert_eq!(coverage.never_reached().count(), 0);
    assert_eq!(Coverage::new(&outline()).never_reached().collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
}

#[test]
fn coverage_of_threads_is_merged() {
    let parts: Vec<Coverage> = std::thread::scope(|scope| {
        let threads = [false, true].map(|alarm| {
            scope.spawn(move || {
                let mut coverage = Coverage::new(&outline());
                for number in 0..10 {
                    let mut world = World { left: 5, alarm, ..World::default() };
                    let mut agent = Agent::<Worker>::new();
                    agent.tick_observed(&Worker, &mut world, &mut coverage.agent(number));
                }
                coverage
            })
        });
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let mut sum = Coverage::new(&outline());
    parts.iter().for_each(|part| sum.merge(part));
    assert_eq!([0, 1, 2, 3, 4].map(|node| sum.get(node).ticked), [20, 20, 20, 10, 10]);
}

#[test]
#[should_panic(expected = "coverage of two different trees")]
fn coverage_of_another_tree_is_refused() {
    bt! { struct Other |_w: &mut World| success }
    Coverage::new(&outline()).merge(&Coverage::new(&Outline::of::<Other>()));
}

#[test]
fn coverage_does_not_count_halts_of_what_is_idle() {
    // The guard's condition fails in every tick, and halts what doesn't run.
    bt! { struct Idle |w: &mut World| selector < { w.alarm } => @Work, hide > }
    let outline = Outline::of::<Idle>();
    let (mut coverage, mut agent) = (Coverage::new(&outline), Agent::<Idle>::new());
    for _ in 0..3 {
        agent.tick_observed(&Idle, &mut World::default(), &mut coverage);
    }
    assert_eq!(coverage.get(3).halted, 0);
}

#[test]
fn several_observers_watch_at_once() {
    let mut watch = (Trace::new(&outline(), 100), (Coverage::new(&outline()), Timing::new(&outline())));
    let mut world = World { left: 3, ..World::default() };
    let mut agent = Agent::<Worker>::new();
    for _ in 0..3 {
        agent.tick_observed(&Worker, &mut world, &mut watch);
    }
    let (trace, (coverage, timing)) = &watch;
    assert_eq!(trace.ticks().count(), 3);
    assert_eq!(coverage.get(4).succeeded, 1);
    assert_eq!(timing.ticks(4), 3);
    assert!(timing.total(0) >= timing.total(4));
    let text = outline().with(timing).to_string();
    assert!(text.lines().next().unwrap().ends_with(" in 3 ticks"), "{text}");
}
