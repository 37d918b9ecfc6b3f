use bt::{A, B, Board, run};
use bt_core::prelude::*;

#[test]
fn agents_never_influence_each_other() {
    let tree = bt! { |_b: &mut Board| mem_sequence < @A, cooldown(1s) < @B >, wait(1s) > };
    let mut agents: Vec<_> = (0..5).map(|_| (Agent::of(&tree), Board::new("A=RS B=S"))).collect();
    let (mut alone, mut board) = (Agent::of(&tree), Board::new("A=RS B=S"));
    let mut expected = Vec::new();
    for _ in 0..6 {
        expected.push(alone.tick(&tree, &mut board));
    }
    // Each agent begins a tick later than the one before.
    let mut seen = vec![Vec::new(); agents.len()];
    for tick in 0..10 {
        for (index, (agent, board)) in agents.iter_mut().enumerate().rev() {
            if tick >= index && seen[index].len() < expected.len() {
                seen[index].push(agent.tick(&tree, board));
            }
        }
    }
    for (statuses, (_, agent_board)) in seen.iter().zip(&agents) {
        assert_eq!(statuses, &expected);
        assert_eq!(agent_board.events, board.events);
    }
}

#[test]
fn a_copy_goes_on_in_the_same_way() {
    let mut run = run!("A=RS B=RS", mem_sequence < @A, repeater(2) < @B > >);
    run.tick();
    run.tick();
    let (mut twin, mut board) = (run.agent, run.board.clone());
    for _ in 0..4 {
        let status = twin.tick(&run.tree, &mut board);
        assert!(run.tick().starts_with(bt::letter(status)));
        assert_eq!(twin, run.agent);
    }
}

#[test]
fn any_tree_of_the_type_will_do() {
    bt! {
        struct Patience { limit: u32 }
        |n: &mut u32| mem_sequence < { *n += 1; }, { if *n < self.limit { Status::Running } else { Status::Success } } >
    }
    let mut agent = Agent::<Patience>::new();
    let mut n = 0;
    assert_eq!(agent.tick(&Patience { limit: 5 }, &mut n), Status::Running);
    assert_eq!(agent.tick(&Patience { limit: 1 }, &mut n), Status::Success);
}

#[test]
fn an_agent_is_plain_data() {
    fn is_plain<T: Send + Sync + Clone + Copy + PartialEq + std::fmt::Debug + Default + 'static>() {}
    bt! { struct Tree |n: &mut u32| mem_sequence < retry(3) < { *n > 1 } >, { Status::Running } > }
    is_plain::<Agent<Tree>>();
    assert!(format!("{:?}", Agent::<Tree>::new()).starts_with("Agent { running: false"));
}
