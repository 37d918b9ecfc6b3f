//! The language as plain data.

/// A number that is written in the tree, or read from the world in every tick.
#[derive(Clone, Debug)]
pub enum Value {
    /// Written.
    Literal(u64),
    /// Read: the script's stream of this number.
    Read(u32),
    /// A range, with or without its upper bound.
    Range(Box<[Value; 2]>, bool),
}

/// How many children have to end one way.
#[derive(Clone, Debug)]
pub enum Threshold {
    All,
    Any,
    Never,
    Count(Value),
}

/// A state machine.
#[derive(Clone, Debug)]
pub struct Machine {
    pub any: Vec<Transition>,
    pub states: Vec<State>,
}

/// A state; the number is its label, and what it logs when it is entered and left.
#[derive(Clone, Debug)]
pub struct State {
    pub number: u32,
    pub body: Tree,
    pub transitions: Vec<Transition>,
}

#[derive(Clone, Debug)]
pub struct Transition {
    pub trigger: Trigger,
    pub guard: Option<Tree>,
    pub target: Target,
}

#[derive(Clone, Debug)]
pub enum Trigger {
    Condition(Tree),
    After(Value),
    On(char),
    Success,
    Failure,
    Done,
}

/// Where a transition leads; choices with a stream of weights or scores for each.
#[derive(Clone, Debug)]
pub enum Target {
    One(Aim),
    Random(Vec<(u32, Aim)>),
    Utility(Vec<(u32, Aim)>),
}

/// One place to go; states by their places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    To(usize),
    Push(usize),
    Resume(usize),
    Back,
    Stay,
    Success,
    Failure,
}

impl Machine {
    /// All transitions, those of every state first.
    pub fn transitions(&self) -> impl Iterator<Item = &Transition> {
        self.any.iter().chain(self.states.iter().flat_map(|state| &state.transitions))
    }

    pub fn aims(&self) -> impl Iterator<Item = Aim> {
        self.transitions().flat_map(|transition| match &transition.target {
            Target::One(aim) => vec![*aim],
            Target::Random(arms) | Target::Utility(arms) => arms.iter().map(|(_, aim)| *aim).collect(),
        })
    }
}

impl Transition {
    /// Its nodes: the guard, then the trigger.
    pub fn nodes(&self) -> impl Iterator<Item = &Tree> {
        let trigger = match &self.trigger {
            Trigger::Condition(tree) => Some(tree),
            _ => None,
        };
        self.guard.iter().chain(trigger)
    }
}

#[derive(Clone, Debug)]
pub enum Tree {
    // Leaves, by the number of their stream.
    Action(u32),
    Function(u32),
    Condition(u32),
    Succeeds,
    Fails,
    Endless,
    Wait(Value),
    WaitEvent(char),
    Received(char),
    /// Takes any event but `b`, and logs the number.
    Heard(u32),
    // Composites.
    Sequence(Vec<Tree>),
    Selector(Vec<Tree>),
    MemSequence(Vec<Tree>),
    MemSelector(Vec<Tree>),
    CheckpointSequence(Vec<Tree>),
    Parallel(Threshold, Threshold, Vec<Tree>),
    Race(Vec<Tree>),
    SimpleParallel(Box<[Tree; 2]>),
    IfElse(Box<[Tree; 2]>, Option<Box<Tree>>),
    WhileDo(Box<[Tree; 2]>),
    /// The subject's stream; an arm for each of its values.
    Switch(u32, Vec<Tree>),
    IfElseAtStart(Box<[Tree; 2]>, Option<Box<Tree>>),
    SwitchAtStart(u32, Vec<Tree>),
    /// Conditions and children in turns, and the default.
    Cases(Vec<Tree>, Option<Box<Tree>>),
    /// With weights: a stream for each.
    RandomSelector(Vec<Option<u32>>, Vec<Tree>),
    RandomSequence(Vec<Option<u32>>, Vec<Tree>),
    Random(Vec<Option<u32>>, Vec<Tree>),
    /// With a stream of scores for each; inertia in hundredths.
    Utility(Option<u64>, Vec<u32>, Vec<Tree>),
    States(Box<Machine>),
    // Decorators.
    Inverter(Box<Tree>),
    AlwaysSucceed(Box<Tree>),
    AlwaysFail(Box<Tree>),
    Repeater(Option<Value>, Box<Tree>),
    /// Until success, or else until failure.
    RepeaterUntil(Value, bool, Box<Tree>),
    UntilFail(Option<Value>, Box<Tree>),
    UntilSuccess(Option<Value>, Box<Tree>),
    Retry(Value, Box<Tree>),
    Cooldown(Value, bool, Box<Tree>),
    Timeout(Value, Box<Tree>),
    Delay(Value, Box<Tree>),
    Throttle(Value, Box<Tree>),
    ThrottleOnStart(Value, Box<Tree>),
    Fresh(Box<Tree>),
    Once(Box<Tree>),
    Limit(Value, Box<Tree>),
    /// In percent.
    Chance(u64, Box<Tree>),
    /// The number that the function logs.
    Service(Value, u32, Box<Tree>),
    Guard(Box<[Tree; 2]>),
    When(Box<[Tree; 2]>),
    OnHalt(u32, Box<Tree>),
    Finally(Box<[Tree; 2]>),
    Focus(Box<Tree>),
}

/// What a tree can answer at all.
#[derive(Clone, Copy, Debug)]
pub struct Answers {
    pub succeeds: bool,
    pub fails: bool,
    pub runs: bool,
}

const fn answers(succeeds: bool, fails: bool, runs: bool) -> Answers {
    Answers { succeeds, fails, runs }
}

impl Tree {
    /// The trees right below, in the order of the outline.
    pub fn below(&self) -> Vec<&Tree> {
        use Tree::*;
        match self {
            Action(_) | Function(_) | Condition(_) | Succeeds | Fails | Endless | Wait(_) | WaitEvent(_)
            | Received(_) | Heard(_) => {
                vec![]
            }
            Sequence(c) | Selector(c) | MemSequence(c) | MemSelector(c) | CheckpointSequence(c) | Race(c) => {
                c.iter().collect()
            }
            States(machine) => {
                let bodies = machine.states.iter().map(|state| &state.body);
                bodies.chain(machine.transitions().flat_map(Transition::nodes)).collect()
            }
            Parallel(_, _, c)
            | Switch(_, c)
            | SwitchAtStart(_, c)
            | RandomSelector(_, c)
            | RandomSequence(_, c)
            | Random(_, c)
            | Utility(_, _, c) => c.iter().collect(),
            SimpleParallel(c) | WhileDo(c) | Guard(c) | When(c) | Finally(c) => c.iter().collect(),
            Cases(c, otherwise) => c.iter().chain(otherwise.as_deref()).collect(),
            IfElse(c, otherwise) | IfElseAtStart(c, otherwise) => {
                c.iter().chain(otherwise.as_deref()).collect()
            }
            Inverter(c) | AlwaysSucceed(c) | AlwaysFail(c) | Once(c) | Focus(c) | Fresh(c) => vec![c],
            Repeater(_, c) | RepeaterUntil(_, _, c) | UntilFail(_, c) | UntilSuccess(_, c) => vec![c],
            Retry(_, c)
            | Cooldown(_, _, c)
            | Timeout(_, c)
            | Delay(_, c)
            | Throttle(_, c)
            | ThrottleOnStart(_, c)
            | Limit(_, c) => {
                vec![c]
            }
            Chance(_, c) | Service(_, _, c) | OnHalt(_, c) => vec![c],
        }
    }

    /// Whether there is something to halt in it, when it runs.
    pub fn acts(&self) -> bool {
        matches!(self, Tree::Action(_)) || self.below().into_iter().any(Tree::acts)
    }

    pub fn count(&self) -> usize {
        1 + self.below().into_iter().map(Tree::count).sum::<usize>()
    }

    /// What it can answer: what its row in the catalogue and its children allow.
    pub fn answers(&self) -> Answers {
        use Tree::*;
        let below: Vec<Answers> = self.below().into_iter().map(Tree::answers).collect();
        let any = |f: fn(&Answers) -> bool| below.iter().any(f);
        let all = |f: fn(&Answers) -> bool| below.iter().all(f);
        let runs = any(|c| c.runs);
        match self {
            Action(_) | Function(_) => answers(true, true, true),
            Condition(_) | Received(_) | Heard(_) => answers(true, true, false),
            Succeeds => answers(true, false, false),
            Fails => answers(false, true, false),
            Endless => answers(false, false, true),
            Wait(_) | WaitEvent(_) => answers(true, false, true),
            Sequence(_) | MemSequence(_) | CheckpointSequence(_) | RandomSequence(..) => {
                answers(all(|c| c.succeeds), any(|c| c.fails), runs)
            }
            Selector(_) | MemSelector(_) | RandomSelector(..) => {
                answers(any(|c| c.succeeds), all(|c| c.fails), runs)
            }
            Parallel(success, failure, _) => {
                let open = matches!(success, Threshold::Count(_)) || matches!(failure, Threshold::Count(_));
                let succeeds = match success {
                    Threshold::All => all(|c| c.succeeds),
                    Threshold::Count(_) => true,
                    _ => any(|c| c.succeeds),
                };
                answers(succeeds, any(|c| c.fails) || open, runs)
            }
            Race(_) => answers(any(|c| c.succeeds), any(|c| c.fails), all(|c| c.runs)),
            SimpleParallel(_) => below[0],
            IfElse(_, None) | IfElseAtStart(_, None) => answers(
                below[0].succeeds && below[1].succeeds,
                below[0].fails || below[1].fails,
                below[0].succeeds && below[1].runs,
            ),
            IfElse(_, Some(_)) | IfElseAtStart(_, Some(_)) => answers(
                below[1].succeeds || below[2].succeeds,
                below[1].fails || below[2].fails,
                below[1].runs || below[2].runs,
            ),
            WhileDo(_) => answers(below[0].fails, false, below[0].succeeds),
            Switch(..) | SwitchAtStart(..) | Random(..) => {
                answers(any(|c| c.succeeds), any(|c| c.fails), runs)
            }
            Cases(cases, otherwise) => {
                let children = below.iter().skip(1).step_by(2).take(cases.len() / 2);
                let all: Vec<&Answers> =
                    children.chain(otherwise.is_some().then(|| below.last()).flatten()).collect();
                answers(
                    all.iter().any(|c| c.succeeds),
                    otherwise.is_none() || all.iter().any(|c| c.fails),
                    all.iter().any(|c| c.runs),
                )
            }
            Utility(..) => answers(any(|c| c.succeeds), true, runs),
            States(machine) => answers(
                machine.aims().any(|aim| aim == Aim::Success),
                machine.aims().any(|aim| aim == Aim::Failure),
                true,
            ),
            Inverter(_) => answers(below[0].fails, below[0].succeeds, runs),
            AlwaysSucceed(_) => answers(below[0].succeeds || below[0].fails, false, runs),
            AlwaysFail(_) => answers(false, below[0].succeeds || below[0].fails, runs),
            Repeater(None, _) => answers(false, false, true),
            Repeater(Some(_), _) => answers(true, false, true),
            RepeaterUntil(_, true, _) => answers(true, false, true),
            RepeaterUntil(_, false, _) => answers(true, below[0].fails, true),
            UntilFail(..) => answers(below[0].fails, false, true),
            UntilSuccess(..) => answers(below[0].succeeds, false, true),
            Retry(..) => answers(below[0].succeeds, true, true),
            Cooldown(..) | Limit(..) | Chance(..) => answers(below[0].succeeds, true, runs),
            Timeout(..) => answers(below[0].succeeds, below[0].fails || runs, runs),
            Delay(..) => answers(below[0].succeeds, below[0].fails, true),
            Throttle(..) | ThrottleOnStart(..) | Fresh(_) | Once(_) | Service(..) | OnHalt(..) | Focus(_) => {
                below[0]
            }
            Guard(_) | When(_) => answers(
                below[0].succeeds && below[1].succeeds,
                below[0].fails || below[1].fails,
                below[0].succeeds && below[1].runs,
            ),
            Finally(_) => below[0],
        }
    }

    /// Whether each of its successes takes a wait: then nothing that runs may stand behind
    /// it in a `sequence`.
    pub fn waits(&self) -> bool {
        use Tree::*;
        match self {
            Wait(_) | WaitEvent(_) | Delay(..) => true,
            Sequence(c) | MemSequence(c) | CheckpointSequence(c) | RandomSequence(_, c) => {
                c.iter().any(Tree::waits)
            }
            // An end without success may come at once.
            AlwaysSucceed(c) | Repeater(Some(_), c) | RepeaterUntil(_, true, c) => {
                c.waits() && !c.answers().fails
            }
            RepeaterUntil(_, false, c) | UntilSuccess(_, c) | Retry(_, c) => c.waits(),
            Cooldown(_, _, c) | Limit(_, c) | Chance(_, c) | Timeout(_, c) => c.waits(),
            Service(_, _, c) | OnHalt(_, c) | Focus(c) | Fresh(c) => c.waits(),
            Guard(c) | When(c) | IfElse(c, None) | IfElseAtStart(c, None) => {
                c[0].answers().succeeds && c[1].waits()
            }
            Finally(c) | SimpleParallel(c) => c[0].waits(),
            _ => false,
        }
    }
}
