use bt::{A, run};

#[test]
fn inverter_swaps_and_passes_running() {
    let mut run = run!("A=RSF", !@A);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "F A:S");
    assert_eq!(run.tick(), "S +A A:F");
}

#[test]
fn two_inverters_cancel_out() {
    let mut run = run!("A=SF", !!@A);
    assert_eq!(run.tick(), "S +A A:S");
    assert_eq!(run.tick(), "F +A A:F");
}

#[test]
fn always_succeed_passes_running() {
    let mut run = run!("A=RFS", always_succeed < @A >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "S A:F");
    assert_eq!(run.tick(), "S +A A:S");
}

#[test]
fn always_fail_passes_running() {
    let mut run = run!("A=RFS", always_fail < @A >);
    assert_eq!(run.tick(), "R +A A:R");
    assert_eq!(run.tick(), "F A:F");
    assert_eq!(run.tick(), "F +A A:S");
}

#[test]
fn constants() {
    assert_eq!(run!("", success).tick(), "S");
    assert_eq!(run!("", failure).tick(), "F");
    assert_eq!(run!("", running).tick(), "R");
}
