//! Games on several heaps in which the heaps do not restrict the vectors that may be taken: Nim, Wythoff's game, and
//! these with their P-positions as moves. Their P-positions up to some heaps, all at once.

use crate::games::{Budget, Fault};

/// The amounts that a move may take, a number from each heap.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::heaps::Vectors;
///
/// let wythoff = Vectors { rays: vec![vec![1, 0], vec![0, 1], vec![1, 1]], single: vec![] };
/// let lost = wythoff.p_positions(&[7, 7], false, &mut Budget::unlimited())?;
/// let few: Vec<Vec<u64>> = lost.all().filter(|heaps| heaps.is_sorted()).collect();
/// assert_eq!(few, [[0, 0], [1, 2], [3, 5], [4, 7]]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Vectors {
    /// Vectors that may be taken any number of times at once.
    pub rays: Vec<Vec<u64>>,
    /// Vectors that may be taken once.
    pub single: Vec<Vec<u64>>,
}

/// Vectors that are tried between two looks at the limits.
const CHUNK: usize = 64;

/// The P-positions up to some heaps.
pub struct PPositions {
    bounds: Vec<u64>,
    /// A bit for each place of heaps, the last heap running fastest, set if they are a P-position.
    bits: Vec<u64>,
}

/// Heaps up to some bounds, numbered in order.
pub(super) struct Places {
    bounds: Vec<u64>,
    /// For each heap, the distance in places that one more counter makes.
    steps: Vec<usize>,
    pub count: usize,
}

impl Places {
    pub fn new(bounds: &[u64]) -> Result<Places, Fault> {
        let mut count = 1usize;
        let mut steps = vec![0; bounds.len()];
        for (step, &bound) in steps.iter_mut().zip(bounds).rev() {
            *step = count;
            let size = usize::try_from(bound).ok().and_then(|bound| bound.checked_add(1));
            count = size.and_then(|size| count.checked_mul(size)).ok_or_else(|| Fault::TooLarge {
                what: "set of heaps",
                size: "more than a machine word can count".into(),
                limit: usize::MAX.to_string(),
            })?;
        }
        Ok(Places { bounds: bounds.to_vec(), steps, count })
    }

    pub fn of(&self, heaps: &[u64]) -> usize {
        heaps.iter().zip(&self.steps).map(|(&heap, step)| heap as usize * step).sum()
    }

    pub fn heaps(&self, place: usize, heaps: &mut [u64]) {
        for ((heap, step), bound) in heaps.iter_mut().zip(&self.steps).zip(&self.bounds) {
            *heap = (place / step) as u64 % (bound + 1);
        }
    }
}

/// Returns the number of times that a vector can be added to heaps or taken from them, where `room` is left for each.
pub(super) fn times(room: &[u64], vector: &[u64]) -> u64 {
    room.iter().zip(vector).filter(|(_, part)| **part > 0).map(|(room, part)| room / part).min().unwrap_or(0)
}

impl Vectors {
    /// Returns all P-positions up to these heaps, in normal play or in misère play.
    ///
    /// In order of their sizes, heaps from which no move to a P-position has been found are one, and all that have a move to
    /// them are marked. Vectors of another length than the heaps are no moves.
    pub fn p_positions(&self, bounds: &[u64], misere: bool, budget: &mut Budget) -> Result<PPositions, Fault> {
        let places = Places::new(bounds)?;
        budget.reserve(places.count / 4)?;
        let fits = |vector: &&Vec<u64>| vector.len() == bounds.len() && vector.iter().any(|&part| part > 0);
        let rays: Vec<&Vec<u64>> = self.rays.iter().filter(fits).collect();
        let mut single: Vec<&Vec<u64>> = self.single.iter().filter(fits).collect();
        single.retain(|vector| times(bounds, vector) > 0);
        // So those that lead out of the bounds in the first heap stand last.
        single.sort_unstable();
        budget.reserve(single.len() * 8 * (bounds.len() + 1))?;
        let parts: Vec<u64> = single.iter().flat_map(|vector| vector.iter().copied()).collect();
        let steps: Vec<usize> = single.iter().map(|vector| places.of(vector)).collect();
        let mut won = vec![0u64; places.count.div_ceil(64)];
        let mut bits = won.clone();
        let (mut heaps, mut room) = (vec![0; bounds.len()], Vec::new());
        for place in 0..places.count {
            budget.tick()?;
            if won[place / 64] >> (place % 64) & 1 == 1 {
                continue;
            }
            places.heaps(place, &mut heaps);
            // In misère play who has no move wins.
            if misere && !rays.iter().chain(&single).any(|vector| times(&heaps, vector) > 0) {
                continue;
            }
            bits[place / 64] |= 1 << (place % 64);
            room.clear();
            room.extend(bounds.iter().zip(&heaps).map(|(bound, heap)| bound - heap));
            for &ray in &rays {
                let step = places.of(ray);
                for n in 1..=times(&room, ray) as usize {
                    budget.tick()?;
                    won[(place + n * step) / 64] |= 1 << ((place + n * step) % 64);
                }
            }
            for (some, steps) in parts.chunks(CHUNK * bounds.len().max(1)).zip(steps.chunks(CHUNK)) {
                budget.tick()?;
                if some[0] > room[0] {
                    break;
                }
                for (vector, step) in some.chunks_exact(bounds.len()).zip(steps) {
                    if vector.iter().zip(&room).all(|(part, room)| part <= room) {
                        won[(place + step) / 64] |= 1 << ((place + step) % 64);
                    }
                }
            }
        }
        Ok(PPositions { bounds: bounds.to_vec(), bits })
    }
}

impl PPositions {
    /// Returns the number of positions among which they are all P-positions.
    fn len(&self) -> usize {
        self.bounds.iter().map(|&bound| bound as usize + 1).product()
    }

    /// Returns `true` if these heaps are a P-position, or `None` if they are outside the bounds.
    pub fn has(&self, heaps: &[u64]) -> Option<bool> {
        if heaps.len() != self.bounds.len() || heaps.iter().zip(&self.bounds).any(|(heap, bound)| heap > bound) {
            return None;
        }
        let place = Places::new(&self.bounds).ok()?.of(heaps);
        Some(self.bits[place / 64] >> (place % 64) & 1 == 1)
    }

    /// Returns the number of P-positions.
    pub fn count(&self) -> usize {
        self.bits.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// Returns all of them in order.
    pub fn all(&self) -> impl Iterator<Item = Vec<u64>> {
        let places = Places::new(&self.bounds).ok();
        let bits =
            self.bits.iter().enumerate().flat_map(|(word, &bits)| {
                (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| 64 * word + bit)
            });
        bits.filter_map(move |place| {
            let mut heaps = vec![0; self.bounds.len()];
            places.as_ref()?.heaps(place, &mut heaps);
            Some(heaps)
        })
    }
}

/// Places beyond which P-positions are not looked for all at once.
const MOST_PLACES: u128 = 1 << 26;

/// The P-positions that were found of one ruleset, in normal and in misère play.
#[derive(Default)]
pub struct KnownPPositions([Option<PPositions>; 2]);

impl KnownPPositions {
    /// Returns `true` if heaps are a P-position, and the number of positions among which this was found. `None` if it
    /// is not known.
    pub fn has(&self, heaps: &[u64], misere: bool) -> Option<(bool, usize)> {
        let known = self.0[usize::from(misere)].as_ref()?;
        Some((known.has(heaps)?, known.len()))
    }

    /// Returns the bounds up to which P-positions should be computed in order to know these, or `None` if there are too
    /// many positions up to them.
    pub fn wanted(&self, heaps: &[u64], misere: bool) -> Option<Vec<u64>> {
        let count = |bounds: &[u64]| bounds.iter().fold(1u128, |n, &bound| n.saturating_mul(u128::from(bound) + 1));
        // By a quarter more each time, so that asking heap by heap is not slow.
        let larger = |(&heap, &bound): (&u64, &u64)| if heap <= bound { bound } else { heap.max(bound + bound / 4) };
        let known = self.0[usize::from(misere)].as_ref().filter(|lost| lost.bounds.len() == heaps.len());
        let more = known.map(|known| heaps.iter().zip(&known.bounds).map(larger).collect());
        more.into_iter().chain([heaps.to_vec()]).find(|bounds| count(bounds) <= MOST_PLACES)
    }

    /// Keeps the P-positions.
    pub fn keep(&mut self, lost: PPositions, misere: bool) {
        self.0[usize::from(misere)] = Some(lost);
    }
}
