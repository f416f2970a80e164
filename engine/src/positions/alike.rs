//! Moves without end as finitely many kinds: what one of a kind leads to, and how all of them are written.

use super::{Context, PositionId};
use crate::ordinals::{Form, Ordinal};

/// Names for the numbers that run through infinitely many values, one for each part.
const NAMES: [&str; 6] = ["n", "m", "k", "j", "i", "h"];

/// Moves of one kind: where who asked is concerned, one does as well as another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    /// What the first of them leads to.
    pub first: PositionId,
    /// All of them, if there is more than one.
    pub all: Option<Numbered>,
    /// Whether the length of play after them grows without bound.
    pub grows: bool,
}

/// Positions that differ in one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// What stands before, between and behind the places of the number: `e(0, 2*`, ` + 1)`.
    pub pieces: Vec<String>,
    /// Which numbers: `from 0 on`.
    pub range: String,
}

impl Alike {
    /// One move.
    pub fn one(first: PositionId) -> Alike {
        Alike { first, all: None, grows: false }
    }

    /// The moves in a heap that can become any smaller one, by the size it is left with: an empty heap and one of 1 have a
    /// remoteness of their own, in normal and in misère play, and all others have one together. `heap` makes the position
    /// of a heap, `pieces` are those of its [`Numbered`].
    pub fn in_a_heap(size: &Ordinal, pieces: Vec<String>, mut heap: impl FnMut(u64) -> PositionId) -> Vec<Alike> {
        let below = (0..3u64).filter(|&n| Ordinal::finite(n) < *size);
        let mut kinds: Vec<Alike> = below.map(|n| Alike::one(heap(n))).collect();
        if let Some(kind) = kinds.get_mut(2).filter(|_| Ordinal::finite(3u64) < *size) {
            let range = format!("from 2 on below `{}`", size.text(Form::Ascii));
            kind.all = Some(Numbered { pieces, range });
        }
        kinds
    }
}

/// Moves of several parts at once as a person would write them: ``to `sum(conj, nim(2), e(0, 2*n + 1))` for every n from 0
/// on``. `head` stands before the parts.
pub(crate) fn told(head: &str, parts: &[&Alike], cx: &mut dyn Context) -> String {
    let mut names = NAMES.iter().copied();
    let (mut written, mut ranges) = (Vec::new(), Vec::new());
    for part in parts {
        written.push(match &part.all {
            None => cx.position_text(part.first).unwrap_or_else(|| "...".into()),
            Some(family) => {
                let name = names.next().unwrap_or("g");
                ranges.push(format!("every {name} {}", family.range));
                family.pieces.join(name)
            }
        });
    }
    let ranges = if ranges.is_empty() { String::new() } else { format!(" for {}", ranges.join(" and ")) };
    format!("to `{head}{})`{ranges}", written.join(", "))
}
