//! Nimania: at the k-th move of the play some number m becomes k + 1 copies of m - 1, and a 1 is taken away (Fraenkel,
//! Scenic trails, section 6).
//!
//! State: the number of the next move, then pairs of a number and how many copies of it there are, in descending order.

use super::several::number;
use crate::games::{Fault, Player};
use crate::positions::{Claim, Convention, Moves, Ruleset, Term, Theorem};

static FIRST_WINS: Theorem =
    Theorem { says: Claim::Because("as the first player wins from every number"), source: "Scenic trails, section 6" };

/// The game of Nimania.
pub struct Nimania;

impl Nimania {
    /// The state before move number `stage` with these numbers and their copies, zeros left out; `None` for too many
    /// copies.
    ///
    /// ```
    /// use cg_engine::rulesets::nimania::Nimania;
    ///
    /// assert_eq!(Nimania::state(3, &[[1, 2], [2, 1], [1, 1]]), Some(vec![3, 2, 1, 1, 3]));
    /// ```
    pub fn state(stage: u64, numbers: &[[u64; 2]]) -> Option<Vec<u64>> {
        let mut numbers: Vec<[u64; 2]> = numbers.iter().copied().filter(|&[m, copies]| m > 0 && copies > 0).collect();
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        let mut state = vec![stage];
        for [m, copies] in numbers {
            match state[..] {
                [_, .., last, ref mut more] if last == m => *more = more.checked_add(copies)?,
                _ => state.extend([m, copies]),
            }
        }
        Some(state)
    }
}

impl Ruleset for Nimania {
    type State = Vec<u64>;

    fn impartial(&self) -> bool {
        true
    }

    fn moves(&self, state: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        let stage = state[0];
        let numbers: Vec<[u64; 2]> = state[1..].chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        out.expect((numbers.len() as u64).saturating_mul(1 + numbers.len() as u64))?;
        for (i, &[m, _]) in numbers.iter().enumerate().rev() {
            let mut next = numbers.clone();
            next[i][1] -= 1;
            let copies = stage.checked_add(1);
            next.push([m - 1, copies.unwrap_or(u64::MAX)]);
            let state = copies.and_then(|after| Nimania::state(after, &next)).ok_or_else(|| Fault::TooLarge {
                what: "number of copies",
                size: format!("more than {}", u64::MAX),
                limit: u64::MAX.to_string(),
            })?;
            out.to(state);
        }
        Ok(())
    }

    fn wins(&self, state: &Vec<u64>, convention: Convention) -> Option<(bool, &'static Theorem)> {
        (convention == Convention::Normal && matches!(state[..], [1, _, 1])).then_some((true, &FIRST_WINS))
    }

    fn term(&self, state: &Vec<u64>) -> Term {
        let numbers = state[1..].chunks_exact(2).map(|pair| match pair {
            [m, 1] => number(*m),
            pair => Term::List(pair.iter().map(|&n| number(n)).collect()),
        });
        let arguments = match state[..] {
            [1] => vec![number(0)],
            [1, m, 1] => vec![number(m)],
            [stage, ..] => vec![Term::List(numbers.collect()), number(stage)],
            [] => Vec::new(),
        };
        Term::Call("nimania".into(), arguments)
    }
}
