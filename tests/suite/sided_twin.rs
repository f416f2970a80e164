//! Play that comes to values of two sides, against the same play with a game in place of each value that has these sides.

use cg::eval::Session;
use cg_engine::games::Player;
use cg_engine::graphs::{Convention, Verdict};
use cg_engine::positions::{self, Options, PositionId, Question, Topic};
use cg_engine::questions;

use crate::language::session;
use crate::random_graph::{Random, rounds};
use crate::winner_twin::position;

/// Values, and games that have them; short ones among them are themselves.
const LEAVES: [(&str, &str); 12] = [
    ("1 & 0", "form loop a <<|a>|>"),
    ("0 & -1", "form loop a <|<a|>>"),
    ("over & under", "sum(form <0|pass>, form <pass|0>)"),
    ("2 & 1", "form <form loop a <<|a>|>|>"),
    ("up^on & -up^on", "sum(form <pass|*>, form <*|pass>)"),
    ("(<0,pass|0> & <0|0,pass>)", "form <0,pass|0,pass>"),
    ("dud", "form <pass|pass>"),
    ("over", "form <0|pass>"),
    ("0", "0"),
    ("*", "*"),
    ("1", "1"),
    ("-1", "-1"),
];

/// The texts of a form, of a sum of them or of a leaf, with values and with games.
fn random_play(random: &mut Random, depth: u32, loops: u32) -> [String; 2] {
    match random.below(8) {
        _ if depth == 0 => leaf(random),
        0 if loops > 0 => [(); 2].map(|()| format!("l{loops}")),
        0 | 1 => leaf(random),
        2 => {
            // A label stands among options only.
            let parts = [random_play(random, depth - 1, 0), random_play(random, depth - 1, 0)];
            [0, 1].map(|i| format!("sum({}, {})", parts[0][i], parts[1][i]))
        }
        3 => random_form(random, depth - 1, loops + 1),
        _ => random_form(random, depth - 1, loops),
    }
}

fn leaf(random: &mut Random) -> [String; 2] {
    let (value, game) = LEAVES[random.below(LEAVES.len() as u64) as usize];
    [value.into(), game.into()]
}

/// A form with up to three options for each player, with a label of its own if there are so many loops around.
fn random_form(random: &mut Random, depth: u32, loops: u32) -> [String; 2] {
    let mut lists = [[String::new(), String::new()], [String::new(), String::new()]];
    for list in &mut lists {
        let options: Vec<_> = (0..random.below(4)).map(|_| random_play(random, depth, loops)).collect();
        *list = [0, 1].map(|i| options.iter().map(|texts| texts[i].as_str()).collect::<Vec<_>>().join(", "));
    }
    let label = if loops > 0 { format!("loop l{loops} ") } else { String::new() };
    [0, 1].map(|i| format!("form {label}<{}|{}>", lists[0][i], lists[1][i]))
}

fn verdict(p: PositionId, starter: Player, cx: &mut Session) -> Verdict {
    let question = Question::new(Topic::OUTCOME, Convention::Normal, starter);
    questions::ask(p, question, cx).unwrap().answer
}

#[test]
fn sides_tell_who_wins_and_how() {
    let mut random = Random(91);
    let (mut classes, mut moved) = (std::collections::BTreeSet::new(), 0);
    for case in 0..rounds(16_000) {
        let mut cx = session();
        let texts = random_form(&mut random, 3, random_loops(case));
        let [p, twin] = [0, 1].map(|i| position(&texts[i], &mut cx).expect("a form"));
        let expected = questions::outcomes(twin, Convention::Normal, &mut cx).unwrap();
        assert_eq!(questions::outcomes(p, Convention::Normal, &mut cx).unwrap(), expected, "{}", texts[0]);
        classes.insert(questions::class(expected).to_string());
        for player in [Player::Left, Player::Right] {
            let best = verdict(twin, player, &mut cx);
            let [mut here, mut there] = [Options::default(), Options::default()];
            positions::options(p, &mut cx, &mut here).unwrap();
            positions::options(twin, &mut cx, &mut there).unwrap();
            let (here, there) = (here.of(player), there.of(player));
            assert_eq!(here.len(), there.len());
            let after: Vec<Verdict> = there.iter().map(|&q| verdict(q, player.other(), &mut cx)).collect();
            let of = |q: &PositionId| after[here.iter().position(|option| option == q).expect("an option")];
            let winning = questions::winning_moves(p, Convention::Normal, player, &mut cx).unwrap();
            assert_eq!(winning.is_empty(), best != Verdict::Win, "{} for {player}", texts[0]);
            assert!(winning.iter().all(|q| of(q) == Verdict::Loss), "{} for {player}", texts[0]);
            if !texts[0].starts_with("form loop") {
                // No move can be taken back, so that all winning ones are given.
                assert!(
                    here.iter().all(|q| of(q) != Verdict::Loss || winning.contains(q)),
                    "{} for {player}",
                    texts[0]
                );
            }
            let prospects = questions::prospects(p, Convention::Normal, player, &mut cx).unwrap();
            assert_eq!(prospects.verdict, best, "{} for {player}", texts[0]);
            let kept = match best {
                Verdict::Win => Some(Verdict::Loss),
                Verdict::Draw => Some(Verdict::Draw),
                Verdict::Loss => None,
            };
            let keeps = |q: &PositionId| kept.is_none_or(|kept| of(q) == kept);
            assert!(prospects.moves.iter().all(keeps), "{} for {player}", texts[0]);
            assert!(here.iter().all(|q| !keeps(q) || prospects.moves.contains(q)), "{} for {player}", texts[0]);
            moved += winning.len();
        }
    }
    assert!(classes.len() == 9 && moved > 0, "{classes:?}");
}

/// Every second form leads back to itself.
fn random_loops(case: usize) -> u32 {
    (case % 2) as u32
}

#[test]
fn sums_with_values_have_the_sides_of_the_games() {
    let mut random = Random(92);
    let mut found = 0;
    for case in 0..rounds(3200) {
        let mut cx = session();
        let texts = random_form(&mut random, 2, random_loops(case));
        let [p, twin] = [0, 1].map(|i| position(&texts[i], &mut cx).expect("a form"));
        let [sides, expected] = [p, twin].map(|p| questions::sides(p, &mut cx).unwrap());
        // What is not found proves nothing.
        for (side, expected) in [(sides.onside, expected.onside), (sides.offside, expected.offside)] {
            if let (Some(side), Some(expected)) = (side, expected) {
                assert_eq!(side, expected, "{}", texts[0]);
                found += 1;
            }
        }
    }
    assert!(found > 0);
}
