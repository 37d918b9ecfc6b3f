//! What the game and the page share.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bt_core::Status;
use bt_core::observe::Outline;
use serde_json::{Map, Value, json};

use crate::snapshot::{Snapshot, letter_of};

/// Frames that wait for one page; what doesn't fit is dropped, and counted.
const QUEUE: usize = 256;

/// Pages that may look at once.
const PAGES: usize = 16;

/// How long the frames of an agent are remembered.
const REMEMBERED: Duration = Duration::from_secs(30);

/// The frames that are remembered of all agents together.
const MEMORY: usize = 1 << 16;

/// With more agents, only those are watched that a page looks at.
const CROWD: usize = 500;

/// An agent that hasn't been ticked for so long is gone.
const GONE: Duration = Duration::from_secs(10);

/// The number of an agent, as the page knows it.
pub(crate) type Id = u64;

/// How the game names an agent.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    Name(String),
    /// By where it is in memory, and its tree's type.
    Place(usize, &'static str),
}

/// One tick of the agent that a page looks at.
#[derive(Debug)]
pub(crate) struct Frame {
    /// Milliseconds since the inspector began.
    at: u64,
    tick: u64,
    /// The game's own time in seconds, if it says so.
    time: Option<f64>,
    status: Option<Status>,
    nodes: String,
    values: Map<String, Value>,
}

impl Frame {
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "at": self.at,
            "tick": self.tick,
            "time": self.time,
            "status": self.status.map(|status| letter_of(status).to_string()),
            "nodes": self.nodes,
            "values": self.values,
        })
    }
}

#[derive(Debug)]
struct Entry {
    name: String,
    outline: Outline,
    seen: Instant,
    ticks: u64,
    status: Option<Status>,
    /// Its last tick, if it was watched.
    snapshot: Option<Snapshot>,
    values: Map<String, Value>,
    /// Its last frames.
    frames: VecDeque<Arc<Frame>>,
}

#[derive(Debug)]
struct Page {
    id: u64,
    agent: Id,
    frames: SyncSender<Arc<Frame>>,
    dropped: Arc<AtomicU64>,
}

#[derive(Debug, Default)]
struct State {
    agents: BTreeMap<Id, Entry>,
    ids: HashMap<Key, Id>,
    /// How many agents of a type have been numbered.
    numbers: HashMap<String, u64>,
    pages: Vec<Page>,
    next_id: u64,
    /// When agents were last forgotten.
    forgotten: Option<Instant>,
    time: Option<Duration>,
    control: Control,
}

/// Whether the game goes on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Control {
    /// Whether the game asks at all.
    pub(crate) is_asked: bool,
    pub(crate) is_paused: bool,
    steps: u32,
}

/// What a page asks the game to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    Pause,
    Resume,
    Step,
}

/// Why a page can't look at an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoView {
    NoAgent,
    TooMany,
}

/// The frames of the agent that one page looks at; dropping it says that it doesn't any
/// more.
#[derive(Debug)]
pub(crate) struct View {
    hub: Arc<Hub>,
    page: u64,
    /// What is remembered of the agent.
    pub(crate) past: Vec<Arc<Frame>>,
    pub(crate) frames: Receiver<Arc<Frame>>,
    pub(crate) dropped: Arc<AtomicU64>,
}

impl Drop for View {
    fn drop(&mut self) {
        self.hub.lock().close(self.page);
    }
}

#[derive(Debug)]
pub(crate) struct Hub {
    began: Instant,
    state: Mutex<State>,
}

impl Hub {
    pub(crate) fn new() -> Self {
        Hub { began: Instant::now(), state: Mutex::default() }
    }

    // A game that panicked while it held the lock has left nothing half done.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    // ---- the game's side

    /// The agent's number, and its snapshot to fill if a page looks at it.
    pub(crate) fn enter(&self, key: &Key, outline: impl FnOnce() -> Outline) -> (Id, Option<Snapshot>) {
        let mut state = self.lock();
        let id = match state.ids.get(key) {
            Some(id) => *id,
            None => state.add(key, outline()),
        };
        let is_watched = state.watches(id);
        let Some(entry) = state.agents.get_mut(&id) else { return (id, None) };
        entry.seen = Instant::now();
        let outline = entry.outline;
        // One that isn't there any more was lost in a tick that panicked.
        let snapshot = is_watched.then(|| entry.snapshot.take().unwrap_or_else(|| Snapshot::new(&outline)));
        (id, snapshot)
    }

    pub(crate) fn is_watched(&self, key: &Key) -> bool {
        let state = self.lock();
        state.ids.get(key).is_some_and(|id| state.watches(*id))
    }

    pub(crate) fn publish(&self, key: &Key, name: &str, value: Value) {
        let state = &mut *self.lock();
        if let Some(entry) = state.ids.get(key).and_then(|id| state.agents.get_mut(id)) {
            entry.values.insert(name.to_owned(), value);
        }
    }

    /// The agent's tick is over.
    pub(crate) fn leave(&self, id: Id, status: Option<Status>, snapshot: Option<Snapshot>) {
        let mut guard = self.lock();
        let state = &mut *guard;
        let most = MEMORY / state.agents.len().max(1);
        let Some(entry) = state.agents.get_mut(&id) else { return };
        entry.ticks += 1;
        entry.status = status;
        let Some(snapshot) = snapshot else { return };
        let frame = Arc::new(Frame {
            at: self.began.elapsed().as_millis() as u64,
            tick: entry.ticks,
            time: state.time.map(|time| time.as_secs_f64()),
            status,
            nodes: snapshot.letters(),
            values: entry.values.clone(),
        });
        entry.snapshot = Some(snapshot);
        let oldest = frame.at.saturating_sub(REMEMBERED.as_millis() as u64);
        while entry.frames.len() >= most || entry.frames.front().is_some_and(|frame| frame.at < oldest) {
            entry.frames.pop_front();
        }
        entry.frames.push_back(frame.clone());
        for page in state.pages.iter().filter(|page| page.agent == id) {
            if let Err(TrySendError::Full(_)) = page.frames.try_send(frame.clone()) {
                page.dropped.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    pub(crate) fn set_time(&self, time: Duration) {
        self.lock().time = Some(time);
    }

    pub(crate) fn advance(&self) -> bool {
        let control = &mut self.lock().control;
        control.is_asked = true;
        if control.is_paused {
            let goes_on = control.steps > 0;
            control.steps = control.steps.saturating_sub(1);
            return goes_on;
        }
        true
    }

    // ---- the page's side

    /// Does what a page wishes; false if the game doesn't ask.
    pub(crate) fn wish(&self, wish: Wish) -> bool {
        let control = &mut self.lock().control;
        if !control.is_asked {
            return false;
        }
        match wish {
            Wish::Pause => (control.is_paused, control.steps) = (true, 0),
            Wish::Resume => control.is_paused = false,
            Wish::Step => {
                // A step from a running game stops it after one more.
                control.is_paused = true;
                control.steps += 1;
            }
        }
        true
    }

    pub(crate) fn agents(&self) -> Value {
        let mut state = self.lock();
        state.forget();
        let now = Instant::now();
        let agents = state.agents.iter().map(|(id, entry)| {
            json!({
                "id": id,
                "name": entry.name,
                "ticks": entry.ticks,
                "status": entry.status.map(|status| letter_of(status).to_string()),
                "quiet": (now - entry.seen).as_millis() as u64,
            })
        });
        let agents: Vec<Value> = agents.collect();
        let Control { is_asked, is_paused, .. } = state.control;
        json!({ "agents": agents, "can_pause": is_asked, "paused": is_paused })
    }

    /// The tree of an agent.
    pub(crate) fn tree(&self, agent: Id) -> Option<Value> {
        let (name, outline) = {
            let state = self.lock();
            let entry = state.agents.get(&agent)?;
            (entry.name.clone(), entry.outline)
        };
        let nodes = outline.entries().into_iter().map(|entry| {
            // The label is shown apart.
            let unlabelled = bt_core::observe::Entry { label: None, ..entry };
            json!({
                "id": entry.id,
                "depth": entry.depth,
                "kind": entry.kind,
                "text": unlabelled.to_string(),
                "label": entry.label,
                "note": entry.note,
                "location": entry.location.map(|location| location.to_string()),
            })
        });
        let nodes: Vec<Value> = nodes.collect();
        Some(json!({ "agent": agent, "name": name, "nodes": nodes }))
    }

    /// Looks at an agent from now on.
    pub(crate) fn view(self: &Arc<Self>, agent: Id) -> Result<View, NoView> {
        let mut state = self.lock();
        if state.pages.len() >= PAGES {
            return Err(NoView::TooMany);
        }
        let past = state.agents.get(&agent).ok_or(NoView::NoAgent)?.frames.iter().cloned().collect();
        let (sender, frames) = sync_channel(QUEUE);
        let (page, dropped) = (state.next(), Arc::new(AtomicU64::new(0)));
        state.pages.push(Page { id: page, agent, frames: sender, dropped: dropped.clone() });
        Ok(View { hub: self.clone(), page, past, frames, dropped })
    }
}

impl State {
    fn next(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    fn add(&mut self, key: &Key, outline: Outline) -> Id {
        self.forget();
        let id = self.next();
        let name = match key {
            Key::Name(name) => name.clone(),
            Key::Place(_, type_name) => {
                let short = type_name.split('<').next().unwrap_or_default();
                let short = short.rsplit("::").next().unwrap_or_default().to_owned();
                let number = self.numbers.entry(short.clone()).or_default();
                *number += 1;
                format!("{short} {number}")
            }
        };
        self.ids.insert(key.clone(), id);
        self.agents.insert(
            id,
            Entry {
                name,
                outline,
                seen: Instant::now(),
                ticks: 0,
                status: None,
                snapshot: None,
                values: Map::new(),
                frames: VecDeque::new(),
            },
        );
        id
    }

    /// Forgets agents that are gone, and that nobody looks at; at most once a second,
    /// since all are looked through.
    fn forget(&mut self) {
        let now = Instant::now();
        let is_due = self.forgotten.is_none_or(|last| now - last > Duration::from_secs(1));
        if self.control.is_paused || !is_due {
            return;
        }
        self.forgotten = Some(now);
        let pages = &self.pages;
        self.agents.retain(|id, entry| now - entry.seen < GONE || pages.iter().any(|page| page.agent == *id));
        let agents = &self.agents;
        self.ids.retain(|_, id| agents.contains_key(id));
    }

    /// Whether the ticks of an agent are watched: those of all, while a page is there, so
    /// that it has a past when it is chosen; in a crowd, only those that are looked at.
    fn watches(&self, agent: Id) -> bool {
        let is_looked_at = || self.pages.iter().any(|page| page.agent == agent);
        !self.pages.is_empty() && (self.agents.len() <= CROWD || is_looked_at())
    }

    /// A page is gone. With the last one, so is what was remembered for it.
    fn close(&mut self, page: u64) {
        self.pages.retain(|other| other.id != page);
        if self.pages.is_empty() {
            for entry in self.agents.values_mut() {
                (entry.snapshot, entry.frames) = (None, VecDeque::new());
            }
        }
    }
}
