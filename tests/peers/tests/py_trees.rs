//! Trees do what they do in py_trees 2.

use bt::{Board, Scripted as A};
use bt_core::prelude::*;
use peer_traces::{blocks, k, replay};

const TRACES: &str = include_str!("../py_trees.txt");

include!(concat!(env!("OUT_DIR"), "/py_trees.rs"));

#[test]
fn the_traces_are_whole() {
    let steps: Vec<usize> = blocks(TRACES).map(|block| block.steps.len()).collect();
    assert_eq!((steps.len(), steps.iter().sum::<usize>()), (250, 6250));
}
