use bt_core::prelude::*;

struct Ctx<'a> {
    health: &'a mut f32,
}

fn is_low(c: &Ctx<'_>) -> bool {
    *c.health < 1.0
}

fn main() {
    let tree = bt! { selector < is_low, is_low > };
    let mut agent = Agent::of(&tree);
    for _frame in 0..2 {
        let mut health = 1.0;
        agent.tick(&tree, &mut Ctx { health: &mut health });
    }
}
