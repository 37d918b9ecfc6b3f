use bt_core::prelude::*;

trait Mover {
    fn step(&mut self);
}

struct Walk;

impl<B: Mover> Action<B> for Walk {
    type State = ();
    type Output = ();
    fn tick(&self, _: &mut (), mover: &mut B) {
        mover.step();
    }
}

bt! {
    struct Tree |m: &mut (impl Mover)| sequence < { m.step(); }, @Walk >
}

fn main() {}
