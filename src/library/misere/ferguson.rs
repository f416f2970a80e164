//! Ferguson's conditions, of some heaps or of all.

use std::rc::Rc;

use super::{heap_game, no_heap_game};
use crate::eval::{Count, EvalError, Session, Sort, ValueKind, apply, as_position};
use crate::library::errors::MisereError;
use crate::library::sequences::rule_of;
use crate::value::{Graph, Ruleset, Value, report};
use cg_engine::misere::{AllConditions, Condition};
use cg_engine::positions::{BoutonProof, PositionId};
use cg_engine::questions::HeapGame;

/// Heaps in a list beyond which it is shortened in a sentence.
const HEAPS_LISTED: usize = 12;

/// Heaps of a ruleset that are asked whether they break the criterion, where all heaps are asked for.
const HEAPS_TRIED: u64 = 100;

/// The components whose conditions are asked.
struct Examined {
    game: HeapGame,
    /// The components as they are named, one for each position of the game.
    names: Vec<Value>,
    /// Their kind, in the singular and in the plural.
    nouns: [&'static str; 2],
    /// The words for all of them.
    all: String,
}

/// The conditions that are broken, with the components that break them.
type Violations = Vec<(Condition, Value)>;

pub(super) fn ferguson(cx: &mut Session, r: Value, n: Option<Count>) -> Result<Value, EvalError> {
    let asked = match (&r, n) {
        (Value::Ruleset(ruleset), n) => match (&**ruleset, n) {
            (Ruleset::Graph(graph), n) => of_graph(cx, graph, n)?,
            (_, Some(n)) => of_heaps(cx, ruleset, n)?,
            (_, None) => return ferguson_of_all(cx, ruleset.clone()),
        },
        (Value::Function(_), _) | (_, Some(_)) => return Err(no_ruleset(cx, r, "a ruleset", &[Sort::Ruleset])),
        _ => match as_position(cx, &r)? {
            Some(p) => of_position(cx, p)?,
            None => return Err(no_ruleset(cx, r, "a ruleset or a position", &[Sort::Ruleset, Sort::Position])),
        },
    };
    let found = asked.game.violations(cx)?;
    let violations: Violations = found.into_iter().map(|(condition, i)| (condition, asked.names[i].clone())).collect();
    let bouton = asked.game.is_bouton(cx)?;
    let Examined { game, nouns, all, .. } = asked;
    let text = if bouton {
        format!("conditions A1 to A5 hold for {all}: Bouton's rule solves misère play of their sums")
    } else {
        let broken = match violations.is_empty() {
            true => format!("a {} that these reach breaks a condition", nouns[0]),
            false => in_words(cx, &violations, nouns),
        };
        format!("Bouton's rule does not solve misère play of {all}: {broken}")
    };
    let (holds, violations) = (violations.is_empty(), pairs(violations));
    let criterion = Some(game.keeps_criterion());
    Ok(Value::Report(report::Ferguson { text, holds, violations, bouton, criterion, all_heaps: false }.into()))
}

fn of_heaps(cx: &mut Session, ruleset: &Rc<Ruleset>, Count(n): Count) -> Result<Examined, EvalError> {
    let game = heap_game(cx, "ferguson", ruleset, n)?;
    let all = match n {
        0 => "no heaps".to_string(),
        n => format!("heaps 0 to {}", n - 1),
    };
    let names = (0..n).map(|heap| Value::Integer(heap as i64)).collect();
    Ok(Examined { game, names, nouns: ["heap", "heaps"], all })
}

/// Returns the vertices of a graph, or the first `n`.
fn of_graph(cx: &mut Session, graph: &Rc<Graph>, n: Option<Count>) -> Result<Examined, EvalError> {
    let count = n.map_or(graph.len(), |n| graph.len().min(u32::try_from(n.0).unwrap_or(u32::MAX)));
    let positions: Vec<_> = (0..count).map(|v| cx.positions.intern(graph.ruleset, &[v])).collect();
    let game = HeapGame::of(&positions, cx).map_err(|fault| no_heap_game(fault, "ferguson"))?;
    let name = graph.rules.name().map_or("this graph".to_string(), |name| format!("`{name}`"));
    let all = match count == graph.len() {
        true => format!("the vertices of {name}"),
        false => format!("the first {count} vertices of {name}"),
    };
    let names = (0..count).map(|v| graph.label(v)).collect();
    Ok(Examined { game, names, nouns: ["vertex", "vertices"], all })
}

/// Returns the components that can be reached from a position.
fn of_position(cx: &mut Session, p: PositionId) -> Result<Examined, EvalError> {
    let found = HeapGame::reached_from(p, cx);
    let (game, components) = found.map_err(|fault| no_heap_game(fault, "ferguson"))?;
    let all = format!("what `{}` reaches", cx.short(&Value::Position(p)));
    let names = components.into_iter().map(Value::Position).collect();
    Ok(Examined { game, names, nouns: ["position", "positions"], all })
}

/// Returns the error that a value has no heaps.
pub(super) fn no_ruleset(cx: &mut Session, given: Value, wanted: &'static str, sorts: &'static [Sort]) -> EvalError {
    EvalError::Kind { argument: 0, wanted: ValueKind::new(wanted, sorts), got: cx.describe(&given), given }
}

/// Returns Ferguson's conditions on all heaps, by his theorems or by the period of the nim-values.
fn ferguson_of_all(cx: &mut Session, ruleset: Rc<Ruleset>) -> Result<Value, EvalError> {
    let known = match apply(cx, &ruleset, vec![Value::Integer(0)]) {
        Ok(Value::Position(p)) => {
            let facts = cx.positions.rules_of(p).facts();
            if facts.is_nim { Some(BoutonProof::Criterion) } else { facts.bouton }
        }
        _ => None,
    };
    let holds = |how: &str| {
        format!("conditions A1 to A5 hold for all heaps{how}: Bouton's rule solves misère play of their sums")
    };
    let (text, broken) = if known.is_some() {
        (holds(" (Ferguson 1974, section 5)"), Vec::new())
    } else {
        let all = match rule_of(ruleset.clone(), cx) {
            Some(rule) => AllConditions::of(&rule, &mut cx.games.budget)?,
            None => None,
        };
        let Some(all) = all else { return Err(of_how_many(cx, "ferguson", ruleset, 30)) };
        let broken: Violations =
            all.broken.iter().map(|&(condition, heap)| (condition, Value::integer(heap.into()))).collect();
        let told = in_words(cx, &broken, ["heap", "heaps"]);
        let text = match all.period {
            _ if broken.is_empty() => holds(", by the period of the nim-values"),
            0 => format!("Bouton's rule does not solve misère play: {told}, and at no other heap"),
            period => format!(
                "Bouton's rule does not solve misère play: {told}; from heap {} on each breaks what the heap smaller by \
                 {period} does",
                all.checked
            ),
        };
        (text, broken)
    };
    let criterion = match known {
        Some(BoutonProof::Criterion) => Some(true),
        _ => (!heap_game(cx, "ferguson", &ruleset, HEAPS_TRIED)?.keeps_criterion()).then_some(false),
    };
    let (bouton, violations) = (broken.is_empty(), pairs(broken));
    Ok(Value::Report(report::Ferguson { text, holds: bouton, violations, bouton, criterion, all_heaps: true }.into()))
}

/// Returns the error that all heaps together have no known answer.
pub(super) fn of_how_many(cx: &mut Session, name: &'static str, ruleset: Rc<Ruleset>, heaps: u64) -> EvalError {
    let short = cx.short(&Value::Ruleset(ruleset));
    MisereError::AllHeaps { name, rule: short, heaps }.into()
}

/// Returns conditions and what breaks them as a list of pairs.
fn pairs(violations: Violations) -> Value {
    let pair = |(condition, name): (Condition, Value)| Value::list(vec![Value::text(condition.to_string()), name]);
    Value::list(violations.into_iter().map(pair).collect())
}

/// Returns "A3 is broken at heap 8, A5 is broken at heaps 5 and 9".
fn in_words(cx: &mut Session, violations: &Violations, nouns: [&str; 2]) -> String {
    let conditions = [Condition::A1, Condition::A2, Condition::A3, Condition::A4, Condition::A5];
    let words = conditions.into_iter().filter_map(|condition| {
        let names: Vec<&Value> = violations.iter().filter(|v| v.0 == condition).map(|v| &v.1).collect();
        (!names.is_empty()).then(|| format!("{condition} is broken at {}", several(cx, &names, nouns)))
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Returns a name as it stands in a sentence.
fn in_short(cx: &mut Session, name: &Value) -> String {
    match name {
        Value::Text(text) => text.to_string(),
        Value::Position(_) => format!("`{}`", cx.short(name)),
        _ => cx.short(name),
    }
}

/// Returns "heap 5", "heaps 5, 8 and 13", "heaps 5, 8, ... (20 in all)".
fn several(cx: &mut Session, names: &[&Value], [one, many]: [&str; 2]) -> String {
    let mut listed: Vec<String> = names.iter().take(HEAPS_LISTED).map(|name| in_short(cx, name)).collect();
    match names.len() {
        1 => format!("{one} {}", listed[0]),
        n if n > HEAPS_LISTED => format!("{many} {}, ... ({n} in all)", listed.join(", ")),
        _ => {
            let last = listed.pop().unwrap_or_default();
            format!("{many} {} and {last}", listed.join(", "))
        }
    }
}
