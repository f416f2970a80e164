//! Temperature theory: the worth of a move, and games under a tax on moves.

use std::rc::Rc;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::errors::NumberError;
use crate::eval::{
    EvalError, Place, Reasons, Session, Summands, as_position, builtins, game_of, game_value, members_of, stopper_of,
    sum_of,
};
use crate::value::{Report, Value, report};
use cg_engine::games::hashing::FastMap;
use cg_engine::games::{Dyadic, GameId, Player, Point};
use cg_engine::loopy::{Sided, Stopper};
use cg_engine::positions::{self, Context};
use cg_engine::questions;

builtins! {
    /// Temperature theory.
    TEMPERATURE, "Temperature";

    /// The thermograph: left and right wall, mean and temperature.
    ///
    /// At temperature t a move costs t; the walls are the stops under that tax, up to where they meet (Conway, On
    /// Numbers and Games, ch. 9). The fields `.left` and `.right` hold their points `[t, x]` from the base up; above
    /// the last stands the mast. `.mean`, `.temperature`, `.left_stop` and `.right_stop` are the numbers of those
    /// names, `.game` is G. The base is -1; of a number it is the temperature, -1/2^k for m/2^k.
    /// thermograph(<7|5||4|1>).left  #=> [[-1, 5], [1, 5], [7/4, 17/4]]
    /// thermograph(<7|5||4|1>).right  #=> [[-1, 4], [3/2, 4], [7/4, 17/4]]
    /// thermograph(1/4).left  #=> [[-1/4, 1/4]]
    /// See: mean, temperature, stops, cool
    #[role = Question(Reasons::Thermograph)]
    thermograph(G: GameId) -> Rc<Report> = thermograph;

    /// The mean value: what a game is worth on average over many copies.
    ///
    /// The stops of n copies of G differ from n·mean by no more than the temperature (Conway, On Numbers and Games, ch. 9). The
    /// means of the summands of a sum, written out or kept as parts, are added: the sum itself need not be found.
    /// mean(<7|5||4|1>)  #=> 17/4
    /// mean(up)  #=> 0
    /// mean(<7|5||4|1> + <1|-1>)  #=> 17/4
    /// See: temperature, mean_bounds, thermograph
    #[role = Question(Reasons::Thermograph)]
    mean(G: Summands) -> RBig = mean;

    /// The temperature: how much a move is worth.
    ///
    /// Cooled by more the game is its mean. Integers have temperature -1, m/2^k has -1/2^k, a number and an
    /// infinitesimal have 0 (Siegel, Combinatorial Game Theory, II.5). A sum, written out or kept as parts, has that
    /// of a summand which is hotter than all others.
    /// temperature(<7|5||4|1>)  #=> 7/4
    /// temperature(5/8)  #=> -1/8
    /// temperature(<9|-9> + <5|-5> + <1|0>)  #=> 9
    /// See: mean, cool, freeze, thermograph
    #[role = Question(Reasons::Thermograph)]
    temperature(G: Summands) -> RBig = temperature;

    /// The left stop: the number where play ends if Left starts.
    ///
    /// left_stop(<3||2*|1*>)  #=> 3
    /// See: right_stop, stops
    #[role = Question(Reasons::Stops)]
    left_stop(G: Sided) -> Stopper = |cx: &mut Session, value: Sided| {
        let stopper = stopper_of(cx, value, "left_stop")?;
        Ok(cx.loopy().stop(stopper, Player::Left)?)
    };

    /// The right stop: the number where play ends if Right starts.
    ///
    /// right_stop(<3||2*|1*>)  #=> 2
    /// See: left_stop, stops
    #[role = Question(Reasons::Stops)]
    right_stop(G: Sided) -> Stopper = |cx: &mut Session, value: Sided| {
        let stopper = stopper_of(cx, value, "right_stop")?;
        Ok(cx.loopy().stop(stopper, Player::Right)?)
    };

    /// Bounds `[low, high]` of n copies, by the mean value theorem.
    ///
    /// Their stops lie between n·mean less and plus the temperature (Conway, On Numbers and Games, ch. 9); of a number the multiple itself.
    /// mean_bounds(<7|5||4|1>, 1000)  #=> [16993/4, 17007/4]
    /// See: mean, temperature, stops
    mean_bounds(G: GameId, n: IBig) -> Vec<RBig> = |cx: &mut Session, g, n: IBig| {
        let (mean, temperature) = (cx.games.mean(g)?, cx.games.temperature(g)?);
        let middle = mean.times(&n);
        let slack = temperature.max(Dyadic::ZERO);
        Ok(vec![(&middle - &slack).to_rational(), (&middle + &slack).to_rational()])
    };

    /// The game cooled by t, a number above -1.
    ///
    /// {cool(G^L, t) - t | cool(G^R, t) + t} as long as t is at most the temperature, beyond it the mean (Conway, On
    /// Numbers and Games, ch. 9).
    /// cool(<3||2*|1*>, 1/2)  #=> <5/2|2*>
    /// cool(<3||2*|1*>, 70)  #=> 9/4
    /// See: heat, freeze, temperature
    cool(G: GameId, t: RBig) -> GameId = cool;

    /// The game heated by t, a number or any game.
    ///
    /// Numbers stay; other games become {heat(G^L, t) + t | heat(G^R, t) - t} (Siegel, Combinatorial Game Theory, II.5).
    /// heat(*, 3)  #=> +-3
    /// heat(<3||2*|1*>, *)  #=> <3*||2|1>
    /// See: cool, overheat
    heat(G: GameId, t: GameId) -> GameId = |cx: &mut Session, g, t| Ok(cx.games.heat(g, t)?);

    /// The game overheated from s to t.
    ///
    /// An integer n becomes n copies of s; other games, in canonical form, {.. G^L .. + t | .. G^R .. - t} (Winning Ways,
    /// ch. 6).
    /// overheat(3, up, 0)  #=> 3*up
    /// overheat(1/2, 1, 1)  #=> <1|0>
    /// See: heat
    overheat(G: GameId, s: GameId, t: GameId) -> GameId = |cx: &mut Session, g, s, t| Ok(cx.games.overheat(g, s, t)?);

    /// The game cooled by its own temperature.
    ///
    /// That is its mean and an infinitesimal, which says who gets the last hot move (Siegel, Combinatorial Game Theory, II.5).
    /// Numbers stay.
    /// freeze(<3||2*|1*>)  #=> 9/4*
    /// See: cool, temperature
    freeze(G: GameId) -> GameId = |cx: &mut Session, g| Ok(cx.games.freeze(g)?);

    /// The hottest components of a sum, or the moves that the policy advises.
    ///
    /// The components of greatest temperature, as positions; a list stands for the sum of its members, for a sum of values
    /// is one value. With a player, `hottest(p, L)`, the sums after his best moves in one of those. Numbers are touched
    /// last. The policy is right for sums of switches and numbers, in general a rule of thumb (Conway, All games bright
    /// and beautiful).
    /// hottest([<2|-1/2>, +-1, 3/4])  #=> [<2|-1/2>]
    /// hottest(form <2|-1/2> + form <1|-1>, L)  #=> [2 + form <1|-1>]
    /// See: temperature, sensible, thermograph
    hottest(p: Value, starter: Option<Player>) -> Vec<Place> = hottest;
}

/// Values the summands, and leaves out pairs that cancel.
pub(crate) fn values(cx: &mut Session, Summands(parts): Summands) -> Result<Vec<GameId>, EvalError> {
    let rest = positions::without_pairs(&parts, cx)?.unwrap_or(parts);
    let mut values = Vec::with_capacity(rest.len());
    let mut unpaired: FastMap<GameId, usize> = FastMap::default();
    for part in rest {
        let value = game_of(cx, part)?;
        let negative = cx.games.negative(value)?;
        match unpaired.get_mut(&negative).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => *unpaired.entry(value).or_default() += 1,
        }
        values.push(value);
    }
    // Each value is kept as often as it has no negative to cancel it.
    values.retain(|value| unpaired.get_mut(value).filter(|count| **count > 0).map(|count| *count -= 1).is_some());
    Ok(values)
}

fn mean(cx: &mut Session, summands: Summands) -> Result<RBig, EvalError> {
    let mut sum = Dyadic::ZERO;
    for value in values(cx, summands)? {
        sum = &sum + &cx.games.mean(value)?;
    }
    Ok(sum.to_rational())
}

fn temperature(cx: &mut Session, summands: Summands) -> Result<RBig, EvalError> {
    let values = values(cx, summands)?;
    Ok(cooled_last(cx, values)?.temperature.to_rational())
}

/// The summands that decide how hot a sum is.
pub(crate) struct Hottest {
    pub count: usize,
    pub sum: GameId,
    pub temperature: Dyadic,
}

/// Adds the hottest summands until all others are colder than their sum. The temperature of that sum is that of the whole: a
/// sum is cooled summand by summand, so it is at most as hot as its hottest summand, and just as hot if only one summand is so
/// hot.
pub(crate) fn cooled_last(cx: &mut Session, values: Vec<GameId>) -> Result<Hottest, EvalError> {
    let mut parts = Vec::new();
    for value in values {
        parts.push((cx.games.temperature(value)?, value));
    }
    parts.sort_by(|a, b| b.0.cmp(&a.0));
    let mut parts = parts.into_iter().peekable();
    let mut sum = parts.next().map_or(GameId::ZERO, |(_, value)| value);
    let mut count = 1;
    loop {
        let temperature = cx.games.temperature(sum)?;
        match parts.next_if(|(other, _)| *other >= temperature) {
            Some((_, value)) => sum = cx.games.sum(sum, value)?,
            None => return Ok(Hottest { count, sum, temperature }),
        }
        count += 1;
    }
}

fn hottest(cx: &mut Session, p: Value, starter: Option<Player>) -> Result<Vec<Place>, EvalError> {
    let members = members_of(&mut cx.games.budget, &p)?.unwrap_or_else(|| vec![p]);
    let mut parts = Vec::new();
    for member in members {
        match as_position(cx, &member)? {
            Some(p) => parts.push(p),
            None => return Err(NumberError::Hottest { got: cx.describe(&member) }.into()),
        }
    }
    let sum = sum_of(cx, &parts)?;
    let parts = cx.positions.parts(sum);
    let found = match starter {
        None => questions::hottest(&parts, cx)?,
        Some(player) => questions::hottest_moves(&parts, player, cx)?,
    };
    Ok(found.into_iter().map(Place).collect())
}

fn thermograph(cx: &mut Session, g: GameId) -> Result<Rc<Report>, EvalError> {
    let thermograph = cx.games.thermograph(g)?;
    let number = |x: &Dyadic| Value::number(x.to_rational());
    let wall =
        |points: &[Point]| Value::list(points.iter().map(|(t, x)| Value::list(vec![number(t), number(x)])).collect());
    let text = |points: &[Point]| points.iter().map(|(t, x)| format!("[{t}, {x}]")).collect::<Vec<_>>().join(", ");
    let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
    let stops = [Player::Left, Player::Right].map(|player| match player {
        Player::Left => cx.games.left_stop(g),
        Player::Right => cx.games.right_stop(g),
    });
    let game = game_value(&cx.games, g);
    let text = format!(
        "mean {mean}, temperature {temperature}, left [{}], right [{}]",
        text(&thermograph.left),
        text(&thermograph.right)
    );
    let report = report::Thermograph {
        text,
        mean: number(mean),
        temperature: number(temperature),
        left: wall(&thermograph.left),
        right: wall(&thermograph.right),
        left_stop: number(&stops[0]),
        right_stop: number(&stops[1]),
        game,
    };
    Ok(report.into())
}

fn cool(cx: &mut Session, g: GameId, t: RBig) -> Result<GameId, EvalError> {
    let Some(t) = Dyadic::from_rational(&t) else {
        // Beyond its temperature a game is its mean value.
        return match cx.games.temperature(g)?.to_rational() < t {
            true => {
                let mean = cx.games.mean(g)?;
                Ok(cx.games.number(&mean))
            }
            false => Err(NumberError::CoolingBy { t }.into()),
        };
    };
    cx.games.cool(g, &t).map_err(|fault| EvalError::unanswered(fault, "cool by a number above -1, such as 0 or -1/2"))
}
