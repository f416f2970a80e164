//! Slips of people who know another notation, answered with the thing meant.

use super::frame::Open;
use super::report::{STILL_OPEN, closing, quote};
use super::{Lexed, Lexeme, Pass, Token};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::syntax::ast::Relation;

/// Words that start a statement in other languages, and what is written here.
const WORDS: &[(&str, &str)] = &[
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
    ("while", "repeat with `for x in xs do ... end`, or let a function call itself"),
    ("elif", "write `else if`"),
    ("elseif", "write `else if`"),
    ("print", "write `print(...)`"),
    ("assert", "write `check a == b`"),
    ("include", "write `import \"rules.cg\"`"),
    ("use", "write `import \"rules.cg\"`"),
    ("ruleset", "write `game f(n) := <...>`"),
];

impl Pass<'_> {
    /// An operand where an operator is expected: something is missing between the two. Does not consume it.
    pub(super) fn two_operands(&mut self, lexeme: Lexed) {
        if let Some(frame) = self.closed_in_filter.take()
            && lexeme.kind.starts_operand()
        {
            return self.greater_in_filter(*frame);
        }
        self.operand = true;
        let before = self.previous_span();
        let left = quote(self.text.get(before.range()).unwrap_or(""));
        let right = quote(self.slice(lexeme));
        let glued = self.touches_previous();
        let here = self.span_of(lexeme);
        if self.tokens.len() == self.piece_start + 1
            && self.previous() == Some(Token::Name)
            && let Some(&(word, help)) = WORDS.iter().find(|w| w.0 == left)
        {
            self.report(
                Diagnostic::error(
                    ErrorCode::SyntaxHabit,
                    before,
                    format!("`{word}` is no word of this language"),
                    "taken as a name",
                )
                .help(help),
            );
            self.tokens.pop();
            return;
        }
        if let Some((word, help)) =
            self.next().and_then(|_| WORDS.iter().find(|w| w.0 == right && w.0.starts_with("el")))
        {
            self.report(
                Diagnostic::error(
                    ErrorCode::SyntaxHabit,
                    here,
                    format!("`{word}` is no word of this language"),
                    "taken as a name",
                )
                .help(*help),
            );
            return;
        }
        if self.in_condition()
            && let Some(pending) = self.ifs.last_mut()
        {
            pending.then_seen = true;
            let span = pending.span;
            return self.missing_then(span);
        }
        let value = matches!(lexeme.kind, Lexeme::Name | Lexeme::LeftParen | Lexeme::Number);
        let help = match self.previous() {
            Some(Token::PlusStar) => {
                format!("`{}*` is read as plus star; a product is written `a*b` or `a * b`", self.before_star())
            }
            Some(Token::Star) if lexeme.kind == Lexeme::Number => {
                format!("a nimber is written without a blank: `*{right}`")
            }
            Some(Token::Ups) if glued && lexeme.kind == Lexeme::Name => {
                format!("write `{right}*up` for the multiple, `up^{right}` for the power")
            }
            Some(Token::Number) if lexeme.kind == Lexeme::Fraction => format!("write `{left} + {right}`"),
            Some(Token::Number) if value && glued => {
                format!("write `{left}*{right}`{}", if right == "(" { "..." } else { "" }).replace("(`...", "(...)`")
            }
            _ if lexeme.kind == Lexeme::Not => "`not` stands before a condition: `not contains(S, x)`".to_string(),
            _ if right == "mod" => "write `mod(a, b)`".to_string(),
            _ if right == "xor" => "write `nim_sum(a, b)`".to_string(),
            _ => match self.open() {
                Open::Ground if self.previous() == Some(Token::Name) && value => {
                    format!("write an operator between them; a call takes parentheses: `{left}({right})`")
                }
                Open::Ground => "write an operator between them, or `;` between statements".to_string(),
                Open::Group | Open::Index => "write an operator between them".to_string(),
                Open::Graph => "write `->` after a vertex, `,` between targets, `;` between entries".to_string(),
                Open::Hackenbush => "write the edge between them: `0 -B- 1`".to_string(),
                _ => "write an operator or `,` between them".to_string(),
            },
        };
        let message = format!("nothing joins `{left}` and `{right}`");
        let mut diagnostic =
            Diagnostic::error(ErrorCode::SyntaxMissingOperator, here, message, "a second value starts here")
                .label(before, "the first ends here");
        let new_line = self.at > 0 && self.lexemes[self.at - 1].kind == Lexeme::Newline;
        if new_line && self.frames.len() > 1 {
            // Most likely the line above has forgotten its closing sign.
            let (start, end) = self.frame().span;
            diagnostic = diagnostic.label(self.span(start, end), STILL_OPEN).help(format!(
                "close it with `{}` on the line above, or join the lines with `,` or an operator",
                closing(self.open())
            ));
        } else {
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
    }

    /// What stands before the glued star.
    fn before_star(&self) -> String {
        let token = self.tokens.len().checked_sub(2).and_then(|i| self.tokens.get(i));
        token.map_or(String::new(), |t| quote(self.text.get(t.1.start as usize..t.1.end as usize).unwrap_or("")))
    }

    /// `<k for k in S if k > 2>`: the `>` has closed the literal. Takes that back.
    fn greater_in_filter(&mut self, frame: super::Frame) {
        let span = self.previous_span();
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxGreaterInFilter,
                span,
                "this `>` closes the literal",
                "not a comparison here",
            )
            .label(self.span(frame.span.0, frame.span.1), "the literal starts here")
            .help("put the comparison in parentheses: `if (a > b)`, or turn it round: `if b < a`"),
        );
        if let Some(last) = self.tokens.last_mut() {
            last.0 = Token::Relation(Relation::Greater);
        }
        let waiting: usize = frame.waiting.iter().sum();
        self.deferred += waiting;
        self.frames.push(frame);
        self.operand = true;
    }

    /// `**` after an operand: a power, a product, or plus star? Consumes it.
    pub(super) fn two_stars(&mut self, lexeme: Lexed) {
        let before = self.previous_span();
        let left = quote(self.text.get(before.range()).unwrap_or("a"));
        let next = self.glued(2).filter(|l| l.kind.starts_operand());
        let end = next.or(self.glued(1)).map_or(lexeme.end, |l| l.end);
        let help = match next {
            Some(next) => {
                let right = quote(self.slice(next));
                let simple = matches!(next.kind, Lexeme::Number | Lexeme::Name);
                let right = if simple { right } else { "b".to_string() };
                format!("write `{left}^{right}` for the power, `{left} * {right}` for the product")
            }
            None => format!("write `{left}*` for {left} plus star"),
        };
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxHabit,
                self.span(lexeme.start, end),
                "`**` is not an operator",
                "two stars",
            )
            .help(help),
        );
        match next {
            Some(_) => self.product(Token::Times, 2),
            None => {
                self.emit(Token::PlusStar, 1);
                self.at += 1;
            }
        }
    }

    /// `*1*2`: nimbers are added.
    pub(super) fn glued_nimbers(&mut self, lexeme: Lexed) {
        let size = self.previous_span();
        let star = self.tokens.len().checked_sub(2).map_or(size.start, |index| self.tokens[index].1.start);
        let end = self.glued(1).map_or(lexeme.end, |l| l.end);
        let left = quote(self.text.get(star as usize..size.end as usize).unwrap_or("*1"));
        let right = quote(self.text.get(lexeme.start as usize..end as usize).unwrap_or("*2"));
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxHabit,
                self.span(star, end),
                format!("nothing joins the nimbers `{left}` and `{right}`"),
                "two nimbers",
            )
            .help(format!("write `{left} + {right}`")),
        );
    }

    /// `G <> H`: unequal elsewhere. Consumes both signs.
    pub(super) fn less_or_greater(&mut self, lexeme: Lexed, second: Lexed) {
        let before = self.previous_span();
        let left = quote(self.text.get(before.range()).unwrap_or("G"));
        let right = self.glued(2).or_else(|| self.lexemes.get(self.at + 2).copied());
        let right = right.filter(|l| matches!(l.kind, Lexeme::Number | Lexeme::Name | Lexeme::Star));
        let right = right.map_or("H".to_string(), |l| quote(self.slice(l)));
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxHabit,
                self.span(lexeme.start, second.end),
                "`<>` is not an operator",
                "less or greater?",
            )
            .help(format!("games that are confused: `{left} || {right}`; that are not equal: `{left} != {right}`")),
        );
        self.relation(Relation::Confused, 2);
    }

    /// `[1..5]`: a list whose only member is the list 1..5.
    pub(super) fn range_in_list(&mut self, (start, end): (u32, u32), closing: Lexed) {
        let inside = quote(self.text.get(end as usize..closing.start as usize).unwrap_or("1..5").trim());
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxRange,
                self.span(start, closing.end),
                "a range is a list by itself",
                "a list in a list",
            )
            .help(format!("write `{inside}`")),
        );
    }

    /// `=`. Consumes it.
    pub(super) fn equals(&mut self, lexeme: Lexed) {
        let span = self.span_of(lexeme);
        if let Some(second) = self.glued(1).filter(|l| matches!(l.kind, Lexeme::Less | Lexeme::Greater)) {
            let whole = self.span(lexeme.start, second.end);
            let (wrong, right) = if second.kind == Lexeme::Less { ("=<", "<=") } else { ("=>", ">=") };
            let message = format!("`{wrong}` is not an operator");
            self.report(
                Diagnostic::error(ErrorCode::SyntaxEquals, whole, message, "the other way round")
                    .help(format!("write `{right}`")),
            );
            return self.emit_operator(Token::Relation(Relation::Equal), 2);
        }
        let start = self.tokens.get(self.piece_start).map_or(span.start, |t| t.1.start);
        let left = quote(self.text.get(start as usize..span.start as usize).unwrap_or("x"));
        let definition =
            self.frames.len() == 1 && !self.defined && (self.previous() == Some(Token::Name) || left.ends_with(')'));
        let help = if definition {
            format!("define with `{left} := ...`, compare with `{left} == ...`")
        } else {
            "compare with `==`; a definition is written `x := ...`".to_string()
        };
        self.report(
            Diagnostic::error(ErrorCode::SyntaxEquals, span, "`=` is not an operator", "not `:=`, not `==`").help(help),
        );
        self.new_comparison();
        self.defined |= definition;
        self.emit_operator(Token::Relation(Relation::Equal), 1);
    }

    /// `x in S` outside of a `for`. Consumes the `in`.
    pub(super) fn membership(&mut self, lexeme: Lexed) {
        let span = self.span_of(lexeme);
        let member = quote(self.text.get(self.previous_span().range()).unwrap_or("x"));
        let bars = self.frame().bars;
        let diagnostic = if bars || self.reported(ErrorCode::SyntaxBarOutside) {
            Diagnostic::error(
                ErrorCode::SyntaxSetBuilder,
                span,
                "`in` stands without `for`",
                "members are drawn with `for`",
            )
            .help(format!("write `for` instead of the bar: `{{{member} for {member} in S}}`"))
        } else {
            Diagnostic::error(
                ErrorCode::SyntaxInWithoutFor,
                span,
                "`in` stands without `for`",
                "belongs to `for x in xs`",
            )
            .help(format!("ask for a member with `contains(S, {member})`"))
        };
        self.report(diagnostic);
        self.new_comparison();
        self.at += 1;
        self.operand = true;
    }

    pub(super) fn chained_comparison(&mut self, first: (u32, u32), second: (u32, u32), width: usize) {
        if self.is_quiet() {
            return;
        }
        let middle = quote(self.text.get(first.1 as usize..second.0 as usize).unwrap_or("b"));
        let from = self.frame().operand_start.unwrap_or_else(|| self.member_start());
        let left = quote(self.text.get(from as usize..first.0 as usize).unwrap_or("a"));
        let rest = self.lexemes.get(self.at + width..).unwrap_or(&[]);
        let end = rest.iter().take(8).take_while(|l| goes_on(l.kind)).last().map_or(second.1, |l| l.end);
        let right = quote(self.text.get(second.1 as usize..end as usize).unwrap_or("c"));
        let sign = |(start, end): (u32, u32)| self.text.get(start as usize..end as usize).unwrap_or("<");
        let help = format!("write `{left} {} {middle} and {middle} {} {right}`", sign(first), sign(second));
        let (here, before) = (self.span(second.0, second.1), self.span(first.0, first.1));
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxChainedComparison,
                here,
                "comparisons are not chained",
                "a second comparison",
            )
            .label(before, "the first")
            .help(help),
        );
    }

    /// Where the present member starts, for showing it.
    fn member_start(&self) -> u32 {
        let frame = &self.frames[self.frames.len() - 1];
        let first = if frame.open == Open::Ground { self.piece_start } else { frame.token + 1 };
        let after = self.tokens[first.min(self.tokens.len())..]
            .iter()
            .rev()
            .take(64)
            .take_while(|t| !matches!(t.0, Token::Define | Token::Comma | Token::Bar(_) | Token::Check | Token::Then))
            .last();
        after.map_or(0, |t| t.1.start)
    }

    pub(super) fn comparison_in_literal(&mut self, (start, end): (u32, u32)) {
        let span = self.span(start, end);
        let text = quote(self.text.get(span.range()).unwrap_or(""));
        let (open_start, open_end) = self.frame().span;
        let open = self.span(open_start, open_end);
        let message = format!("`{text}` compares inside a literal, where options stand");
        self.report(
            Diagnostic::error(ErrorCode::SyntaxComparisonInLiteral, span, message, "options are sums")
                .label(open, "the literal starts here")
                .help("put the comparison in parentheses, or close the literal before it"),
        );
    }

    pub(super) fn number_dot(&mut self, lexeme: Lexed, word: Lexed) {
        let number = quote(self.text.get(self.previous_span().range()).unwrap_or("3"));
        let name = quote(self.slice(word));
        let span = self.previous_span().to(self.span_of(word));
        let _ = lexeme;
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxNumberDot,
                span,
                format!("`{number}.{name}` is not a product"),
                "a number has no fields",
            )
            .help(format!("write `{number}*{name}`")),
        );
    }

    pub(super) fn dot_without_name(&mut self, lexeme: Lexed) {
        let span = self.span_of(lexeme);
        self.report(
            Diagnostic::error(ErrorCode::SyntaxDot, span, "a name is wanted after `.`", "this")
                .help("write `g.a` for a vertex or field, `g[e]` for one that is computed, `a..b` for a range"),
        );
    }

    pub(super) fn comma_outside(&mut self, lexeme: Lexed) {
        let span = self.span_of(lexeme);
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxCommaOutside,
                span,
                "`,` stands outside of brackets",
                "joins nothing here",
            )
            .help("a list is written `[a, b]`, a game `<a, b|c>`; statements are separated by `;`"),
        );
    }

    pub(super) fn misplaced_comma(&mut self, lexeme: Lexed) {
        let span = self.span_of(lexeme);
        let help = match self.open() {
            Open::Index => "an index is one value: `g[[1, 2]]` for a vertex that is a list",
            Open::Script => "a subscript is one value: `{+}_{2}` is tiny(2)",
            _ => "entries are separated by `;`",
        };
        self.report(
            Diagnostic::error(ErrorCode::SyntaxComma, span, "`,` cannot stand here", "one value is wanted").help(help),
        );
    }

    pub(super) fn misplaced_arrow(&mut self, lexeme: Lexed, second: bool) {
        let span = self.span_of(lexeme);
        let (message, help) = if second {
            ("an entry of a graph has one arrow", "start a new entry with `;`: `a -> b; b -> c`")
        } else {
            (
                "`->` takes names on its left",
                "write `x -> e` or `(x, y) -> e`; arrows between vertices stand in `graph <...>`",
            )
        };
        self.report(Diagnostic::error(ErrorCode::SyntaxArrow, span, message, "this arrow").help(help));
    }

    pub(super) fn two_ranges(&mut self, lexeme: Lexed) {
        let span = self.span_of(lexeme);
        self.report(
            Diagnostic::error(ErrorCode::SyntaxRange, span, "a range has two ends", "a third is given here")
                .help("write the step with `by`: `1..9 by 2`"),
        );
    }

    pub(super) fn misplaced_for(&mut self, lexeme: Lexed) {
        let span = self.span_of(lexeme);
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxMisplacedFor,
                span,
                "`for` cannot stand here",
                "belongs in a list, set or literal",
            )
            .help("write `[e for x in xs]`; a loop starts its statement: `for x in xs do ... end`"),
        );
    }

    pub(super) fn misplaced_if(&mut self, lexeme: Lexed) {
        let span = self.span_of(lexeme);
        self.report(
            Diagnostic::error(ErrorCode::SyntaxMisplacedIf, span, "`if` cannot stand after a value here", "this `if`")
                .help("write `if c then a else b`"),
        );
    }

    pub(super) fn misplaced_definition(&mut self, lexeme: Lexed) {
        let span = self.span_of(lexeme);
        let help = if self.is_game_head() {
            "write `game f(n) := <...>`"
        } else if self.open() == Open::Call {
            "a named argument is written with `=`: `f(k = 2)`"
        } else {
            "start a new statement with `name := ...`; compare with `==`"
        };
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxMisplacedDefinition,
                span,
                "`:=` cannot stand here",
                "defines a name at the start of a statement",
            )
            .help(help),
        );
    }

    pub(super) fn parameter_not_a_name(&mut self) {
        let start = self.piece_start + usize::from(self.is_game_head());
        let wrong = self.tokens[start..]
            .iter()
            .skip(2)
            .find(|t| !matches!(t.0, Token::Name | Token::Comma))
            .map(|t| self.span(t.1.start, t.1.end))
            .unwrap_or_else(|| self.previous_span());
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxParameter,
                wrong,
                "the parameters of a definition are names",
                "this is no name",
            )
            .help("distinguish cases in the body: `f(n) := if n == 0 then ... else ...`; no options means 0 by itself"),
        );
    }

    pub(super) fn pattern_without_name(&mut self) {
        let found = self.lexemes.get(self.at).copied();
        let (span, word) = match found {
            Some(l) if !matches!(l.kind, Lexeme::Newline) => (self.span_of(l), l.kind.is_keyword()),
            _ => (self.previous_span(), false),
        };
        let help = if word { "words of the language are no names; choose another" } else { "write `for x in xs`" };
        self.report(
            Diagnostic::error(ErrorCode::SyntaxForPattern, span, "`for` is followed by a name", "wanted here")
                .help(help),
        );
        if word {
            self.at += 1;
        }
        // Go on after the `in` of this line, if it is near.
        let near = self.lexemes[self.at.min(self.lexemes.len())..].iter().take(8);
        if let Some(n) = near.clone().take_while(|l| l.kind != Lexeme::Newline).position(|l| l.kind == Lexeme::In) {
            self.at += n + 1;
        }
        self.operand = true;
    }

    pub(super) fn pattern_without_in(&mut self, assigned: bool) {
        let span = self.previous_span();
        let name = quote(self.text.get(span.range()).unwrap_or("x"));
        let help = if assigned { format!("write `for {name} in 1..5`") } else { format!("write `for {name} in xs`") };
        self.report(
            Diagnostic::error(ErrorCode::SyntaxMissingIn, span, "this `for` has no `in`", "`in` is wanted after this")
                .help(help),
        );
    }

    pub(super) fn expected_alone(&mut self, span: crate::source::Span) {
        let warning = Diagnostic::warning(
            ErrorCode::SyntaxExpectedAlone,
            span,
            "`#=>` belongs to no statement",
            "nothing ends here",
        );
        if self.diagnostics.len() < 200 {
            self.diagnostics.push(warning.help("write it after a statement, on its last line or the next"));
        }
    }
}

/// Whether an operand can go on with this, for showing it.
fn goes_on(kind: Lexeme) -> bool {
    !matches!(
        kind,
        Lexeme::Newline
            | Lexeme::Comma
            | Lexeme::Semicolon
            | Lexeme::Then
            | Lexeme::Else
            | Lexeme::And
            | Lexeme::Or
            | Lexeme::Comment
            | Lexeme::Expected
            | Lexeme::RightSquare
            | Lexeme::RightBrace
            | Lexeme::Greater
            | Lexeme::Less
            | Lexeme::EqualEqual
            | Lexeme::Do
    )
}
