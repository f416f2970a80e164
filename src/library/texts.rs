//! Splits texts and reads numbers from them.

use std::rc::Rc;

use dashu_ratio::RBig;

use super::errors::ListError;
use crate::eval::{EvalError, Session, builtins, numbers, reserve_list};
use crate::value::Value;
use cg_engine::games::Fault;

builtins! {
    /// Texts.
    TEXTS, "Texts";

    /// The parts of a text between a separator.
    ///
    /// Without a separator the text is split at blanks, of which several count as one.
    /// split("a,b", ",")  #=> ["a", "b"]
    /// split("1;2;;3", ";")  #=> ["1", "2", "", "3"]
    /// split("  two words ")  #=> ["two", "words"]
    /// [number(x) for x in split("3 5/8")]  #=> [3, 5/8]
    /// See: join, number, text
    #[effect = Pure]
    split(s: Rc<String>, separator: Option<Rc<String>>) -> Value = split;

    /// The number that a text stands for.
    ///
    /// An integer, a fraction or a decimal number, with a sign or not. Blanks around it are passed over.
    /// number("5/8")  #=> 5/8
    /// number("-0.25")  #=> -1/4
    /// [number(x) for x in split("3, -4", ",")]  #=> [3, -4]
    /// See: split, text, digits
    #[effect = Pure]
    number(s: Rc<String>) -> RBig = |cx: &mut Session, s: Rc<String>| {
        cx.games.budget.charge(s.len())?;
        match numbers::number(&s) {
            Some(x) => Ok(x),
            None if s.len() > numbers::MAX_DIGITS => {
                let [size, limit] = [s.len(), numbers::MAX_DIGITS].map(|letters| letters.to_string());
                Err(Fault::TooLarge { what: "number of letters", size, limit }.into())
            }
            None => Err(ListError::NoNumber { got: cx.short(&Value::Text(s)) }.into()),
        }
    };
}

fn split(cx: &mut Session, s: Rc<String>, separator: Option<Rc<String>>) -> Result<Value, EvalError> {
    cx.games.budget.charge(s.len())?;
    // There may be as many parts as letters.
    reserve_list(&mut cx.games.budget, s.len() as u64 + 1)?;
    let parts: Vec<Value> = match separator {
        None => s.split_whitespace().map(Value::text).collect(),
        Some(separator) if separator.is_empty() => return Err(ListError::NoSeparator.into()),
        Some(separator) => s.split(separator.as_str()).map(Value::text).collect(),
    };
    Ok(Value::list(parts))
}
