//! The guard of `examples/guard.rs`, five times: with `bt!`, by hand, as boxed
//! trait objects (one tree for all agents, and one per agent), and as an enum
//! that is interpreted. All use the same leaves and give the same answers.

#[path = "../../examples/world/mod.rs"]
pub mod world;

use std::hint::black_box;
use std::time::Duration;

use bt_core::prelude::*;
use world::*;

const FLEE_BELOW: f32 = 30.0;
const COOLDOWN: Duration = Duration::from_millis(800);
const MEMORY: Duration = Duration::from_secs(4);

fn low(c: &mut Ctx<'_>) -> Status {
    is_low_health(c, FLEE_BELOW).into()
}
fn saw_lately(c: &Ctx<'_>) -> bool {
    c.since_seen() < MEMORY
}

/// A way to steer a guard. `Default` is an agent that has not been ticked.
pub trait Steers: Default {
    fn name() -> &'static str;
    fn tick(&mut self, c: &mut Ctx<'_>) -> Status;
}

// ---- bt!

bt! {
    pub struct GuardTree

    |c: &mut Ctx<'_>| selector <
        is_low_health(FLEE_BELOW) => flee_home,
        engage: sequence < sees_player, in_attack_range, cooldown(800ms) < attack > >,
        sees_player => chase,
        saw_lately => chase,
        patrol,
    >
}

#[derive(Default)]
pub struct WithBt(StateOf<GuardTree>);

impl Steers for WithBt {
    fn name() -> &'static str {
        "bt"
    }
    #[inline(never)]
    fn tick(&mut self, c: &mut Ctx<'_>) -> Status {
        Behavior::tick(&GuardTree, &mut self.0, c)
    }
}

// ---- bt!, with a field, in an agent

bt! {
    pub struct FieldTree { flee_below: f32 }

    |c: &mut Ctx<'_>| selector <
        is_low_health(self.flee_below) => flee_home,
        engage: sequence < sees_player, in_attack_range, cooldown(800ms) < attack > >,
        sees_player => chase,
        { c.since_seen() < MEMORY } => chase,
        patrol,
    >
}

#[derive(Default)]
pub struct WithAgent(Agent<FieldTree>);

impl Steers for WithAgent {
    fn name() -> &'static str {
        "bt, agent"
    }
    #[inline(never)]
    fn tick(&mut self, c: &mut Ctx<'_>) -> Status {
        static TREE: FieldTree = FieldTree { flee_below: FLEE_BELOW };
        self.0.tick(black_box(&TREE), c)
    }
}

// ---- by hand

/// The guard as `if`s.
#[inline(always)]
fn by_hand(ready_at: &mut Duration, flee_below: f32, c: &mut Ctx<'_>) -> Status {
    if is_low_health(c, flee_below) {
        flee_home(c);
        return Status::Running;
    }
    if sees_player(c) && in_attack_range(c) && c.now >= *ready_at {
        let status = attack(c);
        if !status.is_running() {
            *ready_at = c.now + COOLDOWN;
        }
        if status != Status::Failure {
            return status;
        }
    }
    if sees_player(c) {
        let status = chase(c);
        if status != Status::Failure {
            return status;
        }
    }
    if saw_lately(c) {
        let status = chase(c);
        if status != Status::Failure {
            return status;
        }
    }
    patrol(c);
    Status::Running
}

#[derive(Default)]
pub struct ByHand {
    ready_at: Duration,
}

impl Steers for ByHand {
    fn name() -> &'static str {
        "by hand"
    }
    #[inline(never)]
    fn tick(&mut self, c: &mut Ctx<'_>) -> Status {
        by_hand(&mut self.ready_at, FLEE_BELOW, c)
    }
}

// ---- by hand, with a field, in an agent that knows whether it runs

#[derive(Default)]
pub struct ByHandAgent {
    ready_at: Duration,
    last: Option<Status>,
}

impl Steers for ByHandAgent {
    fn name() -> &'static str {
        "by hand, agent"
    }
    #[inline(never)]
    fn tick(&mut self, c: &mut Ctx<'_>) -> Status {
        static TREE: FieldTree = FieldTree { flee_below: FLEE_BELOW };
        let status = by_hand(&mut self.ready_at, black_box(&TREE).flee_below, c);
        self.last = Some(status);
        status
    }
}

// ---- boxed trait objects, one tree for all agents

type Function = fn(&mut Ctx<'_>) -> Status;

/// An agent's state: when each cooldown is over, by the cooldown's number.
trait Shared: Sync + Send {
    fn tick(&self, ready_at: &mut [Duration], c: &mut Ctx<'_>) -> Status;
}

struct SharedSelector(Vec<Box<dyn Shared>>);
struct SharedSequence(Vec<Box<dyn Shared>>);
struct SharedCooldown(usize, Duration, Box<dyn Shared>);
struct SharedLeaf(Function);

impl Shared for SharedSelector {
    fn tick(&self, ready_at: &mut [Duration], c: &mut Ctx<'_>) -> Status {
        for child in &self.0 {
            let status = child.tick(ready_at, c);
            if status != Status::Failure {
                return status;
            }
        }
        Status::Failure
    }
}

impl Shared for SharedSequence {
    fn tick(&self, ready_at: &mut [Duration], c: &mut Ctx<'_>) -> Status {
        for child in &self.0 {
            let status = child.tick(ready_at, c);
            if status != Status::Success {
                return status;
            }
        }
        Status::Success
    }
}

impl Shared for SharedCooldown {
    fn tick(&self, ready_at: &mut [Duration], c: &mut Ctx<'_>) -> Status {
        if c.now < ready_at[self.0] {
            return Status::Failure;
        }
        let status = self.2.tick(ready_at, c);
        if !status.is_running() {
            ready_at[self.0] = c.now + self.1;
        }
        status
    }
}

impl Shared for SharedLeaf {
    fn tick(&self, _: &mut [Duration], c: &mut Ctx<'_>) -> Status {
        (self.0)(c)
    }
}

/// The leaves in the tree's order, all with one signature.
const LEAVES: [Function; 10] = [
    low,
    |c| flee_home(c).status(),
    |c| sees_player(c).into(),
    |c| in_attack_range(c).into(),
    attack,
    |c| sees_player(c).into(),
    chase,
    |c| saw_lately(c).into(),
    chase,
    |c| patrol(c).status(),
];

fn shared() -> Box<dyn Shared> {
    let leaf = |index: usize| -> Box<dyn Shared> { Box::new(SharedLeaf(black_box(LEAVES[index]))) };
    let both = |a, b| -> Box<dyn Shared> { Box::new(SharedSequence(vec![leaf(a), leaf(b)])) };
    let attack = Box::new(SharedCooldown(0, COOLDOWN, leaf(4)));
    let engage = Box::new(SharedSequence(vec![leaf(2), leaf(3), attack]));
    Box::new(SharedSelector(vec![both(0, 1), engage, both(5, 6), both(7, 8), leaf(9)]))
}

static SHARED: std::sync::LazyLock<Box<dyn Shared>> = std::sync::LazyLock::new(shared);

#[derive(Default)]
pub struct DynShared([Duration; 1]);

impl Steers for DynShared {
    fn name() -> &'static str {
        "dyn, shared"
    }
    #[inline(never)]
    fn tick(&mut self, c: &mut Ctx<'_>) -> Status {
        SHARED.tick(&mut self.0, c)
    }
}

// ---- boxed trait objects, one tree per agent

trait Owned {
    fn tick(&mut self, c: &mut Ctx<'_>) -> Status;
}

struct OwnedSelector(Vec<Box<dyn Owned>>);
struct OwnedSequence(Vec<Box<dyn Owned>>);
struct OwnedCooldown(Duration, Duration, Box<dyn Owned>);
struct OwnedLeaf(Function);

impl Owned for OwnedSelector {
    fn tick(&mut self, c: &mut Ctx<'_>) -> Status {
        for child in &mut self.0 {
            let status = child.tick(c);
            if status != Status::Failure {
                return status;
            }
        }
        Status::Failure
    }
}

impl Owned for OwnedSequence {
    fn tick(&mut self, c: &mut Ctx<'_>) -> Status {
        for child in &mut self.0 {
            let status = child.tick(c);
            if status != Status::Success {
                return status;
            }
        }
        Status::Success
    }
}

impl Owned for OwnedCooldown {
    fn tick(&mut self, c: &mut Ctx<'_>) -> Status {
        if c.now < self.0 {
            return Status::Failure;
        }
        let status = self.2.tick(c);
        if !status.is_running() {
            self.0 = c.now + self.1;
        }
        status
    }
}

impl Owned for OwnedLeaf {
    fn tick(&mut self, c: &mut Ctx<'_>) -> Status {
        (self.0)(c)
    }
}

pub struct DynOwned(Box<dyn Owned>);

impl Default for DynOwned {
    fn default() -> Self {
        let leaf = |index: usize| -> Box<dyn Owned> { Box::new(OwnedLeaf(black_box(LEAVES[index]))) };
        let both = |a, b| -> Box<dyn Owned> { Box::new(OwnedSequence(vec![leaf(a), leaf(b)])) };
        let attack = Box::new(OwnedCooldown(Duration::ZERO, COOLDOWN, leaf(4)));
        let engage = Box::new(OwnedSequence(vec![leaf(2), leaf(3), attack]));
        DynOwned(Box::new(OwnedSelector(vec![both(0, 1), engage, both(5, 6), both(7, 8), leaf(9)])))
    }
}

impl Steers for DynOwned {
    fn name() -> &'static str {
        "dyn, one per agent"
    }
    #[inline(never)]
    fn tick(&mut self, c: &mut Ctx<'_>) -> Status {
        self.0.tick(c)
    }
}

// ---- an enum, interpreted

enum Interpreted {
    Selector(Vec<Interpreted>),
    Sequence(Vec<Interpreted>),
    Cooldown(usize, Duration, Box<Interpreted>),
    Leaf(Function),
}

impl Interpreted {
    fn tick(&self, ready_at: &mut [Duration], c: &mut Ctx<'_>) -> Status {
        match self {
            Interpreted::Selector(children) => {
                let mut statuses = children.iter().map(|child| child.tick(ready_at, c));
                statuses.find(|status| *status != Status::Failure).unwrap_or(Status::Failure)
            }
            Interpreted::Sequence(children) => {
                let mut statuses = children.iter().map(|child| child.tick(ready_at, c));
                statuses.find(|status| *status != Status::Success).unwrap_or(Status::Success)
            }
            Interpreted::Cooldown(index, duration, child) => {
                if c.now < ready_at[*index] {
                    return Status::Failure;
                }
                let status = child.tick(ready_at, c);
                if !status.is_running() {
                    ready_at[*index] = c.now + *duration;
                }
                status
            }
            Interpreted::Leaf(function) => function(c),
        }
    }
}

static INTERPRETED: std::sync::LazyLock<Interpreted> = std::sync::LazyLock::new(|| {
    let leaf = |index: usize| Interpreted::Leaf(black_box(LEAVES[index]));
    let both = |a, b| Interpreted::Sequence(vec![leaf(a), leaf(b)]);
    let attack = Interpreted::Cooldown(0, COOLDOWN, Box::new(leaf(4)));
    let engage = Interpreted::Sequence(vec![leaf(2), leaf(3), attack]);
    Interpreted::Selector(vec![both(0, 1), engage, both(5, 6), both(7, 8), leaf(9)])
});

#[derive(Default)]
pub struct AsEnum([Duration; 1]);

impl Steers for AsEnum {
    fn name() -> &'static str {
        "enum"
    }
    #[inline(never)]
    fn tick(&mut self, c: &mut Ctx<'_>) -> Status {
        INTERPRETED.tick(&mut self.0, c)
    }
}

// ---- running them

/// Guards in their world, each with its agent.
pub struct Population<S> {
    world: World,
    guards: Vec<(Guard, S)>,
}

impl<S: Steers> Population<S> {
    pub fn new(size: usize) -> Self {
        let guards = (0..size).map(|index| {
            let x = 12.0 + (index % 97) as f32 / 10.0;
            (Guard { x, ..Guard::default() }, S::default())
        });
        Population { world: World::new(), guards: guards.collect() }
    }

    /// One frame; the sum tells whether two implementations agree.
    pub fn frame(&mut self) -> u64 {
        self.world.step();
        if self.world.now > Duration::from_secs(40) {
            self.world = World::new();
            for (guard, agent) in &mut self.guards {
                *agent = S::default();
                guard.last_seen = None;
            }
        }
        let mut sum = 0_u64;
        for (guard, agent) in &mut self.guards {
            self.world.touch(guard);
            let mut ctx = Ctx { guard, world: &self.world, now: self.world.now };
            let status = agent.tick(&mut ctx) as u64;
            sum = sum.rotate_left(5) ^ status ^ u64::from(guard.x.to_bits()) ^ u64::from(guard.hits);
        }
        sum
    }
}

/// The sum over some frames.
pub fn checksum<S: Steers>(size: usize, frames: usize) -> u64 {
    let mut population = Population::<S>::new(size);
    (0..frames).fold(0, |sum, _| sum.rotate_left(1) ^ population.frame())
}
