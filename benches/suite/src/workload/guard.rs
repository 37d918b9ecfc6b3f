//! The guard of `examples/guard.rs`: 16 nodes. Every branch of it is taken.

#[path = "../../../../examples/world/mod.rs"]
pub mod world;

use std::time::Duration;

use bt_core::prelude::*;
use world::*;

use crate::workload::{Spec, Workload};

pub const FLEE_BELOW: f32 = 30.0;
pub const COOLDOWN: Duration = Duration::from_millis(800);
const MEMORY: Duration = Duration::from_secs(4);

pub fn saw_lately(c: &Ctx<'_>) -> bool {
    c.since_seen() < MEMORY
}

bt! {
    pub struct Tree { flee_below: f32 }

    |c: &mut Ctx<'_>| selector <
        is_low_health(self.flee_below) => flee_home,
        engage: sequence < sees_player, in_attack_range, cooldown(800ms) < attack > >,
        sees_player => chase,
        saw_lately => chase,
        patrol,
    >
}

impl Default for Tree {
    fn default() -> Self {
        Tree { flee_below: FLEE_BELOW }
    }
}

/// The parts of [`Workload`] that all of the guard's have in common.
macro_rules! in_the_guards_world {
    () => {
        type World = crate::workload::guard::world::World;
        type Body = crate::workload::guard::world::Guard;
        type Context<'a> = crate::workload::guard::world::Ctx<'a>;

        fn world() -> Self::World {
            crate::workload::guard::world::World::default()
        }

        fn body(index: usize) -> Self::Body {
            let x = 12.0 + (index % 97) as f32 / 10.0;
            crate::workload::guard::world::Guard { x, ..Default::default() }
        }

        fn step(world: &mut Self::World) -> bool {
            world.step();
            world.now < std::time::Duration::from_secs(40)
        }

        #[inline(always)]
        fn touch(world: &Self::World, guard: &mut Self::Body) {
            world.touch(guard);
        }

        #[inline(always)]
        fn context<'a>(world: &'a Self::World, guard: &'a mut Self::Body) -> Self::Context<'a> {
            crate::workload::guard::world::Ctx { guard, world, now: world.now }
        }

        fn digest(guard: &Self::Body) -> u64 {
            u64::from(guard.x.to_bits()) ^ u64::from(guard.hits) << 32
        }
    };
}

pub(crate) use in_the_guards_world;

pub struct Guard;

impl Workload for Guard {
    const NAME: &'static str = "guard";
    type Tree = Tree;
    /// When the next attack may begin.
    type Hand = Duration;
    type Slots = [u64; 1];

    in_the_guards_world!();

    #[inline]
    fn by_hand(tree: &Tree, ready_at: &mut Duration, c: &mut Ctx<'_>) -> Status {
        if is_low_health(c, tree.flee_below) {
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

    fn spec() -> Spec<Self> {
        Spec::<Self>::selector(vec![
            Spec::<Self>::sequence(vec![
                Spec::<Self>::leaf(|c| is_low_health(c, FLEE_BELOW).into()),
                Spec::<Self>::leaf(|c| flee_home(c).status()),
            ]),
            Spec::<Self>::sequence(vec![
                Spec::<Self>::leaf(|c| sees_player(c).into()),
                Spec::<Self>::leaf(|c| in_attack_range(c).into()),
                Spec::<Self>::cooldown(COOLDOWN, Spec::<Self>::leaf(attack)),
            ]),
            Spec::<Self>::sequence(vec![
                Spec::<Self>::leaf(|c| sees_player(c).into()),
                Spec::<Self>::leaf(chase),
            ]),
            Spec::<Self>::sequence(vec![
                Spec::<Self>::leaf(|c| saw_lately(c).into()),
                Spec::<Self>::leaf(chase),
            ]),
            Spec::<Self>::leaf(|c| patrol(c).status()),
        ])
    }
}
