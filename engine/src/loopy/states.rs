//! The states of a comparison and their numbers.

use super::of;
use crate::games::Player;
use crate::games::hashing::FastMap;

/// A difference of vertices and the player to move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct State {
    pub first: u32,
    pub second: u32,
    pub mover: Player,
    /// `true` if the last move was good for the rule.
    pub good: bool,
}

impl State {
    fn key(self) -> u64 {
        u64::from(self.first) << 33 | u64::from(self.second) << 2 | (self.mover as u64) << 1 | u64::from(self.good)
    }
}

/// The numbers of states: in a square where both vertices are among the first of the graph, else by key.
pub(super) struct States {
    side: u32,
    /// Made when the first number is given.
    square: Vec<u32>,
    others: FastMap<u64, u32>,
}

impl States {
    /// The most vertices on a side of the square.
    const MAX_SIDE: usize = 96;
    /// Stands where there is no number.
    const NONE: u32 = u32::MAX;

    pub fn new(vertices: usize) -> States {
        let side = vertices.min(States::MAX_SIDE);
        States { side: side as u32, square: Vec::new(), others: FastMap::default() }
    }

    /// Returns the place of a state in the square.
    fn place(&self, state: State) -> Option<usize> {
        let State { first, second, mover, good } = state;
        let pair = (first < self.side && second < self.side).then_some(first * self.side + second)?;
        Some(4 * pair as usize + 2 * of(mover) + usize::from(good))
    }

    pub fn get(&self, state: State) -> Option<u32> {
        match self.place(state) {
            Some(place) => self.square.get(place).copied().filter(|number| *number != States::NONE),
            None => self.others.get(&state.key()).copied(),
        }
    }

    /// Returns the number of a state, which is `next` if it had none.
    pub fn entry(&mut self, state: State, next: u32) -> u32 {
        let Some(place) = self.place(state) else { return *self.others.entry(state.key()).or_insert(next) };
        if self.square.is_empty() {
            self.square = vec![States::NONE; 4 * (self.side * self.side) as usize];
        }
        let number = &mut self.square[place];
        if *number == States::NONE {
            *number = next;
        }
        *number
    }
}
