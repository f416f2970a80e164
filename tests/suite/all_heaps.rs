//! What is proved of all heaps, against what is found heap by heap far beyond the heaps that prove it.

use std::collections::HashMap;

use cg_engine::games::Budget;
use cg_engine::heaps::{Code, HeapMoves, Method, Path, Rule, Sequence, Splits, Ways};
use cg_engine::misere::{AllConditions, Condition, Genera, Limits, Quotient, Sums, Told, conditions};
use dashu_int::UBig;

use crate::language::session;
use crate::random_graph::{Random, rounds};

fn code(text: &str) -> Rule {
    Rule::from(text.parse::<Code>().expect("a code"))
}

fn table(rule: &Rule, heaps: u32) -> HeapMoves {
    let budget = &mut Budget::unlimited();
    let mut game = HeapMoves::default();
    (0..heaps).for_each(|heap| game.push(&rule.moves(heap, budget).unwrap()));
    game
}

/// A rule in which any number may be taken splits as its nim-values say, and a proved period tells those of all heaps: the
/// values come from the moves one by one, and from sets of values without a look for periods.
#[test]
fn periods_with_saltus() {
    let budget = &mut Budget::unlimited();
    let slow = Ways { periods: false, path: Path::best(), method: Method::Sets };
    let rules = [
        (Rule::splitting(Splits::Coded), true, 60, 1500),
        (Rule::splitting(Splits::Even), true, 24, 200),
        (Rule::splitting(Splits::Any), true, 24, 200),
        (code("4.[3]"), true, 60, 1500),
        (code("8.[3]"), false, 40, 200),
        (code("C.[3]"), false, 40, 200),
        (code("G.[3]"), false, 30, 150),
        (code("K.[3]"), true, 30, 150),
        (code("4.3[3]"), true, 60, 500),
        (code("4.[33]"), true, 60, 500),
        (code("0.[3]"), true, 60, 500),
        (code("4.[7]"), false, 60, 500),
    ];
    for (rule, is_proved, few, many) in rules {
        let literal = table(&rule, few).nim_values(budget).unwrap();
        let mut by_sets = Sequence::with(rule.clone(), slow);
        let expected: Vec<u64> = by_sets.values(0..many, budget).unwrap().iter().collect();
        assert_eq!(literal, expected[..few as usize], "{rule:?}");
        let mut quick = Sequence::new(rule.clone());
        let period = quick.period(64, budget).unwrap();
        let values: Vec<u64> = quick.values(0..many, budget).unwrap().iter().collect();
        assert_eq!(values, expected, "{rule:?}");
        assert_eq!(period.is_some_and(|period| period.proved), is_proved, "{rule:?}");
    }
}

/// The heaps that a move leaves, where none is broken.
fn left(digits: &[u8], heap: usize) -> impl Iterator<Item = usize> {
    let allows = move |taken: usize| digits[taken - 1] & (if taken == heap { 1 } else { 2 }) != 0;
    (1..=heap.min(digits.len())).filter(move |&taken| allows(taken)).map(move |taken| heap - taken)
}

/// Remoteness move by move.
fn remoteness(digits: &[u8], misere: bool, heaps: usize) -> Vec<u64> {
    let mut found: Vec<u64> = Vec::new();
    for heap in 0..heaps {
        let options: Vec<u64> = left(digits, heap).map(|option| found[option]).collect();
        let even = options.iter().filter(|option| **option % 2 == 0).min();
        let odd = options.iter().max();
        found.push(even.or(odd).map_or(u64::from(misere), |option| option + 1));
    }
    found
}

/// Suspense move by move.
fn suspense(digits: &[u8], misere: bool, heaps: usize) -> Vec<u64> {
    let mut found: Vec<u64> = Vec::new();
    for heap in 0..heaps {
        let options: Vec<u64> = left(digits, heap).map(|option| found[option]).collect();
        let even = options.iter().filter(|option| **option % 2 == 0).max();
        found.push(even.or(options.iter().min()).map_or(u64::from(misere), |option| option + 1));
    }
    found
}

/// Foreclosed values by their definition: nothing for ends and for heaps from which one move ends play.
fn foreclosed(digits: &[u8], misere: bool, heaps: usize) -> Vec<Result<u64, u64>> {
    let mut found: Vec<Result<u64, u64>> = Vec::new();
    for heap in 0..heaps {
        let options: Vec<Result<u64, u64>> = left(digits, heap).map(|option| found[option]).collect();
        let open: Vec<u64> = options.iter().filter_map(|option| option.ok()).collect();
        found.push(if options.is_empty() {
            Err(0)
        } else if !misere && options.contains(&Err(0)) {
            Err(1)
        } else {
            Ok((0..).find(|value| !open.contains(value)).unwrap())
        });
    }
    found
}

#[test]
fn lengths_and_foreclosed_values_of_heaps_that_are_not_broken() {
    let mut random = Random(1966);
    let budget = &mut Budget::unlimited();
    for round in 0..400 {
        // Half of them subtraction games, for which a whole heap is as good as a part.
        let digit = |random: &mut Random| if round % 4 < 2 { 3 * random.below(2) } else { random.below(4) } as u8;
        let mut digits: Vec<u8> = (0..1 + random.below(14)).map(|_| digit(&mut random)).collect();
        let rule = code(&format!("0.{}", digits.iter().map(u8::to_string).collect::<String>()));
        digits.resize(16, 0);
        let misere = round % 2 == 0;
        let lengths = remoteness(&digits, misere, 6000);
        let delays = suspense(&digits, misere, 6000);
        let values = foreclosed(&digits, misere, 6000);
        for heap in (0..6000).step_by(217).chain(5990..6000) {
            let found = rule.remoteness(&UBig::from(heap as u64), misere, budget).unwrap();
            assert_eq!(found, Some(lengths[heap].into()), "{rule:?}, heap {heap}, misère {misere}");
            let found = rule.suspense(&UBig::from(heap as u64), misere, budget).unwrap();
            assert_eq!(found, Some(delays[heap].into()), "{rule:?}, heap {heap}, misère {misere}");
            let found = rule.foreclosed(&UBig::from(heap as u64), misere, budget).unwrap();
            let expected = values[heap].map_or_else(|special| special, |value| value + 2);
            assert_eq!(found, Some(expected.into()), "{rule:?}, heap {heap}, misère {misere}");
        }
    }
    assert_eq!(code("0.7").remoteness(&UBig::ONE, false, budget).unwrap(), None);
    assert_eq!(code("0.[3]").foreclosed(&UBig::ONE, false, budget).unwrap(), None);
}

/// Compares the longest play from a heap with one move more than the longest plays from the heaps that a move leaves.
#[test]
fn distances_by_all_moves() {
    let (mut random, budget) = (Random(15), &mut Budget::unlimited());
    let mut rules = vec![Rule::grundy_game()];
    rules.extend([Splits::Coded, Splits::Even, Splits::Any].map(Rule::splitting));
    for _ in 0..rounds(640) {
        let most = [4, 8, 16][random.below(3) as usize];
        let mut text = ["0.", "0.", "4.", "8.", "C."][random.below(5) as usize].to_string();
        for _ in 0..1 + random.below(4) {
            text += &format!("{:X}", random.below(most));
        }
        rules.push(code(&text));
    }
    let mut answered = 0;
    for rule in rules {
        let mut longest: Vec<u64> = Vec::new();
        for heap in 0..16u32 {
            let moves = rule.moves(heap, budget).unwrap();
            let lengths = moves.iter().map(|left| 1 + left.iter().map(|&part| longest[part as usize]).sum::<u64>());
            let length = lengths.max().unwrap_or(0);
            if let Some(found) = rule.distance(&UBig::from(heap), budget).unwrap() {
                assert_eq!(found, UBig::from(length), "{rule:?}, heap {heap}");
                answered += 1;
            }
            longest.push(length);
        }
    }
    assert!(answered > 16 * rounds(600), "{answered}");
}

/// The conditions of random codes, heap by heap far beyond the heaps that were looked at.
#[test]
fn conditions_on_all_heaps() {
    let mut random = Random(1974);
    let budget = &mut Budget::unlimited();
    let mut rules: Vec<Rule> =
        ["0.77", "0.73", "0.[770]", "0.[73]", "4.[3]", "8.[3]", "4.33", "0.3[7]", "0.[3033]"].map(code).into();
    for _ in 0..rounds(60) {
        let digits: String = (0..1 + random.below(3)).map(|_| char::from(b'0' + random.below(8) as u8)).collect();
        rules.push(code(&format!("{}.{digits}", 4 * random.below(2))));
    }
    let (mut kept, mut broken) = (0, 0);
    for rule in rules {
        let Some(all) = AllConditions::of(&rule, budget).unwrap() else { continue };
        let heaps = all.checked + 2 * all.period + 40;
        if heaps > 400 {
            continue;
        }
        let game = table(&rule, heaps as u32);
        let values = game.nim_values(budget).unwrap();
        let said = |heap: u64| -> Vec<Condition> {
            let like = match (heap >= all.checked, all.period) {
                (true, 0) => return Vec::new(),
                (true, period) => all.checked - period + (heap - all.checked) % period,
                (false, _) => heap,
            };
            all.broken.iter().filter(|(_, at)| *at == like).map(|(condition, _)| *condition).collect()
        };
        for heap in 0..heaps {
            let found = conditions(&game, &values, heap as usize, budget).unwrap();
            assert_eq!(found, said(heap), "{rule:?}, heap {heap}");
        }
        *(if all.broken.is_empty() { &mut kept } else { &mut broken }) += 1;
    }
    assert!(kept >= 5 && broken >= rounds(10), "{kept} keep them, {broken} do not");
}

/// Quotients of all heaps tell who wins sums of heaps beyond those that prove them, by a search of their moves.
#[test]
fn quotients_of_all_heaps() {
    let mut random = Random(2008);
    let budget = &mut Budget::unlimited();
    let mut proved = 0;
    let mut codes: Vec<String> =
        ["0.31", "0.52", "0.53", "0.34", "0.75", "0.71", "0.351", "0.3", "0.[3033]"].map(String::from).into();
    for _ in 0..30 {
        codes.push(format!("0.{}{}{}", random.below(8), random.below(4), random.below(8)));
    }
    for text in codes {
        let rule = code(&text);
        let limits = Limits { elements: 60, words: 1 << 13, pairs: 2000, rounds: 20 };
        let quotient = Quotient::of_rule(&rule, 60, limits, budget).unwrap();
        if quotient.period().is_none() {
            continue;
        }
        proved += 1;
        let largest = quotient.heaps() as u64 + 8;
        let game = table(&rule, largest as u32 + 1);
        let mut sums = Sums::default();
        for _ in 0..12 {
            let mut heaps: Vec<u32> = vec![largest as u32 - random.below(8) as u32, random.below(12) as u32];
            heaps.extend((random.below(2) == 0).then(|| random.below(8) as u32));
            let live: Vec<u32> = heaps.iter().copied().filter(|&h| game.move_of(h as usize, 0).is_some()).collect();
            let Some(lost) = sums.is_lost(&game, &live, 300_000, budget).unwrap() else { continue };
            let value = |h: &u32| quotient.value_of(&UBig::from(*h)).expect("of all heaps");
            let product = heaps.iter().fold(0, |product, h| quotient.times(product, value(h)));
            assert_eq!(quotient.is_in_p(product), lost, "{text}: {heaps:?}");
        }
    }
    assert!(proved >= 12, "{proved} proved");
}

/// Orders, preperiods and periods of the literature (Plambeck 2005; Plambeck and Siegel 2008).
#[test]
fn quotients_of_the_literature() {
    for (text, order, preperiod, period) in [("0.77", 40, 71, 12), ("0.115", 42, 92, 14), ("0.53", 16, 21, 9)] {
        let quotient = Quotient::of_rule(&code(text), 400, Limits::SMALL, &mut Budget::unlimited()).unwrap();
        let found = quotient.period().expect("proved");
        assert_eq!((quotient.order(), found.preperiod, found.period), (order, preperiod, period), "{text}");
    }
}

/// Quotients that grow from one to the next, against a search through the moves of sums.
#[test]
fn quotients_beside_one_more_heap() {
    let (budget, random) = (&mut Budget::unlimited(), &mut Random(97));
    for (text, heaps, largest) in
        [("0.644", 70, 20), ("0.54", 36, 24), ("0.26", 28, 24), ("0.07", 25, 24), ("0.37", 14, 13)]
    {
        let game = table(&code(text), heaps);
        let quotient = Quotient::of(&game, Limits::SMALL, budget).unwrap();
        assert!(quotient.is_complete(), "{text}");
        let mut sums = Sums::default();
        for _ in 0..150 {
            let sum: Vec<u32> = (0..1 + random.below(4)).map(|_| random.below(largest) as u32).collect();
            let expected = sums.is_lost(&game, &sum, usize::MAX, budget).unwrap();
            assert_eq!(expected, Some(quotient.is_lost(&sum)), "{text} {sum:?}");
        }
    }
}

/// Large heaps beside heaps of Nim: a large heap is like one that the search of its moves reaches.
#[test]
fn large_heaps_beside_nim() {
    let mut session = session();
    let mut random = Random(1992);
    let (mut answered, mut open) = (0, 0);
    for code in ["0.77", "0.31", "0.34", "0.52", "0.53", "0.71", "0.75", "0.351", "0.144"] {
        let quotient = Quotient::of_rule(&self::code(code), 400, Limits::SMALL, &mut Budget::unlimited()).unwrap();
        let period = quotient.period().expect("proved");
        // The search does not reach far where larger heaps of Nim stand beside Kayles.
        let most = if code == "0.77" { 4 } else { 7 };
        for _ in 0..40 {
            let (large, small) = (10_u64.pow(18) + random.below(1000), random.below(12));
            let nim = match random.below(3) {
                0 => "nim(0)".into(),
                1 => format!("nim({})", random.below(most)),
                _ => format!("nim({}, {})", random.below(4), random.below(most)),
            };
            let like = period.preperiod + (large - period.preperiod) % period.period;
            let mut outcome = |heap| {
                let of = |heap| format!("octal(\"{code}\", {heap})");
                session.evaluate(&format!("outcome({} + {} + {nim}, misere)", of(heap), of(small)))
            };
            let literal = outcome(like).unwrap();
            match outcome(large) {
                Ok(found) if found == literal => answered += 1,
                Ok(_) => panic!("{code}: {large} + {small} + {nim}"),
                Err(_) => open += 1,
            }
        }
    }
    assert!(answered > 300 && open > 0, "{answered} answered, {open} open");
}

/// The misère nim-value of a sum of heaps of a rule and of Nim by its definition: 1 where there is no move, else the mex.
fn misere_value(game: &HeapMoves, heaps: &[u32], nim: &[u32], known: &mut HashMap<(Vec<u32>, Vec<u32>), u32>) -> u32 {
    let sorted = |list: &[u32]| {
        let mut list: Vec<u32> = list.iter().copied().filter(|&heap| heap > 0).collect();
        list.sort_unstable();
        list
    };
    let key = (sorted(heaps), sorted(nim));
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let (heaps, nim) = &key;
    let mut options = Vec::new();
    for (i, &heap) in heaps.iter().enumerate() {
        for left in game.moves(heap as usize) {
            let others = [&heaps[..i], &heaps[i + 1..], left].concat();
            options.push(misere_value(game, &others, nim, known));
        }
    }
    for (i, &size) in nim.iter().enumerate() {
        for smaller in 0..size {
            let others = [&nim[..i], &nim[i + 1..], &[smaller]].concat();
            options.push(misere_value(game, heaps, &others, known));
        }
    }
    let value = if options.is_empty() { 1 } else { (0..).find(|n| !options.contains(n)).unwrap() };
    known.insert(key, value);
    value
}

/// What quotients by misère nim-values tell of sums, digit by digit against the definition. Kayles alone has values that
/// its quotient does not tell apart.
fn assert_told(rule: &Rule, game: &HeapMoves, genera: &mut Genera, sums: &[(Vec<u32>, Vec<u32>)]) -> usize {
    let (budget, mut known, mut told) = (&mut Budget::unlimited(), HashMap::new(), 0);
    let values = game.nim_values(budget).unwrap();
    for (heaps, nim) in sums {
        let normal = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
        let normal = nim.iter().fold(normal as u32, |sum, &size| sum ^ size);
        let mut digit = |beside: usize| {
            let nim = [&nim[..], &vec![2; beside]].concat();
            misere_value(game, heaps, &nim, &mut known)
        };
        let large: Vec<UBig> = heaps.iter().map(|&heap| heap.into()).collect();
        match genera.told(&large, nim, normal, 400, Limits::SMALL, budget).unwrap() {
            Told::Genus(genus, _) => {
                assert_eq!(genus.normal, normal);
                for beside in 0..genus.misere.len() + 2 {
                    assert_eq!(genus.digit(beside), digit(beside), "{heaps:?} and {nim:?} of {rule:?}, {beside}");
                }
                told += 1;
            }
            Told::AtLeast { beside, value } => {
                assert!(digit(beside) >= value, "{heaps:?} and {nim:?} of {rule:?}, {beside}");
            }
            Told::Nothing => {}
        }
    }
    told
}

/// Some sums of few heaps, at random.
fn few_heaps(random: &mut Random, count: usize, heaps: u64) -> Vec<(Vec<u32>, Vec<u32>)> {
    let sum = |_| {
        let count = random.below(4);
        let heaps = (0..count).map(|_| random.below(heaps) as u32).collect();
        (heaps, (0..random.below(3)).map(|_| random.below(4) as u32).collect())
    };
    (0..count).map(sum).collect()
}

/// Heaps alone, the larger ones by their moves with memory, and sums of smaller ones.
#[test]
fn genera_of_heaps_of_any_size() {
    let (mut random, budget) = (Random(23), &mut Budget::unlimited());
    let codes = [
        ("0.77", 34),
        ("0.71", 80),
        ("0.34", 80),
        ("0.53", 36),
        ("0.75", 40),
        ("0.123", 36),
        ("0.144", 40),
        ("0.152", 40),
        ("0.153", 40),
        ("0.115", 40),
        ("0.241", 80),
        ("0.31", 40),
        ("0.52", 40),
        ("0.72", 40),
        ("0.351", 30),
        ("0.333", 40),
        ("0.1023", 40),
    ];
    for (text, most) in codes {
        let rule = code(text);
        let (game, mut genera, mut sums) = (table(&rule, most), Genera::new(rule.clone()), Sums::default());
        let mut told = 0;
        for heap in 0..most {
            let expected = sums.species(&game, &[heap], budget).unwrap().genus.clone();
            match genera.told(&[heap.into()], &[], expected.normal, 400, Limits::SMALL, budget).unwrap() {
                Told::Genus(genus, _) => {
                    assert_eq!(genus, expected, "{heap} of {text}");
                    told += 1;
                }
                Told::AtLeast { beside, value } => assert!(expected.digit(beside) >= value, "{heap} of {text}"),
                Told::Nothing => panic!("{heap} of {text}"),
            }
        }
        assert!(told == most || text == "0.77" && told > 14, "{text}: {told}");
        let sums = few_heaps(&mut random, rounds(160), 11);
        let told = assert_told(&rule, &game, &mut genera, &sums);
        assert!(told == sums.len() || text == "0.77", "{text}: {told}");
    }
}

/// Rules at random: whatever is told is right.
#[test]
fn genera_of_rules_at_random() {
    let (mut random, mut told) = (Random(29), 0);
    // Of the first few little is told.
    for _ in 0..rounds(80).max(5) {
        let digits: String = (0..1 + random.below(3)).map(|_| char::from(b'0' + random.below(8) as u8)).collect();
        let rule = code(&format!("0.{digits}1"));
        let (game, mut genera) = (table(&rule, 13), Genera::new(rule.clone()));
        let sums = few_heaps(&mut random, 12, 13);
        told += assert_told(&rule, &game, &mut genera, &sums);
    }
    assert!(told > rounds(250), "{told}");
}
