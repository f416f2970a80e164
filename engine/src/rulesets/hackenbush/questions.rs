//! Red and blue blocks by questions about their values.
//!
//! The value is a number (Conway 1977), and is found as one finds a number by asking if it is at least or at most some
//! other: first the integers between which it is, then always the simplest number that is left. A bound is a game that
//! Left wins moving second: she needs one answer to each cut of Right, so only about every second of successive cuts
//! has to be tried in all ways (Knuth and Moore 1975). The result for a position is an interval, which begins with a
//! [quick estimate](super::bounds).
//!
//! A block is at least m if no move of Right makes it m or less, and if it is not at most the largest number that is
//! simpler than m and less: that is Left's option of m in canonical form.
//!
//! Millions of positions are visited on the way, so each is a set of edges of the block, one bit an edge, with the
//! numbers that stand on it in place of other edges. It falls apart into blocks again: those that stand on others are
//! valued for the number that they add there, of those on the ground all but the largest.

use std::cmp::Reverse;

use smallvec::SmallVec;

use super::Colour;
use super::block::{Memo, Sketch};
use super::bounds::{Bounds, Edges, Hung, MAX_EDGES, Set, bits};
use super::fixed::{Fixed, PLACES, fixed, moves, on_one, simpler};
use crate::games::hashing::FastMap;
use crate::games::{Dyadic, Fault, Player, deep};
use crate::positions::Context;

/// Bytes of the stack that a question takes.
const FRAME: usize = 12 << 10;

/// A block of the rest of the block: its edges, the vertex on which it stands, and the numbers that hang in it, as a
/// row of [`Asker::rows`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct BlockPart {
    edges: Set,
    row: u32,
    foot: u8,
}

/// The value of edges on the ground: the sum of the known parts, and the unknown parts.
struct GroundParts {
    known: Fixed,
    unknown: SmallVec<[BlockPart; 2]>,
}

/// A vertex on the way of the search for blocks.
#[derive(Clone, Copy, Default)]
struct WayStep {
    vertex: u8,
    /// The edge by which it was reached.
    by: u8,
    /// Its edges that have not been examined.
    rest: Set,
}

/// Asks for values.
struct Asker {
    edges: Edges,
    /// Rows of numbers at vertices, each as the last number of a row and a shorter row; the first is empty.
    rows: Vec<(u32, u8, Fixed)>,
    row_of: FastMap<(u32, u8, Fixed), u32>,
    known: FastMap<BlockPart, Bounds>,
    /// The number of times that each player's move in an edge, or in a number at a vertex, has refuted a bound. The
    /// most frequent ones are tried first, so that most of the other moves need not be made.
    refuted: [[u64; 2 * MAX_EDGES]; 2],
}

/// A move of the player who attacks a bound: the edges that are left, a vertex, and the number that hangs there now.
#[derive(Clone, Copy)]
struct BoundAttack {
    edges: Set,
    vertex: usize,
    hangs: Fixed,
    /// The place where its refutations are counted.
    place: usize,
}

/// Finds the value of a red and blue block, which is remembered; not if it is too large, or not of numbers.
pub(super) fn value(block: &Sketch, memo: &mut Memo, cx: &mut dyn Context) -> Result<bool, Fault> {
    let Some((mut asker, mut hung)) = Asker::of(block, cx) else { return Ok(false) };
    let all = Set::MAX >> (Set::BITS as usize - block.lines.len());
    let parts = asker.parts(all, 0, &mut hung, cx)?;
    let mut value = parts.known;
    for part in parts.unknown {
        value += asker.exact(part, cx)?;
    }
    let value = cx.games().number(&Dyadic::new(value.into(), PLACES));
    memo.insert(block.clone(), value);
    Ok(true)
}

impl Asker {
    /// Prepares the questions about a block. Returns the numbers that hang in it too.
    fn of(block: &Sketch, cx: &mut dyn Context) -> Option<(Asker, Hung)> {
        let mut size = block.lines.len() as u64;
        let mut hung = [0; MAX_EDGES];
        let vertices = block.hung.len();
        if size == 0 || vertices > hung.len() {
            return None;
        }
        for (vertex, &game) in block.hung.iter().enumerate() {
            let x = cx.games().as_number(game)?;
            // A number with a whole part and some places has no more edges in its stalk.
            size = size.saturating_add(u64::from(x.exponent()));
            size = size.saturating_add(u64::try_from(if x.signum() < 0 { -x.floor() } else { x.ceil() }).ok()?);
            if size > MAX_EDGES as u64 {
                return None;
            }
            hung[vertex] = fixed(&x)?;
        }
        if size > MAX_EDGES as u64 {
            return None;
        }
        let mut edges = Edges { ends: Vec::new(), blue: 0, repeated: 0, at: vec![0; vertices] };
        for (i, &(from, to, colour)) in block.lines.iter().enumerate() {
            match colour {
                Colour::Blue => edges.blue |= 1 << i,
                Colour::Red => {}
                Colour::Green => return None,
            }
            if i > 0 && block.lines[i - 1] == block.lines[i] {
                edges.repeated |= 1 << i;
            }
            edges.ends.push([from as u8, to as u8]);
            edges.at[from as usize] |= 1 << i;
            edges.at[to as usize] |= 1 << i;
        }
        let (rows, row_of, known) = (vec![(0, 0, 0)], FastMap::default(), FastMap::default());
        Some((Asker { edges, rows, row_of, known, refuted: [[0; 2 * MAX_EDGES]; 2] }, hung))
    }

    /// Returns the value of an edge with the number on it.
    fn on(&self, edge: usize, x: Fixed) -> Fixed {
        if self.edges.blue >> edge & 1 == 1 { on_one(x) } else { -on_one(-x) }
    }

    /// Returns the row of the numbers that hang at these vertices.
    fn row(&mut self, vertices: Set, hung: &Hung) -> u32 {
        let mut row = 0;
        for vertex in bits(vertices).filter(|vertex| hung[*vertex] != 0) {
            let longer = (row, vertex as u8, hung[vertex]);
            let rows = &mut self.rows;
            row = *self.row_of.entry(longer).or_insert_with(|| {
                rows.push(longer);
                rows.len() as u32 - 1
            });
        }
        row
    }

    /// Returns the numbers that hang at the vertices of a row.
    fn hung(&self, mut row: u32) -> Hung {
        let mut hung = [0; MAX_EDGES];
        while row != 0 {
            let (shorter, vertex, x) = self.rows[row as usize];
            hung[usize::from(vertex)] = x;
            row = shorter;
        }
        hung
    }

    /// Returns the blocks of some edges that stand on `foot`; the numbers in them are taken from `hung`. Edges that are
    /// not joined to it are not visited (Tarjan 1972, as for whole pictures).
    fn parts(&mut self, edges: Set, foot: u8, hung: &mut Hung, cx: &mut dyn Context) -> Result<GroundParts, Fault> {
        cx.games().budget.tick()?;
        let mut unknown = SmallVec::new();
        let (mut order, mut low) = ([0u8; MAX_EDGES], [0u8; MAX_EDGES]);
        let mut count = 1;
        let mut way = [WayStep::default(); MAX_EDGES];
        let mut length = 1;
        let mut open = [0u8; MAX_EDGES];
        let mut opened = 0;
        (order[usize::from(foot)], low[usize::from(foot)]) = (1, 1);
        way[0] = WayStep { vertex: foot, by: u8::MAX, rest: self.edges.at[usize::from(foot)] & edges };
        loop {
            let WayStep { vertex, by, rest } = way[length - 1];
            let here = usize::from(vertex);
            if rest != 0 {
                let edge = rest.trailing_zeros() as usize;
                way[length - 1].rest &= rest - 1;
                if edge == usize::from(by) {
                    continue;
                }
                let there = self.edges.across(edge, here);
                if order[there] == 0 {
                    count += 1;
                    (order[there], low[there]) = (count, count);
                    way[length] = WayStep { vertex: there as u8, by: edge as u8, rest: self.edges.at[there] & edges };
                    length += 1;
                } else if order[there] < order[here] {
                    low[here] = low[here].min(order[there]);
                } else {
                    continue;
                }
                open[opened] = edge as u8;
                opened += 1;
                continue;
            }
            length -= 1;
            if length == 0 {
                return Ok(GroundParts { known: hung[usize::from(foot)], unknown });
            }
            let below = usize::from(way[length - 1].vertex);
            low[below] = low[below].min(low[here]);
            if low[here] < order[below] {
                continue;
            }
            let first = open[..opened].iter().rposition(|edge| *edge == by).unwrap_or(0);
            let block = open[first..opened].iter().fold(0, |all, edge| all | 1 << edge);
            opened = first;
            let worth = match self.block(block, below as u8, here, hung) {
                Ok(worth) => worth,
                Err(part) if below == usize::from(foot) => {
                    unknown.push(part);
                    continue;
                }
                Err(part) => self.exact(part, cx)?,
            };
            hung[below] += worth;
        }
    }

    /// Returns the value of the block of these edges, which stands on `below` and begins with an edge to `next`, if it
    /// is known.
    fn block(&mut self, edges: Set, below: u8, next: usize, hung: &mut Hung) -> Result<Fixed, BlockPart> {
        if edges.is_power_of_two() {
            return Ok(self.on(edges.trailing_zeros() as usize, std::mem::take(&mut hung[next])));
        }
        let vertices = self.edges.vertices(edges, below);
        let known = self.of_one_colour(edges, vertices, hung).ok_or(());
        let known = known.or_else(|()| {
            let part = BlockPart { edges, row: self.row(vertices, hung), foot: below };
            self.known.get(&part).and_then(Bounds::value).ok_or(part)
        });
        bits(vertices).for_each(|vertex| hung[vertex] = 0);
        known
    }

    /// Returns the value of a block of one colour that carries moves of the same player alone, as in whole pictures.
    fn of_one_colour(&self, edges: Set, vertices: Set, hung: &Hung) -> Option<Fixed> {
        let sign = match edges & self.edges.blue {
            0 => -1,
            blue if blue == edges => 1,
            _ => return None,
        };
        let moves = moves(edges.count_ones()) * sign;
        bits(vertices).map(|vertex| hung[vertex]).try_fold(moves, |moves, x| (x * sign >= 0).then_some(moves + x))
    }

    /// Returns the value of a part.
    fn exact(&mut self, part: BlockPart, cx: &mut dyn Context) -> Result<Fixed, Fault> {
        loop {
            let known = self.interval(part, cx)?;
            if let Some(value) = known.value() {
                return Ok(value);
            }
            let m = known.next();
            if self.holds(part, m, Player::Left, cx)? {
                self.holds(part, m, Player::Right, cx)?;
            }
        }
    }

    /// Returns the known interval of a part.
    fn interval(&mut self, part: BlockPart, cx: &mut dyn Context) -> Result<Bounds, Fault> {
        if let Some(known) = self.known.get(&part) {
            return Ok(*known);
        }
        let known = self.edges.bounds(part.edges, part.foot, &self.hung(part.row));
        cx.games().budget.count_position();
        if self.known.len() == self.known.capacity() {
            cx.games().budget.reserve(3 * self.known.len() * size_of::<(BlockPart, Bounds)>())?;
        }
        self.known.insert(part, known);
        Ok(known)
    }

    /// Returns `true` if a part is at least m for Left, at most m for Right: the player can answer each move of the
    /// other.
    fn holds(&mut self, part: BlockPart, m: Fixed, player: Player, cx: &mut dyn Context) -> Result<bool, Fault> {
        if let Some(known) = self.interval(part, cx)?.holds(m, player) {
            return Ok(known);
        }
        let holds = deep::level(FRAME, || self.is_held(part, m, player, cx))??;
        if let Some(known) = self.known.get_mut(&part) {
            known.learn(m, player, holds);
        }
        Ok(holds)
    }

    /// Returns the moves of a player, those first that have refuted the most.
    fn attacks(&self, part: BlockPart, hung: &Hung, player: Player) -> SmallVec<[BoundAttack; 32]> {
        // One of several equal edges side by side, the last, is enough.
        let equal_behind = part.edges & self.edges.repeated & part.edges << 1;
        let cut = self.edges.of_player(part.edges, player) & !(equal_behind >> 1);
        let vertex = usize::from(part.foot);
        let cuts =
            bits(cut).map(|edge| BoundAttack { edges: part.edges & !(1 << edge), vertex, hangs: 0, place: edge });
        let above = bits(self.edges.vertices(part.edges, part.foot));
        let above = above.filter_map(|vertex| {
            let hangs = simpler(hung[vertex], player)?;
            Some(BoundAttack { edges: part.edges, vertex, hangs, place: MAX_EDGES + vertex })
        });
        let mut attacks: SmallVec<[BoundAttack; 32]> = cuts.chain(above).collect();
        attacks.sort_by_key(|attack| Reverse(self.refuted[player as usize][attack.place]));
        attacks
    }

    fn is_held(&mut self, part: BlockPart, m: Fixed, player: Player, cx: &mut dyn Context) -> Result<bool, Fault> {
        let other = player.other();
        let sign = if other == Player::Left { 1 } else { -1 };
        let mut open: Vec<(Fixed, usize, GroundParts)> = Vec::new();
        // Any move of the other player leaves more, for that player, than the number it is made in.
        let mut most = Fixed::MIN;
        let hung = self.hung(part.row);
        for BoundAttack { edges, vertex, hangs, place } in self.attacks(part, &hung, other) {
            let mut hung = hung;
            hung[vertex] = hangs;
            let parts = self.parts(edges, part.foot, &mut hung, cx)?;
            let mut all = Bounds::exact(parts.known);
            for part in &parts.unknown {
                all = all.plus(self.interval(*part, cx)?);
            }
            most = most.max(if other == Player::Left { all.low } else { -all.high });
            match all.holds(m, other) {
                Some(true) => {
                    self.refuted[other as usize][place] += 1;
                    return Ok(false);
                }
                Some(false) => {}
                None => open.push((sign * all.guess(), place, parts)),
            }
        }
        if let Some(known) = self.known.get_mut(&part)
            && most > Fixed::MIN
        {
            known.learn(sign * most, other.other(), false);
            if let Some(known) = known.holds(m, player) {
                return Ok(known);
            }
        }
        // Among equal ones, the edges at the ground come first.
        open.sort_by_key(|(guess, place, _)| (Reverse(*guess), *place));
        for (_, place, mut parts) in open {
            parts.unknown.sort_by_key(|part| part.edges.count_ones());
            let Some(last) = parts.unknown.pop() else { continue };
            let mut rest = parts.known;
            for part in parts.unknown {
                rest += self.exact(part, cx)?;
            }
            if self.holds(last, m - rest, other, cx)? {
                self.refuted[other as usize][place] += 1;
                return Ok(false);
            }
        }
        match simpler(m, player) {
            Some(simpler) => Ok(!self.holds(part, simpler, other, cx)?),
            None => Ok(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::block::{joined, search};
    use super::{Colour, Memo, Sketch};
    use crate::games::{Dyadic, GameId};
    use crate::positions::{Context, Engine};

    /// Returns the value of a picture, each block valued in the same way.
    fn value(picture: &Sketch, engine: &mut Engine, of: impl Fn(&Sketch, &mut Memo, &mut Engine)) -> Dyadic {
        let mut memo = Memo::default();
        loop {
            match joined(picture, &memo, engine).unwrap() {
                Ok(value) => return engine.games().as_number(value).unwrap(),
                Err(block) => of(&block, &mut memo, engine),
            }
        }
    }

    #[test]
    fn questions_find_what_all_moves_find() {
        let mut random = fastrand::Rng::with_seed(1);
        let engine = &mut Engine::default();
        for _ in 0..1000 {
            let vertices = 2 + random.u64(..6);
            let mut lines: Vec<_> = (0..1 + random.u64(..11))
                .map(|_| {
                    let ends = [0; 2].map(|_| random.u64(..vertices) as u32);
                    (ends[0], ends[1], if random.bool() { Colour::Blue } else { Colour::Red })
                })
                .collect();
            // Edges of one colour side by side come one after the other, as in normal form.
            lines.sort_unstable();
            let hung = (0..vertices)
                .map(|_| match random.u64(..3) {
                    0 => engine.games().number(&Dyadic::new((random.u64(..33) as i64 - 16).into(), 3)),
                    _ => GameId::ZERO,
                })
                .collect();
            let picture = Sketch { lines, hung };
            let expected = value(&picture, engine, |block, memo, engine| {
                search(block.clone(), memo, engine).unwrap();
            });
            let got = value(&picture, engine, |block, memo, engine| {
                assert!(super::value(block, memo, engine).unwrap());
            });
            assert_eq!(got, expected, "{picture:?}");
        }
    }
}
