//! Misère play against its definitions, written out naively on plain lists of heaps and plain trees, and the facts of the
//! literature: Ferguson 1974, Plambeck and Siegel 2008, the genera of CGSuite 2.2.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cg_engine::games::Budget;
use cg_engine::heaps::HeapMoves;
use cg_engine::misere::{
    Class, Condition, FormId, Forms, Limits, Quotient, Species, Stop, Sums, conditions, is_bouton,
};
use cg_engine::positions::{Convention, Engine, PositionId};
use cg_engine::questions;
use cg_engine::rulesets::code::{Name, TakeAndBreak};

use cg_engine::games::Outcome;
use cg_engine::positions::Context;

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};

/// The moves from each heap: the heaps that are left.
type Game = Vec<Vec<Vec<usize>>>;

/// Splits of n counters into j heaps, none empty.
fn splits(n: usize, j: usize, least: usize) -> Vec<Vec<usize>> {
    match j {
        0 if n == 0 => vec![vec![]],
        0 => vec![],
        _ => (least..=n)
            .flat_map(|first| splits(n - first, j - 1, first).into_iter().map(move |rest| [vec![first], rest].concat()))
            .collect(),
    }
}

/// The heaps 0 to n-1 of a code, digit by digit from the first after the point.
fn octal(first: u32, digits: &[u32], n: usize) -> Game {
    let digits: Vec<u32> = [first].iter().chain(digits).copied().collect();
    let moves = |heap: usize| {
        let taken = digits.iter().enumerate().filter(|(k, _)| *k <= heap);
        taken
            .flat_map(|(k, d)| (0..4).filter(move |j| d >> j & 1 == 1).flat_map(move |j| splits(heap - k, j, 1)))
            .collect()
    };
    (0..n).map(moves).collect()
}

fn kayles(n: usize) -> Game {
    octal(0, &[7, 7], n)
}

/// Grundy's game: a heap is split into two unequal ones.
fn grundy(n: usize) -> Game {
    (0..n).map(|h| (1..h).map(|a| vec![a, h - a]).filter(|s| s[0] < s[1]).collect()).collect()
}

/// Split or take 1 to k (Ferguson 1974, section 5.3).
fn split_or_take(k: usize, n: usize) -> Game {
    let moves = |h: usize| {
        let taken = (1..=k.min(h)).map(move |t| vec![h - t]);
        taken.chain((1..=h / 2).map(move |a| vec![a, h - a])).collect()
    };
    (0..n).map(moves).collect()
}

/// A game of random moves to smaller heaps.
fn random_game(random: &mut Random, n: usize) -> Game {
    let moves = |h: usize, random: &mut Random| {
        (0..random.below(4).min(h as u64))
            .map(|_| (0..random.below(3)).map(|_| random.below(h as u64) as usize).collect())
            .collect()
    };
    (0..n).map(|h| moves(h, random)).collect()
}

fn table(game: &Game) -> HeapMoves {
    let mut table = HeapMoves::default();
    for moves in game {
        let moves: Vec<Vec<u32>> = moves.iter().map(|left| left.iter().map(|&h| h as u32).collect()).collect();
        table.push(&moves);
    }
    table
}

/// Whether the mover loses, by trying every move.
fn is_lost(game: &Game, heaps: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    let mut heaps: Vec<usize> = heaps.iter().copied().filter(|&h| !game[h].is_empty()).collect();
    heaps.sort_unstable();
    if heaps.is_empty() {
        return false;
    }
    if let Some(&lost) = known.get(&heaps) {
        return lost;
    }
    let lost = options(game, &heaps).iter().all(|next| !is_lost(game, next, known));
    known.insert(heaps, lost);
    lost
}

fn options(game: &Game, heaps: &[usize]) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for (i, &heap) in heaps.iter().enumerate() {
        for left in &game[heap] {
            let rest = heaps.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, h)| *h);
            all.push(rest.chain(left.iter().copied()).collect());
        }
    }
    all
}

/// The misère nim-value of heaps of a game, by its definition.
fn misere_value(game: &Game, heaps: &[usize], known: &mut HashMap<Vec<usize>, u32>) -> u32 {
    let mut heaps: Vec<usize> = heaps.iter().copied().filter(|&h| !game[h].is_empty()).collect();
    heaps.sort_unstable();
    if heaps.is_empty() {
        return 1;
    }
    if let Some(&value) = known.get(&heaps) {
        return value;
    }
    let values: BTreeSet<u32> = options(game, &heaps).iter().map(|next| misere_value(game, next, known)).collect();
    let value = (0..).find(|v| !values.contains(v)).unwrap();
    known.insert(heaps, value);
    value
}

/// The same game after `count` heaps of Nim, of sizes 0, 1, ...: heap n of the game comes as n + `count`.
fn with_nim(game: &Game, count: usize) -> Game {
    let mut all = nim(count);
    all.extend(
        game.iter().map(|moves| {
            moves.iter().map(|left| left.iter().map(|h| h + count).collect()).collect::<Vec<Vec<usize>>>()
        }),
    );
    all
}

fn nim(n: usize) -> Game {
    (0..n).map(|h| (0..h).map(|k| vec![k]).collect()).collect()
}

fn quotient(game: &Game) -> Quotient {
    Quotient::of(&table(game), Limits::SMALL, &mut Budget::unlimited()).unwrap()
}

#[test]
fn forms_by_day() {
    let (mut forms, budget) = (Forms::new(), &mut Budget::unlimited());
    let mut day: Vec<FormId> = Vec::new();
    for count in [1, 2, 3, 5, 22] {
        let mut next = BTreeSet::new();
        for set in 0u32..1 << day.len() {
            let options: Vec<FormId> = (0..day.len()).filter(|i| set >> i & 1 == 1).map(|i| day[i]).collect();
            next.insert(forms.of(&options, budget).unwrap());
        }
        assert_eq!(next.len(), count);
        day = next.into_iter().collect();
    }
}

/// Literal games by day, as lists of options that come before them.
fn literals(days: usize) -> Game {
    let mut all: Game = Vec::new();
    for _ in 0..=days {
        let before = all.len();
        for set in 0u32..1 << before {
            let moves: Vec<Vec<usize>> = (0..before).filter(|i| set >> i & 1 == 1).map(|i| vec![i]).collect();
            if !all.contains(&moves) {
                all.push(moves);
            }
        }
    }
    all
}

#[test]
fn equal_forms_are_equal_in_all_company_and_others_are_told_apart() {
    // 16 games of day 3; beside the others of day 3 and their sums by twos.
    let game = literals(3);
    assert_eq!(game.len(), 16);
    let (mut forms, budget) = (Forms::new(), &mut Budget::unlimited());
    let mut of: Vec<FormId> = Vec::new();
    for moves in &game {
        let options: Vec<FormId> = moves.iter().map(|m| of[m[0]]).collect();
        of.push(forms.of(&options, budget).unwrap());
    }
    let mut known = HashMap::new();
    for g in 0..16 {
        for h in 0..g {
            let mut same = true;
            for x in 0..16 {
                for y in 0..=x {
                    same &= is_lost(&game, &[g, x, y], &mut known) == is_lost(&game, &[h, x, y], &mut known);
                }
            }
            assert_eq!(of[g] == of[h], same, "{g} and {h}");
        }
        assert_eq!(forms.is_lost(of[g]), is_lost(&game, &[g], &mut known));
        let mate = forms.mate(of[g], budget).unwrap();
        let sum = forms.sum(of[g], mate, budget).unwrap();
        assert!(forms.is_lost(sum), "a game and its mate are lost");
        for h in 0..16 {
            let sum = forms.sum(of[g], of[h], budget).unwrap();
            assert_eq!(forms.is_lost(sum), is_lost(&game, &[g, h], &mut known));
        }
    }
    assert_eq!(of.iter().collect::<BTreeSet<_>>().len(), 5);
}

#[test]
fn genera_by_their_definition() {
    let mut random = Random(31);
    let mut games = vec![kayles(11), octal(0, &[1, 3, 7], 13), grundy(14)];
    games.extend((0..40).map(|_| random_game(&mut random, 8)));
    for game in games {
        let (moves, mut sums, mut forms) = (table(&game), Sums::default(), Forms::new());
        let (twin, mut known, budget) = (with_nim(&game, 3), HashMap::new(), &mut Budget::unlimited());
        let mut of = Vec::new();
        for (heap, options) in game.iter().enumerate() {
            let sum = |forms: &mut Forms, of: &[FormId], left: &[usize], budget: &mut Budget| {
                left.iter().fold(FormId::ZERO, |sum, &h| forms.sum(sum, of[h], budget).unwrap())
            };
            let list: Vec<FormId> = options.iter().map(|left| sum(&mut forms, &of, left, budget)).collect();
            of.push(forms.of(&list, budget).unwrap());
            let by_moves = sums.species(&moves, &[heap as u32], budget).unwrap().clone();
            let by_form = forms.species(of[heap], budget).unwrap().clone();
            assert_eq!(by_moves.genus, by_form.genus, "heap {heap} of {game:?}");
            for twos in 0..4 {
                let heaps: Vec<usize> = [heap + 3].into_iter().chain(vec![2; twos]).collect();
                let value = misere_value(&twin, &heaps, &mut known);
                assert_eq!(by_moves.genus.digit(twos), value, "heap {heap} with {twos} heaps *2");
            }
        }
    }
}

/// The misère nim-value of heaps of Nim.
fn of_nim(heaps: &[u32]) -> u32 {
    let sum = heaps.iter().fold(0, |sum, h| sum ^ h);
    if heaps.iter().any(|&h| h > 1) { sum } else { sum ^ 1 }
}

/// The classes against what they promise: tame games play like positions of Nim beside each other, restive ones like one
/// heap or another beside heaps of Nim.
#[test]
fn classes_do_as_they_say() {
    const HEAPS: usize = 7;
    let mut random = Random(58);
    let mut games = vec![kayles(10), octal(0, &[3, 5], 11), octal(0, &[2, 6], 12), grundy(16)];
    games.extend((0..80).map(|_| random_game(&mut random, 8)));
    let (mut met, mut answered) = (BTreeMap::new(), 0);
    for game in games {
        let (moves, mut sums, twin) = (table(&game), Sums::default(), with_nim(&game, HEAPS));
        let (mut known, budget) = (HashMap::new(), &mut Budget::unlimited());
        let species: Vec<Species> =
            (0..game.len()).map(|h| sums.species(&moves, &[h as u32], budget).unwrap().clone()).collect();
        let company = multisets(&nim(HEAPS), 2);
        for (heap, of_heap) in species.iter().enumerate() {
            let (normal, misere) = of_heap.genus.pair();
            *met.entry(of_heap.class).or_insert(0) += 1;
            answered += u32::from(of_heap.class != Class::Wild && !of_heap.hereditary);
            for beside in &company {
                let sizes: Vec<u32> = beside.iter().map(|&h| h as u32).collect();
                let acts_as = match of_heap.class {
                    Class::Nim => vec![normal],
                    // A firm position of Nim is its nim-value with two heaps that cancel each other out.
                    Class::Tame if normal == misere => vec![normal, 2, 2],
                    Class::Tame => vec![normal],
                    Class::Restive if sizes.iter().all(|&s| s < 2 || s ^ misere < 2) => vec![misere],
                    Class::Restive => vec![normal],
                    Class::Wild => continue,
                };
                let heaps: Vec<usize> = beside.iter().copied().chain([heap + HEAPS]).collect();
                let expected = of_nim(&[acts_as, sizes].concat());
                assert_eq!(misere_value(&twin, &heaps, &mut known), expected, "heap {heap} and {beside:?} of {game:?}");
            }
            for other in (0..=heap).filter(|&other| species[other].class <= Class::Tame && !game[other].is_empty()) {
                if let Some(sum) = Species::of_tame_sum(&[of_heap.clone(), species[other].clone()]) {
                    let found = misere_value(&twin, &[heap + HEAPS, other + HEAPS], &mut known);
                    assert_eq!(sum.genus.pair().1, found, "heaps {heap} and {other} of {game:?}");
                }
            }
        }
    }
    assert!(met.len() == 4 && met.values().all(|&n| n > 5) && answered > 5, "{met:?}, {answered}");
}

#[test]
fn forms_are_written_alike_whatever_was_met_before() {
    let before = "misere_form(octal(\"0.35\", 8)); misere_form(kayles(9)); misere_form(code(\"0.137\", 14)); ";
    for position in ["kayles(7)", "octal(\"0.26\", 12)", "grundy_game(18)", "kayles(9) + nim(2)"] {
        let text = format!("misere_form({position})");
        assert_eq!(run(&mut session(), &text), run(&mut session(), &(before.to_string() + &text)), "{position}");
    }
}

/// The conditions written out from the paper, and the set B.
fn broken(game: &Game, values: &[u64], x: usize) -> Vec<Condition> {
    let value = |y: &Vec<usize>| y.iter().fold(0, |sum, &h| sum ^ values[h]);
    let small = |y: &Vec<usize>| y.iter().all(|&h| values[h] < 2);
    let followers = &game[x];
    let some = |f: &dyn Fn(&Vec<usize>) -> bool| followers.iter().any(f);
    let holds = [
        values[x] != 0 || followers.is_empty() || some(&|y| value(y) == 1),
        values[x] != 0 || followers.iter().all(|y| value(y) != 1 || small(y)),
        values[x] != 1 || followers.iter().all(|y| value(y) != 0 || small(y)),
        values[x] < 2 || some(&|y| value(y) == 1 && small(y)) || some(&|y| value(y) == 0 && !small(y)),
        values[x] < 2 || some(&|y| value(y) == 0 && small(y)) || some(&|y| value(y) == 1 && !small(y)),
    ];
    let all = [Condition::A1, Condition::A2, Condition::A3, Condition::A4, Condition::A5];
    all.into_iter().zip(holds).filter(|(_, holds)| !holds).map(|(c, _)| c).collect()
}

/// All lists of at most `most` heaps with moves.
fn multisets(game: &Game, most: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![vec![]];
    let mut layer = all.clone();
    for _ in 0..most {
        layer = layer
            .iter()
            .flat_map(|list| {
                let from = list.last().copied().unwrap_or(0);
                (from..game.len()).filter(|&h| !game[h].is_empty()).map(move |h| [list.clone(), vec![h]].concat())
            })
            .collect();
        all.extend(layer.clone());
    }
    all
}

/// Theorem 2, and that the conditions are necessary where sums of all heaps are played.
#[test]
fn the_conditions_hold_just_where_the_rule_is_right() {
    let mut random = Random(74);
    let mut held = 0;
    for _ in 0..600 {
        let game = random_game(&mut random, 6);
        let (moves, budget) = (table(&game), &mut Budget::unlimited());
        let values = moves.nim_values(budget).unwrap();
        let mut all = true;
        for heap in 0..game.len() {
            let found = conditions(&moves, &values, heap, budget).unwrap();
            assert_eq!(found, broken(&game, &values, heap));
            all &= found.is_empty();
        }
        let mut known = HashMap::new();
        let right = multisets(&game, 4)
            .iter()
            .all(|heaps| is_bouton(heaps.iter().map(|&h| values[h])) == is_lost(&game, heaps, &mut known));
        assert_eq!(all, right, "{game:?}");
        held += u32::from(all);
    }
    assert!(held > 50 && held < 550, "{held}");
}

#[test]
fn first_violations_of_known_games() {
    let firsts = |game: Game| {
        let (moves, budget) = (table(&game), &mut Budget::unlimited());
        let values = moves.nim_values(budget).unwrap();
        let mut by_condition: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for heap in 0..game.len() {
            for condition in conditions(&moves, &values, heap, budget).unwrap() {
                by_condition.entry(condition.to_string()).or_default().push(heap);
            }
        }
        by_condition.into_iter().map(|(c, heaps)| format!("{c}{heaps:?}")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(firsts(octal(0, &[7, 3], 14)), "A1[4, 8, 12] A3[5, 9, 13]");
    assert_eq!(firsts(kayles(21)), "A3[8, 13, 16, 20] A5[5]");
    assert_eq!(firsts(octal(0, &[1, 3, 7], 14)), "A4[11] A5[9, 13]");
    assert_eq!(firsts(grundy(14)), "A5[13]");
    assert_eq!(firsts(split_or_take(1, 10)), "A1[3, 5, 7, 9]");
    assert_eq!(firsts(split_or_take(3, 6)), "A1[5] A5[4]");
    for k in [2, 4, 6, 8, 10] {
        assert_eq!(firsts(split_or_take(k, 40)), "");
    }
    assert_eq!(firsts(octal(0, &[3, 3, 3], 30)), "");
}

/// Orders and P-portions from an independent prototype, and of Kayles from Plambeck and Siegel 2008.
#[test]
fn orders_of_quotients() {
    let known = [
        (octal(0, &[7, 7], 121), 40, 9),
        (octal(0, &[1, 2, 3], 41), 20, 5),
        (octal(0, &[1, 4, 4], 61), 30, 5),
        (octal(0, &[1, 5, 2], 81), 34, 6),
        (octal(0, &[1, 5, 3], 61), 16, 3),
        (octal(0, &[1, 1, 5], 61), 42, 12),
        (octal(0, &[2, 4, 1], 41), 36, 9),
        (octal(0, &[7, 1], 31), 36, 9),
        (octal(0, &[5, 3], 41), 16, 3),
        (octal(0, &[3, 4], 41), 12, 3),
        (octal(0, &[7, 5], 13), 8, 2),
        (octal(0, &[2, 6], 11), 8, 2),
        (octal(0, &[3, 3, 3], 9), 6, 2),
        (octal(0, &[6, 4, 4], 13), 28, 0),
        (octal(0, &[5, 4], 29), 70, 0),
    ];
    for (i, (game, order, p_portion)) in known.into_iter().enumerate() {
        let quotient = quotient(&game);
        assert!(quotient.is_complete(), "row {i}: {} of {} heaps", quotient.heaps(), game.len());
        assert_eq!(quotient.order(), order, "row {i}");
        assert!(p_portion == 0 || quotient.p_portion() == p_portion, "row {i}");
        assert_eq!(quotient.order() % 2, 0);
    }
    // These grow with every other heap.
    let large = [(octal(0, &[2, 6], 25), 60, 15), (octal(0, &[2, 6], 33), 112, 28), (octal(0, &[5, 7], 41), 122, 30)];
    for (game, order, p_portion) in large.into_iter().take(rounds(3)) {
        let quotient = Quotient::of(&table(&game), Limits::NONE, &mut Budget::unlimited()).unwrap();
        assert_eq!((quotient.stop(), quotient.order(), quotient.p_portion()), (None, order, p_portion));
    }
    let grows: Vec<usize> = [1, 2, 5, 9, 12, 25, 27].iter().map(|n| quotient(&kayles(n + 1)).order()).collect();
    assert_eq!(grows, [2, 6, 12, 18, 24, 32, 40]);
    assert_eq!(quotient(&kayles(27)).order(), 32);
    // Tame quotients have 2^n + 2 elements (Plambeck and Siegel 2008).
    assert_eq!([2, 3, 4, 8, 16].map(|n| quotient(&nim(n)).order()), [2, 6, 6, 10, 18]);
}

/// Where time or memory run out, what was proved by then is the answer.
#[test]
fn limits_end_the_search_for_a_quotient() {
    let mut session = session();
    session.set_timeout(Some(std::time::Duration::from_secs(2)));
    let text = run(&mut session, "q := misere_quotient(code(\"0.07\"), 60); q");
    assert!(text.contains("; at heap ") && text.ends_with("the time was up"), "{text}");
    assert_eq!(run(&mut session, "[q.complete, q.proved_to >= 8]"), "[false, true]");
    let mut budget = Budget::unlimited();
    budget.set_memory(Some(1 << 20), || 0);
    let game = octal(0, &[0, 7], 60);
    let quotient = Quotient::of(&table(&game), Limits::NONE, &mut budget).unwrap();
    assert_eq!(quotient.stop(), Some(Stop::Memory));
    assert!(quotient.heaps() > 20 && quotient.order() > 2);
}

#[test]
fn quotients_tell_who_wins() {
    let mut random = Random(17);
    let mut games = vec![kayles(14), octal(0, &[1, 2, 3], 13), octal(0, &[1, 1, 5], 14), octal(0, &[7, 1], 12)];
    games.extend((0..rounds(30)).map(|_| random_game(&mut random, 9)));
    let mut asked = 0;
    for game in games {
        let (moves, budget) = (table(&game), &mut Budget::unlimited());
        let quotient = quotient(&game);
        let (mut sums, mut known) = (Sums::default(), HashMap::new());
        for _ in 0..120 {
            let heaps: Vec<usize> = (0..random.below(5)).map(|_| random.below(game.len() as u64) as usize).collect();
            let expected = is_lost(&game, &heaps, &mut known);
            let heaps: Vec<u32> = heaps.iter().map(|&h| h as u32).collect();
            assert_eq!(
                sums.is_lost(&moves, &heaps, usize::MAX, budget).unwrap(),
                Some(expected),
                "{heaps:?} of {game:?}"
            );
            if heaps.iter().all(|&h| (h as usize) < quotient.heaps()) {
                assert_eq!(quotient.is_lost(&heaps), expected, "{heaps:?} of {game:?}");
                asked += 1;
            }
        }
    }
    assert!(asked > rounds(3000), "{asked}");
}

/// Outcomes as they are asked for, whichever way finds them.
#[test]
fn outcomes_of_sums_of_heaps() {
    let mut random = Random(19);
    let games = [
        ("0.77", kayles(16)),
        ("0.137", octal(0, &[1, 3, 7], 16)),
        ("0.333", octal(0, &[3, 3, 3], 14)),
        ("0.[770]", octal(0, &[7, 7, 0].repeat(4), 12)),
        ("4.7", octal(4, &[7], 12)),
    ];
    for (code, game) in games {
        let engine = &mut Engine::default();
        let ruleset = engine.add(TakeAndBreak::new(Name::OfCode("code"), code.parse().unwrap()));
        let mut known = HashMap::new();
        for _ in 0..200 {
            let heaps: Vec<usize> = (0..random.below(4)).map(|_| random.below(game.len() as u64) as usize).collect();
            let parts: Vec<PositionId> = heaps.iter().map(|&h| ruleset.at(&(h as u64), engine)).collect();
            let sum = engine.positions().sum(&parts);
            let outcome = questions::class(questions::outcomes(sum, Convention::Misere, engine).unwrap());
            let expected = if is_lost(&game, &heaps, &mut known) { Outcome::P } else { Outcome::N };
            assert_eq!(outcome, expected, "{heaps:?} of {code}");
        }
    }
}
