//! What the nodes do, written once for all interpreters: they differ in how a child
//! is reached, and in where a node's memory is.

use bt_core::prelude::*;

use crate::workload::{Actions, Kind, Workload};

/// A node's place, as an interpreter offers it.
pub trait Place<W: Workload> {
    fn len(&self) -> usize;
    fn memory(&mut self) -> &mut u64;
    fn tick(&mut self, child: usize, c: &mut W::Context<'_>) -> Status;
    fn halt(&mut self, child: usize, c: &mut W::Context<'_>);
}

pub fn nanos(now: std::time::Duration) -> u64 {
    now.as_nanos() as u64
}

/// A sequence or a selector, with nothing below it to halt.
#[inline(always)]
pub fn reactive<W: Workload>(place: &mut impl Place<W>, pass: Status, c: &mut W::Context<'_>) -> Status {
    for child in 0..place.len() {
        let status = place.tick(child, c);
        if status != pass {
            return status;
        }
    }
    pass
}

/// The same, and it halts what it leaves. The memory is one more than the child
/// that runs.
#[inline(always)]
pub fn reactive_halting<W: Workload>(
    place: &mut impl Place<W>,
    pass: Status,
    c: &mut W::Context<'_>,
) -> Status {
    let before = *place.memory() as usize;
    let mut answer = (pass, usize::MAX);
    for child in 0..place.len() {
        let status = place.tick(child, c);
        if status != pass {
            answer = (status, child);
            break;
        }
    }
    let (status, child) = answer;
    if before > 0 && child < before - 1 {
        place.halt(before - 1, c);
    }
    *place.memory() = if status.is_running() { child as u64 + 1 } else { 0 };
    status
}

#[inline(always)]
pub fn halt_running<W: Workload>(place: &mut impl Place<W>, c: &mut W::Context<'_>) {
    let before = std::mem::take(place.memory()) as usize;
    if before > 0 {
        place.halt(before - 1, c);
    }
}

/// The memory is the child to go on with.
#[inline(always)]
pub fn mem_sequence<W: Workload>(place: &mut impl Place<W>, c: &mut W::Context<'_>) -> Status {
    for child in *place.memory() as usize..place.len() {
        let status = place.tick(child, c);
        if status != Status::Success {
            *place.memory() = if status.is_running() { child as u64 } else { 0 };
            return status;
        }
    }
    *place.memory() = 0;
    Status::Success
}

#[inline(always)]
pub fn halt_current<W: Workload>(place: &mut impl Place<W>, c: &mut W::Context<'_>) {
    let current = std::mem::take(place.memory()) as usize;
    place.halt(current, c);
}

/// The memory has a bit for each child that has succeeded.
#[inline(always)]
pub fn parallel<W: Workload>(place: &mut impl Place<W>, c: &mut W::Context<'_>) -> Status {
    let all = (1 << place.len()) - 1;
    let mut has_failed = false;
    for child in 0..place.len() {
        if *place.memory() >> child & 1 == 0 {
            match place.tick(child, c) {
                Status::Success => *place.memory() |= 1 << child,
                Status::Failure => has_failed = true,
                Status::Running => {}
            }
        }
    }
    if has_failed {
        halt_unfinished(place, c);
        return Status::Failure;
    }
    if *place.memory() == all {
        *place.memory() = 0;
        return Status::Success;
    }
    Status::Running
}

#[inline(always)]
pub fn halt_unfinished<W: Workload>(place: &mut impl Place<W>, c: &mut W::Context<'_>) {
    for child in 0..place.len() {
        if *place.memory() >> child & 1 == 0 {
            place.halt(child, c);
        }
    }
    *place.memory() = 0;
}

/// The memory is when it is over, and in its lowest bit whether the child runs.
#[inline(always)]
pub fn cooldown<W: Workload>(duration: u64, place: &mut impl Place<W>, c: &mut W::Context<'_>) -> Status {
    let (ready_at, runs) = (*place.memory() >> 1, *place.memory() & 1 == 1);
    if !runs && nanos(c.now()) < ready_at {
        return Status::Failure;
    }
    let status = place.tick(0, c);
    *place.memory() = if status.is_running() { ready_at << 1 | 1 } else { (nanos(c.now()) + duration) << 1 };
    status
}

#[inline(always)]
pub fn halt_cooldown<W: Workload>(place: &mut impl Place<W>, c: &mut W::Context<'_>) {
    if *place.memory() & 1 == 1 {
        *place.memory() &= !1;
        place.halt(0, c);
    }
}

/// The memory is one more than when it began.
#[inline(always)]
pub fn wait<W: Workload>(duration: u64, memory: &mut u64, c: &mut W::Context<'_>) -> Status {
    let now = nanos(c.now());
    if *memory == 0 {
        *memory = now + 1;
    }
    if now - (*memory - 1) < duration {
        return Status::Running;
    }
    *memory = 0;
    Status::Success
}

/// The memory is the action's state, and in its lowest bit whether it runs.
#[inline(always)]
pub fn action<W: Workload>(functions: &Actions<W>, memory: &mut u64, c: &mut W::Context<'_>) -> Status {
    let (mut state, runs) = (*memory >> 1, *memory & 1 == 1);
    if !runs {
        (functions.start)(&mut state, c);
    }
    let status = (functions.tick)(&mut state, c);
    *memory = state << 1 | u64::from(status.is_running());
    status
}

#[inline(always)]
pub fn halt_action<W: Workload>(functions: &Actions<W>, memory: &mut u64, c: &mut W::Context<'_>) {
    if *memory & 1 == 1 {
        let mut state = *memory >> 1;
        (functions.halt)(&mut state, c);
        *memory = 0;
    }
}

/// A tick of a node whose kind is only known now.
#[inline(always)]
pub fn tick<W: Workload>(
    kind: &Kind<W>,
    halts: bool,
    place: &mut impl Place<W>,
    c: &mut W::Context<'_>,
) -> Status {
    match kind {
        Kind::Leaf(function) => function(c),
        Kind::Selector if halts => reactive_halting(place, Status::Failure, c),
        Kind::Sequence if halts => reactive_halting(place, Status::Success, c),
        Kind::Selector => reactive(place, Status::Failure, c),
        Kind::Sequence => reactive(place, Status::Success, c),
        Kind::MemSequence => mem_sequence(place, c),
        Kind::Parallel => parallel(place, c),
        Kind::Cooldown(duration) => cooldown(*duration, place, c),
        Kind::Wait(duration) => wait::<W>(*duration, place.memory(), c),
        Kind::Action(functions) => action(functions, place.memory(), c),
    }
}

/// A halt of a node that has something to halt.
#[inline(always)]
pub fn halt<W: Workload>(kind: &Kind<W>, place: &mut impl Place<W>, c: &mut W::Context<'_>) {
    match kind {
        Kind::Selector | Kind::Sequence => halt_running(place, c),
        Kind::MemSequence => halt_current(place, c),
        Kind::Parallel => halt_unfinished(place, c),
        Kind::Cooldown(_) => halt_cooldown(place, c),
        Kind::Wait(_) => *place.memory() = 0,
        Kind::Action(functions) => halt_action(functions, place.memory(), c),
        Kind::Leaf(_) => {}
    }
}

/// Hands the table of composites to a macro that makes a type of each: its fields, and
/// what it does in a tick and in a halt at its place `here`.
macro_rules! composites {
    ($nodes:ident) => {
        $nodes! {
            Reactive { pass: Status } here, c: semantics::reactive(here, *pass, c), { let _ = (here, c); };
            ReactiveHalting { pass: Status } here, c:
                semantics::reactive_halting(here, *pass, c), semantics::halt_running(here, c);
            MemSequence {} here, c: semantics::mem_sequence(here, c), semantics::halt_current(here, c);
            Parallel {} here, c: semantics::parallel(here, c), semantics::halt_unfinished(here, c);
            Cooldown { duration: u64 } here, c:
                semantics::cooldown(*duration, here, c), semantics::halt_cooldown(here, c);
        }
    };
}

/// Boxes the node of a spec, among the types of the module where this is used.
macro_rules! boxed {
    ($spec:expr, $children:expr, $memory:expr) => {{
        let (halts, children, memory) = ($spec.halts(), $children, $memory);
        match $spec.kind {
            Kind::Selector if halts => Box::new(ReactiveHalting { pass: Status::Failure, children, memory }),
            Kind::Sequence if halts => Box::new(ReactiveHalting { pass: Status::Success, children, memory }),
            Kind::Selector => Box::new(Reactive { pass: Status::Failure, children, memory }),
            Kind::Sequence => Box::new(Reactive { pass: Status::Success, children, memory }),
            Kind::MemSequence => Box::new(MemSequence { children, memory }),
            Kind::Parallel => Box::new(Parallel { children, memory }),
            Kind::Cooldown(duration) => Box::new(Cooldown { duration, children, memory }),
            Kind::Wait(duration) => Box::new(Wait { duration, memory }),
            Kind::Leaf(function) => Box::new(Function(function)),
            Kind::Action(functions) => Box::new(Action { functions, memory }),
        }
    }};
}

pub(super) use {boxed, composites};
