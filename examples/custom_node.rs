//! Nodes of your own: a decorator and a composite, written against the public
//! traits and spliced into a tree with `@`. `cargo run --example custom_node`

use bt_core::fingerprint;
use bt_core::observe::Outliner;
use bt_core::prelude::*;
use bt_core::review::Review;
use bt_core::visit::Visit;

/// A decorator: prints what its child answers.
struct Logged<C> {
    child: C,
    name: &'static str,
}

impl<C> Logged<C> {
    /// `@Logged("name") < child >` calls this: the child first, then the arguments.
    fn new(child: C, name: &'static str) -> Self {
        Logged { child, name }
    }
}

impl<C: Node> Node for Logged<C> {
    type State = C::State;
    type Succeeds = C::Succeeds;
    type Fails = C::Fails;
    type Runs = C::Runs;
    type Resumes = C::Resumes;
    type Halts = C::Halts;
    const COUNT: u32 = 1 + C::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("Logged", C::FINGERPRINT);
    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("Logged", C::outline);
    }
    fn review(state: &mut C::State, review: &mut Review) -> bool {
        C::review(state, review)
    }
}

impl<B: ?Sized, C: Behavior<B>> Behavior<B> for Logged<C> {
    fn tick_with<V: Visit>(&self, state: &mut C::State, blackboard: &mut B, mut visit: V) -> Status {
        let status = visit.tick(1, &self.child, state, blackboard);
        println!("  {}: {status:?}", self.name);
        status
    }
    fn halt_with<V: Visit>(&self, state: &mut C::State, blackboard: &mut B, mut visit: V) {
        println!("  {}: halted", self.name);
        visit.halt(1, &self.child, state, blackboard);
    }
}

/// A composite: does the first as long as the second one has nothing against it.
struct Unless<K>(K);

impl<K> Unless<K> {
    /// Several children come as a tuple.
    fn new(children: K) -> Self {
        Unless(children)
    }
}

impl<A: Node, V: Node> Node for Unless<(A, V)> {
    type State = (A::State, V::State);
    type Succeeds = A::Succeeds;
    type Fails = bt_core::flag::Yes;
    type Runs = A::Runs;
    type Resumes = A::Resumes;
    type Halts = A::Halts;
    const COUNT: u32 = 1 + A::COUNT + V::COUNT;
    const FINGERPRINT: u64 = fingerprint::node("Unless", fingerprint::mix(A::FINGERPRINT, V::FINGERPRINT));
    fn outline(outliner: &mut Outliner<'_>) {
        outliner.node("Unless", |outliner| {
            A::outline(outliner);
            V::outline(outliner);
        });
    }
    fn review((action, veto): &mut Self::State, review: &mut Review) -> bool {
        V::review(veto, review) | A::review(action, review)
    }
}

impl<B: ?Sized, A: Behavior<B>, V: Behavior<B>> Behavior<B> for Unless<(A, V)> {
    fn tick_with<W: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: W) -> Status {
        // The second child is as far away as the first one's subtree is large.
        if visit.tick(1 + A::COUNT, &self.0.1, &mut state.1, blackboard) == Status::Success {
            self.halt_with(state, blackboard, visit);
            return Status::Failure;
        }
        visit.tick(1, &self.0.0, &mut state.0, blackboard)
    }
    fn halt_with<W: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: W) {
        // A child that isn't running takes no notice.
        visit.halt(1, &self.0.0, &mut state.0, blackboard);
    }
}

struct Fighter {
    stamina: u32,
}

fn exhausted(fighter: &Fighter) -> bool {
    fighter.stamina == 0
}

fn attack(fighter: &mut Fighter) -> Status {
    fighter.stamina -= 1;
    Status::Running
}

fn rest(fighter: &mut Fighter) -> Status {
    fighter.stamina += 1;
    if fighter.stamina < 2 { Status::Running } else { Status::Success }
}

bt! {
    struct FighterTree

    |f: &mut Fighter| selector <
        @Unless < @Logged("attack") < on_halt({ println!("  lowers the sword"); }) < attack > >, exhausted >,
        @Logged("rest") < mem_sequence < rest, success > >,
    >
}

fn main() {
    print!("{}", bt_core::observe::Outline::of::<FighterTree>());
    let (mut agent, mut fighter) = (Agent::<FighterTree>::new(), Fighter { stamina: 2 });
    for tick in 1..=6 {
        println!("tick {tick}, stamina {}", fighter.stamina);
        agent.tick(&FighterTree, &mut fighter);
    }
}
