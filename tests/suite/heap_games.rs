//! Games on heaps against their rules, written out once more as lists of moves.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use cg_engine::games::{Outcome, Player};
use cg_engine::heaps::ReplyCount;
use cg_engine::positions::{self, Context, Convention, Engine, HeapTheory, Known, Pack, Ruleset};
use cg_engine::questions;
use cg_engine::rulesets::chomp::Chomp;
use cg_engine::rulesets::euclid::Euclid;
use cg_engine::rulesets::fibonacci_nim::{FibonacciNim, zeckendorf};
use cg_engine::rulesets::kotzig::Kotzig;
use cg_engine::rulesets::moore::Moore;
use cg_engine::rulesets::nimhoff::{CyclicNimhoff, PowerNimhoff, Take};
use cg_engine::rulesets::splitting::Splitting;
use cg_engine::rulesets::staircase::Staircase;
use cg_engine::rulesets::subtraction::{Scoring, Subtraction};
use cg_engine::rulesets::trip::Set;
use cg_engine::rulesets::welter::{Welter, welter_function};
use cg_engine::rulesets::wythoff::{ThreeHeapWythoff, Wythoff};

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use crate::language::check;
use crate::random_graph::{Random, is_thorough, rounds};

type Heaps = Vec<u64>;

/// Play by the moves alone.
struct Twin<'a> {
    moves: &'a dyn Fn(&[u64]) -> Vec<Heaps>,
    values: HashMap<Heaps, u64>,
    won: HashMap<(Heaps, bool), bool>,
}

impl<'a> Twin<'a> {
    fn new(moves: &'a dyn Fn(&[u64]) -> Vec<Heaps>) -> Twin<'a> {
        Twin { moves, values: HashMap::new(), won: HashMap::new() }
    }

    fn nim_value(&mut self, heaps: &[u64]) -> u64 {
        if let Some(value) = self.values.get(heaps) {
            return *value;
        }
        let seen: BTreeSet<u64> = (self.moves)(heaps).iter().map(|next| self.nim_value(next)).collect();
        let value = (0..).find(|n| !seen.contains(n)).unwrap();
        self.values.insert(heaps.to_vec(), value);
        value
    }

    fn wins(&mut self, heaps: &[u64], misere: bool) -> bool {
        if let Some(won) = self.won.get(&(heaps.to_vec(), misere)) {
            return *won;
        }
        let moves = (self.moves)(heaps);
        let won = if moves.is_empty() { misere } else { moves.iter().any(|next| !self.wins(next, misere)) };
        self.won.insert((heaps.to_vec(), misere), won);
        won
    }
}

/// What is compared of a position besides its moves and its nim-value.
#[derive(Clone, Copy, PartialEq)]
enum Play {
    Normal,
    Both,
}

/// Compares a ruleset with moves written out: options, nim-values, who wins, and the moves that do.
fn compare<R: Ruleset + Eq + Hash>(
    name: &str,
    rules: R,
    states: impl IntoIterator<Item = R::State>,
    heaps: impl Fn(&R::State) -> Heaps,
    play: Play,
    moves: &dyn Fn(&[u64]) -> Vec<Heaps>,
) {
    let engine = &mut Engine::default();
    let ruleset = engine.add(rules);
    let mut twin = Twin::new(moves);
    let mut count = 0;
    for state in states {
        let p = ruleset.at(&state, engine);
        let here = heaps(&state);
        let read = |ids: &[positions::PositionId], engine: &mut Engine| {
            let all: Vec<Heaps> = ids.iter().map(|&q| heaps(&R::State::unpack(engine.positions().state(q)))).collect();
            let set: BTreeSet<Heaps> = all.iter().cloned().collect();
            assert_eq!(set.len(), all.len(), "{name} {here:?}: a move stands twice");
            set
        };
        let mut options = positions::Options::default();
        positions::options(p, engine, &mut options).unwrap();
        let expected: BTreeSet<Heaps> = moves(&here).into_iter().collect();
        assert_eq!(read(&options.left, engine), expected, "{name} {here:?}");
        let value = questions::value(p, engine).unwrap();
        assert_eq!(value, Known::Nim(twin.nim_value(&here)), "{name} {here:?}");
        let both = [Convention::Normal, Convention::Misere];
        for convention in both.into_iter().take(if play == Play::Both { 2 } else { 1 }) {
            let misere = convention == Convention::Misere;
            let won = questions::outcomes(p, convention, engine).unwrap()[0] == Outcome::L;
            assert_eq!(won, twin.wins(&here, misere), "{name} {here:?} {convention:?}");
            let winning = questions::winning_moves(p, convention, Player::Left, engine).unwrap();
            let expected: BTreeSet<Heaps> = expected.iter().filter(|next| !twin.wins(next, misere)).cloned().collect();
            assert_eq!(read(&winning, engine), expected, "{name} {here:?} {convention:?}: winning moves");
        }
        count += 1;
    }
    assert!(count > 10, "{name}: only {count} positions");
}

/// All lists of these lengths.
fn all(sizes: &[u64]) -> Vec<Heaps> {
    let mut lists = vec![Vec::new()];
    for &size in sizes {
        lists = lists.iter().flat_map(|list: &Heaps| (0..size).map(|n| [&list[..], &[n]].concat())).collect();
    }
    lists
}

/// All heaps below these, in every place at most as high, and not the same.
fn below(heaps: &[u64]) -> Vec<Heaps> {
    let mut lists = all(&heaps.iter().map(|heap| heap + 1).collect::<Vec<_>>());
    lists.retain(|list| list != heaps);
    lists
}

fn taken(heaps: &[u64], next: &[u64]) -> Heaps {
    heaps.iter().zip(next).map(|(a, b)| a - b).collect()
}

/// The heaps below these of which the counters taken satisfy a condition.
fn where_taken(heaps: &[u64], allowed: impl Fn(&[u64]) -> bool) -> Vec<Heaps> {
    below(heaps).into_iter().filter(|next| allowed(&taken(heaps, next))).collect()
}

fn changed(taken: &[u64]) -> usize {
    taken.iter().filter(|n| **n > 0).count()
}

#[test]
fn wythoff_by_its_moves() {
    let moves = |heaps: &[u64]| where_taken(heaps, |t| changed(t) == 1 || t[0] == t[1]);
    let states = all(&[34, 34]).into_iter().map(|s| [s[0], s[1]]);
    compare("wythoff", Wythoff::default(), states, |s| s.to_vec(), Play::Both, &moves);
}

#[test]
fn wythoff_on_three_heaps_by_its_moves() {
    let moves = |heaps: &[u64]| where_taken(heaps, |t| changed(t) == 1 || t[0] ^ t[1] ^ t[2] == 0);
    let states = all(&[8, 9, 7]).into_iter().map(|s| [s[0], s[1], s[2]]);
    compare("wythoff3", ThreeHeapWythoff, states, |s| s.to_vec(), Play::Both, &moves);
}

#[test]
fn nim_with_vectors_by_its_moves() {
    // Every single vector, odd or not; then sets of odd vectors, and mixed ones.
    let mut sets: Vec<Vec<Heaps>> = all(&[6, 6]).into_iter().skip(1).map(|v| vec![v]).collect();
    let odd = [[2, 3], [1, 2], [4, 6], [2, 0], [5, 2], [4, 2], [3, 4]].map(|v| v.to_vec());
    sets.extend((1..odd.len()).map(|n| odd[..n].to_vec()));
    sets.push(vec![vec![1, 3], vec![3, 1], vec![2, 3]]);
    for set in sets {
        let moves = |heaps: &[u64]| where_taken(heaps, |t| changed(t) == 1 || set.iter().any(|v| v == t));
        compare(&format!("take {set:?}"), Take::new(set.clone()), all(&[9, 9]), Clone::clone, Play::Normal, &moves);
    }
    let set = vec![vec![1, 1, 1], vec![2, 4, 4]];
    let moves = |heaps: &[u64]| where_taken(heaps, |t| changed(t) == 1 || set.iter().any(|v| v == t));
    compare("take in 3", Take::new(set.clone()), all(&[5, 6, 6]), Clone::clone, Play::Both, &moves);
}

#[test]
fn fraenkel_and_lorberbom_by_their_moves() {
    for h in 1..=6 {
        let moves = |heaps: &[u64]| where_taken(heaps, |t| changed(t) == 1 || t.iter().sum::<u64>() < h);
        compare("two heaps", CyclicNimhoff::new(h), all(&[14, 14]), Clone::clone, Play::Normal, &moves);
        compare("three heaps", CyclicNimhoff::new(h), all(&[6, 7, 6]), Clone::clone, Play::Normal, &moves);
    }
    for k in 0..=3 {
        let pair = |t: &[u64]| changed(t) == 2 && t.iter().all(|&n| n == 0 || n == 1 << k);
        let moves = |heaps: &[u64]| where_taken(heaps, |t| changed(t) == 1 || pair(t));
        compare("two heaps", PowerNimhoff::new(k), all(&[18, 18]), Clone::clone, Play::Normal, &moves);
        compare("three heaps", PowerNimhoff::new(k), all(&[7, 8, 7]), Clone::clone, Play::Normal, &moves);
    }
}

#[test]
fn moore_by_its_moves() {
    for k in 1..=4 {
        let moves = |heaps: &[u64]| where_taken(heaps, |t| changed(t) <= k);
        compare("three heaps", Moore::new(k as u64), all(&[6, 6, 6]), Clone::clone, Play::Both, &moves);
        compare("four heaps", Moore::new(k as u64), all(&[4, 4, 3, 4]), Clone::clone, Play::Both, &moves);
        compare("ones", Moore::new(k as u64), all(&[2; 8]), Clone::clone, Play::Both, &moves);
    }
}

/// Compares one reply of those that are not all listed with the replies among all moves.
#[test]
fn single_replies_are_among_all() {
    let h = 3;
    let cyclic = |heaps: &[u64]| where_taken(heaps, |t| changed(t) == 1 || t.iter().sum::<u64>() < h);
    let mut twin = Twin::new(&cyclic);
    for heaps in all(&[6, 7, 6]) {
        for target in 0..16 {
            let (rules, large) = (CyclicNimhoff::new(h), sizes(&heaps));
            let one = rules.moves_to(&large, &target.into(), ReplyCount::One).and_then(|mut moves| moves.next());
            let mut replies = cyclic(&heaps);
            replies.retain(|next| twin.nim_value(next) == target);
            assert_eq!(one.is_some(), !replies.is_empty(), "{heaps:?} to {target}");
            assert!(one.is_none_or(|one| replies.iter().any(|next| sizes(next) == one)), "{heaps:?} to {target}");
        }
    }
    for k in 1..=4 {
        let moves = |heaps: &[u64]| where_taken(heaps, |t| changed(t) <= k);
        let (rules, mut twin) = (Moore::new(k as u64), Twin::new(&moves));
        let mut compared = 0;
        for heaps in all(&[4, 5, 4]).into_iter().chain(all(&[3; 4])) {
            for target in 0..twin.nim_value(&heaps) {
                let large = sizes(&heaps);
                let Some(mut replies) = rules.moves_to(&large, &target.into(), ReplyCount::One) else { continue };
                let found = replies.next().expect("a move to each smaller nim-value");
                compared += 1;
                let is_reply = |next: &Heaps| sizes(next) == found && twin.nim_value(next) == target;
                assert!(moves(&heaps).iter().any(is_reply), "{k}, {heaps:?} to {target}: {found:?}");
            }
            for (convention, misere) in [(Convention::Normal, false), (Convention::Misere, true)] {
                let mut lost = moves(&heaps);
                lost.retain(|next| !twin.wins(next, misere));
                let large = sizes(&heaps);
                let found = rules.winning_moves(&large, convention, ReplyCount::One).and_then(|mut moves| moves.next());
                assert_eq!(found.is_some(), !lost.is_empty(), "{k}, {heaps:?} {convention:?}");
                assert!(found.is_none_or(|found| lost.iter().any(|next| sizes(next) == found)), "{k}, {heaps:?}");
            }
        }
        assert!(compared > 0, "{k}");
    }
}

#[test]
fn welter_by_its_moves() {
    let moves = |coins: &[u64]| {
        let mut all = Vec::new();
        for (i, &square) in coins.iter().enumerate() {
            for to in (0..square).filter(|to| !coins.contains(to)) {
                let mut next = coins.to_vec();
                next[i] = to;
                all.push(next);
            }
        }
        all
    };
    let distinct = |s: &Heaps| s.iter().collect::<BTreeSet<_>>().len() == s.len();
    for sizes in [&[20, 20][..], &[11, 11, 11], &[8; 4], &[7; 5]] {
        let states = all(sizes).into_iter().filter(distinct);
        compare("welter", Welter, states, Clone::clone, Play::Normal, &moves);
    }
}

#[test]
fn staircases_by_their_moves() {
    let moves = |first: usize| {
        move |steps: &[u64]| {
            let mut all = Vec::new();
            for from in first..steps.len() {
                for down in 1..=steps[from] {
                    let mut next = steps.to_vec();
                    next[from] -= down;
                    if from > 0 {
                        next[from - 1] += down;
                    }
                    all.push(next);
                }
            }
            all
        }
    };
    for sizes in [&[12][..], &[5, 5], &[3, 4, 4], &[3, 3, 2, 3]] {
        compare("staircase", Staircase::Steps, all(sizes), Clone::clone, Play::Both, &moves(0));
        compare("strip", Staircase::Strip, all(sizes), Clone::clone, Play::Both, &moves(1));
    }
}

#[test]
fn euclid_by_its_moves() {
    let moves = |heaps: &[u64]| {
        let less = |i: usize| (1..).map(move |times| times * heaps[1 - i]).take_while(move |&taken| taken < heaps[i]);
        let mut all: Vec<Heaps> = less(0).map(|taken| vec![heaps[0] - taken, heaps[1]]).collect();
        all.extend(less(1).map(|taken| vec![heaps[0], heaps[1] - taken]));
        all
    };
    let states = all(&[45, 45]).into_iter().filter(|s| s[0] * s[1] > 0).map(|s| [s[0], s[1]]);
    compare("euclid", Euclid, states, |s| s.to_vec(), Play::Both, &moves);
}

#[test]
fn fibonacci_nim_by_its_moves() {
    let moves = |heap: &[u64]| (1..=heap[1].min(heap[0])).map(|taken| vec![heap[0] - taken, 2 * taken]).collect();
    let states = all(&[40, 25]).into_iter().map(|s| [s[0], s[1]]);
    compare("fibonacci_nim", FibonacciNim, states, |s| s.to_vec(), Play::Both, &moves);
}

/// Compares `zeckendorf` with the greedy choice from a list of all Fibonacci numbers.
#[test]
fn zeckendorf_by_all_fibonacci_numbers() {
    const BITS: u64 = 2_000;
    let mut numbers = vec![UBig::ONE, UBig::from(2u8)];
    while numbers.last().is_some_and(|last| last.bit_len() as u64 <= BITS) {
        numbers.push(&numbers[numbers.len() - 1] + &numbers[numbers.len() - 2]);
    }
    let greedy = |n: &UBig| {
        let (mut rest, mut parts) = (n.clone(), Vec::new());
        for number in numbers.iter().rev().filter(|number| *number <= n) {
            if *number <= rest {
                rest -= number;
                parts.push(number.clone());
            }
        }
        parts.reverse();
        parts
    };
    let random = &mut Random(41);
    let mut all: Vec<UBig> = (0..100u8).map(UBig::from).collect();
    for _ in 0..rounds(3000) {
        let bits = random.below(BITS);
        let digits = (0..bits).fold(UBig::ONE, |n, _| n * 2u8 + random.below(2));
        // Numbers near a Fibonacci number, and near a sum of every other one.
        let (i, j) = (random.below(numbers.len() as u64) as usize, random.below(numbers.len() as u64) as usize);
        let every_other = numbers[i.min(j)..i.max(j)].iter().step_by(2).fold(UBig::ZERO, |sum, number| sum + number);
        let few = random.below(3);
        all.extend([digits, &numbers[i] - few.min(1), &numbers[i] + few, &every_other + few, every_other]);
    }
    for n in all.iter().filter(|n| n.bit_len() as u64 <= BITS) {
        assert!(zeckendorf(n).eq(greedy(n)), "{n}");
    }
}

/// The Welter function by its definition: mate the two coins whose difference has the largest power of 2, any of them.
fn mating(mut coins: Heaps) -> u64 {
    let mut sum = 0;
    while coins.len() > 1 {
        let pairs = (0..coins.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let (i, j) = pairs.max_by_key(|&(i, j)| (coins[i] ^ coins[j]).trailing_zeros()).unwrap();
        sum ^= (coins[i] ^ coins[j]) - 1;
        coins.remove(j);
        coins.remove(i);
    }
    sum ^ coins.first().copied().unwrap_or(0)
}

fn sizes(heaps: &[u64]) -> Vec<UBig> {
    heaps.iter().map(|&heap| heap.into()).collect()
}

#[test]
fn welter_with_many_coins_far_out() {
    let mut random = Random(41);
    for _ in 0..rounds(300) {
        let bits = 1 + random.below(63);
        let count = random.below(40);
        let coins: BTreeSet<u64> = (0..count).map(|_| random.next() >> bits).collect();
        let coins: Heaps = coins.into_iter().collect();
        let value = u64::try_from(welter_function(&sizes(&coins))).unwrap();
        assert_eq!(value, mating(coins.clone()), "{coins:?}");
        for target in [0, value / 2, value.saturating_sub(1)] {
            for next in Welter.moves_to(&sizes(&coins), &target.into(), ReplyCount::All).unwrap() {
                assert_eq!(mating(next.iter().map(|n| u64::try_from(n).unwrap()).collect()), target);
            }
        }
        // To every smaller value there is a move.
        if value > 0 {
            assert!(
                Welter.moves_to(&sizes(&coins), &0u8.into(), ReplyCount::All).unwrap().next().is_some(),
                "{coins:?}"
            );
            assert!(
                Welter.moves_to(&sizes(&coins), &(value / 2).into(), ReplyCount::All).unwrap().next().is_some(),
                "{coins:?}"
            );
        }
    }
}

#[test]
fn kotzig_by_its_moves() {
    kotzig_agrees::<u64>();
    kotzig_agrees::<Vec<u64>>();
}

fn kotzig_agrees<S: Set>() {
    for places in 1..=11 {
        for set in [vec![1], vec![1, 2], vec![2, 3], vec![1, 3, 4], vec![2, 4], vec![3, places + 1], vec![1, 2, 5]] {
            // Where it was, in order; the last is where it is.
            let moves = |been: &[u64]| {
                let to = set.iter().map(|step| (been[been.len() - 1] + step) % places).collect::<BTreeSet<_>>();
                let free = to.into_iter().filter(|to| !been.contains(to));
                free.map(|to| [been, &[to]].concat()).collect()
            };
            let mut twin = Twin::new(&moves);
            let mut routes = vec![vec![0]];
            let engine = &mut Engine::default();
            let rules = Kotzig::<S>::new(places, set.clone()).unwrap();
            let ruleset = engine.add(Kotzig::<S>::new(places, set.clone()).unwrap());
            while let Some(been) = routes.pop() {
                let p = ruleset.at(&rules.after(&been).ok().unwrap(), engine);
                assert_eq!(questions::value(p, engine).unwrap(), Known::Nim(twin.nim_value(&been)), "{places} {set:?}");
                for (convention, misere) in [(Convention::Normal, false), (Convention::Misere, true)] {
                    let won = questions::outcomes(p, convention, engine).unwrap()[0] == Outcome::L;
                    assert_eq!(won, twin.wins(&been, misere), "{places} {set:?} {been:?}");
                }
                if been.len() < 4 {
                    routes.extend(moves(&been));
                }
            }
        }
    }
}

#[test]
fn chomp_by_its_moves() {
    // Rows of a bar of 4 rows, with zeros: a bite at (y, x) keeps what is above or to the left.
    let moves = |rows: &[u64]| {
        let mut all = BTreeSet::new();
        for y in 0..rows.len() {
            for x in (0..rows[y]).filter(|&x| x + y as u64 > 0) {
                let bite = |(i, &row): (usize, &u64)| if i >= y { row.min(x) } else { row };
                all.insert(rows.iter().enumerate().map(bite).collect::<Heaps>());
            }
        }
        all.into_iter().collect()
    };
    for sizes in [&[6; 4][..], &[12; 2], &[9; 3], &[3; 5]] {
        let falling = |s: &Heaps| s[0] > 0 && s.windows(2).all(|pair| pair[0] >= pair[1]);
        let states = all(sizes).into_iter().filter(falling).map(|rows| rows.into_iter().filter(|&r| r > 0).collect());
        let filled = |rows: &Heaps| {
            let mut rows = rows.clone();
            rows.resize(sizes.len(), 0);
            rows
        };
        compare("chomp", Chomp, states, filled, Play::Both, &moves);
    }
}

/// Nim-values of heaps from the heaps that each move leaves.
fn heap_values(most: u64, moves: impl Fn(u64) -> Vec<Heaps>) -> Heaps {
    let mut values: Heaps = Vec::new();
    for heap in 0..=most {
        let sums = moves(heap).into_iter().map(|left| left.iter().fold(0, |sum, &h| sum ^ values[h as usize]));
        let seen: BTreeSet<u64> = sums.collect();
        values.push((0..).find(|n| !seen.contains(n)).unwrap());
    }
    values
}

/// The nim-value that a ruleset on one heap knows, and its number of moves.
fn known<R: Ruleset<State = u64> + Eq + Hash>(rules: R, _name: &str, heap: u64) -> (Known, usize) {
    let engine = &mut Engine::default();
    let ruleset = engine.add(rules);
    let p = ruleset.at(&heap, engine);
    let mut options = positions::Options::default();
    positions::options(p, engine, &mut options).unwrap();
    (questions::value(p, engine).unwrap(), options.left.len())
}

/// All ways to write a number as a sum of at least `parts` parts, none above `most`.
fn partitions(total: u64, most: u64) -> Vec<Heaps> {
    if total == 0 {
        return vec![Vec::new()];
    }
    let with = |part: u64| partitions(total - part, part).into_iter().map(move |rest| [&[part], &rest[..]].concat());
    (1..=most.min(total)).flat_map(with).collect()
}

#[test]
fn heaps_that_split_by_their_moves() {
    let takes = |heap: u64, most: u64| (1..=heap.min(most)).map(move |t| vec![heap - t]);
    let splits = |heap: u64, fits: fn(usize) -> bool| {
        let mut all = partitions(heap, heap);
        all.retain(|parts| parts.len() > 1 && fits(parts.len()));
        all
    };
    let compare = |rules: Splitting, most: u64, moves: &dyn Fn(u64) -> Vec<Heaps>| {
        for (heap, value) in (0..).zip(heap_values(most, moves)) {
            let found = known(rules, "splitting", heap);
            assert_eq!(found, (Known::Nim(value), moves(heap).len()), "{rules:?} {heap}");
        }
    };
    let pairs = |heap: u64| (1..=heap / 2).map(move |a| vec![a, heap - a]);
    compare(Splitting::Lasker, 120, &|n| takes(n, n).chain(pairs(n)).collect());
    compare(Splitting::Even, 32, &|n| takes(n, n).chain(splits(n, |k| k % 2 == 0)).collect());
    compare(Splitting::Any, 32, &|n| takes(n, n).chain(splits(n, |_| true)).collect());
    for k in 0..=18 {
        compare(Splitting::OrTake(k), 110, &|n| takes(n, k).chain(pairs(n)).collect());
    }
}

#[test]
fn misere_play_of_one_heap_by_its_moves() {
    let rules = [Splitting::Lasker, Splitting::Even, Splitting::Any];
    let rules = rules.into_iter().chain((0..=7).map(Splitting::OrTake));
    for rules in rules {
        // On all heaps that are there: take from one or split it.
        let moves = |heaps: &[u64]| {
            let mut all = BTreeSet::new();
            for (i, &heap) in heaps.iter().enumerate() {
                let most = if let Splitting::OrTake(k) = rules { k.min(heap) } else { heap };
                let takes = (1..=most).map(|taken| vec![heap - taken]);
                let splits = partitions(heap, heap).into_iter().filter(|parts| match rules {
                    Splitting::Even => parts.len() % 2 == 0,
                    Splitting::Any => parts.len() > 1,
                    _ => parts.len() == 2,
                });
                for new in takes.chain(splits.filter(|_| heap > 0)) {
                    let mut next = [&heaps[..i], &heaps[i + 1..], &new[..]].concat();
                    next.retain(|&heap| heap > 0);
                    next.sort_unstable();
                    all.insert(next);
                }
            }
            all.into_iter().collect()
        };
        let mut twin = Twin::new(&moves);
        let engine = &mut Engine::default();
        let ruleset = engine.add(rules);
        for heap in 0..=if is_thorough() { 13u64 } else { 11 } {
            let p = ruleset.at(&heap, engine);
            let won = questions::outcomes(p, Convention::Misere, engine).unwrap()[0] == Outcome::L;
            assert_eq!(won, twin.wins(&[heap], true), "{rules:?} {heap}");
        }
    }
    let mut random = Random(43);
    for _ in 0..rounds(40) {
        let set: BTreeSet<u64> = (0..1 + random.below(4)).map(|_| 1 + random.below(12)).collect();
        let all: Vec<u64> = set.iter().copied().collect();
        let takes = |n: &[u64]| set.iter().filter(|&&s| s <= n[0]).map(|s| vec![n[0] - s]).collect::<Vec<_>>();
        let others = |n: &[u64]| (1..=n[0]).filter(|s| !set.contains(s)).map(|s| vec![n[0] - s]).collect::<Vec<_>>();
        let wins = |rules: Box<dyn FnOnce(&mut Engine) -> positions::PositionId>| {
            let engine = &mut Engine::default();
            let p = rules(engine);
            questions::outcomes(p, Convention::Misere, engine).unwrap()[0] == Outcome::L
        };
        let (mut by_takes, mut by_others) = (Twin::new(&takes), Twin::new(&others));
        for heap in (0..30).chain(520..540) {
            let (set, again) = (all.clone(), all.clone());
            let won = wins(Box::new(move |engine| {
                let ruleset = engine.add(Subtraction::new(set));
                ruleset.at(&heap, engine)
            }));
            assert_eq!(won, by_takes.wins(&[heap], true), "{all:?} {heap}");
            let won = wins(Box::new(move |engine| {
                let ruleset = engine.add(Subtraction::all_but(again));
                ruleset.at(&heap, engine)
            }));
            assert_eq!(won, by_others.wins(&[heap], true), "all but {all:?} {heap}");
        }
    }
}

#[test]
fn subtraction_games_by_their_moves() {
    let mut random = Random(42);
    let far = [0, 1, 2, 7, 499, 500, 501, 502, 997, 1500, 2999];
    for _ in 0..rounds(20) {
        let most = 1 + random.below(14);
        let set: BTreeSet<u64> = (0..1 + random.below(5)).map(|_| 1 + random.below(most)).collect();
        let moves = |n: u64| set.iter().filter(|&&s| s <= n).map(|s| vec![n - s]).collect();
        let values = heap_values(3000, moves);
        let all: Vec<u64> = set.iter().copied().collect();
        for heap in far {
            let found = known(Subtraction::new(all.clone()), "subtraction", heap);
            assert_eq!(found, (Known::Nim(values[heap as usize]), moves(heap).len()), "{set:?} {heap}");
        }
        let moves = |n: u64| (1..=n).filter(|s| !set.contains(s)).map(|s| vec![n - s]).collect::<Vec<_>>();
        let values = heap_values(1500, moves);
        for heap in far.into_iter().filter(|heap| *heap <= 1500) {
            let found = known(Subtraction::all_but(all.clone()), "all_but", heap);
            assert_eq!(found, (Known::Nim(values[heap as usize]), moves(heap).len()), "all but {set:?} {heap}");
        }
    }
    for t in 0..9 {
        let moves = |n: &[u64]| (1..=n[0].min(t)).map(|s| vec![n[0] - s]).collect::<Vec<_>>();
        compare("scoring", Scoring::new(t), 0..40, |&n| vec![n], Play::Both, &moves);
    }
}

#[test]
fn large_heaps_and_many() {
    let count = if is_thorough() { 300 } else { 100 };
    let heaps = |from: u64| (from..from + count).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
    let (near, far) = (heaps(0), heaps(1 << 40));
    let cases = [
        (format!("nim_value(welter({near}))"), "0"),
        // Moved by 2^40 all coins are mated as before.
        (format!("nim_value(welter({far}))"), "0"),
        (format!("winning_moves(welter({far}))"), "[]"),
        (format!("len(winning_moves(welter({}))) > 0", far.replacen("1099511627776", "7", 1)), "true"),
        (format!("outcome(moore(2, {near}))"), "N"),
        (format!("outcome(moore(2, {far}), misere)"), "N"),
        (format!("nim_value(moore(2, {far}))"), "!!limit::size"),
        (format!("nim_value(moore({count}, {near}))"), if count == 300 { "44850" } else { "4950" }),
        (format!("nim_value(cyclic_nimhoff(1, {near})) == nim_sum({near})"), "true"),
        (format!("outcome(power_nimhoff(3, {far}))"), "P"),
        (format!("outcome(nim({near}))"), "P"),
    ];
    check(&cases.iter().map(|(text, shown)| (&text[..], *shown)).collect::<Vec<_>>());
}

#[test]
fn theorems_are_named() {
    let named = [
        ("wythoff(10^18, 5)", "Wythoff 1907"),
        ("moore(2, 5, 5, 9)", "Moore 1910"),
        ("welter(1, 3, 5)", "Welter 1954"),
        ("take({[2,3]}, 5, 6)", "Blass and Fraenkel"),
        ("cyclic_nimhoff(3, 5, 6)", "Fraenkel and Lorberbom 1991"),
        ("chomp(3, 3)", "strategy stealing"),
        ("lasker(7)", "Lasker 1931"),
        ("split_or_take(5, 17)", "Ferguson 1974, section 5.3"),
        ("subtraction({1,3,4}, 10^18)", "the values repeat with period 7"),
        ("scoring(3, 17)", "Scenic trails, section 2"),
        ("nimania(9)", "Scenic trails, section 6"),
    ];
    for (position, name) in named {
        let found = crate::language::run(&mut crate::language::session(), &format!("explain({position})"));
        assert!(found.contains(name), "{position}: {found}");
    }
}
