//! The values that are missing among the options of a heap, and the plain way to look for them.

use super::packed::Width;

/// The instructions that look for missing values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Path {
    /// The instructions of every processor.
    Plain,
    /// AVX2, 32 bytes at a time.
    Avx2,
    /// AVX-512 with VBMI, 64 bytes at a time.
    Avx512,
}

impl Path {
    /// Returns the paths that this processor supports, the fastest last.
    ///
    /// ```
    /// use cg_engine::heaps::Path;
    /// assert_eq!(Path::available()[0], Path::Plain);
    /// ```
    pub fn available() -> Vec<Path> {
        [Path::Plain, Path::Avx2, Path::Avx512].into_iter().filter(|&path| super::simd::has(path)).collect()
    }

    /// Returns the fastest that this processor has.
    pub fn best() -> Path {
        Path::available().pop().unwrap_or(Path::Plain)
    }
}

/// A set of values not found yet, as one byte for each value: 255 while it is missing, then 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Missing {
    bytes: Vec<u8>,
    count: usize,
    /// Values from here on are not missing.
    end: usize,
    size: usize,
}

// Some of these are for wide instructions alone.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
impl Missing {
    /// The shortest table, so that vectors of tables can always be read whole.
    pub(super) const MIN_SIZE: usize = 256;

    /// Empties the set; tables are for values below a power of two.
    pub(super) fn clear(&mut self, size: usize) {
        self.size = size;
        let size = size.max(Missing::MIN_SIZE);
        if self.bytes.len() == size {
            self.bytes[..self.end].fill(0);
        } else {
            self.bytes = vec![0; size];
        }
        (self.count, self.end) = (0, 0);
    }

    /// Adds a value that is not there yet.
    #[inline]
    pub(super) fn insert(&mut self, value: usize) {
        self.bytes[value] = 255;
        self.count += 1;
        self.end = self.end.max(value + 1);
    }

    /// Adds the values from `from` on that are wanted and have not this mark; none of them is there yet.
    pub(super) fn insert_unseen(&mut self, from: usize, seen: &[u8], mark: u8, wanted: &[u8]) {
        let bytes = &mut self.bytes[from..from + seen.len()];
        let mut count = 0u32;
        for ((byte, &seen), &wanted) in bytes.iter_mut().zip(seen).zip(wanted) {
            *byte = if seen == mark { 0 } else { wanted };
            count += u32::from(*byte & 1);
        }
        self.count += count as usize;
        self.end = self.end.max(from + seen.len());
    }

    /// Notes that an option has this value.
    #[inline]
    pub(super) fn remove(&mut self, value: usize) {
        self.count -= usize::from(self.bytes[value] != 0);
        self.bytes[value] = 0;
    }

    #[inline]
    pub(super) fn contains(&self, value: usize) -> bool {
        self.bytes[value] != 0
    }

    /// Returns the number of missing values.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Returns a bound above all missing values.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Returns a bound above the values of all pairs.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Returns one byte for each value, at least [`Missing::MIN_SIZE`].
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the least missing value that is at least this.
    pub(super) fn least(&self, from: usize) -> Option<usize> {
        if self.count == 0 {
            return None;
        }
        (from..self.end).find(|&value| self.bytes[value] != 0)
    }
}

/// Pairs that are looked up before anything is decided.
const GROUP: usize = 16;
/// The number of values that are compared directly, which compilers make into vectors.
const FEW_VALUES: usize = 2;

/// Removes the values of pairs without vector instructions: each pair is looked up. It is slower if inlined into callers that
/// enable them. The last few values are compared with, for more pairs at a time.
#[inline(never)]
pub(super) fn sift<T: Width>(front: &[T], back: &[T], missing: &mut Missing) {
    let (groups, front) = front.as_chunks::<GROUP>();
    let (back, backs) = back.as_rchunks::<GROUP>();
    let mut pairs = groups.iter().zip(backs.iter().rev());
    while missing.count > FEW_VALUES {
        let Some((f, b)) = pairs.next() else { break };
        let table = &missing.bytes[..];
        let mask = table.len() - 1;
        let mut any = 0;
        for i in 0..GROUP {
            any |= table[(f[i].get() ^ b[GROUP - 1 - i].get()) as usize & mask];
        }
        if any != 0 {
            for i in 0..GROUP {
                missing.remove((f[i].get() ^ b[GROUP - 1 - i].get()) as usize);
            }
        }
    }
    while missing.count > 0 {
        let least = missing.least(0).expect("one is missing");
        let next = missing.least(least + 1).unwrap_or(least);
        let (one, two) = (T::of(least as u32), T::of(next as u32));
        let met = pairs.find(|(f, b)| {
            let mut any = false;
            for i in 0..GROUP {
                any |= f[i] == one.sum(b[GROUP - 1 - i]);
                any |= f[i] == two.sum(b[GROUP - 1 - i]);
            }
            any
        });
        let Some((f, b)) = met else { break };
        for i in 0..GROUP {
            missing.remove((f[i].get() ^ b[GROUP - 1 - i].get()) as usize);
        }
    }
    for (f, b) in front.iter().zip(back.iter().rev()) {
        missing.remove((f.get() ^ b.get()) as usize);
    }
}
