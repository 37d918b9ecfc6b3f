/// A blackboard that has an inbox of events of type `E`.
///
/// [`wait_event`](crate::node::wait_event) and [`received`](crate::node::received) ask it.
/// `#[derive(Blackboard)]` implements it from a field marked `#[bt(events)]`, such as an
/// [`Inbox`].
///
/// ```
/// use bt_core::blackboard::Inbox;
/// use bt_core::prelude::*;
///
/// struct World { inbox: Inbox<u8, 4> }
///
/// impl Events<u8> for World {
///     fn take(&mut self, wanted: impl FnMut(&u8) -> bool) -> Option<u8> {
///         self.inbox.take(wanted)
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
    /// Takes the oldest event out that is wanted, if there is one. An [`Inbox`] hands out
    /// each event once.
    fn take(&mut self, wanted: impl FnMut(&E) -> bool) -> Option<E>;

    /// Whether this event has been received; it is taken then.
    #[inline(always)]
    fn received(&mut self, event: &E) -> bool
    where
        E: PartialEq,
    {
        self.take(|other| other == event).is_some()
    }
}

impl<E, B: Events<E> + ?Sized> Events<E> for &mut B {
    #[inline(always)]
    fn take(&mut self, wanted: impl FnMut(&E) -> bool) -> Option<E> {
        (**self).take(wanted)
    }
}

/// Up to `N` events that wait to be received, oldest first: plain data, without
/// allocation.
///
/// ```
/// use bt_core::blackboard::Inbox;
/// use bt_core::prelude::*;
///
/// let mut inbox = Inbox::<_, 2>::new();
/// inbox.send('a').unwrap();
/// inbox.send('b').unwrap();
/// assert_eq!(inbox.send('c'), Err('c'), "full");
/// assert!(inbox.received(&'b'));
/// assert!(!inbox.received(&'b'), "taken");
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
        self.iter().count()
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The events that wait, oldest first.
    ///
    /// ```
    /// use bt_core::blackboard::Inbox;
    ///
    /// let mut inbox = Inbox::<_, 4>::new();
    /// inbox.send(1).unwrap();
    /// inbox.send(2).unwrap();
    /// assert_eq!(inbox.iter().sum::<i32>(), 3);
    /// ```
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &E> + Clone {
        self.events.iter().flatten()
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

    /// Takes the oldest event out that is wanted, if there is one.
    ///
    /// ```
    /// use bt_core::blackboard::Inbox;
    ///
    /// let mut inbox = Inbox::<_, 4>::new();
    /// inbox.send(1).unwrap();
    /// inbox.send(20).unwrap();
    /// assert_eq!(inbox.take(|number| *number > 9), Some(20));
    /// assert_eq!(inbox.take(|number| *number > 9), None);
    /// ```
    pub fn take(&mut self, mut wanted: impl FnMut(&E) -> bool) -> Option<E> {
        let place = self.events.iter().position(|slot| slot.as_ref().is_some_and(&mut wanted))?;
        self.events[place..].rotate_left(1);
        self.events.last_mut()?.take()
    }

    /// Takes the oldest event out.
    ///
    /// ```
    /// use bt_core::blackboard::Inbox;
    ///
    /// let mut inbox = Inbox::<_, 4>::new();
    /// inbox.send('a').unwrap();
    /// assert_eq!(inbox.pop(), Some('a'));
    /// assert_eq!(inbox.pop(), None);
    /// ```
    pub fn pop(&mut self) -> Option<E> {
        self.take(|_| true)
    }

    /// Throws all events away; at the end of a frame, say.
    ///
    /// ```
    /// use bt_core::blackboard::Inbox;
    ///
    /// let mut inbox = Inbox::<_, 4>::new();
    /// inbox.send('a').unwrap();
    /// inbox.clear();
    /// assert!(inbox.is_empty());
    /// ```
    pub fn clear(&mut self) {
        self.events = [const { None }; N];
    }
}

impl<E, const N: usize> Events<E> for Inbox<E, N> {
    #[inline]
    fn take(&mut self, wanted: impl FnMut(&E) -> bool) -> Option<E> {
        self.take(wanted)
    }
}

/// The events that wait, as a sequence.
#[cfg(feature = "serde")]
impl<E: serde::Serialize, const N: usize> serde::Serialize for Inbox<E, N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq;
        let mut sequence = serializer.serialize_seq(Some(self.len()))?;
        for event in self.iter() {
            sequence.serialize_element(event)?;
        }
        sequence.end()
    }
}

#[cfg(feature = "serde")]
impl<'de, E: serde::Deserialize<'de>, const N: usize> serde::Deserialize<'de> for Inbox<E, N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<E, const N: usize>(core::marker::PhantomData<E>);

        impl<'de, E: serde::Deserialize<'de>, const N: usize> serde::de::Visitor<'de> for Reader<E, N> {
            type Value = Inbox<E, N>;

            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, "at most {N} events")
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut sequence: A,
            ) -> Result<Self::Value, A::Error> {
                let mut inbox = Inbox::new();
                while let Some(event) = sequence.next_element()? {
                    if inbox.send(event).is_err() {
                        return Err(serde::de::Error::invalid_length(N + 1, &self));
                    }
                }
                Ok(inbox)
            }
        }

        deserializer.deserialize_seq(Reader(core::marker::PhantomData))
    }
}
