//! Tokens that repel, graphs in pieces, the growth of the space of finite values, and play without repetition: each against
//! its definition, on random graphs.

use cg_engine::annihilation::{Annihilation, Meeting, on_one_graph};
use cg_engine::games::{Budget, Outcome, Player};
use cg_engine::graphs::Digraph;
use cg_engine::ordinals::GammaValue;
use cg_engine::positions::{Context, Convention, Engine, PositionId, Question, Topic};
use cg_engine::questions;
use cg_engine::rulesets::without_repetition::without_repetition;

use crate::annihilation::{engine, naive_misere, vertices};
use crate::gamma_twin::{literal, naive_outcomes};
use crate::random_graph::{Random, graph_rules, rounds};

/// All places of electrons and positrons on a graph: a number in base 3, the digit of a vertex 1 or 2 for a particle on it.
fn places(lists: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let n = lists.len() as u32;
    let digit = |state: u32, v: u32| state / 3u32.pow(v) % 3;
    let moves = |state: u32| {
        let mut next = Vec::new();
        for u in (0..n).filter(|&u| digit(state, u) > 0) {
            let kind = digit(state, u);
            for &w in &lists[u as usize] {
                let left = state - kind * 3u32.pow(u);
                match digit(left, w) {
                    // A loop leaves the particle where it was.
                    0 => next.push(left + kind * 3u32.pow(w)),
                    other if other == kind => {}
                    other => next.push(left - other * 3u32.pow(w)),
                }
            }
        }
        next
    };
    (0..3u32.pow(n)).map(moves).collect()
}

/// The position of a state, as electrons and positrons or, where there are no positrons, as Welter's game.
fn position(state: u32, meeting: Meeting, at: &[PositionId], engine: &mut Engine) -> PositionId {
    let of = |kind: u32| -> Vec<PositionId> {
        let on = |(v, _): &(u32, &PositionId)| state / 3u32.pow(*v) % 3 == kind;
        (0..).zip(at).filter(on).map(|(_, p)| *p).collect()
    };
    let (electrons, positrons) = (of(1), of(2));
    on_one_graph(engine, meeting, [&electrons, &positrons]).unwrap().unwrap()
}

fn class(p: PositionId, convention: Convention, engine: &mut Engine) -> Outcome {
    questions::class(questions::outcomes(p, convention, engine).unwrap())
}

#[test]
fn particles_are_won_as_play_says() {
    let mut random = Random(1950);
    let mut seen = [0; 3];
    for round in 0..120 {
        let n = 2 + random.below(if round % 10 == 0 { 4 } else { 3 });
        let lists = random.lists_of(n);
        let moves = places(&lists);
        let values = literal(&moves);
        let (normal, misere) = (naive_outcomes(&moves), naive_misere(&moves));
        let engine = &mut engine();
        let at = vertices(&lists, engine);
        for state in 0..moves.len() as u32 {
            let i = state as usize;
            let one_kind = (0..n as u32).all(|v| state / 3u32.pow(v) % 3 != 2);
            for meeting in [Meeting::Electrons, Meeting::Welter] {
                if meeting == Meeting::Welter && !one_kind {
                    continue;
                }
                let p = position(state, meeting, &at, engine);
                assert_eq!(class(p, Convention::Normal, engine), normal[i], "{meeting:?} {state} of {lists:?}");
                assert_eq!(class(p, Convention::Misere, engine), misere[i], "{meeting:?} {state} of {lists:?}, misère");
                let expected = match values[i] {
                    Some(value) => GammaValue::nimber(value),
                    None => GammaValue::infinite(moves[i].iter().filter_map(|&next| values[next as usize])),
                };
                assert_eq!(questions::gamma(p, engine).unwrap(), expected, "{meeting:?} {state} of {lists:?}");
            }
            seen[match normal[i] {
                Outcome::P => 0,
                Outcome::N => 1,
                _ => 2,
            }] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
}

/// The remoteness of vertex 0 of a graph whose ends count `end`, by the definition: the winner hurries, the loser delays.
fn remoteness(moves: &[Vec<u32>], start: u32, end: u32) -> Option<u32> {
    let mut known: Vec<Option<u32>> = moves.iter().map(|list| list.is_empty().then_some(end)).collect();
    for length in 0..=2 * moves.len() as u32 + 2 {
        for u in (0..moves.len()).filter(|&u| !moves[u].is_empty()) {
            let of = |w: &u32| known[*w as usize];
            let wins = moves[u].iter().filter_map(of).filter(|r| r % 2 == 0).min();
            let all: Option<Vec<u32>> = moves[u].iter().map(of).collect();
            let found = match (wins, all) {
                (Some(least), _) => Some(least + 1),
                (None, Some(all)) => all.into_iter().max().map(|most| most + 1),
                _ => None,
            };
            if found == Some(length) {
                known[u] = found;
            }
        }
    }
    known[start as usize]
}

#[test]
fn games_on_pieces_are_the_sum() {
    // Two pieces: every question has the answer of play on both at once.
    let mut random = Random(16);
    for _ in 0..rounds(60) {
        let half = [random.lists_of(2), random.lists_of(2)];
        let mut lists = half[0].clone();
        lists.extend(half[1].iter().map(|list| list.iter().map(|&w| w + 2).collect::<Vec<u32>>()));
        let moves = places(&lists);
        let engine = &mut engine();
        let at = vertices(&lists, engine);
        for _ in 0..12 {
            let state = random.below(81) as u32;
            let p = position(state, Meeting::Electrons, &at, engine);
            for (convention, end) in [(Convention::Normal, 0), (Convention::Misere, 1)] {
                let question = Question::new(Topic::REMOTENESS, convention, Player::Left);
                let found = questions::ask(p, question, engine).unwrap().answer;
                let expected = remoteness(&moves, state, end).map_or("inf".into(), |length| length.to_string());
                assert_eq!(found.to_string(), expected, "{state} of {lists:?}, {convention:?}");
            }
        }
    }
}

#[test]
fn the_space_of_finite_values_grows_to_all() {
    let budget = &mut Budget::unlimited();
    let mut random = Random(1982);
    let mut grown_by = 0;
    for round in 0..900 {
        let n = 2 + random.below(if round % 30 == 0 { 11 } else { 6 });
        let lists = random.lists_of(n);
        let graph = Digraph::from_lists(&lists, budget).unwrap();
        let all = Annihilation::of_few(&graph, 4, budget).unwrap();
        for tokens in 1..3 {
            let few = Annihilation::of_few(&graph, tokens, budget).unwrap();
            let grown = Annihilation::grown(&graph, tokens, budget).unwrap();
            assert_eq!(grown.dimension(), all.dimension(), "{lists:?}");
            grown_by += grown.dimension() - few.dimension();
            for set in 0..1u32 << n {
                let tokens: Vec<u32> = (0..n as u32).filter(|v| set >> v & 1 == 1).collect();
                assert_eq!(grown.gamma(&tokens), all.gamma(&tokens), "{tokens:?} of {lists:?}");
            }
        }
        let (threshold, labels) = all.labels();
        for set in 0..1u32 << n {
            let tokens: Vec<u32> = (0..n as u32).filter(|v| set >> v & 1 == 1).collect();
            let of_tokens = labels.iter().filter(|(v, _)| tokens.contains(v));
            let sum = of_tokens.fold(dashu_int::UBig::ZERO, |sum, (_, label)| sum ^ label);
            match all.finite(&tokens) {
                Some(value) => assert!(sum == value.into() && sum < threshold, "{tokens:?} of {lists:?}"),
                None => assert!(sum >= threshold, "{tokens:?} of {lists:?}"),
            }
        }
    }
    assert!(grown_by > 100, "{grown_by}");
}

#[test]
fn the_space_grows_on_larger_graphs() {
    let budget = &mut Budget::unlimited();
    let mut random = Random(400);
    for round in 0..8 {
        let mut lists = random.lists_of(26);
        if round % 2 == 0 {
            // No ends, so that there are few sets of finite value.
            lists.iter_mut().filter(|list| list.is_empty()).for_each(|list| list.push(random.below(26) as u32));
        }
        let graph = Digraph::from_lists(&lists, budget).unwrap();
        let all = Annihilation::of_few(&graph, 4, budget).unwrap();
        let grown = Annihilation::grown(&graph, 2, budget).unwrap();
        assert_eq!(grown.dimension(), all.dimension(), "{lists:?}");
        for _ in 0..2000 {
            let tokens: Vec<u32> = (0..26).filter(|_| random.below(4) == 0).collect();
            assert_eq!(grown.finite(&tokens), all.finite(&tokens), "{tokens:?} of {lists:?}");
        }
    }
}

/// Where a table of all sets of four tokens had 10^9 rows: a cycle of 400 with chords is known in a moment, and so is the
/// sum of two games on it that are equal.
#[test]
fn four_hundred_vertices() {
    let budget = &mut Budget::unlimited();
    let mut random = Random(5);
    let lists: Vec<Vec<u32>> =
        (0..400).map(|v| (0..2).map(|_| (v + 397 + random.below(7) as u32) % 400).collect()).collect();
    let started = std::time::Instant::now();
    let game = Annihilation::new(&Digraph::from_lists(&lists, budget).unwrap(), budget).unwrap();
    assert!(started.elapsed().as_secs() < 60);
    let basis = game.basis();
    assert!(basis.len() > 10, "{}", basis.len());
    // γ of a sum of sets of finite value is that of the values, and its followers have all smaller values.
    for _ in 0..200 {
        let (mut tokens, mut value) = (std::collections::BTreeSet::new(), 0);
        for (set, of_set) in basis.iter().filter(|_| random.below(2) == 0) {
            set.iter().for_each(|&v| {
                if !tokens.remove(&v) {
                    tokens.insert(v);
                }
            });
            value ^= of_set;
        }
        let tokens: Vec<u32> = tokens.into_iter().collect();
        assert_eq!(game.finite(&tokens), Some(value));
        let reached = game.reach(&tokens);
        assert!((0..value).all(|smaller| reached.contains(&smaller)) && !reached.contains(&value));
    }
}

/// Whether the mover wins where the vertices `visited` may not come again.
fn wins(graphs: &[Vec<Vec<u32>>; 2], v: u32, visited: u32, mover: usize, misere: bool) -> bool {
    let visited = visited | 1 << v;
    let mut next = graphs[mover][v as usize].iter().filter(|&&w| visited >> w & 1 == 0).peekable();
    if next.peek().is_none() {
        return misere;
    }
    next.any(|&w| !wins(graphs, w, visited, 1 - mover, misere))
}

#[test]
fn play_without_repetition_is_won_as_play_says() {
    let mut random = Random(361);
    let mut seen = std::collections::BTreeMap::new();
    for round in 0..400 {
        let n = 2 + random.below(5);
        let left = random.lists_of(n);
        let right = if round % 2 == 0 { left.clone() } else { random.lists_of(n) };
        let graphs = [left, right];
        let engine = &mut engine();
        let ruleset = engine.positions().add_own(std::sync::Arc::new(graph_rules([&graphs[0], &graphs[1]], &[])));
        for v in 0..n as u32 {
            let visited = random.below(1 << n) as u32;
            for visited in [0, visited] {
                let at: Vec<PositionId> = (0..n as u32)
                    .filter(|w| visited >> w & 1 == 1)
                    .map(|w| engine.positions().intern(ruleset, &[w]))
                    .collect();
                let here = engine.positions().intern(ruleset, &[v]);
                let p = without_repetition(here, &at, engine);
                for convention in [Convention::Normal, Convention::Misere] {
                    let misere = convention == Convention::Misere;
                    let starts = [0, 1].map(|mover| wins(&graphs, v, visited, mover, misere));
                    let expected = match starts {
                        [true, true] => Outcome::N,
                        [false, false] => Outcome::P,
                        [true, false] => Outcome::L,
                        [false, true] => Outcome::R,
                    };
                    let found = class(p, convention, engine);
                    assert_eq!(found, expected, "{v} after {visited:b} of {graphs:?}, {convention:?}");
                    *seen.entry(expected).or_insert(0) += 1;
                }
            }
        }
    }
    assert!(seen.values().all(|&count| count > 100) && seen.len() == 4, "{seen:?}");
}
