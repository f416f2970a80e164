//! Spaces of 0/1 vectors over GF(2), in echelon form: every row has its highest bit to itself, and carries a note
//! that is added along with it.

/// A vector over GF(2), 64 entries a word.
pub(super) type Bits = Vec<u64>;

/// Returns `true` if no bit is set.
pub(super) fn is_zero(bits: &[u64]) -> bool {
    bits.iter().all(|&word| word == 0)
}

/// Returns `true` if entry `v` is 1.
pub(super) fn has(bits: &[u64], v: u32) -> bool {
    bits[v as usize / 64] >> (v % 64) & 1 == 1
}

/// Changes entry `v`.
pub(super) fn toggle(bits: &mut [u64], v: u32) {
    bits[v as usize / 64] ^= 1 << (v % 64);
}

/// Returns the entries that are 1, increasing.
pub(super) fn members(bits: &[u64]) -> Vec<u32> {
    (0..64 * bits.len() as u32).filter(|&v| has(bits, v)).collect()
}

fn add(to: &mut [u64], row: &[u64]) {
    for (a, b) in to.iter_mut().zip(row) {
        *a ^= b;
    }
}

/// A space of vectors with `n` entries; a note has `note` words.
#[derive(Default)]
pub(super) struct Basis {
    words: usize,
    /// A vector with each highest bit, and its note.
    rows: Vec<Option<(Bits, Bits)>>,
    rank: usize,
}

impl Basis {
    pub fn new(n: u32) -> Basis {
        Basis { words: words(n), rows: (0..n).map(|_| None).collect(), rank: 0 }
    }

    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Adds rows to `vector` until none fits any more, and their notes to `note`. What is left is 0 for a vector of
    /// the space.
    pub fn reduce(&self, vector: &mut [u64], note: &mut [u64]) {
        for at in (0..self.words).rev() {
            let mut seen = 0u64;
            while vector[at] & !seen != 0 {
                let bit = 63 - (vector[at] & !seen).leading_zeros();
                match self.rows.get(64 * at + bit as usize) {
                    Some(Some((row, about))) => {
                        add(vector, row);
                        add(note, about);
                    }
                    _ => seen |= 1 << bit,
                }
            }
        }
    }

    /// Takes in a vector that is not of the space yet; whether it was new. `vector` and `note` are reduced.
    pub fn insert(&mut self, vector: &mut Bits, note: &mut Bits) -> bool {
        self.reduce(vector, note);
        let Some(highest) = members(vector).last().copied() else { return false };
        self.rows[highest as usize] = Some((vector.clone(), note.clone()));
        self.rank += 1;
        true
    }
}

impl Basis {
    /// Returns `true` if some vector of the space has `v` as its highest entry.
    pub fn leads(&self, v: u32) -> bool {
        self.rows[v as usize].is_some()
    }
}

/// Returns the number of words that `n` entries take, at least one.
pub(super) fn words(n: u32) -> usize {
    (n as usize).div_ceil(64).max(1)
}
