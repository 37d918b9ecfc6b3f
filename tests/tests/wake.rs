//! What a tick says about the next, node by node.

use std::time::Duration;

use bt_core::blackboard::{Inbox, SmallRng};
use bt_core::observe::Outliner;
use bt_core::prelude::*;
use bt_core::visit::Visit;
use bt_core::{Until, Wake};

#[derive(Blackboard)]
struct World {
    #[bt(clock)]
    now: Duration,
    #[bt(random)]
    rng: SmallRng,
    #[bt(events)]
    inbox: Inbox<char, 4>,
    answer: Status,
    holds: bool,
    score: f64,
    pause: Duration,
    hooks: u32,
}

fn world() -> World {
    World {
        now: seconds(10),
        rng: SmallRng::new(1),
        inbox: Inbox::new(),
        answer: Status::Running,
        holds: true,
        score: 1.0,
        pause: seconds(3),
        hooks: 0,
    }
}

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// An answer that stands until the agent is woken.
fn sleepy(world: &World) -> Until {
    world.answer.until_woken()
}

/// An action in the usual sense: each tick may have an effect.
fn busy(world: &mut World) -> Status {
    world.answer
}

fn holds(world: &World) -> bool {
    world.holds
}

const NEXT: Option<Duration> = Some(Duration::ZERO);

/// Ticks a tree at these seconds, and tells what each tick said.
fn says<T: Behavior<World>>(tree: &T, world: &mut World, at: &[u64]) -> Vec<Option<Duration>> {
    let mut agent = Agent::of(tree);
    let tick = |second: &u64| {
        world.now = seconds(*second);
        agent.tick_until(tree, world).1.at()
    };
    at.iter().map(tick).collect()
}

macro_rules! tree_says {
    ($world:expr, $at:expr; $($tree:tt)*) => { says(&bt! { |_w: &mut World| $($tree)* }, $world, &$at) };
}

#[test]
fn leaves_say_by_their_type() {
    let wake = |tree: Wake| (tree.at(), tree.asked());
    let of = |(_, wake): (Status, Wake)| wake;
    assert_eq!(wake(of(bt! { holds }.tick_until(&mut (), &mut world()))), (None, true));
    assert_eq!(wake(of(bt! { busy }.tick_until(&mut (), &mut world()))), (NEXT, false));
    assert_eq!(wake(of(bt! { sleepy }.tick_until(&mut (), &mut world()))), (None, false));
    assert_eq!(tree_says!(&mut world(), [10]; running), [None]);
}

#[test]
fn nodes_that_keep_the_time_name_their_moment() {
    let at = |second| Some(seconds(second));
    assert_eq!(tree_says!(&mut world(), [10, 12, 15]; wait(5s)), [at(15), at(15), NEXT]);
    assert_eq!(tree_says!(&mut world(), [10, 12, 15]; delay(5s) < sleepy >), [at(15), at(15), None]);
    assert_eq!(tree_says!(&mut world(), [10, 15]; timeout(5s) < sleepy >), [at(15), NEXT]);
    assert_eq!(tree_says!(&mut world(), [10, 12, 15]; throttle(5s) < busy >), [at(15), at(15), at(20)]);
    assert_eq!(
        tree_says!(&mut world(), [10, 12]; service(5s, |w: &mut World| w.hooks += 1) < sleepy >),
        [at(15), at(15)]
    );
    assert_eq!(tree_says!(&mut world(), [10, 12]; cooldown(5s) < success >), [NEXT, at(15)]);
    assert_eq!(tree_says!(&mut world(), [10, 12]; cooldown(5s) < failure >), [at(15), at(15)]);
    assert_eq!(tree_says!(&mut world(), [10, 12]; cooldown(5s, on = success) < failure >), [None, None]);
}

#[test]
fn arguments_that_read_the_blackboard_are_asked() {
    let tree = bt! { |w: &mut World| wait(w.pause) };
    let (_, wake) = Agent::of(&tree).tick_until(&tree, &mut world());
    assert!(wake.asked() && wake.at() == Some(seconds(13)));
    let tree = bt! { |_w: &mut World| wait(3s) };
    assert!(!Agent::of(&tree).tick_until(&tree, &mut world()).1.asked());
    let tree = bt! { |w: &mut World| utility < w.score => sleepy > };
    assert!(Agent::of(&tree).tick_until(&tree, &mut world()).1.asked());
}

#[test]
fn events_wake_those_who_wait_for_them() {
    let mut world = world();
    assert_eq!(tree_says!(&mut world, [10]; wait_event('a')), [None]);
    world.inbox.send('a').expect("there is room");
    assert_eq!(tree_says!(&mut world, [10]; wait_event('a')), [NEXT]);
}

#[test]
fn composites_say_what_their_children_say() {
    let at = |second| Some(seconds(second));
    assert_eq!(tree_says!(&mut world(), [10]; selector < failure, wait(2s) >), [at(12)]);
    assert_eq!(tree_says!(&mut world(), [10]; parallel < wait(4s), wait(2s) >), [at(12)]);
    assert_eq!(tree_says!(&mut world(), [10, 11]; race < sleepy, wait(1s) >), [at(11), NEXT]);
    // Only the child at the cursor counts.
    assert_eq!(
        tree_says!(&mut world(), [10, 11]; mem_sequence < success, wait(1s), sleepy >),
        [at(11), None]
    );
    assert_eq!(tree_says!(&mut world(), [10]; random < wait(1s) >), [at(11)]);
    assert_eq!(tree_says!(&mut world(), [10]; random < failure >), [NEXT]);
    // A run that began earlier asks anew what this tick didn't.
    assert_eq!(tree_says!(&mut world(), [10, 12]; when(holds) < delay(1s) < sleepy > >), [at(11), None]);
    let mut world = World { answer: Status::Success, ..world() };
    assert_eq!(tree_says!(&mut world, [10]; mem_sequence < holds, sleepy >), [None]);
}

#[test]
fn latches_sleep_when_they_are_used_up() {
    assert_eq!(tree_says!(&mut world(), [10, 11]; once < success >), [NEXT, None]);
    assert_eq!(tree_says!(&mut world(), [10, 11]; limit(1) < success >), [NEXT, None]);
    assert_eq!(tree_says!(&mut world(), [10]; repeater < failure >), [None]);
    assert_eq!(tree_says!(&mut world(), [10]; repeater(2) < failure >), [NEXT]);
    assert_eq!(tree_says!(&mut world(), [10]; chance(1.0) < sleepy >), [NEXT]);
}

#[test]
fn inertia_that_changes_hands_needs_another_look() {
    let tree = bt! { |w: &mut World| utility(inertia = w.score - 1.5) < w.score => sleepy, 0.8 => sleepy > };
    assert_eq!(says(&tree, &mut world(), &[10, 11]), [NEXT, NEXT]);
    let tree = bt! { |w: &mut World| utility(inertia = 0.5) < w.score => sleepy, 0.8 => sleepy > };
    assert_eq!(says(&tree, &mut world(), &[10, 11]), [NEXT, None]);
}

#[test]
fn cleaning_up_needs_the_next_tick() {
    let tree = bt! { |w: &mut World| holds => on_halt({ w.hooks += 1; }) < sleepy > };
    let (mut agent, mut world) = (Agent::of(&tree), world());
    assert_eq!(agent.tick_until(&tree, &mut world).1.at(), None);
    world.holds = false;
    assert_eq!(agent.tick_until(&tree, &mut world).1.at(), NEXT);
    assert_eq!(agent.tick_until(&tree, &mut world).1.at(), None);
    assert_eq!(world.hooks, 1);
}

/// A node of a user's; the second says what its child says.
struct Plain<C>(C, bool);

impl<C> Plain<C> {
    fn new(child: C, speaks: bool) -> Self {
        Plain(child, speaks)
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
        let status = visit.tick(1, &self.0, state, blackboard);
        if self.1 {
            visit.wake_with_children();
        }
        status
    }

    fn halt_with<V: Visit>(&self, state: &mut C::State, blackboard: &mut B, mut visit: V) {
        visit.halt(1, &self.0, state, blackboard);
    }
}

#[test]
fn a_node_that_says_nothing_needs_the_next_tick() {
    assert_eq!(tree_says!(&mut world(), [10]; @Plain(false) < sleepy >), [NEXT]);
    assert_eq!(tree_says!(&mut world(), [10]; @Plain(true) < sleepy >), [None]);
}

bt! { struct Sentry |w: &mut World| selector < { w.holds } => wait(2s), busy > }

#[test]
fn trees_in_item_form_say_the_same() {
    let mut agent = Agent::<Sentry>::new();
    let (status, wake) = agent.tick_until(&Sentry, &mut world());
    assert_eq!((status, wake.at(), wake.asked()), (Status::Running, Some(seconds(12)), true));
    assert!(agent.is_running());
    let tree = bt! { |_w: &mut World| @Sentry };
    assert_eq!(says(&tree, &mut world(), &[10]), [Some(seconds(12))]);
}

#[test]
fn what_has_been_drawn_stands() {
    let waits = tree_says!(&mut world(), [10, 11]; wait(2s..4s));
    assert_eq!(waits[0], waits[1]);
    assert!((Some(seconds(12))..Some(seconds(14))).contains(&waits[0]));
    // A tick that ends or begins an interval draws.
    assert_eq!(tree_says!(&mut world(), [10]; cooldown(5s..6s) < failure >), [NEXT]);
    assert_eq!(tree_says!(&mut world(), [10]; throttle(5s..6s) < sleepy >), [NEXT]);
    assert_eq!(tree_says!(&mut world(), [10]; timeout(5s..6s) < failure >), [NEXT]);
    assert_eq!(tree_says!(&mut world(), [10]; retry(0..1) < failure >), [NEXT]);
    let serves = tree_says!(&mut world(), [10, 11]; service(5s..6s, |w: &mut World| w.hooks += 1) < sleepy >);
    assert_eq!(serves[0], NEXT);
    assert!((Some(seconds(15))..Some(seconds(16))).contains(&serves[1]));
}

#[test]
fn choices_made_at_the_start_ask_no_more() {
    let at = |second| Some(seconds(second));
    assert_eq!(tree_says!(&mut world(), [10]; if_else(at = start) < busy_or_not, sleepy >), [None]);
    assert_eq!(tree_says!(&mut world(), [10]; if_else < busy_or_not, sleepy >), [NEXT]);
    assert_eq!(tree_says!(&mut world(), [10]; switch < holds => wait(2s), _ => busy >), [at(12)]);
    assert_eq!(tree_says!(&mut world(), [10, 12]; fresh < wait(2s) >), [at(12), NEXT]);
    assert_eq!(
        tree_says!(&mut world(), [10, 12, 13]; throttle(5s, on = start) < wait(2s) >),
        [at(12), NEXT, at(15)]
    );
    assert_eq!(tree_says!(&mut world(), [10]; received('a')), [None]);
}

/// A condition that may have an effect.
fn busy_or_not(world: &mut World) -> Option<()> {
    world.holds.then_some(())
}

#[test]
fn events_are_asked_for_only_where_they_are_read() {
    let asks = |wake: (Status, Wake)| wake.1.asked();
    assert!(!asks(bt! { |_w: &mut World| wait_event('a') }.tick_until(&mut (), &mut world())));
    assert!(asks(
        bt! { |w: &mut World| received(if w.holds { 'a' } else { 'b' }) }.tick_until(&mut (), &mut world())
    ));
    bt! { struct Hears |w: &mut World| parallel < wait_event('a'), wait_event(let 'b' => { w.hooks += 1; }) > }
    assert!(!asks(Agent::<Hears>::new().tick_until(&Hears, &mut world())));
    bt! { struct Reads |w: &mut World| wait_event(if w.holds { 'a' } else { 'b' }) }
    assert!(asks(Agent::<Reads>::new().tick_until(&Reads, &mut world())));
}

#[test]
fn items_tell_which_arguments_read_the_blackboard() {
    bt! { struct Waits { pause: Duration } |_w: &mut World| wait(self.pause) }
    let tree = Waits { pause: seconds(4) };
    let (_, wake) = Agent::of(&tree).tick_until(&tree, &mut world());
    assert!(!wake.asked() && wake.at() == Some(seconds(14)));
    bt! { struct Reads |w: &mut World| wait(w.pause) }
    let (_, wake) = Agent::<Reads>::new().tick_until(&Reads, &mut world());
    assert!(wake.asked() && wake.at() == Some(seconds(13)));
    bt! { struct Sleeps |_w: &mut World| sleepy }
    assert_eq!(says(&Sleeps, &mut world(), &[10]), [None]);
}

#[test]
fn machines_name_the_next_moment_of_their_state() {
    let at = |second| Some(seconds(second));
    let tree = bt! { |_w: &mut World| states <
        calm: sleepy, after(5s) -> alert,
        alert: sleepy, on('a') -> calm,
    > };
    // Entering is no rest; then the time stands, then nothing but an event.
    assert_eq!(says(&tree, &mut world(), &[10, 11, 15, 16, 17]), [NEXT, at(15), NEXT, None, None]);
    let tree = bt! { |w: &mut World| states < a: sleepy, { !w.holds } -> b, b: sleepy, done -> stay > };
    let (mut agent, mut world) = (Agent::of(&tree), world());
    agent.tick(&tree, &mut world);
    let (_, wake) = agent.tick_until(&tree, &mut world);
    assert!(wake.asked() && wake.at().is_none());
}
