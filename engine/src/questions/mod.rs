//! Questions about any position, a file each.
//!
//! A question takes ids and never matches on the kind of position, so a new ruleset is answered by all questions and a
//! new question asks all rulesets. Positions do not know the questions. The knowledge that a ruleset has of its own
//! positions is in its [`Rules`](crate::positions::Rules), which is asked first.
//!
//! [`ask`] is the door for questions about play and moves, those of [`About`](crate::positions::About): a theorem may
//! answer them from the answers to others, and answers are kept with the way in which they were found.
//! [`winning_moves`], [`best_moves`] and their like only call it. The others are functions of their own, because of
//! their results: values and γ-values, misère forms.

mod affine;
mod all_play;
mod ask;
mod counter;
mod duel;
mod ends;
mod explain;
mod explore;
mod gamma;
mod heap_moves;
mod heaps;
mod joint;
mod large_heaps;
mod line;
mod loopy;
mod misere;
mod moves;
mod order;
mod outcome;
mod p_positions;
mod points;
mod policy;
mod replies;
mod search;
mod security;
mod sided;
mod solve;
mod unlisted;
mod value;
mod winner;

pub use affine::{Affine, affine};
pub use ask::{ask, best_moves, prospects, strategy, winning_move, winning_moves};
pub use counter::counter;
pub use duel::{Close, Duel, MAX_MOVES, Sight, duel, refutation};
pub use ends::Goal;
pub use explain::{Step, steps};
use explore::is_loopy_soon;
pub use explore::{Explored, explore, explore_within, is_loopy};
pub use gamma::{gamma, reach};
pub use heap_moves::heap_moves;
pub use joint::has_same_moves;
pub use loopy::{draft, loopy_value, sides};
pub use misere::{
    ByQuotient, FormKind, GenusOf, HeapGame, PLAMBECK, bouton, by_quotient, distinguisher, genus, is_of_form_kind,
    is_tame, mate, misere_birthday, misere_day, misere_difference, misere_form, misere_link, misere_parts, species,
};
pub use moves::small_play;
pub use order::{order_as_proved, order_by_play};
pub use outcome::{by_starter, class, outcome_of_starter, outcomes};
pub use p_positions::{p_positions_up_to, vectors};
pub use points::{PointsMove, PointsPlay, best_for_points, points_moves, points_play, points_reached, score, scores};
pub use policy::{hottest, hottest_moves, sensible};
pub use replies::moves_to;
pub use security::{Guarantee, guarantees, q_values};
pub use sided::is_by_sides;
pub use solve::{Solution, solve};
pub use unlisted::{leads_to, some_moves};
pub use value::{DEEPEST, value, value_if_near};
pub use winner::{misere_winner, reason, winner};
