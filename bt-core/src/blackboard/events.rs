/// A blackboard that has an inbox of events of type `E`.
///
/// [`wait_event`](crate::node::wait_event) asks it. `#[derive(Blackboard)]`
/// implements it from a field marked `#[bt(events)]`, such as an [`Inbox`].
///
/// ```
/// use bt_core::blackboard::Inbox;
/// use bt_core::prelude::*;
///
/// struct World { inbox: Inbox<u8, 4> }
///
/// impl Events<u8> for World {
///     fn received(&mut self, event: &u8) -> bool {
///         self.inbox.take(event)
///     }
/// }
/// let mut world = World { inbox: Inbox::new() };
/// assert!(!world.received(&7));
/// world.inbox.send(7).unwrap();
/// assert!(world.received(&7));
/// ```
#[diagnostic::on_unimplemented(
    message = "the blackboard `{Self}` has no inbox for events of type `{E}`",
    label = "this node waits for such an event",
    note = "implement `Events<{E}>` for `{Self}`, or derive `Blackboard` with an `Inbox<{E}, N>` marked `#[bt(events)]`"
)]
pub trait Events<E> {
    /// Whether this event has been received. An [`Inbox`] hands out each event once.
    fn received(&mut self, event: &E) -> bool;
}

impl<E, B: Events<E> + ?Sized> Events<E> for &mut B {
    #[inline(always)]
    fn received(&mut self, event: &E) -> bool {
        (**self).received(event)
    }
}

/// Up to `N` events that wait to be received, oldest first: plain data, without
/// allocation.
///
/// ```
/// use bt_core::blackboard::Inbox;
///
/// let mut inbox = Inbox::<_, 2>::new();
/// inbox.send('a').unwrap();
/// inbox.send('b').unwrap();
/// assert_eq!(inbox.send('c'), Err('c'), "full");
/// assert!(inbox.take(&'b'));
/// assert!(!inbox.take(&'b'), "taken");
/// assert_eq!(inbox.len(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Inbox<E, const N: usize> {
    /// The first of them are events, the others empty.
    events: [Option<E>; N],
}

impl<E, const N: usize> Default for Inbox<E, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E, const N: usize> Inbox<E, N> {
    /// An empty inbox.
    pub const fn new() -> Self {
        Inbox { events: [const { None }; N] }
    }

    /// The number of events that wait.
    pub fn len(&self) -> usize {
        self.events.iter().flatten().count()
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts an event in.
    ///
    /// # Errors
    ///
    /// Gives the event back if `N` are waiting already.
    pub fn send(&mut self, event: E) -> Result<(), E> {
        match self.events.iter_mut().find(|slot| slot.is_none()) {
            Some(slot) => {
                *slot = Some(event);
                Ok(())
            }
            None => Err(event),
        }
    }

    /// Throws all events away; at the end of a frame, say.
    pub fn clear(&mut self) {
        self.events = [const { None }; N];
    }
}

impl<E: PartialEq, const N: usize> Inbox<E, N> {
    /// Takes the oldest event equal to this one out, if there is one.
    pub fn take(&mut self, event: &E) -> bool {
        let Some(place) = self.events.iter().position(|slot| slot.as_ref() == Some(event)) else {
            return false;
        };
        self.events[place..].rotate_left(1);
        if let Some(last) = self.events.last_mut() {
            *last = None;
        }
        true
    }
}

impl<E: PartialEq, const N: usize> Events<E> for Inbox<E, N> {
    fn received(&mut self, event: &E) -> bool {
        self.take(event)
    }
}
