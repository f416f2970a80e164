//! Looking for missing values many pairs at a time. The one module with unsafe code, for two reasons only.
//!
//! 1. Functions for AVX2 and AVX-512 are called. They may be called only on a processor that has these instructions:
//!    a guard of the same `match` arm asks the processor, and nothing else calls them.
//! 2. Vectors are loaded from slices and stored in arrays. Each load takes a slice or an array whose length the same
//!    function checks or fixes by its type: `load` functions take arrays of exactly the bytes that they read, or a slice
//!    and a mask that ends where the slice ends. Loads and stores are those for any alignment.
//!
//! All that is computed with the vectors is safe code; a wrong result could make a wrong answer, never a wrong access.
//! Tests compare all paths with each other and with the definition.

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

use super::packed::Rows;
use super::sift::{Missing, Path, sift};
use super::words::BLOCK;

/// Whether this processor has these instructions.
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

/// As [`sift_u8`].
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

/// As [`sift_u8`]. Values of four bytes are too rare for vectors.
pub(super) fn sift_u32(_path: Path, front: &[u32], back: &[u32], missing: &mut Missing) {
    sift(front, back, missing)
}

/// The set of all `front[i] ^ back[len - 1 - i]`, a bit each; they are below 64.
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

/// As [`Width::add_rows`](super::packed::Width::add_rows).
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

/// As [`Width::add_rows`](super::packed::Width::add_rows).
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

/// As [`Width::add_rows`](super::packed::Width::add_rows).
pub(super) fn add_rows_u32(_: Path, _: &[u32], _: usize, _: &[(u32, u32)], _: usize, _: &mut Rows) -> bool {
    false
}
