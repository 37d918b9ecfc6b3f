//! Nodes with several children, one file a family.

mod case;
mod choice;
mod decided;
mod memory;
mod parallel;
mod random;
mod reactive;
mod rule;
mod utility;

pub use case::{Case, NoDefault, SwitchCases, case, switch_cases};
pub(crate) use choice::tick_only_at;
pub use choice::{Alternatives, IfElse, Switch, WhileDo, if_else, switch, while_do};
pub use decided::{IfElseAtStart, SwitchAtStart};
pub use memory::{
    Checkpoint, CheckpointSequence, MemSelector, MemSequence, Memory, checkpoint_sequence, mem_selector,
    mem_sequence,
};
pub use parallel::{
    AnyOne, AtLeast, Every, Latched, Never, Parallel, Race, Reached, SimpleParallel, Threshold, parallel,
    race, simple_parallel,
};
pub use random::{
    Even, Ordered, RandomOne, RandomSelector, RandomSequence, Shuffled, Weights, random, random_selector,
    random_sequence,
};
pub(crate) use random::{draw_of, positive};
pub use reactive::{Branching, Reactive, Selector, Sequence, selector, sequence};
pub use rule::{All, Any, Rule};
pub(crate) use utility::best_of;
pub use utility::{NoInertia, Utility, utility};
