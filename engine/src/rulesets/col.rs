//! Col: each player colours cells in a colour of their own; cells side by side never have one colour (Winning Ways,
//! ch. 2). Left colours `x`, Right `o`.
//!
//! State: which cells each may still colour, and for the eye which cells are coloured. Every value is a number or a
//! number plus star.

use std::marker::PhantomData;

use crate::games::{Fault, Player};
use crate::positions::{Context, Moves, Pack, PositionId, Ruleset, Sketch, Term};
use crate::rulesets::board::Board;
use crate::rulesets::cells::Cells;
use crate::rulesets::grid::{Frame, Square, framed, least_image, on_cells_of, placed, sketch};

/// The game of Col.
#[derive(Default)]
pub struct Col<C>(PhantomData<C>);

/// The position of a board.
pub fn position<C: Context>(cx: &mut C, board: &Board) -> PositionId {
    on_cells_of!(board, Set => placed(cx, "col", Col::<Set>::default(), &Colours::of(board)))
}

/// A board of Col.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colours<C> {
    frame: Frame,
    /// Cells that Left may colour.
    left: C,
    /// Cells that Right may colour.
    right: C,
    /// Cells that Left has coloured; of no effect any more, and dropped in parts.
    xs: C,
    /// Cells that Right has coloured.
    os: C,
    /// Cells that nobody has coloured, whether anybody may or not.
    plain: C,
}

impl<C: Square> Colours<C> {
    /// The position of a board: `x`, `o`, `.` for no colour, `#` for no cell. The board may break the rule; then its
    /// coloured cells stand as they are.
    pub fn of(board: &Board) -> Colours<C> {
        let frame = Frame::of::<C>(board);
        let [xs, os, plain] = ['x', 'o', '.'].map(|letter| board.cells_with::<C>(letter, frame.width()));
        let (left, right) = (plain.without(frame.neighbours(xs)), plain.without(frame.neighbours(os)));
        Colours { frame, left, right, xs, os, plain }
    }

    fn board(self) -> Board {
        framed(self.frame, self.xs | self.os | self.plain, |cell| match () {
            () if self.xs.meets(cell) => 'x',
            () if self.os.meets(cell) => 'o',
            () if self.plain.meets(cell) => '.',
            () => '#',
        })
    }
}

impl<C: Cells> Pack for Colours<C> {
    fn pack(&self, out: &mut Vec<u32>) {
        self.frame.pack(out);
        [self.left, self.right, self.xs, self.os, self.plain].iter().for_each(|set| set.pack(out));
    }
    fn unpack(words: &[u32]) -> Colours<C> {
        let set = |i: usize| C::unpack(&words[1 + C::ROOM / 32 * i..]);
        Colours { frame: Frame::unpack(words), left: set(0), right: set(1), xs: set(2), os: set(3), plain: set(4) }
    }
}

impl<C: Square> Ruleset for Col<C> {
    type State = Colours<C>;

    fn moves(&self, c: &Colours<C>, player: Player, out: &mut Moves<Colours<C>>) -> Result<(), Fault> {
        for cell in (if player == Player::Left { c.left } else { c.right }).each() {
            let (beside, plain) = (c.frame.neighbours(cell) | cell, c.plain.without(cell));
            out.to(match player {
                Player::Left => {
                    Colours { left: c.left.without(beside), right: c.right.without(cell), xs: c.xs | cell, plain, ..*c }
                }
                Player::Right => {
                    Colours { right: c.right.without(beside), left: c.left.without(cell), os: c.os | cell, plain, ..*c }
                }
            });
        }
        Ok(())
    }

    /// Cells side by side that one player may colour both matter to each other.
    fn parts(&self, c: &Colours<C>, found: &mut impl FnMut(Colours<C>)) {
        let joined =
            |part: C| c.frame.neighbours(part & c.left) & c.left | c.frame.neighbours(part & c.right) & c.right;
        let mut rest = c.left | c.right;
        while !rest.is_empty() {
            let part = rest.region(joined);
            rest ^= part;
            found(Colours {
                left: c.left & part,
                right: c.right & part,
                xs: C::NONE,
                os: C::NONE,
                plain: C::NONE,
                ..*c
            });
        }
    }

    fn normal_form(&self, c: Colours<C>) -> (Colours<C>, bool) {
        let (frame, straight) = least_image(c.frame, [c.left, c.right]);
        let (_, exchanged) = least_image(c.frame, [c.right, c.left]);
        let negated = exchanged < straight;
        let [left, right] = if negated { exchanged } else { straight };
        (Colours { frame, left, right, xs: C::NONE, os: C::NONE, plain: C::NONE }, negated)
    }

    fn term(&self, c: &Colours<C>) -> Term {
        c.board().term("col")
    }

    fn sketch(&self, c: &Colours<C>) -> Option<Sketch> {
        Some(sketch(&c.board()))
    }
}
