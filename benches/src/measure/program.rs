//! Programs that the compiler is measured with, as text.

use suite::measure::count::FRAMES;
use suite::source::Plan;

/// How the tree is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    ByHand,
    Item,
    Expression,
    Boxed,
}

impl Form {
    pub const ALL: [Form; 4] = [Form::ByHand, Form::Item, Form::Expression, Form::Boxed];

    pub fn name(self) -> &'static str {
        match self {
            Form::ByHand => "by hand",
            Form::Item => "bt!, item",
            Form::Expression => "bt!, expression",
            Form::Boxed => "Box<dyn>",
        }
    }
}

const WORLD: &str = "
    use std::time::Duration;
    use bt_core::prelude::*;
    pub struct Scene<'a> { pub noise: &'a mut u64, pub now: Duration }
    impl Clock for Scene<'_> { fn now(&self) -> Duration { self.now } }
    pub fn check(c: &Scene<'_>, number: u32) -> bool { *c.noise >> (number % 64) & 1 == 1 }
    pub fn act(c: &mut Scene<'_>, number: u32) -> Status {
        *c.noise = c.noise.wrapping_mul(31) + u64::from(number);
        if *c.noise & 4 == 0 { Status::Running } else { Status::Failure }
    }
";

const BOXED: &str = "
    pub trait Node { fn tick(&self, c: &mut Scene<'_>) -> Status; }
    struct Selector(Vec<Box<dyn Node>>);
    impl Node for Selector {
        fn tick(&self, c: &mut Scene<'_>) -> Status {
            for child in &self.0 {
                let status = child.tick(c);
                if status != Status::Failure { return status; }
            }
            Status::Failure
        }
    }
    struct Sequence(Vec<Box<dyn Node>>);
    impl Node for Sequence {
        fn tick(&self, c: &mut Scene<'_>) -> Status {
            for child in &self.0 {
                let status = child.tick(c);
                if status != Status::Success { return status; }
            }
            Status::Success
        }
    }
    struct Leaf<F>(F);
    impl<F: Fn(&mut Scene<'_>) -> Status> Node for Leaf<F> {
        fn tick(&self, c: &mut Scene<'_>) -> Status { (self.0)(c) }
    }
    pub struct Made;
    impl Made {
        pub fn selector(children: Vec<Box<dyn Node>>) -> Box<dyn Node> { Box::new(Selector(children)) }
        pub fn sequence(children: Vec<Box<dyn Node>>) -> Box<dyn Node> { Box::new(Sequence(children)) }
        pub fn leaf(function: impl Fn(&mut Scene<'_>) -> Status + 'static) -> Box<dyn Node> { Box::new(Leaf(function)) }
    }
";

/// Twenty nodes: memories, times, guards and negations among them.
const MIXED: &str = "selector <
    check(1) => mem_sequence < act(2), wait(2s), act(3) >,
    sequence < !check(4), cooldown(800ms) < act(5) > >,
    !check(6) => mem_sequence < act(7), wait(300ms) >,
    cooldown(2s) < act(8) >,
>";

/// A program that ticks trees, in many frames.
pub struct Program {
    pub name: String,
    text: String,
}

impl Program {
    /// One tree of so many nodes, four children each.
    pub fn one(form: Form, nodes: usize) -> Program {
        Program::new(format!("{}, {nodes} nodes", form.name()), form, &[module(form, &Plan::fourfold(nodes))])
    }

    /// Trees of so many nodes, four children each.
    pub fn many(form: Form, trees: usize, nodes: usize) -> Program {
        let modules = vec![module(form, &Plan::fourfold(nodes)); trees];
        Program::new(format!("{}, {trees} trees of {nodes} nodes", form.name()), form, &modules)
    }

    /// Trees of twenty nodes, not all of which are plain.
    pub fn mixed(trees: usize) -> Program {
        let name = format!("{}, {trees} trees of 20 mixed nodes", Form::Item.name());
        Program::new(name, Form::Item, &vec![item(MIXED); trees])
    }

    /// One tree of so many leaves, in lists no longer than this.
    pub fn lists(leaves: usize, longest: usize) -> Program {
        let mut nodes: Vec<String> = (1..leaves).map(|number| format!("check({number})")).collect();
        nodes.push(format!("act({leaves})"));
        while nodes.len() > 1 {
            nodes =
                nodes.chunks(longest).map(|list| format!("selector <\n{},\n>", list.join(",\n"))).collect();
        }
        let name = format!("{}, {leaves} leaves in lists of {longest}", Form::Item.name());
        Program::new(name, Form::Item, &[item(&nodes[0])])
    }

    fn new(name: String, form: Form, modules: &[String]) -> Program {
        let mut text = WORLD.to_owned();
        if form == Form::Boxed {
            text += BOXED;
        }
        let (mut states, mut ticks) = (String::new(), String::new());
        for (index, module) in modules.iter().enumerate() {
            text += &format!("mod tree_{index} {{ use super::*; {module} }}\n");
            states += &format!("let mut state_{index} = tree_{index}::State::default();\n");
            ticks += &format!("tree_{index}::counted_tick(&mut state_{index}, c);\n");
        }
        text += &format!(
            "fn main() {{
                 {states}
                 let mut noise = std::env::args().count() as u64;
                 for frame in 0..{FRAMES}u64 {{
                     noise = (noise ^ frame).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17);
                     let c = &mut Scene {{ noise: &mut noise, now: Duration::from_millis(frame * 16) }};
                     {ticks}
                 }}
                 println!(\"{{noise}}\");
             }}"
        );
        Program { name, text }
    }

    pub fn text(&self) -> &str {
        &self.text
    }
}

/// A tree, the state of one agent, and the function that ticks it.
fn module(form: Form, plan: &Plan) -> String {
    match form {
        Form::ByHand => format!(
            "pub type State = ();
             fn tick(c: &mut Scene<'_>) -> Status {{ {} }}
             {}",
            plan.by_hand(),
            counted_tick("tick(c)")
        ),
        Form::Item => item(&plan.tree()),
        Form::Expression => format!(
            "pub type State = ();
             fn tree() -> impl for<'a> Behavior<Scene<'a>> {{ bt! {{ |c: &mut Scene<'_>| {} }} }}
             {}",
            plan.tree(),
            counted_tick("tree().tick(&mut Default::default(), c)")
        ),
        Form::Boxed => format!(
            "pub struct State(Box<dyn Node>);
             impl Default for State {{ fn default() -> Self {{ State({}) }} }}
             {}",
            plan.spec(),
            counted_tick("state.0.tick(c)")
        ),
    }
}

fn item(tree: &str) -> String {
    format!(
        "bt! {{ pub struct Tree |c: &mut Scene<'_>| {tree} }}
         pub type State = StateOf<Tree>;
         {}",
        counted_tick("Tree.tick(state, c)")
    )
}

fn counted_tick(tick: &str) -> String {
    format!(
        "#[inline(never)]
         pub fn counted_tick(state: &mut State, c: &mut Scene<'_>) -> Status {{ {tick} }}"
    )
}
