//! Questions about values.

use dashu_int::IBig;

use super::loopy::{listed, options};
use crate::eval::{EvalError, Quantity, Reasons, Rest, Session, builtins};
use crate::value::Value;
use cg_engine::games::{GameId, Player};
use cg_engine::loopy::{Sided, Stopper};
use cg_engine::ordinals::{GammaValue, Ordinal};
use cg_engine::positions::Context;

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
    /// See: followers
    birthday(G: GameId) -> IBig = |cx: &mut Session, g| Ok(IBig::from(cx.games.birthday(g)?));

    /// What can be reached from the canonical form, itself included.
    ///
    /// followers(up)  #=> [0, *, up]
    /// See: birthday, options
    followers(G: Sided) -> Vec<Value> = |cx: &mut Session, value: Sided| {
        if let Some(g) = value.short() {
            let all = cx.games.followers(g)?;
            return Ok(all.into_iter().map(|g| cx.game_value(g)).collect());
        }
        let stopper = cx.stopper_of(value, "followers")?;
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
        cx.switch(&options)
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
        Quantity::Number => true,
        Quantity::Nimber | Quantity::Loopy(_) => false,
    });

    /// Whether the value is an integer.
    ///
    /// is_integer(<0|>)  #=> true
    /// See: is_number
    is_integer(G: Quantity) -> bool = |cx: &mut Session, x| Ok(match x {
        Quantity::Game(g) => cx.games.as_number(g).is_some_and(|x| x.is_integer()),
        Quantity::Number | Quantity::Nimber | Quantity::Loopy(_) => false,
    });

    /// Whether the value is a nimber, 0 among them.
    ///
    /// is_nimber(*3 + *5)  #=> true
    /// See: nim_value, is_number
    is_nimber(G: Quantity) -> bool = |cx: &mut Session, x| Ok(match x {
        Quantity::Game(g) => cx.games.as_nimber(g).is_some(),
        Quantity::Number | Quantity::Loopy(_) => false,
        Quantity::Nimber => true,
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
        Quantity::Number => false,
        Quantity::Nimber => true,
    });

    /// Whether always both players have a move or neither has.
    ///
    /// In the canonical form and in all its followers: Conway, On Numbers and Games, ch. 9.
    /// is_all_small(up + *)  #=> true
    /// is_all_small(tiny(2))  #=> false
    /// See: is_infinitesimal, atomic_weight
    is_all_small(G: Quantity) -> bool = |cx: &mut Session, x| match x {
        Quantity::Game(g) => Ok(cx.games.is_all_small(g)?),
        Quantity::Loopy(value) => Err(cx.loopy_refused(value)),
        Quantity::Number => Ok(false),
        Quantity::Nimber => Ok(true),
    };

    /// The stops `[left, right]`: the numbers where alternate play ends.
    ///
    /// The left stop is the number reached when Left starts and both play for the better number, the right stop when
    /// Right starts (Conway, On Numbers and Games, ch. 9).
    /// stops(+-1)  #=> [1, -1]
    /// See: switch, is_number
    #[role = Question(Reasons::Stops)]
    stops(G: Sided) -> Vec<Stopper> = |cx: &mut Session, value: Sided| {
        let stopper = cx.stopper_of(value, "stops")?;
        Ok(vec![cx.loopy().stop(stopper, Player::Left)?, cx.loopy().stop(stopper, Player::Right)?])
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
