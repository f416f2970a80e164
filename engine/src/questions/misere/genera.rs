//! The genus of any position: by its moves, or, for heaps of any size, by theorems about all heaps of their rule.

use super::components::components;
use dashu_int::UBig;

use super::any_size::{self, MOST_HEAPS, is_any_large, leaves_one_heap};
use super::beside_nim::Mixed;
use super::bouton::values_of_bouton;
use super::{small_heaps, species, species_by_few_forms};
use crate::games::Fault;
use crate::graphs::Verdict;
use crate::misere::{ByNimValues, Class, Genera, Genus, Limits, Species, Told};
use crate::ordinals::{GammaValue, Ordinal};
use crate::positions::search::within;
use crate::positions::{Context, PositionId};
use crate::questions::gamma;

/// The knowledge of the genus of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenusOf {
    /// Genus and class.
    Species(Species),
    /// The genus alone, for moves that are too many to examine: by a quotient, or else that of a position of Nim by
    /// Bouton's rule.
    Genus(Genus, Option<ByNimValues>),
}

/// Returns the genus of a position, with its class if the moves can be examined.
///
/// # Errors
/// [`Fault::None`] if the heaps are large and no theorem applies.
pub fn genus(p: PositionId, cx: &mut dyn Context) -> Result<GenusOf, Fault> {
    if small_heaps(p, cx)?.is_some() || super::heaps_by_bouton(p, cx)?.is_some() {
        return species(p, cx).map(GenusOf::Species);
    }
    let parts = components(p, cx)?;
    let is_large = is_any_large(&parts, cx)?;
    let splits = !parts.iter().all(|&part| leaves_one_heap(part, cx));
    if is_large && let Some(genus) = genus_by_bouton(p, cx)? {
        return Ok(GenusOf::Genus(genus, None));
    }
    if !(is_large && splits) {
        match species_by_few_forms(p, cx) {
            Ok(Some(species)) => return Ok(GenusOf::Species(species)),
            Ok(None) | Err(Fault::TooLarge { .. } | Fault::Endless { .. } | Fault::RunsOn { .. }) => {}
            Err(fault) => return Err(fault),
        }
    }
    match told(p, cx)? {
        Told::Genus(genus, by) => Ok(GenusOf::Genus(genus, Some(by))),
        Told::AtLeast { beside, value } if is_large => Err(Fault::None(at_least(beside, value))),
        _ => match untold(&parts, cx)? {
            Some(why) => Err(Fault::None(why)),
            None => species(p, cx).map(GenusOf::Species),
        },
    }
}

/// Returns the reason why the genus is unknown, if a heap is too large even for a search.
fn untold(parts: &[PositionId], cx: &mut dyn Context) -> Result<Option<String>, Fault> {
    for &part in parts {
        cx.games().budget.tick()?;
        if let Some((_, heap)) = any_size::heap_of_rule(part, cx)
            && heap > UBig::from(MOST_HEAPS)
            && !leaves_one_heap(part, cx)
        {
            return Ok(Some(format!(
                "no theorem tells the genus of a heap of {heap}: neither Bouton's rule nor a finite quotient by misère \
                 nim-values is proved for all heaps of its rule, or what stands beside it is none of its heaps"
            )));
        }
    }
    Ok(None)
}

/// Returns `true` if a position is tame: it plays like one of Nim beside other tame positions.
///
/// # Errors
/// [`Fault::None`] if the genus is that of a position of Nim and the moves are too many to examine.
pub fn is_tame(p: PositionId, cx: &mut dyn Context) -> Result<bool, Fault> {
    // If Bouton's rule holds for all heaps of a rule, it holds for their sums with heaps of Nim.
    if values_of_bouton(p, cx)?.is_some() {
        return Ok(true);
    }
    if is_won_beside_nim(p, cx)? {
        return Ok(false);
    }
    match genus(p, cx)? {
        GenusOf::Species(species) => Ok(species.class <= Class::Tame),
        GenusOf::Genus(genus, _) if !genus.is_tame() => Ok(false),
        GenusOf::Genus(genus, _) => Err(Fault::None(format!(
            "the genus is {genus}, that of a position of Nim, but no theorem tells of so large a heap whether its moves are \
             those of a tame one"
        ))),
    }
}

/// The steps that are spent on a position beside a heap of Nim before its genus is computed.
const STEPS_BESIDE_NIM: u64 = 1 << 24;

/// Returns `true` if a search of [`STEPS_BESIDE_NIM`] steps shows that the mover wins misère play of `p` beside a heap of Nim of
/// the same nim-value, 2 or more. A tame position has the genus g^g, and so the mover would lose.
fn is_won_beside_nim(p: PositionId, cx: &mut dyn Context) -> Result<bool, Fault> {
    let Some(value) = nim_value(p, cx)?.filter(|value| *value > 1) else { return Ok(false) };
    let heap = super::canonical::nimber(value, cx)?;
    let sum = cx.positions().sum(&[p, heap]);
    match within(STEPS_BESIDE_NIM, cx, |cx| super::outcome(sum, cx)) {
        Ok(found) => Ok(matches!(found.flatten(), Some((Verdict::Win, _)))),
        Err(Fault::None(_) | Fault::TooLarge { .. } | Fault::Endless { .. }) => Ok(false),
        Err(fault) => Err(fault),
    }
}

fn at_least(beside: usize, value: u32) -> String {
    let with = match beside {
        0 => String::new(),
        1 => " beside a heap of 2".to_owned(),
        n => format!(" beside {n} heaps of 2"),
    };
    format!(
        "no theorem tells the genus of so large a heap: its misère nim-value{with} is {value} or more, and no finite quotient \
         that tells such values apart is proved for all heaps of its rule"
    )
}

/// Returns the nim-value of a position as a number, if it is one of 32 bits.
fn nim_value(p: PositionId, cx: &mut dyn Context) -> Result<Option<u32>, Fault> {
    match gamma(p, cx) {
        Ok(GammaValue::Finite(value)) => Ok(value.to_u64().and_then(|value| u32::try_from(value).ok())),
        Ok(GammaValue::Infinite(_)) | Err(Fault::TooLarge { .. }) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// Returns the genus where Bouton's rule holds for all components and heaps of Nim beside them: the misère nim-value m
/// is that for which they are lost with a heap of m.
fn genus_by_bouton(p: PositionId, cx: &mut dyn Context) -> Result<Option<Genus>, Fault> {
    let Some(values) = values_of_bouton(p, cx)? else { return Ok(None) };
    let is_firm = values.iter().any(|value| *value > Ordinal::finite(1u64));
    Ok(nim_value(p, cx)?.map(|normal| Genus::tame(normal, is_firm)))
}

/// Returns the knowledge of the genus of some heaps and heaps of Nim, by the quotients by misère nim-values of all
/// heaps of the rule.
fn told(p: PositionId, cx: &mut dyn Context) -> Result<Told, Fault> {
    let Some(Mixed { rule, heaps, nim }) = Mixed::of(p, cx)? else { return Ok(Told::Nothing) };
    let small = |size: &Ordinal| size.to_u64().and_then(|size| u32::try_from(size).ok());
    let Some(nim) = nim.iter().map(small).collect::<Option<Vec<u32>>>() else { return Ok(Told::Nothing) };
    let Some(normal) = nim_value(p, cx)? else { return Ok(Told::Nothing) };
    any_size::with_rule(&rule, cx, |of_rule, budget| {
        let genera = of_rule.genera.get_or_insert_with(|| Genera::new(rule.clone()));
        genera.told(&heaps, &nim, normal, MOST_HEAPS, Limits::SMALL, budget)
    })
}
