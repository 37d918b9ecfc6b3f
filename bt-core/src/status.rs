//! What a tick answers, and what a leaf's function may return.

use core::task::Poll;

use crate::flag::{Flag, No, Yes};
use crate::wake::Wake;

/// The answer of a node's tick.
///
/// ```
/// use bt_core::Status;
///
/// assert!(Status::Running.is_running());
/// assert_eq!(Status::from(true), Status::Success);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Status {
    /// The run ended, and the node did what it is for.
    Success,
    /// The run ended, and the node could not do what it is for.
    Failure,
    /// The run goes on: tick again.
    Running,
}

impl Status {
    /// Whether the run goes on.
    ///
    /// ```
    /// assert!(!bt_core::Status::Failure.is_running());
    /// ```
    #[inline(always)]
    pub const fn is_running(self) -> bool {
        matches!(self, Status::Running)
    }

    /// Success and failure swapped; running stays.
    ///
    /// ```
    /// use bt_core::Status;
    ///
    /// assert_eq!(Status::Success.inverted(), Status::Failure);
    /// assert_eq!(Status::Running.inverted(), Status::Running);
    /// ```
    #[inline(always)]
    pub const fn inverted(self) -> Self {
        match self {
            Status::Success => Status::Failure,
            Status::Failure => Status::Success,
            Status::Running => Status::Running,
        }
    }
}

/// `true` is success, `false` is failure.
impl From<bool> for Status {
    #[inline(always)]
    fn from(success: bool) -> Self {
        if success { Status::Success } else { Status::Failure }
    }
}

/// The outcome of a leaf that never finishes: patrol, idle, hold the line.
///
/// A function that returns it tells the compiler so, and a sibling that could
/// never be reached behind it is a compile error.
///
/// ```
/// use bt_core::{Outcome, Running, Status};
///
/// fn patrol(x: &mut f32) -> Running {
///     *x += 0.1;
///     Running
/// }
/// assert_eq!(patrol(&mut 0.0).status(), Status::Running);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Running;

/// What a leaf may return: something that says success, failure or running.
///
/// | type | success | failure | running |
/// |---|---|---|---|
/// | [`Status`] | `Success` | `Failure` | `Running` |
/// | `bool` | `true` | `false` | |
/// | `()` | always | | |
/// | `Result<(), E>` | `Ok` | `Err` | |
/// | `Option<()>` | `Some` | `None` | |
/// | `Poll<T>` of those | as `T` | as `T` | `Pending` |
/// | [`Running`] | | | always |
/// | [`Until`](crate::Until) | as its `Status` | as its `Status` | as its `Status` |
///
/// The associated flags say which answers the type can give at all; the
/// compiler uses them to find children that can never be reached and
/// conditions that might run on.
///
/// ```
/// use bt_core::{Outcome, Status};
///
/// assert_eq!(Err::<(), _>("no path").status(), Status::Failure);
/// assert_eq!(Some(()).status(), Status::Success);
/// ```
#[diagnostic::on_unimplemented(
    message = "a leaf can't return `{Self}`",
    label = "this leaf returns `{Self}`",
    note = "a leaf returns `Status`, `bool`, `()`, `Result<(), E>`, `Option<()>`, `Poll` of those, `Running`, or `Until`"
)]
pub trait Outcome {
    /// Whether success is among the answers.
    type Succeeds: Flag;
    /// Whether failure is among the answers.
    type Fails: Flag;
    /// Whether running is among the answers.
    type Runs: Flag;

    /// The answer this value stands for.
    fn status(self) -> Status;

    /// What it says about the next tick: nothing, so that it is needed.
    #[doc(hidden)]
    #[inline(always)]
    fn wake(&self) -> Wake {
        Wake::NEXT_TICK
    }
}

macro_rules! outcome {
    ($([$($generics:tt)*] $type:ty: $succeeds:ty, $fails:ty, $runs:ty; $value:ident => $status:expr $(, $wake:expr)?;)*) => { $(
        impl<$($generics)*> Outcome for $type {
            type Succeeds = $succeeds;
            type Fails = $fails;
            type Runs = $runs;
            #[inline(always)]
            fn status(self) -> Status {
                let $value = self;
                $status
            }
            $(
                #[inline(always)]
                fn wake(&self) -> Wake {
                    $wake
                }
            )?
        }
    )* };
}

outcome! {
    [] Status: Yes, Yes, Yes; status => status;
    [] bool: Yes, Yes, No; success => Status::from(success), Wake::WHEN_ASKED;
    [] (): Yes, No, No; _done => Status::Success;
    [] Running: No, No, Yes; _runs => Status::Running;
    [E] Result<(), E>: Yes, Yes, No; result => Status::from(result.is_ok());
    [] Option<()>: Yes, Yes, No; option => Status::from(option.is_some());
    [T: Outcome] Poll<T>: T::Succeeds, T::Fails, Yes; poll => match poll {
        Poll::Ready(outcome) => outcome.status(),
        Poll::Pending => Status::Running,
    };
}

/// `!`, which has no name of its own yet: `todo!()` stands for any answer.
type Never = <fn() -> ! as Returns>::Output;

#[diagnostic::do_not_recommend]
impl Outcome for Never {
    type Succeeds = Yes;
    type Fails = Yes;
    type Runs = Yes;

    fn status(self) -> Status {
        self
    }
}

/// What a function returns.
pub trait Returns {
    type Output;
}

impl<R> Returns for fn() -> R {
    type Output = R;
}
