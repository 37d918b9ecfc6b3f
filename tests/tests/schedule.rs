//! A schedule does what a list of moments does, that is searched in every frame.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bt_core::Wake;
use bt_core::blackboard::{Random, SmallRng};
use bt_core::schedule::{Frame, Schedule};

/// The moments from which agents are due, in milliseconds.
#[derive(Clone, Default)]
struct Model {
    now: u64,
    asking: u64,
    turn: u32,
    due: BTreeMap<u32, u64>,
}

const NEVER: u64 = u64::MAX;

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

impl Model {
    fn begin(&mut self, now: u64) {
        if now < self.now {
            self.due.values_mut().for_each(|due| *due = now);
        }
        self.now = now;
    }

    fn wake(&mut self, id: u32) {
        if let Some(due) = self.due.get_mut(&id) {
            *due = self.now.min(*due);
        }
    }

    fn settle(&mut self, id: u32, wake: Wake) {
        let at = wake.at().map_or(NEVER, |at| at.as_millis() as u64);
        let asked = if wake.asked() { self.now.saturating_add(self.asking) } else { NEVER };
        self.due.insert(id, at.min(asked).max(self.now));
    }

    fn who_is_due(&self) -> Vec<u32> {
        self.due.iter().filter(|(_, due)| **due <= self.now).map(|(id, _)| *id).collect()
    }

    fn within(&mut self, budget: usize) -> Vec<u32> {
        let mut due = self.who_is_due();
        if due.len() <= budget {
            return due;
        }
        let since = |id: &u32| self.due[id];
        due.sort_by_key(|id| (since(id), id.wrapping_sub(self.turn)));
        due.truncate(budget);
        if let Some(last) = due.last() {
            self.turn = last + 1;
        }
        due.sort_unstable();
        due
    }

    fn next(&self) -> Option<Duration> {
        self.due.values().copied().filter(|due| *due != NEVER).min().map(|due| millis(due.max(self.now)))
    }

    fn frame(&self, ticked: usize) -> Frame {
        // What is due still and wasn't ticked has been counted before.
        Frame { ticked, left: 0, next: self.next() }
    }
}

struct Dice(SmallRng);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }

    fn wake(&mut self, now: u64) -> Wake {
        match self.below(8) {
            0 | 1 => Wake::NEXT_TICK,
            2 => Wake::WHEN_WOKEN,
            3 => Wake::WHEN_ASKED,
            4 => Wake::WHEN_ASKED.or(Wake::at_moment(millis(now + self.below(50)))),
            5 => Wake::at_moment(millis(now.saturating_sub(5))),
            _ => Wake::at_moment(millis(now + self.below(400))),
        }
    }
}

/// One run of random calls, on numbers below `ids`.
fn run(seed: u64, ids: u64) {
    let mut dice = Dice(SmallRng::new(seed));
    let asking = [0, 70, NEVER][dice.below(3) as usize];
    let interval = if asking == NEVER { Duration::MAX } else { millis(asking) };
    let mut schedule = Schedule::new().asking_every(interval);
    let mut model = Model { asking, ..Model::default() };
    for _ in 0..dice.below(ids) {
        let id = dice.below(ids) as u32;
        assert_eq!(schedule.insert(id), model.due.insert(id, 0).is_none());
    }
    for step in 0..120 {
        let id = dice.below(ids + 3) as u32;
        match dice.below(14) {
            0 => {
                let is_new = !model.due.contains_key(&id);
                model.due.entry(id).or_insert(model.now);
                model.wake(id);
                assert_eq!(schedule.insert(id), is_new);
            }
            1 => assert_eq!(schedule.remove(id), model.due.remove(&id).is_some()),
            2 | 3 => {
                schedule.wake(id);
                model.wake(id);
            }
            4 => {
                let text = serde_json::to_string(&schedule).expect("plain data");
                schedule = serde_json::from_str(&text).expect("what was saved is loaded");
            }
            5 => schedule = schedule.clone(),
            call => {
                let now = match dice.below(12) {
                    0 => model.now.saturating_sub(dice.below(300)),
                    1 => model.now + 10_000,
                    2 => model.now,
                    _ => model.now + dice.below(40),
                };
                model.begin(now);
                frame(call, now, &mut schedule, &mut model, &mut dice);
            }
        }
        assert_eq!(schedule.next(), model.next(), "seed {seed}, step {step}");
        assert_eq!(schedule.len(), model.due.len());
        assert_eq!(schedule.contains(id), model.due.contains_key(&id));
    }
}

/// One frame in one of the ways.
fn frame(call: u64, now: u64, schedule: &mut Schedule, model: &mut Model, dice: &mut Dice) {
    let mut order = Vec::new();
    let moment = millis(now);
    let due = model.who_is_due();
    match call {
        6 | 7 => {
            let budget = dice.below(12) as usize;
            let chosen = model.within(budget);
            let left = due.len() - chosen.len();
            let frame = schedule.frame_within(moment, budget, |id| {
                order.push(id);
                let wake = dice.wake(now);
                model.settle(id, wake);
                wake
            });
            assert_eq!(order, chosen);
            assert_eq!(frame, Frame { left, ..model.frame(chosen.len()) });
        }
        8 | 9 => {
            // One wakes others: those behind it are still ticked.
            let mut expected = due;
            let mut place = 0;
            let frame = schedule.frame_with(moment, |id, others| {
                assert_eq!(expected.get(place), Some(&id));
                place += 1;
                let wake = dice.wake(now);
                model.settle(id, wake);
                for _ in 0..dice.below(3) {
                    let other = dice.below(model.due.len() as u64 * 2 + 2) as u32;
                    others.wake(other);
                    model.wake(other);
                    let is_there = model.due.contains_key(&other);
                    if let (true, Err(at)) = (is_there && other > id, expected.binary_search(&other)) {
                        expected.insert(at, other);
                    }
                }
                wake
            });
            assert_eq!(place, expected.len());
            assert_eq!(frame, model.frame(place));
        }
        10 => {
            // Somebody panics: who was ticked has been settled, the others are due.
            let fatal = dice.below(due.len() as u64 + 1) as usize;
            let result = catch_unwind(AssertUnwindSafe(|| {
                schedule.frame(moment, |id| {
                    if order.len() == fatal {
                        std::panic::resume_unwind(Box::new(()));
                    }
                    order.push(id);
                    let wake = dice.wake(now);
                    model.settle(id, wake);
                    wake
                })
            }));
            assert_eq!(order, due[..fatal]);
            assert_eq!(result.is_ok(), fatal == due.len());
            // A look puts the minima right that the panic left behind.
            schedule.frame_within(moment, 0, |_| unreachable!());
        }
        11 => {
            let mut items: Vec<u32> = (0..dice.below(model.due.len() as u64 * 2 + 2) as u32).collect();
            let inside: Vec<u32> = due.iter().copied().filter(|id| (*id as usize) < items.len()).collect();
            let frame = schedule.frame_slice(moment, &mut items, |id| {
                order.push(*id);
                let wake = dice.wake(now);
                model.settle(*id, wake);
                wake
            });
            assert_eq!(order, inside);
            let left = due.len() - inside.len();
            assert_eq!(frame, Frame { left, ..model.frame(inside.len()) });
        }
        _ => {
            let frame = schedule.frame(moment, |id| {
                order.push(id);
                let wake = dice.wake(now);
                model.settle(id, wake);
                wake
            });
            assert_eq!(order, due);
            assert_eq!(frame, model.frame(due.len()));
        }
    }
}

#[test]
fn does_what_a_list_of_moments_does() {
    for seed in 0..200 {
        run(seed, [4, 30, 600, 2000][seed as usize % 4]);
    }
}

#[test]
fn threads_tick_the_same_agents() {
    let mut one = Schedule::new();
    (0..5000).for_each(|id| {
        one.insert(id);
    });
    let mut many = one.clone();
    let (mut ticks_of_one, mut ticks_of_many) = (vec![0_u64; 5000], vec![0_u64; 5000]);
    let tick = |now: u64, ticks: &mut u64| {
        *ticks += 1;
        Wake::at_moment(millis(now + *ticks * 7919 % 90))
    };
    for frame in 0..200 {
        let now = 16 * frame;
        // The last hundred are beyond the slice.
        let frame_of_one = one.frame_slice(millis(now), &mut ticks_of_one[..4900], |ticks| tick(now, ticks));
        let frame_of_many =
            many.par_frame_slice(millis(now), &mut ticks_of_many[..4900], |ticks| tick(now, ticks));
        assert_eq!(frame_of_one, frame_of_many);
        assert_eq!(frame_of_one.left, 100);
    }
    assert_eq!(ticks_of_one, ticks_of_many);
}

#[test]
fn nobody_starves_in_a_small_budget() {
    for clock_runs in [true, false] {
        let mut schedule = Schedule::new();
        (0..1000).for_each(|id| {
            schedule.insert(id);
        });
        let mut ticks = vec![0_u32; 1000];
        for frame in 0..100 {
            let now = millis(if clock_runs { 16 * frame } else { 5 });
            let frame = schedule.frame_within(now, 30, |id| {
                ticks[id as usize] += 1;
                Wake::NEXT_TICK
            });
            assert_eq!((frame.ticked, frame.left), (30, 970));
        }
        assert!(ticks.iter().all(|ticks| *ticks == 3), "{ticks:?}");
    }
}

#[test]
fn those_longest_due_come_first() {
    let mut schedule = Schedule::new();
    (0..4).for_each(|id| {
        schedule.insert(id);
    });
    // The higher the number, the earlier due.
    schedule.frame(millis(0), |id| Wake::at_moment(millis(100 - u64::from(id))));
    let mut order = Vec::new();
    for _ in 0..2 {
        schedule.frame_within(millis(200), 2, |id| {
            order.push(id);
            Wake::WHEN_WOKEN
        });
    }
    assert_eq!(order, [2, 3, 0, 1]);
}

#[test]
fn a_pace_is_kept_and_spread() {
    let pace = 500;
    let mut schedule = Schedule::new();
    (0..3000).for_each(|id| {
        schedule.insert(id);
        schedule.pace(id, millis(pace));
    });
    let mut last = vec![None; 3000];
    let mut most = 0;
    for frame in 1..400_u64 {
        let now = 16 * frame;
        // Waking them doesn't help.
        (0..3000).step_by(7).for_each(|id| schedule.wake(id));
        let ticked = schedule.frame(millis(now), |id| {
            let before: Option<u64> = last[id as usize].replace(now);
            // On the beat, as far as the frames meet it.
            assert!(before.is_none_or(|before| (pace - 16..pace + 16).contains(&(now - before))));
            Wake::NEXT_TICK
        });
        most = most.max(ticked.ticked);
    }
    assert!(last.iter().all(|last| last.is_some_and(|last| last >= 16 * 399 - pace - 16)));
    assert!(most <= 3000 * 16 / 500 + 6, "{most} in one frame");

    // Without a pace, as before.
    (0..3000).for_each(|id| schedule.pace(id, Duration::ZERO));
    schedule.frame(millis(7000), |_| Wake::NEXT_TICK);
    assert_eq!(schedule.frame(millis(7001), |_| Wake::NEXT_TICK).ticked, 3000);
}

#[test]
fn a_sleeper_stays_asleep_when_its_pace_changes() {
    let mut schedule = Schedule::new();
    schedule.insert(0);
    schedule.frame(millis(0), |_| Wake::WHEN_WOKEN);
    schedule.pace(0, millis(100));
    schedule.pace(0, Duration::ZERO);
    assert_eq!(schedule.next(), None);
    schedule.wake(0);
    schedule.pace(0, Duration::MAX);
    assert!(schedule.next().is_some_and(|next| next < Duration::from_secs(72 * 60)));
    // Numbers that are nobody's.
    schedule.pace(9, millis(100));
    schedule.pace(u32::MAX, millis(100));
    schedule.wake(u32::MAX);
    assert!(!schedule.remove(u32::MAX) && !schedule.contains(9));
}

#[test]
fn a_panic_loses_no_wake_up() {
    let mut schedule = Schedule::new();
    (0..1000).for_each(|id| {
        schedule.insert(id);
    });
    schedule.frame(millis(0), |_| Wake::WHEN_WOKEN);
    schedule.wake(5);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        schedule.frame_with(millis(1), |_, others| {
            others.wake(3);
            others.wake(999);
            std::panic::resume_unwind(Box::new(()));
        })
    }));
    assert!(panicked.is_err());
    let mut order = Vec::new();
    schedule.frame(millis(1), |id| {
        order.push(id);
        Wake::WHEN_WOKEN
    });
    assert_eq!(order, [3, 5, 999]);
}
