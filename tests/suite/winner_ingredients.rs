//! The search for the winner without its ingredients: a ruleset that keeps from it how its states fall apart, which look
//! the same, or how a hand is tied, has the same winners.

use std::hash::Hash;

use cg::eval::Session;
use cg_engine::games::{Fault, GameId, Player};
use cg_engine::positions::{Facts, Moves, PositionId, Ruleset, Term};
use cg_engine::questions;
use cg_engine::rulesets::board::Board;
use cg_engine::rulesets::cells::SingleWord;
use cg_engine::rulesets::clobber::{Clobber, Clobbering};
use cg_engine::rulesets::domineering::Domineering;
use cg_engine::rulesets::grid::Grid;

use crate::language::session;
use crate::random_graph::{Random, rounds};

/// What of a ruleset the search is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Told {
    /// The regions of a state, and those that a move leaves.
    regions: bool,
    after: bool,
    /// Which states look the same.
    normal_forms: bool,
    /// Lines between which a player's hand is tied.
    bands: bool,
    /// Numbers of moves that need no list.
    counts: bool,
    /// Values: they are asked for where each player has at most so many moves.
    values: usize,
}

const ALL: Told = Told { regions: true, after: true, normal_forms: true, bands: true, counts: true, values: MANY };

/// Everything, all but one, and nothing.
const TOLD: [Told; 7] = [
    ALL,
    Told { regions: false, after: false, ..ALL },
    Told { after: false, ..ALL },
    Told { normal_forms: false, ..ALL },
    Told { bands: false, ..ALL },
    Told { counts: false, ..ALL },
    Told { regions: false, after: false, normal_forms: false, bands: false, counts: false, values: MANY },
];

/// Nothing has a value: a part for itself stays one. In the last way small strips have one, between which a part then lies.
const WITHOUT_VALUES: [Told; 4] = [
    Told { values: 0, ..ALL },
    Told { values: 0, bands: false, ..ALL },
    Told { values: 0, bands: false, normal_forms: false, ..ALL },
    Told { values: 3, ..ALL },
];

/// Moves that are told beyond those there are, so that nobody asks for the value.
const MANY: usize = 1000;

/// A ruleset of which only a part is told.
#[derive(PartialEq, Eq, Hash)]
struct Reticent<R>(R, Told);

impl<R: Ruleset> Ruleset for Reticent<R> {
    type State = R::State;

    fn moves(&self, state: &R::State, player: Player, out: &mut Moves<R::State>) -> Result<(), Fault> {
        self.0.moves(state, player, out)
    }

    fn move_count(&self, state: &R::State, player: Player) -> Option<usize> {
        let Told { values, counts, .. } = self.1;
        if values == MANY {
            return self.0.move_count(state, player).filter(|_| counts);
        }
        let mut moves = Moves::default();
        self.0.moves(state, player, &mut moves).expect("they are few");
        Some(if moves.len() <= values { moves.len() } else { MANY + moves.len() })
    }

    fn parts(&self, state: &R::State, found: &mut dyn FnMut(R::State)) {
        if self.1.regions { self.0.parts(state, found) } else { found(state.clone()) }
    }

    fn parts_after(&self, before: &R::State, after: &R::State, found: &mut dyn FnMut(R::State)) {
        if self.1.after { self.0.parts_after(before, after, found) } else { self.parts(after, found) }
    }

    fn normal_form(&self, state: R::State) -> (R::State, bool) {
        if self.1.normal_forms { self.0.normal_form(state) } else { (state, false) }
    }

    fn facts(&self) -> Facts<'_, R::State> {
        Facts { bands: self.0.facts().bands.filter(|_| self.1.bands), ..Facts::default() }
    }

    fn term(&self, state: &R::State) -> Term {
        self.0.term(state)
    }
}

/// A state of which so much is told.
fn position<R: Ruleset + Eq + Hash>(rules: R, state: &R::State, told: Told, cx: &mut Session) -> PositionId {
    cx.positions.add(Reticent(rules, told)).at(state, cx)
}

/// A board of Domineering or of Clobber in all these ways.
fn random_position(
    random: &mut Random,
    [domineering, clobber]: [(u64, u64); 2],
    ways: &[Told],
    cx: &mut Session,
) -> (Board, Vec<PositionId>) {
    if random.below(2) == 0 {
        let board = random_board(random, "....#", domineering.0, domineering.1);
        let cells = board.cells_with::<SingleWord>('.', 8).0;
        let way = |&told: &Told| position(Domineering::default(), &cells, told, cx);
        (board, ways.iter().map(way).collect())
    } else {
        let board = random_board(random, "xxoo.", clobber.0, clobber.1);
        let grid = Grid::<SingleWord>::of(&board);
        let way = |&told: &Told| position(Clobbering::<Clobber, SingleWord>::default(), &grid, told, cx);
        (board, ways.iter().map(way).collect())
    }
}

fn random_board(random: &mut Random, letters: &str, rows: u64, columns: u64) -> Board {
    let letters: Vec<char> = letters.chars().collect();
    let (rows, columns) = (1 + random.below(rows) as usize, 1 + random.below(columns) as usize);
    let cells = (0..rows * columns).map(|_| letters[random.below(letters.len() as u64) as usize]).collect();
    Board::new(rows, columns, cells).unwrap()
}

#[test]
fn the_winner_without_an_ingredient() {
    let mut random = Random(31);
    let mut cx = session();
    for case in 0..rounds(1200) {
        if case % 200 == 0 {
            cx = session();
        }
        let (board, ways) = random_position(&mut random, [(6, 6), (3, 5)], &TOLD, &mut cx);
        for mover in [Player::Left, Player::Right] {
            let mut found = ways.iter().map(|&p| questions::winner(p, mover, &mut cx).unwrap().answer);
            let wins = found.next().expect("the way in which everything is told");
            for (answer, told) in found.zip(&TOLD[1..]) {
                assert_eq!(answer, wins, "{}, {mover} to move, {told:?}", board.text());
            }
        }
    }
}

/// Sums in which no part has a value, so that parts cancel, stand in the table, lie between values and are ordered as in large
/// boards; against the values of the same boards.
#[test]
fn the_winner_without_values() {
    let mut random = Random(37);
    let mut cx = session();
    for case in 0..rounds(1600) {
        if case % 100 == 0 {
            cx = session();
        }
        let mut texts = Vec::new();
        let mut sums = vec![Vec::new(); 1 + WITHOUT_VALUES.len()];
        let ways: Vec<Told> = [ALL].into_iter().chain(WITHOUT_VALUES).collect();
        for _ in 0..1 + random.below(2) {
            let (board, positions) = random_position(&mut random, [(3, 4), (3, 4)], &ways, &mut cx);
            // The same board again, or its negative: two that cancel, two that do not.
            let signs = [&[false][..], &[true], &[false, false], &[false, true]][random.below(4) as usize];
            texts.push(format!("{} {signs:?}", board.text()));
            for (sum, p) in sums.iter_mut().zip(positions) {
                sum.extend(signs.iter().map(|&negated| if negated { cx.positions.negative(p) } else { p }));
            }
        }
        let sums: Vec<PositionId> = sums.iter().map(|parts| cx.positions.sum(parts)).collect();
        let value = questions::value(sums[0], &mut cx).unwrap().game(&mut cx.games).unwrap();
        for (mover, (low, high)) in [(Player::Left, (value, GameId::ZERO)), (Player::Right, (GameId::ZERO, value))] {
            let wins = !cx.games.less_or_equal(low, high).unwrap();
            for (&p, told) in sums.iter().zip(&ways) {
                let found = questions::winner(p, mover, &mut cx).unwrap().answer;
                assert_eq!(found, wins, "{}, {mover} to move, {told:?}", texts.join(" + "));
            }
        }
    }
}
