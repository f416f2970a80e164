//! Fingerprints: hashes of values that are the same in every arena.
//!
//! An id distinguishes values within one session. A value that is stored for another session, or shared by several
//! arenas, needs a name that comes from the value itself: from the parts of a normal form, or from the fingerprints of
//! the options of any other canonical form. Canonical forms are unique (Siegel II.2.9), so equal values have equal
//! fingerprints; unequal ones have 128 bits to differ in.

use super::hashing::{FastMap, hash_of, key_of};
use super::{Fault, GameId, Games, Player, PostOrder, Uptimal};

/// Values whose fingerprints are remembered at most.
const MOST_KNOWN: usize = 1 << 20;
/// Begins the words of a normal form; those of other games begin with how many options Left has, which are fewer.
const NORMAL: u32 = u32::MAX;

/// The fingerprints that were asked for: of each value, and of its negative.
#[derive(Default)]
pub(crate) struct Fingerprints(FastMap<GameId, [u128; 2]>);

impl Fingerprints {
    /// Returns the fingerprints of a value and of its negative.
    pub fn of(&mut self, g: GameId, games: &mut Games) -> Result<[u128; 2], Fault> {
        if self.0.len() >= MOST_KNOWN {
            self.0.clear();
        }
        let mut walk = PostOrder::new([g]);
        while let Some(&mut game) = walk.next(&mut games.budget)? {
            if self.0.contains_key(&game) {
                continue;
            }
            let found = match games.normal_form(game) {
                Some(form) => [of_normal_form(&form), of_normal_form(&form.times(&(-1).into()))],
                None => {
                    let left = self.of_options(game, Player::Left, games, &mut walk);
                    let right = self.of_options(game, Player::Right, games, &mut walk);
                    if walk.is_waiting() {
                        continue;
                    }
                    [of_lists(&left, &right, 0), of_lists(&right, &left, 1)]
                }
            };
            if self.0.len().is_power_of_two() {
                games.budget.reserve(4 * self.0.len() * size_of::<(GameId, [u128; 2])>())?;
            }
            self.0.insert(game, found);
        }
        Ok(self.0[&g])
    }

    /// Returns the options of a player; those without fingerprints come first.
    fn of_options(&self, g: GameId, player: Player, games: &Games, walk: &mut PostOrder<GameId>) -> OptionsPrint {
        let mut side = OptionsPrint::default();
        for index in 0..games.listed(g, player) {
            let option = games.at(g, player, index);
            match self.0.get(&option) {
                Some(known) => side.add(*known),
                None => walk.push(option),
            }
        }
        side
    }
}

/// The options of a player: how many, and the sums of their fingerprints and of those of their negatives, since the order
/// of options is that of an arena.
#[derive(Default)]
struct OptionsPrint {
    count: u32,
    sums: [u128; 2],
}

impl OptionsPrint {
    fn add(&mut self, [of_option, of_negative]: [u128; 2]) {
        self.count += 1;
        self.sums[0] = self.sums[0].wrapping_add(of_option);
        self.sums[1] = self.sums[1].wrapping_add(of_negative);
    }
}

/// Returns the fingerprint of a game with these options, or with their negatives.
fn of_lists(left: &OptionsPrint, right: &OptionsPrint, negated: usize) -> u128 {
    let [l, r] = [left, right].map(|side| [0, 32, 64, 96].map(|shift| (side.sums[negated] >> shift) as u32));
    key_of(&[left.count, right.count, l[0], l[1], l[2], l[3], r[0], r[1], r[2], r[3]])
}

fn of_normal_form(form: &Uptimal) -> u128 {
    let halves = |n: u64| [n as u32, (n >> 32) as u32];
    if let (Some((numerator, exponent)), Some(ups)) = (form.number.parts(), form.ups.as_multiple()) {
        let ([m, n], [u, v], [s, t]) = (halves(numerator as u64), halves(ups as u64), halves(form.star));
        return key_of(&[NORMAL, m, n, exponent, u, v, s, t]);
    }
    let ([a, b], [c, d]) = (halves(hash_of(form)), halves(hash_of((NORMAL, form))));
    key_of(&[NORMAL, a, b, c, d])
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::games::{Budget, Dyadic};

    /// Games with at most three options a side, each made of earlier ones: the same in whichever arena.
    fn many(games: &mut Games) -> Vec<GameId> {
        let mut random = fastrand::Rng::with_seed(7);
        let mut below = |n: usize| random.usize(..n);
        let mut all = vec![GameId::ZERO, games.integer(1), games.integer(-1), GameId::STAR];
        for _ in 0..400 {
            let mut side = || (0..below(4)).map(|_| all[below(all.len())]).collect::<Vec<_>>();
            let (left, right) = (side(), side());
            all.push(games.from_options(&left, &right).unwrap());
        }
        all
    }

    #[test]
    fn the_same_in_every_arena() {
        let [mut here, mut there] = [0, 1].map(|_| Games::new(Budget::unlimited()));
        // Other ids there.
        for k in 2..50 {
            let (star, half) = (there.nimber(k).unwrap(), there.number(&Dyadic::from(k as i64).half()));
            there.from_options(&[half], &[star]).unwrap();
        }
        let (mut ours, mut theirs) = (Fingerprints::default(), Fingerprints::default());
        let (games, others) = (many(&mut here), many(&mut there));
        let mut met: HashMap<u128, GameId> = HashMap::new();
        for (g, h) in games.into_iter().zip(others) {
            let [fingerprint, of_negative] = ours.of(g, &mut here).unwrap();
            assert_eq!([fingerprint, of_negative], theirs.of(h, &mut there).unwrap());
            let negative = here.negative(g).unwrap();
            assert_eq!([of_negative, fingerprint], ours.of(negative, &mut here).unwrap());
            // Equal values and no others have equal ones.
            assert_eq!(*met.entry(fingerprint).or_insert(g), g);
        }
        assert!(met.len() > 100, "{}", met.len());
    }
}
