//! Ferguson's conditions, of some heaps or of all.

use std::fmt::Display;
use std::rc::Rc;

use dashu_int::IBig;

use super::heap_game;
use crate::eval::{Count, EvalError, Session};
use crate::library::errors::MisereError;
use crate::library::sequences::rule_of;
use crate::value::{Ruleset, Value, report};
use cg_engine::misere::{AllConditions, Condition};

/// Heaps in a list beyond which it is shortened in a sentence.
const HEAPS_LISTED: usize = 12;

pub(super) fn ferguson(cx: &mut Session, ruleset: Rc<Ruleset>, n: Option<Count>) -> Result<Value, EvalError> {
    let Some(n) = n else { return ferguson_of_all(cx, ruleset) };
    let game = heap_game(cx, "ferguson", &ruleset, n.0)?;
    let violations = game.violations(cx)?;
    let bouton = game.is_bouton(cx)?;
    let range = match n.0 {
        0 => "no heaps".to_string(),
        n => format!("heaps 0 to {}", n - 1),
    };
    let text = if bouton {
        format!("conditions A1 to A5 hold for {range}: Bouton's rule solves misère play of their sums")
    } else {
        let broken = match violations.is_empty() {
            true => "a heap that these reach breaks a condition".to_string(),
            false => in_words(&violations),
        };
        format!("Bouton's rule does not solve misère play of {range}: {broken}")
    };
    let (holds, violations) = (violations.is_empty(), pairs(&violations));
    Ok(Value::Report(report::Ferguson { text, holds, violations, bouton, all_heaps: false }.into()))
}

/// Returns Ferguson's conditions on all heaps, by his theorems or by the period of the nim-values.
fn ferguson_of_all(cx: &mut Session, ruleset: Rc<Ruleset>) -> Result<Value, EvalError> {
    let known = match cx.apply(&ruleset, vec![Value::Integer(0)]) {
        Ok(Value::Position(p)) => cx.positions.rules_of(p).facts().keeps_bouton(),
        _ => false,
    };
    let holds = |how: &str| {
        format!("conditions A1 to A5 hold for all heaps{how}: Bouton's rule solves misère play of their sums")
    };
    let all = if known {
        return Ok(of_all(holds(" (Ferguson 1974, section 5)"), &[]));
    } else {
        match rule_of(ruleset.clone(), cx) {
            Some(rule) => AllConditions::of(&rule, &mut cx.games.budget)?,
            None => None,
        }
    };
    let Some(all) = all else { return Err(of_how_many(cx, "ferguson", ruleset, 30)) };
    let text = match all.period {
        _ if all.broken.is_empty() => holds(", by the period of the nim-values"),
        0 => format!("Bouton's rule does not solve misère play: {}, and at no other heap", in_words(&all.broken)),
        period => format!(
            "Bouton's rule does not solve misère play: {}; from heap {} on each breaks what the heap smaller by {period} does",
            in_words(&all.broken),
            all.checked
        ),
    };
    Ok(of_all(text, &all.broken))
}

fn of_all(text: String, broken: &[(Condition, u64)]) -> Value {
    let holds = broken.is_empty();
    let violations = pairs(broken);
    Value::Report(report::Ferguson { text, holds, violations, bouton: holds, all_heaps: true }.into())
}

/// Returns the error that all heaps together have no known answer.
pub(super) fn of_how_many(cx: &mut Session, name: &'static str, ruleset: Rc<Ruleset>, heaps: u64) -> EvalError {
    let short = cx.short(&Value::Ruleset(ruleset));
    MisereError::AllHeaps { name, rule: short, heaps }.into()
}

/// Conditions and heaps that break them, as a list of pairs.
fn pairs<T: Copy + Into<IBig>>(violations: &[(Condition, T)]) -> Value {
    let pair = |&(condition, heap): &(Condition, T)| {
        Value::list(vec![Value::text(condition.to_string()), Value::integer(heap.into())])
    };
    Value::list(violations.iter().map(pair).collect())
}

/// Returns "A3 is broken at heap 8, A5 is broken at heaps 5 and 9".
fn in_words<T: Copy + Display>(violations: &[(Condition, T)]) -> String {
    let all =
        [Condition::A1, Condition::A2, Condition::A3, Condition::A4, Condition::A5].into_iter().map(|condition| {
            let heaps: Vec<T> = violations.iter().filter(|v| v.0 == condition).map(|v| v.1).collect();
            (condition, heaps)
        });
    let broken = all.filter(|(_, heaps)| !heaps.is_empty());
    let words: Vec<String> =
        broken.map(|(condition, heaps)| format!("{condition} is broken at {}", several(&heaps))).collect();
    words.join(", ")
}

/// Returns "heap 5", "heaps 5, 8 and 13", "heaps 5, 8, ... (20 in all)".
fn several<T: Display>(heaps: &[T]) -> String {
    let mut names: Vec<String> = heaps.iter().take(HEAPS_LISTED).map(T::to_string).collect();
    match heaps.len() {
        1 => format!("heap {}", names[0]),
        n if n > HEAPS_LISTED => format!("heaps {}, ... ({n} in all)", names.join(", ")),
        _ => {
            let last = names.pop().unwrap_or_default();
            format!("heaps {} and {last}", names.join(", "))
        }
    }
}
