//! The instructions of AVX2: 32 bytes at a time.

use std::arch::x86_64::*;

use super::super::sift::{Missing, sift};
use super::super::words::BLOCK;

/// Bytes or words that are examined before anything is decided.
const GROUP: usize = 64;

#[inline]
#[target_feature(enable = "avx2")]
fn load_u8(from: &[u8; 32]) -> __m256i {
    // SAFETY: 32 bytes are read, and there are 32.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_u16(from: &[u16; 16]) -> __m256i {
    // SAFETY: 32 bytes are read, and there are 16 times 2.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_u8(vector: __m256i) -> [u8; 32] {
    let mut to = [0; 32];
    // SAFETY: 32 bytes are written, and there are 32.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), vector) }
    to
}

/// Returns the vector with its bytes moved as the shuffle says, and its halves exchanged.
#[inline]
#[target_feature(enable = "avx2")]
fn turned(vector: __m256i, shuffle: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b01_00_11_10>(_mm256_shuffle_epi8(vector, shuffle))
}

/// Bit `v / 16 % 8` of a table of 16 bytes, chosen by the low half of v, is set if v is missing. Values from 128 on
/// have a second table. Both tables stand twice, once for each half of a vector.
#[inline]
#[target_feature(enable = "avx2")]
fn read_u8(missing: &Missing) -> [__m256i; 2] {
    let mut tables = [[0u8; 32]; 2];
    for (value, byte) in missing.bytes()[..missing.end().min(256)].iter().enumerate() {
        let bit = (byte & 1) << (value / 16 % 8);
        tables[value / 128][value % 16] |= bit;
        tables[value / 128][value % 16 + 16] |= bit;
    }
    [load_u8(&tables[0]), load_u8(&tables[1])]
}

/// Returns a vector that is zero where the value is not missing.
#[inline]
#[target_feature(enable = "avx2")]
fn met_u8(table: &[__m256i; 2], bits: __m256i, x: __m256i) -> __m256i {
    // The shuffle gives 0 for indices with the highest bit, so each table answers for its own values.
    let index = _mm256_and_si256(x, _mm256_set1_epi8(0x8f_u8 as i8));
    let low = _mm256_shuffle_epi8(table[0], index);
    let high = _mm256_shuffle_epi8(table[1], _mm256_xor_si256(index, _mm256_set1_epi8(0x80_u8 as i8)));
    let high_half = _mm256_and_si256(_mm256_srli_epi16::<4>(x), _mm256_set1_epi8(15));
    _mm256_and_si256(_mm256_or_si256(low, high), _mm256_shuffle_epi8(bits, high_half))
}

#[target_feature(enable = "avx2")]
pub(super) fn sift_u8(front: &[u8], back: &[u8], missing: &mut Missing) {
    let (mut bits, mut descending) = ([0u8; 32], [0u8; 32]);
    for i in 0..32 {
        bits[i] = 1 << (i % 8);
        descending[i] = 15 - i as u8 % 16;
    }
    let (bits, descending) = (load_u8(&bits), load_u8(&descending));
    let zero = _mm256_setzero_si256();
    let mut table = read_u8(missing);
    let (groups, front) = front.as_chunks::<GROUP>();
    let (back, backs) = back.as_rchunks::<GROUP>();
    for (f, b) in groups.iter().zip(backs.iter().rev()) {
        let (f, b) = (f.as_chunks::<32>().0, b.as_chunks::<32>().0);
        let x = [
            _mm256_xor_si256(load_u8(&f[0]), turned(load_u8(&b[1]), descending)),
            _mm256_xor_si256(load_u8(&f[1]), turned(load_u8(&b[0]), descending)),
        ];
        let hits = [met_u8(&table, bits, x[0]), met_u8(&table, bits, x[1])];
        let any = _mm256_or_si256(hits[0], hits[1]);
        if _mm256_testz_si256(any, any) == 0 {
            for i in 0..2 {
                let mut mask = !(_mm256_movemask_epi8(_mm256_cmpeq_epi8(hits[i], zero)) as u32);
                let values = store_u8(x[i]);
                while mask != 0 {
                    missing.remove(values[mask.trailing_zeros() as usize].into());
                    mask &= mask - 1;
                }
            }
            if missing.count() == 0 {
                return;
            }
            table = read_u8(missing);
        }
    }
    sift(front, back, missing);
}

/// Values that are compared with one by one.
const FEW_VALUES: usize = 4;

/// Returns the least missing values.
#[inline]
#[target_feature(enable = "avx2")]
fn read_u16(missing: &Missing) -> [__m256i; FEW_VALUES] {
    let mut few = [_mm256_setzero_si256(); FEW_VALUES];
    let (mut value, mut from) = (0, 0);
    for vector in &mut few {
        // If there are fewer, the last one is repeated.
        if let Some(least) = missing.least(from) {
            (value, from) = (least, least + 1);
        }
        *vector = _mm256_set1_epi16(value as i16);
    }
    few
}

/// Removes values in the plain way while many are missing; for the last few, 16 pairs at a time are compared.
#[target_feature(enable = "avx2")]
pub(super) fn sift_u16(mut front: &[u16], mut back: &[u16], missing: &mut Missing) {
    const BLOCK: usize = 256;
    while missing.count() > FEW_VALUES && front.len() > BLOCK {
        let (now, later) = (front.split_at(BLOCK), back.split_at(back.len() - BLOCK));
        sift(now.0, later.1, missing);
        (front, back) = (now.1, later.0);
    }
    if missing.count() == 0 {
        return;
    }
    // Comparing finds the few only if they are all.
    if missing.count() > FEW_VALUES {
        return sift(front, back, missing);
    }
    let mut descending = [0u8; 32];
    for (i, byte) in descending.iter_mut().enumerate() {
        *byte = 14 - i as u8 % 16 / 2 * 2 + i as u8 % 2;
    }
    let descending = load_u8(&descending);
    let mut few = read_u16(missing);
    let (groups, front) = front.as_chunks::<GROUP>();
    let (back, backs) = back.as_rchunks::<GROUP>();
    for (f, b) in groups.iter().zip(backs.iter().rev()) {
        let mut any = _mm256_setzero_si256();
        for (f, b) in f.as_chunks::<16>().0.iter().zip(b.as_chunks::<16>().0.iter().rev()) {
            let x = _mm256_xor_si256(load_u16(f), turned(load_u16(b), descending));
            for &value in &few {
                any = _mm256_or_si256(any, _mm256_cmpeq_epi16(x, value));
            }
        }
        if _mm256_testz_si256(any, any) == 0 {
            sift(f, b, missing);
            if missing.count() == 0 {
                return;
            }
            few = read_u16(missing);
        }
    }
    sift(front, back, missing);
}

/// Returns the four words of 64 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn words_of(vector: __m256i) -> [u64; 4] {
    let mut to = [0; 4];
    // SAFETY: 32 bytes are written, and there are 4 times 8.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), vector) }
    to
}

/// Returns four bytes, each in a word of 64 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn spread(bytes: &[u8; 4]) -> __m256i {
    _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(i32::from_le_bytes(*bytes)))
}

#[target_feature(enable = "avx2")]
pub(super) fn pair_set(front: &[u8], back: &[u8]) -> u64 {
    let one = _mm256_set1_epi64x(1);
    let mut set = [_mm256_setzero_si256(); 2];
    let (fronts, front) = front.as_chunks::<8>();
    let (back, backs) = back.as_rchunks::<8>();
    for (f, b) in fronts.iter().zip(backs.iter().rev()) {
        let x = u64::from_le_bytes(*f) ^ u64::from_be_bytes(*b);
        for (set, half) in set.iter_mut().zip(x.to_le_bytes().as_chunks::<4>().0) {
            *set = _mm256_or_si256(*set, _mm256_sllv_epi64(one, spread(half)));
        }
    }
    let words = words_of(_mm256_or_si256(set[0], set[1]));
    words.iter().fold(super::pair_set_plain(front, back), |set, word| set | word)
}

#[target_feature(enable = "avx2")]
pub(super) fn add_blocks(values: &[u8], at: usize, rare: &[(u32, u32)], sets: &mut [u64; BLOCK]) {
    let one = _mm256_set1_epi64x(1);
    let mut all = [_mm256_setzero_si256(); BLOCK / 4];
    for &(p, v) in rare {
        let v = _mm256_set1_epi64x(v.into());
        let row = &values[at - p as usize..][..BLOCK];
        for (set, four) in all.iter_mut().zip(row.as_chunks::<4>().0) {
            *set = _mm256_or_si256(*set, _mm256_sllv_epi64(one, _mm256_xor_si256(spread(four), v)));
        }
    }
    for (sets, all) in sets.as_chunks_mut::<4>().0.iter_mut().zip(all) {
        sets.iter_mut().zip(words_of(all)).for_each(|(set, word)| *set |= word);
    }
}
