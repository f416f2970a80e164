//! The winner and the winning moves by a theorem of the ruleset.

use super::{Closed, Listing, MOST_GOOD_MOVES, Memory, intern_counted, positions_of_heaps, sizes};
use crate::games::{Fault, LIST_OF_GOOD_MOVES, Player};
use crate::heaps::ReplyCount;
use crate::positions::{
    Claim, Context, Convention, Finding, Here, PositionId, State, Theorem, by_p_positions, lost_moves,
};

/// Bouton's rule for one heap: heap 1 is lost.
static BOUTON: Theorem = Theorem {
    says: Claim::Because("by the nim-value: lost if it is 1, for Bouton's rule holds"),
    source: "Ferguson 1974, theorem 2",
};

/// The largest number of heaps whose P-positions are tabulated. With a counter in each of more there are too many positions.
const MAX_TABLED_HEAPS: usize = 64;

impl Closed {
    /// Decides whether the player to move wins, by a theorem of the ruleset about winners or about nim-values.
    pub(super) fn known_winner(
        &self,
        state: &[u32],
        convention: Convention,
        cx: &mut dyn Context,
    ) -> Result<Option<(bool, &'static Theorem)>, Fault> {
        if let Some(found) = self.wins(state, convention, cx)? {
            return Ok(Some(found));
        }
        let Some(theorem) = self.0.facts().theorem.filter(|_| convention == Convention::Normal) else {
            return Ok(None);
        };
        let value = self.nim_value(state, cx).transpose()?;
        Ok(value.map(|value| (!value.is_zero(), theorem)))
    }

    /// Decides whether the player to move wins, by a theorem of the ruleset about winners or, in misère play, by Bouton's
    /// rule.
    fn wins(
        &self,
        state: &[u32],
        convention: Convention,
        cx: &mut dyn Context,
    ) -> Result<Option<(bool, &'static Theorem)>, Fault> {
        let facts = self.0.facts();
        let found = match facts.heaps {
            Some(theory) => theory.wins(&sizes::unpack(state), convention),
            None => self.0.wins(state, convention),
        };
        if found.is_some() {
            return Ok(found);
        }
        if convention == Convention::Normal || facts.bouton.is_none() {
            return Ok(None);
        }
        let value = self.nim_value(state, cx).transpose()?;
        Ok(value.map(|n| (!n.is_one(), &BOUTON)))
    }

    /// Decides the winner by the P-positions up to these heaps. `None` if the theory has no vectors, or if it gives the
    /// nim-value.
    pub(super) fn by_p_positions(
        &self,
        here: Here<'_>,
        convention: Convention,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        let Some(theory) = self.0.facts().heaps else { return Ok(None) };
        let heaps = sizes::unpack(here.state);
        let small: Option<Vec<u64>> = heaps.iter().map(|heap| u64::try_from(heap).ok()).collect();
        let Some(small) = small else { return Ok(None) };
        // A known nim-value says more than the outcome. The vectors are asked for last, for each is as long as the position.
        if small.len() > MAX_TABLED_HEAPS
            || theory.nim_value(&heaps).is_some()
            || theory.vectors(&vec![0; small.len()]).is_none()
        {
            return Ok(None);
        }
        let mut memory: Box<Memory> = cx.positions().take_table(here.id);
        let vectors = |heaps: &[u64], _: &mut dyn Context| Ok(theory.vectors(heaps).unwrap_or_default());
        let found = by_p_positions(&mut memory.lost, &small, convention, vectors, cx);
        cx.positions().put_table(here.id, memory);
        found
    }

    /// Returns the winning moves by a theorem that finds them, or by a theorem that decides the winner here and after each
    /// move.
    pub(super) fn winning_moves(
        &self,
        here: Here<'_>,
        convention: Convention,
        count: ReplyCount,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let heaps = self.0.facts().heaps.map(|theory| (theory, sizes::unpack(here.state)));
        let by_theory =
            |count| heaps.as_ref().and_then(|(theory, heaps)| theory.winning_moves(heaps, convention, count));
        if let Some(found) = by_theory(count) {
            return Some(positions_of_heaps(cx, here.id, found, count));
        }
        match self.moves_by_outcome(here, convention, cx) {
            Err(Fault::TooLarge { .. })
                if by_theory(ReplyCount::One).is_some_and(|mut moves| moves.next().is_some()) =>
            {
                let (size, limit) = (format!("more than {MOST_GOOD_MOVES}"), MOST_GOOD_MOVES.to_string());
                Some(Err(Fault::TooLarge { what: LIST_OF_GOOD_MOVES, size, limit }))
            }
            // The moves may be found from the values.
            Err(Fault::TooLarge { .. }) => None,
            found => found.transpose(),
        }
    }

    /// Returns the winning moves by a theorem that decides the winner here and after each move, or `None` if it does not.
    fn moves_by_outcome(
        &self,
        here: Here<'_>,
        convention: Convention,
        cx: &mut dyn Context,
    ) -> Result<Option<Vec<PositionId>>, Fault> {
        match self.wins(here.state, convention, cx)? {
            None => return Ok(None),
            Some((false, _)) => return Ok(Some(Vec::new())),
            Some((true, _)) => {}
        }
        let heaps = self.large(here.state).map_or_else(Vec::new, |_| sizes::unpack(here.state));
        let mut listing = Listing::default();
        let states: Box<dyn Iterator<Item = Option<State>>> = match self.large(here.state) {
            Some(theory) => Box::new(theory.moves(&heaps, Player::Left)?.map(|left| Some(sizes::pack(&left)))),
            None => {
                self.0.moves(here.state, Player::Left, &cx.games().budget, &mut listing)?;
                Box::new((0..listing.len()).map(|index| single(&listing, index)))
            }
        };
        let lost = lost_moves(states, |state| {
            let Some(words) = state else { return Ok(None) };
            cx.games().budget.charge(1 + words.len())?;
            Ok(self.wins(words, convention, cx)?.map(|(won, _)| !won))
        })?;
        // Most moves of a long list do not win; they are not interned.
        let intern =
            |lost: Vec<_>| lost.iter().flatten().map(|words: &State| intern_counted(cx, here.id, words)).collect();
        lost.map(intern).transpose()
    }
}

/// Returns the state that an option leads to, or `None` if it is a sum, to which theorems about single states do not apply.
fn single(listing: &Listing, index: usize) -> Option<State> {
    let mut states = listing.option(index);
    let (state, _) = states.next()?;
    states.next().is_none().then(|| state.to_vec())
}
