//! What a ruleset gives: its moves, what it knows about them, and how its positions look.

use crate::games::Cache;
use std::any::Any;

use dashu_int::UBig;

use super::{
    Alike, Context, Convention, Estimate, Finding, Joint, Known, NetSketch, Options, Parts, PositionId, Question,
    Reason, RulesetId, Searched, Sketch, State, Stroke, Target, Term, Whole, Word,
};
use crate::games::{Budget, Fault, Player, deep};
use crate::heaps::{Pattern, Rule, Sequence, Vectors};
use crate::ordinals::{GammaValue, Ordinal};

/// A ruleset as the rest of the program meets it: options by id, on states packed into words. Who made it knows it again by
/// its type.
pub trait Rules: Any + Send + Sync {
    /// The moves of both players from `state`, in the order in which a person would list them.
    ///
    /// # Errors
    /// A limit, or the ruleset's own failure as [`Fault::Foreign`].
    fn options(&self, here: RulesetId, state: &[u32], cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault>;

    /// The same for a solver, which need not know sums of two by their numbers. Where only those of one player are wanted and
    /// these are sooner listed alone, the other's may be left out; whether both are there.
    ///
    /// # Errors
    /// As [`Rules::options`].
    fn targets(
        &self,
        here: RulesetId,
        state: &[u32],
        _wanted: Option<Player>,
        cx: &mut dyn Context,
        out: &mut Options<Target>,
    ) -> Result<bool, Fault> {
        let mut options = Options::default();
        self.options(here, state, cx, &mut options)?;
        out.left.extend(options.left.into_iter().map(Target::from));
        out.right.extend(options.right.into_iter().map(Target::from));
        out.impartial = options.impartial;
        Ok(true)
    }

    /// How many options each player has, equal ones told apart, if they are sooner counted than made.
    ///
    /// # Errors
    /// As [`Rules::options`].
    fn count(&self, _here: RulesetId, _state: &[u32], _cx: &mut dyn Context) -> Result<Option<[usize; 2]>, Fault> {
        Ok(None)
    }

    /// The meaning of each word of a state, so that ids in it can be renumbered.
    fn word(&self, _state: &[u32], _index: usize) -> Word {
        Word::Plain
    }

    /// How the position is written.
    fn term(&self, state: &[u32], cx: &dyn Context) -> Term;

    /// What the ruleset knows of its positions; nothing, unless it says more.
    fn theory(&self) -> &dyn Theory {
        &Unknown
    }

    /// How its positions look; like their terms, unless it says more.
    fn view(&self) -> &dyn View {
        &Unknown
    }
}

/// What a ruleset knows of its positions beyond their moves. Each answer is optional: where a theory is silent, moves are
/// searched.
pub trait Theory {
    /// The value, by a way faster than asking for all options.
    fn value(&self, _here: RulesetId, _state: &[u32], _cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        None
    }

    /// The γ-value, where it is known otherwise than by looking at everything that can be reached; so where `value` is
    /// [`Fault::LargeNimber`].
    fn gamma(&self, _here: RulesetId, _state: &[u32], _cx: &mut dyn Context) -> Option<Result<GammaValue, Fault>> {
        None
    }

    /// Whether both players always have the same moves, in every position of the ruleset. Where this is false, moves tell.
    fn is_impartial(&self) -> bool {
        false
    }

    /// The answer to a question about play by a theorem, from the answers to other questions, for which `parts` is
    /// asked. While one of those is missing, `None` means only that.
    ///
    /// # Errors
    /// A limit; a question that has no answer at this position.
    fn theorem(
        &self,
        _here: RulesetId,
        _state: &[u32],
        _question: Question,
        _parts: &mut Parts,
        _cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        Ok(None)
    }

    /// Whether play can return to an earlier position. It is asked where `value` answers all the same, for elsewhere moves
    /// tell.
    fn is_loopy(&self, _state: &[u32]) -> bool {
        false
    }

    /// Returns [`Fault::RunsOn`] if play from `state` can go on for ever through new positions. The rules must prove it; `None`
    /// says nothing.
    fn runs_on(&self, _state: &[u32], _cx: &dyn Context) -> Option<Fault> {
        None
    }

    /// The winning moves of `player` by a theorem, one that makes progress first.
    fn winning_moves(
        &self,
        _here: RulesetId,
        _state: &[u32],
        _convention: Convention,
        _player: Player,
        _cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        None
    }

    /// The moves of an impartial position to positions with this nim-value, by a way faster than asking for all.
    fn moves_to(
        &self,
        _here: RulesetId,
        _state: &[u32],
        _nim_value: &Ordinal,
        _cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        None
    }

    /// One winning move of an impartial position that is won, by a theorem, where [`Theory::winning_moves`] has too many to list.
    fn winning_move(
        &self,
        _here: RulesetId,
        _state: &[u32],
        _convention: Convention,
        _cx: &mut dyn Context,
    ) -> Option<PositionId> {
        None
    }

    /// One move to a position with this nim-value, where [`Theory::moves_to`] has too many to list.
    fn move_to(
        &self,
        _here: RulesetId,
        _state: &[u32],
        _nim_value: &Ordinal,
        _cx: &mut dyn Context,
    ) -> Option<PositionId> {
        None
    }

    /// Some of the moves, where there are too many to list; the first one does as well as any. If `wanted` is a move, it is
    /// among them.
    fn some_moves(
        &self,
        _here: RulesetId,
        _state: &[u32],
        _wanted: Option<PositionId>,
        _cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        None
    }

    /// The moves, where there are too many to list, as finitely many kinds: after those of one kind these questions have one
    /// answer; of lengths of play that are greater than those of `enough` with the same limit part, only that part and the
    /// parity count. Where foreclosed values are asked for, `enough` are those that count, of the open ones.
    fn kinds_of_moves(
        &self,
        _here: RulesetId,
        _state: &[u32],
        _questions: &[Question],
        _enough: &[Ordinal],
        _cx: &mut dyn Context,
    ) -> Option<Result<Vec<Alike>, Fault>> {
        None
    }

    /// Returns `true` if it is a position of heaps so large that a list of all moves takes long.
    fn has_many_moves(&self, _state: &[u32]) -> bool {
        false
    }

    /// The positions it is made of, if its moves are theirs.
    fn parts(&self, _state: &[u32]) -> Option<Vec<PositionId>> {
        None
    }

    /// Returns the positions from which play must end, in whatever order the players move, for that from `state` to end: none if
    /// it always does. `None` if only the moves tell.
    ///
    /// # Errors
    /// A limit; [`Fault::None`] if it is not proved that play ends.
    fn ends_with(&self, state: &[u32], _cx: &mut dyn Context) -> Result<Option<Vec<PositionId>>, Fault> {
        Ok(self.parts(state))
    }

    /// The positions it is made of, if a move may be made in several of them at once.
    fn joint(&self, _state: &[u32]) -> Option<Joint> {
        None
    }

    /// The heaps, if the position is one of Nim: then its play is known, and that of sums with it (Bouton 1901).
    fn heaps(&self, _state: &[u32], _cx: &mut dyn Context) -> Option<Vec<Ordinal>> {
        None
    }

    /// Whether Bouton's rule decides misère play of the heaps of this ruleset and of their sums: conditions A1 to A5 of
    /// Ferguson 1974 hold.
    fn keeps_bouton(&self) -> bool {
        false
    }

    /// The sequence whose nim-values are those of the heaps of this ruleset, and which of its heaps the position is.
    fn sequence(&self, _state: &[u32]) -> Option<(&Cache<Sequence>, UBig)> {
        None
    }

    /// The rule whose heaps the positions of this ruleset are, move for move, and which of them this one is.
    fn heap_of_rule(&self, _state: &[u32]) -> Option<(Rule, UBig)> {
        None
    }

    /// The preperiod, period and saltus of the nim-values of the heaps of this ruleset, by a theorem, and the size of the heap
    /// that the position is.
    fn period(&self, _state: &[u32]) -> Option<([u64; 3], UBig)> {
        None
    }

    /// The longest move that is possible from some heap of this ruleset, or the largest number that may not be taken where all
    /// others may; `None` if there is none, or if it is not known.
    fn longest_move(&self) -> Option<UBig> {
        None
    }

    /// The nim-values of all heaps of this ruleset, if they have a proved period.
    ///
    /// # Errors
    /// Limits.
    fn pattern(&self, _state: &[u32], _cx: &mut dyn Context) -> Result<Option<Pattern>, Fault> {
        Ok(None)
    }

    /// What a move may take from these heaps or from smaller ones, of a ruleset on heaps in which that does not depend on
    /// what is there.
    fn vectors(
        &self,
        _here: RulesetId,
        _state: &[u32],
        _heaps: &[u64],
        _cx: &mut dyn Context,
    ) -> Option<Result<Vectors, Fault>> {
        None
    }

    /// The independent regions of a state, each a state in normal form or, if so marked, the negative of it.
    fn regions(&self, _state: &[u32]) -> Option<Vec<(State, bool)>> {
        None
    }

    /// The nim-value of the impartial version of a state, in which both players have the moves of both, if that can be
    /// searched.
    fn value_of_impartial(
        &self,
        _here: RulesetId,
        _state: &[u32],
        _cx: &mut dyn Context,
    ) -> Option<Result<u64, Fault>> {
        None
    }

    /// The ruleset that stands for all whose states can be searched together, if this one can be searched.
    fn family(&self, _here: RulesetId) -> Option<RulesetId> {
        None
    }

    /// Whether `mover` wins the sum of states of this ruleset, some of them negated, and a value, by a search that knows how
    /// they fall apart and which are alike.
    fn search_winner(
        &self,
        _here: RulesetId,
        _states: &[(State, bool)],
        _value: Known,
        _mover: Player,
        _cx: &mut dyn Context,
    ) -> Option<Result<Searched<bool>, Fault>> {
        None
    }

    /// How good sums of such states seem for `mover` to a search that knows nothing yet: a matter of these states alone.
    fn estimates(
        &self,
        _sums: &[Vec<(State, bool)>],
        _convention: Convention,
        _mover: Player,
        _budget: &Budget,
    ) -> Option<Result<Vec<Estimate>, Fault>> {
        None
    }

    /// Whether `mover` wins misère play of the sum of such states, by such a search.
    fn search_misere(
        &self,
        _here: RulesetId,
        _states: &[(State, bool)],
        _mover: Player,
        _cx: &mut dyn Context,
    ) -> Option<Result<Searched<bool>, Fault>> {
        None
    }

    /// Why such a sum is decided, if it is without a look at the moves.
    fn search_reason(
        &self,
        _here: RulesetId,
        _states: &[(State, bool)],
        _value: Known,
        _mover: Player,
        _cx: &mut dyn Context,
    ) -> Option<Result<Option<Reason>, Fault>> {
        None
    }

    /// The graph whose vertices all positions of this ruleset are, if there is one: the position with state `[v]` is
    /// vertex v. It is analysed once, for all of them.
    fn graph(&self) -> Option<&Whole> {
        None
    }

    /// Forgets what is kept from one question to the next, so that memory is given back.
    fn give_back(&self) {}
}

/// How the positions of a ruleset look: data for those who draw.
pub trait View {
    /// The board of the position, if it is one on a board.
    fn sketch(&self, _state: &[u32]) -> Option<Sketch> {
        None
    }

    /// The graph of the position, if it is one on the vertices of a graph.
    fn net_sketch(&self, _state: &[u32]) -> Option<NetSketch> {
        None
    }

    /// The edges of the position, if it is a picture of Hackenbush.
    fn strokes(&self, _state: &[u32], _cx: &dyn Context) -> Option<Vec<Stroke>> {
        None
    }

    /// Whether a position stands for its value in answers.
    fn stands_for(&self) -> StandsFor {
        StandsFor::Value
    }
}

/// What a position stands for where it is an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandsFor {
    /// Its value, or who wins.
    Value,
    /// Its value, or who wins; itself where neither was given with it, for it has no moves to tell.
    Given,
    /// Itself: it is a form, written as it is.
    Itself,
}

/// The theory and the view of rulesets that have none.
struct Unknown;

impl Theory for Unknown {}
impl View for Unknown {}

/// Runs something with the rules of a position, its ruleset and its state, which is copied so that positions may be interned
/// meanwhile. Rules may ask in the same way about the positions that theirs are made of, as deep as those are nested.
pub fn with<T>(
    p: PositionId,
    cx: &mut dyn Context,
    run: impl FnOnce(&dyn Rules, RulesetId, &[u32], &mut dyn Context) -> T,
) -> T {
    let positions = cx.positions_ref();
    let here = positions.ruleset_of(p);
    let rules = positions.rules(here);
    let state = positions.state(p).to_vec();
    deep::grown(|| run(&*rules, here, &state, cx))
}

/// How a position is written.
pub fn term(p: PositionId, cx: &dyn Context) -> Term {
    let positions = cx.positions_ref();
    positions.rules_of(p).term(positions.state(p), cx)
}

/// The board of a position, if it is one on a board.
pub fn sketch(p: PositionId, cx: &dyn Context) -> Option<Sketch> {
    let positions = cx.positions_ref();
    positions.rules_of(p).view().sketch(positions.state(p))
}

/// The graph of a position, if it is one on the vertices of a graph.
pub fn net_sketch(p: PositionId, cx: &dyn Context) -> Option<NetSketch> {
    let positions = cx.positions_ref();
    positions.rules_of(p).view().net_sketch(positions.state(p))
}

/// The edges of a position, if it is a picture of Hackenbush.
pub fn strokes(p: PositionId, cx: &dyn Context) -> Option<Vec<Stroke>> {
    let positions = cx.positions_ref();
    positions.rules_of(p).view().strokes(positions.state(p), cx)
}
