//! A server's guard, as game servers write it: what it is at peace, in combat and after
//! death are states, each with a tree of its own; what happens to it comes as events.
//! `cargo run --example server`.

use std::time::Duration;

use bt_core::blackboard::Inbox;
use bt_core::observe::{LastStatus, Outline};
use bt_core::prelude::*;

/// What the server tells the guard.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Signal {
    EnterBattle,
    ExitBattle,
    Stun,
    Death,
    Resurrection,
}

/// What the guard works on.
#[derive(Default, Blackboard)]
struct Npc {
    #[bt(clock)]
    now: Duration,
    #[bt(events)]
    inbox: Inbox<Signal, 8>,
    distance: f32,
    said: Vec<&'static str>,
}

fn say(npc: &mut Npc, word: &'static str) {
    npc.said.push(word);
}

fn at_home(npc: &Npc) -> bool {
    npc.distance <= 0.0
}

fn walk_home(npc: &mut Npc) -> Status {
    npc.distance -= 2.0;
    if at_home(npc) { Status::Success } else { Status::Running }
}

fn strike(npc: &mut Npc) {
    npc.distance = 1.0;
    say(npc, "strikes");
}

bt! {
    /// What it does while it fights: nobody outside knows how.
    pub struct Combat
    |npc: &mut Npc| selector < cooldown(2s) < strike >, { npc.distance += 1.0; Status::Running } >
}

bt! {
    /// The guard of a game server.
    pub struct Guard
    |npc: &mut Npc| states <
        any:
            on(Signal::Death) -> dead,
            on(Signal::Stun) -> push stunned,
        peaceful: states <
            patrol: running, enter(say("patrols")), after(3s) -> idle,
            idle: running, enter(say("looks around")), after(2s) -> patrol,
        >, enter(say("sheathes")), exit(say("draws")),
            on(Signal::EnterBattle) -> combat,
        combat: @Combat, on(Signal::ExitBattle) -> returning,
        returning: walk_home, enter(say("goes home")), success -> resume peaceful,
        stunned: running, enter(say("sees stars")), after(2s) -> back,
        dead: running, enter(say("dies")), exit(say("rises")), on(Signal::Resurrection) -> peaceful,
    >
}

/// What happens, and when.
const STORY: [(u64, Signal); 6] = [
    (4, Signal::EnterBattle),
    (6, Signal::Stun),
    (10, Signal::ExitBattle),
    (13, Signal::Stun),
    (17, Signal::Death),
    (19, Signal::Resurrection),
];

fn main() {
    let (mut agent, mut npc) = (Agent::<Guard>::new(), Npc::default());
    let mut statuses = LastStatus::<[_; Guard::COUNT as usize]>::default();
    for second in 0..23 {
        npc.now = Duration::from_secs(second);
        for (_, signal) in STORY.iter().filter(|(at, _)| *at == second) {
            // There is room for all of them.
            let _ = npc.inbox.send(*signal);
            npc.said.push(match signal {
                Signal::EnterBattle => "[ENTER_BATTLE]",
                Signal::ExitBattle => "[EXIT_BATTLE]",
                Signal::Stun => "[STUN]",
                Signal::Death => "[DEATH]",
                Signal::Resurrection => "[RESURRECTION]",
            });
        }
        agent.tick_observed(&Guard, &mut npc, &mut statuses);
        // What nobody wanted is gone with the frame.
        npc.inbox.clear();
        if !npc.said.is_empty() {
            println!("{second:3} s  {}", std::mem::take(&mut npc.said).join(", "));
        }
    }
    println!("\n{}", Outline::of::<Guard>().with(&statuses));
}
