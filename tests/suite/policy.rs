//! Sensible options by their definition, the temperature policy by playing it, tables, and Conway's Figure 1.

use cg_engine::games::{Budget, Dyadic, GameId, Games, Outcome, Player};
use cg_engine::positions::{self, Context, Convention, Engine, Options, PositionId};

use crate::engine_laws::born_by;
use crate::language::check;
use crate::random_graph::Random;

fn number(engine: &mut Engine, quarters: i64) -> PositionId {
    let g = engine.games().number(&Dyadic::new(quarters.into(), 2));
    engine.positions().of_value(g)
}

fn wins(p: PositionId, player: Player, to_move: Player, engine: &mut Engine) -> bool {
    let outcomes = positions::outcomes(p, Convention::Normal, engine).unwrap();
    outcomes[(to_move == Player::Right) as usize] == if player == Player::Left { Outcome::L } else { Outcome::R }
}

#[test]
fn whoever_can_win_wins_by_the_hottest_moves() {
    // Conway 1977: in a sum of {x|y} with x >= y and numbers the hottest {x|y} is a best move, whichever of them.
    let mut engine = Engine::new(Games::new(Budget::unlimited()));
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
            let advised = positions::hottest_moves(&parts, player, &mut engine).unwrap();
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
    let mut engine = Engine::new(Games::new(Budget::unlimited()));
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
                    positions::outcomes(difference, Convention::Normal, &mut engine).unwrap() == [winner; 2]
                });
                if !beaten && !expected.contains(&q) {
                    expected.push(q);
                }
            }
            assert_eq!(positions::sensible(p, player, &mut engine).unwrap(), expected);
        }
    }
}

#[test]
fn figure_1() {
    let p = "p := domineering(2, 3) + domineering(2, 2) + domineering(\"#../..#\") + domineering(\"../.#\") \
             + domineering(\".../.#./##.\")\n";
    let cases = [
        ("[p > 0, mean(p)]", "[true, 1]"),
        ("max([temperature(g) for g in [<2|-1/2>, +-1, <0|-1>, *, 3/4]])", "5/4"),
        ("hottest(p)", "[domineering(\".../...\")]"),
        // Left moves to 2, Right to -1/2, by any of four dominoes; hottest moves keep what is won.
        ("[value(q) == 2 + p - <2|-1/2> for q in hottest(p, L)]", "[true]"),
        ("[value(q) == -1/2 + p - <2|-1/2> for q in hottest(p, R)]", "[true, true, true, true]"),
        ("[outcome(p, L), outcome(p, R)]", "[L, L]"),
        // Left's stupid first move in the top right corner, and the one that is a close shave.
        ("outcome(p - <2|-1/2> + +-1, R)", "R"),
        ("outcome(p - 3/4 + 1/2, R)", "L"),
    ];
    let cases: Vec<(String, String)> = cases.map(|(text, wanted)| (format!("{p}{text}"), wanted.to_string())).into();
    check(&cases.iter().map(|(text, wanted)| (text.as_str(), wanted.as_str())).collect::<Vec<_>>());
    // The whole line of play: after four hottest moves numbers remain, 7/4 if Left began and 1/4 if Right did.
    for (first, total) in [("L", "7/4"), ("R", "1/4")] {
        let second = if first == "L" { "R" } else { "L" };
        let play = format!(
            "{p}a := hottest(p, {first})[0]; b := hottest(a, {second})[0]; c := hottest(b, {first})[0]; \
             value(hottest(c, {second})[0])"
        );
        check(&[(&play, total)]);
    }
}

#[test]
fn cases() {
    check(&[
        ("sensible(form <0,1|2,3>)", "[[1], [2]]"),
        ("sensible(form <0,1|2,3>, R)", "[2]"),
        ("sensible(form <0,1|2,3>, L)", "[1]"),
        ("sensible(form <0,*|1>)", "[[0, *], [1]]"),
        ("sensible(nim(3))", "[nim(0), nim(1), nim(2)]"),
        ("sensible(form <1,2|1,2>)", "[[2], [1]]"),
        ("sensible(up)", "[[0], [*]]"),
        ("sensible(0)", "[]"),
        ("sensible(1)", "[[0], []]"),
        (
            "sensible(domineering(2, 3), R)",
            "[domineering(\"##./...\"), domineering(\".##/...\"), \
         domineering(\".../##.\"), domineering(\".../.##\")]",
        ),
        ("g := graph <a -> b; b -> a>; sensible(g.a)", "!!game::loopy"),
        ("sensible(\"x\")", "!!call::kind"),
        ("sensible(nim(omega))", "!!value::none"),
        ("hottest(<7|5||4|1>)", "[<7|5||4|1>]"),
        ("hottest([+-1, <3|1>, up])", "[+-1, <3|1>]"),
        ("hottest(form <1|-1> + form <1|-1>)", "[form <1|-1>]"),
        ("hottest(form <1|-1> + form <3|1>, R)", "[-1 + form <3|1>, form <1|-1> + 1]"),
        // A number is touched only when nothing else is left, and then where it costs least.
        ("hottest([1/2, *], L)", "[1/2 + 0]"),
        ("hottest([1/2, 1/4, 3], L)", "[1/2 + 0 + 3]"),
        ("hottest([2, -3], R)", "[2 + -2]"),
        ("hottest([2], R)", "[]"),
        ("hottest([])", "[]"),
        ("hottest(nim(2))", "[nim(2)]"),
        // The temperature is 8, and there the right wall of {20|0} stands at 8: farther than the number 6.
        ("hottest(form <form <20|0>,6|-8>, L)", "[form <20|0>]"),
        ("temperature(<<20|0>,6|-8>)", "8"),
        ("hottest(3, misere)", "!!call::kind"),
        ("hottest(\"up\")", "!!call::kind"),
        ("table((m, n) -> 10*m + n, 1..2, 3..4)", "|   | 3  | 4  |\n|---|----|----|\n| 1 | 13 | 14 |\n| 2 | 23 | 24 |"),
        ("table(n -> n^2, 2..3)", "| 2 | 4 |\n| 3 | 9 |"),
        ("table(nim, [2], [3])", "|   | 3 |\n|---|---|\n| 2 | * |"),
        ("table(subtraction({1, 2}), 2..4)", "| 2 | *2 |\n| 3 | 0  |\n| 4 | *  |"),
        ("table([[1, up]])", "| 1 | up |"),
        ("table([[1], [nim(2)]], [\"n\"])", "| n      |\n|--------|\n| 1      |\n| nim(2) |"),
        ("table([[1]], [\"n\"], [2])", "!!call::kind"),
        ("table(5)", "!!call::kind"),
        ("table((m, n) -> m)", "!!call::kind"),
        ("table((m, n) -> m, 1..3)", "!!call::arity"),
        ("table((m, n) -> m, 1..10^9, 1..10^9)", "!!limit::size"),
    ]);
}
