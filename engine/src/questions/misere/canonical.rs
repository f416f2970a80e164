//! Misère canonical forms and mates, as positions.

use super::components::with_memory;
use super::{is_one_large_heap, small_heaps};
use crate::games::Fault;
use crate::games::hashing::FastMap;
use crate::misere::{FormId, Forms};
use crate::positions::{Context, Facts, Here, Options, PositionId, Rules, StandsFor, Term, Word};

/// Finds the misère canonical form of a position, as a position: a heap of Nim where it is one, else a literal of its options.
pub fn misere_form(p: PositionId, cx: &mut dyn Context) -> Result<PositionId, Fault> {
    if is_one_large_heap(p, cx) {
        return Ok(p);
    }
    if let Some(heaps) = small_heaps(p, cx)?
        && let [heap] = heaps[..]
    {
        return nimber(heap, cx);
    }
    with_memory(cx, |memory, cx| {
        let heaps = memory.read(p, cx)?;
        let form = memory.form(&heaps, cx)?;
        written(&memory.forms, form, cx)
    })
}

/// Finds the mate of a position in canonical form. The mover loses the sum of both.
pub fn mate(p: PositionId, cx: &mut dyn Context) -> Result<PositionId, Fault> {
    if is_one_large_heap(p, cx) {
        return Ok(p);
    }
    if let Some(heaps) = small_heaps(p, cx)?
        && let [heap] = heaps[..]
    {
        return nimber(if heap < 2 { 1 - heap } else { heap }, cx);
    }
    with_memory(cx, |memory, cx| {
        let heaps = memory.read(p, cx)?;
        let form = memory.form(&heaps, cx)?;
        let mate = memory.forms.mate(form, &mut cx.games().budget)?;
        written(&memory.forms, mate, cx)
    })
}

pub(super) fn nimber(n: u32, cx: &mut dyn Context) -> Result<PositionId, Fault> {
    let value = cx.games().nimber(u64::from(n))?;
    Ok(cx.positions().of_value(value))
}

/// Builds a form as a position, its options in the order of [`Forms::parts`].
pub(super) fn written(forms: &Forms, form: FormId, cx: &mut dyn Context) -> Result<PositionId, Fault> {
    let ruleset = cx.positions().add_rules(MisereFormRules);
    let mut done: FastMap<FormId, (usize, PositionId)> = FastMap::default();
    for (place, part) in forms.parts(form, &mut cx.games().budget)?.into_iter().enumerate() {
        cx.games().budget.tick()?;
        let position = match forms.nim_size(part) {
            Some(n) => nimber(n, cx)?,
            None => {
                let mut options: Vec<(usize, PositionId)> = forms.options(part).iter().map(|o| done[o]).collect();
                options.sort_unstable();
                let state: Vec<u32> = options.iter().map(|(_, p)| p.0).collect();
                cx.positions().intern(ruleset, &state)
            }
        };
        done.insert(part, (place, position));
    }
    Ok(done[&form].1)
}

/// Misère canonical forms that are no heaps of Nim: the state lists the options.
#[derive(PartialEq, Eq, Hash)]
struct MisereFormRules;

impl Rules for MisereFormRules {
    fn options(&self, here: Here<'_>, _: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        out.impartial = true;
        out.left = here.state.iter().map(|&p| PositionId::of_word(p)).collect();
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Position
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        Term::Form(state.iter().map(|&p| PositionId::of_word(p)).collect(), None)
    }

    fn facts(&self) -> Facts<'_> {
        Facts { impartial: true, stands_for: StandsFor::Itself, ..Facts::default() }
    }
}
