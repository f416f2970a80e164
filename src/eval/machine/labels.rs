//! Literals that lead back to themselves, by `pass` or by a label.
//!
//! While such a literal is open its label is a position that only stands for it. Literals inside that have the label among
//! their options are kept as written; where the outermost is closed, the whole is a position, and its value is asked for.

use super::{EvalError, Session, Value};
use cg_engine::positions::PositionId;
use cg_engine::questions;

impl Session {
    /// The label of a literal that begins.
    pub(super) fn new_label(&mut self) -> Value {
        let label = self.positions.label(self.machine.labels);
        self.machine.labels += 1;
        Value::Position(label)
    }

    /// Whether an option leads to a literal that is still open.
    pub(super) fn is_labelled(&self, value: &Value) -> bool {
        match value {
            Value::Position(p) => self.positions.has_label(*p, None),
            Value::List(list) | Value::Set(list) => {
                list.iter().any(|member| matches!(member, Value::Position(p) if self.positions.has_label(p, None)))
            }
            _ => false,
        }
    }

    /// The value of the two topmost as its sides.
    pub(super) fn sides_of_topmost(&mut self) -> Result<Value, EvalError> {
        let (offside, onside) = (self.machine.pop(), self.machine.pop());
        self.sides_of(&onside, &offside)
    }

    pub(super) fn labelled_literal(&mut self, bar: bool, kept: bool) -> Result<Value, EvalError> {
        let right = if bar { self.gathered()? } else { Vec::new() };
        let left = self.gathered()?;
        let Value::Position(label) = self.machine.pop() else { unreachable!("pushed before the members") };
        self.machine.labels = self.machine.labels.saturating_sub(1);
        if !kept && !left.iter().chain(&right).any(|member| self.is_labelled(member)) {
            return self.value_of_literal(&left, bar.then_some(&right));
        }
        let left = self.positions_of(left)?;
        let right = if bar { Some(self.positions_of(right)?) } else { None };
        let p = self.positions.close_literal(label, &left, right.as_deref())?;
        if kept || self.positions.has_label(p, None) {
            return Ok(Value::Position(p));
        }
        self.value_of_loop(p, bar)
    }

    /// The value of a literal that leads back to itself: without a bar it is impartial, and may have a γ-value.
    fn value_of_loop(&mut self, p: PositionId, bar: bool) -> Result<Value, EvalError> {
        if !bar {
            return self.worth(p);
        }
        let value = questions::loopy_value(p, self)?;
        Ok(self.loopy_value(value))
    }
}
