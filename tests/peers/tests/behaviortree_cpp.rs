//! Trees do what they do in BehaviorTree.CPP 4.10.

use bt::{Board, Scripted as A};
use bt_core::prelude::*;
use peer_traces::{blocks, k, replay};

const TRACES: &str = include_str!("../behaviortree_cpp.txt");

include!(concat!(env!("OUT_DIR"), "/behaviortree_cpp.rs"));

#[test]
fn the_traces_are_whole() {
    let steps: Vec<usize> = blocks(TRACES).map(|block| block.steps.len()).collect();
    assert_eq!((steps.len(), steps.iter().sum::<usize>()), (250, 6250));
}
