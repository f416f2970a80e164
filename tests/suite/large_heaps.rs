//! Heaps around the sizes at which numbers stop to fit: every ruleset on heaps with a theorem or a proved period, against
//! values computed here in integers of any size, from small heaps looked at move by move and from the literature.

use std::collections::BTreeSet;

use dashu_int::UBig;

use crate::language::{run, session};
use crate::random_graph::Random;

/// Sizes near which a word, a packed value or a float ends, and one far beyond.
fn size(random: &mut Random) -> UBig {
    let bits = [31, 32, 53, 61, 62, 63, 64, 65, 66];
    let place = random.below(bits.len() as u64 + 2) as usize;
    let base = match bits.get(place) {
        Some(&bits) => UBig::ONE << bits,
        None if place == bits.len() => UBig::from(10u8).pow(19),
        None => UBig::from(10u8).pow(30),
    };
    match random.below(3) {
        0 => base + random.below(40),
        1 => base - random.below(40),
        _ => base + (random.next() >> random.below(64)),
    }
}

/// Binary digits, the last one first.
fn digits(n: &UBig) -> Vec<bool> {
    let (mut n, mut digits) = (n.clone(), Vec::new());
    while n > UBig::ZERO {
        digits.push(&n % 2u8 == 1);
        n /= 2u8;
    }
    digits
}

fn number(digits: &[bool]) -> UBig {
    digits.iter().rev().fold(UBig::ZERO, |n, &digit| n * 2u8 + u8::from(digit))
}

/// Addition without carrying, digit by digit.
fn nim_sum(a: &UBig, b: &UBig) -> UBig {
    let (a, b) = (digits(a), digits(b));
    let digit = |all: &[bool], i: usize| all.get(i).copied().unwrap_or(false);
    number(&(0..a.len().max(b.len())).map(|i| digit(&a, i) != digit(&b, i)).collect::<Vec<_>>())
}

fn nim_sum_of(all: &[UBig]) -> UBig {
    all.iter().fold(UBig::ZERO, |sum, n| nim_sum(&sum, n))
}

/// Nim-values of the heaps 0, 1, ... by their moves, each to a list of smaller heaps.
fn by_moves(most: u64, moves: &dyn Fn(u64) -> Vec<Vec<u64>>) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..most {
        let worth = |left: Vec<u64>| left.into_iter().fold(0, |sum, part| sum ^ values[part as usize]);
        let seen: BTreeSet<u64> = moves(heap).into_iter().map(worth).collect();
        values.push((0..).find(|n| !seen.contains(n)).unwrap());
    }
    values
}

/// A sequence of nim-values of which the first are known, and from where on it repeats with what period and saltus.
struct Repeating {
    values: Vec<u64>,
    from: u64,
    period: u64,
    saltus: u64,
}

impl Repeating {
    fn new(values: Vec<u64>, [from, period, saltus]: [u64; 3]) -> Repeating {
        for n in from as usize..values.len() - period as usize {
            assert_eq!(values[n + period as usize], values[n] + saltus, "heap {n}");
        }
        Repeating { values, from, period, saltus }
    }

    fn value(&self, heap: &UBig) -> UBig {
        let beyond = heap - self.from;
        let like = &beyond % self.period + self.from;
        beyond / self.period * self.saltus + self.values[like as usize]
    }
}

fn takes(heap: u64, most: u64) -> impl Iterator<Item = Vec<u64>> {
    (1..=heap.min(most)).map(move |taken| vec![heap - taken])
}

fn halves(heap: u64) -> impl Iterator<Item = Vec<u64>> {
    (1..=heap / 2).map(move |part| vec![part, heap - part])
}

/// All ways to part a heap, none of the parts above `most`.
fn partitions(heap: u64, most: u64) -> Vec<Vec<u64>> {
    if heap == 0 {
        return vec![Vec::new()];
    }
    let with = |part: u64| partitions(heap - part, part).into_iter().map(move |rest| [&[part], &rest[..]].concat());
    (1..=most.min(heap)).flat_map(with).collect()
}

/// An octal game: what digit k allows, for k from 1 on.
fn octal(code: &[u64], heap: u64) -> Vec<Vec<u64>> {
    let mut moves = Vec::new();
    for (taken, digit) in (1..=heap).zip(code) {
        let left = heap - taken;
        if digit & 1 > 0 && left == 0 {
            moves.push(Vec::new());
        }
        if digit & 2 > 0 && left > 0 {
            moves.push(vec![left]);
        }
        if digit & 4 > 0 {
            moves.extend(halves(left));
        }
    }
    moves
}

/// Rulesets on one heap, as `name(...` before the heap, and whether Bouton's rule holds of their sums in misère play
/// (Ferguson 1974, section 5).
fn rulesets() -> Vec<(String, Repeating, bool)> {
    let mut all = Vec::new();
    let mut add = |name: &str, most: u64, moves: &dyn Fn(u64) -> Vec<Vec<u64>>, period: [u64; 3], bouton: bool| {
        all.push((name.to_string(), Repeating::new(by_moves(most, moves), period), bouton));
    };
    add("nim(", 50, &|n| takes(n, n).collect(), [0, 1, 1], true);
    add("lasker(", 60, &|n| takes(n, n).chain(halves(n)).collect(), [1, 4, 4], true);
    let several = |n: u64, fits: fn(usize) -> bool| {
        let splits = partitions(n, n).into_iter().filter(move |parts| n > 0 && parts.len() > 1 && fits(parts.len()));
        takes(n, n).chain(splits).collect::<Vec<_>>()
    };
    add("sprague_even(", 24, &|n| several(n, |k| k % 2 == 0), [1, 4, 4], true);
    add("sprague_any(", 24, &|n| several(n, |_| true), [7, 5, 8], true);
    for k in 1..=9 {
        let period = if k % 2 == 0 { k + 2 } else { k + 1 };
        let name = format!("split_or_take({k}, ");
        add(&name, 100, &|n| takes(n, k).chain(halves(n)).collect(), [k + 1, period, 0], k % 2 == 0);
    }
    for t in [1, 2, 6] {
        add(&format!("scoring({t}, "), 40, &|n| takes(n, t).collect(), [0, t + 1, 0], true);
    }
    let pairs = (1..=6).flat_map(|a| (a..=8).step_by(2).map(move |b| if a < b { vec![a, b] } else { vec![a] }));
    for set in [vec![1, 3, 4], vec![2, 3], vec![1, 4, 9]].into_iter().chain(pairs) {
        let moves = |n: u64| set.iter().filter(|&&taken| taken <= n).map(|taken| vec![n - taken]).collect();
        let text: Vec<String> = set.iter().map(u64::to_string).collect();
        let values = by_moves(400, &moves);
        // What recurs for as long as the largest number taken recurs for ever.
        let period = (1..200).find(|p| (200..220).all(|n| values[n] == values[n + p])).unwrap();
        add(&format!("subtraction({{{}}}, ", text.join(",")), 400, &moves, [100, period as u64, 0], true);
    }
    let others = |n: u64| (3..=n).map(|taken| vec![n - taken]).collect();
    add("all_but({1,2}, ", 60, &others, [0, 3, 1], true);
    // Guy and Smith 1956; Winning Ways, ch. 4.
    add("kayles(", 400, &|n| octal(&[7, 7], n), [72, 12, 0], false);
    add("dawson_kayles(", 400, &|n| octal(&[0, 7], n), [53, 34, 0], false);
    add("dawson(", 400, &|n| octal(&[1, 3, 7], n), [52, 34, 0], false);
    add("octal(\"0.33\", ", 40, &|n| octal(&[3, 3], n), [0, 3, 0], false);
    add("code(\"0.77\", ", 400, &|n| octal(&[7, 7], n), [72, 12, 0], false);
    all
}

/// What is asked and what the answer must be.
type Case = (String, String);

fn nimber(n: &UBig) -> String {
    match u8::try_from(n) {
        Ok(0) => "0".into(),
        Ok(1) => "*".into(),
        _ => format!("*{n}"),
    }
}

/// Asks everything of one session in two orders, and some of it of fresh ones: no answer depends on another.
fn ask(mut cases: Vec<Case>, random: &mut Random) {
    let mut wrong = Vec::new();
    let mut compare = |cx: &mut cg::eval::Session, (text, expected): &Case| {
        let got = run(cx, text);
        if got != *expected {
            wrong.push(format!("{text}\n    expected {expected}\n    got      {got}"));
        }
    };
    let cx = &mut session();
    cases.iter().for_each(|case| compare(cx, case));
    for i in (1..cases.len()).rev() {
        cases.swap(i, random.below(i as u64 + 1) as usize);
    }
    cases.iter().for_each(|case| compare(cx, case));
    cases.iter().take(20).for_each(|case| compare(&mut session(), case));
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

fn class(won: bool) -> String {
    if won { "N".into() } else { "P".into() }
}

/// Bouton's rule of misère play.
fn is_won_misere(values: &[UBig]) -> bool {
    let large = values.iter().any(|value| *value > UBig::ONE);
    (nim_sum_of(values) == UBig::ZERO) != large
}

/// The least period of these values with any saltus, and the least heap from which they have it.
fn least_period(values: &[u64]) -> [u64; 3] {
    let (len, late) = (values.len(), 2 * values.len() / 3);
    let saltus = |p: usize| values[late + p].checked_sub(values[late]);
    let repeats = |p: usize, n: usize| values[n].checked_add(saltus(p)?).filter(|value| *value == values[n + p]);
    let lasts = |p: usize, from: usize| (from..len - p).all(|n| repeats(p, n).is_some());
    let period = (1..len - late).find(|&p| lasts(p, late)).unwrap();
    let preperiod = (0..).find(|&from| lasts(period, from)).unwrap();
    [preperiod as u64, period as u64, saltus(period).unwrap()]
}

#[test]
fn periods_are_those_of_the_values() {
    let cx = &mut session();
    for (name, values, _) in rulesets() {
        let rule = match name.strip_suffix(", ") {
            Some(rule) => format!("{rule})"),
            None => name.trim_end_matches('(').to_string(),
        };
        let found = run(cx, &format!("p := period({rule}); [p.preperiod, p.period, p.saltus]"));
        assert_eq!(found, format!("{:?}", least_period(&values.values)), "{rule}");
        let exceptions = run(cx, &format!("[e for e in period({rule}).exceptions]"));
        let [preperiod, period, saltus] = least_period(&values.values).map(|n| n as usize);
        let is_exception = |&n: &usize| {
            let rounds = (preperiod - n).div_ceil(period);
            values.values[n] + (rounds * saltus) as u64 != values.values[n + rounds * period]
        };
        let expected: Vec<usize> = (0..preperiod).filter(is_exception).collect();
        assert_eq!(exceptions, format!("{expected:?}"), "{rule}");
    }
}

#[test]
fn heaps_of_any_size_and_their_sums() {
    let random = &mut Random(12);
    let rulesets = rulesets();
    let mut cases: Vec<Case> = Vec::new();
    for (name, values, bouton) in &rulesets {
        for _ in 0..12 {
            let heap = size(random);
            let (text, value) = (format!("{name}{heap})"), values.value(&heap));
            cases.push((text.clone(), nimber(&value)));
            cases.push((format!("nim_value({text})"), value.to_string()));
            cases.push((format!("gamma(-{text}) == *{value}"), "true".into()));
            cases.push((format!("outcome({text})"), class(value > UBig::ZERO)));
            if *bouton {
                cases.push((format!("outcome({text}, misere)"), class(value != UBig::ONE)));
            }
        }
    }
    for _ in 0..150 {
        let mut texts = Vec::new();
        let mut values = Vec::new();
        let mut bouton = true;
        for _ in 0..2 + random.below(3) {
            let (name, sequence, keeps) = &rulesets[random.below(rulesets.len() as u64) as usize];
            let heap = size(random);
            let copies = 1 + random.below(3);
            texts.push(format!("{copies}*{name}{heap})"));
            values.extend((0..copies).map(|_| sequence.value(&heap)));
            bouton &= keeps;
        }
        // A last heap makes the sum small, or zero.
        let rest = nim_sum_of(&values);
        let last = if random.below(2) == 0 { rest.clone() } else { nim_sum(&rest, &random.below(4).into()) };
        texts.push(format!("nim({last})"));
        values.push(last);
        let (text, value) = (texts.join(" + "), nim_sum_of(&values));
        cases.push((text.clone(), nimber(&value)));
        cases.push((format!("nim_value({text})"), value.to_string()));
        cases.push((format!("{text} == *{value}"), "true".into()));
        cases.push((format!("outcome({text})"), class(value > UBig::ZERO)));
        if bouton {
            cases.push((format!("outcome({text}, misere)"), class(is_won_misere(&values))));
            cases.push((format!("bouton({text})"), (!is_won_misere(&values)).to_string()));
        }
    }
    ask(cases, random);
}

/// Coins mated two by two, those whose difference has the largest power of 2 first.
fn mating(mut coins: Vec<UBig>) -> UBig {
    let mut sum = UBig::ZERO;
    while coins.len() > 1 {
        let pairs = (0..coins.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let common = |&(i, j): &(usize, usize)| digits(&nim_sum(&coins[i], &coins[j])).iter().position(|&digit| digit);
        let (i, j) = pairs.max_by_key(common).unwrap();
        sum = nim_sum(&sum, &(nim_sum(&coins[i], &coins[j]) - 1u8));
        coins.remove(j);
        coins.remove(i);
    }
    coins.first().map_or(sum.clone(), |last| nim_sum(&sum, last))
}

#[test]
fn several_heaps_of_any_size() {
    let random = &mut Random(13);
    let mut cases: Vec<Case> = Vec::new();
    let list = |heaps: &[UBig]| heaps.iter().map(UBig::to_string).collect::<Vec<_>>().join(", ");
    for round in 0..60 {
        let mut heaps: Vec<UBig> = (0..2 + random.below(4)).map(|_| size(random)).collect();
        if round % 3 == 0 {
            heaps.push(nim_sum(&nim_sum_of(&heaps), &random.below(3).into()));
        }
        let (text, sum) = (list(&heaps), nim_sum_of(&heaps));
        cases.push((format!("nim({text})"), nimber(&sum)));
        cases.push((format!("outcome(nim({text}), misere)"), class(is_won_misere(&heaps))));
        cases.push((format!("nim_value(moore(1, {text}))"), sum.to_string()));
        let all = heaps.iter().fold(UBig::ZERO, |sum, heap| sum + heap);
        cases.push((format!("nim_value(moore({}, {text}))", heaps.len()), all.to_string()));
        // Moore: each binary digit in a multiple of k + 1 heaps.
        let k = 1 + random.below(3);
        let mut even: Vec<UBig> = heaps.iter().flat_map(|heap| vec![heap.clone(); k as usize + 1]).collect();
        cases.push((format!("outcome(moore({k}, {}))", list(&even)), "P".into()));
        cases.push((format!("outcome(moore({k}, {}), misere)", list(&even)), "P".into()));
        even[0] += 1u8;
        cases.push((format!("outcome(moore({k}, {}))", list(&even)), "N".into()));
        // Fraenkel and Lorberbom.
        let h = 1 + random.below(40);
        let quotients: Vec<UBig> = heaps.iter().map(|heap| heap / h).collect();
        let cyclic = nim_sum_of(&quotients) * h + &all % h;
        cases.push((format!("nim_value(cyclic_nimhoff({h}, {text}))"), cyclic.to_string()));
        let k = 1 + random.below(70);
        let digit = |n: &UBig| digits(n).get(k as usize) == Some(&true);
        let power = heaps
            .iter()
            .fold(UBig::ZERO, |sum, heap| nim_sum(&nim_sum(&sum, heap), &u8::from(digit(&sum) && digit(heap)).into()));
        cases.push((format!("nim_value(power_nimhoff({k}, {text}))"), power.to_string()));
        // An odd vector never keeps the nim-sum.
        let (vector, sum) = ([2, 3], nim_sum(&heaps[0], &heaps[1]));
        let two = list(&heaps[..2]);
        cases.push((format!("nim_value(take({{{vector:?}}}, {two}))"), sum.to_string()));
        heaps.sort_unstable();
        heaps.dedup();
        cases.push((format!("nim_value(welter({}))", list(&heaps)), mating(heaps.clone()).to_string()));
        // The cents are taken one by one, by turns.
        let cents = &heaps[0] % 2u8;
        cases.push((format!("nim_value(dollars({}, {}))", heaps[heaps.len() - 1], heaps[0]), cents.to_string()));
    }
    ask(cases, random);
}

/// The pairs of Wythoff's game by the Fibonacci system: the smaller heap ends in an even number of zeros, and the larger
/// one is the same with one zero more (Winning Ways, ch. 3).
#[test]
fn wythoff_in_the_fibonacci_system() {
    let mut fibonacci = vec![UBig::ONE, UBig::from(2u8)];
    while fibonacci.len() < 160 {
        fibonacci.push(&fibonacci[fibonacci.len() - 1] + &fibonacci[fibonacci.len() - 2]);
    }
    let random = &mut Random(14);
    let mut cases: Vec<Case> = Vec::new();
    for _ in 0..80 {
        let mut place = 2 * random.below(4) as usize;
        let (mut small, mut large) = (UBig::ZERO, UBig::ZERO);
        let most = 40 + random.below(110) as usize;
        while place < most {
            small += &fibonacci[place];
            large += &fibonacci[place + 1];
            place += 2 + random.below(3) as usize;
        }
        let more = 1 + random.below(1000);
        for convention in ["normal", "misere"] {
            cases.push((format!("outcome(wythoff({small}, {large}), {convention})"), "P".into()));
            cases.push((format!("outcome(wythoff({large}, {small}), {convention})"), "P".into()));
            cases.push((format!("outcome(wythoff3({large}, 0, {small}), {convention})"), "P".into()));
            cases.push((format!("outcome(wythoff({small}, {large} + {more}), {convention})"), "N".into()));
        }
        let good = format!("wythoff({small}, {large})");
        let moves = format!("winning_moves(wythoff({small}, {large} + {more}))");
        cases.push((format!("contains({moves}, {good})"), "true".into()));
        cases.push((format!("[q for q in {moves} if outcome(q) == N]"), "[]".into()));
    }
    ask(cases, random);
}

#[test]
fn winning_moves_of_large_heaps() {
    let random = &mut Random(15);
    let mut cases: Vec<Case> = Vec::new();
    for _ in 0..60 {
        let heaps: Vec<UBig> = (0..2 + random.below(3)).map(|_| size(random)).collect();
        let sum = nim_sum_of(&heaps);
        let list = |heaps: &[UBig]| heaps.iter().map(UBig::to_string).collect::<Vec<_>>().join(", ");
        let (mut moves, mut in_sum) = (Vec::new(), Vec::new());
        for (i, heap) in heaps.iter().enumerate() {
            let left = nim_sum(heap, &sum);
            if left < *heap {
                let mut next = heaps.clone();
                next[i] = left;
                moves.push(format!("nim({})", list(&next)));
                in_sum.push(next.iter().map(|heap| format!("nim({heap})")).collect::<Vec<_>>().join(" + "));
            }
        }
        let sum = heaps.iter().map(|heap| format!("nim({heap})")).collect::<Vec<_>>().join(" + ");
        for convention in ["normal", "misere"] {
            cases.push((
                format!("winning_moves(nim({}), {convention})", list(&heaps)),
                format!("[{}]", moves.join(", ")),
            ));
            cases.push((format!("winning_moves({sum}, {convention})"), format!("[{}]", in_sum.join(", "))));
        }
        cases.push((format!("best_moves(nim({}))", list(&heaps)), format!("[{}]", moves.join(", "))));
    }
    ask(cases, random);
}
