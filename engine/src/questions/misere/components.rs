//! The components of positions, numbered so that moves lead to smaller numbers, and the results about them.

use super::any_size;
use super::beside_nim::Untold;
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Fault, PostOrder};
use crate::heaps::{HeapMoves, Rule};
use crate::misere::{FormId, Forms, Limits, Quotient, Species, Sums, conditions, is_bouton};
use crate::positions::{
    Claim, Context, Convention, End, NEGATIVE, Options, PositionId, SUM, Theorem, Way, demand_end, end, options, tokens,
};
use crate::questions::value::DEEPEST;

pub(super) const FERGUSON: Theorem = Theorem {
    says: Claim::Because("by Bouton's rule, since conditions A1 to A5 hold"),
    source: "Ferguson 1974, theorem 2",
};
/// Names the misère quotient as the reason of an outcome. The quotient itself contains the details.
pub const PLAMBECK: Theorem =
    Theorem { says: Claim::Because("by the misère quotient of its heaps"), source: "Plambeck and Siegel 2008" };

/// The number of positions that are searched before a quotient is tried.
const SHORT_SEARCH: usize = 1000;

/// Several positions as sums of the heaps of one game, in which every move leads to smaller heaps.
pub struct HeapGame {
    /// The moves of all heaps that can be reached. Those of a position stand before those that only later ones reach.
    pub moves: HeapMoves,
    /// The nim-value of each heap.
    pub nim_values: Vec<u64>,
    /// The heaps of each position; heaps without moves are left out.
    pub positions: Vec<Vec<u32>>,
}

/// The results about components. They are dropped when positions are.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) numbers: FastMap<PositionId, u32>,
    pub(super) game: HeapMoves,
    pub(super) nim_values: Vec<u64>,
    /// `true` for a component if it and all components reachable from it satisfy Ferguson's conditions.
    pub(super) holds: Vec<bool>,
    pub(super) sums: Sums,
    pub(super) forms: Forms,
    pub(super) form_of: FastMap<u32, FormId>,
    /// `true` once there were too many forms to keep.
    pub(super) is_full: bool,
    /// The components of the last attempt at a quotient, and the quotient, or `None` if it was not complete.
    pub(super) quotient: Option<(Vec<u32>, Option<Quotient>)>,
    /// The results that are proved for all heaps of a rule.
    pub(super) rules: FastMap<Rule, any_size::OfRule>,
}

/// A component whose moves are being followed.
struct OpenComponent {
    position: PositionId,
    /// The moves: the components of each.
    moves: Vec<Vec<PositionId>>,
    /// The first move that may have a component without a number.
    next: usize,
}

/// Calls `run` with the memory of components.
pub(super) fn with_memory<T>(
    cx: &mut dyn Context,
    run: impl FnOnce(&mut Memory, &mut dyn Context) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut memory: Box<Memory> = cx.positions().take_table(SUM);
    let result = run(&mut memory, cx);
    cx.positions().put_table(SUM, memory);
    result
}

/// Returns the components of a position: those of a sum, the heaps of a position on heaps that are moved one at a time, and
/// any other position itself.
pub(super) fn components(p: PositionId, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let mut open = vec![p];
    let mut found = Vec::new();
    while let Some(p) = open.pop() {
        cx.games().budget.tick()?;
        let here = cx.positions().ruleset_of(p);
        let state = cx.positions().state(p).to_vec();
        // An impartial position is its own negative.
        if here == SUM || here == NEGATIVE {
            open.extend(state.iter().rev().map(|&q| PositionId::of_word(q)));
            continue;
        }
        match &tokens(p, cx)[..] {
            [token] => found.push(cx.positions().normal_order(*token)),
            tokens => found.extend(tokens),
        }
    }
    Ok(found)
}

impl Memory {
    /// Returns the numbers of the components of a position, except those without moves. Numbers all components that can be
    /// reached.
    ///
    /// # Errors
    /// [`Fault::Loopy`], [`Fault::Partizan`], [`Fault::Refused`] if misère play of this kind does not apply.
    pub(super) fn read(&mut self, p: PositionId, cx: &mut dyn Context) -> Result<Vec<u32>, Fault> {
        let parts = components(p, cx)?;
        for &part in &parts {
            self.follow(part, cx)?;
        }
        let numbers = parts.iter().map(|part| self.numbers[part]);
        Ok(numbers.filter(|&n| self.game.move_of(n as usize, 0).is_some()).collect())
    }

    fn follow(&mut self, start: PositionId, cx: &mut dyn Context) -> Result<(), Fault> {
        if self.numbers.contains_key(&start) {
            return Ok(());
        }
        let mut walk = PostOrder::new([self.open(start, cx)?]);
        let mut on_the_way: FastSet<PositionId> = [start].into_iter().collect();
        while let Some(frame) = walk.next(&mut cx.games().budget)? {
            let is_missing = |part: &&PositionId| !self.numbers.contains_key(part);
            let moves = (frame.next..).zip(&frame.moves[frame.next..]);
            let missing = moves.filter_map(|(i, parts)| Some((i, *parts.iter().find(is_missing)?))).next();
            let Some((next, part)) = missing else {
                on_the_way.remove(&frame.position);
                self.add(frame, cx)?;
                continue;
            };
            frame.next = next;
            if !on_the_way.insert(part) {
                return Err(Fault::Loopy);
            }
            if walk.len() >= DEEPEST {
                return Err(Fault::Endless { depth: DEEPEST });
            }
            demand_end(part, walk.len(), cx)?;
            walk.push(self.open(part, cx)?);
        }
        Ok(())
    }

    fn open(&self, p: PositionId, cx: &mut dyn Context) -> Result<OpenComponent, Fault> {
        cx.positions().demand_value(p)?;
        let mut found = Options::default();
        options(p, cx, &mut found)?;
        if !found.impartial {
            return Err(Fault::Partizan);
        }
        if found.left.is_empty() && end(p, Convention::Misere, cx)? != End::Mover(Convention::Misere.seed()) {
            return Err(Fault::Partizan);
        }
        let mut moves = Vec::with_capacity(found.left.len());
        for &option in &found.left {
            moves.push(components(option, cx)?);
        }
        Ok(OpenComponent { position: p, moves, next: 0 })
    }

    /// Adds a component whose options all have numbers.
    fn add(&mut self, component: &OpenComponent, cx: &mut dyn Context) -> Result<(), Fault> {
        // The limits may have stopped an earlier call halfway.
        let number = self.holds.len();
        self.game.truncate(number);
        self.nim_values.truncate(number);
        let mut moves = Vec::with_capacity(component.moves.len());
        for parts in &component.moves {
            cx.games().budget.tick()?;
            let parts = parts.iter().map(|part| self.numbers[part]);
            moves.push(parts.filter(|&n| self.game.move_of(n as usize, 0).is_some()).collect::<Vec<u32>>());
        }
        self.game.push(&moves);
        let value = |left: &Vec<u32>| left.iter().fold(0, |sum, &n| sum ^ self.nim_values[n as usize]);
        let mut values: Vec<u64> = moves.iter().map(value).collect();
        values.sort_unstable();
        values.dedup();
        let value = (0..).zip(&values).take_while(|(n, value)| n == *value).count() as u64;
        self.nim_values.push(value);
        let broken = conditions(&self.game, &self.nim_values, number, &mut cx.games().budget)?;
        let holds = broken.is_empty() && moves.iter().flatten().all(|&n| self.holds[n as usize]);
        self.holds.push(holds);
        self.numbers.insert(component.position, number as u32);
        cx.games().budget.count_position();
        Ok(())
    }

    /// Decides whether the mover loses, and returns the theorem or the search that shows it.
    ///
    /// # Errors
    /// [`Fault::None`] with the reason of `untold`, if there is one and a short search does not decide.
    pub(super) fn outcome(
        &mut self,
        heaps: &[u32],
        untold: Option<&Untold>,
        cx: &mut dyn Context,
    ) -> Result<(bool, Way), Fault> {
        let theorem = |theorem| Way::Theorem(theorem, Vec::new());
        if heaps.iter().all(|&h| self.holds[h as usize]) {
            let lost = is_bouton(heaps.iter().map(|&h| self.nim_values[h as usize]));
            return Ok((lost, theorem(&FERGUSON)));
        }
        let mut is_new = true;
        if let Some((of, quotient)) = &self.quotient {
            let places = places(heaps, of);
            is_new = places.len() < heaps.len();
            if let Some(quotient) = quotient.as_ref().filter(|_| !is_new) {
                return Ok((quotient.is_lost(&places), theorem(&PLAMBECK)));
            }
        }
        let budget = &mut cx.games().budget;
        let before = self.sums.len();
        if let Some(lost) = self.sums.is_lost(&self.game, heaps, SHORT_SEARCH, budget)? {
            return Ok((lost, Way::Search(self.sums.len() - before + 1)));
        }
        if let Some(untold) = untold {
            return Err(Fault::None(untold.why.clone()));
        }
        if is_new && let Some(lost) = self.by_quotient(heaps, cx)? {
            return Ok((lost, theorem(&PLAMBECK)));
        }
        let lost = self.sums.is_lost(&self.game, heaps, usize::MAX, &mut cx.games().budget)?;
        Ok((lost == Some(true), Way::Search(self.sums.len() - before + 1)))
    }

    /// Decides whether the mover loses by the quotient of all components that can be reached, or returns `None` if it
    /// exceeds [`Limits::SMALL`]. The quotient is kept for the next question.
    pub(super) fn by_quotient(&mut self, heaps: &[u32], cx: &mut dyn Context) -> Result<Option<bool>, Fault> {
        let game = self.game_of(&[heaps.to_vec()], cx)?;
        let quotient = Quotient::of(&game.moves, Limits::SMALL, &mut cx.games().budget)?;
        let quotient = Some(quotient).filter(Quotient::is_complete);
        let answer = quotient.as_ref().map(|quotient| quotient.is_lost(&game.positions[0]));
        let of = self.reached(heaps, &mut FastSet::default(), cx)?;
        self.quotient = Some((of, quotient));
        Ok(answer)
    }

    /// Returns the components that can be reached from `heaps`, themselves included, in ascending order. Components in
    /// `visited` are left out, and the others are added to it.
    pub(super) fn reached(
        &self,
        heaps: &[u32],
        visited: &mut FastSet<u32>,
        cx: &mut dyn Context,
    ) -> Result<Vec<u32>, Fault> {
        let mut found: Vec<u32> = heaps.iter().copied().filter(|&h| visited.insert(h)).collect();
        let mut next = 0;
        while let Some(&heap) = found.get(next) {
            next += 1;
            for left in self.game.moves(heap as usize) {
                cx.games().budget.tick()?;
                found.extend(left.iter().filter(|&&h| visited.insert(h)));
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    /// Returns the components that `sums` can reach, renumbered as the heaps of a game.
    pub(super) fn game_of(&self, sums: &[Vec<u32>], cx: &mut dyn Context) -> Result<HeapGame, Fault> {
        let (mut visited, mut numbers) = (FastSet::default(), FastMap::default());
        let mut game = HeapGame { moves: HeapMoves::default(), nim_values: Vec::new(), positions: Vec::new() };
        for heaps in sums {
            for heap in self.reached(heaps, &mut visited, cx)? {
                let mut moves: Vec<Vec<u32>> = Vec::new();
                for left in self.game.moves(heap as usize) {
                    cx.games().budget.tick()?;
                    moves.push(left.iter().map(|h| numbers[h]).collect());
                }
                numbers.insert(heap, game.moves.len() as u32);
                game.moves.push(&moves);
                game.nim_values.push(self.nim_values[heap as usize]);
            }
            game.positions.push(heaps.iter().map(|h| numbers[h]).collect());
        }
        Ok(game)
    }

    /// Returns the species of a sum of components, from its form or, if there are too many forms, from its moves. By moves,
    /// some games are tame that the literature, which considers forms, calls wild.
    pub(super) fn species(&mut self, heaps: &[u32], cx: &mut dyn Context) -> Result<Species, Fault> {
        if !self.is_full {
            match self.form(heaps, cx) {
                Ok(form) => return Ok(self.forms.species(form, &mut cx.games().budget)?.clone()),
                Err(Fault::TooLarge { .. }) => {
                    (self.forms, self.form_of, self.is_full) = (Forms::new(), FastMap::default(), true);
                }
                Err(fault) => return Err(fault),
            }
        }
        Ok(self.sums.species(&self.game, heaps, &mut cx.games().budget)?.clone())
    }

    /// Like [`Memory::species`], but the genus of a sum of tame components is computed from theirs.
    pub(super) fn species_of_sum(&mut self, heaps: &[u32], cx: &mut dyn Context) -> Result<Species, Fault> {
        let mut parts = Vec::with_capacity(heaps.len());
        for &heap in heaps {
            parts.push(self.species(&[heap], cx)?);
        }
        match Species::of_tame_sum(&parts) {
            Some(sum) => Ok(sum),
            None => self.species(heaps, cx),
        }
    }

    /// Returns the misère canonical form of a sum of components.
    pub(super) fn form(&mut self, heaps: &[u32], cx: &mut dyn Context) -> Result<FormId, Fault> {
        let new: Vec<u32> = heaps.iter().copied().filter(|h| !self.form_of.contains_key(h)).collect();
        // Moves lead to smaller numbers, whose forms are known by then.
        let reached = self.reached(&new, &mut FastSet::default(), cx)?;
        let budget = &mut cx.games().budget;
        for heap in reached {
            if self.form_of.contains_key(&heap) {
                continue;
            }
            let mut options = Vec::new();
            for left in self.game.moves(heap as usize) {
                options.push(sum_of(&mut self.forms, &self.form_of, left, budget)?);
            }
            let form = self.forms.of(&options, budget)?;
            self.form_of.insert(heap, form);
        }
        sum_of(&mut self.forms, &self.form_of, heaps, budget)
    }
}

/// Returns the indices in the sorted list `of` of those `heaps` that it contains.
pub(super) fn places(heaps: &[u32], of: &[u32]) -> Vec<u32> {
    heaps.iter().filter_map(|h| of.binary_search(h).ok()).map(|i| i as u32).collect()
}

pub(super) fn sum_of(
    forms: &mut Forms,
    form_of: &FastMap<u32, FormId>,
    heaps: &[u32],
    budget: &mut crate::games::Budget,
) -> Result<FormId, Fault> {
    heaps.iter().try_fold(FormId::ZERO, |sum, h| forms.sum(sum, form_of[h], budget))
}
