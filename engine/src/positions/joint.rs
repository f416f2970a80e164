//! Compounds as those see them who look for good moves: the parts, and by which of their answers they are judged.

use super::PositionId;

/// Several positions that are played as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joint {
    /// The rule that combines the parts.
    pub rule: JointRule,
    /// The positions, in the order in which moves in them are written.
    pub parts: Vec<PositionId>,
}

/// The number of parts that a move is made in, and the part that decides the length of play (Smith 1966, sections 6 to
/// 8; Winning Ways, ch. 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointRule {
    /// A move in every part, until one has ended: the part of least remoteness decides.
    Least,
    /// A move in every part that has not ended: the part of greatest suspense decides.
    Greatest,
    /// A move in any of the parts: lost if all are.
    Any,
    /// Like `Any`, until one part has ended.
    AnyShort,
    /// A move in one part, until one has ended: the sum of the foreclosed values decides.
    OneShort,
}

impl JointRule {
    /// Returns `true` if the end of one part is the end of play.
    pub fn is_short(self) -> bool {
        matches!(self, JointRule::Least | JointRule::AnyShort | JointRule::OneShort)
    }

    /// Returns `true` if a mover may leave a part with moves as it is.
    pub fn may_rest(self) -> bool {
        matches!(self, JointRule::Any | JointRule::AnyShort | JointRule::OneShort)
    }

    /// Returns `true` if a mover may move in several parts.
    pub fn may_join(self) -> bool {
        self != JointRule::OneShort
    }
}
