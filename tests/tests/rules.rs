//! Nodes of one's own that break the rules are reported.

use bt::{Board, Scripted, k};
use bt_core::flag::Yes;
use bt_core::observe::{Breach, Outline, Outliner, Rule, Rules};
use bt_core::prelude::*;
use bt_core::visit::Visit;

/// A decorator that does what its first argument says, wrongly.
struct Wrong<C> {
    child: C,
    how: How,
}

#[derive(Clone, Copy, PartialEq)]
enum How {
    /// Fails in every other tick, and leaves its child running.
    Forgets,
    /// Ticks its child, and fails whatever that answers.
    Ends,
    /// Ticks its child twice.
    Repeats,
    /// Halts nothing.
    KeepsOn,
}

impl<C> Wrong<C> {
    fn new(child: C, how: How) -> Self {
        Wrong { child, how }
    }
}

impl<C: Node> Node for Wrong<C> {
    type State = (bool, C::State);
    type Succeeds = Yes;
    type Fails = Yes;
    type Runs = Yes;
    type Resumes = Yes;
    type Halts = Yes;
    const COUNT: u32 = 1 + C::COUNT;
    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("Wrong", C::outline);
    }
}

impl<B: ?Sized, C: Behavior<B>> Behavior<B> for Wrong<C> {
    fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
        state.0 = !state.0;
        if self.how == How::Forgets && !state.0 {
            return Status::Failure;
        }
        let status = visit.tick(1, &self.child, &mut state.1, blackboard);
        match self.how {
            How::Ends => Status::Failure,
            How::Repeats => visit.tick(1, &self.child, &mut state.1, blackboard),
            How::Forgets | How::KeepsOn => status,
        }
    }

    fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
        if self.how != How::KeepsOn {
            visit.halt(1, &self.child, &mut state.1, blackboard);
        }
    }
}

/// Two ticks and a halt.
fn breaches<T: Behavior<Board>>(tree: &T, scripts: &str) -> (Vec<Breach>, String) {
    let mut rules = Rules::new(&Outline::of::<T>());
    let (mut agent, mut board) = (Agent::of(tree), Board::new(scripts));
    for _ in 0..2 {
        agent.tick_observed(tree, &mut board, &mut rules);
    }
    agent.halt_observed(tree, &mut board, &mut rules);
    (rules.breaches().to_vec(), rules.to_string())
}

#[test]
fn a_child_that_is_left_without_a_halt() {
    let tree = bt! { |_b: &mut Board| selector < @Wrong(How::Forgets) < mem_sequence < @Scripted("A") > >, success > };
    let (breaches, text) = breaches(&tree, "A=R");
    assert_eq!(breaches, [Breach { rule: Rule::LeftMeansHalted, by: 1, child: 2, tick: 2 }]);
    assert_eq!(
        text,
        "tick 2: @Wrong(How::Forgets) (node 1) left mem_sequence (node 2) running, without a halt\n"
    );
}

#[test]
fn a_child_that_runs_on_where_its_parent_has_ended() {
    let tree = bt! { |_b: &mut Board| selector < k, @Wrong(How::Ends) < @Scripted("A") > > };
    let (breaches, _) = breaches(&tree, "A=R k=F");
    let breach = |tick| Breach { rule: Rule::RunsEnd, by: 2, child: 3, tick };
    assert_eq!(breaches, [breach(1), breach(2)]);
}

#[test]
fn a_child_that_is_ticked_twice() {
    let tree = bt! { |_b: &mut Board| @Wrong(How::Repeats) < @Scripted("A") > };
    let (breaches, text) = breaches(&tree, "A=R");
    assert_eq!(breaches.len(), 2);
    assert!(
        text.starts_with("tick 1: @Wrong(How::Repeats) (node 0) ticked @Scripted(\"A\") (node 1) twice"),
        "{text}"
    );
}

#[test]
fn a_halt_that_is_not_passed_on() {
    let tree = bt! { |_b: &mut Board| selector < k, @Wrong(How::KeepsOn) < @Scripted("A") > > };
    assert_eq!(
        breaches(&tree, "A=R k=F").0,
        [Breach { rule: Rule::RunsEnd, by: 2, child: 3, tick: 2 }],
        "in the halt of the whole tree"
    );
    assert_eq!(
        breaches(&tree, "A=R k=FT").0,
        [Breach { rule: Rule::LeftMeansHalted, by: 2, child: 3, tick: 2 }],
        "in a halt by its parent"
    );
}

#[test]
fn functions_and_the_child_of_a_throttle_may_be_left() {
    fn endless(_: &mut Board) -> Running {
        Running
    }
    let tree = bt! {
        |_b: &mut Board| parallel < selector < k, endless >, throttle(1s) < sequence < k, @Scripted("A") > > >
    };
    assert_eq!(breaches(&tree, "A=R k=FTT"), (Vec::new(), String::new()));
}
