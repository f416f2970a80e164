//! Sums of vectors modulo 2.

/// A vector over the field of two elements, 64 coordinates a word.
pub(super) type Bits = Vec<u64>;

/// Returns the vector with these coordinates 1, of `n`.
pub(super) fn bits(n: usize, ones: impl Iterator<Item = usize>) -> Bits {
    let mut vector = vec![0; n.div_ceil(64)];
    // A coordinate that is named twice is 0 again.
    ones.for_each(|i| vector[i / 64] ^= 1 << (i % 64));
    vector
}

/// All sums of some vectors.
pub(super) struct Span {
    /// For each coordinate, a vector in which it is the first that is 1.
    by_first: Vec<Option<Bits>>,
}

impl Span {
    /// Returns the span of no vectors with `n` coordinates.
    pub fn empty(n: usize) -> Span {
        Span { by_first: vec![None; n] }
    }

    /// Puts a vector in.
    pub fn add(&mut self, vector: Bits) {
        if let Some((first, rest)) = self.rest(vector) {
            self.by_first[first] = Some(rest);
        }
    }

    /// Returns `true` if a vector is in the span.
    pub fn has(&self, vector: Bits) -> bool {
        self.rest(vector).is_none()
    }

    /// Reduces a vector by multiples of the rows. Returns the rest and its first coordinate, or `None` if nothing is
    /// left.
    fn rest(&self, mut vector: Bits) -> Option<(usize, Bits)> {
        let mut word = 0;
        while let Some(&bits) = vector.get(word) {
            if bits == 0 {
                word += 1;
                continue;
            }
            let first = 64 * word + bits.trailing_zeros() as usize;
            let Some(other) = &self.by_first[first] else { return Some((first, vector)) };
            vector.iter_mut().zip(other).for_each(|(x, y)| *x ^= y);
        }
        None
    }
}
