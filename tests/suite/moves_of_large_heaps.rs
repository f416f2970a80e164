//! Where a theorem tells who wins a position of heaps around 10^18, winning moves, best moves, `solve` and `explain` answer
//! too: no list of all moves is needed. Where more moves win than can be listed, that is the answer.

use std::collections::BTreeSet;

use cg_engine::games::Budget;
use cg_engine::heaps::{Code, Goal, Pattern, Replies, Rule, Sequence, Splits, Wanted};
use dashu_int::UBig;

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};

/// Positions of every ruleset on heaps with a theorem.
const POSITIONS: &[&str] = &[
    "nim(10^18, 10^18 - 5, 77)",
    "nim(10^18, 10^18)",
    "lasker(10^18)",
    "lasker(10^18) + lasker(7)",
    "lasker(10^18) + lasker(10^17)",
    "kayles(10^18)",
    "kayles(10^18) + kayles(5)",
    "dawson(10^18)",
    "dawson_kayles(10^18) + nim(10^18)",
    "octal(\"0.333\", 10^18)",
    "octal(\"0.156\", 10^18) + nim(2)",
    "code(\"0.F\", 10^18)",
    "sprague_even(10^18)",
    "sprague_any(10^18) + sprague_any(7)",
    "split_or_take(4, 10^18)",
    "split_or_take(5, 10^18) + nim(3)",
    "scoring(7, 10^18)",
    "scoring(7, 10^18 + 3) + scoring(9, 10^18)",
    "subtraction({1,3,4}, 10^18)",
    "subtraction({1,65538}, 10^18)",
    "all_but({2,3}, 10^18)",
    "all_but({2,3}, 10^18) + all_but({2,3}, 10^17)",
    "cyclic_nimhoff(3, 10^18, 10^17, 5)",
    "cyclic_nimhoff(10^17, 10^18, 10^17, 5)",
    "power_nimhoff(1, 10^18, 2)",
    "power_nimhoff(3, 10^18, 10^17, 12) + nim(9)",
    "moore(2, 10^18, 5, 7)",
    "moore(3, 10^18, 10^17)",
    "moore(2, 10^18, 1, 1)",
    "moore(4, 10^18, 5) + nim(3)",
    "take([[1,2]], 10^18, 10^17)",
    "sum(annihilation, nim(10^18, 10^17))",
    "sum(annihilation, nim(10^18, 5, 7))",
    "wythoff(10^18, 10^17)",
    "wythoff(10^18, 618033988749894848)",
    "euclid(10^18, 10^17 + 7)",
    "fibonacci_nim(10^18)",
    "welter(10^18, 5, 7)",
    "staircase(3, 10^18, 5, 10^17)",
    "dollars(10^18, 5)",
];

#[test]
fn moves_are_told_where_the_outcome_is() {
    let mut wrong = Vec::new();
    let mut told = 0;
    for position in POSITIONS {
        for convention in ["normal", "misere"] {
            let cx = &mut session();
            let outcome = run(cx, &format!("p := {position}; outcome(p, {convention})"));
            if outcome.starts_with("!!") {
                continue;
            }
            told += 1;
            let mut demand = |question: &str, may_be_many: bool, expected: &str| {
                let got = run(cx, &question.replace("misere", convention));
                if got != expected && !(may_be_many && got == "!!limit::size") {
                    wrong.push(format!(
                        "{position}, {convention}: {question}\n    {got}, though the outcome is {outcome}"
                    ));
                }
            };
            demand("len(solve(p, misere).line) > 1", false, "true");
            if outcome == "N" {
                demand("outcome(solve(p, misere).move, misere)", false, "P");
                // Of more moves than can be listed it is said that they are too many.
                demand("[q for q in winning_moves(p, misere) if outcome(q, misere) != P]", true, "[]");
            } else {
                demand("winning_moves(p, misere)", false, "[]");
            }
            let reasons = run(cx, &format!("explain(p, {convention})"));
            if reasons.starts_with("!!") {
                wrong.push(format!("{position}, {convention}: explain\n    {reasons}"));
            }
        }
    }
    assert!(told > POSITIONS.len(), "{told} outcomes");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The winning moves themselves, worked out by hand.
#[test]
fn winning_moves_of_large_heaps() {
    let cases = [
        // Lasker's Nim: 10^18 is a multiple of 4, so worth one less; with lasker(7), worth 8, left at 7.
        ("winning_moves(lasker(10^18) + lasker(7), misere)[0]", "lasker(7) + lasker(7)"),
        // From 2 counters the only move is to 1, which is worth 1.
        ("winning_moves(all_but({2,3}, 10^18))", "[all_but({2, 3}, 0), all_but({2, 3}, 2)]"),
        // Only equal heaps have each digit in three of them or none, and two heaps change.
        ("winning_moves(moore(2, 10^18, 5, 7))", "[moore(2, 5, 5, 5)]"),
        ("winning_moves(moore(2, 10^18, 1, 1), misere)", "[moore(2, 1)]"),
        ("winning_moves(power_nimhoff(1, 10^18, 2))", "[power_nimhoff(1, 2, 3)]"),
        ("winning_moves(sum(annihilation, nim(10^18, 5, 7)))", "[sum(annihilation, nim(2), nim(5), nim(7))]"),
    ];
    for (text, expected) in cases {
        assert_eq!(run(&mut session(), text), expected, "{text}");
    }
}

fn rules() -> Vec<Rule> {
    let code = |text: &str| Rule::from(text.parse::<Code>().unwrap());
    let mut all: Vec<Rule> = ["0.77", "0.137", "0.07", "0.333", "0.3033", "0.156", "0.F", "4.3333", "0.00[3]"]
        .into_iter()
        .map(code)
        .collect();
    all.push(Rule::from(Code::taking_all_but(&[2, 3])));
    all.extend([Splits::Coded, Splits::Even, Splits::Any].map(Rule::splitting));
    all
}

/// The values of a rule, if they prove a period.
fn known(rule: &Rule, budget: &mut Budget) -> Option<(Sequence, Pattern)> {
    let mut sequence = Sequence::new(rule.clone());
    let most = if rule.splits() == Splits::Coded && rule.code().most_heaps() <= 3 { 10_000 } else { 600 };
    sequence.extend_to(most, budget).unwrap();
    let pattern = sequence.pattern(budget).unwrap()?;
    Some((sequence, pattern))
}

/// What the period tells of the moves of a heap is what a list of all of them tells.
#[test]
fn replies_are_those_among_all_moves() {
    let random = &mut Random(41);
    let budget = &mut Budget::unlimited();
    let mut compared = 0;
    for rule in rules() {
        let few = rule.splits() == Splits::Coded && rule.code().most_heaps() <= 3;
        let Some((_, pattern)) = known(&rule, budget) else { continue };
        let most = if few { 180 } else { 22 };
        for _ in 0..rounds(640) {
            let heap = 2 + random.below(most) as u32;
            let last = rule.code().last().unwrap_or(0);
            if u64::from(heap) <= last {
                continue;
            }
            let target = UBig::from(random.below(10));
            let above = random.below(2) == 0;
            let moves: BTreeSet<Vec<u32>> = rule.moves(heap, budget).unwrap().into_iter().collect();
            for kind in 0..2 {
                let goal = if kind == 0 { Goal::NimSum(&target) } else { Goal::Above(&target, above) };
                let fits = |left: &Vec<u32>| {
                    let values: Vec<UBig> = left.iter().map(|&n| pattern.value(&n.into())).collect();
                    let sum = values.iter().fold(UBig::ZERO, |sum, value| sum ^ value);
                    sum == target && (kind == 0 || values.iter().any(|value| *value > UBig::ONE) == above)
                };
                let expected: BTreeSet<Vec<u32>> = moves.iter().filter(|left| fits(left)).cloned().collect();
                let mut reply = |wanted, budget: &mut Budget| {
                    let found = pattern.replies(&rule, &heap.into(), &goal, wanted, budget).unwrap();
                    let Replies::Found(moves) = found else { return None };
                    let small = |left: Vec<UBig>| {
                        let mut left: Vec<u32> = left.into_iter().map(|n| n.try_into().unwrap()).collect();
                        left.retain(|&n| n > 0);
                        left.sort_unstable();
                        left
                    };
                    Some(moves.into_iter().map(small).collect::<Vec<_>>())
                };
                if let Some(all) = reply(Wanted::All, budget) {
                    let set: BTreeSet<Vec<u32>> = all.iter().cloned().collect();
                    assert_eq!(set.len(), all.len(), "{rule:?} {heap} {target}: twice");
                    assert_eq!(set, expected, "{rule:?} {heap} {target} {kind} {above}");
                    compared += 1;
                }
                if let Some(one) = reply(Wanted::One, budget) {
                    assert_eq!(one.is_empty(), expected.is_empty(), "{rule:?} {heap} {target} {kind} {above}");
                    assert!(one.iter().all(|left| expected.contains(left)), "{rule:?} {heap} {target}: {one:?}");
                }
            }
        }
    }
    assert!(compared > 150, "{compared}");
}

/// The values continue as the pattern says.
#[test]
fn patterns_tell_the_values() {
    let budget = &mut Budget::unlimited();
    for rule in rules() {
        let Some((mut sequence, pattern)) = known(&rule, budget) else { continue };
        for heap in 0..1000u64 {
            assert_eq!(pattern.value(&heap.into()), sequence.value(heap, budget).unwrap().into(), "{rule:?} {heap}");
        }
    }
}
