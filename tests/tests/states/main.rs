//! State machines: what a tick does, by cases and by rules.

mod cases;
mod plain;
mod rules;
mod world;
