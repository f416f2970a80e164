//! Sums of heaps in misère play, from their moves with memory.

use super::genus::{Catalogue, Species};
use super::multisets::Multisets;
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault, PostOrder};
use crate::heaps::HeapMoves;

/// The mark of an outcome that is not known yet.
const UNKNOWN_OUTCOME: u32 = u32::MAX;

/// The species and outcomes of sums of heaps of one game, as far as they were computed.
///
/// Heaps equal to heaps of Nim are recognised by their moves and count as those, so that two heaps `*` vanish. The game
/// may grow between questions: heaps may be added to it, none may change.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::heaps::HeapMoves;
/// use cg_engine::misere::Sums;
///
/// let mut nim = HeapMoves::default();
/// nim.push(&[]);
/// nim.push(&[vec![]]);
/// nim.push(&[vec![1], vec![]]);
/// let (mut sums, budget) = (Sums::default(), &mut Budget::unlimited());
/// assert_eq!(sums.species(&nim, &[2, 2], budget)?.to_string(), "0^0");
/// assert_eq!(sums.is_lost(&nim, &[2, 2], usize::MAX, budget)?, Some(true));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Default)]
pub struct Sums {
    /// The heap as which each heap counts in a sum, `Some(None)` if it counts as no heap, and `None` if it was not
    /// examined yet.
    counts_as: Vec<Option<Option<u32>>>,
    /// The least heap that is equal to the heap of Nim of each size; none for 0.
    nim: Vec<Option<u32>>,
    /// The size of the heap of Nim that a heap is equal to.
    size: FastMap<u32, u32>,
    /// Heaps by their moves in normal form.
    by_moves: FastMap<Vec<u32>, u32>,
    positions: Multisets,
    /// The outcome of each position: 0 unknown, 1 lost for the mover, 2 won.
    outcomes: Vec<u8>,
    kinds: Vec<u32>,
    catalogue: Catalogue,
}

/// A position whose options are examined, one by one.
struct SumFrame {
    position: u32,
    /// The heap that moves, and its next move.
    heap: usize,
    next: usize,
    /// The kinds of its options.
    kinds: Vec<u32>,
}

impl SumFrame {
    fn new(position: u32) -> SumFrame {
        SumFrame { position, heap: 0, next: 0, kinds: Vec::new() }
    }

    /// Makes the last move again.
    fn again(&mut self) {
        self.next -= 1;
    }
}

impl Sums {
    /// Returns the number of positions examined so far.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns `true` if no position was examined.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the genus and class of a sum of heaps.
    pub fn species(&mut self, game: &HeapMoves, heaps: &[u32], budget: &mut Budget) -> Result<&Species, Fault> {
        let start = self.position(game, heaps, budget)?;
        let mut walk = PostOrder::new((self.kind(start) == UNKNOWN_OUTCOME).then_some(SumFrame::new(start)));
        'frames: while let Some(frame) = walk.next(budget)? {
            while let Some(option) = self.option(game, frame, budget)? {
                match self.kind(option) {
                    UNKNOWN_OUTCOME => {
                        frame.again();
                        walk.push(SumFrame::new(option));
                        continue 'frames;
                    }
                    kind => frame.kinds.push(kind),
                }
            }
            budget.count_position();
            self.kinds[frame.position as usize] = self.catalogue.of(std::mem::take(&mut frame.kinds));
        }
        let kind = self.kind(start);
        Ok(self.catalogue.species(kind))
    }

    /// Returns `true` if the mover loses a sum of heaps. `None` if more than `most` new positions would have to be
    /// examined.
    pub fn is_lost(
        &mut self,
        game: &HeapMoves,
        heaps: &[u32],
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Fault> {
        let start = self.position(game, heaps, budget)?;
        let before = self.positions.len();
        let mut walk = PostOrder::new((self.outcome(start) == 0).then_some(SumFrame::new(start)));
        'frames: while let Some(frame) = walk.next(budget)? {
            let position = frame.position;
            // The mover wins where there is no move, and loses where every move is won by the next.
            let mut found = if self.positions.get(position).is_empty() { 2 } else { 1 };
            while let Some(option) = self.option(game, frame, budget)? {
                if self.positions.len() - before > most {
                    return Ok(None);
                }
                match self.outcome(option) {
                    0 => {
                        frame.again();
                        walk.push(SumFrame::new(option));
                        continue 'frames;
                    }
                    1 => {
                        found = 2;
                        break;
                    }
                    _ => {}
                }
            }
            budget.count_position();
            self.outcomes[position as usize] = found;
        }
        Ok(Some(self.outcome(start) == 1))
    }

    fn kind(&mut self, position: u32) -> u32 {
        if self.kinds.len() <= position as usize {
            self.kinds.resize(self.positions.len(), UNKNOWN_OUTCOME);
        }
        self.kinds[position as usize]
    }

    fn outcome(&mut self, position: u32) -> u8 {
        if self.outcomes.len() <= position as usize {
            self.outcomes.resize(self.positions.len(), 0);
        }
        self.outcomes[position as usize]
    }

    /// Returns the next option of a position, if there is one left. Equal heaps move once.
    fn option(&mut self, game: &HeapMoves, frame: &mut SumFrame, budget: &mut Budget) -> Result<Option<u32>, Fault> {
        let mut next = Vec::new();
        loop {
            let heaps = self.positions.get(frame.position);
            let Some(&heap) = heaps.get(frame.heap) else { return Ok(None) };
            let again = frame.heap > 0 && heaps[frame.heap - 1] == heap;
            let Some(left) = game.move_of(heap as usize, frame.next).filter(|_| !again) else {
                frame.heap += 1;
                frame.next = 0;
                continue;
            };
            frame.next += 1;
            next.extend(heaps.iter().enumerate().filter(|(i, _)| *i != frame.heap).map(|(_, h)| *h));
            next.extend(left);
            self.settle(game, left, budget)?;
            self.reduce(&mut next);
            return self.positions.intern(&next, budget).map(Some);
        }
    }

    /// Returns the number of a sum in normal form.
    fn position(&mut self, game: &HeapMoves, heaps: &[u32], budget: &mut Budget) -> Result<u32, Fault> {
        self.settle(game, heaps, budget)?;
        let mut heaps = heaps.to_vec();
        self.reduce(&mut heaps);
        self.positions.intern(&heaps, budget)
    }

    /// Replaces settled heaps by the heaps that they count as. Two heaps `*` vanish; one becomes part of a heap of Nim.
    fn reduce(&self, heaps: &mut Vec<u32>) {
        let one = self.nim.get(1).copied().flatten();
        let mut ones = 0;
        heaps.retain_mut(|heap| match self.counts_as[*heap as usize] {
            Some(Some(other)) if Some(other) == one => {
                ones += 1;
                false
            }
            Some(Some(other)) => {
                *heap = other;
                true
            }
            _ => false,
        });
        if ones % 2 == 1 {
            // `*` and `*2k` are `*(2k+1)`, and the other way round: the options agree one by one.
            let partner = |heap: &u32| *self.nim.get(*self.size.get(heap)? as usize ^ 1)?;
            match heaps.iter_mut().rev().find_map(|heap| partner(heap).map(|other| (heap, other))) {
                Some((heap, other)) => *heap = other,
                None => heaps.extend(one),
            }
        }
        heaps.sort_unstable();
    }

    /// Finds the heaps that heaps count as, those first that their moves lead to.
    fn settle(&mut self, game: &HeapMoves, heaps: &[u32], budget: &mut Budget) -> Result<(), Fault> {
        if self.counts_as.len() < game.len() {
            self.counts_as.resize(game.len(), None);
        }
        let is_open = |this: &Sums, heap: &u32| this.counts_as[*heap as usize].is_none();
        let mut walk = PostOrder::new(heaps.iter().copied());
        while let Some(&mut heap) = walk.next(budget)? {
            if !is_open(self, &heap) {
                continue;
            }
            for left in game.moves(heap as usize) {
                budget.tick()?;
                walk.extend(left.iter().copied().filter(|h| is_open(self, h)));
            }
            if !walk.is_waiting() {
                self.settle_one(game, heap, budget)?;
            }
        }
        Ok(())
    }

    fn settle_one(&mut self, game: &HeapMoves, heap: u32, budget: &mut Budget) -> Result<(), Fault> {
        let mut moves = Vec::new();
        for left in game.moves(heap as usize) {
            budget.tick()?;
            let mut left = left.to_vec();
            self.reduce(&mut left);
            moves.push(self.positions.intern(&left, budget)?);
        }
        moves.sort_unstable();
        moves.dedup();
        let same = *self.by_moves.entry(moves.clone()).or_insert(heap);
        if same != heap {
            self.counts_as[heap as usize] = self.counts_as[same as usize];
            return Ok(());
        }
        self.counts_as[heap as usize] = Some(match self.nim_size(game, &moves, budget)? {
            Some(0) => None,
            Some(size) => {
                if self.nim.len() <= size as usize {
                    self.nim.resize(size as usize + 1, None);
                }
                let least = *self.nim[size as usize].get_or_insert(heap);
                self.size.insert(least, size);
                Some(least)
            }
            None => Some(heap),
        });
        Ok(())
    }

    /// Returns the size of the heap of Nim that the game with these options is equal to, where the options and theirs
    /// show it: it has all options of that heap, and each other option has the heap as an option. To become the heap 0
    /// it must have a winning move; the one looked for is `*`.
    fn nim_size(&mut self, game: &HeapMoves, options: &[u32], budget: &mut Budget) -> Result<Option<u32>, Fault> {
        let size_of = |this: &Sums, position: u32| match *this.positions.get(position) {
            [] => Some(0),
            [heap] => this.size.get(&heap).copied(),
            _ => None,
        };
        let sizes: Vec<Option<u32>> = options.iter().map(|&o| size_of(self, o)).collect();
        let size = (0..).find(|n| !sizes.contains(&Some(*n))).unwrap_or(0);
        if size == 0 && !options.is_empty() && !sizes.contains(&Some(1)) {
            return Ok(None);
        }
        for (&option, of_option) in options.iter().zip(&sizes) {
            if of_option.is_some_and(|n| n < size) {
                continue;
            }
            let mut frame = SumFrame::new(option);
            loop {
                budget.tick()?;
                match self.option(game, &mut frame, budget)? {
                    Some(reply) if size_of(self, reply) == Some(size) => break,
                    Some(_) => {}
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(size))
    }
}
