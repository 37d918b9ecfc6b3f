//! The game's side.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use bt_core::observe::{Observer, Outline};
use bt_core::{Agent, Behavior, Status};
use serde::Serialize;

use crate::hub::{Hub, Id, Key};
use crate::server::Server;
use crate::snapshot::Snapshot;

/// A page that shows running agents, served in the background until this is dropped.
///
/// Tick agents through it, by [`tick`](Inspector::tick), or by names of yours, with
/// values to be shown, by [`agent`](Inspector::agent). It can be shared by threads.
#[derive(Debug)]
pub struct Inspector {
    hub: Arc<Hub>,
    server: Server,
}

impl Inspector {
    /// Serves the page on this address, which has to be of this machine alone, such as
    /// `127.0.0.1:0`; with the port 0, a free one is found.
    ///
    /// # Errors
    ///
    /// If the address can't be had; with [`io::ErrorKind::PermissionDenied`] if others
    /// could connect to it.
    ///
    /// ```
    /// use bt_inspect::Inspector;
    ///
    /// let inspector = Inspector::serve("127.0.0.1:0")?;
    /// assert!(inspector.url().starts_with("http://127.0.0.1:"));
    /// assert!(Inspector::serve("0.0.0.0:0").is_err());
    /// # std::io::Result::Ok(())
    /// ```
    pub fn serve(address: impl ToSocketAddrs) -> io::Result<Self> {
        Self::start(address, None)
    }

    /// Serves the page on any address, to whoever knows the token: the
    /// [`url`](Inspector::url) has it. It goes over the network in plain text.
    ///
    /// # Errors
    ///
    /// If the address can't be had; with [`io::ErrorKind::InvalidInput`] if the token is
    /// not of at least eight letters and digits.
    pub fn serve_with_token(address: impl ToSocketAddrs, token: &str) -> io::Result<Self> {
        if token.len() < 8 || !token.chars().all(|letter| letter.is_ascii_alphanumeric()) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "a token has at least eight letters and digits, and nothing else",
            ));
        }
        Self::start(address, Some(token.to_owned()))
    }

    fn start(address: impl ToSocketAddrs, token: Option<String>) -> io::Result<Self> {
        let hub = Arc::new(Hub::new());
        let server = Server::start(address, token, hub.clone())?;
        Ok(Inspector { hub, server })
    }

    /// Where the page is.
    pub fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// What to open in a browser.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// The game's own time, to be shown with the ticks to come.
    pub fn set_time(&self, time: Duration) {
        self.hub.set_time(time);
    }

    /// Whether the game may make its next step: false while the page has paused it. A
    /// game that never asks can't be paused.
    ///
    /// ```no_run
    /// # use bt_inspect::Inspector;
    /// # fn step() {}
    /// # let inspector = Inspector::serve("127.0.0.1:0").unwrap();
    /// loop {
    ///     if inspector.advance() {
    ///         step();
    ///     }
    ///     std::thread::sleep(std::time::Duration::from_millis(16));
    /// }
    /// ```
    pub fn advance(&self) -> bool {
        self.hub.advance()
    }

    /// Ticks an agent, as [`Agent::tick`] does.
    ///
    /// The agent is known by where it is in memory: if agents move, give them names, by
    /// [`agent`](Inspector::agent). It is watched only while a page is open.
    pub fn tick<T, B: ?Sized>(&self, tree: &T, agent: &mut Agent<T>, blackboard: &mut B) -> Status
    where
        T: Behavior<B>,
    {
        let key = Key::Place(std::ptr::from_ref(agent).addr(), std::any::type_name::<T>());
        self.tick_as(&key, tree, agent, blackboard)
    }

    fn tick_as<T, B: ?Sized>(&self, key: &Key, tree: &T, agent: &mut Agent<T>, blackboard: &mut B) -> Status
    where
        T: Behavior<B>,
    {
        let (id, snapshot) = self.hub.enter(key, Outline::of::<T>);
        let (status, snapshot) = match snapshot {
            None => (agent.tick(tree, blackboard), None),
            Some(mut snapshot) => {
                (agent.tick_observed(tree, blackboard, &mut snapshot.recorder()), Some(snapshot))
            }
        };
        self.hub.leave(id, Some(status), snapshot);
        status
    }

    /// The agent with this name.
    ///
    /// ```
    /// # use bt_core::prelude::*;
    /// # let inspector = bt_inspect::Inspector::serve("127.0.0.1:0")?;
    /// # let tree = bt! { |_b: &mut u32| running };
    /// # let (mut agent, mut hunger) = (Agent::of(&tree), 3_u32);
    /// let status = inspector.agent("pet 1").publish("hunger", &hunger).tick(&tree, &mut agent, &mut hunger);
    /// assert_eq!(status, Status::Running);
    /// # std::io::Result::Ok(())
    /// ```
    pub fn agent(&self, name: impl Into<String>) -> Watched<'_> {
        Watched { inspector: self, key: Key::Name(name.into()) }
    }
}

/// An agent with a name; see [`Inspector::agent`].
#[derive(Debug)]
pub struct Watched<'i> {
    inspector: &'i Inspector,
    key: Key,
}

impl<'i> Watched<'i> {
    /// A value to be shown with the agent, as it is now. It is only looked at while a
    /// page is open.
    pub fn publish(self, name: &str, value: &(impl Serialize + ?Sized)) -> Self {
        let hub = &self.inspector.hub;
        if hub.is_watched(&self.key) {
            let value = serde_json::to_value(value).unwrap_or_else(|error| error.to_string().into());
            hub.publish(&self.key, name, value);
        }
        self
    }

    /// Ticks the agent, as [`Agent::tick`] does.
    pub fn tick<T, B: ?Sized>(self, tree: &T, agent: &mut Agent<T>, blackboard: &mut B) -> Status
    where
        T: Behavior<B>,
    {
        self.inspector.tick_as(&self.key, tree, agent, blackboard)
    }

    /// An observer, for a game that ticks by itself:
    /// [`Agent::tick_observed`] takes it, alone or in a tuple with others.
    ///
    /// ```
    /// # use bt_core::prelude::*;
    /// use bt_core::observe::Outline;
    ///
    /// # let inspector = bt_inspect::Inspector::serve("127.0.0.1:0")?;
    /// # let tree = bt! { |_b: &mut u32| running };
    /// # let mut agent = Agent::of(&tree);
    /// let mut seat = inspector.agent("pet 1").observer(&Outline::of_value(&tree));
    /// agent.tick_observed(&tree, &mut 3, &mut seat);
    /// # std::io::Result::Ok(())
    /// ```
    pub fn observer(self, outline: &Outline) -> Seat<'i> {
        let outline = *outline;
        Seat { hub: &self.inspector.hub, key: self.key, outline, id: None, snapshot: None }
    }
}

/// An observer of one agent, for its page; see [`Watched::observer`].
#[derive(Debug)]
pub struct Seat<'i> {
    hub: &'i Hub,
    key: Key,
    outline: Outline,
    id: Option<Id>,
    snapshot: Option<Snapshot>,
}

impl Observer for Seat<'_> {
    fn tick_began(&mut self) {
        let (id, snapshot) = self.hub.enter(&self.key, || self.outline);
        (self.id, self.snapshot) = (Some(id), snapshot);
        if let Some(snapshot) = &mut self.snapshot {
            snapshot.recorder().tick_began();
        }
    }

    fn ticked(&mut self, node: u32, status: Status) {
        if let Some(snapshot) = &mut self.snapshot {
            snapshot.recorder().ticked(node, status);
        }
    }

    fn halted(&mut self, node: u32) {
        if let Some(snapshot) = &mut self.snapshot {
            snapshot.recorder().halted(node);
        }
    }

    fn tick_ended(&mut self, status: Status) {
        if let Some(snapshot) = &mut self.snapshot {
            snapshot.recorder().tick_ended(status);
        }
        if let Some(id) = self.id.take() {
            self.hub.leave(id, Some(status), self.snapshot.take());
        }
    }
}
