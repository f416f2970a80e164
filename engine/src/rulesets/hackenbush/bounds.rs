//! Red and blue blocks by questions about their values: those that are too large for a table, and those for which few
//! questions do.
//!
//! The value is a number, and found as one finds a number by asking whether it is at least or at most some other: first
//! between which integers it is, then always the simplest number that is left. Whether Left can hold such a bound is a game
//! that she wins moving second: she needs one answer to each cut of Right, so that of the cuts that come one after the other
//! only about every second has to be looked at in all ways (Knuth and Moore 1975). What was found of a block is kept as an
//! interval.
//!
//! A block is at least m if no move of Right makes it m or less, and if it is not at most the largest number that is
//! simpler than m and less: that is Left's option of m in canonical form.

use super::Colour;
use super::block::{Made, Memo, Move, Parts, Sketch, moves, parts, search};
use crate::games::hashing::FastMap;
use crate::games::{Dyadic, Fault, Player, deep};
use crate::positions::Context;

/// The most edges, those of stalks that stand for what hangs in the block among them.
const MOST: u64 = 64;
/// Bytes of the stack that a question takes.
const FRAME: usize = 2048;
/// Edges of blocks that are valued by all of their moves, for these come again and again with other questions.
const FEW: usize = 8;

/// What is known of the value of a block: it lies between these numbers, and is one of them only where that is said.
#[derive(Clone)]
struct Interval {
    low: (Dyadic, bool),
    high: (Dyadic, bool),
}

impl Interval {
    /// Whether the value is at least m for Left, at most m for Right, if that is known.
    fn holds(&self, m: &Dyadic, player: Player) -> Option<bool> {
        let (mine, other) = match player {
            Player::Left => (&self.low, &self.high),
            Player::Right => (&self.high, &self.low),
        };
        if is_at_least(&mine.0, m, player) {
            return Some(true);
        }
        let (x, inside) = other;
        (!is_at_least(x, m, player) || x == m && !inside).then_some(false)
    }

    /// Takes in that the value is at least or at most m, or that it is not, where no more than that is known.
    fn learn(&mut self, m: &Dyadic, player: Player, holds: bool) {
        if self.holds(m, player).is_some() {
            return;
        }
        let is_low = (player == Player::Left) == holds;
        *(if is_low { &mut self.low } else { &mut self.high }) = (m.clone(), holds);
    }

    /// The simplest number in it.
    fn simplest(&self) -> Option<Dyadic> {
        let [low, high] = [&self.low, &self.high].map(|(x, inside)| Some((x, *inside)));
        Dyadic::simplest_between(low, high)
    }

    /// An integer of those in it that is not the least, halfway.
    fn middle_integer(&self) -> Option<Dyadic> {
        let ((low, low_inside), (high, high_inside)) = (&self.low, &self.high);
        let least = if *low_inside { low.ceil() } else { low.floor() + 1 };
        let most = if *high_inside { high.floor() } else { high.ceil() - 1 };
        (least < most).then(|| Dyadic::new((least + most + 1u8) >> 1usize, 0))
    }

    /// What it may be for a guess.
    fn middle(&self) -> f64 {
        (real(&self.low.0) + real(&self.high.0)) / 2.0
    }
}

fn real(x: &Dyadic) -> f64 {
    x.to_rational().to_f64().value()
}

/// Left's option of a number in canonical form, or Right's: the nearest simpler number on that side.
fn simpler(m: &Dyadic, player: Player) -> Option<Dyadic> {
    let sign = if player == Player::Left { -1 } else { 1 };
    if m.is_integer() && m.signum() * sign >= 0 {
        return None;
    }
    Some(m + &Dyadic::new(sign.into(), m.exponent()))
}

/// Asks for values.
struct Asker<'a> {
    memo: &'a mut Memo,
    known: FastMap<Sketch, Interval>,
    /// Blocks of no more edges are valued by all of their moves.
    few: usize,
}

/// Finds the value of a red and blue block, which is remembered; not if it is too large, or not of numbers.
pub(super) fn value(block: &Sketch, memo: &mut Memo, cx: &mut dyn Context) -> Result<bool, Fault> {
    let mut edges = block.lines.len() as u64;
    if block.lines.iter().any(|line| line.2 == Colour::Green) {
        return Ok(false);
    }
    for &hung in &block.hung {
        let Some(x) = cx.games().as_number(hung) else { return Ok(false) };
        // A number with a whole part and some places has no more edges in its stalk.
        edges = edges.saturating_add(u64::from(x.exponent()));
        edges = edges.saturating_add(u64::try_from(if x.signum() < 0 { -x.floor() } else { x.ceil() }).unwrap_or(MOST));
    }
    if edges > MOST {
        return Ok(false);
    }
    let mut asker = Asker { memo, known: FastMap::default(), few: FEW };
    asker.exact(block, cx)?;
    Ok(true)
}

/// A move, and what it leads to as far as that was looked at.
struct Child {
    parts: Parts,
    guess: f64,
}

impl Asker<'_> {
    /// The value of a block.
    fn exact(&mut self, block: &Sketch, cx: &mut dyn Context) -> Result<Dyadic, Fault> {
        if !self.memo.contains_key(block) && block.lines.len() <= self.few {
            search(block.clone(), usize::MAX, self.memo, cx)?;
        }
        loop {
            if let Some(&value) = self.memo.get(block) {
                return cx.games().as_number(value).ok_or(Fault::Partizan);
            }
            let known = self.interval(block, cx)?;
            if let Some(middle) = known.middle_integer() {
                self.holds(block, &middle, Player::Left, cx)?;
                continue;
            }
            let guess = known.simplest().ok_or(Fault::Partizan)?;
            if self.holds(block, &guess, Player::Left, cx)? && self.holds(block, &guess, Player::Right, cx)? {
                let value = cx.games().number(&guess);
                self.memo.insert(block.clone(), value);
                self.known.remove(block);
            }
        }
    }

    /// What is known of a block. Without the edges of the other player it is worth more to a player: so many moves as
    /// edges and moves of what hangs there can be reached by edges of one colour alone.
    fn interval(&mut self, block: &Sketch, cx: &mut dyn Context) -> Result<Interval, Fault> {
        if let Some(known) = self.known.get(block) {
            return Ok(known.clone());
        }
        let mut most = [Dyadic::ZERO, Dyadic::ZERO];
        for (player, most) in [Player::Left, Player::Right].into_iter().zip(&mut most) {
            let mut reached = vec![false; block.hung.len()];
            reached[0] = true;
            let mut has_grown = true;
            let mine = |line: &&(u32, u32, Colour)| line.2.may_be_cut_by(player);
            while std::mem::take(&mut has_grown) {
                for &(from, to, _) in block.lines.iter().filter(mine) {
                    let (from, to) = (from as usize, to as usize);
                    if reached[from] != reached[to] {
                        (reached[from], reached[to]) = (true, true);
                        has_grown = true;
                    }
                }
            }
            let edges = block.lines.iter().filter(mine).filter(|line| reached[line.0 as usize]).count();
            *most = Dyadic::from(edges as i64);
            for (&hung, _) in block.hung.iter().zip(&reached).filter(|(_, reached)| **reached) {
                let x = cx.games().as_number(hung).ok_or(Fault::Partizan)?;
                let x = if player == Player::Left { x } else { -&x };
                if x.signum() > 0 {
                    *most = &*most + &Dyadic::new(x.ceil(), 0);
                }
            }
        }
        let [left, right] = most;
        let known = Interval { low: (-&right, true), high: (left, true) };
        cx.games().budget.count_position();
        let room = block.lines.len() * size_of::<(u32, u32, Colour)>() + 4 * block.hung.len() + 256;
        cx.games().budget.reserve(room)?;
        self.known.insert(block.clone(), known.clone());
        Ok(known)
    }

    /// Whether a block is at least m for Left, at most m for Right: the player can answer each move of the other.
    fn holds(&mut self, block: &Sketch, m: &Dyadic, player: Player, cx: &mut dyn Context) -> Result<bool, Fault> {
        cx.games().budget.tick()?;
        if let Some(known) = self.glance(block, m, player, cx)? {
            return Ok(known);
        }
        let holds = deep::level(FRAME, || self.is_held(block, m, player, cx))??;
        if let Some(known) = self.known.get_mut(block) {
            known.learn(m, player, holds);
        }
        Ok(holds)
    }

    /// What is known of that.
    fn glance(
        &mut self,
        block: &Sketch,
        m: &Dyadic,
        player: Player,
        cx: &mut dyn Context,
    ) -> Result<Option<bool>, Fault> {
        if let Some(&value) = self.memo.get(block) {
            let value = cx.games().as_number(value).ok_or(Fault::Partizan)?;
            return Ok(Some(is_at_least(&value, m, player)));
        }
        Ok(self.interval(block, cx)?.holds(m, player))
    }

    fn is_held(&mut self, block: &Sketch, m: &Dyadic, player: Player, cx: &mut dyn Context) -> Result<bool, Fault> {
        let other = player.other();
        let sign = if other == Player::Left { 1.0 } else { -1.0 };
        let mut open = Vec::new();
        for made in moves(block, other, cx)? {
            let parts = self.after(block, made, cx)?;
            let mut guess = real(&parts.number()?);
            match &parts.unknown[..] {
                [] => {
                    if is_at_least(&parts.number()?, m, other) {
                        return Ok(false);
                    }
                    continue;
                }
                [one] => match self.glance(one, &(m - &parts.number()?), other, cx)? {
                    Some(true) => return Ok(false),
                    Some(false) => continue,
                    None => guess += self.interval(one, cx)?.middle(),
                },
                more => {
                    for one in more {
                        guess += self.interval(one, cx)?.middle();
                    }
                }
            }
            open.push(Child { parts, guess: sign * guess });
        }
        open.sort_by(|a, b| b.guess.total_cmp(&a.guess));
        for Child { mut parts, .. } in open {
            // Of several unknown blocks all but the largest are valued.
            parts.unknown.sort_by_key(|block| block.lines.len());
            let Some(last) = parts.unknown.pop() else { continue };
            let mut rest = parts.number()?;
            for block in parts.unknown {
                rest = &rest + &self.exact(&block, cx)?;
            }
            if self.holds(&last, &(m - &rest), other, cx)? {
                return Ok(false);
            }
        }
        match simpler(m, player) {
            Some(simpler) => Ok(!self.holds(block, &simpler, other, cx)?),
            None => Ok(true),
        }
    }

    /// What a move leaves, in blocks on the ground.
    fn after(&mut self, block: &Sketch, made: Move, cx: &mut dyn Context) -> Result<Parts, Fault> {
        let left = block.after(made);
        loop {
            match parts(&left, self.memo, cx)? {
                Made::Parts(parts) => return Ok(parts),
                Made::Missing(upper) => drop(self.exact(&upper, cx)?),
            }
        }
    }
}

/// Whether a number is at least m for Left, at most m for Right.
fn is_at_least(x: &Dyadic, m: &Dyadic, player: Player) -> bool {
    if player == Player::Left { x >= m } else { x <= m }
}

#[cfg(test)]
mod tests {
    use super::super::{block, table::Table};
    use super::{Asker, Colour, FastMap, Made, Memo, Sketch, parts, search};
    use crate::games::{Budget, Dyadic, Games};
    use crate::positions::{Context, Engine};

    /// The value of a picture, each block valued in the same way.
    fn value(
        picture: &Sketch,
        memo: &mut Memo,
        engine: &mut Engine,
        of: impl Fn(&Sketch, &mut Memo, &mut Engine),
    ) -> Dyadic {
        loop {
            match parts(picture, memo, engine).unwrap() {
                Made::Missing(block) => of(&block, memo, engine),
                Made::Parts(parts) if parts.unknown.is_empty() => return parts.number().unwrap(),
                Made::Parts(parts) => parts.unknown.iter().for_each(|block| of(block, memo, engine)),
            }
        }
    }

    #[test]
    fn questions_find_what_all_moves_find() {
        let mut random = fastrand::Rng::with_seed(1);
        let engine = &mut Engine::new(Games::new(Budget::unlimited()));
        for _ in 0..600 {
            let vertices = 2 + random.u64(..5);
            let lines = (0..1 + random.u64(..11))
                .map(|_| {
                    let ends = [0; 2].map(|_| random.u64(..vertices) as u32);
                    (ends[0], ends[1], if random.u64(..2) == 0 { Colour::Blue } else { Colour::Red })
                })
                .collect();
            let hung = (0..vertices)
                .map(|_| match random.u64(..3) {
                    0 => engine.games().number(&Dyadic::new((random.u64(..33) as i64 - 16).into(), 3)),
                    _ => crate::games::GameId::ZERO,
                })
                .collect();
            let picture = Sketch { lines, hung };
            let expected = value(&picture, &mut Memo::default(), engine, |block, memo, engine| {
                search(block.clone(), usize::MAX, memo, engine).unwrap();
            });
            let got = value(&picture, &mut Memo::default(), engine, |block, memo, engine| {
                let mut asker = Asker { memo, known: FastMap::default(), few: 0 };
                asker.exact(block, engine).unwrap();
            });
            assert_eq!(got, expected, "{picture:?}");
        }
    }

    #[test]
    fn questions_find_what_a_table_holds() {
        let mut random = fastrand::Rng::with_seed(2);
        let engine = &mut Engine::new(Games::new(Budget::unlimited()));
        for round in 0..24 {
            let edges = 10 + round % 8;
            let vertices = 3 + edges / 2;
            let lines = (0..edges)
                .map(|i| {
                    // First a tree, so that most of it is one block.
                    let to = if i + 1 < vertices { i + 1 } else { random.u64(..vertices) };
                    let from = random.u64(..if i + 1 < vertices { i + 1 } else { vertices });
                    (from as u32, to as u32, if random.u64(..2) == 0 { Colour::Blue } else { Colour::Red })
                })
                .collect();
            let picture = Sketch { lines, hung: vec![crate::games::GameId::ZERO; vertices as usize] };
            let expected = value(&picture, &mut Memo::default(), engine, |block, memo, engine| {
                let table = Table::of(block, engine).unwrap();
                let value = table.value(engine).unwrap().game(engine).unwrap();
                memo.insert(block.clone(), value);
            });
            let got = value(&picture, &mut Memo::default(), engine, |block, memo, engine| {
                assert!(super::value(block, memo, engine).unwrap());
            });
            assert_eq!(got, expected, "{picture:?}");
            let by_all_ways = block::value(&picture, &mut Memo::default(), engine).unwrap();
            assert_eq!(engine.games().as_number(by_all_ways), Some(expected), "{picture:?}");
        }
    }
}
