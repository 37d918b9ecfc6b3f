use bt_core::prelude::*;
use emergent::prelude::*;
use suite::rival::Steers;
use suite::workload::Guard;
use suite::workload::guard::world::{self, Ctx};
use suite::workload::guard::{FLEE_BELOW, saw_lately};

use crate::{Board, Leaf};

pub struct Emergent {
    tree: BehaviorTreeTask<Board>,
    board: Board,
}

struct Act(Leaf);

impl Task<Board> for Act {
    fn on_update(&mut self, board: &mut Board) {
        let (mut c, ready_at) = board.context();
        board.status = self.0.tick(&mut c, ready_at);
    }
}

/// A condition of a guard's.
struct When(fn(&Board) -> bool);

impl Condition<Board> for When {
    fn validate(&self, board: &Board) -> bool {
        (self.0)(board)
    }
}

fn when(condition: fn(&Board) -> bool, leaf: Leaf) -> BehaviorTree<Board> {
    BehaviorTree::state(When(condition), Act(leaf))
}

fn can_attack(board: &Board) -> bool {
    board.asks(|c| world::sees_player(c) && world::in_attack_range(c)) && board.now >= board.ready_at
}

impl Steers<Guard> for Emergent {
    const NAME: &'static str = "emergent 1.9";
    type Tree = ();

    fn tree() {}

    fn agent((): &()) -> Self {
        let tree = BehaviorTree::selector(true)
            .node(when(|board| board.asks(|c| world::is_low_health(c, FLEE_BELOW)), Leaf::FleeHome))
            .node(when(can_attack, Leaf::Attack))
            .node(when(|board| board.asks(world::sees_player), Leaf::Chase))
            .node(when(|board| board.asks(saw_lately), Leaf::Chase))
            .node(BehaviorTree::state(true, Act(Leaf::Patrol)))
            .build();
        let (mut tree, mut board) = (tree, Board::default());
        tree.on_enter(&mut board);
        Emergent { tree, board }
    }

    fn tick(&mut self, (): &(), c: &mut Ctx<'_>) -> Status {
        let tree = &mut self.tree;
        self.board.with(c, |board| {
            tree.on_process(board);
            tree.on_update(board);
            board.status
        })
    }
}
