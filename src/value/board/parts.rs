//! The connected regions of a board, each as a board of its own.
//!
//! The cells of a small board are the bits of a word.

use super::{Board, BoardCells, Boards, FEW, Letters, Steps, Ties, WALL};

impl Board {
    /// Visits the regions of cells that are tied by their letters and connected by these steps, in reading order: each
    /// cut to its bounding box, with `#` elsewhere.
    ///
    /// # Errors
    /// The errors of `take`.
    pub fn parts<E>(
        &self,
        ties: &Ties,
        steps: Steps,
        boards: &Boards,
        mut take: impl FnMut(Board) -> Result<(), E>,
    ) -> Result<(), E> {
        match &self.cells {
            BoardCells::Few { .. } => self.few_parts(ties, steps, boards, &mut take),
            BoardCells::Many(_) => self.many_parts(ties, steps, boards, &mut take),
        }
    }

    fn few_parts<E>(
        &self,
        ties: &Ties,
        steps: Steps,
        boards: &Boards,
        take: &mut dyn FnMut(Board) -> Result<(), E>,
    ) -> Result<(), E> {
        let reached = self.shape.reached(steps);
        let held = |letters: Letters| {
            let held = self.cells().iter().enumerate().filter(|(_, letter)| letters.contains(**letter));
            held.fold(0, |held, (cell, _)| held | 1u64 << cell)
        };
        let mut open = held(ties.cells);
        let pairs: Vec<(u8, u64)> =
            ties.pairs.iter().flatten().map(|(letter, others)| (*letter, held(*others))).collect();
        let tied = |cell: usize| match pairs.iter().find(|(letter, _)| *letter == self.cells()[cell]) {
            Some((_, held)) => reached[cell] & held,
            None => reached[cell],
        };
        while open != 0 {
            let (mut region, mut new) = (0, open & open.wrapping_neg());
            while new != 0 {
                let cell = new.trailing_zeros() as usize;
                region |= 1 << cell;
                new = (new | tied(cell) & open) & !region;
            }
            open &= !region;
            take(self.few_cut(region, boards))?;
        }
        Ok(())
    }

    fn few_cut(&self, region: u64, boards: &Boards) -> Board {
        let across = self.shape.columns();
        let (top, bottom) = (region.trailing_zeros() as usize / across, region.ilog2() as usize / across);
        let row = |row: usize| region >> (row * across) & (u64::MAX >> (FEW - across));
        let columns = (top..=bottom).fold(0, |columns, at| columns | row(at));
        let (left, right) = (columns.trailing_zeros() as usize, columns.ilog2() as usize);
        let (rows, width) = (bottom - top + 1, right - left + 1);
        let (whole, mut cells) = (self.cells(), [WALL; FEW]);
        for (at, cut) in (top..=bottom).zip(cells.chunks_exact_mut(width)) {
            let mut held = row(at) >> left;
            while held != 0 {
                let column = held.trailing_zeros() as usize;
                cut[column] = whole[at * across + left + column];
                held &= held - 1;
            }
        }
        Board::few(boards.shape(rows, width), rows * width, cells)
    }

    fn many_parts<E>(
        &self,
        ties: &Ties,
        steps: Steps,
        boards: &Boards,
        take: &mut dyn FnMut(Board) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut open: Vec<bool> = self.cells().iter().map(|&letter| ties.cells.contains(letter)).collect();
        for first in 0..open.len() {
            if !std::mem::take(&mut open[first]) {
                continue;
            }
            let mut region = vec![first];
            let mut next = 0;
            while let Some(&cell) = region.get(next) {
                next += 1;
                let tied = ties.of(self.cells()[cell]);
                for beside in self.shape.stepped(cell, steps) {
                    if tied.contains(self.cells()[beside]) && std::mem::take(&mut open[beside]) {
                        region.push(beside);
                    }
                }
            }
            take(self.many_cut(&region, boards))?;
        }
        Ok(())
    }

    fn many_cut(&self, region: &[usize], boards: &Boards) -> Board {
        let places = || region.iter().map(|&cell| self.shape.row_and_column(cell));
        let (top, bottom) = places().fold((i64::MAX, 0), |(top, bottom), (row, _)| (top.min(row), bottom.max(row)));
        let (left, right) = places().fold((i64::MAX, 0), |(left, right), (_, at)| (left.min(at), right.max(at)));
        let (rows, columns) = ((bottom - top + 1) as usize, (right - left + 1) as usize);
        let mut cells = vec![WALL; rows * columns];
        for &cell in region {
            let (row, column) = self.shape.row_and_column(cell);
            cells[(row - top) as usize * columns + (column - left) as usize] = self.cells()[cell];
        }
        Board::new(boards.shape(rows, columns), &cells)
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, Boards, Letters, Steps, Ties};

    fn parts(board: &Board, few: bool, ties: &Ties, steps: Steps, boards: &Boards) -> Vec<String> {
        let mut found = Vec::new();
        let mut take = |part: Board| {
            found.push(part.text());
            Ok::<(), ()>(())
        };
        let taken = match few {
            true => board.few_parts(ties, steps, boards, &mut take),
            false => board.many_parts(ties, steps, boards, &mut take),
        };
        assert_eq!(taken, Ok(()));
        found
    }

    #[test]
    fn small_boards_fall_apart_as_large_ones_do() {
        let boards = Boards::default();
        let mut random = 1u64;
        for (rows, columns) in [(1, 1), (1, 64), (64, 1), (8, 8), (5, 7), (3, 4), (2, 31), (16, 4)] {
            for _ in 0..200 {
                let mut letter = || {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    b"xo..#"[(random >> 33) as usize % 5]
                };
                let cells: Vec<u8> = (0..rows * columns).map(|_| letter()).collect();
                let board = boards.board(columns, &cells);
                let ties = [
                    Ties::all(Letters::of(b"xo").unwrap()),
                    Ties::pairs([*b"xo"].into_iter()).unwrap(),
                    Ties::pairs([*b"..", *b".x", *b"o.", *b"xo"].into_iter()).unwrap(),
                ];
                for steps in [Steps::Beside, Steps::King, Steps::Knight] {
                    for ties in &ties {
                        let [few, many] = [true, false].map(|few| parts(&board, few, ties, steps, &boards));
                        assert_eq!(few, many, "{} {ties:?} {steps:?}", board.text());
                    }
                    // Letters that are all tied to each other are the same as all of them.
                    let pairs = Ties::pairs([*b"xx", *b"xo", *b"oo"].into_iter()).unwrap();
                    let [all, pairs] = [&ties[0], &pairs].map(|ties| parts(&board, true, ties, steps, &boards));
                    assert_eq!(all, pairs, "{} {steps:?}", board.text());
                }
            }
        }
    }
}
