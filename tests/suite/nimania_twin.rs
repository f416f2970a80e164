//! Nimania by its rule, on all small positions at all early moves: who wins, and by which moves.

use std::collections::HashMap;

use cg_engine::games::{Budget, Games, Outcome};
use cg_engine::positions::{Closed, Context, Convention, Engine, Options, options, position};
use cg_engine::questions;
use cg_engine::rulesets::nimania::Nimania;

/// The move that comes next, and how many copies there are of 1, 2 and 3.
type At = (u64, [u64; 3]);

fn moves((stage, copies): At) -> Vec<At> {
    let chosen = (0..3).filter(|&i| copies[i] > 0);
    chosen
        .map(|i| {
            let mut next = copies;
            next[i] -= 1;
            if i > 0 {
                next[i - 1] += stage + 1;
            }
            (stage + 1, next)
        })
        .collect()
}

fn wins(at: At, known: &mut HashMap<At, bool>) -> bool {
    if let Some(&won) = known.get(&at) {
        return won;
    }
    let won = moves(at).into_iter().any(|next| !wins(next, known));
    known.insert(at, won);
    won
}

#[test]
fn nimania_by_its_moves() {
    let engine = &mut Engine::new(Games::new(Budget::unlimited()));
    let ruleset = engine.positions().ruleset("nimania", || Closed::new(Nimania));
    let known = &mut HashMap::new();
    for stage in 1..=4 {
        for ones in 0..=4 {
            for twos in 0..=3 {
                // A play with more of them lasts too long for a twin: who waits makes each move add more copies.
                for threes in (0..=1).filter(|&threes| threes == 0 || twos == 0 && stage + ones <= 4) {
                    let at = (stage, [ones, twos, threes]);
                    let state = Nimania::state(stage, &[[1, ones], [2, twos], [3, threes]]).unwrap();
                    let p = position(engine, ruleset, &state);
                    let won = questions::outcomes(p, Convention::Normal, engine).unwrap()[0] == Outcome::L;
                    assert_eq!(won, wins(at, known), "{at:?}");
                    let good = moves(at).into_iter().filter(|next| !wins(*next, known)).count();
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
