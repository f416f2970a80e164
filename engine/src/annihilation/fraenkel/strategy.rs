//! Winning a position of value 0 in the end, not only keeping the value.
//!
//! On a graph with cycles a player can go from value 0 to value 0 for ever. Smith's counter function prevents that, but
//! it is known only for the sets of at most four tokens. Fraenkel and Yesha represent a set x of value 0 as a sum over
//! GF(2) of these small sets of value 0; its counter is the sum of theirs. The opponent's move takes a token from some
//! part too; there it is answered by a move to value 0 with a smaller counter. If the token of that answer is on the
//! board the answer is made. If it is not, the position is one that the answer leads to from the represented set, so
//! the opponent may be thought to have moved from there by that very answer, and again there is a part to answer in.
//! The counter falls each time, so an answer that can be made is found, and the play ends.
//!
//! This proves the win from every set that is a sum of small ones. By the theorem of Fraenkel and Yesha every set of
//! value 0 is one. The strategy remembers its parts; choosing by the position alone is not proved to make progress.

use std::ops::Deref;

use super::basis::{self, Basis, Bits};
use super::vectors::Small;
use super::{Annihilation, Board, GONE_VERTEX, moved};
use crate::games::{Budget, Fault};

/// A move: from one vertex to another, or along a loop.
pub type Move = (u32, u32);

/// The space of all sets of value 0, with generators of least counters.
pub(super) struct Zeros {
    /// Numbers of small sets of value 0.
    generators: Vec<u32>,
    /// Their space; a note says which generators were added up.
    basis: Basis,
}

impl Zeros {
    /// Generators are taken in the order of their counters.
    fn new(game: &Annihilation, budget: &mut Budget) -> Result<Zeros, Fault> {
        let mut sets = Vec::new();
        for number in 0..game.vectors.len() {
            budget.tick()?;
            if game.table.finite(number) == Some(0) {
                sets.push((game.table.counter(number, budget)?.unwrap_or(0), number));
            }
        }
        sets.sort_unstable();
        let n = game.board.len();
        let (mut generators, mut basis) = (Vec::new(), Basis::new(n));
        for (_, number) in sets {
            budget.tick()?;
            let (mut vector, mut note) = (game.vector(number), vec![0; basis::words(n)]);
            if (generators.len() as u32) < n {
                basis::toggle(&mut note, generators.len() as u32);
                if basis.insert(&mut vector, &mut note) {
                    generators.push(number);
                }
            }
        }
        Ok(Zeros { generators, basis })
    }

    /// Returns the generators whose sum is this vector.
    fn parts(&self, bits: &[u64]) -> Option<Vec<u32>> {
        let (mut rest, mut note) = (bits.to_vec(), vec![0; bits.len()]);
        self.basis.reduce(&mut rest, &mut note);
        let parts = basis::members(&note).into_iter().map(|i| self.generators[i as usize]).collect();
        basis::is_zero(&rest).then_some(parts)
    }
}

impl Annihilation {
    /// Returns a small set as a vector.
    fn vector(&self, number: u32) -> Bits {
        let mut vector = vec![0; basis::words(self.board.len())];
        self.vectors.set(number).members().iter().for_each(|&v| basis::toggle(&mut vector, v));
        vector
    }

    fn zeros(&self, budget: &mut Budget) -> Result<&Zeros, Fault> {
        if self.zeros.get().is_none() {
            let zeros = Zeros::new(self, budget)?;
            self.zeros.get_or_init(|| zeros);
        }
        Ok(self.zeros.get().expect("set above"))
    }

    /// Returns the parts of a vector of value 0 with the sum of their counters.
    fn represented(&self, bits: &[u64], budget: &mut Budget) -> Result<Option<(u64, Vec<u32>)>, Fault> {
        let Some(parts) = self.zeros(budget)?.parts(bits) else { return Ok(None) };
        Ok(Some((self.counters(&parts, budget)?, parts)))
    }

    fn counters(&self, parts: &[u32], budget: &mut Budget) -> Result<u64, Fault> {
        let mut sum = 0;
        for &part in parts {
            sum += u64::from(self.table.counter(part, budget)?.unwrap_or(0));
        }
        Ok(sum)
    }

    /// Returns a number of moves within which the player who has just moved to this set of value 0 can make the last
    /// one. `None` for other values, and if the sets of the table do not add up to it. The bound is the sum of the
    /// counters of a representation, and need not be least.
    pub fn counter_bound(&self, tokens: &[u32], budget: &mut Budget) -> Result<Option<u64>, Fault> {
        Ok(self.represented(&self.board.bits(tokens), budget)?.map(|(counter, _)| counter))
    }

    /// Returns a move to the value 0, one of least counter bound, if there is one.
    ///
    /// It keeps the win. To bring it home on a large graph the play must be remembered: see [`Strategy`].
    ///
    /// ```
    /// use cg_engine::annihilation::Annihilation;
    /// use cg_engine::graphs::Digraph;
    /// use cg_engine::games::Budget;
    /// let budget = &mut Budget::unlimited();
    /// let cycle = Digraph::from_lists(&[vec![1], vec![2], vec![3], vec![0]], budget)?;
    /// let game = Annihilation::new(&cycle, budget)?;
    /// assert_eq!(game.winning_move(&[0, 1], budget)?, Some((0, 1)));
    /// assert_eq!(game.winning_move(&[0, 2], budget)?, None);
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn winning_move(&self, tokens: &[u32], budget: &mut Budget) -> Result<Option<Move>, Fault> {
        let bits = self.board.bits(tokens);
        let mut best = None;
        for m in self.board.moves_from(&bits) {
            budget.tick()?;
            let next = moved(&bits, m);
            if self.value(&next) != Some(0) {
                continue;
            }
            let counter = self.represented(&next, budget)?.map_or(u64::MAX, |(counter, _)| counter);
            if best.is_none_or(|(least, _)| counter < least) {
                best = Some((counter, m));
            }
        }
        Ok(best.map(|(_, m)| self.board.on_graph(m)))
    }

    /// Returns the follower of a small set that has value 0 and the least counter, with the move there.
    fn answer_in(&self, set: &Small, budget: &mut Budget) -> Result<Option<(Move, u32)>, Fault> {
        let mut best: Option<(u32, (u32, u32), u32)> = None;
        for &u in set.members() {
            for &w in &self.board.moves[u as usize] {
                budget.tick()?;
                let number = self.vectors.number(&after(set, (u, w)));
                if self.table.finite(number) == Some(0) {
                    let counter = self.table.counter(number, budget)?.unwrap_or(0);
                    if best.is_none_or(|(least, ..)| counter < least) {
                        best = Some((counter, (u, w), number));
                    }
                }
            }
        }
        Ok(best.map(|(_, m, number)| (m, number)))
    }
}

/// Returns a small set after a move.
fn after(set: &Small, (u, w): (u32, u32)) -> Small {
    match w {
        GONE_VERTEX => set.toggled(u),
        w if w == u => *set,
        w => set.toggled(u).toggled(w),
    }
}

/// The second player's strategy from a set of value 0.
///
/// ```
/// use cg_engine::annihilation::{Annihilation, Strategy};
/// use cg_engine::graphs::Digraph;
/// use cg_engine::games::Budget;
/// let budget = &mut Budget::unlimited();
/// let cycle = Digraph::from_lists(&[vec![1], vec![2], vec![3], vec![0]], budget)?;
/// let game = Annihilation::new(&cycle, budget)?;
/// let mut second = Strategy::new(&game, &[0, 2], budget)?.expect("the value is 0");
/// assert_eq!(second.answer((0, 1), budget)?, (1, 2));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub struct Strategy<G> {
    game: G,
    /// The set of tokens on the board.
    bits: Bits,
    /// Small sets of value 0 whose sum is `bits`.
    parts: Vec<u32>,
}

impl<G: Deref<Target = Annihilation>> Strategy<G> {
    /// Returns the strategy from this set of tokens. `None` unless its value is 0 and sets of the table add up to it,
    /// as they do if the table contains all sets of four tokens.
    pub fn new(game: G, tokens: &[u32], budget: &mut Budget) -> Result<Option<Strategy<G>>, Fault> {
        let bits = game.board.bits(tokens);
        let represented = game.represented(&bits, budget)?;
        Ok(represented.map(|(_, parts)| Strategy { game, bits, parts }))
    }

    /// Returns the sum of the parts' counters: it falls with every answer.
    pub fn counter(&self, budget: &mut Budget) -> Result<u64, Fault> {
        self.game.counters(&self.parts, budget)
    }

    /// Returns the answer to the opponent's move.
    ///
    /// # Errors
    /// [`Fault::None`] if it is no move.
    pub fn answer(&mut self, (from, to): Move, budget: &mut Budget) -> Result<Move, Fault> {
        let Board { number, moves, .. } = &self.game.board;
        let of = |v: u32| number.get(v as usize).copied().unwrap_or(GONE_VERTEX);
        let mut played = (of(from), of(to));
        if played.0 == GONE_VERTEX || !basis::has(&self.bits, played.0) || !moves[played.0 as usize].contains(&played.1)
        {
            return Err(Fault::None(format!("there is no move from vertex {from} to vertex {to}")));
        }
        let board = moved(&self.bits, played);
        loop {
            budget.tick()?;
            let wrong = || Fault::None("the parts do not make up the set".into());
            let has = |&part: &u32| self.game.vectors.set(part).members().contains(&played.0);
            let at = self.parts.iter().position(has).ok_or_else(wrong)?;
            let set = after(&self.game.vectors.set(self.parts[at]), played);
            let (answer, number) = self.game.answer_in(&set, budget)?.ok_or_else(wrong)?;
            self.parts.swap_remove(at);
            match self.parts.iter().position(|&part| part == number) {
                Some(twice) => {
                    self.parts.swap_remove(twice);
                }
                None if number == 0 => {}
                None => self.parts.push(number),
            }
            if basis::has(&board, answer.0) {
                self.bits = moved(&board, answer);
                return Ok(self.game.board.on_graph(answer));
            }
            played = answer;
        }
    }
}
