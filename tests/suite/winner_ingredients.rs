//! The search for the winner without its ingredients: a ruleset that keeps from it how its states fall apart, which look
//! the same, or how a hand is tied, has the same winners.

use std::ops::Range;

use cg::eval::Session;
use cg_engine::games::{Fault, Player};
use cg_engine::positions::{self, Closed, Moves, Pack, PositionId, Ruleset, Term};
use cg_engine::questions;
use cg_engine::rulesets::board::Board;
use cg_engine::rulesets::cells::SingleWord;
use cg_engine::rulesets::clobber::{Clobber, Clobbering};
use cg_engine::rulesets::domineering::Domineering;
use cg_engine::rulesets::grid::Grid;

use crate::language::session;
use crate::random_graph::Random;

/// What of a ruleset the search is told.
#[derive(Clone, Copy, Debug)]
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
}

const ALL: Told = Told { regions: true, after: true, normal_forms: true, bands: true, counts: true };

/// Everything, all but one, and nothing.
const TOLD: [Told; 7] = [
    ALL,
    Told { regions: false, after: false, ..ALL },
    Told { after: false, ..ALL },
    Told { normal_forms: false, ..ALL },
    Told { bands: false, ..ALL },
    Told { counts: false, ..ALL },
    Told { regions: false, after: false, normal_forms: false, bands: false, counts: false },
];

/// A ruleset of which only a part is told.
struct Reticent<R>(R, Told);

impl<R: Ruleset> Ruleset for Reticent<R> {
    type State = R::State;

    fn moves(&self, state: &R::State, player: Player, out: &mut Moves<R::State>) -> Result<(), Fault> {
        self.0.moves(state, player, out)
    }

    fn move_count(&self, state: &R::State, player: Player) -> Option<usize> {
        self.0.move_count(state, player).filter(|_| self.1.counts)
    }

    fn parts(&self, state: &R::State, found: &mut impl FnMut(R::State)) {
        if self.1.regions { self.0.parts(state, found) } else { found(state.clone()) }
    }

    fn parts_after(&self, before: &R::State, after: &R::State, found: &mut impl FnMut(R::State)) {
        if self.1.after { self.0.parts_after(before, after, found) } else { self.parts(after, found) }
    }

    fn normal_form(&self, state: R::State) -> (R::State, bool) {
        if self.1.normal_forms { self.0.normal_form(state) } else { (state, false) }
    }

    fn bands(&self, state: &R::State, player: Player) -> usize {
        if self.1.bands { self.0.bands(state, player) } else { 0 }
    }

    fn only(&self, state: &R::State, player: Player, bands: Range<usize>) -> R::State {
        self.0.only(state, player, bands)
    }

    fn term(&self, state: &R::State) -> Term {
        self.0.term(state)
    }
}

/// A state in all these ways.
fn in_all_ways<R: Ruleset>(name: &str, rules: fn() -> R, state: &R::State, cx: &mut Session) -> Vec<PositionId>
where
    R::State: Pack,
{
    let mut ways = Vec::new();
    for (i, told) in TOLD.into_iter().enumerate() {
        let ruleset = cx.positions.ruleset(&format!("reticent {name} {i}"), || Closed::new(Reticent(rules(), told)));
        ways.push(positions::position(cx, ruleset, state));
    }
    ways
}

fn random_board(random: &mut Random, letters: &str, rows: u64, columns: u64) -> Board {
    let letters: Vec<char> = letters.chars().collect();
    let (rows, columns) = (1 + random.below(rows) as usize, 1 + random.below(columns) as usize);
    let cells = (0..rows * columns).map(|_| letters[random.below(letters.len() as u64) as usize]).collect();
    Board { rows, columns, cells }
}

#[test]
fn the_winner_without_an_ingredient() {
    let mut random = Random(31);
    let mut cx = session();
    for case in 0..1200 {
        if case % 200 == 0 {
            cx = session();
        }
        let (board, ways) = if case % 2 == 0 {
            let board = random_board(&mut random, "....#", 5, 5);
            let cells = board.cells_with::<SingleWord>('.', 8).0;
            (board, in_all_ways("domineering", Domineering::default, &cells, &mut cx))
        } else {
            let board = random_board(&mut random, "xxoo.", 3, 5);
            let grid = Grid::<SingleWord>::of(&board);
            (board, in_all_ways("clobber", Clobbering::<Clobber, SingleWord>::default, &grid, &mut cx))
        };
        for mover in [Player::Left, Player::Right] {
            let mut found = ways.iter().map(|&p| questions::winner(p, mover, &mut cx).unwrap().answer);
            let wins = found.next().expect("the way in which everything is told");
            for (answer, told) in found.zip(&TOLD[1..]) {
                assert_eq!(answer, wins, "{}, {mover} to move, {told:?}", board.text());
            }
        }
    }
}
