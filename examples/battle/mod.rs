//! The world of `characters.rs` and `inspect`: a set of leaves, five characters made
//! of them, and two teams that fight.

use std::time::Duration;

use bt_core::prelude::*;

pub const TICK: Duration = Duration::from_millis(50);
pub const OF_EACH: usize = 10;
pub const FIELD: f32 = 120.0;

#[derive(Clone, Debug)]
pub struct Unit {
    pub team: usize,
    pub home: f32,
    pub x: f32,
    pub health: f32,
    pub deeds: Deeds,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Deeds {
    pub blows: u32,
    pub arrows: u32,
    pub heals: u32,
    pub flights: u32,
}

/// What a unit does to another, carried out when all have been ticked.
pub enum Effect {
    Hurt(usize, f32),
    Heal(usize, f32),
}

pub struct Ctx<'a> {
    pub id: usize,
    pub me: &'a mut Unit,
    /// Everybody, as of the beginning of the tick.
    pub all: &'a [Unit],
    pub effects: &'a mut Vec<Effect>,
    pub now: Duration,
}

impl Clock for Ctx<'_> {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Ctx<'_> {
    pub fn nearest(&self, wanted: impl Fn(usize, &Unit) -> bool) -> Option<(usize, f32)> {
        let others = self
            .all
            .iter()
            .enumerate()
            .filter(|(id, other)| *id != self.id && other.health > 0.0 && wanted(*id, other));
        others.map(|(id, other)| (id, other.x - self.me.x)).min_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))
    }
    pub fn foe(&self) -> Option<(usize, f32)> {
        self.nearest(|_, other| other.team != self.me.team)
    }
    pub fn wounded_friend(&self) -> Option<(usize, f32)> {
        self.nearest(|_, other| other.team == self.me.team && other.health < 50.0)
    }
    pub fn step(&mut self, way: f32, speed: f32) {
        let step = speed * TICK.as_secs_f32();
        self.me.x = (self.me.x + way.clamp(-step, step)).clamp(0.0, FIELD);
    }
}

// ---- the leaves, the same for all

pub fn is_below(c: &Ctx<'_>, health: f32) -> bool {
    c.me.health < health
}

pub fn foe_within(c: &Ctx<'_>, reach: f32) -> bool {
    c.foe().is_some_and(|(_, way)| way.abs() < reach)
}

pub fn friend_is_wounded(c: &Ctx<'_>) -> bool {
    c.wounded_friend().is_some()
}

pub fn strike(c: &mut Ctx<'_>, force: f32) -> Option<()> {
    let (foe, _) = c.foe()?;
    c.me.deeds.blows += 1;
    c.effects.push(Effect::Hurt(foe, force));
    Some(())
}

pub fn shoot(c: &mut Ctx<'_>) -> Option<()> {
    let (foe, _) = c.foe()?;
    c.me.deeds.arrows += 1;
    c.effects.push(Effect::Hurt(foe, 6.0));
    Some(())
}

pub fn advance(c: &mut Ctx<'_>) -> Status {
    let Some((_, way)) = c.foe() else { return Status::Failure };
    c.step(way, 6.0);
    Status::Running
}

pub fn back_off(c: &mut Ctx<'_>) -> Status {
    let Some((_, way)) = c.foe() else { return Status::Failure };
    c.step(-way.signum() * FIELD, 5.0);
    Status::Running
}

pub fn heal_friend(c: &mut Ctx<'_>) -> Status {
    let Some((friend, way)) = c.wounded_friend() else { return Status::Failure };
    if way.abs() > 10.0 {
        c.step(way, 5.0);
        return Status::Running;
    }
    c.me.deeds.heals += 1;
    c.effects.push(Effect::Heal(friend, 6.0));
    Status::Success
}

pub fn begin_flight(c: &mut Ctx<'_>) {
    c.me.deeds.flights += 1;
}

pub fn run_home(c: &mut Ctx<'_>) -> Status {
    let way = c.me.home - c.me.x;
    c.step(way, 8.0);
    if way.abs() < 1.0 { Status::Success } else { Status::Running }
}

pub fn recover(c: &mut Ctx<'_>) -> bool {
    c.me.health = (c.me.health + 10.0).min(100.0);
    c.me.health > 80.0
}

pub fn stand(_: &mut Ctx<'_>) -> Running {
    Running
}

// ---- the characters

bt! {
    /// Runs home, and comes back when it feels better.
    pub struct Flee |c: &mut Ctx<'_>| mem_sequence <
        begin_flight,
        run_home,
        repeat_until_success < recover >,
    >
}

bt! {
    /// Holds its post, strikes what comes near, and runs when it is hurt.
    pub struct Guard |c: &mut Ctx<'_>| selector <
        when(is_below(30.0)) < @Flee >,
        sequence < foe_within(3.0), cooldown(0.8s) < strike(12.0) > >,
        sequence < foe_within(40.0), advance >,
        run_home,
    >
}

bt! {
    /// Runs at the foe, whatever happens.
    pub struct Berserk |c: &mut Ctx<'_>| selector <
        sequence < foe_within(3.0), cooldown(0.5s) < strike(14.0) > >,
        advance,
        stand,
    >
}

bt! {
    /// Strikes only when cornered.
    pub struct Coward |c: &mut Ctx<'_>| selector <
        sequence < foe_within(2.0), cooldown(1.5s) < strike(8.0) > >,
        foe_within(40.0) => cooldown(5s) < @Flee >,
        stand,
    >
}

bt! {
    /// Keeps its distance.
    pub struct Archer |c: &mut Ctx<'_>| selector <
        foe_within(8.0) => back_off,
        sequence < foe_within(30.0), cooldown(1.2s) < shoot > >,
        !foe_within(28.0) => advance,
        stand,
    >
}

bt! {
    /// Heals its friends, and stays behind them.
    pub struct Mage |c: &mut Ctx<'_>| selector <
        foe_within(6.0) => back_off,
        friend_is_wounded => cooldown(1s, on = success) < heal_friend >,
        stand,
    >
}

/// All units of one character.
pub struct Population<T: Node> {
    pub name: &'static str,
    pub tree: T,
    pub agents: Vec<(usize, Agent<T>)>,
}

impl<T: Node + for<'a> Behavior<Ctx<'a>>> Population<T> {
    pub fn new(name: &'static str, tree: T, units: &mut Vec<Unit>) -> Self {
        let agents = (0..2 * OF_EACH).map(|index| {
            let team = index % 2;
            let inward = 10.0 + (index / 2) as f32 * 1.5;
            let home = if team == 0 { inward } else { FIELD - inward };
            units.push(Unit { team, home, x: home, health: 100.0, deeds: Deeds::default() });
            (units.len() - 1, Agent::new())
        });
        Population { name, tree, agents: agents.collect() }
    }

    /// Ticks all who live.
    pub fn tick(
        &mut self,
        now: Duration,
        all: &[Unit],
        units: &mut [Unit],
        effects: &mut Vec<Effect>,
        ticks: &mut impl Ticks,
    ) {
        for (id, agent) in &mut self.agents {
            if units[*id].health > 0.0 {
                let mut ctx = Ctx { id: *id, me: &mut units[*id], all, effects, now };
                ticks.tick(self.name, &self.tree, agent, &mut ctx);
            }
        }
    }
}

/// The two teams, by character.
pub struct Battle {
    pub now: Duration,
    pub units: Vec<Unit>,
    pub guards: Population<Guard>,
    pub berserks: Population<Berserk>,
    pub cowards: Population<Coward>,
    pub archers: Population<Archer>,
    pub mages: Population<Mage>,
}

/// Ticks one agent of any character.
pub trait Ticks {
    fn tick<T>(&mut self, name: &str, tree: &T, agent: &mut Agent<T>, ctx: &mut Ctx<'_>)
    where
        T: for<'a> Behavior<Ctx<'a>>;
}

impl Battle {
    pub fn new() -> Self {
        let mut units = Vec::new();
        Battle {
            now: Duration::ZERO,
            guards: Population::new("guard", Guard, &mut units),
            berserks: Population::new("berserk", Berserk, &mut units),
            cowards: Population::new("coward", Coward, &mut units),
            archers: Population::new("archer", Archer, &mut units),
            mages: Population::new("mage", Mage, &mut units),
            units,
        }
    }

    /// One frame.
    pub fn step(&mut self, ticks: &mut impl Ticks) {
        self.now += TICK;
        let Battle { now, units, guards, berserks, cowards, archers, mages } = self;
        let (all, mut effects) = (units.clone(), Vec::new());
        guards.tick(*now, &all, units, &mut effects, ticks);
        berserks.tick(*now, &all, units, &mut effects, ticks);
        cowards.tick(*now, &all, units, &mut effects, ticks);
        archers.tick(*now, &all, units, &mut effects, ticks);
        mages.tick(*now, &all, units, &mut effects, ticks);
        for effect in effects {
            match effect {
                Effect::Hurt(id, force) => units[id].health -= force,
                Effect::Heal(id, amount) => units[id].health = (units[id].health + amount).min(100.0),
            }
        }
    }
}
