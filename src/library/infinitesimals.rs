//! Infinitesimals: atomic weights, products with up, Conway's super-ups.

use super::errors::NumberError;
use crate::diagnostic::ErrorCode;
use crate::eval::{
    Count, EvalError, FromValue, Quantity, Reasons, Session, Sort, ValueKind, builtins, form_of, form_steps,
    game_value, loopy_refused, loopy_value, ordinal_sum, stopper_of,
};
use crate::value::Value;
use cg_engine::games::{Dyadic, Fault, GameId, Outcome, Player, Ups, Uptimal};
use cg_engine::loopy::{Sided, Stopper};
use cg_engine::positions::Context;

builtins! {
    /// Infinitesimals.
    INFINITESIMALS, "Infinitesimals";

    /// The atomic weight: how many ups the game is worth.
    ///
    /// The g with down + *N < G - g·up < up + *N for remote stars *N (Conway, On Numbers and Games, ch. 16; Winning
    /// Ways, ch. 8). At least 2 and Left wins. All-small games have one, others not always: then the error says why.
    /// atomic_weight(<0|up>)  #=> 2
    /// atomic_weight(<^^*|down*>)  #=> 1/2
    /// atomic_weight(tiny(2))  #=> 0
    /// See: is_atomic, is_all_small, remote_star, norton
    #[role = Question(Reasons::AtomicWeight)]
    atomic_weight(G: GameId) -> GameId = |cx: &mut Session, g| cx.games.atomic_weight(g).map_err(|fault| {
        let help = "`is_atomic(G)` asks whether there is one; `stops` and `mean` measure every game";
        EvalError::unanswered(fault, help).coded(ErrorCode::GameNotAtomic)
    });

    /// Whether the game has an atomic weight.
    ///
    /// is_atomic(<1|^^||^>)  #=> true
    /// is_atomic(<1|^3||^>)  #=> false
    /// See: atomic_weight
    is_atomic(G: Quantity) -> bool = |cx: &mut Session, x| match x {
        Quantity::Loopy(value) => Err(loopy_refused(cx, value)),
        Quantity::Number(_) => Ok(false),
        Quantity::Nimber(_) => Ok(true),
        Quantity::Game(g) => match cx.games.atomic_weight(g) {
            Ok(_) => Ok(true),
            Err(Fault::None(_)) => Ok(false),
            Err(fault) => Err(fault.into()),
        },
    };

    /// The least n for which *n is remote: the value of no follower.
    ///
    /// The game compares alike with all remote stars (Conway, All games bright and beautiful).
    /// remote_star(<0|up>)  #=> 2
    /// See: atomic_weight, followers
    remote_star(G: GameId) -> Count = |cx: &mut Session, g| Ok(Count(cx.games.remote_star(g)?));

    /// Norton's product G.U, for positive U.
    ///
    /// n copies of U for an integer n, else {G^L.U + U + I | G^R.U - U - I} for all incentives I of U (Winning Ways,
    /// ch. 8). It keeps sums and order, and norton(x, up) is Conway's x·up.
    /// norton(1/2, up)  #=> <2*up + *|down + *>
    /// norton(1/2, up) + norton(1/2, up)  #=> up
    /// See: incentives, overheat, conway
    norton(G: GameId, U: GameId) -> GameId = norton;

    /// Left's incentives G^L - G, without dominated ones.
    ///
    /// left_incentives(up)  #=> [down]
    /// See: right_incentives, incentives
    left_incentives(G: GameId) -> Vec<GameId> = |cx: &mut Session, g| {
        let all = cx.games.incentives(g, Player::Left)?;
        Ok(cx.printer.names.in_order(&mut cx.games, all)?)
    };

    /// Right's incentives G - G^R, without dominated ones.
    ///
    /// right_incentives(up)  #=> [up + *]
    /// See: left_incentives, incentives
    right_incentives(G: GameId) -> Vec<GameId> = |cx: &mut Session, g| {
        let all = cx.games.incentives(g, Player::Right)?;
        Ok(cx.printer.names.in_order(&mut cx.games, all)?)
    };

    /// The incentives of both players: what a move gains, the best ones.
    ///
    /// G^L - G and G - G^R, without dominated ones (Siegel, Combinatorial Game Theory, II.5).
    /// incentives(up)  #=> [up + *]
    /// See: left_incentives, right_incentives, temperature
    incentives(G: GameId) -> Vec<GameId> = |cx: &mut Session, g| {
        let mut all = cx.games.incentives(g, Player::Left)?;
        all.extend(cx.games.incentives(g, Player::Right)?);
        cx.games.undominated(&mut all)?;
        Ok(cx.printer.names.in_order(&mut cx.games, all)?)
    };

    /// The sum of the first n powers of up: up + up^2 + ... + up^n.
    ///
    /// It is {up_sum(n-1)|*}, and {*|*}:n on the form as written (Winning Ways, ch. 8).
    /// up_sum(2) == up + up^2  #=> true
    /// See: up, ordinal_sum
    up_sum(n: Value) -> Sided = up_sum;

    /// Conway's up with subscripts: {*0, *1, *2, ...|*a for a in S}.
    ///
    /// On the left all nimbers, of which those up to mex(S) matter (Conway, All games bright and beautiful).
    /// super_up({1})  #=> up
    /// super_up({2})  #=> up + *3
    /// See: super_down, up, mex
    super_up(S: Vec<Count>) -> GameId = super_up;

    /// Conway's down with superscripts: {*a for a in S|*0, *1, *2, ...}.
    ///
    /// The negative of super_up(S) (Conway, All games bright and beautiful).
    /// super_down({1})  #=> down
    /// See: super_up, down
    super_down(S: Vec<Count>) -> GameId = |cx: &mut Session, s| {
        let up = super_up(cx, s)?;
        Ok(cx.games.negative(up)?)
    };

    /// Whether the game is a sum of a number, a nimber and powers of up.
    ///
    /// Multiples of up, up^2, up^3 and so on (Winning Ways, ch. 8; Siegel, Combinatorial Game Theory, II.7).
    /// is_uptimal(1/2 + 3*up - up^3 + *2)  #=> true
    /// is_uptimal(tiny(2))  #=> false
    /// See: up, up_sum, atomic_weight
    is_uptimal(G: Quantity) -> bool = |cx: &mut Session, x| match x {
        Quantity::Loopy(_) => Ok(false),
        Quantity::Number(_) | Quantity::Nimber(_) => Ok(true),
        Quantity::Game(g) => Ok(cx.games.as_uptimal(g).is_some()),
    };

    /// The ordinal sum G:H; also written `G : H`.
    ///
    /// {G^L, G:H^L | G^R, G:H^R}: a move in G ends H. It depends on the form of G: a position is taken as it is
    /// written, a value in canonical form (Winning Ways, ch. 7). Both may be loopy.
    /// ordinal_sum(1/2, 1/4)  #=> 9/16
    /// ordinal_sum(form <-1|1>, on)  #=> 1 + under
    /// ordinal_sum(form <*|*>, 3) == up_sum(3)  #=> true
    /// See: up_sum, form
    ordinal_sum(G: Value, H: Value) -> Value = |cx: &mut Session, g, h| ordinal_sum(cx, g, h);

    /// The subordinate of a value to a base: the game H with G = B : H.
    ///
    /// A position is taken as it is written, a value in canonical form.
    /// subordinate(3/8, 1)  #=> -3/2
    /// subordinate(up, form <*|*>)  #=> 1
    /// See: ordinal_sum, form
    subordinate(G: Sided, B: Value) -> Stopper = |cx: &mut Session, g, base| {
        let g = stopper_of(cx, g, "subordinate")?;
        let form = form_of(cx, &base, "subordinate")?;
        if let Some(found) = cx.loopy().subordinate(g, [&form[0], &form[1]])? {
            return Ok(found);
        }
        // Options of a form that is not canonical may not be seen in the sum, so that the simplest subordinates are tried.
        let wanted = loopy_value(&cx.games, g);
        for h in [0, 1, -1].map(|n| cx.games.integer(n)).into_iter().chain([GameId::STAR]) {
            if ordinal_sum(cx, base.clone(), game_value(&cx.games, h))? == wanted {
                return Ok(h.into());
            }
        }
        Err(NumberError::Subordinate { g: cx.short(&wanted), base: cx.short(&base) }.into())
    };

    /// The ordinal product: every edge of a stalk H becomes a copy of G.
    ///
    /// {P(H^L):G^L, P(H^R):-G^R | P(H^L):G^R, P(H^R):-G^L} with P(H) for the product with H; a red edge becomes a copy of -G
    /// (CGSuite's OrdinalProduct). It depends on both forms: a position is taken as it is written, a value in canonical form.
    /// ordinal_product(2, 3)  #=> 6
    /// ordinal_product(*, hackenbush("BB"))  #=> *2
    /// ordinal_product(*, 2)  #=> 0
    /// See: ordinal_sum, conway, hackenbush
    ordinal_product(G: Value, H: Value) -> GameId = |cx: &mut Session, g, h| {
        let form = form_of(cx, &g, "ordinal_product")?;
        let short = |list: &[Stopper]| list.iter().map(|option| option.short()).collect::<Option<Vec<GameId>>>();
        let (Some(left), Some(right)) = (short(&form[0]), short(&form[1])) else { return Err(Fault::Loopy.into()) };
        let steps = form_steps(cx, &h)?;
        Ok(cx.games.ordinal_product([&left, &right], &steps)?)
    };
}

fn up_sum(cx: &mut Session, n: Value) -> Result<Sided, EvalError> {
    let on = cx.loopy().on()?;
    if n == loopy_value(&cx.games, on) {
        return Ok(cx.loopy().upon()?.into());
    }
    match Count::from_value(&n, cx)? {
        Some(n) => {
            let ups = Ups::sum_of_powers(n.0);
            Ok(cx.games.uptimal(Uptimal { number: Dyadic::ZERO, ups, star: 0 })?.into())
        }
        None => Err(EvalError::Kind {
            argument: 0,
            wanted: ValueKind::new("an integer from 0, or `on`", &[Sort::Integer, Sort::Natural, Sort::Shown]),
            got: cx.describe(&n),
            given: n,
        }),
    }
}

fn norton(cx: &mut Session, g: GameId, u: GameId) -> Result<GameId, EvalError> {
    let whole = cx.games.as_number(g).is_some_and(|x| x.is_integer());
    // Without a positive unit equal games could have different products; copies are copies of anything.
    if !whole && cx.games.outcome(u)? != Outcome::L {
        let u = game_value(&cx.games, u);
        let u = cx.short(&u);
        return Err(NumberError::NotPositive { u }.into());
    }
    Ok(cx.games.norton(g, u)?)
}

fn super_up(cx: &mut Session, s: Vec<Count>) -> Result<GameId, EvalError> {
    if s.is_empty() {
        return Err(NumberError::NoSubscripts.into());
    }
    let mut sizes: Vec<u64> = s.into_iter().map(|n| n.0).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mex = sizes.iter().zip(0..).take_while(|(n, i)| **n == *i).count() as u64;
    let mut left = Vec::new();
    for n in 0..=mex {
        cx.games.budget.tick()?;
        left.push(cx.games.nimber(n)?);
    }
    let mut right = Vec::new();
    for n in sizes {
        right.push(cx.games.nimber(n)?);
    }
    Ok(cx.games.from_options(&left, &right)?)
}
