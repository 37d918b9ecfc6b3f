//! What a `macro_rules!` fragment stands for stays one value, wherever a value stands:
//! `$x * 2` is six times one where `$x` is `1 + 2`, and no `1 + 2 * 2`.
#![deny(warnings)]
#![allow(clippy::nonminimal_bool, reason = "what groups is what is tested")]

use std::ops::Range;
use std::time::Duration;

use bt_core::observe::Outliner;
use bt_core::prelude::*;
use bt_core::visit::Visit;

#[derive(Default)]
struct World {
    got: u32,
    ends: u32,
    now: Duration,
    next: u64,
    part: [Part; 2],
    received: Option<u32>,
}

#[derive(Default)]
struct Part {
    got: u32,
}

impl Clock for World {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Random for World {
    fn next_u64(&mut self) -> u64 {
        self.next
    }
}

impl Events<u32> for World {
    fn take(&mut self, mut wanted: impl FnMut(&u32) -> bool) -> Option<u32> {
        self.received = (0..100).find(|event| wanted(event));
        self.received
    }
}

fn show(world: &mut World, number: u32) -> bool {
    world.got = number;
    true
}

fn show_bool(world: &mut World, is: bool) -> bool {
    world.got = u32::from(is);
    true
}

fn end(world: &mut World) -> bool {
    world.ends += 1;
    true
}

fn endless(_: &mut World) -> Running {
    Running
}

fn on_part(part: &mut Part, number: u32) -> bool {
    part.got = number;
    true
}

/// The world after one tick.
fn tick<T: Behavior<World>>(tree: T) -> World {
    let mut world = World::default();
    Agent::of(&tree).tick(&tree, &mut world);
    world
}

bt! {
    struct Shows { number: u32 }
    |world: &mut World| { world.got = self.number; }
}

fn shows(number: u32) -> Shows {
    Shows { number }
}

/// A node of one's own: shows a number, then ticks its child.
struct Before<C>(C, u32);

impl<C> Before<C> {
    fn new(child: C, number: u32) -> Self {
        Before(child, number)
    }
}

impl<C: Node> Node for Before<C> {
    type State = C::State;
    type Succeeds = C::Succeeds;
    type Fails = C::Fails;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    type Halts = C::Halts;
    const COUNT: u32 = 1 + C::COUNT;

    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("Before", C::outline);
    }
}

impl<C: Behavior<World>> Behavior<World> for Before<C> {
    fn tick_with<V: Visit>(&self, state: &mut C::State, world: &mut World, mut visit: V) -> Status {
        world.got = self.1;
        visit.tick(1, &self.0, state, world)
    }

    fn halt_with<V: Visit>(&self, state: &mut C::State, world: &mut World, mut visit: V) {
        visit.halt(1, &self.0, state, world);
    }
}

#[test]
fn arguments_of_leaves() {
    macro_rules! twice {
        ($x:expr) => {
            bt! { |w: &mut World| show($x * 2) }
        };
    }
    macro_rules! from_ten {
        ($x:expr) => {
            bt! { |w: &mut World| show(10 - $x) }
        };
    }
    macro_rules! squared {
        ($x:expr) => {
            bt! { |w: &mut World| show($x.pow(2)) }
        };
    }
    macro_rules! added {
        ($x:expr) => {
            bt! { |w: &mut World| show(w.got + $x * 2) }
        };
    }
    macro_rules! whole {
        ($x:expr) => {
            bt! { |w: &mut World| show($x) }
        };
    }
    macro_rules! without_header {
        ($x:expr) => {
            bt! { show($x * 2) }
        };
    }
    assert_eq!(tick(twice!(1 + 2)).got, 6);
    assert_eq!(tick(from_ten!(1 + 2)).got, 7);
    assert_eq!(tick(squared!(1u32 + 2u32)).got, 9);
    assert_eq!(tick(added!(1 + 2)).got, 6);
    assert_eq!(tick(whole!(1 + 2)).got, 3);
    assert_eq!(tick(without_header!(1 + 2)).got, 6);
}

#[test]
fn values_of_every_kind() {
    macro_rules! not {
        ($x:expr) => {
            bt! { |w: &mut World| show_bool(!$x) }
        };
    }
    macro_rules! contains {
        ($x:expr) => {
            bt! { |w: &mut World| show_bool($x.contains(&3)) }
        };
    }
    macro_rules! called {
        ($x:expr) => {
            bt! { |w: &mut World| show($x(2)) }
        };
    }
    macro_rules! doubled {
        ($x:expr) => {
            bt! { |w: &mut World| show(u32::from($x * 2)) }
        };
    }
    macro_rules! absolute {
        ($x:expr) => {
            bt! { |w: &mut World| show($x.unsigned_abs()) }
        };
    }
    macro_rules! literal {
        ($x:literal) => {
            bt! { |w: &mut World| show(i32::unsigned_abs(1 - $x)) }
        };
    }
    let large = 256 + 7;
    assert_eq!(tick(not!(true || true)).got, 0);
    assert_eq!(tick(contains!(0..5)).got, 1);
    assert_eq!(tick(called!(|x: u32| x + 1)).got, 3);
    assert_eq!(tick(doubled!(large as u8)).got, 14);
    assert_eq!(tick(absolute!(-7_i32)).got, 7);
    assert_eq!(tick(literal!(-7)).got, 8);
}

#[test]
fn fragments_that_are_no_expressions() {
    macro_rules! parts {
        ($leaf:path, $type:ty, $block:block, $pattern:pat, $item:item, $name:ident) => {
            bt! {
                |w: &mut World| sequence <
                    $leaf(3),
                    $block,
                    { $item w.ends += $name(); },
                    { let range: $type = 0..5; w.ends += <$type>::len(&range) as u32; },
                    switch(w.ends) < $pattern if true => { w.got += 10; }, _ => failure >
                >
            }
        };
    }
    let world = tick(parts!(
        self::show,
        Range<u32>,
        { w_is_not_needed() },
        1..=6 | 8,
        fn one() -> u32 {
            1
        },
        one
    ));
    assert_eq!((world.got, world.ends), (13, 6));
}

fn w_is_not_needed() {}

#[test]
fn nodes() {
    macro_rules! both {
        ($a:expr, $b:expr) => {
            bt! { |w: &mut World| sequence < $a, !$b, label: $a > }
        };
    }
    assert_eq!(tick(both!(end, show_bool(false))).ends, 1);
    macro_rules! decided {
        ($k:expr, $c:expr) => {
            bt! { |w: &mut World| $k => $c }
        };
    }
    assert_eq!(tick(decided!(show(7), { success_of(true) })).got, 7);
}

fn success_of(is: bool) -> bool {
    is
}

#[test]
fn blocks() {
    macro_rules! twice {
        ($x:expr) => {
            bt! { |w: &mut World| { if true { w.got = $x * 2; } } }
        };
    }
    assert_eq!(tick(twice!(1 + 2)).got, 6);
}

#[test]
fn counts() {
    macro_rules! repeated {
        ($x:expr) => {
            bt! { |w: &mut World| repeater($x * 2) < end > }
        };
    }
    let (tree, mut world) = (repeated!(1 + 2), World::default());
    let mut agent = Agent::of(&tree);
    while agent.tick(&tree, &mut world) == Status::Running {}
    assert_eq!(world.ends, 6);
}

#[test]
fn durations() {
    macro_rules! waiting {
        ($x:expr) => {
            bt! { |w: &mut World| wait($x * 2) }
        };
    }
    let second = Duration::from_secs(1);
    let (tree, mut world) = (waiting!(second + second), World::default());
    let mut agent = Agent::of(&tree);
    for (now, status) in [(0, Status::Running), (3, Status::Running), (4, Status::Success)] {
        world.now = Duration::from_secs(now);
        assert_eq!(agent.tick(&tree, &mut world), status, "{now}");
    }
}

#[test]
fn subjects_and_patterns() {
    macro_rules! by {
        ($x:expr) => {
            bt! { |w: &mut World| switch($x * 2) < 6 => show(6), 5 => show(5), _ => failure > }
        };
    }
    macro_rules! by_not {
        ($x:expr) => {
            bt! { |w: &mut World| switch(!$x) < true => show(1), false => show(2) > }
        };
    }
    macro_rules! guarded {
        ($pattern:pat, $x:expr) => {
            bt! { |w: &mut World| switch(3) < $pattern if $x && false => show(1), _ => show(2) > }
        };
    }
    assert_eq!(tick(by!(1 + 2)).got, 6);
    assert_eq!(tick(by_not!(true || true)).got, 2);
    assert_eq!(tick(guarded!(2 | 3, true || true)).got, 2);
}

#[test]
fn scores_weights_and_inertia() {
    macro_rules! scored {
        ($x:expr) => {
            bt! { |w: &mut World| utility < $x * 2.0 => show(6), 5.5 => show(5) > }
        };
    }
    macro_rules! weighted {
        ($x:expr) => {
            bt! { |w: &mut World| random < $x * 0 => show(1), 1 => show(2) > }
        };
    }
    macro_rules! inert {
        ($x:expr) => {
            bt! { |w: &mut World| utility(inertia = $x * 2.0) < f64::from(w.got) => endless, 1.0 => show(9) > }
        };
    }
    assert_eq!(tick(scored!(1.0 + 2.0)).got, 6);
    assert_eq!(tick(weighted!(1 + 2)).got, 2);
    let (tree, mut world) = (inert!(0.25 + 0.25), World { got: 2, ..World::default() });
    let mut agent = Agent::of(&tree);
    agent.tick(&tree, &mut world);
    // 0.2 and 1, where 0.25 + 0.5 would be too little.
    world.got = 0;
    assert_eq!(agent.tick(&tree, &mut world), Status::Running);
}

#[test]
fn probabilities() {
    macro_rules! by_chance {
        ($x:expr) => {
            bt! { |w: &mut World| chance($x * 0.0) < show(1) > }
        };
    }
    assert_eq!(tick(by_chance!(0.5 + 0.5)).got, 0);
}

#[test]
fn splices() {
    macro_rules! literal {
        ($x:expr) => {
            bt! { |w: &mut World| @Shows { number: $x * 2 } }
        };
    }
    macro_rules! in_parentheses {
        ($x:expr) => {
            bt! { |w: &mut World| @(Shows { number: $x * 2 }) }
        };
    }
    macro_rules! function {
        ($x:expr) => {
            bt! { |w: &mut World| @shows($x * 2) }
        };
    }
    macro_rules! whole {
        ($x:expr) => {
            bt! { |w: &mut World| @$x }
        };
    }
    macro_rules! own_node {
        ($x:expr) => {
            bt! { |w: &mut World| @Before($x * 2) < end > }
        };
    }
    assert_eq!(tick(literal!(1 + 2)).got, 6);
    assert_eq!(tick(in_parentheses!(1 + 2)).got, 6);
    assert_eq!(tick(function!(1 + 2)).got, 6);
    assert_eq!(tick(whole!(Shows { number: 1 + 2 })).got, 3);
    assert_eq!(tick(whole!(shows(2 + 2))).got, 4);
    assert_eq!(tick(own_node!(1 + 2)).got, 6);
}

#[test]
fn events() {
    macro_rules! waiting {
        ($x:expr) => {
            bt! { |w: &mut World| wait_event($x * 2) }
        };
    }
    assert_eq!(tick(waiting!(1 + 2)).received, Some(6));
}

#[test]
fn parts() {
    macro_rules! focused {
        ($x:expr, $y:expr) => {
            bt! { |w: &mut World| focus(&mut w.part[$x % 2]) < |p: &mut Part| on_part($y * 2) > }
        };
    }
    assert_eq!(tick(focused!(1 + 2, 1 + 2)).part[1].got, 6);
}

#[test]
fn hooks() {
    macro_rules! block {
        ($x:expr) => {
            bt! { |w: &mut World| on_halt({ w.got = $x * 2; }) < endless > }
        };
    }
    macro_rules! call {
        ($x:expr) => {
            bt! { |w: &mut World| on_halt(show($x * 2)) < endless > }
        };
    }
    macro_rules! closure {
        ($x:expr) => {
            bt! { |w: &mut World| on_halt(|w: &mut World| w.got = $x * 2) < endless > }
        };
    }
    fn halted<T: Behavior<World>>(tree: T) -> u32 {
        let mut world = World::default();
        let mut agent = Agent::of(&tree);
        agent.tick(&tree, &mut world);
        agent.halt(&tree, &mut world);
        world.got
    }
    assert_eq!(halted(block!(1 + 2)), 6);
    assert_eq!(halted(call!(1 + 2)), 6);
    assert_eq!(halted(closure!(1 + 2)), 6);
}

macro_rules! item {
    ($name:ident, $blackboard:ty, $x:expr) => {
        bt! { struct $name |w: &mut $blackboard| sequence < show($x * 2), { $x > 2 } => end > }
    };
}

item!(Doubles, World, 1 + 2);

#[test]
fn items() {
    let world = tick(Doubles);
    assert_eq!((world.got, world.ends), (6, 1));
}
