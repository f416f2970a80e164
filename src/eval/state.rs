//! The arguments of a person's `game` as the state of a position: words, one argument after the other.
//!
//! A small integer stands for itself. A few small integers in a list are packed into words behind one with their
//! number, the cells of a small board behind one with its size, so that these positions differ only in their states.
//! The machine numbers any other value. Values that are the same always give the same words.

use std::ops::Range;
use std::rc::Rc;

use super::Session;
use super::machine::Machine;
use crate::value::Value;
use crate::value::board::{self, Board};
use crate::value::list::{FEW, List};

/// First word that numbers a value kept by the machine.
const NUMBERED: u32 = 1 << 31;
/// First word that says the size of a board whose cells follow, four to a word: its columns, and its rows above.
const BOARDS: u32 = PACKED - (1 << (2 * SIZE));
/// Bits of the number of rows or columns of a small board.
const SIZE: u32 = (board::FEW + 1).next_power_of_two().ilog2();
/// First word that says how many small integers follow, four to a word.
const PACKED: u32 = u32::MAX - FEW as u32;

/// An argument in a state.
pub(super) enum Argument {
    Integer(u32),
    Numbered(u32),
    Few { len: usize, all: [i8; FEW] },
    Board { columns: usize, len: usize, cells: [u8; board::FEW] },
}

/// Reads a state.
pub(super) struct Reader<'a>(pub &'a [u32]);

impl Iterator for Reader<'_> {
    type Item = Argument;

    fn next(&mut self) -> Option<Argument> {
        let (&word, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(match word {
            0..NUMBERED => Argument::Integer(word),
            NUMBERED..BOARDS => Argument::Numbered(word - NUMBERED),
            BOARDS..PACKED => {
                let size = (word - BOARDS) as usize;
                let (rows, columns) = (size >> SIZE, size % (1 << SIZE));
                let (len, mut cells) = (rows * columns, [0; board::FEW]);
                let bytes = self.bytes(len);
                cells.iter_mut().zip(bytes).for_each(|(place, byte)| *place = byte);
                Argument::Board { columns, len, cells }
            }
            PACKED.. => {
                let (len, mut all) = ((word - PACKED) as usize, [0; FEW]);
                let bytes = self.bytes(len);
                all.iter_mut().zip(bytes).for_each(|(place, byte)| *place = byte as i8);
                Argument::Few { len, all }
            }
        })
    }
}

impl Reader<'_> {
    /// Returns the bytes that are packed into the next words.
    fn bytes(&mut self, len: usize) -> impl Iterator<Item = u8> {
        let (packed, rest) = self.0.split_at(len.div_ceil(4));
        self.0 = rest;
        packed.iter().flat_map(|word| word.to_le_bytes())
    }
}

/// Writes a small integer. Returns `true` if it is one.
#[inline]
pub(super) fn write_integer(n: i64, words: &mut Vec<u32>) -> bool {
    let small = (0..NUMBERED.into()).contains(&n);
    if small {
        words.push(n as u32);
    }
    small
}

/// Writes a list of `len` members, each an integer or none, if they are a few small integers. Returns `true` if they
/// are.
#[inline]
pub(super) fn write_few(len: usize, mut members: impl Iterator<Item = Option<i64>>, words: &mut Vec<u32>) -> bool {
    if len > FEW {
        return false;
    }
    let start = words.len();
    words.push(PACKED + len as u32);
    for four in (0..len).step_by(4) {
        let mut bytes = [0; 4];
        for byte in &mut bytes[..4.min(len - four)] {
            let Some(small) = members.next().flatten().and_then(|n| i8::try_from(n).ok()) else {
                words.truncate(start);
                return false;
            };
            *byte = small as u8;
        }
        words.push(u32::from_le_bytes(bytes));
    }
    true
}

/// Writes a small board. Returns `true` if it is one.
#[inline]
pub(super) fn write_board(board: &Board, words: &mut Vec<u32>) -> bool {
    let small = board.cells().len() <= board::FEW;
    if small {
        words.push(BOARDS + ((board.shape().rows() << SIZE) + board.shape().columns()) as u32);
        let (fours, rest) = board.cells().as_chunks::<4>();
        words.extend(fours.iter().map(|four| u32::from_le_bytes(*four)));
        if !rest.is_empty() {
            let mut last = [0; 4];
            last[..rest.len()].copy_from_slice(rest);
            words.push(u32::from_le_bytes(last));
        }
    }
    small
}

/// Writes an argument.
pub(super) fn put_argument(machine: &mut Machine, value: &Value, words: &mut Vec<u32>) {
    let written = match value {
        Value::Integer(n) => write_integer(*n, words),
        Value::List(list) => {
            let len = list.len().min(FEW as u64 + 1) as usize;
            write_few(len, (0..list.len()).map(|i| list.small(i)), words)
        }
        Value::Board(board) => write_board(board, words),
        _ => false,
    };
    if !written {
        words.push(NUMBERED + machine.number(value));
    }
}

/// Returns the boards among the arguments, each with the words that stand for it.
pub(super) fn boards_in(cx: &mut Session, state: &[u32]) -> Vec<(Range<usize>, Rc<Board>)> {
    let mut reader = Reader(state);
    let mut found = Vec::new();
    loop {
        let at = state.len() - reader.0.len();
        let Some(argument) = reader.next() else { return found };
        let board = match argument {
            Argument::Board { columns, len, cells } => Rc::new(cx.machine.boards.board(columns, &cells[..len])),
            Argument::Numbered(number) if let Value::Board(board) = cx.machine.numbered(number) => board.clone(),
            _ => continue,
        };
        found.push((at..state.len() - reader.0.len(), board));
    }
}

/// Returns the state with another board in place of these words.
pub(super) fn with_board(machine: &mut Machine, state: &[u32], words: &Range<usize>, board: Board) -> Vec<u32> {
    let mut changed = state[..words.start].to_vec();
    put_argument(machine, &Value::Board(Rc::new(board)), &mut changed);
    changed.extend_from_slice(&state[words.end..]);
    changed
}

/// Returns the arguments that stand in a state.
pub(super) fn arguments<'a>(cx: &'a Session, state: &'a [u32]) -> impl Iterator<Item = Value> + 'a {
    Reader(state).map(|argument| match argument {
        Argument::Board { columns, len, cells } => {
            Value::Board(Rc::new(cx.machine.boards.board(columns, &cells[..len])))
        }
        Argument::Integer(n) => Value::Integer(n.into()),
        Argument::Numbered(number) => cx.machine.numbered(number).clone(),
        Argument::Few { len, all } => Value::List(List::of_small(&all[..len]).into()),
    })
}
