//! The arguments of `explain` after its subject: the name of a question, a convention, a starter, a depth.

use crate::diagnostic::ErrorCode;
use crate::eval::{EvalError, FromValue, Session};
use crate::value::{Function, Value};
use cg_engine::games::Player;
use cg_engine::positions::{About, Convention};

/// The largest number of levels of options that are explained.
const MAX_DEPTH: usize = 6;

/// The arguments of `explain` after its subject.
#[derive(Default)]
pub(super) struct Asked {
    pub question: Option<&'static str>,
    pub convention: Option<Convention>,
    pub starter: Option<Player>,
    depth: Option<usize>,
}

/// The source of the reasons for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reasons {
    /// The options, or the parts of a sum.
    Value,
    /// Theorems, values or a search tell who wins.
    Winner,
    /// Like [`Reasons::Winner`], with the moves that win.
    Moves,
    /// The length of play after each move.
    Length(About),
    /// Smith's counter.
    Counter,
    /// The thermographs of the options.
    Thermograph,
    /// The stops of the options.
    Stops,
    /// The atomic weights of the options.
    AtomicWeight,
    /// The proof of a period.
    Period,
}

/// Returns the reasons that `explain` has for the answers of the function `name`, or `None` if it has none.
pub(super) fn reasons(name: &str) -> Option<Reasons> {
    Some(match name {
        "value" | "nim_value" | "gamma" | "canonical" => Reasons::Value,
        "outcome" | "outcomes" | "who_wins" => Reasons::Winner,
        "winning_moves" | "best_moves" => Reasons::Moves,
        "remoteness" => Reasons::Length(About::Remoteness),
        "suspense" => Reasons::Length(About::Suspense),
        "distance" => Reasons::Length(About::Distance),
        "counter" => Reasons::Counter,
        "thermograph" | "mean" | "temperature" => Reasons::Thermograph,
        "stops" | "left_stop" | "right_stop" => Reasons::Stops,
        "atomic_weight" => Reasons::AtomicWeight,
        "period" => Reasons::Period,
        _ => return None,
    })
}

impl Asked {
    /// Reads arguments; a later one replaces an earlier one of its kind.
    pub fn read(cx: &mut Session, arguments: &[Value]) -> Result<Asked, EvalError> {
        let mut asked = Asked::default();
        for value in arguments {
            match value {
                Value::Nothing => {}
                Value::Function(function) => {
                    let name = match &**function {
                        Function::Builtin(_, name) => *name,
                        _ => return Err(unknown_question(cx, value)),
                    };
                    asked.question = Some(name);
                }
                Value::Convention(c) => asked.convention = Some(*c),
                Value::Integer(n) => match usize::try_from(*n) {
                    Ok(n @ 1..=MAX_DEPTH) => asked.depth = Some(n),
                    _ => {
                        return Err(EvalError::said(
                            ErrorCode::CallKind,
                            format!("`explain` goes 1 to {MAX_DEPTH} levels deep, not {n}"),
                        )
                        .help("write `explain(x, 2)`, or `explain` an option by itself"));
                    }
                },
                _ => match Player::from_value(value, cx)? {
                    Some(player) => asked.starter = Some(player),
                    None => return Err(unknown_question(cx, value)),
                },
            }
        }
        Ok(asked)
    }

    /// Returns the number of levels of options to explain.
    pub fn depth(&self) -> usize {
        self.depth.unwrap_or(1)
    }
}

fn unknown_question(cx: &mut Session, value: &Value) -> EvalError {
    let got = cx.describe(value);
    EvalError::said(ErrorCode::CallKind, format!("`explain` cannot answer about {got}"))
        .here("this call")
        .help("name a question by its function, as in `explain(p, remoteness)`, or write `explain(p, misere)`")
}
