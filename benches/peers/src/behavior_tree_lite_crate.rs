use std::any::Any;
use std::time::Duration;

use behavior_tree_lite::{
    BehaviorCallback, BehaviorNode, BehaviorNodeContainer, BehaviorResult, Context, Registry, hash_map,
};
use bt_core::prelude::*;
use suite::rival::Steers;
use suite::workload::Guard;
use suite::workload::guard::world::Ctx;

use crate::Leaf;

/// A leaf asks the game through the callback.
struct Ask(Leaf);

impl BehaviorNode for Ask {
    fn tick(&mut self, arg: BehaviorCallback, _: &mut Context) -> BehaviorResult {
        let answer = arg(&self.0).expect("the game answers");
        match answer.downcast_ref::<Status>() {
            Some(Status::Success) => BehaviorResult::Success,
            Some(Status::Running) => BehaviorResult::Running,
            _ => BehaviorResult::Fail,
        }
    }
}

pub struct BehaviorTreeLite {
    tree: BehaviorNodeContainer,
    context: Context,
    ready_at: Duration,
}

fn composite(name: &str) -> BehaviorNodeContainer {
    let node = Registry::default().build(name).expect("a node of the library's");
    BehaviorNodeContainer::new(node, hash_map!())
}

fn sequence(leaves: &[Leaf]) -> BehaviorNodeContainer {
    let mut node = composite("ReactiveSequence");
    for leaf in leaves {
        node.add_child(BehaviorNodeContainer::new_node(Ask(*leaf))).expect("a sequence has children");
    }
    node
}

impl Steers<Guard> for BehaviorTreeLite {
    const NAME: &'static str = "behavior-tree-lite 0.3";
    type Tree = ();

    fn tree() {}

    fn agent((): &()) -> Self {
        let mut tree = composite("ReactiveFallback");
        let children = [
            sequence(&[Leaf::IsLowHealth, Leaf::FleeHome]),
            sequence(&[Leaf::SeesPlayer, Leaf::InAttackRange, Leaf::Attack]),
            sequence(&[Leaf::SeesPlayer, Leaf::Chase]),
            sequence(&[Leaf::SawLately, Leaf::Chase]),
            BehaviorNodeContainer::new_node(Ask(Leaf::Patrol)),
        ];
        for child in children {
            tree.add_child(child).expect("a fallback has children");
        }
        BehaviorTreeLite { tree, context: Context::default(), ready_at: Duration::ZERO }
    }

    fn tick(&mut self, (): &(), c: &mut Ctx<'_>) -> Status {
        let ready_at = &mut self.ready_at;
        let mut answer = |asked: &dyn Any| -> Option<Box<dyn Any>> {
            Some(Box::new(asked.downcast_ref::<Leaf>()?.tick(c, ready_at)))
        };
        match self.tree.tick(&mut answer, &mut self.context) {
            BehaviorResult::Success => Status::Success,
            BehaviorResult::Fail => Status::Failure,
            BehaviorResult::Running => Status::Running,
        }
    }
}
