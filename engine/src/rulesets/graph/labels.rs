//! The labels of vertices, kept compactly: each once, found by its content.

use hashbrown::HashTable;

use crate::games::hashing::hash_of;
use crate::games::{Budget, Fault};
use crate::positions::Term;

/// A label as it is given and as it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label<'a> {
    /// An integer.
    Number(i64),
    /// A text.
    Text(&'a str),
    /// Anything else: a fraction, a list.
    Other(&'a Term),
}

impl<'a> Label<'a> {
    /// Returns a term as a label.
    pub fn of(term: &'a Term) -> Label<'a> {
        match term {
            Term::Text(text) => Label::Text(text),
            Term::Number(x) if x.is_int() => i64::try_from(x.numerator()).map_or(Label::Other(term), Label::Number),
            other => Label::Other(other),
        }
    }

    /// Returns the label as a term.
    pub fn term(self) -> Term {
        match self {
            Label::Number(n) => Term::Number(Box::new(n.into())),
            Label::Text(text) => Term::Text(text.into()),
            Label::Other(term) => term.clone(),
        }
    }
}

/// A label in eight bytes. The two high bits say which kind.
#[derive(Clone, Copy)]
struct PackedLabel(u64);

const NUMBER: u64 = 0;
const TEXT: u64 = 1;
const OTHER: u64 = 2;
/// Bits of the length of a text; longer ones are kept as terms.
const LENGTH: u32 = 20;

impl PackedLabel {
    fn new(kind: u64, payload: u64) -> PackedLabel {
        PackedLabel(kind << 62 | payload & (u64::MAX >> 2))
    }

    fn number(n: i64) -> Option<PackedLabel> {
        ((n << 2) >> 2 == n).then(|| PackedLabel::new(NUMBER, n as u64))
    }
}

/// No vertex.
const NONE: u32 = u32::MAX;

/// The labels of a graph: eight bytes each, the letters of texts one after another, and tables to find them.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::rulesets::graph::{Label, Labels};
/// let mut labels = Labels::default();
/// let budget = Budget::unlimited();
/// assert_eq!(labels.insert(Label::Text("a"), &budget)?, 0);
/// assert_eq!(labels.insert(Label::Number(7), &budget)?, 1);
/// assert_eq!(labels.insert(Label::Text("a"), &budget)?, 0);
/// assert_eq!(labels.find(Label::Number(7)), Some(1));
/// assert_eq!(labels.get(0), Label::Text("a"));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Default)]
pub struct Labels {
    packed: Vec<PackedLabel>,
    letters: String,
    others: Vec<Term>,
    /// The vertices of small numbers.
    direct: Vec<u32>,
    /// All other vertices, by content.
    index: HashTable<u32>,
}

impl Labels {
    /// Returns the number of labels.
    pub fn len(&self) -> u32 {
        self.packed.len() as u32
    }

    /// Returns `true` if there is none.
    pub fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// Returns the label of a vertex, which must exist.
    pub fn get(&self, v: u32) -> Label<'_> {
        let PackedLabel(bits) = self.packed[v as usize];
        let payload = bits & (u64::MAX >> 2);
        match bits >> 62 {
            NUMBER => Label::Number((bits << 2) as i64 >> 2),
            TEXT => {
                let (start, len) = ((payload >> LENGTH) as usize, (payload & ((1 << LENGTH) - 1)) as usize);
                Label::Text(&self.letters[start..start + len])
            }
            _ => Label::of(&self.others[payload as usize]),
        }
    }

    /// Returns the vertex with this label.
    pub fn find(&self, label: Label<'_>) -> Option<u32> {
        if let Label::Number(n) = label
            && let Some(&v) = usize::try_from(n).ok().and_then(|n| self.direct.get(n))
            && v != NONE
        {
            return Some(v);
        }
        self.index.find(hash_of(label), |&v| self.get(v) == label).copied()
    }

    /// Returns the vertex with this label, a new one if there is none.
    ///
    /// # Errors
    /// [`Fault::Memory`].
    pub fn insert(&mut self, label: Label<'_>, budget: &Budget) -> Result<u32, Fault> {
        if let Some(v) = self.find(label) {
            return Ok(v);
        }
        let v = self.len();
        if self.packed.len() == self.packed.capacity() {
            // Everything doubles at about the same time.
            budget.reserve(self.bytes())?;
        }
        let packed = match label {
            Label::Number(n) => PackedLabel::number(n),
            Label::Text(text) if text.len() < 1 << LENGTH => {
                if self.letters.len() + text.len() > self.letters.capacity() {
                    budget.reserve(self.letters.len() + text.len())?;
                }
                let start = self.letters.len() as u64;
                self.letters.push_str(text);
                Some(PackedLabel::new(TEXT, start << LENGTH | text.len() as u64))
            }
            _ => None,
        };
        self.packed.push(packed.unwrap_or_else(|| {
            self.others.push(label.term());
            PackedLabel::new(OTHER, self.others.len() as u64 - 1)
        }));
        match label {
            Label::Number(n) if (0..4 * i64::from(v) + 1024).contains(&n) => {
                let n = n as usize;
                if n >= self.direct.len() {
                    self.direct.resize((n + 1).next_power_of_two(), NONE);
                }
                self.direct[n] = v;
            }
            _ => {
                let mut index = std::mem::take(&mut self.index);
                let hash = |&v: &u32| hash_of(self.get(v));
                index.insert_unique(hash_of(label), v, hash);
                self.index = index;
            }
        }
        Ok(v)
    }

    /// Returns roughly the number of bytes that they take.
    pub fn bytes(&self) -> usize {
        8 * self.packed.capacity() + 4 * self.direct.capacity() + 5 * self.index.capacity() + 64 * self.others.len()
    }

    /// Frees the room kept for more labels.
    pub(super) fn shrink(&mut self) {
        self.packed.shrink_to_fit();
        self.letters.shrink_to_fit();
    }
}
