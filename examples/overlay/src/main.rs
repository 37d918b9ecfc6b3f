//! What guards do, and why, in the terminal: `cargo run -p overlay`.
//!
//! The world is on the left, the tree of the watched guard on the right, as its last
//! tick left it.

use std::time::{Duration, Instant};

use bt_core::observe::{Coverage, LastStatus, Outline, Slot};
use bt_core::prelude::*;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};

#[path = "../../world/mod.rs"]
mod world;
use world::*;

bt! {
    /// What a guard does, most urgent first.
    struct GuardTree { flee_below: f32 }

    |c: &mut Ctx<'_>| selector <
        is_low_health(self.flee_below) => flee_home,
        engage: sequence < sees_player, in_attack_range, cooldown(800ms) < attack > >,
        sees_player => chase,
        { c.since_seen() < Duration::from_secs(4) } => chase,
        patrol,
    >
}

/// The world's width, in metres.
const WIDTH: f32 = 64.0;

struct Watched {
    name: &'static str,
    tree: GuardTree,
    agent: Agent<GuardTree>,
    guard: Guard,
    last: LastStatus<[Slot; GuardTree::COUNT as usize]>,
}

struct Game {
    world: World,
    guards: [Watched; 3],
    watched: usize,
    is_paused: bool,
    coverage: Coverage,
}

impl Game {
    fn new() -> Self {
        let guard = |name, x, flee_below| Watched {
            name,
            tree: GuardTree { flee_below },
            agent: Agent::new(),
            guard: Guard { x, ..Guard::default() },
            last: LastStatus::default(),
        };
        Game {
            world: World::default(),
            guards: [guard("Ada", 12.0, 30.0), guard("Bert", 4.0, 70.0), guard("Cleo", 22.0, 5.0)],
            watched: 0,
            is_paused: false,
            coverage: Coverage::new(&Outline::of::<GuardTree>()),
        }
    }

    fn step(&mut self) {
        if self.world.now > Duration::from_secs(40) {
            *self = Game { watched: self.watched, ..Game::new() };
        }
        self.world.step();
        for (number, Watched { tree, agent, guard, last, .. }) in (0..).zip(&mut self.guards) {
            self.world.touch(guard);
            let mut ctx = Ctx { guard, world: &self.world, now: self.world.now };
            agent.tick_observed(tree, &mut ctx, &mut (last, self.coverage.agent(number)));
        }
    }

    /// Does what a key asks for; false to end.
    fn key(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Char('q') | KeyCode::Esc => return false,
            KeyCode::Char(' ') => self.is_paused = !self.is_paused,
            KeyCode::Char('s') => {
                self.is_paused = true;
                self.step();
            }
            KeyCode::Tab | KeyCode::Right => self.watched = (self.watched + 1) % self.guards.len(),
            KeyCode::BackTab | KeyCode::Left => {
                self.watched = (self.watched + self.guards.len() - 1) % self.guards.len();
            }
            _ => {}
        }
        true
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let [body, help] = Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(frame.area());
        let [left, right] = Layout::horizontal([Constraint::Percentage(45), Constraint::Min(0)]).areas(body);
        self.draw_world(frame, left);
        self.draw_tree(frame, right);
        let state = if self.is_paused { " PAUSED ".reversed() } else { " running".into() };
        let help_text = " space: pause, s: step, tab: next guard, q: quit".dim();
        frame.render_widget(Line::from(vec![state, help_text]), help);
    }

    fn draw_world(&self, frame: &mut Frame<'_>, area: Rect) {
        let title = format!(" World, {:.1} s ", self.world.now.as_secs_f32());
        let block = Block::bordered().title(title);
        let columns = block.inner(area).width.max(1);
        let place = |x: f32| (x / WIDTH * f32::from(columns - 1)) as usize;
        let mut lines = Vec::new();
        let player = if self.world.hidden { "p".dim() } else { "P".bold() };
        lines.push(Line::from(vec![" ".repeat(place(self.world.player)).into(), player]));
        for (index, watched) in self.guards.iter().enumerate() {
            let guard = &watched.guard;
            let mark = if index == self.watched { "G".bold().yellow() } else { "g".into() };
            lines.push(Line::from(vec![" ".repeat(place(guard.x)).into(), mark]));
            let text = format!("{}: health {:.0}, {}", watched.name, guard.health, guard.doing);
            lines.push(if index == self.watched { text.yellow().into() } else { text.dim().into() });
        }
        frame.render_widget(Paragraph::new(lines).block(block), area);
    }

    fn draw_tree(&self, frame: &mut Frame<'_>, area: Rect) {
        let watched = &self.guards[self.watched];
        let outline = Outline::of::<GuardTree>();
        let lines = outline.entries().into_iter().map(|entry| {
            let (sign, color) = match watched.last.get(entry.id) {
                Some(Status::Success) => ("+", Color::Green),
                Some(Status::Failure) => ("-", Color::Red),
                Some(Status::Running) => (">", Color::Yellow),
                None => (" ", Color::DarkGray),
            };
            let name = entry.to_string();
            let ticks = self.coverage.get(entry.id).ticked;
            let never = if ticks == 0 { "  never yet" } else { "" };
            Line::from(vec![
                format!("{sign} {}", "  ".repeat(entry.depth as usize)).into(),
                Span::styled(name, Style::new().fg(color)),
                never.dim(),
            ])
        });
        let block = Block::bordered().title(format!(" {}'s tree ", watched.name));
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()).block(block), area);
    }
}

fn main() -> std::io::Result<()> {
    let mut terminal = ratatui::init();
    let mut game = Game::new();
    let mut play = || loop {
        let next = Instant::now() + TICK;
        if !game.is_paused {
            game.step();
        }
        terminal.draw(|frame| game.draw(frame))?;
        while event::poll(next.saturating_duration_since(Instant::now()))? {
            if let Event::Key(key) = event::read()?
                && key.kind == KeyEventKind::Press
                && !game.key(key.code)
            {
                return Ok(());
            }
        }
    };
    let result = play();
    ratatui::restore();
    result
}
