#![doc = include_str!("../README.md")]

mod hub;
mod inspector;
mod server;
mod snapshot;

pub use inspector::{Inspector, Seat, Watched};
