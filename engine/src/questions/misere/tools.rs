//! Links, differences, parts and classes of positions in misère play, by their canonical forms.

use super::canonical::written;
use super::components::with_memory;
use crate::games::{Budget, Fault};
use crate::misere::{Class, Distinguisher, FormId, Forms, Species};
use crate::positions::{Context, PositionId};

/// A property that a misère canonical form has or has not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormKind {
    /// Born earlier than its sum with `*`.
    Even,
    /// Neither 0 nor `*`, and a sum of two games only if one of them is 0 or `*`.
    Prime,
    /// A part of each of its options: only 0 and `*` are.
    Introverted,
    /// A part of the game that has it as its only option.
    Extraverted,
    /// Restive: see [`Class::Restive`].
    Restive,
    /// Not tame, of nim-value at least 2 and misère nim-value 0 or 1, with tame options only.
    Restless,
    /// Not tame, while its double is tame of genus 0⁰.
    HalfTame,
    /// See [`Species::tameable`].
    Tameable,
}

/// Runs `ask` on the forms of some positions.
fn with_forms<T>(
    positions: &[PositionId],
    cx: &mut dyn Context,
    ask: impl FnOnce(&mut Forms, &[FormId], &mut dyn Context) -> Result<T, Fault>,
) -> Result<T, Fault> {
    with_memory(cx, |memory, cx| {
        let mut forms = Vec::with_capacity(positions.len());
        for &p in positions {
            let heaps = memory.read(p, cx)?;
            forms.push(memory.form(&heaps, cx)?);
        }
        ask(&mut memory.forms, &forms, cx)
    })
}

/// Runs `find` on the forms of two positions and writes the form that it finds as a position.
fn of_two(
    [p, q]: [PositionId; 2],
    cx: &mut dyn Context,
    find: impl FnOnce(&mut Distinguisher, FormId, FormId) -> Result<Option<FormId>, Fault>,
) -> Result<Option<PositionId>, Fault> {
    with_forms(&[p, q], cx, |forms, both, cx| {
        let found = find(&mut Distinguisher::new(forms, &mut cx.games().budget), both[0], both[1])?;
        found.map(|form| written(forms, form, cx)).transpose()
    })
}

/// Finds a game whose sum with each of two positions is lost for the mover, or `None` if none is: see [`Distinguisher::link`].
pub fn misere_link(both: [PositionId; 2], cx: &mut dyn Context) -> Result<Option<PositionId>, Fault> {
    of_two(both, cx, |forms, p, q| forms.link(p, q))
}

/// Finds a game whose sum with just one of two positions is lost for the mover, or `None` if their forms are equal: see
/// [`Distinguisher::distinguisher`].
pub fn distinguisher(both: [PositionId; 2], cx: &mut dyn Context) -> Result<Option<PositionId>, Fault> {
    of_two(both, cx, |forms, p, q| forms.distinguisher(p, q))
}

/// Finds the game whose sum with the second position equals the first one in misère play, or `None` if there is none: see
/// [`Distinguisher::difference`].
pub fn misere_difference(both: [PositionId; 2], cx: &mut dyn Context) -> Result<Option<PositionId>, Fault> {
    of_two(both, cx, |forms, p, q| forms.difference(p, q))
}

/// Finds all parts of a position but 0 and `*`: see [`Distinguisher::parts`].
pub fn misere_parts(p: PositionId, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    with_forms(&[p], cx, |forms, form, cx| {
        let parts = Distinguisher::new(forms, &mut cx.games().budget).parts(form[0])?;
        parts.into_iter().map(|part| written(forms, part, cx)).collect()
    })
}

/// Computes the birthday of the misère form of a position.
pub fn misere_birthday(p: PositionId, cx: &mut dyn Context) -> Result<u32, Fault> {
    with_forms(&[p], cx, |forms, form, cx| forms.birthday(form[0], &mut cx.games().budget))
}

/// Counts the misère forms born by day `n`, and lists them up to day 4.
///
/// # Errors
/// [`Fault::TooLarge`] after day 5.
pub fn misere_day(n: u32, cx: &mut dyn Context) -> Result<(u64, Option<Vec<PositionId>>), Fault> {
    with_forms(&[], cx, |forms, _, cx| {
        let count = forms.count_born_by(n, &mut cx.games().budget)?;
        if n > 4 {
            return Ok((count, None));
        }
        let all = forms.born_by(n, &mut cx.games().budget)?;
        let all: Result<Vec<PositionId>, Fault> = all.into_iter().map(|form| written(forms, form, cx)).collect();
        Ok((count, Some(all?)))
    })
}

/// Returns `true` if the misère form of a position is of a kind.
pub fn is_of_form_kind(p: PositionId, kind: FormKind, cx: &mut dyn Context) -> Result<bool, Fault> {
    with_forms(&[p], cx, |forms, form, cx| is_form_of_kind(forms, form[0], kind, &mut cx.games().budget))
}

fn is_form_of_kind(forms: &mut Forms, g: FormId, kind: FormKind, budget: &mut Budget) -> Result<bool, Fault> {
    let is_tame = |species: &Species| species.class <= Class::Tame;
    Ok(match kind {
        FormKind::Even => {
            let star = forms.of(&[FormId::ZERO], budget)?;
            let sum = forms.sum(g, star, budget)?;
            forms.birthday(g, budget)? < forms.birthday(sum, budget)?
        }
        FormKind::Prime => {
            // All parts come in pairs with `*` added, so a prime has two besides 0 and `*`.
            Distinguisher::new(forms, budget).parts(g)?.len() == 2
        }
        FormKind::Introverted => forms.nim_size(g).is_some_and(|n| n < 2),
        FormKind::Extraverted => {
            let above = forms.of(&[g], budget)?;
            Distinguisher::new(forms, budget).difference(above, g)?.is_some()
        }
        FormKind::Restive => forms.species(g, budget)?.class == Class::Restive,
        FormKind::Restless => {
            let species = forms.species(g, budget)?;
            let (normal, misere) = species.genus.pair();
            if is_tame(species) || normal < 2 || misere > 1 {
                return Ok(false);
            }
            for option in forms.options(g).to_vec() {
                if !is_tame(forms.species(option, budget)?) {
                    return Ok(false);
                }
            }
            true
        }
        FormKind::HalfTame => {
            if is_tame(forms.species(g, budget)?) {
                return Ok(false);
            }
            let double = forms.sum(g, g, budget)?;
            let species = forms.species(double, budget)?;
            is_tame(species) && species.genus.pair() == (0, 0)
        }
        FormKind::Tameable => forms.species(g, budget)?.tameable,
    })
}
