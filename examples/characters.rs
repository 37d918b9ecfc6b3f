//! Five characters out of one set of leaves: `cargo run --example characters`.
//!
//! Two teams, each with a population of guards, berserks, cowards, archers and
//! mages. What makes a character is its tree alone.

use std::time::Duration;

use bt_core::prelude::*;

const TICK: Duration = Duration::from_millis(50);
const OF_EACH: usize = 10;
const FIELD: f32 = 120.0;

#[derive(Clone, Debug)]
struct Unit {
    team: usize,
    home: f32,
    x: f32,
    health: f32,
    deeds: Deeds,
}

#[derive(Clone, Copy, Debug, Default)]
struct Deeds {
    blows: u32,
    arrows: u32,
    heals: u32,
    flights: u32,
}

/// What a unit does to another, carried out when all have been ticked.
enum Effect {
    Hurt(usize, f32),
    Heal(usize, f32),
}

struct Ctx<'a> {
    id: usize,
    me: &'a mut Unit,
    /// Everybody, as of the beginning of the tick.
    all: &'a [Unit],
    effects: &'a mut Vec<Effect>,
    now: Duration,
}

impl Clock for Ctx<'_> {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Ctx<'_> {
    fn nearest(&self, wanted: impl Fn(usize, &Unit) -> bool) -> Option<(usize, f32)> {
        let others = self
            .all
            .iter()
            .enumerate()
            .filter(|(id, other)| *id != self.id && other.health > 0.0 && wanted(*id, other));
        others.map(|(id, other)| (id, other.x - self.me.x)).min_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))
    }
    fn foe(&self) -> Option<(usize, f32)> {
        self.nearest(|_, other| other.team != self.me.team)
    }
    fn wounded_friend(&self) -> Option<(usize, f32)> {
        self.nearest(|_, other| other.team == self.me.team && other.health < 50.0)
    }
    fn step(&mut self, way: f32, speed: f32) {
        let step = speed * TICK.as_secs_f32();
        self.me.x = (self.me.x + way.clamp(-step, step)).clamp(0.0, FIELD);
    }
}

// ---- the leaves, the same for all

fn is_below(c: &Ctx<'_>, health: f32) -> bool {
    c.me.health < health
}

fn foe_within(c: &Ctx<'_>, reach: f32) -> bool {
    c.foe().is_some_and(|(_, way)| way.abs() < reach)
}

fn friend_is_wounded(c: &Ctx<'_>) -> bool {
    c.wounded_friend().is_some()
}

fn strike(c: &mut Ctx<'_>, force: f32) -> Option<()> {
    let (foe, _) = c.foe()?;
    c.me.deeds.blows += 1;
    c.effects.push(Effect::Hurt(foe, force));
    Some(())
}

fn shoot(c: &mut Ctx<'_>) -> Option<()> {
    let (foe, _) = c.foe()?;
    c.me.deeds.arrows += 1;
    c.effects.push(Effect::Hurt(foe, 6.0));
    Some(())
}

fn advance(c: &mut Ctx<'_>) -> Status {
    let Some((_, way)) = c.foe() else { return Status::Failure };
    c.step(way, 6.0);
    Status::Running
}

fn back_off(c: &mut Ctx<'_>) -> Status {
    let Some((_, way)) = c.foe() else { return Status::Failure };
    c.step(-way.signum() * FIELD, 5.0);
    Status::Running
}

fn heal_friend(c: &mut Ctx<'_>) -> Status {
    let Some((friend, way)) = c.wounded_friend() else { return Status::Failure };
    if way.abs() > 10.0 {
        c.step(way, 5.0);
        return Status::Running;
    }
    c.me.deeds.heals += 1;
    c.effects.push(Effect::Heal(friend, 6.0));
    Status::Success
}

fn begin_flight(c: &mut Ctx<'_>) {
    c.me.deeds.flights += 1;
}

fn run_home(c: &mut Ctx<'_>) -> Status {
    let way = c.me.home - c.me.x;
    c.step(way, 8.0);
    if way.abs() < 1.0 { Status::Success } else { Status::Running }
}

fn recover(c: &mut Ctx<'_>) -> bool {
    c.me.health = (c.me.health + 10.0).min(100.0);
    c.me.health > 80.0
}

fn stand(_: &mut Ctx<'_>) -> Running {
    Running
}

// ---- the characters

bt! {
    /// Runs home, and comes back when it feels better.
    struct Flee |c: &mut Ctx<'_>| mem_sequence <
        begin_flight,
        run_home,
        repeat_until_success < recover >,
    >
}

bt! {
    /// Holds its post, strikes what comes near, and runs when it is hurt.
    struct Guard |c: &mut Ctx<'_>| selector <
        when(is_below(30.0)) < @Flee >,
        sequence < foe_within(3.0), cooldown(0.8s) < strike(12.0) > >,
        sequence < foe_within(40.0), advance >,
        run_home,
    >
}

bt! {
    /// Runs at the foe, whatever happens.
    struct Berserk |c: &mut Ctx<'_>| selector <
        sequence < foe_within(3.0), cooldown(0.5s) < strike(14.0) > >,
        advance,
        stand,
    >
}

bt! {
    /// Strikes only when cornered.
    struct Coward |c: &mut Ctx<'_>| selector <
        sequence < foe_within(2.0), cooldown(1.5s) < strike(8.0) > >,
        foe_within(40.0) => cooldown(5s) < @Flee >,
        stand,
    >
}

bt! {
    /// Keeps its distance.
    struct Archer |c: &mut Ctx<'_>| selector <
        foe_within(8.0) => back_off,
        sequence < foe_within(30.0), cooldown(1.2s) < shoot > >,
        !foe_within(28.0) => advance,
        stand,
    >
}

bt! {
    /// Heals its friends, and stays behind them.
    struct Mage |c: &mut Ctx<'_>| selector <
        foe_within(6.0) => back_off,
        friend_is_wounded => cooldown(1s, on = success) < heal_friend >,
        stand,
    >
}

/// All units of one character.
struct Population<T: Node> {
    name: &'static str,
    tree: T,
    agents: Vec<(usize, Agent<T>)>,
}

impl<T: Node + for<'a> Behavior<Ctx<'a>>> Population<T> {
    fn new(name: &'static str, tree: T, units: &mut Vec<Unit>) -> Self {
        let agents = (0..2 * OF_EACH).map(|index| {
            let team = index % 2;
            let inward = 10.0 + (index / 2) as f32 * 1.5;
            let home = if team == 0 { inward } else { FIELD - inward };
            units.push(Unit { team, home, x: home, health: 100.0, deeds: Deeds::default() });
            (units.len() - 1, Agent::new())
        });
        Population { name, tree, agents: agents.collect() }
    }

    fn tick(&mut self, now: Duration, all: &[Unit], units: &mut [Unit], effects: &mut Vec<Effect>) {
        for (id, agent) in &mut self.agents {
            if units[*id].health > 0.0 {
                let mut ctx = Ctx { id: *id, me: &mut units[*id], all, effects, now };
                agent.tick(&self.tree, &mut ctx);
            }
        }
    }

    fn report(&self, units: &[Unit]) {
        let mut sum = Deeds::default();
        let mut alive = 0;
        for (id, _) in &self.agents {
            let Unit { health, deeds, .. } = &units[*id];
            alive += usize::from(*health > 0.0);
            sum.blows += deeds.blows;
            sum.arrows += deeds.arrows;
            sum.heals += deeds.heals;
            sum.flights += deeds.flights;
        }
        println!(
            "{:8} {:>7} {:>7} {:>7} {:>8} {:>9} {:>12}",
            self.name,
            sum.blows,
            sum.arrows,
            sum.heals,
            sum.flights,
            format!("{alive}/{}", self.agents.len()),
            size_of::<StateOf<T>>()
        );
    }
}

fn main() {
    let mut units = Vec::new();
    let mut guards = Population::new("guard", Guard, &mut units);
    let mut berserks = Population::new("berserk", Berserk, &mut units);
    let mut cowards = Population::new("coward", Coward, &mut units);
    let mut archers = Population::new("archer", Archer, &mut units);
    let mut mages = Population::new("mage", Mage, &mut units);

    let mut now = Duration::ZERO;
    let mut effects = Vec::new();
    while now < Duration::from_secs(60) {
        now += TICK;
        let all = units.clone();
        guards.tick(now, &all, &mut units, &mut effects);
        berserks.tick(now, &all, &mut units, &mut effects);
        cowards.tick(now, &all, &mut units, &mut effects);
        archers.tick(now, &all, &mut units, &mut effects);
        mages.tick(now, &all, &mut units, &mut effects);
        for effect in effects.drain(..) {
            match effect {
                Effect::Hurt(id, force) => units[id].health -= force,
                Effect::Heal(id, amount) => units[id].health = (units[id].health + amount).min(100.0),
            }
        }
    }

    println!("After a minute of fighting, two teams of {OF_EACH} each:\n");
    println!(
        "{:8} {:>7} {:>7} {:>7} {:>8} {:>9} {:>12}",
        "", "blows", "arrows", "heals", "flights", "alive", "state bytes"
    );
    guards.report(&units);
    berserks.report(&units);
    cowards.report(&units);
    archers.report(&units);
    mages.report(&units);
}
