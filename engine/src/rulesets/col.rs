//! Col: each player colours cells in a colour of their own; cells beside each other never have one colour (Winning
//! Ways, ch. 2).
//!
//! Every value is a number or a number plus star.

use crate::rulesets::colouring::ColouringRule;

/// The rule of Col.
#[derive(PartialEq, Eq, Hash)]
pub struct Col;

impl ColouringRule for Col {
    const NAME: &'static str = "col";
    const KEEPS_ITSELF_OFF: bool = true;
}
