//! The arguments of `explain` after its subject: the name of a question, a convention, a starter, a depth.

use super::errors::ExplainError;
use crate::eval::{Builtin, EvalError, FromValue, Reasons, Role, Session};
use crate::value::{Function, Value};
use cg_engine::games::Player;
use cg_engine::positions::Convention;

/// The largest number of levels of options that are explained.
const MAX_DEPTH: usize = 6;

/// The arguments of `explain` after its subject.
#[derive(Default)]
pub(super) struct Asked {
    pub question: Option<&'static Builtin>,
    pub convention: Option<Convention>,
    pub starter: Option<Player>,
    depth: Option<usize>,
}

/// Returns where the reasons for the answers of a function come from, or `None` if there are none.
pub(super) fn reasons(row: &Builtin) -> Option<Reasons> {
    row.role.and_then(Role::reasons)
}

impl Asked {
    /// Reads arguments; a later one replaces an earlier one of its kind.
    pub fn read(cx: &mut Session, arguments: &[Value]) -> Result<Asked, EvalError> {
        let mut asked = Asked::default();
        for value in arguments {
            match value {
                Value::Nothing => {}
                Value::Function(function) => {
                    let Function::Builtin(row, _) = **function else {
                        return Err(ExplainError::Question { got: cx.describe(value) }.into());
                    };
                    asked.question = Some(cx.globals.builtins.row(row));
                }
                Value::Convention(c) => asked.convention = Some(*c),
                Value::Integer(n) => match usize::try_from(*n) {
                    Ok(n @ 1..=MAX_DEPTH) => asked.depth = Some(n),
                    _ => return Err(ExplainError::Depth { n: *n, most: MAX_DEPTH }.into()),
                },
                _ => match Player::from_value(value, cx)? {
                    Some(player) => asked.starter = Some(player),
                    None => return Err(ExplainError::Question { got: cx.describe(value) }.into()),
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
