//! States as words.

use crate::positions::PositionId;

/// A state as words, so that the store of positions can keep it.
pub trait Pack: Sized {
    /// Appends the words of this state.
    fn pack(&self, out: &mut Vec<u32>);
    /// Returns the state that was packed into these words.
    fn unpack(words: &[u32]) -> Self;
}

impl Pack for PositionId {
    fn pack(&self, out: &mut Vec<u32>) {
        out.push(self.index());
    }
    fn unpack(words: &[u32]) -> PositionId {
        PositionId::of_word(words[0])
    }
}

impl Pack for u64 {
    fn pack(&self, out: &mut Vec<u32>) {
        out.extend([*self as u32, (*self >> 32) as u32]);
    }
    fn unpack(words: &[u32]) -> u64 {
        words[0] as u64 | (words[1] as u64) << 32
    }
}

impl Pack for Vec<u64> {
    fn pack(&self, out: &mut Vec<u32>) {
        self.iter().for_each(|w| w.pack(out));
    }
    fn unpack(words: &[u32]) -> Vec<u64> {
        words.chunks_exact(2).map(u64::unpack).collect()
    }
}

impl<const N: usize> Pack for [u64; N] {
    fn pack(&self, out: &mut Vec<u32>) {
        self.iter().for_each(|w| w.pack(out));
    }
    fn unpack(words: &[u32]) -> [u64; N] {
        std::array::from_fn(|i| u64::unpack(&words[2 * i..]))
    }
}

impl Pack for [u16; 16] {
    fn pack(&self, out: &mut Vec<u32>) {
        out.extend(self.chunks_exact(2).map(|two| u32::from(two[0]) | u32::from(two[1]) << 16));
    }
    fn unpack(words: &[u32]) -> [u16; 16] {
        std::array::from_fn(|i| (words[i / 2] >> (16 * (i % 2))) as u16)
    }
}
