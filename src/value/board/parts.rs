//! The connected regions of a board, each as a board of its own.
//!
//! The cells of a small board are the bits of a word.

use super::{Board, Boards, Cells, FEW, Letters, Steps, WALL};

impl Board {
    /// The regions of cells that hold one of these letters and are connected by these steps, in reading order: each cut to
    /// its bounding box, with `#` elsewhere.
    ///
    /// # Errors
    /// What the taker of a part says.
    pub fn parts<E>(
        &self,
        letters: Letters,
        steps: Steps,
        boards: &Boards,
        mut take: impl FnMut(Board) -> Result<(), E>,
    ) -> Result<(), E> {
        match &self.cells {
            Cells::Few(_) => self.few_parts(letters, steps, boards, &mut take),
            Cells::Many(_) => self.many_parts(letters, steps, boards, &mut take),
        }
    }

    fn few_parts<E>(
        &self,
        letters: Letters,
        steps: Steps,
        boards: &Boards,
        take: &mut impl FnMut(Board) -> Result<(), E>,
    ) -> Result<(), E> {
        let reached = self.shape.reached(steps);
        let held = self.cells().iter().enumerate().filter(|(_, letter)| letters.contains(**letter));
        let mut open: u64 = held.fold(0, |open, (cell, _)| open | 1 << cell);
        while open != 0 {
            let (mut region, mut new) = (0, open & open.wrapping_neg());
            while new != 0 {
                let cell = new.trailing_zeros() as usize;
                region |= 1 << cell;
                new = (new | reached[cell] & open) & !region;
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
        let mut cells = [WALL; FEW];
        let mut len = 0;
        for at in top..=bottom {
            for column in left..=right {
                if row(at) >> column & 1 == 1 {
                    cells[len] = self.cells()[at * across + column];
                }
                len += 1;
            }
        }
        Board::new(boards.shape(bottom - top + 1, right - left + 1), &cells[..len])
    }

    fn many_parts<E>(
        &self,
        letters: Letters,
        steps: Steps,
        boards: &Boards,
        take: &mut impl FnMut(Board) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut open: Vec<bool> = self.cells().iter().map(|&letter| letters.contains(letter)).collect();
        for first in 0..open.len() {
            if !std::mem::take(&mut open[first]) {
                continue;
            }
            let mut region = vec![first];
            let mut next = 0;
            while let Some(&cell) = region.get(next) {
                next += 1;
                for beside in self.shape.stepped(cell, steps) {
                    if std::mem::take(&mut open[beside]) {
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
    use super::{Board, Boards, Letters, Steps};

    fn parts(board: &Board, few: bool, steps: Steps, boards: &Boards) -> Vec<String> {
        let letters = Letters::of(b"xo").expect("two letters");
        let mut found = Vec::new();
        let mut take = |part: Board| {
            found.push(part.text());
            Ok::<(), ()>(())
        };
        let taken = match few {
            true => board.few_parts(letters, steps, boards, &mut take),
            false => board.many_parts(letters, steps, boards, &mut take),
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
                for steps in [Steps::Beside, Steps::King, Steps::Knight] {
                    let (few, many) = (parts(&board, true, steps, &boards), parts(&board, false, steps, &boards));
                    assert_eq!(few, many, "{} {steps:?}", board.text());
                }
            }
        }
    }
}
