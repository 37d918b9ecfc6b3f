use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::observe::{Entry, Observer, Outline};
use crate::status::Status;

/// A rule that every node obeys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// Every run ends: when a node ends, nothing below it is left running.
    RunsEnd,
    /// A node that was running and isn't ticked in the next tick is halted in that tick.
    LeftMeansHalted,
    /// No node ticks the same child twice within one tick.
    TickedOnce,
}

/// A rule that wasn't kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Breach {
    /// Which one.
    pub rule: Rule,
    /// Who broke it.
    pub by: u32,
    /// The child it was broken with; the same node where the root broke it.
    pub child: u32,
    /// In which tick, from 1 on; or in a halt after that tick.
    pub tick: u64,
}

/// An observer for tests of nodes of one's own: it reports each breach of the
/// [rules](crate::semantics) that every node obeys, and the node to blame.
///
/// The nodes of this crate keep them; a node of one's own may forget to halt its child. What
/// can't be broken isn't looked for: a halt that passes through an idle node does nothing.
/// A `throttle` may leave its child alone for a while.
///
/// One `Rules` watches one agent, from the beginning.
///
/// ```
/// use bt_core::observe::{Outline, Outliner, Rule, Rules};
/// use bt_core::prelude::*;
/// use bt_core::visit::Visit;
///
/// /// Ticks its child in every other tick, and forgets it in between.
/// struct Forgetful<C>(C);
///
/// impl<C> Forgetful<C> {
///     fn new(child: C) -> Self { Forgetful(child) }
/// }
/// impl<C: Node> Node for Forgetful<C> {
///     type State = (bool, C::State);
///     type Succeeds = C::Succeeds;
///     type Fails = bt_core::flag::Yes;
///     type Runs = C::Runs;
///     type Resumes = C::Resumes;
///     type Halts = C::Halts;
///     const COUNT: u32 = 1 + C::COUNT;
///     fn outline(outliner: &mut Outliner<'_>) {
///         outliner.node("Forgetful", C::outline);
///     }
/// }
/// impl<B: ?Sized, C: Behavior<B>> Behavior<B> for Forgetful<C> {
///     fn tick_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) -> Status {
///         state.0 = !state.0;
///         if state.0 { visit.tick(1, &self.0, &mut state.1, blackboard) } else { Status::Failure }
///     }
///     fn halt_with<V: Visit>(&self, state: &mut Self::State, blackboard: &mut B, mut visit: V) {
///         visit.halt(1, &self.0, &mut state.1, blackboard);
///     }
/// }
/// # struct Long;
/// # impl Action<()> for Long {
/// #     type State = ();
/// #     type Output = Running;
/// #     fn tick(&self, _: &mut (), _: &mut ()) -> Running { Running }
/// # }
///
/// let tree = bt! { |_b: &mut ()| @Forgetful < @Long > };
/// let mut rules = Rules::new(&Outline::of_value(&tree));
/// let mut agent = Agent::of(&tree);
/// agent.tick_observed(&tree, &mut (), &mut rules);
/// assert!(rules.breaches().is_empty(), "{rules}");
/// agent.tick_observed(&tree, &mut (), &mut rules);
/// assert_eq!(rules.breaches()[0].rule, Rule::LeftMeansHalted);
/// assert_eq!(rules.to_string(), "tick 2: @Forgetful (node 0) left @Long (node 1) running, without a halt\n");
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    outline: Outline,
    nodes: Box<[Watched]>,
    tick: u64,
    breaches: Vec<Breach>,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
struct Watched {
    /// The root's is itself.
    parent: u32,
    /// Whether it may leave its child alone while that runs.
    pauses: bool,
    /// Whether there is anything to halt, so that a halt is seen.
    halts: bool,
    runs: bool,
    /// Entered, and not left yet.
    is_open: bool,
    /// The tick in which it was last entered.
    entered: u64,
}

impl Rules {
    /// Of an agent of this tree.
    pub fn new(outline: &Outline) -> Self {
        let mut nodes: Vec<Watched> = Vec::with_capacity(outline.len() as usize);
        // The last node at each depth.
        let mut path = Vec::new();
        outline.for_each(|entry| {
            path.truncate(entry.depth as usize);
            nodes.push(Watched {
                parent: path.last().copied().unwrap_or(entry.id),
                pauses: entry.kind == "throttle",
                halts: false,
                runs: false,
                is_open: false,
                entered: 0,
            });
            path.push(entry.id);
        });
        Rules { outline: *outline, nodes: nodes.into(), tick: 0, breaches: Vec::new() }
    }

    /// What was broken so far, in this order.
    pub fn breaches(&self) -> &[Breach] {
        &self.breaches
    }

    fn report(&mut self, rule: Rule, child: u32) {
        let by = self.nodes[child as usize].parent;
        self.breaches.push(Breach { rule, by, child, tick: self.tick });
    }

    /// Whether a node that runs may, as things stand after a tick, and if not, why.
    fn fault(&self, id: u32) -> Option<Rule> {
        let node = &self.nodes[id as usize];
        let parent = &self.nodes[node.parent as usize];
        if !node.runs || !node.halts || node.parent == id {
            return None;
        }
        match (node.entered == self.tick, parent.entered == self.tick) {
            (true, _) => (!parent.runs).then_some(Rule::RunsEnd),
            (false, true) => (!parent.runs || !parent.pauses).then_some(Rule::LeftMeansHalted),
            // Its parent is to blame for both, or has been.
            (false, false) => (!parent.runs).then_some(Rule::LeftMeansHalted),
        }
    }
}

impl Observer for Rules {
    fn tick_began(&mut self) {
        self.tick += 1;
        // A panic broke the tick before off: what had begun then is running.
        for node in self.nodes.iter_mut().filter(|node| node.is_open) {
            (node.is_open, node.runs) = (false, true);
        }
    }

    fn tick_ended(&mut self, _: Status) {
        // Parents come first: who is left with its parent is the parent's.
        let faults: Vec<(u32, Rule)> =
            (0..self.outline.len()).filter_map(|id| Some((id, self.fault(id)?))).collect();
        for (id, rule) in faults {
            self.report(rule, id);
            self.nodes[id as usize].runs = false;
        }
    }

    fn halt_ended(&mut self) {
        for id in 0..self.outline.len() {
            let Watched { runs, halts, parent, .. } = self.nodes[id as usize];
            // Not where its parent has been left as well.
            if runs && halts && (parent == id || !self.nodes[parent as usize].runs) {
                self.report(Rule::RunsEnd, id);
            }
        }
        self.nodes.iter_mut().for_each(|node| (node.runs, node.is_open) = (false, false));
    }

    fn entered(&mut self, id: u32) {
        let tick = self.tick;
        let Some(node) = self.nodes.get_mut(id as usize) else { return };
        let again = node.entered == tick && tick > 0;
        (node.entered, node.is_open) = (tick, true);
        if again {
            self.report(Rule::TickedOnce, id);
        }
    }

    fn must_be_halted(&mut self, id: u32) {
        if let Some(node) = self.nodes.get_mut(id as usize) {
            node.halts = true;
        }
    }

    fn ticked(&mut self, id: u32, status: Status) {
        if let Some(node) = self.nodes.get_mut(id as usize) {
            (node.runs, node.is_open) = (status.is_running(), false);
        }
    }

    fn halted(&mut self, id: u32) {
        if let Some(node) = self.nodes.get_mut(id as usize) {
            node.runs = false;
        }
    }
}

/// A line for each breach.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |id| self.outline.get(id).map_or("?", Entry::name);
        for Breach { rule, by, child, tick } in &self.breaches {
            let (by_name, child_name) = (name(*by), name(*child));
            write!(f, "tick {tick}: {by_name} (node {by}) ")?;
            match rule {
                Rule::RunsEnd => writeln!(f, "ended, and left {child_name} (node {child}) running")?,
                Rule::LeftMeansHalted => {
                    writeln!(f, "left {child_name} (node {child}) running, without a halt")?;
                }
                Rule::TickedOnce => writeln!(f, "ticked {child_name} (node {child}) twice")?,
            }
        }
        Ok(())
    }
}
