//! Facts about the values of a function of the number of a move, for every move: their parity and lower bound, from its
//! code.

use super::globals::Global;
use super::{Role, Session};
use crate::syntax::ast::BinaryOperator;
use crate::value::code::{Code, Op};
use crate::value::{Function, Value};
use cg_engine::rulesets::nimania::Growth;
use dashu_int::IBig;

/// The knowledge of an integer that depends on k, for every k from 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KnownParity {
    /// `true` if it is odd for odd k.
    at_odd: bool,
    /// `true` if it is odd for even k.
    at_even: bool,
    /// A lower bound, or `None` if it may be negative.
    least: Option<u64>,
    /// A number that it is never above.
    most: Option<u64>,
}

impl KnownParity {
    const MOVE: KnownParity = KnownParity { at_odd: true, at_even: false, least: Some(1), most: None };

    fn number(n: &IBig) -> KnownParity {
        let odd = n % 2 != 0;
        let word = match u64::try_from(n) {
            Ok(word) => Some(word),
            Err(_) => (*n > IBig::ZERO).then_some(u64::MAX),
        };
        // Beyond a word the number is at least that large, and has no upper bound here.
        KnownParity { at_odd: odd, at_even: odd, least: word, most: word.filter(|&word| word < u64::MAX) }
    }

    fn plus(self, other: KnownParity) -> KnownParity {
        KnownParity {
            at_odd: self.at_odd ^ other.at_odd,
            at_even: self.at_even ^ other.at_even,
            least: both(self.least, other.least, u64::saturating_add),
            most: self.most.zip(other.most).and_then(|(a, b)| a.checked_add(b)),
        }
    }

    fn minus(self, other: KnownParity) -> KnownParity {
        KnownParity {
            least: self.least.zip(other.most).and_then(|(a, b)| a.checked_sub(b)),
            most: self.most.zip(other.least).map(|(a, b)| a.saturating_sub(b)),
            ..self.plus(other)
        }
    }

    fn times(self, other: KnownParity) -> KnownParity {
        let are_natural = self.least.is_some() && other.least.is_some();
        KnownParity {
            at_odd: self.at_odd && other.at_odd,
            at_even: self.at_even && other.at_even,
            least: both(self.least, other.least, u64::saturating_mul),
            most: self.most.zip(other.most).filter(|_| are_natural).and_then(|(a, b)| a.checked_mul(b)),
        }
    }

    /// Returns the knowledge of a power. With an exponent of at least 1 it is odd if its base is.
    fn power(self, exponent: KnownParity) -> Option<KnownParity> {
        let smallest = exponent.least.filter(|&n| n > 0)?;
        let least = self.least.map(|base| base.saturating_pow(smallest.try_into().unwrap_or(u32::MAX)));
        Some(KnownParity { least, most: None, ..self })
    }

    /// Returns the remainder after division by an even number, which is odd if the number is.
    fn modulo(self, divisor: KnownParity) -> Option<KnownParity> {
        let divisor = divisor.most.filter(|&n| divisor.least == Some(n) && n > 0 && n % 2 == 0)?;
        Some(KnownParity { least: Some(0), most: Some(divisor - 1), ..self })
    }

    fn growth(self) -> Option<Growth> {
        let least = self.least?;
        match (self.at_odd, self.at_even) {
            (false, false) => Some(Growth::Even),
            (true, true) => Some(Growth::Odd),
            // Even numbers from 1 on are 2 at least.
            (at_odd, _) => (least > 0).then_some(Growth::Mixed { even_at_odd: !at_odd }),
        }
    }
}

fn both(a: Option<u64>, b: Option<u64>, join: impl Fn(u64, u64) -> u64) -> Option<u64> {
    a.zip(b).map(|(a, b)| join(a, b))
}

/// Returns the growth of an epidemic, if the function is made of numbers, the move, sums, differences, products, powers
/// and remainders by even numbers, and is never negative.
pub(super) fn growth(cx: &Session, function: &Value) -> Option<Growth> {
    let Value::Function(function) = function else { return None };
    match &**function {
        Function::Closure { code, captured } => known(cx, code, captured),
        Function::Defined(slot, _) => match cx.globals.get(*slot) {
            Global::Function(definition) => known(cx, &definition.code, &[]),
            _ => None,
        },
        Function::Builtin(..) | Function::Local(..) => None,
    }?
    .growth()
}

fn known(cx: &Session, code: &Code, captured: &[Value]) -> Option<KnownParity> {
    if code.parameters != 1 {
        return None;
    }
    let number = |value: &Value| Some(KnownParity::number(&value.as_integer()?));
    let mut stack: Vec<KnownParity> = Vec::new();
    for &op in &code.ops {
        let next = match op {
            Op::Integer(n) => KnownParity::number(&n.into()),
            Op::Local(0) => KnownParity::MOVE,
            Op::Constant(i) => number(code.constants.get(i as usize)?)?,
            Op::Captured(i) => number(captured.get(i as usize)?)?,
            Op::Global(slot) => match cx.globals.get(slot) {
                Global::Variable(value) => number(value)?,
                _ => return None,
            },
            Op::Negate => KnownParity::number(&IBig::ZERO).minus(stack.pop()?),
            Op::Return => return stack.pop(),
            Op::Binary(_) | Op::Power | Op::CallBuiltin(_, 2) => {
                let (b, a) = (stack.pop()?, stack.pop()?);
                match op {
                    Op::Binary(BinaryOperator::Add) => a.plus(b),
                    Op::Binary(BinaryOperator::Subtract) => a.minus(b),
                    Op::Binary(BinaryOperator::Multiply) => a.times(b),
                    Op::Power => a.power(b)?,
                    Op::CallBuiltin(row, _) if cx.globals.builtins.row(row).role == Some(Role::Modulo) => {
                        a.modulo(b)?
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        stack.push(next);
    }
    None
}
