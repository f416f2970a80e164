//! Literals that lead back to themselves, as they were written: `loop a <0|<1|a>>`, `<0|pass>`.

use super::Piece;
use crate::eval::{EvalError, Session, loopy_value};
use cg_engine::games::{Fault, Player};
use cg_engine::loopy::{Sided, Sides, Stopper};
use cg_engine::notation::Notation;
use cg_engine::positions::{self, Branch, LoopRow, PositionId, Term};
use cg_engine::questions;

/// Literals inside one another, and parts of one text, beyond which the rest is left out.
const MAX_DEPTH: usize = 200;
const MAX_PARTS: usize = 10_000;

/// A part of the text, before it is known which literals have a label.
enum LiteralPart {
    Piece(Piece),
    /// Here a literal begins.
    Begin(usize),
    /// The label of a literal.
    Label(usize),
}

struct Writer<'r> {
    rows: &'r [LoopRow],
    parts: Vec<LiteralPart>,
    /// Literals that are open: their vertices, and their numbers.
    path: Vec<(u32, usize)>,
    /// `true` for each literal that something further inside leads back to.
    labelled: Vec<bool>,
}

/// Returns the pieces of the sides of a literal of which one is not known, itself in its place: `<1*|0> & loop a <0|..>`. `None` for
/// any other position.
pub(super) fn open_sides(cx: &mut Session, p: PositionId, notation: Notation) -> Result<Option<Vec<Piece>>, EvalError> {
    if !matches!(positions::term(p, cx), Term::Loop(..)) {
        return Ok(None);
    }
    let Sides { onside, offside } = match questions::sides(p, cx) {
        Ok(sides) if sides.value().is_none() => sides,
        Ok(_) | Err(Fault::Refused(_)) => return Ok(None),
        Err(fault) => return Err(fault.into()),
    };
    let piece =
        |side: Option<Stopper>| side.map_or(Piece::Inner(p), |stopper| Piece::Value(loopy_value(&cx.games, stopper)));
    Ok(Some(vec![piece(onside), Piece::Text(notation.signs().sides), piece(offside)]))
}

/// Returns the pieces of the literal at a vertex, in order.
pub(super) fn literal(vertex: u32, rows: &[LoopRow], notation: Notation) -> Vec<Piece> {
    let mut writer = Writer { rows, parts: Vec::new(), path: Vec::new(), labelled: Vec::new() };
    writer.write(vertex, notation);
    let mut names: Vec<Option<String>> = Vec::new();
    let mut used = 0;
    for &labelled in &writer.labelled {
        names.push(labelled.then(|| {
            used += 1;
            let letter = char::from(b'a' + ((used - 1) % 26) as u8);
            if used <= 26 { letter.to_string() } else { format!("{letter}{}", (used - 1) / 26) }
        }));
    }
    let word = notation.signs().loop_word;
    let piece = |part| match part {
        LiteralPart::Piece(piece) => piece,
        LiteralPart::Begin(n) => Piece::Owned(names[n].as_ref().map_or(String::new(), |name| format!("{word}{name} "))),
        LiteralPart::Label(n) => Piece::Owned(names[n].clone().unwrap_or_default()),
    };
    writer.parts.into_iter().map(piece).collect()
}

impl Writer<'_> {
    fn write(&mut self, vertex: u32, notation: Notation) {
        if self.path.len() > MAX_DEPTH || self.parts.len() > MAX_PARTS {
            return self.text("...");
        }
        let (left, right) = &self.rows[vertex as usize];
        let (number, open) = (self.labelled.len(), self.parts.len());
        self.labelled.push(false);
        self.path.push((vertex, number));
        let signs = notation.signs();
        let [before, after] = if right.is_none() { signs.barless_literal } else { signs.literal };
        self.parts.insert(open, LiteralPart::Begin(number));
        self.text(before);
        self.list(left, notation);
        if let Some(right) = right {
            self.text(signs.bars[0]);
            self.list(right, notation);
        }
        self.text(after);
        self.path.pop();
    }

    fn text(&mut self, text: &'static str) {
        self.parts.push(LiteralPart::Piece(Piece::Text(text)));
    }

    fn list(&mut self, branches: &[Branch], notation: Notation) {
        for (i, branch) in branches.iter().enumerate() {
            if i > 0 {
                self.text(",");
            }
            match *branch {
                Branch::Position(p) => self.parts.push(LiteralPart::Piece(Piece::Inner(p))),
                Branch::Vertex(v) => match self.path.iter().rposition(|(open, _)| *open == v) {
                    Some(place) if place + 1 == self.path.len() => {
                        self.parts.push(LiteralPart::Piece(Piece::Owned(notation.constant("pass"))));
                    }
                    Some(place) => {
                        let number = self.path[place].1;
                        self.labelled[number] = true;
                        self.parts.push(LiteralPart::Label(number));
                    }
                    None => self.write(v, notation),
                },
            }
        }
    }
}

/// Returns a loopy value by its name.
pub(crate) fn loopy_text(cx: &mut Session, value: Sided, notation: Notation) -> Result<String, EvalError> {
    let mut values = cg_engine::loopy::Arenas { games: &mut cx.games, loops: &mut cx.loops };
    Ok(cx.printer.names.loopy(&mut values, value, notation)?)
}

/// Writes a loopy value as data: a stopper by its options, another by its sides.
pub(super) fn write_loopy(cx: &mut Session, value: Sided, out: &mut String) -> Result<(), EvalError> {
    let lists = match value.stopper() {
        None => [("onside", vec![value.onside]), ("offside", vec![value.offside])],
        Some(stopper) => {
            let mut values = cg_engine::loopy::Arenas { games: &mut cx.games, loops: &mut cx.loops };
            let left = values.options(stopper, Player::Left)?;
            [("left", left), ("right", values.options(stopper, Player::Right)?)]
        }
    };
    let is_list = value.stopper().is_some();
    for (i, (name, stoppers)) in lists.into_iter().enumerate() {
        let mut texts = Vec::with_capacity(stoppers.len());
        for stopper in stoppers {
            texts.push(super::data::quoted(&loopy_text(cx, stopper.into(), Notation::Ascii)?));
        }
        let [open, close] = if is_list { ["[", "]"] } else { ["", ""] };
        let comma = if i > 0 { "," } else { "{" };
        out.push_str(&format!("{comma}\"{name}\":{open}{}{close}", texts.join(",")));
    }
    out.push('}');
    Ok(())
}
