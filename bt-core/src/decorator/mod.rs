//! Nodes with one child, one file a family.

mod chance;
mod condition;
mod focus;
mod hook;
mod latch;
mod repeat;
mod result;
mod time;

pub use chance::{Chance, chance};
pub use condition::{Conditioned, Guard, When, guard, when};
pub use focus::{Focus, focus};
pub use hook::{Finally, OnHalt, Service, Watching, finally, on_halt, service};
pub use latch::{
    Fresh, LastTick, Limit, Once, Throttle, ThrottleOf, ThrottleOnStart, fresh, limit, once, throttle,
};
pub use repeat::{
    Counted, Counting, LoopRule, Repeat, RepeatUntil, RepeatWhileFailure, RepeatWhileSuccess, Repeater,
    RepeaterTimes, RepeaterUntilFailure, RepeaterUntilSuccess, Retry, RetryRule, UntilFail, UntilFailTimes,
    UntilSuccess, UntilSuccessTimes, repeat_until_fail, repeat_until_success, repeater, retry,
};
pub use result::{
    AlwaysFail, AlwaysSucceed, Invert, Inverter, Mapped, Mapping, ToFailure, ToSuccess, always_fail,
    always_succeed, inverter,
};
pub use time::{Cooldown, CooldownAfter, CooldownOnSuccess, Delay, Timed, Timeout, cooldown, delay, timeout};
