//! Nodes with several children, one file a family.

mod memory;
mod reactive;
mod rule;

pub use memory::{
    Checkpoint, CheckpointSequence, MemSelector, MemSequence, Memory, checkpoint_sequence, mem_selector,
    mem_sequence,
};
pub use reactive::{Branching, Reactive, Selector, Sequence, selector, sequence};
pub use rule::{All, Any, Rule};
