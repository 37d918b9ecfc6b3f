//! The three forms of `bt!`, and the places where it has to work.

use std::time::Duration;

use bt_core::observe::{LastStatus, Outline};
use bt_core::prelude::*;

#[derive(Default)]
struct World {
    food: u32,
}

#[derive(Default)]
struct Pet {
    hunger: u32,
    eaten: u32,
}

/// A context that borrows anew in every frame.
struct Ctx<'w, 'p> {
    world: &'w mut World,
    pet: &'p mut Pet,
    now: Duration,
}

impl Clock for Ctx<'_, '_> {
    fn now(&self) -> Duration {
        self.now
    }
}

fn is_hungry(c: &Ctx<'_, '_>, from: u32) -> bool {
    c.pet.hunger >= from
}

fn eat(c: &mut Ctx<'_, '_>) -> Result<(), &'static str> {
    c.world.food = c.world.food.checked_sub(1).ok_or("nothing left")?;
    c.pet.eaten += 1;
    c.pet.hunger = 0;
    Ok(())
}

fn doze(c: &mut Ctx<'_, '_>) -> Running {
    c.pet.hunger += 1;
    Running
}

bt! {
    /// Eats when hungry, dozes otherwise.
    #[derive(Clone, Debug, PartialEq)]
    pub struct PetTree { pub hungry_from: u32 }

    |c: &mut Ctx<'_, '_>| selector <
        /// A hungry pet is no fun.
        /// Feed it.
        feed: is_hungry(self.hungry_from) => eat,
        "sweet dreams": sequence < { c.now > Duration::ZERO }, cooldown(1s) < { c.pet.hunger += 1; } > >,
        doze,
    >
}

#[test]
fn item_form_ticks_from_contexts_borrowed_anew() {
    let tree = PetTree { hungry_from: 2 };
    let mut agent = Agent::<PetTree>::new();
    let mut pet = Pet::default();
    for frame in 0..4 {
        let mut world = World { food: 1 };
        let mut ctx = Ctx { world: &mut world, pet: &mut pet, now: Duration::from_secs(frame) };
        agent.tick(&tree, &mut ctx);
    }
    assert_eq!((pet.eaten, pet.hunger), (1, 1));
}

#[test]
fn headed_expression_ticks_from_contexts_borrowed_anew() {
    let from = 1;
    let tree = bt! { |c: &mut Ctx<'_, '_>| selector < is_hungry(from) => eat, { c.pet.hunger > 9 }, doze > };
    let mut agent = Agent::of(&tree);
    let mut pet = Pet::default();
    for _ in 0..2 {
        let mut world = World { food: 1 };
        agent.tick(&tree, &mut Ctx { world: &mut world, pet: &mut pet, now: Duration::ZERO });
    }
    assert_eq!(pet.eaten, 1);
}

#[test]
fn headerless_expression_infers_the_blackboard() {
    fn positive(n: &i32) -> bool {
        *n > 0
    }
    fn decrement(n: &mut i32) {
        *n -= 1;
    }
    let tree = bt! { selector < sequence < positive, decrement >, failure > };
    let (mut agent, mut n) = (Agent::of(&tree), 1);
    assert_eq!(agent.tick(&tree, &mut n), Status::Success);
    assert_eq!(agent.tick(&tree, &mut n), Status::Failure);
}

#[test]
fn braces_mean_the_same_as_angle_brackets() {
    let tree = bt! { |n: &mut i32| selector { sequence { { *n > 0 }, !success }, inverter { failure } } };
    assert_eq!(tree.tick(&mut Default::default(), &mut 1), Status::Success);
    assert_eq!(Outline::of_value(&tree).len(), 7);
}

#[test]
fn every_outcome_is_a_leaf() {
    use std::task::Poll;
    fn status(_: &mut ()) -> Status {
        Status::Success
    }
    fn unit(_: &()) {}
    fn result(_: &()) -> Result<(), String> {
        Ok(())
    }
    fn option(_: &()) -> Option<()> {
        Some(())
    }
    fn poll(_: &()) -> Poll<Result<(), ()>> {
        Poll::Ready(Ok(()))
    }
    fn boolean(_: &()) -> bool {
        true
    }
    let tree = bt! { sequence < status, unit, result, option, poll, boolean > };
    assert_eq!(tree.tick(&mut Default::default(), &mut ()), Status::Success);
    for (pending, expected) in [(Poll::Pending, Status::Running), (Poll::Ready(false), Status::Failure)] {
        assert_eq!(pending.status(), expected);
    }
}

#[test]
fn arguments_are_evaluated_in_every_tick_and_may_read_the_blackboard() {
    fn add(n: &mut i32, amount: i32) {
        *n += amount;
    }
    let tree = bt! { |n: &mut i32| sequence < add(*n), add(if *n > 3 { 100 } else { 0 }) > };
    let mut n = 1;
    tree.tick(&mut Default::default(), &mut n);
    assert_eq!(n, 2);
    tree.tick(&mut Default::default(), &mut n);
    assert_eq!(n, 104);
}

#[test]
fn arguments_may_hold_generics_closures_and_durations() {
    fn check(_: &mut u8, sum: u64, f: impl Fn(i32, i32) -> i32, pause: Duration) -> bool {
        sum == 6 && f(2, 3) == 5 && pause == Duration::from_millis(1500)
    }
    let tree = bt! { |_n: &mut u8| check(Iterator::sum::<u64>([1, 2, 3].into_iter()), |a, b| a + b, 1.5s) };
    assert_eq!(tree.tick(&mut (), &mut 0), Status::Success);
}

#[test]
fn durations_and_counts_may_be_read_from_the_blackboard_and_from_self() {
    struct Timed {
        now: Duration,
        pause: Duration,
    }
    impl Clock for Timed {
        fn now(&self) -> Duration {
            self.now
        }
    }
    bt! {
        struct Pause { rounds: u32 }
        |t: &mut Timed| repeater(self.rounds) < wait(t.pause) >
    }
    let (tree, mut agent) = (Pause { rounds: 2 }, Agent::<Pause>::new());
    let mut at = |now, pause| {
        let (now, pause) = (Duration::from_secs(now), Duration::from_secs(pause));
        agent.tick(&tree, &mut Timed { now, pause })
    };
    assert_eq!(at(0, 5), Status::Running);
    assert_eq!(at(4, 3), Status::Running);
    assert_eq!(at(5, 0), Status::Success);
}

trait Fighter {
    fn health(&self) -> f32;
    fn strike(&mut self);
}

fn is_weak<B: Fighter>(b: &B) -> bool {
    b.health() < 1.0
}

fn strike<B: Fighter>(b: &mut B) {
    b.strike();
}

struct Knight(u32);
impl Fighter for Knight {
    fn health(&self) -> f32 {
        5.0
    }
    fn strike(&mut self) {
        self.0 += 1;
    }
}

struct Squire<'a>(&'a mut u32);
impl Fighter for Squire<'_> {
    fn health(&self) -> f32 {
        0.5
    }
    fn strike(&mut self) {
        *self.0 += 10;
    }
}

bt! {
    struct Combat |f: &mut (impl Fighter)| sequence < !is_weak, { f.health() > 2.0 }, strike >
}

#[test]
fn a_tree_over_bounds_fits_every_such_blackboard() {
    let mut agent = Agent::<Combat>::new();
    let (mut knight, mut blows) = (Knight(0), 0);
    assert_eq!(agent.tick(&Combat, &mut knight), Status::Success);
    assert_eq!(agent.tick(&Combat, &mut Squire(&mut blows)), Status::Failure);
    assert_eq!((knight.0, blows), (1, 0));
}

#[test]
fn bounds_work_in_an_expression_too() {
    let tree = bt! { |f: &mut (impl Fighter)| selector < is_weak => { f.strike(); }, failure > };
    let (mut agent, mut blows) = (Agent::of(&tree), 0);
    assert_eq!(agent.tick(&tree, &mut Squire(&mut blows)), Status::Success);
    assert_eq!(agent.tick(&tree, &mut Knight(0)), Status::Failure);
    assert_eq!(blows, 10);
}

bt! {
    struct Duel |k: &mut Knight| selector < { k.0 > 1 }, @Combat >
}

#[test]
fn a_tree_over_bounds_is_spliced_into_a_concrete_one() {
    let (mut agent, mut knight) = (Agent::<Duel>::new(), Knight(0));
    for _ in 0..3 {
        assert_eq!(agent.tick(&Duel, &mut knight), Status::Success);
    }
    assert_eq!(knight.0, 2);
}

bt! {
    struct Generic<'a, T: PartialOrd + Copy, const N: usize> { limits: &'a [T; N], at: usize }
    |value: &mut T| selector < { *value < self.limits[self.at % N] }, running >
}

#[test]
fn items_may_be_generic() {
    let tree = Generic { limits: &[1.5, 2.5], at: 1 };
    let mut agent = Agent::of(&tree);
    assert_eq!(agent.tick(&tree, &mut 2.0), Status::Success);
    assert_eq!(agent.tick(&tree, &mut 3.0), Status::Running);
}

#[test]
fn works_in_generic_functions() {
    fn build<T: PartialOrd + Copy + 'static>(limit: T) -> impl Behavior<T> {
        bt! { |value: &mut T| selector < { *value < limit }, running > }
    }
    fn tick<T, B: Behavior<T>>(tree: &B, value: &mut T) -> Status {
        tree.tick(&mut Default::default(), value)
    }
    assert_eq!(tick(&build(3), &mut 2), Status::Success);
    assert_eq!(tick(&build('c'), &mut 'd'), Status::Running);
}

macro_rules! tree_of {
    ($name:ident, $leaf:path, $limit:expr, $duration:literal) => {
        bt! {
            struct $name { limit: i32 }
            |n: &mut i32| selector < { *n > self.limit }, sequence < { *n > $limit }, $leaf > >
        }
    };
}

mod deep {
    pub(crate) fn reset(n: &mut i32) {
        *n = 0;
    }
}

tree_of!(FromMacro, deep::reset, 5 + 1, 3);

#[test]
fn works_inside_macro_rules() {
    let (tree, mut n) = (FromMacro { limit: 10 }, 7);
    assert_eq!(tree.tick(&mut Default::default(), &mut n), Status::Success);
    assert_eq!(n, 0);
}

mod renamed {
    pub use bt_core as trees;

    mod without_prelude {
        fn yes(_: &mut ()) -> bool {
            true
        }

        #[test]
        fn works_when_the_crate_has_another_name_and_nothing_is_imported() {
            let tree = super::trees::bt! { sequence < yes, yes > };
            let status = super::trees::Behavior::tick(&tree, &mut Default::default(), &mut ());
            assert_eq!(status, super::trees::Status::Success);
        }
    }
}

#[test]
fn works_several_times_in_one_scope() {
    bt! { struct First |n: &mut i32| { *n == 1 } }
    bt! { struct Second |n: &mut i32| { *n == 2 } }
    let third = bt! { |n: &mut i32| selector < @First, @Second > };
    let fourth = bt! { |n: &mut i32| selector < @third, failure > };
    assert_eq!(fourth.tick(&mut Default::default(), &mut 2), Status::Success);
}

#[test]
fn a_blackboard_may_have_a_keywords_name() {
    fn feed(hunger: &mut u32) {
        *hunger -= 1;
    }
    bt! { struct Item |guard: &mut u32| sequence < { *guard > 0 }, feed > }
    let tree = bt! { |wait: &mut u32| sequence < { *wait > 0 }, feed > };
    let mut hunger = 2;
    assert_eq!(Item.tick(&mut Default::default(), &mut hunger), Status::Success);
    assert_eq!(tree.tick(&mut Default::default(), &mut hunger), Status::Success);
    assert_eq!(hunger, 0);
}

#[test]
fn a_keyword_does_not_hide_a_function_for_good() {
    fn wait(n: &mut i32) -> bool {
        *n += 1;
        true
    }
    mod inner {
        pub fn success(n: &mut i32) -> bool {
            *n += 10;
            true
        }
    }
    let mut n = 0;
    let tree = bt! { |_n: &mut i32| sequence < r#wait, inner::success > };
    tree.tick(&mut Default::default(), &mut n);
    assert_eq!(n, 11);
}

#[test]
fn splices_take_values_of_every_kind() {
    #[derive(Clone, Copy)]
    struct Add(i32);
    impl Add {
        const TEN: Add = Add(10);
        fn new(amount: i32) -> Self {
            Add(amount)
        }
    }
    impl Action<i32> for Add {
        type State = ();
        type Output = ();
        fn tick(&self, _: &mut (), n: &mut i32) {
            *n += self.0;
        }
    }
    struct Shift {
        by: i32,
    }
    impl Action<i32> for Shift {
        type State = ();
        type Output = ();
        fn tick(&self, _: &mut (), n: &mut i32) {
            *n += self.by;
        }
    }
    enum Kind {
        Double,
        Times(i32),
    }
    impl Action<i32> for Kind {
        type State = ();
        type Output = ();
        fn tick(&self, _: &mut (), n: &mut i32) {
            match self {
                Kind::Double => *n *= 2,
                Kind::Times(factor) => *n *= factor,
            }
        }
    }
    fn seven() -> Add {
        Add(7)
    }
    bt! {
        struct All { amount: i32 }
        |_n: &mut i32| sequence <
            @Add(1), @Add::new(self.amount), @Add::TEN, @Shift { by: 100 },
            @Kind::Double, @Kind::Times(3), @(seven() as Add),
        >
    }
    let mut n = 0;
    assert_eq!(All { amount: 2 }.tick(&mut Default::default(), &mut n), Status::Success);
    assert_eq!(n, (1 + 2 + 10 + 100) * 2 * 3 + 7);

    let hundred = Add(100);
    let tree = bt! { |_n: &mut i32| sequence < @seven(), @hundred, @({ let a = 3; Add(a) }) > };
    n = 0;
    tree.tick(&mut Default::default(), &mut n);
    assert_eq!(n, 110);
}

#[test]
fn an_actions_state_needs_no_more_than_a_default() {
    #[derive(Default)]
    struct OnlyDefault(u32);
    struct Counter;
    impl Action<Vec<u32>> for Counter {
        type State = OnlyDefault;
        type Output = Status;
        fn tick(&self, state: &mut OnlyDefault, log: &mut Vec<u32>) -> Status {
            state.0 += 1;
            log.push(state.0);
            if state.0 > 1 { Status::Success } else { Status::Running }
        }
    }
    bt! { pub struct Public |_log: &mut Vec<u32>| mem_sequence < @Counter, running > }
    let (mut agent, mut log) = (Agent::<Public>::new(), Vec::new());
    agent.tick(&Public, &mut log);
    agent.tick(&Public, &mut log);
    assert_eq!(log, [1, 2]);
}

#[test]
fn outlines_join_spliced_trees() {
    let outline = Outline::of::<PetTree>();
    assert_eq!(outline.len(), PetTree::COUNT);
    let feed = outline.get(outline.find("feed").unwrap()).unwrap();
    assert_eq!((feed.id, feed.depth, feed.kind), (1, 1, "guard"));
    assert_eq!(feed.note, Some("A hungry pet is no fun.\nFeed it."));
    let location = feed.location.unwrap();
    assert!(location.file.ends_with("forms.rs") && location.line > 40 && location.column > 1, "{location}");
    assert_eq!(outline.find("sweet dreams"), Some(4));

    bt! { struct Zoo |_c: &mut Ctx<'_, '_>| sequence < first: @PetTree { hungry_from: 1 }, doze > }
    assert_eq!(
        Outline::of::<Zoo>().to_string(),
        "\
sequence
├─ first: @PetTree { hungry_from: 1 }: selector
│  ├─ feed: guard
│  │  ├─ is_hungry(self.hungry_from)
│  │  └─ eat
│  ├─ sweet dreams: sequence
│  │  ├─ { c.now > Duration::ZERO }
│  │  └─ cooldown(1s)
│  │     └─ { c.pet.hunger += 1; }
│  └─ doze
└─ doze
"
    );
}

#[test]
fn last_status_sees_through_spliced_trees() {
    bt! { struct Inner |n: &mut i32| sequence < { *n > 0 }, running > }
    bt! { struct Outer |_n: &mut i32| selector < @Inner, success > }
    let mut last = LastStatus::<[_; Outer::COUNT as usize]>::default();
    let mut agent = Agent::<Outer>::new();
    agent.tick_observed(&Outer, &mut 1, &mut last);
    let statuses: Vec<_> = (0..Outer::COUNT).map(|id| last.get(id)).collect();
    use Status::{Failure, Running, Success};
    assert_eq!(statuses, [Some(Running), Some(Running), Some(Success), Some(Running), None]);
    agent.tick_observed(&Outer, &mut 0, &mut last);
    let statuses: Vec<_> = (0..Outer::COUNT).map(|id| last.get(id)).collect();
    assert_eq!(statuses, [Some(Success), Some(Failure), Some(Failure), None, Some(Success)]);
    assert_eq!(last.ever(3), Some(Running));
    let colored = Outline::of::<Outer>().with(&last).colored(true).to_string();
    assert!(
        colored.contains("\x1b[32mselector\x1b[0m") && colored.contains("\x1b[90mrunning\x1b[0m"),
        "{colored}"
    );
}

#[test]
fn a_block_may_return_early() {
    let tree = bt! {
        |n: &mut Option<i32>| selector <
            { if n.is_none() { return false; } true },
            { let n = n.as_mut()?; *n += 1; Some(()) },
            { *n = Some(0); },
        >
    };
    let mut n = None;
    assert_eq!(tree.tick(&mut Default::default(), &mut n), Status::Success);
    assert_eq!(n, Some(0));
}

#[test]
fn trees_are_copied_as_far_as_their_values_are() {
    #[derive(Clone, Copy)]
    struct Remember;
    impl Action<i32> for Remember {
        type State = Vec<i32>;
        type Output = Result<(), String>;
        fn tick(&self, seen: &mut Vec<i32>, n: &mut i32) -> Result<(), String> {
            seen.push(*n);
            Ok(())
        }
    }
    fn copies<T: Copy>(tree: &T) -> T {
        *tree
    }
    let limit = 3;
    let tree = bt! { |n: &mut i32| sequence < { *n < limit }, @Remember, wait_event_or_not > };
    fn wait_event_or_not(_: &mut i32) -> bool {
        true
    }
    assert_eq!(copies(&tree).tick(&mut Default::default(), &mut 1), Status::Success);
}
