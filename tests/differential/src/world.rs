//! The blackboard, the scripts, and what is written down.

use std::time::Duration;

use bt_core::Until;
use bt_core::blackboard::{Inbox, SmallRng};
use bt_core::prelude::*;

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A tick of the tree begins.
    TickBegan,
    Start(u32),
    Tick(u32, Status),
    Halt(u32),
    Condition(u32, bool),
    Hook(u32),
    Enter(u32),
    Exit(u32),
    /// The tree's answer.
    TickEnded(Status),
    /// A halt of the whole tree is over.
    Halted,
}

/// What comes from outside in one script, all out of one number.
#[derive(Clone, Copy, Debug)]
pub struct Script {
    pub seed: u64,
    pub ticks: u32,
    /// Whether the clock jumps back now and then.
    pub jumps: bool,
}

/// The blackboard.
#[derive(Clone, PartialEq, Debug)]
pub struct World {
    pub now: Duration,
    pub events: Vec<Event>,
    pub rng: SmallRng,
    pub inbox: Inbox<char, 4>,
    /// Whether something happened since the last tick that wakes a sleeper.
    pub woken: bool,
    seed: u64,
    /// How often each stream has been read.
    reads: Vec<u32>,
    /// In a calm world, streams stand: what is read from them changes with this number only.
    calm: Option<u32>,
}

fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x = (x ^ (x >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x ^ (x >> 32)
}

impl World {
    pub fn new(script: &Script) -> Self {
        World {
            now: Duration::from_secs(100),
            events: Vec::new(),
            rng: SmallRng::new(script.seed),
            inbox: Inbox::new(),
            woken: true,
            seed: script.seed,
            reads: Vec::new(),
            calm: None,
        }
    }

    /// A world in which nothing changes but what wakes an agent.
    pub fn calm(script: &Script) -> Self {
        World { calm: Some(0), ..World::new(script) }
    }

    /// The number of a stream that stands in a calm world; else the next.
    fn number(&mut self, stream: u32) -> u64 {
        match self.calm {
            Some(changes) => mix(self.seed ^ mix(u64::from(stream) << 32 | u64::from(changes))) >> 8,
            None => self.next_number(stream),
        }
    }

    /// In a calm world, most leaves say how long their answers stand: this one's number.
    fn standing(&mut self, stream: u32) -> Option<u64> {
        (self.calm.is_some() && !stream.is_multiple_of(4)).then(|| self.number(stream))
    }

    /// The next number of a stream.
    fn next_number(&mut self, stream: u32) -> u64 {
        let index = stream as usize;
        if self.reads.len() <= index {
            self.reads.resize(index + 1, 0);
        }
        self.reads[index] += 1;
        mix(self.seed ^ mix(u64::from(stream) << 32 | u64::from(self.reads[index]))) >> 8
    }

    pub fn status(&mut self, stream: u32) -> Status {
        status(self.next_number(stream))
    }

    pub fn truth(&mut self, stream: u32) -> bool {
        !self.number(stream).is_multiple_of(4)
    }

    pub fn count(&mut self, stream: u32) -> u32 {
        (self.number(stream) % 4) as u32
    }

    pub fn duration(&mut self, stream: u32) -> Duration {
        Duration::from_millis(self.number(stream) % 10 * 100)
    }

    pub fn arm(&mut self, stream: u32, arms: u64) -> u64 {
        self.number(stream) % arms
    }

    pub fn weight(&mut self, stream: u32) -> f64 {
        match self.number(stream) % 8 {
            0 => 0.0,
            1 => -1.0,
            2 => f64::NAN,
            number => number as f64,
        }
    }

    pub fn score(&mut self, stream: u32) -> f64 {
        match self.number(stream) % 12 {
            0 => f64::NAN,
            number => number as f64 / 10.0,
        }
    }

    /// What goes on between two ticks; whether the tree is halted then.
    pub fn pass(&mut self, script: &Script, tick: u32) -> bool {
        let number = mix(script.seed.wrapping_add(u64::from(tick) << 40));
        let step = Duration::from_millis(number % 5 * 100);
        if script.jumps && number >> 10 & 7 == 0 {
            self.now = self.now.saturating_sub(step * 4);
            self.woken = true;
        } else {
            self.now += step;
        }
        let is_calm = self.calm.is_some() && number >> 32 & 3 != 0;
        if number >> 16 & 3 == 0 && !is_calm {
            self.woken = true;
            let _ = self.inbox.send(if number >> 20 & 1 == 0 { 'a' } else { 'b' });
        }
        if let Some(changes) = &mut self.calm
            && number >> 28 & 7 == 0
        {
            *changes += 1;
            self.woken = true;
        }
        number >> 24 & 7 == 0 && !is_calm
    }
}

impl Clock for World {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Random for World {
    fn next_u64(&mut self) -> u64 {
        self.rng.next_u64()
    }
}

impl Events<char> for World {
    fn take(&mut self, wanted: impl FnMut(&char) -> bool) -> Option<char> {
        self.inbox.take(wanted)
    }
}

/// An action that follows its stream.
pub struct Scripted(pub u32);

impl Action<World> for Scripted {
    type State = ();
    type Output = Until;

    fn start(&self, _: &mut (), world: &mut World) {
        world.events.push(Event::Start(self.0));
    }

    fn tick(&self, _: &mut (), world: &mut World) -> Until {
        if let Some(number) = world.standing(self.0) {
            let moment = moment(number);
            if number.is_multiple_of(4) {
                return Status::Running.until_woken();
            }
            if world.now < moment {
                return Status::Running.until(moment);
            }
        }
        let status = world.status(self.0);
        world.events.push(Event::Tick(self.0, status));
        status.into()
    }

    fn halt(&self, _: &mut (), world: &mut World) {
        world.events.push(Event::Halt(self.0));
    }
}

/// A function that follows its stream: it isn't told of its start or halt.
pub fn function(world: &mut World, stream: u32) -> Until {
    if let Some(number) = world.standing(stream) {
        // One answer before a moment, another from then on.
        let moment = moment(number);
        return if world.now < moment {
            status(number >> 8).until(moment)
        } else {
            status(number >> 16).until_woken()
        };
    }
    let status = world.status(stream);
    world.events.push(Event::Tick(stream, status));
    status.into()
}

fn status(number: u64) -> Status {
    match number % 5 {
        0 => Status::Success,
        1 => Status::Failure,
        _ => Status::Running,
    }
}

/// A moment not long after the beginning.
fn moment(number: u64) -> Duration {
    Duration::from_secs(100) + Duration::from_millis(number % 64 * 100)
}

pub fn condition(world: &mut World, stream: u32) -> bool {
    let truth = world.truth(stream);
    // In a calm world, asking is no event.
    if world.calm.is_none() {
        world.events.push(Event::Condition(stream, truth));
    }
    truth
}

pub fn hook(world: &mut World, stream: u32) {
    world.events.push(Event::Hook(stream));
}

/// A state is entered.
pub fn enter(world: &mut World, state: u32) {
    world.events.push(Event::Enter(state));
}

/// A state is left.
pub fn exit(world: &mut World, state: u32) {
    world.events.push(Event::Exit(state));
}
