//! Looking for missing values many pairs at a time. The one module with unsafe code, for two reasons only.
//!
//! 1. Functions for AVX2 and AVX-512 are called. They may be called only on a processor that has these instructions: a
//!    guard of the same `match` arm asks the processor, and they are called nowhere else.
//! 2. Vectors are loaded from slices and stored in arrays. Each load takes a slice or an array whose length the same
//!    function checks or fixes by its type: `load` functions take arrays of exactly the bytes that they read, or a slice
//!    and a mask that ends where the slice ends. Loads and stores are those for any alignment.
//!
//! All that is computed with the vectors is safe code; a wrong result could make a wrong answer, never a wrong access.
//! Tests compare all paths with each other and with the definition.

#![allow(unsafe_code)]
// Other processors take the plain way and look at no argument of the wide ones.
#![cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

use super::packed::Rows;
use super::sift::{Missing, Path, sift};
use super::words::BLOCK;

/// Returns `true` if this processor has these instructions.
pub(super) fn has(path: Path) -> bool {
    match path {
        Path::Plain => true,
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => is_x86_feature_detected!("avx2"),
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 => {
            is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vbmi")
                && is_x86_feature_detected!("avx512vbmi2")
        }
        #[cfg(not(target_arch = "x86_64"))]
        _ => false,
    }
}

/// Removes `front[i] ^ back[len - 1 - i]` from `missing` for all i, or until none is missing.
pub(super) fn sift_u8(path: Path, front: &[u8], back: &[u8], missing: &mut Missing) {
    match path {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has just been asked for these instructions.
        Path::Avx512 if has(path) => unsafe { avx512::sift_u8(front, back, missing) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Path::Avx2 if has(path) => unsafe { avx2::sift_u8(front, back, missing) },
        _ => sift(front, back, missing),
    }
}

/// Like [`sift_u8`], for values of two bytes.
pub(super) fn sift_u16(path: Path, front: &[u16], back: &[u16], missing: &mut Missing) {
    match path {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has just been asked for these instructions.
        Path::Avx512 if has(path) => unsafe { avx512::sift_u16(front, back, missing) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Path::Avx2 if has(path) => unsafe { avx2::sift_u16(front, back, missing) },
        _ => sift(front, back, missing),
    }
}

/// Like [`sift_u8`], for values of four bytes, which are too rare for vectors.
pub(super) fn sift_u32(_path: Path, front: &[u32], back: &[u32], missing: &mut Missing) {
    sift(front, back, missing)
}

/// Returns the set of all `front[i] ^ back[len - 1 - i]`, a bit each; they are below 64.
#[inline]
pub(super) fn pair_set(path: Path, front: &[u8], back: &[u8]) -> u64 {
    match path {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has just been asked for these instructions.
        Path::Avx512 if has(path) => unsafe { avx512::pair_set(front, back) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Path::Avx2 if has(path) => unsafe { avx2::pair_set(front, back) },
        _ => pair_set_plain(front, back),
    }
}

#[inline]
fn pair_set_plain(front: &[u8], back: &[u8]) -> u64 {
    // Several words, so that none waits for another.
    let mut sets = [0u64; 4];
    for (i, (f, b)) in front.iter().zip(back.iter().rev()).enumerate() {
        sets[i % 4] |= 1 << ((f ^ b) & 63);
    }
    sets[0] | sets[1] | sets[2] | sets[3]
}

/// For each rare heap p with value v, adds `values[at - p + i] ^ v` to set i. The values are below 64, and
/// `BLOCK <= p < at`.
pub(super) fn add_blocks(path: Path, values: &[u8], at: usize, rare: &[(u32, u32)], sets: &mut [u64; BLOCK]) {
    match path {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has just been asked for these instructions.
        Path::Avx512 if has(path) => unsafe { avx512::add_blocks(values, at, rare, sets) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Path::Avx2 if has(path) => unsafe { avx2::add_blocks(values, at, rare, sets) },
        _ => {
            for &(p, v) in rare {
                let row = &values[at - p as usize..][..BLOCK];
                for (set, value) in sets.iter_mut().zip(row) {
                    *set |= 1 << ((value ^ v as u8) & 63);
                }
            }
        }
    }
}

/// Adds rows as [`Width::add_rows`](super::packed::Width::add_rows) does.
pub(super) fn add_rows_u8(
    path: Path,
    values: &[u8],
    at: usize,
    rare: &[(u32, u32)],
    size: usize,
    sets: &mut Rows,
) -> bool {
    match path {
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 if has(path) => {
            // SAFETY: the processor has just been asked for these instructions.
            unsafe { avx512::add_rows_u8(values, at, rare, size, sets) };
            true
        }
        _ => false,
    }
}

/// Adds rows as [`Width::add_rows`](super::packed::Width::add_rows) does.
pub(super) fn add_rows_u16(
    path: Path,
    values: &[u16],
    at: usize,
    rare: &[(u32, u32)],
    size: usize,
    sets: &mut Rows,
) -> bool {
    match path {
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 if has(path) => {
            // SAFETY: the processor has just been asked for these instructions.
            unsafe { avx512::add_rows_u16(values, at, rare, size, sets) };
            true
        }
        _ => false,
    }
}

/// Declines to add rows (see [`Width::add_rows`](super::packed::Width::add_rows)).
pub(super) fn add_rows_u32(_: Path, _: &[u32], _: usize, _: &[(u32, u32)], _: usize, _: &mut Rows) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns some numbers below `size`, the same ones each time.
    fn numbers(seed: u64, len: usize, size: usize) -> Vec<usize> {
        let mut state = seed * 2 + 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state as usize % size
        };
        (0..len).map(|_| next()).collect()
    }

    /// Compares the missing values that a path leaves with those of the definition.
    fn compare<T: Copy + Into<u32>>(
        size: usize,
        of: impl Fn(usize) -> T,
        sift: impl Fn(Path, &[T], &[T], &mut Missing),
    ) {
        for (seed, len) in [0, 1, 31, 32, 33, 63, 64, 65, 127, 255, 256, 700, 3000].into_iter().enumerate() {
            let front: Vec<T> = numbers(seed as u64 + 1, len, size).into_iter().map(&of).collect();
            let back: Vec<T> = numbers(seed as u64 + 50, len, size).into_iter().map(&of).collect();
            for few in [3, size / 3, size] {
                let mut missing = Missing::default();
                missing.clear(size);
                let mut wanted = numbers(seed as u64 + 99, few, size);
                wanted.sort_unstable();
                wanted.dedup();
                wanted.iter().for_each(|&value| missing.insert(value));
                let met =
                    |&value: &usize| (0..len).any(|i| (front[i].into() ^ back[len - 1 - i].into()) == value as u32);
                let left: Vec<usize> = wanted.iter().copied().filter(|value| !met(value)).collect();
                for path in Path::available() {
                    let mut missing = missing.clone();
                    sift(path, &front, &back, &mut missing);
                    let found: Vec<usize> = (0..size).filter(|&value| missing.contains(value)).collect();
                    assert_eq!((&found, missing.count()), (&left, left.len()), "{path:?}, {size}, {len}, {few}");
                }
            }
        }
    }

    #[test]
    fn all_paths_find_the_same() {
        for size in [2, 16, 64, 128, 256] {
            compare(size, |value| value as u8, sift_u8);
            compare(size, |value| value as u16, sift_u16);
        }
        for size in [512, 1024, 2048, 4096, 16384] {
            compare(size, |value| value as u16, sift_u16);
        }
        compare(1024, |value| value as u32, sift_u32);
    }

    #[test]
    fn all_paths_make_the_same_sets() {
        for len in [0, 5, 8, 63, 64, 65, 200] {
            let bytes = |seed| numbers(seed, len, 64).into_iter().map(|value| value as u8).collect::<Vec<u8>>();
            let (front, back) = (bytes(3), bytes(4));
            let set = (0..len).fold(0u64, |set, i| set | 1 << (front[i] ^ back[len - 1 - i]));
            for path in Path::available() {
                assert_eq!(pair_set(path, &front, &back), set, "{path:?}, {len}");
            }
        }
        let values: Vec<u8> = numbers(5, 500, 64).into_iter().map(|value| value as u8).collect();
        let rare = [(40u32, 7u32), (41, 0), (200, 63), (399, 12)];
        let expected: [u64; BLOCK] = std::array::from_fn(|i| {
            rare.iter().fold(0, |set, &(p, v)| set | 1 << (values[400 - p as usize + i] ^ v as u8))
        });
        for path in Path::available() {
            let mut sets = [0; BLOCK];
            add_blocks(path, &values, 400, &rare, &mut sets);
            assert_eq!(sets, expected, "{path:?}");
        }
    }
}
