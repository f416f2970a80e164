//! Games of a person's own on boards: against the built-in ones, against the same with nothing claimed, and
//! the search for the winner on them against a plain search.

use std::collections::HashMap;

use cg::eval::Session;
use cg::value::Value;
use cg_engine::games::{Outcome, Player};
use cg_engine::positions::{self, Options, PositionId, Target};
use cg_engine::questions;
use proptest::prelude::*;

use crate::language::session;
use crate::random_graph::rounds;

/// Clobber whose groups are kept apart; Snort on cells that are free for both, for one, for nobody, and with those parts that matter to each other; Amazons whose rooms are
/// kept apart. `SAME` stands around what is moved to, `CLAIMS` at the end.
const GAMES: &str = r##"
groups(b) := sum_list([clob(c) for c in parts(b, "xo")])
game clob(b) := <SAME(groups(replace_at(b, [[p, "."], [q, "x"]]))) for p in cells(b, "x") for q in neighbours(b, p) if b[q] == "o"
                | SAME(groups(replace_at(b, [[p, "."], [q, "o"]]))) for p in cells(b, "o") for q in neighbours(b, p) if b[q] == "x"> CLAIMS
kept(b, p, mine) := replace_at(b, [[p, "#"]] + [[q, if b[q] == "." or b[q] == mine then mine else "#"] for q in neighbours(b, p)])
fields(b) := sum_list([cows(c) for c in parts(b, ".xo")])
game cows(b) := <SAME(fields(kept(b, p, "x"))) for p in cells(b, ".x") | SAME(fields(kept(b, p, "o"))) for p in cells(b, ".o")> CLAIMS
tied(b) := sum_list([herd(c) for c in parts(b, ["..", ".x", ".o", "xo"])])
game herd(b) := <SAME(tied(kept(b, p, "x"))) for p in cells(b, ".x") | SAME(tied(kept(b, p, "o"))) for p in cells(b, ".o")> CLAIMS
queen(b, p) := [q for d in king for q in ray(b, p, d, ".")]
rooms(b) := sum_list([queens(c) for c in parts(b, "xo.", king)])
shots(b, p, x) := [rooms(replace_at(c, a, "#")) for q in queen(b, p) for c in [replace_at(b, [[p, "."], [q, x]])] for a in queen(c, q)]
game queens(b) := <SAME(c) for p in cells(b, "x") for c in shots(b, p, "x") | SAME(c) for p in cells(b, "o") for c in shots(b, p, "o")> CLAIMS
"##;

/// The games with what is claimed of them.
fn claimed() -> String {
    GAMES.replace("SAME", "").replace("CLAIMS", "with symmetry and mirror")
}

/// Returns the claimed games with games, instead of functions, that split a board into parts.
fn through_games() -> String {
    ["groups", "fields", "tied", "rooms"]
        .iter()
        .fold(claimed(), |text, name| text.replace(&format!("\n{name}(b) :="), &format!("\ngame {name}(b) :=")))
}

/// The games with nothing claimed, and each move through a function.
fn literal() -> String {
    GAMES.replace("SAME", "(x -> x)").replace("CLAIMS", "")
}

fn prepared(text: &str) -> Session {
    let mut session = session();
    value(&mut session, text);
    session
}

/// What the last line gives.
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

/// Rows of these letters, as a text.
fn rows(letters: &'static str, most: &[(usize, usize)]) -> impl Strategy<Value = String> + use<> {
    proptest::sample::select(most.to_vec()).prop_flat_map(move |(rows, columns)| {
        let letter = proptest::sample::select(letters.chars().collect::<Vec<char>>());
        let row = proptest::collection::vec(letter, columns).prop_map(String::from_iter);
        proptest::collection::vec(row, rows).prop_map(|rows| rows.join("/"))
    })
}

/// A game of one's own, the same built in, and a board of it.
fn game() -> impl Strategy<Value = (&'static str, &'static str, String)> {
    let small = [(1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4)];
    prop_oneof![
        rows("xxoo.", &small).prop_map(|board| ("clob", "clobber", board)),
        rows("...#", &small).prop_map(|board| ("cows", "snort", board)),
        rows("...#", &small).prop_map(|board| ("herd", "snort", board)),
        rows("xo..#", &[(1, 5), (2, 2), (2, 3), (3, 2)]).prop_map(|board| ("queens", "amazons", board)),
    ]
}

/// Whether a player wins who moves first, by every move as the rule gives it.
fn wins(p: PositionId, mover: Player, known: &mut HashMap<(PositionId, Player), bool>, cx: &mut Session) -> bool {
    if let Some(&known) = known.get(&(p, mover)) {
        return known;
    }
    let mut moves = Options::default();
    positions::options(p, cx, &mut moves).unwrap();
    let moves = moves.of(mover).to_vec();
    let answer = moves.into_iter().any(|q| !wins(q, mover.other(), known, cx));
    known.insert((p, mover), answer);
    answer
}

/// All positions that can be reached, without signs.
fn reached(p: PositionId, cx: &mut Session) -> Vec<PositionId> {
    let mut all = vec![p];
    let mut next = 0;
    while let Some(&q) = all.get(next) {
        next += 1;
        let mut moves = Options::default();
        positions::options(q, cx, &mut moves).unwrap();
        let parts: Vec<PositionId> =
            moves.left.iter().chain(&moves.right).flat_map(|&q| cx.positions.parts(q)).collect();
        for part in parts {
            let (part, _) = cx.positions.without_sign(part);
            if !all.contains(&part) && all.len() < 200 {
                all.push(part);
            }
        }
    }
    all
}

/// The moves of a player for a solver, asked for alone and with those of the other.
fn moves_of(p: PositionId, player: Player, cx: &mut Session) -> [Vec<Target>; 2] {
    positions::with(p, cx, |rules, here, cx| {
        let [mut alone, mut both] = [Options::default(), Options::default()];
        rules.targets(here, Some(player), cx, &mut alone).unwrap();
        rules.targets(here, None, cx, &mut both).unwrap();
        [alone, both].map(|moves| moves.of(player).to_vec())
    })
}

#[test]
fn one_player_has_the_same_moves_alone_wherever_the_rule_ends() {
    let rule =
        "game g(n) := if n < 2 then <|> else if mod(n, 3) == 0 then <g(n - 1), g(n - 2)> else <g(n - 2)|g(n - 1), 0>";
    let mut session = prepared(rule);
    for n in 0..9 {
        let Value::Position(p) = value(&mut session, &format!("g({n})")) else { panic!("a position") };
        for player in [Player::Left, Player::Right] {
            let [alone, both] = moves_of(p, player, &mut session);
            assert_eq!(alone, both, "{n} {player:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: rounds(120) as u32, ..ProptestConfig::default() })]

    #[test]
    fn games_of_ones_own_are_the_built_in_ones((own, built_in, board) in game()) {
        let same = format!(
            "[{own}(board(\"{board}\")) == {built_in}(\"{board}\"), \
             outcomes({own}(board(\"{board}\"))) == outcomes({built_in}(\"{board}\")) \
             and outcome({own}(board(\"{board}\")), misere) == outcome({built_in}(\"{board}\"), misere), \
             {own}(board(\"{board}\")) + 0]"
        );
        let by_claims = value(&mut prepared(&claimed()), &same);
        let by_rules = value(&mut prepared(&literal()), &same);
        let Value::List(list) = &by_claims else { panic!("a list") };
        prop_assert_eq!(list.get(0), Some(Value::Boolean(true)));
        prop_assert_eq!(list.get(1), Some(Value::Boolean(true)));
        prop_assert_eq!(list.len(), 3);
        prop_assert!(matches!(&by_rules, Value::List(list) if list.get(0) == Some(Value::Boolean(true))));
        let by_games = value(&mut prepared(&through_games()), &same);
        let Value::List(list) = &by_games else { panic!("a list") };
        prop_assert_eq!((list.get(0), list.get(1)), (Some(Value::Boolean(true)), Some(Value::Boolean(true))));
    }

    #[test]
    fn the_search_wins_where_a_plain_one_does(games in proptest::collection::vec(game(), 1..3), apart: bool) {
        let mut session = prepared(&if apart { through_games() } else { claimed() });
        let parts: Vec<String> = games.iter().map(|(own, _, board)| format!("{own}(board(\"{board}\"))")).collect();
        let p = value(&mut session, &parts.join(" - "));
        let Value::Position(p) = p else { panic!("a position") };
        let mut known = HashMap::new();
        for mover in [Player::Left, Player::Right] {
            let found = questions::winner(p, mover, &mut session).unwrap().answer;
            prop_assert_eq!(found, wins(p, mover, &mut known, &mut session), "{:?} {:?}", parts, mover);
        }
    }

    #[test]
    fn as_many_moves_are_counted_as_are_made((own, _, board) in game()) {
        let mut session = prepared(&claimed());
        let Value::Position(p) = value(&mut session, &format!("{own}(board(\"{board}\"))")) else { panic!("a position") };
        for q in reached(p, &mut session) {
            let (counts, made) = positions::with(q, &mut session, |rules, here, cx| {
                let mut moves = Options::default();
                let counts = rules.count(here, cx).unwrap();
                rules.options(here, cx, &mut moves).unwrap();
                (counts, [moves.left.len(), moves.right().len()])
            });
            // A number has none to be counted.
            if counts.is_some() || made != [0, 0] {
                prop_assert_eq!(counts, Some(made), "{} {}", own, board);
            }
        }
    }

    #[test]
    fn one_player_has_the_same_moves_alone((own, _, board) in game()) {
        let mut session = prepared(&claimed());
        let Value::Position(p) = value(&mut session, &format!("{own}(board(\"{board}\"))")) else { panic!("a position") };
        for q in reached(p, &mut session) {
            for player in [Player::Left, Player::Right] {
                let [alone, both] = moves_of(q, player, &mut session);
                prop_assert_eq!(alone, both, "{} {} {:?}", own, board, player);
            }
        }
    }
}

/// A position and its negative cancel only if play ends, which a search proves only where the two meet.
#[test]
fn a_search_explores_little_to_know_that_play_ends() {
    let mut session = prepared(&claimed());
    assert_eq!(value(&mut session, "outcome(cows(board(4, 5)))"), Value::Outcome(Outcome::N));
    let steps = session.budget().spent();
    assert!(steps < 500_000, "{steps}");
}
