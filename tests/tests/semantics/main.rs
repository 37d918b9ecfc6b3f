//! What each node does, family by family.

mod agents;
mod cases;
mod chance;
mod choices;
mod clock;
mod composites;
mod conditions;
mod events;
mod halting;
mod hooks;
mod latches;
mod loops;
mod panics;
mod parallels;
mod ranges;
mod results;
