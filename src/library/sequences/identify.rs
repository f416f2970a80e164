//! Games recognised by their nim-values.

use std::collections::HashMap;
use std::rc::Rc;

use super::{Heaps, NimValues, SequenceError, one_by_one};
use crate::eval::{Count, EvalError, Session, nimber_size};
use crate::value::report::Identification;
use crate::value::{List, Report, Ruleset, Value};
use cg_engine::games::Fault;
use cg_engine::heaps::{Code, Rule, Sequence, SequenceIndex};

/// The number of heaps that are compared, and computed for every known game but those of [`HEAPS_OF_LARGER_CODES`].
const KNOWN_HEAPS: u64 = 1024;
/// The number of heaps that decide to which family a code with a digit above 7 belongs.
const HEAPS_OF_LARGER_CODES: u64 = 256;
/// The number of heaps of a ruleset that are valued if no sequence gives them and no number is given.
const VALUED_HEAPS: u64 = 32;
/// The steps in which the values of a ruleset that has a name are found, or it is left out.
const STEPS_FOR_NAMED: u64 = 1 << 17;
/// Names that games have in the literature and not here.
const NAMES_ELSEWHERE: [(&str, &str); 1] =
    [("octal(\"0.6\")", "Officers, whose heaps of n are those of n + 1 in Couples-are-Forever")];
/// Stands for all nim-values beyond it, which no game that is known has in so few heaps.
const VERY_LARGE: u32 = u32::MAX;
/// The largest number that a subtraction set may take.
const LARGEST_TAKEN: usize = 9;

pub(super) fn identify(cx: &mut Session, given: Value, n: Option<Count>) -> Result<Rc<Report>, EvalError> {
    let mut values = nim_values(cx, given, n)?;
    values.truncate(n.map_or(usize::MAX, |n| n.0.try_into().unwrap_or(usize::MAX)).min(KNOWN_HEAPS as usize));
    if values.is_empty() {
        return Err(SequenceError::EmptySequence.into());
    }
    let index = match &cx.machine.known_sequences {
        Some(index) => index.clone(),
        None => {
            let index = Rc::new(known_games(cx)?);
            cx.machine.known_sequences.insert(index).clone()
        }
    };
    let found = index.recognise(&values, &mut cx.games.budget)?;
    let name = |family: usize| Value::text(index.family(family).name());
    let mut lines = Vec::new();
    for &family in &found.equal {
        let family = index.family(family);
        let others = match family.others().count() {
            0 => String::new(),
            1 => ", and 1 other name".to_string(),
            others => format!(", and {others} other names"),
        };
        let has_name = |game: &str| family.name() == game || family.others().any(|name| name == game);
        let known_as = NAMES_ELSEWHERE.iter().find(|(game, _)| has_name(game));
        let known_as = known_as.map_or_else(String::new, |(_, name)| format!(": {name}"));
        lines.push(format!("{}{others}{known_as}", family.name()));
    }
    if found.equal.is_empty() {
        lines.push(format!("no game known here has these values of the heaps 0 to {}", values.len() - 1));
        for shifted in &found.shifted {
            let game = index.family(shifted.family).name();
            let shift = shifted.shift;
            lines.push(match shift {
                0 => format!("from heap {} on: {game}", shifted.from),
                _ => format!(
                    "from heap {} on, heap n is a heap of n {} {} in {game}",
                    shifted.from,
                    if shift > 0 { '+' } else { '-' },
                    shift.abs()
                ),
            });
        }
        let near = found.near.iter().filter(|_| found.shifted.is_empty());
        lines.extend(
            near.map(|&(family, heap)| format!("{} differs first at heap {heap}", index.family(family).name())),
        );
    }
    let number = |n: usize| Value::Integer(n as i64);
    let same = found.equal.iter().flat_map(|&family| index.family(family).others().map(Value::text));
    let shifted = found.shifted.iter();
    let shifted = shifted.map(|s| Value::list(vec![name(s.family), Value::Integer(s.shift), number(s.from)]));
    let near = found.near.iter().map(|&(family, heap)| Value::list(vec![name(family), number(heap)]));
    Ok(Identification {
        text: lines.join("\n"),
        games: Value::list(found.equal.iter().map(|&family| name(family)).collect()),
        same: Value::list(same.collect()),
        shifted: Value::list(shifted.collect()),
        near: Value::list(near.collect()),
        heaps: values.len() as u64,
    }
    .into())
}

/// Returns the nim-values of a list, or of the heaps of a ruleset.
fn nim_values(cx: &mut Session, given: Value, n: Option<Count>) -> Result<Vec<u32>, EvalError> {
    if !matches!(given, Value::List(_)) {
        if !matches!(given, Value::Ruleset(_) | Value::Function(_) | Value::Position(_)) {
            return Err(SequenceError::NoNimValues { got: cx.describe(&given) }.into());
        }
        let heaps = Heaps::new(given, "identify", cx)?;
        return match heaps.known(cx) {
            Some(known) => {
                let known = known.first(n.map_or(KNOWN_HEAPS, |n| n.0.min(KNOWN_HEAPS)), cx)?;
                Ok(known.iter().map(|value| u32::try_from(value).unwrap_or(VERY_LARGE)).collect())
            }
            None => {
                let n = n.map_or(VALUED_HEAPS, |n| n.0.min(KNOWN_HEAPS));
                let values = one_by_one(&heaps, n, cx)?.into_value();
                read(cx, &values)
            }
        };
    }
    read(cx, &given)
}

/// Returns the members of a list of nim-values.
fn read(cx: &mut Session, list: &Value) -> Result<Vec<u32>, EvalError> {
    let mut values = Vec::new();
    let Value::List(list) = list else { return Ok(values) };
    for member in List::iter(list).take(KNOWN_HEAPS as usize) {
        cx.games.budget.tick()?;
        let Some(size) = member.as_ordinal().or_else(|| nimber_size(&cx.games, &member)) else {
            return Err(SequenceError::NoNimValues { got: format!("a list with {}", cx.describe(&member)) }.into());
        };
        values.push(size.to_u64().and_then(|size| u32::try_from(size).ok()).unwrap_or(VERY_LARGE));
    }
    Ok(values)
}

/// Returns all games that are known, with their values.
fn known_games(cx: &mut Session) -> Result<SequenceIndex, EvalError> {
    let mut index = SequenceIndex::default();
    let mut rank = 0..;
    let mut rank = || rank.next().expect("numbers without end");
    let warnings = cx.machine.running.warnings.len();
    for (row, builtin) in cx.globals.builtins.numbered() {
        let (least, most) = builtin.arity();
        if builtin.ruleset != Some(0) || least > 1 || most == Some(0) {
            continue;
        }
        let ruleset = Value::Ruleset(Rc::new(Ruleset::Builtin(row, builtin.name, Vec::new())));
        if let Some(values) = values_of_named(cx, ruleset)? {
            index.add(builtin.name, rank(), &values);
        }
    }
    cx.machine.running.warnings.truncate(warnings);
    // Values take long to find if a move may leave three heaps, so fewer of them decide to which family a code belongs.
    let mut begun: HashMap<Vec<u32>, Vec<u32>> = HashMap::new();
    for (name, rule) in codes() {
        let is_quick = rule.code().largest_digit() < 8;
        let heaps = if is_quick { KNOWN_HEAPS } else { HEAPS_OF_LARGER_CODES };
        let values = Sequence::new(rule).values(0..heaps, &mut cx.games.budget)?;
        let values: Vec<u32> = values.iter().filter_map(|value| u32::try_from(value).ok()).collect();
        cx.games.budget.reserve(8 * values.len())?;
        let beginning = values[..HEAPS_OF_LARGER_CODES as usize].to_vec();
        let known: &Vec<u32> = begun.entry(beginning).or_insert_with(|| values.clone());
        index.add(name, rank(), if is_quick { &values } else { known });
    }
    index.finish();
    Ok(index)
}

/// Returns the values of a ruleset that has a name, or `None` if some heap has no nim-value that fits a `u32`, or if they
/// take more than [`STEPS_FOR_NAMED`] steps.
fn values_of_named(cx: &mut Session, ruleset: Value) -> Result<Option<Vec<u32>>, EvalError> {
    let allowance = cx.games.budget.begin_try(STEPS_FOR_NAMED);
    let found = Heaps::new(ruleset, "identify", cx).and_then(|heaps| match heaps.known(cx) {
        Some(known) => known.first(KNOWN_HEAPS, cx).map(NimValues::Packed),
        None => one_by_one(&heaps, KNOWN_HEAPS, cx),
    });
    cx.games.budget.end_try(allowance);
    match found {
        Ok(NimValues::Packed(values)) => Ok(values.iter().map(|value| u32::try_from(value).ok()).collect()),
        Err(EvalError::Fault(fault @ (Fault::Interrupted | Fault::Timeout | Fault::Memory { .. }))) => {
            Err(fault.into())
        }
        Ok(NimValues::Mixed(_)) | Err(_) => Ok(None),
    }
}

/// Returns the games with codes, octal ones first, the shortest before longer ones, and then subtraction sets.
fn codes() -> Vec<(String, Rule)> {
    let octal = (0..0o1000).map(|digits| (format!("{digits:03o}"), "octal"));
    let larger = (0..0x100).map(|digits| (format!("{digits:02X}"), "code"));
    let larger = larger.filter(|(digits, _)| digits.contains(|digit| digit > '7'));
    let mut codes: Vec<(Code, &str)> = (octal.chain(larger))
        .map(|(digits, ruleset)| (format!("0.{digits}").parse().expect("digits after a point"), ruleset))
        .collect();
    // The families of octal codes are there before larger codes join them.
    codes.sort_by_key(|(code, _)| (code.largest_digit() > 7, code.to_string().len()));
    let named = codes.into_iter().map(|(code, ruleset)| (format!("{ruleset}(\"{code}\")"), Rule::from(code)));
    let sets = (1_usize..1 << LARGEST_TAKEN).map(|set| {
        let taken: Vec<usize> = (1..=LARGEST_TAKEN).filter(|n| set >> (n - 1) & 1 == 1).collect();
        let numbers: Vec<String> = taken.iter().map(usize::to_string).collect();
        (format!("subtraction({{{}}})", numbers.join(", ")), Rule::from(Code::taking(&taken)))
    });
    named.chain(sets).collect()
}
