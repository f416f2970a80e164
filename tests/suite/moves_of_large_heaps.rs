//! Winning moves of heaps that have too many moves to list, found from the period of their values.

use std::collections::BTreeSet;

use cg::eval::Session;
use cg_engine::games::Budget;
use cg_engine::heaps::{Code, Pattern, Replies, ReplyCount, ReplyGoal, Rule, Sequence, Splits};
use cg_engine::notation::Notation;
use dashu_int::UBig;

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};

/// Compares winning moves with those worked out by hand.
#[test]
fn winning_moves_of_large_heaps() {
    let cases = [
        // Lasker's Nim: 10^18 is a multiple of 4, so worth one less; with lasker(7), worth 8, left at 7.
        ("winning_moves(lasker(10^18) + lasker(7), misere)", "[lasker(7) + lasker(7)]"),
        // From 2 counters the only move is to 1, which is worth 1.
        ("winning_moves(all_but({2,3}, 10^18))", "[all_but({2, 3}, 0), all_but({2, 3}, 2)]"),
        // Only equal heaps have each digit in three of them or none, and two heaps change.
        ("winning_moves(moore(2, 10^18, 5, 7))", "[moore(2, 5, 5, 5)]"),
        ("winning_moves(moore(2, 10^18, 1, 1), misere)", "[moore(2, 0, 0, 1), moore(2, 0, 1, 0)]"),
        ("winning_moves(power_nimhoff(1, 10^18, 2))", "[power_nimhoff(1, 3, 2)]"),
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

/// Returns the values of a rule and their pattern, or `None` if they prove no period.
fn periodic(rule: &Rule, budget: &mut Budget) -> Option<(Sequence, Pattern)> {
    let mut sequence = Sequence::new(rule.clone());
    let most = if rule.splits() == Splits::Coded && rule.code().most_heaps() <= 3 { 10_000 } else { 600 };
    sequence.extend_to(most, budget).unwrap();
    let pattern = sequence.pattern(budget).unwrap()?;
    Some((sequence, pattern))
}

/// Compares the moves that a period gives with those in a list of all moves.
#[test]
fn replies_are_those_among_all_moves() {
    let random = &mut Random(41);
    let budget = &mut Budget::unlimited();
    let mut compared = 0;
    for rule in rules() {
        let few = rule.splits() == Splits::Coded && rule.code().most_heaps() <= 3;
        let Some((_, pattern)) = periodic(&rule, budget) else { continue };
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
            let accepts = |values: &[u64]| UBig::from(values.iter().sum::<u64>() % 7) == target;
            for kind in 0..3 {
                let goal = match kind {
                    0 => ReplyGoal::NimSum(&target),
                    1 => ReplyGoal::Above(&target, above),
                    _ => ReplyGoal::Values(&accepts),
                };
                let fits = |left: &Vec<u32>| {
                    let values: Vec<UBig> = left.iter().map(|&n| pattern.value(&n.into())).collect();
                    let sum = values.iter().fold(UBig::ZERO, |sum, value| sum ^ value);
                    match kind {
                        0 => sum == target,
                        1 => sum == target && values.iter().any(|value| *value > UBig::ONE) == above,
                        _ => accepts(&values.iter().map(|value| value.try_into().unwrap()).collect::<Vec<u64>>()),
                    }
                };
                let expected: BTreeSet<Vec<u32>> = moves.iter().filter(|left| fits(left)).cloned().collect();
                let reply = |wanted, budget: &mut Budget| {
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
                if let Some(all) = reply(ReplyCount::All, budget) {
                    let set: BTreeSet<Vec<u32>> = all.iter().cloned().collect();
                    assert_eq!(set.len(), all.len(), "{rule:?} {heap} {target}: twice");
                    assert_eq!(set, expected, "{rule:?} {heap} {target} {kind} {above}");
                    compared += 1;
                }
                if let Some(one) = reply(ReplyCount::One, budget) {
                    assert_eq!(one.is_empty(), expected.is_empty(), "{rule:?} {heap} {target} {kind} {above}");
                    assert!(one.iter().all(|left| expected.contains(left)), "{rule:?} {heap} {target}: {one:?}");
                }
            }
        }
    }
    assert!(compared > 150, "{compared}");
}

/// Compares the values of a pattern with those of the sequence it continues.
#[test]
fn patterns_tell_the_values() {
    let budget = &mut Budget::unlimited();
    for rule in rules() {
        let Some((mut sequence, pattern)) = periodic(&rule, budget) else { continue };
        for heap in 0..1000u64 {
            assert_eq!(pattern.value(&heap.into()), sequence.value(heap, budget).unwrap().into(), "{rule:?} {heap}");
        }
    }
}

/// Positions of heaps around 10^18 whose winner is known by a theorem.
const DECIDED: [&str; 21] = [
    "nim(10^18, 10^17, 5)",
    "lasker(10^18) + lasker(7)",
    "lasker(10^18) + lasker(10^17)",
    "kayles(10^18)",
    "kayles(10^18) + kayles(10^18 - 1)",
    "octal(\"0.137\", 10^18)",
    "sprague_even(10^18)",
    "split_or_take(4, 10^18)",
    "subtraction({1, 3, 4}, 10^18)",
    "subtraction({2, 5}, 10^18) + nim(10^18)",
    "all_but({2, 3}, 10^18) + all_but({2, 3}, 10^17)",
    "scoring(5, 10^18)",
    "wythoff(10^18, 10^17)",
    "cyclic_nimhoff(3, 10^18, 10^17, 5)",
    "power_nimhoff(1, 10^18, 2)",
    "moore(2, 10^18, 5, 7)",
    "moore(2, 10^18, 10^18 - 1, 10^17, 10^16, 3)",
    "staircase(10^18, 10^17, 3)",
    "fibonacci_nim(10^18)",
    "euclid(10^18, 10^17 + 1)",
    "sum(annihilation, nim(10^18, 5, 3))",
];

/// Returns the answer to a question, or the message of the error.
fn answer(session: &mut Session, text: &str) -> Result<String, String> {
    let source = session.sources.add("test", text);
    let statement = &session.prepare(&source).statements[0];
    let value = session.execute(statement).result.map_err(|error| error.message)?;
    session.show(&value, Notation::Ascii, statement.span).map_err(|error| error.message)
}

/// If the winner is known, so are a winning move and the reason. A list of winning moves is exact or refused as too long.
#[test]
fn what_is_decided_is_answered_whole() {
    let mut cx = session();
    for position in DECIDED {
        for convention in ["normal", "misere"] {
            let mut ask = |question: &str| answer(&mut cx, &format!("{question}({position}, {convention})"));
            let Ok(outcome) = ask("outcome") else {
                assert_eq!(convention, "misere", "{position}");
                continue;
            };
            let moves = ask("winning_moves");
            match &moves {
                Ok(moves) => assert_eq!(moves == "[]", outcome == "P", "{position}, {convention}: {moves}"),
                Err(message) => assert!(message.contains("good moves"), "{position}, {convention}: {message}"),
            }
            let solved = ask("solve").unwrap();
            let says =
                if outcome == "P" { "the player who does not move wins" } else { "the player who moves wins by " };
            assert!(solved.starts_with(says), "{position}, {convention}: {solved}");
            assert!(ask("explain").is_ok(), "{position}, {convention}");
        }
    }
}

/// Winning moves in misère play of heaps past the size from which they are not listed, among all moves. These rules leave one
/// heap, so that there are few.
#[test]
fn misere_moves_are_those_among_all_moves() {
    let rules = [
        "subtraction({1, 3, 4}, ",
        "subtraction({2, 5, 7}, ",
        "octal(\"0.3\", ",
        "octal(\"0.313\", ",
        "octal(\"0.1033\", ",
    ];
    let (mut random, mut cx) = (Random(1956), session());
    let mut won = 0;
    for _ in 0..rounds(1600) {
        let rule = rules[random.below(rules.len() as u64) as usize];
        let heap = 1_000_000 + random.below(60);
        let beside = match random.below(4) {
            0 => String::new(),
            1 => format!(" + nim({})", random.below(5)),
            2 => format!(" + {rule}{})", random.below(12)),
            _ => format!(" + {rule}{}) + nim({})", 1_000_000 + random.below(60), random.below(4)),
        };
        let p = format!("{rule}{heap}){beside}");
        let moves = answer(&mut cx, &format!("sort([text(q) for q in winning_moves({p}, misere)])")).unwrap();
        let all = answer(&mut cx, &format!("sort([text(q) for q in options({p}) if outcome(q, misere) == P])"));
        assert_eq!(Ok(&moves), all.as_ref(), "{p}");
        won += usize::from(moves != "[]");
    }
    assert!(won >= rounds(400), "{won}");
}
