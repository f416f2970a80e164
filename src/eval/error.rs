//! Reasons why an evaluation failed, and their diagnostics.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use dashu_ratio::RBig;

use super::kind::ValueKind;
use super::printer::LONGEST_VALUE;
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::source::Span;
use crate::value::Value;
use cg_engine::games::{Fault, LIST_OF_OPTIONS};

/// The reason why an operation gave no value. It has no place yet; the caller adds it by [`EvalError::at`].
#[derive(Debug)]
pub enum EvalError {
    /// The engine's reason.
    Fault(Fault),
    /// The limit that was reached while the value of a position was computed, to print it.
    ValueOutOfReach(Fault),
    /// An argument of the wrong kind.
    Kind {
        /// The number of the argument, from 0.
        argument: usize,
        /// The wanted kind.
        wanted: ValueKind,
        /// The given value, with its article and as it prints.
        got: String,
        /// The value that was given.
        given: Value,
    },
    /// An operator does not apply to these operands.
    Operands {
        /// The operator as written.
        operator: &'static str,
        /// The left operand's kind, with its article.
        left: &'static str,
        /// The right operand's kind.
        right: &'static str,
        /// The advice.
        help: String,
    },
    /// Division by zero.
    DivisionByZero,
    /// A result whose text would have more bytes than this.
    TooLong(usize),
    /// Anything else, in words.
    Said(Box<Said>),
    /// Something inside a text that is an argument.
    Inside(Box<Inside>),
    /// A diagnostic that already has its place.
    Placed(Box<Diagnostic>),
}

/// Declares a family of errors: an enum and its wording. `?` and `.into()` make an [`EvalError`] of an error.
///
/// A row is a variant with the values that its wording needs, its code and its message. Then come, each if there is one:
/// `here`, the label of the place; `help`, one thing to do; `cause`, the statement whose failure is all that is wrong;
/// `argument`, the number of the argument that it is about, from 0; `bytes` of that argument, and their `place` in words.
/// A wording is a text with fields in braces, or an expression in parentheses.
macro_rules! error_family {
    (
        $(#[$about:meta])* $vis:vis enum $Name:ident {
            $($Variant:ident $({ $($field:ident: $of:ty),+ })? => $code:ident, $message:tt
                $(, here: $here:tt)? $(, help: $help:tt)? $(, cause: $cause:expr)?
                $(, argument: $argument:expr $(, bytes: $bytes:expr)? $(, place: $place:tt)?)?;)+
        }
    ) => {
        $(#[$about])*
        #[derive(Debug)]
        $vis enum $Name {
            $($Variant $({ $($field: $of),+ })?,)+
        }

        impl From<$Name> for $crate::eval::EvalError {
            fn from(error: $Name) -> $crate::eval::EvalError {
                match error {
                    $($Name::$Variant $({ $($field),+ })? => {
                        let code = $crate::diagnostic::ErrorCode::$code;
                        let error = $crate::eval::EvalError::said(code, $crate::eval::error_family!(@words $message));
                        $(let error = error.here($crate::eval::error_family!(@words $here));)?
                        $(let error = error.help($crate::eval::error_family!(@words $help));)?
                        $(let error = error.because($cause);)?
                        $(
                            let bytes = $crate::eval::error_family!(@or 0..0 $(, $bytes)?);
                            let place = $crate::eval::error_family!(@or "" $(, $crate::eval::error_family!(@words $place))?);
                            let error = error.inside($argument, bytes, place);
                        )?
                        error
                    })+
                }
            }
        }
    };
    (@or $without:expr) => { $without };
    (@or $without:expr, $with:expr) => { $with };
    (@words ($words:expr)) => { String::from($words) };
    (@words $words:literal) => { format!($words) };
}
pub(crate) use error_family;

/// A failure in words.
#[derive(Debug)]
pub struct Said {
    /// Its code.
    pub code: ErrorCode,
    /// The message.
    pub message: String,
    /// The reason at this place.
    pub here: String,
    /// One thing to do.
    pub help: Option<String>,
    /// The statement whose failure is all that is wrong.
    pub cause: Option<Span>,
}

/// A failure about some characters of a text that was given as an argument.
#[derive(Debug)]
pub struct Inside {
    /// The error about them.
    pub said: Said,
    /// The number of the argument that is the text, from 0.
    pub argument: usize,
    /// The bytes of the text; when there are none, the whole text is meant.
    pub at: Range<usize>,
    /// The place in words, for a text that is not written in the call: "row 2, column 3". May be empty.
    pub place: String,
}

impl Said {
    /// Puts `place` before the message.
    fn put_first(&mut self, place: &str) {
        self.message = format!("{place}: {}", self.message);
    }
}

impl Inside {
    /// Turns this into a failure of the whole call or argument, with the place in words.
    pub fn in_words(mut self) -> EvalError {
        if !self.place.is_empty() {
            self.said.put_first(&self.place);
            if self.said.here == self.place {
                self.said.here = "this text".into();
            }
        }
        EvalError::Said(Box::new(self.said))
    }
}

impl From<Fault> for EvalError {
    fn from(fault: Fault) -> EvalError {
        match fault {
            Fault::Foreign(inner) => match inner.downcast::<Diagnostic>() {
                Ok(diagnostic) => EvalError::Placed(diagnostic),
                Err(other) => EvalError::Fault(Fault::Foreign(other)),
            },
            fault => EvalError::Fault(fault),
        }
    }
}

impl EvalError {
    /// Returns a failure in words.
    pub fn said(code: ErrorCode, message: impl Into<String>) -> EvalError {
        EvalError::Said(Box::new(Said { code, message: message.into(), here: String::new(), help: None, cause: None }))
    }

    /// Returns this error with a text at the place.
    pub fn here(mut self, here: impl Into<String>) -> EvalError {
        if let EvalError::Said(said) = &mut self {
            said.here = here.into();
        }
        self
    }

    /// Puts `place`, a place in a file, before the message.
    pub fn in_file(mut self, place: &str) -> EvalError {
        if let EvalError::Said(said) = &mut self {
            said.put_first(place);
        }
        self
    }

    /// Returns this error about the sign that was written, if one operation is done by another.
    pub fn of_operator(mut self, sign: &'static str) -> EvalError {
        if let EvalError::Operands { operator, .. } = &mut self {
            *operator = sign;
        }
        self
    }

    /// Returns this error with advice.
    pub fn help(mut self, help: impl Into<String>) -> EvalError {
        if let EvalError::Said(said) = &mut self {
            said.help = Some(help.into());
        }
        self
    }

    /// Returns this error as a consequence of the failure of an earlier statement.
    pub fn because(mut self, cause: Span) -> EvalError {
        if let EvalError::Said(said) = &mut self {
            said.cause = Some(cause);
        }
        self
    }

    /// Returns a fault of the engine; where the answer does not exist, with one thing to do.
    pub fn unanswered(fault: Fault, help: &str) -> EvalError {
        match fault {
            Fault::None(why) => EvalError::said(ErrorCode::ValueNone, why).here("asked here").help(help),
            fault => fault.into(),
        }
    }

    /// Returns this error under a code of its own.
    pub fn coded(mut self, code: ErrorCode) -> EvalError {
        if let EvalError::Said(said) = &mut self {
            said.code = code;
        }
        self
    }

    /// Returns this error about some bytes of the text that is argument number `argument`, from 0; `place` is for a
    /// text that is not written in the call.
    pub fn inside(self, argument: usize, at: Range<usize>, place: impl Into<String>) -> EvalError {
        match self {
            EvalError::Said(said) => {
                EvalError::Inside(Box::new(Inside { said: *said, argument, at, place: place.into() }))
            }
            other => other,
        }
    }

    /// Returns this error about a call whose arguments stand behind `count` others.
    pub fn behind(mut self, count: usize) -> EvalError {
        if let EvalError::Inside(inside) = &mut self {
            inside.argument += count;
        }
        self
    }

    /// Returns this error without the number of an argument, for a call whose arguments are not written where it is
    /// reported.
    pub fn detached(self) -> EvalError {
        match self {
            EvalError::Inside(inside) => inside.in_words(),
            EvalError::Kind { wanted, got, .. } => {
                EvalError::said(ErrorCode::CallKind, format!("{wanted} is wanted, not {got}"))
                    .help(format!("give {wanted}"))
            }
            other => other,
        }
    }

    /// Returns `true` if something of another kind or shape was wanted.
    pub fn is_misfit(&self) -> bool {
        match self {
            EvalError::Kind { .. } => true,
            EvalError::Said(said) => said.code.is_misfit(),
            _ => false,
        }
    }

    /// Returns this error as a fault of the engine, so that it can travel through a solver.
    pub fn into_fault(self, span: Span) -> Fault {
        match self {
            EvalError::Fault(fault) => fault,
            other => Fault::Foreign(other.at(span, None)),
        }
    }

    /// Returns the diagnostic for the person. `call` names the built-in that was called and its parameters.
    pub fn at(self, span: Span, call: Option<(&str, &dyn Fn(usize) -> String)>) -> Box<Diagnostic> {
        let error = |code, message: String, here: &str| Diagnostic::error(code, span, message, here);
        let diagnostic = match self {
            EvalError::Placed(diagnostic) => return diagnostic,
            EvalError::Fault(fault) => of_fault(fault, span),
            EvalError::ValueOutOfReach(fault) => of_fault(fault, span).help(
                "a position is printed by its value, and that was looked for: `outcome(p)` and `solve(p)` need none and are sooner there",
            ),
            EvalError::Kind { argument, wanted, got, .. } => match call {
                Some((name, parameter)) => {
                    let parameter = parameter(argument);
                    error(
                        ErrorCode::CallKind,
                        format!("`{name}` takes {wanted} as `{parameter}`, not {got}"),
                        "in this call",
                    )
                    .help(format!("give {wanted}"))
                }
                None => error(ErrorCode::CallKind, format!("{wanted} is wanted here, not {got}"), "here")
                    .help(format!("give {wanted}")),
            },
            EvalError::Operands { operator, left, right, help } => {
                error(ErrorCode::CallKind, format!("`{operator}` does not join {left} and {right}"), "here").help(help)
            }
            EvalError::Inside(inside) => return inside.in_words().at(span, call),
            EvalError::DivisionByZero => {
                error(ErrorCode::NumberDivisionByZero, "this divides by zero".into(), "the divisor is 0")
                    .help("check the divisor first: `if d == 0 then ... else x/d`")
            }
            EvalError::TooLong(most) => {
                let help = match most < LONGEST_VALUE {
                    true => "allow more with `--max-output 100MB`, or ask for a part of it",
                    false => "ask for a part of it, or for less: `mean(G)`, `outcome(G)`, `len(xs)`",
                };
                error(
                    ErrorCode::LimitOutput,
                    format!("this is longer than {} when written", bytes_text(most)),
                    "the result",
                )
                .help(help)
            }
            EvalError::Said(said) => {
                let here = if said.here.is_empty() { "here" } else { &said.here };
                let diagnostic = error(said.code, said.message, here);
                let diagnostic = said.help.into_iter().fold(diagnostic, Diagnostic::help);
                said.cause.into_iter().fold(diagnostic, Diagnostic::because)
            }
        };
        Box::new(diagnostic)
    }
}

/// Returns a number of bytes in the words by which a person sets limits.
pub fn bytes_text(bytes: usize) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let (mut amount, mut unit) = (bytes as f64, 0);
    while amount >= 1024.0 && unit + 1 < units.len() {
        amount /= 1024.0;
        unit += 1;
    }
    if amount < 10.0 && amount.fract() != 0.0 {
        format!("{amount:.1} {}", units[unit])
    } else {
        format!("{amount:.0} {}", units[unit])
    }
}

/// Runs `work` and catches a panic in it.
///
/// # Errors
/// The message for the panic, which is a mistake in cg.
pub fn guard<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".into());
        format!("a mistake in cg itself: {text}")
    })
}

/// Returns the diagnostic for a panic, from the message of [`guard`].
pub(crate) fn of_panic(message: String, span: Span) -> Diagnostic {
    Diagnostic::error(ErrorCode::InternalPanic, span, message, "it was working here")
        .help("please report this with what you typed; everything defined so far is kept")
}

fn of_fault(fault: Fault, span: Span) -> Diagnostic {
    let error = |code, message: String, here: &str| Diagnostic::error(code, span, message, here);
    match fault {
        Fault::Interrupted => error(ErrorCode::LimitInterrupted, "interrupted".into(), "it was working here")
            .help("everything defined so far is kept; ask again, or for something smaller"),
        Fault::Timeout => error(ErrorCode::LimitTime, "this took longer than the time limit".into(), "it was working here")
            .help("give it more with `--timeout 60s` or `:set timeout 60s`"),
        Fault::Memory { limit } => error(
            ErrorCode::LimitMemory,
            format!("this needs more than the memory limit of {}", bytes_text(limit)),
            "it was working here",
        )
        .help(format!(
            "its memory has been given back; allow more with `--memory {}`, or ask for something smaller",
            bytes_text(limit.saturating_mul(2)).replace(' ', "")
        )),
        Fault::Hard { what, limit } => of_fault(*limit, span).help(what),
        Fault::Depth { limit } => error(ErrorCode::LimitDepth, format!("this is nested deeper than {limit} levels"), "here")
            .help("ask for something smaller"),
        Fault::Recursion { depth } => {
            error(ErrorCode::LimitDepth, format!("calls within calls went {depth} deep and had not come back"), "called here")
                .help("a recursion needs a case that ends it: `if n == 0 then ... else ...`")
        }
        Fault::Endless { depth } => error(
            ErrorCode::LimitDepth,
            format!("play went on for {depth} moves and did not end or return to an earlier position"),
            "followed from here",
        )
        .help("say where the moves end, for instance `<f(n-k) for k in 1..2 if k <= n>`: without the `if`, `f(0)` moves on to `f(-1)`"),
        Fault::RunsOn { option, stopped } => error(
            ErrorCode::LimitDepth,
            format!("play never ends: the option {option} can be taken again and again, and nothing stops it"),
            "followed from here",
        )
        .help(format!("say where it ends, for instance {stopped}")),
        Fault::TooLarge { what: LIST_OF_OPTIONS, size, limit } => error(
            ErrorCode::LimitSize,
            format!("there are {size} options, too many to list; the limit is {limit}"),
            "asked for here",
        )
        .help("`outcome`, `nim_value` and `winning_moves` need no list where a theorem of the ruleset answers; else ask for something smaller"),
        Fault::TooLarge { what, size, limit } => error(
            ErrorCode::LimitSize,
            format!("{} {what} of size {size} is too large; the limit is {limit}", article(what)),
            "asked for here",
        )
        .help("ask for something smaller"),
        Fault::NotDyadic(x) => not_a_game(&x, span),
        Fault::Loopy => error(
            ErrorCode::GameLoopy,
            "play from this position can go round in circles, and this is known for games that end".into(),
            "loopy",
        )
        .help("`value(p)` gives its loopy value, `nim_value(p)` the γ-value of an impartial position, `outcome(p)` who wins"),
        Fault::NoSides => error(
            ErrorCode::GameNoSides,
            "no stopper was found for a side of this game; that proves nothing".into(),
            "no side found",
        )
        .help("ask `outcome(p)` or `winning_moves(p)`, or `onside(p)` and `offside(p)` for the side that may be known"),
        Fault::TwoSides => error(
            ErrorCode::GameLoopy,
            "play comes to a value of two sides, which has no moves: games that have these sides differ in theirs".into(),
            "not known of such play",
        )
        .help("ask `outcome(p)` who wins, or ask about one side: `S` or `T` instead of `S & T`"),
        Fault::LargeNimber { infinite: true } => error(
            ErrorCode::GameTransfinite,
            "this position is worth a transfinite nimber, which is no short game".into(),
            "transfinite",
        )
        .help("`nim_value(p)`, `outcome(p)` and `==` answer for it"),
        Fault::LargeNimber { infinite: false } => error(
            ErrorCode::GameLargeNimber,
            "this position is worth a nimber of 2^62 or more, of which no canonical form is kept".into(),
            "a large nimber",
        )
        .help("`nim_value(p)`, `outcome(p)` and `==` answer for it"),
        Fault::Partizan => error(
            ErrorCode::PositionNotImpartial,
            "the two players have different moves here, and the value is no nimber".into(),
            "partizan",
        )
        .help("ask for `value(p)` or `outcome(p)` instead"),
        Fault::Points => error(
            ErrorCode::GamePoints,
            "points decide this game, so it has no normal-play value".into(),
            "a position with points",
        )
        .help("`score(p)` is what Left gets more than Right; `outcome(p, points)`, `solve(p, points)` and `best_moves(p, points)` go by points"),
        Fault::Entailing => error(
            ErrorCode::GameEntailing,
            "some moves of this game say where or by whom the next one is made, so it is no game of the usual kind".into(),
            "moves that entail others",
        )
        .help("`outcome(p)` tells who wins; `nim_value(p)` is a number or `loony` where both players have the same moves"),
        Fault::Refused(why) => {
            error(ErrorCode::GraphTerminalClass, why.into(), "asked here").help("such a position has `outcome(p)`, `solve(p)`, `best_moves(p)` and `security(p)`")
        }
        Fault::None(why) => error(ErrorCode::ValueNone, why, "asked here")
            .help("ask something that is known without it: `outcome(p)` or `options(p)`, or change the definition"),
        // An error of ours whose kind was lost, or a fault that has no words here yet.
        _ => error(ErrorCode::InternalForeign, "an error was lost on its way".into(), "here")
            .help("please report this with what you typed"),
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// Returns the message for a number that is no game.
pub fn not_a_game(x: &RBig, span: Span) -> Diagnostic {
    Diagnostic::error(
        ErrorCode::NumberNotAGame,
        span,
        format!("`{x}` is a number that is no short game"),
        "used as a short game here",
    )
    .help(format!("numbers over a power of two, such as 1/2 or 5/8, are short games; this one compares with games, as in `{x} > up`"))
}
