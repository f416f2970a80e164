//! The meaning of phrases of other languages, by the known names: `nim 3 4`, `cut cake 2 3`, `nim value of kayles(5)`,
//! and `game.grid.FoxAndGeese`.

use super::builtin::{Arity, Builtin};
use super::globals::{Global, Globals, Shape};
use super::kind::Sort;
use crate::diagnostic::{Diagnostic, Fix, filled, habit, nearest};
use crate::source::{Source, Span};
use crate::syntax::{Parsed, Phrase};
use crate::value::Value;

/// Words that join others in a sentence and have no meaning of their own.
const SMALL_WORDS: &[&str] =
    &["a", "an", "are", "at", "between", "by", "from", "for", "in", "is", "of", "on", "the", "to", "what", "with"];

/// Phrases of one text for which advice is looked for among the names.
const MOST_PHRASES: usize = 100;

/// Bytes of the longest word that is shown in advice.
const LONGEST_WORD: usize = 60;

/// The length of the longest piece of a call that advice repeats, in bytes.
const MAX_QUOTED: usize = 40;

/// Words that one name may be written as.
const MOST_WORDS: usize = 4;

/// Returns the diagnostics of a text, with advice for its phrases from the names that are known.
pub(super) fn told(globals: &Globals, source: &Source, parsed: &Parsed) -> Vec<Diagnostic> {
    let mut told = parsed.diagnostics.clone();
    for (at, phrase) in parsed.phrases.iter().take(MOST_PHRASES) {
        let Some(diagnostic) = told.iter_mut().find(|d| d.span() == Some(*at)) else { continue };
        let text = |span: &Span| source.text.get(span.range()).unwrap_or("");
        match phrase {
            // The colon before a command of the prompt has its own advice.
            Phrase::Sentence(spans)
                if spans.first().is_some_and(|word| source.text[..word.range().start].ends_with(':')) => {}
            Phrase::Sentence(spans) => {
                let words: Vec<&str> = spans.iter().map(text).collect();
                if words.iter().any(|word| word.len() > LONGEST_WORD || word.contains(char::is_control)) {
                    continue;
                }
                if let Some(offer) = asked_of_prompt(&words).or_else(|| class_asked(globals, &words)) {
                    diagnostic.help = Some(offer);
                } else if let Some(literal) = own_options(&words) {
                    diagnostic.help = Some(format!("a literal that leads back to itself: `{literal}`"));
                } else if let Some(call) = call_meant(globals, &words) {
                    diagnostic.help = Some(format!("a call takes parentheses: `{call}`"));
                    if let (Some(first), Some(last)) = (spans.first(), spans.last()) {
                        diagnostic.fixes = vec![Fix { span: Span { end: last.end, ..*first }, text: call }];
                    }
                } else if let Some(words) = asked(globals, &words) {
                    diagnostic.help = Some(format!("no sentence is read here; look for it with `:search {words}`"));
                }
            }
            Phrase::Infix(left, name, right) => {
                let (left, name, right) = (text(left), text(name), text(right));
                let arguments = [left, right];
                let is_short = arguments.iter().all(|text| text.len() <= LONGEST_WORD && !text.contains('\n'));
                let call = match habit(name) {
                    Some(here) if is_word(here) => Some(format!("{here}({left}, {right})")),
                    Some(here) => filled(here, &arguments),
                    None => is_called(globals, name).then(|| format!("{name}({left}, {right})")),
                };
                if let Some(call) = call.filter(|_| is_short) {
                    diagnostic.help = Some(format!("a function stands before its arguments: `{call}`"));
                }
            }
            Phrase::Square(callee, inside) => {
                let (name, inside) = (text(callee), text(inside));
                if inside.len() > LONGEST_WORD || inside.contains('\n') {
                    continue;
                }
                // A function of one argument takes several values as a list.
                let takes_list = globals.builtins.find(name).is_some_and(|row| {
                    let row = globals.builtins.row(row);
                    !row.constant && row.arity() == (1, Some(1))
                });
                diagnostic.help = Some(match () {
                    () if takes_list => format!("a call takes parentheses: `{name}([{inside}])`"),
                    () if is_called(globals, name) => format!("a call takes parentheses: `{name}({inside})`"),
                    () if is_known(globals, name) => format!("an index is one value: `{name}[[{inside}]]`"),
                    () => continue,
                });
            }
            Phrase::Package(name, arguments) => {
                let (name, arguments) = (text(name), arguments.as_ref().map_or("", text));
                if arguments.len() > LONGEST_WORD || arguments.contains(char::is_control) {
                    continue;
                }
                // CGSuite writes boards as `Grid.Empty(4,4)`, and their rows as `"..|.."`.
                let size = arguments.strip_prefix("(Grid.Empty").and_then(|size| size.strip_suffix(')'));
                let arguments = size.map_or_else(|| arguments.replace('|', "/"), String::from);
                diagnostic.help = Some(match (called_elsewhere(globals, name), habit(name)) {
                    (Some(known), _) => format!("write `{known}{arguments}`; `cg help {known}` tells more of it"),
                    (_, Some(here)) => format!("here it is written `{here}`"),
                    _ => format!("look for it with `:search {}`", apart(name)),
                });
            }
        }
    }
    told
}

/// Returns advice for `help nim`, a command of the prompt that lacks its colon. `None` for other words.
fn asked_of_prompt(words: &[&str]) -> Option<String> {
    let [first, topic] = words else { return None };
    let command = habit(first).filter(|command| *command == ":help")?;
    Some(format!("at the prompt it is `{command} {topic}`, in a shell `cg help {topic}`"))
}

/// Returns advice for `is P(nim(1, 1))`, which asks for an outcome class. `None` for other words.
fn class_asked(globals: &Globals, words: &[&str]) -> Option<String> {
    words.iter().find_map(|word| {
        let (class, asked) = word.split_once('(')?;
        let row = globals.builtins.row(globals.builtins.find(class)?);
        outcome_compared(row, asked.strip_suffix(')')?)
    })
}

/// Returns advice for a call `class(asked)`, or `None` if `class` is no outcome class.
pub(super) fn outcome_compared(class: &Builtin, asked: &str) -> Option<String> {
    let is_class = class.constant && class.result.is_any_of(&[Sort::Outcome]);
    is_class.then(|| format!("compare the outcome: `outcome({asked}) == {}`", class.name))
}

/// Returns `true` if a text of the person's is short enough to be shown in advice.
pub(super) fn is_short(text: &str) -> bool {
    text.len() <= MAX_QUOTED && !text.contains('\n')
}

/// Returns the call that words in this order mean: a name of one or several of them, and its arguments.
fn call_meant(globals: &Globals, words: &[&str]) -> Option<String> {
    let mut heads: Vec<String> = Vec::new();
    let mut rest = words;
    let arguments = loop {
        while let [small, more @ ..] = rest
            && SMALL_WORDS.contains(small)
            && !is_called(globals, small)
        {
            rest = more;
        }
        // The right number of values are its arguments: `sequence kayles 20`.
        let is_enough = heads.last().is_some_and(|head| rest.len() > 1 && taken(globals, head) == rest.len());
        match name_at_start(globals, rest) {
            // `simplest number between 1/4 and 1/2`: `number` is not the built-in, as no text follows.
            Some((name, more))
                if !heads.is_empty() && wants_text(globals, &name) && !more.iter().any(|w| w.starts_with('"')) =>
            {
                rest = more;
            }
            // A name alone at the end is the subject: `period kayles`.
            Some((name, more)) if heads.is_empty() || rest.len() > 1 && !is_enough => {
                if heads.last() != Some(&name) {
                    heads.push(name);
                }
                rest = more;
            }
            _ => break rest,
        }
    };
    if heads.is_empty() {
        // An unknown name may still be defined.
        let (name, values) = words.split_first().filter(|(name, _)| is_word(name) && !SMALL_WORDS.contains(*name))?;
        let is_call = !is_known(globals, name) && !values.is_empty() && !values.iter().any(|value| is_word(value));
        return is_call.then(|| format!("{name}({})", values.join(", ")));
    }
    let is_filler = |i: usize, word: &str| is_word(word) && !is_known(globals, word) && i + 1 < arguments.len();
    let wanted = |(i, word): &(usize, &&str)| !SMALL_WORDS.contains(*word) && !is_filler(*i, word);
    let arguments: Vec<&str> = arguments.iter().enumerate().filter(wanted).map(|(_, word)| second_size(word)).collect();
    let inner = if arguments.is_empty() { "...".to_string() } else { arguments.join(", ") };
    Some(heads.iter().rev().fold(inner, |inner, head| format!("{head}({inner})")))
}

/// Returns `true` if a built-in takes a text first.
fn wants_text(globals: &Globals, name: &str) -> bool {
    let row = globals.builtins.find(name).map(|row| globals.builtins.row(row));
    row.is_some_and(|row| row.ruleset.is_none() && matches!(row.parameters, [p] if p.kind.is_any_of(&[Sort::Text])))
}

/// Returns the callable that the first words name, as many of them as possible, and the words behind them.
fn name_at_start<'a, 'b>(globals: &Globals, words: &'a [&'b str]) -> Option<(String, &'a [&'b str])> {
    (1..=words.len().min(MOST_WORDS)).rev().find_map(|count| {
        let (name, rest) = words.split_at(count);
        if !name.iter().all(|word| is_word(word)) {
            return None;
        }
        let snake = name.join("_");
        let spellings = [snake.clone(), name.concat(), format!("{snake}s")];
        let here = || habit(&snake).or_else(|| habit(&camel(name)))?.split_once('(').map(|(name, _)| name.to_string());
        Some((spellings.into_iter().find(|name| is_called(globals, name)).or_else(here)?, rest))
    })
}

fn is_called(globals: &Globals, name: &str) -> bool {
    match globals.find(name) {
        Some(Global::Variable(value)) => matches!(value, Value::Function(_) | Value::Ruleset(_)),
        Some(_) => matches!(globals.shape(name), Some(Shape::Callable { .. })),
        None => globals.builtins.find(name).is_some_and(|row| !globals.builtins.row(row).constant),
    }
}

/// Returns the number of arguments that a call of it must have.
fn taken(globals: &Globals, name: &str) -> usize {
    match (globals.shape(name), globals.builtins.find(name)) {
        (Some(Shape::Callable { parameters, .. }), _) => parameters.len(),
        (_, Some(row)) => globals.builtins.row(row).parameters.iter().filter(|p| p.arity == Arity::One).count(),
        _ => 0,
    }
}

fn is_known(globals: &Globals, name: &str) -> bool {
    globals.is_defined(name) || globals.builtins.find(name).is_some()
}

/// Returns the name here of a function that is written `ToadsAndFrogs` elsewhere.
fn called_elsewhere<'a>(globals: &'a Globals, name: &str) -> Option<&'a str> {
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    let same = globals.builtins.names().find(|known| plain(known) == plain(name));
    same.or_else(|| nearest(name, globals.builtins.names()).filter(|_| habit(name).is_none()))
}

/// Returns the words of a person's request that cannot be made a call.
fn asked(globals: &Globals, words: &[&str]) -> Option<String> {
    let says =
        |word: &&&str| SMALL_WORDS.contains(*word) || word.len() > 2 && is_word(word) && !is_known(globals, word);
    let is_sentence = words.iter().any(|word| says(&word));
    let asks = |word: &&str| word.len() > 1 && is_word(word) && !SMALL_WORDS.contains(word);
    let words: Vec<&str> = words.iter().copied().filter(asks).take(MOST_WORDS).collect();
    (is_sentence && !words.is_empty()).then(|| words.join(" "))
}

/// Joins words to one name of the programs that write `MisereCanonicalForm`.
fn camel(words: &[&str]) -> String {
    let mut name = String::new();
    for word in words {
        let mut letters = word.chars();
        name.extend(letters.next().into_iter().flat_map(char::to_uppercase).chain(letters));
    }
    name
}

/// Returns the second of two sizes, which are written `3x3`; else the word.
fn second_size(word: &str) -> &str {
    let is_size = |rest: &&str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
    word.strip_prefix('x').filter(is_size).unwrap_or(word)
}

/// Returns the words of a name in capitals: `fox and geese`.
fn apart(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

/// Rewrites `a{0|a}`, which is CGSuite's form of a literal that names itself.
fn own_options(words: &[&str]) -> Option<String> {
    let [name, literal] = words else { return None };
    let options = literal.strip_prefix('{')?.strip_suffix('}')?;
    let names_itself = options.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == *name);
    (names_itself && options.contains('|')).then(|| with_loops(&format!("{name}{literal}")))
}

/// Writes `loop` before each name that stands directly before a brace: `a{0|b{0|a}}` becomes `loop a {0|loop b {0|a}}`.
fn with_loops(literal: &str) -> String {
    let mut out = String::new();
    for sign in literal.chars() {
        if sign == '{' {
            let start = out.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |i| i + 1);
            if start < out.len() {
                out.insert_str(start, "loop ");
                out.push(' ');
            }
        }
        out.push(sign);
    }
    out
}

/// Returns `true` if a text is a word and nothing else.
fn is_word(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_') && text.starts_with(char::is_alphabetic)
}
