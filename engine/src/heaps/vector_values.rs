//! The nim-values of games on several heaps in which the heaps do not restrict the vectors that may be taken.
//!
//! The values found on each line, in the direction of a vector that may be taken any number of times, are bits. The
//! values after vectors that may be taken once are marked heap by heap. Places are computed in order, so that the first
//! heap can grow later without starting over.

use super::vectors::{Places, Vectors, times};
use crate::games::hashing::FastSet;
use crate::games::{Budget, Fault};

/// Places beyond which values are not looked for all at once.
const MOST_PLACES: u128 = 1 << 25;

/// The nim-values up to some heaps.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::heaps::{NimValues, Vectors};
///
/// let wythoff = Vectors { rays: vec![vec![1, 0], vec![0, 1], vec![1, 1]], single: vec![] };
/// let mut values = NimValues::default();
/// values.find(&[2, 3], &wythoff, &mut Budget::unlimited())?;
/// assert_eq!(values.get(&[2, 3]), Some(5));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Default)]
pub struct NimValues {
    bounds: Vec<u64>,
    rays: Vec<Lines>,
    values: Vec<u32>,
}

/// The lines in one direction.
struct Lines {
    ray: Vec<u64>,
    /// The line of each place.
    line: Vec<u32>,
    met: Vec<LineNumbers>,
}

/// The numbers found on a line.
#[derive(Default)]
struct LineNumbers {
    words: Vec<u64>,
    /// All words before this one are full.
    full: usize,
}

impl LineNumbers {
    fn insert(&mut self, value: u32, budget: &mut Budget) -> Result<(), Fault> {
        let word = value as usize / 64;
        if self.words.len() <= word {
            budget.reserve(8 * (word + 1 - self.words.len()))?;
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
        Ok(())
    }
}

/// The vectors that may be taken once from the heaps of a row, in which the last heap alone changes.
struct VectorRow {
    /// The counters that each takes from the last heap, ascending, and the number of places back to which it leads.
    singles: Vec<(u64, usize)>,
}

impl VectorRow {
    fn new(heaps: &[u64], single: &[Vec<u64>], places: &Places, budget: &mut Budget) -> Result<VectorRow, Fault> {
        budget.charge(1 + single.len())?;
        let Some(last) = heaps.len().checked_sub(1) else { return Ok(VectorRow { singles: Vec::new() }) };
        let fits = |vector: &&Vec<u64>| vector[..last].iter().zip(heaps).all(|(part, heap)| part <= heap);
        let mut singles: Vec<(u64, usize)> =
            single.iter().filter(fits).map(|vector| (vector[last], places.of(vector))).collect();
        singles.sort_unstable();
        Ok(VectorRow { singles })
    }
}

/// Returns `true` if any two heaps can be exchanged.
fn is_symmetric(vectors: &Vectors, count: usize, budget: &mut Budget) -> Result<bool, Fault> {
    for list in [&vectors.rays, &vectors.single] {
        let all: FastSet<&Vec<u64>> = list.iter().collect();
        for vector in list {
            for i in 1..count.min(vector.len()) {
                budget.tick()?;
                let mut other = vector.clone();
                other.swap(i - 1, i);
                if !all.contains(&other) {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

impl NimValues {
    /// Returns the nim-value of heaps, if it was found.
    pub fn get(&self, heaps: &[u64]) -> Option<u32> {
        if self.bounds.len() != heaps.len() || heaps.iter().zip(&self.bounds).any(|(heap, bound)| heap > bound) {
            return None;
        }
        self.values.get(Places::new(&self.bounds).ok()?.of(heaps)).copied()
    }

    /// Returns the bounds up to which values should be computed in order to know these, or `None` if there are too many
    /// places up to them. They grow by at least a quarter, so that asking heap by heap is not slow.
    pub fn wanted(&self, heaps: &[u64]) -> Option<Vec<u64>> {
        let count = |bounds: &[u64]| bounds.iter().fold(1u128, |n, &bound| n.saturating_mul(u128::from(bound) + 1));
        let larger = |(&heap, &bound): (&u64, &u64)| if heap <= bound { bound } else { heap.max(bound + bound / 4) };
        let more = (self.bounds.len() == heaps.len())
            .then(|| heaps.iter().zip(&self.bounds).map(larger).collect::<Vec<u64>>());
        more.into_iter().chain([heaps.to_vec()]).find(|bounds| count(bounds) <= MOST_PLACES)
    }

    /// Finds the values up to these bounds, where `vectors` are those that may be taken from them, always of the same game.
    pub fn find(&mut self, bounds: &[u64], vectors: &Vectors, budget: &mut Budget) -> Result<(), Fault> {
        let mut found = std::mem::take(self);
        if bounds.len() != found.bounds.len() || bounds.get(1..) != found.bounds.get(1..) {
            found = NimValues::default();
        }
        found.extend(bounds, vectors, budget)?;
        *self = found;
        Ok(())
    }

    /// Extends the values to larger bounds, of which only the first may be new.
    fn extend(&mut self, bounds: &[u64], vectors: &Vectors, budget: &mut Budget) -> Result<(), Fault> {
        let places = Places::new(bounds)?;
        let fits = |vector: &&Vec<u64>| vector.len() == bounds.len() && vector.iter().any(|&part| part > 0);
        let single: Vec<Vec<u64>> = vectors.single.iter().filter(fits).cloned().collect();
        if self.rays.is_empty() {
            let lines = |ray: &Vec<u64>| Lines { ray: ray.clone(), line: Vec::new(), met: Vec::new() };
            self.rays = vectors.rays.iter().filter(fits).map(lines).collect();
        }
        let begin = self.values.len();
        budget.reserve((places.count - begin) * (4 + 4 * self.rays.len()))?;
        let symmetric = is_symmetric(vectors, bounds.len(), budget)?;
        let mut heaps = vec![0; bounds.len()];
        let mut row = VectorRow { singles: Vec::new() };
        // By value: the place at which it was marked last, from 1 on.
        let mut marks: Vec<u32> = Vec::new();
        for place in begin..places.count {
            budget.tick()?;
            places.heaps(place, &mut heaps);
            let last = heaps.last().copied().unwrap_or(0);
            if place == begin || last == 0 {
                row = VectorRow::new(&heaps, &single, &places, budget)?;
            }
            for lines in &mut self.rays {
                let line = match times(&heaps, &lines.ray) {
                    0 => {
                        lines.met.push(LineNumbers::default());
                        lines.met.len() as u32 - 1
                    }
                    _ => lines.line[place - places.of(&lines.ray)],
                };
                lines.line.push(line);
            }
            let value = match self.mirrored(&heaps, bounds, &places).filter(|_| symmetric) {
                Some(value) => value,
                None => {
                    let fitting = row.singles.partition_point(|(part, _)| *part <= last);
                    let mark = place as u32 + 1;
                    for &(_, step) in &row.singles[..fitting] {
                        let value = self.values[place - step] as usize;
                        if value >= marks.len() {
                            marks.resize(2 * value + 64, 0);
                        }
                        marks[value] = mark;
                    }
                    budget.charge(fitting / 16)?;
                    self.least_missing(place, |value| marks.get(value) == Some(&mark), budget)?
                }
            };
            for lines in &mut self.rays {
                lines.met[lines.line[place] as usize].insert(value, budget)?;
            }
            self.values.push(value);
        }
        self.bounds = bounds.to_vec();
        Ok(())
    }

    /// Returns the value of the same heaps in ascending order, where it is known and another place.
    fn mirrored(&self, heaps: &[u64], bounds: &[u64], places: &Places) -> Option<u32> {
        if heaps.is_sorted() {
            return None;
        }
        let mut sorted = heaps.to_vec();
        sorted.sort_unstable();
        if sorted.iter().zip(bounds).any(|(heap, bound)| heap > bound) {
            return None;
        }
        self.values.get(places.of(&sorted)).copied()
    }

    /// Returns the least number that was found on no line through a place and is not marked.
    fn least_missing(
        &self,
        place: usize,
        is_marked: impl Fn(usize) -> bool,
        budget: &mut Budget,
    ) -> Result<u32, Fault> {
        let lines = || self.rays.iter().map(|lines| &lines.met[lines.line[place] as usize]);
        let mut index = lines().map(|met| met.full).max().unwrap_or(0);
        loop {
            budget.tick()?;
            let mut missing = !lines().fold(0, |all, met| all | met.words.get(index).copied().unwrap_or(0));
            while missing != 0 {
                let value = 64 * index + missing.trailing_zeros() as usize;
                if !is_marked(value) {
                    return Ok(value as u32);
                }
                missing &= missing - 1;
            }
            index += 1;
        }
    }
}
