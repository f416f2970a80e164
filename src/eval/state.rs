//! The arguments of a person's `game` as the state of a position: words, one argument after the other.
//!
//! A small integer stands for itself. A few small integers in a list, a row or a small board, are packed into words behind
//! one that says how many they are, so that such positions differ in nothing but their states. Any other value is numbered
//! by the machine. Values that are the same always give the same words.

use std::rc::Rc;

use super::Session;
use crate::value::list::{FEW, List};
use crate::value::{Board, Value};

/// First word that numbers a value kept by the machine.
const NUMBERED: u32 = 1 << 31;
/// First word that says how many small integers follow, four to a word.
const PACKED: u32 = u32::MAX - FEW as u32;

/// What stands in a state.
pub(super) enum Argument {
    Integer(u32),
    Numbered(u32),
    Few { len: usize, all: [i8; FEW] },
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
            NUMBERED..PACKED => Argument::Numbered(word - NUMBERED),
            PACKED.. => {
                let len = (word - PACKED) as usize;
                let (packed, rest) = rest.split_at(len.div_ceil(4));
                self.0 = rest;
                let mut all = [0; FEW];
                let bytes = packed.iter().flat_map(|word| word.to_le_bytes());
                all.iter_mut().zip(bytes).for_each(|(place, byte)| *place = byte as i8);
                Argument::Few { len, all }
            }
        })
    }
}

/// Writes a small integer; says whether it is one.
#[inline]
pub(super) fn write_integer(n: i64, words: &mut Vec<u32>) -> bool {
    let small = (0..NUMBERED.into()).contains(&n);
    if small {
        words.push(n as u32);
    }
    small
}

/// Writes a list of so many members, each an integer or none, if they are a few small integers; says whether they are.
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

impl Session {
    /// Writes an argument.
    pub(super) fn put_argument(&mut self, value: &Value, words: &mut Vec<u32>) {
        let written = match value {
            Value::Integer(n) => write_integer(*n, words),
            Value::List(list) => {
                let len = list.len().min(FEW as u64 + 1) as usize;
                write_few(len, (0..list.len()).map(|i| list.small(i)), words)
            }
            _ => false,
        };
        if !written {
            words.push(NUMBERED + self.machine.number(value));
        }
    }

    /// The boards among the arguments, each with the place of its word.
    pub(super) fn boards_in(&self, state: &[u32]) -> Vec<(usize, Rc<Board>)> {
        let mut reader = Reader(state);
        let mut found = Vec::new();
        loop {
            let at = state.len() - reader.0.len();
            match reader.next() {
                None => return found,
                Some(Argument::Numbered(number)) => {
                    if let Value::Board(board) = self.machine.numbered(number) {
                        found.push((at, board.clone()));
                    }
                }
                Some(_) => {}
            }
        }
    }

    /// The word that stands for a board.
    pub(super) fn word_of_board(&mut self, board: Board) -> u32 {
        NUMBERED + self.machine.number(&Value::Board(Rc::new(board)))
    }

    /// The arguments that stand in a state.
    pub(super) fn arguments<'a>(&'a self, state: &'a [u32]) -> impl Iterator<Item = Value> + 'a {
        Reader(state).map(|argument| match argument {
            Argument::Integer(n) => Value::Integer(n.into()),
            Argument::Numbered(number) => self.machine.numbered(number).clone(),
            Argument::Few { len, all } => Value::List(List::of_small(&all[..len]).into()),
        })
    }
}
