//! Signs that a keyboard lacks, by the words that stand for them after a backslash.

/// A sign and how it is typed.
pub struct Symbol {
    /// The words after the backslash; the first one is shown.
    pub words: &'static [&'static str],
    /// The sign.
    pub sign: &'static str,
    /// A statement with the sign; each is true.
    pub reads: &'static str,
}

const fn sign(words: &'static [&'static str], sign: &'static str, reads: &'static str) -> Symbol {
    Symbol { words, sign, reads }
}

/// Every sign. The words are those of LaTeX where it has one.
pub const SIGNS: &[Symbol] = &[
    sign(&["up", "uparrow"], "↑", "↑ == up"),
    sign(&["down", "downarrow"], "↓", "↓ == down"),
    sign(&["Up", "doubleup", "Uparrow"], "⇑", "⇑ == 2*up"),
    sign(&["Down", "doubledown", "Downarrow"], "⇓", "⇓ == 2*down"),
    sign(&["star", "ast"], "∗", "∗3 == *3"),
    sign(&["pm"], "±", "±1 == +-1"),
    sign(&["omega"], "ω", "ω == omega"),
    sign(&["infty", "inf"], "∞", "∞(1) == inf(1)"),
    sign(&["gamma"], "γ", "γ(nim(3)) == gamma(nim(3))"),
    sign(&["half", "frac12"], "½", "½ == 1/2"),
    sign(&["quarter", "frac14"], "¼", "¼ == 1/4"),
    sign(&["threequarters", "frac34"], "¾", "¾ == 3/4"),
    sign(&["eighth", "frac18"], "⅛", "⅛ == 1/8"),
    sign(&["threeeighths", "frac38"], "⅜", "⅜ == 3/8"),
    sign(&["fiveeighths", "frac58"], "⅝", "⅝ == 5/8"),
    sign(&["seveneighths", "frac78"], "⅞", "⅞ == 7/8"),
    sign(&["third", "frac13"], "⅓", "⅓ == 1/3"),
    sign(&["twothirds", "frac23"], "⅔", "⅔ == 2/3"),
    sign(&["cdot"], "·", "2·up == 2*up"),
    sign(&["times"], "×", "2×3 == 2*3"),
    sign(&["oplus"], "⊕", "3⊕5 == nim_sum(3, 5)"),
    sign(&["le", "leq"], "≤", "1 ≤ 2"),
    sign(&["ge", "geq"], "≥", "2 ≥ 1"),
    sign(&["ne", "neq"], "≠", "1 ≠ 2"),
    sign(&["parallel", "confused"], "∥", "0 ∥ *"),
    sign(&["to", "rightarrow"], "→", "map(x → x + 1, [1]) == [2]"),
    sign(&["^2", "squared"], "²", "up² == up^2"),
    sign(&["^3", "cubed"], "³", "2³ == 8"),
    sign(&["^4"], "⁴", "2⁴ == 16"),
    sign(&["^5"], "⁵", "2⁵ == 32"),
    sign(&["^6"], "⁶", "2⁶ == 64"),
    sign(&["^7"], "⁷", "2⁷ == 128"),
    sign(&["^8"], "⁸", "2⁸ == 256"),
    sign(&["^9"], "⁹", "2⁹ == 512"),
    sign(&["^0"], "⁰", "2⁰ == 1"),
    sign(&["^1"], "¹", "2¹ == 2"),
];

/// Returns the sign of a word.
pub fn by_word(word: &str) -> Option<&'static str> {
    SIGNS.iter().find(|s| s.words.contains(&word)).map(|s| s.sign)
}

/// Returns the word that ends a text and has a backslash before it, with its start. A digit after `^` ends it.
///
/// ```
/// assert_eq!(cg::guide::help::sign_word("2 + \\up"), Some((4, "up")));
/// assert_eq!(cg::guide::help::sign_word("2 + up"), None);
/// ```
pub fn sign_word(text: &str) -> Option<(usize, &str)> {
    let start = text.rfind('\\')?;
    let word = &text[start + 1..];
    let whole = match word.strip_prefix('^') {
        Some(digit) => digit.len() < 2 && digit.chars().all(|c| c.is_ascii_digit()),
        None => word.chars().all(|c| c.is_ascii_alphanumeric()),
    };
    whole.then_some((start, word))
}

/// Returns the table as help shows it.
pub(super) fn table() -> String {
    let typed = |s: &Symbol| s.words.iter().map(|w| format!("\\{w}")).collect::<Vec<_>>().join(" ");
    let widest = SIGNS.iter().map(|s| typed(s).chars().count()).max().unwrap_or(0);
    SIGNS.iter().map(|s| format!("{}  {:widest$}  {}\n", s.sign, typed(s), s.reads)).collect()
}
