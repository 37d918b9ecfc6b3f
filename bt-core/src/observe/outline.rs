use core::fmt;

use crate::behavior::Node;
use crate::observe::{Edge, Target};
use crate::status::Status;

/// Where a node is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    /// The source file, as the compiler names it.
    pub file: &'static str,
    /// The line, from 1 on.
    pub line: u32,
    /// The column, from 1 on.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// What `bt!` knows of the nodes of a tree from the source, in preorder: a text, so that it
/// costs the compiler nothing until somebody asks.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// The source file.
    pub file: &'static str,
    /// Seven fields a node, with a unit separator behind each: the keyword or what kind of leaf
    /// it is, the node as written, what stands before it in front of `=>`, its label, its doc
    /// comment, its line and column.
    pub text: &'static str,
}

impl Rows {
    const NONE: Rows = Rows { file: "", text: "" };
}

impl Iterator for Rows {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        let mut field = || {
            let (field, rest) = self.text.split_once('\x1f')?;
            self.text = rest;
            Some(field)
        };
        let [kind, text, head, label, note, line, column] =
            [field()?, field()?, field()?, field()?, field()?, field()?, field()?];
        let some = |field: &'static str| Some(field).filter(|field| !field.is_empty());
        Some(Row {
            kind,
            text,
            head: some(head),
            label: some(label),
            note: some(note),
            location: Location {
                file: self.file,
                line: line.parse().unwrap_or(0),
                column: column.parse().unwrap_or(0),
            },
        })
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    kind: &'static str,
    text: &'static str,
    head: Option<&'static str>,
    label: Option<&'static str>,
    note: Option<&'static str>,
    location: Location,
}

/// One node of an [`Outline`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its number: its place in preorder, from 0 on.
    pub id: u32,
    /// How far it is from the root, which is at 0.
    pub depth: u32,
    /// Its keyword, such as `selector`; `function`, `block`, `action` for leaves.
    pub kind: &'static str,
    /// The node as written, without its children, such as `cooldown(800ms)`.
    pub text: &'static str,
    /// What stands before it, in front of `=>`: a pattern, a score, a weight.
    pub head: Option<&'static str>,
    /// Its label, such as `engage` in `engage: sequence < .. >`.
    pub label: Option<&'static str>,
    /// The tree that is spliced in here, as written, such as `@Combat { range: 2.0 }`; the node is
    /// the root of that tree.
    pub tree: Option<&'static str>,
    /// Its doc comment.
    pub note: Option<&'static str>,
    /// Where it is written, for nodes written in `bt!`.
    pub location: Option<Location>,
    /// The transitions of a machine, whose states are its first children.
    pub edges: &'static [Edge],
}

impl Entry {
    /// What to call it: its label, or else the tree that begins with it, or else its text.
    pub fn name(self) -> &'static str {
        self.label.or(self.tree).unwrap_or(self.text)
    }
}

/// The node as it is written, after its head, its label, and the tree that begins with it.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(head) = self.head {
            write!(f, "{head} => ")?;
        }
        for name in [self.label, self.tree].into_iter().flatten() {
            write!(f, "{name}: ")?;
        }
        f.write_str(self.text)
    }
}

/// What a tree consists of, spliced trees included: known from its type alone.
///
/// `Display` draws it as indented text.
///
/// ```
/// use bt_core::observe::Outline;
/// use bt_core::prelude::*;
///
/// fn hungry(_: &u32) -> bool { true }
///
/// bt! {
///     struct Pet |food: &mut u32| selector < eat: hungry => { *food -= 1; }, running >
/// }
///
/// let outline = Outline::of::<Pet>();
/// assert_eq!(outline.len(), 5);
/// assert_eq!(outline.find("eat"), Some(1));
/// assert_eq!(outline.to_string(), "\
/// selector
/// ├─ eat: guard
/// │  ├─ hungry
/// │  └─ { *food -= 1; }
/// └─ running
/// ");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    walk: fn(&mut Outliner<'_>),
    len: u32,
    fingerprint: fn() -> u64,
}

impl Outline {
    /// The outline of a tree, by its type.
    pub fn of<T: Node>() -> Self {
        Outline { walk: T::outline, len: T::COUNT, fingerprint: || T::FINGERPRINT }
    }

    /// The outline of a tree, by its value, for trees whose type has no name.
    ///
    /// ```
    /// use bt_core::observe::Outline;
    /// use bt_core::prelude::*;
    ///
    /// let tree = bt! { |_b: &mut ()| selector < failure, success > };
    /// assert_eq!(Outline::of_value(&tree).len(), 3);
    /// ```
    pub fn of_value<T: Node>(_tree: &T) -> Self {
        Self::of::<T>()
    }

    /// The number of nodes.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Never: a tree has a root.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A number that tells this tree from others: it follows from the nodes, their order, their
    /// labels, and all that is written in them, in spliced trees too. Layout, comments and the
    /// place in the program don't matter, nor does the tree's own name.
    ///
    /// It is known when the program is compiled. Saved agents carry it.
    ///
    /// ```
    /// use bt_core::observe::Outline;
    /// use bt_core::prelude::*;
    ///
    /// bt! { struct Pet |_b: &mut ()| selector < failure, running > }
    /// bt! { struct Cat |_b: &mut ()| selector < /* never */ failure, running, > }
    /// bt! { struct Dog |_b: &mut ()| selector < failure, success > }
    ///
    /// let [pet, cat, dog] = [Outline::of::<Pet>(), Outline::of::<Cat>(), Outline::of::<Dog>()];
    /// assert_eq!(pet.fingerprint(), cat.fingerprint());
    /// assert_ne!(pet.fingerprint(), dog.fingerprint());
    /// ```
    pub fn fingerprint(&self) -> u64 {
        (self.fingerprint)()
    }

    /// Calls `f` with every node, in preorder.
    pub fn for_each(&self, mut f: impl FnMut(Entry)) {
        (self.walk)(&mut Outliner { next: 0, depth: 0, rows: Rows::NONE, splice: None, take: &mut f });
    }

    /// The node with this number.
    pub fn get(&self, id: u32) -> Option<Entry> {
        self.first(|entry| entry.id == id)
    }

    /// The number of the first node with this label.
    pub fn find(&self, label: &str) -> Option<u32> {
        self.first(|entry| entry.label == Some(label)).map(|entry| entry.id)
    }

    /// The node that is the body of a machine's state, by the machine's number and the
    /// state's place.
    pub fn state(&self, machine: u32, state: u8) -> Option<Entry> {
        let depth = self.get(machine)?.depth + 1;
        let mut before = u32::from(state);
        self.first(|entry| {
            let is_state = entry.id > machine && entry.depth == depth;
            let found = is_state && before == 0;
            before = before.saturating_sub(u32::from(is_state));
            found
        })
    }

    /// A transition of a machine, by the machine's number and the transition's place among
    /// its [edges](Entry::edges). `Display` says it in words.
    ///
    /// ```
    /// use bt_core::observe::Outline;
    /// use bt_core::prelude::*;
    ///
    /// let tree = bt! { |n: &mut u32| states < a: running, { *n > 1 } -> b, b: success, done -> a > };
    /// let outline = Outline::of_value(&tree);
    /// assert_eq!(outline.transition(0, 0).unwrap().to_string(), "a -> b, because { *n > 1 }");
    /// assert!(outline.transition(0, 2).is_none());
    /// ```
    pub fn transition(&self, machine: u32, edge: u16) -> Option<Passage> {
        let edge = *self.get(machine)?.edges.get(usize::from(edge))?;
        Some(Passage { outline: *self, machine, edge })
    }

    fn first(&self, mut matches: impl FnMut(&Entry) -> bool) -> Option<Entry> {
        let mut found = None;
        self.for_each(|entry| {
            if found.is_none() && matches(&entry) {
                found = Some(entry);
            }
        });
        found
    }

    /// All nodes, in preorder.
    #[cfg(feature = "alloc")]
    pub fn entries(&self) -> alloc::vec::Vec<Entry> {
        let mut entries = alloc::vec::Vec::with_capacity(self.len as usize);
        self.for_each(|entry| entries.push(entry));
        entries
    }
}

/// A transition of a machine, with the names of its states: see [`Outline::transition`].
#[derive(Clone, Copy, Debug)]
pub struct Passage {
    outline: Outline,
    machine: u32,
    /// The transition.
    pub edge: Edge,
}

impl Passage {
    /// The state it leads out of; `None` for all of them.
    pub fn from(&self) -> Option<Entry> {
        self.edge.from.and_then(|state| self.outline.state(self.machine, state))
    }

    /// The state it leads to, if that is always the same one.
    pub fn to(&self) -> Option<Entry> {
        match self.edge.target {
            Target::To(state) | Target::Push(state) | Target::Resume(state) => {
                self.outline.state(self.machine, state)
            }
            Target::Back | Target::Stay | Target::End(_) => None,
        }
    }
}

impl fmt::Display for Passage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = self.from().map_or("any", Entry::name);
        let to = self.to().map_or("", Entry::name);
        let word = match self.edge.target {
            Target::To(_) => "",
            Target::Push(_) => "push ",
            Target::Resume(_) => "resume ",
            Target::Back => "back",
            Target::Stay => "stay",
            Target::End(Status::Failure) => "failure",
            Target::End(_) => "success",
        };
        write!(f, "{from} -> {word}{to}, because {}", self.edge.trigger)
    }
}

/// Takes the description of a tree, node by node: see [`Node::outline`].
pub struct Outliner<'a> {
    next: u32,
    depth: u32,
    /// What the `bt!` being described says of the nodes to come.
    rows: Rows,
    /// What the outer `bt!` says of a tree it splices in.
    splice: Option<Row>,
    take: &'a mut dyn FnMut(Entry),
}

impl fmt::Debug for Outliner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outliner").field("next", &self.next).finish_non_exhaustive()
    }
}

impl Outliner<'_> {
    /// A node and, by `children`, what is below it.
    pub fn node(&mut self, kind: &'static str, children: impl FnOnce(&mut Outliner<'_>)) {
        self.machine(kind, &[], children);
    }

    /// A state machine: a node with transitions between its children.
    pub fn machine(
        &mut self,
        kind: &'static str,
        edges: &'static [Edge],
        children: impl FnOnce(&mut Outliner<'_>),
    ) {
        let splice = self.splice.take();
        // A tree brings rows of its own along, an action doesn't.
        let is_tree = !self.rows.text.is_empty();
        let row = self.rows.next().or(splice);
        (self.take)(Entry {
            id: self.next,
            depth: self.depth,
            kind: row.map_or(kind, |row| row.kind),
            text: row.map_or(kind, |row| row.text),
            head: splice.or(row).and_then(|row| row.head),
            label: splice.and_then(|splice| splice.label).or(row.and_then(|row| row.label)),
            tree: if is_tree { splice.map(|splice| splice.text) } else { None },
            note: splice.and_then(|splice| splice.note).or(row.and_then(|row| row.note)),
            location: row.map(|row| row.location),
            edges,
        });
        self.next += 1;
        self.depth += 1;
        children(self);
        self.depth -= 1;
    }

    /// A node without children.
    pub fn leaf(&mut self, kind: &'static str) {
        self.node(kind, |_| {});
    }

    /// A whole tree, with the table that its `bt!` wrote.
    #[doc(hidden)]
    pub fn tree(&mut self, rows: Rows, root: impl FnOnce(&mut Outliner<'_>)) {
        let mut inner = Outliner {
            next: self.next,
            depth: self.depth,
            rows,
            splice: self.splice.take(),
            take: &mut *self.take,
        };
        root(&mut inner);
        self.next = inner.next;
    }

    /// A tree that is spliced into the one being described: what is said of the
    /// splice here goes to its root.
    #[doc(hidden)]
    pub fn splice(&mut self, root: impl FnOnce(&mut Outliner<'_>)) {
        let Some(row) = self.rows.next() else {
            return root(self);
        };
        let mut inner = Outliner {
            next: self.next,
            depth: self.depth,
            rows: Rows::NONE,
            splice: Some(row),
            take: &mut *self.take,
        };
        root(&mut inner);
        self.next = inner.next;
    }
}
