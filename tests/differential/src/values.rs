//! Arguments, ranges and draws, as the description has them.

use crate::tree::{Threshold, Value};
use crate::world::World;
use bt_core::prelude::*;

/// Nanoseconds.
pub fn duration(value: &Value, drawn: u64, world: &mut World) -> u64 {
    match value {
        Value::Literal(millis) => *millis * 1_000_000,
        Value::Read(stream) => world.duration(*stream).as_nanos() as u64,
        Value::Range(bounds, inclusive) => {
            let [low, high] = [0, 1].map(|bound| duration(&bounds[bound], 0, world));
            within(low, high, *inclusive, drawn)
        }
    }
}

pub fn count(value: &Value, drawn: u64, world: &mut World) -> u32 {
    match value {
        Value::Literal(count) => *count as u32,
        Value::Read(stream) => world.count(*stream),
        Value::Range(bounds, inclusive) => {
            let [low, high] = [0, 1].map(|bound| u64::from(count(&bounds[bound], 0, world)));
            within(low, high, *inclusive, drawn) as u32
        }
    }
}

/// The value of a range at a place: all are as likely; an empty one is its lower bound.
fn within(low: u64, high: u64, inclusive: bool, place: u64) -> u64 {
    let values = (high + u64::from(inclusive)).saturating_sub(low);
    low + ((u128::from(values) * u128::from(place)) >> 32) as u64
}

pub fn number(threshold: &Threshold, children: u64, world: &mut World) -> u64 {
    match threshold {
        Threshold::All => children,
        Threshold::Any => 1,
        Threshold::Never => u64::MAX,
        Threshold::Count(value) => u64::from(count(value, 0, world)),
    }
}

/// From 0 to below 1.
pub fn fraction(number: u64) -> f64 {
    (number >> 11) as f64 / 9_007_199_254_740_992.0
}

pub fn evaluate(weights: &[Option<u32>], world: &mut World) -> Vec<f64> {
    let weight = |stream: &Option<u32>| stream.map_or(1.0, |stream| world.weight(stream));
    weights.iter().map(weight).map(|weight| if weight > 0.0 { weight } else { 0.0 }).collect()
}

/// One that is left, by weight; where those left weigh nothing, all alike.
pub fn draw(weights: &[f64], taken: &[bool], number: u64) -> usize {
    let mut left: Vec<(usize, f64)> =
        weights.iter().copied().enumerate().filter(|(index, _)| !taken[*index]).collect();
    if left.iter().all(|(_, weight)| *weight == 0.0) {
        left.iter_mut().for_each(|(_, weight)| *weight = 1.0);
    }
    let mut point = fraction(number) * left.iter().map(|(_, weight)| weight).sum::<f64>();
    left.retain(|(_, weight)| *weight > 0.0);
    for (index, weight) in &left {
        point -= weight;
        if point < 0.0 {
            return *index;
        }
    }
    left.last().expect("one is left").0
}

pub fn draw_order(weights: &[Option<u32>], world: &mut World) -> Vec<usize> {
    let weights = evaluate(weights, world);
    let mut taken = vec![false; weights.len()];
    let mut order = Vec::new();
    for _ in 0..weights.len() {
        let drawn = draw(&weights, &taken, world.next_u64());
        taken[drawn] = true;
        order.push(drawn);
    }
    order
}
