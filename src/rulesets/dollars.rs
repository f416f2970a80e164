//! Dollars and cents: a game of Smith's whose play ends, but after how many moves nobody can say (1966, section 11).
//!
//! A move takes one cent. When there is none, a player exchanges a dollar for cents, of any even number in the game with
//! an even exchange, and takes his cent. Who leaves no money wins.
//!
//! State: dollars, then cents, two words each.

use dashu_int::UBig;

use crate::games::Fault;
use crate::ordinals::Ordinal;
use crate::positions::{Context, Convention, Known, Options, Pack, PositionId, Rules, RulesetId, Term};

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
    fn long(dollars: u64, cents: u64) -> Option<Ordinal> {
        let dollars = Ordinal::omega().natural_product(&Ordinal::finite(dollars)).ok()?;
        dollars.natural_sum(&Ordinal::finite(cents)).ok()
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

    /// Play is a single line up to the number of cents, whose parity stays what it is.
    fn known(&self, _: RulesetId, state: &[u32], _: &mut C) -> Option<Result<Known, Fault>> {
        let (dollars, cents) = unpack(state);
        let odd = Dollars::moves(dollars, cents, self.rate.unwrap_or(2)) % 2u8 == 1;
        Some(Ok(Known::Nim(u64::from(odd))))
    }

    /// In normal play the loser exchanges and may draw it out; in misère play the winner does and will not.
    fn remoteness_known(&self, state: &[u32], convention: Convention) -> Option<Ordinal> {
        let (dollars, cents) = unpack(state);
        match (convention, self.rate) {
            (Convention::Normal, None) => Dollars::long(dollars, cents),
            (Convention::Normal, Some(rate)) => Some(Ordinal::finite(Dollars::moves(dollars, cents, rate))),
            (Convention::Misere, rate) => {
                Some(Ordinal::finite(Dollars::moves(dollars, cents, rate.unwrap_or(2)) + 1u8))
            }
        }
    }

    fn distance_known(&self, state: &[u32]) -> Option<Ordinal> {
        let (dollars, cents) = unpack(state);
        match self.rate {
            None => Dollars::long(dollars, cents),
            Some(rate) => Some(Ordinal::finite(Dollars::moves(dollars, cents, rate))),
        }
    }

    /// With an even exchange it is always the same player who exchanges: the mover, if the cents are even.
    fn ending_known(&self, state: &[u32], hurried_by_mover: bool) -> Option<Ordinal> {
        let (dollars, cents) = unpack(state);
        let mover_exchanges = cents % 2 == 0;
        if self.rate.is_none() && hurried_by_mover != mover_exchanges {
            return Dollars::long(dollars, cents);
        }
        let moves = Dollars::moves(dollars, cents, self.rate.unwrap_or(2));
        let mover_is_stuck = &moves % 2u8 == 0;
        Some(Ordinal::finite(moves + u8::from(mover_is_stuck == hurried_by_mover)))
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
        let remoteness = Rules::<C>::remoteness_known(self, state, convention)?;
        if remoteness.is_even() || state.iter().all(|&word| word == 0) {
            return Some(Ok(Vec::new()));
        }
        // No choice but at an exchange, where every move does the same.
        let mut moves = Options::default();
        Some(Rules::<C>::options(self, here, state, cx, &mut moves).map(|()| moves.left))
    }
}
