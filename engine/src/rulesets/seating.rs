//! Seating Couples and families (Conway 1977, "Seating couples and larger families").
//!
//! A family of k takes k seats in a row, its lady at one end and her husband at the other. Left seats the lady at the
//! left, Right at the right, and no lady may come to sit beside another lady's husband. So a family reserves the seats
//! at both its sides for families of the other player, and a row stands between two ends of which each is reserved
//! for one player: `L` for Left, `R` for Right. A family may touch an end of its own player and keeps a seat away from
//! an end of the other. With a + b seats left over, Left moves
//!
//! - from LnL to LaR + RbL,
//! - from LnR to LaR + RbR with b > 0,
//! - from RnR to RaR + RbR with a > 0 and b > 0,
//!
//! and Right likewise with L and R exchanged. Conway's text forbids no seats in LxR and RxL instead; with that rule
//! his statements about Families of Five fail, with this one they hold.
//!
//! State: the seats, then who has the left and the right end.

use crate::games::{Fault, Player};
use crate::positions::{Moves, Pack, Ruleset, Term};

/// A row of empty seats between two reserved ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// Empty seats.
    pub seats: u64,
    /// Whom the left end and the right end are reserved for.
    pub ends: [Player; 2],
}

impl Row {
    /// Returns the row as Conway writes it: `L5R`.
    pub fn text(&self) -> String {
        let [left, right] = self.ends.map(|end| if end == Player::Left { 'L' } else { 'R' });
        format!("{left}{}{right}", self.seats)
    }
}

impl Pack for Row {
    fn pack(&self, out: &mut Vec<u32>) {
        self.seats.pack(out);
        out.push(self.ends.iter().fold(0, |word, end| word << 1 | u32::from(*end == Player::Right)));
    }
    fn unpack(words: &[u32]) -> Row {
        let end = |bit: u32| if words[2] & bit == 0 { Player::Left } else { Player::Right };
        Row { seats: u64::unpack(words), ends: [end(2), end(1)] }
    }
}

/// The game of seating families.
#[derive(PartialEq, Eq, Hash)]
pub struct Seating {
    family: u64,
}

impl Seating {
    /// Returns the game of families of this size, 2 for couples.
    pub fn new(family: u64) -> Seating {
        Seating { family }
    }
}

impl Ruleset for Seating {
    type State = Row;

    fn moves(&self, row: &Row, player: Player, out: &mut Moves<Row>) -> Result<(), Fault> {
        let Some(free) = row.seats.checked_sub(self.family) else { return Ok(()) };
        // A seat is kept away from each end that is the other player's.
        let [first, last] = row.ends.map(|end| u64::from(end != player));
        let Some(most) = free.checked_sub(last) else { return Ok(()) };
        out.expect((most + 1).saturating_sub(first))?;
        for a in first..=most {
            let left = Row { seats: a, ends: [row.ends[0], player.other()] };
            let right = Row { seats: free - a, ends: [player.other(), row.ends[1]] };
            out.to_sum([left, right]);
        }
        Ok(())
    }

    fn parts(&self, row: &Row, found: &mut dyn FnMut(Row)) {
        if row.seats >= self.family {
            found(*row);
        }
    }

    /// Returns the normal form. A row looked at from the other side is the same; RnR is the negative of LnL.
    fn normal_form(&self, row: Row) -> (Row, bool) {
        match row.ends {
            [Player::Right, Player::Right] => (Row { ends: [Player::Left; 2], ..row }, true),
            [Player::Right, Player::Left] => (Row { ends: [Player::Left, Player::Right], ..row }, false),
            _ => (row, false),
        }
    }

    fn term(&self, row: &Row) -> Term {
        let family = Term::Number(Box::new(self.family.into()));
        Term::Call("seating".into(), vec![family, Term::Text(row.text().into())])
    }
}
