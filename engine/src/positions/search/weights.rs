//! Bounds of atomic weights, for rulesets all of whose positions are all small.
//!
//! The weight of a sum is the sum of the weights (Siegel II.7). A player who is ahead by two wins whoever starts, and one who is
//! ahead at all wins if he is to move: the weight is `{w(G^L) - 2 | w(G^R) + 2}`, or an integer between these, so if it is positive
//! Left has a move to a weight of 2 or more, or G is no less than a remote star, and then Left wins by moving first.
//!
//! A value has its weight, a part without a value lies between bounds that follow from those of its options.

use super::listing::Listing;
use super::parts::{Facts, Memory, if_easy};
use super::table::Key;
use super::{OptionSet, Rulebook};
use crate::games::hashing::FastMap;
use crate::games::{Dyadic, Fault, GameId, Games, Player};
use crate::positions::{Context, State};

/// An up, in the units of bounds.
pub(super) const UP: i32 = 16;
/// The lead with which a player wins whoever starts.
pub(super) const TWO_AHEAD: i32 = 2 * UP;
/// A bound that no weight of a position with few moves reaches.
const MOST_WEIGHT: i32 = 1 << 16;
/// The largest nimber that is taken from values.
const LARGEST_NIMBER: u64 = 3;
/// Steps that the weight of a value may take.
const VALUE_STEPS: u64 = 20_000;
/// Options of parts that may be weighed before anything has been searched, and for each option that was.
const FREE_OPTIONS: u64 = 20_000;
const OPTIONS_FOR_ONE: u64 = 2;
/// Weights that are remembered at most, of each kind.
const MOST_WEIGHTS: usize = 1 << 20;

/// Numbers between which an atomic weight lies, in sixteenths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Weight {
    pub low: i32,
    pub high: i32,
}

impl Weight {
    pub fn plus(self, other: Weight) -> Weight {
        Weight { low: self.low + other.low, high: self.high + other.high }
    }

    pub fn minus(self, other: Weight) -> Weight {
        Weight { low: self.low - other.low, high: self.high - other.high }
    }

    pub fn negative_if(self, negated: bool) -> Weight {
        if negated { Weight { low: -self.high, high: -self.low } } else { self }
    }

    /// Returns the player who wins, if the bounds decide it.
    pub fn winner(self, mover: Player) -> Option<Player> {
        let wins = |ahead: i32, player| ahead >= TWO_AHEAD || ahead > 0 && player == mover;
        match () {
            () if wins(self.low, Player::Left) => Some(Player::Left),
            () if wins(-self.high, Player::Right) => Some(Player::Right),
            () => None,
        }
    }

    /// Returns the bounds from the greatest bounds of Left's options and the least of Right's. Both players have options.
    fn of_options(left: Weight, right: Weight) -> Weight {
        let low = between(left.low - TWO_AHEAD, right.low + TWO_AHEAD);
        let high = between(-right.high - TWO_AHEAD, -left.high + TWO_AHEAD);
        Weight { low, high: -high }
    }
}

/// Returns a number that `{left | right}` is not below, nor an integer that may stand in its place: one that is neither
/// `left` or less nor `right` or more.
fn between(left: i32, right: i32) -> i32 {
    if left >= right {
        // Its right stop is `right`, so it is no less than that but for an infinitesimal.
        return right - 1;
    }
    let integer = (left.div_euclid(UP) + 1) * UP;
    if integer < right { integer } else { left }
}

/// A value as the sum of ups and a nimber, and a simpler value.
#[derive(Clone, Copy)]
pub(super) struct ValuePieces {
    pub ups: GameId,
    pub rest: GameId,
}

/// Weights that have been found.
#[derive(Default)]
pub(super) struct FoundWeights {
    pieces: FastMap<GameId, ValuePieces>,
    /// Weights of values; `None` for a value that is not all small or whose weight is hard to find.
    values: FastMap<GameId, Option<Weight>>,
    parts: FastMap<Key, Weight>,
    /// Options that were weighed.
    options: u64,
}

impl Memory {
    /// Returns bounds of the weight of a value, if it is all small.
    pub(super) fn weight_of_value(&mut self, value: GameId, games: &mut Games) -> Result<Option<Weight>, Fault> {
        if let Some(&known) = self.weights.values.get(&value) {
            return Ok(known);
        }
        let weight = if_easy(VALUE_STEPS, games, |games| weight(value, games))?.flatten();
        if self.weights.values.len() >= MOST_WEIGHTS {
            self.weights.values.clear();
        }
        games.budget.room_to_insert(&self.weights.values)?;
        self.weights.values.insert(value, weight);
        Ok(weight)
    }

    /// Takes an all-small value apart as long as a value with fewer followers is left. Play in sums of the pieces ends: the rest
    /// of an option of the rest has fewer followers than the rest, and options of ups and nimbers are ups and nimbers.
    pub(super) fn pieces(&mut self, value: GameId, games: &mut Games) -> Result<ValuePieces, Fault> {
        if let Some(&known) = self.weights.pieces.get(&value) {
            return Ok(known);
        }
        let mut pieces = ValuePieces { ups: GameId::ZERO, rest: value };
        if games.normal_form(value).is_some() {
            pieces = ValuePieces { ups: value, rest: GameId::ZERO };
        } else {
            let up = games.number_up_star(&Dyadic::ZERO, 1, 0)?;
            let mut simple = vec![up, games.negative(up)?];
            for n in 1..=LARGEST_NIMBER {
                simple.push(games.nimber(n)?);
            }
            let mut followers = games.stored_followers(value)?.len();
            let mut left = 0..simple.len();
            while let Some(i) = left.next() {
                let rest = if_easy(VALUE_STEPS, games, |games| games.difference(pieces.rest, simple[i]))?;
                let Some(rest) = rest else { continue };
                let fewer = games.stored_followers(rest)?.len();
                if fewer < followers {
                    followers = fewer;
                    pieces = ValuePieces { ups: games.sum(pieces.ups, simple[i])?, rest };
                    left = 0..simple.len();
                }
            }
        }
        if self.weights.pieces.len() >= MOST_WEIGHTS {
            self.weights.pieces.clear();
        }
        games.budget.room_to_insert(&self.weights.pieces)?;
        // The negative is taken apart alike, so that they cancel.
        let [of_value, ups, rest] = [value, pieces.ups, pieces.rest].map(|g| games.negative(g));
        self.weights.pieces.insert(of_value?, ValuePieces { ups: ups?, rest: rest? });
        self.weights.pieces.insert(value, pieces);
        Ok(pieces)
    }

    /// Returns bounds of the weight of a region in normal form, of which these facts are known.
    pub(super) fn weight_of_region(
        &mut self,
        region: &[u32],
        facts: &Facts,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<Weight>, Fault> {
        match facts.value {
            Some(value) => {
                let value = value.unpack().game(cx.games())?;
                self.weight_of_value(value, cx.games())
            }
            None => self.weight_of_part((region, facts.key), book, cx),
        }
    }

    /// Returns bounds of the weight of a region in normal form that has no value, if the rules say that it leads to few
    /// regions and these are weighed soon.
    pub(super) fn weight_of_part(
        &mut self,
        (region, key): (&[u32], Key),
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<Weight>, Fault> {
        if let Some(&known) = self.weights.parts.get(&key) {
            return Ok(Some(known));
        }
        if !book.has_few_regions(region) {
            return Ok(None);
        }
        if self.weights.parts.len() >= MOST_WEIGHTS {
            self.weights.parts.clear();
        }
        let mut open: Vec<(State, Key)> = vec![(State::from(region), key)];
        while let Some((region, key)) = open.last().cloned() {
            let opened = open.len();
            let weight = match self.weights.parts.contains_key(&key) {
                true => None,
                false => match self.weigh_options(&region, &mut open, book, cx)? {
                    Some(weight) => Some(weight),
                    // The options that it waits for come first.
                    None if open.len() > opened => continue,
                    None => return Ok(None),
                },
            };
            open.pop();
            if let Some(weight) = weight {
                cx.games().budget.room_to_insert(&self.weights.parts)?;
                self.weights.parts.insert(key, weight);
            }
        }
        Ok(self.weights.parts.get(&key).copied())
    }

    /// Returns bounds of the weight of a region from those of its options. `None` if it waits for the regions that are added
    /// to `open`, or if one has no weight or all this takes too long.
    fn weigh_options(
        &mut self,
        region: &[u32],
        open: &mut Vec<(State, Key)>,
        book: &mut dyn Rulebook,
        cx: &mut dyn Context,
    ) -> Result<Option<Weight>, Fault> {
        let mut best =
            [Weight { low: -MOST_WEIGHT, high: -MOST_WEIGHT }, Weight { low: MOST_WEIGHT, high: MOST_WEIGHT }];
        let mut listing = Listing::default();
        let opened = open.len();
        for player in [Player::Left, Player::Right] {
            listing.clear();
            book.list(region, player, OptionSet::Undominated, cx, &mut listing)?;
            self.weights.options += listing.len() as u64;
            if self.weights.options > FREE_OPTIONS + self.options * OPTIONS_FOR_ONE {
                open.truncate(opened);
                return Ok(None);
            }
            for index in 0..listing.len() {
                cx.games().budget.tick()?;
                let mut sum = Weight::default();
                for (part, negated) in listing.option(index) {
                    let facts = self.facts(part, book, cx)?;
                    if facts.value.is_none() && !self.weights.parts.contains_key(&facts.key) {
                        cx.games().budget.room_to_push(open)?;
                        open.push((State::from(part), facts.key));
                        continue;
                    }
                    let Some(weight) = self.weight_of_region(part, &facts, book, cx)? else {
                        open.truncate(opened);
                        return Ok(None);
                    };
                    sum = sum.plus(weight.negative_if(negated));
                }
                let Weight { low, high } = &mut best[player as usize];
                *low = if player == Player::Left { sum.low.max(*low) } else { sum.low.min(*low) };
                *high = if player == Player::Left { sum.high.max(*high) } else { sum.high.min(*high) };
            }
        }
        let [left, right] = best;
        Ok((open.len() == opened).then(|| Weight::of_options(left, right)))
    }
}

/// Returns bounds of the atomic weight of a value, or `None` if it is not all small.
fn weight(value: GameId, games: &mut Games) -> Result<Option<Weight>, Fault> {
    if !games.is_all_small(value)? {
        return Ok(None);
    }
    let weight = games.atomic_weight(value)?;
    let negative = games.negative(weight)?;
    let low = lower_bound(weight, games)?;
    let high = lower_bound(negative, games)?;
    Ok(low.zip(high).map(|(low, high)| Weight { low, high: -high }))
}

/// Returns a number of sixteenths that a game is not below, or `None` if it is out of range.
fn lower_bound(game: GameId, games: &mut Games) -> Result<Option<i32>, Fault> {
    let stop = games.right_stop(game);
    let sixteenths = stop.times(&UP.into());
    let Some(floor) = i32::try_from(&sixteenths.floor()).ok().filter(|floor| floor.abs() < MOST_WEIGHT) else {
        return Ok(None);
    };
    if !sixteenths.is_integer() {
        return Ok(Some(floor));
    }
    // No less than the stop but for an infinitesimal.
    let number = games.number(&stop);
    Ok(Some(if games.less_or_equal(number, game)? { floor } else { floor - 1 }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::search::BookFacts;
    use crate::positions::search::wins;
    use crate::positions::{Engine, Known, Pack};

    /// Clobber on a row without gaps: 1 for a stone of Left, 2 for one of Right. Longer rows than `valued` have no value.
    struct Rows {
        valued: usize,
    }

    /// Returns the rows that are left when `player` moves.
    fn moves(row: &[u64], player: Player) -> Vec<[Vec<u64>; 2]> {
        let own = 1 + player as u64;
        let mut found = Vec::new();
        for i in (0..row.len()).filter(|&i| row[i] == own) {
            if i > 0 && row[i - 1] != own {
                found.push([[&row[..i - 1], &[own]].concat(), row[i + 1..].to_vec()]);
            }
            if i + 1 < row.len() && row[i + 1] != own {
                found.push([row[..i].to_vec(), [&[own], &row[i + 2..]].concat()]);
            }
        }
        found
    }

    fn is_dead(row: &[u64]) -> bool {
        row.iter().all(|stone| *stone == row[0])
    }

    /// Returns the least of a row, its mirror image and their negatives, and `true` if it is one of these.
    fn normal(row: &[u64]) -> (Vec<u64>, bool) {
        let mirrored: Vec<u64> = row.iter().rev().copied().collect();
        let negative = |row: &[u64]| row.iter().map(|stone| 3 - stone).collect::<Vec<u64>>();
        let upright = row.to_vec().min(mirrored);
        let negated = negative(row).min(negative(&row.iter().rev().copied().collect::<Vec<u64>>()));
        if negated < upright { (negated, true) } else { (upright, false) }
    }

    fn value(row: &[u64], games: &mut Games) -> Result<GameId, Fault> {
        let mut options: [Vec<GameId>; 2] = Default::default();
        for player in [Player::Left, Player::Right] {
            for [one, other] in moves(row, player) {
                let (one, other) = (value(&one, games)?, value(&other, games)?);
                options[player as usize].push(games.sum(one, other)?);
            }
        }
        games.from_options(&options[0], &options[1])
    }

    impl Rulebook for Rows {
        fn is_own_negative(&self, region: &[u32]) -> bool {
            let region = Vec::<u64>::unpack(region);
            let mut negative: Vec<u64> = region.iter().map(|stone| 3 - stone).collect();
            let is_same = negative == region;
            negative.reverse();
            is_same || negative == region
        }

        fn facts(&self) -> BookFacts {
            BookFacts { is_all_small: true, ..BookFacts::default() }
        }

        fn has_few_regions(&self, _: &[u32]) -> bool {
            true
        }

        fn list(
            &mut self,
            row: &[u32],
            player: Player,
            _: OptionSet,
            _: &mut dyn Context,
            out: &mut Listing,
        ) -> Result<(), Fault> {
            for parts in moves(&Vec::unpack(row), player) {
                for part in parts.iter().filter(|part| !is_dead(part)) {
                    let (part, negated) = normal(part);
                    out.region(&part, negated);
                }
                out.end_option();
            }
            Ok(())
        }

        fn count(&mut self, row: &[u32], _: &mut dyn Context) -> Result<[u16; 2], Fault> {
            let row = Vec::unpack(row);
            Ok([Player::Left, Player::Right].map(|player| moves(&row, player).len() as u16))
        }

        fn value(&mut self, row: &[u32], cx: &mut dyn Context) -> Result<Known, Fault> {
            let row = Vec::unpack(row);
            if row.len() > self.valued {
                Err(Fault::Spent)
            } else {
                Ok(Known::of(value(&row, cx.games())?, cx.games()))
            }
        }
    }

    fn words(row: &Vec<u64>) -> State {
        let mut words = State::new();
        row.pack(&mut words);
        words
    }

    fn rows(cells: u32) -> impl Iterator<Item = Vec<u64>> {
        (0..1u64 << cells).map(move |bits| (0..cells).map(|i| 1 + (bits >> i & 1)).collect())
    }

    #[test]
    fn bounds_of_rows_contain_their_atomic_weights() -> Result<(), Fault> {
        let mut engine = Engine::default();
        let mut memory = Memory::default();
        let mut differ = 0;
        for row in (2..=9).flat_map(rows).filter(|row| !is_dead(row) && normal(row).0 == *row) {
            let book = &mut Rows { valued: 3 };
            let words = words(&row);
            let key = book.key(&words, &engine);
            let bounds = memory.weight_of_part((&words, key), book, &mut engine)?.expect("bounds of a short row");
            let games = engine.games();
            let value = value(&row, games)?;
            let weight = games.atomic_weight(value)?;
            let [low, high] = [bounds.low, bounds.high].map(|n| games.number(&Dyadic::new(n.into(), 4)));
            assert!(games.less_or_equal(low, weight)? && games.less_or_equal(weight, high)?, "{row:?} {bounds:?}");
            differ += i32::from(bounds.low < bounds.high);
        }
        assert!(differ > 10, "rows between different bounds: {differ}");
        Ok(())
    }

    #[test]
    fn sums_of_rows_are_won_as_their_values_say() -> Result<(), Fault> {
        let mut seed: u64 = 2005;
        let mut below = |n: u64| {
            seed = crate::games::hashing::mix(seed.wrapping_add(1));
            seed % n
        };
        let mut engine = Engine::default();
        let all: Vec<Vec<u64>> = (2..=7).flat_map(rows).filter(|row| !is_dead(row)).collect();
        for valued in [0, 3, 5] {
            let mut memory = Memory::default();
            for _ in 0..300 {
                let sum: Vec<&Vec<u64>> = (0..1 + below(3)).map(|_| &all[below(all.len() as u64) as usize]).collect();
                let mut total = GameId::ZERO;
                for row in &sum {
                    let value = value(row, engine.games())?;
                    total = engine.games().sum(total, value)?;
                }
                let regions: Vec<_> =
                    sum.iter().map(|row| normal(row)).map(|(row, negated)| (words(&row), negated)).collect();
                for mover in [Player::Left, Player::Right] {
                    let games = engine.games();
                    let expected = match mover {
                        Player::Left => !games.less_or_equal(total, GameId::ZERO)?,
                        Player::Right => !games.less_or_equal(GameId::ZERO, total)?,
                    };
                    let book = &mut Rows { valued };
                    let found = wins(book, &mut memory, &regions, GameId::ZERO, mover, None, &mut engine)?;
                    assert_eq!(found.answer, expected, "{sum:?} {mover:?} {valued}");
                }
            }
        }
        Ok(())
    }
}
