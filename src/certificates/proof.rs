//! Positions that are lost for the player to move, with an answer to each move.

use std::collections::{HashMap, HashSet};

use super::parts::{Literals, Part};
use crate::eval::{EvalError, Session, sum_of};
use cg_engine::games::{Fault, Player};
use cg_engine::graphs::Verdict;
use cg_engine::positions::{Convention, PositionId, Question, Topic};
use cg_engine::questions;

/// The number of positions that a certificate may keep.
const MOST_KEPT: usize = 1_000_000;

/// The numbers of the parts of a position, in ascending order; parts without a move are left out.
pub(super) type Position = Vec<u32>;

/// The parts that positions are made of, with their moves.
pub(super) struct CertifiedParts {
    pub literals: Literals,
    /// The literal games as positions, for questions about who wins.
    forms: Vec<PositionId>,
    numbers: HashMap<Part, u32>,
    pub parts: Vec<Part>,
    is_alive: Vec<bool>,
    moves: HashMap<(u32, Player), Vec<Position>>,
}

/// The positions that each player loses who moves first in them: Left's, and Right's.
pub(super) type LostPositions = [HashSet<Position>; 2];

/// Returns the place of a player's positions.
pub(super) fn side(player: Player) -> usize {
    (player == Player::Right) as usize
}

impl CertifiedParts {
    pub fn new(literals: Literals, cx: &mut Session) -> Result<CertifiedParts, EvalError> {
        let mut forms = Vec::with_capacity(literals.0.len());
        let mut made = vec![None; literals.0.len()];
        // Options of the games of the certificate stand before these, and the negatives keep that order.
        for (number, sides) in literals.0.iter().enumerate() {
            cx.games.budget.tick()?;
            let [left, right] = sides.each_ref().map(|side| {
                side.iter()
                    .map(|option| made[*option as usize].expect("options come before"))
                    .collect::<Vec<PositionId>>()
            });
            let p = cx.positions.form(&left, &right);
            made[number] = Some(p);
            forms.push(p);
        }
        let (numbers, moves) = Default::default();
        Ok(CertifiedParts { literals, forms, numbers, parts: Vec::new(), is_alive: Vec::new(), moves })
    }

    fn number(&mut self, part: Part, cx: &mut Session) -> Result<u32, EvalError> {
        if let Some(&number) = self.numbers.get(&part) {
            return Ok(number);
        }
        cx.games.budget.reserve(512)?;
        let number = self.parts.len() as u32;
        let mut is_alive = false;
        for player in [Player::Left, Player::Right] {
            is_alive |= !part.moves(player, &self.literals, cx)?.is_empty();
        }
        self.is_alive.push(is_alive);
        self.numbers.insert(part.clone(), number);
        self.parts.push(part);
        Ok(number)
    }

    /// Returns the position of these parts.
    pub fn position(&mut self, parts: &[Part], cx: &mut Session) -> Result<Position, EvalError> {
        let mut position = Vec::new();
        for region in parts.iter().flat_map(Part::regions) {
            cx.games.budget.tick()?;
            let number = self.number(region, cx)?;
            if self.is_alive[number as usize] {
                position.push(number);
            }
        }
        position.sort_unstable();
        Ok(position)
    }

    /// Returns the positions after the moves of a player, each once.
    pub fn options(&mut self, position: &[u32], player: Player, cx: &mut Session) -> Result<Vec<Position>, EvalError> {
        let mut options = Vec::new();
        for (at, &number) in position.iter().enumerate() {
            if at > 0 && position[at - 1] == number {
                continue;
            }
            if !self.moves.contains_key(&(number, player)) {
                let mut found = Vec::new();
                for parts in self.parts[number as usize].clone().moves(player, &self.literals, cx)? {
                    cx.games.budget.reserve(64)?;
                    found.push(self.position(&parts, cx)?);
                }
                found.sort_unstable();
                found.dedup();
                self.moves.insert((number, player), found);
            }
            for after in &self.moves[&(number, player)] {
                cx.games.budget.tick()?;
                let mut option: Position =
                    position[..at].iter().chain(&position[at + 1..]).chain(after).copied().collect();
                option.sort_unstable();
                options.push(option);
            }
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    /// Returns `true` if the player who moves first loses.
    pub fn loses(&self, position: &[u32], mover: Player, cx: &mut Session) -> Result<bool, EvalError> {
        let mut parts = Vec::with_capacity(position.len());
        for &number in position {
            parts.push(self.parts[number as usize].position(&self.forms, cx)?);
        }
        let p = sum_of(cx, &parts)?;
        let question = Question::new(Topic::OUTCOME, Convention::Normal, mover);
        Ok(questions::ask(p, question, cx)?.answer == Verdict::Loss)
    }

    /// Returns a move after which the other player loses, to one of the positions `lost` if possible, otherwise to one from
    /// which few moves are to be answered. `None` if there is none.
    pub fn answer(
        &mut self,
        position: &[u32],
        player: Player,
        lost: &HashSet<Position>,
        cx: &mut Session,
    ) -> Result<Option<Position>, EvalError> {
        let mut options = self.options(position, player, cx)?;
        if let Some(known) = options.iter().find(|option| lost.contains(*option)) {
            return Ok(Some(known.clone()));
        }
        let mut counted = Vec::with_capacity(options.len());
        for option in options.drain(..) {
            counted.push((self.options(&option, player.other(), cx)?.len(), option));
        }
        counted.sort_unstable();
        for (_, option) in counted {
            if self.loses(&option, player.other(), cx)? {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }

    /// Adds to `lost` a position that `player` loses who moves first, and what play comes to from it if the other one answers
    /// each move.
    pub fn prove_lost(
        &mut self,
        position: Position,
        player: Player,
        lost: &mut HashSet<Position>,
        cx: &mut Session,
    ) -> Result<(), EvalError> {
        let mut waiting = vec![position.clone()];
        lost.insert(position);
        while let Some(position) = waiting.pop() {
            for after in self.options(&position, player, cx)? {
                let answer = self.answer(&after, player.other(), lost, cx)?.expect("the position is lost");
                if !lost.contains(&answer) {
                    if lost.len() == MOST_KEPT {
                        let limit = MOST_KEPT.to_string();
                        let size = format!("more than {limit}");
                        return Err(Fault::TooLarge { what: "set of positions in a certificate", size, limit }.into());
                    }
                    cx.games.budget.reserve(128 + 8 * answer.len())?;
                    lost.insert(answer.clone());
                    waiting.push(answer);
                }
            }
        }
        Ok(())
    }

    /// Returns `true` if each move of `player` from a position of `lost` is answered by a move to another one.
    pub fn is_closed(&mut self, lost: &HashSet<Position>, player: Player, cx: &mut Session) -> Result<bool, EvalError> {
        for position in lost {
            for after in self.options(position, player, cx)? {
                if !self.options(&after, player.other(), cx)?.iter().any(|answer| lost.contains(answer)) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
