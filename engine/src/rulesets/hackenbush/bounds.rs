//! Red and blue blocks by questions about their values.
//!
//! The value is a number (Conway 1977), and found as one finds a number by asking whether it is at least or at most some
//! other: first between which integers it is, then always the simplest number that is left. Whether Left can hold such a
//! bound is a game that she wins moving second: she needs one answer to each cut of Right, so that of the cuts that come one
//! after the other only about every second has to be looked at in all ways (Knuth and Moore 1975). What was found of a
//! position is kept as an interval.
//!
//! A block is at least m if no move of Right makes it m or less, and if it is not at most the largest number that is
//! simpler than m and less: that is Left's option of m in canonical form.
//!
//! Millions of positions are met on the way, so each is a set of edges of the block, one bit an edge, with the numbers
//! that other edges came to which stood on it. It falls apart into blocks again: those that stand on others are valued
//! for what they carry there, of those on the ground all but the largest.

use smallvec::SmallVec;

use super::Colour;
use super::block::{Memo, Sketch};
use crate::games::hashing::FastMap;
use crate::games::{Dyadic, Fault, Player, deep};
use crate::positions::Context;

/// The most edges, those of stalks that stand for what hangs in the block among them: one bit each.
const MOST: u64 = Set::BITS as u64;
/// Bytes of the stack that a question takes.
const FRAME: usize = 12 << 10;

/// Edges or vertices, one bit each.
type Set = u64;

/// A number in fixed point. The places are enough for all values of so many edges, and so is what is left before the point
/// for sums of some of them.
type Fixed = i128;
const PLACES: u32 = MOST as u32;
const ONE: Fixed = 1 << PLACES;

/// The number that hangs at each vertex.
type Hung = [Fixed; MOST as usize];

fn bits(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

fn fixed(x: &Dyadic) -> Option<Fixed> {
    let places = PLACES.checked_sub(x.exponent())?;
    Some(Fixed::try_from(x.numerator()).ok()? << places)
}

/// Rounds down to an integer.
fn floor(x: Fixed) -> Fixed {
    x >> PLACES << PLACES
}

/// Rounds up to an integer.
fn ceil(x: Fixed) -> Fixed {
    -floor(-x)
}

/// The simplest number from `low` to `high`: the integer nearest to 0, else the one with the fewest places (Siegel II.3).
fn simplest(low: Fixed, high: Fixed) -> Fixed {
    if low <= 0 && high >= 0 {
        return 0;
    }
    if high < 0 {
        return -simplest(-high, -low);
    }
    if ceil(low) <= high {
        return ceil(low);
    }
    // The last number cut off where it first differs from those that are too small.
    let place = ((low - 1) ^ high).ilog2();
    high >> place << place
}

/// Left's option of a number in canonical form, or Right's: the nearest simpler number on that side.
fn simpler(x: Fixed, player: Player) -> Option<Fixed> {
    let sign = if player == Player::Left { -1 } else { 1 };
    if x % ONE == 0 {
        return (x * sign < 0).then_some(x + sign * ONE);
    }
    Some(x + sign * (1 << x.trailing_zeros()))
}

/// The ordinal sum `1 : x`, which is `(x + n) / 2^(n-1)` for the first n > 0 with x + n > 1 (Berlekamp's rule, Winning
/// Ways, ch. 3).
fn on_one(x: Fixed) -> Fixed {
    let n = (1 - (x >> PLACES)).max(1);
    let n = if x + n * ONE > ONE { n } else { n + 1 };
    (x + n * ONE) >> (n - 1)
}

/// What is known of the value of a part: an interval with its ends, and what it may be for a guess.
#[derive(Clone, Copy)]
struct Known {
    low: Fixed,
    high: Fixed,
    guess: Fixed,
}

impl Known {
    /// Whether the value is at least m for Left, at most m for Right, if that is known.
    fn holds(&self, m: Fixed, player: Player) -> Option<bool> {
        let (sure, never) = match player {
            Player::Left => (self.low >= m, self.high < m),
            Player::Right => (self.high <= m, self.low > m),
        };
        (sure || never).then_some(sure)
    }

    /// Takes in that the value is at least or at most m, or that it is not.
    fn learn(&mut self, m: Fixed, player: Player, holds: bool) {
        match (player, holds) {
            (Player::Left, true) => self.low = self.low.max(m),
            (Player::Left, false) => self.high = self.high.min(m - 1),
            (Player::Right, true) => self.high = self.high.min(m),
            (Player::Right, false) => self.low = self.low.max(m + 1),
        }
    }

    fn guess(&self) -> Fixed {
        self.guess.clamp(self.low, self.high)
    }

    /// The number to ask about next.
    fn next(&self) -> Fixed {
        let (least, most) = (ceil(self.low), floor(self.high));
        if least >= most {
            return simplest(self.low, self.high);
        }
        let near = floor(self.guess() + ONE / 2);
        near.clamp(least + ONE, most)
    }
}

/// A block of what is left of the block: its edges, the vertex on which it stands, and what hangs in it, as a row of
/// [`Asker::rows`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Part {
    edges: Set,
    row: u32,
    foot: u8,
}

/// What edges come to on the ground: the sum of what is known, and the parts that are not.
struct Parts {
    known: Fixed,
    unknown: SmallVec<[Part; 2]>,
}

/// A vertex on the way of the search for blocks.
#[derive(Clone, Copy, Default)]
struct Step {
    vertex: u8,
    /// The edge by which it was reached.
    by: u8,
    /// Its edges that have not been looked at.
    rest: Set,
}

/// Asks for values.
struct Asker {
    ends: Vec<[u8; 2]>,
    blue: Set,
    /// Edges that are like the one before them: the same ends and colour.
    repeated: Set,
    /// The edges at each vertex.
    at: Vec<Set>,
    /// Rows of numbers at vertices, each as the last number of a row and a shorter row; the first is empty.
    rows: Vec<(u32, u8, Fixed)>,
    row_of: FastMap<(u32, u8, Fixed), u32>,
    known: FastMap<Part, Known>,
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
    /// What is asked about a block, and what hangs in it.
    fn of(block: &Sketch, cx: &mut dyn Context) -> Option<(Asker, Hung)> {
        let mut edges = block.lines.len() as u64;
        let mut hung = [0; MOST as usize];
        let vertices = block.hung.len();
        if edges == 0 || vertices > hung.len() {
            return None;
        }
        for (vertex, &game) in block.hung.iter().enumerate() {
            let x = cx.games().as_number(game)?;
            // A number with a whole part and some places has no more edges in its stalk.
            edges = edges.saturating_add(u64::from(x.exponent()));
            edges = edges.saturating_add(u64::try_from(if x.signum() < 0 { -x.floor() } else { x.ceil() }).ok()?);
            if edges > MOST {
                return None;
            }
            hung[vertex] = fixed(&x)?;
        }
        if edges > MOST {
            return None;
        }
        let mut asker = Asker {
            ends: Vec::new(),
            blue: 0,
            repeated: 0,
            at: vec![0; vertices],
            rows: vec![(0, 0, 0)],
            row_of: FastMap::default(),
            known: FastMap::default(),
        };
        for (i, &(from, to, colour)) in block.lines.iter().enumerate() {
            match colour {
                Colour::Blue => asker.blue |= 1 << i,
                Colour::Red => {}
                Colour::Green => return None,
            }
            if i > 0 && block.lines[i - 1] == block.lines[i] {
                asker.repeated |= 1 << i;
            }
            asker.ends.push([from as u8, to as u8]);
            asker.at[from as usize] |= 1 << i;
            asker.at[to as usize] |= 1 << i;
        }
        Some((asker, hung))
    }

    /// The other end of an edge.
    fn across(&self, edge: usize, vertex: usize) -> usize {
        let [from, to] = self.ends[edge];
        usize::from(from ^ to) ^ vertex
    }

    /// The edges of a player among others.
    fn of_player(&self, edges: Set, player: Player) -> Set {
        if player == Player::Left { edges & self.blue } else { edges & !self.blue }
    }

    /// The vertices of a part but for that on which it stands.
    fn vertices(&self, edges: Set, foot: u8) -> Set {
        let ends = bits(edges).map(|edge| self.ends[edge]);
        ends.fold(0, |all, [from, to]| all | 1 << from | 1 << to) & !(1 << foot)
    }

    /// An edge with what stands on it.
    fn on(&self, edge: usize, x: Fixed) -> Fixed {
        if self.blue >> edge & 1 == 1 { on_one(x) } else { -on_one(-x) }
    }

    /// The row of what hangs at these vertices.
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

    /// What hangs at the vertices of a row.
    fn hung(&self, mut row: u32) -> Hung {
        let mut hung = [0; MOST as usize];
        while row != 0 {
            let (shorter, vertex, x) = self.rows[row as usize];
            hung[usize::from(vertex)] = x;
            row = shorter;
        }
        hung
    }

    /// The blocks of some edges that stand on `foot`; what hangs in them is taken from `hung`. Edges that are not joined to
    /// it are not met (Tarjan 1972, as for whole pictures).
    fn parts(&mut self, edges: Set, foot: u8, hung: &mut Hung, cx: &mut dyn Context) -> Result<Parts, Fault> {
        cx.games().budget.tick()?;
        let mut unknown = SmallVec::new();
        const VERTICES: usize = MOST as usize;
        let (mut order, mut low) = ([0u8; VERTICES], [0u8; VERTICES]);
        let mut count = 1;
        let mut way = [Step::default(); VERTICES];
        let mut length = 1;
        let mut open = [0u8; MOST as usize];
        let mut opened = 0;
        (order[usize::from(foot)], low[usize::from(foot)]) = (1, 1);
        way[0] = Step { vertex: foot, by: u8::MAX, rest: self.at[usize::from(foot)] & edges };
        loop {
            let Step { vertex, by, rest } = way[length - 1];
            let here = usize::from(vertex);
            if rest != 0 {
                let edge = rest.trailing_zeros() as usize;
                way[length - 1].rest &= rest - 1;
                if edge == usize::from(by) {
                    continue;
                }
                let there = self.across(edge, here);
                if order[there] == 0 {
                    count += 1;
                    (order[there], low[there]) = (count, count);
                    way[length] = Step { vertex: there as u8, by: edge as u8, rest: self.at[there] & edges };
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
                return Ok(Parts { known: hung[usize::from(foot)], unknown });
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

    /// The value of the block of these edges, which stands on `below` and begins with an edge to `next`, if it is known.
    fn block(&mut self, edges: Set, below: u8, next: usize, hung: &mut Hung) -> Result<Fixed, Part> {
        if edges.is_power_of_two() {
            return Ok(self.on(edges.trailing_zeros() as usize, std::mem::take(&mut hung[next])));
        }
        let vertices = self.vertices(edges, below);
        let known = self.of_one_colour(edges, vertices, hung).ok_or(());
        let known = known.or_else(|()| {
            let part = Part { edges, row: self.row(vertices, hung), foot: below };
            self.known.get(&part).filter(|known| known.low == known.high).map(|known| known.low).ok_or(part)
        });
        bits(vertices).for_each(|vertex| hung[vertex] = 0);
        known
    }

    /// The value of a block of one colour that carries moves of the same player alone, as in whole pictures.
    fn of_one_colour(&self, edges: Set, vertices: Set, hung: &Hung) -> Option<Fixed> {
        let sign = match edges & self.blue {
            0 => -1,
            blue if blue == edges => 1,
            _ => return None,
        };
        let moves = Fixed::from(edges.count_ones()) * sign * ONE;
        bits(vertices)
            .map(|vertex| hung[vertex])
            .try_fold(moves, |moves, x| (x % ONE == 0 && x * sign >= 0).then_some(moves + x))
    }

    /// The value of a part.
    fn exact(&mut self, part: Part, cx: &mut dyn Context) -> Result<Fixed, Fault> {
        loop {
            let known = self.interval(part, cx)?;
            if known.low == known.high {
                return Ok(known.low);
            }
            let m = known.next();
            if self.holds(part, m, Player::Left, cx)? {
                self.holds(part, m, Player::Right, cx)?;
            }
        }
    }

    /// The edges of a set that are joined to a vertex by others of them, and the vertices there.
    fn joined(&self, edges: Set, foot: u8) -> (Set, Set) {
        let (mut met, mut reached): (Set, Set) = (0, 1 << foot);
        let mut next = reached;
        while next != 0 {
            let vertex = next.trailing_zeros() as usize;
            next &= next - 1;
            let here = self.at[vertex] & edges;
            for edge in bits(here & !met) {
                let there = 1 << self.across(edge, vertex);
                next |= there & !reached;
                reached |= there;
            }
            met |= here;
        }
        (met, reached)
    }

    /// What is known of a part.
    ///
    /// Without the edges of the other player it is worth more to a player: so many moves as edges and moves of what hangs
    /// there hold on to the foot by edges of the player's colour alone. All of these can be made whatever the other does, the
    /// outermost first. So it is worth at least as much as they outnumber the moves that the other has if the player has
    /// no more than them. For let m be that difference: a move of the other leaves more than m, and one of the player, if
    /// there is any, m - 1 or more, by induction; the simplest number between is m or more. Where the edges of both colours
    /// hold by themselves, the two bounds meet.
    fn interval(&mut self, part: Part, cx: &mut dyn Context) -> Result<Known, Fault> {
        if let Some(known) = self.known.get(&part) {
            return Ok(*known);
        }
        let hung = self.hung(part.row);
        let of = |player, x: Fixed| if player == Player::Left { x } else { -x };
        let sum = |vertices, moves: &dyn Fn(Fixed) -> Fixed| {
            bits(vertices).fold(0, |sum, vertex| sum + moves(hung[vertex]).max(0))
        };
        let [left, right] = [Player::Left, Player::Right].map(|player| {
            let others = self.of_player(part.edges, player.other());
            let (held, vertices) = self.joined(part.edges & !others, part.foot);
            let edges = Fixed::from(held.count_ones()) * ONE;
            let most = edges + sum(vertices, &|x| ceil(of(player, x)));
            let sure = edges + sum(vertices, &|x| floor(of(player, x)));
            let (standing, vertices) = self.joined(held | others, part.foot);
            let against = Fixed::from((standing & others).count_ones()) * ONE;
            (most, sure - against - sum(vertices, &|x| ceil(-of(player, x))))
        });
        // Edges that hold by way of the other player's are worth little.
        let blue = (part.edges & self.blue).count_ones();
        let more = Fixed::from(blue) * 2 - Fixed::from(part.edges.count_ones());
        let guess = (3 * (left.0 - right.0) + more * ONE) / 4;
        let known = Known { low: left.1.max(-right.0), high: left.0.min(-right.1), guess };
        cx.games().budget.count_position();
        if self.known.len() == self.known.capacity() {
            cx.games().budget.reserve(3 * self.known.len() * size_of::<(Part, Known)>())?;
        }
        self.known.insert(part, known);
        Ok(known)
    }

    /// Whether a part is at least m for Left, at most m for Right: the player can answer each move of the other.
    fn holds(&mut self, part: Part, m: Fixed, player: Player, cx: &mut dyn Context) -> Result<bool, Fault> {
        if let Some(known) = self.interval(part, cx)?.holds(m, player) {
            return Ok(known);
        }
        let holds = deep::level(FRAME, || self.is_held(part, m, player, cx))??;
        if let Some(known) = self.known.get_mut(&part) {
            known.learn(m, player, holds);
        }
        Ok(holds)
    }

    /// What the moves of a player leave: edges, a vertex and what hangs there now.
    fn moves(&self, part: Part, hung: &Hung, player: Player) -> SmallVec<[(Set, usize, Fixed); 32]> {
        // Of equal edges side by side the last will do.
        let equal_behind = part.edges & self.repeated & part.edges << 1;
        let cut = self.of_player(part.edges, player) & !(equal_behind >> 1);
        let foot = usize::from(part.foot);
        let cuts = bits(cut).map(|edge| (part.edges & !(1 << edge), foot, 0));
        let above = bits(self.vertices(part.edges, part.foot));
        let above = above.filter_map(|vertex| Some((part.edges, vertex, simpler(hung[vertex], player)?)));
        cuts.chain(above).collect()
    }

    fn is_held(&mut self, part: Part, m: Fixed, player: Player, cx: &mut dyn Context) -> Result<bool, Fault> {
        let other = player.other();
        let sign = if other == Player::Left { 1 } else { -1 };
        let mut open: Vec<(Fixed, Parts)> = Vec::new();
        // What any move of the other player leaves is worth more to it than what it is made in.
        let mut most = Fixed::MIN;
        let hung = self.hung(part.row);
        for (edges, vertex, x) in self.moves(part, &hung, other) {
            let mut hung = hung;
            hung[vertex] = x;
            let parts = self.parts(edges, part.foot, &mut hung, cx)?;
            let mut all = Known { low: parts.known, high: parts.known, guess: parts.known };
            for part in &parts.unknown {
                let known = self.interval(*part, cx)?;
                all.low += known.low;
                all.high += known.high;
                all.guess += known.guess();
            }
            most = most.max(if other == Player::Left { all.low } else { -all.high });
            match all.holds(m, other) {
                Some(true) => return Ok(false),
                Some(false) => {}
                None => open.push((sign * all.guess, parts)),
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
        open.sort_by_key(|(guess, _)| std::cmp::Reverse(*guess));
        for (_, mut parts) in open {
            parts.unknown.sort_by_key(|part| part.edges.count_ones());
            let Some(last) = parts.unknown.pop() else { continue };
            let mut rest = parts.known;
            for part in parts.unknown {
                rest += self.exact(part, cx)?;
            }
            if self.holds(last, m - rest, other, cx)? {
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
    use super::{Colour, Fixed, Memo, ONE, PLACES, Sketch, fixed, on_one, simpler, simplest};
    use crate::games::{Budget, Dyadic, GameId, Games, Player};
    use crate::positions::{Context, Engine};

    /// The value of a picture, each block valued in the same way.
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
        let engine = &mut Engine::new(Games::new(Budget::unlimited()));
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

    #[test]
    fn numbers_in_fixed_point() {
        let eighths = || (-40..=40).map(|n| Dyadic::new(n.into(), 3));
        let number = |x: Fixed| Dyadic::new(x.into(), PLACES);
        for low in eighths() {
            let x = fixed(&low).unwrap();
            assert_eq!(number(x), low);
            assert_eq!(number(on_one(x)), low.on_one().unwrap(), "{low}");
            for high in eighths().filter(|high| *high >= low) {
                let expected = Dyadic::simplest_between(Some((&low, true)), Some((&high, true))).unwrap();
                assert_eq!(number(simplest(x, fixed(&high).unwrap())), expected, "{low} {high}");
            }
            // A number is the simplest between its options.
            let [left, right] = [Player::Left, Player::Right].map(|player| simpler(x, player));
            let (left, right) = (left.map_or(-8 * ONE, |y| y + 1), right.map_or(8 * ONE, |y| y - 1));
            assert_eq!(simplest(left, right), x, "{low}");
        }
    }
}
