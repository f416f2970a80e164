//! Which values are missing among the options of a heap, and the plain way to look for them.

use super::packed::Width;

/// The instructions that look for missing values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Path {
    /// Those of every processor.
    Plain,
    /// AVX2, 32 bytes at a time.
    Avx2,
    /// AVX-512 with VBMI, 64 bytes at a time.
    Avx512,
}

impl Path {
    /// Those that this processor has, the fastest last.
    ///
    /// ```
    /// use cg::heaps::Path;
    /// assert_eq!(Path::available()[0], Path::Plain);
    /// ```
    pub fn available() -> Vec<Path> {
        [Path::Plain, Path::Avx2, Path::Avx512].into_iter().filter(|&path| super::simd::has(path)).collect()
    }

    /// The fastest that this processor has.
    pub fn best() -> Path {
        Path::available().pop().unwrap_or(Path::Plain)
    }
}

/// A set of values that have not been met yet, as one byte for each value: 255 while it is missing, then 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Missing {
    bytes: Vec<u8>,
    count: usize,
    /// Values from here on are not missing.
    end: usize,
}

impl Missing {
    /// The shortest table, so that vectors of tables can always be read whole.
    pub(super) const LEAST: usize = 256;

    /// Nothing is missing; tables are for values below a power of two.
    pub(super) fn clear(&mut self, size: usize) {
        let size = size.max(Missing::LEAST);
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

    /// The value has been met.
    #[inline]
    pub(super) fn remove(&mut self, value: usize) {
        self.count -= usize::from(self.bytes[value] != 0);
        self.bytes[value] = 0;
    }

    /// How many are missing.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The least missing value that is at least this.
    pub(super) fn least(&self, from: usize) -> Option<usize> {
        if self.count == 0 {
            return None;
        }
        (from..self.end).find(|&value| self.bytes[value] != 0)
    }
}

/// Pairs that are looked up before anything is decided.
const GROUP: usize = 16;

/// The plain way: each pair is looked up.
pub(super) fn sift<T: Width>(front: &[T], back: &[T], missing: &mut Missing) {
    let mut groups = front.chunks_exact(GROUP);
    let mut backs = back.rchunks_exact(GROUP);
    for (f, b) in groups.by_ref().zip(backs.by_ref()) {
        if missing.count == 0 {
            return;
        }
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
    for (f, b) in groups.remainder().iter().zip(backs.remainder().iter().rev()) {
        missing.remove((f.get() ^ b.get()) as usize);
    }
}
