//! Games that subtract from one heap: numbers of a set, all but those of a set, or for each player those of his own.

use std::cell::RefCell;

use super::several::number;
use crate::games::{Fault, Player};
use crate::heaps::{Code, Sequence};
use crate::positions::{Known, Moves, Ruleset, Term, Theorem};

static SCORING: Theorem = Theorem { says: "by the nim-value n modulo t + 1", source: "Scenic trails, section 2" };

/// Largest number of a set for which the game is met as a take-and-break game.
const LONGEST_CODE: u64 = 1 << 16;

fn ascending(mut set: Vec<u64>) -> Vec<u64> {
    set.sort_unstable();
    set.dedup();
    set
}

/// The nim-values of the game that `code` makes of a set; nothing for sets with large numbers.
fn sequence(set: &[u64], code: impl Fn(&[usize]) -> Code) -> Option<RefCell<Sequence>> {
    let numbers: Vec<usize> = set.iter().filter(|&&taken| taken > 0).map(|&taken| taken as usize).collect();
    let short = set.last().is_none_or(|&last| last <= LONGEST_CODE);
    short.then(|| RefCell::new(Sequence::new(code(&numbers))))
}

fn set_term(set: &[u64]) -> Term {
    Term::Set(set.iter().map(|&s| number(s)).collect())
}

/// The game that subtracts numbers of this set.
pub struct Subtraction {
    set: Vec<u64>,
    values: Option<RefCell<Sequence>>,
}

impl Subtraction {
    /// The game of a set of positive numbers.
    pub fn new(set: Vec<u64>) -> Subtraction {
        let set = ascending(set);
        Subtraction { values: sequence(&set, Code::taking), set }
    }
}

impl Ruleset for Subtraction {
    type State = u64;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, heap: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        for taken in self.set.iter().take_while(|&taken| taken <= heap) {
            out.to(heap - taken);
        }
        Ok(())
    }

    fn sequence(&self, heap: &u64) -> Option<(&RefCell<Sequence>, u64)> {
        self.values.as_ref().map(|values| (values, *heap))
    }

    fn give_back(&self) {
        if let Some(values) = &self.values {
            let rule = values.borrow().rule().clone();
            values.replace(Sequence::new(rule));
        }
    }

    /// For every subtraction game (Ferguson 1974, theorem 3).
    fn keeps_bouton(&self) -> bool {
        true
    }

    fn term(&self, heap: &u64) -> Term {
        Term::Call("subtraction".into(), vec![set_term(&self.set), number(*heap)])
    }
}

/// The game that subtracts any number that is not in this set.
pub struct AllBut {
    set: Vec<u64>,
    values: Option<RefCell<Sequence>>,
}

impl AllBut {
    /// The game of a set of numbers.
    pub fn new(set: Vec<u64>) -> AllBut {
        let set = ascending(set);
        AllBut { values: sequence(&set, Code::taking_all_but), set }
    }
}

impl Ruleset for AllBut {
    type State = u64;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, &heap: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        out.expect(heap)?;
        (0..heap).filter(|left| self.set.binary_search(&(heap - left)).is_err()).for_each(|left| out.to(left));
        Ok(())
    }

    fn sequence(&self, heap: &u64) -> Option<(&RefCell<Sequence>, u64)> {
        self.values.as_ref().map(|values| (values, *heap))
    }

    fn give_back(&self) {
        if let Some(values) = &self.values {
            let rule = values.borrow().rule().clone();
            values.replace(Sequence::new(rule));
        }
    }

    /// For every subtraction game (Ferguson 1974, theorem 3).
    fn keeps_bouton(&self) -> bool {
        true
    }

    fn term(&self, heap: &u64) -> Term {
        Term::Call("all_but".into(), vec![set_term(&self.set), number(*heap)])
    }
}

/// Scoring: subtract 1 to t (Fraenkel, Scenic trails, section 2).
pub struct Scoring {
    most: u64,
}

impl Scoring {
    /// The game of this t.
    pub fn new(most: u64) -> Scoring {
        Scoring { most }
    }
}

impl Ruleset for Scoring {
    type State = u64;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, &score: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        let most = self.most.min(score);
        out.expect(most)?;
        (1..=most).for_each(|taken| out.to(score - taken));
        Ok(())
    }

    fn closed_form(&self, score: &u64) -> Option<Known> {
        Some(Known::Nim(self.most.checked_add(1).map_or(*score, |modulus| score % modulus)))
    }

    fn theorem(&self) -> Option<&'static Theorem> {
        Some(&SCORING)
    }

    fn keeps_bouton(&self) -> bool {
        true
    }

    /// One move leads to each smaller value, and none to a larger one unless it comes round.
    fn moves_to(&self, &score: &u64, nim_value: u64) -> Option<Vec<u64>> {
        let Some(modulus) = self.most.checked_add(1) else {
            return Some(if nim_value < score { vec![nim_value] } else { Vec::new() });
        };
        let down = (score % modulus + (modulus - nim_value.min(modulus))) % modulus;
        let is_move = nim_value < modulus && down > 0 && down <= score;
        Some(if is_move { vec![score - down] } else { Vec::new() })
    }

    fn term(&self, score: &u64) -> Term {
        Term::Call("scoring".into(), vec![number(self.most), number(*score)])
    }
}

/// The game in which Left subtracts numbers of one set and Right of another (Fraenkel and Kotzig 1987).
pub struct PartizanSubtraction {
    left: Vec<u64>,
    right: Vec<u64>,
}

impl PartizanSubtraction {
    /// The game of two sets of positive numbers.
    pub fn new(left: Vec<u64>, right: Vec<u64>) -> PartizanSubtraction {
        PartizanSubtraction { left: ascending(left), right: ascending(right) }
    }
}

impl Ruleset for PartizanSubtraction {
    type State = u64;

    fn moves(&self, heap: &u64, player: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        let set = if player == Player::Left { &self.left } else { &self.right };
        set.iter().take_while(|&taken| taken <= heap).for_each(|taken| out.to(heap - taken));
        Ok(())
    }

    fn term(&self, heap: &u64) -> Term {
        let sets = [&self.left, &self.right].map(|set| set_term(set));
        Term::Call("partizan_subtraction".into(), sets.into_iter().chain([number(*heap)]).collect())
    }
}
