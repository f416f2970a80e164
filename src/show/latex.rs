//! LaTeX of all that is no value: names, texts, tables, reports.
//!
//! What is written here stands in math mode and asks for the package `amsmath` alone, no macros. Names are upright
//! (`\operatorname{kayles}(5)`), typed texts are in the letters of a typewriter, prose is in `\text`.

use std::fmt::Write;

use super::{Piece, call, members};
use crate::eval::{EvalError, Session};
use crate::value::{Function, Report, Ruleset, Table, Value};
use crate::visible;
use cg_engine::games::Outcome;
use cg_engine::notation::Notation;
use cg_engine::positions::Convention;

/// The widest line of prose that is not broken, in characters.
const LINE: usize = 80;

/// An outcome class: `\mathcal{N}`, `\hat{\mathcal{N}}`.
pub(crate) fn outcome(outcome: Outcome) -> String {
    let name = outcome.to_string();
    let (letter, accent) = name.split_at(1);
    match accent {
        "" => format!(r"\mathcal{{{letter}}}"),
        _ => format!(r"\{accent}{{\mathcal{{{letter}}}}}"),
    }
}

/// The name of a function or of a ruleset: one letter is slanted, as in print, a word is upright.
pub(crate) fn function(name: &str) -> String {
    named(name, "operatorname")
}

/// The name of a graph or of a vertex.
pub(crate) fn label(name: &str) -> String {
    named(name, "mathrm")
}

fn named(name: &str, command: &str) -> String {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match name.chars().count() {
        _ if !plain => prose(name),
        1 if name != "_" => name.to_string(),
        _ => format!(r"\{command}{{{}}}", name.replace('_', r"\_")),
    }
}

/// A text that a person types, such as the rows of a board.
pub(crate) fn typed(text: &str) -> String {
    let mut out = String::from(r"\texttt{");
    for c in text.chars() {
        match c {
            '<' | '>' | '|' => out.push(c),
            ' ' => out.push('~'),
            c => escape(c, &mut out),
        }
    }
    out.push('}');
    out
}

/// A text as prose. One with a backslash in it is LaTeX already, and stands as it is.
pub(crate) fn text(text: &str) -> String {
    if text.contains('\\') { visible::text(text).into_owned() } else { prose(text) }
}

/// A text in which nothing is LaTeX yet.
fn prose(text: &str) -> String {
    let mut out = String::from(r"\text{");
    write_prose(text, &mut out);
    out.push('}');
    out
}

/// What a report says, in text mode. What stands between dollar signs is mathematics already.
fn told(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let parts: Vec<&str> = text.split('$').collect();
    if parts.len().is_multiple_of(2) {
        // They do not come in pairs.
        write_prose(text, &mut out);
        return out;
    }
    for (i, part) in parts.into_iter().enumerate() {
        if i % 2 == 0 {
            write_prose(part, &mut out);
        } else {
            out.push('$');
            out.push_str(part);
            out.push('$');
        }
    }
    out
}

/// Relations as they are typed, longest first.
const RELATIONS: [(&str, &str); 8] = [
    ("...", r"\ldots{}"),
    ("<=", r"$\le$"),
    (">=", r"$\ge$"),
    ("!=", r"$\ne$"),
    ("||", r"$\parallel$"),
    ("<|", r"$\mathrel{<\!\!|}$"),
    ("|>", r"$\mathrel{|\!\!>}$"),
    ("+-", r"$\pm$"),
];

fn write_prose(text: &str, out: &mut String) {
    let mut rest = text;
    let mut quote = false;
    while let Some(c) = rest.chars().next() {
        let begins = matches!(c, '.' | '<' | '>' | '!' | '|' | '+');
        if begins && let Some((sign, latex)) = RELATIONS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            out.push_str(latex);
            rest = &rest[sign.len()..];
            continue;
        }
        match c {
            '"' => {
                quote = !quote;
                out.push_str(if quote { "``" } else { "''" });
            }
            '<' | '>' | '|' => {
                let _ = write!(out, "${c}$");
            }
            '*' => out.push_str(r"$\ast$"),
            c => escape(c, out),
        }
        rest = &rest[c.len_utf8()..];
    }
}

/// A character in text mode.
fn escape(c: char, out: &mut String) {
    let known = match c {
        '\\' => r"\textbackslash{}",
        '^' => r"\textasciicircum{}",
        '~' => r"\textasciitilde{}",
        '\n' | '\t' => " ",
        '∗' => r"$\ast$",
        '↑' => r"$\uparrow$",
        '⇑' => r"$\Uparrow$",
        '↓' => r"$\downarrow$",
        '⇓' => r"$\Downarrow$",
        '±' => r"$\pm$",
        '∞' => r"$\infty$",
        'ω' => r"$\omega$",
        'γ' => r"$\gamma$",
        '·' => r"$\cdot$",
        '…' => r"\ldots{}",
        '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
            out.push('\\');
            return out.push(c);
        }
        c if visible::is_hidden(c) => {
            let number = visible::text(c.encode_utf8(&mut [0; 4])).into_owned();
            return number.chars().for_each(|c| escape(c, out));
        }
        c => return out.push(c),
    };
    out.push_str(known);
}

/// An argument of a ruleset.
fn argument(value: &Value) -> Piece {
    match value {
        Value::Text(text) => Piece::Owned(typed(text)),
        value => Piece::Value(value.clone()),
    }
}

impl Session {
    /// A report: a thermograph as an array of what is asked of it, a genus as a power, others as they are read.
    pub(crate) fn report_latex(&mut self, report: &Report) -> Result<String, EvalError> {
        match report {
            Report::Thermograph(_) => fields_latex(self, report),
            Report::Genus(genus) => {
                let (normal, misere) = genus.text.split_once('^').unwrap_or((&genus.text, ""));
                Ok(if misere.is_empty() { normal.to_string() } else { format!("{normal}^{{{misere}}}") })
            }
            _ if report.text().contains('\n') || report.text().chars().count() > LINE => Ok(lines(report.text())),
            _ => Ok(format!(r"\text{{{}}}", told(report.text()))),
        }
    }
}

/// Writes a value that is neither a game nor a number; false where the text has the same form in all notations.
pub(crate) fn write_latex(
    cx: &mut Session,
    value: &Value,
    out: &mut String,
    stack: &mut Vec<Piece>,
) -> Result<bool, EvalError> {
    let written = match value {
        Value::Nothing => prose("nothing"),
        Value::Boolean(b) => prose(if *b { "true" } else { "false" }),
        Value::Outcome(o) => outcome(*o),
        Value::Convention(c) => function(if *c == Convention::Normal { "normal" } else { "misere" }),
        Value::Compound(c) => function(c.name()),
        Value::Text(t) => {
            cx.games.budget.charge(t.len())?;
            cx.games.budget.reserve(2 * t.len())?;
            text(t)
        }
        Value::List(list) => match list.long_range().and(list.as_range()) {
            Some((from, step)) => {
                let last = from + step * (list.len() - 1) as i64;
                format!(r"[{from}, {}, \ldots, {last}]", from + step)
            }
            None => return Ok(false),
        },
        Value::Set(set) => {
            members(stack, r"\{", r"\}", set);
            return Ok(true);
        }
        Value::Function(f) => match &**f {
            Function::Builtin(_, name) => function(name),
            Function::Defined(_, name) => function(name),
            Function::Closure { .. } | Function::Local(..) => prose(&cx.written(value, Notation::Ascii)?),
        },
        Value::Ruleset(r) => match &**r {
            Ruleset::Builtin(_, name, first) => {
                call(stack, &function(name), first.iter().map(argument).collect());
                return Ok(true);
            }
            Ruleset::Defined(_, name, first) => {
                call(stack, &function(name), first.iter().map(argument).collect());
                return Ok(true);
            }
            Ruleset::Graph(graph) => match graph.rules.name() {
                Some(name) => label(name),
                None => prose(&format!("a graph of {} vertices", graph.len())),
            },
        },
        Value::Report(r) => cx.report_latex(r)?,
        Value::Board(board) => {
            cx.games.budget.charge(board.cells().len())?;
            cx.games.budget.reserve(4 * board.cells().len())?;
            call(stack, &function("board"), vec![Piece::Owned(typed(&board.text()))]);
            return Ok(true);
        }
        Value::Dict(dict) => {
            let pairs = Value::List(dict.pairs(&mut cx.games.budget)?);
            call(stack, &function("dict"), vec![Piece::Value(pairs)]);
            return Ok(true);
        }
        Value::Table(t) => prose(&format!("a table of {} rows", t.rows.len())),
        Value::Integer(_)
        | Value::Number(_)
        | Value::Game(_)
        | Value::Ordinal(_)
        | Value::Nimber(_)
        | Value::Gamma(_)
        | Value::Loopy(_)
        | Value::Position(_) => return Ok(false),
    };
    out.push_str(&written);
    Ok(true)
}

fn fields_latex(cx: &mut Session, report: &Report) -> Result<String, EvalError> {
    let mut out = String::from("\\begin{array}{ll}\n");
    for (name, value) in report.fields() {
        let text = cx.written(&value, Notation::Latex)?;
        let _ = writeln!(out, r"{} & {text} \\", prose(&name.replace('_', " ")));
    }
    out.push_str(r"\end{array}");
    Ok(out)
}

/// A table as an array, with a line of text below it.
pub(crate) fn table_latex(cx: &mut Session, table: &Table, below: Option<&str>) -> Result<String, EvalError> {
    let width = table.rows.iter().map(Vec::len).max().unwrap_or(0).max(table.head.len());
    let columns = format!("l{}", "c".repeat(width.saturating_sub(1)));
    let mut out = format!("\\begin{{array}}{{{columns}}}\n");
    if !table.head.is_empty() {
        let head = table.head.iter().map(|cell| match cell {
            Value::Text(text) if text.as_str() == "gamma" => Ok(r"\gamma".to_string()),
            Value::Text(text) if text.chars().count() == 1 => Ok(label(text)),
            cell => cell_latex(cx, cell),
        });
        let head = head.collect::<Result<Vec<_>, _>>()?;
        let _ = writeln!(out, r"{} \\ \hline", head.join(" & "));
    }
    for row in &table.rows {
        cx.games.budget.tick()?;
        let row = row.iter().map(|cell| cell_latex(cx, cell)).collect::<Result<Vec<_>, _>>()?;
        let _ = writeln!(out, r"{} \\", row.join(" & "));
    }
    if let Some(below) = below {
        let _ = writeln!(out, r"\multicolumn{{{}}}{{l}}{{{}}} \\", width.max(1), prose(below));
    }
    out.push_str(r"\end{array}");
    Ok(out)
}

fn cell_latex(cx: &mut Session, cell: &Value) -> Result<String, EvalError> {
    match cell {
        Value::Nothing => Ok(String::new()),
        // A bracket that begins a row would be taken for the distance to the row above.
        Value::List(_) => Ok(format!("{{{}}}", cx.written(cell, Notation::Latex)?)),
        Value::Text(name) if super::is_name(name) && name.chars().count() == 1 => Ok(label(name)),
        cell => cx.written(cell, Notation::Latex),
    }
}

/// Lines of prose, each broken where the page ends. Rows of a table keep their columns.
fn lines(text: &str) -> String {
    let mut out = String::from("\\begin{tabular}{@{}p{0.95\\linewidth}@{}}\n");
    for line in text.lines() {
        let inner = line.trim_start_matches(' ');
        let blanks = line.len() - inner.len();
        if inner.starts_with('|') {
            let _ = writeln!(out, r"{} \\", typed(line));
            continue;
        }
        let space = if blanks > 0 { format!(r"\hspace*{{{}em}}", blanks.div_ceil(2)) } else { String::new() };
        let _ = writeln!(out, r"{space}{} \\", told(inner));
    }
    out.push_str(r"\end{tabular}");
    out
}
