//! LaTeX for papers: `3 \cdot {\downarrow} + {\ast}2`, `\{2 \mid 0\}`.
//!
//! The text belongs in math mode and needs the package `amsmath` alone, no macros. Names are upright
//! (`\operatorname{kayles}(5)`), typed texts are in the letters of a typewriter, prose is in `\text`.

use std::fmt::Write;

use super::signs::Signs;
use super::typeset::{SWITCH, SentencePiece, Typeset, is_plain, is_switch, sentence_pieces};
use crate::ordinals::OrdinalSigns;

/// The signs of LaTeX. Tiny and miny are as in *Winning Ways*: a plus or minus with a subscript.
pub(super) const SIGNS: Signs = Signs {
    name: "latex",
    star: r"{\ast}",
    literal: [r"\{", r"\}"],
    barless_literal: [r"\{", r"\}"],
    bars: [r" \mid ", r" \,\|\, ", r" \,|\|\, ", r" \,\|\|\, "],
    switch: r"\pm ",
    plus_switch: r" \pm ",
    tiny: ["{+}_{", "}"],
    miny: ["{-}_{", "}"],
    constant: [r"\mathbf{", "}"],
    upon: r"{\uparrow}^{[\mathbf{on}]}",
    up_to_on: r"{\uparrow}^{\mathbf{on}}",
    sides: r" \mathbin{\&} ",
    loop_word: r"\operatorname{loop} ",
    dots: r"\ldots",
    times: r" \cdot ",
    up: r"{\uparrow}",
    down: r"{\downarrow}",
    doubles: Some([r"{\Uparrow}", r"{\Downarrow}"]),
    up_power: [r"{\uparrow}^{", "}"],
    up_sum: Some([r"{\uparrow}^{[", "]}"]),
    fraction: [r"\tfrac{", "}{", "}"],
    note: [r"\text{", "}"],
    note_space: r" \quad ",
    much: "more than $10^{19}$",
    ordinals: OrdinalSigns {
        star: r"{\ast}",
        omega: r"\omega",
        infinity: [r"\infty(", ")"],
        bare_infinity: r"\infty",
        times: r" \cdot ",
        exponent: Some(["^{", "}"]),
        raises_digits: false,
    },
    typeset: Some(Typeset {
        function: |name| named(name, "operatorname"),
        label: |name| named(name, "mathrm"),
        outcome: |letter, accent| match accent {
            "" => format!(r"\mathcal{{{letter}}}"),
            _ => format!(r"\{accent}{{\mathcal{{{letter}}}}}"),
        },
        typed,
        prose,
        text: |text| if text.contains('\\') { text.to_string() } else { prose(text) },
        sentence: |text| format!(r"\text{{{}}}", sentence(text)),
        lines,
        exponent: ["^{", "}"],
        gamma: r"\gamma",
        table,
        fields,
        // A bracket that begins a row would be taken for the distance to the row above.
        guarded: |cell| format!("{{{cell}}}"),
    }),
};

/// Returns a name: one letter is slanted, as in print, a word is upright.
fn named(name: &str, command: &str) -> String {
    match name.chars().count() {
        _ if !is_plain(name) => prose(name),
        1 if name != "_" => name.to_string(),
        _ => format!(r"\{command}{{{}}}", name.replace('_', r"\_")),
    }
}

/// Returns a text as it is typed, such as the rows of a board.
fn typed(text: &str) -> String {
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

/// Returns a text as prose, with its special characters escaped.
fn prose(text: &str) -> String {
    let mut out = String::from(r"\text{");
    write_prose(text, &mut Quotes { done: 0, total: text.matches('"').count() }, &mut out);
    out.push('}');
    out
}

/// Returns a sentence of a report, for text mode.
fn sentence(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let pieces = sentence_pieces(text);
    let quotes_of = |piece: &SentencePiece| match piece {
        SentencePiece::Prose(prose) => prose.matches('"').count(),
        SentencePiece::Mathematics(_) => 0,
    };
    let mut quotes = Quotes { done: 0, total: pieces.iter().map(quotes_of).sum() };
    for piece in pieces {
        match piece {
            SentencePiece::Prose(prose) => write_prose(prose, &mut quotes, &mut out),
            SentencePiece::Mathematics(mathematics) => {
                let _ = write!(out, "${mathematics}$");
            }
        }
    }
    out
}

/// Relations in ASCII, longest first, with their signs.
const RELATIONS: [(&str, &str); 8] = [
    ("...", r"\ldots{}"),
    ("<=", r"$\le$"),
    (">=", r"$\ge$"),
    ("!=", r"$\ne$"),
    ("||", r"$\parallel$"),
    ("<|", r"$\mathrel{<\!\!|}$"),
    ("|>", r"$\mathrel{|\!\!>}$"),
    (SWITCH, r"$\pm$"),
];

/// The quotation marks of a text, of which the first opens, the second closes, and so on.
struct Quotes {
    done: usize,
    total: usize,
}

impl Quotes {
    /// Returns the next one. One without a partner is straight, which letters of a typewriter have in every encoding.
    fn next(&mut self) -> &'static str {
        self.done += 1;
        match self.done % 2 {
            0 => "''",
            _ if self.done == self.total => r#"\texttt{"}"#,
            _ => "``",
        }
    }
}

fn write_prose(text: &str, quotes: &mut Quotes, out: &mut String) {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let begins = matches!(c, '.' | '<' | '>' | '!' | '|' | '+');
        if begins
            && let Some((sign, latex)) = RELATIONS.iter().find(|(sign, _)| rest.starts_with(sign))
            && (*sign != SWITCH || is_switch(&text[..text.len() - rest.len()], &rest[sign.len()..]))
        {
            out.push_str(latex);
            rest = &rest[sign.len()..];
            continue;
        }
        match c {
            // Two would become a dash.
            '-' if rest.starts_with("--") => out.push_str("-{}"),
            '"' => out.push_str(quotes.next()),
            '<' | '>' | '|' => {
                let _ = write!(out, "${c}$");
            }
            '*' => out.push_str(r"$\ast$"),
            c => escape(c, out),
        }
        rest = &rest[c.len_utf8()..];
    }
}

/// Writes a character in text mode.
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
        c => return out.push(c),
    };
    out.push_str(known);
}

fn fields(rows: &[(String, String)]) -> String {
    let mut out = String::from("\\begin{array}{ll}\n");
    for (name, text) in rows {
        let _ = writeln!(out, r"{} & {text} \\", prose(name));
    }
    out + r"\end{array}"
}

fn table(rows: &[Vec<String>], has_head: bool, below: Option<&str>) -> String {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let columns = format!("l{}", "c".repeat(width.saturating_sub(1)));
    let mut out = format!("\\begin{{array}}{{{columns}}}\n");
    for (i, row) in rows.iter().enumerate() {
        let line = if i == 0 && has_head { r" \hline" } else { "" };
        let _ = writeln!(out, r"{} \\{line}", row.join(" & "));
    }
    if let Some(below) = below {
        let _ = writeln!(out, r"\multicolumn{{{}}}{{l}}{{{}}} \\", width.max(1), prose(below));
    }
    out + r"\end{array}"
}

/// Returns the lines of a report, broken at the width of the page. Rows of a table keep their columns.
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
        let _ = writeln!(out, r"{space}{} \\", sentence(inner));
    }
    out.push_str(r"\end{tabular}");
    out
}
