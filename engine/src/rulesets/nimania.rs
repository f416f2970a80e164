//! Nimania: at the k-th move of the play some number m becomes k + 1 copies of m - 1, and a 1 is taken away (Fraenkel,
//! Scenic trails, section 6). Play may last longer than anybody lives, but the winner need only take care near its end.
//!
//! State: the number of the next move, then pairs of a number and how many copies of it there are, in descending order.

use super::several::number;
use crate::games::{Fault, Player};
use crate::positions::{Claim, Convention, Moves, Ruleset, Term, Theorem};

static PARITY: Theorem = Theorem {
    says: Claim::Because("by the parity of the moves to come, which the first player can still change"),
    source: "Scenic trails, section 6",
};

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

    /// A 2 that becomes k + 1 copies of 1 at move k is good for k + 2 moves. So the first player, who makes the odd moves,
    /// changes the parity of all moves to come with each 2, and the second player does not. With none but 1s, parity
    /// decides. With one 2, the first player to move takes it or a 1, whichever leaves an even number of 1s; that the
    /// second player must take it then at last is no harm. More 2s are left until there is one. A larger number becomes at
    /// least two, so while there is one, the first player may do anything (Fraenkel, Loebl and Nešetřil 1988).
    fn wins(&self, state: &Vec<u64>, convention: Convention) -> Option<(bool, &'static Theorem)> {
        if convention == Convention::Misere {
            return None;
        }
        let copies = |number: u64| state[1..].chunks_exact(2).find(|pair| pair[0] == number).map_or(0, |pair| pair[1]);
        let (ones, twos) = (copies(1), copies(2));
        let has_larger = state.get(1).is_some_and(|&largest| largest > 2);
        let won = match state[0] % 2 {
            1 => has_larger || twos > 0 || ones % 2 == 1,
            _ => !has_larger && twos < 2 && ones % 2 == 1,
        };
        Some((won, &PARITY))
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
