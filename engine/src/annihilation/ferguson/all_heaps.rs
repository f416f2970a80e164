//! Ferguson's theory of all heaps of a game that takes from one heap.
//!
//! The nim-value of a heap, its set W and whether it breaks a condition depend on the heaps a little below it alone. So where
//! a stretch of heaps looks as one did before, its sets W either the same or moved along with it, everything repeats: a
//! theorem that holds for the heaps as far as that proves it holds for all.

use dashu_int::UBig;

use super::play::{Count, Place, Side};
use super::special::{PAIRS_LISTED, is_listed};
use super::{FergusonCondition, FergusonTheorem, MisereTheory};
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Budget, Fault};
use crate::graphs::Digraph;
use crate::heaps::{Rule, Splits};

/// Moves of the heaps among which a period is looked for.
const MOVES: u64 = 1 << 23;
/// Heaps among which a period is looked for.
const HEAPS: u64 = 1 << 18;
/// Heaps that Theorems 5 and 6 speak of one by one are smaller.
const NAMED_HEAPS: u64 = 64;

/// The numbers that can be taken, if every move takes some of one heap and leaves the rest in one heap.
pub(super) struct Takes {
    /// Numbers after which some are left.
    some: Vec<u64>,
    /// Numbers that may be a whole heap.
    whole: Vec<u64>,
    /// The largest of all.
    largest: u64,
}

impl Takes {
    /// Returns the numbers of a rule, or `None` if moves split heaps or the numbers have no end.
    fn of(rule: &Rule) -> Option<Takes> {
        let code = rule.code();
        let largest = code.last()?;
        if rule.splits() != Splits::Coded || code.digit(0) != 0 || code.largest_digit() > 3 {
            return None;
        }
        let taken = |heaps| (1..=largest).filter(|&k| code.allows(k, heaps)).collect();
        Some(Takes { some: taken(1), whole: taken(0), largest })
    }

    /// Returns the graph of heaps below `n`.
    fn graph(&self, n: u32, budget: &mut Budget) -> Result<Digraph, Fault> {
        let most = self.some.len().max(self.whole.len()) * n as usize;
        Digraph::from_rows(n, most, budget, |heap, row| {
            row.extend(self.some.iter().filter(|&&k| k < heap.into()).map(|&k| heap - k as u32));
            row.extend(self.whole.binary_search(&heap.into()).map(|_| 0));
        })
    }
}

/// The repetition of the heaps.
#[derive(Debug)]
pub(super) struct Repetition {
    /// The heap from which on they repeat.
    start: u64,
    /// The period: heaps are like those larger by this number.
    period: u64,
    /// The terminals of the sets W that go on; every other one is moved along.
    lasting: FastSet<u32>,
}

/// Ferguson's theory of the misère annihilation game on all heaps of a rule.
///
/// ```
/// use cg_engine::annihilation::{AllHeaps, FergusonTheorem};
/// use cg_engine::games::{Budget, Outcome};
/// use cg_engine::heaps::Code;
/// let budget = &mut Budget::unlimited();
/// let all = AllHeaps::of(&Code::taking(&[1, 3, 4]).into(), budget)?.expect("a period of the sets W");
/// assert_eq!((all.theorem(), all.preperiod(), all.period()), (Some(FergusonTheorem::Three), 0, 7));
/// // W = {7j + 4, 7j + 5, 7j + 6} for every j.
/// let pair = [4u64, 6].map(|n| 7 * 10u64.pow(17) + n);
/// assert_eq!(all.side(&pair.map(Into::into)).map(|side| side.outcome()), Some(Outcome::N));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub struct AllHeaps {
    takes: Takes,
    /// The theory of the heaps that are examined one by one.
    theory: MisereTheory,
    heaps: u64,
    repetition: Repetition,
}

impl AllHeaps {
    /// Returns the theory of a rule, or `None` if moves split heaps, numbers to take have no end, or no period is
    /// found.
    pub fn of(rule: &Rule, budget: &mut Budget) -> Result<Option<AllHeaps>, Fault> {
        let Some(takes) = Takes::of(rule) else { return Ok(None) };
        let mut heaps = 8 * takes.largest + 2 * NAMED_HEAPS;
        loop {
            let moves = takes.some.len() as u64 * heaps;
            if heaps > HEAPS || moves > MOVES {
                return Ok(None);
            }
            let graph = takes.graph(heaps as u32, budget)?;
            let mut theory = MisereTheory::new(&graph, budget)?;
            let Some(repetition) = repetition(&theory, heaps, takes.largest, budget)? else {
                heaps *= 2;
                continue;
            };
            let enough = enough(&theory, &repetition, takes.largest);
            if enough > heaps {
                heaps = enough;
                continue;
            }
            theory.name_heaps(|heap| Some(heap.into()), budget)?;
            return Ok(Some(AllHeaps { takes, theory, heaps, repetition }));
        }
    }

    /// Returns the theory of the heaps that are examined one by one: at least two periods.
    pub fn theory(&self) -> &MisereTheory {
        &self.theory
    }

    /// Returns the theorem that answers for all heaps, if one does.
    pub fn theorem(&self) -> Option<FergusonTheorem> {
        self.theory.theorem()
    }

    /// Returns the heap from which on nim-values, sets W and R repeat.
    pub fn preperiod(&self) -> u64 {
        self.repetition.start
    }

    /// Returns the period with which they do.
    pub fn period(&self) -> u64 {
        self.repetition.period
    }

    /// Returns `true` if the set W with this terminal goes on for ever, that is, if its heaps do not end before the
    /// period.
    pub fn is_lasting(&self, terminal: u32) -> bool {
        self.repetition.lasting.contains(&terminal)
    }

    /// Returns the number of smallest heaps that have a theorem together, or `None` if one theorem applies to all
    /// heaps.
    pub fn holds_below(&self, budget: &mut Budget) -> Result<Option<u64>, Fault> {
        if self.theorem().is_some() {
            return Ok(None);
        }
        // A theorem that applies to some heaps applies to fewer.
        let (mut holds, mut fails) = (0, self.heaps as u32);
        while fails - holds > 1 {
            let middle = holds + (fails - holds) / 2;
            let graph = self.takes.graph(middle, budget)?;
            match MisereTheory::new(&graph, budget)?.theorem() {
                Some(_) => holds = middle,
                None => fails = middle,
            }
        }
        Ok(Some(holds.into()))
    }

    /// Returns the kind of P-position that these different heaps are. `None` if no theorem decides.
    pub fn side(&self, heaps: &[UBig]) -> Option<Side> {
        if self.theory.is_broken(FergusonCondition::A) {
            return None;
        }
        let mut count = Count::new(self, heaps);
        let side = count.side(self.theorem());
        if side.is_none()
            && self.takes.some == PAIRS_LISTED
            && self.takes.whole == PAIRS_LISTED
            && count.high.len() == 2
        {
            let pair: Vec<&UBig> = count.high.iter().collect();
            return Some(if is_listed([pair[0], pair[1]], count.ones) { Side::Listed } else { Side::Neither });
        }
        side
    }

    /// Returns the terminal of the set W that a heap is in, if it is in one alone.
    pub fn set_of(&self, heap: &UBig) -> Option<UBig> {
        self.set(heap)
    }

    /// Returns the nim-value of a heap.
    pub fn nim_value(&self, heap: &UBig) -> u32 {
        self.value(heap)
    }

    /// Returns an examined heap that the heap is like, and the difference.
    fn known(&self, heap: &UBig) -> (u32, UBig) {
        let small = u32::try_from(heap.clone()).ok().filter(|&heap| u64::from(heap) < self.heaps);
        match small {
            Some(heap) => (heap, UBig::ZERO),
            None => {
                let last = self.heaps - self.repetition.period;
                let like = last + (heap - last) % self.repetition.period;
                (like as u32, heap - like)
            }
        }
    }
}

impl Place for AllHeaps {
    type Vertex = UBig;
    type Set = UBig;

    fn value(&self, heap: &UBig) -> u32 {
        self.theory.value(self.known(heap).0)
    }

    fn set(&self, heap: &UBig) -> Option<UBig> {
        let (like, moved) = self.known(heap);
        let terminal = self.theory.terminal_of(like)?;
        Some(if self.is_lasting(terminal) { terminal.into() } else { moved + terminal })
    }

    fn followers(&self, heap: &UBig) -> Vec<UBig> {
        let some = self.takes.some.iter().filter(|&&k| *heap > UBig::from(k)).map(|&k| heap - k);
        let whole = self.takes.whole.iter().filter(|&&k| *heap == UBig::from(k)).map(|_| UBig::ZERO);
        some.chain(whole).collect()
    }
}

/// Finds the repetition of the heaps: a stretch at the end as wide as two moves reach equals one before it, with sets W
/// shifted or the same.
fn repetition(
    theory: &MisereTheory,
    heaps: u64,
    largest: u64,
    budget: &mut Budget,
) -> Result<Option<Repetition>, Fault> {
    let width = 2 * largest + 1;
    for period in 1..=heaps / 2 - width {
        budget.tick()?;
        let mut terminals: FastMap<u32, bool> = FastMap::default();
        let last = heaps - period;
        let mut start = last;
        while start > 0 && repeats(theory, start as u32 - 1, period as u32, &mut terminals) {
            budget.tick()?;
            start -= 1;
        }
        // Moves alone determine how heaps repeat only if the size of a heap is their only limit.
        if last - start < width {
            continue;
        }
        let clash = |(&t, &lasting): (&u32, &bool)| !lasting && terminals.get(&(t + period as u32)) == Some(&true);
        if !terminals.iter().any(clash) {
            let lasting = terminals.into_iter().filter(|&(_, lasting)| lasting).map(|(t, _)| t).collect();
            return Ok(Some(Repetition { start, period, lasting }));
        }
    }
    Ok(None)
}

/// Returns `true` if a heap is like the one a period larger: in nim-value, in kind and in its set W, which is either
/// the same or shifted.
fn repeats(theory: &MisereTheory, heap: u32, period: u32, terminals: &mut FastMap<u32, bool>) -> bool {
    let next = heap + period;
    if theory.value(heap) != theory.value(next) || theory.kind(heap) != theory.kind(next) {
        return false;
    }
    let (Some(here), Some(there)) = (theory.terminal_of(heap), theory.terminal_of(next)) else { return true };
    let lasting = here == there;
    (lasting || there == here + period) && *terminals.entry(here).or_insert(lasting) == lasting
}

/// Returns a number of heaps that show all there is. A condition is about a heap and those that two moves reach, and C3
/// about two heaps next to the same sets W. If these are shifted, the two heaps are not farther apart than a set is
/// wide; else each of the two is like one of the first period.
fn enough(theory: &MisereTheory, repetition: &Repetition, largest: u64) -> u64 {
    let first = (repetition.start + 2 * largest).max(3 * largest) + 1;
    let end = first + repetition.period;
    let wide = |heap: u64| {
        let terminal = theory.terminal_of(heap as u32).filter(|terminal| !repetition.lasting.contains(terminal));
        terminal.map_or(0, |terminal| heap - u64::from(terminal))
    };
    let widest = (0..end.min(theory.vertices().len() as u64)).map(wide).max().unwrap_or(0);
    (end + widest + largest + 1).max(2 * repetition.period + NAMED_HEAPS + repetition.start)
}
