//! Shapes with names: switches, tiny and miny, alone or beside a number, ups and a star.
//!
//! A look at the options shows if a name is possible. Only then something is computed: the negative of an option, which
//! the engine remembers, or the difference of a small game and a sum of number, ups and star.

use super::length;
use super::names::{Form, LIMIT, Names};
use crate::games::{Dyadic, Fault, GameId, Games, Player};
use Player::{Left, Right};

/// A part with a name, and the game that is added to it.
pub(super) struct Named {
    /// A sum of number, ups and star, often 0.
    pub beside: GameId,
    pub part: Part,
}

/// A part that has a name.
pub(super) enum Part {
    /// `{G, H, ... | -G, -H, ...}`: the Left options.
    Switch(Vec<GameId>),
    /// `{0||0|-G}`.
    Tiny(GameId),
    /// `{G|0||0}`.
    Miny(GameId),
    /// Several tinies of numbers, each with how many there are, those of greater numbers first; or minies.
    Tinies(Player, Vec<(GameId, u64)>),
}

/// The heaviest game from which a number is taken away to see a name, and the heaviest if it is more than a number.
const MAX_WEIGHTS: [u32; 2] = [1024, 128];
/// The most ups, the greatest star that are taken away.
const MOST_BESIDE: u64 = 32;
/// The most tinies that are counted.
const MOST_TINIES: usize = 12;
/// Sums have names of more than this many characters.
const SHORTEST_SUM: u64 = 7;

impl Named {
    /// Returns all values whose names this one is made of.
    pub fn mentions(&self) -> impl Iterator<Item = GameId> + '_ {
        let (parts, tinies) = match &self.part {
            Part::Switch(options) => (options.as_slice(), &[][..]),
            Part::Tiny(g) | Part::Miny(g) => (std::slice::from_ref(g), &[][..]),
            Part::Tinies(_, tinies) => (&[][..], tinies.as_slice()),
        };
        std::iter::once(self.beside).chain(parts.iter().copied()).chain(tinies.iter().map(|&(g, _)| g))
    }
}

/// Turns a refusal of the engine into `None`, since it is no reason not to print. An interrupt is one.
fn unless_refused<T>(result: Result<T, Fault>) -> Result<Option<T>, Fault> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Fault::TooLarge { .. } | Fault::Depth { .. }) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// Returns the option of a player who has just one.
fn only(games: &mut Games, g: GameId, player: Player) -> Option<GameId> {
    (games.option_count(g, player) == 1).then(|| games.option(g, player, 0))
}

/// Returns the positive number at which two moves of the player's rival in a row end, if the game looks like a sum of
/// tinies.
fn threatened(games: &mut Games, g: GameId, player: Player) -> Option<Dyadic> {
    let rival = player.other();
    if !games.left_stop(g).is_zero() || !games.right_stop(g).is_zero() {
        return None;
    }
    let threat = only(games, g, rival).filter(|&threat| games.as_uptimal(threat).is_none())?;
    let end = only(games, threat, rival)?;
    let number = games.left_stop(end);
    let number = if player == Left { -&number } else { number };
    (games.left_stop(end) == games.right_stop(end) && number.signum() > 0).then_some(number)
}

/// Returns `true` if the stops of Right's options are those of Left's, mirrored at half this number.
fn is_mirrored(games: &mut Games, g: GameId, twice: &Dyadic) -> Result<bool, Fault> {
    if games.option_count(g, Left) != games.option_count(g, Right) {
        return Ok(false);
    }
    let mut lists = [Vec::new(), Vec::new()];
    for (list, player) in lists.iter_mut().zip([Left, Right]) {
        for index in 0..games.option_count(g, player) {
            games.budget.tick()?;
            let option = games.option(g, player, index);
            let (high, low) = (games.left_stop(option), games.right_stop(option));
            list.push(if player == Left { (high, low) } else { (twice - &low, twice - &high) });
        }
        list.sort_unstable();
    }
    Ok(lists[0] == lists[1])
}

impl Names {
    /// Returns the names the value may have, if its options take `length` characters. The names of its followers are
    /// known.
    pub(super) fn candidates(&self, games: &mut Games, g: GameId, length: u64) -> Result<Vec<Named>, Fault> {
        let mut found = Vec::new();
        let part = self.part(games, g)?;
        if let Some(part) = self.tinies(games, g)? {
            found.push(Named { beside: GameId::ZERO, part });
        } else if let Some(part) = part {
            found.push(Named { beside: GameId::ZERO, part });
        } else if length > SHORTEST_SUM && length <= 4 * LIMIT {
            found.extend(self.beside_infinitesimal(games, g, Left)?);
            found.extend(self.beside_infinitesimal(games, g, Right)?);
            found.extend(self.beside_switch(games, g)?);
        }
        Ok(found)
    }

    /// Returns the value as a part alone.
    fn part(&self, games: &mut Games, g: GameId) -> Result<Option<Part>, Fault> {
        match self.infinitesimal_part(games, g)? {
            Some(part) => Ok(Some(part)),
            None => self.switch(games, g),
        }
    }

    fn infinitesimal_part(&self, games: &mut Games, g: GameId) -> Result<Option<Part>, Fault> {
        for player in [Left, Right] {
            if only(games, g, player) != Some(GameId::ZERO) {
                continue;
            }
            let Some(threat) = only(games, g, player.other()) else { continue };
            if games.as_uptimal(threat).is_some() || only(games, threat, player) != Some(GameId::ZERO) {
                continue;
            }
            let Some(end) = only(games, threat, player.other()).filter(|&end| self.is_short(end)) else { continue };
            return Ok(match player {
                Left => unless_refused(games.negative(end))?.map(Part::Tiny),
                Right => Some(Part::Miny(end)),
            });
        }
        Ok(None)
    }

    /// Returns the value as two or more tinies, or minies, of positive numbers.
    ///
    /// Two moves of the rival in a row end at the greatest of the numbers, so that one is taken away, and so on.
    fn tinies(&self, games: &mut Games, g: GameId) -> Result<Option<Part>, Fault> {
        for player in [Left, Right] {
            if !self.leaves_tinies(games, g, player) {
                continue;
            }
            let mut found: Vec<(GameId, u64)> = Vec::new();
            let mut rest = g;
            for _ in 0..MOST_TINIES {
                let Some(number) = threatened(games, rest, player) else { break };
                let x = games.number(&number);
                let nothing = GameId::ZERO;
                // {0||0|-x}, subtracted: {x|0||0}, added; for minies the other way round.
                let minus = match player {
                    Left => games.from_options(&[x], &[nothing]).and_then(|t| games.from_options(&[t], &[nothing])),
                    Right => {
                        let x = games.number(&-&number);
                        games.from_options(&[nothing], &[x]).and_then(|t| games.from_options(&[nothing], &[t]))
                    }
                };
                let Some(minus) = unless_refused(minus)? else { break };
                if found.is_empty() && self.weight_of_options(games, g) > MAX_WEIGHTS[1] {
                    break;
                }
                let Some(less) = unless_refused(games.sum(rest, minus))? else { break };
                match found.last_mut() {
                    Some((last, count)) if *last == x => *count += 1,
                    _ => found.push((x, 1)),
                }
                if less == GameId::ZERO {
                    let total: u64 = found.iter().map(|&(_, count)| count).sum();
                    return Ok((total > 1).then_some(Part::Tinies(player, found)));
                }
                rest = less;
            }
        }
        Ok(None)
    }

    /// Returns `true` if the player can only move to sums of fewer tinies, as far as their names are known.
    fn leaves_tinies(&self, games: &mut Games, g: GameId, player: Player) -> bool {
        (0..games.option_count(g, player).min(MOST_BESIDE)).all(|index| {
            let option = games.option(g, player, index);
            let named = self.entry(option).map(|entry| &entry.form);
            option == GameId::ZERO
                || named.is_none_or(|form| match form {
                    Form::Named(named) => {
                        named.beside == GameId::ZERO
                            && matches!(named.part, Part::Tiny(_) | Part::Miny(_) | Part::Tinies(..))
                    }
                    _ => false,
                })
        })
    }

    /// Returns roughly the number of moves in the trees of the options, saturating.
    pub(super) fn weight_of_options(&self, games: &mut Games, g: GameId) -> u32 {
        let mut weight = 0u32;
        for player in [Left, Right] {
            for index in 0..games.option_count(g, player) {
                let option = games.option(g, player, index);
                weight = weight.saturating_add(self.entry(option).map_or(u32::MAX, |entry| entry.weight));
                if weight == u32::MAX {
                    return weight;
                }
            }
        }
        weight
    }

    /// Returns `true` if a name is short enough to be written, as far as is known.
    fn is_short(&self, g: GameId) -> bool {
        self.entry(g).is_none_or(|entry| entry.length <= LIMIT)
    }

    fn switch(&self, games: &mut Games, g: GameId) -> Result<Option<Part>, Fault> {
        let count = games.option_count(g, Left);
        if count > LIMIT || games.left_stop(g) != -&games.right_stop(g) || !is_mirrored(games, g, &Dyadic::ZERO)? {
            return Ok(None);
        }
        let lefts = games.options(g, Left)?;
        let mut negatives = Vec::with_capacity(lefts.len());
        for &option in &lefts {
            if !self.is_short(option) {
                return Ok(None);
            }
            let Some(negative) = unless_refused(games.negative(option))? else { return Ok(None) };
            negatives.push(negative);
        }
        negatives.sort_unstable();
        let mut rights = games.options(g, Right)?;
        rights.sort_unstable();
        if negatives != rights {
            return Ok(None);
        }
        Ok(Some(Part::Switch(lefts)))
    }

    /// Returns the value as n and a tiny (for Right: a miny): n is among the options of the player, and the player's
    /// only option behind the other's only option is n again.
    fn beside_infinitesimal(&self, games: &mut Games, g: GameId, player: Player) -> Result<Option<Named>, Fault> {
        let Some(threat) = only(games, g, player.other()) else { return Ok(None) };
        let count = games.option_count(g, player);
        if count > MOST_BESIDE + 2 {
            return Ok(None);
        }
        for index in 0..count {
            let beside = games.option(g, player, index);
            let fits = games.as_uptimal(threat).is_none() && only(games, threat, player) == Some(beside);
            if !fits || beside == GameId::ZERO || !self.is_light(games, g, beside) {
                continue;
            }
            let Some(rest) = unless_refused(games.difference(g, beside))? else { continue };
            if games.as_uptimal(rest).is_none()
                && let Some(part) = self.infinitesimal_part(games, rest)?
            {
                return Ok(Some(Named { beside, part }));
            }
        }
        Ok(None)
    }

    /// Returns `true` if it is cheap to subtract this sum of number, ups and star.
    fn is_light(&self, games: &mut Games, g: GameId, beside: GameId) -> bool {
        let Some((_, ups, star)) = games.as_number_up_star(beside) else { return false };
        let heaviest = MAX_WEIGHTS[usize::from(ups != 0 || star != 0)];
        ups.unsigned_abs() <= MOST_BESIDE && star <= MOST_BESIDE && self.weight_of_options(games, g) <= heaviest
    }

    /// Returns the value as n and a switch.
    fn beside_switch(&self, games: &mut Games, g: GameId) -> Result<Option<Named>, Fault> {
        let (high, low) = (games.left_stop(g), games.right_stop(g));
        if high <= low || games.option_count(g, Left) != games.option_count(g, Right) {
            return Ok(None);
        }
        if let (Some(left), Some(right)) = (only(games, g, Left), only(games, g, Right))
            && let (Some((x, u, j)), Some((y, v, k))) = (games.as_number_up_star(left), games.as_number_up_star(right))
        {
            // {n + L | n - L}, for a number and ups L whose number is positive, is n + {L|-L}.
            let (Some(sum), Some(gap)) = (u.checked_add(v), u.checked_sub(v)) else { return Ok(None) };
            if j != k || sum % 2 != 0 {
                return Ok(None);
            }
            let Some(beside) = unless_refused(games.number_up_star(&(&x + &y).half(), sum / 2, j))? else {
                return Ok(None);
            };
            let Some(part) = unless_refused(games.number_up_star(&(&x - &y).half(), gap / 2, 0))? else {
                return Ok(None);
            };
            return Ok(Some(Named { beside, part: Part::Switch(vec![part]) }));
        }
        let twice = &high + &low;
        if twice.is_zero() || length::number(&twice) > LIMIT {
            return Ok(None);
        }
        let beside = games.number(&twice.half());
        if !self.is_light(games, g, beside) || !is_mirrored(games, g, &twice)? {
            return Ok(None);
        }
        let Some(rest) = unless_refused(games.difference(g, beside))? else { return Ok(None) };
        Ok(self.switch(games, rest)?.map(|part| Named { beside, part }))
    }

    /// Returns the length of a name whose parts have names.
    pub(super) fn named_length(&self, games: &Games, named: &Named) -> u64 {
        let of = |g: GameId| self.entry(g).map_or(u64::MAX, |entry| entry.length);
        let part = match &named.part {
            Part::Switch(options) if self.is_plain_switch(games, options) => of(options[0]).saturating_add(2),
            Part::Switch(options) => {
                let commas = options.len() as u64 - 1;
                options.iter().fold(commas + 4, |sum, &option| sum.saturating_add(of(option)))
            }
            Part::Tiny(g) | Part::Miny(g) => of(*g).saturating_add(6),
            Part::Tinies(_, tinies) => tinies.iter().fold(3 * (tinies.len() as u64 - 1), |sum, &(g, count)| {
                let factor = if count == 1 { 0 } else { length::digits(count) + 1 };
                sum.saturating_add(of(g)).saturating_add(6 + factor)
            }),
        };
        if named.beside == GameId::ZERO {
            return part;
        }
        part.saturating_add(3).saturating_add(of(named.beside))
    }

    /// Returns `true` if a switch is written without parentheses: that of one number.
    pub(super) fn is_plain_switch(&self, games: &Games, options: &[GameId]) -> bool {
        matches!(options, [x] if games.as_number(*x).is_some_and(|x| x.signum() > 0))
    }
}
