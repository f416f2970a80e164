//! Fission: a stone splits into two, which go to the two cells on opposite sides of it, both empty before; its own cell
//! becomes empty. Left splits upwards and downwards, Right to the left and to the right (Siegel, CGSuite). The stones
//! belong to nobody.
//!
//! State: the cells with stones and the empty ones.

use std::marker::PhantomData;

use crate::games::{Fault, Player};
use crate::positions::{Content, Context, Moves, Pack, PositionId, Ruleset, Term, View};
use crate::rulesets::board::{Alphabet, Board};
use crate::rulesets::cells::Cells;
use crate::rulesets::grid::{Direction, Frame, STONES, Square, framed, least_turned, on_cells_of, placed};

const NAME: &str = "fission";

/// The letters of a board.
pub const LETTERS: Alphabet =
    Alphabet { letters: &[('x', "a stone"), ('.', "empty"), ('#', "no cell")], sizes: STONES.sizes };

/// The game of Fission.
#[derive(PartialEq, Eq, Hash)]
pub struct Fission<C>(PhantomData<C>);

impl<C> Default for Fission<C> {
    fn default() -> Self {
        Fission(PhantomData)
    }
}

/// Returns the position of a board.
pub fn position(cx: &mut dyn Context, board: &Board) -> PositionId {
    on_cells_of!(board, Set => placed(cx, NAME, Fission::<Set>::default(), &Stones::of(board)))
}

/// A board with stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones<C> {
    frame: Frame,
    stones: C,
    empty: C,
}

impl<C: Square> Stones<C> {
    /// Returns the stones of a board.
    pub fn of(board: &Board) -> Stones<C> {
        let frame = Frame::of::<C>(board);
        let [stones, empty] = ['x', '.'].map(|letter| board.cells_with::<C>(letter, frame.width()));
        Stones { frame, stones, empty }
    }

    fn board(self) -> Board {
        framed(self.frame, self.stones | self.empty, |cell| match () {
            () if self.stones.meets(cell) => 'x',
            () if self.empty.meets(cell) => '.',
            () => '#',
        })
    }

    /// Returns the cells on both sides of some, in a player's direction.
    fn sides(self, player: Player, cells: C) -> C {
        let direction = if player == Player::Left { Direction::Up } else { Direction::Left };
        self.frame.step(direction, cells) | self.frame.step(direction.back(), cells)
    }

    /// Returns the stones that a player may split.
    fn splitting(self, player: Player) -> C {
        let direction = if player == Player::Left { Direction::Up } else { Direction::Left };
        let step = |direction| self.frame.step(direction, self.empty);
        self.stones & step(direction) & step(direction.back())
    }
}

impl<C: Cells> Pack for Stones<C> {
    fn pack(&self, out: &mut Vec<u32>) {
        self.frame.pack(out);
        self.stones.pack(out);
        self.empty.pack(out);
    }
    fn unpack(words: &[u32]) -> Stones<C> {
        let set = |i: usize| C::unpack(&words[1 + C::ROOM / 32 * i..]);
        Stones { frame: Frame::unpack(words), stones: set(0), empty: set(1) }
    }
}

impl<C: Square> Ruleset for Fission<C> {
    type State = Stones<C>;

    fn moves(&self, board: &Stones<C>, player: Player, out: &mut Moves<Stones<C>>) -> Result<(), Fault> {
        for stone in board.splitting(player).each() {
            let sides = board.sides(player, stone);
            let (stones, empty) = (board.stones ^ stone | sides, board.empty.without(sides) | stone);
            out.to(Stones { stones, empty, ..*board });
        }
        Ok(())
    }

    /// Regions by an upper bound of the contents of each cell, as if every split left all as it was. Cells that no
    /// split of that kind joins never meet.
    fn parts(&self, board: &Stones<C>, found: &mut dyn FnMut(Stones<C>)) {
        let players = [Player::Left, Player::Right];
        let mut most = *board;
        let splits = loop {
            let splits = players.map(|player| most.splitting(player));
            let [upright, level] = splits;
            let stones = most.stones | most.sides(Player::Left, upright) | most.sides(Player::Right, level);
            let next = Stones { stones, empty: most.empty | upright | level, ..most };
            if next == most {
                break splits;
            }
            most = next;
        };
        let touched = |player, splits: C| splits | board.sides(player, splits);
        let joined = |part: C| {
            let meeting = |player, splits: C| splits & (part | board.sides(player, part));
            let all = players.into_iter().zip(splits);
            all.fold(part, |all, (player, splits)| all | touched(player, meeting(player, splits)))
        };
        let live = touched(Player::Left, splits[0]) | touched(Player::Right, splits[1]);
        for part in live.regions(joined) {
            found(Stones { stones: board.stones & part, empty: board.empty & part, ..*board });
        }
    }

    /// Returns the least image. Mirror images have the same value; exchanging rows and columns exchanges the players.
    fn normal_form(&self, board: Stones<C>) -> (Stones<C>, bool) {
        let (frame, [stones, empty], negated) = least_turned(board.frame, [board.stones, board.empty]);
        (Stones { frame, stones, empty }, negated)
    }

    fn term(&self, board: &Stones<C>) -> Term {
        board.board().term(NAME)
    }

    fn view(&self, board: &Stones<C>) -> Option<View> {
        Some(View::Board(board.board().sketch(|letter| match letter {
            'x' => Content::Neutral,
            '.' => Content::Empty,
            _ => Content::Blocked,
        })))
    }
}
