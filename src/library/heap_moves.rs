//! The moves of a ruleset on heaps by its heaps, for rulesets that are made of others.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::errors::HeapError;
use crate::eval::{EvalError, Room, Session, apply, as_position, whole};
use crate::value::graph::is_label;
use crate::value::{Ruleset, Value};
use cg_engine::games::Fault;
use cg_engine::notation::Notation;
use cg_engine::positions::{self, Options, PositionId, RulesetId, Term};

/// A ruleset on heaps whose moves another one has: the session keeps it under its text.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct HeapBase {
    pub name: Arc<str>,
}

/// Returns the heaps as the words of a state.
pub(super) fn state_of(heaps: &[u64]) -> Result<Vec<u32>, Fault> {
    let too_large = |heap: u64| {
        let (size, limit) = (heap.to_string(), u32::MAX.to_string());
        Fault::TooLarge { what: "heap", size, limit }
    };
    heaps.iter().map(|&heap| u32::try_from(heap).map_err(|_| too_large(heap))).collect()
}

/// Keeps the first of equal options of each player.
pub(super) fn without_repeats(options: &mut Options) {
    for list in [&mut options.left, &mut options.right] {
        let mut seen = FxHashSet::default();
        list.retain(|&option| seen.insert(option));
    }
}

/// Returns `true` if the arguments of a ruleset contain no ids, which could change.
fn is_plain(ruleset: &Ruleset) -> bool {
    match ruleset {
        Ruleset::Defined(_, _, first) | Ruleset::Builtin(_, _, first) => first.iter().all(|value| match value {
            Value::Ruleset(inner) => is_plain(inner),
            other => is_label(other),
        }),
        Ruleset::Optioned(..) | Ruleset::Graph(_) => false,
    }
}

/// Returns the position of a ruleset with these heaps.
fn heap_position(cx: &mut Session, ruleset: &Rc<Ruleset>, heaps: &[u32]) -> Result<PositionId, EvalError> {
    let made = whole(cx, |cx| apply(cx, ruleset, heaps.iter().map(|&n| Value::Integer(n.into())).collect()))?;
    match as_position(cx, &made)? {
        Some(p) => Ok(p),
        None => Err(HeapError::NoHeaps { got: cx.describe(&made), heaps: heaps.len() }.into()),
    }
}

/// Returns the name of a position's ruleset with the arguments before the heaps, and the heaps: its last `count`
/// arguments, or those after the first `lead`.
fn split(term: Term, count: Option<usize>, lead: usize) -> Option<(Arc<str>, Vec<Term>, Vec<u32>)> {
    let Term::Call(name, mut arguments) = term else { return None };
    let lead = count.map_or(Some(lead), |count| arguments.len().checked_sub(count))?;
    if lead > arguments.len() {
        return None;
    }
    let heaps = arguments.split_off(lead);
    let heaps = heaps.into_iter().map(|heap| match heap {
        Term::Number(n) if n.is_int() => u32::try_from(n.numerator()).ok(),
        _ => None,
    });
    Some((name, arguments, heaps.collect::<Option<_>>()?))
}

impl HeapBase {
    /// Keeps a ruleset, which has a position with these heaps.
    ///
    /// # Errors
    /// A ruleset that takes another number of heaps, or whose arguments are positions or games.
    pub fn kept(cx: &mut Session, ruleset: &Rc<Ruleset>, heaps: &[u32]) -> Result<HeapBase, EvalError> {
        if !is_plain(ruleset) {
            return Err(HeapError::ArgumentsOfBase.into());
        }
        // Asked now, so that an error is reported where the heaps are written.
        heap_position(cx, ruleset, heaps)?;
        // A text that is cut would not distinguish two rulesets.
        let written = |this: &mut Session| this.written(&Value::Ruleset(ruleset.clone()), Notation::Ascii);
        let name: Arc<str> = cx.within(Room::WHOLE, written)?.into();
        cx.globals.heap_bases.insert(name.clone(), ruleset.clone());
        Ok(HeapBase { name })
    }

    /// Returns the ruleset.
    pub fn ruleset(&self, cx: &Session) -> Rc<Ruleset> {
        cx.globals.heap_bases[&self.name].clone()
    }

    /// Returns the position with these heaps.
    pub fn position(&self, heaps: &[u32], cx: &mut Session) -> Result<PositionId, Fault> {
        let span = cx.here();
        heap_position(cx, &self.ruleset(cx), heaps).map_err(|trouble| trouble.into_fault(span))
    }

    /// Lists the moves from these heaps as moves of the ruleset `here`, whose states are heaps.
    pub fn options(&self, here: RulesetId, heaps: &[u32], cx: &mut Session) -> Result<Options, Fault> {
        let p = self.position(heaps, cx)?;
        let Some((name, lead, _)) = split(positions::term(p, cx), Some(heaps.len()), 0) else {
            return Err(Fault::None(format!("the positions of `{}` are not told apart by heaps", self.name)));
        };
        let mut out = Options::default();
        positions::plain_options(p, cx, &mut out)?;
        for list in [&mut out.left, &mut out.right] {
            for option in list {
                cx.games.budget.tick()?;
                *option = self.translated(here, *option, (&name, &lead), cx)?;
            }
        }
        Ok(out)
    }

    /// Returns a move of the ruleset as one of `here`: each part of a sum by its heaps.
    fn translated(
        &self,
        here: RulesetId,
        option: PositionId,
        (name, lead): (&Arc<str>, &[Term]),
        cx: &mut Session,
    ) -> Result<PositionId, Fault> {
        let mut parts = Vec::new();
        for part in cx.positions.parts(option) {
            match split(positions::term(part, cx), None, lead.len()) {
                Some((other, others, heaps)) if other == *name && others == lead => {
                    parts.push(cx.positions.intern(here, &heaps));
                }
                _ => {
                    let shown = cx.short(&Value::Position(part));
                    let why =
                        format!("a move leads to `{shown}`, which is no position of `{}` by its heaps", self.name);
                    return Err(Fault::None(why));
                }
            }
        }
        Ok(cx.positions.sum(&parts))
    }
}
