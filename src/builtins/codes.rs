//! Take-and-break games by their code.

use std::rc::Rc;

use crate::heaps::Code;
use crate::language::{Count, Place, Session, Trouble, builtins};
use crate::positions::{Closed, position};
use crate::rulesets::code::TakeAndBreak;

builtins! {
    /// Take-and-break games.
    CODES, "Take and break";

    /// The take-and-break game of a code, such as "0.77" for Kayles.
    ///
    /// Bit j of digit k says that k counters may be taken so that exactly j heaps are left (Winning Ways, ch. 4). Digits
    /// are 0-9 and A-Z; those in brackets repeat, `"0.[770]"`; `4.` before the point breaks a heap without taking.
    /// nim_value(code("0.77", 5))  #=> 4
    /// options(code("0.07", 4))  #=> [code("0.07", 2), code("0.07", 1) + code("0.07", 1)]
    /// See: kayles, subtraction
    code [c: Rc<String>] (n: Count) -> Place = |cx: &mut Session, c: Rc<String>, n: Count| heap(cx, &c, n);

    /// Kayles: knock down one pin or two neighbours; 0.77.
    ///
    /// Dudeney 1908; Guy and Smith 1956.
    /// [nim_value(kayles(n)) for n in 0..7]  #=> [0, 1, 2, 3, 1, 4, 3, 2]
    /// See: code
    kayles [] (n: Count) -> Place = |cx: &mut Session, n: Count| heap(cx, "0.77", n);
}

fn heap(cx: &mut Session, code: &str, n: Count) -> Result<Place, Trouble> {
    let code: Code = code.parse().map_err(|bad: crate::heaps::BadCode| {
        Trouble::said("ruleset::argument", bad.why)
            .help("a code is `\"0.77\"`: a digit for each number of counters taken, after the point")
            .inside(0, bad.at, "")
    })?;
    let ruleset = cx.positions.ruleset(&format!("code {code}"), || Closed(TakeAndBreak::new(code)));
    Ok(Place(position(cx, ruleset, &n.0)))
}
