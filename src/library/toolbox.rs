//! Simplest numbers, reductions, products, censuses.

use super::errors::NumberError;
use super::loopy::options;
use crate::eval::{
    Count, EvalError, Quantity, Reasons, Session, Sort, ValueKind, as_game, builtins, game_value, nimber_size,
    nimber_value,
};
use crate::value::Value;
use cg_engine::games::{Fault, GameId, Player};
use cg_engine::loopy::Sided;
use cg_engine::notation::Notation;
use cg_engine::ordinals::Ordinal;
use cg_engine::surreals::{self, NumberBound, SignRun, Surreal};

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
    /// simplest(0, 1/omega)  #=> 1/(omega*2)
    /// See: sign_expansion, birthday
    simplest(x: Quantity, y: Quantity) -> Surreal = simplest;

    /// The sign expansion of a number: the way to it in the tree of numbers.
    ///
    /// A text of + and -, one sign a day; also a stalk of blue and red Hackenbush (Conway, On Numbers and Games, ch. 3). Of a
    /// number that is born later, the runs of equal signs with their lengths, if there are finitely many (Gonshor, An
    /// Introduction to the Theory of Surreal Numbers).
    /// sign_expansion(3/4)  #=> "+-+"
    /// sign_expansion(-2)  #=> "--"
    /// sign_expansion(omega - 1)  #=> [["+", omega], ["-", 1]]
    /// See: simplest, birthday, omega
    sign_expansion(x: Quantity) -> Value = sign_expansion;

    /// The first n terms of the quotient x/y of surreal numbers.
    ///
    /// In descending exponents of omega; their sum. A quotient with fewer terms is given as it is.
    /// expansion(1, omega - 1, 3)  #=> 1/omega + 1/omega^2 + 1/omega^3
    /// expansion(omega^2 - 1, omega + 1, 5)  #=> omega - 1
    /// See: /, omega
    #[effect = Pure]
    expansion(x: Surreal, y: Surreal, n: Count) -> Surreal = |cx: &mut Session, x: Surreal, y: Surreal, n: Count| {
        if y.is_zero() {
            return Err(EvalError::DivisionByZero);
        }
        Ok(x.expansion(&y, n.0, &mut cx.games.budget)?)
    };

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
    // Of two games that are ordered, one is the answer on any day.
    let is_ordered = cx.games.less_or_equal(g, h)? || cx.games.less_or_equal(h, g)?;
    match day {
        Some(Count(day)) if day < late => Err(NumberError::EarlyDay { day, late }.into()),
        _ if is_ordered => Ok(late),
        Some(Count(day)) if day > 4 => Err(NumberError::LateDay { day: day - 1 }.into()),
        None if late > 4 => Err(NumberError::LateDay { day: late - 1 }.into()),
        Some(Count(day)) => Ok(day),
        None => Ok(late),
    }
}

fn conway(cx: &mut Session, g: Value, h: Value) -> Result<Value, EvalError> {
    // Nimbers that are no games of the arena: the product is that of nimbers.
    if let (Value::Nimber(_), _) | (_, Value::Nimber(_)) = (&g, &h)
        && let (Some(a), Some(b)) = (nimber_size(&cx.games, &g), nimber_size(&cx.games, &h))
    {
        let product = a.nim_product(&b, &mut cx.games.budget)?;
        return nimber_value(&mut cx.games, product);
    }
    let mut factor = |argument, value: &Value| match as_game(cx, value)? {
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
    Ok(game_value(&cx.games, product))
}

/// Returns the number that a game is.
fn number(cx: &mut Session, value: Quantity) -> Result<Surreal, EvalError> {
    let got = match value {
        Quantity::Number(x) => return Ok(x),
        Quantity::Game(g) => match cx.games.as_number(g) {
            Some(x) => return Ok(x.to_rational().into()),
            None => Value::Game(g),
        },
        Quantity::Nimber(size) => Value::Nimber(size.into()),
        Quantity::Loopy(value) => Value::Loopy(value),
    };
    Err(NumberError::Wanted { got: cx.describe(&got) }.into())
}

fn simplest(cx: &mut Session, x: Quantity, y: Quantity) -> Result<Surreal, EvalError> {
    let (x, y) = (number(cx, x)?, number(cx, y)?);
    let (low, high) = if x < y { (x, y) } else { (y, x) };
    if low == high {
        return Err(NumberError::NothingBetween { x: cx.short(&Value::surreal(low)) }.into());
    }
    let bounds = [low, high].map(NumberBound::Number);
    Ok(surreals::simplest_between(&bounds[..1], &bounds[1..], &mut cx.games.budget)?.unwrap_or_default())
}

fn sign_expansion(cx: &mut Session, x: Quantity) -> Result<Value, EvalError> {
    let x = number(cx, x)?;
    let days = surreals::birthday(&x, &mut cx.games.budget)?;
    let is_finite = days.is_finite();
    if is_finite && days > Ordinal::from(MAX_SIGNS) {
        let limit = MAX_SIGNS.to_string();
        return Err(Fault::TooLarge { what: "sign expansion", size: days.to_string(), limit }.into());
    }
    let mut text = String::new();
    let mut pairs = Vec::new();
    for run in surreals::sign_runs(&x, &mut cx.games.budget)? {
        let SignRun::Equal { plus, length } = run else {
            return Err(NumberError::EndlessSigns { x: cx.short(&Value::surreal(x)), day: days.to_string() }.into());
        };
        let sign = if plus { "+" } else { "-" };
        match length.to_u64().filter(|_| is_finite) {
            Some(count) => text.push_str(&sign.repeat(count as usize)),
            None => pairs.push(Value::list(vec![Value::text(sign), Value::ordinal(length)])),
        }
    }
    Ok(if is_finite { Value::text(text) } else { Value::list(pairs) })
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
