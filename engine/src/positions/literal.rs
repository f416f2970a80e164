//! Literals that lead back to themselves: `form <0|pass>`, `form loop a <0|<1|a>>`.
//!
//! State: the vertex, the number of positions outside, these, and then the whole graph: for every vertex the number of Left's
//! moves, the moves, and the same of Right's, or `u32::MAX` where both have Left's. A move is a place among the positions
//! outside, or [`INSIDE`] and a vertex. So equal literals are equal positions, and no state names a later one.
//!
//! While a literal is being read its label is a position of its own kind, which only stands for it.

use super::{
    Branch, Context, FORM, Here, LABEL, LOOP, LoopRow, Options, PositionId, Positions, Rules, State, Term, Word,
};
use crate::games::Fault;
use crate::games::hashing::FastMap;

const INSIDE: u32 = 1 << 31;

pub(super) struct LoopRules;

/// Returns the graph of a state.
fn rows(state: &[u32]) -> Vec<LoopRow> {
    let outside = state[1] as usize;
    let branch = |word: &u32| match word & INSIDE {
        0 => Branch::Position(PositionId::of_word(state[2 + *word as usize])),
        _ => Branch::Vertex(word & !INSIDE),
    };
    let mut words = &state[2 + outside..];
    let mut rows = Vec::new();
    let list = |words: &mut &[u32]| -> Option<Vec<Branch>> {
        let (&count, rest) = words.split_first()?;
        if count == u32::MAX {
            *words = rest;
            return None;
        }
        let (list, rest) = rest.split_at(count as usize);
        *words = rest;
        Some(list.iter().map(branch).collect())
    };
    while let Some(left) = list(&mut words) {
        rows.push((left, list(&mut words)));
    }
    rows
}

impl Rules for LoopRules {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let mut rows = rows(here.state);
        let (left, right) = rows.swap_remove(here.state[0] as usize);
        let mut other = here.state.to_vec();
        let mut position = |branch: Branch| match branch {
            Branch::Position(p) => p,
            Branch::Vertex(v) => {
                other[0] = v;
                cx.positions().intern(here.id, &other)
            }
        };
        out.impartial = right.is_none();
        out.left = left.into_iter().map(&mut position).collect();
        out.right = right.unwrap_or_default().into_iter().map(&mut position).collect();
        Ok(())
    }

    fn word(&self, state: &[u32], index: usize) -> Word {
        match index {
            0 | 1 => Word::Plain,
            _ if index < 2 + state[1] as usize => Word::Position,
            _ => Word::Plain,
        }
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        Term::Loop(state[0], rows(state))
    }
}

pub(super) struct LabelRules;

/// The reason for which a label has no answer to a question.
const STILL_OPEN: &str = "a label or `pass` stands for its literal as an option only: the literal is not finished yet";

impl Rules for LabelRules {
    fn options(&self, _: Here<'_>, _: &mut dyn Context, _: &mut Options) -> Result<(), Fault> {
        Err(Fault::None(STILL_OPEN.into()))
    }

    fn term(&self, _: &[u32], _: &dyn Context) -> Term {
        Term::Name("pass".into())
    }
}

impl Positions {
    /// Returns the label of the n-th of the literals that are open one inside the other.
    pub fn label(&mut self, n: u32) -> PositionId {
        self.intern(LABEL, &[n])
    }

    /// Returns `true` if a position is made of labels: of this one, or of any if `label` is `None`.
    pub fn has_label(&self, p: PositionId, label: Option<PositionId>) -> bool {
        let mut seen: FastMap<PositionId, ()> = FastMap::default();
        let mut waiting = vec![p];
        while let Some(p) = waiting.pop() {
            let here = self.ruleset_of(p);
            if here == LABEL && label.is_none_or(|label| label == p) {
                return true;
            }
            if seen.insert(p, ()).is_some() {
                continue;
            }
            let (rules, state) = (self.rules_of(p), self.state(p));
            let inner = (0..state.len()).filter(|&i| rules.word(state, i).is_position());
            waiting.extend(inner.map(|i| PositionId::of_word(state[i])));
        }
        false
    }

    /// Returns the literal with these moves, Right's the same as Left's if `None`, in which a label stands for the
    /// literal.
    ///
    /// # Errors
    /// The place of a label that stands elsewhere than among options.
    pub fn close_literal(
        &mut self,
        label: PositionId,
        left: &[PositionId],
        right: Option<&[PositionId]>,
    ) -> Result<PositionId, Fault> {
        let all = || left.iter().chain(right.unwrap_or_default());
        if !all().any(|&p| self.has_label(p, Some(label))) {
            return Ok(match right {
                Some(right) => self.form(left, right),
                None => self.impartial_form(left),
            });
        }
        let branches = |list: &[PositionId]| list.iter().map(|&p| Branch::Position(p)).collect();
        let mut graph: Vec<LoopRow> = vec![(branches(left), right.map(branches))];
        let mut number: FastMap<PositionId, u32> = FastMap::default();
        number.insert(label, 0);
        let mut next = 0;
        while next < graph.len() {
            let (mut left, mut right) = std::mem::take(&mut graph[next]);
            for branch in left.iter_mut().chain(right.iter_mut().flatten()) {
                let Branch::Position(p) = *branch else { continue };
                if let Some(&v) = number.get(&p) {
                    *branch = Branch::Vertex(v);
                } else if self.has_label(p, Some(label)) {
                    let v = graph.len() as u32;
                    let row = self.opened(p)?;
                    graph.push(row);
                    number.insert(p, v);
                    *branch = Branch::Vertex(v);
                }
            }
            graph[next] = (left, right);
            next += 1;
        }
        let state = state_of(&graph);
        Ok(self.intern(LOOP, &state))
    }

    /// Returns the moves of a literal in which a label stands.
    fn opened(&mut self, p: PositionId) -> Result<LoopRow, Fault> {
        let here = self.ruleset_of(p);
        let state = self.state(p).to_vec();
        if here == FORM {
            let (left, right) = super::form::split(&state);
            let branches = |list: Vec<PositionId>| list.into_iter().map(Branch::Position).collect();
            return Ok((branches(left), right.map(branches)));
        }
        if here != LOOP {
            return Err(Fault::None(STILL_OPEN.into()));
        }
        let mut other = state.clone();
        let (mut left, mut right) = rows(&state).swap_remove(state[0] as usize);
        for branch in left.iter_mut().chain(right.iter_mut().flatten()) {
            if let Branch::Vertex(v) = *branch {
                other[0] = v;
                *branch = Branch::Position(self.intern(LOOP, &other));
            }
        }
        Ok((left, right))
    }
}

/// Returns the state of vertex 0 of a graph.
fn state_of(graph: &[LoopRow]) -> State {
    let mut outside: Vec<u32> = Vec::new();
    let mut places: FastMap<PositionId, u32> = FastMap::default();
    let mut words = Vec::new();
    for (left, right) in graph {
        for list in [Some(left), right.as_ref()] {
            let Some(list) = list else {
                words.push(u32::MAX);
                continue;
            };
            words.push(list.len() as u32);
            for branch in list {
                words.push(match *branch {
                    Branch::Vertex(v) => INSIDE | v,
                    Branch::Position(p) => *places.entry(p).or_insert_with(|| {
                        outside.push(p.0);
                        outside.len() as u32 - 1
                    }),
                });
            }
        }
    }
    let mut state = vec![0, outside.len() as u32];
    state.extend(outside);
    state.extend(words);
    state
}
