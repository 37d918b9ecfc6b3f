//! What the server answers, byte by byte.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use bt_core::prelude::*;
use bt_inspect::Inspector;

bt! {
    struct Pet |hunger: &mut u32| selector < is_hungry: { *hunger > 9 } => { *hunger = 0; }, running >
}

fn connect(inspector: &Inspector) -> TcpStream {
    let stream = TcpStream::connect(inspector.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    stream
}

/// Sends a request line and headers, and returns the status and the body.
fn ask_with(inspector: &Inspector, line: &str, headers: &str) -> (u16, String) {
    let mut stream = connect(inspector);
    write!(stream, "{line} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
    (status, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
}

fn ask(inspector: &Inspector, line: &str) -> (u16, String) {
    ask_with(inspector, line, &format!("Host: {}\r\n", inspector.address()))
}

fn inspected() -> (Inspector, Agent<Pet>) {
    let inspector = Inspector::serve("127.0.0.1:0").unwrap();
    let mut pet = Agent::new();
    inspector.agent("pet").tick(&Pet, &mut pet, &mut 3);
    (inspector, pet)
}

/// The list of agents.
fn list(inspector: &Inspector) -> serde_json::Value {
    serde_json::from_str(&ask(inspector, "GET /agents").1).unwrap()
}

/// The first agent's number.
fn number(inspector: &Inspector) -> u64 {
    list(inspector)["agents"][0]["id"].as_u64().unwrap()
}

#[test]
fn serves_the_page_the_list_and_the_tree() {
    let (inspector, _) = inspected();
    let (status, page) = ask(&inspector, "GET /");
    assert_eq!(status, 200);
    assert!(page.contains("<!doctype html>"));
    assert!(!page.contains("https://"), "the page loads nothing from elsewhere");

    let list = list(&inspector);
    assert_eq!(list["agents"][0]["name"], "pet");
    assert_eq!(list["agents"][0]["status"], "r");
    assert_eq!(list["can_pause"], false);

    let tree = ask(&inspector, &format!("GET /tree?agent={}", number(&inspector))).1;
    let tree: serde_json::Value = serde_json::from_str(&tree).unwrap();
    assert_eq!(tree["nodes"].as_array().unwrap().len(), 5);
    assert_eq!(tree["nodes"][1]["label"], "is_hungry");
    assert!(tree["nodes"][1]["location"].as_str().unwrap().contains("http.rs:"));
}

#[test]
fn bad_requests_change_nothing() {
    let (inspector, _) = inspected();
    let _ = inspector.advance();
    for (line, expected) in [
        ("GET /elsewhere", 404),
        ("GET /../etc/passwd", 404),
        ("POST /", 405),
        ("GET /control?do=pause", 405),
        ("DELETE /agents", 405),
        ("POST /control", 400),
        ("POST /control?do=explode", 400),
        ("GET /tree", 400),
        ("GET /tree?agent=fido", 400),
        ("GET /tree?agent=-1", 400),
        ("GET /tree?agent=99999999999999999999999", 400),
        ("GET /tree?agent=4711", 404),
        ("GET /events?agent=4711", 404),
    ] {
        assert_eq!(ask(&inspector, line).0, expected, "{line}");
    }
    assert!(inspector.advance(), "nothing has paused the game");
}

#[test]
fn garbage_is_refused_and_the_server_lives_on() {
    let (inspector, _) = inspected();
    for garbage in ["\r\n\r\n", "GET\r\n\r\n", "\0\0\0\0\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"] {
        let mut stream = connect(&inspector);
        stream.write_all(garbage.as_bytes()).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        // That the connection is broken off is an answer too.
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 200"), "{garbage:?}");
    }
    assert_eq!(ask(&inspector, "GET /agents").0, 200);
}

#[test]
fn other_sites_are_kept_out() {
    let (inspector, _) = inspected();
    let _ = inspector.advance();
    let (own, port) = (inspector.address(), inspector.address().port());
    for (headers, expected) in [
        (format!("Host: evil.example:{port}\r\n"), 403),
        (String::new(), 403),
        (format!("Host: {own}\r\nOrigin: http://evil.example\r\n"), 403),
        (format!("Host: {own}\r\nOrigin: null\r\n"), 403),
        (format!("Host: {own}\r\nOrigin: http://{own}\r\n"), 204),
        (format!("Host: localhost:{port}\r\n"), 204),
    ] {
        assert_eq!(ask_with(&inspector, "POST /control?do=resume", &headers).0, expected, "{headers}");
    }
}

#[test]
fn others_need_a_token() {
    assert_eq!(Inspector::serve("0.0.0.0:0").unwrap_err().kind(), std::io::ErrorKind::PermissionDenied);
    assert!(Inspector::serve_with_token("0.0.0.0:0", "short").is_err());
    assert!(Inspector::serve_with_token("0.0.0.0:0", "with&signs=1234").is_err());

    let inspector = Inspector::serve_with_token("127.0.0.1:0", "secret12").unwrap();
    assert!(inspector.url().ends_with("/?token=secret12"));
    assert_eq!(ask(&inspector, "GET /").0, 401);
    assert_eq!(ask(&inspector, "GET /?token=secret13").0, 401);
    assert_eq!(ask(&inspector, "GET /agents?token=secret1").0, 401);
    assert_eq!(ask(&inspector, "GET /agents?token=secret12").0, 200);
}

#[test]
fn a_game_that_does_not_ask_cannot_be_paused() {
    let (inspector, _) = inspected();
    assert_eq!(ask(&inspector, "POST /control?do=pause").0, 409);
    assert!(inspector.advance());
    assert_eq!(ask(&inspector, "POST /control?do=pause").0, 204);
    assert!(!inspector.advance());
    assert_eq!(ask(&inspector, "POST /control?do=step").0, 204);
    assert!(inspector.advance(), "one step");
    assert!(!inspector.advance(), "and no more");
    assert_eq!(ask(&inspector, "POST /control?do=resume").0, 204);
    assert!(inspector.advance());
}

/// The stream of events of the first agent, line by line, once it has begun.
fn events(inspector: &Inspector) -> impl Iterator<Item = String> {
    let mut lines = events_of(inspector, number(inspector));
    assert!(lines.any(|line| line.starts_with("event: agents")));
    lines
}

/// The stream of events of an agent.
fn events_of(inspector: &Inspector, agent: u64) -> impl Iterator<Item = String> + use<> {
    let mut stream = connect(inspector);
    write!(stream, "GET /events?agent={agent} HTTP/1.1\r\nHost: {}\r\n\r\n", inspector.address()).unwrap();
    BufReader::new(stream).lines().map_while(Result::ok)
}

#[test]
fn streams_the_ticks_of_the_chosen_agent() {
    let (inspector, mut pet) = inspected();
    let events = events(&inspector);
    inspector.set_time(Duration::from_millis(1500));
    for mut hunger in [4, 12] {
        inspector.agent("pet").publish("hunger", &hunger).tick(&Pet, &mut pet, &mut hunger);
    }
    let mut frames = events.filter_map(|line| {
        let frame: serde_json::Value = serde_json::from_str(line.strip_prefix("data: ")?).ok()?;
        frame.get("nodes").is_some().then_some(frame)
    });
    let (first, second) = (frames.next().unwrap(), frames.next().unwrap());
    assert_eq!(first["nodes"], "rff-r");
    assert_eq!(second["nodes"], "ssss-");
    assert_eq!(
        (first["values"]["hunger"].as_u64(), second["values"]["hunger"].as_u64()),
        (Some(4), Some(12))
    );
    assert_eq!(first["time"], 1.5);
    assert_eq!(second["status"], "s");
}

#[test]
fn an_agent_that_is_chosen_later_has_a_past() {
    let (inspector, mut pet) = inspected();
    let mut other = Agent::<Pet>::new();
    inspector.agent("other").tick(&Pet, &mut other, &mut 1);
    let _first_page = events(&inspector);
    for mut hunger in [1, 12, 1] {
        inspector.agent("pet").tick(&Pet, &mut pet, &mut 1);
        inspector.agent("other").tick(&Pet, &mut other, &mut hunger);
    }
    let id = list(&inspector)["agents"][1]["id"].as_u64().unwrap();
    let nodes =
        events_of(&inspector, id).take_while(|line| !line.starts_with("event: agents")).filter_map(|line| {
            let frame: serde_json::Value = serde_json::from_str(line.strip_prefix("data: ")?).ok()?;
            Some(frame["nodes"].as_str()?.to_owned())
        });
    assert_eq!(nodes.collect::<Vec<_>>(), ["rff-r", "ssss-", "rff-r"]);
}

#[test]
fn a_page_that_does_not_read_loses_frames_and_knows_how_many() {
    let (inspector, mut pet) = inspected();
    let mut events = events(&inspector);
    // Far more than sockets buffer: were the game to wait for the page, it would for ever.
    let text = "x".repeat(100);
    for _ in 0..100_000 {
        inspector.agent("pet").publish("text", &text).tick(&Pet, &mut pet, &mut 1);
    }
    let dropped = events.find_map(|line| {
        let list: serde_json::Value = serde_json::from_str(line.strip_prefix("data: ")?).ok()?;
        list["dropped"].as_u64().filter(|dropped| *dropped > 0)
    });
    assert!(dropped.is_some());
}

#[test]
fn observers_and_unnamed_agents_are_listed() {
    use bt_core::observe::Outline;

    let inspector = Inspector::serve("127.0.0.1:0").unwrap();
    let mut pets = [Agent::<Pet>::new(), Agent::new()];
    for pet in &mut pets {
        inspector.tick(&Pet, pet, &mut 3);
        inspector.tick(&Pet, pet, &mut 3);
    }
    let mut seat = inspector.agent("observed").observer(&Outline::of::<Pet>());
    pets[0].tick_observed(&Pet, &mut 3, &mut seat);
    let list = list(&inspector);
    let names: Vec<_> =
        list["agents"].as_array().unwrap().iter().map(|agent| agent["name"].clone()).collect();
    assert_eq!(names, ["Pet 1", "Pet 2", "observed"]);
    assert_eq!(list["agents"][0]["ticks"], 2);
}

#[test]
fn a_leaf_that_panics_leaves_the_page_alive() {
    bt! { struct Fragile |n: &mut u32| selector < { assert!(*n > 0); false }, running > }
    let inspector = Inspector::serve("127.0.0.1:0").unwrap();
    let mut agent = Agent::<Fragile>::new();
    inspector.agent("fragile").tick(&Fragile, &mut agent, &mut 1);
    let mut events = events(&inspector);
    let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        inspector.agent("fragile").tick(&Fragile, &mut agent, &mut 0);
    }));
    assert!(panics.is_err());
    inspector.agent("fragile").tick(&Fragile, &mut agent, &mut 1);
    assert!(events.any(|line| line.contains("\"nodes\":\"rfr\"")));
}

#[test]
fn a_halt_has_a_letter_of_its_own() {
    struct Dig;
    impl Action<u32> for Dig {
        type State = ();
        type Output = Running;
        fn tick(&self, (): &mut (), _: &mut u32) -> Running {
            Running
        }
    }
    bt! { struct Digger |alarm: &mut u32| selector < { *alarm > 0 } => running, @Dig > }

    let inspector = Inspector::serve("127.0.0.1:0").unwrap();
    let mut agent = Agent::<Digger>::new();
    inspector.agent("digger").tick(&Digger, &mut agent, &mut 0);
    let events = events(&inspector);
    let mut seat = inspector.agent("digger").observer(&bt_core::observe::Outline::of::<Digger>());
    for mut alarm in [0, 1, 1] {
        agent.tick_observed(&Digger, &mut alarm, &mut seat);
    }
    let nodes = events.filter_map(|line| {
        let frame: serde_json::Value = serde_json::from_str(line.strip_prefix("data: ")?).ok()?;
        Some(frame["nodes"].as_str()?.to_owned())
    });
    assert_eq!(nodes.take(3).collect::<Vec<_>>(), ["rff-r", "rrsrh", "rrsr-"]);
}

#[test]
fn too_many_pages_are_told_so() {
    let (inspector, _) = inspected();
    let pages: Vec<_> = (0..16).map(|_| events(&inspector)).collect();
    assert_eq!(ask(&inspector, &format!("GET /events?agent={}", number(&inspector))).0, 429);
    assert_eq!(ask(&inspector, "GET /").0, 200);
    drop(pages);
}
