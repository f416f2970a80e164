//! Parameters that take any value.

use std::ops::Deref;
use std::rc::Rc;

use super::{EvalError, FromValue, ReadAs, Session, Sort, ValueKind};
use crate::value::{Report, Value};

/// Any value, a text as likely as not: a name that is unknown there was probably meant as one.
#[derive(Clone, Debug)]
pub struct AnyOrText(pub Value);

/// A function or a ruleset. Any value is taken: a list may stand before the function.
#[derive(Clone, Debug)]
pub struct Callable(pub Value);

/// Any value, read as it is written: see [`ReadAs::Whole`].
#[derive(Clone, Debug)]
pub struct Written {
    /// The value.
    pub value: Value,
    /// The call or comparison that gave the value, or `None` if it is not written as one.
    pub call: Option<Rc<Report>>,
}

impl FromValue for Written {
    const KIND: ValueKind = <Value as FromValue>::KIND;
    const READ_AS: ReadAs = ReadAs::Whole;

    fn from_value(value: &Value, _: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(Some(match value {
            Value::Report(report) if let Report::Call(call) = &**report => {
                Written { value: call.answer.clone(), call: Some(report.clone()) }
            }
            value => Written { value: value.clone(), call: None },
        }))
    }
}

impl FromValue for Callable {
    const KIND: ValueKind = ValueKind::new("a function", &[Sort::Function]);

    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(Value::from_value(value, cx)?.map(Callable))
    }
}

/// The text of a board: a text, or a board of one's own.
#[derive(Clone, Debug)]
pub struct BoardText(pub Rc<String>);

impl Deref for BoardText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl FromValue for BoardText {
    const KIND: ValueKind = <Rc<String> as FromValue>::KIND;

    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(match value {
            Value::Board(board) => Some(BoardText(Rc::new(board.text()))),
            value => <Rc<String> as FromValue>::from_value(value, cx)?.map(BoardText),
        })
    }
}

impl FromValue for AnyOrText {
    const KIND: ValueKind = ValueKind::new("anything", &[Sort::Text]);
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(Value::from_value(value, cx)?.map(AnyOrText))
    }
}
