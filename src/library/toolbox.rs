//! Simplest numbers, reductions, products, censuses.

use dashu_int::IBig;
use dashu_int::ops::BitTest;
use dashu_ratio::RBig;

use super::errors::NumberError;
use super::loopy::options;
use crate::eval::{Count, EvalError, Reasons, Session, Sort, ValueKind, builtins};
use crate::value::Value;
use cg_engine::games::{Dyadic, Fault, GameId, Player};
use cg_engine::loopy::Sided;
use cg_engine::notation::Notation;

/// The longest sign expansion that is written.
const MAX_SIGNS: u64 = 1_000_000;

builtins! {
    /// More about values.
    TOOLBOX, "More about values";

    /// The reduced canonical form: the game without its infinitesimals.
    ///
    /// The simplest game that differs from G by an infinitesimal (Siegel, Combinatorial Game Theory, II.6).
    /// reduced(<3||2*|1*>)  #=> <3||2|1>
    /// reduced(3 + up)  #=> 3
    /// See: is_infinitesimal, freeze
    reduced(G: GameId) -> GameId = |cx: &mut Session, g| Ok(cx.games.reduced(g)?);

    /// Conway's product of the canonical forms.
    ///
    /// All G'H + GH' - G'H' (Conway, On Numbers and Games, ch. 1): the product of numbers, the nim-product of nimbers.
    /// conway(1/2, 1/4)  #=> 1/8
    /// conway(*5, *6)  #=> *8
    /// conway(*omega, *(omega^2))  #=> *2
    /// See: norton
    conway(G: Value, H: Value) -> Value = conway;

    /// The simplest number strictly between two numbers.
    ///
    /// The one that is born first (Conway, On Numbers and Games, ch. 2). The order of the two does not matter.
    /// simplest(1, 11/8)  #=> 5/4
    /// simplest(-1, 99)  #=> 0
    /// simplest(1/3, 1)  #=> 1/2
    /// See: sign_expansion, birthday
    simplest(x: Value, y: Value) -> GameId = simplest;

    /// The sign expansion of a number: the way to it in the tree of numbers.
    ///
    /// A text of + and -, one sign a day; also a stalk of blue and red Hackenbush (Conway, On Numbers and Games, ch. 3).
    /// sign_expansion(3/4)  #=> "+-+"
    /// sign_expansion(-2)  #=> "--"
    /// See: simplest, birthday
    sign_expansion(x: Value) -> String = sign_expansion;

    /// All values born by day n, for n up to 3.
    ///
    /// There are 1, 4, 22 and 1474 (Siegel, Combinatorial Game Theory, III.1). By day 4 there are more than 10^28 and fewer
    /// than 4*10^184 (Suetsugu, arXiv:2208.13403; the first bounds are of Wolfe and Fraser, Counting the number of games, 2004).
    /// len(born_by(2))  #=> 22
    /// See: birthday, random_game
    born_by(n: Count) -> Vec<GameId> = |cx: &mut Session, n: Count| match n.0 {
        0..=3 => Ok(cx.games.born_by(n.0)?),
        n => Err(NumberError::LateDay { day: n }.into()),
    };

    /// The join of two games among those born by day n.
    ///
    /// The least game born by day n that is no less than either; without n, by the later of their birthdays (Calistrate,
    /// Paulhus and Wolfe 2002).
    /// game_join(0, *)  #=> 1
    /// game_join(0, *, 2)  #=> 1/2
    /// See: game_meet, birthday, born_by
    game_join(G: GameId, H: GameId, n: Option<Count>) -> GameId = |cx: &mut Session, g, h, n: Option<Count>| {
        let day = common_day(cx, g, h, n)?;
        Ok(cx.games.join(g, h, day)?)
    };

    /// The meet of two games among those born by day n.
    ///
    /// The greatest game born by day n that is no more than either; without n, by the later of their birthdays.
    /// game_meet(0, *)  #=> -1
    /// See: game_join, birthday
    game_meet(G: GameId, H: GameId, n: Option<Count>) -> GameId = |cx: &mut Session, g, h, n: Option<Count>| {
        let day = common_day(cx, g, h, n)?;
        Ok(cx.games.meet(g, h, day)?)
    };

    /// A random game born by day n; one seed gives one game.
    ///
    /// Its options, up to two a side, come from random games of the days before.
    /// birthday(random_game(5, 1)) <= 5  #=> true
    /// See: born_by
    random_game(n: Count, seed: Count) -> GameId = |cx: &mut Session, n: Count, seed: Count| {
        Ok(cx.games.random_game(n.0, seed.0)?)
    };

    /// The canonical form with its options spelled out, as a text.
    ///
    /// canonical(up)  #=> "<0|*>"
    /// canonical(1/2)  #=> "<0|1>"
    /// See: left, right, value
    #[role = Question(Reasons::Value)]
    canonical(G: Sided) -> String = canonical;

    /// The companion of a game: * for 0, and the companions of its options.
    ///
    /// {G^L°|G^R°}, with 0 as one more left option if G > 0, one more right option if G < 0 (Calistrate, Paulhus and
    /// Wolfe, On the lattice structure of finite games).
    /// companion(up)  #=> up + *
    /// companion(0)  #=> *
    /// See: born_by
    companion(G: GameId) -> GameId = |cx: &mut Session, g| Ok(cx.games.companion(g)?);
}

/// Returns the day for a join or a meet: the one that is given, or the later birthday.
///
/// # Errors
/// A day before one of the birthdays, or one that is too late to list the games before it.
fn common_day(cx: &mut Session, g: GameId, h: GameId, day: Option<Count>) -> Result<u64, EvalError> {
    let birthday = cx.games.birthday(g)?.max(cx.games.birthday(h)?);
    let late = u64::try_from(birthday).unwrap_or(u64::MAX);
    match day {
        Some(Count(day)) if day < late => Err(NumberError::EarlyDay { day, late }.into()),
        Some(Count(day)) if day > 4 => Err(NumberError::LateDay { day: day - 1 }.into()),
        None if late > 4 => Err(NumberError::LateDay { day: late - 1 }.into()),
        Some(Count(day)) => Ok(day),
        None => Ok(late),
    }
}

fn conway(cx: &mut Session, g: Value, h: Value) -> Result<Value, EvalError> {
    // Nimbers that are no games of the arena: the product is that of nimbers.
    if let (Value::Nimber(_), _) | (_, Value::Nimber(_)) = (&g, &h)
        && let (Some(a), Some(b)) = (cx.nimber_size(&g), cx.nimber_size(&h))
    {
        let product = a.nim_product(&b, &mut cx.games.budget)?;
        return cx.nimber_value(product);
    }
    let mut factor = |argument, value: &Value| match cx.as_game(value)? {
        Some(g) => Ok(g),
        None => Err(EvalError::Kind {
            argument,
            wanted: ValueKind::new("a game", &[Sort::Game]),
            got: cx.describe(value),
            given: value.clone(),
        }),
    };
    let (a, b) = (factor(0, &g)?, factor(1, &h)?);
    let product = cx.games.conway_product(a, b)?;
    Ok(cx.game_value(product))
}

/// Returns the number as a dyadic one.
fn dyadic(cx: &mut Session, value: &Value) -> Result<Dyadic, EvalError> {
    let number = match cx.as_game(value)? {
        Some(g) => cx.games.as_number(g),
        None => None,
    };
    match number {
        Some(x) => Ok(x),
        None => Err(NumberError::Wanted { got: cx.describe(value) }.into()),
    }
}

fn simplest(cx: &mut Session, x: Value, y: Value) -> Result<GameId, EvalError> {
    let (x, y) = (rational(cx, &x)?, rational(cx, &y)?);
    let (low, high) = if x < y { (x, y) } else { (y, x) };
    let none = |low, high| NumberError::NothingBetween { low, high }.into();
    if low == high {
        return Err(none(low, high));
    }
    // A grid fine enough that a point of it lies between: then the ends may be moved out to the grid.
    let gap = RBig::ONE / (&high - &low);
    let fine = IBig::ONE << (gap.ceil().bit_len() + 1);
    let down = |x: &RBig| Dyadic::from_rational(&(RBig::from((x * &fine).floor()) / &fine));
    let (bottom, top) = (down(&low), down(&-&high));
    match (bottom, top) {
        (Some(bottom), Some(top)) => match Dyadic::simplest_between(Some((&bottom, false)), Some((&-&top, false))) {
            Some(between) => Ok(cx.games.number(&between)),
            None => Err(none(low, high)),
        },
        _ => Err(none(low, high)),
    }
}

/// Returns the value as a number, dyadic or not.
fn rational(cx: &mut Session, value: &Value) -> Result<RBig, EvalError> {
    match value.as_number() {
        Some(x) => Ok(x),
        None => Ok(dyadic(cx, value)?.to_rational()),
    }
}

fn sign_expansion(cx: &mut Session, x: Value) -> Result<String, EvalError> {
    let x = dyadic(cx, &x)?;
    let number = cx.games.number(&x);
    let days = cx.games.birthday(number)?;
    if days > MAX_SIGNS.into() {
        let limit = MAX_SIGNS.to_string();
        return Err(Fault::TooLarge { what: "sign expansion", size: days.to_string(), limit }.into());
    }
    // Down the tree of numbers, between the nearest ancestors on both sides.
    let (mut low, mut high): (Option<Dyadic>, Option<Dyadic>) = (None, None);
    let mut here = Dyadic::ZERO;
    let mut signs = String::new();
    while here != x {
        cx.games.budget.tick()?;
        let rises = here < x;
        signs.push(if rises { '+' } else { '-' });
        if rises {
            low = Some(here);
        } else {
            high = Some(here);
        }
        here = match (&low, &high) {
            (Some(a), Some(b)) => (a + b).half(),
            (Some(a), None) => a + &Dyadic::from(1),
            (None, Some(b)) => b - &Dyadic::from(1),
            (None, None) => Dyadic::ZERO,
        };
    }
    Ok(signs)
}

pub(crate) fn canonical(cx: &mut Session, value: Sided) -> Result<String, EvalError> {
    let mut sides = Vec::new();
    for player in [Player::Left, Player::Right] {
        let mut texts = Vec::new();
        for option in options(cx, value, player, "canonical")? {
            texts.push(if option == Value::Loopy(value) {
                "pass".into()
            } else {
                cx.written(&option, cx.printer.notation)?
            });
        }
        sides.push(texts);
    }
    let signs = match cx.printer.notation {
        notation if notation.signs().typeset.is_some() => notation.signs(),
        _ => Notation::Ascii.signs(),
    };
    let ([open, close], bar) = (signs.literal, signs.bars[0]);
    Ok(format!("{open}{}{bar}{}{close}", sides[0].join(", "), sides[1].join(", ")))
}
