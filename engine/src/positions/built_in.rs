//! The rulesets that the engine itself needs.

use std::sync::Arc;

use super::{Positions, Rules, SUM, form, literal, side, stopper, sum, value};

impl Default for Positions {
    fn default() -> Self {
        Positions::new()
    }
}

impl Positions {
    /// Returns a store with the rulesets that the engine itself needs, in the order of their ids: forms, sums, negatives,
    /// values, literals, labels, loopy values, sides.
    pub fn new() -> Positions {
        let rulesets: [Arc<dyn Rules>; 8] = [
            Arc::new(form::FormRules),
            Arc::new(sum::SumRules),
            Arc::new(sum::NegativeRules),
            Arc::new(value::ValueRules),
            Arc::new(literal::LoopRules),
            Arc::new(literal::LabelRules),
            Arc::new(stopper::StopperRules),
            Arc::new(side::SideRules),
        ];
        Positions::of(rulesets, (SUM, "sum"))
    }
}
