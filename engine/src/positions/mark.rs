//! Marks: the ends and moves that play from a position may come to beside those of the convention.

/// A set of ends and moves that play may come to, beside ends at which the mover has lost or, in misère play, won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks(u8);

impl Marks {
    /// No mark.
    pub const NONE: Marks = Marks(0);
    /// A terminal vertex with a class other than P.
    pub const CLASSES: Marks = Marks(1);
    /// A position at which a player has points.
    pub const POINTS: Marks = Marks(2);
    /// A position that nobody wins.
    pub const TIES: Marks = Marks(4);
    /// A move after which the same player moves again, or the opponent must answer in one part.
    pub const TURNS: Marks = Marks(8);

    /// The marks of positions whose literals are kept as they are written.
    pub const KEPT: Marks = Marks::POINTS.and(Marks::TIES).and(Marks::TURNS);

    /// Returns `true` if one of `others` is among these.
    pub fn has(self, others: Marks) -> bool {
        self.0 & others.0 != 0
    }

    /// Returns these marks together with `others`.
    pub const fn and(self, others: Marks) -> Marks {
        Marks(self.0 | others.0)
    }
}
