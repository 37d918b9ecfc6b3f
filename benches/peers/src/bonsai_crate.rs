use std::time::Duration;

use bonsai_bt::{BT, Behavior, Event, Status as Answer, UpdateArgs};
use bt_core::prelude::*;
use suite::rival::Steers;
use suite::workload::Guard;
use suite::workload::guard::world::Ctx;

use crate::Leaf;

pub struct Bonsai {
    tree: BT<Leaf, ()>,
    ready_at: Duration,
}

impl Steers<Guard> for Bonsai {
    const NAME: &'static str = "bonsai-bt 0.14";
    type Tree = Behavior<Leaf>;

    fn tree() -> Behavior<Leaf> {
        use Behavior::{Action, Select, Sequence};
        let both = |a, b| Sequence(vec![Action(a), Action(b)]).memory(false);
        let engage = [Leaf::SeesPlayer, Leaf::InAttackRange, Leaf::Attack];
        Select(vec![
            both(Leaf::IsLowHealth, Leaf::FleeHome),
            Sequence(engage.map(Action).into()).memory(false),
            both(Leaf::SeesPlayer, Leaf::Chase),
            both(Leaf::SawLately, Leaf::Chase),
            Action(Leaf::Patrol),
        ])
        .memory(false)
    }

    fn agent(tree: &Behavior<Leaf>) -> Self {
        Bonsai { tree: BT::new(tree.clone(), ()), ready_at: Duration::ZERO }
    }

    fn tick(&mut self, _: &Behavior<Leaf>, c: &mut Ctx<'_>) -> Status {
        let event: Event = UpdateArgs { dt: 1.0 / 60.0 }.into();
        let ready_at = &mut self.ready_at;
        let answer = self.tree.tick(&event, &mut |args: bonsai_bt::ActionArgs<Event, Leaf>, _| {
            let answer = match args.action.tick(c, ready_at) {
                Status::Success => Answer::Success,
                Status::Failure => Answer::Failure,
                Status::Running => Answer::Running,
            };
            (answer, 0.0)
        });
        match answer.expect("the tree was reset").0 {
            Answer::Running => Status::Running,
            Answer::Success => {
                self.tree.reset_bt();
                Status::Success
            }
            Answer::Failure => {
                self.tree.reset_bt();
                Status::Failure
            }
        }
    }
}
