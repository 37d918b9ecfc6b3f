use bt_core::prelude::*;

struct Guard {
    health: f32,
}

struct Walk;

impl Action<String> for Walk {
    type State = ();
    type Output = ();
    fn tick(&self, _: &mut (), _: &mut String) {}
}

fn sees_player(_: &Guard) -> bool {
    true
}

fn attack(_: &mut Guard) -> Status {
    Status::Success
}

fn main() {
    let mut guard = Guard { health: 1.0 };
    let tree = bt! {
        |g: &mut Guard| sequence < sees_player, @Walk >
    };
    Agent::of(&tree).tick(&tree, &mut guard);
}
