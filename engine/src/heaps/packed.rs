//! Lists of nim-values in as few bytes as they need.

use super::pairs::{ROWS, WINDOWS};
use super::sift::{Missing, Path};
use super::simd;
use crate::games::{Budget, Fault};

/// Sets of values below 64 WINDOWS for a block of heaps: window by window, a word for each heap.
pub(super) type Rows = [[u64; ROWS]; WINDOWS];

/// Values of one width.
pub(super) trait Width: Copy + Eq + Sync + 'static {
    /// The largest value.
    const MAX_VALUE: u32;

    fn of(value: u32) -> Self;

    fn get(self) -> u32;

    /// Returns the nim-sum.
    fn sum(self, other: Self) -> Self;

    /// Returns the list, if its values are bytes.
    fn bytes(list: &mut Vec<Self>) -> Option<&mut Vec<u8>>;

    /// For each rare heap p with value v, adds `values[at - p + i] ^ v` to the set of row i, which is `sets[..][i]`.
    /// Returns `false` if there is no fast way. Values are below `size`, and `ROWS <= p < at`.
    fn add_rows(path: Path, values: &[Self], at: usize, rare: &[(u32, u32)], size: usize, sets: &mut Rows) -> bool;

    /// Removes all `front[i] ^ back[len - 1 - i]` from `missing`, or some of them if none is left missing before.
    fn sift(path: Path, front: &[Self], back: &[Self], missing: &mut Missing);
}

macro_rules! width {
    ($type:ty, $sift:path, $list:ident => $bytes:expr, $rows:path) => {
        impl Width for $type {
            const MAX_VALUE: u32 = <$type>::MAX as u32;

            #[inline(always)]
            fn of(value: u32) -> $type {
                value as $type
            }

            #[inline(always)]
            fn get(self) -> u32 {
                self as u32
            }

            #[inline(always)]
            fn sum(self, other: $type) -> $type {
                self ^ other
            }

            fn bytes($list: &mut Vec<$type>) -> Option<&mut Vec<u8>> {
                $bytes
            }

            fn add_rows(
                path: Path,
                values: &[$type],
                at: usize,
                rare: &[(u32, u32)],
                size: usize,
                sets: &mut Rows,
            ) -> bool {
                $rows(path, values, at, rare, size, sets)
            }

            fn sift(path: Path, front: &[$type], back: &[$type], missing: &mut Missing) {
                $sift(path, front, back, missing)
            }
        }
    };
}

width!(u8, simd::sift_u8, list => Some(list), simd::add_rows_u8);
width!(u16, simd::sift_u16, _list => None, simd::add_rows_u16);
width!(u32, simd::sift_u32, _list => None, simd::add_rows_u32);

/// A list of numbers below 2^32, one, two or four bytes each.
///
/// ```
/// use cg_engine::heaps::Packed;
///
/// let values = Packed::U8(vec![0, 1, 2]);
/// assert_eq!((values.len(), values.get(2)), (3, 2));
/// assert_eq!(values.iter().collect::<Vec<u64>>(), [0, 1, 2]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Packed {
    /// Numbers up to 255.
    U8(Vec<u8>),
    /// Numbers up to 65 535.
    U16(Vec<u16>),
    /// Numbers up to 4 294 967 295.
    U32(Vec<u32>),
}

/// Does the same with whichever list it is.
macro_rules! each {
    ($packed:expr, $list:ident => $body:expr) => {
        match $packed {
            Packed::U8($list) => $body,
            Packed::U16($list) => $body,
            Packed::U32($list) => $body,
        }
    };
}
pub(super) use each;

impl Packed {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        each!(self, list => list.len())
    }

    /// Returns `true` if there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number at this place.
    ///
    /// # Panics
    /// If there is none.
    pub fn get(&self, at: usize) -> u64 {
        each!(self, list => u64::from(list[at]))
    }

    /// Returns all numbers.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        (0..self.len()).map(|at| self.get(at))
    }

    /// Returns the number of bytes of one number.
    pub fn width(&self) -> usize {
        match self {
            Packed::U8(_) => 1,
            Packed::U16(_) => 2,
            Packed::U32(_) => 4,
        }
    }

    /// Adds a number, in a wider list if this one is too narrow.
    pub(super) fn push(&mut self, value: u32, budget: &Budget) -> Result<(), Fault> {
        while value > each!(self, list => most(list)) {
            self.widen(budget)?;
        }
        each!(self, list => {
            budget.room_to_push(list)?;
            list.push(Width::of(value));
        });
        Ok(())
    }

    /// Makes each number twice as wide.
    pub(super) fn widen(&mut self, budget: &Budget) -> Result<(), Fault> {
        budget.reserve(2 * self.len() * self.width())?;
        *self = match self {
            Packed::U8(list) => Packed::U16(list.iter().map(|&value| value.into()).collect()),
            Packed::U16(list) => Packed::U32(list.iter().map(|&value| value.into()).collect()),
            Packed::U32(_) => unreachable!("nim-values are at most twice their heap"),
        };
        Ok(())
    }

    /// Makes room for `len` numbers in all.
    pub(super) fn make_room(&mut self, len: usize, budget: &Budget) -> Result<(), Fault> {
        let more = len.saturating_sub(self.len());
        if more > each!(self, list => list.capacity() - list.len()) {
            budget.reserve(len * self.width())?;
            each!(self, list => list.reserve_exact(more));
        }
        Ok(())
    }
}

fn most<T: Width>(_: &[T]) -> u32 {
    T::MAX_VALUE
}
