//! The check that an answer is right, and the way in which it differs if not.

use std::borrow::Cow;
use std::mem::discriminant;
use std::rc::Rc;

use crate::eval::Session;
use crate::guide::expected;
use crate::source::Span;
use crate::syntax::ast::Relation;
use crate::syntax::lexer::{Lexeme, lex};
use crate::value::{List, Report, Value};
use crate::visible::quoted;
use cg_engine::positions::{self, PositionId, Term};

/// The name of the source with the solution, in messages.
const SOLUTION: &str = "<solution>";

/// The texts that a comparison can give.
const SIGNS: [&str; 4] =
    [Relation::Less.sign(), Relation::Equal.sign(), Relation::Greater.sign(), Relation::Confused.sign()];

/// The spelling that an exercise allows for its answers besides that of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spelling {
    Plain,
    /// Outcomes in words.
    Outcomes,
    /// The sign of a comparison without its quotes.
    Sign,
}

/// The right answers to an exercise, and the ways of writing them.
#[derive(Clone, Debug)]
pub struct AnswerKey<'a> {
    /// The value of the solution, as a text.
    solution: &'a str,
    /// `true` if the solution is a list, each member of which is right.
    any_of: bool,
    /// The code of the question, if it may not be typed as the answer.
    question: Option<&'a str>,
    spelling: Spelling,
}

impl<'a> AnswerKey<'a> {
    /// Builds the key of an exercise.
    pub fn new(session: &mut Session, solution: &'a str, any_of: bool, question: Option<&'a str>) -> AnswerKey<'a> {
        let is_outcome = |value: &Value| matches!(value, Value::Outcome(_));
        let spelling = match evaluated(session, solution).map(|(value, _)| value) {
            Some(Value::Text(text)) if SIGNS.contains(&text.as_str()) => Spelling::Sign,
            Some(Value::List(list)) if !list.is_empty() && list.iter().all(|member| is_outcome(&member)) => {
                Spelling::Outcomes
            }
            Some(value) if is_outcome(&value) => Spelling::Outcomes,
            _ => Spelling::Plain,
        };
        AnswerKey { solution, any_of, question, spelling }
    }

    /// Returns an answer as the language reads it: `the next player wins` as `N`, `||` as a text, `.5` as `0.5`.
    pub fn spelled<'t>(&self, typed: &'t str) -> Cow<'t, str> {
        let spelled = match self.spelling {
            Spelling::Plain => truth(typed).map(String::from),
            Spelling::Outcomes => outcomes(typed),
            Spelling::Sign => sign(typed).map(quoted),
        };
        spelled.map_or_else(|| with_zeros(typed), Cow::Owned)
    }

    /// Returns `true` if a line is an answer as it stands, though the language would wait for more.
    pub fn is_answer(&self, typed: &str) -> bool {
        self.spelling == Spelling::Sign && sign(typed).is_some()
            || self.spelling == Spelling::Outcomes && outcomes(typed).is_some()
    }

    /// Compares an answer, written as `typed`, with the solution. Returns `None` if it is right, otherwise a sentence that
    /// says how they differ without giving the solution away.
    pub fn difference(&self, session: &mut Session, answer: &Value, typed: &str) -> Option<String> {
        let Some((wanted, span)) = evaluated(session, self.solution) else {
            return Some("The solution cannot be read, so nothing can be said of your answer.".into());
        };
        let answer = &self.position_of_text(session, answer, &wanted);
        let different = match members(&wanted).filter(|_| self.any_of) {
            Some(all) => unlike_any(session, answer, &all, span),
            None => self.unlike(session, answer, &wanted, span),
        };
        different.or_else(|| {
            let is_number = matches!(wanted, Value::Integer(_) | Value::Number(_)) || is_nimber(session, &wanted);
            let has_options = is_number && has_literal(typed);
            let is_question =
                |question: &str| signs(typed) == signs(question) || !has_options && contains(typed, question);
            if self.question.is_some_and(is_question) {
                return Some("That is the question itself. Type its value.".into());
            }
            has_options.then(|| {
                let kind = kind(session, &wanted);
                format!("It is right, but it is written with options. Type it as {kind}.")
            })
        })
    }

    /// Returns the position if a position is wanted and `answer` is only its text: `hackenbush("BRB")` for `"BRB"`.
    /// Otherwise returns the answer itself.
    fn position_of_text(&self, session: &mut Session, answer: &Value, wanted: &Value) -> Value {
        let first = members(wanted).filter(|_| self.any_of).and_then(|all| all.iter().next());
        if let (Value::Text(text), Value::Position(p)) = (answer, first.as_ref().unwrap_or(wanted))
            && let Term::Call(ruleset, arguments) = positions::term(*p, session)
            && let [Term::Text(_)] = arguments[..]
            && let Some((position, _)) = evaluated(session, &format!("{ruleset}({})", quoted(text)))
        {
            return position;
        }
        answer.clone()
    }

    fn unlike(&self, session: &mut Session, answer: &Value, wanted: &Value, span: Span) -> Option<String> {
        if agree(session, answer, wanted, span) {
            return None;
        }
        Some(match (members(answer), members(wanted)) {
            (Some(mine), Some(right)) if discriminant(answer) == discriminant(wanted) => {
                if mine.len() != right.len() {
                    let members = if mine.len() == 1 { "member" } else { "members" };
                    return Some(format!(
                        "Your answer has {} {members}, the right one has {}.",
                        mine.len(),
                        right.len()
                    ));
                }
                let agrees = |session: &mut Session, i| match (mine.get(i), right.get(i)) {
                    (Some(m), Some(r)) => agree(session, &m, &r, span),
                    _ => false,
                };
                let wrong = (0..mine.len()).find(|i| !agrees(session, *i))?;
                format!("The members are not all right: look at number {}.", wrong + 1)
            }
            // One answer in brackets is meant.
            (Some(mine), None) if mine.len() == 1 && mine.iter().all(|m| agree(session, &m, wanted, span)) => {
                return None;
            }
            (None, Some(right)) if right.len() == 1 && right.iter().all(|r| agree(session, answer, &r, span)) => {
                return None;
            }
            _ if matches!((answer, wanted), (Value::Position(_), Value::Position(_))) => {
                "That is another position.".into()
            }
            _ if is_nimber(session, answer) && is_nimber(session, wanted) => "That is another nimber.".into(),
            (_, _) if matches!((answer, wanted), (Value::Gamma(_), Value::Gamma(_))) => {
                "That is another γ-value.".into()
            }
            _ if kind(session, answer) != kind(session, wanted)
                && (answer.as_surreal().is_none() || wanted.as_surreal().is_none()) =>
            {
                another_kind(session, answer, wanted)
            }
            _ => ordered(session, self.solution).unwrap_or_else(|| "That is not the right answer.".into()),
        })
    }
}

fn members(value: &Value) -> Option<Rc<List>> {
    match value {
        Value::List(list) | Value::Set(list) => Some(list.clone()),
        _ => None,
    }
}

fn unlike_any(session: &mut Session, answer: &Value, all: &List, span: Span) -> Option<String> {
    let mut is_one = |answer: &Value| all.iter().any(|wanted| agree(session, answer, &wanted, span));
    // A list of several right answers is right, too, and so is one in brackets.
    if is_one(answer) || members(answer).is_some_and(|mine| !mine.is_empty() && mine.iter().all(|m| is_one(&m))) {
        return None;
    }
    Some(match all.iter().next() {
        Some(first) if first.kind() != answer.kind() => another_kind(session, answer, &first),
        _ => "That is not one of the right answers.".into(),
    })
}

/// Returns the truth that `yes` and `no` stand for.
fn truth(typed: &str) -> Option<&'static str> {
    match typed.trim().trim_end_matches('.').to_lowercase().as_str() {
        "yes" => Some("true"),
        "no" => Some("false"),
        _ => None,
    }
}

/// Writes an outcome in words, or a list of them, as letters: `[next, left]` as `[N, L]`.
fn outcomes(typed: &str) -> Option<String> {
    let typed = typed.trim();
    if let Some(list) = typed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let all = list.split(',').map(outcome).collect::<Option<Vec<_>>>()?;
        return Some(format!("[{}]", all.join(", ")));
    }
    outcome(typed).map(str::to_string)
}

fn outcome(words: &str) -> Option<&'static str> {
    let words = words.trim().trim_end_matches(['.', '!']).to_lowercase();
    let mut who = words.as_str();
    who = who.strip_prefix("the ").or_else(|| who.strip_prefix("a ")).unwrap_or(who);
    for end in [" wins", " player", "-position", " position"] {
        who = who.strip_suffix(end).unwrap_or(who);
    }
    Some(match who {
        "n" | "next" => "N",
        "p" | "previous" => "P",
        "l" | "left" => "L",
        "r" | "right" => "R",
        "d" | "draw" | "drawn" => "D",
        _ => return None,
    })
}

fn sign(typed: &str) -> Option<&'static str> {
    let typed = typed.trim();
    let typed = match typed {
        "=" => "==",
        "confused" | "∥" => "||",
        typed => typed,
    };
    SIGNS.into_iter().find(|sign| *sign == typed)
}

/// Puts a zero before each decimal point that begins a number: `.5` becomes `0.5`.
pub fn with_zeros(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let (mut before, mut is_quoted) = (' ', false);
    for (i, letter) in text.char_indices() {
        is_quoted ^= letter == '"';
        let is_first = !is_quoted && letter == '.' && text[i + 1..].starts_with(|c: char| c.is_ascii_digit());
        if is_first && !(before.is_alphanumeric() || "._)]}\"".contains(before)) {
            out.push('0');
        }
        out.push(letter);
        before = letter;
    }
    if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
}

/// Returns the signs of a text, sorted, without parentheses, separators and comments. Braces and square brackets count as
/// angle brackets.
fn signs(text: &str) -> Vec<&str> {
    let mut signs = Vec::new();
    for lexed in lex(text) {
        signs.push(match lexed.kind {
            Lexeme::Newline | Lexeme::Semicolon | Lexeme::Comment | Lexeme::LeftParen | Lexeme::RightParen => continue,
            Lexeme::LeftBrace | Lexeme::LeftSquare => "<",
            Lexeme::RightBrace | Lexeme::RightSquare => ">",
            _ => &text[lexed.range()],
        });
    }
    signs.sort_unstable();
    signs
}

/// Returns `true` if an answer has all signs of the question, in any order.
fn contains(typed: &str, question: &str) -> bool {
    let mut mine = signs(typed).into_iter();
    signs(question).into_iter().all(|sign| mine.any(|other| other == sign))
}

/// Returns `true` if a game is written with its options outside of calls and definitions.
fn has_literal(typed: &str) -> bool {
    let (mut calls, mut parens, mut before) = (0, Vec::new(), None);
    let (mut found, mut is_definition) = (false, false);
    for lexed in lex(typed) {
        match lexed.kind {
            Lexeme::LeftParen => {
                let is_call = before == Some(Lexeme::Name);
                calls += usize::from(is_call);
                parens.push(is_call);
            }
            Lexeme::RightParen => calls -= usize::from(parens.pop() == Some(true)),
            Lexeme::Less | Lexeme::LeftBrace if calls == 0 => found = true,
            Lexeme::Define => is_definition = true,
            Lexeme::Semicolon | Lexeme::Newline if is_definition => (found, is_definition) = (false, false),
            _ => {}
        }
        before = Some(lexed.kind);
    }
    found
}

/// Returns the value of a text, if it is an expression.
fn evaluated(session: &mut Session, text: &str) -> Option<(Value, Span)> {
    let source = session.sources.add(SOLUTION, text);
    let prepared = session.prepare(&source);
    let [statement] = &prepared.statements[..] else { return None };
    if prepared.has_errors() || statement.is_definition() {
        return None;
    }
    let value = session.execute(statement).result.ok()?;
    Some((value, statement.span))
}

/// Returns `true` if an answer is worth the wanted value. A position agrees only with a position, which must be the
/// same.
fn agree(session: &mut Session, answer: &Value, wanted: &Value, span: Span) -> bool {
    match (answer, wanted) {
        (Value::Position(mine), Value::Position(wanted)) => same_position(session, *mine, *wanted),
        // A form is another way of writing its value.
        (Value::Position(mine), Value::Game(_)) if matches!(positions::term(*mine, session), Term::Form(..)) => {
            expected::same_worth(session, answer, wanted, span).unwrap_or(false)
        }
        (Value::Position(_), _) | (_, Value::Position(_)) => false,
        _ => expected::same_worth(session, answer, wanted, span).unwrap_or(false),
    }
}

/// Returns `true` if two positions differ at most in the order of components and heaps, and in empty heaps.
fn same_position(session: &mut Session, p: PositionId, q: PositionId) -> bool {
    let mut sorted = |p| {
        let (mut heaps, mut others) = (Vec::new(), Vec::new());
        for part in session.positions.parts(p) {
            match positions::heaps_of_nim(part, session) {
                Some(found) => heaps.extend(found.into_iter().filter(|heap| !heap.is_zero())),
                None => others.push(session.positions.normal_order(part)),
            }
        }
        heaps.sort_unstable();
        others.sort_unstable();
        (heaps, others)
    };
    sorted(p) == sorted(q)
}

fn is_nimber(session: &Session, value: &Value) -> bool {
    match value {
        Value::Nimber(_) => true,
        Value::Game(g) => session.games.as_nimber(*g).is_some(),
        _ => false,
    }
}

/// Names the kind of an answer as exercises do, with a name of their own for nimbers.
fn kind(session: &Session, value: &Value) -> &'static str {
    match value {
        nimber if is_nimber(session, nimber) => "a nimber, written with a star",
        Value::Game(_) => "a game that is no number",
        Value::Gamma(_) => "a γ-value",
        Value::Outcome(_) | Value::Convention(_) | Value::Compound(_) => "an outcome, a letter such as `N`",
        Value::Boolean(_) => "true or false",
        Value::Text(_) => "a text in quotes",
        Value::List(_) => "a list in square brackets",
        Value::Set(_) => "a set in braces",
        Value::Function(_) => "a function without its arguments",
        Value::Ruleset(_) => "a ruleset without a heap",
        other => other.a_kind(),
    }
}

fn another_kind(session: &Session, answer: &Value, wanted: &Value) -> String {
    let wanted = match wanted {
        Value::Text(text) if SIGNS.contains(&text.as_str()) => "one of `<`, `==`, `>`, `||`",
        wanted => kind(session, wanted),
    };
    match answer {
        Value::Report(_) => format!("That helps to find it: the answer is {wanted}."),
        _ => format!("That is {}. The answer is {wanted}.", kind(session, answer)),
    }
}

/// Compares the last result with the solution, if both are games.
fn ordered(session: &mut Session, solution: &str) -> Option<String> {
    let (Value::Report(report), _) = evaluated(session, &format!("compare(_, {solution})"))? else { return None };
    let Report::Comparison(found) = &*report else { return None };
    Some(match found.relation {
        Relation::Less => "That is less than the right answer.".into(),
        Relation::Greater => "That is greater than the right answer.".into(),
        _ => "That is confused with the right answer: neither of them is greater.".into(),
    })
}
