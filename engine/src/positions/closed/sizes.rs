//! Heaps of any size as the words of a state.
//!
//! While all heaps are below 2^62, each takes two words, as a `u64` does, so that rulesets search on machine words. A state
//! with a larger heap begins with the number of heaps, then has for each how many words it takes, and those; its length is
//! odd, by a last word if need be, as that of no state of the first kind is.

use dashu_int::UBig;

use super::Pack;
use crate::games::LARGE_NIMBER;
use crate::positions::State;

/// Returns the state of these heaps.
pub fn pack(heaps: &[UBig]) -> State {
    let mut state = State::new();
    let small = |heap: &UBig| u64::try_from(heap).ok().filter(|&heap| heap < LARGE_NIMBER);
    if let Some(small) = heaps.iter().map(small).collect::<Option<Vec<u64>>>() {
        small.pack(&mut state);
        return state;
    }
    state.push(heaps.len() as u32);
    for heap in heaps {
        let bytes = heap.to_le_bytes();
        state.push(bytes.len().div_ceil(4) as u32);
        state.extend(bytes.chunks(4).map(|word| word.iter().rev().fold(0, |n, &byte| n << 8 | u32::from(byte))));
    }
    if state.len().is_multiple_of(2) {
        state.push(0);
    }
    state
}

/// Returns `true` if one of the heaps of a state does not fit in two words.
pub fn is_large(state: &[u32]) -> bool {
    !state.len().is_multiple_of(2)
}

/// Returns the heaps of a state.
pub fn unpack(state: &[u32]) -> Vec<UBig> {
    if !is_large(state) {
        return Vec::<u64>::unpack(state).into_iter().map(UBig::from).collect();
    }
    let (count, mut rest) = (state[0] as usize, &state[1..]);
    let mut heaps = Vec::with_capacity(count);
    for _ in 0..count {
        let (words, next) = rest[1..].split_at(rest[0] as usize);
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        heaps.push(UBig::from_le_bytes(&bytes));
        rest = next;
    }
    heaps
}

/// Returns the heaps of a state that is not packed.
pub fn heaps<S: Pack>(state: &S) -> Vec<UBig> {
    let mut words = Vec::new();
    state.pack(&mut words);
    unpack(&words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_of_any_size_come_back() {
        let one = UBig::ONE;
        let sizes = [0usize, 1, 31, 32, 33, 61, 62, 63, 64, 65, 96, 97, 4000];
        let sizes: Vec<UBig> = sizes.iter().flat_map(|&bits| [(&one << bits) - 1u8, &one << bits]).collect();
        for a in &sizes {
            let one_heap = std::slice::from_ref(a);
            assert_eq!(unpack(&pack(one_heap)), one_heap);
            for b in &sizes {
                let heaps = [a.clone(), b.clone(), UBig::ZERO];
                let state = pack(&heaps);
                assert_eq!(unpack(&state), heaps);
                assert_eq!(is_large(&state), heaps.iter().any(|heap| *heap >= UBig::from(LARGE_NIMBER)));
            }
        }
        assert_eq!(pack(&[]), State::new());
    }
}
