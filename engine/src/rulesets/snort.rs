//! Snort: each player colours cells in a colour of their own; cells beside each other never have different colours
//! (S. Norton; Winning Ways, ch. 6).
//!
//! A cell beside one of Left's is Left's alone: who colours first in a region keeps it.

use crate::rulesets::colouring::ColouringRule;

/// The rule of Snort.
#[derive(PartialEq, Eq, Hash)]
pub struct Snort;

impl ColouringRule for Snort {
    const NAME: &'static str = "snort";
    const KEEPS_ITSELF_OFF: bool = false;
}
