//! The guard with other libraries.
//!
//! Each is used as its documentation says. What had to be adapted:
//!
//! - None of them ticks from a borrowed context, but for `bonsai-bt` and
//!   `behavior-tree-lite`, whose callers pass a closure. The others own a [`Board`],
//!   into which the guard is moved for the tick.
//! - The actions of `simple_behavior_tree` take no arguments: they find the board in a
//!   variable of the thread.
//! - None has a cooldown: attacking is a leaf that looks at the clock.
//! - `behavior-tree` only has composites that remember the child that runs: its tree is
//!   reset after each tick, for the guard has to reconsider. That of `bhv` can't be reset
//!   while a child runs: there, what runs counts as success, and the leaf writes down what
//!   it answered.
//! - `bonsai-bt` doesn't tick a finished tree: it is reset, as its documentation says.
//! - `emergent` has no statuses; its tasks write down what the guard answered.

mod behavior_tree_crate;
mod behavior_tree_lite_crate;
mod bhv_crate;
mod bonsai_crate;
mod emergent_crate;
mod simple_behavior_tree_crate;

use std::cell::RefCell;
use std::time::Duration;

use bt_core::prelude::*;
use suite::workload::guard::{COOLDOWN, FLEE_BELOW, saw_lately, world};
use world::{Ctx, World};

pub use behavior_tree_crate::BehaviorTree;
pub use behavior_tree_lite_crate::BehaviorTreeLite;
pub use bhv_crate::Bhv;
pub use bonsai_crate::Bonsai;
pub use emergent_crate::Emergent;
pub use simple_behavior_tree_crate::SimpleBehaviorTree;

/// A blackboard that owns everything.
pub struct Board {
    /// Conditions only see the board, but the leaves take the guard as mutable.
    guard: RefCell<world::Guard>,
    world: World,
    now: Duration,
    ready_at: Duration,
    /// What the last leaf answered.
    status: Status,
}

impl Default for Board {
    fn default() -> Self {
        Board {
            guard: RefCell::default(),
            world: World::default(),
            now: Duration::ZERO,
            ready_at: Duration::ZERO,
            status: Status::Success,
        }
    }
}

impl Board {
    /// Runs a tick on the board, with what is in the context.
    fn with<R>(&mut self, c: &mut Ctx<'_>, tick: impl FnOnce(&mut Self) -> R) -> R {
        std::mem::swap(self.guard.get_mut(), c.guard);
        (self.world, self.now) = (c.world.clone(), c.now);
        let answer = tick(self);
        std::mem::swap(self.guard.get_mut(), c.guard);
        answer
    }

    /// The context that the leaves take.
    fn context(&mut self) -> (Ctx<'_>, &mut Duration) {
        let Board { guard, world, now, ready_at, .. } = self;
        (Ctx { guard: guard.get_mut(), world, now: *now }, ready_at)
    }

    /// Asks a condition.
    fn asks(&self, condition: impl Fn(&Ctx<'_>) -> bool) -> bool {
        condition(&Ctx { guard: &mut self.guard.borrow_mut(), world: &self.world, now: self.now })
    }
}

/// The leaves, each with its place in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    IsLowHealth,
    FleeHome,
    SeesPlayer,
    InAttackRange,
    Attack,
    Chase,
    SawLately,
    Patrol,
}

impl Leaf {
    fn tick(self, c: &mut Ctx<'_>, ready_at: &mut Duration) -> Status {
        match self {
            Leaf::IsLowHealth => world::is_low_health(c, FLEE_BELOW).into(),
            Leaf::FleeHome => world::flee_home(c).status(),
            Leaf::SeesPlayer => world::sees_player(c).into(),
            Leaf::InAttackRange => world::in_attack_range(c).into(),
            Leaf::Attack => attack(c, ready_at),
            Leaf::Chase => world::chase(c),
            Leaf::SawLately => saw_lately(c).into(),
            Leaf::Patrol => world::patrol(c).status(),
        }
    }
}

fn attack(c: &mut Ctx<'_>, ready_at: &mut Duration) -> Status {
    if c.now < *ready_at {
        return Status::Failure;
    }
    let status = world::attack(c);
    if !status.is_running() {
        *ready_at = c.now + COOLDOWN;
    }
    status
}

/// Calls a function, generic in an implementation of the guard, with each.
#[macro_export]
macro_rules! for_each_peer {
    ($function:ident($($argument:expr),*)) => {{
        use suite::workload::Guard;
        $function::<Guard, suite::rival::ByHand<Guard>>($($argument),*);
        $function::<Guard, suite::rival::WithBt<Guard>>($($argument),*);
        $function::<Guard, $crate::SimpleBehaviorTree>($($argument),*);
        $function::<Guard, $crate::Emergent>($($argument),*);
        $function::<Guard, $crate::Bhv>($($argument),*);
        $function::<Guard, $crate::BehaviorTree>($($argument),*);
        $function::<Guard, $crate::Bonsai>($($argument),*);
        $function::<Guard, $crate::BehaviorTreeLite>($($argument),*);
    }};
}
