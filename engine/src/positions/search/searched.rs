//! The answer of a search, with the number of positions searched.

/// The answer of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched<T> {
    /// The answer.
    pub answer: T,
    /// The number of positions that were searched.
    pub nodes: u64,
}

impl<T> Searched<T> {
    /// Applies `of` to the answer.
    pub(crate) fn map<U>(self, of: impl FnOnce(T) -> U) -> Searched<U> {
        Searched { answer: of(self.answer), nodes: self.nodes }
    }
}

impl Searched<u64> {
    /// Reads the answer to a quest for the winner: 1 if the player who begins wins, and 0 if not.
    pub(crate) fn is_won(self) -> Searched<bool> {
        self.map(|answer| answer == 1)
    }
}
