//! Explanations of calls and comparisons as they are written.

use std::rc::Rc;

use super::asked::{Asked, reasons};
use super::story::{Story, listed, said, sign};
use super::{compare, counter, explain_value, forms, impartial, reports, strategies, tell_late};
use crate::eval::{
    Builtin, Comparand, EvalError, FromValue, Reasons, Role, Room, Session, Sort, as_game, as_position, at_heaps,
    members_of, nimber_size, sum_of,
};
use crate::syntax::ast::Relation;
use crate::value::{Function, Report, Value, report};
use cg_engine::games::Dyadic;
use cg_engine::notation::Notation;
use cg_engine::ordinals::Ordinal;
use cg_engine::positions::PositionId;

/// The number of characters of the longest call or game that is repeated in an explanation.
const MAX_TEXT: usize = 60;

/// The sorts of results that are explained as games even if they are numbers.
const GAMES: &[Sort] = &[Sort::Game, Sort::Position];

/// Explains the answer of a call, or returns `None` if the answer is to be explained like any other value.
pub(super) fn tell(
    cx: &mut Session,
    call: &report::Call,
    further: Vec<Value>,
) -> Result<Option<Rc<Report>>, EvalError> {
    let arguments = members_of(&mut cx.games.budget, &call.arguments)?.unwrap_or_default();
    let row = match call.callee {
        report::Callee::Relation(relation) => {
            let told = match &arguments[..] {
                [left, right] => comparison(cx, call, relation, left, right)?,
                _ => None,
            };
            return told.map_or_else(|| briefly(cx, call, &arguments), Ok).map(Some);
        }
        report::Callee::Builtin(row) => Some(cx.globals.builtins.row(row)),
        report::Callee::Function => None,
        report::Callee::Literal => return simplest_number(cx, call, &arguments).map(Some),
    };
    let reasons = row.and_then(reasons);
    match (row.and_then(|row| row.role), &arguments[..]) {
        (Some(Role::NimSum), heaps) => return nim_sum(cx, call, heaps).map(Some),
        (Some(Role::Mex), [set]) => return mex(cx, call, set).map(Some),
        (Some(Role::SumOfList), [list]) if let Some(sum) = sum_of_list(cx, list)? => {
            let asked = Asked::read(cx, &further)?;
            return answered(explain_value(cx, Value::Position(sum), &asked)?, call).map(Some);
        }
        (Some(Role::IsGood), given) => return strategies::is_good(cx, call, given),
        (Some(Role::PPositions), given) => return strategies::p_positions(cx, call, given),
        (Some(Role::Reach), [x]) => return counter::reach(cx, call, x).map(Some),
        (_, [Value::Loopy(_), ..]) if reasons == Some(Reasons::Stops) => {}
        // A position, and no question about its number.
        (Some(Role::Points), _) => {}
        (_, [x, rest @ ..]) if reasons.is_some() && !matches!(call.answer, Value::Report(_)) => {
            let terms: Vec<Value> = rest.iter().cloned().chain(further).collect();
            let mut asked = Asked::read(cx, &terms)?;
            if asked.question.and_then(|row| row.role) != Some(Role::Points) {
                asked.question = row;
            }
            return answered(explain_value(cx, x.clone(), &asked)?, call).map(Some);
        }
        _ => {}
    }
    let is_told = match &call.answer {
        Value::Report(report) => {
            return reports::tell(cx, report)?.map_or_else(|| briefly(cx, call, &arguments), Ok).map(Some);
        }
        Value::Integer(_) | Value::Number(_) | Value::Ordinal(_) => row.is_some_and(|row| row.result.is_any_of(GAMES)),
        Value::Loopy(_) => reasons != Some(Reasons::Stops),
        Value::Nothing | Value::Boolean(_) | Value::Text(_) | Value::Outcome(_) => false,
        Value::Set(_) | Value::Table(_) | Value::Board(_) | Value::Convention(_) | Value::Compound(_) => false,
        Value::List(list) => matches!(list.get(0), Some(Value::Report(_))),
        _ => true,
    };
    match row.filter(|row| row.result.is_any_of(&[Sort::Game])).zip(written(call)) {
        Some((row, text)) if is_told => {
            let asked = Asked::read(cx, &further)?;
            let answer = Some(said(cx, &call.answer)?).filter(|answer| answer != text);
            let head = format!("{text}{}. {}", answer.map_or(String::new(), |x| format!(" = {x}")), row.summary());
            let told = explain_value(cx, call.answer.clone(), &asked)?;
            let Report::Explanation(rest) = &*told else { return Ok(Some(told)) };
            Ok(Some(report::Explanation { text: format!("{head}\n{}", rest.text), ..rest.clone() }.into()))
        }
        _ if is_told => Ok(None),
        _ => briefly(cx, call, &arguments).map(Some),
    }
}

/// Explains the report that a function gives of `x`, or the set that [`Role::Reach`] gives, as if the call had been written. `None` if
/// it gives something else.
pub(super) fn by_name(
    cx: &mut Session,
    row: &'static Builtin,
    x: &Value,
    further: &[Value],
) -> Result<Option<Rc<Report>>, EvalError> {
    let Some(number) = cx.globals.builtins.find(row.name) else { return Ok(None) };
    let function = Value::Function(Rc::new(Function::Builtin(number, row.name)));
    let terms = further.iter().filter(|value| !matches!(value, Value::Function(_)));
    let given: Vec<Value> = std::iter::once(x).chain(terms).cloned().collect();
    let answer = at_heaps(cx, &function, given.clone())?;
    if row.role != Some(Role::Reach) && !matches!(answer, Value::Report(_)) {
        return Ok(None);
    }
    let text = format!("{}({})", row.name, said(cx, x)?);
    let (callee, arguments) = (report::Callee::Builtin(number), Value::list(given));
    tell(cx, &report::Call { text, callee, arguments, answer }, Vec::new())
}

/// Returns the sum of the members of a list as a position, or `None` unless there are several and all are games.
fn sum_of_list(cx: &mut Session, list: &Value) -> Result<Option<PositionId>, EvalError> {
    let members = members_of(&mut cx.games.budget, list)?.unwrap_or_default();
    if members.len() < 2 || members.iter().any(is_no_game) {
        return Ok(None);
    }
    let mut parts = Vec::with_capacity(members.len());
    for member in members {
        cx.games.budget.tick()?;
        match as_position(cx, &member)? {
            Some(p) => parts.push(p),
            None => return Ok(None),
        }
    }
    Ok(Some(sum_of(cx, &parts)?))
}

/// Explains the number that a literal is whose options are no short games.
fn simplest_number(cx: &mut Session, call: &report::Call, sides: &[Value]) -> Result<Rc<Report>, EvalError> {
    let mut story = Story::new();
    let value = said(cx, &call.answer)?;
    story.answer(match written(call) {
        Some(text) => format!("{text} = {value}"),
        None => value.clone(),
    });
    let has_options = |side: &Value| matches!(side, Value::List(list) if !list.is_empty());
    let between = match sides {
        [left, right] if has_options(left) && has_options(right) => "between the options of Left and those of Right",
        [left, _] if has_options(left) => "greater than all options of Left",
        _ => "less than all options of Right",
    };
    story.step(format!("Simplicity rule: {value} is the simplest number {between}."));
    if call.answer.is_late_number() || matches!(call.answer, Value::Ordinal(_)) {
        tell_late(&mut story);
    } else if let Some(g) = as_game(cx, &call.answer)? {
        forms::outcome(cx, g, &mut story)?;
    }
    Ok(story.report(call.answer.clone(), 1))
}

/// Returns `true` if `x` is a number that is no game, such as 1/3.
fn is_no_game(x: &Value) -> bool {
    matches!(x, Value::Number(x) if Dyadic::from_rational(x).is_none())
}

/// Replaces the answer of an explanation by the one that the call gave.
fn answered(told: Rc<Report>, call: &report::Call) -> Result<Rc<Report>, EvalError> {
    Ok(match &*told {
        Report::Explanation(told) => report::Explanation { answer: call.answer.clone(), ..told.clone() }.into(),
        _ => told,
    })
}

/// Returns the call as it is written, or `None` if it is long.
pub(super) fn written(call: &report::Call) -> Option<&str> {
    (call.text.chars().count() <= MAX_TEXT && !call.text.contains('\n')).then_some(&*call.text)
}

/// Says the answer in one line, and suggests another question.
fn briefly(cx: &mut Session, call: &report::Call, arguments: &[Value]) -> Result<Rc<Report>, EvalError> {
    let asked = written(call).unwrap_or("that");
    let is_game = |value: &Value| match value {
        Value::Game(_) | Value::Position(_) | Value::Loopy(_) | Value::Gamma(_) => true,
        Value::Integer(_) | Value::Ordinal(_) => true,
        Value::Number(_) => !is_no_game(value),
        _ => false,
    };
    // A position has more to it than a number that came with it.
    let about = arguments.iter().find(|x| is_game(x) && !matches!(x, Value::Integer(_) | Value::Number(_)));
    let about = about.or(Some(&call.answer).filter(|x| is_game(x))).cloned();
    let name = match about {
        Some(x) => cx.within(Room::SCREEN, |cx| cx.written(&x, Notation::Ascii)).map(Some)?,
        None => None,
    };
    let instead = match name.filter(|name| name.chars().count() <= MAX_TEXT) {
        Some(x) => format!("`explain({x})` explains {x}"),
        None if matches!(call.callee, report::Callee::Relation(_)) => "`explain` one side by itself".to_string(),
        None => "`cg help explain` names the questions that have some".to_string(),
    };
    let found = match &call.answer {
        Value::Report(_) | Value::Table(_) | Value::Board(_) | Value::Nothing => String::new(),
        Value::Boolean(b) => format!(" is {b}"),
        Value::Text(text) if text.contains('\n') => String::new(),
        answer => format!(" = {}", said(cx, answer)?),
    };
    let mut story = Story::new();
    story.answer(match found.is_empty() {
        true => format!("`explain` has no reasons for {asked}; {instead}"),
        false => format!("{asked}{found}, for which `explain` has no reasons; {instead}"),
    });
    Ok(story.report(call.answer.clone(), 1))
}

/// Explains how two games or two numbers compare, or returns `None` if other values are compared.
fn comparison(
    cx: &mut Session,
    call: &report::Call,
    relation: Relation,
    left: &Value,
    right: &Value,
) -> Result<Option<Rc<Report>>, EvalError> {
    let is_number = |x: &Value| matches!(x, Value::Integer(_) | Value::Number(_));
    if is_number(left) && is_number(right) {
        return numbers(cx, call, relation, left, right).map(Some);
    }
    if let Some((endless, ordinal)) = endless_and_ordinal(left, right) {
        let mut story = Story::new();
        story.answer(head(cx, call, relation, left, right, None)?);
        story.step(format!("{} is greater than every ordinal, so than {}.", said(cx, endless)?, said(cx, ordinal)?));
        return Ok(Some(story.report(call.answer.clone(), 1)));
    }
    let (Some(g), Some(h)) = (Comparand::from_value(left, cx)?, Comparand::from_value(right, cx)?) else {
        return Ok(None);
    };
    let found = compare::compare(cx, g, h)?;
    let Report::Comparison(found) = &*found else { return Ok(None) };
    let mut story = Story::new();
    let mut lines = found.text.lines();
    let holds = lines.next();
    story.answer(head(cx, call, relation, left, right, holds)?);
    lines.for_each(|line| story.line(line));
    reports::comparison(found, &mut story);
    Ok(Some(story.report(call.answer.clone(), 10)))
}

/// Returns the length of endless play and the ordinal that it is compared with, if two values are these.
fn endless_and_ordinal<'a>(left: &'a Value, right: &'a Value) -> Option<(&'a Value, &'a Value)> {
    let is_pair = |(endless, ordinal): &(&Value, &Value)| endless.is_endless() && ordinal.as_ordinal().is_some();
    [(left, right), (right, left)].into_iter().find(is_pair)
}

/// Returns the first line of a comparison: the question, its answer, and the relation that holds if it is another, of the
/// values of positions too.
fn head(
    cx: &mut Session,
    call: &report::Call,
    relation: Relation,
    left: &Value,
    right: &Value,
    holds: Option<&str>,
) -> Result<String, EvalError> {
    let [first, second] = [said(cx, left)?, said(cx, right)?];
    let question = format!("{first} {} {second}", sign(cx, relation));
    let is = format!("is {}", said(cx, &call.answer)?);
    Ok(match holds {
        Some(holds) if !holds.starts_with(&format!("{first} ")) || !holds.ends_with(&format!(" {second}")) => {
            format!("{question} {is}, for their values are {holds}")
        }
        Some(holds) if holds != question => format!("{question} {is}: {holds}"),
        _ => format!("{question} {is}"),
    })
}

fn numbers(
    cx: &mut Session,
    call: &report::Call,
    relation: Relation,
    left: &Value,
    right: &Value,
) -> Result<Rc<Report>, EvalError> {
    let mut story = Story::new();
    story.answer(head(cx, call, relation, left, right, None)?);
    let order = match left.as_number().cmp(&right.as_number()) {
        std::cmp::Ordering::Less => "less than",
        std::cmp::Ordering::Equal => "equal to",
        std::cmp::Ordering::Greater => "greater than",
    };
    let (x, y) = (said(cx, left)?, said(cx, right)?);
    story.step(format!("Numbers are ordered as numbers: {x} is {order} {y}."));
    Ok(story.report(call.answer.clone(), 1))
}

/// Explains a nim-sum: the numbers in binary, added without carrying.
fn nim_sum(cx: &mut Session, call: &report::Call, heaps: &[Value]) -> Result<Rc<Report>, EvalError> {
    let sizes: Vec<Ordinal> =
        heaps.iter().filter_map(|heap| heap.as_ordinal().or_else(|| nimber_size(&cx.games, heap))).collect();
    let texts = sizes.iter().map(|n| said(cx, &Value::ordinal(n.clone()))).collect::<Result<Vec<_>, _>>()?;
    let sum = said(cx, &call.answer)?;
    let mut story = Story::new();
    story.answer(format!("The nim-sum of {} is {sum}", listed(&texts)));
    impartial::tell_addition(cx, "numbers", &sizes, &mut story)?;
    story.step("Heaps of Nim add like this: a sum of 0 is lost for the player to move (Bouton 1901).");
    Ok(story.report(call.answer.clone(), 1))
}

/// Explains a mex by the members below it.
fn mex(cx: &mut Session, call: &report::Call, set: &Value) -> Result<Rc<Report>, EvalError> {
    let least = said(cx, &call.answer)?;
    let mut story = Story::new();
    story.answer(match written(call) {
        Some(text) => format!("{text} = {least}"),
        None => format!("mex = {least}"),
    });
    let mut members = Vec::new();
    for member in members_of(&mut cx.games.budget, set)?.unwrap_or_default() {
        cx.games.budget.tick()?;
        members.extend(member.as_ordinal().or_else(|| nimber_size(&cx.games, &member)));
    }
    members.sort_unstable();
    members.dedup();
    let below = members.iter().zip(0u64..).take_while(|(member, n)| **member == Ordinal::finite(*n)).count();
    story.step(match below {
        0 => "0 is not a member.".to_string(),
        1 => "0 is a member, and 1 is not.".to_string(),
        2 => "0 and 1 are members, and 2 is not.".to_string(),
        _ => format!("All numbers from 0 to {} are members, and {below} is not.", below - 1),
    });
    story.row(vec![Value::text("mex"), call.answer.clone()]);
    story.step(format!(
        "{least} is the least number that is missing: a position with options of these nim-values has the nim-value {least}."
    ));
    Ok(story.report(call.answer.clone(), 1))
}
