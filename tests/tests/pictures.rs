//! What a tree looks like: golden files in `tests/golden`, refreshed with `BT_BLESS=1`.

use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

use bt_core::blackboard::{Inbox, SmallRng};
use bt_core::observe::{Coverage, LastStatus, Outline, Trace};
use bt_core::prelude::*;

#[path = "../../examples/world/mod.rs"]
mod world;
use world::*;

bt! {
    /// What a guard does, most urgent first.
    #[bt(picture)]
    struct GuardTree { flee_below: f32 }

    |c: &mut Ctx<'_>| selector <
        is_low_health(self.flee_below) => flee_home,
        /// Only when it's close, "really" close: <2 m & armed.
        engage: sequence < sees_player, in_attack_range, cooldown(800ms) < attack > >,
        sees_player => chase,
        { c.since_seen() < Duration::from_secs(4) } => chase,
        patrol,
    >
}

fn assert_golden(name: &str, picture: impl Display) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let picture = picture.to_string();
    if std::env::var_os("BT_BLESS").is_some() {
        std::fs::write(&path, &picture).expect("the file can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(picture, golden, "{name} has changed: look at it, and refresh it with `BT_BLESS=1`");
}

/// The guard's story until some moment, watched.
fn play(seconds: u64, mut watch: impl FnMut(&GuardTree, &mut Agent<GuardTree>, &mut Ctx<'_>)) {
    let tree = GuardTree { flee_below: 30.0 };
    let (mut agent, mut guard, mut world) = (Agent::<GuardTree>::new(), Guard::default(), World::default());
    while world.now < Duration::from_secs(seconds) {
        world.step();
        world.touch(&mut guard);
        watch(&tree, &mut agent, &mut Ctx { guard: &mut guard, world: &world, now: world.now });
    }
}

#[test]
fn a_bare_tree() {
    let outline = Outline::of::<GuardTree>();
    let picture = outline.with(&());
    assert_golden("bare.txt", picture);
    assert_golden("bare.mmd", picture.mermaid());
    assert_golden("bare.dot", picture.dot());
    assert_golden("bare.svg", picture.svg());
    assert_golden("bare.xml", picture.groot());
}

#[test]
fn a_tree_with_statuses() {
    let mut last = LastStatus::<[_; GuardTree::COUNT as usize]>::default();
    play(12, |tree, agent, ctx| {
        agent.tick_observed(tree, ctx, &mut last);
    });
    let outline = Outline::of::<GuardTree>();
    let picture = outline.with(&last);
    assert_golden("fleeing.txt", picture);
    assert_golden("fleeing.ansi", picture.colored(true));
    assert_golden("fleeing.mmd", picture.mermaid());
    assert_golden("fleeing.dot", picture.dot());
    assert_golden("fleeing.svg", picture.svg());
    assert_eq!(picture.groot().to_string(), outline.with(&()).groot().to_string());
}

#[test]
fn a_tree_with_coverage() {
    let outline = Outline::of::<GuardTree>();
    let mut coverage = Coverage::new(&outline);
    // Before the player hides.
    play(9, |tree, agent, ctx| {
        agent.tick_observed(tree, ctx, &mut coverage);
    });
    let picture = outline.with(&coverage);
    assert_golden("coverage.txt", picture);
    assert_golden("coverage.ansi", picture.colored(true));
    assert_golden("coverage.svg", picture.svg());
    assert_golden("coverage.mmd", picture.mermaid());
    assert_golden("coverage.dot", picture.dot());
}

#[test]
fn the_story_of_its_changes_of_mind() {
    let outline = Outline::of::<GuardTree>();
    let mut trace = Trace::new(&outline, 1 << 16);
    play(40, |tree, agent, ctx| {
        trace.set_time(ctx.now);
        agent.tick_observed(tree, ctx, &mut trace);
    });
    let ticks: Vec<_> = trace.ticks().collect();
    let mut story = String::new();
    for pair in ticks.windows(2) {
        let change = pair[0].diff(&pair[1], &outline);
        // Between two blows, it steps closer.
        if !change.is_none() && change.to != outline.find("engage") && change.from != outline.find("engage") {
            story += &format!("{:5.1} s: {change}\n", pair[1].time().as_secs_f32());
        }
    }
    assert_golden("story.txt", story);
}

#[derive(Blackboard)]
struct Robot {
    #[bt(clock)]
    now: Duration,
    #[bt(random)]
    rng: SmallRng,
    #[bt(events)]
    inbox: Inbox<char, 4>,
    part: u8,
}

mod ai {
    use super::{Robot, Status};

    pub fn is_ready(_: &Robot) -> bool {
        true
    }
    pub fn work(robot: &mut Robot) -> Status {
        robot.part += 1;
        Status::Running
    }
}

fn sequence(_: &mut Robot) -> Status {
    Status::Success
}

#[test]
fn every_node_has_its_place_in_the_other_librarys_xml() {
    bt! {
        struct Every |r: &mut Robot| parallel <
            sequence < ai::is_ready, ai::work >,
            selector < ai::is_ready, ai::work >,
            mem_sequence < ai::is_ready, self::sequence >,
            mem_selector < ai::is_ready, ai::work >,
            checkpoint_sequence < ai::is_ready, ai::work >,
            parallel(success = 1) < ai::is_ready, ai::work >,
            race < ai::work, wait(1s) >,
            simple_parallel < ai::work, ai::work >,
            if_else < ai::is_ready, ai::work, ai::work >,
            while_do < ai::is_ready, ai::work >,
            switch(r.part) < 0 => ai::work, _ => success >,
            random_selector < ai::work, ai::work >,
            random_sequence < 2.0 => ai::work, ai::work >,
            random < ai::work, ai::work >,
            utility < 1.0 => ai::work, 2.0 => ai::work >,
            !ai::is_ready,
            always_succeed < ai::work >,
            always_fail < ai::work >,
            repeater < ai::work >,
            repeater(3) < ai::work >,
            repeat_until_fail < ai::work >,
            repeat_until_success(2) < ai::work >,
            retry(3) < ai::work >,
            cooldown(1s) < ai::work >,
            timeout(250ms) < ai::work >,
            timeout(Duration::from_secs(u64::from(r.part))) < ai::work >,
            delay(1.5s) < ai::work >,
            throttle(1min) < ai::work >,
            once < ai::work >,
            limit(3) < ai::work >,
            chance(0.5) < ai::work >,
            service(1s, { r.part = 0; }) < ai::work >,
            ai::is_ready => { r.part = 1; },
            guard({ r.part > 0 }) < ai::work >,
            when(ai::is_ready) < ai::work >,
            on_halt({ r.part = 0; }) < ai::work >,
            finally < ai::work, { r.part = 0; } >,
            focus(&mut r.part) < |p: &mut u8| { *p = 1; } >,
            failure,
            running,
            wait(250us),
            wait_event('a'),
            /// Said with "quotes" & <signs>.
            label: ai::work,
        >
    }
    let outline = Outline::of::<Every>();
    let xml = outline.with(&()).groot().to_string();
    assert_golden("every.xml", &xml);
    check_rules(&xml);
}

#[test]
fn spliced_trees_patterns_and_scores_have_their_names() {
    mod doors {
        use super::*;
        bt! {
            pub struct OpenIt { pub tries: u32 }
            |r: &mut Robot| retry(self.tries) < ai::work >
        }
    }
    use doors::OpenIt;
    fn combat(_: f32) -> OpenIt {
        OpenIt { tries: 1 }
    }
    bt! { struct SubTree |_r: &mut Robot| sequence < ai::is_ready, enter: @doors::OpenIt { tries: 9 } > }

    bt! {
        struct Named |r: &mut Robot| selector <
            door: @OpenIt { tries: 3 },
            /// The same once more.
            @OpenIt { tries: 2 },
            @(combat(2.0) as OpenIt),
            @SubTree,
            switch(r.part) < 0 => failure, 1 | 2 if r.inbox.is_empty() => other: @SubTree, _ => ai::work >,
            utility < f64::from(r.part) => ai::work, 0.5 => @OpenIt { tries: 1 } >,
        >
    }
    let outline = Outline::of::<Named>();
    assert_golden("named.txt", outline);
    assert_golden("named.mmd", outline.with(&()).mermaid());
    let xml = outline.with(&()).groot().to_string();
    assert_golden("named.xml", &xml);
    check_rules(&xml);
    let door = outline.get(outline.find("door").unwrap()).unwrap();
    assert_eq!(
        (door.tree, door.text, door.name()),
        (Some("@OpenIt { tries: 3 }"), "retry(self.tries)", "door")
    );
    let heads: Vec<_> = outline.entries().into_iter().filter_map(|entry| entry.head).collect();
    assert_eq!(heads, ["0", "1 | 2 if r.inbox.is_empty()", "_", "f64::from(r.part)", "0.5"]);
}

/// The rules that BehaviorTree.CPP 4 publishes for its format, and checks when it loads a
/// file.
fn check_rules(xml: &str) {
    let document = roxmltree::Document::parse(xml).expect("well-formed XML");
    let root = document.root_element();
    assert_eq!((root.tag_name().name(), root.attribute("BTCPP_format")), ("root", Some("4")));
    let elements = |node: roxmltree::Node<'_, '_>| node.children().filter(|child| child.is_element()).count();

    let models = root.children().filter(|child| child.has_tag_name("TreeNodesModel"));
    let models: Vec<_> = models.collect();
    assert_eq!(models.len(), 1, "one model");
    let mut kinds = std::collections::BTreeMap::new();
    for model in models[0].children().filter(|child| child.is_element()) {
        let kind = model.tag_name().name();
        let ports = model.children().filter(|child| child.is_element());
        assert!(
            ports.clone().all(|port| port.has_tag_name("input_port") && port.attribute("name").is_some())
        );
        assert!(["Action", "Condition", "Control", "Decorator"].contains(&kind), "{kind}");
        let id = model.attribute("ID").expect("a model has an ID");
        assert!(kinds.insert(id, kind).is_none(), "`{id}` is declared twice");
    }
    for (kind, names) in [
        (
            "Control",
            "ReactiveSequence ReactiveFallback Sequence Fallback SequenceWithMemory Parallel WhileDoElse",
        ),
        ("Decorator", "Inverter ForceSuccess ForceFailure RunOnce Timeout Delay RetryUntilSuccessful"),
        ("Action", "AlwaysSuccess AlwaysFailure Sleep"),
    ] {
        for name in names.split(' ') {
            assert!(kinds.insert(name, kind).is_none(), "`{name}` is taken");
        }
    }

    let trees: Vec<_> = root.children().filter(|child| child.has_tag_name("BehaviorTree")).collect();
    let ids: Vec<_> = trees.iter().map(|tree| tree.attribute("ID").expect("a tree has an ID")).collect();
    assert_eq!(Some(ids[0]), root.attribute("main_tree_to_execute"));
    assert!((1..ids.len()).all(|index| !ids[..index].contains(&ids[index])), "{ids:?} are unique");
    assert!(ids.iter().all(|id| !kinds.contains_key(id)), "{ids:?} are no nodes");
    assert!(trees.iter().all(|tree| elements(*tree) == 1), "a tree has one root");
    for node in trees.iter().flat_map(|tree| tree.descendants().skip(1)).filter(|node| node.is_element()) {
        let name = node.tag_name().name();
        if name == "SubTree" {
            assert!(ids.contains(&node.attribute("ID").expect("a subtree has an ID")));
            continue;
        }
        let forbidden = |c: char| c.is_whitespace() || "<>&\"'/\\:*?|.".contains(c);
        assert!(!name.contains(forbidden) && !["root", "Root"].contains(&name), "{name}");
        match *kinds.get(name).unwrap_or_else(|| panic!("`{name}` is not declared")) {
            "Decorator" => assert_eq!(elements(node), 1, "{name}"),
            "Control" => assert!(elements(node) >= 1, "{name}"),
            _ => assert_eq!(elements(node), 0, "{name}"),
        }
        if name == "WhileDoElse" {
            assert!([2, 3].contains(&elements(node)));
        }
        for port in ["msec", "delay_msec", "num_attempts"] {
            if let Some(value) = node.attribute(port) {
                assert!(value.parse::<u64>().is_ok(), "{name} {port}={value}");
            }
        }
    }
}
