//! Explanations: from the data that was used to lines that a student can follow.

mod asked;
mod boards;
mod calls;
mod compare;
mod compare_play;
mod counter;
mod entailing;
mod errors;
mod forms;
mod hot;
mod impartial;
mod line;
mod loopy;
mod play;
mod points;
mod reports;
mod story;
mod strategies;

use std::rc::Rc;

use self::asked::{Asked, reasons};
use self::errors::ExplainError;
use self::story::{Story, said, said_game, said_position};
use crate::eval::{
    Comparand, EvalError, FromValue, ReadAs, Reasons, Session, Subject, Summands, Written, as_game, builtins,
    game_value, worth_of,
};
use crate::library::positions::play as position_of;
use crate::show::worth_or_outcome;
use crate::value::{Report, Value};
use cg_engine::games::{Fault, Outcome, Player};
use cg_engine::ordinals::GammaValue;
use cg_engine::positions::{self, About, Convention, PositionId, Question, SUM, StandsFor, VALUE, Way};
use cg_engine::questions;

builtins! {
    /// Explanations of answers.
    EXPLAIN, "Explaining";

    /// Why an answer holds, step by step.
    ///
    /// Of a position, of a sum or of a literal as it is written (as if `form` stood in front): how its value comes from its options, which are dominated, which are
    /// reversible and through what, the simplicity rule, the mex rule, the nim-sum, γ-values; of compounds and of questions
    /// about play the theorem, with its source, or the search. Options on boards that survive are drawn as small boards, with the
    /// number of their mirror images. A call or a comparison is explained as it is written:
    /// `explain(remoteness(p))`, `explain(outcome(p, misere))`, `explain(temperature(G))`, `explain(nim_sum(3, 5))`,
    /// `explain(G <= H)`, `explain(period(kayles))`; a name stands for its value. A function as second argument names the
    /// question, too: `explain(p, remoteness)`, `explain(p, outcome, misere)`, `explain(G, thermograph)`.
    /// `explain(p, misere)` asks who wins misère play, `explain(p, points)` how many points are gained and by which moves, in boxes
    /// with chains, loops and control. A number, `explain(x, 2)`,
    /// says how many levels of options are explained too.
    /// The fields are `.answer` and `.steps`, the data of each step: `["dominated", L, option, by]`, `["reversible", L, option,
    /// through, [replacements]]`, `[option, nim-value]`, or of questions about play `[position, question, answer]`.
    /// explain(<0,*|*>).steps  #=> [["reversible", L, *, 0, []], ["canonical", up]]
    /// explain(form <-1,0,+-1|2>).steps[0]  #=> ["dominated", L, -1, 0]
    /// explain(form <-1,0,+-1|2>).steps[1]  #=> ["reversible", L, +-1, -1, []]
    /// explain(kayles(2)).steps  #=> [[kayles(0), 0], [kayles(1), 1], ["mex", 2]]
    /// explain(nim(3) + nim(5)).answer  #=> *6
    /// explain(nim_sum(3, 5)).steps  #=> [[3, "011"], [5, "101"], ["nim-sum", 6]]
    /// explain(left_stop(<3||2*|1*>)).steps  #=> [[L, 3, 3], [R, <2*|1*>, 2]]
    /// explain(up <= *).steps[0]  #=> ["left", [["H", 0]]]
    /// explain(misere_quotient(nim, 1)).steps[0]  #=> ["generator", "a", 1]
    /// explain(<2*up|*>, atomic_weight).steps  #=> [[L, 2*up, 2], [R, *, 0], ["remote star", 2]]
    /// [s[2] for s in explain(sum(conj, nim(2, 2), nim(5))).steps]  #=> [N, 1, 4, 1]
    /// See: dominated, reversible, compare, outcome
    explain(x: Written, question: Option<Value>, c: Option<Value>, starter: Option<Value>) -> Rc<Report> = explain;

    /// The dominated options of a form, each with an option that is as good.
    ///
    /// A list of `[player, option, by]` in the order in which they are written: Left does not like the option better than
    /// the other one, which is itself not dominated (Conway, On Numbers and Games, ch. 10). Of equal options the first
    /// stays. A value is in canonical form and has none: write `form`.
    /// dominated(form <0,1,up|5,*6>)  #=> [[L, 0, 1], [L, up, 1], [R, 5, *6]]
    /// dominated(up)  #=> []
    /// See: reversible, explain, sensible
    dominated(form: Subject) -> Vec<Value> = forms::dominated;

    /// The reversible options of a form: through what, and what replaces them.
    ///
    /// A list of `[player, option, through, replacements]`. Left's option is reversible through one of Right's answers to it
    /// that is at most the whole form; Left's options of that answer take its place. For Right with the players exchanged
    /// (Conway, On Numbers and Games, ch. 10). The answers are those to the option as it is written; where none of them
    /// serves, those to its canonical form. What is behind may be dominated or reversible again: `explain` goes on.
    /// reversible(form <up|0>)  #=> [[L, up, *, [0]]]
    /// reversible(form <<down|*>|1>)  #=> [[L, form <down|*>, *, [0]]]
    /// reversible(form <0,+-1|2>)  #=> [[L, +-1, -1, []], [R, 2, 1, []]]
    /// See: dominated, explain, canonical
    reversible(form: Subject) -> Vec<Value> = forms::reversible;

    /// How two games compare, with the moves that show it.
    ///
    /// `.relation` is `"<"`, `"=="`, `">"` or `"||"`, confused; `.difference` is G - H. Left's moves that win G - H if she
    /// starts are in `.left`, Right's in `.right`: `["G", X]` moves G to X, `["H", X]` moves H to X, which is a move of the
    /// other player's there. Where the starter loses, `.replies` has `[starter, move, reply]` of every move (Conway, On
    /// Numbers and Games, ch. 7). Loopy games are compared too: whoever moves second holds the difference if play goes on
    /// for ever. A number that is no short game, such as 1/3 or 1/omega, is compared by the stops of the game.
    /// `.strategy` is the whole proof that G >= H, with `L` in front, and that G <= H, with `R`: `[player, [X, Y], move,
    /// reply]` wherever that player, moving second, can be brought to while he keeps to it. Where X and Y are the same he
    /// copies moves from one into the other. It is nothing where it has more than 10000 replies. `.refutation` is the proof
    /// that G >= H does not hold, with `R` in front, and that G <= H does not, with `L`: `[player, [X, Y], move]` wherever
    /// that player, moving first, can be brought to while he keeps to it, until the other one has no move.
    /// Positions are taken by their values, or by search for who wins the difference, whichever comes first; then `.left`
    /// and `.right` have one move each. Of loopy positions without sides it says as much as is proved: `"<|"` is not >=.
    /// compare(up, *).relation  #=> "||"
    /// compare(up, *).left  #=> [["H", 0]]
    /// compare(up, 0).replies  #=> [[R, ["G", *], ["G", 0]]]
    /// compare(1/4, 1/2).relation  #=> "<"
    /// compare(1/3, <1|0>).relation  #=> "||"
    /// compare(over, 0).strategy  #=> [[L, [over, 0], ["G", over], ["G", 0]]]
    /// compare(over, 0).refutation  #=> [[L, [over, 0], ["G", 0]]]
    /// See: ==, ||, explain, solve
    compare(G: Comparand, H: Comparand) -> Rc<Report> = compare::compare;
}

fn explain(
    cx: &mut Session,
    written: Written,
    question: Option<Value>,
    c: Option<Value>,
    starter: Option<Value>,
) -> Result<Rc<Report>, EvalError> {
    let further: Vec<Value> = [question, c, starter].into_iter().flatten().collect();
    let asked = Asked::read(cx, &further)?;
    if let Some(row) = asked.question.filter(|row| reasons(row).is_none())
        && let Some(told) = calls::by_name(cx, row, &written.value, &further)?
    {
        return Ok(told);
    }
    if let (None, Some(call)) = (asked.question, &written.call)
        && let Report::Call(call) = &**call
        && let Some(told) = calls::tell(cx, call, further)?
    {
        return Ok(told);
    }
    explain_value(cx, written.value, &asked)
}

/// Explains a value, or the answer to a question about it.
fn explain_value(cx: &mut Session, x: Value, asked: &Asked) -> Result<Rc<Report>, EvalError> {
    if let Value::Report(report) = &x {
        if let Some(told) = reports::tell(cx, report)? {
            return Ok(told);
        }
        return Err(not_a_subject(cx, &x));
    }
    // `solve(p)` answers for both starters.
    if let Value::List(list) = &x {
        let reports: Vec<Value> = list.iter().take(3).collect();
        if let [Value::Report(a), Value::Report(b)] = &reports[..]
            && let (Report::Solution(a), Report::Solution(b)) = (&**a, &**b)
        {
            return line::solutions(cx, &[a, b]);
        }
    }
    let reasons = match asked.question {
        None if asked.convention.is_some() => Reasons::Winner,
        None => Reasons::Value,
        Some(row) => reasons(row).ok_or(ExplainError::NoReasons { name: row.name })?,
    };
    if reasons == Reasons::Period {
        let report = Rc::from(crate::library::sequences::period(cx, x, None)?);
        return reports::tell(cx, &report)?.ok_or_else(|| not_a_subject(cx, &Value::Report(report)));
    }
    let Some(subject) = Subject::from_value(&x, cx)? else {
        return Err(not_a_subject(cx, &x));
    };
    match reasons {
        Reasons::Winner | Reasons::Moves => play::outcome(cx, subject, asked, reasons == Reasons::Moves),
        Reasons::Value | Reasons::Period => explain_subject(cx, subject, asked),
        Reasons::Points => {
            let p = position_of(cx, subject, Convention::Normal)?;
            points::tell(cx, p, asked.starter)
        }
        Reasons::Length(topic) => play::length(cx, subject, topic, asked),
        Reasons::Counter => {
            let p = position_of(cx, subject, Convention::Normal)?;
            counter::tell(cx, p)
        }
        Reasons::Thermograph if asked.question.is_some_and(|row| row.parameters[0].reading == ReadAs::Parts) => {
            match Summands::from_value(&x, cx)? {
                Some(summands) if summands.0.len() > 1 => hot::summands(cx, &x, summands),
                _ => {
                    let Some(g) = as_game(cx, &x)? else { return Err(not_a_subject(cx, &x)) };
                    hot::thermograph(cx, g)
                }
            }
        }
        Reasons::Thermograph | Reasons::Stops | Reasons::AtomicWeight => {
            let Some(g) = as_game(cx, &x)? else { return Err(not_a_subject(cx, &x)) };
            match reasons {
                Reasons::AtomicWeight => hot::atomic_weight(cx, g),
                Reasons::Stops => hot::stops(cx, g),
                _ => hot::thermograph(cx, g),
            }
        }
    }
}

fn not_a_subject(cx: &mut Session, x: &Value) -> EvalError {
    let got = cx.describe(x);
    match x {
        Value::Report(_) => ExplainError::Report { got },
        Value::Boolean(_) => ExplainError::Truth { got },
        Value::Function(_) | Value::Ruleset(_) => ExplainError::Rule { got },
        _ => ExplainError::Nothing { got },
    }
    .into()
}

fn explain_subject(cx: &mut Session, subject: Subject, asked: &Asked) -> Result<Rc<Report>, EvalError> {
    if let Subject::Value(value) = &subject
        && (matches!(value, Value::Gamma(_)) || value.is_late_number())
    {
        let mut story = Story::new();
        tell_lasting(cx, value, &mut story)?;
        return Ok(story.report(value.clone(), asked.depth()));
    }
    if let Subject::Value(value @ Value::Loopy(_)) = &subject {
        return loopy::explain(cx, value, None);
    }
    let p = position_of(cx, subject, Convention::Normal)?;
    match points::refusal(cx, p) {
        Some(Fault::Points) => return points::tell(cx, p, asked.starter),
        Some(Fault::Entailing) => {
            if let Some(story) = entailing::tell(cx, p)? {
                return Ok(story);
            }
            if asked.question.is_none() {
                return play::outcome(cx, Subject::Position(p), asked, false);
            }
        }
        _ => {}
    }
    // A theorem comes first: the value of what it decides may be out of reach.
    let is_decided = is_decided_by_theorem(cx, p)?;
    if !is_decided && matches!(questions::value(p, cx), Err(Fault::Loopy)) && !positions::is_impartial(p, cx)? {
        match worth_of(cx, p) {
            Ok(value) => return loopy::explain(cx, &value, Some(p)),
            Err(EvalError::Fault(Fault::NoSides)) => {}
            Err(trouble) => return Err(trouble),
        }
    }
    if is_decided || is_about_play(cx, p)? {
        if asked.question.is_some() {
            cx.positions.demand_value(p)?;
            if let Some(report) = mex_rule(cx, p, asked)? {
                return Ok(report);
            }
        }
        return play::outcome(cx, Subject::Position(p), asked, false);
    }
    let mut story = Story::new();
    tell_position(cx, p, &mut story, asked.depth())?;
    let answer = worth_or_outcome(cx, p)?;
    Ok(story.report(answer, asked.depth()))
}

/// Explains the nim-value of an impartial position that a theorem decides by its options, or returns `None` if they are too many.
fn mex_rule(cx: &mut Session, p: PositionId, asked: &Asked) -> Result<Option<Rc<Report>>, EvalError> {
    if cx.positions.parts(p).len() > 1 || !is_impartial(cx, p)? {
        return Ok(None);
    }
    let mut story = Story::new();
    match impartial::tell_options(cx, p, &mut story, asked.depth()) {
        Ok(()) => Ok(Some(story.report(worth_or_outcome(cx, p)?, asked.depth()))),
        Err(EvalError::Fault(Fault::TooLarge { .. })) => Ok(None),
        Err(trouble) => Err(trouble),
    }
}

/// Explains values without options that could be listed.
fn tell_lasting(cx: &mut Session, value: &Value, story: &mut Story) -> Result<(), EvalError> {
    let text = said(cx, value)?;
    match value {
        Value::Gamma(gamma) => {
            story.answer(format!("{text} is the value of a position that may be played for ever"));
            let has_members = !matches!(&**gamma, GammaValue::Infinite(reach) if reach.is_empty());
            story.step(match has_members {
                true => "Its members are the nim-values that one move can reach.",
                false => "It has no members: no move leads to a position with a nim-value.",
            });
            story.step(match gamma.outcome() {
                Outcome::N => "Alone, the player to move wins: 0 is a member.",
                _ => "Alone, neither player can force a win: 0 is no member.",
            });
        }
        Value::Ordinal(_) => {
            story.answer(format!("{text} is an ordinal: the simplest number greater than all ordinals before it"));
        }
        value => {
            let sign = if value.as_surreal().is_some_and(|x| x.signum() < 0) { "negative" } else { "positive" };
            story.answer(format!("{text} is a {sign} surreal number, for its first term is {sign}"));
            tell_late(story);
        }
    }
    Ok(())
}

/// Explains how a number is compared that is no short game.
fn tell_late(story: &mut Story) {
    story.step("It is no short game, for it is not created on a day with a finite number.");
    story.step("Nobody moves in a number while something else can be played, so a game compares with it by its stops.");
}

/// Returns `true` if a theorem or a search for the winner determines the outcome before any value is found. Sums and
/// values are explained by their parts.
fn is_decided_by_theorem(cx: &mut Session, p: PositionId) -> Result<bool, EvalError> {
    let here = cx.positions.ruleset_of(p);
    if here == SUM || here == VALUE || positions::heaps_of_nim(p, cx).is_some() {
        return Ok(false);
    }
    let question = Question::new(About::Outcome, Convention::Normal, Player::Left);
    Ok(match questions::ask(p, question, cx)?.way {
        Way::Theorem(theorem, _) => !questions::is_by_sides(theorem),
        Way::Winner(_) => !is_value_near(cx, p)?,
        _ => false,
    })
}

/// Returns `true` if there is a value that is soon found, so that the search for a winner that came first, or was asked for before,
/// need not be the reason.
fn is_value_near(cx: &mut Session, p: PositionId) -> Result<bool, EvalError> {
    match questions::value_if_near(p, cx) {
        Ok(value) => Ok(value.is_some()),
        Err(Fault::Loopy | Fault::LargeNimber { .. } | Fault::None(_) | Fault::Refused(_) | Fault::TooLarge { .. }) => {
            Ok(false)
        }
        Err(fault) => Err(fault.into()),
    }
}

/// Returns `true` if only the outcome can be explained, not a value: of compounds, of graphs with terminal classes,
/// of positions that theorems of rulesets decide.
fn is_about_play(cx: &mut Session, p: PositionId) -> Result<bool, EvalError> {
    let here = cx.positions.ruleset_of(p);
    if here == SUM {
        let parts = cx.positions.parts(p).to_vec();
        // Imitation decides a sum whose parts have values that are out of reach.
        let is_imitated = positions::without_pairs(&parts, cx)?.is_some_and(|rest| rest.is_empty());
        for part in parts {
            let is_about_play = match is_about_play(cx, part) {
                Err(EvalError::Fault(Fault::TooLarge { .. })) if is_imitated => true,
                found => found?,
            };
            if is_about_play && (is_imitated || worth_of(cx, part).is_err()) {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    if here == VALUE {
        return Ok(false);
    }
    let is_given = cx.positions.rules_of(p).facts().stands_for == StandsFor::Given;
    if cx.positions.has_classes(p) || is_given {
        return Ok(true);
    }
    if is_decided_by_theorem(cx, p)? {
        return Ok(true);
    }
    if positions::heaps_of_nim(p, cx).is_some() {
        return Ok(false);
    }
    let finding = questions::ask(p, Question::new(About::Outcome, Convention::Normal, Player::Left), cx)?;
    Ok(match &finding.way {
        Way::Theorem(..) | Way::Given => true,
        Way::Winner(_) => !is_value_near(cx, p)?,
        Way::Value(_) | Way::Gamma(_) => false,
        Way::Search(_) => match questions::value(p, cx) {
            Ok(_) => false,
            Err(Fault::Loopy | Fault::LargeNimber { .. }) => !positions::is_impartial(p, cx)?,
            Err(Fault::None(_) | Fault::Refused(_) | Fault::TooLarge { .. }) => true,
            Err(fault) => return Err(fault.into()),
        },
    })
}

/// Tells how the value of a position comes from its parts or options.
fn tell_position(cx: &mut Session, p: PositionId, story: &mut Story, depth: usize) -> Result<(), EvalError> {
    cx.games.budget.tick()?;
    if story.depth() > 0 && is_about_play(cx, p)? {
        return play::tell_outcome(cx, p, Convention::Normal, None, false, story);
    }
    let parts = cx.positions.parts(p).to_vec();
    let impartial = is_impartial(cx, p)?;
    match (parts.len(), impartial) {
        (0 | 1, true) => impartial::tell_options(cx, p, story, depth),
        (0 | 1, false) => forms::tell(cx, p, story, depth),
        (_, true) => {
            impartial::tell_sum(cx, p, &parts, story)?;
            tell_parts(cx, &parts, story, depth)
        }
        (_, false) => {
            tell_partizan_sum(cx, p, &parts, story)?;
            tell_parts(cx, &parts, story, depth)
        }
    }
}

/// Returns `true` if both players have the same moves. A value is looked at as one, as a nimber has very many
/// followers. A ruleset with more moves than can be compared would itself declare that it is impartial.
fn is_impartial(cx: &mut Session, p: PositionId) -> Result<bool, Fault> {
    match cx.positions.as_value(p) {
        Some(g) => Ok(cx.games.as_nimber(g).is_some()),
        None => match positions::is_impartial(p, cx) {
            Err(Fault::TooLarge { .. }) => Ok(false),
            answer => answer,
        },
    }
}

fn tell_parts(cx: &mut Session, parts: &[PositionId], story: &mut Story, depth: usize) -> Result<(), EvalError> {
    if depth > 1 {
        for &part in parts {
            story.inside(|story| tell_position(cx, part, story, depth - 1))?;
        }
    }
    Ok(())
}

/// Tells the values of the components and their sum.
fn tell_partizan_sum(
    cx: &mut Session,
    p: PositionId,
    parts: &[PositionId],
    story: &mut Story,
) -> Result<(), EvalError> {
    let total = questions::value(p, cx)?.game(&mut cx.games)?;
    let (name, text) = (said_position(cx, p)?, said_game(cx, total)?);
    story.answer(match name == text {
        true => format!("{name}: the sum has no shorter name"),
        false => format!("{name} = {text}"),
    });
    let (mut are_numbers, mut are_told) = (true, false);
    for &part in parts {
        let value = questions::value(part, cx)?.game(&mut cx.games)?;
        let (name, text) = (said_position(cx, part)?, said_game(cx, value)?);
        if name != text {
            story.step(format!("{name} = {text}."));
            are_told = true;
        }
        are_numbers &= cx.games.as_number(value).is_some();
        let row = vec![story::as_data(cx, part), game_value(&cx.games, value)];
        story.row(row);
    }
    if are_numbers {
        story.step("Numbers that are games are added as numbers.");
    } else if forms::tell_moves_of_sum(cx, p, parts, story)? {
        return Ok(());
    } else {
        story.step(match (are_told, name == text) {
            (true, _) => format!("The canonical form of the sum of these is {text}."),
            (false, true) => "Nothing cancels in it.".to_string(),
            (false, false) => format!("The canonical form of {name} is written {text}."),
        });
    }
    forms::outcome(cx, total, story)
}
