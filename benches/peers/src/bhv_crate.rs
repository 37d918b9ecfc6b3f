use bhv::{Bhv as _, Sel, Status as Answer, async_action, cond, sel, seq};
use bt_core::prelude::*;
use suite::rival::Steers;
use suite::workload::Guard;
use suite::workload::guard::world::Ctx;
use suite::workload::guard::{FLEE_BELOW, saw_lately, world};

use crate::{Board, Leaf};

pub struct Bhv {
    tree: Sel<Board>,
    board: Board,
}

fn act(leaf: Leaf) -> impl bhv::Bhv<Context = Board> {
    async_action(move |board: &mut Board| {
        let (mut c, ready_at) = board.context();
        board.status = leaf.tick(&mut c, ready_at);
        if board.status == Status::Failure { Answer::Failure } else { Answer::Success }
    })
}

impl Steers<Guard> for Bhv {
    const NAME: &'static str = "bhv 0.4";
    type Tree = ();

    fn tree() {}

    fn agent((): &()) -> Self {
        let tree = sel! {
            seq! {
                cond(|board: &Board| board.asks(|c| world::is_low_health(c, FLEE_BELOW))),
                act(Leaf::FleeHome),
            },
            seq! {
                cond(|board: &Board| board.asks(world::sees_player)),
                cond(|board: &Board| board.asks(world::in_attack_range)),
                act(Leaf::Attack),
            },
            seq! { cond(|board: &Board| board.asks(world::sees_player)), act(Leaf::Chase) },
            seq! { cond(|board: &Board| board.asks(saw_lately)), act(Leaf::Chase) },
            act(Leaf::Patrol),
        };
        Bhv { tree, board: Board::default() }
    }

    fn tick(&mut self, (): &(), c: &mut Ctx<'_>) -> Status {
        let tree = &mut self.tree;
        self.board.with(c, |board| {
            tree.update(board);
            board.status
        })
    }
}
