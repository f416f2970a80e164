//! Impartial play that ends, in misère play: positions as sums of numbered components.
//!
//! A component is a position that is no sum; its moves lead to sums of other components. All components met are kept in
//! one table, numbered so that moves lead to smaller numbers, with what was found of them. So the engine of misère play
//! meets every ruleset as a game on heaps.

mod any_size;
mod beside_nim;
mod bouton;
mod by_quotient;
mod canonical;
mod genera;

pub use bouton::bouton;
use bouton::{heaps_by_bouton, is_bouton_of, is_one_large_heap, moves_by_bouton, small_heaps, values_of_bouton};
pub use by_quotient::{ByQuotient, by_quotient};
pub use canonical::{mate, misere_form};
pub use genera::{GenusOf, genus, is_tame};

use beside_nim::Untold;

use super::value::DEEPEST;
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Fault, PostOrder};
use crate::graphs::Verdict;
use crate::heaps::{HeapMoves, ReplyCount, Rule};
use crate::misere::{Condition, FormId, Forms, Limits, Quotient, Species, Sums, conditions, is_bouton};
use crate::positions::{
    Claim, Context, Convention, End, NEGATIVE, Options, PositionId, SUM, Theorem, Way, demand_end, end, options, tokens,
};

const FERGUSON: Theorem = Theorem {
    says: Claim::Because("by Bouton's rule, since conditions A1 to A5 hold"),
    source: "Ferguson 1974, theorem 2",
};
/// Names the misère quotient as the reason of an outcome; [`by_quotient`] tells the rest.
pub const PLAMBECK: Theorem =
    Theorem { says: Claim::Because("by the misère quotient of its heaps"), source: "Plambeck and Siegel 2008" };

/// Positions to which a search goes before a quotient is tried.
const SHORT_SEARCH: usize = 20_000;
/// Options of forms to which a genus is looked for by moves before a quotient is tried.
const FEW_OPTIONS: usize = 200_000;

/// Everything that was found of components. It is forgotten when positions are.
#[derive(Default)]
pub(super) struct Memory {
    numbers: FastMap<PositionId, u32>,
    game: HeapMoves,
    nim_values: Vec<u64>,
    /// Whether the component and all that can be reached from it keep Ferguson's conditions.
    holds: Vec<bool>,
    sums: Sums,
    forms: Forms,
    form_of: FastMap<u32, FormId>,
    /// There are more forms than are kept.
    is_full: bool,
    /// The quotient made last, with the components that it is of; nothing in its place if there was none.
    quotient: Option<(Vec<u32>, Option<Quotient>)>,
    /// What is proved of all heaps of rules.
    rules: FastMap<Rule, any_size::OfRule>,
}

/// A component whose moves are being followed.
struct Open {
    position: PositionId,
    /// The moves: the components of each.
    moves: Vec<Vec<PositionId>>,
    /// The first move that may have a component without a number.
    next: usize,
}

/// Runs something with the memory of components.
fn with_memory<T>(
    cx: &mut dyn Context,
    run: impl FnOnce(&mut Memory, &mut dyn Context) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut memory: Box<Memory> = cx.positions().take_table(SUM);
    let result = run(&mut memory, cx);
    cx.positions().put_table(SUM, memory);
    result
}

/// The components of a position: those of sums, heaps that are moved one at a time, other positions as they are.
fn components(p: PositionId, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
    let mut open = vec![p];
    let mut found = Vec::new();
    while let Some(p) = open.pop() {
        cx.games().budget.tick()?;
        let here = cx.positions().ruleset_of(p);
        let state = cx.positions().state(p).to_vec();
        // Where both players have the same moves, the negative of a position is itself.
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
    /// The numbers of the components of a position, all that can be reached among them looked at. Those without moves are
    /// left out.
    ///
    /// # Errors
    /// [`Fault::Loopy`], [`Fault::Partizan`], [`Fault::Refused`] where misère play of this kind does not apply; limits; what
    /// the rules say.
    fn read(&mut self, p: PositionId, cx: &mut dyn Context) -> Result<Vec<u32>, Fault> {
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

    fn open(&self, p: PositionId, cx: &mut dyn Context) -> Result<Open, Fault> {
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
        Ok(Open { position: p, moves, next: 0 })
    }

    /// Adds a component all of whose moves are known.
    fn add(&mut self, component: &Open, cx: &mut dyn Context) -> Result<(), Fault> {
        let number = self.game.len();
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

    /// Whether the mover loses, and how that is known. Where all positions would have to be searched, `untold` may say why
    /// that is not done.
    fn outcome(&mut self, heaps: &[u32], untold: Option<&Untold>, cx: &mut dyn Context) -> Result<(bool, Way), Fault> {
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

    /// Whether the mover loses by the quotient of all components that can be reached, if there is one within bounds. It is
    /// kept for the next question.
    fn by_quotient(&mut self, heaps: &[u32], cx: &mut dyn Context) -> Result<Option<bool>, Fault> {
        let game = self.game_of(&[heaps.to_vec()], cx)?;
        let quotient = Quotient::of(&game.moves, Limits::SMALL, &mut cx.games().budget)?;
        let quotient = Some(quotient).filter(Quotient::is_complete);
        let answer = quotient.as_ref().map(|quotient| quotient.is_lost(&game.positions[0]));
        let of = self.reached(heaps, &mut FastSet::default(), cx)?;
        self.quotient = Some((of, quotient));
        Ok(answer)
    }

    /// These components and all that can be reached from them, ascending, but for those met before.
    fn reached(&self, heaps: &[u32], met: &mut FastSet<u32>, cx: &mut dyn Context) -> Result<Vec<u32>, Fault> {
        let mut found: Vec<u32> = heaps.iter().copied().filter(|&h| met.insert(h)).collect();
        let mut next = 0;
        while let Some(&heap) = found.get(next) {
            next += 1;
            for left in self.game.moves(heap as usize) {
                cx.games().budget.tick()?;
                found.extend(left.iter().filter(|&&h| met.insert(h)));
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    /// The components that some sums reach as a game of their own.
    fn game_of(&self, sums: &[Vec<u32>], cx: &mut dyn Context) -> Result<HeapGame, Fault> {
        let (mut met, mut numbers) = (FastSet::default(), FastMap::default());
        let mut game = HeapGame { moves: HeapMoves::default(), nim_values: Vec::new(), positions: Vec::new() };
        for heaps in sums {
            for heap in self.reached(heaps, &mut met, cx)? {
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

    /// The species of a sum of components: from its form, or, where there are too many forms, from its moves. Those may tell
    /// some games to be tame that the literature, which looks at forms, calls wild.
    fn species(&mut self, heaps: &[u32], cx: &mut dyn Context) -> Result<Species, Fault> {
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

    /// The same; of tame components the genus of the sum is known from theirs.
    fn species_of_sum(&mut self, heaps: &[u32], cx: &mut dyn Context) -> Result<Species, Fault> {
        let mut parts = Vec::with_capacity(heaps.len());
        for &heap in heaps {
            parts.push(self.species(&[heap], cx)?);
        }
        match Species::of_tame_sum(&parts) {
            Some(sum) => Ok(sum),
            None => self.species(heaps, cx),
        }
    }

    /// The misère canonical form of a sum of components.
    fn form(&mut self, heaps: &[u32], cx: &mut dyn Context) -> Result<FormId, Fault> {
        let new: Vec<u32> = heaps.iter().copied().filter(|h| !self.form_of.contains_key(h)).collect();
        // Moves lead to smaller numbers, whose forms then are there.
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

/// Where some components stand in a sorted list; those that do not are left out.
fn places(heaps: &[u32], of: &[u32]) -> Vec<u32> {
    heaps.iter().filter_map(|h| of.binary_search(h).ok()).map(|i| i as u32).collect()
}

fn sum_of(
    forms: &mut Forms,
    form_of: &FastMap<u32, FormId>,
    heaps: &[u32],
    budget: &mut crate::games::Budget,
) -> Result<FormId, Fault> {
    heaps.iter().try_fold(FormId::ZERO, |sum, h| forms.sum(sum, form_of[h], budget))
}

/// Who wins a position in misère play, if both players have the same moves and play ends; nothing elsewhere.
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

/// The moves that win misère play, if both players have the same and play ends; nothing elsewhere.
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

/// One move that wins misère play, of a position that is won and has too many moves to list; `None` if there is no way to
/// find it.
pub(super) fn move_to_lost(p: PositionId, cx: &mut dyn Context) -> Result<Option<PositionId>, Fault> {
    if let Some(moves) = moves_by_bouton(p, ReplyCount::One, cx)?
        && let Some(&found) = moves.first()
    {
        return Ok(Some(found));
    }
    Ok(beside_nim::moves(p, ReplyCount::One, cx)?.and_then(|moves| moves.first().copied()))
}

/// The genus of a position and its class: equal to a heap of Nim, tame, restive or wild.
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
/// [`Fault::Loopy`], [`Fault::Partizan`], [`Fault::LargeNimber { .. }`] where there is none; limits; what the rules say.
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

/// As [`species`] from the forms, but nothing if these have too many options.
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

/// Several positions as sums of the heaps of one game, in which every move leads to smaller heaps.
pub struct HeapGame {
    /// The moves of all heaps that can be reached. Those of a position stand before those that only later ones reach.
    pub moves: HeapMoves,
    /// The nim-value of each heap.
    pub nim_values: Vec<u64>,
    /// The heaps of each position; heaps without moves are left out.
    pub positions: Vec<Vec<u32>>,
}

impl HeapGame {
    /// The game that some impartial positions make, whatever rules they are of.
    ///
    /// # Errors
    /// As [`species`].
    pub fn of(positions: &[PositionId], cx: &mut dyn Context) -> Result<HeapGame, Fault> {
        with_memory(cx, |memory, cx| {
            let mut all = Vec::with_capacity(positions.len());
            for &p in positions {
                all.push(memory.read(p, cx)?);
            }
            memory.game_of(&all, cx)
        })
    }

    /// Ferguson's conditions and who breaks them: condition and position, in the order of the positions (Ferguson 1974,
    /// section 4).
    ///
    /// # Errors
    /// Limits.
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

    /// Whether Bouton's rule tells who wins misère play of every sum of the heaps: whether all of them keep the conditions.
    ///
    /// # Errors
    /// Limits.
    pub fn is_bouton(&self, cx: &mut dyn Context) -> Result<bool, Fault> {
        for heap in 0..self.moves.len() {
            if !conditions(&self.moves, &self.nim_values, heap, &mut cx.games().budget)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
