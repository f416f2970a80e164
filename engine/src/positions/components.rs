//! The components of positions whose order does not matter.

use super::{PositionId, Positions, SUM};

impl Positions {
    /// Returns the components of a sum, or of positions that are played as one; their order does not matter. `None` for any other
    /// position.
    pub fn components(&self, p: PositionId) -> Option<Vec<PositionId>> {
        let is_joint = || self.rules_of(p).facts().joint.is_some();
        let components = || self.state(p).iter().map(|&word| PositionId::of_word(word)).collect();
        (self.ruleset_of(p) == SUM || is_joint()).then(components)
    }

    /// Returns the position with these components in place of its own.
    pub fn with_components(&mut self, p: PositionId, components: &[PositionId]) -> PositionId {
        let state: Vec<u32> = components.iter().map(|component| component.0).collect();
        self.intern(self.ruleset_of(p), &state)
    }
}
