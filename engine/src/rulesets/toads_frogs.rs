//! Toads and Frogs: toads go right, frogs go left, into the next empty cell or over one animal of the other kind
//! (Winning Ways, ch. 1; Conway 1977). Left has the toads.
//!
//! Elephants and Rhinos is the same without jumps: [`elephants`](crate::rulesets::elephants).
//!
//! State: one lane, as two sets of cells. Several lanes are a sum.

use std::hash::Hash;
use std::marker::PhantomData;

use crate::games::{Fault, Player};
use crate::positions::{Content, Context, Moves, Pack, PositionId, Ruleset, Term, View};
use crate::rulesets::board::{Alphabet, Board};
use crate::rulesets::cells::Cells;
use crate::rulesets::grid::{on_cells_of, placed};

/// The kinds of animals on a lane.
pub trait Animals: Eq + Hash + Send + Sync + 'static {
    /// The name of the game.
    const NAME: &'static str;
    /// The letters of an animal of Left's, of one of Right's, and of an empty cell.
    const LETTERS: Alphabet;
    /// `true` if they jump over each other.
    const JUMP: bool;
}

/// Animals that walk towards each other on a lane.
#[derive(PartialEq, Eq, Hash)]
pub struct Walking<A, C>(PhantomData<(A, C)>);

impl<A, C> Default for Walking<A, C> {
    fn default() -> Self {
        Walking(PhantomData)
    }
}

/// Toads and frogs.
#[derive(PartialEq, Eq, Hash)]
pub struct ToadsFrogs;

impl Animals for ToadsFrogs {
    const NAME: &'static str = "toads_frogs";
    const LETTERS: Alphabet =
        Alphabet { letters: &[('T', "a toad"), ('F', "a frog"), ('_', "empty")], sizes: &[(1, 1024)] };
    const JUMP: bool = true;
}

/// Returns the position of a board of one row: a lane.
pub fn position(cx: &mut dyn Context, board: &Board) -> PositionId {
    placed_by::<ToadsFrogs>(cx, board)
}

pub(super) fn placed_by<A: Animals>(cx: &mut dyn Context, board: &Board) -> PositionId {
    on_cells_of!(board, Set => placed(cx, A::NAME, Walking::<A, Set>::default(), &Lane::of::<A>(board)))
}

/// Returns the letters of a lane: Left's, Right's, empty.
fn letters<A: Animals>() -> [char; 3] {
    std::array::from_fn(|i| A::LETTERS.letters[i].0)
}

/// A lane. Cell 0 is the left end; an empty cell is in both sets and a bit in neither is beyond the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lane<C> {
    /// Cells without a frog.
    no_frog: C,
    /// Cells without a toad.
    no_toad: C,
}

impl<C: Cells> Lane<C> {
    /// Returns the lane of a board of one row.
    pub fn of<A: Animals>(board: &Board) -> Lane<C> {
        let [toads, frogs, empty] = letters::<A>().map(|letter| board.cells_with::<C>(letter, board.columns));
        Lane { no_frog: toads | empty, no_toad: frogs | empty }
    }

    fn board<A: Animals>(self) -> Board {
        let columns = (self.no_frog | self.no_toad).end();
        let [toad, frog, empty] = letters::<A>();
        let letter = |i: usize| match (self.no_frog.meets(C::cell(i)), self.no_toad.meets(C::cell(i))) {
            (true, true) => empty,
            (true, _) => toad,
            _ => frog,
        };
        Board { rows: 1, columns: columns.max(1), cells: (0..columns).map(letter).collect() }
    }

    fn toads(self) -> C {
        self.no_frog.without(self.no_toad)
    }

    fn frogs(self) -> C {
        self.no_toad.without(self.no_frog)
    }

    fn empty(self) -> C {
        self.no_frog & self.no_toad
    }

    /// Returns the lane seen from the other side, with the animals exchanged: the negative.
    fn turned(self) -> Lane<C> {
        let beyond = C::ROOM - (self.no_frog | self.no_toad).end();
        let turn = |cells: C| cells.reversed() >> beyond;
        Lane { no_frog: turn(self.no_toad), no_toad: turn(self.no_frog) }
    }
}

impl<C: Cells> Pack for Lane<C> {
    fn pack(&self, out: &mut Vec<u32>) {
        self.no_frog.pack(out);
        self.no_toad.pack(out);
    }
    fn unpack(words: &[u32]) -> Lane<C> {
        let (no_frog, no_toad) = words.split_at(C::ROOM / 32);
        Lane { no_frog: C::unpack(no_frog), no_toad: C::unpack(no_toad) }
    }
}

/// The moves of one kind of animal: cells from which it steps, and from which it jumps.
#[derive(Clone, Copy)]
struct Goes<C> {
    steps: C,
    jumps: C,
}

impl<A: Animals, C: Cells> Walking<A, C> {
    fn toads_go(toads: C, frogs: C, empty: C) -> Goes<C> {
        let jumps = if A::JUMP { toads & frogs >> 1 & empty >> 2 } else { C::NONE };
        Goes { steps: toads & empty >> 1, jumps }
    }

    fn frogs_go(toads: C, frogs: C, empty: C) -> Goes<C> {
        let jumps = if A::JUMP { frogs & toads << 1 & empty << 2 } else { C::NONE };
        Goes { steps: frogs & empty << 1, jumps }
    }
}

impl<A: Animals, C: Cells> Ruleset for Walking<A, C> {
    type State = Lane<C>;

    fn moves(&self, lane: &Lane<C>, player: Player, out: &mut Moves<Lane<C>>) -> Result<(), Fault> {
        let (toads, frogs, empty) = (lane.toads(), lane.frogs(), lane.empty());
        let goes = if player == Player::Left { Self::toads_go } else { Self::frogs_go };
        let Goes { steps, jumps } = goes(toads, frogs, empty);
        for from in (steps | jumps).each() {
            let far = usize::from(jumps.meets(from)) + 1;
            match player {
                Player::Left => out.to(Lane { no_toad: lane.no_toad ^ (from | from << far), ..*lane }),
                Player::Right => out.to(Lane { no_frog: lane.no_frog ^ (from | from >> far), ..*lane }),
            }
        }
        Ok(())
    }

    /// Regions by an upper bound of the contents of each cell: everything may go wherever the rules allow it if each
    /// cell contained all that it may ever contain at once. Cells that no move of that kind joins never meet.
    fn parts(&self, lane: &Lane<C>, found: &mut dyn FnMut(Lane<C>)) {
        let (mut toads, mut frogs, mut empty) = (lane.toads(), lane.frogs(), lane.empty());
        let (right, left) = loop {
            let (right, left) = (Self::toads_go(toads, frogs, empty), Self::frogs_go(toads, frogs, empty));
            let next = (
                toads | right.steps << 1 | right.jumps << 2,
                frogs | left.steps >> 1 | left.jumps >> 2,
                empty | right.steps | right.jumps | left.steps | left.jumps,
            );
            if next == (toads, frogs, empty) {
                break (right, left);
            }
            (toads, frogs, empty) = next;
        };
        // Bit i joins the cells i and i + 1.
        let mut joins =
            right.steps | right.jumps | right.jumps << 1 | left.steps >> 1 | left.jumps >> 1 | left.jumps >> 2;
        while !joins.is_empty() {
            let start = joins.start();
            let length = (!(joins >> start)).start();
            joins ^= C::up_to(length) << start;
            let cells = C::up_to(length + 1);
            found(Lane { no_frog: lane.no_frog >> start & cells, no_toad: lane.no_toad >> start & cells });
        }
    }

    /// Animals of one kind have as many moves as pairs of an animal and an empty cell before it: as one animal before
    /// that many empty cells. Any other lane or its negative, whichever is less.
    fn normal_form(&self, lane: Lane<C>) -> (Lane<C>, bool) {
        let (toads, frogs) = (lane.toads(), lane.frogs());
        let turned = lane.turned();
        if !toads.is_empty() && !frogs.is_empty() {
            return if turned < lane { (turned, true) } else { (lane, false) };
        }
        let ahead = if frogs.is_empty() { lane } else { turned };
        let moves: usize = ahead.toads().each().map(|toad| (ahead.empty() >> toad.start()).count()).sum();
        if moves < C::ROOM {
            let no_frog = C::up_to(moves + 1);
            return (Lane { no_frog, no_toad: no_frog ^ C::cell(0) }, !frogs.is_empty());
        }
        (ahead, !frogs.is_empty())
    }

    fn term(&self, lane: &Lane<C>) -> Term {
        lane.board::<A>().term(A::NAME)
    }

    fn view(&self, lane: &Lane<C>) -> Option<View> {
        let [toad, frog, _] = letters::<A>();
        Some(View::Board(lane.board::<A>().sketch(|letter| match letter {
            _ if letter == toad => Content::Piece(Player::Left),
            _ if letter == frog => Content::Piece(Player::Right),
            _ => Content::Empty,
        })))
    }
}
