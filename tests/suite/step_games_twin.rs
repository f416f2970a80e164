//! Games of one heap that moves by fixed steps, without end, against labels of a long piece whose cut is left open.

use cg_engine::games::Budget;
use cg_engine::graphs::{Convention, StepGame};
use cg_engine::ordinals::GammaValue;

use crate::language::{run, session};
use crate::random_graph::Random;

/// The numbers of the piece, and those that are compared.
const PIECE: usize = 400;
const COMPARED: usize = 40;
/// The largest heap of Nim beside the token.
const LARGEST_HEAP: usize = 7;

/// `true` if the player to move wins, with the round in which that was found; `None` if it is not known.
type Label = Option<(bool, u32)>;

/// A game with up to three small numbers of its own and up to four steps, one of them up.
fn game(random: &mut Random) -> StepGame {
    let up = 1 + random.below(4) as i64;
    let others = (0..random.below(4)).map(|_| random.below(7) as i64 - 4).filter(|step| *step != 0);
    let mut steps: Vec<i64> = others.chain([up]).collect();
    steps.sort_unstable();
    steps.dedup();
    let deepest = steps[0].min(0).unsigned_abs() as usize;
    let small = (0..deepest + random.below(3) as usize)
        .map(|n| (0..random.below(3)).map(|_| random.below(8) as u32).filter(|&to| to as usize != n).collect());
    StepGame::new(small.collect(), steps)
}

fn followers(game: &StepGame, n: usize) -> Vec<usize> {
    let (small, steps) = game.moves();
    match small.get(n) {
        Some(followers) => followers.iter().map(|&v| v as usize).collect(),
        None => steps.iter().map(|step| n.checked_add_signed(*step as isize).expect("no step below 0")).collect(),
    }
}

/// Labels positions by the definition, move by move, until nothing changes. `moves` gives the options, of which those that are
/// no position of the piece stay unknown.
fn labels(count: usize, moves: impl Fn(usize) -> Vec<usize>, ended_is_won: bool) -> Vec<Label> {
    let mut known: Vec<Label> = vec![None; count];
    for length in 0..count as u32 {
        let before = known.clone();
        let of = |p: usize| before.get(p).copied().flatten();
        for (p, label) in known.iter_mut().enumerate().filter(|(_, label)| label.is_none()) {
            let options = moves(p);
            let lost = options.iter().filter_map(|&q| of(q)).any(|(wins, _)| !wins);
            let is_decided = lost || options.iter().all(|&q| of(q).is_some());
            if is_decided {
                *label = Some((if options.is_empty() { ended_is_won } else { lost }, length));
            }
        }
        if known == before && length > 0 {
            break;
        }
    }
    known
}

/// Play returns just where a number that can be reached can be reached from one of its followers.
#[test]
fn play_returns_where_a_number_is_reached_again() {
    let mut random = Random(9);
    let mut returning = [0, 0];
    for round in 0..200 {
        let mut game = game(&mut random);
        if round % 2 == 0 {
            // Only up: what returns are the small numbers.
            let (small, steps) = game.moves();
            game = StepGame::new(small.to_vec(), steps.iter().copied().filter(|step| *step > 0).collect());
        }
        let reached_from = |starts: Vec<usize>| {
            let mut reached = [false; 100];
            let mut open = starts;
            while let Some(n) = open.pop() {
                if n < reached.len() && !std::mem::replace(&mut reached[n], true) {
                    open.extend(followers(&game, n));
                }
            }
            reached
        };
        let again: Vec<bool> = (0..100).map(|n| reached_from(followers(&game, n))[n]).collect();
        for start in 0..COMPARED {
            let expected =
                (0..100).zip(reached_from(vec![start])).any(|(n, is_reached): (usize, bool)| is_reached && again[n]);
            let found = game.may_return(&start.into(), &mut Budget::unlimited()).expect("no limit");
            assert_eq!(found, expected, "{game:?}, {start}");
            returning[usize::from(found)] += 1;
        }
    }
    assert!(returning.iter().all(|count| *count > 500), "{returning:?}");
}

#[test]
fn remoteness_is_that_of_the_definition() {
    let mut random = Random(7);
    let (mut drawn, mut ended) = (0, 0);
    for _ in 0..300 {
        let game = game(&mut random);
        for convention in [Convention::Normal, Convention::Misere] {
            let labels = labels(PIECE, |n| followers(&game, n), convention == Convention::Misere);
            for (n, &label) in labels.iter().enumerate().take(COMPARED) {
                let found = game.remoteness(&n.into(), convention, &mut Budget::unlimited()).expect("no limit");
                let Some(length) = found else { break };
                let moves = length.ends().and_then(|ends| ends.to_u64());
                // An ended game has the misère remoteness 1.
                let wanted = label.map(|(_, round)| u64::from(round) + u64::from(convention == Convention::Misere));
                assert_eq!(moves, wanted, "{game:?}, {n}, {convention:?}");
                if let (Some(moves), Some((wins, _))) = (moves, label) {
                    assert_eq!(moves % 2 == 1, wins, "{game:?}, {n}, {convention:?}");
                }
                [drawn, ended] = [drawn + usize::from(moves.is_none()), ended + usize::from(moves.is_some())];
            }
        }
    }
    assert!(drawn > 1_000 && ended > 1_000, "{drawn} {ended}");
}

/// The best moves in play without end are those by the labels: the quickest win first, the longest defence first, all that draw.
#[test]
fn best_moves_are_those_by_the_labels() {
    let mut random = Random(10);
    let mut compared = [0, 0, 0];
    for _ in 0..60 {
        let game = game(&mut random);
        let (small, steps) = game.moves();
        let of_small =
            small.iter().enumerate().flat_map(|(n, to)| to.iter().map(move |to| format!("g({to}) if n == {n}")));
        let of_large = steps.iter().map(|step| format!("g(n + {step}) if n >= {}", small.len()));
        let rule: Vec<String> = of_small.chain(of_large).collect();
        let mut session = session();
        assert_eq!(run(&mut session, &format!("game g(n) := <{}>", rule.join(", "))), "nothing");
        let labels = labels(PIECE, |n| followers(&game, n), false);
        for (n, label) in labels.iter().enumerate().take(12) {
            if game.remoteness(&n.into(), Convention::Normal, &mut Budget::unlimited()).expect("no limit").is_none() {
                break;
            }
            let mut options = followers(&game, n);
            let mut seen = std::collections::BTreeSet::new();
            options.retain(|&to| seen.insert(to));
            // Play without end is the longest.
            let length = |to: usize| labels[to].map_or(u32::MAX, |(_, round)| round);
            match label {
                Some((true, _)) => {
                    options.retain(|&to| matches!(labels[to], Some((false, _))));
                    options.sort_by_key(|&to| length(to));
                }
                Some((false, _)) => options.sort_by_key(|&to| std::cmp::Reverse(length(to))),
                None => options.retain(|&to| labels[to].is_none()),
            }
            compared[label.map_or(2, |(wins, _)| usize::from(wins))] += 1;
            let wanted: Vec<String> = options.iter().map(|to| format!("g({to})")).collect();
            let found = run(&mut session, &format!("best_moves(g({n}))"));
            assert_eq!(found, format!("[{}]", wanted.join(", ")), "g({n}) of {}", rule.join(", "));
        }
    }
    assert!(compared.iter().all(|&count| count > 30), "{compared:?}");
}

/// A heap has the γ-value m just where it is lost beside a heap of m, and an infinite one with the members k beside which it is
/// won.
#[test]
fn gamma_values_are_those_beside_heaps() {
    let mut random = Random(8);
    let (mut finite, mut infinite) = (0, 0);
    for _ in 0..60 {
        let game = game(&mut random);
        let width = LARGEST_HEAP + 1;
        let moves = |p: usize| {
            let (n, heap) = (p / width, p % width);
            let by_step = followers(&game, n).into_iter().map(|to| to * width + heap);
            by_step.chain((0..heap).map(|less| n * width + less)).collect::<Vec<usize>>()
        };
        let labels = labels(PIECE * width, moves, false);
        for n in 0..COMPARED {
            let found = game.gamma(&n.into(), &mut Budget::unlimited()).expect("no limit");
            let wins = |heap: usize| labels[n * width + heap].map(|(wins, _)| wins);
            match found {
                None => break,
                Some(GammaValue::Finite(value)) => {
                    finite += 1;
                    let value = value.as_finite().and_then(|n| usize::try_from(n).ok()).expect("a small number");
                    for heap in 0..=LARGEST_HEAP {
                        assert_eq!(wins(heap), Some(heap != value), "{game:?}, {n} beside {heap}");
                    }
                }
                Some(GammaValue::Infinite(members)) => {
                    infinite += 1;
                    for heap in 0..=LARGEST_HEAP {
                        let is_member = members.iter().any(|k| k.as_finite().is_some_and(|k| *k == heap.into()));
                        assert_eq!(wins(heap), is_member.then_some(true), "{game:?}, {n} beside {heap}");
                    }
                }
            }
        }
    }
    assert!(finite > 100 && infinite > 100, "{finite} {infinite}");
}
