//! The last stage of an explanation: lines that can be read, and the data that they were made from.

use std::rc::Rc;

use crate::eval::{EvalError, Room, Session, game_value, gamma_value};
use crate::lines;
use crate::show::cut;
use crate::syntax::ast::Relation;
use crate::value::{Report, Value, report};
use cg_engine::games::{GameId, Order, Player};
use cg_engine::notation::Notation;
use cg_engine::ordinals::GammaValue;
use cg_engine::positions::{self, PositionId};

/// Lines that a person reads at once; deeper explanations may have as many for each level.
const PAGE: usize = 24;
/// The widest a position or value is written in a line, in characters.
const WIDEST: usize = 60;
/// Members of a list that are written out in a line.
pub(super) const MANY: usize = 8;

/// An explanation that is being written.
pub(super) struct Story {
    lines: Vec<String>,
    rows: Vec<Value>,
    indent: usize,
    number: usize,
}

impl Story {
    pub fn new() -> Story {
        Story { lines: Vec::new(), rows: Vec::new(), indent: 0, number: 0 }
    }

    /// Adds the answer, which stands before its reasons.
    pub fn answer(&mut self, text: impl Into<String>) {
        self.line(text);
        self.number = 0;
    }

    /// Adds a line of its own.
    pub fn line(&mut self, text: impl Into<String>) {
        self.lines.push(format!("{}{}", "  ".repeat(self.indent), text.into()));
    }

    /// Adds a numbered step.
    pub fn step(&mut self, text: impl AsRef<str>) {
        self.number += 1;
        self.line(format!("{}. {}", self.number, text.as_ref()));
    }

    /// Adds a line that belongs to the step before.
    pub fn under(&mut self, text: impl AsRef<str>) {
        self.line(format!("   {}", text.as_ref()).trim_end());
    }

    /// Adds small pictures that belong to the step before, side by side in `columns`.
    pub fn pictures(&mut self, pictures: &[Vec<String>], columns: usize) {
        let room = columns.saturating_sub(4 + 2 * self.indent);
        for line in lines::side_by_side(pictures, room) {
            self.under(line);
        }
    }

    /// Adds the data of a step, unless it is a step inside another one.
    pub fn row(&mut self, row: Vec<Value>) {
        if self.indent == 0 {
            self.rows.push(Value::list(row));
        }
    }

    /// Tells something one level deeper.
    pub fn inside<T>(&mut self, tell: impl FnOnce(&mut Story) -> T) -> T {
        let number = std::mem::take(&mut self.number);
        self.indent += 1;
        let told = tell(self);
        self.indent -= 1;
        self.number = number;
        told
    }

    /// Adds data at any depth.
    pub fn row_always(&mut self, row: Value) {
        self.rows.push(row);
    }

    /// Tells something indented that belongs to the line before.
    pub fn inside_same<T>(&mut self, tell: impl FnOnce(&mut Story) -> T) -> T {
        self.indent += 1;
        let told = tell(self);
        self.indent -= 1;
        told
    }

    /// Returns the number of levels that enclose the present line.
    pub fn depth(&self) -> usize {
        self.indent
    }

    /// Makes a report of the answer, the data of the steps, and the lines, of which at most `pages` pages are kept.
    pub fn report(mut self, answer: Value, pages: usize) -> Rc<Report> {
        let most = PAGE * pages;
        if self.lines.len() > most {
            let more = self.lines.len() - most;
            self.lines.truncate(most);
            self.lines.push(format!("... ({more} more lines; `.steps` has all of it as data)"));
        }
        let text = self.lines.join("\n");
        report::Explanation { text, answer, steps: Value::list(self.rows) }.into()
    }
}

/// Writes a value in the notation of the session, cut if it is very long.
pub(super) fn said(cx: &mut Session, value: &Value) -> Result<String, EvalError> {
    if let Value::Text(text) = value {
        return Ok(text.to_string());
    }
    let text = cx.within(Room::SCREEN, |cx| cx.written(value, cx.printer.notation))?;
    let signs = cx.printer.notation.signs();
    if signs.typeset.is_some() {
        // Mathematics within prose; a text that is cut would have something open.
        return Ok(if text.len() > 4 * WIDEST { format!("$({})$", signs.dots) } else { format!("${text}$") });
    }
    Ok(if text.chars().count() > WIDEST { cut(&text, WIDEST) } else { text })
}

/// Writes a comparison in the notation of the session. `ascii` is its sign in ASCII.
pub(super) fn sign(cx: &Session, relation: Relation) -> &'static str {
    match relation {
        _ if cx.printer.notation != Notation::Unicode => relation.sign(),
        Relation::LessOrEqual => "\u{2264}",
        Relation::GreaterOrEqual => "\u{2265}",
        Relation::Confused => "\u{2225}",
        Relation::LessOrConfused => "\u{29cf}",
        other => other.sign(),
    }
}

/// Returns the relation of an option to another one that `player` likes at least as much.
pub(super) fn liked_less(player: Player) -> Relation {
    if player == Player::Left { Relation::LessOrEqual } else { Relation::GreaterOrEqual }
}

/// Returns the relation that an order is.
pub(super) fn relation(order: Order) -> Relation {
    match order {
        Order::Less => Relation::Less,
        Order::Equal => Relation::Equal,
        Order::Greater => Relation::Greater,
        Order::Confused => Relation::Confused,
    }
}

pub(super) fn said_game(cx: &mut Session, g: GameId) -> Result<String, EvalError> {
    let value = game_value(&cx.games, g);
    said(cx, &value)
}

pub(super) fn said_position(cx: &mut Session, p: PositionId) -> Result<String, EvalError> {
    said(cx, &Value::Position(p))
}

pub(super) fn said_gamma(cx: &mut Session, gamma: &GammaValue) -> Result<String, EvalError> {
    match gamma.as_finite() {
        Some(n) => said(cx, &Value::ordinal(n.clone())),
        None => {
            let value = gamma_value(&mut cx.games, gamma.clone())?;
            said(cx, &value)
        }
    }
}

/// Lists several things in a line: the first few, and how many there are.
pub(super) fn listed(texts: &[String]) -> String {
    match texts.len() {
        0 => "none".into(),
        n if n > MANY + 1 => format!("{}, ... ({n} in all)", texts[..MANY].join(", ")),
        _ => texts.join(", "),
    }
}

/// Returns a position as data; one that stands for a value as that value.
pub(super) fn as_data(cx: &mut Session, p: PositionId) -> Value {
    match cx.positions.as_value(p) {
        Some(g) => game_value(&cx.games, g),
        None => Value::Position(p),
    }
}

/// Returns a player as data.
pub(super) fn player_value(player: Player) -> Value {
    Value::Outcome(if player == Player::Left { cg_engine::games::Outcome::L } else { cg_engine::games::Outcome::R })
}

/// Returns the moves of a position, of both players or of each.
pub(super) fn moves_of(cx: &mut Session, p: PositionId) -> Result<positions::Options, EvalError> {
    let mut moves = positions::Options::default();
    positions::options(p, cx, &mut moves)?;
    Ok(moves)
}
