//! What each node does, family by family.

mod agents;
mod clock;
mod composites;
mod conditions;
mod halting;
mod hooks;
mod loops;
mod panics;
mod results;
