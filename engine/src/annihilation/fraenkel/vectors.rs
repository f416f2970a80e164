//! Sets of few tokens, numbered: the 0/1 vectors of small weight.
//!
//! A set {a < b < c < d} of vertices has the number C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4) among the sets of its size
//! (the combinatorial number system); smaller sets come first.

use crate::games::Fault;
use crate::graphs::VERTEX_LIMIT;

/// The largest sets that are numbered.
pub(super) const MAX_TOKENS: usize = 4;

/// A set of at most four vertices, increasing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Small {
    members: [u32; MAX_TOKENS],
    len: usize,
}

impl Small {
    pub const EMPTY: Small = Small { members: [0; MAX_TOKENS], len: 0 };

    pub fn members(&self) -> &[u32] {
        &self.members[..self.len]
    }

    /// Returns the set with `v` taken out if it is there, and put in if it is not. There must be room for it.
    pub fn toggled(mut self, v: u32) -> Small {
        let at = self.members().partition_point(|&m| m < v);
        if self.members().get(at) == Some(&v) {
            self.members.copy_within(at + 1..self.len, at);
            self.len -= 1;
        } else {
            self.members.copy_within(at..self.len, at + 1);
            self.members[at] = v;
            self.len += 1;
        }
        self
    }
}

/// The numbering of all sets of at most `weight` out of `n` vertices.
pub(super) struct Vectors {
    n: u32,
    weight: usize,
    /// The number of the first set of each size, and then of all sets.
    first: [u32; MAX_TOKENS + 2],
    /// C(v, k) in row v.
    choose: Vec<[u32; MAX_TOKENS + 1]>,
}

/// Returns C(n, 0) + ... + C(n, k).
pub(super) fn count(n: u64, k: usize) -> u128 {
    let mut term = 1u128;
    let mut sum = 1u128;
    for i in 0..k as u128 {
        term = term * u128::from(n).saturating_sub(i) / (i + 1);
        sum += term;
    }
    sum
}

impl Vectors {
    /// Returns the numbering.
    ///
    /// # Errors
    /// [`Fault::TooLarge`].
    pub fn new(n: u32, weight: usize) -> Result<Vectors, Fault> {
        let all = count(n.into(), weight);
        if all > VERTEX_LIMIT.into() {
            let what = "table of sets of tokens";
            return Err(Fault::TooLarge { what, size: all.to_string(), limit: VERTEX_LIMIT.to_string() });
        }
        let mut first = [0; MAX_TOKENS + 2];
        for size in 0..=MAX_TOKENS {
            first[size + 1] = count(n.into(), size.min(weight)) as u32;
        }
        let row = |v: u32| {
            let mut row = [1u32; MAX_TOKENS + 1];
            for k in 1..=weight {
                row[k] = (u64::from(row[k - 1]) * u64::from((v + 1).saturating_sub(k as u32)) / k as u64) as u32;
            }
            row
        };
        Ok(Vectors { n, weight, first, choose: (0..=n).map(row).collect() })
    }

    /// Returns the number of sets.
    pub fn len(&self) -> u32 {
        self.first[MAX_TOKENS + 1]
    }

    /// Returns the largest size.
    pub fn weight(&self) -> usize {
        self.weight
    }

    /// Returns the number of a set.
    pub fn number(&self, set: &Small) -> u32 {
        let place = |(i, &v): (usize, &u32)| self.choose[v as usize][i + 1];
        self.first[set.len] + set.members().iter().enumerate().map(place).sum::<u32>()
    }

    /// Returns the set with this number.
    pub fn set(&self, number: u32) -> Small {
        let len = (0..=MAX_TOKENS).rev().find(|&len| self.first[len] <= number && len <= self.weight).unwrap_or(0);
        let mut rest = number - self.first[len];
        let mut set = Small { members: [0; MAX_TOKENS], len };
        let mut below = self.n;
        for k in (1..=len).rev() {
            // The largest v with C(v, k) at most the rest.
            let (mut low, mut high) = (k as u32 - 1, below);
            while high - low > 1 {
                let middle = (low + high) / 2;
                if self.choose[middle as usize][k] <= rest { low = middle } else { high = middle }
            }
            set.members[k - 1] = low;
            rest -= self.choose[low as usize][k];
            below = low;
        }
        set
    }

    /// Returns the set with the next number.
    pub fn next(&self, set: &Small) -> Small {
        let mut next = *set;
        for i in 0..set.len {
            let limit = if i + 1 < set.len { set.members[i + 1] } else { self.n };
            if set.members[i] + 1 < limit {
                next.members[i] += 1;
                for (j, member) in next.members[..i].iter_mut().enumerate() {
                    *member = j as u32;
                }
                return next;
            }
        }
        next.len = set.len + 1;
        for (j, member) in next.members[..next.len.min(MAX_TOKENS)].iter_mut().enumerate() {
            *member = j as u32;
        }
        next.len = next.len.min(MAX_TOKENS);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_sets_belong_together() {
        for n in 0..12 {
            for weight in 1..=MAX_TOKENS {
                let vectors = Vectors::new(n, weight).unwrap();
                let mut set = Small::EMPTY;
                for number in 0..vectors.len() {
                    assert_eq!(vectors.number(&set), number, "{set:?} of {n}");
                    assert_eq!(vectors.set(number), set);
                    set = vectors.next(&set);
                }
            }
        }
    }
}
