//! Nimania and other epidemics by their rule, on small positions at early moves: who wins, and by which moves.

use std::collections::HashMap;

use cg_engine::games::Outcome;
use cg_engine::positions::{Convention, Engine, Options, options};
use cg_engine::questions;
use cg_engine::rulesets::nimania::{self, Growth, Nimania};

use crate::language::{run, session};
use crate::random_graph::Random;

/// The move that comes next, and how many copies there are of 1, 2 and 3.
type At = (u64, [u64; 3]);

/// How many copies are made at each move.
type Copies<'a> = &'a dyn Fn(u64) -> u64;

fn moves((stage, copies): At, made: Copies) -> Vec<At> {
    let chosen = (0..3).filter(|&i| copies[i] > 0);
    chosen
        .map(|i| {
            let mut next = copies;
            next[i] -= 1;
            if i > 0 {
                next[i - 1] += made(stage);
            }
            (stage + 1, next)
        })
        .collect()
}

fn wins(at: At, made: Copies, misere: bool, known: &mut HashMap<At, bool>) -> bool {
    if let Some(&won) = known.get(&at) {
        return won;
    }
    let moves = moves(at, made);
    let won = moves.is_empty() && misere || moves.into_iter().any(|next| !wins(next, made, misere, known));
    known.insert(at, won);
    won
}

fn longest(at: At, known: &mut HashMap<At, u64>) -> u64 {
    if let Some(&moves) = known.get(&at) {
        return moves;
    }
    let most = moves(at, &|stage| stage + 1).into_iter().map(|next| 1 + longest(next, known)).max().unwrap_or(0);
    known.insert(at, most);
    most
}

#[test]
fn the_longest_play_takes_the_least_number() {
    let known = &mut HashMap::new();
    for stage in 1..=3 {
        for ones in 0..=3 {
            for (twos, threes) in [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1)] {
                if stage + ones + 2 * twos + 3 * threes > 6 {
                    continue;
                }
                let moves = longest((stage, [ones, twos, threes]), known);
                let found = nimania::longest(stage, &[[1, ones], [2, twos], [3, threes]]);
                assert_eq!(found, Some(moves.into()), "{stage}, {ones} ones, {twos} twos, {threes} threes");
            }
        }
    }
}

#[test]
fn nimania_by_its_moves() {
    let engine = &mut Engine::default();
    let ruleset = engine.add(Nimania);
    let known = &mut HashMap::new();
    let made = &|stage| stage + 1;
    for stage in 1..=4 {
        for ones in 0..=4 {
            for twos in 0..=3 {
                // A play with more of them lasts too long for a twin: who waits makes each move add more copies.
                for threes in (0..=1).filter(|&threes| threes == 0 || twos == 0 && stage + ones <= 4) {
                    let at = (stage, [ones, twos, threes]);
                    let state = Nimania::state(stage, &[[1, ones], [2, twos], [3, threes]]).unwrap();
                    let p = ruleset.at(&state, engine);
                    let won = questions::outcomes(p, Convention::Normal, engine).unwrap()[0] == Outcome::L;
                    assert_eq!(won, wins(at, made, false, known), "{at:?}");
                    let good = moves(at, made).into_iter().filter(|next| !wins(*next, made, false, known)).count();
                    let mut each = Options::default();
                    options(p, engine, &mut each).unwrap();
                    let found = each.left.into_iter().filter(|&next| {
                        questions::outcomes(next, Convention::Normal, engine).unwrap()[0] == Outcome::R
                    });
                    assert_eq!(found.count(), good, "{at:?}");
                }
            }
        }
    }
}

/// Growth at random, of each parity at odd and at even moves, in both kinds of play.
#[test]
fn epidemics_of_random_growth() {
    let random = &mut Random(1985);
    let mut told = [0; 2];
    for round in 0..60 {
        let (odd_at_odd, odd_at_even) = (round % 2 == 1, round / 2 % 2 == 1);
        // Where growth is always even or always odd, nothing may grow, too.
        let least = u64::from(odd_at_odd != odd_at_even);
        let mut made = vec![0];
        for stage in 1..40 {
            let odd = if stage % 2 == 1 { odd_at_odd } else { odd_at_even };
            let some = random.below(3) + least;
            made.push(some + u64::from((some % 2 == 1) != odd));
        }
        let growth = match (odd_at_odd, odd_at_even) {
            (false, false) => Growth::Even,
            (true, true) => Growth::Odd,
            (_, even_at_odd) => Growth::Mixed { even_at_odd },
        };
        // Few moves are far from the start, and these alike.
        let made = &|stage: u64| made[(stage as usize).min(38 + stage as usize % 2)];
        for (convention, misere) in [(Convention::Normal, false), (Convention::Misere, true)] {
            let known = &mut HashMap::new();
            for stage in 1..=2 {
                for [ones, twos, threes] in
                    [[0, 0, 0], [3, 0, 0], [0, 1, 0], [1, 1, 0], [2, 3, 0], [3, 2, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1]]
                {
                    let numbers = [[3, threes], [2, twos], [1, ones]];
                    if let Some((won, _)) = growth.wins(stage, &numbers, convention) {
                        let at = (stage, [ones, twos, threes]);
                        assert_eq!(won, wins(at, made, misere, known), "{growth:?}, {at:?}, {convention:?}");
                        told[usize::from(misere)] += 1;
                    }
                }
            }
        }
    }
    assert_eq!(told, [60 * 18, 30 * 18]);
}

/// The parity of a function read from its code against play that is searched, for the search does not read the twin.
#[test]
fn growth_of_random_functions() {
    let random = &mut Random(1988);
    let mut session = session();
    let mut answered = 0;
    for _ in 0..150 {
        let mut growth = ["k", "1", "2", "3"][random.below(4) as usize].to_string();
        for _ in 0..1 + random.below(3) {
            let other = ["k", "1", "2", "(k - 1)", "(k + 2)"][random.below(5) as usize];
            growth = match random.below(6) {
                0 | 1 => format!("({growth} + {other})"),
                2 => format!("({growth} - {other})"),
                3 => format!("({growth}) * {other}"),
                4 => format!("mod({growth}, {})", 2 + random.below(3)),
                _ => format!("({growth})^{}", 1 + random.below(2)),
            };
        }
        assert_eq!(run(&mut session, &format!("f(k) := {growth}; s(k) := if k > 0 then {growth} else 0")), "nothing");
        let most = run(&mut session, "max([f(k) for k in 1..9])");
        // Larger growth takes the search too long, and with a 3 there is much of it.
        let Ok(most) = most.parse::<i64>() else { continue };
        if !(0..60).contains(&most) {
            continue;
        }
        for numbers in ["[2, 1]", "[2, 2, 1]", "[3]"].into_iter().take(if most < 6 { 3 } else { 2 }) {
            let asked =
                |f: &str| format!("[outcome(hydra({f}, {numbers}, 1)), outcome(hydra({f}, {numbers}, 2), misere)]");
            let (fast, slow) = (run(&mut session, &asked("f")), run(&mut session, &asked("s")));
            // What cannot be played has no outcome by either way.
            if slow.starts_with('[') || fast.starts_with('[') {
                assert_eq!(fast, slow, "{growth}, {numbers}");
                answered += 1;
            }
        }
    }
    assert!(answered > 100, "{answered}");
}
