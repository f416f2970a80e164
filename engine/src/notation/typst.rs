//! Typst for papers: `3 dot.op arrow.b + *2`, `{2 | 0}`.
//!
//! The text belongs in math mode, `$ ... $`, and needs no package. Names and prose are texts in quotes, which Typst sets
//! upright.

use super::signs::Signs;
use super::typeset::{SWITCH, SentencePiece, Typeset, is_plain, is_switch, sentence_pieces};
use crate::ordinals::OrdinalSigns;

/// The signs of Typst. Arrows are relations there, and without `scripts` an exponent would stand above the arrow. Tiny and miny
/// are as in *Winning Ways*: a plus or minus with a subscript.
pub(super) const SIGNS: Signs = Signs {
    name: "typst",
    star: "*",
    literal: ["{", "}"],
    barless_literal: ["{", "}"],
    bars: [" | ", " bar.v.double ", " bar.v.triple ", " bar.v.double bar.v.double "],
    switch: "plus.minus ",
    plus_switch: " plus.minus ",
    tiny: ["class(\"normal\", +)_(", ")"],
    miny: ["class(\"normal\", -)_(", ")"],
    constant: ["bold(\"", "\")"],
    upon: "scripts(arrow.t)^([bold(\"on\")])",
    up_to_on: "scripts(arrow.t)^(bold(\"on\"))",
    sides: " \\& ",
    loop_word: "op(\"loop\") ",
    dots: "dots.h",
    times: " dot.op ",
    up: "arrow.t",
    down: "arrow.b",
    doubles: Some(["arrow.t.double", "arrow.b.double"]),
    up_power: ["scripts(arrow.t)^(", ")"],
    up_sum: Some(["scripts(arrow.t)^([", "])"]),
    fraction: ["", "/", ""],
    note: ["\"", "\""],
    note_space: " quad ",
    much: "more than 10^19",
    ordinals: OrdinalSigns {
        star: "*",
        omega: "omega",
        infinity: ["infinity (", ")"],
        bare_infinity: "infinity",
        times: " dot.op ",
        exponent: Some(["^(", ")"]),
        raises_digits: false,
    },
    typeset: Some(Typeset {
        function: |name| named(name, |name| format!("op({})", quoted(name))),
        label: |name| named(name, quoted),
        outcome: |letter, accent| match accent {
            "" => format!("cal({letter})"),
            "check" => format!("caron(cal({letter}))"),
            _ => format!("{accent}(cal({letter}))"),
        },
        typed: |text| format!("#raw({})", quoted(text)),
        prose,
        text: prose,
        sentence,
        lines: |text| text.lines().map(report_line).collect::<Vec<_>>().join(" \\\n"),
        exponent: ["^(", ")"],
        gamma: "gamma",
        table,
        fields: |rows| {
            let rows: Vec<_> = rows.iter().map(|(name, text)| vec![prose(name), text.clone()]).collect();
            table(&rows, false, None)
        },
        guarded: str::to_string,
    }),
};

/// Relations in ASCII, longest first, with their signs.
const RELATIONS: [(&str, &str); 8] =
    [("...", "…"), ("<=", "≤"), (">=", "≥"), ("!=", "≠"), ("||", "∥"), ("<|", "⧏"), ("|>", "⧐"), (SWITCH, "±")];

/// Returns a name: one letter is slanted, as in print, a word is `upright`.
fn named(name: &str, upright: fn(&str) -> String) -> String {
    match name.chars().count() {
        1 if is_plain(name) && name != "_" => name.to_string(),
        _ => upright(name),
    }
}

/// Returns a text in quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c => out.push(c),
        }
    }
    out + "\""
}

fn prose(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let found = RELATIONS.iter().find(|(typed, _)| rest.starts_with(typed));
        let found = found
            .filter(|(typed, _)| *typed != SWITCH || is_switch(&text[..text.len() - rest.len()], &rest[typed.len()..]));
        match found {
            Some((_, sign)) => out.push_str(sign),
            None => out.push(c),
        }
        rest = &rest[found.map_or(c.len_utf8(), |(typed, _)| typed.len())..];
    }
    quoted(&out)
}

/// Returns a sentence of a report, in which mathematics stands between dollar signs.
fn sentence(text: &str) -> String {
    let pieces = sentence_pieces(text).into_iter().filter_map(|piece| match piece {
        SentencePiece::Prose("") => None,
        SentencePiece::Prose(text) => Some(prose(text)),
        SentencePiece::Mathematics(mathematics) => Some(mathematics.to_string()),
    });
    let text = pieces.collect::<Vec<_>>().join(" ");
    if text.is_empty() { prose("") } else { text }
}

/// Returns a line of a report. A row of a table keeps its columns.
fn report_line(line: &str) -> String {
    let inner = line.trim_start_matches(' ');
    if inner.starts_with('|') {
        return format!("#raw({})", quoted(line));
    }
    let space = "quad ".repeat((line.len() - inner.len()).div_ceil(2));
    format!("{space}{}", sentence(inner))
}

/// Returns a matrix without delimiters, ruled below its head.
fn table(rows: &[Vec<String>], has_head: bool, below: Option<&str>) -> String {
    let row = |row: &Vec<String>| row.iter().map(|cell| grouped(cell)).collect::<Vec<_>>().join(", ");
    let rule = if has_head { "augment: #(hline: 1), " } else { "" };
    let rows: Vec<_> = rows.iter().map(row).collect();
    let table = format!("mat(delim: #none, {rule}\n  {}\n)", rows.join(";\n  "));
    below.map_or(table.clone(), |below| format!("{table} \\\n{}", prose(below)))
}

/// Returns a cell, grouped if its commas or semicolons would divide it.
fn grouped(cell: &str) -> String {
    if cell.contains([',', ';']) && !cell.starts_with('"') { format!("lr({cell})") } else { cell.to_string() }
}
