//! Drawings as TikZ: pictures for LaTeX, in the fonts of the paper that they stand in.

use super::{Anchor, Drawing, Ink, MARK, Shape, Spot, Theme, short};
use cg_engine::games::Player;

/// Centimetres of a column and of a row.
const COLUMN: f64 = 0.19;
const ROW: f64 = 0.42;

/// Returns the drawing as a `tikzpicture`, for a document that uses the package `tikz`.
///
/// ```
/// use cg::picture::{Medium, Tree, tikz};
/// let text = tikz::text(&Tree::new("{0|1}").draw(Medium::Svg));
/// assert!(text.contains(r"\begin{tikzpicture}") && text.contains(r"{\{0$|$1\}}"));
/// ```
pub fn text(drawing: &Drawing) -> String {
    let mut out = format!("% {MARK}\n% {}\n", drawing.title.replace('\n', " "));
    out +=
        &format!("\\begin{{tikzpicture}}[x={COLUMN}cm, y=-{ROW}cm, line cap=round, line join=round, font=\\small]\n");
    for (name, ink) in INKS {
        let colour = Theme::Light.colour(ink).trim_start_matches('#').to_uppercase();
        out += &format!("  \\definecolor{{{name}}}{{HTML}}{{{colour}}}\n");
    }
    for shape in &drawing.shapes {
        out += &format!("  {}\n", command(shape));
    }
    out + "\\end{tikzpicture}\n"
}

/// Returns the drawing as a whole document, which any LaTeX turns into a page of the size of the picture.
///
/// ```
/// use cg::picture::{Medium, Tree, tikz};
/// let text = tikz::document(&Tree::new("0").draw(Medium::Svg));
/// assert!(text.contains(r"\documentclass[tikz") && text.trim_end().ends_with(r"\end{document}"));
/// ```
pub fn document(drawing: &Drawing) -> String {
    let picture = text(drawing);
    let (mark, picture) = picture.split_once('\n').unwrap_or(("", &picture));
    format!(
        "{mark}\n\\documentclass[tikz, border=4pt]{{standalone}}\n\\begin{{document}}\n{picture}\\end{{document}}\n"
    )
}

/// The colours by their names in the picture.
const INKS: [(&str, Ink); 7] = [
    ("cgplain", Ink::Plain),
    ("cgfaint", Ink::Faint),
    ("cggrid", Ink::Grid),
    ("cgleft", Ink::Of(Player::Left)),
    ("cgright", Ink::Of(Player::Right)),
    ("cgboth", Ink::Both),
    ("cgchocolate", Ink::Chocolate),
];

fn colour(ink: Ink) -> &'static str {
    INKS.iter().find(|(_, known)| *known == ink).map_or("cgplain", |(name, _)| name)
}

/// Returns the colour, the width and the dashes of a line, as in SVG.
fn style(ink: Ink) -> String {
    let width = ink.width_on_paper();
    let dash = if ink.is_dashed() { ", dash pattern=on 3pt off 2pt" } else { "" };
    format!("draw={}, line width={width}pt{dash}", colour(ink))
}

fn pair(at: Spot) -> String {
    format!("({},{})", short(at.0), short(at.1))
}

fn command(shape: &Shape) -> String {
    let head = |arrow: bool| if arrow { ", ->, rounded corners=3pt" } else { "" };
    match shape {
        Shape::Line { through, ink, arrow } => {
            let path: Vec<String> = through.iter().map(|at| pair(*at)).collect();
            format!("\\path[{}{}] {};", style(*ink), head(*arrow), path.join(" -- "))
        }
        Shape::Branch { from, to, ink } => format!("\\path[{}] {} -- {};", style(*ink), pair(*from), pair(*to)),
        Shape::Curve { from, towards, to, ink, arrow } => {
            // The cubic curve that is this quadratic one.
            let third = |end: &Spot| (end.0 + 2.0 / 3.0 * (towards.0 - end.0), end.1 + 2.0 / 3.0 * (towards.1 - end.1));
            let (one, other) = (pair(third(from)), pair(third(to)));
            let curve = format!("{} .. controls {one} and {other} .. {}", pair(*from), pair(*to));
            format!("\\path[{}{}] {curve};", style(*ink), head(*arrow))
        }
        Shape::Disc { at, radius, ink, filled } => {
            let fill = if *filled { colour(*ink) } else { "white" };
            let radius = format!("{:.3}", radius * COLUMN);
            format!("\\path[draw={}, fill={fill}] {} circle[radius={radius}cm];", colour(*ink), pair(*at))
        }
        Shape::Area { corner, size, ink, filled } => {
            let fill = match (filled, ink) {
                (false, _) => String::new(),
                (true, Ink::Faint) => ", fill=black!10".into(),
                (true, Ink::Heat(shade)) => format!(", fill=cgleft!{}", u32::from(*shade) * 11),
                (true, ink) => format!(", fill={}", colour(*ink)),
            };
            let edge = if *filled { Ink::Plain } else { *ink };
            let far = (corner.0 + size.0, corner.1 + size.1);
            format!("\\path[draw={}{fill}] {} rectangle {};", colour(edge), pair(*corner), pair(far))
        }
        Shape::Label { at, text, anchor, ink } => {
            let anchor = match anchor {
                Anchor::Start => "west",
                Anchor::Middle => "center",
                Anchor::End => "east",
            };
            let text = escaped(text);
            format!("\\node[anchor={anchor}, inner sep=0pt, text={}] at {} {{{text}}};", colour(*ink), pair(*at))
        }
    }
}

/// Signs that LaTeX has in mathematics alone, or under another name.
const SIGNS: &[(char, &str)] = &[
    ('\\', "\\textbackslash{}"),
    ('{', "\\{"),
    ('}', "\\}"),
    ('_', "\\_"),
    ('#', "\\#"),
    ('%', "\\%"),
    ('&', "\\&"),
    ('$', "\\$"),
    ('^', "\\textasciicircum{}"),
    ('~', "\\textasciitilde{}"),
    ('"', "''"),
    ('<', "$<$"),
    ('>', "$>$"),
    ('|', "$|$"),
    ('‖', "$\\|$"),
    ('∥', "$\\|$"),
    ('*', "$*$"),
    ('∗', "$*$"),
    ('⋆', "$\\star$"),
    ('↑', "$\\uparrow$"),
    ('↓', "$\\downarrow$"),
    ('⇑', "$\\Uparrow$"),
    ('⇓', "$\\Downarrow$"),
    ('±', "$\\pm$"),
    ('−', "$-$"),
    ('·', "$\\cdot$"),
    ('×', "$\\times$"),
    ('½', "$\\tfrac12$"),
    ('¼', "$\\tfrac14$"),
    ('¾', "$\\tfrac34$"),
    ('ω', "$\\omega$"),
    ('ε', "$\\varepsilon$"),
    ('∞', "$\\infty$"),
    ('γ', "$\\gamma$"),
    ('≤', "$\\le$"),
    ('≥', "$\\ge$"),
    ('→', "$\\to$"),
    ('…', "\\dots{}"),
];

/// Writes a text as LaTeX reads it. A sign that it may not have becomes a question mark.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_formula = false;
    let mut before = ' ';
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        // A number has a sign, a word a hyphen.
        let is_minus =
            sign == '-' && !before.is_alphanumeric() && signs.peek().is_some_and(|next| !next.is_alphabetic());
        before = sign;
        let sign = if is_minus { '−' } else { sign };
        let known = SIGNS.iter().find(|(known, _)| *known == sign).map(|(_, written)| written.to_string());
        // Letters of Western Europe are in every LaTeX.
        let plain = sign.is_ascii() || ('\u{a0}'..='\u{17f}').contains(&sign);
        let plain = || if plain { sign.to_string() } else { "?".to_string() };
        let written = known.or_else(|| power(sign)).unwrap_or_else(plain);
        let formula = written.strip_prefix('$').and_then(|w| w.strip_suffix('$'));
        // Formulas side by side are one.
        if formula.is_some() != is_formula {
            out.push('$');
            is_formula = !is_formula;
        }
        out.push_str(formula.unwrap_or(&written));
    }
    if is_formula {
        out.push('$');
    }
    out
}

/// Returns a raised or lowered digit.
fn power(sign: char) -> Option<String> {
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    const LOWERED: &str = "₀₁₂₃₄₅₆₇₈₉";
    let at = |digits: &str| digits.chars().position(|digit| digit == sign);
    match (at(RAISED), at(LOWERED)) {
        (Some(digit), _) => Some(format!("$^{digit}$")),
        (_, Some(digit)) => Some(format!("$_{digit}$")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn what_tex_would_obey_is_written_out() {
        assert_eq!(escaped("a_b & 50%"), r"a\_b \& 50\%");
        assert_eq!(escaped("2·↑∗ ½"), r"2$\cdot\uparrow*$ $\tfrac12$");
        assert_eq!(escaped("{-1|-↑} a-b r-1"), r"\{$-$1$|-\uparrow$\} a-b r-1");
        assert_eq!(escaped(r"\input{x}"), r"\textbackslash{}input\{x\}");
        assert_eq!(escaped("⟨?⟩"), "???");
    }
}
