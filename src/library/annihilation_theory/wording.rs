//! The wording of a report on misère annihilation.

use super::{TheoryFacts, TheorySubject};
use crate::eval::{Session, bare};
use cg_engine::annihilation::{FergusonCondition, FergusonTheorem, MisereTheory, Violation};

/// Sets, and members of a set, that a report shows.
const SETS_SHOWN: usize = 12;

/// Returns Q1 and Q0 in words.
pub(super) fn words(theory: &MisereTheory, sets: &[Vec<u32>]) -> (Option<String>, Option<String>) {
    let single = sets.iter().all(|set| set.len() == 1);
    let (q1, q0) = match (theory.theorem(), theory.largest_value()) {
        (None, _) => return (None, None),
        (Some(FergusonTheorem::Three), 0 | 1) => ("nim-value 1", "none"),
        (Some(FergusonTheorem::Three), 2) => {
            ("nim-value 1 and no token of nim-value 2", "nim-value 0 and some token of nim-value 2")
        }
        // In a position of nim-value 0 or 1 the tokens of nim-values 2 and 3 are even in number.
        (Some(FergusonTheorem::Three), 3) if sets.len() == 1 => ("nim-value 1", "none"),
        (Some(FergusonTheorem::Three), _) => {
            ("nim-value 1 and an even number of tokens in every W", "nim-value 0 and an odd number of tokens in some W")
        }
        (Some(FergusonTheorem::Four), _) if single => (
            "nim-value 1 and no token of nim-value 2 or 3",
            "nim-value 0 and some token of nim-value 2 or 3, unless these are two of which one can move to the other",
        ),
        (Some(FergusonTheorem::Four), _) => (
            "nim-value 1, an even number of tokens in every W and none in R",
            "nim-value 0, some token that can move, and no move into Q1",
        ),
        (Some(FergusonTheorem::Five), _) => (
            "nim-value 1, an even number of tokens in each of W1, W2, {25, 26} and {32, 33}, and none elsewhere in R",
            "nim-value 0, some token that can move, and no move into Q1",
        ),
        (Some(FergusonTheorem::Six), _) => (
            "nim-value 1 and no move into Q0",
            "nim-value 0, an odd number of tokens in each of W1 and W2, and none in R",
        ),
    };
    (Some(q1.into()), Some(q0.into()))
}

pub(super) fn text(
    cx: &mut Session,
    subject: &TheorySubject,
    told: &TheoryFacts,
    [q1, q0]: [&Option<String>; 2],
) -> String {
    let mut lines = vec![head(subject, told)];
    conditions(cx, subject, told, &mut lines);
    sets(cx, subject, told, &mut lines);
    match (told.theory.theorem(), q1, q0) {
        (Some(theorem), Some(q1), Some(q0)) => {
            lines.push(format!("P-positions by Ferguson 1984, Theorem {}:", theorem.number()));
            lines.push(format!("  Q1: {q1}"));
            lines.push(format!("  Q0: {q0}"));
        }
        _ => lines.push("no theorem of Ferguson 1984 tells which positions are P".into()),
    }
    if let Some(heap) = told.goes_on.as_ref().and_then(|on| on.holds_below) {
        lines.push(format!("  one does where all heaps are less than {heap}: `annihilation_theory(r, {heap})`"));
    }
    lines.join("\n")
}

fn head(subject: &TheorySubject, told: &TheoryFacts) -> String {
    let head = format!("misère annihilation on {}", subject.name);
    match told.goes_on.as_ref().and_then(|on| on.repeats) {
        Some([preperiod, period]) => {
            format!("{head}: nim-values, sets W and R repeat from heap {preperiod} on with period {period}")
        }
        None => head,
    }
}

fn conditions(cx: &mut Session, subject: &TheorySubject, told: &TheoryFacts, lines: &mut Vec<String>) {
    let theory = told.theory;
    let repeating = told.goes_on.as_ref().and_then(|on| on.repeats).map(|[preperiod, _]| preperiod);
    let is_late = |v: &&Violation| repeating.is_some_and(|preperiod| u64::from(v.vertex) >= preperiod);
    for &condition in theory.examined() {
        let broken: Vec<&Violation> = told.violations.iter().filter(|v| v.condition == condition).collect();
        let mut places = Vec::new();
        for violation in broken.iter().take(SETS_SHOWN) {
            let vertex = bare(cx, &subject.label(violation.vertex));
            places.push(match violation.other {
                Some(other) => format!("{vertex} with {}", bare(cx, &subject.label(other))),
                None => vertex,
            });
        }
        let places = match broken.last().is_some_and(is_late) {
            true => places.join(", ") + ", ...",
            false => listed(places, broken.len()),
        };
        lines.push(match broken.len() {
            0 => format!("  Condition {} holds", condition.name()),
            // If no nim-value is above 3, B says no more than that.
            _ if condition == FergusonCondition::B && (theory.largest_value() <= 3 || theory.sets_meet()) => {
                format!("  Condition B fails: the sets of Theorem 3 meet at {places}")
            }
            _ => format!("  Condition {} fails at {places}", condition.name()),
        });
    }
}

fn sets(cx: &mut Session, subject: &TheorySubject, told: &TheoryFacts, lines: &mut Vec<String>) {
    for (i, set) in (1..).zip(told.sets.iter().take(SETS_SHOWN)) {
        lines.push(format!("  W{i} = {{{}}}", members(cx, subject, told, set)));
    }
    if told.goes_on.as_ref().is_some_and(|on| on.more_sets) {
        lines.push("  ... without end".into());
    } else if told.sets.len() > SETS_SHOWN {
        lines.push(format!("  ... {} sets W in all", told.sets.len()));
    }
    lines.push(format!("  R = {{{}}}", members(cx, subject, told, &told.rest)));
}

fn members(cx: &mut Session, subject: &TheorySubject, told: &TheoryFacts, set: &[u32]) -> String {
    let shown: Vec<String> = set.iter().take(SETS_SHOWN).map(|&v| bare(cx, &subject.label(v))).collect();
    let has_more = |on: &super::all_heaps::GoesOn| set.first().is_some_and(|first| on.endless.contains(first));
    match &told.goes_on {
        Some(on) if has_more(on) => shown.join(", ") + ", ...",
        _ => listed(shown, set.len()),
    }
}

fn listed(shown: Vec<String>, count: usize) -> String {
    let more = if count > shown.len() { format!(", ... ({count} in all)") } else { String::new() };
    shown.join(", ") + &more
}
