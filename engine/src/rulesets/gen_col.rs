//! Games of colouring by any rule: Col, Snort, Fjords and those between them (`GenCol` of CGSuite).

use crate::games::Player;
use crate::positions::{Context, PositionId, Term};
use crate::rulesets::board::Board;
use crate::rulesets::colouring::{Allowed, ColouringRule, placed_by};
use crate::rulesets::ground::Net;

/// The cells that each player may colour.
#[derive(PartialEq, Eq, Hash)]
pub struct GenCol {
    left: Allowed,
    right: Allowed,
}

impl GenCol {
    /// Returns the rule by which Left may colour the cells of one text, Right those of the other: `.` for cells without a
    /// colour beside them, `x` for those beside Left's colour alone, `o` for those beside Right's.
    ///
    /// # Errors
    /// The number of the text, from 0, in which another letter stands.
    pub fn of([left, right]: [&str; 2]) -> Result<GenCol, usize> {
        let is_wrong = |text: &&str| text.chars().any(|letter| !matches!(letter, '.' | 'x' | 'o'));
        if let Some(wrong) = [left, right].iter().position(is_wrong) {
            return Err(wrong);
        }
        let allowed = |text: &str, own: char, other: char| Allowed {
            free: text.contains('.'),
            own: text.contains(own),
            other: text.contains(other),
        };
        Ok(GenCol { left: allowed(left, 'x', 'o'), right: allowed(right, 'o', 'x') })
    }
}

impl ColouringRule for GenCol {
    const NAME: &'static str = "gen_col";

    fn allowed(&self, player: Player) -> Allowed {
        if player == Player::Left { self.left } else { self.right }
    }

    fn arguments(&self) -> Vec<Term> {
        let text = |Allowed { free, own, other }, letters: [char; 2]| {
            let letters = [(free, '.'), (own, letters[0]), (other, letters[1])];
            let text: String = letters.iter().filter(|(allowed, _)| *allowed).map(|(_, letter)| *letter).collect();
            Term::Text(text.into())
        };
        vec![text(self.left, ['x', 'o']), text(self.right, ['o', 'x'])]
    }
}

/// Returns the position of a board, or of a graph whose vertices have the letters of a board of one row.
pub fn position(cx: &mut dyn Context, rule: GenCol, net: Option<&Net>, board: &Board) -> PositionId {
    placed_by(cx, rule, net, board)
}
