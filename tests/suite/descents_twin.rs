//! Games that lead to each other, each by one option, against the play that follows them step by step.

use std::collections::HashSet;

use cg_engine::positions::{Context, EndOfPlay};

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};
use crate::winner_twin::position;

/// The number of steps after which play has no end: conditions compare with numbers from -4 to 4, which it has passed by then.
const STEPS: usize = 200;

/// A game of one option: the number of the game it leads to, the numbers it adds, and its condition.
struct OneOption {
    to: usize,
    adds: [i64; 2],
    condition: (usize, &'static str, i64),
}

impl OneOption {
    fn at_random(random: &mut Random, games: u64) -> OneOption {
        let mut small = || random.below(5) as i64 - 2;
        let adds = [small(), if small() > 0 { small() } else { 0 }];
        let sign = [">=", "<=", "!=", ""][random.below(4) as usize];
        let condition = (random.below(2) as usize, sign, random.below(9) as i64 - 4);
        OneOption { to: random.below(games) as usize, adds, condition }
    }

    fn holds(&self, at: [i64; 2]) -> bool {
        let (argument, sign, number) = self.condition;
        match sign {
            ">=" => at[argument] >= number,
            "<=" => at[argument] <= number,
            "!=" => at[argument] != number,
            _ => true,
        }
    }

    fn written(&self, number: usize) -> String {
        let [n, m] = self.adds;
        let condition = match self.condition {
            (_, "", _) => String::new(),
            (argument, sign, number) => format!(" if {} {sign} {number}", ["n", "m"][argument]),
        };
        format!("game g{number}(n, m) := <g{}(n + {n}, m + {m}){condition}>", self.to)
    }
}

#[test]
fn ways_through_several_games_are_followed() {
    let mut random = Random(1966);
    let (mut ended, mut endless, mut proved) = (0, 0, 0);
    for _ in 0..rounds(6400) {
        let count = 1 + random.below(4);
        let games: Vec<OneOption> = (0..count).map(|_| OneOption::at_random(&mut random, count)).collect();
        let written: Vec<String> = games.iter().enumerate().map(|(i, game)| game.written(i)).collect();
        let written = written.join("; ");
        let start = [random.below(7) as i64 - 3, random.below(7) as i64 - 3];
        let (mut game, mut at, mut steps) = (0, start, 0);
        let mut visited = HashSet::from([(game, at)]);
        let comes_round = loop {
            let option = &games[game];
            if steps == STEPS || !option.holds(at) {
                break false;
            }
            (game, at) = (option.to, [at[0] + option.adds[0], at[1] + option.adds[1]]);
            steps += 1;
            if !visited.insert((game, at)) {
                break true;
            }
        };
        let mut cx = session();
        let start_position = format!("g0({}, {})", start[0], start[1]);
        run(&mut cx, &written);
        let p = position(&start_position, &mut cx).unwrap();
        let positions = cx.positions_ref();
        if let EndOfPlay::RunsOn { .. } = positions.rules_of(p).end_of_play(positions.state(p), &cx) {
            assert!(steps == STEPS && !comes_round, "{written} from {start:?} has an end, but is proved to have none");
            proved += 1;
        }
        let answer = run(&mut cx, &format!("nim_value({start_position})"));
        if comes_round {
            assert_eq!(answer, "inf()", "{written} from {start:?}");
        } else if steps < STEPS {
            assert_eq!(answer, (steps % 2).to_string(), "{written} from {start:?}");
            ended += 1;
        } else {
            assert!(answer == "!!limit::depth" || answer == "inf()", "{written} from {start:?}: {answer}");
            endless += usize::from(answer == "!!limit::depth");
        }
    }
    assert!(ended > rounds(2000) && endless > rounds(400) && proved > rounds(400), "{ended} {endless} {proved}");
}
