use behavior_tree::{Node, Status as Answer};
use bt_core::prelude::*;
use suite::rival::Steers;
use suite::workload::Guard;
use suite::workload::guard::world::Ctx;

use crate::{Board, Leaf};

pub struct BehaviorTree {
    tree: Node<Board>,
    board: Board,
}

macro_rules! act {
    ($leaf:ident) => {
        Node::action(stringify!($leaf), |board: &mut Board| {
            let (mut c, ready_at) = board.context();
            match Leaf::$leaf.tick(&mut c, ready_at) {
                Status::Success => Answer::Success,
                Status::Failure => Answer::Failure,
                Status::Running => Answer::Running,
            }
        })
    };
}

impl Steers<Guard> for BehaviorTree {
    const NAME: &'static str = "behavior-tree 0.1";
    type Tree = ();

    fn tree() {}

    fn agent((): &()) -> Self {
        let tree = Node::select(vec![
            Node::sequence(vec![act!(IsLowHealth), act!(FleeHome)]),
            Node::sequence(vec![act!(SeesPlayer), act!(InAttackRange), act!(Attack)]),
            Node::sequence(vec![act!(SeesPlayer), act!(Chase)]),
            Node::sequence(vec![act!(SawLately), act!(Chase)]),
            act!(Patrol),
        ]);
        BehaviorTree { tree, board: Board::default() }
    }

    fn tick(&mut self, (): &(), c: &mut Ctx<'_>) -> Status {
        let tree = &mut self.tree;
        self.board.with(c, |board| {
            let answer = tree.tick(1.0 / 60.0, board);
            tree.reset();
            match answer {
                Answer::Success => Status::Success,
                Answer::Running => Status::Running,
                Answer::Failure | Answer::Initialized => Status::Failure,
            }
        })
    }
}
