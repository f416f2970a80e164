//! Questions about values.

use dashu_int::IBig;

use super::loopy::{listed, options};
use crate::eval::{
    EvalError, Quantity, Reasons, Rest, Session, builtins, game_value, loopy_refused, stopper_of, switch,
};
use crate::value::{Value, order};
use cg_engine::games::{GameId, ParityEnd, Player};
use cg_engine::loopy::{Sided, Stopper};
use cg_engine::ordinals::{GammaValue, Ordinal};
use cg_engine::positions::Context;
use cg_engine::surreals;

builtins! {
    /// Questions about values.
    VALUES, "Values";

    /// Left's options of the canonical form.
    ///
    /// left(*2)  #=> [0, *]
    /// See: right, left_options
    left(G: Sided) -> Vec<Value> = |cx: &mut Session, g| options(cx, g, Player::Left, "left");

    /// Right's options of the canonical form.
    ///
    /// right(up)  #=> [*]
    /// See: left, right_options
    right(G: Sided) -> Vec<Value> = |cx: &mut Session, g| options(cx, g, Player::Right, "right");

    /// The birthday: the day on which the value is created.
    ///
    /// 0 is born on day 0; a game on the day after the last of its options, those of the canonical form (Conway, On
    /// Numbers and Games, ch. 7).
    /// birthday(up)  #=> 2
    /// birthday(10^30)  #=> 1000000000000000000000000000000
    /// birthday(1/3)  #=> omega
    /// See: followers, sign_expansion
    birthday(G: Quantity) -> Ordinal = |cx: &mut Session, x| match x {
        Quantity::Game(g) => Ok(Ordinal::finite(cx.games.birthday(g)?)),
        Quantity::Number(x) => Ok(surreals::birthday(&x, &mut cx.games.budget)?),
        Quantity::Nimber(size) => Ok(size),
        Quantity::Loopy(value) => Err(loopy_refused(cx, value)),
    };

    /// What can be reached from the canonical form, itself included.
    ///
    /// followers(up)  #=> [0, *, up]
    /// See: birthday, options
    followers(G: Sided) -> Vec<Value> = |cx: &mut Session, value: Sided| {
        if let Some(g) = value.short() {
            let all = cx.games.followers(g)?;
            let mut all: Vec<Value> = all.into_iter().map(|g| game_value(&cx.games, g)).collect();
            order::sort(&mut all, cx)?;
            return Ok(all);
        }
        let stopper = stopper_of(cx, value, "followers")?;
        let all = cx.loopy().followers(stopper)?;
        listed(cx, all)
    };

    /// Tiny-G, the value {0||0|-G}.
    ///
    /// For positive numbers G it is positive, and infinitely smaller than up (Winning Ways, ch. 5).
    /// tiny(2) < up  #=> true
    /// tiny(2)  #=> tiny(2)
    /// See: miny, up
    tiny(G: Sided) -> Sided = tiny;

    /// Miny-G, the negative of tiny-G: {G|0||0}.
    ///
    /// miny(2) + tiny(2)  #=> 0
    /// See: tiny
    miny(G: Sided) -> Sided = |cx: &mut Session, g| { let t = tiny(cx, g)?; Ok(cx.loopy().negative(t)?) };

    /// The switch {G, H, ... | -G, -H, ...}; also written `+-(G, H)`.
    ///
    /// switch(1)  #=> +-1
    /// See: ±, stops
    switch(G: Value, others: Rest<Value>) -> Value = |cx: &mut Session, g: Value, others: Rest<Value>| {
        let options: Vec<Value> = std::iter::once(g).chain(others.0).collect();
        switch(cx, &options)
    };

    /// The loopy nim-value with these finite nim-values in reach.
    ///
    /// No finite nim-value, and K is what one move can reach (Smith 1966; Fraenkel's Scenic trails writes ∞(K)).
    /// `inf()` is also the greatest ordinal, for what never ends.
    /// inf(0,2) + *2  #=> inf(0,2)
    /// 5 < inf()  #=> true
    /// See: ∞, gamma, omega
    inf(K: Rest<Ordinal>) -> GammaValue = |_: &mut Session, k: Rest<Ordinal>| Ok(GammaValue::infinite(k.0));

    /// Whether the value is a number.
    ///
    /// is_number(3/4)  #=> true
    /// is_number(1/3)  #=> true
    /// is_number(up)  #=> false
    /// See: is_integer, is_nimber
    is_number(G: Quantity) -> bool = |cx: &mut Session, x| Ok(match x {
        Quantity::Game(g) => cx.games.as_number(g).is_some(),
        Quantity::Number(_) => true,
        Quantity::Nimber(_) | Quantity::Loopy(_) => false,
    });

    /// Whether the value is an integer.
    ///
    /// is_integer(<0|>)  #=> true
    /// See: is_number
    is_integer(G: Quantity) -> bool = |cx: &mut Session, x| Ok(match x {
        Quantity::Game(g) => cx.games.as_number(g).is_some_and(|x| x.is_integer()),
        Quantity::Number(_) | Quantity::Nimber(_) | Quantity::Loopy(_) => false,
    });

    /// Whether the value is a nimber, 0 among them.
    ///
    /// is_nimber(*3 + *5)  #=> true
    /// See: nim_value, is_number
    is_nimber(G: Quantity) -> bool = |cx: &mut Session, x| Ok(match x {
        Quantity::Game(g) => cx.games.as_nimber(g).is_some(),
        Quantity::Number(_) | Quantity::Loopy(_) => false,
        Quantity::Nimber(_) => true,
    });

    /// Whether the game lies between all negative and all positive numbers.
    ///
    /// That is so exactly when both stops are 0.
    /// is_infinitesimal(up)  #=> true
    /// is_infinitesimal(+-1)  #=> false
    /// See: stops, up
    is_infinitesimal(G: Quantity) -> bool = |cx: &mut Session, x| Ok(match x {
        Quantity::Game(g) => cx.games.left_stop(g).is_zero() && cx.games.right_stop(g).is_zero(),
        Quantity::Loopy(value) => cx.loopy().is_infinitesimal(value)?,
        Quantity::Number(_) => false,
        Quantity::Nimber(_) => true,
    });

    /// True if the value is that of a game with finitely many positions.
    ///
    /// Loopy values are; infinite ordinals, other numbers that are no dyadic fractions, and infinite nimbers are not (CGSuite).
    /// [is_finite(up), is_finite(over), is_finite(1/3), is_finite(omega)]  #=> [true, true, false, false]
    /// See: is_loopy, birthday
    is_finite(G: Quantity) -> bool = |_: &mut Session, x| Ok(match x {
        Quantity::Game(_) | Quantity::Loopy(_) => true,
        Quantity::Number(_) => false,
        Quantity::Nimber(n) => n.as_finite().is_some(),
    });

    /// Whether the value is infinitesimally close to a number.
    ///
    /// That is so exactly when both stops are the same number.
    /// is_numberish(1/2 + up)  #=> true
    /// is_numberish(+-1)  #=> false
    /// See: is_infinitesimal, strong_stops, reduced
    is_numberish(G: Quantity) -> bool = |cx: &mut Session, x| Ok(match x {
        Quantity::Game(g) => cx.loopy().is_numberish(g.into())?,
        Quantity::Loopy(value) => cx.loopy().is_numberish(value)?,
        Quantity::Number(_) | Quantity::Nimber(_) => true,
    });

    /// Whether the value is a number, or a number and a tiny or a miny.
    ///
    /// A tiny value is {0||0|H} where H is at most some negative number, a miny value the negative of one.
    /// is_number_tiny(3 + tiny(2))  #=> true
    /// is_number_tiny(up)  #=> false
    /// See: tiny, miny, is_numberish
    is_number_tiny(G: Quantity) -> bool = |cx: &mut Session, x| Ok(match x {
        Quantity::Game(g) => cx.loopy().is_number_tiny(g.into())?,
        Quantity::Loopy(value) => match value.stopper() {
            Some(stopper) => cx.loopy().is_number_tiny(stopper)?,
            None => false,
        },
        Quantity::Number(_) => true,
        Quantity::Nimber(_) => false,
    });

    /// Whether the value is its own double.
    ///
    /// Of games that end only 0 is.
    /// is_idempotent(over)  #=> true
    /// is_idempotent(up)  #=> false
    /// See: degree, over
    is_idempotent(G: Quantity) -> bool = |cx: &mut Session, x| Ok(match x {
        Quantity::Game(g) => g == GameId::ZERO,
        Quantity::Loopy(value) => cx.loopy().is_idempotent(value)?,
        Quantity::Number(_) | Quantity::Nimber(_) => false,
    });

    /// Whether the value is a number, on, off, or a number with over or under.
    ///
    /// These are the values at which play stops (Siegel, Combinatorial Game Theory, VI.4).
    /// is_pseudonumber(1/2 + over)  #=> true
    /// is_pseudonumber(*)  #=> false
    /// See: stops, is_number
    is_pseudonumber(G: Quantity) -> bool = |cx: &mut Session, x| Ok(match x {
        Quantity::Game(g) => cx.games.as_number(g).is_some(),
        Quantity::Loopy(value) => value.stopper().is_some_and(|stopper| cx.loopy().as_stop(stopper).is_some()),
        Quantity::Number(_) => true,
        Quantity::Nimber(_) => false,
    });

    /// Whether every cycle of moves in the canonical form is a pass.
    ///
    /// is_plumtree(up_sum(on))  #=> true
    /// See: is_stopper, pass
    is_plumtree(G: Quantity) -> bool = |cx: &mut Session, x| Ok(match x {
        Quantity::Loopy(value) => cx.loopy().is_plumtree(value)?,
        Quantity::Game(_) | Quantity::Number(_) | Quantity::Nimber(_) => true,
    });

    /// The number of stops in the tree of the canonical form.
    ///
    /// 1 for a number, else the sum over all options of both players.
    /// stop_count(up)  #=> 3
    /// stop_count(+-1)  #=> 2
    /// See: stops, followers
    stop_count(G: GameId) -> IBig = |cx: &mut Session, g| Ok(cx.games.stop_count(g)?.into());

    /// Whether every play in the canonical form has an even number of moves.
    ///
    /// 0 is even, and so is a game all options of which are odd.
    /// is_even(4)  #=> true
    /// is_even(+-1)  #=> true
    /// See: is_odd, is_even_tempered
    is_even(G: GameId) -> bool = |cx: &mut Session, g| Ok(cx.games.parity(g, ParityEnd::Zero)? == Some(true));

    /// Whether every play in the canonical form has an odd number of moves.
    ///
    /// is_odd(*)  #=> true
    /// is_odd(1/2)  #=> false
    /// See: is_even, is_odd_tempered
    is_odd(G: GameId) -> bool = |cx: &mut Session, g| Ok(cx.games.parity(g, ParityEnd::Zero)? == Some(false));

    /// Whether every play comes to a number after an even number of moves.
    ///
    /// A number is even-tempered, and so is a game all options of which are odd-tempered.
    /// is_even_tempered(1/2)  #=> true
    /// is_even_tempered(up)  #=> false
    /// See: is_odd_tempered, is_even
    is_even_tempered(G: GameId) -> bool = |cx: &mut Session, g| {
        Ok(cx.games.parity(g, ParityEnd::Number)? == Some(true))
    };

    /// Whether every play comes to a number after an odd number of moves.
    ///
    /// is_odd_tempered(+-1)  #=> true
    /// is_odd_tempered(*2)  #=> false
    /// See: is_even_tempered, is_odd
    is_odd_tempered(G: GameId) -> bool = |cx: &mut Session, g| {
        Ok(cx.games.parity(g, ParityEnd::Number)? == Some(false))
    };

    /// Whether always both players have a move or neither has.
    ///
    /// In the canonical form and in all its followers: Conway, On Numbers and Games, ch. 9.
    /// is_all_small(up + *)  #=> true
    /// is_all_small(tiny(2))  #=> false
    /// See: is_infinitesimal, atomic_weight
    is_all_small(G: Quantity) -> bool = |cx: &mut Session, x| match x {
        Quantity::Game(g) => Ok(cx.games.is_all_small(g)?),
        Quantity::Loopy(value) => Err(loopy_refused(cx, value)),
        Quantity::Number(_) => Ok(false),
        Quantity::Nimber(_) => Ok(true),
    };

    /// The stops `[left, right]`: the numbers where alternate play ends.
    ///
    /// The left stop is the number reached when Left starts and both play for the better number, the right stop when
    /// Right starts (Conway, On Numbers and Games, ch. 9).
    /// stops(+-1)  #=> [1, -1]
    /// See: switch, is_number
    #[role = Question(Reasons::Stops)]
    stops(G: Sided) -> Vec<Stopper> = |cx: &mut Session, value: Sided| {
        let stopper = stopper_of(cx, value, "stops")?;
        Ok(vec![cx.loopy().stop(stopper, Player::Left)?, cx.loopy().stop(stopper, Player::Right)?])
    };

    /// The stops `[left, right]` without over and under beside a number.
    ///
    /// strong_stops(1/2 + over)  #=> [1/2, 1/2]
    /// strong_stops(+-1)  #=> [1, -1]
    /// See: stops, is_numberish
    strong_stops(G: Sided) -> Vec<Stopper> = |cx: &mut Session, value: Sided| {
        let stopper = stopper_of(cx, value, "strong_stops")?;
        Ok(vec![cx.loopy().strong_stop(stopper, Player::Left)?, cx.loopy().strong_stop(stopper, Player::Right)?])
    };
}

fn tiny(cx: &mut Session, value: Sided) -> Result<Sided, EvalError> {
    if let Some(g) = value.short() {
        let negative = cx.games.negative(g)?;
        let threat = cx.games.from_options(&[GameId::ZERO], &[negative])?;
        return Ok(cx.games.from_options(&[GameId::ZERO], &[threat])?.into());
    }
    let zero = Sided::from(GameId::ZERO);
    let negative = cx.loopy().negative(value)?;
    let threat = cx.loopy().value_of(&[zero], &[negative])?;
    Ok(cx.loopy().value_of(&[zero], &[threat])?)
}
