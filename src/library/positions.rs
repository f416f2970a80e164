//! Questions about play.

use dashu_int::IBig;
use rustc_hash::{FxHashMap, FxHashSet};

use super::errors::PlayError;
use super::strategy::read_terms;
use super::{endless_sums, points};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::{
    EvalError, FromValue, Place, Reasons, Rest, Role, Session, Sort, Subject, Terms, ValueKind, as_game, as_position,
    at_heaps, builtins, gamma_value, loopy_refused, members_of, negate, nim_value_by_rule, nimber_size,
    outcome_by_rule, reserve_list, role_of, ruleset_with, sum_of, with_components_in_order, worth_of,
};
use crate::show::outcome_words;
use crate::value::{Report, Ruleset, Value};
use cg_engine::annihilation::Meeting;
use cg_engine::games::{Fault, GameId, Outcome, Player};
use cg_engine::positions::{self, Context, Convention, Options, PositionId};
use cg_engine::questions;
use cg_engine::rulesets::compound::{Kind, compound};
use cg_engine::rulesets::variants::{Variant, variant};

builtins! {
    /// Questions about play.
    POSITIONS, "Positions";

    /// The value of a position: its canonical form, γ-value or loopy value.
    ///
    /// Where play can go round in circles, the γ-value if both players have the same moves, else a stopper or the two sides.
    /// A value is its own value.
    /// value(form <0|pass>)  #=> over
    /// See: form, gamma, onside, outcome
    /// value(form <0,+-1|2>)  #=> 1
    #[role = Question(Reasons::Value)]
    value(p: Subject) -> Value = value;

    /// The moves of both players as positions.
    ///
    /// A move of both comes once. A position to which the rules lead by several moves may come several times, as often as they
    /// list it.
    /// options(nim(2))  #=> [nim(0), nim(1)]
    /// See: left_options, right_options
    options(p: Place) -> Vec<Place> = |cx: &mut Session, p| {
        let options = moves(cx, p)?;
        let mut all = options.left.clone();
        if !options.impartial {
            let left: FxHashSet<PositionId> = options.left.iter().copied().collect();
            all.extend(options.right.iter().filter(|q| !left.contains(q)));
        }
        Ok(all.into_iter().map(Place).collect())
    };

    /// Left's moves as positions.
    ///
    /// left_options(form <0,+-1|2>)  #=> [0, +-1]
    /// See: right_options, options
    left_options(p: Place) -> Vec<Place> = |cx: &mut Session, p| Ok(moves(cx, p)?.left.into_iter().map(Place).collect());

    /// Right's moves as positions.
    ///
    /// right_options(form <0,+-1|2>)  #=> [2]
    /// See: left_options, options
    right_options(p: Place) -> Vec<Place> = |cx: &mut Session, p| {
        Ok(moves(cx, p)?.right().iter().copied().map(Place).collect())
    };

    /// The sensible moves as positions: the options that are not dominated.
    ///
    /// No other option of that player is better; of equally good ones all stay (Conway, All games bright and beautiful).
    /// `[Left's, Right's]`, or one list where both are the same; `sensible(p, L)` gives Left's alone.
    /// sensible(form <0,1|2,3>)  #=> [[1], [2]]
    /// sensible(nim(2))  #=> [nim(0), nim(1)]
    /// See: options, left_options, hottest
    sensible(p: Place, starter: Option<Player>) -> Value = sensible;

    /// The ways in which a player comes to the options of the canonical form.
    ///
    /// For each option K of that player in the canonical form a list of positions, moves in turns from p: the player moves to a
    /// position at least as good as K, the opponent answers with one at most as good for that player as p, and so on, until the
    /// value is K (CGSuite).
    /// sensible_lines(form <0,-1|1>, L)  #=> [[0]]
    /// sensible_lines(form <form <2|form <0|>>|>, L)  #=> [[form <2|<0|>>, form <0|>, 0]]
    /// See: sensible, canonical, reduced
    sensible_lines(p: Place, player: Player) -> Vec<Vec<Place>> = sensible_lines;

    /// The nim-value of an impartial position.
    ///
    /// The mex of the options' nim-values (Sprague 1935, Grundy 1939); where play can go round in circles, the γ-value
    /// (Smith 1966). A partizan position has one only if its value is a nimber.
    /// See: mex, gamma, inf, nim_sum
    /// nim_value(nim(3, 5))  #=> 6
    /// nim_value(*4)  #=> 4
    #[role = NimValue]
    nim_value / grundy (p: Subject) -> Value = nim_value;

    /// The nim-value of a position in which Left alone moves.
    ///
    /// The mex of those of Left's options, in the form as it is written. Of an impartial position it is the nim-value.
    /// left_grundy(domineering(2, 2))  #=> 0
    /// left_grundy(up)  #=> 1
    /// See: right_grundy, nim_value, mex
    left_grundy(p: Place) -> IBig = |cx: &mut Session, p: Place| one_sided_value(cx, p.0, Player::Left);

    /// The nim-value of a position in which Right alone moves.
    ///
    /// right_grundy(up)  #=> 0
    /// right_grundy(nim(3))  #=> 3
    /// See: left_grundy, nim_value, mex
    right_grundy(p: Place) -> IBig = |cx: &mut Session, p: Place| one_sided_value(cx, p.0, Player::Right);

    /// The γ-value of an impartial position, as a value that can be added.
    ///
    /// A nimber such as `*4`, or `inf(0,2)` where no finite nim-value fits: Smith 1966; Fraenkel, Scenic trails, section 3.
    /// `inf(K)` tells what a position is worth beside impartial games. Beside others it is one game with that γ-value, such
    /// as `dud` for `inf()`, so add the position itself to those.
    /// gamma(nim(3))  #=> *3
    /// g := graph <a -> b; b -> a, t; t>; gamma(g.b)  #=> *
    /// See: nim_value, inf, is_loopy
    #[role = Question(Reasons::Value)]
    gamma(p: Subject) -> Value = gamma;

    /// The outcome class: who wins, for each starter.
    ///
    /// `outcome(p, misere)` when a player who cannot move wins. A value has forgotten its play: outside normal play it
    /// is answered for its canonical form, with a warning. `outcome(p, points)` is read off the signs of both scores. A last
    /// argument `L` or `R` says who starts.
    /// outcome(up + *)  #=> N
    /// outcome(*, R)  #=> R
    /// outcome(nim(1, 1), misere)  #=> N
    /// outcome(form <1 & 0|0>)  #=> N
    /// See: outcomes, who_wins, misere
    #[role = Outcome]
    outcome(p: Subject, c: Option<Terms>, starter: Option<Player>) -> Outcome = |cx: &mut Session, p, c, starter| {
        outcome(cx, "outcome", p, c, starter)
    };

    /// Who wins when Left starts, and when Right starts: `L`, `R` or `D` each.
    ///
    /// outcomes(up)  #=> [L, L]
    /// outcomes(nim(2))  #=> [L, R]
    /// See: outcome, who_wins
    #[role = Question(Reasons::Winner)]
    outcomes(p: Subject, c: Option<Convention>) -> Vec<Outcome> = |cx: &mut Session, p, c: Option<Convention>| {
        Ok(by_starter(cx, p, c.unwrap_or_default())?.to_vec())
    };

    /// Who wins, in words.
    ///
    /// who_wins(nim(3, 5))  #=> "the next player wins"
    /// who_wins(nim(3, 5), misere, R)  #=> "Right wins"
    /// See: outcome, L, R
    #[role = WhoWins]
    who_wins(p: Subject, c: Option<Terms>, starter: Option<Player>) -> String = |cx: &mut Session, p, c, starter| {
        Ok(outcome_words(outcome(cx, "who_wins", p, c, starter)?).to_string())
    };

    /// Whether play from a position can return to an earlier one.
    ///
    /// is_loopy(nim(3))  #=> false
    /// g := graph <a -> a>; is_loopy(g.a)  #=> true
    /// See: graph, gamma
    is_loopy(p: Subject) -> bool = is_loopy;

    /// True if play from a position never returns to an earlier one.
    ///
    /// is_loopfree(nim(3))  #=> true
    /// is_loopfree(over)  #=> false
    /// See: is_loopy, is_stopper
    is_loopfree(p: Subject) -> bool = |cx: &mut Session, p| Ok(!is_loopy(cx, p)?);

    /// Whether both players have the same moves, now and ever after.
    ///
    /// is_impartial(nim(3))  #=> true
    /// is_impartial(form <0|*>)  #=> false
    /// See: is_loopy, nim_value
    is_impartial(p: Place) -> bool = |cx: &mut Session, p: Place| Ok(positions::is_impartial(p.0, cx)?);

    /// The position in which both players have the moves of both.
    ///
    /// Now and ever after. Of a sum it is the sum of those of the parts; an impartial position is its own. Of a ruleset it is
    /// a ruleset, which takes the same arguments.
    /// nim_value(impartial(clobber("xo.xo")))  #=> 0
    /// nim_value(impartial(domineering(3, 3)))  #=> 0
    /// impartial(domineering(1, 2) + nim(2))  #=> *3
    /// impartial(clobber)("xo.xo")  #=> 0
    /// See: is_impartial, nim_value
    #[role = Variant(Variant::Impartial)]
    impartial(p: Value, arguments: Rest<Value>) -> Value =
        |cx: &mut Session, p, arguments| varied(cx, Variant::Impartial, p, arguments);

    /// The position that ends when either player has no move.
    ///
    /// Now and ever after, so that its value is all-small: d(G) = <d(G^L)|d(G^R)> where both players have options, 0 elsewhere
    /// (CGSuite). Of a sum it is the sum of those of the parts. Of a ruleset it is a ruleset, which takes the same arguments.
    /// [value(dicotic(2)), value(dicotic(<2|-1>))]  #=> [0, *]
    /// dicotic(domineering)(2, 2)  #=> *
    /// See: twisted, impartial, is_all_small
    #[role = Variant(Variant::Dicotic)]
    dicotic(p: Value, arguments: Rest<Value>) -> Value =
        |cx: &mut Session, p, arguments| varied(cx, Variant::Dicotic, p, arguments);

    /// The position in which the players change places after every move.
    ///
    /// Every option q becomes -q, now and ever after: t(G) = <-t(G^L)|-t(G^R)>. Of a sum it is the sum of those of the parts:
    /// only the part that was played in is turned. Of a ruleset it is a ruleset, which takes the same arguments.
    /// [value(twisted(2)), value(twisted(<1|-1>))]  #=> [0, 0]
    /// [value(twisted(cutcake(1, n))) for n in 1..4]  #=> [0, 1, 0, 1]
    /// twisted(eatcake(2, 5)) == -turn_and_eatcake(2, 5)  #=> true
    /// See: dicotic, impartial, negative
    #[role = Variant(Variant::Twisted)]
    twisted(p: Value, arguments: Rest<Value>) -> Value =
        |cx: &mut Session, p, arguments| varied(cx, Variant::Twisted, p, arguments);

    /// The same with the players exchanged; also written `-p`.
    ///
    /// Each has the moves of the other, now and ever after.
    /// [negative(domineering(2, 3))]  #=> [-domineering(".../...")]
    /// negative(up) == down  #=> true
    /// See: -G, impartial
    negative(p: Value) -> Value = |cx: &mut Session, p| negate(cx, p);

    /// Whether two positions are the same as positions.
    ///
    /// The order of components does not matter; `==` compares values instead.
    /// See: ==
    /// same(nim(1) + nim(2), nim(2) + nim(1))  #=> true
    /// same(nim(1, 2), nim(3))  #=> false
    same(p: Place, q: Place) -> bool = |cx: &mut Session, p: Place, q: Place| {
        Ok(with_components_in_order(cx, p.0)? == with_components_in_order(cx, q.0)?)
    };

    /// Several positions played as one; `sum(p, q)` is `p + q`.
    ///
    /// The kind says where a move is made: `disj` in one component, `conj` in all, `sel` in any of them, and when play ends:
    /// `disj_short`, `conj_long`, `sel_short` (Conway, On Numbers and Games, ch. 14). Without a kind it is `disj`, the
    /// disjunctive sum. In `annihilation`, `electrons` and `welter` the components are tokens on one graph.
    /// With `for n in naturals` it has infinitely many heaps: in `disj` a draw unless few of them have moves, and in `conj` over with
    /// the first that ends (Smith 1966, sections 10 and 6).
    /// sum(nim(1), nim(2))                     #=> *3
    /// who_wins(sum(conj, nim(1), nim(2)))     #=> "the next player wins"
    /// remoteness(sum(conj, kayles(n + 5) for n in naturals))  #=> 5
    /// See: +, disj, conj, sel, disj_short, conj_long, sel_short, annihilation, electrons, sum_list
    #[role = Sum]
    sum(kind: Value, components: Rest<Value>) -> Place = sum;
}

fn is_loopy(cx: &mut Session, p: Subject) -> Result<bool, EvalError> {
    match p {
        Subject::Position(p) => match questions::is_loopy(p, cx) {
            // Points are counted at the end of play, which goes on as if there were none.
            Err(Fault::Points) => match questions::scores(p, cx) {
                Err(Fault::Loopy) => Ok(true),
                scores => Ok(scores.map(|_| false)?),
            },
            answer => Ok(answer?),
        },
        Subject::Value(value) => Ok(matches!(value, Value::Gamma(_) | Value::Loopy(_))),
    }
}

fn moves(cx: &mut Session, p: Place) -> Result<Options, EvalError> {
    let mut options = Options::default();
    positions::options(p.0, cx, &mut options).map_err(|fault| {
        EvalError::unanswered(fault, "ask something that needs no list of moves: `outcome(p)` or `winning_moves(p)`")
    })?;
    // The options of a value stand in the order in which they are written.
    if let Some(g) = cx.positions.as_value(p.0) {
        for (player, list) in [(Player::Left, &mut options.left), (Player::Right, &mut options.right)] {
            let ordered = cx.printer.names.options(&mut cx.games, g, player)?;
            *list = ordered.into_iter().map(|g| cx.positions.of_value(g)).collect();
        }
    }
    Ok(options)
}

fn sensible_lines(cx: &mut Session, Place(p): Place, player: Player) -> Result<Vec<Vec<Place>>, EvalError> {
    let whole = short_value(cx, p)?;
    let mut lines = Vec::new();
    for wanted in cx.printer.names.options(&mut cx.games, whole, player)? {
        lines.extend(shortest_line(cx, p, whole, wanted, player)?);
    }
    Ok(lines)
}

/// Returns a shortest sensible line from `p`, of value `whole`, to an option of its canonical form.
fn shortest_line(
    cx: &mut Session,
    p: PositionId,
    whole: GameId,
    wanted: GameId,
    player: Player,
) -> Result<Option<Vec<Place>>, EvalError> {
    // Positions in which the player moves, each with the one before and the move between them.
    let mut visited: Vec<(PositionId, Option<(usize, PositionId)>)> = vec![(p, None)];
    let mut at = 0;
    while let Some(&(here, _)) = visited.get(at) {
        for q in moves(cx, Place(here))?.of(player).to_vec() {
            let value = short_value(cx, q)?;
            if value == wanted {
                let mut line = vec![Place(q)];
                let mut here = at;
                while let (reply, Some((before, own))) = visited[here] {
                    line.extend([Place(reply), Place(own)]);
                    here = before;
                }
                line.reverse();
                return Ok(Some(line));
            }
            if !is_at_least(cx, value, wanted, player)? {
                continue;
            }
            for reply in moves(cx, Place(q))?.of(player.other()).to_vec() {
                let value = short_value(cx, reply)?;
                if is_at_least(cx, whole, value, player)? && visited.iter().all(|&(seen, _)| seen != reply) {
                    reserve_list(&mut cx.games.budget, 1)?;
                    visited.push((reply, Some((at, q))));
                }
            }
        }
        at += 1;
    }
    Ok(None)
}

/// Returns `true` if `g` is at least as good as `h` for the player.
fn is_at_least(cx: &mut Session, g: GameId, h: GameId, player: Player) -> Result<bool, EvalError> {
    cx.games.budget.tick()?;
    let (low, high) = if player == Player::Left { (h, g) } else { (g, h) };
    Ok(cx.games.less_or_equal(low, high)?)
}

/// Returns the value of a position that ends as a short game.
fn short_value(cx: &mut Session, p: PositionId) -> Result<GameId, EvalError> {
    let value = worth_of(cx, p)?;
    as_game(cx, &value)?.ok_or_else(|| Fault::Loopy.into())
}

fn sensible(cx: &mut Session, p: Place, starter: Option<Player>) -> Result<Value, EvalError> {
    let list = |cx: &mut Session, player| {
        Ok::<_, EvalError>(Value::list(
            questions::sensible(p.0, player, cx)?.into_iter().map(Value::Position).collect(),
        ))
    };
    if let Some(player) = starter {
        return list(cx, player);
    }
    let (left, right) = (list(cx, Player::Left)?, list(cx, Player::Right)?);
    let same = moves(cx, p)?.impartial && left == right;
    Ok(if same { left } else { Value::list(vec![left, right]) })
}

/// Returns the variant of a position or of a ruleset, or of the position that a ruleset makes of these arguments.
fn varied(cx: &mut Session, kind: Variant, p: Value, arguments: Rest<Value>) -> Result<Value, EvalError> {
    let makes = match &p {
        Value::Ruleset(ruleset) => !matches!(**ruleset, Ruleset::Graph(_)),
        other => matches!(other, Value::Function(_)),
    };
    let made = match (makes, arguments.0.is_empty()) {
        (true, true) => return Ok(ruleset_with(&cx.globals, Role::Variant(kind), vec![p])),
        (true, false) => at_heaps(cx, &p, arguments.0)?,
        (false, true) => p,
        (false, false) => return Err(PlayError::Arguments { name: kind.name() }.into()),
    };
    match Place::from_value(&made, cx)? {
        Some(Place(p)) => Ok(Value::Position(variant(kind, p, cx))),
        None => Err(EvalError::Kind {
            argument: 0,
            wanted: ValueKind::new("a position or a ruleset", &[Sort::Position, Sort::Ruleset]),
            got: cx.describe(&made),
            given: made,
        }),
    }
}

fn value(cx: &mut Session, subject: Subject) -> Result<Value, EvalError> {
    match subject {
        Subject::Position(p) => worth_of(cx, p),
        Subject::Value(value) => Ok(value),
    }
}

fn gamma(cx: &mut Session, subject: Subject) -> Result<Value, EvalError> {
    match subject {
        Subject::Position(p) => match questions::gamma(p, cx) {
            // It may be loony.
            Err(Fault::Entailing) => worth_of(cx, p),
            gamma => gamma_value(&mut cx.games, gamma?),
        },
        Subject::Value(value @ Value::Gamma(_)) => Ok(value),
        Subject::Value(value) => match nimber_size(&cx.games, &value) {
            Some(_) => Ok(value),
            None => match value {
                Value::Loopy(value) => Err(loopy_refused(cx, value)),
                value => {
                    Err(PlayError::NoNimValue { text: cx.short(&value), is_heap: matches!(value, Value::Integer(1..)) }
                        .into())
                }
            },
        },
    }
}

pub(super) fn nim_value(cx: &mut Session, subject: Subject) -> Result<Value, EvalError> {
    if let Subject::Position(p) = &subject
        && let Some(nim_value) = nim_value_by_rule(cx, *p)?
    {
        return Ok(Value::Integer(nim_value));
    }
    match gamma(cx, subject) {
        Ok(value @ (Value::Gamma(_) | Value::Position(_))) => Ok(value),
        Ok(value) => {
            let size = nimber_size(&cx.games, &value).expect("a finite γ-value is a nimber");
            Ok(Value::ordinal(size))
        }
        Err(trouble) => Err(trouble),
    }
}

/// Warns that a value has forgotten its play, unless it is a nimber, whose play is that of a heap.
pub(crate) fn warn_if_it_forgets(cx: &mut Session, value: &Value) {
    let is_value = matches!(value, Value::Integer(_) | Value::Number(_) | Value::Game(_) | Value::Loopy(_));
    if !is_value || nimber_size(&cx.games, value).is_some() {
        return;
    }
    let (span, text) = (cx.here(), cx.short(value));
    let message = format!("`{text}` is a value and has forgotten how it is played");
    cx.warn(
        Diagnostic::warning(ErrorCode::ValueForgetsPlay, span, message, "answered for its canonical form")
            .help("write `form <...>` to keep a literal as a position"),
    );
}

/// Returns the position to ask about play, with a warning when it is a value that has forgotten its play.
pub(crate) fn play(cx: &mut Session, subject: Subject, convention: Convention) -> Result<PositionId, EvalError> {
    match subject {
        Subject::Position(p) => Ok(p),
        Subject::Value(value) => {
            if convention == Convention::Misere {
                warn_if_it_forgets(cx, &value);
            }
            match as_position(cx, &value)? {
                Some(p) => match cx.positions.as_loopy(p).filter(|value| value.stopper().is_none()) {
                    Some(value) if value != cx.loopy().dud()? => {
                        Err(PlayError::TwoSides { text: cx.short(&Value::Loopy(value)) }.into())
                    }
                    _ => Ok(p),
                },
                None => Err(PlayError::NoMoves { got: cx.describe(&value) }.into()),
            }
        }
    }
}

/// Returns the mex of these values of the player's options, or fails if the player can come back to a position.
fn one_sided_value(cx: &mut Session, p: PositionId, player: Player) -> Result<IBig, EvalError> {
    let mut known: FxHashMap<PositionId, Option<usize>> = FxHashMap::default();
    let mut stack = vec![p];
    while let Some(&here) = stack.last() {
        cx.games.budget.tick()?;
        if known.get(&here).is_some_and(Option::is_some) {
            stack.pop();
            continue;
        }
        let mut options = Options::default();
        positions::plain_options(here, cx, &mut options)?;
        let list = if player == Player::Left { &options.left[..] } else { options.right() };
        cx.games.budget.charge(8 * list.len())?;
        let values: Vec<Option<usize>> = list.iter().map(|option| known.get(option).copied().flatten()).collect();
        let open = list.iter().zip(&values).filter(|(_, value)| value.is_none()).map(|(&option, _)| option);
        let before = stack.len();
        stack.extend(open);
        if stack.len() > before {
            cx.games.budget.room_to_push(&stack)?;
            // It waits for itself if it has waited before.
            if known.insert(here, None).is_some() {
                return Err(Fault::Loopy.into());
            }
            continue;
        }
        let mut found = vec![false; values.len() + 1];
        for value in values.into_iter().flatten() {
            if let Some(found) = found.get_mut(value) {
                *found = true;
            }
        }
        known.insert(here, found.iter().position(|found| !found));
        stack.pop();
    }
    let value = known.get(&p).copied().flatten().unwrap_or_default();
    Ok(IBig::from(value))
}

/// Returns the outcome class of a position or a value.
pub(crate) fn outcome_class(cx: &mut Session, subject: Subject, convention: Convention) -> Result<Outcome, EvalError> {
    if let Subject::Value(Value::Nimber(_)) = &subject {
        return Ok(Outcome::N);
    }
    if let (Subject::Value(value), Convention::Normal) = (&subject, convention) {
        match value {
            Value::Gamma(gamma) => return Ok(gamma.outcome()),
            Value::Loopy(value) => return Ok(cx.loopy().outcome(*value)?),
            Value::Number(_) | Value::Ordinal(_) | Value::Surreal(_) if let Some(x) = value.as_surreal() => {
                return Ok(match x.signum() {
                    ..0 => Outcome::R,
                    0 => Outcome::P,
                    1.. => Outcome::L,
                });
            }
            value => {
                if let Some(g) = as_game(cx, value)? {
                    return Ok(cx.games.outcome(g)?);
                }
            }
        }
    }
    let p = play(cx, subject, convention)?;
    match outcome_by_rule(cx, p, convention)? {
        Some(outcome) => Ok(outcome),
        None => Ok(questions::class(questions::outcomes(p, convention, cx)?)),
    }
}

/// Returns the outcome if Left starts, and if Right starts.
fn by_starter(cx: &mut Session, subject: Subject, convention: Convention) -> Result<[Outcome; 2], EvalError> {
    if let (Subject::Value(_), Convention::Normal) = (&subject, convention) {
        return Ok(questions::by_starter(outcome_class(cx, subject, convention)?));
    }
    let p = play(cx, subject, convention)?;
    Ok(questions::outcomes(p, convention, cx)?)
}

fn outcome(
    cx: &mut Session,
    name: &'static str,
    p: Subject,
    c: Option<Terms>,
    starter: Option<Player>,
) -> Result<Outcome, EvalError> {
    if matches!(c, Some(Terms::Points)) {
        let both = points::outcomes(cx, p)?;
        return Ok(starter.map_or_else(|| questions::class(both), |starter| both[starter as usize]));
    }
    let (convention, starter) = read_terms(name, c, starter)?;
    match (starter, p) {
        (None, p) => outcome_class(cx, p, convention),
        (Some(starter), Subject::Position(p)) => Ok(questions::outcome_of_starter(p, convention, starter, cx)?),
        (Some(starter), p) => Ok(by_starter(cx, p, convention)?[starter as usize]),
    }
}

fn sum(cx: &mut Session, kind: Value, components: Rest<Value>) -> Result<Place, EvalError> {
    let mut all = components.0;
    let kind = match kind {
        Value::Compound(kind) => kind,
        // Welter's game on a strip is a ruleset; on any graph it is a kind of compound.
        Value::Ruleset(_) if role_of(&cx.globals, &kind) == Some(Role::Welter) => Kind::Tokens(Meeting::Welter),
        first => {
            all.insert(0, first);
            Kind::Disj
        }
    };
    if let Kind::Tokens(meeting) = kind {
        return super::annihilation::tokens(cx, meeting, all);
    }
    let (mut parts, mut is_endless) = (Vec::new(), false);
    for value in all {
        if let Value::Report(report) = &value
            && let Report::Family(family) = &**report
        {
            parts.extend(endless_sums::components(cx, kind, family)?);
            is_endless = true;
            continue;
        }
        let members = members_of(&mut cx.games.budget, &value)?.unwrap_or_else(|| vec![value]);
        for member in members {
            if kind != Kind::Disj {
                warn_if_it_forgets(cx, &member);
            }
            match as_position(cx, &member)? {
                Some(p) => parts.push(p),
                None => {
                    let compound = match &member {
                        Value::Text(text) => Kind::ALL.into_iter().map(Kind::name).find(|name| *name == **text),
                        Value::Compound(kind) => Some(kind.name()),
                        _ => None,
                    };
                    return Err(PlayError::Component { got: cx.describe(&member), compound }.into());
                }
            }
        }
    }
    if let ([part], true) = (&parts[..], is_endless) {
        return Ok(Place(*part));
    }
    // Copies and sums are bounded together, before anything is built.
    Ok(Place(if kind == Kind::Disj { sum_of(cx, &parts)? } else { compound(cx, kind, &parts) }))
}
