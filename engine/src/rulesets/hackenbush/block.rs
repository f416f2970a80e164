//! The value of any picture, from its blocks.
//!
//! Blocks are the parts that no single vertex separates. Anything that hangs at a vertex matters by its value alone
//! (the colon principle), so blocks are valued from the tips down to the ground, and each carries values at its
//! vertices. A block of one edge is an ordinal sum; a green one that carries nimbers is fused to loops at one vertex
//! (Winning Ways, ch. 7), and one of a single player's colour counts its edges. Any other in red and blue is valued by
//! [questions](questions); those with green edges are searched. The value of a block is remembered for every picture
//! that contains it. The values of red and blue blocks are NP-hard to find (Winning Ways, ch. 7), so that any known way
//! takes a time that grows exponentially with the edges of a block.

use super::{Colour, Worth, questions};
use crate::games::hashing::FastMap;
use crate::games::{Dyadic, Fault, GameId, Player, PostOrder};
use crate::positions::Context;

/// The warning about large blocks.
const HARD_BLOCKS: &str = "the value of edges of several colours on common cycles is NP-hard to find (Winning Ways, ch. 7): of 32 \
    red and blue ones most random pictures take a second or less and some about ten, of 18 with green ones seconds, and \
    every edge more may take twice as long";

/// An edge by the numbers of its ends.
pub(super) type Line = (u32, u32, Colour);

/// A picture with values hanging at its vertices. Vertex 0 is the ground.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Sketch {
    pub lines: Vec<Line>,
    /// One for each vertex.
    pub hung: Vec<GameId>,
}

/// The values of blocks in normal form.
pub(super) type Memo = FastMap<Sketch, GameId>;

/// A move in a block.
#[derive(Clone, Copy)]
enum BlockMove {
    Cut(usize),
    Hung(usize, GameId),
}

struct BlockFrame {
    block: Sketch,
    /// Left's moves, then Right's.
    moves: Vec<BlockMove>,
    left: usize,
    /// The start of their values in the shared stack.
    values: usize,
}

/// Returns the value of a picture.
pub(super) fn value(picture: &Sketch, memo: &mut Memo, cx: &mut dyn Context) -> Result<GameId, Fault> {
    loop {
        match joined(picture, memo, cx)? {
            Ok(value) => return Ok(value),
            Err(block) => {
                let valued = questions::value(&block, memo, cx);
                let valued = valued.and_then(|done| if done { Ok(()) } else { search(block, memo, cx) });
                valued.map_err(|fault| match fault {
                    Fault::Timeout | Fault::Memory { .. } => Fault::Hard { what: HARD_BLOCKS, limit: Box::new(fault) },
                    other => other,
                })?;
            }
        }
    }
}

/// Values a block by its moves, with a stack of our own.
pub(super) fn search(block: Sketch, memo: &mut Memo, cx: &mut dyn Context) -> Result<(), Fault> {
    let mut values: Vec<GameId> = Vec::new();
    let mut walk = PostOrder::new([BlockFrame::new(block, 0, cx)?]);
    'walk: while let Some(frame) = walk.next(&mut cx.games().budget)? {
        while let Some(next) = frame.moves.get(values.len() - frame.values) {
            match joined(&frame.block.after(*next), memo, cx)? {
                Ok(value) => values.push(value),
                Err(block) => {
                    walk.push(BlockFrame::new(block, values.len(), cx)?);
                    continue 'walk;
                }
            }
        }
        let (left, right) = values[frame.values..].split_at(frame.left);
        let value = cx.games().from_options(left, right)?;
        values.truncate(frame.values);
        cx.games().budget.count_position();
        memo.insert(frame.block.clone(), value);
    }
    Ok(())
}

impl BlockFrame {
    fn new(block: Sketch, values: usize, cx: &mut dyn Context) -> Result<BlockFrame, Fault> {
        let mut all = moves(&block, Player::Left, cx)?;
        let left = all.len();
        all.extend(moves(&block, Player::Right, cx)?);
        Ok(BlockFrame { block, moves: all, left, values })
    }
}

/// Returns the moves of a player in a block.
fn moves(block: &Sketch, player: Player, cx: &mut dyn Context) -> Result<Vec<BlockMove>, Fault> {
    let mut moves = Vec::new();
    for (i, line) in block.lines.iter().enumerate() {
        // Lines are sorted: of equal ones side by side the first will do.
        let repeated = i > 0 && block.lines[i - 1] == *line;
        if line.2.may_be_cut_by(player) && !repeated {
            moves.push(BlockMove::Cut(i));
        }
    }
    for (vertex, hung) in block.hung.iter().enumerate() {
        moves.extend(cx.games().options(*hung, player)?.into_iter().map(|option| BlockMove::Hung(vertex, option)));
    }
    Ok(moves)
}

impl Sketch {
    fn after(&self, made: BlockMove) -> Sketch {
        let mut next = self.clone();
        match made {
            BlockMove::Cut(i) => drop(next.lines.remove(i)),
            BlockMove::Hung(vertex, option) => next.hung[vertex] = option,
        }
        next
    }

    /// Returns the lines at each vertex, as numbers of lines.
    fn incidence(&self) -> Vec<Vec<u32>> {
        let mut at = vec![Vec::new(); self.hung.len()];
        for (i, &(from, to, _)) in self.lines.iter().enumerate() {
            at[from as usize].push(i as u32);
            if to != from {
                at[to as usize].push(i as u32);
            }
        }
        at
    }
}

/// A vertex on the way of the search for blocks.
struct BlockStep {
    vertex: usize,
    /// The line by which it was reached.
    by: u32,
    /// The number of its lines that have been visited.
    seen: usize,
}

/// Returns the value of a picture put together from its blocks, or a block that must be valued first. Edges that are
/// not joined to the ground are never visited.
///
/// Tarjan 1972: a depth-first search in which a block is complete when it cannot reach above its lowest vertex.
pub(super) fn joined(picture: &Sketch, memo: &Memo, cx: &mut dyn Context) -> Result<Result<GameId, Sketch>, Fault> {
    let n = picture.hung.len();
    let at = picture.incidence();
    let mut hung: Vec<Worth> = Vec::with_capacity(n);
    for &g in &picture.hung {
        hung.push(Worth::of(g, cx));
    }
    const UNSEEN: u32 = u32::MAX;
    let (mut order, mut low) = (vec![UNSEEN; n], vec![UNSEEN; n]);
    let mut count = 1;
    (order[0], low[0]) = (0, 0);
    let mut way = vec![BlockStep { vertex: 0, by: UNSEEN, seen: 0 }];
    let mut open: Vec<u32> = Vec::new();
    while let Some(step) = way.last_mut() {
        cx.games().budget.tick()?;
        let here = step.vertex;
        if let Some(&line) = at[here].get(step.seen) {
            step.seen += 1;
            if line == step.by {
                continue;
            }
            let (from, to, colour) = picture.lines[line as usize];
            let there = if from as usize == here { to } else { from } as usize;
            if there == here {
                // A loop falls with its vertex, as an edge to a new vertex does.
                let edge = Worth::ZERO.on(colour, cx)?;
                hung[here] = hung[here].plus(&edge, cx)?;
            } else if order[there] == UNSEEN {
                (order[there], low[there]) = (count, count);
                count += 1;
                open.push(line);
                way.push(BlockStep { vertex: there, by: line, seen: 0 });
            } else if order[there] < order[here] {
                open.push(line);
                low[here] = low[here].min(order[there]);
            }
            continue;
        }
        let BlockStep { vertex: there, by, .. } = way.pop().expect("the step that was just read");
        let Some(below) = way.last() else { break };
        let below = below.vertex;
        low[below] = low[below].min(low[there]);
        if low[there] < order[below] {
            continue;
        }
        let first = open.iter().rposition(|line| *line == by).expect("every line on the way is open");
        let worth = match block(picture, &open[first..], below, there, &mut hung, memo, cx)? {
            Ok(worth) => worth,
            Err(missing) => return Ok(Err(missing)),
        };
        open.truncate(first);
        hung[below] = hung[below].plus(&worth, cx)?;
    }
    Ok(Ok(hung[0].game(cx)?))
}

/// Returns the value of the block of these lines, which stands on `root` and begins with the line to `next`.
fn block(
    picture: &Sketch,
    lines: &[u32],
    root: usize,
    next: usize,
    hung: &mut [Worth],
    memo: &Memo,
    cx: &mut dyn Context,
) -> Result<Result<Worth, Sketch>, Fault> {
    if let [line] = lines {
        let worth = std::mem::replace(&mut hung[next], Worth::ZERO);
        return Ok(Ok(worth.on(picture.lines[*line as usize].2, cx)?));
    }
    let lines: Vec<Line> = lines.iter().map(|line| picture.lines[*line as usize]).collect();
    let mut vertices: Vec<u32> = lines.iter().flat_map(|(from, to, _)| [*from, *to]).collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices.retain(|v| *v as usize != root);
    let nims: Option<Vec<u64>> = vertices.iter().map(|v| hung[*v as usize].as_nim()).collect();
    if let Some(nims) = nims
        && lines.iter().all(|line| line.2 == Colour::Green)
    {
        let loops = lines.len() as u64 % 2;
        return Ok(Ok(Worth::nim(nims.into_iter().fold(loops, |sum, n| sum ^ n))));
    }
    if let Some(worth) = counted(&lines, root as u32, &vertices, hung) {
        return Ok(Ok(worth));
    }
    let mut games = Vec::with_capacity(1 + vertices.len());
    games.push(GameId::ZERO);
    for &v in &vertices {
        games.push(hung[v as usize].game(cx)?);
    }
    vertices.insert(0, root as u32);
    let block = normal_form(&lines, &vertices, &games);
    Ok(match memo.get(&block) {
        Some(&value) => Ok(Worth::of(value, cx)),
        None => Err(block),
    })
}

/// Returns the value of a block whose blue edges, and the positive numbers that they carry, hold on to `root` without
/// the red ones, and the red and the negative ones without the blue: all of it [counted](super::bounds).
fn counted(lines: &[Line], root: u32, vertices: &[u32], hung: &[Worth]) -> Option<Worth> {
    let mut value = Dyadic::ZERO;
    let mut carried = vec![Dyadic::ZERO; vertices.len()];
    for (carried, &v) in carried.iter_mut().zip(vertices) {
        let Worth::Number(x) = &hung[v as usize] else { return None };
        *carried = x.clone();
        value = &value + x;
    }
    for (colour, sign) in [(Colour::Blue, 1), (Colour::Red, -1)] {
        let mut at = vec![Vec::new(); 1 + vertices.len()];
        let mut count = 0;
        for &(from, to, _) in lines.iter().filter(|line| line.2 == colour) {
            let [from, to] = [from, to].map(|v| number(v, root, vertices));
            at[from].push(to);
            at[to].push(from);
            count += 1;
        }
        let mut reached = vec![false; at.len()];
        reached[0] = true;
        let mut next = vec![0];
        while let Some(v) = next.pop() {
            let there = at[v].iter().filter(|there| !std::mem::replace(&mut reached[**there], true));
            next.extend(there);
        }
        let needed = |i: usize| !at[i].is_empty() || i > 0 && carried[i - 1].signum() == sign;
        if (0..at.len()).any(|i| needed(i) && !reached[i]) {
            return None;
        }
        value = &value + &Dyadic::from(i64::from(sign) * count);
    }
    lines.iter().all(|line| line.2 != Colour::Green).then_some(Worth::Number(value))
}

/// Returns the number of a vertex of a block: 0 for the one that it stands on.
fn number(vertex: u32, root: u32, others: &[u32]) -> usize {
    match vertex == root {
        true => 0,
        false => 1 + others.binary_search(&vertex).expect("a vertex of the block"),
    }
}

/// Returns the block with its vertices numbered by their neighbourhoods, the first of `vertices` as the ground. Blocks
/// that differ only in the numbers of their vertices mostly become equal; the others are only valued twice.
fn normal_form(lines: &[Line], vertices: &[u32], hung: &[GameId]) -> Sketch {
    const ROUNDS: usize = 3;
    let number = |v| number(v, vertices[0], &vertices[1..]);
    let lines: Vec<(usize, usize, Colour)> = lines.iter().map(|&(a, b, c)| (number(a), number(b), c)).collect();
    let mut looks: Vec<u64> = hung.iter().map(|g| mixed(u64::from(g.0) + 1)).collect();
    looks[0] = 0;
    for _ in 0..ROUNDS {
        let mut next: Vec<u64> = looks.iter().map(|look| mixed(*look)).collect();
        for &(a, b, colour) in &lines {
            next[a] = next[a].wrapping_add(mixed(looks[b] ^ (colour as u64 + 1)));
            next[b] = next[b].wrapping_add(mixed(looks[a] ^ (colour as u64 + 1)));
        }
        looks = next;
    }
    let mut order: Vec<usize> = (0..hung.len()).collect();
    order[1..].sort_by_key(|v| looks[*v]);
    let mut place = vec![0; order.len()];
    for (i, v) in order.iter().enumerate() {
        place[*v] = i as u32;
    }
    let line = |&(a, b, c): &(usize, usize, Colour)| (place[a].min(place[b]), place[a].max(place[b]), c);
    let mut lines: Vec<Line> = lines.iter().map(line).collect();
    lines.sort_unstable();
    Sketch { lines, hung: order.iter().map(|v| hung[*v]).collect() }
}

/// Returns a number that depends on all bits of another (Stafford's variant of the finaliser of MurmurHash3).
fn mixed(x: u64) -> u64 {
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
