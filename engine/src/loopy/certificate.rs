//! The proof that one stopper is at least another: an answer to every move.
//!
//! G >= H if Left, moving second, never runs out of moves in G - H (Siegel, *Combinatorial Game Theory*, VI.2). So a
//! list is a proof if it has an answer of Left for every reachable pair of followers and every move of Right from
//! there. A reader can check it without knowing how it was found.

use super::{Arenas, Stopper};
use crate::games::hashing::FastSet;
use crate::games::{Fault, GameId, Player};

/// A move in a difference G - H: in G, or in H, where the players have changed sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DifferenceMove {
    /// `true` if the move is made in H.
    pub in_second: bool,
    /// The result of the move in that game.
    pub to: Stopper,
}

/// One line of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply {
    /// G and H as they stand before the move.
    pub at: [Stopper; 2],
    /// The move of Right.
    pub to: DifferenceMove,
    /// The answer of Left.
    pub answer: DifferenceMove,
}

impl DifferenceMove {
    /// Returns the two games after the move.
    pub fn after(self, at: [Stopper; 2]) -> [Stopper; 2] {
        if self.in_second { [at[0], self.to] } else { [self.to, at[1]] }
    }
}

impl Arenas<'_> {
    /// Returns the moves of a player in a difference, those in the first game first.
    pub fn difference_moves(&mut self, at: [Stopper; 2], player: Player) -> Result<Vec<DifferenceMove>, Fault> {
        let mut moves = Vec::new();
        for (in_second, player) in [(false, player), (true, player.other())] {
            let options = self.options(at[in_second as usize], player)?;
            moves.extend(options.into_iter().map(|to| DifferenceMove { in_second, to }));
        }
        Ok(moves)
    }

    /// Returns the proof that the first stopper is at least the second, which must be so: an answer of Left to every
    /// move that Right may make in the difference while she keeps to it, breadth first. Where the two have become the
    /// same game she copies his moves in the other one; that is not listed. `None` for a proof of more than `most`
    /// answers, or where a game has more options.
    ///
    /// ```
    /// use cg_engine::games::{Budget, Games};
    /// use cg_engine::loopy::{Arenas, Loops, Stopper};
    /// let (mut games, mut loops) = (Games::new(Budget::unlimited()), Loops::default());
    /// let mut values = Arenas { games: &mut games, loops: &mut loops };
    /// // over - 0: Left answers a pass by moving to 0.
    /// let over = values.over()?;
    /// let proof = values.proof_of_at_least([over, Stopper::ZERO], 10)?.expect("a short proof");
    /// assert_eq!((proof.len(), proof[0].to.to, proof[0].answer.to), (1, over, Stopper::ZERO));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    pub fn proof_of_at_least(&mut self, start: [Stopper; 2], most: usize) -> Result<Option<Vec<Reply>>, Fault> {
        let (mut proof, mut order) = (Vec::new(), vec![start]);
        let mut met: FastSet<[Stopper; 2]> = FastSet::default();
        met.insert(start);
        let mut next = 0;
        while let Some(&at) = order.get(next) {
            next += 1;
            if at[0] == at[1] {
                continue;
            }
            let options = at.map(|game| game.short().map_or(0, |g| self.most_options(g)));
            if options.into_iter().any(|count| count > most as u64) {
                return Ok(None);
            }
            for to in self.difference_moves(at, Player::Right)? {
                let Some(answer) = self.answer(to.after(at))? else { continue };
                if proof.len() == most {
                    return Ok(None);
                }
                proof.push(Reply { at, to, answer });
                let then = answer.after(to.after(at));
                if met.insert(then) {
                    order.push(then);
                }
            }
        }
        Ok(Some(proof))
    }

    pub(super) fn most_options(&self, g: GameId) -> u64 {
        self.games.option_count(g, Player::Left).max(self.games.option_count(g, Player::Right))
    }

    /// Returns a move of Left after which she holds the difference as the second player: one that makes the two games
    /// the same, if there is one.
    fn answer(&mut self, at: [Stopper; 2]) -> Result<Option<DifferenceMove>, Fault> {
        let moves = self.difference_moves(at, Player::Left)?;
        let ends = |m: &&DifferenceMove| m.after(at)[0] == m.after(at)[1];
        if let Some(&answer) = moves.iter().find(ends) {
            return Ok(Some(answer));
        }
        for answer in moves {
            self.games.budget.tick()?;
            let [g, h] = answer.after(at);
            if self.at_least(g, h)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }
}
