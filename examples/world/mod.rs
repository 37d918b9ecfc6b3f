//! The small world that the guard of `guard.rs` and `by_hand.rs` lives in: a
//! line, a guard, and a player who walks in, fights, hides and leaves.

use std::time::Duration;

use bt_core::prelude::*;

/// Metres on the line.
pub type Place = f32;

/// One tick of the game: 60 Hz.
pub const TICK: Duration = Duration::from_nanos(16_666_667);

const HOME: Place = 0.0;
const WAYPOINTS: [Place; 2] = [10.0, 24.0];
const SIGHT: f32 = 15.0;
const REACH: f32 = 2.0;

/// The guard's own data, apart from its progress in the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    pub x: Place,
    pub health: f32,
    /// Where and when it last saw the player.
    pub last_place: Place,
    pub last_seen: Option<Duration>,
    pub waypoint: usize,
    pub hits: u32,
    /// For the story.
    pub doing: &'static str,
}

impl Default for Guard {
    fn default() -> Self {
        Guard { x: 12.0, health: 100.0, last_place: HOME, last_seen: None, waypoint: 0, hits: 0, doing: "" }
    }
}

impl Guard {
    fn walk(&mut self, to: Place, speed: f32) -> bool {
        let step = speed * TICK.as_secs_f32();
        let way = to - self.x;
        self.x += way.clamp(-step, step);
        way.abs() <= step
    }
}

/// The player, as the guard's world knows it.
#[derive(Clone, Debug)]
pub struct World {
    pub now: Duration,
    pub player: Place,
    pub hidden: bool,
}

impl Default for World {
    fn default() -> Self {
        World { now: Duration::ZERO, player: 60.0, hidden: false }
    }
}

impl World {
    /// The player's script: where it is at each moment, and whether it hides.
    pub fn step(&mut self) {
        self.now += TICK;
        let seconds = self.now.as_secs_f32();
        let (goal, speed) = match seconds {
            ..6.0 => (26.0, 9.0),
            ..16.0 => (self.player, 0.0),
            ..24.0 => (45.0, 6.0),
            ..31.0 => (24.0, 6.0),
            _ => (90.0, 14.0),
        };
        let step = speed * TICK.as_secs_f32();
        self.player += (goal - self.player).clamp(-step, step);
        self.hidden = (19.0..26.0).contains(&seconds);
    }

    fn is_seen_from(&self, x: Place) -> bool {
        !self.hidden && (self.player - x).abs() < SIGHT
    }

    /// What happens to a guard without its doing: it sees, is hurt, recovers.
    pub fn touch(&self, guard: &mut Guard) {
        if self.is_seen_from(guard.x) {
            guard.last_place = self.player;
            guard.last_seen = Some(self.now);
        }
        let seconds = TICK.as_secs_f32();
        if (self.player - guard.x).abs() < REACH && !self.hidden {
            guard.health -= 11.0 * seconds;
        } else if (guard.x - HOME).abs() < 1.0 {
            guard.health = (guard.health + 25.0 * seconds).min(100.0);
        }
    }
}

/// What a tick gets: the guard to steer, and the world to look at.
pub struct Ctx<'a> {
    pub guard: &'a mut Guard,
    pub world: &'a World,
    pub now: Duration,
}

impl Clock for Ctx<'_> {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Ctx<'_> {
    /// How long the guard hasn't seen the player.
    pub fn since_seen(&self) -> Duration {
        self.guard.last_seen.map_or(Duration::MAX, |seen| self.now - seen)
    }
}

/// Once it flees, a guard goes on until it has recovered.
pub fn is_low_health(c: &Ctx<'_>, below: f32) -> bool {
    c.guard.health < if c.guard.doing == "flees home" { 90.0 } else { below }
}

pub fn sees_player(c: &Ctx<'_>) -> bool {
    c.world.is_seen_from(c.guard.x)
}

pub fn in_attack_range(c: &Ctx<'_>) -> bool {
    (c.world.player - c.guard.x).abs() < REACH
}

pub fn flee_home(c: &mut Ctx<'_>) -> Running {
    c.guard.doing = "flees home";
    c.guard.walk(HOME, 6.0);
    Running
}

pub fn attack(c: &mut Ctx<'_>) -> Status {
    c.guard.doing = "attacks";
    c.guard.hits += 1;
    Status::Success
}

pub fn chase(c: &mut Ctx<'_>) -> Status {
    if c.guard.doing != "attacks" || !in_attack_range(c) {
        c.guard.doing =
            if sees_player(c) { "chases the player" } else { "looks where it last saw the player" };
    }
    let there = c.guard.walk(c.guard.last_place, 5.0);
    if there { Status::Success } else { Status::Running }
}

pub fn patrol(c: &mut Ctx<'_>) -> Running {
    c.guard.doing = "patrols";
    if c.guard.walk(WAYPOINTS[c.guard.waypoint], 3.0) {
        c.guard.waypoint = (c.guard.waypoint + 1) % WAYPOINTS.len();
    }
    Running
}
