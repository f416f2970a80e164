//! Questions: what can be asked of any position, a file each.
//!
//! A question is asked of ids and never matches on the kind of position, so a new ruleset is answered by all questions
//! and a new question asks all rulesets. Positions know nothing of it; what a ruleset knows of its own positions it says
//! in its [`Theory`](crate::positions::Theory), which is asked first.
//!
//! [`ask`] is the door for questions about play, those of [`About`](crate::positions::About): a theorem may answer them
//! from the answers to others, and answers are kept with the way in which they were found. The others are functions of
//! their own, for what they give: values and γ-values, good moves, misère forms.

mod ask;
mod duel;
mod explain;
mod explore;
mod gamma;
mod heap_moves;
mod heaps;
mod joint;
mod large_heaps;
mod loopy;
mod misere;
mod order;
mod outcome;
mod p_positions;
mod policy;
mod replies;
mod search;
mod security;
mod sided;
mod solve;
mod strategy;
mod unlisted;
mod value;
mod winner;

pub use ask::ask;
pub use duel::{Close, Duel, duel, refutation};
pub use explain::{Step, steps};
pub use explore::{Explored, explore, explore_within};
pub use gamma::{counter, gamma, reach};
pub use heap_moves::heap_moves;
pub use joint::has_same_moves;
pub use loopy::{draft, loopy_value, sides};
pub use misere::{
    ByQuotient, GenusOf, HeapGame, PLAMBECK, bouton, by_quotient, genus, is_tame, mate, misere_form, species,
};
pub use order::{order_as_proved, order_by_play};
pub use outcome::{by_starter, class, is_loopy, outcomes};
pub use p_positions::{p_positions_up_to, vectors};
pub use policy::{hottest, hottest_moves, sensible};
pub use replies::moves_to;
pub use security::{Goal, Guarantee, guarantees, q_values};
pub use sided::is_by_sides;
pub use solve::{Solution, solve, winning_move};
pub use strategy::{
    Line, Prospects, best_moves, prospects, prospects_of_all_play, prospects_of_large, strategy, winning_moves,
};
pub use unlisted::{leads_to, some_moves};
pub use value::{DEEPEST, value};
use winner::is_loopy_soon;
pub use winner::{misere_winner, reason, winner};
