//! Tables of calls and positions by their arguments.
//!
//! If the arguments are small integers or numbers of lists that lie close together, their cells are a grid, and a look-up is one
//! index. All other arguments are hashed.

use hashbrown::HashTable;

use super::word::Word;
use cg_engine::games::hashing::hash_of;

/// The largest number of arguments for which there is a grid.
const MAX_DIMENSIONS: usize = 4;
/// The bytes that a grid may mostly have, however few of its cells are known.
const FREE_BYTES: usize = 8 << 20;
/// The bytes that the grid of a table that is soon dropped may have.
const FREE_BYTES_OF_BRIEF: usize = 16 << 10;
/// The largest number of cells of a larger grid for each one that is known.
const MAX_CELLS_PER_KNOWN: usize = 8;
/// The greatest distance of an argument from the first one.
const MAX_DISTANCE: i64 = 1 << 30;

/// Cells by arguments. The default cell means that nothing is known.
pub(super) struct Table<C> {
    arity: usize,
    /// The bytes that the grid may have, however few of its cells are known.
    free: usize,
    /// The words of the argument with index 0 in each direction.
    base: [Word; MAX_DIMENSIONS],
    extent: [usize; MAX_DIMENSIONS],
    grid: Vec<C>,
    /// The number of cells of the grid that are known.
    known: usize,
    /// The arguments outside the grid, call by call, with their cells.
    keys: Vec<Word>,
    cells: Vec<C>,
    index: HashTable<u32>,
}

impl<C: Copy + PartialEq + Default> Table<C> {
    pub fn new(arity: usize) -> Table<C> {
        Table {
            arity,
            free: FREE_BYTES,
            base: [Word::small(0); MAX_DIMENSIONS],
            extent: [0; MAX_DIMENSIONS],
            grid: Vec::new(),
            known: 0,
            keys: Vec::new(),
            cells: Vec::new(),
            index: HashTable::new(),
        }
    }

    /// Returns a table that is soon dropped, so that a large grid for a few cells would not pay off.
    pub fn brief(arity: usize) -> Table<C> {
        Table { free: FREE_BYTES_OF_BRIEF, ..Table::new(arity) }
    }

    /// Returns the number of arguments.
    #[inline(always)]
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// Computes the index of an argument in its direction. It is huge for arguments below the base or of another kind.
    #[inline(always)]
    fn step(&self, direction: usize, argument: Word) -> usize {
        argument.0.wrapping_sub(self.base[direction].0).rotate_right(4) as usize
    }

    /// Computes the place in the grid, or one beyond it.
    #[inline(always)]
    fn place(&self, arguments: &[Word]) -> usize {
        // Tests one after the other stay branches, which are guessed better than one jump to as many places.
        if arguments.len() < 2 {
            return arguments.first().map_or(usize::MAX, |&a| self.step(0, a));
        }
        if let [a, b] = *arguments {
            let (i, j) = (self.step(0, a), self.step(1, b));
            return if i < self.extent[0] && j < self.extent[1] { i * self.extent[1] + j } else { usize::MAX };
        }
        if arguments.len() > MAX_DIMENSIONS {
            return usize::MAX;
        }
        let mut place = 0;
        for (direction, &argument) in arguments.iter().enumerate() {
            let (step, extent) = (self.step(direction, argument), self.extent[direction]);
            if step >= extent {
                return usize::MAX;
            }
            place = place * extent + step;
        }
        place
    }

    /// Returns the cell of these arguments.
    #[inline(always)]
    pub fn get(&self, arguments: &[Word]) -> C {
        match self.grid.get(self.place(arguments)) {
            Some(&cell) => cell,
            None => self.outside(arguments).map_or(C::default(), |i| self.cells[i]),
        }
    }

    /// Returns the number of arguments outside the grid.
    #[inline(never)]
    fn outside(&self, arguments: &[Word]) -> Option<usize> {
        let is_same = |&i: &u32| self.key(i as usize) == arguments;
        self.index.find(hash_of(arguments), is_same).map(|&i| i as usize)
    }

    fn key(&self, i: usize) -> &[Word] {
        &self.keys[i * self.arity..(i + 1) * self.arity]
    }

    /// Stores the cell of these arguments.
    #[inline(always)]
    pub fn set(&mut self, arguments: &[Word], cell: C) {
        let place = self.place(arguments);
        match self.grid.get_mut(place) {
            Some(old) => {
                self.known += (*old == C::default()) as usize;
                *old = cell;
            }
            None => self.set_outside(arguments, cell),
        }
    }

    /// Forgets the cell of these arguments.
    pub fn remove(&mut self, arguments: &[Word]) {
        let place = self.place(arguments);
        match self.grid.get_mut(place) {
            Some(cell) => {
                self.known -= (*cell != C::default()) as usize;
                *cell = C::default();
            }
            None => {
                if let Some(i) = self.outside(arguments) {
                    self.cells[i] = C::default();
                }
            }
        }
    }

    #[cold]
    fn set_outside(&mut self, arguments: &[Word], cell: C) {
        if self.grow(arguments) {
            return self.set(arguments, cell);
        }
        self.insert(arguments, cell);
    }

    fn insert(&mut self, arguments: &[Word], cell: C) {
        if let Some(i) = self.outside(arguments) {
            self.cells[i] = cell;
            return;
        }
        let i = self.cells.len() as u32;
        self.keys.extend_from_slice(arguments);
        self.cells.push(cell);
        let Table { keys, index, arity, .. } = self;
        let hash = |&i: &u32| hash_of(&keys[i as usize * *arity..(i as usize + 1) * *arity]);
        index.insert_unique(hash(&i), i, hash);
    }

    /// Extends the grid to these arguments. Returns `false` if it would be too sparse.
    fn grow(&mut self, arguments: &[Word]) -> bool {
        let arity = self.arity;
        if arity == 0 || arity > MAX_DIMENSIONS {
            return false;
        }
        let is_new = self.grid.is_empty();
        let mut base = self.base;
        if is_new && self.cells.is_empty() {
            for (base, argument) in base.iter_mut().zip(arguments) {
                *base = Word::of(argument.tag(), 0);
            }
        }
        let (mut extent, mut shift) = (self.extent, [0; MAX_DIMENSIONS]);
        for (direction, &argument) in arguments.iter().enumerate() {
            if argument.tag() != base[direction].tag() {
                return false;
            }
            let step = argument.0.wrapping_sub(base[direction].0) as i64 >> 4;
            if step.abs() > MAX_DISTANCE {
                return false;
            }
            if step < 0 {
                // A few arguments below the others, such as those of a position without moves, stay outside.
                if self.cells.len() < 64 + self.known / 64 {
                    return false;
                }
                shift[direction] = step.unsigned_abs() as usize + extent[direction] / 16;
                extent[direction] += shift[direction];
                base[direction] = Word(base[direction].0.wrapping_sub((shift[direction] as u64) << 4));
            } else if step as usize >= extent[direction] {
                let wanted = step as usize + 1;
                let ample = extent[direction] + extent[direction] / 2;
                extent[direction] = if is_new { wanted } else { wanted.max(ample) };
            }
        }
        let volume = extent[..arity].iter().try_fold(1_usize, |volume, &extent| volume.checked_mul(extent));
        let Some(volume) = volume else { return false };
        let known = self.known + self.cells.len();
        if volume.saturating_mul(size_of::<C>()) > self.free.max(MAX_CELLS_PER_KNOWN * known * size_of::<C>()) {
            return false;
        }
        self.move_grid(base, extent, shift, volume);
        true
    }

    /// Moves every cell `shift` steps further into a new grid, and adds the cells outside that now fit.
    fn move_grid(
        &mut self,
        base: [Word; MAX_DIMENSIONS],
        extent: [usize; MAX_DIMENSIONS],
        shift: [usize; MAX_DIMENSIONS],
        volume: usize,
    ) {
        let old = self.extent;
        (self.base, self.extent) = (base, extent);
        if self.arity == 1 && shift[0] == 0 && !self.grid.is_empty() {
            self.grid.resize(volume, C::default());
        } else {
            let mut grid = vec![C::default(); volume];
            // In one row of the last direction cells stay beside each other.
            let last = self.arity - 1;
            let rows = if self.grid.is_empty() { 0 } else { self.grid.len() / old[last] };
            for row in 0..rows {
                let (mut index, mut to, mut cells) = (row, shift[last], extent[last]);
                for direction in (0..last).rev() {
                    to += (index % old[direction] + shift[direction]) * cells;
                    index /= old[direction];
                    cells *= extent[direction];
                }
                let from = row * old[last];
                grid[to..to + old[last]].copy_from_slice(&self.grid[from..from + old[last]]);
            }
            self.grid = grid;
        }
        if self.cells.is_empty() {
            return;
        }
        let (keys, cells) = (std::mem::take(&mut self.keys), std::mem::take(&mut self.cells));
        self.index.clear();
        for (key, cell) in keys.chunks(self.arity).zip(cells) {
            if self.place(key) < self.grid.len() {
                self.set(key, cell);
            } else {
                self.insert(key, cell);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::{Table, Word};

    /// Numbers that look random.
    fn numbers() -> impl FnMut(u64) -> i64 {
        let mut state = 0x1234_5678_9abc_def0_u64;
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % below) as i64
        }
    }

    #[test]
    fn cells_are_those_of_a_map() {
        let mut next = numbers();
        for arity in 0..=5 {
            for far in [1, 100, 1 << 40] {
                let mut table = Table::<u16>::new(arity);
                let mut map = FxHashMap::<Vec<Word>, u16>::default();
                for round in 0..3000_u16 {
                    let argument = |_| match next(20) {
                        0 => Word::list(next(10) as u32),
                        1 => Word::integer(-next(50)).expect("small"),
                        2 => Word::integer(next(50) * far).expect("small"),
                        _ => Word::integer(next(12)).expect("small"),
                    };
                    let key: Vec<Word> = (0..arity).map(argument).collect();
                    assert_eq!(table.get(&key), map.get(&key).copied().unwrap_or_default());
                    table.set(&key, round + 1);
                    map.insert(key, round + 1);
                }
                for (key, cell) in &map {
                    assert_eq!(table.get(key), *cell);
                }
            }
        }
    }
}
