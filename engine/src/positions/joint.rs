//! Compounds as those see them who look for good moves: the parts, and by which of their answers they are judged.

use super::PositionId;

/// Several positions that are played as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joint {
    /// Where a move is made and what decides.
    pub rule: JointRule,
    /// The positions, in the order in which moves in them are written.
    pub parts: Vec<PositionId>,
}

/// Where a move of several positions played as one is made, and which part decides (Smith 1966, sections 6 to 8; Winning Ways,
/// ch. 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointRule {
    /// In every part, until one has ended: the part of least remoteness decides.
    Least,
    /// In every part that has not ended: the part of greatest suspense decides.
    Greatest,
    /// In any of the parts: lost if all are.
    Any,
    /// The same, until one part has ended.
    AnyShort,
    /// In one part, until one has ended: the sum of what is left when nobody ends a part decides.
    OneShort,
}

impl JointRule {
    /// Whether the end of one part is the end of play.
    pub fn is_short(self) -> bool {
        matches!(self, JointRule::Least | JointRule::AnyShort | JointRule::OneShort)
    }

    /// Whether a mover may leave a part with moves as it is.
    pub fn may_rest(self) -> bool {
        matches!(self, JointRule::Any | JointRule::AnyShort | JointRule::OneShort)
    }

    /// Whether a mover may move in several parts.
    pub fn may_join(self) -> bool {
        self != JointRule::OneShort
    }
}
