//! Take-and-break games: by their code, and those that have a name.

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::boards::text_board;
use super::errors::HeapError;
use super::heaps::{self, Heap};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::{AnyOrText, EvalError, FromValue, Place, Session, Sort, ValueKind, builtins, sum_of};
use crate::value::Value;
use cg_engine::heaps::{BadCode, Code};
use cg_engine::rulesets::code::{Name, PartizanTakeAndBreak, TakeAndBreak};
use cg_engine::rulesets::general_code::{GeneralCode, GeneralTakeAndBreak};
use cg_engine::rulesets::grundy_game::GrundyGame;
use cg_engine::rulesets::treblecross::{CROSSES, Treblecross, free_stretches};

builtins! {
    /// Take-and-break games.
    CODES, "Take and break";

    /// The take-and-break game of a code, such as "0.77" for Kayles.
    ///
    /// Bit j of digit k says that k counters may be taken so that exactly j heaps are left (Winning Ways, ch. 4). Digits
    /// are 0-9 and A-Z; those in brackets repeat, `"0.[770]"`; `4.` before the point breaks a heap without taking, and `20.` adds
    /// a counter to it. A digit may list the numbers of heaps, `{1,3+}` or `*` for any, and demand that these are
    /// unequal `!`, not all equal `?`, all equal `=` (CGSuite).
    /// nim_value(code("0.77", 5))  #=> 4
    /// [nim_value(code("4!.0", n)) for n in 0..8] == [nim_value(grundy_game(n)) for n in 0..8]  #=> true
    /// options(code("{2+}=.0", 4))  #=> [code("{2+}=.0", 2) + code("{2+}=.0", 2), code("{2+}=.0", 1) + code("{2+}=.0", 1) + code("{2+}=.0", 1) + code("{2+}=.0", 1)]
    /// options(code("0.07", 4))  #=> [code("0.07", 2), code("0.07", 1) + code("0.07", 1)]
    /// See: octal, sequence, period
    code [c: AnyCode] (n: Heap) -> Place = |cx: &mut Session, c: AnyCode, n: Heap| heap(cx, "code", c, n);

    /// The take-and-break game in which Left and Right have a code each.
    ///
    /// Codes are those of `code` with plain digits. Left's says what she may do with a heap, Right's what he may (Winning Ways,
    /// ch. 4). `partizan_join(code("4!.0"), code("0.3"))` takes any codes.
    /// values(partizan_code("0.3", "0.07"), 5)  #=> [0, 1, <1|0>, 0, 1]
    /// left_options(partizan_code("0.3", "0.7", 3))  #=> [partizan_code("0.3", "0.7", 2)]
    /// See: code, partizan_subtraction, partizan_join
    partizan_code [left: LeftCode, right: RightCode] (n: Heap) -> Place = |cx: &mut Session, left: LeftCode, right: RightCode, n| {
        let name = format!("partizan_code {} {}", left.0, right.0);
        Ok(heaps::heap(name, PartizanTakeAndBreak::new(left.0, right.0), n, cx))
    };

    /// The octal game of a code: digits 0 to 7.
    ///
    /// No move leaves more than two heaps. Guy and Smith 1956; Winning Ways, ch. 4. `octal("0.77")` is the ruleset,
    /// `octal("0.77", 5)` a heap.
    /// nim_value(octal("0.77", 5))  #=> 4
    /// period(octal("0.07"))  #=> preperiod 53, period 34, saltus 0, exceptions [0, 1, 15, ...], proved
    /// See: code, sequence, period
    octal [c: OctalCode] (n: Heap) -> Place = |cx: &mut Session, c: OctalCode, n: Heap| heap(cx, "octal", c.0, n);

    /// Kayles: knock down one pin or two neighbours; 0.77.
    ///
    /// Dudeney 1908; Guy and Smith 1956.
    /// [nim_value(kayles(n)) for n in 0..7]  #=> [0, 1, 2, 3, 1, 4, 3, 2]
    /// options(kayles(2))  #=> [kayles(1), kayles(0)]
    /// See: octal, dawson_kayles
    kayles [] (n: Heap) -> Place = |cx: &mut Session, n: Heap| named(cx, "kayles", "0.77", n);

    /// Dawson's Chess: pawns on three rows of n columns, as a heap of 0.137.
    ///
    /// Dawson 1935, where the last player loses; Guy and Smith 1956. `dawson(n)` is worth `dawson_kayles(n + 1)`.
    /// [nim_value(dawson(n)) for n in 0..7]  #=> [0, 1, 1, 2, 0, 3, 1, 1]
    /// See: dawson_kayles, octal
    dawson [] (n: Heap) -> Place = |cx: &mut Session, n: Heap| named(cx, "dawson", "0.137", n);

    /// Dawson's Kayles: knock down two neighbouring pins; 0.07.
    ///
    /// Guy and Smith 1956; Winning Ways, ch. 4.
    /// [nim_value(dawson_kayles(n)) for n in 0..7]  #=> [0, 0, 1, 1, 2, 0, 3, 1]
    /// See: dawson, kayles
    dawson_kayles [] (n: Heap) -> Place = |cx: &mut Session, n: Heap| named(cx, "dawson_kayles", "0.07", n);

    /// Treblecross on a row of n squares: three crosses in a row win.
    ///
    /// A cross near another one loses at once; without such moves it is a heap of n + 2 in 0.007 (Winning Ways, ch. 4). A text
    /// is a row with crosses: `x` a cross, `.` a free square; each stretch of squares that may still be used is a row. Misère play
    /// and the length of play are those of the heap, in which nobody makes the moves that lose at once.
    /// treblecross("..x.....x..")  #=> *
    /// options(treblecross(7))  #=> [treblecross(4), treblecross(3), treblecross(2), treblecross(1) + treblecross(1)]
    /// [nim_value(treblecross(n)) for n in 0..9]  #=> [0, 1, 1, 1, 2, 2, 0, 3, 3, 1]
    /// See: octal, kayles
    treblecross [] (n: AnyOrText) -> Place = treblecross;

    /// Grundy's game: split a heap into two that are not equal.
    ///
    /// Grundy 1939. Whether its nim-values become periodic is not known.
    /// options(grundy_game(5))  #=> [grundy_game(1) + grundy_game(4), grundy_game(2) + grundy_game(3)]
    /// [nim_value(grundy_game(n)) for n in 0..8]  #=> [0, 0, 0, 1, 0, 2, 1, 0, 2]
    /// See: splits, kayles
    grundy_game [] (n: Heap) -> Place = |cx: &mut Session, n: Heap| {
        Ok(heaps::heap("grundy_game", GrundyGame::default(), n, cx))
    };
}

fn treblecross(cx: &mut Session, AnyOrText(row): AnyOrText) -> Result<Place, EvalError> {
    let stretches = match &row {
        Value::Text(text) => {
            let row = text_board("treblecross", &CROSSES, text)?;
            if row.rows() > 1 {
                return Err(HeapError::CrossRows.into());
            }
            free_stretches(row.cells()).map_err(|[first, second]| HeapError::NearCrosses { first, second })?
        }
        other => match Heap::from_value(other, cx)? {
            Some(n) => return Ok(heaps::heap("treblecross", Treblecross::default(), n, cx)),
            None => return Err(HeapError::NoRow { got: cx.describe(other) }.into()),
        },
    };
    let mut parts = Vec::with_capacity(stretches.len());
    for squares in stretches {
        parts.push(heaps::heap("treblecross", Treblecross::default(), Heap(squares.into()), cx).0);
    }
    Ok(Place(sum_of(cx, &parts)?))
}

/// A code with any digits.
enum AnyCode {
    Plain(Code),
    General(GeneralCode),
}

impl AnyCode {
    const KIND: ValueKind = ValueKind::new("a code such as `\"0.77\"`", &[Sort::Text, Sort::Shown]);
}

impl FromValue for AnyCode {
    const KIND: ValueKind = AnyCode::KIND;
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        any(value, "code", cx)
    }
}

/// Returns the code that a text is, in plain digits if it can be written in them.
fn any(value: &Value, name: &'static str, cx: &mut Session) -> Result<Option<AnyCode>, EvalError> {
    let Value::Text(text) = value else { return Ok(read(value, name, 0, cx)?.map(AnyCode::Plain)) };
    // A text that is no general code either gets the error of a plain one, unless it has signs that are not plain.
    match (text.parse::<Code>(), text.parse::<GeneralCode>()) {
        (Ok(_), _) => Ok(read(value, name, 0, cx)?.map(AnyCode::Plain)),
        (Err(_), Ok(code)) => Ok(Some(match code.plain().and_then(|plain| plain.parse().ok()) {
            Some(plain) => AnyCode::Plain(plain),
            None => AnyCode::General(code),
        })),
        (Err(_), Err(bad)) if text.contains(['{', '*', '!', '?', '=']) => {
            Err(HeapError::BadCode { why: bad.why, text: text.to_string(), at: bad.at, argument: 0 }.into())
        }
        _ => Ok(read(value, name, 0, cx)?.map(AnyCode::Plain)),
    }
}

/// Left's code, before Right's: one of plain digits.
struct LeftCode(Code);

impl FromValue for LeftCode {
    const KIND: ValueKind = AnyCode::KIND;
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(read(value, "code", 0, cx)?.map(LeftCode))
    }
}

/// Right's code, behind Left's.
struct RightCode(Code);

impl FromValue for RightCode {
    const KIND: ValueKind = AnyCode::KIND;
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        Ok(read(value, "code", 1, cx)?.map(RightCode))
    }
}

/// A code with the digits 0 to 7.
struct OctalCode(AnyCode);

impl FromValue for OctalCode {
    const KIND: ValueKind = ValueKind::new("a code such as `\"0.77\"`", &[Sort::Text, Sort::Shown]);
    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Self>, EvalError> {
        let Some(code) = any(value, "octal", cx)? else { return Ok(None) };
        let Value::Text(text) = value else { return Ok(None) };
        match text.char_indices().find(|(_, c)| matches!(c, '8' | '9' | 'A'..='Z')) {
            None => Ok(Some(OctalCode(code))),
            Some((at, digit)) => Err(HeapError::OctalDigit { digit, at, text: text.to_string() }.into()),
        }
    }
}

/// Returns the code that a text, the argument of this number, is, with another meaning that a person may have intended.
fn read(value: &Value, name: &'static str, argument: usize, cx: &mut Session) -> Result<Option<Code>, EvalError> {
    let text = match value {
        Value::Text(text) => text.clone(),
        Value::Integer(_) | Value::Number(_) => {
            let Some(meant) = value.as_number().and_then(|x| decimal(&x)) else { return Ok(None) };
            return Err(HeapError::CodeAsNumber { name, meant, argument }.into());
        }
        _ => return Ok(None),
    };
    let code: Code = text.parse().map_err(|bad: BadCode| HeapError::BadCode {
        why: bad.why,
        text: text.to_string(),
        at: bad.at,
        argument,
    })?;
    if text.ends_with('0') && code.last().is_some_and(|last| last > 0) {
        warn_of_last_zero(&text, &code, cx);
    }
    Ok(Some(code))
}

/// Games that are known by a name.
const NAMES: [(&str, &str); 4] =
    [("0.77", "Kayles"), ("0.137", "Dawson's Chess"), ("0.07", "Dawson's Kayles"), ("0.007", "Treblecross")];

/// Warns of a last zero: Ferguson 1974 and others write `.770` for `.770770...`; here it is Kayles.
fn warn_of_last_zero(text: &str, code: &Code, cx: &mut Session) {
    const MAX_LENGTH: usize = 40;
    let short = |text: &str| match text.char_indices().nth(MAX_LENGTH) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_string(),
    };
    let same = code.to_string();
    let name = NAMES.iter().find(|(code, _)| *code == same).map_or(String::new(), |(_, name)| format!("{name}, "));
    let message = format!("`{}` is {name}`{}`: a 0 at the end allows no move", short(text), short(&same));
    let (before, digits) = text.split_once('.').unwrap_or(("0", text));
    let repeating = format!("`\"{before}.[{}]\"`", short(digits));
    let warning = Diagnostic::warning(ErrorCode::RulesetLastZero, cx.here(), message, "the last digits say nothing")
        .help(format!("digits that repeat for ever are written in brackets: {repeating}"));
    cx.warn(warning);
}

/// Returns a number from 0 as a decimal, if it has one that is not long: 77/100 is `0.77`.
fn decimal(x: &RBig) -> Option<String> {
    let (mut scaled, mut digits) = (x.clone(), 0);
    while !scaled.is_int() {
        if digits == 30 {
            return None;
        }
        scaled *= RBig::from(10);
        digits += 1;
    }
    let n = scaled.numerator().clone();
    if n < IBig::ZERO || n >= IBig::from(10).pow(40) {
        return None;
    }
    let text = format!("{n:0>width$}", n = n.to_string(), width = digits + 1);
    let (before, after) = text.split_at(text.len() - digits);
    Some(if digits == 0 { format!("0.{text}") } else { format!("{before}.{after}") })
}

fn heap(cx: &mut Session, name: &'static str, code: AnyCode, n: Heap) -> Result<Place, EvalError> {
    match code {
        AnyCode::Plain(code) => {
            let name = Name::OfCode(name);
            Ok(heaps::heap(format!("{name:?} {code}"), TakeAndBreak::new(name, code), n, cx))
        }
        AnyCode::General(code) => {
            let key = format!("general {name} {code}");
            let n = n.word()?;
            Ok(Place(cx.positions.add_lasting(key, GeneralTakeAndBreak::new(name, code)).at(&n, cx)))
        }
    }
}

fn named(cx: &mut Session, name: &'static str, code: &str, n: Heap) -> Result<Place, EvalError> {
    let name = Name::OfHeap(name);
    let rules = TakeAndBreak::new(name, code.parse().expect("a code of our own"));
    Ok(heaps::heap(format_args!("{name:?}"), rules, n, cx))
}
