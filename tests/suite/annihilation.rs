//! Annihilation games against the definition on all 2^n sets of tokens, against play, and against the literature.

use std::collections::BTreeSet;

use cg_engine::annihilation::annihilation;
use cg_engine::annihilation::{Annihilation, FullAnnihilation, Strategy};
use cg_engine::games::{Budget, Outcome, Player};
use cg_engine::graphs::Digraph;
use cg_engine::ordinals::GammaValue;
use cg_engine::positions::{About, Context, Convention, Engine, PositionId, Question, Way};
use cg_engine::questions;

use crate::gamma_twin::{literal, naive_outcomes};
use crate::language::{run, session};
use crate::random_graph::{Random, graph_rules};

/// The annihilation graph by the definition: a set of tokens is a number, one bit for each vertex.
fn all_sets(lists: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let n = lists.len() as u32;
    let sets = 0..1u32 << n;
    let moves = |set: u32| {
        let mut next = Vec::new();
        for u in (0..n).filter(|u| set >> u & 1 == 1) {
            for &w in &lists[u as usize] {
                next.push(if w == u {
                    set
                } else if set >> w & 1 == 1 {
                    // Both vanish.
                    set & !(1 << u) & !(1 << w)
                } else {
                    set & !(1 << u) | 1 << w
                });
            }
        }
        next
    };
    sets.map(moves).collect()
}

fn tokens(set: u32) -> Vec<u32> {
    (0..32).filter(|v| set >> v & 1 == 1).collect()
}

fn digraph(lists: &[Vec<u32>]) -> Digraph {
    Digraph::from_lists(lists, &mut Budget::unlimited()).unwrap()
}

/// The value of a vertex from the values of the definition.
fn value(sets: &[Vec<u32>], values: &[Option<u32>], set: u32) -> GammaValue {
    match values[set as usize] {
        Some(value) => GammaValue::nimber(value),
        None => GammaValue::infinite(sets[set as usize].iter().filter_map(|&next| values[next as usize])),
    }
}

#[test]
fn values_are_those_of_all_sets_of_tokens() {
    let mut random = Random(82);
    let budget = &mut Budget::unlimited();
    let (mut finite, mut infinite, mut heavy) = (0, 0, 0);
    for round in 0..700 {
        let n = 2 + random.below(if round % 50 == 0 { 7 } else { 5 });
        let lists = random.lists_of(n);
        let (sets, graph) = (all_sets(&lists), digraph(&lists));
        let values = literal(&sets);
        let game = Annihilation::new(&graph, budget).unwrap();
        let full = FullAnnihilation::new(&graph, budget).unwrap();
        for set in 0..1u32 << n {
            let expected = value(&sets, &values, set);
            assert_eq!(game.gamma(&tokens(set)), expected, "set {set:b} of {lists:?}");
            assert_eq!(full.gamma(&tokens(set)), expected, "set {set:b} of {lists:?}");
            match expected {
                GammaValue::Finite(_) => finite += 1,
                GammaValue::Infinite(_) => infinite += 1,
            }
            heavy += u32::from(set.count_ones() > 4);
        }
        let misere = naive_misere(&sets);
        for set in 0..1u32 << n {
            assert_eq!(full.misere_outcome(&tokens(set), budget).unwrap(), misere[set as usize]);
            let known = game.misere_outcome(&tokens(set), budget).unwrap();
            // Tokens that have no moves do not count.
            let few = tokens(set).iter().filter(|&&v| !lists[v as usize].is_empty()).count() <= 4;
            assert_eq!(known, few.then_some(misere[set as usize]), "set {set:b} of {lists:?}");
        }
        for most in 1..4 {
            let game = Annihilation::of_few(&graph, most, budget).unwrap();
            for set in (0..1u32 << n).filter(|set| set.count_ones() as usize <= most) {
                assert_eq!(game.gamma(&tokens(set)), value(&sets, &values, set));
            }
        }
    }
    assert!(finite > 3000 && infinite > 3000 && heavy > 1000, "{finite} finite, {infinite} infinite, {heavy} heavy");
}

#[test]
fn a_graph_may_need_four_tokens() {
    // Sets of three tokens do not span the space here.
    let lists = [vec![1, 3], vec![0, 3, 4], vec![0], vec![2], vec![0]];
    let sets = all_sets(&lists);
    let values = literal(&sets);
    let game = Annihilation::new(&digraph(&lists), &mut Budget::unlimited()).unwrap();
    for set in 0..32 {
        assert_eq!(game.gamma(&tokens(set)), value(&sets, &values, set), "{set:b}");
    }
}

pub fn engine() -> Engine {
    Engine::default()
}

/// The vertices of a graph as positions.
pub fn vertices(lists: &[Vec<u32>], engine: &mut Engine) -> Vec<PositionId> {
    let rules = graph_rules([lists; 2], &[]);
    let ruleset = engine.positions().add_own(std::sync::Arc::new(rules));
    (0..lists.len() as u32).map(|v| engine.positions().intern(ruleset, &[v])).collect()
}

/// Misere outcomes of all vertices of a graph, by going through them until nothing changes.
pub fn naive_misere(lists: &[Vec<u32>]) -> Vec<Outcome> {
    // Misere play is normal play with one more move at the end.
    let end = lists.len() as u32;
    let mut longer: Vec<Vec<u32>> = lists.to_vec();
    for list in &mut longer {
        if list.is_empty() {
            list.push(end);
        }
    }
    longer.push(Vec::new());
    let mut outcomes = naive_outcomes(&longer);
    outcomes.pop();
    outcomes
}

/// Whether a walk from `v` can return to where it was.
fn returns(lists: &[Vec<u32>], v: u32) -> bool {
    let reached = |from: u32| {
        let mut seen = BTreeSet::new();
        let mut open = lists[from as usize].clone();
        while let Some(u) = open.pop() {
            if seen.insert(u) {
                open.extend(&lists[u as usize]);
            }
        }
        seen
    };
    let after = reached(v);
    after.contains(&v) || after.iter().any(|&u| reached(u).contains(&u))
}

#[test]
fn positions_are_won_as_play_says() {
    let mut random = Random(84);
    let (mut loopy, mut won) = (0, [0; 3]);
    for _ in 0..150 {
        let n = 2 + random.below(4);
        let lists = random.lists_of(n);
        let sets = all_sets(&lists);
        let values = literal(&sets);
        let (normal, misere) = (naive_outcomes(&sets), naive_misere(&sets));
        let engine = &mut engine();
        let places = vertices(&lists, engine);
        for set in 0..1u32 << n {
            let on: Vec<PositionId> = tokens(set).into_iter().map(|v| places[v as usize]).collect();
            let p = annihilation(engine, &on).unwrap().unwrap();
            let at =
                |convention, engine: &mut Engine| questions::class(questions::outcomes(p, convention, engine).unwrap());
            assert_eq!(at(Convention::Normal, engine), normal[set as usize], "set {set:b} of {lists:?}");
            assert_eq!(at(Convention::Misere, engine), misere[set as usize], "set {set:b} of {lists:?}, misere");
            assert_eq!(questions::gamma(p, engine).unwrap(), value(&sets, &values, set));
            assert_eq!(questions::is_loopy(p, engine).unwrap(), returns(&sets, set), "set {set:b} of {lists:?}");
            loopy += u32::from(returns(&sets, set));
            won[match normal[set as usize] {
                Outcome::P => 0,
                Outcome::N => 1,
                _ => 2,
            }] += 1;
        }
    }
    assert!(loopy > 200 && won.iter().all(|&count| count > 200), "{loopy} loopy, {won:?}");
}

/// Returns the sets that can be reached from one, itself only if play returns to it.
fn reached(from: u32, moves: impl Fn(u32) -> Vec<u32>) -> BTreeSet<u32> {
    let (mut found, mut open) = (BTreeSet::new(), moves(from));
    while let Some(set) = open.pop() {
        if found.insert(set) {
            open.extend(moves(set));
        }
    }
    found
}

#[test]
fn whoever_makes_winning_moves_comes_to_the_end() {
    let mut random = Random(3);
    let (mut several, mut left_out) = (0, 0);
    for _ in 0..150 {
        let n = 3 + random.below(3);
        let lists = random.lists_of(n);
        let sets = all_sets(&lists);
        let outcomes = naive_outcomes(&sets);
        let engine = &mut engine();
        let places = vertices(&lists, engine);
        let listed: Vec<Vec<u32>> = (0..1u32 << n)
            .map(|set| {
                let on: Vec<PositionId> = tokens(set).into_iter().map(|v| places[v as usize]).collect();
                let p = annihilation(engine, &on).unwrap().unwrap();
                let moves = questions::winning_moves(p, Convention::Normal, Player::Left, engine).unwrap();
                let vertex = |q: u32| 1u32 << places.iter().position(|v| v.index() == q).unwrap();
                moves.into_iter().map(|q| engine.positions().state(q).iter().map(|&q| vertex(q)).sum()).collect()
            })
            .collect();
        for set in 0..1u32 << n {
            let is_lost = |next: u32| outcomes[next as usize] == Outcome::P;
            let (found, all) = (&listed[set as usize], &sets[set as usize]);
            assert!(found.iter().all(|&next| all.contains(&next) && is_lost(next)), "set {set:b} of {lists:?}");
            assert_eq!(found.is_empty(), outcomes[set as usize] != Outcome::N, "set {set:b} of {lists:?}");
            // The winner makes any of his moves, the loser any move at all.
            let play = |set: u32| match outcomes[set as usize] {
                Outcome::N => listed[set as usize].clone(),
                _ => sets[set as usize].clone(),
            };
            assert!(outcomes[set as usize] != Outcome::N || !reached(set, play).contains(&set), "{set:b} of {lists:?}");
            for &next in all.iter().filter(|&&next| is_lost(next) && !found.contains(&next)) {
                let back = reached(next, |set| sets[set as usize].clone());
                assert!(back.contains(&set), "{set:b} to {next:b} of {lists:?} cannot be taken back");
                left_out += 1;
            }
            several += u32::from(found.len() > 1);
        }
    }
    assert!(several > 20 && left_out > 20, "{several} with several, {left_out} left out");
}

#[test]
fn the_theorem_that_answers_has_a_name() {
    let engine = &mut engine();
    let cycle = vertices(&[vec![1], vec![2], vec![3], vec![0]], engine);
    let path = vertices(&[vec![1], vec![2], vec![]], engine);
    let pair = vertices(&[vec![1], vec![0]], engine);
    for (tokens, name) in [(&cycle[..2], Some("Yesha")), (&path[..2], Some("add up")), (&pair[..], None)] {
        let p = annihilation(engine, tokens).unwrap().unwrap();
        let question = Question::new(About::Outcome, Convention::Normal, Player::Left);
        let theorem = match &questions::ask(p, question, engine).unwrap().way {
            Way::Theorem(theorem, _) => Some(*theorem),
            _ => None,
        };
        assert_eq!(theorem.is_some(), name.is_some());
        assert!(theorem.is_none_or(|theorem| format!("{theorem:?}").contains(name.unwrap())));
    }
}

#[test]
fn two_games_added_do_not_meet() {
    let mut random = Random(5);
    for _ in 0..60 {
        let lists = random.lists_of(4);
        let sets = all_sets(&lists);
        let values = literal(&sets);
        let engine = &mut engine();
        let places = vertices(&lists, engine);
        let (a, b) = (random.below(16) as u32, random.below(16) as u32);
        let mut games = [a, b].map(|set| {
            let on: Vec<PositionId> = tokens(set).into_iter().map(|v| places[v as usize]).collect();
            annihilation(engine, &on).unwrap().unwrap()
        });
        let sum = engine.positions().sum(&games);
        let expected = value(&sets, &values, a).sum(&value(&sets, &values, b)).unwrap();
        assert_eq!(questions::gamma(sum, engine).unwrap(), expected);
        let product: Vec<Vec<u32>> = (0..256u32)
            .map(|ab| {
                let (i, j) = (ab >> 4, ab & 15);
                let mut moves: Vec<u32> = sets[i as usize].iter().map(|x| x << 4 | j).collect();
                moves.extend(sets[j as usize].iter().map(|y| i << 4 | y));
                moves
            })
            .collect();
        let misere = naive_misere(&product);
        let found = questions::outcomes(sum, Convention::Misere, engine).unwrap();
        assert_eq!(questions::class(found), misere[(a << 4 | b) as usize]);
        // Inside one another they are one game, unless a vertex would have two tokens.
        games.reverse();
        let nested = annihilation(engine, &games).unwrap();
        assert_eq!(nested.is_err(), a & b != 0);
    }
}

#[test]
fn on_graphs_that_end_the_game_is_won_as_the_sum() {
    // Fraenkel, Scenic trails, section 4: on acyclic graphs the P-positions are those of the sum of the tokens.
    let mut random = Random(4);
    for _ in 0..200 {
        let n = 2 + random.below(5);
        let lists: Vec<Vec<u32>> = (0..n).map(|u| (0..u as u32).filter(|_| random.below(2) == 0).collect()).collect();
        let sets = all_sets(&lists);
        let (values, single) = (literal(&sets), literal(&lists));
        for set in 0..1u32 << n {
            let sum = tokens(set).iter().map(|&v| single[v as usize].unwrap()).fold(0, |a, b| a ^ b);
            assert_eq!(values[set as usize], Some(sum));
        }
    }
}

/// A winner who follows the strategy has the last move against random play, and the counter falls with every answer.
#[test]
fn the_strategy_wins_in_the_end() {
    let mut random = Random(10);
    let budget = &mut Budget::unlimited();
    let (mut played, mut longest) = (0, 0);
    for _ in 0..150 {
        let n = 5 + random.below(8);
        let lists = random.lists_of(n);
        let sets = all_sets(&lists);
        let game = Annihilation::new(&digraph(&lists), budget).unwrap();
        for _ in 0..12 {
            let mut set = random.below(1 << n) as u32;
            let Some(mut second) = Strategy::new(&game, &tokens(set), budget).unwrap() else { continue };
            let mut counter = second.counter(budget).unwrap();
            assert_eq!(game.counter_bound(&tokens(set), budget).unwrap(), Some(counter));
            let mut answers = 0;
            while !sets[set as usize].is_empty() {
                let from: Vec<u32> = tokens(set).into_iter().filter(|&u| !lists[u as usize].is_empty()).collect();
                let u = from[random.below(from.len() as u64) as usize];
                let w = lists[u as usize][random.below(lists[u as usize].len() as u64) as usize];
                set = moved(set, (u, w));
                let (a, b) = second.answer((u, w), budget).unwrap();
                assert!(set >> a & 1 == 1 && lists[a as usize].contains(&b), "{a} -> {b} is no move in {set:b}");
                set = moved(set, (a, b));
                let next = second.counter(budget).unwrap();
                assert!(next < counter, "{next} after {counter}");
                counter = next;
                answers += 1;
            }
            played += u32::from(answers > 0);
            longest = longest.max(answers);
        }
    }
    assert!(played > 300 && longest > 4, "{played} played, the longest of {longest} answers");
}

/// The same where the sets are too many to list: 30 vertices, each start by a winning move.
#[test]
fn the_strategy_wins_on_large_graphs() {
    let mut random = Random(30);
    let budget = &mut Budget::unlimited();
    let (mut played, mut longest) = (0, 0);
    for _ in 0..12 {
        let lists = random.lists_of(30);
        let game = Annihilation::new(&digraph(&lists), budget).unwrap();
        for _ in 0..20 {
            let mut on: Vec<u32> = (0..30).filter(|_| random.below(3) == 0).collect();
            let Some(first) = game.winning_move(&on, budget).unwrap() else { continue };
            step(&mut on, first);
            let mut second = Strategy::new(&game, &on, budget).unwrap().expect("a winning move leads to 0");
            let bound = second.counter(budget).unwrap();
            let mut moves = 0;
            while let Some(&u) = on.iter().filter(|&&u| !lists[u as usize].is_empty()).max_by_key(|_| random.next()) {
                let w = lists[u as usize][random.below(lists[u as usize].len() as u64) as usize];
                step(&mut on, (u, w));
                let (a, b) = second.answer((u, w), budget).unwrap();
                assert!(on.contains(&a) && lists[a as usize].contains(&b));
                step(&mut on, (a, b));
                moves += 2;
                assert!(moves <= bound, "more than {bound} moves");
            }
            played += 1;
            longest = longest.max(moves);
        }
    }
    assert!(played > 40 && longest > 10, "{played} played, the longest of {longest} moves");
}

fn step(on: &mut Vec<u32>, (u, w): (u32, u32)) {
    if u == w {
        return;
    }
    on.retain(|&v| v != u);
    if on.contains(&w) { on.retain(|&v| v != w) } else { on.push(w) }
}

fn moved(set: u32, (u, w): (u32, u32)) -> u32 {
    if u == w { set } else { set ^ 1 << u ^ 1 << w }
}

/// The position alone is enough where all sets are known: the counter is Smith's.
#[test]
fn the_first_winning_move_makes_progress() {
    let mut random = Random(11);
    let budget = &mut Budget::unlimited();
    let mut wins = 0;
    for _ in 0..100 {
        let n = 3 + random.below(5);
        let lists = random.lists_of(n);
        let sets = all_sets(&lists);
        let outcomes = naive_outcomes(&sets);
        let full = FullAnnihilation::new(&digraph(&lists), budget).unwrap();
        let game = Annihilation::new(&digraph(&lists), budget).unwrap();
        for start in 0..1u32 << n {
            let one = game.winning_move(&tokens(start), budget).unwrap();
            assert_eq!(one.is_some(), outcomes[start as usize] == Outcome::N);
            if let Some(m) = one {
                assert_eq!(outcomes[moved(start, m) as usize], Outcome::P);
            }
            if outcomes[start as usize] != Outcome::N {
                continue;
            }
            let mut set = start;
            let mut left = u32::MAX;
            loop {
                let best = full.winning_moves(&tokens(set), budget).unwrap()[0];
                set = moved(set, best);
                let counter = full.counter(&tokens(set), budget).unwrap().unwrap();
                assert!(counter < left);
                left = counter;
                let Some(&next) = sets[set as usize].get(random.below(97) as usize % sets[set as usize].len().max(1))
                else {
                    break;
                };
                set = next;
            }
            wins += 1;
        }
    }
    assert!(wins > 1000, "{wins}");
}

#[test]
fn large_graphs() {
    // Both halves of a graph of two equal parts cancel, and the tokens of one part have its values.
    let mut random = Random(64);
    let budget = &mut Budget::unlimited();
    for _ in 0..3 {
        let half = random.lists_of(12);
        let mut both = half.clone();
        both.extend(half.iter().map(|list| list.iter().map(|&w| w + 12).collect::<Vec<u32>>()));
        let game = Annihilation::new(&digraph(&both), budget).unwrap();
        let full = FullAnnihilation::new(&digraph(&half), budget).unwrap();
        for _ in 0..500 {
            let (a, b) = (random.below(1 << 12) as u32, random.below(1 << 12) as u32);
            let expected = full.gamma(&tokens(a)).sum(&full.gamma(&tokens(b))).unwrap();
            assert_eq!(game.gamma(&tokens(a | b << 12)), expected, "{a:b} and {b:b} of {half:?}");
        }
    }
}

/// Ferguson 1984: misere annihilation Nim is lost by the mover just if the nim-value is 1 and the heaps from 2 on go in
/// pairs {2j, 2j + 1}, or it is 0 and they do not.
#[test]
fn misere_annihilation_nim() {
    let mut session = session();
    for set in 1u32..1 << 8 {
        let heaps = tokens(set);
        let sum = heaps.iter().fold(0, |a, b| a ^ b);
        let paired = heaps.iter().filter(|&&h| h >= 2).all(|h| heaps.contains(&(h ^ 1)));
        let expected = if sum == 1 && paired || sum == 0 && !paired { "P" } else { "N" };
        assert_eq!(run(&mut session, &format!("outcome(sum(annihilation, nim{}), misere)", call(&heaps))), expected);
    }
}

/// Ferguson 1984, corollary in section 2: where all nim-values are 0 and 1, and 0 has a move to 1 unless it is the end, a
/// position is lost by the mover just if an odd number of tokens have the value 1.
#[test]
fn misere_play_far_out() {
    let mut session = session();
    let mut random = Random(45);
    for _ in 0..40 {
        let count = 1 + random.below(4);
        let heaps: BTreeSet<u64> = (0..count).map(|_| random.below(70)).collect();
        let list: Vec<String> = heaps.iter().map(|h| format!("subtraction({{1}}, {h})")).collect();
        let sum = heaps.iter().fold(0, |a, h| a ^ (h % 2));
        let expected = if sum == 1 { "P" } else { "N" };
        assert_eq!(run(&mut session, &format!("outcome(sum(annihilation, {}), misere)", list.join(", "))), expected);
    }
}

fn call(heaps: &[u32]) -> String {
    let heaps: Vec<String> = heaps.iter().map(u32::to_string).collect();
    format!("({})", heaps.join(", "))
}
