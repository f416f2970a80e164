//! Results as JSON: the same answer for a program that does not read mathematics.
//!
//! An integer of at most 2^53 is a number, for so far every reader of JSON is exact; other numbers, ordinals, nimbers
//! and outcomes are texts. Lists and sets are arrays, tables have `columns` and `rows`, reports are objects of their
//! fields. A game has its options, `{"left": [..], "right": [..]}`, a position its ruleset and arguments. Data is never
//! cut: a value that cannot be written in full is an error.
//!
//! A text and a value inside of a list may both be texts there. Tagged data distinguishes them: a value that is neither
//! a list nor one of JSON's own values is an object with its `kind`.

use std::rc::Rc;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::graph::graph_table;
use super::{game_text, kind_of, loops, make_room, worth_or_outcome, written_pieces};
use crate::eval::printer::{LONGEST_VALUE, Room};
use crate::eval::{EvalError, Session, game_value};
use crate::value::list::List;
use crate::value::{Ruleset, Table, Value};
use cg_engine::games::{Fault, GameId, Outcome, Player};
use cg_engine::notation::Notation;
use cg_engine::ordinals::{GammaValue, Ordinal};
use cg_engine::positions::{self, Convention, PositionId, Term};
use cg_engine::questions;

/// Integers of at most this size are the same in every reader of JSON.
const SAFE: i64 = 1 << 53;
/// Options beyond which a game is written by its name, as `*1000000000` is.
const MOST_OPTIONS: u64 = 10_000;
/// Members beyond which a range is written as `a..b`.
const LONGEST_RANGE: u64 = 1_000_000;

/// The form of the values inside of a result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tags {
    /// Plain data.
    Plain,
    /// Data with kinds.
    Kinds,
}

/// Something still to be written.
enum Piece {
    Text(&'static str),
    Owned(String),
    Value(Value),
    Term(Term),
    Position(PositionId),
    /// The members of a list from this one on, and the closing bracket.
    Members(Rc<List>, u64),
    /// The entries of a dictionary whose keys are texts from this one on, and the closing brace.
    Entries(Rc<List>, u64),
    /// The rows of a table from this one on, and the closing brackets.
    Rows(Rc<Table>, usize),
}

/// Returns a result as JSON, on one line. A position comes with its value and its outcome, a graph as the table of
/// its vertices; inside of other results a position is only named, for its worth may take long to find.
///
/// # Errors
/// [`EvalError::TooLong`] for data for which the session has no [`Room`].
///
/// ```
/// use cg::eval::{Quiet, Session};
/// use cg::show::data_of;
/// use cg::value::Value;
/// let mut session = Session::new(cg::builtins::all(), Box::new(Quiet::default()));
/// let list = Value::list(vec![Value::Integer(7), Value::text("x"), Value::Nothing]);
/// assert_eq!(data_of(&mut session, &list).unwrap(), r#"[7,"x",null]"#);
/// ```
pub fn data_of(cx: &mut Session, value: &Value) -> Result<String, EvalError> {
    data_with(cx, value, Tags::Plain)
}

/// Returns a list, a set, a table or a report as JSON with the kinds of its parts, or `None` if [`data_of`] has
/// the same information.
///
/// # Errors
/// The errors of [`data_of`].
///
/// ```
/// use cg::eval::{Quiet, Session};
/// use cg::show::tagged_data;
/// use cg::value::Value;
/// let mut session = Session::new(cg::builtins::all(), Box::new(Quiet::default()));
/// let list = Value::list(vec![Value::Integer(7), Value::text("x")]);
/// assert_eq!(tagged_data(&mut session, &list).unwrap().unwrap(), r#"[7,{"kind":"text","text":"x"}]"#);
/// ```
pub fn tagged_data(cx: &mut Session, value: &Value) -> Result<Option<String>, EvalError> {
    match value {
        Value::List(_) | Value::Set(_) | Value::Dict(_) | Value::Table(_) | Value::Report(_) => {
            let (data, tagged) = (data_of(cx, value)?, data_with(cx, value, Tags::Kinds)?);
            Ok((tagged != data).then_some(tagged))
        }
        _ => Ok(None),
    }
}

fn data_with(cx: &mut Session, value: &Value, tags: Tags) -> Result<String, EvalError> {
    let most = cx.printer.room.most();
    // A value that is too large to be written is an error here, never a description.
    let room = Room::Whole(Some(most.unwrap_or(LONGEST_VALUE).min(LONGEST_VALUE)));
    cx.within(room, |this| {
        let mut stack = Vec::new();
        let mut out = String::new();
        match tags {
            Tags::Plain => stack.extend(answer(this, value)?.into_iter().rev()),
            // The answer has the kind of the whole result in another field.
            Tags::Kinds => write_data(this, value, &mut out, &mut stack)?,
        }
        while let Some(piece) = stack.pop() {
            this.games.budget.tick()?;
            make_room(&mut this.games.budget, &mut out, most)?;
            match piece {
                Piece::Value(value) if tags == Tags::Kinds => write_tagged(this, &value, &mut out, &mut stack)?,
                piece => write_piece(this, piece, &mut out, &mut stack)?,
            }
        }
        make_room(&mut this.games.budget, &mut out, most)?;
        Ok(out)
    })
}

/// Returns the pieces of a whole result, in order.
fn answer(cx: &mut Session, value: &Value) -> Result<Vec<Piece>, EvalError> {
    match value {
        Value::Position(p) => {
            let worth = worth_or_outcome(cx, *p)?;
            let outcome = match &worth {
                Value::Outcome(outcome) => Some(*outcome),
                _ => outcome_if_any(cx, *p)?,
            };
            let worth = match worth {
                Value::Outcome(_) | Value::Position(_) => Value::Nothing,
                worth => worth,
            };
            let mut pieces = named(cx, positions::term(*p, cx));
            pieces.extend([Piece::Text(",\"value\":"), Piece::Value(worth), Piece::Text(",\"outcome\":")]);
            pieces.extend([Piece::Value(outcome.map_or(Value::Nothing, Value::Outcome)), Piece::Text("}")]);
            Ok(pieces)
        }
        Value::Ruleset(ruleset) => match &**ruleset {
            Ruleset::Graph(graph) => {
                let (table, _) = graph_table(cx, graph)?;
                Ok(vec![Piece::Value(Value::Table(Rc::new(table)))])
            }
            _ => Ok(vec![Piece::Value(value.clone())]),
        },
        value => Ok(vec![Piece::Value(value.clone())]),
    }
}

/// Returns the outcome of a position, or `None` if it has none.
fn outcome_if_any(cx: &mut Session, p: PositionId) -> Result<Option<Outcome>, EvalError> {
    match questions::outcomes(p, Convention::Normal, cx) {
        Ok(outcomes) => Ok(Some(questions::class(outcomes))),
        Err(
            Fault::None(_)
            | Fault::Refused(_)
            | Fault::Loopy
            | Fault::Points
            | Fault::Entailing
            | Fault::TwoSides
            | Fault::LargeNimber { .. }
            | Fault::Partizan
            | Fault::TooLarge { .. },
        ) => Ok(None),
        Err(fault) => Err(fault.into()),
    }
}

fn write_piece(cx: &mut Session, piece: Piece, out: &mut String, stack: &mut Vec<Piece>) -> Result<(), EvalError> {
    match piece {
        Piece::Text(text) => out.push_str(text),
        Piece::Owned(text) => out.push_str(&text),
        Piece::Value(value) => write_data(cx, &value, out, stack)?,
        Piece::Term(term) => write_argument(cx, term, out, stack)?,
        Piece::Position(p) => write_position(cx, p, out, stack)?,
        Piece::Members(list, at) => match list.get(at) {
            Some(member) => {
                out.push_str(if at > 0 { "," } else { "" });
                stack.push(Piece::Members(list, at + 1));
                stack.push(Piece::Value(member));
            }
            None => out.push(']'),
        },
        Piece::Entries(pairs, at) => match pairs.get(at) {
            Some(Value::List(pair)) => {
                out.push_str(if at > 0 { "," } else { "" });
                stack.push(Piece::Entries(pairs, at + 1));
                stack.push(Piece::Value(pair.get(1).unwrap_or_default()));
                stack.push(Piece::Text(":"));
                let key = pair.get(0).unwrap_or_default();
                stack.push(Piece::Owned(if let Value::Text(key) = key { quoted(&key) } else { String::new() }));
            }
            _ => out.push('}'),
        },
        Piece::Rows(table, at) => match table.row(at) {
            Some(row) => {
                out.push_str(if at > 0 { "," } else { "" });
                stack.push(Piece::Rows(table, at + 1));
                array(stack, row);
            }
            None => out.push_str("]}"),
        },
    }
    Ok(())
}

fn write_data(cx: &mut Session, value: &Value, out: &mut String, stack: &mut Vec<Piece>) -> Result<(), EvalError> {
    match value {
        Value::Nothing => out.push_str("null"),
        Value::Boolean(b) => out.push_str(if *b { "true" } else { "false" }),
        Value::Integer(n) if n.abs_diff(0) <= SAFE as u64 => out.push_str(&n.to_string()),
        Value::Text(text) => out.push_str(&quoted(text)),
        Value::Board(board) => out.push_str(&quoted(&board.text())),
        Value::Game(g) => write_game(cx, *g, out, stack)?,
        Value::Loopy(value) => loops::write_loopy(cx, *value, out)?,
        Value::Gamma(gamma) => match &**gamma {
            GammaValue::Infinite(reach) => {
                out.push_str("{\"inf\":[");
                for (i, x) in reach.iter().enumerate() {
                    out.push_str(if i > 0 { "," } else { "" });
                    out.push_str(&ordinal(x));
                }
                out.push_str("]}");
            }
            GammaValue::Finite(_) => out.push_str(&quoted(&cx.written(value, Notation::Ascii)?)),
        },
        Value::List(list) | Value::Set(list) => match list.as_range() {
            Some(_) if list.len() > LONGEST_RANGE => out.push_str(&quoted(&cx.written(value, Notation::Ascii)?)),
            _ => array(stack, list.clone()),
        },
        Value::Dict(dict) => {
            let pairs = dict.pairs(&mut cx.games.budget)?;
            if dict.iter().all(|(key, _)| matches!(key, Value::Text(_))) {
                out.push('{');
                stack.push(Piece::Entries(pairs, 0));
            } else {
                array(stack, pairs);
            }
        }
        Value::Position(p) => stack.push(Piece::Position(*p)),
        Value::Ruleset(ruleset) => match &**ruleset {
            Ruleset::Builtin(_, name, first) => write_ruleset(name, first, stack),
            Ruleset::Defined(_, name, first) => write_ruleset(name, first, stack),
            Ruleset::Optioned(..) | Ruleset::Graph(_) => out.push_str(&quoted(&cx.written(value, Notation::Ascii)?)),
        },
        Value::Table(table) => {
            stack.extend([Piece::Rows(table.clone(), 0), Piece::Text(",\"rows\":[")]);
            array(stack, table.head());
            stack.push(Piece::Text("{\"columns\":"));
        }
        Value::Report(report) => {
            let fields = report.fields();
            stack.push(Piece::Text("}"));
            for (at, (name, value)) in fields.into_iter().enumerate().rev() {
                let comma = if at > 0 { "," } else { "" };
                stack.extend([Piece::Value(value), Piece::Owned(format!("{comma}\"{name}\":"))]);
            }
            out.push('{');
        }
        Value::Integer(_)
        | Value::Number(_)
        | Value::Ordinal(_)
        | Value::Surreal(_)
        | Value::Nimber(_)
        | Value::Outcome(_)
        | Value::Convention(_)
        | Value::Compound(_)
        | Value::Function(_) => out.push_str(&quoted(&cx.written(value, Notation::Ascii)?)),
    }
    Ok(())
}

/// Writes a part of a value with its kind, unless the form in JSON shows the kind.
fn write_tagged(cx: &mut Session, value: &Value, out: &mut String, stack: &mut Vec<Piece>) -> Result<(), EvalError> {
    let is_safe = |n: i64| n.abs_diff(0) <= SAFE as u64;
    let kind = quoted(kind_of(&cx.games, value));
    match value {
        Value::Nothing | Value::Boolean(_) => write_data(cx, value, out, stack),
        Value::Integer(n) if is_safe(*n) => write_data(cx, value, out, stack),
        Value::List(list) if list.as_range().is_none() || list.len() <= LONGEST_RANGE => {
            write_data(cx, value, out, stack)
        }
        Value::Set(list) if list.as_range().is_none() || list.len() <= LONGEST_RANGE => {
            out.push_str("{\"kind\":\"set\",\"members\":");
            stack.push(Piece::Text("}"));
            array(stack, list.clone());
            Ok(())
        }
        Value::Table(table) => {
            stack.extend([Piece::Rows(table.clone(), 0), Piece::Text(",\"rows\":[")]);
            array(stack, table.head());
            out.push_str("{\"kind\":\"table\",\"columns\":");
            Ok(())
        }
        Value::Report(_) => {
            out.push_str(&format!("{{\"kind\":{kind},\"fields\":"));
            stack.push(Piece::Text("}"));
            write_data(cx, value, out, stack)
        }
        value => {
            let text = match value {
                Value::Text(text) => text.to_string(),
                value => cx.written(value, Notation::Ascii)?,
            };
            out.push_str(&format!("{{\"kind\":{kind},\"text\":{}}}", quoted(&text)));
            Ok(())
        }
    }
}

/// Writes a nimber by its name, another game by its options.
fn write_game(cx: &mut Session, g: GameId, out: &mut String, stack: &mut Vec<Piece>) -> Result<(), EvalError> {
    let counts = [Player::Left, Player::Right].map(|player| cx.games.option_count(g, player));
    if cx.games.as_nimber(g).is_some() || counts.into_iter().any(|count| count > MOST_OPTIONS) {
        out.push_str(&quoted(&game_text(cx, g, Notation::Ascii)?));
        return Ok(());
    }
    for (player, head) in [(Player::Left, "{\"left\":["), (Player::Right, "],\"right\":[")] {
        out.push_str(head);
        for (i, option) in cx.printer.names.options(&mut cx.games, g, player)?.into_iter().enumerate() {
            make_room(&mut cx.games.budget, out, None)?;
            out.push_str(if i > 0 { "," } else { "" });
            out.push_str(&quoted(&game_text(cx, option, Notation::Ascii)?));
        }
    }
    stack.push(Piece::Text("]}"));
    Ok(())
}

fn write_ruleset(name: &str, first: &[Value], stack: &mut Vec<Piece>) {
    stack.push(Piece::Text("}"));
    array(stack, Rc::new(List::new(first.to_vec())));
    stack.push(Piece::Owned(head(name)));
}

/// Returns a position by its ruleset and arguments; the brace is left open.
fn named(cx: &Session, mut term: Term) -> Vec<Piece> {
    let positions = |all: Vec<PositionId>| all.into_iter().map(|p| vec![Piece::Position(p)]).collect();
    let terms = |all: Vec<Term>| all.into_iter().map(|term| vec![Piece::Term(term)]).collect();
    while let Term::Position(inner) = term {
        term = positions::term(inner, cx);
    }
    let (name, arguments) = match term {
        Term::Call(name, arguments) => (name, terms(arguments)),
        Term::Name(name) => (name, Vec::new()),
        Term::Vertex(graph, label) => (graph, terms(vec![*label])),
        Term::Sum(parts) => ("sum".into(), positions(parts)),
        Term::Negative(p) => ("negative".into(), positions(vec![p])),
        Term::Form(left, right) => {
            let sides = [Some(left), right].into_iter().flatten();
            ("form".into(), sides.map(|side| listed(positions(side))).collect())
        }
        term => ("value".into(), terms(vec![term])),
    };
    let mut pieces = vec![Piece::Owned(head(&name))];
    pieces.extend(listed(arguments));
    pieces
}

/// Writes an argument of a position.
fn write_argument(cx: &mut Session, term: Term, out: &mut String, stack: &mut Vec<Piece>) -> Result<(), EvalError> {
    match term {
        Term::Name(name) if matches!(&*name, "true" | "false") => out.push_str(&name),
        Term::Name(text) | Term::Text(text) => out.push_str(&quoted(&text)),
        // An argument that is written as a call is a board; rulesets on boards have the same text for theirs.
        Term::Call(_, ref arguments) if let [Term::Text(text)] = &arguments[..] => out.push_str(&quoted(text)),
        Term::Number(x) => write_data(cx, &Value::number(*x), out, stack)?,
        Term::Ordinal(x) => out.push_str(&ordinal(&x)),
        Term::Game(g) => {
            let value = game_value(&cx.games, g);
            write_data(cx, &value, out, stack)?;
        }
        Term::List(terms) | Term::Set(terms) => {
            let members = terms.into_iter().map(|term| vec![Piece::Term(term)]).collect();
            stack.extend(listed(members).into_iter().rev());
        }
        Term::Position(p) => stack.push(Piece::Position(p)),
        Term::Loopy(value) => loops::write_loopy(cx, value, out)?,
        term @ Term::Loop(..) => {
            let text = written_pieces(cx, vec![super::Piece::Term(term)], Notation::Ascii)?;
            out.push_str(&quoted(&text));
        }
        term @ (Term::Call(..) | Term::Vertex(..) | Term::Sum(_) | Term::Negative(_) | Term::Form(..)) => {
            stack.push(Piece::Text("}"));
            stack.extend(named(cx, term).into_iter().rev());
        }
    }
    Ok(())
}

/// Writes a position inside of something else.
fn write_position(cx: &mut Session, p: PositionId, out: &mut String, stack: &mut Vec<Piece>) -> Result<(), EvalError> {
    match positions::term(p, cx) {
        term @ Term::Call(..) => {
            stack.push(Piece::Text("}"));
            stack.extend(named(cx, term).into_iter().rev());
            Ok(())
        }
        term => write_argument(cx, term, out, stack),
    }
}

/// Returns the beginning of an object for a ruleset, up to its arguments.
fn head(name: &str) -> String {
    format!("{{\"ruleset\":{},\"arguments\":", quoted(name))
}

/// Returns the pieces of an array of members, each of which may be of several pieces.
fn listed(members: Vec<Vec<Piece>>) -> Vec<Piece> {
    let mut pieces = vec![Piece::Text("[")];
    for (i, member) in members.into_iter().enumerate() {
        if i > 0 {
            pieces.push(Piece::Text(","));
        }
        pieces.extend(member);
    }
    pieces.push(Piece::Text("]"));
    pieces
}

fn array(stack: &mut Vec<Piece>, list: Rc<List>) {
    stack.extend([Piece::Members(list, 0), Piece::Text("[")]);
}

fn ordinal(x: &Ordinal) -> String {
    match x.as_finite() {
        Some(n) if *n <= (SAFE as u64).into() => n.to_string(),
        Some(n) => quoted(&RBig::from(IBig::from(n.clone())).to_string()),
        None => quoted(&x.to_string()),
    }
}

/// Returns a text as JSON.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
