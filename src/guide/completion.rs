//! Completion: the candidates at the end of a text, from the names of the session and the tables of built-ins and
//! words.

use super::help::{SIGNS, sign_by_word, sign_word};
use super::words::KEYWORDS;
use crate::builtins;
use crate::eval::{Arity, Session};
use crate::syntax::Reading;
use crate::syntax::lexer::lex;
use crate::syntax::token::Lexeme;
use crate::value::{Ruleset, Value};

/// Most vertices of a graph that are offered.
const MOST_VERTICES: usize = 1000;

/// The kind of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CandidateKind {
    /// A name that was defined.
    Binding,
    /// An argument that is given by its name.
    Parameter,
    /// A built-in function or constant.
    Builtin,
    /// A word of the language.
    Keyword,
    /// A command that starts with a colon, or one of its arguments.
    Command,
    /// A file or directory.
    File,
    /// A sign written as a backslash and a word.
    Sign,
}

/// Something that can stand where the cursor is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The text that is inserted.
    pub text: String,
    /// The kind.
    pub kind: CandidateKind,
    /// One line about it.
    pub summary: String,
}

impl Candidate {
    /// Returns the text without the parenthesis that opens a call.
    pub fn name(&self) -> &str {
        self.text.trim_end_matches('(')
    }
}

/// Returns the candidates at the end of a text, and the start of the word that they replace.
pub fn complete(session: &Session, before: &str) -> (usize, Vec<Candidate>) {
    if open_text(before).is_some() || in_comment(before) {
        return (before.len(), Vec::new());
    }
    if let Some(found) = signs(before) {
        return found;
    }
    let start = last_word(before);
    let prefix = &before[start..];
    if let Some(value) = before[..start].strip_suffix('.') {
        return (start, fields(session, value, prefix));
    }
    if prefix.is_empty() || prefix.starts_with(|c: char| c.is_ascii_digit()) {
        return (before.len(), Vec::new());
    }
    let mut found = named_arguments(&before[..start], prefix);
    found.extend(bound(&before[..start], prefix));
    found.extend(names(session, prefix));
    (start, found)
}

/// Returns where the word at the end of a text begins.
fn last_word(text: &str) -> usize {
    text.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len()
}

/// Returns the arguments that may be left out of the call that is open, where one can begin: `component(R_m`.
fn named_arguments(before: &str, prefix: &str) -> Vec<Candidate> {
    if !before.trim_end().ends_with(['(', ',']) {
        return Vec::new();
    }
    let reading = Reading::new(before);
    let Some((callee, _)) = reading.open_call() else { return Vec::new() };
    let row = builtins::all().find(|b| b.name == callee || b.aliases.contains(&callee));
    let optional = row.into_iter().flat_map(|row| row.parameters).filter(|p| p.arity == Arity::Optional);
    let fitting = optional.filter(|p| p.name.starts_with(prefix));
    fitting.map(|p| candidate(format!("{} = ", p.name), CandidateKind::Parameter, p.kind.name())).collect()
}

/// Returns the names that parameters, loops, clauses and `where` bind in a text that is still being typed.
fn bound(before: &str, prefix: &str) -> Vec<Candidate> {
    let mut lexemes = lex(before);
    lexemes.retain(|lexeme| lexeme.kind != Lexeme::Newline);
    let kind = |i: usize| lexemes[i].kind;
    let mut names = Vec::new();
    for i in 0..lexemes.len() {
        match kind(i) {
            Lexeme::For => names.extend((i + 1..lexemes.len()).take_while(|&j| kind(j) != Lexeme::In)),
            Lexeme::Define | Lexeme::Arrow => {
                // The parameters and the defined name stand before it.
                let group = lexemes[..i].iter().rev().take_while(|lexeme| lexeme.kind != Lexeme::LeftParen).count();
                let is_group = i > 0 && kind(i - 1) == Lexeme::RightParen;
                names.extend(i.saturating_sub(if is_group { group + 2 } else { 1 })..i);
            }
            _ => {}
        }
    }
    let mut found: Vec<Candidate> = Vec::new();
    for name in names.into_iter().rev().filter(|&i| kind(i) == Lexeme::Name).map(|i| &before[lexemes[i].range()]) {
        if name.starts_with(prefix) && !found.iter().any(|candidate| candidate.text == name) {
            found.push(candidate(name, CandidateKind::Binding, "a name of this line"));
        }
    }
    found
}

/// Returns the fields of the report, and the vertices of the graph, that the variable at the end of a text has.
fn fields(session: &Session, before: &str, prefix: &str) -> Vec<Candidate> {
    let names: Vec<(String, &str)> = match session.variable(&before[last_word(before)..]) {
        Some(Value::Report(report)) => {
            report.fields().into_iter().map(|(name, _)| (name.to_string(), "a field")).collect()
        }
        Some(Value::Ruleset(ruleset)) => match &**ruleset {
            Ruleset::Graph(graph) => {
                let labels = (0..graph.len()).take(MOST_VERTICES).map(|v| graph.label(v));
                let text =
                    |label| if let Value::Text(text) = label { Some((text.to_string(), "a vertex")) } else { None };
                labels.filter_map(text).collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    let fitting = names.into_iter().filter(|(name, _)| name.starts_with(prefix));
    fitting.map(|(name, about)| candidate(name, CandidateKind::Parameter, about)).collect()
}

/// Returns a candidate with its summary.
pub(crate) fn candidate(text: impl Into<String>, kind: CandidateKind, summary: impl Into<String>) -> Candidate {
    Candidate { text: text.into(), kind, summary: summary.into() }
}

/// Returns the names that begin with `prefix`: those defined first, then built-ins, then words.
pub(crate) fn names(session: &Session, prefix: &str) -> Vec<Candidate> {
    let mut all = Vec::new();
    for signature in session.definitions() {
        let (name, call) = match signature.split_once('(') {
            Some((name, _)) => (name.to_string(), "("),
            None => (signature.clone(), ""),
        };
        if name.starts_with(prefix) {
            all.push(candidate(name + call, CandidateKind::Binding, signature));
        }
    }
    all.sort_by(|a, b| a.text.cmp(&b.text));
    let bound: Vec<String> = all.iter().map(|c| c.name().to_string()).collect();
    let mut more = Vec::new();
    for row in builtins::all() {
        for name in std::iter::once(&row.name).chain(row.aliases) {
            if name.starts_with(prefix) && !bound.iter().any(|b| b == name) {
                let call = if row.constant { "" } else { "(" };
                more.push(candidate(format!("{name}{call}"), CandidateKind::Builtin, row.summary()));
            }
        }
    }
    let words = KEYWORDS.iter().filter(|(w, _)| w.starts_with(prefix) && !bound.iter().any(|b| b == w));
    more.extend(words.map(|(word, about)| candidate(*word, CandidateKind::Keyword, *about)));
    more.sort_by(|a, b| a.text.cmp(&b.text));
    more.dedup_by(|a, b| a.name() == b.name());
    all.extend(more);
    all
}

/// Returns the candidates for the word at the end of a text: the sign itself if only one is meant, else the words.
fn signs(before: &str) -> Option<(usize, Vec<Candidate>)> {
    let (start, word) = sign_word(before)?;
    let inserted = |sign: &str| vec![Candidate { text: sign.into(), kind: CandidateKind::Sign, summary: word.into() }];
    if let Some(sign) = sign_by_word(word) {
        return Some((start, inserted(sign)));
    }
    let mut near: Vec<Candidate> = Vec::new();
    let mut signs: Vec<&str> = Vec::new();
    for row in SIGNS {
        for known in row.words.iter().filter(|known| known.starts_with(word)) {
            near.push(Candidate { text: format!("\\{known}"), kind: CandidateKind::Sign, summary: row.sign.into() });
            signs.push(row.sign);
        }
    }
    signs.dedup();
    Some((start, if let [only] = signs[..] { inserted(only) } else { near }))
}

/// Returns the start of the text that is open at the end, after its quote.
pub(crate) fn open_text(before: &str) -> Option<usize> {
    let lexemes = lex(before);
    let last = lexemes.last()?;
    let open = last.kind == Lexeme::OpenText && last.end as usize == before.len();
    open.then_some(last.start as usize + 1)
}

/// Returns `true` if a text ends in a comment.
pub(crate) fn in_comment(before: &str) -> bool {
    lex(before).last().is_some_and(|l| matches!(l.kind, Lexeme::Comment | Lexeme::Expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_word_is_enough_where_one_sign_is_meant() {
        let texts = |before: &str| {
            let (start, found) = signs(before).expect("a backslash");
            (start, found.into_iter().map(|c| c.text).collect::<Vec<_>>())
        };
        assert_eq!(texts("2 + \\om"), (4, vec!["ω".to_string()]));
        assert_eq!(texts("\\up"), (0, vec!["↑".to_string()]));
        assert_eq!(texts("\\fracs"), (0, Vec::new()));
        assert!(texts("\\d").1.contains(&"\\down".to_string()));
    }
}
