//! Results as people and programs read them: as text, in LaTeX, as JSON.
//!
//! This file writes values as text: the engine's names for games, and everything the language composes of them. Positions
//! are written as they stand, with a stack of our own, for they may be nested as deep as memory allows.

mod changes;
mod data;
mod graph;
mod graph_literal;
mod layout;
mod loops;
mod moves;
mod nameless;
mod typeset;

use std::rc::Rc;

pub use data::{data_of, tagged_data};
pub(crate) use graph::{vertex_answers, vertex_outcome};
pub(crate) use graph_literal::graph_text;
pub(crate) use loops::loopy_text;
pub use moves::{MoveName, PlacedMove};
pub(crate) use moves::{board_of, name_on_board, names_among_all, names_on_boards};
pub use moves::{changed_part, move_name, move_names, placed_move};
pub use nameless::written_out;

use dashu_ratio::RBig;

use crate::eval::printer::LONGEST_VALUE;
use crate::eval::{EvalError, Room, Session, score_of, worth_of};
use crate::value::list::List;
use crate::value::{Function, Ruleset, Value, term};
use crate::visible::{self, quoted};
use cg_engine::games::{Budget, Fault, GameId, Games, Outcome};
use cg_engine::notation::{self, LIMIT, Notation, rational};
use cg_engine::positions::{self, Context, Convention, PositionId, StandsFor, Term};
use cg_engine::questions;
use graph::graph_table;

/// Something still to be written.
pub(crate) enum Piece {
    Text(&'static str),
    Owned(String),
    Value(Value),
    Term(Term),
    /// A position inside a form, where literals need no `form` in front.
    Inner(PositionId),
    /// The members of a list from this one on, then a closing sign: a list is never copied to be written.
    Members(Rc<List>, u64, &'static str),
}

/// Returns the beginning of a text, at most `width` characters of it, and three dots. Empty cells of a board at its end are left
/// out, for they look like the dots.
pub(crate) fn cut(text: &str, width: usize) -> String {
    let kept: String = text.chars().take(width).collect();
    let ended = kept.trim_end_matches('.');
    if ended == kept { kept + "..." } else { format!("{ended} ...") }
}

impl Session {
    /// Returns a result as it is shown: a position by its value if it has one, else by its outcome, a function with the names of
    /// its parameters.
    pub fn text(&mut self, value: &Value, notation: Notation) -> Result<String, EvalError> {
        match value {
            Value::Position(p) => {
                let worth = worth_or_outcome(self, *p)?;
                if let Value::Position(p) = worth
                    && let Some(mut sides) = loops::open_sides(self, p, notation)?
                {
                    sides.reverse();
                    return written_pieces(self, sides, notation);
                }
                self.written(&worth, notation)
            }
            Value::Ruleset(ruleset) => match &**ruleset {
                Ruleset::Graph(graph) => {
                    let (table, more) = graph_table(self, graph)?;
                    if let Some(typeset) = &notation.signs().typeset {
                        return typeset::typeset_table(self, &table, more.as_deref(), notation, typeset);
                    }
                    let text = table_text(self, &table, notation)?;
                    Ok(more.map_or(text.clone(), |more| format!("{text}\n{more}")))
                }
                _ => self.written(value, notation),
            },
            Value::Table(table) => match &notation.signs().typeset {
                Some(typeset) => typeset::typeset_table(self, table, None, notation, typeset),
                None => table_text(self, table, notation),
            },
            Value::Function(f) if notation.signs().typeset.is_none() => match signature(self, f) {
                Some(signature) => Ok(signature),
                None => self.written(value, notation),
            },
            value => self.written(value, notation),
        }
    }

    /// Returns a value as it is written in a script: it reads back as the same value. In LaTeX that holds of games,
    /// numbers, ordinals, outcomes, and of lists and sets of them.
    pub fn written(&mut self, value: &Value, notation: Notation) -> Result<String, EvalError> {
        written_pieces(self, vec![Piece::Value(value.clone())], notation)
    }

    /// Runs something that writes with another room.
    pub fn within<T>(&mut self, room: Room, write: impl FnOnce(&mut Session) -> T) -> T {
        let before = std::mem::replace(&mut self.printer.room, room);
        let written = write(self);
        self.printer.room = before;
        written
    }

    /// Returns a value in few words, for messages: never more than a line.
    pub fn short(&mut self, value: &Value) -> String {
        const WIDTH: usize = 40;
        let text = self.within(Room::SCREEN, |this| this.written(value, Notation::Ascii));
        let text = text.unwrap_or_else(|_| value.kind().to_string());
        if text.chars().count() <= WIDTH { text } else { cut(&text, WIDTH - 3) }
    }

    /// Returns a value with its kind, for messages: "the text `abc`".
    pub fn describe(&mut self, value: &Value) -> String {
        match value {
            Value::Nothing => "nothing".into(),
            Value::Function(_) | Value::Ruleset(_) | Value::Table(_) | Value::Report(_) | Value::Position(_) => {
                let text = self.short(value);
                format!("{} (`{text}`)", value.a_kind())
            }
            Value::Boolean(b) => {
                if *b {
                    "`true`".into()
                } else {
                    "`false`".into()
                }
            }
            value => {
                let kind = value.a_kind();
                let kind = kind.split_once(' ').map_or(kind, |(_, rest)| rest);
                let text = self.short(value);
                format!("the {kind} `{text}`")
            }
        }
    }
}

/// Returns an outcome class as it is named in words.
pub fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => "the next player wins",
        Outcome::P => "the previous player wins",
        Outcome::L => "Left wins",
        Outcome::R => "Right wins",
        Outcome::D => "drawn",
        Outcome::NHat => "Left wins if she starts, else drawn",
        Outcome::PHat => "Left wins if Right starts, else drawn",
        Outcome::NCheck => "Right wins if he starts, else drawn",
        Outcome::PCheck => "Right wins if Left starts, else drawn",
    }
}

/// Returns the value of a position, or the class of its outcome where it has none. What is its own answer stands
/// for itself, and so do a compound of positions with terminal classes, which has neither, and a literal of which a side is
/// not known.
pub fn worth_or_outcome(cx: &mut Session, p: PositionId) -> Result<Value, EvalError> {
    let stands_for = cx.positions.rules_of(p).facts().stands_for;
    if stands_for == StandsFor::Itself {
        return Ok(Value::Position(p));
    }
    match worth_of(cx, p) {
        Ok(value) => Ok(value),
        Err(EvalError::Fault(Fault::Points)) => score_of(cx, p),
        Err(EvalError::Fault(Fault::NoSides)) if matches!(positions::term(p, cx), Term::Loop(..)) => {
            Ok(Value::Position(p))
        }
        Err(EvalError::Fault(Fault::Loopy | Fault::NoSides | Fault::Entailing | Fault::Refused(_))) => {
            match questions::outcomes(p, Convention::Normal, cx) {
                Ok(outcomes) => Ok(Value::Outcome(questions::class(outcomes))),
                Err(Fault::Refused(_)) => Ok(Value::Position(p)),
                Err(fault) => Err(fault.into()),
            }
        }
        // Without moves, with too many or if play runs on, no value is found, but perhaps an outcome; a component of which neither
        // is known stands for itself.
        Err(trouble @ EvalError::Fault(Fault::None(_) | Fault::TooLarge { .. } | Fault::RunsOn { .. })) => {
            match questions::outcomes(p, Convention::Normal, cx) {
                Ok(outcomes) => Ok(Value::Outcome(questions::class(outcomes))),
                Err(Fault::None(_)) if stands_for == StandsFor::Given => Ok(Value::Position(p)),
                Err(_) => Err(trouble),
            }
        }
        Err(EvalError::Fault(fault @ (Fault::Interrupted | Fault::Timeout | Fault::Memory { .. }))) => {
            Err(EvalError::ValueOutOfReach(fault))
        }
        Err(trouble) => Err(trouble),
    }
}

/// Returns the text of these pieces, the last of which comes first.
pub(super) fn written_pieces(cx: &mut Session, mut stack: Vec<Piece>, notation: Notation) -> Result<String, EvalError> {
    let mut out = String::new();
    while let Some(piece) = stack.pop() {
        cx.games.budget.tick()?;
        match cx.printer.room {
            Room::Cut(longest) if out.len() > longest => {
                if let Some(typeset) = &notation.signs().typeset {
                    // A text that is cut may have something open.
                    return Ok((typeset.prose)("(too long to print)"));
                }
                out.push_str("...");
                // The list that all others stand in.
                if let Some(Piece::Members(list, ..)) =
                    stack.iter().chain([&piece]).find(|piece| matches!(piece, Piece::Members(..)))
                {
                    out.push_str(&format!(" ({} members)", list.len()));
                }
                return Ok(out);
            }
            room => make_room(&mut cx.games.budget, &mut out, room.most())?,
        }
        match piece {
            Piece::Members(list, at, close) => match list.get(at) {
                Some(member) => {
                    out.push_str(if at > 0 { ", " } else { "" });
                    stack.push(Piece::Members(list, at + 1, close));
                    stack.push(Piece::Value(member));
                }
                None => out.push_str(close),
            },
            Piece::Text(text) => out.push_str(text),
            Piece::Owned(text) => out.push_str(&text),
            Piece::Value(value) => write_value(cx, &value, notation, &mut out, &mut stack)?,
            Piece::Term(term) => write_term(cx, term, notation, false, &mut out, &mut stack)?,
            Piece::Inner(p) => {
                let term = nameless::term(cx, p);
                write_term(cx, term, notation, true, &mut out, &mut stack)?;
            }
        }
    }
    Ok(out)
}

/// Sees that there is memory for a text to grow, and that it has not passed `most` bytes.
pub(crate) fn make_room(budget: &mut Budget, out: &mut String, most: Option<usize>) -> Result<(), EvalError> {
    const STEP: usize = 4096;
    if let Some(most) = most.filter(|&most| out.len() > most) {
        return Err(EvalError::TooLong(most));
    }
    if out.capacity() - out.len() < STEP / 4 {
        let more = out.capacity().max(STEP);
        budget.reserve(more)?;
        out.reserve(more);
    }
    Ok(())
}

/// Returns a game by its shortest standard name.
pub(crate) fn game_text(cx: &mut Session, g: GameId, notation: Notation) -> Result<String, EvalError> {
    let limit = match cx.printer.room {
        Room::Cut(_) => LIMIT,
        Room::Whole(most) => {
            let length = cx.printer.names.length(&mut cx.games, g)?;
            if let Some(most) = most.filter(|&most| length > most as u64) {
                return Err(EvalError::TooLong(most));
            }
            LONGEST_VALUE as u64
        }
    };
    Ok(cx.printer.names.game_within(&mut cx.games, g, notation, limit)?)
}

fn number_text(cx: &mut Session, x: &RBig, notation: Notation) -> Result<String, EvalError> {
    match cx.printer.room {
        Room::Cut(_) => Ok(rational(x, notation)),
        Room::Whole(most) => match most.filter(|&most| notation::digits(x) > most as u64) {
            Some(most) => Err(EvalError::TooLong(most)),
            None => Ok(notation::rational_within(x, notation, LONGEST_VALUE as u64, &mut cx.games.budget)?),
        },
    }
}

/// Returns the kind of a value for `cg batch`: like [`Value::kind`], with nimbers as a kind of their own.
pub fn kind_of(games: &Games, value: &Value) -> &'static str {
    match value {
        Value::Game(g) if games.as_nimber(*g).is_some() => "nimber",
        value => value.kind(),
    }
}

fn write_value(
    cx: &mut Session,
    value: &Value,
    notation: Notation,
    out: &mut String,
    stack: &mut Vec<Piece>,
) -> Result<(), EvalError> {
    if let Some(typeset) = &notation.signs().typeset
        && typeset::write_typeset(cx, value, notation, typeset, out, stack)?
    {
        return Ok(());
    }
    match value {
        Value::Nothing => out.push_str("nothing"),
        Value::Boolean(b) => out.push_str(if *b { "true" } else { "false" }),
        Value::Integer(n) => out.push_str(&n.to_string()),
        Value::Number(x) => out.push_str(&number_text(cx, x, notation)?),
        Value::Game(g) => out.push_str(&game_text(cx, *g, notation)?),
        Value::Ordinal(x) => out.push_str(&x.text(&notation.signs().ordinals)),
        Value::Surreal(x) => out.push_str(&x.text(&notation.signs().ordinals, &|x| rational(x, notation))),
        Value::Nimber(x) => {
            out.push_str(&cg_engine::ordinals::GammaValue::Finite((**x).clone()).text(&notation.signs().ordinals))
        }
        Value::Gamma(x) => out.push_str(&x.text(&notation.signs().ordinals)),
        Value::Loopy(value) => out.push_str(&loopy_text(cx, *value, notation)?),
        Value::Outcome(o) => out.push_str(&o.to_string()),
        Value::Convention(c) => out.push_str(if *c == Convention::Normal { "normal" } else { "misere" }),
        Value::Compound(c) => out.push_str(c.name()),
        Value::Text(t) => {
            cx.games.budget.charge(t.len())?;
            cx.games.budget.reserve(2 * t.len())?;
            out.push_str(&quoted(t));
        }
        Value::List(list) => match list.long_range() {
            Some(range) => out.push_str(&range),
            None => members(stack, "[", "]", list),
        },
        Value::Set(set) => members(stack, "{", "}", set),
        Value::Dict(dict) => {
            let pairs = Value::List(dict.pairs(&mut cx.games.budget)?);
            call(stack, "dict", vec![Piece::Value(pairs)]);
        }
        Value::Function(_) => stack.push(Piece::Term(term(value))),
        Value::Ruleset(r) => match &**r {
            Ruleset::Builtin(_, name, first) => call(stack, name, first.iter().map(argument).collect()),
            Ruleset::Defined(_, name, first) => call(stack, name, first.iter().map(argument).collect()),
            Ruleset::Optioned(_, written, _) => out.push_str(written),
            Ruleset::Graph(graph) => out.push_str(&graph_text(cx, graph)?),
        },
        Value::Position(p) => stack.push(Piece::Term(nameless::term(cx, *p))),
        Value::Report(r) => out.push_str(r.text()),
        Value::Board(board) => {
            let cells = board.cells().len();
            cx.games.budget.charge(cells)?;
            cx.games.budget.reserve(4 * cells)?;
            call(stack, "board", vec![Piece::Value(Value::text(board.text()))]);
        }
        Value::Table(t) => call(stack, "table", t.arguments().into_iter().map(Piece::Value).collect()),
    }
    Ok(())
}

fn write_term(
    cx: &mut Session,
    term: Term,
    notation: Notation,
    inner: bool,
    out: &mut String,
    stack: &mut Vec<Piece>,
) -> Result<(), EvalError> {
    let position = |p: PositionId, this: &mut Session| {
        if inner { Piece::Inner(p) } else { Piece::Term(nameless::term(this, p)) }
    };
    let signs = notation.signs();
    let typeset = signs.typeset.as_ref();
    match term {
        Term::Name(name) if let Some(typeset) = typeset => out.push_str(&(typeset.label)(&name)),
        Term::Text(text) if let Some(typeset) = typeset => out.push_str(&(typeset.typed)(&visible::text(&text))),
        Term::Call(name, arguments) if let Some(typeset) = typeset => {
            call(stack, &(typeset.function)(&name), arguments.into_iter().map(Piece::Term).collect());
        }
        Term::Set(terms) if typeset.is_some() => {
            let [open, close] = signs.barless_literal;
            sequence(stack, open, close, terms.into_iter().map(Piece::Term));
        }
        Term::Name(name) => out.push_str(&name),
        Term::Text(text) => out.push_str(&quoted(&text)),
        Term::Number(x) => out.push_str(&number_text(cx, &x, notation)?),
        Term::Ordinal(x) => out.push_str(&x.text(&notation.signs().ordinals)),
        Term::Game(g) => out.push_str(&game_text(cx, g, notation)?),
        Term::Position(p) => stack.push(position(p, cx)),
        Term::Call(name, arguments) => call(stack, &name, arguments.into_iter().map(Piece::Term).collect()),
        Term::List(terms) => sequence(stack, "[", "]", terms.into_iter().map(Piece::Term)),
        Term::Set(terms) => sequence(stack, "{", "}", terms.into_iter().map(Piece::Term)),
        Term::Vertex(graph, label) => {
            let name = |name: &str| typeset.map_or_else(|| name.to_string(), |typeset| (typeset.label)(name));
            out.push_str(&name(&graph));
            match &*label {
                Term::Text(text) if is_name(text) => {
                    out.push('.');
                    out.push_str(&name(text));
                }
                _ => {
                    stack.push(Piece::Text("]"));
                    stack.push(Piece::Term(*label));
                    out.push('[');
                }
            }
        }
        Term::Sum(parts) if parts.is_empty() => out.push('0'),
        Term::Sum(parts) => {
            for (i, &part) in parts.iter().enumerate().rev() {
                match positions::term(part, cx) {
                    Term::Negative(p) if i > 0 => {
                        let wrapped = matches!(positions::term(p, cx), Term::Sum(_) | Term::Game(_) | Term::Loopy(_));
                        stack.push(Piece::Text(if wrapped { ")" } else { "" }));
                        stack.push(position(p, cx));
                        stack.push(Piece::Text(if wrapped { " - (" } else { " - " }));
                    }
                    term => {
                        // `&` binds looser than `+`.
                        let two_sides = matches!(term, Term::Loopy(value) if value.stopper().is_none());
                        let wrapped = two_sides && term != Term::Loopy(cx.loopy().dud()?);
                        stack.push(Piece::Text(if wrapped { ")" } else { "" }));
                        stack.push(position(part, cx));
                        stack.push(Piece::Text(match (i > 0, wrapped) {
                            (true, true) => " + (",
                            (true, false) => " + ",
                            (false, true) => "(",
                            (false, false) => "",
                        }));
                    }
                }
            }
        }
        Term::Negative(p) => {
            let wrapped = matches!(positions::term(p, cx), Term::Sum(_) | Term::Game(_) | Term::Loopy(_));
            out.push('-');
            if wrapped {
                out.push('(');
                stack.push(Piece::Text(")"));
            }
            stack.push(position(p, cx));
        }
        Term::Loopy(value) => out.push_str(&loopy_text(cx, value, notation)?),
        Term::Loop(vertex, rows) => {
            if !inner && typeset.is_none() {
                out.push_str("form ");
            }
            stack.extend(loops::literal(vertex, &rows, notation).into_iter().rev());
        }
        Term::Form(left, right) => {
            if !inner && typeset.is_none() {
                out.push_str("form ");
            }
            let [open, close] = if right.is_none() { signs.barless_literal } else { signs.literal };
            out.push_str(open);
            stack.push(Piece::Text(close));
            if let Some(right) = right {
                separated(stack, right.into_iter().map(Piece::Inner), ",");
                stack.push(Piece::Text(signs.bars[0]));
            }
            separated(stack, left.into_iter().map(Piece::Inner), ",");
        }
    }
    Ok(())
}

/// Returns a function with the names of its parameters, if it has a name.
fn signature(cx: &Session, f: &Function) -> Option<String> {
    match f {
        Function::Builtin(row, _) => Some(cx.globals.builtins.row(*row).signature()),
        Function::Defined(slot, name) => Some(match cx.globals.get(*slot) {
            crate::eval::globals::Global::Function(d) => d.signature(),
            _ => name.to_string(),
        }),
        Function::Closure { .. } | Function::Local(..) => None,
    }
}

fn table_text(cx: &mut Session, table: &crate::value::Table, notation: Notation) -> Result<String, EvalError> {
    let mut length = 0;
    let mut cell = |this: &mut Session, value: &Value| {
        let text = match value {
            Value::Text(text) => visible::text(text).into_owned(),
            Value::Nothing => String::new(),
            value => this.written(value, notation)?,
        };
        length += text.len() + 1;
        this.games.budget.charge(text.len())?;
        // Each cell is kept, measured and written.
        this.games.budget.reserve(3 * text.len())?;
        match this.printer.room.most().filter(|&most| length > most) {
            Some(most) => Err(EvalError::TooLong(most)),
            None => Ok(text),
        }
    };
    let head = table.head();
    let mut rows = Vec::with_capacity(table.len() + 1);
    for row in std::iter::once(head.clone()).chain(table.rows()) {
        rows.push(row.iter().map(|v| cell(cx, &v)).collect::<Result<Vec<_>, _>>()?);
    }
    let columns = cx.host.columns();
    Ok(layout::table(&rows, !head.is_empty(), notation, columns, &mut cx.games.budget)?)
}

pub(crate) fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_') && chars.all(|c| c.is_alphanumeric() || c == '_')
}

fn separated(
    stack: &mut Vec<Piece>,
    pieces: impl DoubleEndedIterator<Item = Piece> + ExactSizeIterator,
    by: &'static str,
) {
    for (i, piece) in pieces.enumerate().rev() {
        stack.push(piece);
        if i > 0 {
            stack.push(Piece::Text(by));
        }
    }
}

pub(crate) fn sequence(
    stack: &mut Vec<Piece>,
    open: &'static str,
    close: &'static str,
    pieces: impl Iterator<Item = Piece>,
) {
    let pieces: Vec<Piece> = pieces.collect();
    stack.push(Piece::Text(close));
    separated(stack, pieces.into_iter(), ", ");
    stack.push(Piece::Text(open));
}

pub(crate) fn members(stack: &mut Vec<Piece>, open: &'static str, close: &'static str, list: &Rc<List>) {
    stack.push(Piece::Members(list.clone(), 0, close));
    stack.push(Piece::Text(open));
}

/// Returns an argument that a ruleset holds; a function among them by its name alone, which reads back.
fn argument(value: &Value) -> Piece {
    match value {
        Value::Function(_) => Piece::Term(term(value)),
        value => Piece::Value(value.clone()),
    }
}

pub(crate) fn call(stack: &mut Vec<Piece>, name: &str, arguments: Vec<Piece>) {
    if arguments.is_empty() {
        return stack.push(Piece::Owned(name.to_string()));
    }
    stack.push(Piece::Text(")"));
    separated(stack, arguments.into_iter(), ", ");
    stack.push(Piece::Owned(format!("{name}(")));
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn dots_after_empty_cells_stand_apart() {
        assert_eq!(cut("domineering(\"..../....\")", 20), "domineering(\"..../ ...");
        assert_eq!(cut("clobber(\"xoxo/oxox\")", 12), "clobber(\"xox...");
    }
}
