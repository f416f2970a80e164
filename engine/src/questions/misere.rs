//! Impartial play that ends, in misère play: positions as sums of numbered components.
//!
//! A component is a position that is no sum; its moves lead to sums of other components. All components are kept in one
//! table, numbered so that moves lead to smaller numbers, with the results about them. So the engine of misère play
//! sees every ruleset as a game on heaps.

mod any_size;
mod beside_nim;
mod bouton;
mod by_quotient;
mod canonical;
mod components;
mod genera;
mod tools;

pub use bouton::bouton;
use bouton::{heaps_by_bouton, is_bouton_of, is_one_large_heap, moves_by_bouton, small_heaps, values_of_bouton};
pub use by_quotient::{ByQuotient, by_quotient};
pub use canonical::{mate, misere_form};
pub use genera::{GenusOf, genus, is_tame};
pub use tools::{
    FormKind, distinguisher, is_of_form_kind, misere_birthday, misere_day, misere_difference, misere_link, misere_parts,
};

use components::{FERGUSON, with_memory};
pub use components::{HeapGame, PLAMBECK};

use crate::games::Fault;
use crate::games::hashing::{FastMap, FastSet};
use crate::graphs::Verdict;
use crate::heaps::ReplyCount;
use crate::misere::{Condition, Species, conditions, keeps_criterion};
use crate::positions::{Context, Options, PositionId, Way, options};

/// Options of forms to which a genus is looked for by moves before a quotient is tried.
const FEW_OPTIONS: usize = 200_000;

/// Returns the winner of a position in misère play. `None` unless both players have the same moves and play ends.
pub(super) fn outcome(p: PositionId, cx: &mut dyn Context) -> Result<Option<(Verdict, Way)>, Fault> {
    if let Some(values) = values_of_bouton(p, cx)? {
        let verdict = if is_bouton_of(&values)? { Verdict::Loss } else { Verdict::Win };
        return Ok(Some((verdict, Way::Theorem(&FERGUSON, Vec::new()))));
    }
    if let Some(lost) = beside_nim::is_lost(p, cx)? {
        let verdict = if lost { Verdict::Loss } else { Verdict::Win };
        return Ok(Some((verdict, Way::Theorem(&beside_nim::ALL_HEAPS, Vec::new()))));
    }
    let untold = beside_nim::untold(p, cx)?;
    if let Some(untold) = untold.as_ref().filter(|untold| untold.is_hopeless) {
        return Err(Fault::None(untold.why.clone()));
    }
    let found = with_memory(cx, |memory, cx| {
        let heaps = memory.read(p, cx)?;
        memory.outcome(&heaps, untold.as_ref(), cx)
    });
    match found {
        Ok((lost, way)) => Ok(Some((if lost { Verdict::Loss } else { Verdict::Win }, way))),
        Err(
            Fault::Loopy
            | Fault::Partizan
            | Fault::Refused(_)
            | Fault::Endless { .. }
            | Fault::RunsOn { .. }
            | Fault::LargeNimber { .. },
        ) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// Returns the winning moves of misère play. `None` unless both players have the same moves and play ends.
pub(super) fn moves_to_lost(p: PositionId, cx: &mut dyn Context) -> Result<Option<Vec<PositionId>>, Fault> {
    match outcome(p, cx)? {
        None => return Ok(None),
        Some((Verdict::Loss, _)) => return Ok(Some(Vec::new())),
        Some(_) => {}
    }
    if let Some(moves) = moves_by_bouton(p, ReplyCount::All, cx)? {
        return Ok(Some(moves));
    }
    if let Some(moves) = beside_nim::moves(p, ReplyCount::All, cx)? {
        return Ok(Some(moves));
    }
    let mut all = Options::default();
    options(p, cx, &mut all)?;
    let mut winning = Vec::new();
    for &option in &all.left {
        if let Some((Verdict::Loss, _)) = outcome(option, cx)? {
            winning.push(option);
        }
    }
    Ok(Some(winning))
}

/// Returns one move that wins misère play, of a position that is won and has too many moves to list, or `None` if there
/// is no way to find it.
pub(super) fn move_to_lost(p: PositionId, cx: &mut dyn Context) -> Result<Option<PositionId>, Fault> {
    if let Some(moves) = moves_by_bouton(p, ReplyCount::One, cx)?
        && let Some(&found) = moves.first()
    {
        return Ok(Some(found));
    }
    Ok(beside_nim::moves(p, ReplyCount::One, cx)?.and_then(|moves| moves.first().copied()))
}

/// Returns the genus of a position and its class: equal to a heap of Nim, tame, restive or wild.
///
/// ```
/// use cg_engine::games::{Budget, Games};
/// use cg_engine::positions::{Context, Engine};
/// use cg_engine::questions;
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let one = engine.positions().impartial_form(&[zero]);
/// let two = engine.positions().impartial_form(&[zero, one]);
/// let after = engine.positions().impartial_form(&[two]);
/// assert_eq!(questions::species(after, &mut engine)?.to_string(), "0^0");
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::Loopy`], [`Fault::Partizan`], [`Fault::LargeNimber { .. }`] where there is none.
pub fn species(p: PositionId, cx: &mut dyn Context) -> Result<Species, Fault> {
    if let Some(heaps) = small_heaps(p, cx)? {
        return Ok(Species::of_nim(&heaps));
    }
    if let Some(heaps) = heaps_by_bouton(p, cx)? {
        return Ok(Species::of_nim(&heaps));
    }
    with_memory(cx, |memory, cx| {
        let heaps = memory.read(p, cx)?;
        memory.species_of_sum(&heaps, cx)
    })
}

/// Returns the species by the forms, like [`species`], or `None` if these have too many options.
fn species_by_few_forms(p: PositionId, cx: &mut dyn Context) -> Result<Option<Species>, Fault> {
    with_memory(cx, |memory, cx| {
        if memory.is_full {
            return Ok(None);
        }
        let heaps = memory.read(p, cx)?;
        memory.forms.leave_room(Some(FEW_OPTIONS));
        let found = memory.form(&heaps, cx);
        memory.forms.leave_room(None);
        match found {
            Ok(_) => memory.species_of_sum(&heaps, cx).map(Some),
            Err(Fault::TooLarge { .. }) => Ok(None),
            Err(fault) => Err(fault),
        }
    })
}

impl HeapGame {
    /// Returns the game that some impartial positions make, whatever rules they are of.
    pub fn of(positions: &[PositionId], cx: &mut dyn Context) -> Result<HeapGame, Fault> {
        with_memory(cx, |memory, cx| {
            let mut all = Vec::with_capacity(positions.len());
            for &p in positions {
                all.push(memory.read(p, cx)?);
            }
            memory.game_of(&all, cx)
        })
    }

    /// Returns Ferguson's conditions and who breaks them: condition and position, in the order of the positions
    /// (Ferguson 1974, section 4).
    pub fn violations(&self, cx: &mut dyn Context) -> Result<Vec<(Condition, usize)>, Fault> {
        let mut found = Vec::new();
        for (i, heaps) in self.positions.iter().enumerate() {
            for &heap in heaps {
                let broken = conditions(&self.moves, &self.nim_values, heap as usize, &mut cx.games().budget)?;
                found.extend(broken.into_iter().map(|condition| (condition, i)));
            }
        }
        found.sort_unstable_by_key(|&(condition, i)| (i, condition));
        found.dedup();
        Ok(found)
    }

    /// Returns the game of all components that can be reached from a position, each as a position of its own, and these
    /// components.
    pub fn reached_from(p: PositionId, cx: &mut dyn Context) -> Result<(HeapGame, Vec<PositionId>), Fault> {
        let components = with_memory(cx, |memory, cx| {
            let heaps = memory.read(p, cx)?;
            let reached = memory.reached(&heaps, &mut FastSet::default(), cx)?;
            let positions: FastMap<u32, PositionId> = memory.numbers.iter().map(|(&p, &n)| (n, p)).collect();
            Ok(reached.into_iter().map(|heap| positions[&heap]).collect::<Vec<_>>())
        })?;
        Ok((HeapGame::of(&components, cx)?, components))
    }

    /// Returns `true` if all heaps keep the criterion of Ferguson 1974, section 5.2.
    pub fn keeps_criterion(&self) -> bool {
        (0..self.moves.len()).all(|heap| keeps_criterion(&self.moves, heap))
    }

    /// Returns `true` if Bouton's rule holds in misère play for every sum of the heaps, because all of them keep the
    /// conditions.
    pub fn is_bouton(&self, cx: &mut dyn Context) -> Result<bool, Fault> {
        for heap in 0..self.moves.len() {
            if !conditions(&self.moves, &self.nim_values, heap, &mut cx.games().budget)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
