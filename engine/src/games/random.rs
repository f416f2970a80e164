//! Random numbers that are the same for the same seed on every machine (splitmix64; Steele, Lea and Flood 2014).

/// A sequence of random numbers.
///
/// ```
/// use cg_engine::games::Random;
/// let (mut one, mut other) = (Random::new(7), Random::new(7));
/// assert!((0..100).all(|_| { let x = one.below(6); x < 6 && x == other.below(6) }));
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Returns the sequence with this seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// Returns the next number of the sequence.
    pub fn next_number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.state;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// Returns a number from 0 to `n - 1`, each as likely as any other.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        // Numbers below 2^64 mod n are skipped, so that each remainder is equally likely.
        let least = n.wrapping_neg() % n;
        loop {
            let x = self.next_number();
            if x >= least {
                return x % n;
            }
        }
    }
}
