//! Advice that needs more than a sentence: words of other languages, two values without an operator, foreign signs.

use super::error::Joint;
use crate::diagnostic::{Diagnostic, ErrorCode, habit};
use crate::source::Span;

/// Words that start a statement in other languages, and the advice for each.
const FOREIGN_WORDS: &[(&str, &str)] = &[
    ("let", "a definition is written `x := 5`"),
    ("var", "a definition is written `x := 5`"),
    ("val", "a definition is written `x := 5`"),
    ("const", "a definition is written `x := 5`"),
    ("set", "a definition is written `x := 5`"),
    ("def", "a function is written `f(n) := ...`"),
    ("fn", "a function is written `f(n) := ...`"),
    ("fun", "a function is written `f(n) := ...`"),
    ("func", "a function is written `f(n) := ...`"),
    ("function", "a function is written `f(n) := ...`"),
    ("lambda", "a function without a name is written `x -> x + 1`"),
    ("return", "the value of a body is the expression itself: `f(n) := n + 1`"),
    ("while", "repeat with `for i in 1..3 do print(i) end`, or let a function call itself"),
    ("elif", "write `else if`, without `end`: `if a then 1 else if b then 2 else 3`"),
    ("elseif", "write `else if`, without `end`: `if a then 1 else if b then 2 else 3`"),
    ("begin", "a body is one expression, whose parts have names in `where`: `f(n) := x + 1 where x := n`"),
    ("assert", "write `check a == b`"),
    ("include", "write `import \"rules.cg\"`"),
    ("from", "write `import \"rules.cg\"`; what is built in needs no import"),
    ("use", "write `import \"rules.cg\"`"),
    ("ruleset", "write `game f(n) := <...>`"),
];

/// Returns the advice for a word that starts statements in other languages, or `None` for other words.
pub(super) fn foreign_word(word: &str) -> Option<&'static str> {
    FOREIGN_WORDS.iter().find(|row| row.0 == word).map(|row| row.1)
}

/// Returns the word of the language for one that starts statements in other languages, or an empty one if none is
/// needed. `None` if another word alone does not help.
pub(super) fn foreign_replacement(word: &str) -> Option<&'static str> {
    Some(match word {
        "let" | "var" | "val" | "const" | "set" | "def" | "fn" | "fun" | "func" | "function" | "return" => "",
        "elif" | "elseif" => "else if",
        "assert" => "check",
        "include" | "use" => "import",
        "ruleset" => "game",
        _ => return None,
    })
}

/// Returns a text with values in braces in the form of this language: `"a{x}"` is `"a" + text(x)`.
fn formatted(text: &str) -> String {
    let inside = text.trim_matches('"');
    let mut parts = Vec::new();
    for part in inside.split('{') {
        let (value, rest) = match part.split_once('}') {
            Some((value, rest)) => (Some(value.split([':', '!']).next().unwrap_or(value)), rest),
            None => (None, part),
        };
        parts.extend(value.map(|value| format!("text({value})")));
        parts.extend((!rest.is_empty()).then(|| format!("\"{rest}\"")));
    }
    if parts.is_empty() { "\"\"".into() } else { parts.join(" + ") }
}

/// Returns the span of a word and the brackets behind it, or of the brackets that it opens, if these are closed.
pub(super) fn with_brackets(text: &str, word: Span) -> Span {
    let opens = |at: usize| text[at..].starts_with(['(', '[', '{']);
    let (start, end) = (word.start as usize, word.end as usize);
    let from = if opens(start) { start } else { end };
    if !opens(from) {
        return word;
    }
    let mut depth = 0_usize;
    for (at, sign) in text[from..].char_indices() {
        match sign {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 1 => return Span { end: (from + at + 1) as u32, ..word },
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    word
}

/// Returns the literal or the absolute value that a line with bars outside of a literal probably means.
pub(super) fn literal_between(line: &str) -> String {
    if let Some(inside) = line.strip_prefix('|').and_then(|line| line.strip_suffix('|'))
        && !inside.contains('|')
    {
        return format!("abs({inside})");
    }
    let compared = ["==", "!=", "<=", ">="].into_iter().find_map(|sign| Some((line.split_once(sign)?, sign)));
    match compared {
        Some(((literal, other), sign)) if !other.contains('|') => {
            format!("<{}> {sign} {}", literal.trim(), other.trim())
        }
        _ => format!("<{line}>"),
    }
}

/// Returns the advice for two values without an operator.
pub(super) fn joined(joint: &Joint, left: &str, right: &str, quoted: impl Fn(Span) -> String) -> String {
    let help = match (joint, right) {
        (Joint::Formatted, text) => {
            return format!("texts are joined with `+`, and a value becomes one by `text`: `{}`", formatted(text));
        }
        (Joint::PlusStar(before), _) => {
            return format!("`{}*` is read as plus star; a product is written `a*b` or `a * b`", quoted(*before));
        }
        (Joint::Parameters(names), _) => {
            let names: Vec<String> = names.iter().map(|name| quoted(*name)).collect();
            return format!("parameters stand in parentheses: `{left}({}) := ...`", names.join(", "));
        }
        (Joint::Sizes(second), _) => {
            let second = quoted(*second);
            return format!(
                "two sizes are separated by a comma: `{left}, {second}`; a product is written `{left}*{second}`"
            );
        }
        (Joint::Nimber, _) => return format!("a nimber is written without a blank: `*{right}`"),
        (Joint::Games, _) => return format!("games are added with `+`: `{left} + {right}`"),
        (Joint::Range([from, to]), _) => {
            return format!(
                "a range is written with two dots: `{left} for {left} in {}..{}`",
                quoted(*from),
                quoted(*to)
            );
        }
        (Joint::Arguments(values), _) => {
            let all: Vec<String> = std::iter::once(left.to_string()).chain(values.iter().map(|v| quoted(*v))).collect();
            return format!("separate the arguments with `,`: `{}`", all.join(", "));
        }
        (Joint::Infix(last), "to" | "until" | "upto") => {
            return format!("a range is written with two dots: `{left}..{}`", quoted(*last));
        }
        (_, "misere" | "normal") => return format!("ask who wins so: `outcome({left}, {right})`"),
        (Joint::Ups, "on" | "off" | "over" | "under") => return format!("write `up^{right}`"),
        (Joint::Ups, _) => return format!("write `{right}*up` for the multiple, `up^{right}` for the power"),
        (Joint::MixedNumber, _) => return format!("write `{left} + {right}`"),
        (Joint::Product, power) if let Some(digits) = scientific(power) => {
            return format!("powers of ten are written `{left}*10^{digits}`");
        }
        (Joint::Product, digits) if digits.starts_with('_') && digits.trim_matches('_').parse::<u64>().is_ok() => {
            return format!("digits stand together: `{left}{}`", digits.replace('_', ""));
        }
        (Joint::Product, "(") => return format!("write `{left}*(...)`"),
        (Joint::Product, _) => return format!("write `{left}*{right}`"),
        (_, "not") => "`not` stands before a condition: `not contains(S, x)`",
        (_, "mod") => "write `mod(a, b)`",
        (_, "div") => "write `div(a, b)`",
        (_, "xor") => "write `nim_sum(a, b)`",
        (Joint::Infix(_), _) => "write an operator between them",
        (Joint::Call(_) | Joint::Statement, _) => "write an operator between them, or `;` between statements",
        (Joint::Single, _) => "write an operator between them",
        (Joint::Graph, _) => "write `->` after a vertex, `,` between targets, `;` between entries",
        (Joint::Picture, _) => "write the edge between them: `0 -B- 1`",
        (Joint::Members, value)
            if left.starts_with(char::is_alphabetic) && value.starts_with(|sign: char| sign.is_ascii_digit()) =>
        {
            return format!("write an operator or `,` between them; a call takes parentheses: `{left}({value})`");
        }
        (Joint::Members, _) => "write an operator or `,` between them",
    };
    help.to_string()
}

/// Returns the report of a backslash in a text that means nothing.
pub(super) fn no_escape(at: Span, signs: &str) -> Diagnostic {
    let message = format!("`{signs}` means nothing in a text");
    Diagnostic::error(ErrorCode::SyntaxCharacter, at, message, "a backslash?")
        .help(format!("a backslash is written twice: `\\{signs}`; `\\n` begins a line, `\\\"` is a quote"))
        .fix(at, format!("\\{signs}"))
}

/// Returns the advice for signs that are not of the language.
pub(super) fn instead_of(signs: &str) -> String {
    let sign = signs.chars().next().unwrap_or(' ');
    if let Some(narrow) = narrow(sign) {
        return format!("write `{narrow}`: this is the sign of full width");
    }
    let help = match sign {
        '\'' | '`' | '‘' | '’' | '“' | '”' => "texts stand in double quotes: `\"text\"`",
        '←' => "a definition is written `x := 5`",
        '⊗' => "the nim-product of 2 and 3 is `nim_product(2, 3)`",
        '∅' => "the empty set is written `{}`, the game without moves `0`",
        '⭐' | '★' | '☆' | '⋆' => "star is written `*`",
        '&' | '∧' => "write `and`",
        '!' => "write `not` before a condition; there are no factorials",
        '%' => "the remainder is `mod(a, b)`; numbers are put into a text by `+`: `\"x = \" + text(5)`",
        '÷' | '\u{2044}' => "write `a/b`",
        '–' | '—' | '‐' | '‑' => "a minus is written `-`",
        '≔' | '≝' => "a definition is written `x := 5`",
        '?' => "take it out; help on a name is `cg help nim`, at the prompt `:help nim`",
        '⧾' => "write `tiny(1)`",
        '⧿' => "write `miny(1)`",
        '~' => "write `not`, or `-` for the negative of a game",
        '\\' => "signs are typed as they are, in words or in LaTeX: `↑`, `up`, `\\uparrow`, `\\tfrac{3}{4}`",
        '⟨' | '⟩' | '〈' | '〉' => "literals stand in `<` and `>`, or in `{` and `}`",
        '∈' => "write `in` after `for`, or `contains(S, x)`",
        '∨' => "write `or`",
        '…' => "write a range as `1..7`",
        _ => "take it out; texts that hold it stand in double quotes",
    };
    help.to_string()
}

/// Returns the language's way to write foreign signs, if that is clear.
pub(super) fn ascii(signs: &str) -> Option<String> {
    let sign = signs.chars().next()?;
    Some(match sign {
        '&' | '∧' => "and".into(),
        '∨' => "or".into(),
        '!' => "not ".into(),
        '…' => "..".into(),
        '⟨' | '〈' => "<".into(),
        '⟩' | '〉' => ">".into(),
        sign => narrow(sign)?.to_string(),
    })
}

/// Returns the advice for a part of a line in foreign quotes or brackets.
pub(super) fn instead_of_enclosed(whole: &str) -> String {
    let mut signs = whole.chars();
    let (first, _) = (signs.next(), signs.next_back());
    let inner = signs.as_str().trim();
    let is_game = (inner.starts_with('{') && inner.ends_with('}')) || (inner.starts_with('<') && inner.ends_with('>'));
    match first {
        Some('⟨' | '〈') => format!("literals stand in `<` and `>`: `<{inner}>`"),
        _ if is_game && inner.contains('|') => {
            format!("a literal that is kept as it is written has `form` before it: `form {inner}`")
        }
        _ => format!("texts stand in double quotes: `\"{inner}\"`"),
    }
}

/// Returns the sign of ASCII for one of full width, as East Asian keyboards write it (Unicode, block FF00).
fn narrow(sign: char) -> Option<char> {
    match sign {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(sign) - 0xfee0),
        '\u{3001}' => Some(','),
        '\u{3000}' => Some(' '),
        _ => None,
    }
}

/// Returns the sign that closes an opening sign, such as `hackenbush <`.
pub(super) fn closing(opening: &str) -> char {
    match opening.chars().next_back() {
        Some('(') => ')',
        Some('[') => ']',
        Some('{') => '}',
        _ => '>',
    }
}

/// Returns the sign that opens a closing sign.
pub(super) fn opening(closing: &str) -> char {
    match closing.chars().next_back() {
        Some(')') => '(',
        Some(']') => '[',
        Some('}') => '{',
        _ => '<',
    }
}

/// Returns the digits of `e3`, as it stands in `1e3`.
pub(super) fn scientific(power: &str) -> Option<&str> {
    let digits = power.strip_prefix(['e', 'E'])?;
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(digits)
}

/// Returns what is written instead of `list[index] := value`.
pub(super) fn member_definition(list: &str, index: &str, value: &str) -> String {
    match index.strip_suffix('_') {
        Some(parameter) => format!("a function is written `{list}({parameter}) := {value}`"),
        None if index.starts_with('"') => {
            format!("a dictionary stays as it is; name a changed one: `{list} := put({list}, {index}, {value})`")
        }
        None => format!("a list stays as it is; name a changed one: `{list} := replace_at({list}, {index}, {value})`"),
    }
}

/// Returns what is written instead of `name += value`.
pub(super) fn assignment(name: &str, operator: &str, value: &str) -> String {
    match value {
        "" => format!("write `{name} := {name} {operator} ...`"),
        sum if operator != "+" && sum.contains(['+', '-']) => format!("write `{name} := {name} {operator} ({sum})`"),
        value => format!("write `{name} := {name} {operator} {value}`"),
    }
}

/// Returns what is written instead of `callee[inside]`, where several values stand inside.
pub(super) fn square_call(callee: &str, inside: &str) -> String {
    match habit(callee) {
        Some(here) => format!("here it is written `{here}`"),
        None => {
            format!("a call takes parentheses: `{callee}({inside})`; a vertex that is a list is `{callee}[[{inside}]]`")
        }
    }
}

/// Returns what is written instead of `left = right`. If `defines`, a definition may be meant.
pub(super) fn equals(left: &str, right: &str, defines: bool) -> String {
    let (define, compare) = (format!("`{left} := {right}`"), format!("`{left} == {right}`"));
    match left.split(' ').next() {
        Some("check") => format!("compare with {compare}"),
        Some("game") => format!("define with `{left} := ...`"),
        _ if defines => format!("define with {define}, compare with {compare}"),
        _ => format!("compare with {compare}; a definition is written `x := ...`"),
    }
}

/// Returns the language's way to write `3.Heat(1)` and the like, or `None` if a product may be meant.
pub(super) fn function_for(number: &str, name: &str, arguments: Option<&str>) -> Option<String> {
    if let Some(here) = habit(name) {
        return Some(format!("here it is written `{here}`"));
    }
    let function = snake(name);
    match arguments {
        Some("()") => Some(format!("here it is written `{function}({number})`")),
        Some(all) => Some(format!("here it is written `{function}({number}, {}", all.strip_prefix('(')?) + "`"),
        None if name.starts_with(char::is_uppercase) => Some(format!("here it is written `{function}({number})`")),
        None => None,
    }
}

/// Returns a name as it is written here: `ToadsAndFrogs` is `toads_and_frogs`.
pub(super) fn snake(name: &str) -> String {
    let mut out = String::new();
    for (i, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && i > 0 && !out.ends_with('_') {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

/// Words that others write for words of the language.
const SYNONYMS: [(&str, &str); 9] = [
    ("where", "if"),
    ("when", "if"),
    ("step", "by"),
    ("done", "end"),
    ("begin", "do"),
    ("under", "below"),
    ("beneath", "below"),
    ("until", "below"),
    ("upto", "below"),
];

/// Returns the one of these words that was meant by another: it differs by a letter or by two exchanged ones, or has
/// the same meaning elsewhere. Of two letters are exchanged ones alone enough.
pub(super) fn slip(word: &str, meant: &[&'static str]) -> Option<&'static str> {
    let folded = word.to_lowercase();
    let is_near = |to: &str| match to.len() {
        2 => folded == to || folded.chars().rev().eq(to.chars()),
        _ => folded.len() > 1 && folded.len() < 9 && strsim::damerau_levenshtein(&folded, to) <= 1,
    };
    let is_meant = |to: &&'static str| is_near(to) || SYNONYMS.contains(&(word, *to));
    meant.iter().copied().find(|to| is_meant(to))
}

/// Returns the word that was meant between a loop name and its source: `below` by `bellow` and `beneath`, else `in`.
pub(super) fn between(word: &str) -> &'static str {
    slip(word, &["below"]).unwrap_or("in")
}
