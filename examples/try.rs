#![allow(missing_docs)]
use bt_core::prelude::*;
use core::time::Duration;
struct World { player: f32 }
struct Npc { hp: f32, x: f32, hits: u32 }
struct Ctx<'a> { npc: &'a mut Npc, world: &'a World, now: Duration }
impl Clock for Ctx<'_> { fn now(&self) -> Duration { self.now } }
fn is_low(c: &Ctx<'_>, below: f32) -> bool { c.npc.hp < below }
fn flee(c: &mut Ctx<'_>) -> Status { c.npc.x -= 1.0; Status::Running }
fn stop(c: &mut Ctx<'_>) { c.npc.hits = 0 }
fn sees(c: &Ctx<'_>) -> bool { (c.npc.x - c.world.player).abs() < 12.0 }
fn attack(c: &mut Ctx<'_>) -> Status { c.npc.hits += 1; Status::Success }
fn patrol(c: &mut Ctx<'_>) -> Status { c.npc.x += 0.1; Status::Running }
struct MoveTo { x: f32 }
impl Action<Ctx<'_>> for MoveTo { type State = u8; type Output = bool; fn tick(&self, _: &mut u8, c: &mut Ctx<'_>) -> bool { c.npc.x = self.x; true } }
bt! {
    /// A guard.
    #[derive(Debug, Clone)]
    struct GuardTree { pub flee_below: f32 }
    |c: &mut Ctx<'_>| selector <
        low: sequence < is_low(self.flee_below), on_halt(stop) < flee > >,
        sequence < sees, { c.npc.hits < 3 }, cooldown(800ms) < attack > >,
        false_move: { false } => @MoveTo { x: c_x() },
        @Patrol,
    >
}
fn c_x() -> f32 { 1.0 }
bt! {
    struct Patrol |c: &mut Ctx<'_>| mem_sequence < wait(0.5s), repeater(2) < patrol >, !patrol, repeat_until_fail < patrol > >
}
fn main() {
    let tree = GuardTree { flee_below: 20.0 };
    let mut state = Agent::<GuardTree>::new();
    let mut npc = Npc { hp: 50.0, x: 0.0, hits: 0 };
    let mut last = bt_core::observe::LastStatus::<[_; GuardTree::COUNT as usize]>::default();
    for frame in 0..12 {
        let world = World { player: 5.0 };
        npc.hp = if (5..8).contains(&frame) { 10.0 } else { 50.0 };
        let mut ctx = Ctx { npc: &mut npc, world: &world, now: Duration::from_millis(frame * 300) };
        print!("{:?} ", state.tick_observed(&tree, &mut ctx, &mut last));
    }
    println!("\nx {:.1}, hits {}, state {} bytes, {} nodes", npc.x, npc.hits, size_of_val(&state), GuardTree::COUNT);
    let o = bt_core::observe::Outline::of::<GuardTree>();
    println!("{}", o.with(&last));
    o.for_each(|e| println!("{e:?}"));
    let expr = bt!{ selector < sequence < sees, flee >, patrol, @MoveTo { x: 2.0 } > };
    println!("{}", bt_core::observe::Outline::of_value(&expr));
    let expr2 = bt!{ |c: &mut Ctx<'_>| selector < { c.npc.hp < 20.0 } => flee, cooldown(c.now) < sees > => patrol  > };
    let _ = (&expr, &expr2);
}
