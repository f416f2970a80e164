//! The genus of a position, as a report.

use super::{misere_error, play};
use crate::eval::{EvalError, Session, Subject};
use crate::value::report::Tameness;
use crate::value::{Value, report};
use cg_engine::misere::{ByNimValues, Class, Genus, Species};
use cg_engine::ordinals::Ordinal;
use cg_engine::positions::{self, Convention};
use cg_engine::questions::{self, GenusOf};

pub(super) fn genus(cx: &mut Session, subject: Subject) -> Result<Value, EvalError> {
    let p = play(cx, subject, Convention::Misere)?;
    if let Some(heaps) = positions::heaps_of_nim(p, cx)
        && heaps.iter().all(Ordinal::is_finite)
        && heaps.iter().any(|heap| heap.to_u64().is_none_or(|n| n > u32::MAX.into()))
    {
        return genus_of_nim(&heaps);
    }
    let report = match questions::genus(p, cx).map_err(|fault| misere_error(fault, "genus"))? {
        GenusOf::Species(species) => genus_of_species(&species),
        GenusOf::Genus(genus, by) => genus_alone(&genus, by.as_ref()),
    };
    Ok(Value::Report(report.into()))
}

fn genus_of_species(species: &Species) -> report::Genus {
    report::Genus {
        text: species.to_string(),
        class: Tameness::Known(species.class),
        hereditary: species.hereditary,
        ..genus_alone(&species.genus, None)
    }
}

/// Returns a genus without a class: all digits are written.
fn genus_alone(genus: &Genus, by: Option<&ByNimValues>) -> report::Genus {
    let number = |n: u32| Value::Integer(n.into());
    report::Genus {
        text: genus.to_string(),
        normal: number(genus.normal),
        misere: Value::list(genus.misere.iter().copied().map(number).collect()),
        class: Tameness::Untold,
        hereditary: false,
        order: by.map(|by| by.order as i64),
        ceiling: by.and_then(|by| by.ceiling).map(i64::from),
        preperiod: by.map(|by| by.period.preperiod),
        period: by.map(|by| by.period.period),
    }
}

/// Returns the genus of heaps of Nim of which one is large: like one heap beside them, or like several (Winning Ways,
/// ch. 13).
fn genus_of_nim(heaps: &[Ordinal]) -> Result<Value, EvalError> {
    let mut sum = Ordinal::default();
    for heap in heaps {
        sum = sum.nim_sum(heap)?;
    }
    let one_heap = heaps.iter().filter(|heap| **heap > Ordinal::finite(1u64)).count() == 1;
    let text = match sum.to_u64() {
        _ if one_heap => sum.to_string(),
        Some(digit @ 0..10) => format!("{digit}^{digit}"),
        _ => format!("{sum}^({sum})"),
    };
    let misere = vec![Value::ordinal(sum.clone()), Value::ordinal(sum.nim_sum(&Ordinal::finite(2u64))?)];
    let report = report::Genus {
        text,
        normal: Value::ordinal(sum),
        misere: Value::list(misere),
        class: Tameness::Known(if one_heap { Class::Nim } else { Class::Tame }),
        hereditary: true,
        order: None,
        ceiling: None,
        preperiod: None,
        period: None,
    };
    Ok(Value::Report(report.into()))
}
