//! Nimania: at the k-th move of the play some number m becomes k + 1 copies of m - 1, and a 1 is taken away (Fraenkel,
//! Scenic trails, section 6). Play may last longer than anybody lives, but the winner need only take care near its end.
//!
//! State: the number of the next move, then pairs of a number and how many copies of it there are, in descending order.

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::several::number;
use crate::games::{Fault, Player};
use crate::ordinals::{Length, Ordinal};
use crate::positions::{About, Claim, Convention, Facts, Finding, Moves, Ruleset, Term, Theorem, Theorems};

static CHANGED: Theorem = Theorem {
    says: Claim::Because("by the parity of the moves to come, which one player alone can change"),
    source: "Fraenkel, Loebl and Nešetřil 1988; Scenic trails, section 6",
};
static FIXED_PARITY: Theorem = Theorem {
    says: Claim::Because("by the parity of the moves to come, which nobody can change"),
    source: "Fraenkel and Nešetřil 1985; Scenic trails, section 6",
};

static LONGEST_PLAY: Theorem = Theorem {
    says: Claim::Because("by the play that always takes the least number"),
    source: "Scenic trails, section 6",
};

/// Moves of the longest play up to which the others are searched.
const MAX_SEARCHED: u32 = 1 << 20;
/// Bits of the longest number of moves that is computed.
const MAX_BITS: u64 = 1 << 16;

/// The game of Nimania.
#[derive(PartialEq, Eq, Hash)]
pub struct Nimania;

/// The number of copies that a move makes, by its effect on the parity of all moves to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// An even number, always. Then a number of 2 or more is good for one move and an even number of equally long plays: an
    /// odd number of moves, as a 1 is.
    Even,
    /// An odd number, always. Then m is good for 1 + (m - 1) moves, modulo 2.
    Odd,
    /// At the odd moves an even number, at least 2, and at the even moves an odd one; or the other way round. With each 2
    /// that he takes, the player of even growth adds an odd number of moves, his opponent an even number.
    Mixed {
        /// `true` if the growth is even at the odd moves.
        even_at_odd: bool,
    },
}

impl Growth {
    /// Returns `true` if the player to move wins, before move `stage` with these numbers and their copies.
    ///
    /// If the growth is mixed, the player of even growth is the strong one. With none but 1s, parity decides. With one
    /// 2, the strong player takes it or a 1, whichever leaves an even number of 1s; it does no harm that the other must
    /// take the 2 then at last. As long as there are more 2s, he leaves them until there is one. A larger number
    /// becomes at least two 2s by his move and at least one by the other's, so while there is one, he may do anything
    /// (for Nimania: Fraenkel, Loebl and Nešetřil 1988). In misère play this way of counting fails: a 2 alone is lost
    /// for him.
    ///
    /// ```
    /// use cg_engine::positions::Convention;
    /// use cg_engine::rulesets::nimania::Growth;
    ///
    /// let nimania = Growth::Mixed { even_at_odd: true };
    /// assert!(nimania.wins(1, &[[1_000_000, 1]], Convention::Normal).is_some_and(|(won, _)| won));
    /// ```
    pub fn wins(self, stage: u64, numbers: &[[u64; 2]], convention: Convention) -> Option<(bool, &'static Theorem)> {
        let copies = |of: &dyn Fn(u64) -> bool| {
            let chosen = numbers.iter().filter(|&&[m, _]| of(m)).map(|&[_, copies]| copies);
            chosen.fold(0, u64::saturating_add)
        };
        let is_odd = |of: &dyn Fn(u64) -> bool| {
            numbers.iter().filter(|&&[m, _]| of(m)).fold(false, |odd, &[_, copies]| odd ^ (copies % 2 == 1))
        };
        let fixed = |odd: bool| Some((odd ^ (convention == Convention::Misere), &FIXED_PARITY));
        match self {
            Growth::Even => fixed(is_odd(&|m| m > 0)),
            Growth::Odd => fixed(is_odd(&|m| m % 2 == 1)),
            Growth::Mixed { .. } if convention == Convention::Misere => None,
            Growth::Mixed { even_at_odd } => {
                let (odd_ones, twos) = (is_odd(&|m| m == 1), copies(&|m| m == 2));
                let has_larger = copies(&|m| m > 2) > 0;
                let is_strong = (stage % 2 == 1) == even_at_odd;
                let won = match is_strong {
                    true => has_larger || twos > 0 || odd_ones,
                    false => !has_larger && twos < 2 && odd_ones,
                };
                Some((won, &CHANGED))
            }
        }
    }
}

/// Returns `true` if a play may last longer than `most` moves, before move `stage` with these numbers and their copies,
/// by a growth that makes `copies` of the number of a move. The play always takes the least number, and all 1s are one
/// step.
///
/// ```
/// use cg_engine::rulesets::nimania::lasts;
///
/// // 13 moves from 3 with the growth k + 1 (Fraenkel, Scenic trails, section 6).
/// let lasts = |most| lasts(1, &[[3, 1]], most, |k| Ok(k + 1));
/// assert!(lasts(12)? && !lasts(13)?);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// The errors of `copies`.
pub fn lasts(
    stage: u64,
    numbers: &[[u64; 2]],
    most: u64,
    mut copies: impl FnMut(u64) -> Result<u64, Fault>,
) -> Result<bool, Fault> {
    let mut numbers: Vec<[u64; 2]> = numbers.iter().copied().filter(|[m, copies]| *m > 0 && *copies > 0).collect();
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    let mut moves = 0u64;
    while moves <= most {
        let Some([m, left]) = numbers.pop() else { return Ok(false) };
        if m == 1 {
            moves = moves.saturating_add(left);
            continue;
        }
        let made = copies(stage.saturating_add(moves))?;
        moves += 1;
        let kept = [[m, left - 1], [m - 1, made]];
        numbers.extend(kept.into_iter().filter(|[_, copies]| *copies > 0));
    }
    Ok(true)
}

/// Returns the number of moves of the longest play of Nimania before move `stage`, or `None` if it has more than 2^16 bits.
///
/// The play always takes the least number, as later moves make more copies. A 2 that is taken at move k becomes k + 1 ones,
/// so that the next number is taken at move 2k + 2.
///
/// ```
/// use cg_engine::rulesets::nimania::longest;
///
/// assert_eq!(longest(1, &[[3, 1]]), Some(13u8.into()));
/// assert_eq!(longest(1, &[[4, 1]]), Some(22_539_988_369_405u64.into()));
/// assert_eq!(longest(1, &[[5, 1]]), None);
/// ```
pub fn longest(stage: u64, numbers: &[[u64; 2]]) -> Option<UBig> {
    let mut numbers: Vec<(u64, UBig)> = numbers.iter().map(|&[m, copies]| (m, copies.into())).collect();
    numbers.retain(|(m, copies)| *m > 0 && !copies.is_zero());
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    if numbers.first().is_some_and(|&(m, _)| m > 4) {
        return None;
    }
    let mut next = UBig::from(stage);
    while let Some((m, copies)) = numbers.pop() {
        match m {
            1 => next += copies,
            2 => {
                let doublings = u64::try_from(&copies).ok().filter(|&doublings| doublings <= MAX_BITS)?;
                next = ((next + 2u8) << doublings as usize) - 2u8;
            }
            _ => {
                next += 1u8;
                if !copies.is_one() {
                    numbers.push((m, copies - 1u8));
                }
                numbers.push((m - 1, next.clone()));
            }
        }
        if next.bit_len() as u64 > MAX_BITS {
            return None;
        }
    }
    Some(next - stage)
}

/// Returns the numbers of a state with their copies.
fn numbers(state: &[u64]) -> Vec<[u64; 2]> {
    state[1..].chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

impl Nimania {
    /// Returns the state before move number `stage` with these numbers and their copies, zeros left out, or `None` for
    /// too many copies.
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

    fn facts(&self) -> Facts<'_, Vec<u64>> {
        Facts { impartial: true, theorems: Some(self), ..Facts::default() }
    }

    fn moves(&self, state: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        let stage = state[0];
        let numbers = numbers(state);
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

impl Theorems<Vec<u64>> for Nimania {
    fn wins(&self, state: &Vec<u64>, convention: Convention) -> Option<(bool, &'static Theorem)> {
        Growth::Mixed { even_at_odd: true }.wins(state[0], &numbers(state), convention)
    }

    fn length(&self, state: &Vec<u64>, about: About, convention: Convention) -> Option<Result<Finding, Fault>> {
        let longest = longest(state[0], &numbers(state));
        let bound = match &longest {
            Some(moves) => format!("no play lasts longer than {moves} moves"),
            None if state[1..].first().is_some_and(|&m| m > 4) => "play can last more than 2^(2^101) moves".into(),
            None => format!("play can last more than 2^{MAX_BITS} moves"),
        };
        match (about, longest) {
            (About::Distance, _) if convention == Convention::Misere => None,
            (About::Distance, Some(moves)) => {
                Some(Ok(Finding::told(Length::Ends(Ordinal::finite(moves)), &LONGEST_PLAY)))
            }
            (About::Distance, None) => Some(Err(Fault::None(bound))),
            (About::Remoteness | About::Suspense, Some(moves)) if moves <= UBig::from(MAX_SEARCHED) => None,
            (About::Remoteness, _) if state[..] == [1, 4, 1] && convention == Convention::Normal => {
                Some(Err(Fault::None(format!(
                    "the loser can delay the winner for more than 2^44 moves (Scenic trails, section 6), and {bound}"
                ))))
            }
            (About::Remoteness | About::Suspense, _) => {
                Some(Err(Fault::None(format!("nobody has counted the moves of a delayed win here, and {bound}"))))
            }
            _ => None,
        }
    }
}
