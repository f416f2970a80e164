//! The trait of all rulesets: moves, facts, theorems and the notation of positions.

use std::any::Any;

use super::{
    Alike, Context, Convention, Facts, Finding, Forecast, Known, Options, Parts, PositionId, Question, RulesetId,
    Settled, Target, Term, View, Word,
};
use crate::games::{Fault, Player};
use crate::heaps::{ReplyCount, Vectors};
use crate::ordinals::{GammaValue, Ordinal};

/// A ruleset on states that are packed into words. It lists options by id. Theorems are optional: without one, moves are
/// searched. A ruleset is `Any`, so that the code that registered it can recover its type.
pub trait Rules: Any + Send + Sync {
    /// Lists the moves of both players from `here`, in the order in which a person would list them.
    ///
    /// # Errors
    /// A limit, or the ruleset's own failure as [`Fault::Foreign`].
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault>;

    /// Returns the notation of the position.
    fn term(&self, state: &[u32], cx: &dyn Context) -> Term;

    /// Returns the facts that hold for all positions of the ruleset.
    fn facts(&self) -> Facts<'_> {
        Facts::default()
    }

    /// Returns a picture of the position, or `None` if its term is enough.
    fn view(&self, _state: &[u32], _cx: &dyn Context) -> Option<View> {
        None
    }

    /// Returns the meaning of a word of a state, so that ids in it can be renumbered.
    fn word(&self, _state: &[u32], _index: usize) -> Word {
        Word::Plain
    }

    /// Lists the moves for a solver, for which sums of two components need not be interned. If only the moves of `wanted`
    /// are needed, the other player's may be left out. Returns `true` if the moves of both players are listed.
    fn targets(
        &self,
        here: Here<'_>,
        _wanted: Option<Player>,
        cx: &mut dyn Context,
        out: &mut Options<Target>,
    ) -> Result<bool, Fault> {
        let mut options = Options::default();
        self.options(here, cx, &mut options)?;
        out.extend(options);
        Ok(true)
    }

    /// Splits a position for play that counts points: the points reached so far, and the positions in which play goes on, which
    /// may be others with the same play. `None` if there are no points and play goes on in the position itself.
    fn settled(&self, _here: Here<'_>, _cx: &mut dyn Context) -> Result<Option<Settled>, Fault> {
        Ok(None)
    }

    /// Returns facts about play for points from the position, without the points that [`Rules::settled`] gives.
    fn forecast(&self, _state: &[u32]) -> Forecast {
        Forecast::default()
    }

    /// Returns the lead of the player to move at the end of the sum of these states, in points, by a theorem or a table. Asked
    /// only if [`Forecast::is_scored_in_sums`] is `true` of all of them, or if play in all of them together lasts at most
    /// [`MAX_TABULATED`] moves ([`Forecast::moves`]).
    ///
    /// [`MAX_TABULATED`]: super::MAX_TABULATED
    fn score_of_sum(&self, _here: RulesetId, _states: &[Vec<u32>], _cx: &mut dyn Context) -> Result<i64, Fault> {
        Ok(0)
    }

    /// Counts the options of each player, equal ones more than once. `None` if counting is not faster than listing them.
    fn count(&self, _here: Here<'_>, _cx: &mut dyn Context) -> Result<Option<[usize; 2]>, Fault> {
        Ok(None)
    }

    /// Returns the value, by a way faster than asking for all options.
    fn value(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        let gamma = self.gamma(here, cx)?;
        Some(gamma.and_then(|gamma| Known::of_ordinal(gamma.as_finite().ok_or(Fault::Loopy)?)))
    }

    /// Returns the γ-value, where it is known otherwise than by looking at everything that can be reached; so where
    /// `value` is [`Fault::LargeNimber`].
    fn gamma(&self, _here: Here<'_>, _cx: &mut dyn Context) -> Option<Result<GammaValue, Fault>> {
        None
    }

    /// Returns the answer to a question about play by a theorem, from the answers to other questions, for which `parts`
    /// is asked. While one of those is missing, `None` means only that.
    ///
    /// # Errors
    /// A question that has no answer at this position.
    fn theorem(
        &self,
        _here: Here<'_>,
        _question: Question,
        _parts: &mut Parts,
        _cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        Ok(None)
    }

    /// Returns the moves that reach `goal`, by a theorem or another way faster than listing all moves. `None` if there is
    /// none. With [`ReplyCount::One`] one move is enough.
    fn find_moves(
        &self,
        _here: Here<'_>,
        _goal: MoveGoal<'_>,
        _count: ReplyCount,
        _cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        None
    }

    /// Returns the moves, where there are too many to list, as finitely many kinds: after those of one kind these
    /// questions have one answer; of lengths of play that are greater than those of `enough` with the same limit part,
    /// only that part and the parity count. Where foreclosed values are asked for, `enough` are those that count, of
    /// the open ones.
    fn kinds_of_moves(
        &self,
        _here: Here<'_>,
        _questions: &[Question],
        _enough: &[Ordinal],
        _cx: &mut dyn Context,
    ) -> Option<Result<Vec<Alike>, Fault>> {
        None
    }

    /// Decides, without listing moves, whether play ends.
    fn end_of_play(&self, state: &[u32], _cx: &dyn Context) -> EndOfPlay {
        self.parts(state).map_or(EndOfPlay::Unknown, EndOfPlay::With)
    }

    /// Returns the positions it is made of, if its moves are theirs.
    fn parts(&self, _state: &[u32]) -> Option<Vec<PositionId>> {
        None
    }

    /// Returns the heaps, if the position is one of Nim: then its play is known, and that of sums with it (Bouton
    /// 1901).
    fn heaps(&self, _state: &[u32], _cx: &mut dyn Context) -> Option<Vec<Ordinal>> {
        None
    }

    /// Returns the vectors that a move may subtract from `heaps` or from smaller heaps. `None` if the positions are not
    /// heaps, or if the vectors depend on the position.
    fn vectors(&self, _here: Here<'_>, _heaps: &[u64], _cx: &mut dyn Context) -> Option<Result<Vectors, Fault>> {
        None
    }
}

/// The position about which rules are asked.
#[derive(Clone, Copy)]
pub struct Here<'a> {
    /// Its ruleset, which the rules are registered as.
    pub id: RulesetId,
    /// Its state.
    pub state: &'a [u32],
}

/// The goal of the moves that [`Rules::find_moves`] finds.
#[derive(Clone, Copy)]
pub enum MoveGoal<'a> {
    /// Moves of an impartial position to positions with this nim-value.
    Value(&'a Ordinal),
    /// Moves by which this player wins. The first one makes progress.
    Win(Convention, Player),
    /// Some moves, if there are too many to list; the first one does as well as any. If a move leads to the given position,
    /// it is among them.
    Any(Option<PositionId>),
}

/// An answer of rules to the question whether play from a position ends, which they give without listing moves.
pub enum EndOfPlay {
    /// The rules do not know: the moves have to be followed.
    Unknown,
    /// Play ends, in whatever order the players move, if play from these does. Its moves need not be theirs.
    With(Vec<PositionId>),
    /// Play can return to an earlier position.
    Returns,
    /// Play can go on for ever through new positions, as the rules prove.
    RunsOn {
        /// The fault of a question that would have to follow it, a [`Fault::RunsOn`].
        fault: Fault,
        /// `true` if play can return to an earlier position, too.
        returns: bool,
    },
}

impl EndOfPlay {
    /// Play always ends.
    pub const SURE: EndOfPlay = EndOfPlay::With(Vec::new());
}
