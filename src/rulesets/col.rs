//! Col: each player colours cells in a colour of their own; cells side by side never have one colour (Winning Ways,
//! ch. 2). Left colours `x`, Right `o`.
//!
//! State: which cells each may still colour, and for the eye which cells are coloured. Every value is a number or a
//! number plus star.

use crate::games::{Fault, Player};
use crate::positions::{Moves, Pack, Ruleset, Sketch, Term};
use crate::rulesets::board::Board;
use crate::rulesets::grid::{Frame, each, framed, least_image, region, sketch};

/// The game of Col.
pub struct Col;

/// A board of Col.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colours {
    frame: Frame,
    /// Cells that Left may colour.
    left: u64,
    /// Cells that Right may colour.
    right: u64,
    /// Cells that Left has coloured; of no effect any more, and dropped in parts.
    xs: u64,
    /// Cells that Right has coloured.
    os: u64,
    /// Cells that nobody has coloured, whether anybody may or not.
    plain: u64,
}

impl Colours {
    /// The position of a board: `x`, `o`, `.` for no colour, `#` for no cell. The board may break the rule; then its
    /// coloured cells stand as they are.
    pub fn of(board: &Board) -> Colours {
        let frame = Frame::of(board);
        let [xs, os, plain] = ['x', 'o', '.'].map(|letter| board.bits(letter, frame.width()));
        let (left, right) = (plain & !frame.neighbours(xs), plain & !frame.neighbours(os));
        Colours { frame, left, right, xs, os, plain }
    }

    fn board(self) -> Board {
        framed(self.frame, self.xs | self.os | self.plain, |cell| match () {
            () if self.xs & cell != 0 => 'x',
            () if self.os & cell != 0 => 'o',
            () if self.plain & cell != 0 => '.',
            () => '#',
        })
    }
}

impl Pack for Colours {
    fn pack(&self, out: &mut Vec<u32>) {
        self.frame.pack(out);
        [self.left, self.right, self.xs, self.os, self.plain].iter().for_each(|set| set.pack(out));
    }
    fn unpack(words: &[u32]) -> Colours {
        let set = |i: usize| u64::unpack(&words[1 + 2 * i..]);
        Colours { frame: Frame::unpack(words), left: set(0), right: set(1), xs: set(2), os: set(3), plain: set(4) }
    }
}

impl Ruleset for Col {
    type State = Colours;

    fn moves(&self, c: &Colours, player: Player, out: &mut Moves<Colours>) -> Result<(), Fault> {
        for cell in each(if player == Player::Left { c.left } else { c.right }) {
            let (beside, plain) = (c.frame.neighbours(cell) | cell, c.plain & !cell);
            out.to(match player {
                Player::Left => {
                    Colours { left: c.left & !beside, right: c.right & !cell, xs: c.xs | cell, plain, ..*c }
                }
                Player::Right => {
                    Colours { right: c.right & !beside, left: c.left & !cell, os: c.os | cell, plain, ..*c }
                }
            });
        }
        Ok(())
    }

    /// Cells side by side that one player may colour both matter to each other.
    fn parts(&self, c: &Colours, found: &mut impl FnMut(Colours)) {
        let joined =
            |part: u64| c.frame.neighbours(part & c.left) & c.left | c.frame.neighbours(part & c.right) & c.right;
        let mut rest = c.left | c.right;
        while rest != 0 {
            let part = region(rest, joined);
            rest ^= part;
            found(Colours { left: c.left & part, right: c.right & part, xs: 0, os: 0, plain: 0, ..*c });
        }
    }

    fn normal_form(&self, c: Colours) -> (Colours, bool) {
        let (frame, straight) = least_image(c.frame, [c.left, c.right]);
        let (_, exchanged) = least_image(c.frame, [c.right, c.left]);
        let negated = exchanged < straight;
        let [left, right] = if negated { exchanged } else { straight };
        (Colours { frame, left, right, xs: 0, os: 0, plain: 0 }, negated)
    }

    fn term(&self, c: &Colours) -> Term {
        c.board().term("col")
    }

    fn sketch(&self, c: &Colours) -> Option<Sketch> {
        Some(sketch(&c.board()))
    }
}
