//! What each node does, family by family.

mod agents;
mod chance;
mod choices;
mod clock;
mod composites;
mod conditions;
mod halting;
mod hooks;
mod latches;
mod loops;
mod panics;
mod parallels;
mod results;
