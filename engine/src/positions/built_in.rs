//! The rulesets that the engine itself needs.

use std::sync::Arc;

use super::{Positions, Rules, SUM, form, literal, points, side, stopper, sum, turns, value};

impl Default for Positions {
    fn default() -> Self {
        Positions::new()
    }
}

impl Positions {
    /// Returns a store with the rulesets that the engine itself needs, in the order of their ids: forms, sums, negatives,
    /// values, literals, labels, loopy values, sides, points, the tie, turns, the loony position.
    pub fn new() -> Positions {
        let rulesets: [Arc<dyn Rules>; 13] = [
            Arc::new(form::FormRules),
            Arc::new(sum::SumRules),
            Arc::new(sum::NegativeRules),
            Arc::new(value::ValueRules),
            Arc::new(literal::LoopRules),
            Arc::new(literal::LabelRules),
            Arc::new(stopper::StopperRules),
            Arc::new(side::SideRules),
            Arc::new(points::PointsRules),
            Arc::new(points::TieRules),
            Arc::new(turns::AgainRules),
            Arc::new(turns::EntailRules),
            Arc::new(turns::LoonyRules),
        ];
        Positions::of(rulesets, (SUM, "sum"))
    }
}
