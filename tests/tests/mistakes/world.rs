#![allow(dead_code, unused, unreachable_code)]
use bt_core::prelude::*;
use std::time::Duration;

#[derive(Clone, Copy, PartialEq)]
pub enum Mood {
    Calm,
    Angry(u32),
}

#[derive(Clone, Copy, PartialEq)]
pub enum Event {
    Alarm,
}

pub struct Guard {
    pub hp: f32,
    pub ammo: u32,
    pub now: Duration,
    pub names: Vec<String>,
    pub mood: Mood,
    pub target: Option<u32>,
    pub part: Part,
}

pub struct Part {
    pub x: u32,
}

impl Clock for Guard {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Random for Guard {
    fn next_u64(&mut self) -> u64 {
        7
    }
}

impl Events<Event> for Guard {
    fn take(&mut self, _: impl FnMut(&Event) -> bool) -> Option<Event> {
        None
    }
}

pub fn low(g: &Guard) -> bool {
    g.hp < 3.0
}

pub fn flee(_: &mut Guard) -> Status {
    Status::Running
}

pub fn attack(_: &mut Guard) -> Status {
    Status::Running
}

pub fn patrol(_: &mut Guard) -> Status {
    Status::Running
}

pub fn shoot(g: &mut Guard, n: u32) -> bool {
    g.ammo > n
}

pub fn say(_: &mut Guard, _: &str) -> bool {
    true
}

pub fn rest(_: &mut Guard, _: Duration) -> Status {
    Status::Running
}

pub fn on_part(_: &mut Part) -> bool {
    true
}

pub mod ai {
    pub use super::{attack, flee, low, patrol};
}

#[derive(Clone, Copy)]
pub struct Go(pub u32);

impl Go {
    pub fn new(x: u32) -> Self {
        Go(x)
    }
}

impl Action<Guard> for Go {
    type State = ();
    type Output = bool;

    fn tick(&self, _: &mut (), _: &mut Guard) -> bool {
        true
    }
}

bt! {
    #[derive(Clone)]
    pub struct Combat { pub range: f32 }
    |g: &mut Guard| selector < low, flee >
}

bt! {
    #[derive(Clone)]
    pub struct Calm;
    |g: &mut Guard| selector < low, flee >
}

fn main() {}
