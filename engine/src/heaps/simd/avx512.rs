//! The instructions of AVX-512 with VBMI and VBMI2: 64 bytes at a time.

use std::arch::x86_64::*;

use super::super::packed::Rows;
use super::super::pairs::ROWS;
use super::super::sift::Missing;
use super::super::words::BLOCK;

/// Vectors that are examined before anything is decided.
const GROUP: usize = 4;
/// The number of vectors in one batch. If as many values are found in a batch, another batch follows.
const BATCH: usize = 32;
const MANY_VALUES: usize = 2;

/// The numbers n - 1, n - 2, ..., 0: a vector is turned round by them.
const DESCENDING_U8: [u8; 64] = {
    let mut all = [0; 64];
    let mut i = 0;
    while i < 64 {
        all[i] = 63 - i as u8;
        i += 1;
    }
    all
};
const DESCENDING_U16: [u16; 32] = {
    let mut all = [0; 32];
    let mut i = 0;
    while i < 32 {
        all[i] = 31 - i as u16;
        i += 1;
    }
    all
};

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn load_u8(from: &[u8; 64]) -> __m512i {
    // SAFETY: 64 bytes are read, and there are 64.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

/// Returns the first bytes, at most 64, and zeros.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn load_some_u8(from: &[u8]) -> __m512i {
    // SAFETY: bytes are read where the mask has ones, and it has them for the bytes of the slice alone.
    unsafe { _mm512_maskz_loadu_epi8(mask_of(from.len()), from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn load_u16(from: &[u16; 32]) -> __m512i {
    // SAFETY: 64 bytes are read, and there are 32 times 2.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

/// Returns the first words, at most 32, and zeros.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn load_some_u16(from: &[u16]) -> __m512i {
    // SAFETY: words are read where the mask has ones, and it has them for the words of the slice alone.
    unsafe { _mm512_maskz_loadu_epi16(mask_of(from.len()) as u32, from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn store_u8(vector: __m512i) -> [u8; 64] {
    let mut to = [0; 64];
    // SAFETY: 64 bytes are written, and there are 64.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), vector) }
    to
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn store_u16(vector: __m512i, to: &mut [u16; 32]) {
    // SAFETY: 64 bytes are written, and there are 32 times 2.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), vector) }
}

/// Returns a mask of `len` ones, at most 64.
#[inline]
fn mask_of(len: usize) -> u64 {
    if len < 64 { (1 << len) - 1 } else { !0 }
}

type MissingTable = [__m512i; 4];

/// Removes values by a table of one byte for each value, in as many registers as the values need.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
pub(super) fn sift_u8(front: &[u8], back: &[u8], missing: &mut Missing) {
    match missing.size() {
        0..=64 => sift_u8_by::<1>(front, back, missing),
        65..=128 => sift_u8_by::<2>(front, back, missing),
        _ => sift_u8_by::<4>(front, back, missing),
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn read_u8(bytes: &[u8]) -> MissingTable {
    let (parts, _) = bytes.as_chunks::<64>();
    [load_u8(&parts[0]), load_u8(&parts[1]), load_u8(&parts[2]), load_u8(&parts[3])]
}

/// Returns a vector in which bit 7 of each byte is set if that value is missing.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn met_u8<const REGISTERS: usize>(table: &MissingTable, x: __m512i) -> __m512i {
    match REGISTERS {
        1 => _mm512_permutexvar_epi8(x, table[0]),
        2 => _mm512_permutex2var_epi8(table[0], x, table[1]),
        _ => {
            let low = _mm512_permutex2var_epi8(table[0], x, table[1]);
            let high = _mm512_permutex2var_epi8(table[2], x, table[3]);
            _mm512_mask_blend_epi8(_mm512_movepi8_mask(x), low, high)
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn remove_u8(x: __m512i, mut mask: u64, missing: &mut Missing) {
    if mask == 0 {
        return;
    }
    let values = store_u8(x);
    while mask != 0 {
        missing.remove(values[mask.trailing_zeros() as usize].into());
        mask &= mask - 1;
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn sift_u8_by<const REGISTERS: usize>(front: &[u8], back: &[u8], missing: &mut Missing) {
    let descending = load_u8(&DESCENDING_U8);
    let mut table = read_u8(missing.bytes());
    let (fronts, front) = front.as_chunks::<64>();
    let (back, backs) = back.as_rchunks::<64>();
    let mut vectors = fronts.iter().zip(backs.iter().rev());
    while vectors.len() >= GROUP {
        let mut x = [_mm512_setzero_si512(); GROUP];
        for (x, (f, b)) in x.iter_mut().zip(vectors.by_ref()) {
            *x = _mm512_xor_si512(load_u8(f), _mm512_permutexvar_epi8(descending, load_u8(b)));
        }
        let mut hits = x;
        for hit in &mut hits {
            *hit = met_u8::<REGISTERS>(&table, *hit);
        }
        let any = _mm512_or_si512(_mm512_or_si512(hits[0], hits[1]), _mm512_or_si512(hits[2], hits[3]));
        if _mm512_movepi8_mask(any) != 0 {
            for i in 0..GROUP {
                remove_u8(x[i], _mm512_movepi8_mask(hits[i]), missing);
            }
            if missing.count() == 0 {
                return;
            }
            table = read_u8(missing.bytes());
        }
    }
    for (f, b) in vectors {
        let x = _mm512_xor_si512(load_u8(f), _mm512_permutexvar_epi8(descending, load_u8(b)));
        remove_u8(x, _mm512_movepi8_mask(met_u8::<REGISTERS>(&table, x)), missing);
    }
    if !front.is_empty() {
        // The last numbers of a rotated row: len - 1, len - 2, ..., 0 and then anything.
        let ends = _mm512_sub_epi8(descending, _mm512_set1_epi8(64 - front.len() as i8));
        let x = _mm512_xor_si512(load_some_u8(front), _mm512_permutexvar_epi8(ends, load_some_u8(back)));
        let mask = _mm512_movepi8_mask(met_u8::<REGISTERS>(&table, x)) & mask_of(front.len());
        remove_u8(x, mask, missing);
    }
}

/// Removes values by a table of 16 bits for each of 64 or 128 classes: value v is bit `v / 64` of word `v % 64`, or with 128
/// in place of 64. So one table holds 1024 or 2048 values; larger values have rounds of their own.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
pub(super) fn sift_u16(front: &[u16], back: &[u16], missing: &mut Missing) {
    if missing.end() <= 1024 {
        return sift_u16_by::<64>(front, back, 0, missing);
    }
    let mut base = 0;
    while let Some(least) = missing.least(base) {
        base = least / 2048 * 2048;
        sift_u16_by::<128>(front, back, base, missing);
        base += 2048;
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn read_u16(words: &[u16; 128]) -> MissingTable {
    let (parts, _) = words.as_chunks::<32>();
    [load_u16(&parts[0]), load_u16(&parts[1]), load_u16(&parts[2]), load_u16(&parts[3])]
}

/// Returns a vector in which bit 0 of each word is set if that value is missing.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn met_u16<const WORDS: usize>(table: &MissingTable, base: __m512i, x: __m512i) -> __m512i {
    let low = _mm512_permutex2var_epi16(table[0], x, table[1]);
    if WORDS == 64 {
        return _mm512_srlv_epi16(low, _mm512_srli_epi16::<6>(x));
    }
    let high = _mm512_permutex2var_epi16(table[2], x, table[3]);
    let word = _mm512_mask_blend_epi16(_mm512_test_epi16_mask(x, _mm512_set1_epi16(64)), low, high);
    _mm512_srlv_epi16(word, _mm512_srli_epi16::<7>(_mm512_xor_si512(x, base)))
}

/// The missing values of one table, from `base` on.
struct TableWords<'a, const WORDS: usize> {
    missing: &'a mut Missing,
    base: usize,
    words: [u16; 128],
    left: usize,
}

impl<const WORDS: usize> TableWords<'_, WORDS> {
    fn new(missing: &mut Missing, base: usize) -> TableWords<'_, WORDS> {
        let (mut words, mut left) = ([0u16; 128], 0);
        let end = missing.end().min(base + 16 * WORDS);
        for (i, bytes) in missing.bytes()[base.min(end)..end].chunks(WORDS).enumerate() {
            for (word, byte) in words.iter_mut().zip(bytes) {
                *word |= u16::from(byte & 1) << i;
                left += usize::from(byte & 1);
            }
        }
        TableWords { missing, base, words, left }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn remove(&mut self, x: __m512i, mut mask: u32) {
        if mask == 0 {
            return;
        }
        let mut values = [0; 32];
        store_u16(x, &mut values);
        while mask != 0 {
            self.remove_value(values[mask.trailing_zeros() as usize] as usize);
            mask &= mask - 1;
        }
    }

    #[inline]
    fn remove_value(&mut self, value: usize) {
        let missing = usize::from(self.missing.contains(value));
        self.missing.remove(value);
        self.words[value % WORDS] &= !(1 << ((value - self.base) / WORDS % 16));
        self.left -= missing;
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn sift_u16_by<const WORDS: usize>(front: &[u16], back: &[u16], base: usize, missing: &mut Missing) {
    let mut words = TableWords::<WORDS>::new(missing, base);
    let descending = load_u16(&DESCENDING_U16);
    let one = _mm512_set1_epi16(1);
    let base = _mm512_set1_epi16(base as i16);
    let mut table = read_u16(&words.words);
    let (fronts, front) = front.as_chunks::<32>();
    let (back, backs) = back.as_rchunks::<32>();
    let mut vectors = fronts.iter().zip(backs.iter().rev());
    // While many values are found, all of a batch are written down, and the table is cleared as before.
    let mut met = [0u16; 32 * BATCH + 32];
    while vectors.len() >= BATCH {
        let mut count = 0;
        for (f, b) in vectors.by_ref().take(BATCH) {
            let x = _mm512_xor_si512(load_u16(f), _mm512_permutexvar_epi16(descending, load_u16(b)));
            let mask = _mm512_test_epi16_mask(met_u16::<WORDS>(&table, base, x), one);
            let packed = _mm512_maskz_compress_epi16(mask, x);
            let Some(space) = met[count..].first_chunk_mut() else { break };
            store_u16(packed, space);
            count += mask.count_ones() as usize;
        }
        for &value in &met[..count] {
            words.remove_value(value.into());
        }
        if words.left == 0 {
            return;
        }
        table = read_u16(&words.words);
        if count < MANY_VALUES {
            break;
        }
    }
    while vectors.len() >= GROUP {
        let mut x = [_mm512_setzero_si512(); GROUP];
        for (x, (f, b)) in x.iter_mut().zip(vectors.by_ref()) {
            *x = _mm512_xor_si512(load_u16(f), _mm512_permutexvar_epi16(descending, load_u16(b)));
        }
        let mut hits = x;
        for hit in &mut hits {
            *hit = met_u16::<WORDS>(&table, base, *hit);
        }
        let any = _mm512_or_si512(_mm512_or_si512(hits[0], hits[1]), _mm512_or_si512(hits[2], hits[3]));
        if _mm512_test_epi16_mask(any, one) != 0 {
            for i in 0..GROUP {
                words.remove(x[i], _mm512_test_epi16_mask(hits[i], one));
            }
            if words.left == 0 {
                return;
            }
            table = read_u16(&words.words);
        }
    }
    for (f, b) in vectors {
        let x = _mm512_xor_si512(load_u16(f), _mm512_permutexvar_epi16(descending, load_u16(b)));
        words.remove(x, _mm512_test_epi16_mask(met_u16::<WORDS>(&table, base, x), one));
    }
    if !front.is_empty() {
        let ends = _mm512_sub_epi16(descending, _mm512_set1_epi16(32 - front.len() as i16));
        let x = _mm512_xor_si512(load_some_u16(front), _mm512_permutexvar_epi16(ends, load_some_u16(back)));
        let mask = _mm512_test_epi16_mask(met_u16::<WORDS>(&table, base, x), one) & mask_of(front.len()) as u32;
        words.remove(x, mask);
    }
}

/// Byte 8 i + j of a vector goes to byte 8 j: for each i, eight bytes become eight words of 64 bits.
const SPREAD: [[u8; 64]; 8] = {
    let mut all = [[0; 64]; 8];
    let mut i = 0;
    while i < 64 {
        all[i / 8][i % 8 * 8] = i as u8;
        i += 1;
    }
    all
};

/// The lowest byte of each word of 64 bits.
const LOWEST: u64 = 0x0101_0101_0101_0101;

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
pub(super) fn pair_set(front: &[u8], back: &[u8]) -> u64 {
    let one = _mm512_set1_epi64(1);
    let descending = load_u8(&DESCENDING_U8);
    let (mut even, mut odd) = (_mm512_setzero_si512(), _mm512_setzero_si512());
    let (fronts, front) = front.as_chunks::<64>();
    let (back, backs) = back.as_rchunks::<64>();
    for (f, b) in fronts.iter().zip(backs.iter().rev()) {
        let x = _mm512_xor_si512(load_u8(f), _mm512_permutexvar_epi8(descending, load_u8(b)));
        for spread in SPREAD.as_chunks::<2>().0 {
            let word = |spread| _mm512_maskz_permutexvar_epi8(LOWEST, load_u8(spread), x);
            even = _mm512_or_si512(even, _mm512_sllv_epi64(one, word(&spread[0])));
            odd = _mm512_or_si512(odd, _mm512_sllv_epi64(one, word(&spread[1])));
        }
    }
    let set = _mm512_reduce_or_epi64(_mm512_or_si512(even, odd)) as u64;
    set | super::pair_set_plain(front, back)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
pub(super) fn add_blocks(values: &[u8], at: usize, rare: &[(u32, u32)], sets: &mut [u64; BLOCK]) {
    let one = _mm512_set1_epi64(1);
    let mut all = [_mm512_setzero_si512(); BLOCK / 8];
    for &(p, v) in rare {
        let v = _mm512_set1_epi64(v.into());
        let row = &values[at - p as usize..][..BLOCK];
        for (set, eight) in all.iter_mut().zip(row.as_chunks::<8>().0) {
            *set = _mm512_or_si512(*set, _mm512_sllv_epi64(one, _mm512_xor_si512(eight_u8(eight), v)));
        }
    }
    for (sets, all) in sets.as_chunks_mut::<8>().0.iter_mut().zip(all) {
        sets.iter_mut().zip(words_of(all)).for_each(|(set, word)| *set |= word);
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn words_of(vector: __m512i) -> [u64; 8] {
    let mut to = [0; 8];
    // SAFETY: 64 bytes are written, and there are 8 times 8.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), vector) }
    to
}

/// Returns the words of eight neighbours.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn eight_u8(from: &[u8; 8]) -> __m512i {
    _mm512_cvtepu8_epi64(_mm_set_epi64x(0, i64::from_le_bytes(*from)))
}

/// Like [`eight_u8`], for two bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn eight_u16(from: &[u16; 8]) -> __m512i {
    // SAFETY: 16 bytes are read, and there are 8 times 2.
    _mm512_cvtepu16_epi64(unsafe { _mm_loadu_si128(from.as_ptr().cast()) })
}

/// Functions that add the options of rare heaps to all rows of a block, with as many windows as the values need.
macro_rules! add_rows {
    ($name:ident, $by:ident, $type:ty, $eight:ident) => {
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
        pub(super) fn $name(values: &[$type], at: usize, rare: &[(u32, u32)], size: usize, sets: &mut Rows) {
            match size {
                0..=128 => $by::<2>(values, at, rare, sets),
                129..=256 => $by::<4>(values, at, rare, sets),
                _ => $by::<8>(values, at, rare, sets),
            }
        }

        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
        fn $by<const WINDOWS: usize>(values: &[$type], at: usize, rare: &[(u32, u32)], sets: &mut Rows) {
            let one = _mm512_set1_epi64(1);
            let mut all = [[_mm512_setzero_si512(); ROWS / 8]; WINDOWS];
            for &(p, v) in rare {
                let v = _mm512_set1_epi64(v.into());
                let row = &values[at - p as usize..][..ROWS];
                for (i, eight) in row.as_chunks::<8>().0.iter().enumerate() {
                    let x = _mm512_xor_si512($eight(eight), v);
                    for (window, all) in all.iter_mut().enumerate() {
                        // Shifts by 64 or more, and so by less than 0, give 0.
                        let x = _mm512_sub_epi64(x, _mm512_set1_epi64(64 * window as i64));
                        all[i] = _mm512_or_si512(all[i], _mm512_sllv_epi64(one, x));
                    }
                }
            }
            for (sets, all) in sets.iter_mut().zip(all) {
                for (sets, all) in sets.as_chunks_mut::<8>().0.iter_mut().zip(all) {
                    sets.iter_mut().zip(words_of(all)).for_each(|(set, word)| *set |= word);
                }
            }
        }
    };
}

add_rows!(add_rows_u8, add_rows_u8_by, u8, eight_u8);
add_rows!(add_rows_u16, add_rows_u16_by, u16, eight_u16);
