//! Toads and Frogs: toads go right, frogs go left, into the next empty cell or over one animal of the other kind
//! (Winning Ways, ch. 1; Conway 1977). Left has the toads.
//!
//! State: one lane of up to 64 cells, as two sets of cells. Several lanes are a sum.

use crate::games::{Fault, Player};
use crate::positions::{Mark, Moves, Pack, Ruleset, Sketch, Term};
use crate::rulesets::board::{Alphabet, Board};

/// The game of Toads and Frogs.
pub struct ToadsFrogs;

/// The letters of a lane.
pub const LETTERS: Alphabet =
    Alphabet { letters: &[('T', "a toad"), ('F', "a frog"), ('_', "empty")], sizes: &[(1, 64)] };

/// A lane. Cell 0 is the left end; an empty cell is in both sets and a bit in neither is beyond the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lane {
    /// Cells without a frog.
    no_frog: u64,
    /// Cells without a toad.
    no_toad: u64,
}

impl Lane {
    /// The lane of a board of one row.
    pub fn of(board: &Board) -> Lane {
        let cells = |without: char| {
            let bit = |(i, &c): (usize, &char)| ((c != without) as u64) << i;
            board.cells.iter().enumerate().map(bit).sum()
        };
        Lane { no_frog: cells('F'), no_toad: cells('T') }
    }

    fn board(self) -> Board {
        let columns = 64 - (self.no_frog | self.no_toad).leading_zeros() as usize;
        let letter = |i: usize| match (self.no_frog >> i & 1, self.no_toad >> i & 1) {
            (1, 1) => '_',
            (1, _) => 'T',
            _ => 'F',
        };
        Board { rows: 1, columns: columns.max(1), cells: (0..columns).map(letter).collect() }
    }

    fn toads(self) -> u64 {
        self.no_frog & !self.no_toad
    }

    fn frogs(self) -> u64 {
        self.no_toad & !self.no_frog
    }

    fn empty(self) -> u64 {
        self.no_frog & self.no_toad
    }

    /// The lane seen from the other side, with the animals exchanged: the negative.
    fn turned(self) -> Lane {
        let beyond = (self.no_frog | self.no_toad).leading_zeros();
        let turn = |cells: u64| cells.reverse_bits().checked_shr(beyond).unwrap_or(0);
        Lane { no_frog: turn(self.no_toad), no_toad: turn(self.no_frog) }
    }
}

impl Pack for Lane {
    fn pack(&self, out: &mut Vec<u32>) {
        self.no_frog.pack(out);
        self.no_toad.pack(out);
    }
    fn unpack(words: &[u32]) -> Lane {
        Lane { no_frog: u64::unpack(&words[..2]), no_toad: u64::unpack(&words[2..]) }
    }
}

/// The moves of one kind of animal: cells from which it steps, and from which it jumps.
#[derive(Clone, Copy)]
struct Goes {
    steps: u64,
    jumps: u64,
}

fn toads_go(toads: u64, frogs: u64, empty: u64) -> Goes {
    Goes { steps: toads & empty >> 1, jumps: toads & frogs >> 1 & empty >> 2 }
}

fn frogs_go(toads: u64, frogs: u64, empty: u64) -> Goes {
    Goes { steps: frogs & empty << 1, jumps: frogs & toads << 1 & empty << 2 }
}

impl Ruleset for ToadsFrogs {
    type State = Lane;

    fn moves(&self, lane: &Lane, player: Player, out: &mut Moves<Lane>) -> Result<(), Fault> {
        let (toads, frogs, empty) = (lane.toads(), lane.frogs(), lane.empty());
        let goes = if player == Player::Left { toads_go } else { frogs_go };
        let Goes { steps, jumps } = goes(toads, frogs, empty);
        let mut movers = steps | jumps;
        while movers != 0 {
            let from = movers & movers.wrapping_neg();
            movers ^= from;
            let far = (jumps & from != 0) as u32 + 1;
            match player {
                Player::Left => out.to(Lane { no_toad: lane.no_toad ^ (from | from << far), ..*lane }),
                Player::Right => out.to(Lane { no_frog: lane.no_frog ^ (from | from >> far), ..*lane }),
            }
        }
        Ok(())
    }

    /// What may ever be on a cell is bounded from above: everything that is there may go wherever the rules let it if
    /// each cell held all it may ever hold at once. Cells that no such move joins never meet.
    fn parts(&self, lane: &Lane, found: &mut impl FnMut(Lane)) {
        let (mut toads, mut frogs, mut empty) = (lane.toads(), lane.frogs(), lane.empty());
        let (right, left) = loop {
            let (right, left) = (toads_go(toads, frogs, empty), frogs_go(toads, frogs, empty));
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
        while joins != 0 {
            let start = joins.trailing_zeros();
            let length = (joins >> start).trailing_ones();
            joins &= joins.wrapping_add(1 << start);
            let cells = u64::MAX >> (63 - length);
            found(Lane { no_frog: lane.no_frog >> start & cells, no_toad: lane.no_toad >> start & cells });
        }
    }

    /// Animals of one kind have as many moves as pairs of an animal and an empty cell before it: as one animal before
    /// that many empty cells. Any other lane or its negative, whichever is less.
    fn normal_form(&self, lane: Lane) -> (Lane, bool) {
        let (toads, frogs) = (lane.toads(), lane.frogs());
        let turned = lane.turned();
        if toads != 0 && frogs != 0 {
            return if turned < lane { (turned, true) } else { (lane, false) };
        }
        let ahead = if frogs == 0 { lane } else { turned };
        let (mut moves, mut rest) = (0, ahead.toads());
        while rest != 0 {
            moves += (ahead.empty() >> rest.trailing_zeros()).count_ones();
            rest &= rest - 1;
        }
        match moves {
            0..64 => {
                let no_frog = u64::MAX >> (63 - moves);
                (Lane { no_frog, no_toad: no_frog ^ 1 }, frogs != 0)
            }
            _ => (ahead, frogs != 0),
        }
    }

    fn term(&self, lane: &Lane) -> Term {
        lane.board().term("toads_frogs")
    }

    fn sketch(&self, lane: &Lane) -> Option<Sketch> {
        Some(lane.board().sketch(|letter| match letter {
            'T' => Mark::Piece(Player::Left),
            'F' => Mark::Piece(Player::Right),
            _ => Mark::Empty,
        }))
    }
}
