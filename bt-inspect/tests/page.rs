//! The page in a browser, driven as a person would.
//!
//! Needs Chromium, Node.js, and `npm ci` in `tests/page`; `.ci/run` sees to them. Skipped
//! with a line where they are missing. The pictures are in `target/page`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bt_core::prelude::*;
use bt_inspect::Inspector;

#[path = "../../examples/world/mod.rs"]
mod world;
use world::*;

bt! {
    struct GuardTree { flee_below: f32 }

    |c: &mut Ctx<'_>| selector <
        is_low_health(self.flee_below) => flee_home,
        engage: sequence < sees_player, in_attack_range, cooldown(800ms) < attack > >,
        sees_player => chase,
        { c.since_seen() < Duration::from_secs(4) } => chase,
        patrol,
    >
}

fn bit(bits: &u64, number: u32) -> bool {
    bits >> (number % 64) & 1 == 1
}

/// A tree of four parts, of which each is a tree of four parts, and so on.
macro_rules! large {
    ($name:ident: $($tree:tt)*) => {
        bt! { struct $name |_bits: &mut u64| selector < $($tree)* > }
    };
}

large! { Four: sequence < bit(1), bit(7) >, sequence < bit(9), bit(11) >, sequence < bit(40), bit(51) >, bit(61) }
large! { Sixteen: @Four, sequence < bit(2), @Four >, sequence < bit(12), bit(13), @Four >, @Four }
large! { Large: @Sixteen, sequence < bit(3), @Sixteen >, sequence < bit(14), @Sixteen >, @Sixteen, sequence < bit(15), @Sixteen >, @Sixteen, @Sixteen }

/// The guard's story, at four times the speed.
fn play(inspector: &Inspector, is_over: &AtomicBool) {
    let tree = GuardTree { flee_below: 30.0 };
    let (mut agent, mut guard, mut world) = (Agent::<GuardTree>::new(), Guard::default(), World::default());
    let (mut large, mut bits) = (Agent::<Large>::new(), 0x1234_5678_9abc_def1_u64);
    while !is_over.load(Ordering::Relaxed) {
        if inspector.advance() {
            world.step();
            world.touch(&mut guard);
            inspector.set_time(world.now);
            let health = guard.health;
            let mut ctx = Ctx { guard: &mut guard, world: &world, now: world.now };
            inspector.agent("the guard").publish("health", &health).tick(&tree, &mut agent, &mut ctx);
            bits = bits.rotate_left(7).wrapping_mul(5);
            inspector.agent("the large tree").tick(&Large, &mut large, &mut bits);
            if world.now > Duration::from_secs(40) {
                (agent, guard, world) = (Agent::new(), Guard::default(), World::default());
            }
        }
        std::thread::sleep(TICK / 4);
    }
}

fn chromium() -> Option<PathBuf> {
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .map(PathBuf::from)
        .into_iter()
        .find(|path| path.exists())
}

#[test]
fn the_page_shows_the_guard() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page");
    let Some(chromium) = chromium() else {
        println!("skipped: Chromium is not installed");
        return;
    };
    if !directory.join("node_modules/playwright-core").exists() {
        println!("skipped: `npm ci --prefix bt-inspect/tests/page` has not been run");
        return;
    }
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../page");
    std::fs::create_dir_all(&pictures).expect("a directory can be made");

    let inspector = Inspector::serve("127.0.0.1:0").expect("a free port");
    let is_over = AtomicBool::new(false);
    let output = std::thread::scope(|scope| {
        scope.spawn(|| play(&inspector, &is_over));
        let output = Command::new("node")
            .arg(directory.join("page.mjs"))
            .arg(inspector.url())
            .arg(chromium)
            .arg(&pictures)
            .output();
        is_over.store(true, Ordering::Relaxed);
        output.expect("Node.js is there, since npm is")
    });
    println!("{}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
