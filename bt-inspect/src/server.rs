//! The page's side: HTTP.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;
use tiny_http::{Header, Method, Request, Response};

use crate::hub::{Hub, Id, NoView, View, Wish};

const PAGE: &str = include_str!("page.html");

/// How often the list of agents is sent.
const LIST: Duration = Duration::from_millis(500);

/// A server in the background; dropping it ends it.
pub(crate) struct Server {
    http: Arc<tiny_http::Server>,
    address: SocketAddr,
    token: Option<String>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Server {
    pub(crate) fn start(
        address: impl ToSocketAddrs,
        token: Option<String>,
        hub: Arc<Hub>,
    ) -> io::Result<Self> {
        let addresses: Vec<SocketAddr> = address.to_socket_addrs()?.collect();
        if token.is_none() && addresses.iter().any(|address| !address.ip().is_loopback()) {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "others could connect to this address: use `Inspector::serve_with_token`",
            ));
        }
        let listener = TcpListener::bind(&addresses[..])?;
        let address = listener.local_addr()?;
        let http = tiny_http::Server::from_listener(listener, None).map_err(io::Error::other)?;
        let (http, is_over) = (Arc::new(http), Arc::new(AtomicBool::new(false)));
        let site = Arc::new(Site { hub, token: token.clone(), is_over: is_over.clone() });
        let receiver = http.clone();
        let thread = std::thread::Builder::new().name("bt-inspect".to_owned()).spawn(move || {
            for request in receiver.incoming_requests() {
                site.clone().answer(request);
            }
        })?;
        Ok(Server { http, address, token, is_over, thread: Some(thread) })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn url(&self) -> String {
        match &self.token {
            Some(token) => format!("http://{}/?token={token}", self.address),
            None => format!("http://{}/", self.address),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.http.unblock();
        if let Some(thread) = self.thread.take() {
            // It has panicked only if the game is going down anyway.
            let _ = thread.join();
        }
    }
}

/// What requests are answered from.
struct Site {
    hub: Arc<Hub>,
    token: Option<String>,
    is_over: Arc<AtomicBool>,
}

/// What is wrong with a request: a status, and a word on it.
struct Refusal(u16, &'static str);

/// What is asked for.
enum Asked {
    Page,
    Agents,
    Tree(Value),
    Events(View),
    Done,
}

impl Site {
    fn answer(self: Arc<Self>, request: Request) {
        let answer = self.route(&request);
        // A browser that went away needs no answer.
        let _ = match answer {
            Ok(Asked::Page) => respond(request, 200, "text/html; charset=utf-8", PAGE.to_owned()),
            Ok(Asked::Agents) => json(request, &self.hub.agents()),
            Ok(Asked::Tree(tree)) => json(request, &tree),
            Ok(Asked::Done) => respond(request, 204, "text/plain", String::new()),
            Ok(Asked::Events(view)) => self.stream(request, view),
            Err(Refusal(status, word)) => respond(request, status, "text/plain", format!("{word}\n")),
        };
    }

    fn route(&self, request: &Request) -> Result<Asked, Refusal> {
        let (path, query) = request.url().split_once('?').unwrap_or((request.url(), ""));
        self.admit(request, query)?;
        let allowed = match path {
            "/" | "/agents" | "/tree" | "/events" => Method::Get,
            "/control" => Method::Post,
            _ => return Err(Refusal(404, "there is no such page")),
        };
        if *request.method() != allowed {
            return Err(Refusal(405, "this page doesn't take that method"));
        }
        match path {
            "/" => Ok(Asked::Page),
            "/agents" => Ok(Asked::Agents),
            "/tree" => {
                let tree = self.hub.tree(agent(query)?);
                tree.map(Asked::Tree).ok_or(Refusal(404, "there is no such agent"))
            }
            "/events" => {
                let view = self.hub.view(agent(query)?).map_err(|reason| match reason {
                    NoView::NoAgent => Refusal(404, "there is no such agent"),
                    NoView::TooMany => Refusal(429, "too many pages are open"),
                });
                view.map(Asked::Events)
            }
            _ => {
                let wish = match parameter(query, "do") {
                    Some("pause") => Wish::Pause,
                    Some("resume") => Wish::Resume,
                    Some("step") => Wish::Step,
                    _ => return Err(Refusal(400, "say `do=pause`, `do=resume` or `do=step`")),
                };
                let is_done = self.hub.wish(wish);
                if is_done { Ok(Asked::Done) } else { Err(Refusal(409, "this game can't be paused")) }
            }
        }
    }

    /// Who may ask: with a token, whoever knows it. Without, only pages of our own: other
    /// sites that a browser shows must not reach the game through it.
    fn admit(&self, request: &Request, query: &str) -> Result<(), Refusal> {
        if let Some(token) = &self.token {
            let given = parameter(query, "token").unwrap_or_default();
            let differs = given.len() != token.len()
                || given.bytes().zip(token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b)) != 0;
            return if differs { Err(Refusal(401, "the token is missing, or wrong")) } else { Ok(()) };
        }
        let host = header(request, "Host").unwrap_or_default();
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        if !["127.0.0.1", "localhost", "[::1]"].contains(&name) {
            return Err(Refusal(403, "ask for this machine by its own name"));
        }
        match header(request, "Origin") {
            Some(origin) if origin.strip_prefix("http://") != Some(host) => {
                Err(Refusal(403, "another site's page may not ask"))
            }
            _ => Ok(()),
        }
    }

    /// Streams events until the browser goes away, in a thread of its own.
    fn stream(self: Arc<Self>, request: Request, view: View) -> io::Result<()> {
        std::thread::Builder::new().name("bt-inspect events".to_owned()).spawn(move || {
            let mut writer = request.into_writer();
            // An error means that the browser has gone away.
            let _ = self.send_events(&mut writer, &view);
        })?;
        Ok(())
    }

    fn send_events(&self, writer: &mut dyn Write, view: &View) -> io::Result<()> {
        writer.write_all(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
              Connection: close\r\n\r\n",
        )?;
        for frame in &view.past {
            write!(writer, "event: frame\ndata: {}\n\n", frame.to_json())?;
        }
        let mut next_list = Instant::now();
        while !self.is_over.load(Ordering::Relaxed) {
            if Instant::now() >= next_list {
                next_list = Instant::now() + LIST;
                let mut list = self.hub.agents();
                list["dropped"] = view.dropped.load(Ordering::Relaxed).into();
                write!(writer, "event: agents\ndata: {list}\n\n")?;
                writer.flush()?;
            }
            match view.frames.recv_timeout(next_list.saturating_duration_since(Instant::now())) {
                Ok(frame) => {
                    write!(writer, "event: frame\ndata: {}\n\n", frame.to_json())?;
                    writer.flush()?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(())
    }
}

fn respond(request: Request, status: u16, content: &str, body: String) -> io::Result<()> {
    let mut response = Response::from_string(body).with_status_code(status);
    let headers = [
        ("Content-Type", content),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
    ];
    for (name, value) in headers {
        response.add_header(Header::from_bytes(name, value).expect("a header of our own"));
    }
    request.respond(response)
}

fn json(request: Request, value: &Value) -> io::Result<()> {
    respond(request, 200, "application/json", value.to_string())
}

fn header<'r>(request: &'r Request, name: &'static str) -> Option<&'r str> {
    request.headers().iter().find(|header| header.field.equiv(name)).map(|header| header.value.as_str())
}

fn parameter<'q>(query: &'q str, name: &str) -> Option<&'q str> {
    query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value)
}

fn agent(query: &str) -> Result<Id, Refusal> {
    let agent = parameter(query, "agent").and_then(|agent| agent.parse().ok());
    agent.ok_or(Refusal(400, "say which: `agent=NUMBER`"))
}
