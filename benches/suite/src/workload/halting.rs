//! The guard with actions that take a while and can be interrupted.

use bt_core::prelude::*;

use super::guard::world::*;
use super::guard::{COOLDOWN, FLEE_BELOW, in_the_guards_world, saw_lately};
use crate::workload::{Spec, Workload};

/// What an interruption leaves behind.
#[inline(always)]
fn interrupt(c: &mut Ctx<'_>) {
    c.guard.hits += 1 << 16;
}

/// A blow takes three ticks, the first to lift the arm.
const BLOW: u8 = 3;

#[inline(always)]
fn blow(left: &mut u8, c: &mut Ctx<'_>) -> Status {
    *left -= 1;
    if *left == 0 { attack(c) } else { Status::Running }
}

macro_rules! actions {
    ($($name:ident: $output:ty = $function:ident;)*) => { $(
        struct $name;

        impl Action<Ctx<'_>> for $name {
            type State = ();
            type Output = $output;

            #[inline(always)]
            fn tick(&self, (): &mut (), c: &mut Ctx<'_>) -> $output {
                $function(c)
            }

            #[inline(always)]
            fn halt(&self, (): &mut (), c: &mut Ctx<'_>) {
                interrupt(c);
            }
        }
    )* };
}

actions! {
    Flee: Running = flee_home;
    Chase: Status = chase;
    Patrol: Running = patrol;
}

struct Strike;

impl Action<Ctx<'_>> for Strike {
    type State = u8;
    type Output = Status;

    #[inline(always)]
    fn start(&self, left: &mut u8, _: &mut Ctx<'_>) {
        *left = BLOW;
    }

    #[inline(always)]
    fn tick(&self, left: &mut u8, c: &mut Ctx<'_>) -> Status {
        blow(left, c)
    }

    #[inline(always)]
    fn halt(&self, _: &mut u8, c: &mut Ctx<'_>) {
        interrupt(c);
    }
}

bt! {
    pub struct Tree { flee_below: f32 }

    |c: &mut Ctx<'_>| selector <
        is_low_health(self.flee_below) => @Flee,
        engage: sequence < sees_player, in_attack_range, cooldown(800ms) < @Strike > >,
        sees_player => @Chase,
        saw_lately => @Chase,
        @Patrol,
    >
}

impl Default for Tree {
    fn default() -> Self {
        Tree { flee_below: FLEE_BELOW }
    }
}

pub struct Halting;

/// What the guard is at, by hand.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Doing {
    #[default]
    Nothing,
    Fleeing,
    Striking,
    Chasing,
    Searching,
    Patrolling,
}

#[derive(Default)]
pub struct Hand {
    ready_at: std::time::Duration,
    left: u8,
    doing: Doing,
}

impl Hand {
    /// The guard does this now, or has just ended it.
    #[inline(always)]
    fn turn(&mut self, doing: Doing, status: Status, c: &mut Ctx<'_>) {
        if self.doing != Doing::Nothing && self.doing != doing {
            interrupt(c);
        }
        self.doing = if status.is_running() { doing } else { Doing::Nothing };
    }
}

impl Workload for Halting {
    const NAME: &'static str = "halting";
    type Tree = Tree;
    type Hand = Hand;
    type Slots = [u64; 13];

    in_the_guards_world!();

    #[inline]
    fn by_hand(tree: &Tree, hand: &mut Hand, c: &mut Ctx<'_>) -> Status {
        if is_low_health(c, tree.flee_below) {
            flee_home(c);
            hand.turn(Doing::Fleeing, Status::Running, c);
            return Status::Running;
        }
        let strikes = hand.doing == Doing::Striking;
        if sees_player(c) && in_attack_range(c) && (strikes || c.now >= hand.ready_at) {
            if !strikes {
                hand.left = BLOW;
            }
            let status = blow(&mut hand.left, c);
            if !status.is_running() {
                hand.ready_at = c.now + COOLDOWN;
            }
            hand.turn(Doing::Striking, status, c);
            if status != Status::Failure {
                return status;
            }
        }
        if sees_player(c) {
            let status = chase(c);
            hand.turn(Doing::Chasing, status, c);
            if status != Status::Failure {
                return status;
            }
        }
        if saw_lately(c) {
            let status = chase(c);
            hand.turn(Doing::Searching, status, c);
            if status != Status::Failure {
                return status;
            }
        }
        patrol(c);
        hand.turn(Doing::Patrolling, Status::Running, c);
        Status::Running
    }

    fn spec() -> Spec<Self> {
        let plain = |tick: fn(&mut u64, &mut Ctx<'_>) -> Status| {
            Spec::<Self>::action(|_, _| {}, tick, |_, c| interrupt(c))
        };
        Spec::<Self>::selector(vec![
            Spec::<Self>::sequence(vec![
                Spec::<Self>::leaf(|c| is_low_health(c, FLEE_BELOW).into()),
                plain(|_, c| flee_home(c).status()),
            ]),
            Spec::<Self>::sequence(vec![
                Spec::<Self>::leaf(|c| sees_player(c).into()),
                Spec::<Self>::leaf(|c| in_attack_range(c).into()),
                Spec::<Self>::cooldown(
                    COOLDOWN,
                    Spec::<Self>::action(
                        |left, _| *left = u64::from(BLOW),
                        |left, c| {
                            let mut few = *left as u8;
                            let status = blow(&mut few, c);
                            *left = u64::from(few);
                            status
                        },
                        |_, c| interrupt(c),
                    ),
                ),
            ]),
            Spec::<Self>::sequence(vec![
                Spec::<Self>::leaf(|c| sees_player(c).into()),
                plain(|_, c| chase(c)),
            ]),
            Spec::<Self>::sequence(vec![
                Spec::<Self>::leaf(|c| saw_lately(c).into()),
                plain(|_, c| chase(c)),
            ]),
            plain(|_, c| patrol(c).status()),
        ])
    }
}
