//! Trees as a user would write them.

use crate::tree::{Aim, Machine, Target, Threshold, Transition, Tree, Trigger, Value};

/// The tree, for a blackboard that is called `w`.
pub fn source(tree: &Tree) -> String {
    use Tree::*;
    match tree {
        Action(stream) => format!("@Scripted({stream})"),
        Function(stream) => format!("function({stream})"),
        Condition(stream) => format!("condition({stream})"),
        Succeeds => "success".to_owned(),
        Fails => "failure".to_owned(),
        Endless => "running".to_owned(),
        Wait(value) => format!("wait({})", duration(value)),
        WaitEvent(event) => format!("wait_event({event:?})"),
        Received(event) => format!("received({event:?})"),
        Heard(stream) => {
            format!("received(let event if *event != 'b' => {{ let _ = event; hook(w, {stream}); }})")
        }
        Sequence(c) => format!("sequence < {} >", list(c)),
        Selector(c) => format!("selector < {} >", list(c)),
        MemSequence(c) => format!("mem_sequence < {} >", list(c)),
        MemSelector(c) => format!("mem_selector < {} >", list(c)),
        CheckpointSequence(c) => format!("checkpoint_sequence < {} >", list(c)),
        Parallel(success, failure, c) => {
            format!(
                "parallel(success = {}, failure = {}) < {} >",
                threshold(success),
                threshold(failure),
                list(c)
            )
        }
        Race(c) => format!("race < {} >", list(c)),
        SimpleParallel(c) => format!("simple_parallel < {} >", list(&**c)),
        IfElseAtStart(c, None) => format!("if_else(at = start) < {} >", list(&**c)),
        IfElseAtStart(c, Some(otherwise)) => {
            format!("if_else(at = start) < {}, {} >", list(&**c), source(otherwise))
        }
        Cases(c, otherwise) => {
            let cases = c.chunks(2).map(|case| format!("{} => {}", source(&case[0]), source(&case[1])));
            let otherwise = otherwise.iter().map(|otherwise| format!("_ => {}", source(otherwise)));
            format!("switch < {} >", join(cases.chain(otherwise)))
        }
        IfElse(c, None) => format!("if_else < {} >", list(&**c)),
        IfElse(c, Some(otherwise)) => format!("if_else < {}, {} >", list(&**c), source(otherwise)),
        WhileDo(c) => format!("while_do < {} >", list(&**c)),
        Switch(stream, c) | SwitchAtStart(stream, c) => {
            let arms = c.iter().enumerate().map(|(index, child)| {
                let pattern = if index + 1 == c.len() { "_".to_owned() } else { index.to_string() };
                format!("{pattern} => {}", source(child))
            });
            let at = if matches!(tree, SwitchAtStart(..)) { ", at = start" } else { "" };
            format!("switch(w.arm({stream}, {}){at}) < {} >", c.len(), join(arms))
        }
        RandomSelector(w, c) => format!("random_selector < {} >", weighted(w, c)),
        RandomSequence(w, c) => format!("random_sequence < {} >", weighted(w, c)),
        Random(w, c) => format!("random < {} >", weighted(w, c)),
        Utility(inertia, scores, c) => {
            let arms =
                scores.iter().zip(c).map(|(score, child)| format!("w.score({score}) => {}", source(child)));
            let inertia = inertia.map_or(String::new(), |inertia| format!("(inertia = 0.{inertia:02})"));
            format!("utility{inertia} < {} >", join(arms))
        }
        States(machine) => format!("states < {} >", entries(machine)),
        Inverter(c) => format!("!{}", source(c)),
        AlwaysSucceed(c) => format!("always_succeed < {} >", source(c)),
        AlwaysFail(c) => format!("always_fail < {} >", source(c)),
        Repeater(times, c) => format!("repeater{} < {} >", optional(times), source(c)),
        RepeaterUntil(times, success, c) => {
            let until = if *success { "success" } else { "failure" };
            format!("repeater({}, until = {until}) < {} >", count(times), source(c))
        }
        UntilFail(times, c) => format!("repeat_until_fail{} < {} >", optional(times), source(c)),
        UntilSuccess(times, c) => format!("repeat_until_success{} < {} >", optional(times), source(c)),
        Retry(times, c) => format!("retry({}) < {} >", count(times), source(c)),
        Cooldown(value, on_success, c) => {
            let on = if *on_success { ", on = success" } else { "" };
            format!("cooldown({}{on}) < {} >", duration(value), source(c))
        }
        Timeout(value, c) => format!("timeout({}) < {} >", duration(value), source(c)),
        Delay(value, c) => format!("delay({}) < {} >", duration(value), source(c)),
        Throttle(value, c) => format!("throttle({}) < {} >", duration(value), source(c)),
        ThrottleOnStart(value, c) => {
            format!("throttle({}, on = start) < {} >", duration(value), source(c))
        }
        Fresh(c) => format!("fresh < {} >", source(c)),
        Once(c) => format!("once < {} >", source(c)),
        Limit(times, c) => format!("limit({}) < {} >", count(times), source(c)),
        Chance(percent, c) => format!("chance({}) < {} >", *percent as f64 / 100.0, source(c)),
        Service(value, stream, c) => {
            format!("service({}, hook({stream})) < {} >", duration(value), source(c))
        }
        Guard(c) => format!("guard({}) < {} >", source(&c[0]), source(&c[1])),
        When(c) => format!("when({}) < {} >", source(&c[0]), source(&c[1])),
        OnHalt(stream, c) => format!("on_halt(hook({stream})) < {} >", source(c)),
        Finally(c) => format!("finally < {} >", list(&**c)),
        Focus(c) => format!("focus(&mut *w) < |w: &mut World| {} >", source(c)),
    }
}

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",\n")
}

fn list(children: &[Tree]) -> String {
    join(children.iter().map(source))
}

/// What stands in a machine.
fn entries(machine: &Machine) -> String {
    let mut entries = Vec::new();
    for (index, transition) in machine.any.iter().enumerate() {
        entries.push(format!("{}{}", if index == 0 { "any: " } else { "" }, written(machine, transition)));
    }
    for state in &machine.states {
        let number = state.number;
        entries.push(format!("s{number}: {}", source(&state.body)));
        entries.push(format!("enter(enter({number})), exit(exit({number}))"));
        entries.extend(state.transitions.iter().map(|transition| written(machine, transition)));
    }
    join(entries.into_iter())
}

fn written(machine: &Machine, transition: &Transition) -> String {
    let trigger = match &transition.trigger {
        Trigger::Condition(tree) => source(tree),
        Trigger::After(value) => format!("after({})", duration(value)),
        Trigger::On(event) => format!("on({event:?})"),
        Trigger::Success => "success".to_owned(),
        Trigger::Failure => "failure".to_owned(),
        Trigger::Done => "done".to_owned(),
    };
    let guard = transition.guard.as_ref().map_or(String::new(), |guard| format!(" if {}", source(guard)));
    let aim = |aim: Aim| match aim {
        Aim::To(to) => format!("s{}", machine.states[to].number),
        Aim::Push(to) => format!("push s{}", machine.states[to].number),
        Aim::Resume(to) => format!("resume s{}", machine.states[to].number),
        Aim::Back => "back".to_owned(),
        Aim::Stay => "stay".to_owned(),
        Aim::Success => "success".to_owned(),
        Aim::Failure => "failure".to_owned(),
    };
    let arms = |read: &str, arms: &[(u32, Aim)]| {
        join(arms.iter().map(|(stream, to)| format!("w.{read}({stream}) => {}", aim(*to))))
    };
    let target = match &transition.target {
        Target::One(to) => aim(*to),
        Target::Random(all) => format!("random < {} >", arms("weight", all)),
        Target::Utility(all) => format!("utility < {} >", arms("score", all)),
    };
    format!("{trigger}{guard} -> {target}")
}

fn weighted(weights: &[Option<u32>], children: &[Tree]) -> String {
    // A child that begins with a condition of its own has to be told from a weight.
    join(weights.iter().zip(children).map(|(weight, child)| match weight {
        Some(stream) => format!("w.weight({stream}) => {}", source(child)),
        None => source(child),
    }))
}

fn duration(value: &Value) -> String {
    match value {
        Value::Literal(millis) => format!("{millis}ms"),
        Value::Read(stream) => format!("w.duration({stream})"),
        Value::Range(bounds, inclusive) => range(bounds, *inclusive, duration),
    }
}

fn count(value: &Value) -> String {
    match value {
        Value::Literal(count) => count.to_string(),
        Value::Read(stream) => format!("w.count({stream})"),
        Value::Range(bounds, inclusive) => range(bounds, *inclusive, count),
    }
}

fn range(bounds: &[Value; 2], inclusive: bool, written: fn(&Value) -> String) -> String {
    format!("{}{}{}", written(&bounds[0]), if inclusive { "..=" } else { ".." }, written(&bounds[1]))
}

fn optional(value: &Option<Value>) -> String {
    value.as_ref().map_or(String::new(), |value| format!("({})", count(value)))
}

fn threshold(threshold: &Threshold) -> String {
    match threshold {
        Threshold::All => "all".to_owned(),
        Threshold::Any => "any".to_owned(),
        Threshold::Never => "never".to_owned(),
        Threshold::Count(value) => count(value),
    }
}
