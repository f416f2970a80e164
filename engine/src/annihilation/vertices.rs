//! The vertices that tokens can reach.

use super::meeting::ruleset;
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};
use crate::positions::{self, Context, Options, PositionId};

/// The vertices that tokens can reach, gathered one by one.
#[derive(Default)]
pub(super) struct Vertices {
    pub(super) all: Vec<PositionId>,
    pub(super) numbers: FastMap<PositionId, u32>,
    pub(super) edges: Vec<(u32, u32)>,
    /// Moves of some vertex split it.
    pub(super) splits: bool,
    /// A vertex where the players have different moves.
    pub(super) partizan: Option<PositionId>,
    next: usize,
}

impl Vertices {
    fn number(&mut self, p: PositionId) -> u32 {
        *self.numbers.entry(p).or_insert_with(|| {
            self.all.push(p);
            self.all.len() as u32 - 1
        })
    }

    /// Adds the vertices that these tokens can reach, up to about `most` vertices.
    pub(super) fn extend(&mut self, tokens: &[PositionId], most: usize, cx: &mut dyn Context) -> Result<(), Fault> {
        tokens.iter().for_each(|&token| {
            self.number(token);
        });
        let mut moves = Options::default();
        while self.next < self.all.len().min(most) && self.partizan.is_none() {
            let from = self.all[self.next];
            cx.games().budget.count_position();
            positions::plain_options(from, cx, &mut moves)?;
            if !moves.impartial {
                self.partizan = Some(from);
            }
            for &option in &moves.left {
                let mut parts = tokens_of(option, cx)?;
                self.splits |= parts.len() > 1;
                if parts.is_empty() {
                    // The token is gone: it has moved to a place without moves.
                    parts.push(cx.positions().sum(&[]));
                }
                for part in parts {
                    cx.games().budget.tick()?;
                    let to = self.number(part);
                    self.edges.push((self.next as u32, to));
                }
            }
            self.next += 1;
        }
        Ok(())
    }
}

impl Vertices {
    /// Returns the piece of each vertex, by its least vertex: no path of moves, forwards or backwards, joins two
    /// pieces. If `ends_join` is false, a move to a vertex without moves does not join pieces.
    pub(super) fn pieces(&self, ends_join: bool, budget: &mut Budget) -> Result<Vec<u32>, Fault> {
        let mut moves = vec![ends_join; self.all.len()];
        self.edges.iter().for_each(|&(from, _)| moves[from as usize] = true);
        let mut above: Vec<u32> = (0..self.all.len() as u32).collect();
        for &(from, to) in self.edges.iter().filter(|(_, to)| moves[*to as usize]) {
            budget.tick()?;
            let (a, b) = (root(&mut above, from), root(&mut above, to));
            above[a.max(b) as usize] = a.min(b);
        }
        Ok((0..above.len() as u32).map(|v| root(&mut above, v)).collect())
    }

    /// Returns a token in another piece than the first.
    pub(super) fn apart(&self, tokens: &[PositionId], budget: &mut Budget) -> Result<Option<PositionId>, Fault> {
        let pieces = self.pieces(true, budget)?;
        let piece = |token: &PositionId| pieces[self.numbers[token] as usize];
        let Some(first) = tokens.first().map(piece) else { return Ok(None) };
        Ok(tokens.iter().copied().find(|token| piece(token) != first))
    }
}

/// Returns the least vertex of a piece; the ways there become shorter.
fn root(above: &mut [u32], mut v: u32) -> u32 {
    while above[v as usize] != v {
        above[v as usize] = above[above[v as usize] as usize];
        v = above[v as usize];
    }
    v
}

/// Returns the token, or the tokens, after a move to this position.
pub(super) fn tokens_of(option: PositionId, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let here = ruleset(cx);
    let mut tokens = Vec::new();
    for part in cx.positions().parts(option) {
        let of = cx.positions().ruleset_of(part);
        if of == here {
            return Err(Fault::None("a move of a token leads to an annihilation game, not to a vertex".into()));
        }
        tokens.extend(positions::tokens(part, cx));
    }
    Ok(tokens)
}
