//! The proof that one stopper is not at least another: how Right, moving first, wins their difference.
//!
//! G >= H is false if Right, moving first in G - H, can bring Left to a state without moves for her, in a play that
//! ends. So a list is a proof if it has a move of Right for every reachable pair of followers, and no play along it
//! goes in a circle. A reader can check it without knowing how it was found.

use super::{Arenas, DifferenceMove, Stopper};
use crate::games::hashing::FastMap;
use crate::games::{Fault, Outcome, Player};
use crate::graphs::{self, Convention, Digraph, Remoteness};

/// One line of a refutation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// G and H as they stand, with Right to move.
    pub at: [Stopper; 2],
    /// His move.
    pub to: DifferenceMove,
}

/// A pair of games and the player to move.
type PairState = ([Stopper; 2], Player);

impl Arenas<'_> {
    /// Returns the proof that the first stopper is not at least the second: a move of Right wherever Left can bring
    /// play while he keeps to it, breadth first. `None` if it is at least the second, where a game has more than `most`
    /// options, and where play can come to more than `most` pairs.
    ///
    /// ```
    /// use cg_engine::games::{Budget, Games};
    /// use cg_engine::loopy::{Arenas, Loops, Stopper};
    /// let (mut games, mut loops) = (Games::new(Budget::unlimited()), Loops::default());
    /// let mut values = Arenas { games: &mut games, loops: &mut loops };
    /// // 0 - over: Right moves over to 0, and Left has no move.
    /// let over = values.over()?;
    /// let proof = values.refutation_of_at_least([Stopper::ZERO, over], 10)?.expect("a short proof");
    /// assert_eq!((proof.len(), proof[0].to.to), (1, Stopper::ZERO));
    /// assert!(values.refutation_of_at_least([over, Stopper::ZERO], 10)?.is_none());
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn refutation_of_at_least(&mut self, start: [Stopper; 2], most: usize) -> Result<Option<Vec<Attack>>, Fault> {
        let Some(play) = self.play_of_difference(start, most)? else { return Ok(None) };
        let remoteness = play.remoteness(self)?;
        if remoteness.outcome(0) != Outcome::N {
            return Ok(None);
        }
        let (mut proof, mut order, mut met) = (Vec::new(), vec![0], vec![false; play.states.len()]);
        let mut next = 0;
        while let Some(&v) = order.get(next) {
            next += 1;
            // The quickest win: it leads nearer to the end.
            let Some(rest) = remoteness.get(v as u32).and_then(|moves| moves.checked_sub(1)) else { continue };
            let is_next = |w: usize| remoteness.get(w as u32) == Some(rest);
            let Some(&(to, w)) = play.moves[v].iter().find(|&&(_, w)| is_next(w)) else { continue };
            proof.push(Attack { at: play.states[v].0, to });
            for &(_, after) in &play.moves[w] {
                self.games.budget.tick()?;
                if !std::mem::replace(&mut met[after], true) {
                    order.push(after);
                }
            }
        }
        Ok(Some(proof))
    }

    /// Returns all that can be reached in the difference with Right to move first.
    fn play_of_difference(&mut self, start: [Stopper; 2], most: usize) -> Result<Option<DifferencePlay>, Fault> {
        let mut play = DifferencePlay { states: vec![(start, Player::Right)], moves: Vec::new() };
        let mut number: FastMap<PairState, usize> = FastMap::default();
        number.insert(play.states[0], 0);
        while let Some(&(at, mover)) = play.states.get(play.moves.len()) {
            let options = at.map(|game| game.short().map_or(0, |g| self.most_options(g)));
            if options.into_iter().any(|count| count > most as u64) {
                return Ok(None);
            }
            let mut moves = Vec::new();
            for to in self.difference_moves(at, mover)? {
                self.games.budget.tick()?;
                let state = (to.after(at), mover.other());
                let next = play.states.len();
                let w = *number.entry(state).or_insert(next);
                if w == next {
                    if next == 2 * most {
                        return Ok(None);
                    }
                    play.states.push(state);
                }
                moves.push((to, w));
            }
            self.games.budget.reserve(size_of_val(&moves[..]))?;
            play.moves.push(moves);
        }
        Ok(Some(play))
    }
}

/// The play of a difference: states by number, with their moves.
struct DifferencePlay {
    states: Vec<PairState>,
    moves: Vec<Vec<(DifferenceMove, usize)>>,
}

impl DifferencePlay {
    /// Returns the remoteness of each state: how soon it ends, if the player to move or the other player wins.
    fn remoteness(&self, values: &mut Arenas<'_>) -> Result<Remoteness, Fault> {
        let lists: Vec<Vec<u32>> =
            self.moves.iter().map(|moves| moves.iter().map(|&(_, w)| w as u32).collect()).collect();
        let budget = &mut values.games.budget;
        graphs::remoteness(&Digraph::from_lists(&lists, budget)?, Convention::Normal, budget)
    }
}
