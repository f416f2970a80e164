//! Random games of a person's own with points, their rules run by the machine, beside the same rules followed literally.

use std::collections::HashMap;

use cg::eval::Session;
use cg::value::Value;
use cg_engine::games::Player;

use crate::language::session;
use crate::random_graph::{Random, rounds};

/// A move: the number of counters that it takes and the points that Left gains. If `again`, the same player moves again.
#[derive(Clone, Copy)]
struct OwnMove {
    take: i64,
    gain: i64,
    again: bool,
}

/// A game on a heap: the moves of Left and of Right. A heap of at most `least` counters is an end with `at_end` points for each.
struct OwnGame {
    moves: [Vec<OwnMove>; 2],
    least: i64,
    at_end: i64,
}

impl OwnGame {
    fn random(random: &mut Random) -> OwnGame {
        let mut moves = || {
            let count = 1 + random.below(3);
            let made = |random: &mut Random| OwnMove {
                take: 1 + random.below(3) as i64,
                gain: random.below(11) as i64 - 5,
                again: random.below(5) == 0,
            };
            (0..count).map(|_| made(random)).collect::<Vec<_>>()
        };
        let moves = [moves(), moves()];
        OwnGame { moves, least: random.below(3) as i64, at_end: random.below(7) as i64 - 3 }
    }

    /// Returns the rule as a person writes it.
    fn rule(&self) -> String {
        let side = |moves: &[OwnMove]| {
            let option = |made: &OwnMove| {
                let to = format!("g(n-{}) + points({})", made.take, made.gain);
                let to = if made.again { format!("again({to})") } else { to };
                format!("{to} for k in [{}] if k <= n", made.take)
            };
            moves.iter().map(option).collect::<Vec<_>>().join(", ")
        };
        let [left, right] = &self.moves;
        format!(
            "game g(n) := if n <= {} then points({} * n) else <{} | {}>",
            self.least,
            self.at_end,
            side(left),
            side(right)
        )
    }

    /// Returns the score of a sum of heaps, by the definition.
    fn score(&self, heaps: &[i64], mover: Player, known: &mut HashMap<(Vec<i64>, Player), i64>) -> i64 {
        if let Some(&score) = known.get(&(heaps.to_vec(), mover)) {
            return score;
        }
        let mut best: Option<i64> = None;
        for (i, &n) in heaps.iter().enumerate().filter(|(_, n)| **n > self.least) {
            for made in self.moves[mover as usize].iter().filter(|made| made.take <= n) {
                let mut rest = heaps.to_vec();
                rest[i] -= made.take;
                let next = if made.again { mover } else { mover.other() };
                let score = made.gain + self.score(&rest, next, known);
                best = Some(match (best, mover) {
                    (None, _) => score,
                    (Some(best), Player::Left) => best.max(score),
                    (Some(best), Player::Right) => best.min(score),
                });
            }
        }
        let at_end = || heaps.iter().filter(|n| **n <= self.least).map(|n| self.at_end * n).sum();
        let score = best.unwrap_or_else(at_end);
        known.insert((heaps.to_vec(), mover), score);
        score
    }
}

/// Runs `text` and returns the value of its last statement.
fn value(session: &mut Session, text: &str) -> Value {
    let source = session.sources.add("twin", text);
    let prepared = session.prepare(&source);
    assert!(prepared.diagnostics.iter().all(|d| !d.is_error()), "{text}");
    let mut last = Value::Nothing;
    for statement in &prepared.statements {
        last = session.execute(statement).result.unwrap_or_else(|error| panic!("{text}: {}", error.message));
    }
    last
}

#[test]
fn random_rules_with_points_have_the_scores_of_the_definition() {
    let mut random = Random(2018);
    for round in 0..rounds(1_600) {
        let game = OwnGame::random(&mut random);
        let mut session = session();
        let rule = game.rule();
        value(&mut session, &rule);
        let mut known = HashMap::new();
        for heaps in [vec![0], vec![4], vec![9], vec![2, 3], vec![5, 4], vec![1, 2, 3]] {
            let sum: Vec<String> = heaps.iter().map(|n| format!("g({n})")).collect();
            for (starter, name) in [(Player::Left, "L"), (Player::Right, "R")] {
                let text = format!("score({}, {name})", sum.join(" + "));
                let expected = game.score(&heaps, starter, &mut known);
                assert_eq!(value(&mut session, &text), Value::Integer(expected), "round {round}: {rule}; {text}");
            }
        }
    }
}
