//! Every way to run a workload.

mod boxed_owned;
mod boxed_shared;
mod by_hand;
mod counted;
mod enumerated;
mod flat;
mod semantics;
#[cfg(feature = "observe")]
mod traced;
mod with_bt;

pub use boxed_owned::BoxedOwned;
pub use boxed_shared::BoxedShared;
pub use by_hand::{ByHand, ByHandAgent};
pub use counted::Counted;
pub use enumerated::Enumerated;
pub use flat::Flat;
#[cfg(feature = "observe")]
pub use traced::Traced;
pub use with_bt::{WithAgent, WithBt};

use bt_core::prelude::*;

use crate::workload::Workload;

/// A way to steer an agent; the type is what is kept for one agent.
pub trait Steers<W: Workload>: Sized {
    const NAME: &'static str;
    /// What all agents share.
    type Tree: Sync;

    fn tree() -> Self::Tree;
    /// An agent that has not been ticked.
    fn agent(tree: &Self::Tree) -> Self;
    fn tick(&mut self, tree: &Self::Tree, context: &mut W::Context<'_>) -> Status;
}

/// Nobody steers: what it costs to go through the agents at all.
pub struct Nobody;

impl<W: Workload> Steers<W> for Nobody {
    const NAME: &'static str = "touch only";
    type Tree = ();

    fn tree() {}

    fn agent((): &()) -> Self {
        Nobody
    }

    #[inline(always)]
    fn tick(&mut self, (): &(), _: &mut W::Context<'_>) -> Status {
        Status::Success
    }
}

/// Calls a function, generic in an implementation, with each of them.
#[macro_export]
macro_rules! for_each_rival {
    ($function:ident::<$workload:ty>($($argument:expr),*)) => {{
        $function::<$workload, $crate::rival::ByHand<$workload>>($($argument),*);
        $function::<$workload, $crate::rival::WithBt<$workload>>($($argument),*);
        $function::<$workload, $crate::rival::ByHandAgent<$workload>>($($argument),*);
        $function::<$workload, $crate::rival::WithAgent<$workload>>($($argument),*);
        $function::<$workload, $crate::rival::BoxedShared<$workload>>($($argument),*);
        $function::<$workload, $crate::rival::BoxedOwned<$workload>>($($argument),*);
        $function::<$workload, $crate::rival::Enumerated<$workload>>($($argument),*);
        $function::<$workload, $crate::rival::Flat<$workload>>($($argument),*);
    }};
}

/// Calls a function, generic in a workload, with each of them.
#[macro_export]
macro_rules! for_each_workload {
    ($function:ident($($argument:expr),*)) => {{
        $function::<$crate::workload::Guard>($($argument),*);
        $function::<$crate::workload::Big>($($argument),*);
        $function::<$crate::workload::Wide>($($argument),*);
        $function::<$crate::workload::Deep>($($argument),*);
        $function::<$crate::workload::Halting>($($argument),*);
        $function::<$crate::workload::Memory>($($argument),*);
    }};
}
