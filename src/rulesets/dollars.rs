//! Dollars and cents: a game of Smith's whose play ends, but after how many moves nobody can say (1966, section 11).
//!
//! A move takes one cent. When there is none, a player exchanges a dollar for cents, of any even number in the game with
//! an even exchange, and takes his cent. Who leaves no money wins.
//!
//! State: dollars, then cents, two words each.

use dashu_int::UBig;

use crate::games::{Fault, Player};
use crate::ordinals::{Length, Ordinal};
use crate::positions::{
    About, Context, Convention, Finding, Known, Options, Pack, Parts, PositionId, Question, Rules, RulesetId, Term,
    Theorem, Way, by_parity,
};

/// The cents are taken one by one, and the same player always exchanges.
static EXCHANGES: Theorem = Theorem { says: "by who exchanges the dollars", source: "Smith 1966, section 11" };

/// The rules of one rate of exchange.
pub struct Dollars {
    rate: Option<u64>,
}

/// The position of `dollars` and `cents`. The rate says how many cents a dollar is, `None` is any even number of them.
///
/// # Errors
/// [`Fault::None`] for a rate of 0: the move must take a cent.
pub fn dollars<C: Context>(dollars: u64, cents: u64, rate: Option<u64>, cx: &mut C) -> Result<PositionId, Fault> {
    if rate == Some(0) {
        return Err(Fault::None("a dollar must be worth at least one cent, for the move takes one".into()));
    }
    let ruleset = cx.positions().ruleset(&format!("dollars {rate:?}"), || Dollars { rate });
    let mut state = Vec::new();
    dollars.pack(&mut state);
    cents.pack(&mut state);
    Ok(cx.positions().intern(ruleset, &state))
}

fn unpack(state: &[u32]) -> (u64, u64) {
    (u64::unpack(state), u64::unpack(&state[2..]))
}

impl Dollars {
    /// All moves of the play if a dollar is exchanged for `rate` cents.
    fn moves(dollars: u64, cents: u64, rate: u64) -> UBig {
        UBig::from(dollars) * rate + cents
    }

    /// ω·d + c, the length of play if who exchanges wants it long.
    fn long(dollars: u64, cents: u64) -> Result<Ordinal, Fault> {
        Ordinal::omega().natural_product(&Ordinal::finite(dollars))?.natural_sum(&Ordinal::finite(cents))
    }

    fn distance(&self, dollars: u64, cents: u64) -> Result<Ordinal, Fault> {
        match self.rate {
            None => Dollars::long(dollars, cents),
            Some(rate) => Ok(Ordinal::finite(Dollars::moves(dollars, cents, rate))),
        }
    }

    /// In normal play the loser exchanges and may draw it out; in misère play the winner does and will not.
    fn remoteness(&self, dollars: u64, cents: u64, convention: Convention) -> Result<Ordinal, Fault> {
        match convention {
            Convention::Normal => self.distance(dollars, cents),
            Convention::Misere => Ok(Ordinal::finite(Dollars::moves(dollars, cents, self.rate.unwrap_or(2)) + 1u8)),
        }
    }

    /// How long one player, who only wants the play to end, needs for that against one who wants it to go on: the mover
    /// if `hurried_by_mover`, else the other. With an even exchange it is always the same player who exchanges: the
    /// mover, if the cents are even.
    fn ending(&self, dollars: u64, cents: u64, hurried_by_mover: bool) -> Result<Ordinal, Fault> {
        let mover_exchanges = cents.is_multiple_of(2);
        if self.rate.is_none() && hurried_by_mover != mover_exchanges {
            return Dollars::long(dollars, cents);
        }
        let moves = Dollars::moves(dollars, cents, self.rate.unwrap_or(2));
        let mover_is_stuck = &moves % 2u8 == 0;
        Ok(Ordinal::finite(moves + u8::from(mover_is_stuck == hurried_by_mover)))
    }
}

impl<C: Context> Rules<C> for Dollars {
    fn is_impartial(&self) -> bool {
        true
    }

    fn options(&self, here: RulesetId, state: &[u32], cx: &mut C, out: &mut Options) -> Result<(), Fault> {
        let (dollars, cents) = unpack(state);
        let next = match (dollars, cents, self.rate) {
            (0, 0, _) => None,
            (_, 1.., _) => Some((dollars, cents - 1)),
            (_, 0, Some(rate)) => Some((dollars - 1, rate - 1)),
            (_, 0, None) => {
                return Err(Fault::None(format!(
                    "there are infinitely many moves: to `dollars({left}, 1)`, `dollars({left}, 3)` and so on, with any odd number of cents",
                    left = dollars - 1
                )));
            }
        };
        out.impartial = true;
        if let Some((dollars, cents)) = next {
            let mut state = Vec::new();
            dollars.pack(&mut state);
            cents.pack(&mut state);
            out.left.push(cx.positions().intern(here, &state));
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &C) -> Term {
        let (dollars, cents) = unpack(state);
        let numbers = [dollars, cents].into_iter().chain(self.rate);
        Term::Call("dollars".into(), numbers.map(|n| Term::Number(Box::new(n.into()))).collect())
    }

    /// The least exchange, for two cents of which one is taken.
    fn some_moves(&self, here: RulesetId, state: &[u32], cx: &mut C) -> Option<Result<Vec<PositionId>, Fault>> {
        let (dollars, cents) = unpack(state);
        let is_exchange = self.rate.is_none() && cents == 0 && dollars > 0;
        let mut state = Vec::new();
        dollars.saturating_sub(1).pack(&mut state);
        1u64.pack(&mut state);
        is_exchange.then(|| Ok(vec![cx.positions().intern(here, &state)]))
    }

    fn leads_to(&self, here: RulesetId, state: &[u32], to: PositionId, cx: &mut C) -> bool {
        let (dollars, cents) = unpack(state);
        let is_exchange = self.rate.is_none() && cents == 0 && dollars > 0;
        let (left, change) = match cx.positions().ruleset_of(to) == here {
            true => unpack(cx.positions().state(to)),
            false => return false,
        };
        is_exchange && left == dollars - 1 && change % 2 == 1
    }

    /// Play is a single line up to the number of cents, whose parity stays what it is.
    fn known(&self, _: RulesetId, state: &[u32], _: &mut C) -> Option<Result<Known, Fault>> {
        let (dollars, cents) = unpack(state);
        let odd = Dollars::moves(dollars, cents, self.rate.unwrap_or(2)) % 2u8 == 1;
        Some(Ok(Known::Nim(u64::from(odd))))
    }

    fn theorem(
        &self,
        _: RulesetId,
        state: &[u32],
        question: Question,
        _: &mut Parts,
        _: &mut C,
    ) -> Result<Option<Finding>, Fault> {
        let (dollars, cents) = unpack(state);
        let length = match question.about {
            About::Distance => self.distance(dollars, cents)?,
            About::Remoteness | About::Outcome => self.remoteness(dollars, cents, question.convention)?,
            // There are no draws.
            About::Success(0 | 1) => self.remoteness(dollars, cents, Convention::Normal)?,
            About::Success(least) => {
                let hurried = if least < 0 { Player::Left } else { Player::Right };
                self.ending(dollars, cents, hurried == question.starter)?
            }
            _ => return Ok(None),
        };
        let length = Length::Ends(length);
        let answer = if question.about == About::Outcome { by_parity(&length).into() } else { length.into() };
        Ok(Some(Finding { answer, way: Way::Theorem(&EXCHANGES, Vec::new()) }))
    }

    /// After an exchange the cents are odd, so its nim-value is 1.
    fn moves_to(
        &self,
        _: RulesetId,
        state: &[u32],
        nim_value: &Ordinal,
        _: &mut C,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let (dollars, cents) = unpack(state);
        let is_exchange = self.rate.is_none() && cents == 0 && dollars > 0;
        (is_exchange && *nim_value != Ordinal::finite(1u64)).then(|| Ok(Vec::new()))
    }

    fn winning_moves(
        &self,
        here: RulesetId,
        state: &[u32],
        convention: Convention,
        cx: &mut C,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let (dollars, cents) = unpack(state);
        let remoteness = match self.remoteness(dollars, cents, convention) {
            Ok(remoteness) => remoteness,
            Err(fault) => return Some(Err(fault)),
        };
        if remoteness.is_even() || state.iter().all(|&word| word == 0) {
            return Some(Ok(Vec::new()));
        }
        // No choice but at an exchange, where every move does the same.
        let mut moves = Options::default();
        Some(Rules::<C>::options(self, here, state, cx, &mut moves).map(|()| moves.left))
    }
}
