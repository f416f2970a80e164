//! Sensible options by their definition, and the temperature policy by playing it.

use cg_engine::games::{Dyadic, GameId, Outcome, Player};
use cg_engine::positions::{self, Context, Convention, Engine, Options, PositionId};
use cg_engine::questions;

use crate::engine_laws::born_by;
use crate::random_graph::Random;

fn number(engine: &mut Engine, quarters: i64) -> PositionId {
    let g = engine.games().number(&Dyadic::new(quarters.into(), 2));
    engine.positions().of_value(g)
}

fn wins(p: PositionId, player: Player, to_move: Player, engine: &mut Engine) -> bool {
    let outcomes = questions::outcomes(p, Convention::Normal, engine).unwrap();
    outcomes[(to_move == Player::Right) as usize] == if player == Player::Left { Outcome::L } else { Outcome::R }
}

#[test]
fn whoever_can_win_wins_by_the_hottest_moves() {
    // Conway 1977: in a sum of {x|y} with x >= y and numbers the hottest {x|y} is a best move, whichever of them.
    let mut engine = Engine::default();
    let mut random = Random(1977);
    for _ in 0..400 {
        let mut parts = Vec::new();
        for _ in 0..1 + random.below(5) {
            let (x, y) = (random.below(13) as i64 - 6, random.below(13) as i64 - 6);
            let [high, low] = [x.max(y), x.min(y)].map(|n| number(&mut engine, n));
            parts.push(if random.below(4) == 0 { high } else { engine.positions().form(&[high], &[low]) });
        }
        let p = engine.positions().sum(&parts);
        for player in [Player::Left, Player::Right] {
            let parts = engine.positions().parts(p);
            let advised = questions::hottest_moves(&parts, player, &mut engine).unwrap();
            let mut moves = Options::default();
            positions::options(p, &mut engine, &mut moves).unwrap();
            let all = if player == Player::Left { moves.left.clone() } else { moves.right().to_vec() };
            assert_eq!(advised.is_empty(), all.is_empty());
            for q in advised {
                assert!(all.contains(&q));
                let can = wins(p, player, player, &mut engine);
                assert_eq!(wins(q, player, player.other(), &mut engine), can);
            }
        }
    }
}

#[test]
fn sensible_options_are_those_that_no_other_beats() {
    let mut engine = Engine::default();
    let (values, _) = born_by(engine.games(), 2);
    let mut random = Random(7);
    for _ in 0..300 {
        let mut pick = |engine: &mut Engine| -> Vec<PositionId> {
            let chosen: Vec<GameId> =
                (0..random.below(6)).map(|_| values[random.below(values.len() as u64) as usize]).collect();
            chosen.into_iter().map(|g| engine.positions().of_value(g)).collect()
        };
        let (left, right) = (pick(&mut engine), pick(&mut engine));
        let p = engine.positions().form(&left, &right);
        for (player, list, winner) in [(Player::Left, left, Outcome::L), (Player::Right, right, Outcome::R)] {
            let mut expected = Vec::new();
            for &q in &list {
                // r is preferable to q if the player wins r - q whoever begins.
                let beaten = list.iter().any(|&r| {
                    let minus = engine.positions().negative(q);
                    let difference = engine.positions().sum(&[r, minus]);
                    questions::outcomes(difference, Convention::Normal, &mut engine).unwrap() == [winner; 2]
                });
                if !beaten && !expected.contains(&q) {
                    expected.push(q);
                }
            }
            assert_eq!(questions::sensible(p, player, &mut engine).unwrap(), expected);
        }
    }
}
