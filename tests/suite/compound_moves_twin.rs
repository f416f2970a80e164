//! Good moves of compounds, found part by part, against the plain definitions on the product of the parts.

use std::collections::HashMap;

use cg_engine::games::Player;
use cg_engine::graphs::{Convention, Verdict};
use cg_engine::positions::{Context, Engine, Options, PositionId, options};
use cg_engine::questions;
use cg_engine::rulesets::compound::Kind;

use crate::compounds_twin::{Part, Play, engine_of, places, random_part, remoteness};
use crate::random_graph::Random;

const KINDS: [Kind; 5] = [Kind::Conj, Kind::ConjLong, Kind::Sel, Kind::SelShort, Kind::DisjShort];

/// Whether play from one place can come to another.
fn reaches(followers: &[Vec<usize>], from: usize, to: usize) -> bool {
    let mut met = vec![false; followers.len()];
    let mut open = vec![from];
    while let Some(v) = open.pop() {
        if v == to {
            return true;
        }
        if !std::mem::replace(&mut met[v], true) {
            open.extend(&followers[v]);
        }
    }
    false
}

/// The options of a player in the order in which they are written, each once.
fn options_of(p: PositionId, player: Player, engine: &mut Engine) -> Vec<PositionId> {
    let mut moves = Options::default();
    options(p, engine, &mut moves).unwrap();
    let mut all: Vec<PositionId> = Vec::new();
    for &q in moves.of(player) {
        if !all.contains(&q) {
            all.push(q);
        }
    }
    all
}

/// Compares the moves of both players in both conventions; how many were won and how many held back.
fn compare(play: &Play, graphs: &[Part], name: &str) -> Option<(usize, usize)> {
    let (places, followers) = places(play, graphs)?;
    let (mut engine, rulesets) = engine_of(graphs);
    let p = play.position(&rulesets, &mut engine);
    let numbers: HashMap<(PositionId, usize), usize> = places
        .iter()
        .enumerate()
        .map(|(number, (place, mover))| ((place.position(&rulesets, &mut engine), *mover), number))
        .collect();
    let (mut won, mut held_back) = (0, 0);
    for (convention, terminal) in [(Convention::Normal, 0), (Convention::Misere, 1)] {
        let lengths = remoteness(&followers, terminal);
        for (start, player) in [Player::Left, Player::Right].into_iter().enumerate() {
            let place = format!("{name}, {convention:?}, {player:?}: {graphs:?}");
            let moves = options_of(p, player, &mut engine);
            let after = |q: &PositionId| lengths[numbers[&(*q, 1 - start)]];
            let is_won = |q: &PositionId| after(q).is_some_and(|r| r % 2 == 0);

            let mut wanted: Vec<PositionId> = Vec::new();
            if lengths[start].is_some_and(|r| r % 2 == 1) {
                let all: Vec<PositionId> = moves.iter().copied().filter(|q| is_won(q)).collect();
                let quickest = lengths[start].map(|r| r - 1);
                for &q in &all {
                    if after(&q) == quickest || !reaches(&followers, numbers[&(q, 1 - start)], start) {
                        wanted.push(q);
                    }
                }
                won += 1;
                held_back += all.len() - wanted.len();
            }
            let mut found = questions::winning_moves(p, convention, player, &mut engine).unwrap();
            let as_found = found.clone();
            found.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(found, wanted, "winning moves of {place}");

            let (verdict, mut best): (Verdict, Vec<PositionId>) = match lengths[start] {
                Some(r) if r % 2 == 1 => (Verdict::Win, moves.iter().copied().filter(|q| is_won(q)).collect()),
                Some(_) => (Verdict::Loss, moves.clone()),
                None => (Verdict::Draw, moves.iter().copied().filter(|q| after(q).is_none()).collect()),
            };
            match verdict {
                Verdict::Loss => best.sort_by_key(|q| std::cmp::Reverse(after(q))),
                _ => best.sort_by_key(after),
            }
            let prospects = questions::prospects(p, convention, player, &mut engine).unwrap();
            assert_eq!(prospects.moves, best, "best moves of {place}");
            assert_eq!((prospects.verdict, prospects.remoteness), (verdict, lengths[start]), "{place}");

            // In play that ends the moves are in the order of the options, or the quickest come first.
            let by_options: Vec<PositionId> = moves.into_iter().filter(|q| as_found.contains(q)).collect();
            let mut by_length = by_options.clone();
            by_length.sort_by_key(after);
            assert!(as_found == by_options || as_found == by_length, "order of {place}");
        }
    }
    Some((won, held_back))
}

#[test]
fn moves_of_random_compounds() {
    let mut random = Random(91);
    let (mut won, mut held_back) = (0, 0);
    for kind in KINDS {
        for round in 0..600 {
            let (loopy, impartial) = (round % 2 == 0, round % 8 < 6);
            let count = 1 + random.below(3) as usize;
            let most = if count == 3 { 4 } else { 6 };
            let graphs: Vec<Part> = (0..count).map(|_| random_part(&mut random, most, loopy, impartial)).collect();
            let tokens = (0..count).map(|g| Play::Token(g, graphs[g][0].len() as u32 - 1)).collect();
            let play = Play::Compound(kind, tokens);
            if let Some(found) = compare(&play, &graphs, &format!("{kind:?}")) {
                (won, held_back) = (won + found.0, held_back + found.1);
            }
        }
    }
    assert!(won > 3000 && held_back > 30, "{won} won, {held_back} moves held back");
}

#[test]
fn moves_of_compounds_of_compounds() {
    let mut random = Random(92);
    let mut won = 0;
    for outer in KINDS {
        for inner in KINDS {
            for round in 0..40 {
                let (loopy, impartial) = (round % 2 == 0, round % 8 < 6);
                let graphs: Vec<Part> = (0..3).map(|_| random_part(&mut random, 4, loopy, impartial)).collect();
                let mut tokens = (0..3).map(|g| Play::Token(g, graphs[g][0].len() as u32 - 1));
                let last = tokens.next().expect("three tokens");
                let play = Play::Compound(outer, vec![Play::Compound(inner, tokens.collect()), last]);
                won += compare(&play, &graphs, &format!("{outer:?} of {inner:?}")).map_or(0, |found| found.0);
            }
        }
    }
    assert!(won > 500, "{won} won");
}

/// Whether a rule for the player's moves gets him what he can force, by all plays in which he keeps to it.
fn is_good(
    followers: &[Vec<usize>],
    rule: &HashMap<usize, usize>,
    start: usize,
    lengths: &[Option<u32>],
    terminal: u32,
) -> bool {
    let aim = lengths[start].map(|r| r % 2 == 1);
    // Plays are followed for as many moves as there are places and one more: then they return.
    let mut now = vec![start];
    for moves in 0..=2 * followers.len() {
        let mut next = Vec::new();
        for &v in &now {
            let own = moves % 2 == 0;
            if followers[v].is_empty() {
                // The mover wins in misère play alone.
                let wins = own == (terminal == 1);
                if !wins && aim != Some(false) {
                    return false;
                }
            } else if own {
                next.push(rule[&v]);
            } else {
                next.extend(&followers[v]);
            }
        }
        next.sort_unstable();
        next.dedup();
        now = next;
    }
    now.is_empty() || aim != Some(true)
}

#[test]
fn strategies_that_keep_what_can_be_forced() {
    let mut random = Random(93);
    let (mut good, mut bad) = (0, 0);
    for round in 0..1500 {
        let graphs = vec![random_part(&mut random, 7, round % 3 > 0, round % 2 == 0)];
        let play = Play::Token(0, graphs[0][0].len() as u32 - 1);
        let Some((places, followers)) = places(&play, &graphs) else { continue };
        let (mut engine, rulesets) = engine_of(&graphs);
        let p = play.position(&rulesets, &mut engine);
        for (convention, terminal) in [(Convention::Normal, 0), (Convention::Misere, 1)] {
            let lengths = remoteness(&followers, terminal);
            for (start, player) in [Player::Left, Player::Right].into_iter().enumerate() {
                let mut rule = HashMap::new();
                let mut moves = HashMap::new();
                for (v, (place, mover)) in places.iter().enumerate().filter(|(v, _)| !followers[*v].is_empty()) {
                    let to = followers[v][random.below(followers[v].len() as u64) as usize];
                    rule.insert(v, to);
                    if *mover == start {
                        let from = place.position(&rulesets, &mut engine);
                        moves.insert(from, places[to].0.position(&rulesets, &mut engine));
                    }
                }
                let choose = |play: &[PositionId], _: &mut dyn Context| {
                    Ok::<_, cg_engine::games::Fault>(moves[&play[play.len() - 1]])
                };
                let sight = questions::Sight::Position;
                let found = questions::refutation(p, convention, player, sight, 0, choose, &mut engine).unwrap();
                let wanted = is_good(&followers, &rule, start, &lengths, terminal);
                assert_eq!(found.is_none(), wanted, "{graphs:?}, {convention:?}, {player:?}, {rule:?}, {found:?}");
                good += usize::from(wanted);
                bad += usize::from(!wanted);
            }
        }
    }
    assert!(good > 1000 && bad > 300, "{good} good, {bad} bad");
}
