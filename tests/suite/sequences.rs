//! Nim-values of take-and-break games against their definition, by every method and with all instructions; periods
//! against the literature.

use std::sync::atomic::Ordering;

use cg_engine::games::{Budget, Fault};
use cg_engine::heaps::{Code, Method, Path, Period, Rule, Sequence, Ways, observed_period};

use crate::random_graph::{is_thorough, rounds};

const METHODS: [Method; 4] = [Method::Best, Method::Dense, Method::Sparse, Method::Sets];

fn code(text: &str) -> Code {
    text.parse().unwrap_or_else(|bad| panic!("{text}: {bad}"))
}

fn budget() -> Budget {
    Budget::unlimited()
}

/// All ways of writing `total` as `count` positive parts in ascending order.
fn partitions(total: usize, count: usize, least: usize, parts: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    if count == 0 {
        if total == 0 {
            visit(parts);
        }
        return;
    }
    let first = if count == 1 { least.max(total) } else { least };
    for part in first..=total / count {
        parts.push(part);
        partitions(total - part, count - 1, part, parts, visit);
        parts.pop();
    }
}

/// The nim-values of heaps 0..n by the definition: take k, leave exactly j heaps, none empty; the least value that is
/// no option's.
fn by_definition(code: &Code, unequal: bool, n: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..n {
        let mut options = vec![false; 2 * heap + 2];
        for k in 0..=heap {
            for j in (0..6).filter(|&j| code.allows(k as u64, j)) {
                partitions(heap - k, j as usize, 1, &mut Vec::new(), &mut |parts| {
                    if !(unequal && parts.len() == 2 && parts[0] == parts[1]) {
                        options[parts.iter().fold(0, |sum, &part| sum ^ values[part]) as usize] = true;
                    }
                });
            }
        }
        values.push(options.iter().position(|met| !met).expect("enough places") as u64);
    }
    values
}

fn compare(rule: &Rule, expected: &[u64], all_paths: bool) {
    let paths = if all_paths { Path::available() } else { vec![Path::best()] };
    for method in METHODS {
        for &path in &paths {
            for periods in [false, true] {
                let mut sequence = Sequence::with(rule.clone(), Ways { periods, path, method });
                let values = sequence.values(0..expected.len() as u64, &mut budget()).unwrap();
                let found: Vec<u64> = values.iter().collect();
                if let Some(bad) = (0..expected.len()).find(|&n| found[n] != expected[n]) {
                    panic!(
                        "{} {method:?} {path:?} periods {periods}: heap {bad} has {}, not {}",
                        rule.code(),
                        found[bad],
                        expected[bad]
                    );
                }
            }
        }
    }
}

/// A small generator, so that failures come again.
fn below(state: &mut u64, n: u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state % n
}

#[test]
fn octal_codes_of_two_digits() {
    for first in ["0", "4"] {
        for a in 0..8 {
            for b in 0..8 {
                let code = code(&format!("{first}.{a}{b}"));
                let expected = by_definition(&code, false, 150);
                compare(&code.into(), &expected, true);
            }
        }
    }
}

#[test]
fn random_octal_codes() {
    let mut state = 12;
    for round in 0..rounds(60) {
        let digits: String = (0..3 + round % 3).map(|_| below(&mut state, 8).to_string()).collect();
        let code = code(&format!("{}.{digits}", [0, 4][round % 2]));
        let expected = by_definition(&code, false, 400);
        compare(&code.into(), &expected, true);
    }
}

#[test]
fn random_codes_with_more_heaps() {
    let mut state = 13;
    let letters: Vec<char> = "0123456789ABCDEF".chars().collect();
    for round in 0..40 {
        let digits: String = (0..1 + round % 4).map(|_| letters[below(&mut state, 16) as usize]).collect();
        let code = code(&format!("{}.{digits}", [0, 4, 8][round % 3]));
        let expected = by_definition(&code, false, 70);
        compare(&code.into(), &expected, false);
    }
    for text in ["0.H", "0.Z", "0.1V", "G.01", "0.2K7"] {
        compare(&code(text).into(), &by_definition(&code(text), false, 32), false);
    }
}

#[test]
fn repeating_codes() {
    for text in ["0.[3]", "4.[3]", "0.[770]", "0.[7]", "0.03[31]", "0.5[13]", "0.[1]", "4.[12]", "0.[07]", "0.0330[3]"]
    {
        compare(&code(text).into(), &by_definition(&code(text), false, 200), false);
    }
    for text in ["0.[9]", "0.[F]", "8.[3]", "0.1[8]"] {
        compare(&code(text).into(), &by_definition(&code(text), false, 60), false);
    }
}

#[test]
fn unequal_heaps() {
    for text in ["4.0", "0.7", "0.77", "4.07", "0.004", "4.[3]"] {
        compare(&Rule::unequal(code(text)), &by_definition(&code(text), true, 300), true);
    }
    // Grundy's game, OEIS A002188.
    let mut grundy = Sequence::new(Rule::grundy_game());
    let values: Vec<u64> = grundy.values(1..21, &mut budget()).unwrap().iter().collect();
    assert_eq!(values, [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]);
}

#[test]
fn first_values_of_the_literature() {
    // Winning Ways, ch. 4: Kayles, Dawson's Kayles; CGSuite's tests: 0.3F.
    for (text, expected) in [
        ("0.77", vec![0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1]),
        ("0.07", vec![0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]),
        ("0.3F", vec![0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6, 7, 8, 9, 10, 11]),
        ("0.[770]", vec![0, 1, 2, 3, 1, 4, 3, 6, 4, 3, 6, 7, 3, 8, 7, 3, 8, 7, 10]),
    ] {
        let expected: Vec<u64> = expected;
        compare(&code(text).into(), &expected, true);
    }
}

#[test]
fn values_grow_wider() {
    let nim: Vec<u64> = (0..70_000).collect();
    let mut sequence = Sequence::with(code("0.[3]"), Ways { periods: false, ..Ways::default() });
    assert!(sequence.values(0..70_000, &mut budget()).unwrap().iter().eq(nim));
    // Values of .04 pass 255 before heap 20 000; all paths agree.
    let mut first = None;
    for path in Path::available() {
        for method in [Method::Dense, Method::Sparse] {
            let mut sequence = Sequence::with(code("0.04"), Ways { path, periods: false, method });
            let values = sequence.values(0..12_000, &mut budget()).unwrap();
            assert_eq!(first.get_or_insert_with(|| values.clone()), &values, "{method:?} {path:?}");
        }
    }
    assert!(first.unwrap().iter().any(|value| value > 255));
}

/// Values of several threads are those of one; from heap 8192 on there may be several.
#[test]
fn any_number_of_threads_finds_the_same() {
    let heaps = if is_thorough() { 10_000 } else { 9_000 };
    let rules = ["0.007", "0.06", "0.74", "0.6", "0.26", "4.04"].map(|text| Rule::from(code(text)));
    for (i, rule) in rules.into_iter().chain([Rule::grundy_game(), Rule::unequal(code("0.06"))]).enumerate() {
        for path in Path::available() {
            for method in [Method::Dense, Method::Best] {
                // Plain instructions are slow, and the best method is often that of all pairs.
                if !is_thorough() && (path == Path::Plain && i > 0 || path != Path::best() && method == Method::Best) {
                    continue;
                }
                let ways = Ways { periods: false, path, method };
                let values = |threads| {
                    let budget = &mut budget();
                    budget.set_threads(threads);
                    let mut sequence = Sequence::with(rule.clone(), ways);
                    // In pieces, as a person asks for them.
                    sequence.value(8_500, budget).unwrap();
                    sequence.values(0..heaps, budget).unwrap()
                };
                let alone = values(1);
                for threads in if is_thorough() { 2..5 } else { 3..4 } {
                    assert!(values(threads) == alone, "{rule:?} {path:?} {method:?}, {threads} threads");
                }
            }
        }
    }
}

#[test]
fn several_threads_heed_the_limits() {
    let mut sequence = Sequence::with(code("0.007"), Ways { method: Method::Dense, ..Ways::default() });
    let alone = sequence.clone().values(0..9_500, &mut budget()).unwrap();
    let budget = &mut budget();
    budget.set_threads(3);
    sequence.value(9_000, budget).unwrap();
    budget.interrupt_flag().store(true, Ordering::Relaxed);
    assert!(matches!(sequence.values(0..9_500, budget), Err(Fault::Interrupted)));
    budget.interrupt_flag().store(false, Ordering::Relaxed);
    assert!(sequence.values(0..9_500, budget).unwrap() == alone, "what was stopped goes on");
    budget.set_memory(Some(1), || 1);
    assert!(matches!(sequence.value(20_000, budget), Err(Fault::Memory { .. })));
}

/// How many heaps are searched for a period does not depend on the number of threads.
#[test]
fn periods_do_not_depend_on_threads() {
    for text in ["0.06", "0.356", "0.165"] {
        let found = |threads| {
            let budget = &mut budget();
            budget.set_threads(threads);
            let mut sequence = Sequence::with(code(text), Ways { method: Method::Dense, ..Ways::default() });
            let period = sequence.period(12_000, budget).unwrap();
            (period, sequence.known().len())
        };
        assert_eq!(found(2), found(1), "{text}");
    }
}

fn period(text: &str, heaps: u64) -> Option<Period> {
    Sequence::new(code(text)).period(heaps, &mut budget()).unwrap()
}

#[track_caller]
fn proved(text: &str, heaps: u64, preperiod: u64, length: u64) -> Period {
    let period = period(text, heaps).unwrap_or_else(|| panic!("{text} has no period"));
    assert_eq!((period.preperiod, period.period, period.saltus, period.proved), (preperiod, length, 0, true), "{text}");
    period
}

#[test]
fn periods_of_the_literature() {
    // Winning Ways, ch. 4, and Flammenkamp's tables; the preperiod is one more than the last exception.
    for (text, preperiod, period) in [
        ("0.07", 53, 34),
        ("0.137", 52, 34),
        ("0.4", 54, 34),
        ("0.055", 259, 148),
        ("0.156", 3479, 349),
        ("0.356", 7315, 142),
        ("0.165", 5181, 1550),
        ("0.644", 3256, 442),
        ("0.177", 497, 20),
        ("0.45", 498, 20),
        ("0.127", 46578, 4),
        ("0.16", 105_351, 149_459),
    ] {
        proved(text, 1 << 20, preperiod, period);
    }
    let kayles = proved("0.77", 1 << 20, 71, 12);
    assert_eq!(kayles.exceptions, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
    assert_eq!(kayles.exception_count, 14);
}

#[test]
fn periods_of_other_rules() {
    // Subtraction games; Ferguson 1974 has 0.[770] with last exception 156.
    proved("0.33", 1 << 10, 0, 3);
    proved("0.3033", 1 << 10, 0, 7);
    proved("0.0", 1 << 10, 0, 1);
    let repeating = proved("0.[770]", 1 << 12, 157, 3);
    assert_eq!(repeating.exception_count, 126);
    // The values of 0.3F grow; no theorem is checked.
    let hexadecimal = period("0.3F", 400).unwrap();
    assert_eq!((hexadecimal.period, hexadecimal.saltus, hexadecimal.proved), (6, 3, false));
    assert_eq!(period("0.6", 20_000), None);
    assert_eq!(period("0.007", 5_000), None);
    assert_eq!(Sequence::new(Rule::grundy_game()).period(5_000, &mut budget()).unwrap(), None);
}

#[test]
fn spaces_that_alternate() {
    // The classes of 0.104 and 0.127 change places from heap to heap; 0.1040104 breaks by 3 and by 7, 0.1404 by 2 and 4.
    for text in ["0.104", "0.127", "0.1040104", "0.1404", "4.04", "0.0404", "0.106"] {
        let code = code(text);
        let expected = by_definition(&code, false, if is_thorough() { 2_500 } else { 1_200 });
        compare(&code.into(), &expected, true);
    }
}

#[test]
fn subtraction_games_with_growing_values() {
    let nim = period("0.[3]", 1000).unwrap();
    assert_eq!((nim.preperiod, nim.period, nim.saltus, nim.proved), (0, 1, 1, true));
    let huge = 1_000_000_000_000_000_000;
    assert_eq!(Sequence::new(code("0.[3]")).value(huge, &mut budget()).unwrap(), huge);
    // What is proved of the first heaps holds for later ones.
    for text in ["0.0[3]", "0.300[3]", "0.0330[3]", "0.03[30]", "0.[330]", "0.3300303[3]", "0.[3033]", "0.3[003]"] {
        let expected = by_definition(&code(text), false, 1500);
        let mut sequence = Sequence::new(code(text));
        let period = sequence.period(400, &mut budget()).unwrap().unwrap_or_else(|| panic!("{text}"));
        assert!(period.proved, "{text} {period}");
        let known = sequence.known().len();
        assert!(known <= 500, "{text} {known}");
        let values = sequence.values(0..1500, &mut budget()).unwrap();
        assert!(values.iter().eq(expected), "{text} {period}");
    }
    // Lasker's Nim: 4k + 1, 4k + 2, 4k + 4, 4k + 3 (Ferguson 1974); proved where heaps are split.
    let lasker = period("4.[3]", 300).unwrap();
    assert_eq!((lasker.preperiod, lasker.period, lasker.saltus, lasker.proved), (1, 4, 4, true));
    assert_eq!(lasker.exceptions, [0]);
}

#[test]
#[ignore = "a few seconds each in a release build, minutes in a debug build"]
fn long_periods() {
    proved("0.56", 1 << 21, 326_640, 144);
    proved("0.376", 1 << 23, 2_268_248, 4);
    proved("0.354", 1 << 25, 10_061_916, 1180);
}

#[test]
#[ignore = "half a gigabyte and a minute in a release build"]
fn the_longest_periods() {
    proved("0.104", 1 << 29, 197_769_598, 11_770_282);
    proved("0.054", 1 << 29, 193_235_616, 10_015_179);
    proved("0.454", 1 << 29, 160_949_019, 60_620_715);
}

#[test]
fn what_is_proved_is_not_computed() {
    let huge = 1_000_000_000_000_000_000;
    let mut kayles = Sequence::new(code("0.77"));
    // 10^18 is 4 mod 12, and g(76) = 1.
    assert_eq!(kayles.value(huge, &mut budget()).unwrap(), 1);
    assert!(kayles.known().len() < 1000);
    let values = kayles.values(huge..huge + 12, &mut budget()).unwrap();
    assert_eq!(values.iter().collect::<Vec<_>>(), [1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8]);
    assert_eq!(Sequence::new(code("0.33")).value(u64::MAX, &mut budget()).unwrap(), u64::MAX % 3);
}

#[test]
fn too_large_is_said_where_no_period_is_found() {
    let huge = 1_000_000_000_000_000_000;
    let rules = [Rule::from(code("0.6")), Rule::from(code("0.007")), Rule::grundy_game()];
    for rule in rules.into_iter().take(rounds(3)) {
        let fault = Sequence::new(rule).value(huge, &mut budget()).unwrap_err();
        assert!(matches!(fault, Fault::TooLarge { .. }), "{fault}");
    }
}

#[test]
fn limits_stop_the_work() {
    let mut budget = budget();
    budget.set_deadline(Some(std::time::Instant::now() + std::time::Duration::from_millis(50)));
    let mut sequence = Sequence::new(code("0.007"));
    let fault = sequence.extend_to(1 << 30, &mut budget).unwrap_err();
    assert!(matches!(fault, Fault::Timeout), "{fault}");
    // What is there goes on to be right.
    let known = sequence.known().len() as u64;
    budget.set_deadline(None);
    let values = sequence.values(0..known + 10, &mut budget).unwrap();
    assert_eq!(values, Sequence::new(code("0.007")).values(0..known + 10, &mut budget).unwrap());
}

#[test]
fn observations_are_honest() {
    let list = |f: &dyn Fn(u64) -> u64, n: u64| (0..n).map(f).collect::<Vec<_>>();
    assert_eq!(observed_period(&[]), None);
    assert_eq!(observed_period(&[0]), None);
    assert_eq!(observed_period(&list(&|n| n % 3, 8)), None);
    let seen = observed_period(&list(&|n| if n == 2 { 9 } else { n % 3 }, 30)).unwrap();
    assert_eq!((seen.preperiod, seen.period, seen.saltus, seen.proved), (3, 3, 0, false));
    assert_eq!(seen.exceptions, [2]);
    let ruler = observed_period(&list(&|n| (n + 1).trailing_zeros().into(), 200));
    assert_eq!(ruler, None);
    assert_eq!(observed_period(&list(&|n| 100 - n, 100)), None);
}
