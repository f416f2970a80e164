//! Dollars and cents: a game of Smith's whose play ends, but after how many moves nobody can say (1966, section 11).
//!
//! A move takes one cent. When there is none, a player exchanges a dollar for cents, of any even number in the game with
//! an even exchange, and takes his cent. Who leaves no money wins.
//!
//! State: dollars, then cents, as heaps.

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use crate::games::{Fault, Player};
use crate::graphs::Foreclosed;
use crate::heaps::ReplyCount;
use crate::ordinals::{GammaValue, Length, Ordinal};
use crate::positions::{
    About, Alike, Answer, Claim, Context, Convention, Facts, Finding, Here, Known, MoveGoal, Numbered, Options, Parts,
    PositionId, Question, Rules, Term, Theorem, by_parity, heaps_of, position_of_heaps,
};

/// The largest number of exchanges that are distinguished one by one.
const MAX_EXCHANGES: usize = 10_000;

/// The cents are taken one by one, and the same player always exchanges.
static EXCHANGES: Theorem =
    Theorem { says: Claim::Because("by who exchanges the dollars"), source: "Smith 1966, section 11" };

/// The rules of one rate of exchange.
#[derive(PartialEq, Eq, Hash)]
pub struct Dollars {
    rate: Option<u64>,
}

/// Returns the position of `dollars` and `cents`. A dollar is `rate` cents, or any even number of them if `rate` is
/// `None`.
///
/// # Errors
/// [`Fault::None`] for a rate of 0: the move must take a cent.
pub fn dollars(dollars: UBig, cents: UBig, rate: Option<u64>, cx: &mut dyn Context) -> Result<PositionId, Fault> {
    if rate == Some(0) {
        return Err(Fault::None("a dollar must be worth at least one cent, for the move takes one".into()));
    }
    let ruleset = cx.positions().add_rules(Dollars { rate });
    Ok(position_of_heaps(cx, ruleset, &[dollars, cents]))
}

fn unpack(state: &[u32]) -> (UBig, UBig) {
    let mut heaps = heaps_of(state).into_iter();
    (heaps.next().unwrap_or_default(), heaps.next().unwrap_or_default())
}

impl Dollars {
    /// Returns all moves of the play if a dollar is exchanged for `rate` cents.
    fn moves(dollars: &UBig, cents: &UBig, rate: u64) -> UBig {
        dollars * rate + cents
    }

    /// Returns ω·d + c, the length of play if the player who exchanges wants it long.
    fn long(dollars: &UBig, cents: &UBig) -> Result<Ordinal, Fault> {
        Ordinal::omega()
            .natural_product(&Ordinal::finite(dollars.clone()))?
            .natural_sum(&Ordinal::finite(cents.clone()))
    }

    fn distance(&self, dollars: &UBig, cents: &UBig) -> Result<Ordinal, Fault> {
        match self.rate {
            None => Dollars::long(dollars, cents),
            Some(rate) => Ok(Ordinal::finite(Dollars::moves(dollars, cents, rate))),
        }
    }

    /// Returns the remoteness. In normal play the loser exchanges and may draw it out; in misère play the winner does
    /// and will not.
    fn remoteness(&self, dollars: &UBig, cents: &UBig, convention: Convention) -> Result<Ordinal, Fault> {
        match convention {
            Convention::Normal => self.distance(dollars, cents),
            Convention::Misere => Ok(Ordinal::finite(Dollars::moves(dollars, cents, self.rate.unwrap_or(2)) + 1u8)),
        }
    }

    /// Returns the suspense. In normal play the loser exchanges and hastens the end; in misère play the winner does and
    /// draws it out.
    fn suspense(&self, dollars: &UBig, cents: &UBig, convention: Convention) -> Result<Ordinal, Fault> {
        match convention {
            Convention::Normal => Ok(Ordinal::finite(Dollars::moves(dollars, cents, self.rate.unwrap_or(2)))),
            Convention::Misere => self.distance(dollars, cents)?.natural_sum(&Ordinal::finite(1u64)),
        }
    }

    /// Returns the nim-value without the moves that end the money or let the other end it: the cents still go one by
    /// one, until one or two are left.
    fn foreclosed(&self, dollars: &UBig, cents: &UBig, convention: Convention) -> Finding {
        let moves = Dollars::moves(dollars, cents, self.rate.unwrap_or(2));
        let misere = convention == Convention::Misere;
        let value = match (moves.is_zero(), moves.is_one() && !misere) {
            (true, _) => Foreclosed::Ended,
            (_, true) => Foreclosed::Won,
            _ => Foreclosed::Open(GammaValue::nimber(u64::from(moves.bit(0) != misere))),
        };
        Finding::told(value, &EXCHANGES)
    }

    /// Returns the number of moves that a player who only wants the play to end needs against one who wants it to go
    /// on. He is the mover if `hurried_by_mover`, else the other. With an even exchange it is always the same player
    /// who exchanges: the mover, if the cents are even.
    fn ending(&self, dollars: &UBig, cents: &UBig, hurried_by_mover: bool) -> Result<Ordinal, Fault> {
        let mover_exchanges = !cents.bit(0);
        if self.rate.is_none() && hurried_by_mover != mover_exchanges {
            return Dollars::long(dollars, cents);
        }
        let moves = Dollars::moves(dollars, cents, self.rate.unwrap_or(2));
        let mover_is_stuck = &moves % 2u8 == 0;
        Ok(Ordinal::finite(moves + u8::from(mover_is_stuck == hurried_by_mover)))
    }
}

impl Rules for Dollars {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let (dollars, cents) = unpack(here.state);
        out.impartial = true;
        if !cents.is_zero() {
            out.left.push(position_of_heaps(cx, here.id, &[dollars, cents - 1u8]));
        } else if !dollars.is_zero() {
            let left = dollars - 1u8;
            let Some(rate) = self.rate else {
                return Err(Fault::None(format!(
                    "there are infinitely many moves: to `dollars({left}, 1)`, `dollars({left}, 3)` and so on, with any odd number of cents"
                )));
            };
            out.left.push(position_of_heaps(cx, here.id, &[left, (rate - 1).into()]));
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let (dollars, cents) = unpack(state);
        let numbers = [dollars, cents].into_iter().chain(self.rate.map(UBig::from));
        Term::Call("dollars".into(), numbers.map(|n| Term::Number(Box::new(n.into()))).collect())
    }

    fn facts(&self) -> Facts<'_> {
        Facts::impartial()
    }

    fn find_moves(
        &self,
        here: Here<'_>,
        goal: MoveGoal<'_>,
        _: ReplyCount,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let (dollars, cents) = unpack(here.state);
        let is_exchange = self.rate.is_none() && cents.is_zero() && !dollars.is_zero();
        match goal {
            // After an exchange the cents are odd, so its nim-value is 1.
            MoveGoal::Value(nim_value) => (is_exchange && *nim_value != Ordinal::finite(1u64)).then(|| Ok(Vec::new())),
            MoveGoal::Win(convention, _) => match self.remoteness(&dollars, &cents, convention) {
                Ok(moves) if moves.is_even() || dollars.is_zero() && cents.is_zero() => Some(Ok(Vec::new())),
                // No choice but at an exchange, where every move does the same.
                Ok(_) => {
                    let mut moves = Options::default();
                    Some(self.options(here, cx, &mut moves).map(|()| moves.left))
                }
                Err(fault) => Some(Err(fault)),
            },
            // The least exchange, for two cents of which one is taken.
            MoveGoal::Any(wanted) => is_exchange.then(|| {
                let left = dollars - 1u8;
                let positions = cx.positions_ref();
                let wanted = wanted.filter(|&q| positions.ruleset_of(q) == here.id).filter(|&q| {
                    let (dollars, cents) = unpack(positions.state(q));
                    dollars == left && cents.bit(0)
                });
                let least = position_of_heaps(cx, here.id, &[left.clone(), UBig::ONE]);
                Ok([least].into_iter().chain(wanted).collect())
            }),
        }
    }

    /// Returns the kinds of moves. All even exchanges leave an odd number of cents, and the longer they last the larger
    /// they are.
    fn kinds_of_moves(
        &self,
        here: Here<'_>,
        questions: &[Question],
        enough: &[Ordinal],
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<Alike>, Fault>> {
        let (dollars, cents) = unpack(here.state);
        if self.rate.is_some() || !cents.is_zero() || dollars.is_zero() {
            return None;
        }
        let is_length = |about| matches!(about, About::Remoteness | About::Suspense);
        if !questions
            .iter()
            .all(|q| is_length(q.about) || matches!(q.about, About::Outcome | About::CanMove | About::Foreclosed))
        {
            return None;
        }
        let asked = questions.iter().find(|question| is_length(question.about));
        let left = dollars - 1u8;
        let (mut kinds, mut cents) = (Vec::new(), UBig::ONE);
        let is_foreclosed = |q: &Question| q.about == About::Foreclosed && q.convention == Convention::Normal;
        if left.is_zero() && questions.iter().any(is_foreclosed) {
            // The last cent is taken, and that ends it.
            kinds.push(Alike::one(position_of_heaps(cx, here.id, &[left.clone(), cents.clone()])));
            cents += 2u8;
        }
        while let Some(&Question { about, convention, .. }) = asked {
            let length = match about {
                About::Suspense => self.suspense(&left, &cents, convention),
                _ => self.remoteness(&left, &cents, convention),
            };
            match length {
                Ok(length) if length.is_beyond(enough) => break,
                Ok(_) if kinds.len() >= MAX_EXCHANGES => return None,
                Ok(_) => kinds.push(Alike::one(position_of_heaps(cx, here.id, &[left.clone(), cents.clone()]))),
                Err(fault) => return Some(Err(fault)),
            }
            cents += 2u8;
        }
        let pieces = vec![format!("dollars({left}, 2*"), format!(" + {cents})")];
        let all = Some(Numbered { pieces, range: "from 0 on".into(), is_endless: true });
        kinds.push(Alike { first: position_of_heaps(cx, here.id, &[left, cents]), all, grows: asked.is_some() });
        Some(Ok(kinds))
    }

    fn value(&self, here: Here<'_>, _: &mut dyn Context) -> Option<Result<Known, Fault>> {
        let (dollars, cents) = unpack(here.state);
        Some(Ok(Known::Nim(Dollars::moves(&dollars, &cents, self.rate.unwrap_or(2)).bit(0).into())))
    }

    fn theorem(
        &self,
        here: Here<'_>,
        question: Question,
        _: &mut Parts,
        _: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        let (dollars, cents) = unpack(here.state);
        let length = match question.about {
            About::Distance => self.distance(&dollars, &cents)?,
            About::Remoteness | About::Outcome => self.remoteness(&dollars, &cents, question.convention)?,
            About::Suspense => self.suspense(&dollars, &cents, question.convention)?,
            // There are no draws.
            About::Success(0 | 1) => self.remoteness(&dollars, &cents, Convention::Normal)?,
            About::Success(least) => {
                let hurried = if least < 0 { Player::Left } else { Player::Right };
                self.ending(&dollars, &cents, hurried == question.starter)?
            }
            // Every move takes a cent, or a dollar for cents.
            About::Ends | About::Decided => return Ok(Some(Finding::given(Answer::Yes(true)))),
            About::Foreclosed => return Ok(Some(self.foreclosed(&dollars, &cents, question.convention))),
            About::CanMove => return Ok(Some(Finding::given(Answer::Yes(!dollars.is_zero() || !cents.is_zero())))),
            // No theorem is asked about moves.
            _ => return Ok(None),
        };
        let length = Length::Ends(length);
        let answer: Answer = if question.about == About::Outcome { by_parity(&length).into() } else { length.into() };
        Ok(Some(Finding::told(answer, &EXCHANGES)))
    }
}
