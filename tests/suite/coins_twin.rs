//! Coins, strips and rows against their rules: coin turning games and products by all sets of coins, the Silver Dollar game by
//! its strips, Northcott's game with all its retreats.

use std::collections::{BTreeSet, HashMap};

use cg_engine::games::{Outcome, Player};
use cg_engine::graphs::Verdict;
use cg_engine::positions::{self, Context, Convention, Engine, Known, Options, PositionId, Question, Term, Topic};
use cg_engine::questions;
use cg_engine::rulesets::board::Board;
use cg_engine::rulesets::code::{Name, TakeAndBreak};
use cg_engine::rulesets::northcott::northcott;
use cg_engine::rulesets::product::product;
use cg_engine::rulesets::staircase::strip;
use cg_engine::rulesets::turning::{Coins, Family, named_families, turning};

use crate::language::check;

fn engine() -> Engine {
    Engine::default()
}

fn options_of(p: PositionId, engine: &mut Engine) -> Vec<PositionId> {
    let mut options = Options::default();
    positions::options(p, engine, &mut options).unwrap();
    assert!(options.impartial);
    options.left
}

/// The text at the end of the call that a position is written as.
fn text_of(p: PositionId, engine: &Engine) -> String {
    let Term::Call(_, arguments) = positions::term(p, engine) else { panic!("a call") };
    let Some(Term::Text(text)) = arguments.last() else { panic!("a text") };
    text.to_string()
}

fn number(known: Known) -> u64 {
    let Known::Nim(n) = known else { panic!("a nimber") };
    n
}

fn mex(seen: &BTreeSet<u64>) -> u64 {
    (0..).find(|n| !seen.contains(n)).unwrap()
}

/// Nim-values by moves from text to text.
struct Twin<'a> {
    moves: &'a dyn Fn(&str) -> BTreeSet<String>,
    values: HashMap<String, u64>,
}

impl Twin<'_> {
    fn value(&mut self, text: &str) -> u64 {
        if let Some(&known) = self.values.get(text) {
            return known;
        }
        let seen = (self.moves)(text).iter().map(|next| self.value(next)).collect();
        self.values.insert(text.to_string(), mex(&seen));
        mex(&seen)
    }

    /// Compares the options and the value of a position that is written as this text.
    fn agrees(&mut self, p: PositionId, text: &str, what: &str, engine: &mut Engine) {
        let options = options_of(p, engine);
        let found: BTreeSet<String> = options.iter().map(|&q| text_of(q, engine)).collect();
        assert_eq!(found.len(), options.len(), "{what} {text}: a move stands twice");
        assert_eq!(found, (self.moves)(text), "{what} {text}");
        assert_eq!(questions::value(p, engine).unwrap(), Known::Nim(self.value(text)), "{what} {text}");
    }
}

/// Whether a family allows a set of coins of a row, as Winning Ways tells it, to be turned.
fn allows(family: &str, coins: &[usize]) -> bool {
    let n = coins.len();
    match family {
        "turtles" => n <= 2,
        "mock_turtles" => n <= 3,
        "moebius" => n <= 5,
        "mogul" => n <= 7,
        "moidores" => n <= 9,
        "twins" => n == 2,
        "triplets" => n == 3,
        "ruler" => by(coins, 1),
        "motley" => true,
        "mock_turtle_fives" => n <= 3 && coins[n - 1] - coins[0] < 5,
        "triplet_fives" => n == 3 && coins[n - 1] - coins[0] < 5,
        "ruler_fives" => n <= 5 && by(coins, 1),
        "turnips" => n == 3 && by(coins, coins[1] - coins[0]),
        "grunt" => n == 4 && coins[0] == 0 && coins[1] == coins[3] - coins[2],
        "sym" => is_symmetric(coins),
        "sympler" => coins[0] == 0 && is_symmetric(coins),
        other => panic!("{other}"),
    }
}

/// Returns `true` if each coin lies `distance` places behind the one before.
fn by(coins: &[usize], distance: usize) -> bool {
    coins.windows(2).all(|pair| pair[1] == pair[0] + distance)
}

fn is_symmetric(coins: &[usize]) -> bool {
    let ends = coins[0] + coins[coins.len() - 1];
    coins.iter().all(|coin| coins.contains(&(ends - coin)))
}

/// Every set of coins of a row of n that the family allows.
fn sets(family: &str, n: usize) -> Vec<Vec<usize>> {
    let of_bits = |bits: u32| (0..n).filter(|i| bits >> i & 1 == 1).collect::<Vec<_>>();
    (1..1 << n).map(of_bits).filter(|coins| allows(family, coins)).collect()
}

/// The boards after turning the coins where these rows and columns cross, if the last of them shows heads.
fn turned(board: &str, crossings: &[(Vec<usize>, Vec<usize>)]) -> BTreeSet<String> {
    let rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
    let last = |set: &[usize]| *set.last().unwrap();
    let legal = crossings.iter().filter(|(ys, xs)| rows[last(ys)][last(xs)] == 'H');
    let after = legal.map(|(ys, xs)| {
        let mut rows = rows.clone();
        for &y in ys {
            for &x in xs {
                rows[y][x] = if rows[y][x] == 'H' { 'T' } else { 'H' };
            }
        }
        rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
    });
    after.collect()
}

/// All boards of these sizes.
fn boards(rows: usize, columns: usize) -> Vec<Board> {
    let board = |bits: usize| {
        let cells = (0..rows * columns).map(|i| if bits >> i & 1 == 1 { 'H' } else { 'T' });
        Board::new(rows, columns, cells.collect()).unwrap()
    };
    (0..1 << (rows * columns)).map(board).collect()
}

fn coins_agree(coins: Coins, rows: usize, columns: usize, crossings: &[(Vec<usize>, Vec<usize>)]) {
    let moves = |text: &str| turned(text, crossings);
    let mut twin = Twin { moves: &moves, values: HashMap::new() };
    let engine = &mut engine();
    for board in boards(rows, columns) {
        let p = turning(coins.clone(), &board, engine);
        twin.agrees(p, &board.text(), &format!("{coins:?}"), engine);
    }
}

#[test]
fn every_row_of_coins() {
    for family in named_families() {
        for n in 1..=7 {
            let crossings: Vec<_> = sets(&family.name, n).into_iter().map(|set| (vec![0], set)).collect();
            coins_agree(Coins::Row(family.clone()), 1, n, &crossings);
        }
    }
}

/// Returns the nim-sums of at most `most` of these values, by the number of values.
fn sums(values: &[u64], most: usize) -> Vec<BTreeSet<u64>> {
    let mut sums = vec![BTreeSet::new(); most + 1];
    sums[0].insert(0);
    for value in values {
        for count in (0..most).rev() {
            let more: Vec<u64> = sums[count].iter().map(|sum| sum ^ value).collect();
            sums[count + 1].extend(more);
        }
    }
    sums
}

/// Returns the nim-sums of the sets of coins that may be turned together with the coin behind `values`, from the definition of
/// the family and without its list of sets.
fn sums_turned(family: &str, values: &[u64]) -> BTreeSet<u64> {
    let n = values.len();
    let of_counts = |values: &[u64], least: usize, most: usize| {
        sums(values, most).into_iter().skip(least).flatten().collect::<BTreeSet<u64>>()
    };
    let near = &values[n.saturating_sub(4)..];
    let stretches = |most: usize| (0..=n.min(most)).map(|k| values[n - k..].iter().fold(0, |x, y| x ^ y)).collect();
    // Sets that look the same from both ends: pairs, and a coin in the middle.
    let symmetric = |first: usize| {
        let mut all = BTreeSet::from([values[first]]);
        for (low, high) in (first + 1..n).zip((first + 1..n).rev()).take_while(|(low, high)| low <= high) {
            let pair = if low == high { values[low] } else { values[low] ^ values[high] };
            let more: Vec<u64> = all.iter().map(|sum| sum ^ pair).collect();
            all.extend(more);
        }
        all
    };
    match family {
        "turtles" => of_counts(values, 0, 1),
        "mock_turtles" => of_counts(values, 0, 2),
        "moebius" => of_counts(values, 0, 4),
        "mogul" => of_counts(values, 0, 6),
        "moidores" => of_counts(values, 0, 8),
        "twins" => of_counts(values, 1, 1),
        "triplets" => of_counts(values, 2, 2),
        "ruler" => stretches(n),
        "ruler_fives" => stretches(4),
        "mock_turtle_fives" => of_counts(near, 0, 2),
        "triplet_fives" => of_counts(near, 2, 2),
        "turnips" => (1..=n / 2).map(|d| values[n - d] ^ values[n - 2 * d]).collect(),
        "grunt" => (1..n.div_ceil(2)).map(|a| values[0] ^ values[a] ^ values[n - a]).collect(),
        "sym" => (0..n).flat_map(symmetric).chain([0]).collect(),
        "sympler" if n == 0 => BTreeSet::from([0]),
        "sympler" => symmetric(0),
        other => panic!("{other}"),
    }
}

#[test]
fn tables_to_sixty() {
    let engine = &mut engine();
    // Of motley coins every one has a nim-value of its own power of two.
    for family in named_families().filter(|family| &*family.name != "motley") {
        // Mogul turns up to 7 coins, Moidores up to 9, and Sym and Sympler any number: 60 coins have too many sets.
        let coins = if ["mogul", "moidores", "sym", "sympler"].contains(&&*family.name) { 20 } else { 60 };
        let mut values: Vec<u64> = Vec::new();
        for coin in 0..coins {
            values.push(mex(&sums_turned(&family.name, &values)));
            let cells = (0..=coin).map(|i| if i == coin { 'H' } else { 'T' }).collect();
            let p = turning(Coins::Row(family.clone()), &Board::row(cells), engine);
            assert_eq!(questions::value(p, engine).unwrap(), Known::Nim(values[coin]), "{} {coin}", family.name);
        }
    }
}

/// Long enough for every family that sets of coins are not all allowed: single coins, by the sum of those turned with them.
#[test]
fn single_coins_of_longer_rows() {
    for family in named_families() {
        let n = 15;
        let mut values: Vec<u64> = Vec::new();
        for last in 0..n {
            let others = sets(&family.name, last + 1).into_iter().filter(|set| set.last() == Some(&last));
            let seen: BTreeSet<u64> =
                others.map(|set| set[..set.len() - 1].iter().fold(0, |x, &i| x ^ values[i])).collect();
            values.push(mex(&seen));
        }
        let engine = &mut engine();
        for (coin, value) in values.iter().enumerate() {
            let cells = (0..n).map(|i| if i == coin { 'H' } else { 'T' }).collect();
            let p = turning(Coins::Row(family.clone()), &Board::row(cells), engine);
            assert_eq!(questions::value(p, engine).unwrap(), Known::Nim(*value), "{} {coin}", family.name);
        }
    }
}

fn products_agree(first: &Family, second: &Family, rows: usize, columns: usize) {
    let (of_rows, of_columns) = (sets(&first.name, rows), sets(&second.name, columns));
    let cross = |ys: &Vec<usize>| of_columns.iter().map(|xs| (ys.clone(), xs.clone())).collect::<Vec<_>>();
    let both: Vec<_> = of_rows.iter().flat_map(cross).collect();
    coins_agree(Coins::Product(first.clone(), second.clone()), rows, columns, &both);
    let in_columns = of_rows.iter().flat_map(|ys| (0..columns).map(|x| (ys.clone(), vec![x])));
    let in_rows = of_columns.iter().flat_map(|xs| (0..rows).map(|y| (vec![y], xs.clone())));
    coins_agree(
        Coins::Acrostic(first.clone(), second.clone()),
        rows,
        columns,
        &in_columns.chain(in_rows).collect::<Vec<_>>(),
    );
}

#[test]
fn every_small_board_of_coins() {
    for first in named_families() {
        for second in named_families() {
            products_agree(&first, &second, 2, 3);
        }
    }
    let family = |name| Family::of_name(name).unwrap();
    for (first, second) in [("ruler", "ruler"), ("turtles", "mock_turtles"), ("twins", "triplets")] {
        products_agree(&family(first), &family(second), 3, 3);
    }
}

/// Products of heaps of Kayles and Dawson's Kayles, by sums of products.
#[test]
fn products_of_games_that_split() {
    let taken = |heap: usize, most: usize| -> Vec<Vec<usize>> {
        let take = |k: usize| (0..=(heap - k) / 2).map(move |a| vec![a, heap - k - a]);
        (if most == 1 { 1..=2 } else { 2..=2 }).filter(|&k| k <= heap).flat_map(take).collect()
    };
    let (kayles, dawson) = (|heap| taken(heap, 1), |heap| taken(heap, 2));
    const MOST: usize = 9;
    let mut values = [[0u64; MOST]; MOST];
    for a in 1..MOST {
        for b in 1..MOST {
            let sum = |first: &[usize], second: &[usize]| {
                let pairs = first.iter().flat_map(|&x| second.iter().map(move |&y| (x, y)));
                pairs.fold(0, |n, (x, y)| n ^ values[x][y])
            };
            let (of_a, of_b) = (kayles(a), dawson(b));
            let pairs = of_a.iter().flat_map(|x| of_b.iter().map(move |y| (x, y)));
            let seen: BTreeSet<u64> = pairs.map(|(x, y)| sum(x, &[b]) ^ sum(&[a], y) ^ sum(x, y)).collect();
            values[a][b] = mex(&seen);
        }
    }
    let engine = &mut engine();
    let rules = |code: &str| TakeAndBreak::new(Name::OfCode("code"), code.parse().unwrap());
    let (first, second) = (engine.add(rules("0.77")), engine.add(rules("0.07")));
    for (a, row) in values.iter().enumerate() {
        for (b, &value) in row.iter().enumerate() {
            let (p, q) = (first.at(&(a as u64), engine), second.at(&(b as u64), engine));
            let both = product(p, q, engine).unwrap();
            assert_eq!(questions::value(both, engine).unwrap(), Known::Nim(value), "{a} and {b}");
            let options = options_of(both, engine);
            let found: BTreeSet<u64> = options.iter().map(|&q| number(questions::value(q, engine).unwrap())).collect();
            assert_eq!(mex(&found), value, "the options of {a} and {b}");
        }
    }
}

/// Games of one's own have no theorem: there the product is searched.
#[test]
fn products_are_searched_where_no_theorem_tells() {
    let prepare = "game g(n) := <g(n - k) for k in [1, 3, 4] if k <= n>; game h(n) := <h(m) for m in [n - 1, div(n, 2)] if 0 < n>";
    check(&[(
        &format!(
            "{prepare}; [[a, b] for a in 0..6 for b in 0..6 if nim_value(product(g(a), h(b))) != nim_product(nim_value(g(a)), nim_value(h(b)))]"
        ),
        "[]",
    )]);
}

#[test]
fn every_short_strip() {
    let moves = |strip: &str| {
        let cells: Vec<char> = strip.chars().collect();
        let mut all = BTreeSet::new();
        for coin in (0..cells.len()).filter(|&i| cells[i] == '$') {
            for to in (0..coin).rev().take_while(|&to| cells[to] == '.') {
                let mut next = cells.clone();
                next.swap(coin, to);
                all.insert(next.into_iter().collect());
            }
        }
        all
    };
    let mut twin = Twin { moves: &moves, values: HashMap::new() };
    let engine = &mut engine();
    for length in 1..=9 {
        for bits in 0..1 << length {
            let cells = (0..length).map(|i| if bits >> i & 1 == 1 { '$' } else { '.' }).collect();
            let board = Board::row(cells);
            let p = strip(engine, &board);
            twin.agrees(p, &board.text(), "silver_dollar", engine);
        }
    }
}

/// The pieces of the rows, the counters of a heap of Nim beside them, and whether Left moves.
type Play = (Vec<[u32; 2]>, u64, bool);

/// Northcott's game as it is played, with a heap of Nim that both may take from.
fn moves_of((rows, heap, left): &Play, squares: u32) -> Vec<Play> {
    let mut all: Vec<Play> = (0..*heap).map(|fewer| (rows.clone(), fewer, !left)).collect();
    let side = usize::from(!left);
    for (i, row) in rows.iter().enumerate() {
        let [here, other] = [row[side], row[1 - side]];
        for to in (0..squares).filter(|&to| to != here && (to < other) == (here < other) && to != other) {
            let mut next = rows.clone();
            next[i][side] = to;
            all.push((next, *heap, !left));
        }
    }
    all
}

/// Who moves and wins, found back from the ends; no play is drawn.
fn won(squares: u32, rows: usize, most: u64) -> HashMap<Play, bool> {
    let pairs: Vec<[u32; 2]> =
        (0..squares).flat_map(|a| (0..squares).map(move |b| [a, b])).filter(|[a, b]| a != b).collect();
    let mut boards: Vec<Vec<[u32; 2]>> = vec![Vec::new()];
    for _ in 0..rows {
        boards =
            boards.iter().flat_map(|board| pairs.iter().map(move |pair| [&board[..], &[*pair]].concat())).collect();
    }
    let heaps =
        |board: Vec<[u32; 2]>| (0..=most).flat_map(move |heap| [true, false].map(|left| (board.clone(), heap, left)));
    let mut open: Vec<Play> = boards.into_iter().flat_map(heaps).collect();
    let mut known: HashMap<Play, bool> = HashMap::new();
    loop {
        let before = open.len();
        open.retain(|play| {
            let next: Vec<Option<bool>> = moves_of(play, squares).iter().map(|next| known.get(next).copied()).collect();
            let wins = next.contains(&Some(false));
            let loses = next.iter().all(|won| *won == Some(true));
            if wins || loses {
                known.insert(play.clone(), wins);
            }
            !wins && !loses
        });
        if open.len() == before {
            assert!(open.is_empty(), "a play without end cannot be avoided: {:?}", open[0]);
            return known;
        }
    }
}

#[test]
fn northcott_with_retreats() {
    for (squares, rows) in [(6, 1), (4, 2)] {
        let known = won(squares, rows, 4);
        let engine = &mut engine();
        for ((board, heap, left), wins) in &known {
            let p = northcott(squares, board, engine);
            let value = questions::value(p, engine).unwrap();
            assert_eq!(value != Known::Nim(*heap), *wins, "{board:?} with a heap of {heap}");
            if *heap > 0 {
                continue;
            }
            let player = if *left { Player::Left } else { Player::Right };
            let verdict = if *wins { Verdict::Win } else { Verdict::Loss };
            let question = Question::new(Topic::OUTCOME, Convention::Normal, player);
            assert_eq!(questions::ask(p, question, engine).unwrap().answer, verdict, "{board:?}");
            assert!(questions::is_loopy(p, engine).unwrap());
            let read = |ids: Vec<PositionId>, engine: &mut Engine| {
                ids.into_iter().map(|q| engine.positions().state(q)[1..].to_vec()).collect::<BTreeSet<_>>()
            };
            let flat = |play: &Play| play.0.as_flattened().to_vec();
            let moves = moves_of(&(board.clone(), 0, *left), squares);
            let mut options = Options::default();
            positions::options(p, engine, &mut options).unwrap();
            let list = options.of(player).to_vec();
            assert_eq!(read(list, engine), moves.iter().map(flat).collect::<BTreeSet<_>>(), "{board:?}");
            let winning = questions::winning_moves(p, Convention::Normal, player, engine).unwrap();
            let wanted = moves.iter().filter(|next| !known[*next]).map(flat).collect::<BTreeSet<_>>();
            assert_eq!(read(winning, engine), wanted, "{board:?}");
        }
        // A line of play ends, and the winner has made the last move.
        let far = northcott(squares, &vec![[0, squares - 1]; rows], engine);
        let solution = questions::solve(far, Convention::Normal, Player::Left, engine).unwrap();
        let wins = solution.line.len().is_multiple_of(2);
        assert_eq!(solution.verdict == Verdict::Win, wins, "{rows} rows");
    }
    let engine = &mut engine();
    let p = northcott(8, &[[0, 3], [7, 2], [1, 4], [0, 7], [6, 2], [5, 2]], engine);
    assert_eq!(questions::outcomes(p, Convention::Normal, engine).unwrap(), [Outcome::L, Outcome::R]);
    let solution = questions::solve(p, Convention::Normal, Player::Right, engine).unwrap();
    assert!(solution.line.len() < 60 && solution.line.len().is_multiple_of(2));
}
