//! The wording of what the pass finds wrong.
//!
//! Each method says what is wrong in the person's own text and offers one thing to do. None consumes a lexeme
//! unless it says so.

use super::frame::Open;
use super::{Head, LIMIT, Lexed, Lexeme, Pass, PieceKind, Token};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::source::Span;

/// Errors reported in one statement.
const PER_STATEMENT: usize = 8;
/// Errors reported in one text.
const PER_TEXT: usize = 200;

/// What is said of a bracket that a line above may have forgotten to close.
pub(super) const STILL_OPEN: &str = "this is still open";

/// A text for a message: cut when it is long.
pub(in crate::syntax) fn quote(text: &str) -> String {
    let start: String = text.trim_start().chars().take_while(|&c| c != '\n').take(41).collect();
    if start.chars().count() <= 40 {
        start.trim_end().to_string()
    } else {
        start.chars().take(37).chain("...".chars()).collect()
    }
}

impl Pass<'_> {
    /// Notes an error, unless the lexeme before has been reported already.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.broken = true;
        let again = self.last_error.is_some_and(|at| at + 1 >= self.at);
        self.last_error = Some(self.at);
        if !again {
            self.report_anyway(diagnostic);
        }
    }

    fn report_anyway(&mut self, diagnostic: Diagnostic) {
        self.broken = true;
        if self.errors < PER_STATEMENT && self.diagnostics.len() < PER_TEXT {
            self.errors += 1;
            self.diagnostics.push(diagnostic);
        }
    }

    /// Whether the statement has an error of this code already.
    pub(super) fn reported(&self, code: ErrorCode) -> bool {
        self.diagnostics.iter().rev().take(self.errors).any(|d| d.code == code)
    }

    /// Too many levels: what is left of the statement is skipped.
    pub(super) fn too_deep(&mut self) {
        let span = self.previous_span();
        self.report_anyway(
            Diagnostic::error(
                ErrorCode::LimitNesting,
                span,
                format!("the text is nested more than {LIMIT} levels deep"),
                "this is one level too many",
            )
            .help("give inner parts names with `:=` and use the names"),
        );
        while self.at < self.lexemes.len() {
            if self.lexemes[self.at].kind == Lexeme::Newline && self.statement_starts(self.at + 1) {
                break;
            }
            self.at += 1;
        }
        self.skip_statement();
    }

    /// Signs that are no part of the language. Consumes the lexeme, standing in for an operand.
    pub(super) fn invalid(&mut self, lexeme: Lexed) {
        let text = self.slice(lexeme);
        let help = match text.chars().next().unwrap_or(' ') {
            '\'' | '`' | '‘' | '’' | '“' | '”' => "texts stand in double quotes: \"text\"",
            '&' => "write `and`",
            '!' => "write `not`",
            '%' => "write `mod(a, b)`",
            '~' => "write `not`, or `-` for the negative of a game",
            '\\' => "signs are typed as they are, in words or in LaTeX: `↑`, `up`, `\\uparrow`, `\\tfrac{3}{4}`",
            '⟨' | '⟩' | '〈' | '〉' => "literals stand in `<` and `>`, or in `{` and `}`",
            '∈' => "write `in` after `for`, or `contains(S, x)`",
            '∧' => "write `and`",
            '∨' => "write `or`",
            '…' => "write a range as `1..7`",
            _ => "take it out; texts that hold it stand in double quotes",
        };
        let shown = quote(text);
        let span = self.span_of(lexeme);
        let message = format!("`{shown}` is no sign of the language");
        self.report(Diagnostic::error(ErrorCode::SyntaxCharacter, span, message, "this cannot be read").help(help));
        self.emit_operand(Token::Missing, 1);
        self.operand = matches!(text, "&" | "&&" | "%" | "∈" | "∧" | "∨" | "!");
    }

    /// A text without its closing quote. Consumes the lexeme.
    pub(super) fn open_text(&mut self, lexeme: Lexed) {
        let span = self.span(lexeme.start, lexeme.start + 1);
        self.report(
            Diagnostic::error(ErrorCode::SyntaxOpenText, span, "this text has no closing quote", "it starts here")
                .help("end it with `\"` on the same line; a quote inside is written `\\\"`, a new line `\\n`"),
        );
        self.emit_operand(Token::Text, 1);
    }

    pub(super) fn unclosed(&mut self) {
        let open: Vec<_> = self.frames.iter().skip(1).rev().take(3).map(|f| (f.open, f.span)).collect();
        let Some(&(kind, (start, end))) = open.first() else { return };
        let told =
            self.diagnostics.iter().rev().take(self.errors).any(|d| d.labels.iter().any(|l| l.text == STILL_OPEN));
        if told {
            self.broken = true;
            return;
        }
        let span = self.span(start, end);
        let text = quote(self.text.get(span.range()).unwrap_or(""));
        let mut diagnostic = Diagnostic::error(
            ErrorCode::SyntaxUnclosed,
            span,
            format!("`{text}` is opened and never closed"),
            "opened here",
        )
        .help(format!("add `{}` where it ends", closing(kind)));
        for &(_, (start, end)) in &open[1..] {
            diagnostic = diagnostic.label(self.span(start, end), "open as well");
        }
        self.report(diagnostic);
    }

    pub(super) fn unclosed_before(&mut self, lexeme: Lexed) {
        let (kind, (start, end)) = (self.open(), self.frame().span);
        let span = self.span(start, end);
        let text = quote(self.text.get(span.range()).unwrap_or(""));
        let closing_text = self.slice(lexeme).to_string();
        let here = self.span_of(lexeme);
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxUnclosed,
                span,
                format!("`{text}` is not closed before `{closing_text}`"),
                "opened here",
            )
            .label(here, format!("`{}` is wanted before this", closing(kind)))
            .help(format!("add `{}` where it ends", closing(kind))),
        );
    }

    pub(super) fn wrong_closing(&mut self, lexeme: Lexed) {
        let (kind, (start, end)) = (self.open(), self.frame().span);
        let open = self.span(start, end);
        let (wrong, right) = (self.slice(lexeme).to_string(), closing(kind));
        let opened = quote(self.text.get(open.range()).unwrap_or(""));
        let span = self.span_of(lexeme);
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxUnmatched,
                span,
                format!("`{wrong}` does not close `{opened}`"),
                "closes nothing",
            )
            .label(open, "opened here")
            .help(format!("close with `{right}`")),
        );
    }

    /// A word of the language where a name is defined.
    pub(super) fn word_as_name(&mut self, lexeme: Lexed) {
        let text = quote(self.slice(lexeme));
        let span = self.span_of(lexeme);
        let message = format!("`{text}` is a word of the language and no name");
        self.report(
            Diagnostic::error(ErrorCode::SyntaxWordAsName, span, message, "cannot be defined")
                .help(format!("choose another name, such as `{text}_`")),
        );
    }

    /// `-X-` in a Hackenbush picture, where the lexer stands before the first sign.
    pub(super) fn no_colour(&mut self) {
        let Some(word) = self.glued(1) else { return };
        let (text, span) = (quote(self.slice(word)), self.span_of(word));
        let capital = text.to_ascii_uppercase();
        let help = match &*capital {
            "B" | "R" | "G" if capital != text => format!("colours are capital letters: `-{capital}-`"),
            _ => "edges are blue, red or green: `-B-`, `-R-`, `-G-`".to_string(),
        };
        let message = format!("`{text}` is not a colour of an edge");
        self.report(Diagnostic::error(ErrorCode::SyntaxEdge, span, message, "no colour").help(help));
    }

    /// `-` in a Hackenbush picture that is no edge.
    pub(super) fn no_edge(&mut self, lexeme: Lexed) {
        let span = self.span_of(lexeme);
        self.report(
            Diagnostic::error(ErrorCode::SyntaxEdge, span, "an edge has a colour", "no edge")
                .help("edges are written `-B-`, `-R-` and `-G-`: `hackenbush <0 -B- 1>`"),
        );
    }

    pub(super) fn unmatched(&mut self, lexeme: Lexed) {
        self.broken = true;
        if self.is_quiet() {
            return;
        }
        let text = self.slice(lexeme).to_string();
        let span = self.span_of(lexeme);
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxUnmatched,
                span,
                format!("`{text}` closes nothing"),
                "nothing is open here",
            )
            .help(format!("take it out, or open with `{}` before", opening(lexeme.kind))),
        );
    }

    pub(super) fn missing_operand_before(&mut self, lexeme: Lexed) {
        let text = quote(self.slice(lexeme));
        let span = self.span_of(lexeme);
        let line_start = self.at > 0 && self.lexemes[self.at - 1].kind == Lexeme::Newline;
        let closes = matches!(
            lexeme.kind,
            Lexeme::RightParen | Lexeme::RightSquare | Lexeme::RightBrace | Lexeme::Greater | Lexeme::Bar
        );
        match self.previous() {
            Some(token) if is_operator(token) && (closes || lexeme.kind != Lexeme::Comma) => {
                let before = self.previous_span();
                let left = quote(self.text.get(before.range()).unwrap_or(""));
                let diagnostic = Diagnostic::error(
                    ErrorCode::SyntaxMissingOperand,
                    before,
                    format!("`{left}` has nothing on its right"),
                    format!("`{text}` follows at once"),
                );
                self.report(diagnostic.help(format!("write a value between `{left}` and `{text}`")));
            }
            _ => {
                let help = match lexeme.kind {
                    Lexeme::For => "write what is collected before `for`: `[x^2 for x in 1..5]`",
                    _ if line_start && self.at_start() => {
                        "to go on with a statement, end the line above with an operator"
                    }
                    Lexeme::Dot => "a number starts with a digit: `0.5`",
                    Lexeme::Plus => "leave a leading `+` out; a switch is written `+-1`",
                    Lexeme::Slash => "write a number before it; a comment starts with `#`",
                    _ => "write a value before it, or take it out",
                };
                let diagnostic = Diagnostic::error(
                    ErrorCode::SyntaxMissingOperand,
                    span,
                    format!("`{text}` has nothing on its left"),
                    "a value is wanted before this",
                );
                self.report(diagnostic.help(help));
            }
        }
    }

    pub(super) fn missing_operand_at_end(&mut self) {
        let span = self.previous_span();
        let text = quote(self.text.get(span.range()).unwrap_or(""));
        let help = match self.previous() {
            Some(Token::Define) => "write the value after `:=`",
            Some(Token::Then | Token::Else) => "write the value of this branch",
            Some(Token::LambdaArrow) => "write what the function gives",
            Some(Token::Comma) => "take the comma out, or write one more value",
            _ => "write a value after it, or take it out",
        };
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxMissingOperand,
                span,
                format!("`{text}` has nothing on its right"),
                "the statement ends after this",
            )
            .help(help),
        );
    }

    pub(super) fn trailing_comma(&mut self) {
        let span = self.previous_span();
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxTrailingComma,
                span,
                "nothing follows this `,`",
                "a value is wanted after this",
            )
            .help("take the comma out"),
        );
    }

    pub(super) fn empty_parentheses(&mut self, (start, end): (u32, u32)) {
        let span = self.span(start, end);
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxEmptyParentheses,
                span,
                "nothing stands in these parentheses",
                "opened here",
            )
            .help("write a value in them; the game without moves is `0` or `<|>`"),
        );
    }

    pub(super) fn tuple(&mut self, (start, end): (u32, u32)) {
        let span = self.span(start, end);
        self.report(
            Diagnostic::error(ErrorCode::SyntaxTuple, span, "parentheses hold one value, not several", "opened here")
                .help("a list is written in square brackets: `[a, b]`"),
        );
    }

    pub(super) fn semicolon_in_bracket(&mut self, lexeme: Lexed) {
        let span = self.span_of(lexeme);
        let (start, end) = self.frame().span;
        let open = self.span(start, end);
        let text = quote(self.text.get(open.range()).unwrap_or(""));
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxSemicolon,
                span,
                format!("`;` stands inside `{text}`"),
                "ends a statement",
            )
            .label(open, "opened here")
            .help("separate members with `,`, or close what is open"),
        );
    }

    pub(super) fn misplaced_word(&mut self, lexeme: Lexed) {
        let text = self.slice(lexeme);
        let span = self.span_of(lexeme);
        let help = match lexeme.kind {
            Lexeme::Do => "`do` belongs to a loop: `for x in xs do ... end`",
            Lexeme::Game => "start the statement with it: `game f(n) := <...>`",
            Lexeme::Check => "start the statement with it: `check a == b`",
            _ => "start the statement with it: `import \"rules.cg\"`",
        };
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxMisplacedWord,
                span,
                format!("`{text}` cannot stand here"),
                "a word of the language",
            )
            .help(help),
        );
    }

    pub(super) fn missing_then(&mut self, (start, end): (u32, u32)) {
        let span = self.span(start, end);
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxMissingThen,
                span,
                "this `if` has no `then`",
                "the condition starts here",
            )
            .help("write `if c then a else b`"),
        );
    }

    pub(super) fn then_without_if(&mut self, lexeme: Lexed) {
        let span = self.span_of(lexeme);
        self.report(
            Diagnostic::error(ErrorCode::SyntaxThenWithoutIf, span, "`then` has no `if`", "no condition is open here")
                .help("write `if c then a else b`"),
        );
    }

    pub(super) fn else_without_if(&mut self, lexeme: Lexed) {
        let span = self.span_of(lexeme);
        self.report(
            Diagnostic::error(ErrorCode::SyntaxElseWithoutIf, span, "`else` has no `if`", "no `then` is open here")
                .help("write `if c then a else b`"),
        );
    }

    pub(super) fn missing_do(&mut self) {
        let Some(first) = self.tokens.get(self.piece_start) else { return };
        let span = self.span(first.1.start, first.1.end);
        self.report(
            Diagnostic::error(ErrorCode::SyntaxMissingDo, span, "this `for` has no `do`", "the loop starts here")
                .help("write `for x in xs do ... end`"),
        );
    }

    pub(super) fn missing_end(&mut self, block: Span) {
        self.last_error = None;
        self.errors = 0;
        self.report(
            Diagnostic::error(ErrorCode::SyntaxMissingEnd, block, "this `for` has no `end`", "the loop starts here")
                .help("write `end` after its last statement"),
        );
    }

    pub(super) fn end_without_for(&mut self, lexeme: Lexed) {
        let span = self.span_of(lexeme);
        self.report(
            Diagnostic::error(ErrorCode::SyntaxEndWithoutFor, span, "`end` ends nothing", "no `for` is open here")
                .help("take it out; only `for ... do` takes an `end`"),
        );
    }

    pub(super) fn game_without_definition(&mut self) {
        let Some(first) = self.tokens.get(self.piece_start) else { return };
        let span = self.span(first.1.start, first.1.end);
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxGameDefinition,
                span,
                "`game` defines nothing here",
                "a definition is wanted",
            )
            .help("write `game f(n) := <...>`"),
        );
    }

    pub(super) fn import_without_text(&mut self) {
        let span = self.previous_span();
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxImportPath,
                span,
                "`import` takes a file name in quotes",
                "it is wanted here",
            )
            .help("write `import \"rules.cg\"`"),
        );
    }

    pub(super) fn literal_wanted(&mut self, lexeme: Lexed) {
        let text = self.slice(lexeme);
        let span = self.span_of(lexeme);
        let help = if text == "form" { "write `form <0|1>`" } else { "write `graph <a -> b, c; b -> c>`" };
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxLiteralWanted,
                span,
                format!("`{text}` is followed by a literal"),
                "word of the language",
            )
            .help(help),
        );
    }

    /// A bar without signs around it. Consumes it.
    pub(super) fn bar_outside(&mut self, lexeme: Lexed) {
        let span = self.span_of(lexeme);
        if !self.reported(ErrorCode::SyntaxBarOutside) {
            let line = self.line_of_statement();
            let help = match self.open() {
                Open::List | Open::Index => {
                    "a comprehension is written with `for`: `[x for x in S]`; bars belong in `<` and `>`".to_string()
                }
                Open::Ground if !self.defined => format!("write `<{}>`", quote(line)),
                _ => "write `<L|R>`".to_string(),
            };
            self.report(
                Diagnostic::error(
                    ErrorCode::SyntaxBarOutside,
                    span,
                    "a bar stands outside of a game literal",
                    "no `<` is open here",
                )
                .help(help),
            );
        }
        self.broken = true;
        self.at += 1;
        while self.lexemes.get(self.at).is_some_and(|l| l.kind == Lexeme::Bar) {
            self.at += 1;
        }
        self.new_comparison();
        // Either side may be empty.
        self.operand = self.lexemes.get(self.at).is_some_and(|l| l.kind.starts_operand());
    }

    /// What is written of the present statement on its line.
    fn line_of_statement(&self) -> &str {
        let start = self.tokens.get(self.piece_start).map_or(self.lexemes[self.at].start, |t| t.1.start);
        let end = self.lexemes[self.at..]
            .iter()
            .find(|l| matches!(l.kind, Lexeme::Newline | Lexeme::Semicolon | Lexeme::Comment | Lexeme::Expected))
            .map_or(self.text.len(), |l| l.start as usize);
        self.text.get(start as usize..end).unwrap_or("")
    }

    pub(super) fn too_many_bars(&mut self, span: Span) {
        self.report(
            Diagnostic::error(ErrorCode::SyntaxTooManyBars, span, "more than 32 bars stand together", "these")
                .help("put inner literals into `<` and `>` of their own"),
        );
    }

    pub(super) fn two_ways(&mut self, span: Span, one: &str, other: &str) {
        let text = quote(self.text.get(span.range()).unwrap_or(""));
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxTwoReadings,
                span,
                format!("`{text}` is read in two ways in the literature"),
                "sum or multiple?",
            )
            .help(format!("write `{one}` or `{other}`")),
        );
    }

    pub(super) fn switch_operand(&mut self) {
        let span = self.previous_span();
        let text = quote(self.text.get(span.range()).unwrap_or("±"));
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxSwitch,
                span,
                format!("`{text}` takes one value or parentheses"),
                "this switch",
            )
            .help(format!("write `{text}(...)`, with the options of Left inside")),
        );
    }

    /// Whether nothing more is told about this statement.
    pub(super) fn is_quiet(&self) -> bool {
        self.errors >= PER_STATEMENT || self.diagnostics.len() >= PER_TEXT
    }

    pub(super) fn number_of_ups(&mut self, lexeme: Lexed) {
        let text = quote(self.slice(lexeme));
        let span = self.span_of(lexeme);
        self.report(
            Diagnostic::error(
                ErrorCode::SyntaxNumberOfUps,
                span,
                format!("`{text}` is not a number of ups"),
                "after `^`",
            )
            .help("a whole number below 2^63 can follow `^`; other multiples are written `n*up`"),
        );
    }

    /// Forgets the open brackets and ends the statement as it is.
    pub(super) fn skip_statement(&mut self) {
        self.broken = true;
        self.push_piece(PieceKind::Statement);
    }

    pub(super) fn is_game_head(&self) -> bool {
        self.head == Head::Game
    }
}

/// The sign that closes what is open.
pub(super) fn closing(open: Open) -> char {
    match open {
        Open::Group | Open::Call | Open::Ground => ')',
        Open::List | Open::Index => ']',
        Open::Brace | Open::Script => '}',
        Open::Angle | Open::Graph | Open::Hackenbush => '>',
    }
}

fn opening(closing: Lexeme) -> char {
    match closing {
        Lexeme::RightParen => '(',
        Lexeme::RightSquare => '[',
        Lexeme::RightBrace => '{',
        _ => '<',
    }
}

/// Whether the token wants a value on its right.
fn is_operator(token: Token) -> bool {
    !matches!(
        token,
        Token::Comma
            | Token::Bar(_)
            | Token::Separator
            | Token::Paren
            | Token::Call
            | Token::List
            | Token::Index
            | Token::Set
            | Token::BraceGame
            | Token::AngleGame
            | Token::Graph
            | Token::Hackenbush
    )
}
