//! Toppling Dominoes: dominoes stand in a row; a player topples one of theirs to the left or to the right, and it takes
//! all that stand on that side with it (Albert, Nowakowski and Wolfe, Lessons in Play, 2007). Left topples `L`, Right
//! `R`, either player `E`.
//!
//! State: one row, as two sets of places. Several rows are a sum.

use std::marker::PhantomData;

use crate::games::{Fault, Player};
use crate::positions::{Content, Context, Moves, Pack, PositionId, Ruleset, Sketch, Term, View};
use crate::rulesets::board::{Alphabet, Board};
use crate::rulesets::cells::Cells;
use crate::rulesets::grid::{on_cells_of, placed};

const NAME: &str = "toppling_dominoes";

/// The letters of a row.
pub const LETTERS: Alphabet = Alphabet {
    letters: &[('L', "Left's domino"), ('R', "Right's domino"), ('E', "a domino of either player")],
    sizes: &[(1, 1024)],
};

/// The game of Toppling Dominoes.
#[derive(PartialEq, Eq, Hash)]
pub struct TopplingDominoes<C>(PhantomData<C>);

impl<C> Default for TopplingDominoes<C> {
    fn default() -> Self {
        TopplingDominoes(PhantomData)
    }
}

/// Returns the position of a board of one row.
pub fn position(cx: &mut dyn Context, board: &Board) -> PositionId {
    on_cells_of!(board, Set => placed(cx, NAME, TopplingDominoes::<Set>::default(), &Dominoes::of(board)))
}

/// A row that begins at place 0. A domino of either player is in both sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dominoes<C> {
    /// The dominoes that Left may topple.
    left: C,
    /// The dominoes that Right may topple.
    right: C,
}

impl<C: Cells> Dominoes<C> {
    /// Returns the row of a board of one row.
    pub fn of(board: &Board) -> Dominoes<C> {
        let [left, right, either] = ['L', 'R', 'E'].map(|letter| board.cells_with::<C>(letter, board.columns));
        Dominoes { left: left | either, right: right | either }
    }

    fn length(self) -> usize {
        (self.left | self.right).end()
    }

    fn map(self, change: impl Fn(C) -> C) -> Dominoes<C> {
        Dominoes { left: change(self.left), right: change(self.right) }
    }

    fn board(self) -> Board {
        let letter = |i: usize| match (self.left.meets(C::cell(i)), self.right.meets(C::cell(i))) {
            (true, true) => 'E',
            (true, _) => 'L',
            _ => 'R',
        };
        Board { rows: 1, columns: self.length().max(1), cells: (0..self.length()).map(letter).collect() }
    }

    /// Returns the row or its mirror image, whichever is less.
    fn least_image(self) -> Dominoes<C> {
        let beyond = C::ROOM - self.length();
        self.min(self.map(|cells| cells.reversed() >> beyond))
    }
}

impl<C: Cells> Pack for Dominoes<C> {
    fn pack(&self, out: &mut Vec<u32>) {
        self.left.pack(out);
        self.right.pack(out);
    }
    fn unpack(words: &[u32]) -> Dominoes<C> {
        let (left, right) = words.split_at(C::ROOM / 32);
        Dominoes { left: C::unpack(left), right: C::unpack(right) }
    }
}

impl<C: Cells> Ruleset for TopplingDominoes<C> {
    type State = Dominoes<C>;

    fn moves(&self, row: &Dominoes<C>, player: Player, out: &mut Moves<Dominoes<C>>) -> Result<(), Fault> {
        let mut seen = Vec::new();
        for domino in (if player == Player::Left { row.left } else { row.right }).each() {
            let place = domino.start();
            for next in [row.map(|cells| cells & C::up_to(place)), row.map(|cells| cells >> (place + 1))] {
                // The row before one domino may look like the row behind another.
                if !seen.contains(&next) {
                    seen.push(next);
                    out.to(next);
                }
            }
        }
        Ok(())
    }

    fn parts(&self, row: &Dominoes<C>, found: &mut dyn FnMut(Dominoes<C>)) {
        if row.length() > 0 {
            found(*row);
        }
    }

    fn normal_form(&self, row: Dominoes<C>) -> (Dominoes<C>, bool) {
        let (straight, exchanged) = (row.least_image(), Dominoes { left: row.right, right: row.left }.least_image());
        if exchanged < straight { (exchanged, true) } else { (straight, false) }
    }

    fn term(&self, row: &Dominoes<C>) -> Term {
        row.board().term(NAME)
    }

    fn view(&self, row: &Dominoes<C>) -> Option<View> {
        let sketch = row.board().sketch(|letter| match letter {
            'L' => Content::Piece(Player::Left),
            'R' => Content::Piece(Player::Right),
            _ => Content::Neutral,
        });
        Some(View::Board(Sketch { keeps_places: false, ..sketch }))
    }
}
