//! The overlay in a terminal, driven by keys: skipped with a line where tmux is
//! missing.

use std::process::Command;
use std::time::{Duration, Instant};

/// A terminal with the overlay in it.
struct Terminal {
    /// A server of its own, so that nobody's sessions are touched.
    socket: String,
}

impl Terminal {
    fn tmux(&self, arguments: &[&str]) -> String {
        let output = Command::new("tmux")
            .args(["-f", "/dev/null", "-L", &self.socket])
            .args(arguments)
            .output()
            .expect("tmux was there a moment ago");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p", "-t", "overlay"])
    }

    fn press(&self, key: &str) {
        self.tmux(&["send-keys", "-t", "overlay", key]);
    }

    /// The screen, once it shows something.
    fn wait_for(&self, shows: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if shows(&screen) {
                return screen;
            }
            assert!(start.elapsed() < Duration::from_secs(120), "it isn't shown:\n{screen}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The world's time, as the screen shows it.
    fn time(&self) -> String {
        let screen = self.screen();
        let (_, rest) = screen.split_once("World, ").expect("the world has a title");
        rest.split_once(' ').expect("a unit").0.to_owned()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended already if all went well.
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}

#[test]
fn the_overlay_shows_the_watched_guard_and_takes_keys() {
    if Command::new("tmux").arg("-V").output().is_err() {
        println!("skipped: tmux is not installed");
        return;
    }
    let terminal = Terminal { socket: format!("bt-overlay-{}", std::process::id()) };
    terminal.tmux(&[
        "new-session",
        "-d",
        "-s",
        "overlay",
        "-x",
        "110",
        "-y",
        "30",
        env!("CARGO_BIN_EXE_overlay"),
    ]);

    let screen = terminal.wait_for(|screen| screen.contains("> ") && screen.contains("patrol"));
    for part in ["World,", "Ada's tree", "engage: sequence", "is_low_health(self.flee_below)", "never yet"] {
        assert!(screen.contains(part), "{part} is missing:\n{screen}");
    }
    assert!(screen.lines().any(|line| line.contains("> ") && line.contains("patrol")), "{screen}");

    terminal.press("Space");
    terminal.wait_for(|screen| screen.contains("PAUSED"));
    let stopped = terminal.time();
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(terminal.time(), stopped, "it stands still");
    // Six steps are a tenth of a second.
    for _ in 0..7 {
        terminal.press("s");
    }
    terminal.wait_for(|_| terminal.time() != stopped);

    terminal.press("Tab");
    terminal.wait_for(|screen| screen.contains("Bert's tree"));
    terminal.press("Space");
    terminal.wait_for(|screen| !screen.contains("PAUSED"));
    let runs =
        |screen: &str, node: &str| screen.lines().any(|line| line.contains("│> ") && line.contains(node));
    // Its mind is changed by the player, who comes near.
    terminal.wait_for(|screen| runs(screen, "chase"));
    terminal.wait_for(|screen| runs(screen, "flee_home"));

    terminal.press("q");
    let start = Instant::now();
    while Command::new("tmux")
        .args(["-L", &terminal.socket, "has-session"])
        .output()
        .is_ok_and(|output| output.status.success())
    {
        assert!(start.elapsed() < Duration::from_secs(10), "it doesn't end");
        std::thread::sleep(Duration::from_millis(50));
    }
}
