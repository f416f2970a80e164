//! Periods of nim-values: by theorem, proved or observed.

use std::rc::Rc;

use super::{Heaps, KeptSequence, NimValues, SequenceSource, one_by_one};
use crate::eval::{Count, EvalError, Session, reserve_list};
use crate::value::report::Period;
use crate::value::{Integers, List, Value};
use cg_engine::games::{Cache, Fault};
use cg_engine::heaps::{self, Sequence};
use cg_engine::ordinals::{GammaValue, Ordinal};

/// The largest heap that is valued for the period of a ruleset without a sequence, unless a limit is given.
const VALUED_HEAPS: u64 = 1000;
/// The largest heap that can be given as a limit.
const MOST_HEAPS: u64 = 100_000_000;
/// The number of exceptions that are written out.
const EXCEPTIONS_SHOWN: usize = 3;

pub(crate) fn period(cx: &mut Session, rule: Value, limit: Option<Count>) -> Result<Period, EvalError> {
    let heaps = Heaps::new(rule, "period", cx)?;
    if let Some(period) = heaps.period_by_theorem(cx) {
        return report_of_theorem(&heaps, period, cx);
    }
    let known = match heaps.known(cx) {
        Some(known) => Some(known),
        None => heaps.of_rule(cx).map(|rule| KeptSequence {
            source: SequenceSource::Made(Box::new(Cache::new(Sequence::new(rule)))),
            offset: 0,
        }),
    };
    if let Some(known) = known {
        return period_of_sequence(cx, heaps.rule, &known, limit);
    }
    let largest = limit.map_or(VALUED_HEAPS, |limit| limit.0);
    if largest > MOST_HEAPS {
        let (size, limit) = (largest.to_string(), MOST_HEAPS.to_string());
        return Err(Fault::TooLarge { what: "sequence", size, limit }.into());
    }
    let (numbers, are_sizes) = match one_by_one(&heaps, largest + 1, cx)? {
        NimValues::Packed(all) => {
            reserve_list(&mut cx.games.budget, all.len() as u64)?;
            (all.iter().collect::<Vec<u64>>(), true)
        }
        NimValues::Mixed(all) => (numbered(&all), false),
    };
    // Values up to a heap that the longest move exceeds prove nothing about larger heaps.
    let are_enough = heaps.longest_move_from(largest, cx)?.is_none_or(|longest| longest <= largest.into());
    // Infinite values have no saltus, since they are only numbered in order of appearance.
    let found = heaps::observed_period(&numbers).filter(|found| are_enough && (are_sizes || found.saltus == 0));
    let found = found.map(|found| {
        let exceptions = found.exceptions.iter().copied().collect();
        (found, exceptions)
    });
    Ok(report_of(heaps.rule, found, largest, 0))
}

/// Reports the period that a theorem gives, with its exceptions. The preperiod is cut to the last exception.
fn report_of_theorem(
    heaps: &Heaps,
    [preperiod, period, saltus]: [u64; 3],
    cx: &mut Session,
) -> Result<Period, EvalError> {
    if preperiod > MOST_HEAPS {
        let (size, limit) = (preperiod.to_string(), MOST_HEAPS.to_string());
        return Err(Fault::TooLarge { what: "preperiod", size, limit }.into());
    }
    let mut exceptions = Integers::default();
    for heap in 0..preperiod {
        let periods = (preperiod - heap).div_ceil(period);
        let [here, like] = [heap, heap + periods * period].map(|heap| heaps.nim_value(heap, cx));
        let (GammaValue::Finite(here), GammaValue::Finite(like)) = (here?, like?) else { continue };
        if here.natural_sum(&Ordinal::finite(periods * saltus))? != like {
            exceptions.push(heap);
        }
    }
    let found = heaps::Period {
        preperiod: exceptions.iter().next_back().map_or(0, |last| last + 1),
        period,
        saltus,
        exceptions: Vec::new(),
        exception_count: exceptions.len() as u64,
        proved: true,
    };
    Ok(report_of(heaps.rule.clone(), Some((found, exceptions)), 0, 0))
}

/// Numbers the values in order of appearance, equal ones alike.
fn numbered(values: &[Value]) -> Vec<u64> {
    // A value changes inside only by the name of a graph, which is no part of its hash.
    #[allow(clippy::mutable_key_type)]
    let mut numbers = rustc_hash::FxHashMap::default();
    values
        .iter()
        .map(|value| {
            let next = numbers.len() as u64;
            *numbers.entry(value.clone()).or_insert(next)
        })
        .collect()
}

fn period_of_sequence(
    cx: &mut Session,
    rule: Value,
    known: &KeptSequence,
    limit: Option<Count>,
) -> Result<Period, EvalError> {
    let offset = known.offset;
    let (found, len) = known.ask(cx, |sequence, budget| {
        let len = match limit {
            Some(limit) => limit.0.saturating_add(offset).saturating_add(1),
            None => {
                sequence.search(budget)?;
                sequence.known().len() as u64
            }
        };
        let found = sequence.period(len, budget)?;
        Ok((found, len))
    })?;
    let Some(found) = found else { return Ok(report_of(rule, None, (len - 1).saturating_sub(offset), 0)) };
    let exceptions = all_exceptions(cx, known, &found)?;
    Ok(report_of(rule, Some((found, exceptions)), (len - 1).saturating_sub(offset), offset))
}

/// Returns all heaps before the preperiod that do not fit the period continued backwards.
fn all_exceptions(cx: &mut Session, known: &KeptSequence, found: &heaps::Period) -> Result<Integers, EvalError> {
    if found.exception_count as usize == found.exceptions.len() {
        return Ok(found.exceptions.iter().copied().collect());
    }
    known.ask(cx, |sequence, budget| {
        budget.reserve(4 * found.exception_count as usize)?;
        let mut exceptions = Integers::default();
        let values = sequence.known();
        for heap in 0..found.preperiod {
            budget.tick()?;
            let periods = (found.preperiod - heap).div_ceil(found.period);
            let like = values.get((heap + periods * found.period) as usize);
            if values.get(heap as usize) + periods * found.saltus != like {
                exceptions.push(heap);
            }
        }
        Ok(exceptions)
    })
}

/// Reports a period, or that there is none up to the heap `largest`. Heap 0 is the member `offset` of the sequence.
fn report_of(rule: Value, found: Option<(heaps::Period, Integers)>, largest: u64, offset: u64) -> Period {
    let Some((found, exceptions)) = found else {
        let text = format!("not periodic up to {largest}");
        return Period { text, preperiod: None, period: None, saltus: None, exceptions: None, proved: false, rule };
    };
    let heaps::Period { preperiod, period, saltus, proved, .. } = found;
    let preperiod = preperiod.saturating_sub(offset);
    let exceptions: Integers = exceptions.iter().filter_map(|heap| heap.checked_sub(offset)).collect();
    let mut shown: Vec<String> = exceptions.iter().take(EXCEPTIONS_SHOWN).map(|heap| heap.to_string()).collect();
    if exceptions.len() > EXCEPTIONS_SHOWN {
        shown.push("...".into());
    }
    let how = if proved { "proved".to_string() } else { format!("observed up to {largest}") };
    let shown = shown.join(", ");
    let text = format!("preperiod {preperiod}, period {period}, saltus {saltus}, exceptions [{shown}], {how}");
    let exceptions = Some(Value::List(Rc::new(List::packed(exceptions))));
    let (preperiod, period, saltus) = (Some(preperiod), Some(period), Some(saltus));
    Period { text, preperiod, period, saltus, exceptions, proved, rule }
}
