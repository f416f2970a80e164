//! Integers from 0 kept in as few bytes as the greatest of them needs.

use cg_engine::games::{Budget, Fault};
use cg_engine::heaps::Packed;

/// A list of integers from 0, packed: one, two, four or eight bytes each.
///
/// ```
/// use cg::value::Integers;
///
/// let packed: Integers = [0, 1, 300].into_iter().collect();
/// assert_eq!((packed.len(), packed.get(2), packed.max()), (3, Some(300), Some(300)));
/// assert_eq!(packed.bytes(), 6);
/// ```
#[derive(Clone, Debug)]
pub enum Integers {
    /// Below 2^8.
    Bytes(Vec<u8>),
    /// Below 2^16.
    Halves(Vec<u16>),
    /// Below 2^32.
    Words(Vec<u32>),
    /// All others.
    Doubles(Vec<u64>),
}

/// Evaluates an expression for the vector of whatever width.
macro_rules! each {
    ($packed:expr, $all:ident => $what:expr) => {
        match $packed {
            Integers::Bytes($all) => $what,
            Integers::Halves($all) => $what,
            Integers::Words($all) => $what,
            Integers::Doubles($all) => $what,
        }
    };
}

impl Default for Integers {
    fn default() -> Self {
        Integers::Bytes(Vec::new())
    }
}

impl Integers {
    /// Returns the number of integers.
    pub fn len(&self) -> usize {
        each!(self, all => all.len())
    }

    /// Returns `true` if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of bytes that they take.
    pub fn bytes(&self) -> usize {
        each!(self, all => size_of_val(all.as_slice()))
    }

    /// Returns the integer at an index.
    #[allow(clippy::unnecessary_cast)]
    pub fn get(&self, index: usize) -> Option<u64> {
        each!(self, all => all.get(index).map(|&n| n as u64))
    }

    /// Returns all integers, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator + '_ {
        (0..self.len()).map(|i| self.get(i).expect("below the length"))
    }

    /// Asks for memory before one more integer is appended.
    pub fn make_room(&self, budget: &Budget) -> Result<(), Fault> {
        each!(self, all => budget.room_to_push(all))
    }

    /// Appends an integer; all are packed again when it needs more bytes than those before.
    pub fn push(&mut self, n: u64) {
        match self {
            Integers::Bytes(all) if n <= u8::MAX as u64 => all.push(n as u8),
            Integers::Halves(all) if n <= u16::MAX as u64 => all.push(n as u16),
            Integers::Words(all) if n <= u32::MAX as u64 => all.push(n as u32),
            Integers::Doubles(all) => all.push(n),
            _ => {
                *self = match n {
                    0..=0xffff => Integers::Halves(self.iter().map(|n| n as u16).collect()),
                    0x1_0000..=0xffff_ffff => Integers::Words(self.iter().map(|n| n as u32).collect()),
                    _ => Integers::Doubles(self.iter().collect()),
                };
                self.push(n);
            }
        }
    }

    /// Returns the greatest.
    #[allow(clippy::unnecessary_cast)]
    pub fn max(&self) -> Option<u64> {
        each!(self, all => all.iter().max().map(|&n| n as u64))
    }

    /// Returns the least.
    #[allow(clippy::unnecessary_cast)]
    pub fn min(&self) -> Option<u64> {
        each!(self, all => all.iter().min().map(|&n| n as u64))
    }

    /// Returns the sum: a list has less than 2^64 members.
    #[allow(clippy::unnecessary_cast)]
    pub fn sum(&self) -> u128 {
        each!(self, all => all.iter().map(|&n| n as u128).sum())
    }

    /// Returns `true` if `n` is among them.
    #[allow(clippy::unnecessary_cast)]
    pub fn contains(&self, n: u64) -> bool {
        each!(self, all => all.iter().any(|&m| m as u64 == n))
    }

    /// Returns those with the indices `from`, `from + 1`, ..., below `to`.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn slice(&self, from: usize, to: usize) -> Integers {
        match self {
            Integers::Bytes(all) => Integers::Bytes(all[from..to].to_vec()),
            Integers::Halves(all) => Integers::Halves(all[from..to].to_vec()),
            Integers::Words(all) => Integers::Words(all[from..to].to_vec()),
            Integers::Doubles(all) => Integers::Doubles(all[from..to].to_vec()),
        }
    }

    /// Returns the order by the first integers that differ, then by length, if they are packed alike.
    pub fn order(&self, other: &Integers) -> Option<std::cmp::Ordering> {
        match (self, other) {
            (Integers::Bytes(a), Integers::Bytes(b)) => Some(a.cmp(b)),
            (Integers::Halves(a), Integers::Halves(b)) => Some(a.cmp(b)),
            (Integers::Words(a), Integers::Words(b)) => Some(a.cmp(b)),
            (Integers::Doubles(a), Integers::Doubles(b)) => Some(a.cmp(b)),
            _ => None,
        }
    }
}

impl Extend<u64> for Integers {
    fn extend<T: IntoIterator<Item = u64>>(&mut self, all: T) {
        all.into_iter().for_each(|n| self.push(n));
    }
}

impl FromIterator<u64> for Integers {
    fn from_iter<T: IntoIterator<Item = u64>>(all: T) -> Integers {
        let mut packed = Integers::default();
        packed.extend(all);
        packed
    }
}

impl From<Packed> for Integers {
    fn from(all: Packed) -> Integers {
        match all {
            Packed::U8(all) => Integers::Bytes(all),
            Packed::U16(all) => Integers::Halves(all),
            Packed::U32(all) => Integers::Words(all),
        }
    }
}
