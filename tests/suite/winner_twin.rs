//! The search for the winner against a plain search: every move, one position after another, with nothing but a memory.

use std::collections::HashMap;

use cg::builtins;
use cg::eval::{IntoValue, Place, Session};
use cg::value::Value;
use cg_engine::games::{GameId, Player};
use cg_engine::positions::{self, Banded, Context, Convention, Known, Options, PositionId, Way};
use cg_engine::questions;
use cg_engine::rulesets::domineering::{Domineering, LargeDomineering, MediumDomineering};

use crate::language::session;
use crate::random_graph::{Random, rounds};

/// A search for the winner through every move, in normal or misère play.
#[derive(Default)]
pub struct Plain {
    known: HashMap<(PositionId, Player), bool>,
    misere: bool,
}

impl Plain {
    pub fn wins(&mut self, p: PositionId, mover: Player, cx: &mut Session) -> bool {
        if let Some(&known) = self.known.get(&(p, mover)) {
            return known;
        }
        let mut moves = Options::default();
        positions::options(p, cx, &mut moves).unwrap();
        let moves = moves.of(mover).to_vec();
        let wins =
            if moves.is_empty() { self.misere } else { moves.into_iter().any(|q| !self.wins(q, mover.other(), cx)) };
        self.known.insert((p, mover), wins);
        wins
    }
}

/// Boards whose winner is seldom told by the value: the name, the letters, rows and columns.
const LARGER: &[(&str, &str, usize, usize)] = &[
    ("clobber", "xxxooo.", 4, 5),
    ("nogo", "........xo", 3, 4),
    ("amazons", "xo....", 3, 4),
    ("domineering", ".........#", 5, 6),
];

/// Rulesets on boards: the ruleset, the letters, and the most rows and columns.
pub const BOARDS: &[(&str, &str, usize, usize)] = &[
    ("domineering", "...#", 3, 4),
    ("clobber", "xxoo.", 3, 3),
    ("cannibal_clobber", "xo.", 2, 3),
    ("col", "...xo#", 2, 4),
    ("snort", "...xo#", 2, 4),
    ("fjords", "...xo#", 2, 4),
    ("gen_col(\".o\", \"xo\")", "...xo#", 2, 4),
    ("konane", "xo.", 2, 4),
    ("toads_frogs", "TTFF__", 1, 7),
    ("nogo", "...xo", 2, 3),
    ("amazons", "xo..#", 2, 3),
    ("cram", "...#", 3, 3),
    ("fission", "x...", 2, 3),
    ("elephants", "xo..", 1, 6),
    ("toppling_dominoes", "LRE", 1, 5),
    ("kings", "xo.", 2, 3),
    ("knights", "xo", 3, 3),
    ("rooks", "xo.", 2, 3),
    ("queens", "xo.", 2, 3),
    ("anti_clobber", "xo..", 2, 3),
    ("king_dirt", "xo..#", 2, 3),
    ("quelhas", "...#", 3, 3),
    ("ski_jumps", "LlRr....", 3, 2),
];

/// Boards on which play need not end, and those that are no texts.
const LOOPY: &[&str] = &["backsliding_toads", "fox_geese", "sheep"];

#[test]
fn every_ruleset_on_boards_is_searched() {
    let position = <Place as IntoValue>::KIND;
    let on_boards = builtins::all().filter(|row| row.family == "Boards" && row.result == position).map(|row| row.name);
    let is_searched =
        |name: &&str| LOOPY.contains(name) || BOARDS.iter().any(|(known, ..)| known.split('(').next() == Some(name));
    let missing: Vec<&str> = on_boards.filter(|name| !is_searched(name)).collect();
    assert!(missing.is_empty(), "these are played on boards, and not among the `BOARDS`: {missing:?}");
}

pub fn board(random: &mut Random) -> String {
    let (name, letters, rows, columns) = BOARDS[random.below(BOARDS.len() as u64) as usize];
    let letters: Vec<char> = letters.chars().collect();
    let (rows, columns) = (1 + random.below(rows as u64) as usize, 1 + random.below(columns as u64) as usize);
    let mut row = || (0..columns).map(|_| letters[random.below(letters.len() as u64) as usize]).collect::<String>();
    let rows: Vec<String> = (0..rows).map(|_| row()).collect();
    format!("{name}(\"{}\")", rows.join("/"))
}

/// A board, a value, or a form that has no ruleset.
fn part(random: &mut Random) -> String {
    const OTHERS: [&str; 9] =
        ["nim(2)", "*3", "1/2", "up", "<2|-1>", "-1", "form <1|*>", "form <<3|0>|-1>", "nim(1, 2)"];
    match random.below(5) {
        0 => OTHERS[random.below(OTHERS.len() as u64) as usize].to_string(),
        _ => board(random),
    }
}

/// The position that a text stands for; nothing for a value.
pub fn position(text: &str, cx: &mut Session) -> Option<PositionId> {
    let source = cx.sources.add("test", text);
    let prepared = cx.prepare(&source);
    match cx.execute(&prepared.statements[0]).result {
        Ok(Value::Position(p)) => Some(p),
        Ok(_) => None,
        Err(error) => panic!("{text}: {error:?}"),
    }
}

#[test]
fn the_winner_of_boards_and_sums() {
    let mut random = Random(14);
    let mut cx = session();
    let mut plain = Plain::default();
    for case in 0..rounds(30_000) {
        if case % 1000 == 0 {
            // Both with what was remembered and without.
            (cx, plain) = (session(), Plain::default());
        }
        let count = 1 + random.below(3);
        let parts: Vec<String> = (0..count).map(|_| part(&mut random)).collect();
        let text = parts.join(if random.below(3) == 0 { " - " } else { " + " });
        let Some(p) = position(&text, &mut cx) else { continue };
        for mover in [Player::Left, Player::Right] {
            let found = questions::winner(p, mover, &mut cx).unwrap().answer;
            assert_eq!(found, plain.wins(p, mover, &mut cx), "{text}, {mover} to move");
        }
    }
}

/// The moves that a search names do not depend on what was asked before: not on who wins the board, whoever starts, nor on
/// who wins after its moves. They win, and the line ends where the loser has no move.
#[test]
fn the_moves_of_a_search_depend_on_the_board_alone() {
    let mut random = Random(41);
    let mut compared = 0;
    for case in 0..rounds(128) {
        let (name, letters, rows, columns) = LARGER[case % LARGER.len()];
        let letters: Vec<char> = letters.chars().collect();
        let mut row = || (0..columns).map(|_| letters[random.below(letters.len() as u64) as usize]).collect::<String>();
        let rows: Vec<String> = (0..rows).map(|_| row()).collect();
        let text = format!("{name}(\"{}\")", rows.join("/"));
        let [mut fresh, mut other] = [session(), session()];
        let p = position(&text, &mut fresh).unwrap();
        let alone = questions::solve(p, Convention::Normal, Player::Left, &mut fresh).unwrap();
        let p = position(&text, &mut other).unwrap();
        questions::outcomes(p, Convention::Normal, &mut other).unwrap();
        let mut moves = Options::default();
        positions::options(p, &mut other, &mut moves).unwrap();
        for &q in moves.left.iter().chain(&moves.right) {
            if random.below(3) == 0 {
                questions::outcomes(q, Convention::Normal, &mut other).unwrap();
            }
        }
        let later = questions::solve(p, Convention::Normal, Player::Left, &mut other).unwrap();
        if !matches!((&alone.way, &later.way), (Way::Winner(_), Way::Winner(_))) {
            continue;
        }
        compared += 1;
        let states = |line: &[PositionId], cx: &Session| {
            line.iter().map(|&q| cx.positions_ref().state(q).to_vec()).collect::<Vec<_>>()
        };
        assert_eq!(states(&alone.line, &fresh), states(&later.line, &other), "{text}");
        let mut mover = Player::Left;
        for (i, &q) in later.line.iter().enumerate() {
            let wins = questions::winner(q, mover, &mut other).unwrap().answer;
            let begins = questions::winner(p, Player::Left, &mut other).unwrap().answer;
            assert_eq!(wins, begins == (i % 2 == 0), "{text}, position {i} of the line");
            mover = mover.other();
        }
        let last = later.line[later.line.len() - 1];
        positions::options(last, &mut other, &mut moves).unwrap();
        assert!(moves.of(mover.other()).is_empty(), "{text}: the line goes on");
    }
    assert!(compared > 0);
}

#[test]
fn the_winner_of_misere_play() {
    let mut random = Random(17);
    let (mut cx, mut plain) = (session(), Plain { misere: true, ..Plain::default() });
    for case in 0..rounds(10_000) {
        if case % 1000 == 0 {
            (cx, plain) = (session(), Plain { misere: true, ..Plain::default() });
        }
        let count = 1 + random.below(3);
        let parts: Vec<String> = (0..count).map(|_| part(&mut random)).collect();
        let text = parts.join(if random.below(3) == 0 { " - " } else { " + " });
        let Some(p) = position(&text, &mut cx) else { continue };
        for mover in [Player::Left, Player::Right] {
            let found = questions::misere_winner(p, mover, &mut cx).unwrap().answer;
            assert_eq!(found, plain.wins(p, mover, &mut cx), "{text}, misère, {mover} to move");
        }
    }
}

/// Boards with more moves than the parts whose values are asked for.
#[test]
fn the_winner_of_boards_without_values() {
    let mut random = Random(15);
    for (name, letters, rows, columns) in
        [("domineering", ".....#", 4, 5), ("domineering", "....#", 5, 5), ("clobber", "xxxooo.", 3, 4)]
    {
        for _ in 0..rounds(60) {
            let (mut cx, mut plain) = (session(), Plain::default());
            let letters: Vec<char> = letters.chars().collect();
            let mut row =
                || (0..columns).map(|_| letters[random.below(letters.len() as u64) as usize]).collect::<String>();
            let rows: Vec<String> = (0..rows).map(|_| row()).collect();
            let text = format!("{name}(\"{}\")", rows.join("/"));
            let p = position(&text, &mut cx).expect("a board");
            for mover in [Player::Left, Player::Right] {
                let found = questions::winner(p, mover, &mut cx).unwrap().answer;
                assert_eq!(found, plain.wins(p, mover, &mut cx), "{text}, {mover} to move");
            }
        }
    }
}

/// The nim-value by every move, one position after another.
fn nim_value(p: PositionId, known: &mut HashMap<PositionId, u64>, cx: &mut Session) -> u64 {
    if let Some(&n) = known.get(&p) {
        return n;
    }
    let mut moves = Options::default();
    positions::options(p, cx, &mut moves).unwrap();
    assert!(moves.impartial);
    let values: Vec<u64> = moves.left.into_iter().map(|q| nim_value(q, known, cx)).collect();
    let mex = (0..).find(|n| !values.contains(n)).expect("there are finitely many");
    known.insert(p, mex);
    mex
}

/// Impartial versions are searched by the regions and normal forms of the rules for two players.
#[test]
fn impartial_versions_have_the_nim_values_of_all_their_moves() {
    let mut random = Random(25);
    let mut cx = session();
    let mut known = HashMap::new();
    for case in 0..rounds(6_000) {
        if case % 500 == 0 {
            (cx, known) = (session(), HashMap::new());
        }
        let text = format!("impartial({})", board(&mut random));
        let p = position(&text, &mut cx).expect("a board");
        let found = questions::value(p, &mut cx).unwrap();
        assert_eq!(found, Known::Nim(nim_value(p, &mut known, &mut cx)), "{text}");
    }
}

/// The first player wins in a row of 2n stones of Clobber, but for n = 3 (Albert, Grossman, Nowakowski and Wolfe, An
/// introduction to Clobber, 2005, for n up to 19), and loses on chessboards of 4x6, 5x5 and 2x15 (Grossman 2004 and the
/// computational results of MCGS, University of Alberta, 2026).
#[test]
#[ignore = "takes minutes"]
fn published_outcomes_of_large_boards() {
    let rows = (4..=19).map(|n| (format!("clobber(1, {})", 2 * n), true));
    let boards = [(4, 6, false), (5, 5, false), (2, 14, true), (2, 15, false)];
    let boards = boards.into_iter().map(|(m, n, wins)| (format!("clobber({m}, {n})"), wins));
    for (text, wins) in rows.chain(boards) {
        let mut cx = session();
        let p = position(&text, &mut cx).expect("a board");
        for mover in [Player::Left, Player::Right] {
            assert_eq!(questions::winner(p, mover, &mut cx).unwrap().answer, wins, "{text}, {mover} to move");
        }
    }
}

/// The first player wins on the empty 8x8 board of Domineering (Breuker, Uiterwijk and van den Herik, Solving 8x8
/// Domineering, 2000).
#[test]
#[ignore = "takes ten seconds"]
fn the_published_outcome_of_8x8_domineering() {
    let mut cx = session();
    let p = position("domineering(8, 8)", &mut cx).expect("a board");
    for mover in [Player::Left, Player::Right] {
        assert!(questions::winner(p, mover, &mut cx).unwrap().answer, "{mover} to move");
    }
}

/// Boards larger than a plain search manages, against their values.
#[test]
fn the_winner_of_larger_boards() {
    let mut random = Random(17);
    for case in 0..rounds(60) {
        let (rows, columns) = if case.is_multiple_of(2) { (3, 5) } else { (4, 4) };
        let mut letter = |even: bool| match random.below(12) {
            0 => '.',
            1 => 'x',
            2 => 'o',
            _ if even => 'x',
            _ => 'o',
        };
        let mut row = |y: usize| (0..columns).map(|x| letter((x + y).is_multiple_of(2))).collect::<String>();
        let text = format!("clobber(\"{}\")", (0..rows).map(&mut row).collect::<Vec<_>>().join("/"));
        let mut cx = session();
        let p = position(&text, &mut cx).expect("a board");
        let found = [Player::Left, Player::Right].map(|mover| questions::winner(p, mover, &mut cx).unwrap().answer);
        let value = questions::value(p, &mut cx).unwrap().game(&mut cx.games).unwrap();
        let wins = [(value, GameId::ZERO), (GameId::ZERO, value)].map(|(a, b)| !cx.games.less_or_equal(a, b).unwrap());
        assert_eq!(found, wins, "{text}");
    }
}

/// A player who gives up the moves between bands is not better off, and bands have the value of their images.
#[test]
fn bands_of_domineering() {
    let mut random = Random(16);
    let mut cx = session();
    for _ in 0..rounds(2000) {
        let (rows, columns) = (1 + random.below(5) as usize, 1 + random.below(5) as usize);
        let mut row = || (0..columns).map(|_| if random.below(6) == 0 { '#' } else { '.' }).collect::<String>();
        let text = (0..rows).map(|_| row()).collect::<Vec<_>>().join("/");
        let cells = text.split('/').enumerate().flat_map(|(y, row)| {
            row.chars().enumerate().filter(|(_, cell)| *cell == '.').map(move |(x, _)| 1u64 << (8 * y + x))
        });
        let cells: u64 = cells.sum();
        let words: Vec<u64> = cells.to_le_bytes().map(u64::from).to_vec();
        let trimmed = |words: &[u64]| words[..words.iter().rposition(|&row| row != 0).map_or(0, |y| y + 1)].to_vec();
        let value_of = |text: &str, cx: &mut Session| {
            let p = position(&format!("domineering(\"{text}\")"), cx).expect("a board");
            questions::value(p, cx).unwrap().game(&mut cx.games).unwrap()
        };
        let drawn = |words: &[u64]| {
            let row = |row: &u64| (0..8).map(|x| if row >> x & 1 == 1 { '.' } else { '#' }).collect::<String>();
            words.iter().map(row).collect::<Vec<_>>().join("/")
        };
        let whole = value_of(&text, &mut cx);
        for player in [Player::Left, Player::Right] {
            let (small, medium) = (Domineering::default(), MediumDomineering::default());
            let large = LargeDomineering::default();
            let mut bands = [const { Vec::new() }; 3];
            small.bands(&cells, player, &mut bands[0]);
            let sixteen = std::array::from_fn(|y| words.get(y).map_or(0, |&row| row as u16));
            medium.bands(&sixteen, player, &mut bands[1]);
            large.bands(&trimmed(&words), player, &mut bands[2]);
            let [bands, medium_bands, large_bands] = bands;
            assert_eq!([&medium_bands, &large_bands], [&bands; 2], "{text}: {player}");
            for line in 1..bands.len() {
                let pieces = bands.split_at(line);
                let pieces = [pieces.0, pieces.1].map(|bands| {
                    let piece = small.of_bands(bands).to_le_bytes().map(u64::from).to_vec();
                    let same = medium.of_bands(bands).map(u64::from);
                    assert_eq!(same[..8], piece, "{text}: {player}, {bands:?}");
                    let same = large.of_bands(bands);
                    assert!(same.iter().chain(&[0; 8]).take(8).eq(&piece), "{text}: {player}, {bands:?}");
                    let value = value_of(&drawn(&piece), &mut cx);
                    // Moved by two bits, and with bits and bands in the opposite order.
                    let image: Vec<u64> = bands.iter().rev().map(|band| band.reverse_bits() >> 57).collect();
                    let moved: Vec<u64> = bands.iter().map(|band| band << 2).collect();
                    for image in [image, moved] {
                        let image = small.of_bands(&image).to_le_bytes().map(u64::from);
                        assert_eq!(value_of(&drawn(&image), &mut cx), value, "{text}: {player}, {bands:?}");
                    }
                    cx.games.negative_if(player == Player::Right, value).unwrap()
                });
                let sum = cx.games.sum(pieces[0], pieces[1]).unwrap();
                let (low, high) = if player == Player::Left { (sum, whole) } else { (whole, sum) };
                assert!(cx.games.less_or_equal(low, high).unwrap(), "{text}: {player} gains by the cut at {line}");
            }
        }
    }
}
