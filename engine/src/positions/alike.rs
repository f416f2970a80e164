//! Moves without end, or too many to list, as a few kinds: the target of one move of each kind, and the way all of them
//! are written.

use super::PositionId;
use crate::games::Fault;
use crate::ordinals::Ordinal;

/// Moves of one kind: where who asked is concerned, one does as well as another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    /// The target of the first move.
    pub first: PositionId,
    /// All of them, if there is more than one.
    pub all: Option<Numbered>,
    /// `true` if the length of play after them grows without bound.
    pub grows: bool,
}

/// Positions that differ in one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// The text before, between and behind the places of the number: `e(0, 2*`, ` + 1)`.
    pub pieces: Vec<String>,
    /// The numbers, in words: `from 0 on`.
    pub range: String,
    /// `true` if there are infinitely many.
    pub is_endless: bool,
}

impl Alike {
    /// Returns one move.
    pub fn one(first: PositionId) -> Alike {
        Alike { first, all: None, grows: false }
    }

    /// Returns the moves in a heap that can become any smaller one, by the size it is left with: an empty heap and one
    /// of 1 have a remoteness of their own, in normal and in misère play, and all others have one together. Heaps whose
    /// foreclosed value is one of `foreclosed` stand apart: a counter less, if that is less. `heap` makes the position
    /// of a heap, `pieces` are those of its [`Numbered`].
    ///
    /// # Errors
    /// The errors of `heap`.
    pub fn in_a_heap(
        size: &Ordinal,
        foreclosed: &[Ordinal],
        pieces: &[String],
        mut heap: impl FnMut(&Ordinal) -> Result<PositionId, Fault>,
    ) -> Result<Vec<Alike>, Fault> {
        let one = Ordinal::finite(1u64);
        let mut apart = vec![Ordinal::default(), one.clone()];
        for value in foreclosed {
            apart.push(if value.is_finite() { value.ordinary_sum(&one)? } else { value.clone() });
        }
        apart.retain(|smaller| smaller < size);
        apart.sort_unstable();
        apart.dedup();
        let mut kinds = Vec::with_capacity(2 * apart.len());
        for (i, smaller) in apart.iter().enumerate() {
            kinds.push(Alike::one(heap(smaller)?));
            let (next, end) = (smaller.ordinary_sum(&one)?, apart.get(i + 1).unwrap_or(size));
            if next < *end {
                let mut kind = Alike::one(heap(&next)?);
                if next.ordinary_sum(&one)? < *end {
                    let start = match next.is_finite() {
                        true => next.to_string(),
                        false => format!("`{}`", next),
                    };
                    let range = format!("from {start} on below `{}`", end);
                    let is_endless = next.limit_part() != end.limit_part();
                    kind.all = Some(Numbered { pieces: pieces.to_vec(), range, is_endless });
                }
                kinds.push(kind);
            }
        }
        Ok(kinds)
    }
}
