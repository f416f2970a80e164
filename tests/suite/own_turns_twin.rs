//! Random games of a person's own with complimenting and entailing moves, beside the same rules followed literally. Each session is
//! asked in an order of its own: what a person's rule leads to shows late, and no answer may depend on when.

use std::collections::HashMap;

use cg_engine::games::Player;

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Usual,
    Again,
    Entail,
    /// To a sum with a heap that has no moves.
    Beside,
}

/// A move: the number of counters that it takes, and how it is made.
type OwnMove = (usize, Kind);

/// The moves of Left and of Right on a heap.
struct OwnGame([Vec<OwnMove>; 2]);

type Known = HashMap<(Vec<usize>, Player, Option<usize>, bool), bool>;

impl OwnGame {
    fn random(random: &mut Random) -> OwnGame {
        let kinds = [Kind::Usual, Kind::Usual, Kind::Again, Kind::Entail, Kind::Beside];
        let mut moves = || {
            let count = 1 + random.below(3);
            (0..count).map(|_| (1 + random.below(3) as usize, kinds[random.below(5) as usize])).collect::<Vec<_>>()
        };
        let left = moves();
        let right = moves();
        let are_same = random.below(2) == 0;
        OwnGame([left.clone(), if are_same { left } else { right }])
    }

    /// Returns the rule as a person writes it.
    fn rule(&self) -> String {
        let option = |&(take, kind): &OwnMove| {
            let to = format!("g(n-{take})");
            let to = match kind {
                Kind::Usual => to,
                Kind::Again => format!("again({to})"),
                Kind::Entail => format!("entail({to})"),
                Kind::Beside => format!("{to} + g(0)"),
            };
            format!("{to} if n >= {take}")
        };
        let [left, right] = &self.0;
        let [left_text, right_text] =
            [left, right].map(|moves| moves.iter().map(option).collect::<Vec<_>>().join(", "));
        let bar = if left == right { String::new() } else { format!("|{right_text}") };
        format!("game g(n) := <{left_text}{bar}>")
    }

    /// Returns `true` if `mover` wins a sum of heaps. With `bound` the move is made in that heap.
    fn wins(&self, heaps: &[usize], mover: Player, bound: Option<usize>, is_misere: bool, known: &mut Known) -> bool {
        let key = (heaps.to_vec(), mover, bound, is_misere);
        if let Some(&wins) = known.get(&key) {
            return wins;
        }
        let (mut wins, mut can_move) = (false, false);
        for i in (0..heaps.len()).filter(|i| bound.is_none_or(|bound| bound == *i)) {
            for &(take, kind) in self.0[mover as usize].iter().filter(|(take, _)| *take <= heaps[i]) {
                let mut rest = heaps.to_vec();
                rest[i] -= take;
                can_move = true;
                wins |= match kind {
                    Kind::Again => self.wins(&rest, mover, None, is_misere, known),
                    Kind::Entail => !self.wins(&rest, mover.other(), Some(i), is_misere, known),
                    Kind::Usual | Kind::Beside => !self.wins(&rest, mover.other(), None, is_misere, known),
                };
            }
        }
        let wins = if can_move { wins } else { is_misere };
        known.insert(key, wins);
        wins
    }
}

#[test]
fn random_rules_with_moves_that_bind_have_the_winners_of_the_definition() {
    let mut random = Random(43);
    for round in 0..rounds(6_000) {
        let game = OwnGame::random(&mut random);
        let mut known = Known::new();
        let mut session = session();
        run(&mut session, &game.rule());
        // Positions are made in any order, by which the parts of sums are known.
        let mut made: Vec<usize> = (0..6).collect();
        made.sort_by_cached_key(|_| random.next());
        run(&mut session, &made.iter().map(|n| format!("[g({n})]")).collect::<Vec<_>>().join("; "));
        for _ in 0..24 {
            let heaps: Vec<usize> = (0..1 + random.below(3)).map(|_| random.below(6) as usize).collect();
            let sum = heaps.iter().map(|n| format!("g({n})")).collect::<Vec<_>>().join(" + ");
            let is_misere = random.below(2) == 0;
            let convention = if is_misere { "misere" } else { "normal" };
            let [left, right] =
                [Player::Left, Player::Right].map(|mover| game.wins(&heaps, mover, None, is_misere, &mut known));
            let (mover, wins) = if random.below(2) == 0 { ("L", left) } else { ("R", right) };
            let moves = &game.0[usize::from(mover == "R")];
            // Who cannot move wins misère play without a winning move.
            let has_winning_move = wins && heaps.iter().any(|n| moves.iter().any(|(take, _)| take <= n));
            let class = match (left, right) {
                (true, true) => "N",
                (false, false) => "P",
                (true, false) => "L",
                (false, true) => "R",
            };
            let (question, right_answer) = match random.below(4) {
                0 => (format!("outcome({sum}, {convention})"), class.to_string()),
                1 => (format!("solve({sum}, {convention}, {mover}).winner == {mover}"), wins.to_string()),
                2 => (format!("len(winning_moves({sum}, {convention}, {mover})) > 0"), has_winning_move.to_string()),
                _ => (
                    format!(
                        "len([m for m in best_moves({sum}, {convention}, {mover}) if m in \
                         winning_moves({sum}, {convention}, {mover})]) > 0"
                    ),
                    has_winning_move.to_string(),
                ),
            };
            assert_eq!(run(&mut session, &question), right_answer, "round {round}: {}; {question}", game.rule());
        }
    }
}
