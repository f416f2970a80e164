//! A token on its way, and the places left for it: the states of Geography and of Kotzig's Nim.

mod winner;

use std::hash::Hash;

use crate::positions::Pack;

pub use winner::Winners;

/// A set of numbers: one word up to 64 of them, or more words.
pub trait Set: Pack + Clone + Eq + Hash + Send + Sync + 'static {
    /// Returns the numbers below `n`.
    fn all(n: u32) -> Self;
    /// Returns the set without any of the numbers below `n`.
    fn none(n: u32) -> Self;
    /// Returns `true` if a number is in the set.
    fn has(&self, number: u32) -> bool;
    /// Puts a number in.
    fn add(&mut self, number: u32);
    /// Takes a number out.
    fn remove(&mut self, number: u32);
}

impl Set for u64 {
    fn all(n: u32) -> u64 {
        if n >= 64 { u64::MAX } else { (1 << n) - 1 }
    }
    fn none(_: u32) -> u64 {
        0
    }
    fn has(&self, number: u32) -> bool {
        self >> number & 1 == 1
    }
    fn add(&mut self, number: u32) {
        *self |= 1 << number;
    }
    fn remove(&mut self, number: u32) {
        *self &= !(1 << number);
    }
}

impl Set for Vec<u64> {
    fn all(n: u32) -> Vec<u64> {
        (0..n.div_ceil(64)).map(|i| u64::all(n - 64 * i)).collect()
    }
    fn none(n: u32) -> Vec<u64> {
        vec![0; n.div_ceil(64) as usize]
    }
    fn has(&self, number: u32) -> bool {
        self[number as usize / 64].has(number % 64)
    }
    fn add(&mut self, number: u32) {
        self[number as usize / 64].add(number % 64);
    }
    fn remove(&mut self, number: u32) {
        self[number as usize / 64].remove(number % 64);
    }
}

/// A token and the places left for it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Trip<S> {
    /// The place of the token.
    pub token: u32,
    /// The vertices, places or edges that it may still use.
    pub left: S,
}

impl<S: Set> Trip<S> {
    /// Returns the trip after one more step, which uses up a number.
    pub fn after(&self, token: u32, used: u32) -> Trip<S> {
        let mut left = self.left.clone();
        left.remove(used);
        Trip { token, left }
    }
}

impl<S: Pack> Pack for Trip<S> {
    fn pack(&self, out: &mut Vec<u32>) {
        out.push(self.token);
        self.left.pack(out);
    }
    fn unpack(words: &[u32]) -> Trip<S> {
        Trip { token: words[0], left: S::unpack(&words[1..]) }
    }
}
