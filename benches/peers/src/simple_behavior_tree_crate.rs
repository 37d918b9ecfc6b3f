use std::cell::RefCell;
use std::time::Duration;

use bt_core::prelude::*;
use simple_behavior_tree::{BTNode, BTStatus};
use suite::rival::Steers;
use suite::workload::Guard;
use suite::workload::guard::world::Ctx;

use crate::{Board, Leaf};

thread_local! {
    /// Its actions take no arguments.
    static BOARD: RefCell<Board> = RefCell::default();
}

pub struct SimpleBehaviorTree {
    tree: BTNode,
    ready_at: Duration,
}

macro_rules! act {
    ($leaf:ident) => {
        BTNode::Action(|| {
            let status = BOARD.with_borrow_mut(|board| {
                let (mut c, ready_at) = board.context();
                Leaf::$leaf.tick(&mut c, ready_at)
            });
            match status {
                Status::Success => BTStatus::Success,
                Status::Failure => BTStatus::Failure,
                Status::Running => BTStatus::Running,
            }
        })
    };
}

impl Steers<Guard> for SimpleBehaviorTree {
    const NAME: &'static str = "simple_behavior_tree 0.1";
    type Tree = ();

    fn tree() {}

    fn agent((): &()) -> Self {
        let tree = BTNode::Selector(vec![
            BTNode::Sequence(vec![act!(IsLowHealth), act!(FleeHome)]),
            BTNode::Sequence(vec![act!(SeesPlayer), act!(InAttackRange), act!(Attack)]),
            BTNode::Sequence(vec![act!(SeesPlayer), act!(Chase)]),
            BTNode::Sequence(vec![act!(SawLately), act!(Chase)]),
            act!(Patrol),
        ]);
        SimpleBehaviorTree { tree, ready_at: Duration::ZERO }
    }

    fn tick(&mut self, (): &(), c: &mut Ctx<'_>) -> Status {
        let SimpleBehaviorTree { tree, ready_at } = self;
        let mut swap = || {
            BOARD.with_borrow_mut(|board| {
                std::mem::swap(board.guard.get_mut(), c.guard);
                std::mem::swap(&mut board.ready_at, ready_at);
                (board.world, board.now) = (c.world.clone(), c.now);
            });
        };
        swap();
        let answer = tree.tick();
        swap();
        match answer {
            BTStatus::Success => Status::Success,
            BTStatus::Failure => Status::Failure,
            BTStatus::Running => Status::Running,
        }
    }
}
