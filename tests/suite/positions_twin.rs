//! Questions about positions against their definitions, written out naively on plain data.

use cg_engine::games::{GameId, Games, Outcome, Player};
use cg_engine::graphs::Convention;
use cg_engine::positions::{Context, Engine, Moves, PositionId, Ruleset};
use cg_engine::questions;
use cg_engine::rulesets::board::Board;
use cg_engine::rulesets::compound::{Kind, compound};
use cg_engine::rulesets::domineering::{self, Domineering, LargeDomineering, MediumDomineering};
use cg_engine::rulesets::hackenbush::{Colour, picture};

use crate::random_graph::{Random, rounds};

fn engine() -> Engine {
    Engine::default()
}

/// A position as a plain tree.
#[derive(Clone)]
struct Tree(Vec<Tree>, Vec<Tree>);

impl Tree {
    fn random(random: &mut Random, depth: u32, impartial: bool) -> Tree {
        if depth == 0 {
            return Tree(vec![], vec![]);
        }
        let mut side = |n| (0..n).map(|_| Tree::random(random, depth - 1, impartial)).collect::<Vec<_>>();
        let left = side(depth.min(2));
        let right = if impartial { left.clone() } else { side(depth.min(2)) };
        let keep = random.below(8);
        match keep {
            0 => Tree(vec![], if impartial { vec![] } else { right }),
            1 => Tree(left.clone(), if impartial { left } else { vec![] }),
            _ => Tree(left, right),
        }
    }

    fn position(&self, engine: &mut Engine, impartial: bool) -> PositionId {
        let left: Vec<_> = self.0.iter().map(|t| t.position(engine, impartial)).collect();
        let right: Vec<_> = self.1.iter().map(|t| t.position(engine, impartial)).collect();
        if impartial { engine.positions().impartial_form(&left) } else { engine.positions().form(&left, &right) }
    }

    fn value(&self, games: &mut Games) -> GameId {
        let left: Vec<_> = self.0.iter().map(|t| t.value(games)).collect();
        let right: Vec<_> = self.1.iter().map(|t| t.value(games)).collect();
        games.from_options(&left, &right).unwrap()
    }

    fn options(&self, player: Player) -> &[Tree] {
        if player == Player::Left { &self.0 } else { &self.1 }
    }
}

/// Whether `mover` wins the sum of `parts`, by trying every move.
fn wins(parts: &[Tree], mover: Player, convention: Convention) -> bool {
    let mut moved = false;
    for (i, part) in parts.iter().enumerate() {
        for option in part.options(mover) {
            moved = true;
            let mut next = parts.to_vec();
            next[i] = option.clone();
            if !wins(&next, mover.other(), convention) {
                return true;
            }
        }
    }
    !moved && convention == Convention::Misere
}

fn naive_outcomes(parts: &[Tree], convention: Convention) -> [Outcome; 2] {
    let won_by_left = [wins(parts, Player::Left, convention), !wins(parts, Player::Right, convention)];
    won_by_left.map(|left| if left { Outcome::L } else { Outcome::R })
}

#[test]
fn values_and_outcomes_of_forms_and_their_sums() {
    let mut random = Random(11);
    for round in 0..400 {
        let impartial = round % 2 == 0;
        let trees: Vec<Tree> = (0..2).map(|_| Tree::random(&mut random, 3, impartial)).collect();
        let engine = &mut engine();
        let parts: Vec<_> = trees.iter().map(|t| t.position(engine, impartial)).collect();
        let sum = engine.positions().sum(&parts);
        let known = questions::value(sum, engine).unwrap();
        let got = known.game(engine.games()).unwrap();
        let (a, b) = (trees[0].value(engine.games()), trees[1].value(engine.games()));
        assert_eq!(got, engine.games().sum(a, b).unwrap());
        for convention in [Convention::Normal, Convention::Misere] {
            let expected = naive_outcomes(&trees, convention);
            assert_eq!(
                questions::outcomes(sum, convention, engine).unwrap(),
                expected,
                "{convention:?}, round {round}"
            );
        }
        let negative = engine.positions().negative(sum);
        let both = engine.positions().sum(&[sum, negative]);
        let zero = questions::value(both, engine).unwrap().game(engine.games()).unwrap();
        assert_eq!(zero, GameId::ZERO);
    }
}

/// Domineering by its rule alone: no symmetry, no components.
fn naive_domineering(games: &mut Games, board: &[Vec<bool>]) -> GameId {
    let mut sides = [Vec::new(), Vec::new()];
    for y in 0..board.len() {
        for x in 0..board[y].len() {
            for (side, (dy, dx)) in [(1, 0), (0, 1)].into_iter().enumerate() {
                let other = board.get(y + dy).and_then(|row| row.get(x + dx));
                if board[y][x] && other == Some(&true) {
                    let mut next = board.to_vec();
                    next[y][x] = false;
                    next[y + dy][x + dx] = false;
                    sides[side].push(naive_domineering(games, &next));
                }
            }
        }
    }
    games.from_options(&sides[0], &sides[1]).unwrap()
}

/// A board of eight rows and columns at most on one word, with sixteen bits to a row, and with a word to a row.
fn three_ways(engine: &mut Engine, board: &Board) -> [PositionId; 3] {
    let rows = domineering::rows(board);
    let medium = engine.add(MediumDomineering::default());
    let large = engine.add(LargeDomineering::default());
    let sixteen = std::array::from_fn(|y| rows.get(y).map_or(0, |&row| row as u16));
    [domineering::position(engine, board), medium.at(&sixteen, engine), large.at(&rows, engine)]
}

#[test]
fn domineering_on_all_boards_of_three_by_three() {
    let engine = &mut engine();
    for cells in 0u32..512 {
        let board: Vec<Vec<bool>> = (0..3).map(|y| (0..3).map(|x| cells >> (3 * y + x) & 1 == 1).collect()).collect();
        let row = |row: &Vec<bool>| row.iter().map(|&c| if c { '.' } else { '#' }).collect::<String>();
        let text = board.iter().map(row).collect::<Vec<_>>().join("/");
        let read = Board::read(&text, &domineering::LETTERS).unwrap();
        let expected = naive_domineering(engine.games(), &board);
        for p in three_ways(engine, &read) {
            let got = questions::value(p, engine).unwrap().game(engine.games()).unwrap();
            assert_eq!(got, expected, "{text}");
        }
    }
}

/// The rules on one word and those with a word to a row share little but the rules of sums; those with sixteen bits to a row
/// follow the former in small regions.
#[test]
fn domineering_on_one_word_and_on_many_agree() {
    let engine = &mut engine();
    let mut random = Random(6);
    let mut boards: Vec<Vec<u64>> = vec![vec![0b1111; 4], vec![0b11111; 4], vec![0b1111; 5]];
    boards.extend((0..rounds(60)).map(|_| (0..5).map(|_| (random.next() | random.next()) & 0x1f).collect()));
    boards.extend((0..rounds(60)).map(|_| (0..8).map(|_| random.next() & 0xff & random.next()).collect()));
    for rows in boards {
        let cells =
            rows.iter().flat_map(|row| (0..8).map(move |x| if row >> x & 1 == 1 { '.' } else { '#' })).collect();
        let board = Board::new(rows.len(), 8, cells).unwrap();
        let [p, q, r] = three_ways(engine, &board).map(|p| questions::value(p, engine).unwrap());
        assert_eq!((q, r), (p, p), "{rows:?}");
    }
}

#[test]
fn domineering_on_boards_that_fit_only_sixteen_bits_to_a_row() {
    let engine = &mut engine();
    let large = engine.add(LargeDomineering::default());
    let mut random = Random(8);
    for _ in 0..rounds(640) {
        // Many small regions, or a large one: a strip that lies or stands.
        let (rows, columns, empty) = match random.below(4) {
            0 => (2, 9 + random.below(6) as usize, 9),
            1 => (9 + random.below(6) as usize, 2, 9),
            _ => (9 + random.below(8) as usize, 1 + random.below(16) as usize, 4),
        };
        let cells = (0..rows * columns).map(|_| if random.below(10) < empty { '.' } else { '#' }).collect();
        let board = Board::new(rows, columns, cells).unwrap();
        let [p, q] = [domineering::position(engine, &board), large.at(&domineering::rows(&board), engine)];
        assert_eq!(questions::value(p, engine).unwrap(), questions::value(q, engine).unwrap(), "{}", board.text());
    }
}

#[test]
fn domineering_keeps_its_moves_when_it_is_turned() {
    let mut random = Random(5);
    for _ in 0..2000 {
        let cells = random.next() & random.next();
        let (form, negated) = Domineering::default().normal_form(cells);
        let count = |cells: u64, player| {
            let mut moves = Moves::default();
            Domineering::default().moves(&cells, player, &mut moves).unwrap();
            moves.len()
        };
        let (left, right) = if negated { (Player::Right, Player::Left) } else { (Player::Left, Player::Right) };
        assert_eq!(count(cells, Player::Left), count(form, left));
        assert_eq!(count(cells, Player::Right), count(form, right));
        assert_eq!(Domineering::default().normal_form(form), (form, false), "a normal form is its own");
    }
}

/// Stalks from the ground (Conway 1977; Winning Ways, ch. 1 and 7).
#[test]
fn hackenbush_stalks() {
    let stalks = [("B", "1"), ("BR", "1/2"), ("BRR", "1/4"), ("BRB", "3/4"), ("BBR", "3/2"), ("BRRB", "3/8")];
    for (stalk, value) in stalks {
        let engine = &mut engine();
        let edges: Vec<_> = stalk
            .chars()
            .enumerate()
            .map(|(i, c)| {
                (i.to_string().into(), if c == 'B' { Colour::Blue } else { Colour::Red }, (i + 1).to_string().into())
            })
            .collect();
        let p = picture(engine, &edges);
        let g = questions::value(p, engine).unwrap().game(engine.games()).unwrap();
        assert_eq!(engine.games().as_number(g).unwrap().to_string(), value, "{stalk}");
    }
}

/// Whether `mover` wins the compound, by its definition: every allowed set of components, every move in each.
fn wins_compound(kind: Kind, parts: &[Tree], mover: Player, convention: Convention) -> bool {
    let live: Vec<bool> = parts.iter().map(|p| !p.options(mover).is_empty()).collect();
    let short = matches!(kind, Kind::DisjShort | Kind::Conj | Kind::SelShort);
    let over = if short { live.contains(&false) } else { !live.contains(&true) };
    if over {
        return convention == Convention::Misere;
    }
    let sets = (1u32..1 << parts.len()).filter(|set| {
        let chosen = |i: usize| set >> i & 1 == 1;
        (0..parts.len()).all(|i| !chosen(i) || live[i])
            && match kind {
                Kind::Disj | Kind::DisjShort => set.count_ones() == 1,
                Kind::Conj | Kind::ConjLong => (0..parts.len()).all(|i| chosen(i) == live[i]),
                Kind::Sel | Kind::SelShort => true,
                Kind::Tokens(_) => unreachable!("its components are tokens"),
            }
    });
    for set in sets {
        let mut ways = vec![parts.to_vec()];
        for i in (0..parts.len()).filter(|i| set >> i & 1 == 1) {
            let with = |way: &Vec<Tree>| {
                parts[i]
                    .options(mover)
                    .iter()
                    .map(|option| {
                        let mut way = way.clone();
                        way[i] = option.clone();
                        way
                    })
                    .collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(with).collect();
        }
        if ways.iter().any(|way| !wins_compound(kind, way, mover.other(), convention)) {
            return true;
        }
    }
    false
}

const KINDS: [Kind; 6] = [Kind::Disj, Kind::DisjShort, Kind::Conj, Kind::ConjLong, Kind::Sel, Kind::SelShort];

#[test]
fn every_compound_in_both_conventions() {
    let mut random = Random(23);
    for round in 0..150 {
        let impartial = round % 2 == 0;
        let count = 1 + random.below(3);
        let trees: Vec<Tree> = (0..count).map(|_| Tree::random(&mut random, 2, impartial)).collect();
        for kind in KINDS {
            let engine = &mut engine();
            let parts: Vec<_> = trees.iter().map(|t| t.position(engine, impartial)).collect();
            let p = compound(engine, kind, &parts);
            for convention in [Convention::Normal, Convention::Misere] {
                let naive = |mover| wins_compound(kind, &trees, mover, convention);
                let left = if naive(Player::Left) { Outcome::L } else { Outcome::R };
                let right = if naive(Player::Right) { Outcome::R } else { Outcome::L };
                let got = questions::outcomes(p, convention, engine).unwrap();
                assert_eq!(got, [left, right], "{kind:?}, {convention:?}, round {round}");
            }
        }
    }
}
