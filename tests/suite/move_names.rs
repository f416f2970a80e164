//! Names of moves: no two moves of a list have one name, and on boards the name alone says what a move does.

use cg::builtins;
use cg::eval::Session;
use cg::eval::Sort;
use cg::show::{move_name, move_names};
use cg::value::Value;
use cg_engine::games::Player;
use cg_engine::positions::{self, Options, PositionId, Term};

use crate::language::session;
use crate::random_graph::{Random, rounds};

/// The number of moves of a position and player that are named.
const MAX_MOVES: usize = 160;

fn evaluated(session: &mut Session, text: &str) -> Option<Value> {
    let source = session.sources.add("test", text);
    let prepared = session.prepare(&source);
    if prepared.has_errors() {
        return None;
    }
    let mut last = None;
    for statement in &prepared.statements {
        last = Some(session.execute(statement).result.ok()?);
    }
    last
}

fn position(session: &mut Session, text: &str) -> PositionId {
    match evaluated(session, text) {
        Some(Value::Position(p)) => p,
        other => panic!("{text}: {other:?}"),
    }
}

fn moves(session: &mut Session, p: PositionId, player: Player) -> Vec<PositionId> {
    let mut all = Options::default();
    if positions::options(p, session, &mut all).is_err() {
        return Vec::new();
    }
    let mut moves = Vec::new();
    for &q in all.of(player) {
        if moves.len() < MAX_MOVES && !moves.contains(&q) {
            moves.push(q);
        }
    }
    moves
}

/// Plays at random from a position and calls `check` for each move on the way. Checks that in each list all names are
/// different, and that the first move has the same name alone.
fn walk(session: &mut Session, start: PositionId, random: &mut Random, mut check: impl FnMut(&mut Session, Seen<'_>)) {
    let mut p = start;
    for _ in 0..6 {
        let mut ways = Vec::new();
        for player in [Player::Left, Player::Right] {
            let moves = moves(session, p, player);
            let names = move_names(session, p, &moves, player, moves.len()).expect("names");
            let mut texts: Vec<&str> = names.iter().map(|name| &*name.text).collect();
            texts.sort_unstable();
            if let Some(twice) = texts.windows(2).find(|pair| pair[0] == pair[1]) {
                panic!("{} has two moves called {}", written(session, p), twice[0]);
            }
            for (&to, name) in moves.iter().zip(&names) {
                check(session, Seen { from: p, to, player, name: &name.text });
            }
            if let Some((&to, name)) = moves.iter().zip(&names).next()
                && moves.len() < MAX_MOVES
                && !name.text.contains("...")
            {
                assert_eq!(move_name(session, p, to, player).expect("a name").text, name.text);
            }
            ways.extend(moves);
        }
        if ways.is_empty() {
            return;
        }
        p = ways[random.below(ways.len() as u64) as usize];
    }
}

/// A move with its name.
struct Seen<'a> {
    from: PositionId,
    to: PositionId,
    player: Player,
    name: &'a str,
}

fn written(session: &mut Session, p: PositionId) -> String {
    session.short(&Value::Position(p))
}

#[test]
fn no_two_moves_have_one_name() {
    let mut random = Random(41);
    let mut found = 0;
    for builtin in builtins::all().filter(|builtin| builtin.result.is_any_of(&[Sort::Position])) {
        for (example, _) in builtin.documentation().examples() {
            let mut session = session();
            if let Some(Value::Position(p)) = evaluated(&mut session, example) {
                walk(&mut session, p, &mut random, |_, _| {});
                found += 1;
            }
        }
    }
    assert!(found > 50, "only {found} positions were found");
    // Sums of equal parts, and texts longer than `MAX_TEXT`.
    let ones = vec!["1"; 140].join(", ");
    for text in [
        "nim(2, 2) + nim(2, 2)".to_string(),
        "-clobber(\"xo\") + clobber(\"xo\") + clobber(\"xo\")".into(),
        format!("nim({ones})"),
        "form <0,*|1> + form <0,*|1>".into(),
        "hackenbush <0 -B- 1; 0 -B- 2; 1 -R- 3; 2 -R- 4>".into(),
        "g := graph <a -> b, c; b -> a; c -> a, b>; sum(annihilation, g.a, g.b)".into(),
    ] {
        let mut session = session();
        let p = position(&mut session, &text);
        walk(&mut session, p, &mut random, |_, _| {});
    }
}

/// Returns the rows of the board in the text of a position, or `None` if the position is not written so.
fn rows(session: &Session, p: PositionId) -> Option<Vec<Vec<char>>> {
    let Term::Call(_, arguments) = positions::term(p, session) else { return None };
    let Some(Term::Text(text)) = arguments.last() else { return None };
    Some(text.split('/').map(|row| row.chars().collect()).collect())
}

fn square(name: &str) -> [usize; 2] {
    let letters = name.chars().take_while(char::is_ascii_alphabetic).count();
    assert_eq!(letters, 1, "{name}");
    let column = usize::from(name.as_bytes()[0] - b'a');
    [name[1..].parse::<usize>().expect("a row") - 1, column]
}

/// The letters on the board of a game, and how moves change them.
struct Rule {
    /// The pieces of both players, if they have any.
    pieces: Option<[char; 2]>,
    /// The letter of a cell that a piece has left.
    empty: char,
    /// The letter of a cell that a move fills without a piece.
    full: char,
    /// `true` if a piece removes those that it jumps over.
    takes: bool,
}

/// Plays a move by its name alone, as a twin of the code that finds names.
fn played(board: &mut [Vec<char>], name: &str, player: Player, rule: &Rule) {
    let (squares, arrow) = name.split_once('/').map_or((name, None), |(squares, arrow)| (squares, Some(arrow)));
    let squares: Vec<[usize; 2]> = squares.split('-').map(square).collect();
    let mut set = |[row, column]: [usize; 2], letter| board[row][column] = letter;
    match (rule.pieces.map(|pieces| pieces[player as usize]), &squares[..]) {
        (None, squares) => squares.iter().for_each(|&at| set(at, rule.full)),
        (Some(mine), &[at]) => set(at, mine),
        (Some(mine), &[from, to]) => {
            if rule.takes {
                let between = |i: usize| from[i].min(to[i])..=from[i].max(to[i]);
                between(0).for_each(|row| between(1).for_each(|column| set([row, column], rule.empty)));
            }
            set(from, rule.empty);
            set(to, mine);
        }
        _ => panic!("{name}"),
    }
    if let Some(arrow) = arrow {
        set(square(arrow), rule.full);
    }
}

/// Removes the rows and columns at the end of a board that have no cell.
fn trimmed(board: Vec<Vec<char>>) -> Vec<Vec<char>> {
    let is_cell = |letter: &char| *letter != '#';
    let rows = board.iter().rposition(|row| row.iter().any(is_cell)).map_or(1, |row| row + 1);
    let columns = board.iter().filter_map(|row| row.iter().rposition(is_cell)).max().map_or(1, |column| column + 1);
    board[..rows].iter().map(|row| row[..columns].to_vec()).collect()
}

#[test]
fn the_name_of_a_move_on_a_board_says_what_it_does() {
    let mut random = Random(7);
    let stones = || Rule { pieces: Some(['x', 'o']), empty: '.', full: '#', takes: false };
    let cells = || Rule { pieces: None, ..stones() };
    let games = [
        ("amazons", "x..o..#", stones()),
        ("clobber", "xo.", stones()),
        ("konane", "xxoo..", Rule { takes: true, ..stones() }),
        ("snort", "...x.o#", stones()),
        ("col", "...x.o#", stones()),
        ("nogo", "......#", stones()),
        ("domineering", "...#", cells()),
        ("cram", "...#", cells()),
        ("toads_frogs", "TF_", Rule { pieces: Some(['T', 'F']), empty: '_', ..stones() }),
        ("elephants", "xo.", stones()),
    ];
    for (game, letters, rule) in games {
        let mut compared = 0;
        for _ in 0..rounds(320) {
            let is_lane = matches!(game, "toads_frogs" | "elephants");
            let (height, width) = if is_lane { (1, 7) } else { (1 + random.below(4), 1 + random.below(4)) };
            let mut row = || -> String {
                let letters: Vec<char> = letters.chars().collect();
                (0..width).map(|_| letters[random.below(letters.len() as u64) as usize]).collect()
            };
            let text = (0..height).map(|_| row()).collect::<Vec<_>>().join("/");
            let mut session = session();
            let Some(Value::Position(p)) = evaluated(&mut session, &format!("{game}(\"{text}\")")) else { continue };
            walk(&mut session, p, &mut random, |session, Seen { from, to, player, name }| {
                let (Some(mut board), Some(after)) = (rows(session, from), rows(session, to)) else { return };
                played(&mut board, name, player, &rule);
                let size: fn(Vec<Vec<char>>) -> Vec<Vec<char>> = if is_lane { |board| board } else { trimmed };
                assert_eq!(size(board), size(after), "{game}(\"{text}\"): {name}");
                compared += 1;
            });
        }
        assert!(compared > 20, "{game}: only {compared} moves were compared");
    }
}
